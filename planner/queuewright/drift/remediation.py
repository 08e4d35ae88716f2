"""The commands that put one environment right: the plan, or the configuration that accepts it."""

import copy
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import DRIFT
from queuewright.diff.compare import drift
from queuewright.diff.types import Verb
from queuewright.engine.declared import Declared, managed_kind
from queuewright.engine.plan import make_plan
from queuewright.engine.steps import Plan
from queuewright.host.answers import from_systems
from queuewright.host.run import ProgramRun, run
from queuewright.state.deployment import Deployment, Resource
from queuewright.state.store import StackStore
from queuewright.systems.protocol import System

from .evaluate import (
    LONGER,
    Evaluated,
    declared_object,
    desired_state,
    evaluate_all,
    key_on,
    request_of,
    stack_of,
)
from .fleet import Environment, Fleet
from .sources import NOTHING_KNOWN, LastReading, RecordedSystem, observed_by, systems_of, within
from .workers import Workers

_Objects = Mapping[Key, Mapping[str, Any]]
NOT_KNOWN_AS_OWN = Rule(
    "not-known-as-own",
    "Drift that only a replacement puts right, of an object that may be another's",
    "only delete and create could change {names}, and no state says that this environment's stack "
    "created it",
    "put it right by hand, or give the environment a stack and `owns: state`",
    (DRIFT.at("Remediation"),),
)


_TRIES = 200  # configurations that `accept` evaluates at most, each a run of the program


def plan_remediation(
    fleet: Fleet,
    environment: Environment,
    *,
    timeout: float = 120.0,
    last: Mapping[str, LastReading] = NOTHING_KNOWN,
) -> tuple[Plan, ProgramRun]:
    """The plan that brings an environment back to what its program (or its state) defines.

    Where the environment `owns` its stack's state, that says what is its own. Elsewhere it is what
    the program declares and the systems have; of that nothing is ever deleted, not even to replace
    it, because no state says who created it. timeout: seconds for the program, and for each system.
    last: system -> how it was last read: what a dump has lost since then is not planned.
    Raises QueuewrightError.
    """
    project, stack = stack_of(request_of(environment, fleet.base))
    systems = systems_of(environment, fleet.base, timeout=timeout, last=last)
    store = StackStore(project.directory, project.name, stack.name)
    if environment.desired == "state":
        program = ProgramRun(tuple(_of_state(desired_state(project, stack))))
    else:
        answer = from_systems(systems)
        program = run(project, stack, answer=answer, preview=True, timeout=timeout, longer=LONGER)
    known = environment.owns == "state" and store.exists()
    places = {
        resource.urn: key_on(environment.systems, declared_object(resource))
        for resource in program.declared
        if resource.kind is not None
    }
    _require(systems, places.values())
    if known:
        state = store.load()
    else:
        present = _observed(systems, places.values(), timeout)
        state = _as_owned(program.declared, places, present)
    plan = make_plan(
        program.declared, state, systems, project=project.name, stack=stack.name,
        only_read=program.only_read,
    )  # fmt: skip
    return (plan if known else _never_deleting(plan)), program


def _require(systems: Mapping[str, System], desired: Collection[Key]) -> None:
    """Raises SourceFailed where a record tells nothing of what is desired."""
    for system in systems.values():
        if isinstance(system, RecordedSystem):
            system.require(desired)


def _of_state(state: Deployment) -> Iterator[Declared]:
    """The objects of a stack's state, as its program declared it; secret values stay as they
    are."""
    for index, resource in enumerate(state.by_urn().values()):
        if managed_kind(resource) is not None:
            inputs = {
                name: value
                for name, value in resource.inputs.items()
                if name != "__provider" and name not in resource.secret_names
            }
            yield Declared(
                resource.urn, resource.type, resource.name, inputs=inputs, index=index,
                ignore_changes=resource.ignore_changes,
            )  # fmt: skip


def _never_deleting(plan: Plan) -> Plan:
    steps = []
    for step in plan.steps:
        if step.verb in (Verb.REPLACE, Verb.DELETE):
            names = ", ".join(change.name for change in step.decision.changes)
            blocking = NOT_KNOWN_AS_OWN(step.key, names=names)
            step = step._replace(decision=step.decision.but(blocking))
        steps.append(step)
    return replace(plan, steps=tuple(steps))


