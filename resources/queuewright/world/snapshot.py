"""One system as it was read: what it has, what a name means there, who names whom."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.facts import SystemFacts, own_length
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Handle, Observed
from queuewright.catalogue.references import Role
from queuewright.graph.references import names_given, targets
from queuewright.kinds import kinds_in, kinds_of, spec_of
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec

from .resolving import Resolving
from .shipped import DEFAULT_OBJECT


@cache
def namespace(kind: str) -> str:
    """The name space that a kind shares with others: queues of all types, channels, *DTAQ.

    Two objects of one namespace cannot have one name on one system.
    """
    return spec_of(kind).namespace


def same_name(key: Key) -> Iterator[Key]:
    """Every object that could have the key's name: one of each kind of its name space."""
    return (key._replace(kind=kind) for kind in kinds_in(namespace(key.kind)))


def expecting(
    snapshots: Mapping[str, "Snapshot"], declared: Mapping[Key, Mapping[str, Any]]
) -> dict[str, "Snapshot"]:
    """The systems when these objects are there too. declared: their values."""
    named = kinds_of(*{role for each in snapshots.values() for role in each.facts.names})
    added: dict[str, list[Key]] = {}
    for key in declared if named else ():
        if key.kind in named:
            added.setdefault(key.system, []).append(key)
    return {
        name: each.expecting(added.get(name, ()), declared_length(name, declared))
        for name, each in snapshots.items()
    }


def with_declared_defaults(
    snapshots: Mapping[str, "Snapshot"], declared: Iterable[tuple[Key, Mapping[str, Value]]]
) -> dict[str, "Snapshot"]:
    """The systems when default definitions have these values: a program may declare some of them.
    declared: objects, with their values. A group object of the name is none: each queue manager has
    one of its own."""
    found = dict(snapshots)
    for key, values in declared:
        is_live = key.system in found and values.get(DISPOSITION) != "group"
        if is_live and _is_default(key):
            found[key.system] = found[key.system].with_default(key.kind, values)
    return found


def _is_default(key: Key) -> bool:
    """Whether the name is that of the default definition of its kind."""
    return key.name == DEFAULT_OBJECT.get(key.kind)


def _inherited(kind: str, default: Mapping[str, Value]) -> Mapping[str, Value]:
    """The attributes of a default definition that new objects have too."""
    attributes = spec_of(kind).attributes()
    usual = {name: attributes[name].shipped for name in spec_of(kind).given_anew()}
    blank = {n: v for n, v in usual.items() if v is not None and default.get(n, v) != v}
    return {**default, **blank} if blank else default


def declared_length(system: str, declared: Mapping[Key, Mapping[str, Any]]) -> int | None:
    """The queue manager's own MaxMsgLength; None where it is not declared."""
    length = declared.get(Key(system, QueueManagerSpec.kind, QMGR), {}).get("max_message_length")
    return length if isinstance(length, int) else None


