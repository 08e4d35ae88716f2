"""The declarations of the program, in the process of the provider: see `DeclaredList`."""

import json
import threading
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.diff.held_alone import TOPIC_STRING, held_alone
from queuewright.world.authority_records import RECORDS, records_by_object
from queuewright.world.snapshot import namespace


class DeclaredFile:
    """The declarations of the program, from the file that it keeps while it runs. It is read again
    where it has changed: a program that waits in the middle declares more later."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stamp: tuple[str, int, int] | None = None
        self._keys: Mapping[tuple[str, str], dict[Key, None]] = {}
        self._records: Mapping[tuple[str, str, str], Sequence[Key]] = {}
        self._of_group: Mapping[tuple[str, str], Collection[Key]] = {}
        self._groups: frozenset[Key] = frozenset()
        self._with_users: Collection[Key] = ()
        self._ignoring_users: set[Key] = set()
        self._lengths: Mapping[str, Any] = {}
        self._holders: Mapping[tuple[str, str, str], Sequence[Key]] = {}
        self._named_late: dict[Key, Mapping[str, Any]] = {}

    def read(self, path: str) -> None:
        """A file that cannot be read changes nothing."""
        if path:
            with self._lock:
                self._read(path)

    def _read(self, path: str) -> None:
        try:
            status = Path(path).stat()
            stamp = path, status.st_mtime_ns, status.st_size
            if stamp == self._stamp:
                return
            listed = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return
        self._stamp = stamp
        given = listed if isinstance(listed, dict) else {"declared": listed}
        of_group: dict[tuple[str, str], list[Key]] = {}
        for key in _keys(given.get("of_group")):
            of_group.setdefault((namespace(key.kind), key.name), []).append(key)
        self._of_group = of_group
        self._groups = frozenset(_keys(given.get("groups")))
        self._with_users = frozenset(_keys(given.get("with_users")))
        self._lengths = given.get("max_message_lengths") or {}
        strings = given.get("topic_strings") or {}
        keys = (key for key in _keys(given.get("declared")) if key not in self._named_late)
        listed_values = {key: {TOPIC_STRING: strings.get(key.id)} for key in keys}
        self._index({**listed_values, **self._named_late})

    def _index(self, declared: Mapping[Key, Mapping[str, Any]]) -> None:
        """declared: with the values that only one object can have."""
        found: dict[tuple[str, str], dict[Key, None]] = {}
        holders: dict[tuple[str, str, str], list[Key]] = {}
        for key, values in declared.items():
            found.setdefault((key.kind, key.system), {})[key] = None
            for name in held_alone(key, values):
                holders.setdefault(name, []).append(key)
        self._records = records_by_object(key for key in declared if key.kind in RECORDS)
        self._holders = holders
        self._keys = found

    def checked(self, key: Key, values: Mapping[str, Any]) -> None:
        """The engine asks about this object, which the program declares: one whose name is known
        only now is not in the list."""
        with self._lock:
            if self._stamp is None or key in self.of(key.kind, key.system):
                return
            self._named_late[key] = {TOPIC_STRING: values.get(TOPIC_STRING)}
            place = key.kind, key.system
            self._keys = {**self._keys, place: {**self._keys.get(place, {}), key: None}}
            late = {name: [key] for name in held_alone(key, values)}
            self._holders = {**self._holders, **_joined(self._holders, late)}
            if key.kind in RECORDS:
                self._records = {
                    **self._records,
                    **_joined(self._records, records_by_object([key])),
                }

    def of(self, kind: str, system: str) -> Collection[Key]:
        """The objects of a kind on a system."""
        return self._keys.get((kind, system), {}).keys()

    def length_of(self, system: str) -> int | None:
        """The MaxMsgLength that the program gives a queue manager, None where it gives none."""
        length = self._lengths.get(system)
        return length if isinstance(length, int) else None

    def ignores_users(self, key: Key) -> None:
        """The engine has left out the users that the program gives with an object: it has none of
        them in its state, and `ignore_changes` says to leave it at that."""
        self._ignoring_users.add(key)

    def gives_users(self, key: Key) -> bool:
        """Whether the program gives all users of an object with it."""
        return key in self._with_users and key not in self._ignoring_users

    def of_groups(self, key: Key) -> Collection[Key]:
        """The declarations on other systems that have the name, in its name space, and are one
        object for all queue managers of a group."""
        named = self._of_group.get((namespace(key.kind), key.name), ())
        return [each for each in named if each.system != key.system]

    def group_objects(self, key: Key) -> Collection[Key]:
        """The declarations on other systems of a group object of its kind and name."""
        return [
            each for each in self.of_groups(key) if each.kind == key.kind and each in self._groups
        ]

    def namesakes(self, key: Key) -> Collection[Key]:
        """The declarations of its kind on other systems that have its name."""
        alike = (
            (key._replace(system=system), keys)
            for (kind, system), keys in self._keys.items()
            if kind == key.kind and system != key.system
        )
        return [each for each, keys in alike if each in keys]

    def holders(self, key: Key, values: Mapping[str, Any]) -> Collection[Key]:
        """The other declarations of what only one object can have: its name, in its name space, or
        its topic string. values: of the object."""
        named = (self._holders.get(name, ()) for name in held_alone(key, values))
        return dict.fromkeys(each for keys in named for each in keys if each != key)

    def records_of(self, key: Key) -> Sequence[Key]:
        """The authority records of an object, by its name."""
        return self._records.get((key.system, namespace(key.kind), key.name), ())


def _joined(
    known: Mapping[tuple[str, str, str], Sequence[Key]],
    more: Mapping[tuple[str, str, str], Sequence[Key]],
) -> dict[tuple[str, str, str], Sequence[Key]]:
    return {name: (*known.get(name, ()), *keys) for name, keys in more.items()}


def _keys(listed: Any) -> list[Key]:
    found = (Key.parse(str(each)) for each in (listed if isinstance(listed, list) else ()))
    return [key for key in found if key is not None]
