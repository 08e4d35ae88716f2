"""Which declared object needs which other: from the `Ref` metadata and the documents' own rules.

Pure, and free of any engine, so that everything that orders objects orders them alike.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Elsewise, Strength
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION
from queuewright.catalogue.references import CHANNELS, Role
from queuewright.kinds import (
    is_ibmi,
    is_record,
    kinds_in,
    kinds_of,
    object_named_by,
    spec_of,
)
from queuewright.mq.connection_matching import fits
from queuewright.mq.connection_name import addresses_in


class Target(NamedTuple):
    """The target of an attribute: an object of one of `kinds` called `name` on `system`.

    `system` "" is any system but the one that names it. `name` may be generic (asterisks) for
    channels; on IBM i it is `LIBRARY/NAME`, with `*` for a library that is not known.
    """

    attribute: str
    kinds: tuple[str, ...]
    system: str
    name: str
    strength: Strength


_REMOTE_MANAGER = "remote_queue_manager_name"
OTHER_END = "connection_name"  # what leads to the object of the same name on another system
_DEFAULT_TRANSMISSION = "default_transmission_queue"  # of a queue manager
DEFAULTS = "defaults"  # stands for an attribute, where an object has what a default one has
LIKE = "like"  # stands for an attribute, where an object names what it is made from


class Edge(NamedTuple):
    """`source` needs `target`, because of `attribute` ("like" for the object it is made from)."""

    source: Key
    target: Key
    attribute: str
    strength: Strength


def targets(key: Key, values: Mapping[str, Any], like: Any = None) -> list[Target]:
    """The targets of one object. `values` may hold anything; only plain text is looked at."""
    get = values.get
    given = [(name, value, to) for name, to in _references(key.kind) if (value := get(name))]
    spec, manager = spec_of(key.kind), get(_REMOTE_MANAGER)
    found: list[Target] = []
    if not given and not manager and not like and spec.other_end is None:
        return found
    own = key.system
    ignored = spec.names_nothing(values, own) if given else ()
    for attribute, value, (kinds, strength, is_remote, where, named_by) in given:
        if attribute in ignored:
            continue
        if where is not None and get(where.attribute) == where.value:
            kinds = kinds_of(*where.to)
        system, library = ("", f"{_remote_library(values)}/") if is_remote else (own, "")
        if named_by and isinstance(queue_manager := get(named_by), str):
            system = queue_manager or own
        for name in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(name, str) and name:
                found.append(Target(attribute, kinds, system, library + name, strength))
    if manager:
        found += _remote(key, values, ignored or spec.names_nothing(values, own))
    if (other_end := spec.other_end) is not None:
        found.append(Target(OTHER_END, kinds_of(other_end), "", key.name, Strength.SOFT))
    if isinstance(like, str) and like and not is_record(key.kind):
        found.append(Target(LIKE, (key.kind,), key.system, like, Strength.HARD))
    return found


def names_given(kind: str, values: Mapping[str, Any]) -> Iterator[str]:
    """The texts that may be names in the targets of an object, on its own system."""
    for attribute in _naming_attributes(kind):
        value = values.get(attribute)
        if value:
            yield from (value,) if isinstance(value, str) else _texts(value)


def _texts(value: Any) -> Iterable[str]:
    return (
        (each for each in value if isinstance(each, str)) if isinstance(value, tuple | list) else ()
    )


@cache
def _naming_attributes(kind: str) -> tuple[str, ...]:
    own = [name for name, to in _references(kind) if not to.is_remote]
    return (*own, *({_REMOTE_MANAGER} & spec_of(kind).attributes().keys()))


class _Reference(NamedTuple):
    """The target of an attribute, by its `Ref`. is_remote: on the other end (RMTDTAQ)."""

    kinds: tuple[str, ...]
    strength: Strength
    is_remote: bool
    where: Elsewise | None
    queue_manager: str


@cache
def _references(kind: str) -> Sequence[tuple[str, _Reference]]:
    references = {n: a.reference for n, a in spec_of(kind).attributes().items() if a.reference}
    return [
        (
            name,
            _Reference(
                kinds_of(*ref.to), ref.strength, ref.is_remote, ref.where, ref.queue_manager
            ),
        )
        for name, ref in references.items()
        if kinds_of(*ref.to)  # no kind may be one yet: a process
    ]


@cache
def _names_by_itself(kind: str) -> bool:
    """Whether objects of a kind name others by their own name: records, what is in a library."""
    spec = spec_of(kind)
    return is_record(kind) or spec.guards or _refers(kind)


@cache
def _refers(kind: str) -> bool:
    """Whether a name field refers to another object."""
    spec = spec_of(kind)
    return any(spec.fields_described()[name].reference for name in spec.identity())


def _of_record(key: Key) -> Iterator[Target]:
    """The object that a record is about; in MQ it need not be there."""
    spec = spec_of(key.kind)
    if not is_record(key.kind):
        return
    if not spec.guards:
        yield from _named_by_record(key)


def _named_by_record(key: Key) -> Iterator[Target]:
    named = object_named_by(key.kind, key.name)
    kinds = kinds_in(named.namespace) if named is not None else ()
    if named is not None and kinds:
        strength = Strength.HARD if is_ibmi(key.kind) else Strength.SOFT
        yield Target("name", kinds, key.system, named.name, strength)


def secured_by(key: Key) -> list[Key]:
    """The object of IBM i that a record of a user's authorities is about: one of each kind that may
    have the name; nothing for all else."""
    named = list(_of_record(key)) if is_ibmi(key.kind) else []
    return [Key(key.system, kind, target.name) for target in named for kind in target.kinds]


def guarded_by(key: Key) -> list[Target]:
    """The object that a record guards, of whatever kind; nothing for all else."""
    return list(_named_by_record(key)) if spec_of(key.kind).guards else []


def _guarded(key: Key, directory: "Directory") -> Iterator[Edge]:
    """Edges from what a record guards: made after it and gone before it, it is always guarded."""
    for target in guarded_by(key):
        for other in directory.find(target, by=key):
            yield Edge(other, key, target.attribute, target.strength)


def _of_names(key: Key) -> Iterator[Target]:
    """The objects that the name fields refer to: the library that it is in, the job queue of an
    entry. A record says besides which type of object it is about."""
    spec = spec_of(key.kind)
    described = spec.fields_described()
    is_entry = _refers(key.kind) and not is_record(key.kind)
    for field, name in spec.names_in(key.name).items() if is_entry else ():
        reference = described[field].reference
        if reference is not None and described[field].choice(name) is None:
            kinds = kinds_of(*reference.to)
            yield Target(field, kinds, key.system, name, reference.strength)


def _remote_library(values: Mapping[str, Any]) -> str:
    library = values.get("remote_data_queue_library")
    return library if isinstance(library, str) and library not in ("libl", "curlib") else "*"


def _remote(key: Key, values: Mapping[str, Any], ignored: Sequence[str]) -> Iterator[Target]:
    """XmitQName: blank means the transmission queue named like the remote queue manager."""
    manager = values[_REMOTE_MANAGER]
    if not isinstance(manager, str):
        return
    if not values.get("xmit_queue_name") and not ignored:
        yield Target(
            _REMOTE_MANAGER,
            kinds_of(Role.LOCAL_QUEUE),
            key.system,
            manager,
            Strength.SOFT,
        )
    queue = values.get("remote_queue_name")
    if isinstance(queue, str) and queue and manager != key.system:
        yield Target("remote_queue_name", kinds_of(Role.QUEUE), manager, queue, Strength.SOFT)


def _by_default(
    declared: Mapping[Key, Mapping[str, Any]], known: Mapping[str, str | None]
) -> Iterator[Edge]:
    """XmitQName: without a queue named like the remote queue manager, the default one, which a
    queue manager among `declared` gives itself. known: that of the others, by system."""
    given = {
        key.system: values[_DEFAULT_TRANSMISSION]
        for key, values in declared.items()
        if _DEFAULT_TRANSMISSION in values
    }
    defaults = {**known, **given}
    if not any(defaults.values()):
        return
    (local,) = kinds_of(Role.LOCAL_QUEUE)
    for key, values in declared.items():
        name, manager = defaults.get(key.system), values.get(_REMOTE_MANAGER)
        if not name or not manager:
            continue
        target = Key(key.system, local, name)
        named = values.get("xmit_queue_name") or Key(key.system, local, str(manager)) in declared
        if target in declared and not named:
            yield Edge(key, target, _REMOTE_MANAGER, Strength.SOFT)


def _by_port(
    declared: Mapping[Key, Mapping[str, Any]], ends: Sequence[tuple[Key, Key]]
) -> Iterator[Edge]:
    """Channel to listener: that of the system of its other end, on a port that it calls. ends: the
    channels that call, with the channel at the other end."""
    if not ends:
        return
    listeners = kinds_of(Role.LISTENER)
    ports: dict[tuple[str, int], list[Key]] = {}
    for key, values in declared.items():
        if key.kind in listeners and isinstance(port := values.get("port"), int):
            ports.setdefault((key.system, port), []).append(key)
    for channel, end in ends:
        for _, port in addresses_in(declared[channel].get(OTHER_END)):
            for listener in ports.get((end.system, port), ()):
                yield Edge(channel, listener, OTHER_END, Strength.SOFT)


def of_connections(declared: Mapping[Key, Mapping[str, Any]]) -> Iterator[Edge]:
    """Edges that order, and that no attribute names: a channel after the record that says who may
    use it, so that nobody comes in before; a client-connection channel after the channel that it
    is for, of its name on its own queue manager or on the one that it names, and after the
    listener there."""
    clients = kinds_of(Role.CLIENT_CONNECTION_CHANNEL)
    ends: list[tuple[Key, Key]] = []
    generic: list[tuple[Key, str]] = []  # records, each with its profile
    for key, values in declared.items():
        if key.kind in clients:
            named = str(values.get("queue_manager_name") or "").removeprefix("*")
            for kind in kinds_of(Role.SERVER_CONNECTION_CHANNEL):
                other = Key(named or key.system, kind, key.name)
                if other in declared:
                    ends.append((key, other))
                    yield Edge(key, other, OTHER_END, Strength.SOFT)
        elif _admits(key.kind):
            profile = str(spec_of(key.kind).names_in(key.name).get("name", ""))
            if "*" in profile:
                generic.append((key, profile))
                continue
            for kind in kinds_of(*CHANNELS):
                channel = Key(key.system, kind, profile)
                if channel in declared:
                    yield Edge(channel, key, "name", Strength.SOFT)
    yield from _by_port(declared, ends)
    yield from _by_profile(declared, generic)


def of_defaults(declared: Iterable[Key], among: Collection[Key]) -> Iterator[Edge]:
    """Edges that order, and that no attribute names: from an object to the default definition of
    its kind, whose values it has where it is made without. among: what a program declares."""
    kinds = {(key.system, key.kind) for key in among if key.name == _default_object(key.kind)}
    for key in declared if kinds else ():
        default = _default_object(key.kind)
        if (key.system, key.kind) in kinds and key.name != default:
            yield Edge(key, key._replace(name=str(default)), DEFAULTS, Strength.SOFT)


def of_copies(
    batch: Iterable[Key], declared: Iterable[tuple[Key, Mapping[str, Any]]]
) -> Iterator[Edge]:
    """Edges that order, and that no attribute names: from a copy to the group object of its name,
    which another queue manager has. Whether both are in one queue-sharing group is not known.
    declared: each with its values, those of `batch` among them."""
    own, groups = set(batch), dict[tuple[str, str], list[Key]]()
    copies = []
    for key, values in declared:
        disposition = values.get(DISPOSITION)
        if disposition == "group":
            groups.setdefault((key.kind, key.name), []).append(key)
        elif disposition == "copy" and key in own:
            copies.append(key)
    for key in copies:
        for group in groups.get((key.kind, key.name), ()):
            if group.system != key.system:
                yield Edge(key, group, DISPOSITION, Strength.SOFT)


@cache
def _default_object(kind: str) -> str | None:
    return spec_of(kind).default_object


def _by_profile(declared: Collection[Key], records: Sequence[tuple[Key, str]]) -> Iterator[Edge]:
    """Channel to each of the records whose profile its name fits."""
    channels: dict[str, list[Key]] = {}
    kinds = frozenset(kinds_of(*CHANNELS))
    for key in declared if records else ():
        if key.kind in kinds:
            channels.setdefault(key.system, []).append(key)
    for record, profile in records:
        for channel in channels.get(record.system, ()):
            if fits(profile, channel.name):
                yield Edge(channel, record, "name", Strength.SOFT)


@cache
def _admits(kind: str) -> bool:
    """Whether objects of a kind say who may use a channel."""
    return bool(spec_of(kind).admits)


def letting_in_first(
    batch: Iterable[Key], declared: Iterable[tuple[Key, Mapping[str, Any]]]
) -> Iterator[Edge]:
    """Edges from whatever in `batch` may take the right to connect from somebody, to the declared
    records of its system that give it: where the right moves, nobody is locked out in between.

    For an engine that decides about one object at a time. declared: each with its values, those of
    `batch` among them; looked at only where the batch has such objects.
    """
    own = [key for key in batch if rights_to_connect(key)]
    if not own:
        return
    giving: dict[str, dict[Key, None]] = {}
    for key, values in declared:
        if _gives(key, values):
            giving.setdefault(key.system, {})[key] = None
    for key in own:
        others = giving.get(key.system, {})
        if key not in others:
            for other in others:
                yield Edge(key, other, spec_of(other.kind).grants, Strength.SOFT)


def rights_to_connect(key: Key) -> frozenset[str]:
    """Those that a record gives or not, or that go with the records that a limit removes."""
    spec = spec_of(key.kind)
    record = spec_of(spec.limits) if spec.limits else spec
    if not record.grants:
        return frozenset()
    return record.lets_in(spec.names_in(key.name))


def _gives(key: Key, values: Mapping[str, Any]) -> bool:
    """Whether a record gives the right to connect, as far as its values are known."""
    spec = spec_of(key.kind)
    given = values.get(spec.grants) if spec.grants else None
    if not isinstance(given, list | tuple) or not all(isinstance(word, str) for word in given):
        return False
    full: Any = spec.in_full(spec.names_in(key.name), {spec.grants: tuple(given)})
    return not rights_to_connect(key).isdisjoint(full[spec.grants])


class Directory:
    """Every declared object, found by what a `Target` says.

    Many systems may have objects of the same name, so each way of asking has an index of its own;
    most objects are only ever asked for by their key.
    """

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        self._exact: dict[tuple[str, str, str], Key] = {key: key for key in keys}
        self._not_indexed = list(self._exact.values())
        self._named: dict[tuple[str, str], list[Key]] = {}
        self._by_kind: dict[tuple[str, str], list[Key]] = {}

    def add(self, key: Key) -> None:
        self._exact[key] = key
        self._not_indexed.append(key)

    def _index(self) -> None:
        for key in self._not_indexed:
            names = [key.name]
            if "/" in key.name:
                names.append(f"*/{key.name.split('/')[-1]}")
            for name in names:
                self._named.setdefault((key.kind, name), []).append(key)
            self._by_kind.setdefault((key.system, key.kind), []).append(key)
        self._not_indexed.clear()

    def __contains__(self, key: object) -> bool:
        return key in self._exact

    def find(self, target: Target, *, by: Key) -> list[Key]:
        """The objects meant by `target`; the first of its kinds that has any, never `by` itself."""
        _, kinds, system, name, _ = target
        is_exact = system and "*" not in name  # nearly every one
        for kind in kinds:
            if is_exact:
                exact = self._exact.get((system, kind, name))
                if exact is not None and exact != by:
                    return [exact]
                continue
            matches = [key for key in self._candidates(kind, target, by) if key != by]
            if matches:
                return matches
        return []

    def _candidates(self, kind: str, target: Target, by: Key) -> Iterable[Key]:
        self._index()
        if not target.system:
            named = self._named.get((kind, target.name), ())
            return (key for key in named if key.system != by.system)
        pattern = re.compile(".*".join(map(re.escape, target.name.split("*"))))
        keys = self._by_kind.get((target.system, kind), ())
        return (key for key in keys if pattern.fullmatch(key.name))


def edges(
    declared: Mapping[Key, Mapping[str, Any]],
    *,
    like: Mapping[Key, Any] | None = None,
    among: Directory | None = None,
    default_transmission_queues: Mapping[str, str | None] | None = None,
) -> Iterator[Edge]:
    """Every edge between declared objects.

    declared: values by key. like: what each object is made from, by key. among: where names are
    looked up, `declared` itself when it is left out. default_transmission_queues: the queue
    manager's DefXmitQName by system, where it is known.
    """
    directory = among or Directory(declared)
    yield from _by_default(declared, default_transmission_queues or {})
    namelists, clusters = kinds_of(Role.NAMELIST), kinds_of(Role.CLUSTER)
    named: list[tuple[Key, list[Target]]] = []  # of those that name anything
    of_clusters: set[tuple[str, str]] = set()
    for key, values in declared.items():
        found = targets(key, values, like.get(key) if like else None)
        if _names_by_itself(key.kind):
            yield from _guarded(key, directory)
            found += [*_of_record(key), *_of_names(key)]
        if found:
            named.append((key, found))
        for attribute, kinds, system, name, _ in found:
            if kinds == namelists and attribute != LIKE:
                of_clusters.add((system, name))
    ends: list[tuple[Key, Key]] = []
    for key, named_targets in named:
        # The names in a cluster namelist are clusters, even where a queue has the same name; what
        # it is made from is a namelist all the same.
        clusters_only = key.kind in namelists and (key.system, key.name) in of_clusters
        for target in named_targets:
            for other in directory.find(target, by=key):
                if not clusters_only or other.kind in clusters or target.attribute == LIKE:
                    yield Edge(key, other, target.attribute, target.strength)
                    if target.attribute == OTHER_END:
                        ends.append((key, other))
    yield from _by_port(declared, ends)
