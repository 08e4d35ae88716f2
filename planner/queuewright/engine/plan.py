"""Making a plan: declarations beside the state and what the systems have. Reads, never writes."""

import gc
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, problem, shown
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import ObjectOptions, OnDelete
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import PULUMI
from queuewright.diff.decision import SAME, DecisionRequest, agrees, decide
from queuewright.diff.normalise import (
    canonical_values,
    determined_of,
    property_names,
)
from queuewright.diff.removal import joining, naming_sources
from queuewright.diff.types import Decision, Verb
from queuewright.dynamic.read_system import ReadSystem
from queuewright.ibmi.base import in_library
from queuewright.kinds import kinds_of
from queuewright.lint.references import of_changes
from queuewright.lint.world import Subject, Surroundings, World
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.state.deployment import Deployment
from queuewright.systems.protocol import System

from .contradictions import joined_anew, twins
from .declared import Declared
from .errors import PlanError
from .graph import build_graph, order_edges
from .guards import depends_on_status, guarded, known_names, option_changes, unnamed
from .matching import Item, Match, match
from .ordering import Ordering, making_room
from .redaction import redacted
from .replacing import replaced_with, replacement_cause
from .selection import Selection
from .steps import Plan, Step
from .surroundings import impacts_of
from .system_reader import (
    Absent,
    NotRead,
    kinds_to_read,
    reach,
    read_status,
    read_systems,
    system_names,
)

PARALLEL = 16  # Pulumi's own default
_TARGET = PULUMI.at("--target")


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
    destroy: bool = False,
    purge: Collection[str] = (),
    parallel: int = PARALLEL,
) -> Plan:
    """What has to be done so that the systems are as declared.

    declared: everything that the program registered. state: what the stack owns. refresh: False
    takes the systems to be as the state says, and reads none. targets, excludes: patterns of URNs,
    names or ids. destroy: `declared` is empty because everything is to go. purge: ids of
    objects whose messages may be lost when they are deleted or replaced. parallel: how many systems
    are read at once.

    Systems that cannot be read are left out and named in the plan. Raises PlanError,
    DependencyCycle, and SystemUnavailable where none can be read. What is wrong with single objects
    is in the plan.
    """
    with _collector_off():
        known = names_of(declared, state)
        selection, unreachable = Selection(targets, excludes), dict[str, str]()
        while True:
            planner = _Planner(
                declared, state, systems, refresh, parallel, frozenset(purge), unreachable
            )
            try:
                return planner.plan(project or known[1], stack or known[0], selection, destroy)
            except NotRead as error:
                # It could be read, and then its status could not.
                unreachable = {**unreachable, **error.unreachable}


def names_of(declared: Sequence[Declared], state: Deployment) -> tuple[str, str]:
    """Stack and project, as URNs say them."""
    first = next(iter(declared), None) or next(iter(state.resources), None)
    stack, project, *_ = first.urn.removeprefix("urn:pulumi:").split("::") if first else ("", "")
    return stack, project


