"""Systems as a plan sees them: read in bulk, once each, several at the same time."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any, TypeVar

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed, QueuewrightError, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.references import Role
from queuewright.diff.normalise import canonical_values
from queuewright.diff.shared_status import opened_in_group, shared_among
from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.kinds import (
    IBMI_KINDS,
    MQ_KINDS,
    is_ibmi,
    is_limit,
    is_mq,
    is_optional,
    is_record,
    kinds_in,
    kinds_of,
    spec_of,
)
from queuewright.state.deployment import Deployment
from queuewright.systems.limits import read_for
from queuewright.systems.protocol import System
from queuewright.systems.reading import observe_all, on_member
from queuewright.world.snapshot import Snapshot

from .declared import Declared, is_managed, kind_of, managed_kind

Result = TypeVar("Result")
_READERS = 256  # systems that are read at once, at most


def kinds_to_read(keys: Iterable[Key]) -> dict[str, tuple[str, ...]]:
    """Which kinds to read of each system: all of MQ where any is, all of IBM i likewise. The
    others tell what a name means, and what stands in the way; records do not, and not every
    system answers for optional kinds: these are read only where any of the kind is, or of one whose
    names they share, or that they hold on to, as what is secured does to its authorization list and
    to its users."""
    wanted: dict[str, set[str]] = {}
    for system, kind in {(key.system, key.kind) for key in keys}:
        wanted.setdefault(system, set()).update((kind, *read_for((kind,))))
    return {
        system: (
            *(
                (k for k in MQ_KINDS if k in kinds or not _is_apart(k) or _shares_names(k, kinds))
                if any(map(is_mq, kinds))
                else ()
            ),
            *sorted(filter(is_limit, kinds)),
            *(
                (k for k in IBMI_KINDS if k in kinds or not is_optional(k) or _holds(k, kinds))
                if any(map(is_ibmi, kinds))
                else ()
            ),
        )
        for system, kinds in wanted.items()
    }


def _is_apart(kind: str) -> bool:
    return is_record(kind) or is_optional(kind)


def _shares_names(kind: str, kinds: set[str]) -> bool:
    return not is_record(kind) and not kinds.isdisjoint(kinds_in(spec_of(kind).namespace))


def _holds(kind: str, kinds: Collection[str]) -> bool:
    users = (ObjectAuthoritySpec.kind, *kinds_of(Role.AUTHORIZATION_LIST))
    return spec_of(kind).is_secured() and any(k in kinds for k in users)


class Absent:
    """Stands for a system that cannot be read: what is on it is left out of a plan."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.facts = SystemFacts(name)

    def _refuse(self, *_: object, **__: object) -> Any:
        raise SystemUnavailable(f"{self.name}: it could not be read; run it again")

    observe = handles = defaults = create = change = start = delete = _refuse
    refresh_security = _refuse


def system_names(declared: Iterable[Declared], state: Deployment) -> set[str]:
    """Every system that the program or the state has something on."""
    own = ((d.type, d.inputs) for d in declared if d.custom)
    others = ((r.type, r.inputs) for r in state.resources if is_managed(r))
    given = {
        (token, name)
        for token, inputs in chain(own, others)
        if isinstance(name := inputs.get("system"), str)
    }
    return {name for token, name in given if kind_of(token)}


def recorded(state: Deployment) -> Iterator[Key]:
    """The objects that a state has."""
    for resource in state.resources:
        key = Key.parse(resource.id) if managed_kind(resource) is not None else None
        if key is not None:
            yield key


class NotRead(QueuewrightError):
    """Systems that could not be read; one line each."""

    def __init__(self, unreachable: Mapping[str, str]) -> None:
        super().__init__("\n".join(unreachable.values()))
        self.unreachable = unreachable


def reach(systems: Mapping[str, System], names: Collection[str], parallel: int) -> dict[str, str]:
    """Ask each of the systems for its facts: those that do not answer, and why in one line."""

    def ask(name: str) -> None:
        _ = systems[name].facts

    return _each(ask, [name for name in names if name in systems], parallel)[1]


def from_state(
    applied: Iterable[tuple[Key, Mapping[str, Any]]],
    names: Iterable[str],
    systems: Mapping[str, System],
) -> dict[str, Snapshot]:
    """These systems as a state knows them, where nothing is read: what else they have is not known.
    applied: the objects of the state, and their outputs."""
    known: dict[str, dict[Key, Observed]] = {name: {} for name in names}
    for key, outputs in applied:
        known[key.system][key] = Observed(key, canonical_values(key.kind, outputs))
    return {
        name: Snapshot(systems[name].facts, objects, None, systems[name].defaults, is_part=True)
        for name, objects in known.items()
    }