def _as_owned(
    declared: Sequence[Declared], places: Mapping[str, Key], present: Collection[Key]
) -> Deployment:
    resources = []
    for resource in declared:
        key = places.get(resource.urn)
        if key is not None and key in present:
            fields = {
                "urn": resource.urn,
                "type": resource.type,
                "custom": True,
                "id": key.id,
                "inputs": dict(resource.inputs),
                "outputs": dict(resource.inputs),
                "parent": resource.parent,
            }
            resources.append(Resource(fields))
    return Deployment(tuple(resources))


@dataclass(frozen=True, slots=True)
class Difference:
    """One managed attribute that differs. Values are canonical."""

    key: Key
    attribute: str
    desired: Any
    observed: Any


@dataclass(frozen=True, slots=True)
class Accepted:
    """The edits after which an environment's program defines what its systems have.

    config: configuration of the environment, each value tried: with it the program was evaluated
    again, which ended differences and introduced none. left: those that no single value ends.
    missing: objects that do not exist at all. Both need a change of the program.
    """

    config: Mapping[str, Any]
    left: tuple[Difference, ...]
    missing: tuple[Key, ...]


def accept(
    fleet: Fleet,
    environment: Environment,
    *,
    timeout: float = 120.0,
    last: Mapping[str, LastReading] = NOTHING_KNOWN,
) -> Accepted:
    """Find configuration that makes what is observed the definition. last: as of
    `plan_remediation`. Raises QueuewrightError."""
    if environment.desired == "state":
        raise QueuewrightError(
            f"{environment.name}: what it desires is its stack's state, which has no "
            "configuration; run queuewright refresh on the stack to accept what is there"
        )
    request = request_of(environment, fleet.base, timeout)
    _, stack = stack_of(request)
    values = {
        key: value
        for key, value in stack.values.items()
        if key not in stack.secrets and not key.startswith("queuewright:")
    }
    config: dict[str, Any] = {}
    with Workers(1) as workers:
        first = evaluate_all([request], workers)[request]
        if first.error is not None:
            raise QueuewrightError(first.error)
        unknown = {d.key.system for d in first.definitions} - environment.systems.keys()
        if unknown:
            raise QueuewrightError(
                f"the program declares system {min(unknown)}, which the fleet does not list for "
                f"{environment.name}; add it there"
            )
        declared = _declared(first, environment)
        systems = systems_of(environment, fleet.base, timeout=timeout, last=last)
        _require(systems, declared.keys())
        observed = _observed(systems, declared.keys(), timeout)
        left, missing = differences(declared, observed)
        may_go = frozenset(missing)
        pairs = [(difference.desired, difference.observed) for difference in left]
        names = [key.name for key in missing]
        for override in candidate_overrides(values, pairs, names)[:_TRIES]:
            if not left and not missing:
                break
            value = override.applied({**values, **config}[override.key])
            if value is None:
                continue
            trial = {**environment.config, **config, override.key: value}
            tried = replace(request, config=json.dumps(trial))
            after = evaluate_all([tried], workers)[tried]
            if after.error is not None:
                continue
            declared_then = _declared(after, environment)
            still, absent = differences(declared_then, observed)
            fewer = _places(still, absent) < _places(left, missing)
            if fewer and _kept(declared, declared_then, may_go):
                config[override.key] = value
                left, missing = still, absent
    return Accepted(config, tuple(left), tuple(missing))


def differences(declared: _Objects, observed: _Objects) -> tuple[list[Difference], list[Key]]:
    """Managed attributes that differ, and objects that are missing."""
    differing = [
        Difference(key, change.name, change.before, change.after)
        for key, attributes in declared.items()
        if key in observed
        for change in drift(key.kind, attributes, observed[key])
    ]
    return differing, [key for key in declared if key not in observed]


def _observed(
    systems: Mapping[str, System], named: Collection[Key], timeout: float
) -> dict[Key, Mapping[str, Any]]:
    """Everything that is there; a system that was read already is not read again."""
    return {
        observed.key: observed.attributes
        for name, system in systems.items()
        for observed in within(name, timeout, partial(observed_by, system, named))
    }


