"""Systems as a plan sees them: read in bulk, once each, several at the same time."""

from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.diff.snapshot import SystemSnapshot
from queuewright.kinds import IBMI_KINDS, MQ_KINDS
from queuewright.systems.protocol import System

Given = TypeVar("Given")
Result = TypeVar("Result")


@dataclass(slots=True)
class ReadSystem:
    """One system as it was read: its objects by key, and the same as a snapshot."""

    facts: SystemFacts
    objects: dict[Key, Observed] = field(default_factory=dict)
    snapshot: SystemSnapshot = field(default_factory=lambda: SystemSnapshot.of(()))
    system: System | None = None
    _defaults: dict[str, Mapping[str, Value] | None] = field(default_factory=dict)

    def defaults(self, kind: str) -> Mapping[str, Value] | None:
        """The attributes of the kind's default definition, asked for once."""
        if kind not in self._defaults:
            default = self.system.defaults(kind) if self.system is not None else None
            self._defaults[kind] = None if default is None else default.attributes
        return self._defaults[kind]


def kinds_to_read(keys: Iterable[Key]) -> dict[str, tuple[str, ...]]:
    """Which kinds to read of each system: all of MQ where any is, all of IBM i likewise. The
    others tell what a name means, and what stands in the way."""
    on_mq: dict[str, set[bool]] = {}
    for key in keys:
        on_mq.setdefault(key.system, set()).add(key.kind in MQ_KINDS)
    return {
        system: (MQ_KINDS if True in families else ()) + (IBMI_KINDS if False in families else ())
        for system, families in on_mq.items()
    }


def read_systems(
    systems: Mapping[str, System], kinds: Mapping[str, Collection[str]], parallel: int
) -> dict[str, ReadSystem]:
    """Read the systems that `kinds` names. Raises SystemUnavailable, CommandFailed."""

    def read(name: str) -> ReadSystem:
        system = systems[name]
        facts = system.facts
        observed = list(system.observe(kinds[name]))
        objects = {observation.key: observation for observation in observed}
        return ReadSystem(facts, objects, _snapshot(facts, observed), system)

    return dict(zip(kinds, _all(read, kinds, parallel), strict=True))


def read_status(
    readings: Mapping[str, ReadSystem], changed: Mapping[str, Collection[Key]], parallel: int
) -> None:
    """Ask for the status of what is to change, and for the handles of its system.

    Beside an object's own name, the names that it resolves through are asked for.
    """

    def read(name: str) -> None:
        reading = readings[name]
        if reading.system is None:
            return
        keys = changed[name]
        names = {key.name for key in keys}
        for key in keys:
            names.update(step.name for step in reading.snapshot.path(key.name))
        kinds = kinds_to_read(keys)[name]
        for observation in reading.system.observe(kinds, sorted(names), status=True):
            reading.objects[observation.key] = observation
        handles = list(reading.system.handles()) if kinds[0] in MQ_KINDS else []
        reading.snapshot = _snapshot(reading.facts, reading.objects.values(), handles)

    _all(read, changed, parallel)


def _snapshot(
    facts: SystemFacts, observed: Iterable[Observed], handles: Iterable[Handle] = ()
) -> SystemSnapshot:
    return SystemSnapshot.of(
        observed,
        handles,
        system=facts.name,
        default_transmission_queue=facts.default_transmission_queue,
    )


def _all(work: Callable[[Given], Result], items: Collection[Given], parallel: int) -> list[Result]:
    if len(items) <= 1 or parallel <= 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(min(parallel, len(items)), "queuewright-read") as pool:
        return list(pool.map(work, items))