@dataclass(frozen=True, eq=False)
class Naming:
    """Who names whom among the objects of one system; found out when it is first asked."""

    objects: Mapping[Key, Observed]
    _found: dict[Key, tuple[tuple[Key, str], ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def by_text(self) -> Mapping[str, Sequence[Key]]:
        """The objects with a text where they may name another, by that text. Few of very many are
        ever asked for: only of these it is found out what the text means."""
        found: dict[str, list[Key]] = {}
        for key, observed in self.objects.items():
            for name in names_given(key.kind, observed.attributes):
                found.setdefault(name, []).append(key)
        return found

    def of(self, key: Key) -> tuple[tuple[Key, str], ...]:
        """The objects that name this one, with the attribute that does."""
        if key not in self._found:
            self._found[key] = tuple(self._naming(key))
        return self._found[key]

    def _naming(self, key: Key) -> Iterator[tuple[Key, str]]:
        objects = self.objects
        named = objects.get(key)
        if named is None or named.in_repository:
            return
        for source in dict.fromkeys(self.by_text.get(key.name, ())):
            if objects[source].in_repository:
                continue
            for attribute, kinds, system, name, _ in targets(source, objects[source].attributes):
                if name == key.name and system == key.system and self._means(kinds, key):
                    yield source, attribute

    def _means(self, kinds: Iterable[str], key: Key) -> bool:
        """Whether its kind is the first of these that has a live object of the name."""
        for kind in kinds:
            found = self.objects.get(key._replace(kind=kind))
            if found is not None and not found.in_repository:
                return kind == key.kind
        return False


@dataclass(frozen=True, eq=False)
class Snapshot(Resolving):
    """One system as it was read. Immutable; indexes are built when they are first asked.

    Names mean what is live: an object that is only in the shared repository of a queue-sharing
    group is among the objects, and nothing resolves to it.

    ships: the system's default definition of a kind, asked for where it was not read. is_part: its
    objects are not all known, so that one that is not here may be there. is_read: the objects are
    those of the system, and not only of what is declared. namelists: that the queue manager itself
    names. joins_others: it may be a member of clusters whose names are not known.
    """

    ships: Callable[[str], Observed | None] = field(default=lambda kind: None, repr=False)
    is_part: bool = False
    is_read: bool = True
    namelists: frozenset[str] = frozenset()
    joins_others: bool = False
    _naming: Naming | None = field(default=None, repr=False)
    _defaults: dict[str, Mapping[str, Value] | None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        observed: Iterable[Observed],
        handles: Iterable[Handle] | None = None,
        facts: SystemFacts | None = None,
        ships: Callable[[str], Observed | None] = lambda kind: None,
    ) -> "Snapshot":
        """Of what was read of one system. facts: where they are left out, nothing but the name of
        the system is known, from the keys."""
        objects = {each.key: each for each in observed}
        if facts is None:
            facts = SystemFacts(next((key.system for key in objects), ""))
        return cls(facts, objects, None if handles is None else tuple(handles), ships)

    @cached_property
    def live(self) -> Mapping[Key, Observed]:
        """The objects that names mean: not those that are in a shared repository only."""
        if not any(found.in_repository for found in self.objects.values()):
            return self.objects
        return {key: found for key, found in self.objects.items() if not found.in_repository}

    @cached_property
    def by_kind(self) -> Mapping[str, Sequence[Key]]:
        """The live objects of each kind."""
        found: dict[str, list[Key]] = {}
        for key in self.live:
            if (own := found.get(key.kind)) is None:
                own = found[key.kind] = []
            own.append(key)
        return found

    @cached_property
    def topics(self) -> Mapping[str, Key]:
        """The live topic of each topic string, which only one topic can have."""
        keys = (key for kind in kinds_of(Role.TOPIC) for key in self.by_kind.get(kind, ()))
        strings = ((self.live[key].attributes.get("topic_string"), key) for key in keys)
        return {string: key for string, key in strings if isinstance(string, str) and string}

    def get(self, kind: str, name: str) -> Observed | None:
        """The live object of that kind and name."""
        return self._live((kind,), name)

    def holder(self, kind: str, name: str) -> Observed | None:
        """The object that has `name` in the name space of `kind`, whatever its own kind."""
        return self._live(kinds_in(namespace(kind)), name)

    def listing(self, name: str) -> Observed | None:
        """The authorization list of that name; None where it is not known."""
        return self._live(kinds_of(Role.AUTHORIZATION_LIST), name)

    def exists(self, to: Role | str, name: str) -> bool | None:
        """Whether there is an object of that name, of a role or of a kind; None where that is not
        known."""
        kinds = kinds_of(to) if isinstance(to, Role) else (to,)
        if self._live(kinds, name) is not None:
            return True
        named = self.facts.exists(to, name) if isinstance(to, Role) else None
        is_shown = to not in self.facts.refused
        is_whole = bool(kinds) and self.is_read and not self.is_part and is_shown
        return False if named is None and is_whole else named

    def kinds_in_group(self, key: Key) -> frozenset[str] | None:
        """The kinds of the objects of that name and name space that are in the shared repository of
        the queue-sharing group; None where that is not known."""
        known = self.facts.group_objects
        if known is None:
            return None
        kinds = set()
        for each in same_name(key):
            found = self.objects.get(each)
            is_read = found is not None and found.has_group_object
            if is_read or (each.kind, each.name) in known:
                kinds.add(each.kind)
        return frozenset(kinds)

    def defaults(self, kind: str) -> Mapping[str, Value] | None:
        """The attributes that a new object of the kind has where nobody gives them: those of the
        default definition as it was read, else asked for once."""
        if kind not in self._defaults:
            name = spec_of(kind).default_object
            default = self.objects.get(Key(self.name, kind, name)) if name else None
            default = default or self.ships(kind)
            self._defaults[kind] = None if default is None else _inherited(kind, default.attributes)
        return self._defaults[kind]

    def with_default(self, kind: str, values: Mapping[str, Value]) -> "Snapshot":
        """The same when the default definition of a kind has these values too."""
        own = _inherited(kind, {**(self.defaults(kind) or {}), **values})
        return replace(self, _defaults={**self._defaults, kind: own}, _naming=self.naming)

    @cached_property
    def naming(self) -> Naming:
        """Who names whom here; that of an earlier snapshot of objects with the same attributes."""
        return self._naming or Naming(self.objects)

    def named_by(self, key: Key) -> tuple[tuple[Key, str], ...]:
        """The objects here that name this one, each with the attribute that does."""
        return self.naming.of(key)

    def with_facts(self, facts: SystemFacts) -> "Snapshot":
        """The same where this is known of the system."""
        return self if facts == self.facts else replace(self, facts=facts, _naming=self.naming)

    def expecting(self, declared: Iterable[Key], length: int | None = None) -> "Snapshot":
        """The same when these objects of its system are there too, where those of their roles are
        known by name, and the queue manager has this MaxMsgLength, where one is given."""
        names = dict(self.facts.names)
        for key in declared:
            for role in spec_of(key.kind).roles:
                if role in names:
                    names[role] = names[role] | {key.name}
        own = {**self.facts.queue_manager, **own_length(length)}
        return self.with_facts(replace(self.facts, names=names, queue_manager=own))

    def noted(self, observed: Collection[Observed]) -> "Snapshot":
        """The same with these objects as they are now: another kind of a name has lost it, and new
        objects have what a default definition has now."""
        objects, is_same, defaults = dict(self.objects), True, self._defaults
        for now in observed:
            was, objects[now.key] = objects.get(now.key), now
            if was is None or was.attributes != now.attributes:
                is_same = False
                if _is_default(now.key):
                    defaults = {k: v for k, v in defaults.items() if k != now.key.kind}
        for key in {
            other for now in observed if not now.in_repository for other in same_name(now.key)
        }.difference(now.key for now in observed):
            if key in objects and not objects[key].in_repository:
                del objects[key]
                is_same = False
        naming = self.naming if is_same else None
        return replace(self, objects=objects, _naming=naming, _defaults=defaults)

    def without(self, key: Key) -> "Snapshot":
        """The same without an object."""
        if key not in self.objects:
            return self
        objects = {other: found for other, found in self.objects.items() if other != key}
        return replace(self, objects=objects, _naming=None)

    def opened_by(self, handles: Iterable[Handle]) -> "Snapshot":
        """The same with who has what open now."""
        listed = tuple(handles)
        if listed == self.handles:
            return self
        return replace(self, handles=listed, _naming=self.naming)
