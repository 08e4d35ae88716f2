"""Every object that there will be, on one system or many: what is declared over what was read."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self, TypeVar

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.hiding import Hiding
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Observed
from queuewright.catalogue.references import Role
from queuewright.graph.references import LIKE, Directory, Target
from queuewright.kinds import is_queue, kinds_of, queue_kinds, spec_of
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec

from .resolving import Use
from .snapshot import Snapshot, same_name

Values = Mapping[str, Any]
Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class Expected:
    """Declared values over observed ones, and those over what IBM ships.

    declared: attributes by key, canonical. systems: as they were read. unread: why the others were
    not; handles_unknown: why nobody knows who has what open; both by name. pending_deletes: objects
    that go; late: those of them that go after everything else. ships: whether what IBM ships counts
    where neither a declaration nor a system has a value; unknown: declared objects with values that
    are not known, for which it does not. hidden: attributes that are secret, and not to be had from
    here. hide: takes secret values out of texts.
    """

    declared: Mapping[Key, Values]
    systems: Mapping[str, Snapshot] = field(default_factory=dict)
    unread: Mapping[str, str] = field(default_factory=dict)
    handles_unknown: Mapping[str, str] = field(default_factory=dict)
    pending_deletes: Collection[Key] = ()
    late: Collection[Key] = ()
    ships: bool = False
    unknown: Collection[Key] = ()
    hidden: Mapping[Key, Collection[str]] = field(default_factory=dict)
    hide: Hiding = field(default_factory=Hiding, repr=False)

    def once(self, find: Callable[[Self], Found]) -> Found:
        """The result of `find`, which is called once; it is kept as long as this is."""
        if find not in self._found:
            self._found[find] = find(self)
        found: Found = self._found[find]
        return found

    @cached_property
    def _found(self) -> dict[Callable[[Self], Any], Any]:
        return {}

    @cached_property
    def _gone(self) -> Collection[Key]:
        return set(self.pending_deletes) - self.declared.keys()

    def observed(self, key: Key) -> Observed | None:
        """The object as it was read, None where it is not there or goes."""
        snapshot = self.systems.get(key.system)
        found = None if snapshot is None else snapshot.live.get(key)
        if found is None or key in self._gone:
            return None
        hidden = self.hidden.get(key) if self.hidden else None
        if not hidden:
            return found
        kept = {name: value for name, value in found.attributes.items() if name not in hidden}
        return replace(found, attributes=kept)

    def existing(self, key: Key) -> Values:
        """The values of an object beside those that are declared."""
        observed = self.observed(key)
        if observed is not None:
            return observed.attributes
        if not self.ships or key in self.unknown:
            return {}
        facts = self.facts(key.system)
        return spec_of(key.kind).shipped(facts.platform, facts.command_level)

    def value(self, key: Key, attribute: str) -> Any:
        """The future values of an object; None where that is not known."""
        own = self.declared.get(key)
        if own is not None and (value := own.get(attribute)) is not None:
            return value
        return self.existing(key).get(attribute)

    def values(self, key: Key) -> Values:
        """Everything that an object will have."""
        return {**self.existing(key), **self.declared.get(key, {})}

    def of_queue_manager(self, system: str, attribute: str) -> Any:
        """An attribute of a queue manager itself: declared, read, or None where that is not known.
        IBM's defaults say nothing of one that is there: it may be of an older release, where
        others shipped (CHLAUTH)."""
        key = Key(system, QueueManagerSpec.kind, QMGR)
        observed = self.observed(key)
        places = (
            self.declared.get(key, {}),
            {} if observed is None else observed.attributes,
            self.facts(system).queue_manager,
        )
        return next((v for each in places if (v := each.get(attribute)) is not None), None)

    def __contains__(self, key: Key) -> bool:
        return key in self.declared or self.observed(key) is not None

    @cached_property
    def keys(self) -> Collection[Key]:
        """Every object, those of the program first."""
        return [*self.declared, *(key for key in self._read() if key not in self.declared)]

    def _read(self) -> Iterator[Key]:
        for snapshot in self.systems.values():
            yield from (key for key in snapshot.live if key not in self._gone)

    def of_kinds(self, kinds: Collection[str]) -> Iterator[Key]:
        """The objects of these kinds, those of the program first."""
        declared, gone = self.declared, self._gone
        yield from (key for key in declared if key.kind in kinds)
        for snapshot in self.systems.values():
            for kind in kinds:
                keys = snapshot.by_kind.get(kind, ())
                yield from (key for key in keys if key not in declared and key not in gone)

    def read_with_text(self, system: str, text: str) -> Collection[Key]:
        """The objects of a system that have a text where they may name another, as they were
        read."""
        snapshot = self.systems.get(system)
        return () if snapshot is None else snapshot.naming.by_text.get(text, ())

    @cached_property
    def directory(self) -> Directory:
        """Every object, found by what names it."""
        return Directory(self.keys)

    @cached_property
    def _late(self) -> Directory:
        return Directory(self.late)

    def find(self, target: Target, by: Key) -> list[Key]:
        """The objects meant; an object may mean itself, but is not made like itself."""
        matches = self.directory.find(target, by=by)
        if target.attribute == LIKE:
            matches = [key for key in matches if not self._is_hidden(key)]
        if target.attribute == LIKE and not matches:
            # A definition is copied before anything that comes last is deleted.
            matches = self._late.find(target, by=by)
        own = target.attribute != LIKE and target.system == by.system
        if not matches and own and target.name == by.name and by.kind in target.kinds:
            return [by]
        of_group = [] if matches else [key for key in self._of_its_group(target) if key != by]
        if target.attribute == LIKE and of_group:
            # A copy, or a shared queue, that is there was read where it is.
            of_group = [key for key in of_group if not self._is_in_repository(key)]
            of_group = [] if self._is_taken(target) else of_group
        return matches or of_group

    def _is_taken(self, target: Target) -> bool:
        """Whether an object of another kind has the name, so that no copy of a group object can."""
        places = (Key(target.system, kind, target.name) for kind in target.kinds)
        return self._has_any(other for place in places for other in same_name(place))

    def _is_hidden(self, key: Key) -> bool:
        """Whether it is a group object, and something of another kind has its name here."""
        if self.value(key, DISPOSITION) != "group":
            return False
        return self._has_any(other for other in same_name(key) if other.kind != key.kind)

    def _has_any(self, keys: Iterable[Key]) -> bool:
        """Whether one of these objects is there, if only until everything else is done."""
        return any(key in self or key in self.late for key in keys)

    def _is_in_repository(self, key: Key) -> bool:
        """Whether the object is in the shared repository already."""
        snapshot = self.systems.get(key.system)
        found = None if snapshot is None else snapshot.objects.get(key)
        if found is None:
            return False
        return found.has_group_object or found.attributes.get(DISPOSITION) == "shared"

    def _of_its_group(self, target: Target) -> list[Key]:
        """The object of the queue-sharing group that a queue manager of it declares."""
        group = self.facts(target.system).queue_sharing_group if target.system else ""
        places = ((group, kind, target.name) for kind in target.kinds if group)
        return [self._of_groups[place] for place in places if place in self._of_groups]

    @cached_property
    def _of_groups(self) -> Mapping[tuple[str, str, str], Key]:
        """The objects of queue-sharing groups, by group, kind and name: group objects, of which
        each queue manager gets a copy, and shared queues, which each has."""
        groups = {name: self.facts(name).queue_sharing_group for name in self._names}
        found = ((groups[key.system], key) for key in self.keys if groups[key.system])
        return {(group, k.kind, k.name): k for group, k in found if group and self._is_shared(k)}

    @cached_property
    def _names(self) -> Collection[str]:
        return {key.system for key in self.keys}

    def _is_shared(self, key: Key) -> bool:
        if spec_of(key.kind).of_group:
            return True
        has = DISPOSITION in spec_of(key.kind).attributes()
        return has and self.value(key, DISPOSITION) in ("group", "shared")

    def named(self, name: str) -> Collection[Key]:
        """The queues of a name, on every system."""
        return self._queues.get(name, ())

    @cached_property
    def _queues(self) -> Mapping[str, Collection[Key]]:
        queues: dict[str, list[Key]] = {}
        for key in self.keys:
            if is_queue(key.kind):
                queues.setdefault(key.name, []).append(key)
        return queues

    def queues_at(self, system: str, name: str) -> Collection[Key]:
        """The queues of a name that the queue manager has of its own, those of the program first.
        An index of all would take longer than the few that are asked for."""
        snapshot = self.systems.get(system)
        live = {} if snapshot is None else snapshot.live
        keys = [Key(system, kind, name) for kind in queue_kinds()]
        found = [key for key in keys if key in self.declared]
        others = (key for key in keys if key in live and key not in found)
        return found + [key for key in others if key not in self._gone]

    def facts(self, system: str) -> SystemFacts:
        """The facts of a system."""
        known = self.systems.get(system)
        return SystemFacts(system) if known is None else known.facts

    def is_part(self, system: str) -> bool:
        """Whether there may be objects on a system that are not known here."""
        known = self.systems.get(system)
        return known is not None and known.is_part

    def is_whole(self, system: str) -> bool:
        """Whether all is known that a system has: it was read, or dumped. A script is a part."""
        return system in self.systems and self.is_read(system) and not self.is_part(system)

    def is_read(self, system: str) -> bool:
        """Whether an object that is not known here is not on the system either."""
        known = self.systems.get(system)
        return known is None or known.is_read

    def exists(self, system: str, to: Role | str, name: str) -> bool | None:
        """Whether there will be an object of that name, of a role or of a kind; None where that is
        not known."""
        kinds = kinds_of(to) if isinstance(to, Role) else (to,)
        if any(Key(system, kind, name) in self for kind in kinds):
            return True
        snapshot = self.systems.get(system)
        goes = any(Key(system, kind, name) in self._gone for kind in kinds)
        return None if snapshot is None else not goes and snapshot.exists(to, name)

    def addressed(self, name: str, queue_manager: str) -> Collection[tuple[str, Use]]:
        """(system, handle) of everything open by that name and ObjectQMgrName, "" for none."""
        return self._addressed.get((name, queue_manager), ())

    @cached_property
    def _addressed(self) -> Mapping[tuple[str, str], Collection[tuple[str, Use]]]:
        addressed: dict[tuple[str, str], list[tuple[str, Use]]] = {}
        for system, snapshot in self.systems.items():
            for place, uses in snapshot.addressed.items():
                addressed.setdefault(place, []).extend((system, use) for use in uses)
        return addressed