@contextmanager
def _collector_off() -> Iterator[None]:
    """A plan makes many objects and no garbage: the collector would go through all of them again
    and again, which costs more the more there are."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass
class _Planner:
    all: Sequence[Declared]
    state: Deployment
    systems: Mapping[str, System]
    refresh: bool
    parallel: int
    purge: frozenset[str]
    unreachable: dict[str, str]

    def __post_init__(self) -> None:
        named = system_names(self.all, self.state).difference(self.unreachable)
        self.unreachable |= reach(self.systems, sorted(named), self.parallel)
        absent = {name: Absent(name) for name in self.unreachable if name in self.systems}
        self.systems = {**self.systems, **absent}
        self._match: Match = match(self.all, self.state, self.systems)
        self._readings: dict[str, ReadSystem] = {}
        self._left_out: frozenset[str] = frozenset()
        self._unread: frozenset[str] = frozenset()
        self._pending_deletes: set[Key] = set()
        self._causes: dict[Key, str] = {}
        self._going: set[str] = set()
        self._letting: dict[Key, set[Key]] = {}
        self._replaced: set[Key] = set()
        owned = {resource.id for resource in self.state.resources}
        strangers = sorted(self.purge - owned)
        if strangers:
            raise PlanError(
                f"--purge {shown(strangers[0])}: the stack has no such object; give it as "
                "SYSTEM/KIND/NAME"
            )

    def plan(self, project: str, stack: str, selection: Selection, destroy: bool) -> Plan:
        matched = self._match
        items = [*matched.declared.values(), *matched.pending_deletes.values()]
        if selection:
            self._left_out = selection.left_out([*items, *matched.unnamed])
            items = [item for item in items if item.urn not in self._left_out]
        self._read(items)
        items = self._reachable(items)
        ordering = self._ordering()
        decisions = self._decide(items)
        going = matched.pending_deletes.items()
        deleted = {key: item for key, item in going if item.urn not in self._left_out}
        declared = {key: item for key, item in matched.declared.items() if key in decisions}
        made = {k for k, d in decisions.items() if d.verb in (Verb.CREATE, Verb.REPLACE)}
        first = making_room(deleted, declared, made)
        self._validate(decisions, ordering, {before for before, _ in first})
        ordering.free_lists(self._freed(decisions))
        ordering.place_deletes(deleted, declared, first)
        ordering.settle({key for key, d in decisions.items() if d.verb is Verb.SAME})
        steps = [self._step(item, decisions[item.key], ordering) for item in items]
        steps += [unnamed(item) for item in matched.unnamed if item.urn not in self._left_out]
        index = {step.key: place for place, step in enumerate(steps)}
        steps.sort(key=lambda step: (step.generation, index[step.key]))
        left, components = tuple(matched.left), tuple(matched.components)
        impacts = impacts_of(
            decisions,
            matched.declared,
            self._readings,
            self.unreachable,
            self.refresh,
            self.parallel,
        )
        return Plan(
            project, stack, tuple(steps), self.state, left, components, self._left_out, destroy,
            unread=self._unread, unreachable=self.unreachable, impacts=impacts,
        )  # fmt: skip

    def _reachable(self, items: list[Item]) -> list[Item]:
        """The items without those of systems that cannot be read, which are left out. Raises
        SystemUnavailable where nothing else is to be planned."""
        unread = [item for item in items if item.key.system in self.unreachable]
        if unread and len(unread) == len(items):
            raise SystemUnavailable("\n".join(self.unreachable.values()))
        self._unread = frozenset(item.urn for item in unread)
        self._left_out |= self._unread
        return [item for item in items if item.key.system not in self.unreachable]

    def _ordering(self) -> Ordering:
        declared = self._match.declared
        values = {key: i.inputs.attributes for key, i in declared.items() if i.inputs}
        like = {
            key: item.inputs.options.like
            for key, item in declared.items()
            if item.inputs is not None and item.inputs.options.like
        }
        explicit = order_edges(self.all, {item.urn: key for key, item in declared.items()})
        graph = build_graph(values, like, explicit, self._default_transmission_queues())
        return Ordering(graph)

    def _default_transmission_queues(self) -> dict[str, str]:
        names = {key.system for key in self._match.declared}
        return {name: self.systems[name].facts.default_transmission_queue for name in names}

    def _read(self, items: Sequence[Item]) -> None:
        items = [item for item in items if item.key.system not in self.unreachable]
        keys = {item.key for item in items}
        if self.refresh:
            kinds = kinds_to_read(keys)
            self._readings, unreachable = read_systems(self.systems, kinds, self.parallel)
            self.unreachable |= unreachable
            return
        known: dict[str, list[Observed]] = {key.system: [] for key in keys}
        for item in items:
            if item.prior is not None and not item.in_progress:
                outputs = canonical_values(item.key.kind, item.prior.outputs)
                known[item.key.system].append(Observed(item.key, outputs))
        for name, objects in known.items():
            self._readings[name] = ReadSystem(self.systems[name], objects)

    def _decide(self, items: Sequence[Item]) -> dict[Key, Decision]:
        """Decide about all without status first; only what is to change is then looked at."""
        self._pending_deletes = {item.key for item in items if item.inputs is None}
        self._going = {item.urn for item in items if item.inputs is None}
        decisions = {item.key: self._decision(item) for item in items}
        self._replace_others(items, decisions)
        again = [item for item in items if depends_on_status(item.key.kind, decisions[item.key])]
        if again and self.refresh:
            changed: dict[str, list[Key]] = {}
            for item in again:
                changed.setdefault(item.key.system, []).append(item.key)
            unreachable = read_status(self._readings, changed, self.parallel)
            if unreachable:
                raise NotRead(unreachable)
        replaced = {k for k, decision in decisions.items() if decision.verb is Verb.REPLACE}
        kept = {k for k, d in decisions.items() if d.verb is Verb.DELETE and d.keep}
        self._replaced = replaced
        self._pending_deletes = (self._pending_deletes - kept) | replaced
        if replaced or kept:
            # What goes is in nobody's way, what stays is; only now is it known which these are.
            again = [item for item in items if decisions[item.key].verb is not Verb.SAME]
        for item in again:
            decisions[item.key] = self._decision(item, decisions)
        for item in (item for item in items if item.key.kind == ClusterSpec.kind):
            if item.inputs is not None and self._ends(item.key, replaced):
                self._readings[item.key.system].forget(item.key)
                reason = "the channel that makes it goes in this plan: it is asked for itself"
                decision = self._decision(item, decisions)
                decisions[item.key] = replace(decision, reasons=(reason,))
        return decisions

    def _replace_others(self, items: Sequence[Item], decisions: dict[Key, Decision]) -> None:
        """What is replaced though nothing of it differs: Pulumi's taint, replacement_trigger,
        replace_with and deleted_with."""
        special = [item for item in items if item.prior is not None and replaced_with(item)]
        replaced = {item.urn for item in items if decisions[item.key].verb is Verb.REPLACE}
        while special:
            causes = {item.key: replacement_cause(item, replaced) for item in special}
            fresh = [item for item in special if causes[item.key]]
            special = [item for item in special if not causes[item.key]]
            if not fresh:
                return
            for item in fresh:
                self._causes[item.key] = causes[item.key]
                decisions[item.key] = self._decision(item)
            replaced |= {i.urn for i in fresh if decisions[i.key].verb is Verb.REPLACE}

    def _ends(self, key: Key, replaced: Collection[Key]) -> bool:
        """Whether the plan takes away the channels that make the membership of a cluster, so that
        it has to be asked for again."""
        reading = self._readings[key.system]
        observed = reading.objects.get(key)
        if observed is None or observed.attributes.get("full_repository") == "yes":
            return False
        going = (self._pending_deletes | self._letting_go(key, reading)).difference(replaced)
        snapshot = reading.snapshot
        return bool(joining(key, snapshot)) and not joining(key, snapshot, going)

    def _freed(self, decisions: Mapping[Key, Decision]) -> list[tuple[Key, Key]]:
        """(replaced authorization list, object that names it no more): DLTAUTL needs the change of
        the object first."""
        return [
            (key, user)
            for key, decision in decisions.items()
            if decision.verb is Verb.REPLACE and key.kind in kinds_of(Role.AUTHORIZATION_LIST)
            for user in sorted(self._letting_go(key, self._readings[key.system]))
            if user in decisions
        ]

    def _decision(self, item: Item, before: Mapping[Key, Decision] | None = None) -> Decision:
        """before: what was decided at first sight."""
        key, declared, inputs, last, prior = (
            item.key, item.declared, item.inputs, item.last, item.prior,
        )  # fmt: skip
        reading = self._readings[key.system]
        observed = reading.objects.get(key)
        desired = None if inputs is None else inputs.attributes
        applied = None if last is None or prior is None else last.attributes
        if key not in self._causes and agrees(desired, applied, observed):
            decision = SAME  # as `decide` says, without making all that it may ask for
        else:
            decision = decide(self._request(item, reading, observed, before))
        if inputs is None and prior is not None and not decision.keep:
            holder = str(prior.raw.get("deletedWith") or "")
            if holder in self._going:
                reason = f"it goes with {holder.split('::')[-1]} (deleted_with): nothing is sent"
                return Decision(Verb.DELETE, keep=True, reasons=(reason,))
        if decision.verb is Verb.SAME and declared is not None and inputs is not None:
            known = last is inputs or known_names(key.kind).issuperset(inputs.attributes)
            if known and not declared.unknown_inputs and not item.in_progress:
                return decision
        return guarded(item, decision, observed, reading)

    def _request(
        self,
        item: Item,
        reading: ReadSystem,
        observed: Observed | None,
        before: Mapping[Key, Decision] | None,
    ) -> DecisionRequest:
        key, declared, inputs, last, prior = (
            item.key, item.declared, item.inputs, item.last, item.prior,
        )  # fmt: skip
        options = item.options
        purged = self.purge and prior is not None and prior.id in self.purge
        if purged and options.on_delete is not OnDelete.RETAIN:
            options = replace(options, on_delete=OnDelete.PURGE)
        replaced = before is not None and before[key].verb is Verb.REPLACE
        pending = self._pending_deletes
        if key.kind in kinds_of(Role.AUTHORIZATION_LIST):
            pending = pending - self._replaced  # which it secures until the list is there again
        if inputs is None or replaced:
            pending = pending | self._letting_go(key, reading)
        adds = inputs is not None and (observed is None or replaced)
        return DecisionRequest(
            key=key,
            desired=None if inputs is None else inputs.attributes,
            options=options,
            last=None if last is None else last.attributes,
            observed=observed,
            snapshot=reading.snapshot,
            facts=reading.facts,
            defaults=reading.defaults(key.kind) if adds else None,
            owned=prior is not None or item.in_progress,
            replace_on=() if declared is None else declared.replace_on_changes,
            ignore=() if declared is None else declared.ignore_changes,
            pending_deletes=pending,
            source=self._source(key, options.like) if adds and observed is None else None,
            replace_because=self._causes.get(key, ""),
            carried=item.carried,
            determined={} if prior is None else determined_of(prior.outputs),
            purge_with="" if prior is None else f"give --purge {prior.id}",
        )

    def _source(self, key: Key, like: str | None) -> Mapping[str, Value] | None:
        """What the object that a new one is made like has by then, as far as is known."""
        if not like:
            return None
        reading = self._readings[key.system]
        name = in_library(Key(key.system, key.kind, like), reading.facts)
        observed = reading.objects.get(name)
        item = self._match.declared.get(name)
        planned: Mapping[str, Value] = {}
        if item is not None and item.inputs is not None and item.urn not in self._left_out:
            planned = item.inputs.attributes
        elif observed is None:
            return None
        existing = reading.defaults(key.kind) if observed is None else observed.attributes
        return {**(existing or {}), **planned}

    def _letting_go(self, key: Key, reading: ReadSystem) -> set[Key]:
        """Objects that name `key` now, and by the program's will no longer do so. What they name
        does not hang on their status, so that it is found out once."""
        if key in self._letting:
            return self._letting[key]
        keys: set[Key] = set()
        for other, attribute in reading.snapshot.named_by(key):
            item = self._match.declared.get(other)
            if item is None or item.inputs is None or item.urn in self._left_out:
                continue
            ignored = property_names(item.declared.ignore_changes if item.declared else ())
            if ignored & {attribute, "*"}:
                continue
            named = item.inputs.attributes.get(attribute)
            holds = named if isinstance(named, tuple) else (named,)
            if named is not None and key.name not in holds:
                keys.add(other)
            elif key.kind == ClusterSpec.kind and other.kind == NamelistSpec.kind:
                keys |= self._letting_go(other, reading)
        self._letting[key] = keys
        return keys

    def _validate(
        self, decisions: dict[Key, Decision], ordering: Ordering, early: Collection[Key]
    ) -> None:
        """What only shows when all decisions are there: lint, targets, and dependents. early: the
        deletes that come before something else."""
        declared = self._match.declared
        for key, decision in list(decisions.items()):
            if decision.verb in (Verb.CREATE, Verb.REPLACE):
                decisions[key] = decision.but(*twins(key, declared))
            elif decision.verb is Verb.DELETE and key.kind == ClusterSpec.kind:
                objects = self._readings[key.system].objects
                decisions[key] = decision.but(*joined_anew(key, declared, decisions, objects))
        changed = {
            key: decision
            for key, decision in decisions.items()
            if key in declared
            and declared[key].inputs is not None
            and decision.verb not in (Verb.SAME, Verb.READ)
        }
        deletes = {key for key, d in decisions.items() if d.verb is Verb.DELETE and not d.keep}
        values = {key: item.inputs.attributes for key, item in declared.items() if item.inputs}
        subjects: dict[Key, Subject] = {}
        for key, decision in changed.items():
            like = declared[key].options.like if decision.verb is Verb.CREATE else None
            source = self._source(key, like)
            if source is not None:
                values[key] = {**source, **values[key]}
            is_new = decision.verb in (Verb.CREATE, Verb.REPLACE)
            sent = None if is_new else {change.name for change in decision.changes}
            subjects[key] = Subject(key, values[key], like, sent)
        observed = {
            key: observation.attributes
            for name in {key.system for key in changed}
            for key, observation in self._readings[name].objects.items()
        }
        systems = {
            name: Surroundings(self.systems[name].facts)
            for name in {key.system for key in declared}
        }
        world = World(values, observed, deletes, deletes.difference(early), systems)
        for key, problems in of_changes(subjects, world).items() if changed else ():
            decisions[key] = decisions[key].but(*problems)
        for key in changed:
            decisions[key] = decisions[key].but(*self._meanwhile(key, decisions[key], ordering))

    def _meanwhile(self, key: Key, decision: Decision, ordering: Ordering) -> Iterator[Diagnostic]:
        """What is needed and left out; who leads nowhere while the object is replaced."""
        reading = self._readings[key.system]
        for needed in ordering.needed_by(key) if self._left_out else ():
            item = self._match.declared[needed]
            absent = needed not in reading.objects and needed.system == key.system
            if item.urn in self._left_out and absent:
                rule = f"needs {needed.kind} {needed.name}, which is not there and left out"
                way_out, sources = f"add --target {item.urn.split('::')[-1]}", (_TARGET,)
                yield problem(key, "not-targeted", rule, way_out, sources)
        if decision.verb is not Verb.REPLACE:
            return
        others = [pair for pair in reading.snapshot.named_by(key) if pair[0] != key]
        naming = [f"{other.name} ({attribute})" for other, attribute in others]
        if naming:
            names = ", ".join(naming[:5]) + (f" and {len(naming) - 5} more" if naming[5:] else "")
            rule = f"while it is replaced, nothing is behind {names}"
            code, way_out = "dependents-meanwhile", "stop what uses them first"
            yield problem(key, code, rule, way_out, naming_sources(others), warning=True)

    def _step(self, item: Item, decision: Decision, ordering: Ordering) -> Step:
        key, declared, inputs = item.key, item.declared, item.inputs
        is_same = decision.verb is Verb.SAME
        # What was declared before otherwise has outputs to write, though nothing is sent.
        unchanged = is_same and item.last is item.inputs
        named, given = declared or item.prior, inputs or item.last
        assert named is not None
        values = decision.creates or (inputs.attributes if inputs is not None else {})
        if decision.changes and not decision.creates:
            # What is sent is what was decided: for CRTMSGQ AUT *LIBCRTAUT, what it stands for.
            values = {
                **values,
                **{c.name: c.after for c in decision.changes if c.after is not None},
            }
        if declared is not None and declared.secret_inputs and inputs is not None:
            decision = redacted(decision, declared, inputs)
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
            None if unchanged else self._readings[key.system].objects.get(key),
            declared is None and ordering.is_late(key),
            option_changes(item),
        )