def read_systems(
    systems: Mapping[str, System],
    kinds: Mapping[str, Collection[str]],
    named: Iterable[Key],
    parallel: int,
    expected: Iterable[Key] = (),
) -> tuple[dict[str, Snapshot], dict[str, str]]:
    """Read the systems that `kinds` names; those that could not be read, and why in one line.

    named: what a program or a state names, which is read wherever it is. expected: what the state
    has, which is not gone because the user may not see it.
    """
    by_system, ought_to_be = _by_system(named), _by_system(expected)

    def read(name: str) -> Snapshot:
        system, own = systems[name], ought_to_be.get(name, ())
        objects = observe_all(system, kinds[name], by_system.get(name, ()), expected=own)
        return Snapshot.of(objects, None, system.facts, system.defaults)

    return _each(read, list(kinds), parallel)


def _by_system(keys: Iterable[Key]) -> dict[str, list[Key]]:
    by_system: dict[str, list[Key]] = {}
    for key in keys:
        by_system.setdefault(key.system, []).append(key)
    return by_system


def read_some(
    systems: Mapping[str, System],
    kinds: Collection[str],
    names: Collection[str],
    readings: Mapping[str, Snapshot],
    parallel: int,
) -> tuple[dict[str, tuple[str, list[Observed]]], dict[str, str]]:
    """The queue-sharing group of each system, "" for none, and its objects of these names where it
    is in one and is not among the readings; what could not be read, and why in one line."""

    def read(name: str) -> tuple[str, list[Observed]]:
        system = systems[name]
        group = system.facts.queue_sharing_group or ""
        asked = bool(group) and name not in readings
        return group, list(system.observe(tuple(sorted(kinds)), sorted(names))) if asked else []

    return _each(read, list(systems), parallel)


def read_status(
    systems: Mapping[str, System],
    readings: dict[str, Snapshot],
    changed: Mapping[str, Collection[Key]],
    parallel: int,
) -> dict[str, str]:
    """Ask for the status of what is to change, and for the handles of its system, and put both in
    the readings; the systems that could not be asked, and why in one line.

    Beside an object's own name, the names that it resolves through are asked for. Of a shared queue
    each queue manager of its group is asked that is among the systems.
    """

    def read(name: str) -> None:
        keys = changed[name]
        names = {key.name for key in keys}
        for key in keys:
            names.update(step.name for step in readings[name].path(key.name))
            naming = (each for each, _ in readings[name].named_by(key))
            holds = spec_of(key.kind).of_group  # messages of shared queues
            names.update(each.name for each in naming if holds or spec_of(each.kind).runs)
        kinds = [kind for kind in kinds_to_read(keys)[name] if not is_limit(kind)]
        found = list(systems[name].observe(kinds, sorted(names), status=True))
        if shared := shared_among(found):
            members = _members(systems, readings, name, shared, parallel)
            found = opened_in_group(found, shared, members)
        readings[name] = readings[name].noted(found)
        if is_mq(kinds[0]):
            readings[name] = readings[name].opened_by(systems[name].handles())

    return _each(read, list(changed), parallel)[1]


def _members(
    systems: Mapping[str, System],
    readings: Mapping[str, Snapshot],
    name: str,
    shared: Collection[Key],
    parallel: int,
) -> list[Snapshot]:
    """The other queue managers of the group of one, with the status of these shared queues and
    their handles. One that does not answer is left out, as are those that no stack names."""
    group = systems[name].facts.queue_sharing_group

    def read(member: str) -> Snapshot | None:
        return on_member(systems[member], group, shared, readings.get(member))

    others = [each for each in systems if each != name] if group else []
    return [found for found in _each(read, others, parallel)[0].values() if found is not None]


def read_handles(
    systems: Mapping[str, System], readings: dict[str, Snapshot], parallel: int
) -> dict[str, str]:
    """Ask the queue managers that were not asked yet who has what open, and put it in the readings;
    why, in one line, where one does not tell."""

    def read(name: str) -> None:
        readings[name] = readings[name].opened_by(systems[name].handles())

    names = [
        name
        for name, reading in readings.items()
        if reading.handles is None and any(is_mq(key.kind) for key in reading.objects)
    ]
    return _each(read, names, parallel)[1]


def _each(
    work: Callable[[str], Result], names: Sequence[str], parallel: int
) -> tuple[dict[str, Result], dict[str, str]]:
    """The result of the work for each system, and the errors of the others. A system is waited
    for most of the time: more are asked at once than there are processors."""

    def attempt(name: str) -> Result | QueuewrightError:
        try:
            return work(name)
        except (CommandFailed, SystemUnavailable) as error:
            return error

    if len(names) <= 1 or parallel <= 1:
        answers = [attempt(name) for name in names]
    else:
        threads = min(len(names), max(parallel, _READERS))
        with ThreadPoolExecutor(threads, "queuewright-read") as pool:
            answers = list(pool.map(attempt, names))
    both = dict(zip(names, answers, strict=True))
    return (
        {n: answer for n, answer in both.items() if not isinstance(answer, QueuewrightError)},
        {n: _line(n, answer) for n, answer in both.items() if isinstance(answer, QueuewrightError)},
    )


def _line(name: str, error: QueuewrightError) -> str:
    text = "; ".join(str(error).splitlines())
    return one_line(text if name in text else f"{name}: {text}")
