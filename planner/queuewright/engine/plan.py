"""Making a plan: declarations beside the state and what the systems have. Reads, never writes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from queuewright import log
from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import ObjectOptions
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import PULUMI
from queuewright.diff.normalise import json_value
from queuewright.diff.removal import naming_sources
from queuewright.diff.sharing import changes_copies
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import kinds_of, spec_of
from queuewright.lint.references import of_changes
from queuewright.lint.subject import Subject
from queuewright.state.deployment import Deployment, Resource
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot, expecting, with_declared_defaults
from queuewright.world.world import World

from .accesses import accesses_changed
from .contradictions import (
    contradicted,
    declared_twice,
    joined_anew,
    made_in_it,
    shared_by,
    twins,
)
from .copies import Follower, Members, behind_private, warnings_of_copies
from .deciding import Decider
from .decisions import Decisions, not_compared
from .declared import Declared
from .errors import PlanError
from .garbage import without_collector
from .graph import build_graph, order_edges
from .guards import option_changes, unnamed
from .impacts import impacts_of, rerouted_by, routes_by
from .linting import Lint, besides, changed_subject
from .matching import Match, MatchedObject, match, names_of
from .object_users import forgotten_by_objects
from .ordering import Need, Ordering, in_groups, making_room, needs_of_made, waiting_deletes
from .ownership import Owners, kept, shared
from .redaction import Secrets, secret_names
from .revoking import locked_out_by, revoked_last
from .selection import Selection
from .steps import Plan, Step
from .system_reader import (
    Absent,
    NotRead,
    from_state,
    kinds_to_read,
    reach,
    read_systems,
    system_names,
)
from .taken_records import set_again, taken_though_kept, taken_though_left_out
from .topic_strings import held_twice, needs_of_strings, subscriptions_left

PARALLEL = 16  # Pulumi's own default
NOT_TARGETED = Rule(
    "not-targeted",
    "A dependency is left out of the plan",
    "needs {needed}, which is not there and left out",
    "add --target {target}",
    (PULUMI.at("--target"),),
)
DEPENDENTS_MEANWHILE = Rule(
    "dependents-meanwhile",
    "Others lead nowhere while an object is replaced",
    "while it is replaced, nothing is behind {names}",
    "stop what uses them first",
    severity=Severity.WARNING,
)


def make_plan(
    declared: Sequence[Declared],
    state: Deployment,
    systems: Mapping[str, System],
    *,
    project: str = "",
    stack: str = "",
    refresh: bool = True,
    targets: Collection[str] = (),
    excludes: Collection[str] = (),
    target_dependents: bool = False,
    destroy: bool = False,
    purge: Collection[str] = (),
    parallel: int = PARALLEL,
    lint: Lint | None = None,
    owners: Owners | None = None,
    keep_adopted: bool = False,
    only_read: Collection[Key] = (),
) -> Plan:
    """The steps that make the systems as declared.

    declared: everything that the program registered. state: what the stack owns. refresh: False
    takes the systems to be as the state says, and reads none. targets, excludes: patterns of URNs,
    names or ids; target_dependents: with what needs a target. destroy: `declared` is empty because
    everything is to go. purge: ids of objects whose messages may be lost when they are deleted or
    replaced. parallel: how many systems are read at once. lint: what finds what looks wrong
    besides. owners: asked for the stacks that have an object as well. keep_adopted: what the stack
    has not created is not deleted. only_read: objects that the program reads and does not manage.

    Systems that cannot be read are left out and named in the plan. Raises PlanError,
    DependencyCycle, and SystemUnavailable where none can be read. Problems of single objects
    are in the plan.
    """
    with without_collector():
        known = names_of(declared, state)
        selection, unreachable = Selection(targets, excludes, target_dependents), dict[str, str]()
        while True:
            planner = _Planner(
                declared, state, systems, refresh, parallel, frozenset(purge), unreachable,
                owners or (lambda _: {}), keep_adopted, only_read,
            )  # fmt: skip
            try:
                names = project or known[1], stack or known[0]
                return planner.plan(*names, selection, destroy, lint)
            except NotRead as error:
                # It could be read, and then its status could not.
                unreachable = {**unreachable, **error.unreachable}


@dataclass
class _Planner:
    all: Sequence[Declared]
    state: Deployment
    systems: Mapping[str, System]
    refresh: bool
    parallel: int
    purge: frozenset[str]
    unreachable: dict[str, str]
    owners: Owners
    keep_adopted: bool
    only_read: Collection[Key]

    def __post_init__(self) -> None:
        named = system_names(self.all, self.state).difference(self.unreachable)
        self.unreachable |= reach(self.systems, sorted(named), self.parallel)
        absent = {name: Absent(name) for name in self.unreachable if name in self.systems}
        self.systems = {**self.systems, **absent}
        self._match: Match = match(self.all, self.state, self.systems)
        self._values = {k: i.inputs.attributes for k, i in self._match.declared.items() if i.inputs}
        self._readings: dict[str, Snapshot] = {}
        self._kinds: Mapping[str, Collection[str]] = {}
        self._left_out: frozenset[str] = frozenset()
        self._unread: frozenset[str] = frozenset()
        strangers = self.purge and self.purge.difference(r.id for r in self.state.resources)
        if strangers:
            raise PlanError(
                f"--purge {shown(min(strangers))}: the stack has no such object; give it as "
                "SYSTEM/KIND/NAME"
            )

    def plan(
        self, project: str, stack: str, selection: Selection, destroy: bool, lint: Lint | None
    ) -> Plan:
        matched = self._match
        items = [*matched.declared.values(), *matched.pending_deletes.values()]
        stranded: Mapping[Key, Diagnostic] = {}
        if selection:
            everything = [*items, *matched.unnamed]
            self._left_out = selection.left_out(everything)
            stranded = dict(selection.stranded(everything, self._left_out))
            items = [item for item in items if item.urn not in self._left_out]
        self._read(items)
        if log.enabled():
            log.hide(self._secret_values(items))  # before status is asked for by name
        items = self._reachable(items)
        ordering = self._ordering()
        staying = kept(items, self.owners, self.only_read, keep_adopted=self.keep_adopted)
        staying |= self._still_declared(items) | forgotten_by_objects(items, matched.declared)
        deciding = Decider(
            matched.declared, self._readings, self.systems, self._left_out, self.purge,
            refresh=self.refresh, parallel=self.parallel, staying=staying,
        )  # fmt: skip
        decisions = Decisions(deciding.decide(items))
        changing = decisions.changing
        decisions.note(shared(changing, matched.item, self.owners))
        asked = ((key, each) for key, each in stranded.items() if key in decisions.every)
        decisions.add((key, each) for key, each in asked if not decisions.every[key].keep)
        going, declared = matched.pending_deletes, matched.declared
        if self._left_out:
            lost = taken_though_left_out(changing, declared.values(), self._left_out, self.systems)
            decisions.add((gone, selection.needed_by(gone, records)) for gone, records in lost)
            going = {key: item for key, item in going.items() if item.urn not in self._left_out}
            declared = {k: item for k, item in declared.items() if k in decisions.every}
        if self.refresh:
            members = Members(self.systems, self._readings, self.unreachable, self.parallel)
            decisions.note(self._with_copies(changing, deciding.followers, members))
            decisions.add(behind_private(changing, self._readings, members))
        decisions.add(taken_though_kept(changing, self.systems))
        taken = list(set_again(decisions.every, declared, self.systems, self._observed))
        decisions.note({record: decision for _, record, decision in taken})
        made = deciding.made(changing)
        attributes = {key: self._attributes(matched.item(key)) for key in changing}
        room = making_room(going, declared, made, attributes, self._readings)
        room += [(gone, record) for gone, record, _ in taken if gone in going]
        decisions.add(locked_out_by(decisions.every, self._readings, self.systems))
        self._validate(decisions, ordering, deciding, made, {before for before, _ in room})
        ordering.add(Need(listed, user, "authority") for listed, user in deciding.freed(changing))
        ordering.add(needs_of_made(made, declared))
        ordering.add(needs_of_strings(made, self._readings))
        last = list(revoked_last(changing, self._readings))
        ordering.add(n for n in last if n.key in declared and n.needed in declared)
        behind = {copy: follower.group for copy, follower in deciding.followers.items()}
        ordering.add(
            in_groups(made, deciding.groups, behind, declared, self.systems, self._readings)
        )
        waiting = [
            *waiting_deletes(going, declared, made, attributes, room, self.systems, self._readings),
            *(need for need in last if need.key not in declared),
        ]
        after = [need for need in last if need.key in declared and need.needed in going]
        ordering.place_deletes(going, room, waiting, attributes, after)
        ordering.settle(decisions.stays)
        secrets = Secrets(
            (*matched.declared.values(), *matched.pending_deletes.values()),
            self._has,
            decisions.every,
        )
        every = decisions.every
        steps = [self._step(item, every[item.key], ordering, secrets) for item in items]
        steps += [unnamed(item) for item in matched.unnamed if item.urn not in self._left_out]
        steps.sort(key=attrgetter("generation"))  # the program's order in each
        left, components = tuple(matched.left), tuple(matched.components)
        readings, is_whole = self._readings, not self._left_out
        impacts = impacts_of(
            changing,
            lambda: {**matched.pending_deletes, **matched.declared},
            readings,
            self.systems,
            self.unreachable,
            self.refresh,
            self.parallel,
        )
        return Plan(
            project, stack, tuple(steps), self.state, left, components, self._left_out, destroy,
            unread=self._unread, unreachable=self.unreachable, impacts=impacts,
            rerouted=secrets.rerouted(rerouted_by(changing, readings)),
            routes=secrets.routes(routes_by(changing, readings, self._kinds)),
            accesses=accesses_changed(changing, readings, secrets.names),
            findings=besides(lint, declared, readings, every, is_whole=is_whole),
            is_refreshed=self.refresh, hide=secrets.everywhere,
            not_compared=tuple(not_compared(items, every, readings)) if self.refresh else (),
        )  # fmt: skip

    def _secret_values(self, items: Sequence[MatchedObject]) -> Iterator[Any]:
        for item in items:
            names = secret_names(item.declared, item.prior)
            for values in self._has(item.key):
                yield from (values.get(name) for name in names)

    def _has(self, key: Key) -> Iterator[Mapping[str, Any]]:
        """The object's values, and its group object; nothing where it was not read."""
        reading = self._readings.get(key.system)
        observed = None if reading is None else reading.objects.get(key)
        if observed is not None:
            yield observed.attributes
            yield observed.group or {}

    def _still_declared(self, items: Sequence[MatchedObject]) -> dict[Key, str]:
        """Objects of a group that are declared on another queue manager of it now."""
        gone = [item for item in items if item.inputs is None]
        return {
            item.key: f"it is the group object that is declared on {other.key.system}"
            for item in gone
            for other in shared_by(item, self._match.declared, self.systems, self._observed)
        }

    def _with_copies(
        self,
        decisions: Mapping[Key, Decision],
        followers: Mapping[Key, Follower],
        members: Members,
    ) -> dict[Key, Decision]:
        """The decisions about group objects, with what they do to copies on other systems.
        decisions: those that are not "same"."""
        items = ((self._match.item(key), decision) for key, decision in decisions.items())
        changing = {item.key: item for item, d in items if changes_copies(d, self._observed(item))}
        if not changing:
            return {}
        declared = self._match.declared
        return dict(
            warnings_of_copies(
                changing, decisions, followers, declared, self._observed, self.systems, members
            )
        )

    def _observed(self, item: MatchedObject) -> Observed | None:
        """None also where it was not read."""
        reading = self._readings.get(item.key.system)
        return None if reading is None else item.among(reading.objects)

    def _attributes(self, item: MatchedObject) -> Mapping[str, Any]:
        """The values of the state's object: as it was read, else as it was last applied."""
        observed = self._observed(item)
        if observed is not None:
            return observed.attributes
        return {} if item.last is None else item.last.attributes

    def _reachable(self, items: list[MatchedObject]) -> list[MatchedObject]:
        """The items without those of systems that cannot be read, which are left out. Raises
        SystemUnavailable where nothing else is to be planned."""
        if not self.unreachable:
            return items
        unread = {item.key for item in items if item.key.system in self.unreachable}
        if unread and len(unread) == len(items):
            raise SystemUnavailable("\n".join(self.unreachable.values()))
        # Of a move neither half is done where the other one cannot be looked at.
        for item in items:
            if item.successor is not None and not unread.isdisjoint((item.key, item.successor)):
                unread |= {item.key, item.successor}
        self._unread = frozenset(item.urn for item in items if item.key in unread)
        self._left_out |= self._unread
        return [item for item in items if item.key not in unread]

    def _ordering(self) -> Ordering:
        declared = self._match.declared
        like = {
            key: item.inputs.options.like
            for key, item in declared.items()
            if item.inputs is not None and item.inputs.options.like
        }
        explicit = order_edges(self.all, {item.urn: key for key, item in declared.items()})
        graph = build_graph(self._values, like, explicit, self._default_transmission_queues())
        return Ordering(graph)

    def _default_transmission_queues(self) -> dict[str, str | None]:
        names = {key.system for key in self._match.declared}
        return {name: self.systems[name].facts.default_transmission_queue for name in names}

    def _read(self, items: Sequence[MatchedObject]) -> None:
        if self.unreachable:
            items = [item for item in items if item.key.system not in self.unreachable]
        if self.refresh:
            self._kinds = kinds_to_read(item.key for item in items)
            named = [item.key for item in items]
            named += filter(None, map(_source, items))
            own = [item.key for item in items if item.prior is not None]
            read, unreachable = read_systems(self.systems, self._kinds, named, self.parallel, own)
            self.unreachable |= unreachable
            values = ((i.key, i.inputs.attributes) for i in items if i.inputs is not None)
            self._readings = with_declared_defaults(expecting(read, self._values), values)
            return
        applied = (
            (item.key, item.prior.outputs)
            for item in items
            if item.prior is not None and not item.in_progress
        )
        named_systems = {item.key.system for item in items}
        self._readings = from_state(applied, named_systems, self.systems)

    def _validate(
        self,
        decisions: Decisions,
        ordering: Ordering,
        deciding: Decider,
        made: Mapping[Key, Mapping[str, Value]],
        early: Collection[Key],
    ) -> None:
        """The problems that need all decisions: lint, targets, and dependents. made: the values of
        what is created. early: the deletes that come before something else."""
        declared, changing, every = self._match.declared, decisions.changing, decisions.every
        found = contradicted(changing, declared, self._readings)
        decisions.add((key, problem) for key, problem in found if key in every)
        decisions.add(held_twice(changing, declared, self._readings, made))
        decisions.add(
            (key, problem)
            for key in changing
            if key in declared
            for problem in declared_twice(declared[key], declared, self.systems, self._observed)
        )
        making = [key for key, d in changing.items() if d.verb in (Verb.CREATE, Verb.REPLACE)]
        decisions.add((key, problem) for key in making for problem in twins(key, declared))
        changed = {
            key: decision
            for key, decision in changing.items()
            if decision.verb is not Verb.READ
            and key in declared
            and declared[key].inputs is not None
        }
        if not changed:
            return
        deletes = {key for key, d in changing.items() if d.deletes}
        values: dict[Key, Mapping[str, Any]] = dict(self._values)
        subjects: dict[Key, Subject] = {}
        for key, decision in changed.items():
            like = declared[key].options.like if decision.verb is Verb.CREATE else None
            source = deciding.source(key, like)
            if source is not None:
                values[key] = {**source, **values[key]}
            subjects[key] = changed_subject(key, values[key], like, decision)
        late = deletes.difference(early)
        world = World(values, self._readings, pending_deletes=deletes, late=late, ships=True)
        problems = of_changes(subjects, world)
        decisions.add((key, each) for key, found in problems.items() for each in found)
        going = [key for key, d in changing.items() if d.verb is Verb.DELETE]
        for key in going:
            anew = joined_anew(key, world, changed)
            decisions.add((key, each) for each in (*anew, *made_in_it(key, changing)))
        for key in changed:
            meanwhile = self._meanwhile(key, changing[key], ordering)
            decisions.add((key, each) for each in meanwhile)

    def _meanwhile(self, key: Key, decision: Decision, ordering: Ordering) -> Iterator[Diagnostic]:
        """Dependencies that --target excludes, and references that dangle during a replacement."""
        reading = self._readings[key.system]
        for needed in ordering.needed_by(key) if self._left_out else ():
            item = self._match.declared[needed]
            absent = needed not in reading.objects and needed.system == key.system
            if item.urn in self._left_out and absent:
                name, target = f"{needed.kind} {needed.name}", item.urn.split("::")[-1]
                yield NOT_TARGETED(key, needed=name, target=target)
        if decision.verb is not Verb.REPLACE:
            return
        others = [pair for pair in reading.named_by(key) if pair[0] != key]
        if key.kind in kinds_of(Role.TOPIC):
            yield from subscriptions_left(key, decision, (other for other, _ in others), reading)
            subscribing = kinds_of(Role.SUBSCRIPTION)
            others = [pair for pair in others if pair[0].kind not in subscribing]
        naming = [f"{other.name} ({attribute})" for other, attribute in others]
        if naming:
            names = ", ".join(naming[:5]) + (f" and {len(naming) - 5} more" if naming[5:] else "")
            yield DEPENDENTS_MEANWHILE(key, sources=naming_sources(others), names=names)

    def _step(
        self, item: MatchedObject, decision: Decision, ordering: Ordering, secrets: Secrets
    ) -> Step:
        key, declared, inputs = item.key, item.declared, item.inputs
        is_same = decision.verb is Verb.SAME
        observed = self._observed(item)
        # A value that was declared otherwise before, or has drifted where the program does not
        # manage it, has outputs to write, though nothing is sent.
        unchanged = is_same and item.last is item.inputs and _as_in_state(item.prior, observed)
        named, given = declared or item.prior, inputs or item.last
        assert named is not None
        values = decision.creates or (inputs.attributes if inputs is not None else {})
        if decision.changes and not decision.creates:
            # The decided value is sent: for CRTMSGQ AUT *LIBCRTAUT, what it stands for.
            values = {
                **values,
                **{c.name: c.after for c in decision.changes if c.after is not None},
            }
        if (not is_same or decision.problems or decision.drift) and secrets:
            decision = secrets.redacted(item, decision)
        return Step(
            item.urn,
            named.name,
            key,
            decision,
            ordering.generation(key),
            () if is_same else ordering.depends(key),
            values,
            ObjectOptions() if given is None else given.options if is_same else item.options,
            declared,
            item.prior,
            None if unchanged else observed,
            declared is None and ordering.is_late(key),
            option_changes(item),
        )


def _source(item: MatchedObject) -> Key | None:
    """The object that another is made like, None for none."""
    like = item.inputs.options.like if item.inputs is not None else None
    if not like:
        return None
    in_library = spec_of(item.key.kind).in_library and "/" not in like
    return item.key._replace(name=f"*CURLIB/{like}" if in_library else like)


def _as_in_state(prior: Resource | None, observed: Observed | None) -> bool:
    """Whether the outputs in the state are what the object has; where either is not known, too."""
    if prior is None or observed is None:
        return True
    outputs = prior.outputs
    if observed.attributes.items() <= outputs.items():  # nearly every object
        return True
    for name, value in observed.attributes.items():
        if outputs.get(name) != value and outputs.get(name) != json_value(value):
            return False
    return True
