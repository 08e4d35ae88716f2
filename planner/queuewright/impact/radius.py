"""The blast radius of an object: what depends on it, and who has it open now, through what."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.references import QueueType
from queuewright.kinds import IBMI_KINDS, is_queue, queue_type, spec_of
from queuewright.world.resolving import Use
from queuewright.world.world import MEMBERSHIP, Link, World

# A reference by one of these passes on what happens to its target: who opens an alias opens its
# base queue. A backout queue or a namelist entry is named and no more.
_CARRYING = frozenset(
    (
        "base_object_name",
        "remote_queue_name",
        "remote_queue_manager_name",
        "xmit_queue_name",
        "remote_data_queue",
        "names",
        MEMBERSHIP,
    )
)


# Allocations by jobs, which a plan asks about only where it matters.
_ALLOCATED = tuple(kind for kind in IBMI_KINDS if spec_of(kind).in_library)


@dataclass(frozen=True, slots=True)
class Dependent:
    """An object that depends on another one by `attribute`, through the objects in `through`
    (nearest to the dependent first, empty where it names it itself). cluster: in which the name is
    found, "" for none. declared, observed: whether the program says so, and whether its system has
    it so now."""

    key: Key
    attribute: str
    through: tuple[Key, ...] = ()
    cluster: str = ""
    declared: bool = True
    observed: bool = True

    def __str__(self) -> str:
        how = f" through {', '.join(each.name for each in self.through)}" if self.through else ""
        where = f" in cluster {self.cluster}" if self.cluster else ""
        return one_line(f"{self.key} ({self.attribute}{where}{how})")


@dataclass(frozen=True, slots=True)
class Opened:
    """Who has it open: on which system, by which handle. towards: the object on that system that
    leads to the one that was asked for, None where it is that one itself. cluster: in which the
    name is found."""

    system: str
    use: Use
    towards: Key | None = None
    cluster: str = ""

    def text(self, key: Key) -> str:
        """One line, as it is told of the object `key`."""
        where = f" on {self.system}" if self.system not in (key.system, self.use.member) else ""
        leads = ""
        if self.towards is not None and self.towards.name != self.use.object_name:
            leads = f", which leads here through {self.towards.name}"
        cluster = f" (cluster {self.cluster})" if self.cluster else ""
        return one_line(f"{self.use}{where}{leads}{cluster}")


@dataclass(frozen=True, slots=True)
class Impact:
    """dependents: nearest first. opened: handles. unknown: what is not known, and why; one line
    each."""

    dependents: tuple[Dependent, ...] = ()
    opened: tuple[Opened, ...] = ()
    unknown: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.dependents or self.opened)


def together(impacts: Iterable[Impact], among: Collection[Key]) -> Impact:
    """The blast radius of several objects together; `among` themselves are not dependents."""
    dependents: dict[Key, Dependent] = {}
    opened: dict[Opened, None] = {}
    unknown: dict[str, None] = {}
    for impact in impacts:
        for each in impact.dependents:
            if each.key not in among:
                dependents.setdefault(each.key, each)
        opened.update(dict.fromkeys(impact.opened))
        unknown.update(dict.fromkeys(impact.unknown))
    return Impact(tuple(dependents.values()), tuple(opened), tuple(unknown))


class Impacts(Mapping[Key, Impact]):
    """The blast radius of each of `keys`, found when it is asked for. world: what makes the world,
    called once."""

    def __init__(self, keys: Mapping[Key, object], world: Callable[[], World]) -> None:
        self._keys = keys
        self._make = world
        self._known: dict[Key, Impact] = {}

    @cached_property
    def _world(self) -> World:
        return self._make()

    def __getitem__(self, key: Key) -> Impact:
        if key not in self._keys:
            raise KeyError(key)
        if key not in self._known:
            self._known[key] = impact_of(key, self._world)
        return self._known[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def impact_of(key: Key, world: World) -> Impact:
    """The dependents of an object, and the applications that have it open."""
    dependents = tuple(_dependents(key, world))
    opened: dict[tuple[object, ...], Opened] = {}
    for found in _opened(key, dependents, world):
        use = found.use
        who = use.application, use.user, use.channel
        opened.setdefault((found.system, use.object_name, *who, use.open_for), found)
    return Impact(dependents, tuple(opened.values()), tuple(_unknown(key, dependents, world)))


def _dependents(key: Key, world: World) -> Iterator[Dependent]:
    """Breadth first, each object once, by the shortest way."""
    seen = {key}
    waiting: list[tuple[Key, tuple[Key, ...]]] = [(key, ())]
    for target, through in waiting:  # grows
        for link in world.named_by(target):
            if link.source in seen:
                continue
            seen.add(link.source)
            yield _dependent(link, through)
            if link.attribute in _CARRYING and not _opens_nothing(link.source, target):
                waiting.append((link.source, (link.source, *through)))


def _opens_nothing(source: Key, target: Key) -> bool:
    """An alias of an alias cannot be opened: what happens behind it changes nothing for others."""
    return queue_type(source.kind) is queue_type(target.kind) is QueueType.ALIAS


def _dependent(link: Link, through: tuple[Key, ...]) -> Dependent:
    return Dependent(
        link.source, link.attribute, through, link.cluster, link.declared, link.observed
    )


def _opened(key: Key, dependents: tuple[Dependent, ...], world: World) -> Iterator[Opened]:
    observed = world.observed(key)
    if observed is not None:
        snapshot = world.systems[key.system]
        for use in snapshot.uses_of_object(observed):
            yield Opened(use.member or key.system, use)
    if not is_queue(key.kind):
        return
    yield from _from_elsewhere(key, world)
    for dependent in dependents:
        near = dependent.key
        if near.system == key.system or not is_queue(near.kind):
            continue  # who opened it through names of its own system is told with the object
        if dependent.attribute not in _CARRYING or near.system not in world.systems:
            continue
        there = world.observed(near)
        if there is not None:
            yield from _of(there, near, dependent.cluster, world)


def _of(observed: Observed, near: Key, cluster: str, world: World) -> Iterator[Opened]:
    for use in world.systems[near.system].uses_of_object(observed):
        yield Opened(near.system, use, near, cluster)


def _from_elsewhere(key: Key, world: World) -> Iterator[Opened]:
    """Handles on other queue managers: by the queue's name and that of its queue manager, or by its
    name alone where both are in a cluster."""
    for system, use in world.addressed(key.name, key.system):
        yield Opened(system, use)
    clusters = world.clusters_of(key)
    for system, use in world.addressed(key.name, "") if clusters else ():
        shared = next((name for name in clusters if name in world.memberships(system)), "")
        if system != key.system and shared and not world.queues_at(system, key.name):
            yield Opened(system, use, cluster=shared)


def _unknown(key: Key, dependents: tuple[Dependent, ...], world: World) -> Iterator[str]:
    yield from world.unread.values()
    observed = world.observed(key)
    if observed is not None and observed.status is None and key.kind in _ALLOCATED:
        yield f"who has {key.name} allocated was not asked for: this change does not hang on it"
    for system in dict.fromkeys((key.system, *(each.key.system for each in dependents))):
        reason = world.handles_unknown.get(system)
        if reason:
            yield f"who has what open on {system} is not known: {reason}"
