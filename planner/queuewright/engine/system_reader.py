"""Systems as a plan sees them: read in bulk, once each, several at the same time."""

from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from queuewright.catalogue.key import Key
from queuewright.dynamic.read_system import ReadSystem
from queuewright.kinds import IBMI_KINDS, MQ_KINDS
from queuewright.systems.protocol import System

Given = TypeVar("Given")
Result = TypeVar("Result")


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
        return ReadSystem(systems[name], systems[name].observe(kinds[name]))

    return dict(zip(kinds, _all(read, kinds, parallel), strict=True))


def read_status(
    readings: Mapping[str, ReadSystem], changed: Mapping[str, Collection[Key]], parallel: int
) -> None:
    """Ask for the status of what is to change, and for the handles of its system.

    Beside an object's own name, the names that it resolves through are asked for.
    """

    def read(name: str) -> None:
        reading, keys = readings[name], changed[name]
        names = {key.name for key in keys}
        for key in keys:
            names.update(step.name for step in reading.snapshot.path(key.name))
        kinds = kinds_to_read(keys)[name]
        reading.note(*reading.system.observe(kinds, sorted(names), status=True))
        if kinds[0] in MQ_KINDS:
            reading.read_handles()

    _all(read, changed, parallel)


def _all(work: Callable[[Given], Result], items: Collection[Given], parallel: int) -> list[Result]:
    if len(items) <= 1 or parallel <= 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(min(parallel, len(items)), "queuewright-read") as pool:
        return list(pool.map(work, items))