def _places(differing: Iterable[Difference], missing: Iterable[Key]) -> set[tuple[Key, str]]:
    return {
        *((difference.key, difference.attribute) for difference in differing),
        *((key, "") for key in missing),
    }


def _declared(evaluated: Evaluated, environment: Environment) -> dict[Key, Mapping[str, Any]]:
    """A declared object, with its managed attributes."""
    return {
        key_on(environment.systems, definition): definition.attributes
        for definition in evaluated.definitions
        if definition.attributes is not None
    }


def _kept(before: _Objects, after: _Objects, may_go: frozenset[Key]) -> bool:
    """Whether as much is declared as before: what is no longer looked at is not accepted."""
    dropped = {key for key in before if key not in after or after[key].keys() != before[key].keys()}
    return after.keys() <= before.keys() and dropped <= may_go - after.keys()


@dataclass(frozen=True, slots=True)
class Override:
    """In the value of a configuration key, at `path` inside it: `old` becomes `new`, or (`drop`)
    the element is left out."""

    key: str
    path: tuple[str | int, ...]
    old: Any
    new: Any = None
    drop: bool = False

    def applied(self, value: Any) -> Any | None:
        """The key's value with the override; None where it does not fit any more."""
        if not self.path:
            return None if self.drop or value != self.old else self.new
        changed = copy.deepcopy(value)
        inside = changed
        try:
            for step in self.path[:-1]:
                inside = inside[step]
            if self.drop and isinstance(inside, list):
                inside.remove(self.old)  # an override before this one may have moved it
            elif inside[self.path[-1]] != self.old:
                return None
            elif self.drop:
                del inside[self.path[-1]]
            else:
                inside[self.path[-1]] = self.new
        except (LookupError, TypeError, ValueError):
            return None
        return changed


def candidate_overrides(
    values: Mapping[str, Any], differing: Iterable[tuple[Any, Any]], missing: Iterable[str]
) -> list[Override]:
    """Every override worth a try, the likely ones first, each once. Pure; each is a guess: a value
    equal to what some attribute is wanted to be may become what it is; a list or mapping that names
    an object which does not exist may lose that name; a switch may be turned.

    values: full configuration keys and their values. wanted: (desired, observed) of attributes
    that differ. missing: names of objects that do not exist; of `LIBRARY/NAME` both.
    """
    places = [(key, *place) for key, value in values.items() for place in _walk(value)]
    pairs = list(differing)
    names = {part for name in missing for part in (name, name.rpartition("/")[2])}
    candidates = [
        Override(key, path, old, _like(old, observed))
        for desired, observed in pairs
        for key, path, old in places
        if _means(old, desired)
    ]
    candidates += [
        Override(key, path, old, drop=True)
        for key, path, old in places
        if path and _names(path, old, names)
    ]
    candidates += [
        Override(key, path, old, not old)
        for key, path, old in places
        if isinstance(old, bool) and (pairs or names)
    ]
    return [each for place, each in enumerate(candidates) if each not in candidates[:place]]


def _walk(
    value: Any, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield path, value
    if isinstance(value, Mapping):
        for name, inside in value.items():
            yield from _walk(inside, (*path, name))
    elif isinstance(value, list):
        for place, inside in enumerate(value):
            yield from _walk(inside, (*path, place))


def _means(old: Any, desired: Any) -> bool:
    """Whether a configured value is what an attribute is wanted to be, as far as one can see."""
    if isinstance(old, bool | Mapping):
        return False
    if isinstance(old, list):
        return isinstance(desired, tuple | list) and list(map(str, desired)) == list(map(str, old))
    return not isinstance(desired, tuple | list | Mapping) and str(old) == str(desired)


def _like(old: Any, observed: Any) -> Any:
    """The observed value, of the type that the configuration has."""
    if isinstance(observed, tuple | list):
        return list(observed)
    return str(observed) if isinstance(old, str) else observed


def _names(path: tuple[str | int, ...], old: Any, names: set[str]) -> bool:
    """An element of a list that is or has one of the names, or a key that is one."""
    if isinstance(path[-1], str):
        return path[-1] in names
    inside = old.values() if isinstance(old, Mapping) else (old,)
    return any(isinstance(value, str) and value in names for value in inside)
