"""The objects that are linted, and everything else that there will be beside them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.graph.references import Directory, Target
from queuewright.kinds import QUEUE_KINDS, spec_of
from queuewright.mq.membership import MEMBERSHIP_KINDS, Objects, clusters_named, memberships

QUEUE_MANAGER = "mq:QueueManager"  # as a subject: what is set of a queue manager itself


@dataclass(frozen=True, slots=True)
class Subject:
    """An object that is looked at.

    values: what is declared of it, canonical. like: what a new one is made like. sent: the
    attributes that a plan sends, None for all, as for a new object. is_new: None where that is not
    known. file, line: where it is declared. deleted: the command of the same script that took an
    object of this name away before; restored: whether a later one grants authorities to it.
    """

    key: Key
    values: Mapping[str, Any] = field(default_factory=dict)
    like: str | None = None
    sent: Collection[str] | None = None
    is_new: bool | None = None
    file: str = ""
    line: int = 0
    deleted: Definition | None = None
    restored: bool = False

    def sends(self, attribute: str) -> bool:
        return self.sent is None or attribute in self.sent


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of one system besides its objects. is_part: its objects are not all known, so
    that a name that is not here may be there. is_read: what it has is among the objects.
    namelists: that the queue manager itself names. topics: its topic objects, None where they are
    not known. joins_others: it may be a member of clusters whose names are not known."""

    facts: SystemFacts
    is_part: bool = False
    is_read: bool = True
    namelists: frozenset[str] = frozenset()
    topics: frozenset[str] | None = None
    joins_others: bool = False


@dataclass
class World:
    """Every object that there will be.

    declared, observed: attributes by key; where both have an object, `declared` goes first.
    pending_deletes: what goes; late: those of them that go after everything else. unknown: declared
    objects that have more than is known: of which nothing is taken to be as it ships.
    """

    declared: Mapping[Key, Mapping[str, Any]]
    observed: Mapping[Key, Mapping[str, Any]] = field(default_factory=dict)
    pending_deletes: Collection[Key] = ()
    late: Collection[Key] = ()
    systems: Mapping[str, Surroundings] = field(default_factory=dict)
    unknown: Collection[Key] = ()

    def __post_init__(self) -> None:
        left = set(self.pending_deletes) - self.declared.keys()
        others = (key for key in self.observed if key not in self.declared and key not in left)
        self.keys = [*self.declared, *others]
        self.directory = Directory(self.keys)
        self._late = Directory(self.late)
        self._members: dict[str, tuple[Objects, Mapping[str, str]]] = {}

    def find(self, target: Target, by: Key) -> list[Key]:
        """The objects meant; an object may mean itself, but is not made like itself."""
        matches = self.directory.find(target, by=by)
        if target.attribute == "like" and not matches:
            # A definition is copied before anything that comes last is deleted.
            matches = self._late.find(target, by=by)
        own = target.attribute != "like" and target.system == by.system
        if not matches and own and target.name == by.name and by.kind in target.kinds:
            return [by]
        return matches

    def value(self, key: Key, attribute: str) -> Any:
        """What it will have: what is declared, else what it has, else what IBM ships. None where
        that is not known."""
        for source in (self.declared, self.observed):
            value = source.get(key, {}).get(attribute)
            if value is not None:
                return value
        return self.existing(key).get(attribute)

    def existing(self, key: Key) -> Mapping[str, Any]:
        """What an object has besides what is declared of it."""
        if key in self.observed:
            return self.observed[key]
        if key in self.unknown:
            return {}
        facts = self.facts(key.system)
        return spec_of(key.kind).shipped(facts.platform, facts.command_level)

    def facts(self, system: str) -> SystemFacts:
        known = self.systems.get(system)
        return known.facts if known is not None else SystemFacts(system)

    def is_part(self, system: str) -> bool:
        """Whether there may be objects on a system that are not known here."""
        known = self.systems.get(system)
        return known is not None and known.is_part

    def is_read(self, system: str) -> bool:
        """Whether what is not here is not on the system either."""
        known = self.systems.get(system)
        return known is None or known.is_read

    def topics(self, system: str) -> frozenset[str] | None:
        """The topic objects of a queue manager, None where they are not known."""
        known = self.systems.get(system)
        return known.topics if known is not None else None

    def memberships(self, system: str) -> Mapping[str, str]:
        """The clusters that a queue manager is a member of: see `mq.membership`."""
        return self._joined(system)[1]

    def is_member(self, system: str, cluster: str) -> bool:
        """Whether a queue manager may be a member of the cluster."""
        known = self.systems.get(system)
        return cluster in self.memberships(system) or (known is not None and known.joins_others)

    def clusters_of(self, key: Key) -> list[str]:
        """The clusters that an object is shared in."""
        objects = self._joined(key.system)[0]
        named = self.value(key, "cluster_name"), self.value(key, "cluster_namelist")
        return list(clusters_named(objects, *named))

    def is_shared(self, name: str, system: str) -> bool:
        """Whether a queue of that name is in a cluster that both its queue manager and this one are
        members of."""
        own = self.memberships(system).keys()
        return any(
            own & self.memberships(key.system).keys() & set(self.clusters_of(key))
            for key in self.named(name)
        )

    def named(self, name: str) -> Iterable[Key]:
        """The queues of a name, on every system."""
        return self._queues.get(name, ())

    @cached_property
    def _queues(self) -> dict[str, list[Key]]:
        queues: dict[str, list[Key]] = {}
        for key in self.keys:
            if key.kind in QUEUE_KINDS:
                queues.setdefault(key.name, []).append(key)
        return queues

    @cached_property
    def _deciding(self) -> dict[str, list[Key]]:
        deciding: dict[str, list[Key]] = {}
        for key in self.keys:
            if key.kind in MEMBERSHIP_KINDS:
                deciding.setdefault(key.system, []).append(key)
        return deciding

    def _joined(self, system: str) -> tuple[Objects, Mapping[str, str]]:
        if system not in self._members:
            objects: Objects = {
                (key.kind, key.name): {**self.observed.get(key, {}), **self.declared.get(key, {})}
                for key in self._deciding.get(system, ())
            }
            self._members[system] = objects, memberships(objects)
        return self._members[system]

    @cached_property
    def used_namelists(self) -> frozenset[tuple[str, str]]:
        """System and name of each namelist that an object or its queue manager names."""
        used = {(s, name) for s, known in self.systems.items() for name in known.namelists}
        for key in self.keys:
            if "cluster_namelist" in spec_of(key.kind).attributes():
                name = self.value(key, "cluster_namelist")
                if name:
                    used.add((key.system, name))
        return frozenset(used)

    def instances(self, key: Key) -> Iterator[Key]:
        """The other queues of this name that share a cluster with it."""
        clusters = set(self.clusters_of(key))
        if clusters:
            for other in self.named(key.name):
                if other.system != key.system and clusters.intersection(self.clusters_of(other)):
                    yield other
