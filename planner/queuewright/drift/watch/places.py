"""The queue managers of a fleet that can be watched, each once, and whose environments they are."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.fleet import Fleet, SourceConfig
from queuewright.drift.sources import RECORDED, SourceFailed, live_system, without_secret
from queuewright.systems.events import EventQueue, TellsAlterations, TellsEvents

Answer = TypeVar("Answer")
Member = tuple[str, str]  # environment, and what it calls the queue manager


@dataclass(frozen=True, slots=True)
class WatchedPlace:
    """One queue manager. It has a queue of events, or says when each object was altered.

    name: for people, the same in every run; members: the environments that it is read for."""

    name: str
    members: tuple[Member, ...]
    queue: EventQueue | None = None
    alterations: TellsAlterations | None = None


def places(fleet: Fleet) -> tuple[list[WatchedPlace], list[str]]:
    """Every queue manager that can be watched, and a line for each system that cannot. Two entries
    that lead to one queue are one place: its events are taken off once. Nothing is connected."""
    found: dict[str, WatchedPlace] = {}
    problems = []
    for environment in fleet.environments:
        for system, source in environment.systems.items():
            member = environment.name, system
            try:
                place = _place(member, source, str(fleet.base))
            except QueuewrightError as error:
                problems.append(one_line(f"{environment.name}: {error}"))
                continue
            before = found.get(place.name)
            members = (*before.members, member) if before is not None else (member,)
            found[place.name] = WatchedPlace(place.name, members, place.queue, place.alterations)
    return list(found.values()), problems


def _place(member: Member, source: SourceConfig, base: str) -> WatchedPlace:
    """Raises QueuewrightError for a system that tells nothing."""
    _, name = member
    if source.type in RECORDED:
        raise SourceFailed(f"{name} is read from a file of type {source.type}, {_NOTHING}")
    system = live_system(name, source, base)
    queue = system.event_queue() if isinstance(system, TellsEvents) else None
    if queue is not None:
        return WatchedPlace(queue.place, (member,), queue)
    if isinstance(system, TellsAlterations):
        # One server reaches many queue managers.
        manager = source.options.get("queue_manager") or name
        return WatchedPlace(
            f"{manager} at {without_secret(system.address)}", (member,), None, system
        )
    raise SourceFailed(f"{name} is of type {source.type}, {_NOTHING}")


_NOTHING = "which reports no events; it is not watched: drift run reads it"


def sharing(fleet: Fleet, watched: list[WatchedPlace]) -> Iterator[Member]:
    """Every system of the fleet whose events are those of a watched place."""
    names = {place.name for place in watched}
    for place in places(fleet)[0]:
        if place.name in names:
            yield from place.members


def plainly(work: Callable[[], Answer]) -> Answer:
    """The result of the work. Raises SourceFailed, in one line, for its error."""
    try:
        return work()
    except QueuewrightError as error:
        raise SourceFailed(one_line(str(error))) from None


def members_of(found: list[WatchedPlace]) -> Iterator[Member]:
    """Everything that is watched."""
    for place in found:
        yield from place.members
