"""A plan as data: what is to be done with each object, in which order, and why."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple

from queuewright.access.changes import AccessChange
from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.hiding import Hiding
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import ObjectOptions
from queuewright.diff.normalise import ADOPTED
from queuewright.diff.sharing import disposition_of
from queuewright.diff.types import Decision, Verb
from queuewright.impact.radius import Impact
from queuewright.impact.routing import Rerouted
from queuewright.lint.check import Finding
from queuewright.route.changes import RouteChange
from queuewright.state.deployment import Deployment, Resource

from .declared import Declared
from .matching import known_disposition

# The reason of an import that adopts nothing of others.
CUT_OFF = "an update that was cut off created it: it is the stack's own"


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option that the program gives otherwise than before, as text; before is None for a new
    object."""

    name: str
    before: str | None
    after: str


class Step(NamedTuple):
    """One object's part of a plan. A tuple, because plans make very many.

    urn, name: of the resource. generation: steps of one generation may run at once; deletes come
    after everything else unless something waits for them. depends: objects whose steps must have
    succeeded before. desired: managed attributes, canonical. declared: None for what the program
    no longer declares. prior: the resource as the state has it, None when it is new. observed: the
    object as it was read, None when it is not there, or when it and its declaration stay the same.
    late: a delete that comes after everything else. option_changes: what is stored with it though
    no command says it.
    """

    urn: str
    name: str
    key: Key
    decision: Decision
    generation: int = 0
    depends: tuple[Key, ...] = ()
    desired: Mapping[str, Value] = MappingProxyType({})
    options: ObjectOptions = ObjectOptions()
    declared: Declared | None = None
    prior: Resource | None = None
    observed: Observed | None = None
    late: bool = False
    option_changes: tuple[OptionChange, ...] = ()

    @property
    def verb(self) -> Verb:
        return self.decision.verb

    @property
    def disposition(self) -> str | None:
        """Which object of its name the step finds in a queue-sharing group."""
        if self.observed is not None:
            return disposition_of(self.observed.attributes)
        return known_disposition(self.prior, self.desired)

    @property
    def changes_anything(self) -> bool:
        """Whether the object or what the stack owns changes."""
        return self.decision.verb is not Verb.SAME

    @property
    def blocked(self) -> tuple[Diagnostic, ...]:
        return self.decision.blocked

    @property
    def deletes(self) -> bool:
        """Whether the object is gone afterwards."""
        return self.decision.deletes

    @property
    def is_adopted(self) -> bool:
        """Whether the object was there before the stack: the step adopts it, or an earlier one did
        and the stack has not created it again since."""
        verb = self.decision.verb
        if verb in (Verb.CREATE, Verb.REPLACE):
            return False
        if self.prior is not None:
            return was_adopted(self.prior)
        # Without import_ it is what an update that was cut off had created.
        imported = self.declared is not None and bool(self.declared.import_id)
        return verb is Verb.ADOPT or imported


def was_adopted(resource: Resource) -> bool:
    """Whether the state says that the object was there before the stack adopted it."""
    return bool(resource.outputs.get(ADOPTED))


@dataclass(frozen=True)
class Plan:
    """Everything that an `up` would do. Steps are in the order in which they may run.

    left: resources of other providers, left to Pulumi. components: resources that only group
    others, the stack's own among them. skipped: URNs that targets or excludes leave out, and those
    of unread: what is on systems that could not be read. unreachable: these systems, and why in one
    line. destroy: the stack itself goes as well. state: what it was made from. policy: what breaks
    rules of the shop, errors and what is overridden. impacts: what depends on each object that is
    to change, and who has it open, found when it is asked for. findings: what lint says besides,
    where it was asked. rerouted: queues of clusters that puts go elsewhere to. routes: those that
    break by it, or do so no more. accesses: who gains and who loses what by changes of authority
    records. is_refreshed: False
    where no system was read. unlisted: how many steps stay the same and are not among `steps`.
    is_whole: False where a saved plan says no more what targets or excludes left out. not_compared:
    declared attributes of objects that stay, which their system does not report: a line a kind.
    hide: takes what is secret out of what systems say when the plan is carried out.
    """

    project: str
    stack: str
    steps: tuple[Step, ...]
    state: Deployment
    left: tuple[Declared, ...] = ()
    components: tuple[Declared, ...] = ()
    skipped: frozenset[str] = frozenset()
    destroy: bool = False
    policy: tuple[Diagnostic, ...] = ()
    unread: frozenset[str] = frozenset()
    unreachable: Mapping[str, str] = field(default_factory=dict)
    impacts: Mapping[Key, Impact] = field(default_factory=dict, compare=False, repr=False)
    findings: tuple[Finding, ...] = ()
    rerouted: tuple[Rerouted, ...] = ()
    routes: tuple[RouteChange, ...] = ()
    accesses: tuple[AccessChange, ...] = ()
    is_refreshed: bool = True
    unlisted: int = 0
    is_whole: bool = True
    not_compared: tuple[str, ...] = ()
    hide: Hiding = field(default_factory=Hiding, compare=False, repr=False)

    @cached_property
    def changes(self) -> tuple[Step, ...]:
        """The steps that are not "same"."""
        return tuple(step for step in self.steps if step.changes_anything)

    @cached_property
    def with_option_changes(self) -> tuple[Step, ...]:
        """The steps that change options of an object that the stack has."""
        return tuple(
            step for step in self.steps if any(c.before is not None for c in step.option_changes)
        )

    @cached_property
    def adopted(self) -> tuple[Step, ...]:
        """The steps about objects that were there before the stack, now or until now."""
        return tuple(step for step in self.changes if step.is_adopted)

    @cached_property
    def blocked(self) -> tuple[Step, ...]:
        """The steps that stop an `up` before anything is sent."""
        return tuple(step for step in self.steps if step.decision.blocked)

    @property
    def obstacles(self) -> tuple[Diagnostic, ...]:
        """Everything that stops an `up`, of steps and of the whole plan."""
        of_steps = (problem for step in self.blocked for problem in step.blocked)
        return (*of_steps, *self.broken_rules)

    @property
    def broken_rules(self) -> tuple[Diagnostic, ...]:
        """The broken rules of the shop that are not overridden."""
        return tuple(problem for problem in self.policy if problem.is_error)

    @property
    def blocked_count(self) -> int:
        """Blocked steps, and rules of the shop that are broken."""
        return len(self.blocked) + len(self.broken_rules)

    @cached_property
    def counts(self) -> Mapping[Verb, int]:
        """How many steps of each verb, those that are none left out; not those of `kept`."""
        counted = Counter(step.decision.verb for step in self.steps)
        counted[Verb.SAME] += self.unlisted
        counted[Verb.DELETE] -= len(self.kept)
        return {verb: counted[verb] for verb in Verb if counted[verb]}

    @cached_property
    def kept(self) -> tuple[Step, ...]:
        """The steps that send nothing: the stack forgets an object, which stays or is gone."""
        return tuple(step for step in self.changes if step.decision.keep)

    @property
    def is_empty(self) -> bool:
        """Nothing would change, on any system or in what the stack owns."""
        return not self.changes and not self.blocked and not self.with_option_changes

    @property
    def drifted(self) -> Iterator[Step]:
        """Steps whose object was changed by others since it was last applied."""
        return (step for step in self.steps if step.decision.drift)

    @property
    def exit_code(self) -> Literal[0, 1, 2, 3]:
        """For --detailed-exitcode: 0 no changes, 2 changes, 3 blocked; 1 where it is not all."""
        return 1 if self.unreachable else 3 if self.blocked_count else 0 if self.is_empty else 2
