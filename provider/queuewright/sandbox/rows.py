"""The rows of the file, as values: systems, objects, handles, libraries, authority records."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, OpenFor, Resolved
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.ibmi.library import LibrarySpec
from queuewright.kinds import EVERY
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.world.shipped import shipped

from .shared_rows import SharedQueues, marks

# Before the class of an object in the shared repository of a queue sharing group.
GROUP = "group "
CLASS_OF: Mapping[str, str] = {
    kind: f"{GROUP if spec.of_group else ''}{spec.namespace}" for kind, spec in EVERY.items()
}
_MANAGER, _LOCAL_QUEUE = QueueManagerSpec.kind, LocalQueueSpec.kind
_LIBRARY = LibrarySpec.kind
_PROCESSES = next(s.namespace for s in EVERY.values() if s.mqsc.word == "PROCESS")
# The columns of a handle, in the order of StoredHandle's fields.
_HANDLE = (
    "object_name, application, user, open_for, channel, queue_manager, count, id, class,"
    " anonymous, changed, creator"
)
_BATCH = 500  # SQLite's limit of variables in one statement was 999 for long


@dataclass(frozen=True, slots=True)
class Stored:
    """An object as the file has it."""

    kind: str
    name: str
    attributes: dict[str, Any]
    definition_type: str = "predefined"
    # Seconds since 1970, of one that was read: what is put gets its times then.
    created: int = 0
    altered: int = 0

    @property
    def is_temporary(self) -> bool:
        """Whether it is a temporary dynamic queue."""
        return self.definition_type == "temporary_dynamic"


@dataclass(frozen=True, slots=True)
class StoredHandle(Handle):
    """An open handle as the file has it. `count` handles alike are one row.

    anonymous: known only by a dump's counts. changed: a definition that it resolved through was
    changed by force (MQRC_OBJECT_CHANGED at its next use). creator: its dynamic queue goes when
    it is closed.
    """

    path: tuple[Resolved, ...] = ()
    id: int = 0
    object_class: str = "queue"
    anonymous: bool = False
    changed: bool = False
    creator: bool = False

    @property
    def plain(self) -> Handle:
        """The handle in the words that every system uses."""
        return Handle(**{known.name: getattr(self, known.name) for known in fields(Handle)})

    @property
    def local_queue(self) -> str:
        """The local queue that it resolved to, "" for none."""
        last = self.path[-1] if self.path else None
        return last.name if last and last.role in ("local", "transmission") else ""


def packed(stored: Stored) -> tuple[str, str, str, str, str]:
    """Class, name, kind, definition type and attributes of an object, as the file keeps them."""
    attributes = json.dumps(stored.attributes, ensure_ascii=False, separators=(",", ":"))
    return CLASS_OF[stored.kind], stored.name, stored.kind, stored.definition_type, attributes


@lru_cache(256)
def _object(text: Any) -> Mapping[str, Any]:
    """Raises sqlite3.DatabaseError, as for every other damage of the file. Nearly every command
    reads the queue manager and a default object, so that the last ones are kept."""
    try:
        values = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise sqlite3.DatabaseError("a row holds no JSON object")
    return values


def _unpacked(text: str) -> dict[str, Any]:
    values = dict(_object(text))
    if "[" not in text:  # nearly every object: nothing but texts and numbers
        return values
    for name, value in values.items():
        if isinstance(value, list):
            values[name] = tuple(value)
        elif isinstance(value, dict):
            values[name] = {key: tuple(item) for key, item in value.items()}
    return values


def _of_kind(kind: str, text: str) -> dict[str, Any]:
    """The values of an object that its kind has: another one may have been registered in its place
    since."""
    values, spec = _unpacked(text), EVERY.get(kind)
    known = spec.attributes().keys() if spec is not None else values.keys()
    return values if values.keys() <= known else {n: v for n, v in values.items() if n in known}


@lru_cache(64)  # every transaction reads it, and few change it
def _of_manager(text: str) -> Mapping[str, Any]:
    return _of_kind(_MANAGER, text)


def _libraries(connection: sqlite3.Connection, system: int) -> dict[str, str]:
    query = (
        "SELECT name, json_extract(attributes, '$.create_authority') FROM object"
        " WHERE system = ? AND class = ? ORDER BY name"
    )
    found = connection.execute(query, (system, CLASS_OF[_LIBRARY]))
    # QCRTAUT is *CHANGE, as it ships.
    return {name: "change" if granted in (None, "sysval") else granted for name, granted in found}


def _group_objects(
    connection: sqlite3.Connection, group: str | None
) -> frozenset[tuple[str, str]] | None:
    """Kind and name of the group objects that the queue managers of a group have defined."""
    if not group:
        return None
    query = (
        "SELECT kind, object.name FROM object JOIN system ON system.id = object.system"
        " WHERE class LIKE ? AND json_extract(settings, '$.queue_sharing_group') = ?"
    )
    rows = connection.execute(query, (f"{GROUP}%", group))
    return frozenset((kind, name) for kind, name in rows if not EVERY[kind].of_group)


def _processes(connection: sqlite3.Connection, system: int) -> frozenset[str]:
    query = "SELECT name FROM object WHERE system = ? AND class = ?"
    return frozenset(row[0] for row in connection.execute(query, (system, _PROCESSES)))


@dataclass(slots=True)
class Transaction(SharedQueues):
    """One transaction on one system of the file. created, altered: of the system, in seconds since
    1970; now: of everything that the transaction changes. own: `manager`, but for a
    dead-letter queue that nobody gave or blanked: of a rehearsal it is not known to be missing."""

    connection: sqlite3.Connection
    id: int
    facts: SystemFacts
    now: int
    created: int
    altered: int
    settings: dict[str, Any] = field(default_factory=dict)
    own: dict[str, Any] = field(default_factory=dict)

    @property
    def manager(self) -> dict[str, Any]:
        """The queue manager's own attributes, canonical."""
        return {"dead_letter_queue": "", **self.own}

    @classmethod
    def on(cls, connection: sqlite3.Connection, name: str, now: int) -> "Transaction | None":
        """The system of that name, None when the file has no such one."""
        row = connection.execute(
            "SELECT id, platform, command_level, ccsid, settings, created, altered FROM system"
            " WHERE name = ?",
            (name,),
        ).fetchone()
        if row is None:
            return None
        settings = dict(_object(row[4]))
        if row[1] not in tuple(Platform):
            raise sqlite3.DatabaseError(f"platform {shown(row[1])}")
        platform = Platform(row[1])
        manager = connection.execute(
            "SELECT attributes, altered FROM object WHERE system = ? AND class = ?",
            (row[0], CLASS_OF[_MANAGER]),
        ).fetchone()
        own = dict(_of_manager(manager[0])) if manager else {}
        libraries = _libraries(connection, row[0]) if platform is Platform.IBMI else None
        facts = SystemFacts(
            name,
            platform,
            row[2],
            row[3],
            settings.get("current_library") or "QGPL",
            own,
            libraries=libraries,
            queue_sharing_group=settings.get("queue_sharing_group") or "",
            cell_directory=False,
            group_objects=_group_objects(connection, settings.get("queue_sharing_group")),
            names={
                Role.PROCESS: _processes(connection, row[0]),
                **({} if libraries is None else {Role.LIBRARY: frozenset(libraries)}),
            },
        )
        altered = manager[1] if manager else row[6]
        return cls(connection, row[0], facts, now, row[5], altered, settings, own)

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def on_ibmi(self) -> bool:
        return self.facts.platform is Platform.IBMI

    def key(self, kind: str, name: str) -> Key:
        return Key(self.facts.name, kind, name)

    def save_settings(self) -> None:
        self.connection.execute(
            "UPDATE system SET settings = ? WHERE id = ?", (json.dumps(self.settings), self.id)
        )

    def alter_manager(self, values: Mapping[str, Any]) -> Stored:
        """Change attributes of the queue manager."""
        self.own.update(values)
        stored = Stored(_MANAGER, QMGR, self.own)
        self.put(stored)
        self.altered = self.now
        return stored

    # Objects

    def get(self, object_class: str, name: str) -> Stored | None:
        if object_class.startswith(GROUP):
            return self.group_object(object_class.removeprefix(GROUP), name)
        row = self.connection.execute(
            "SELECT kind, attributes, definition_type, created, altered FROM object"
            " WHERE system = ? AND class = ? AND name = ?",
            (self._place(object_class, name), object_class, name),
        ).fetchone()
        return None if row is None else Stored(row[0], name, _of_kind(row[0], row[1]), *row[2:])

    def _place(self, object_class: str, name: str) -> int:
        """The system whose row an object has."""
        return self.owner(name) if object_class == CLASS_OF[_LOCAL_QUEUE] else self.id

    def queue(self, name: str) -> Stored | None:
        return self.get("queue", name) if name else None

    def put(self, stored: Stored) -> None:
        """Keep an object as it is, altered now. One that was there stays as old as it is: DEFINE
        with REPLACE is like ALTER with every parameter."""
        object_class, name, *values = packed(stored)
        in_repository = stored.attributes.get("queue_sharing_group_disposition") == "group"
        system = self._place(object_class, name)
        if in_repository:
            object_class = GROUP + object_class
        if object_class.startswith(GROUP):  # one row, with whichever queue manager defined it
            there = self._in_repository(object_class, name)
            system = self.id if there is None else there[0]
        self.connection.execute(
            "INSERT INTO object VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " kind = excluded.kind, definition_type = excluded.definition_type,"
            " attributes = excluded.attributes, altered = excluded.altered",
            (system, object_class, name, *values, self.now, self.now),
        )

    def insert(self, rows: Iterable[tuple[str, str, str, str, str]]) -> None:
        """Add packed objects that the queue manager does not have yet."""
        statement = "INSERT INTO object VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        parameters = ((self.id, *row, self.now, self.now) for row in rows)
        self.connection.executemany(statement, parameters)

    def drop(self, object_class: str, name: str) -> None:
        if object_class.startswith(GROUP):
            self.drop_group_object(object_class.removeprefix(GROUP), name)
            return
        self.delete_rows(
            "object", of=self._place(object_class, name), **{"class": object_class, "name": name}
        )

    def names(self, object_class: str, start: str) -> list[str]:
        """The names of a class that start so."""
        found = self.connection.execute(
            "SELECT name FROM object WHERE system = ? AND class = ? AND name >= ? AND name < ?",
            (self.id, object_class, start, f"{start}\U0010ffff"),
        )
        return [row[0] for row in found]

    def objects(
        self, kinds: Collection[str], names: Collection[str] | None = None
    ) -> Iterator[Stored]:
        """Objects of these kinds, by kind and name; not those in the shared repository, but for
        kinds that are only there."""
        classes = sorted({CLASS_OF[kind] for kind in kinds})
        in_group = [each for each in classes if each.startswith(GROUP)]
        if in_group:
            classes = [each for each in classes if each not in in_group]
            yield from self._objects(self.members(), in_group, kinds, names)
        yield from self._objects((self.id,), classes, kinds, names)
        shared = self.shared_elsewhere(names) if _LOCAL_QUEUE in kinds else ()
        for owner, places in groupby(shared, itemgetter(0)):
            theirs = [name for _, name in places]
            yield from self._objects((owner,), [CLASS_OF[_LOCAL_QUEUE]], [_LOCAL_QUEUE], theirs)

    def topics_of(self, topic_string: str) -> list[str]:
        """The names of the topic objects with a topic string."""
        rows = self.connection.execute(
            "SELECT name FROM object WHERE system = ? AND class = 'topic'"
            " AND json_extract(attributes, '$.topic_string') = ?",
            (self.id, topic_string),
        )
        return [name for (name,) in rows]

    def group_object(self, object_class: str, name: str) -> Stored | None:
        """The object of this name in the shared repository, whoever defined it."""
        there = self._in_repository(GROUP + object_class, name)
        if there is None:
            return None
        return Stored(there[1], name, _of_kind(there[1], there[2]), *there[3:])

    def group_objects(
        self, kinds: Collection[str], names: Collection[str] | None = None
    ) -> Iterator[Stored]:
        """Objects of these kinds in the shared repository of the group, by kind and name."""
        if self.facts.platform is not Platform.ZOS:
            return iter(())
        classes = sorted({GROUP + CLASS_OF[kind] for kind in kinds})
        return self._objects(self.members(), classes, kinds, names)

    def drop_group_object(self, object_class: str, name: str) -> None:
        """Delete the object of this name from the shared repository."""
        there = self._in_repository(GROUP + object_class, name)
        if there is not None:
            self.connection.execute(
                "DELETE FROM object WHERE system = ? AND class = ? AND name = ?",
                (there[0], GROUP + object_class, name),
            )

    def leave_repository(self) -> None:
        """The queue manager goes: what it has defined in the shared repository stays there, where
        the group has another member."""
        others = [one for one in self.members() if one != self.id]
        if others:
            self.give_shared(others[0])
            self.connection.execute(
                "UPDATE object SET system = ? WHERE system = ? AND class LIKE ?",
                (others[0], self.id, f"{GROUP}%"),
            )

    def _in_repository(self, object_class: str, name: str) -> tuple[Any, ...] | None:
        """The row of a group object."""
        members = self.members()
        row: tuple[Any, ...] | None = self.connection.execute(
            "SELECT system, kind, attributes, definition_type, created, altered FROM object"  # noqa: S608 - marks only
            f" WHERE system IN ({marks(members)}) AND class = ? AND name = ?",
            (*members, object_class, name),
        ).fetchone()
        return row

    def _objects(
        self,
        systems: Collection[int],
        classes: Collection[str],
        kinds: Collection[str],
        names: Collection[str] | None,
    ) -> Iterator[Stored]:
        # By their key, which has the class before the name; SQLite would read them all.
        query = (
            "SELECT kind, name, attributes, definition_type, created, altered FROM object"  # noqa: S608 - marks only
            f" WHERE system IN ({marks(systems)}) AND class IN ({marks(classes)})"
            f" AND kind IN ({marks(kinds)})"
        )
        wanted = None if names is None else sorted(set(names))
        for start in range(0, 1 if wanted is None else len(wanted), _BATCH):
            batch = [] if wanted is None else wanted[start : start + _BATCH]
            among = f" AND name IN ({marks(batch)})" if batch else ""
            rows = self.connection.execute(
                f"{query}{among} ORDER BY kind, name", (*systems, *classes, *kinds, *batch)
            )
            for kind, name, attributes, *rest in rows:
                yield Stored(kind, name, _of_kind(kind, attributes), *rest)

    # Handles

    def handles(self) -> list[StoredHandle]:
        """Every handle of the system, with what it resolved to."""
        return self._handles("system = ?", (self.id,))

    def handle(self, number: int) -> StoredHandle | None:
        handles = self._handles("system = ? AND id = ?", (self.id, number))
        return handles[0] if handles else None

    def holders(self, name: str, roles: Collection[str]) -> list[StoredHandle]:
        """Handles that resolved to or through the object `name` in one of these roles."""
        users = self.users(name) if self.facts.queue_sharing_group else (self.id,)
        held = f"SELECT handle FROM resolved WHERE system IN ({marks(users)}) AND name = ?"  # noqa: S608 - marks only
        where = f"id IN ({held} AND role IN ({marks(roles)}))"
        return self._handles(where, (*users, name, *roles))

    def _handles(self, where: str, values: tuple[Any, ...]) -> list[StoredHandle]:
        rows = self.connection.execute(
            f"SELECT {_HANDLE} FROM handle WHERE {where} ORDER BY id",  # noqa: S608 - fixed conditions
            values,
        ).fetchall()
        paths: dict[int, list[Resolved]] = {}
        if rows:
            for number, role, name in self.connection.execute(
                "SELECT handle, role, name FROM resolved WHERE handle IN"  # noqa: S608 - fixed conditions
                f" (SELECT id FROM handle WHERE {where}) ORDER BY handle, position",
                values,
            ):
                paths.setdefault(number, []).append(Resolved(role, name))
        handles = []
        for name, application, user, open_for, channel, queue_manager, count, *rest in rows:
            uses = frozenset(map(OpenFor, open_for.split()))
            who = name, application, user, uses, channel, queue_manager, count
            handles.append(StoredHandle(*who, tuple(paths.get(rest[0], ())), *rest))
        return handles

    def add_handle(self, handled: StoredHandle) -> StoredHandle:
        """Insert a handle (its id is ignored) and what it resolved to; returns it with its id."""
        columns = {column.name: getattr(handled, column.name) for column in fields(handled)}
        del columns["path"], columns["member"]
        columns.update(id=None, open_for=" ".join(sorted(handled.open_for)))
        number = self.connection.execute(
            f"INSERT INTO handle (system, {_HANDLE})"  # noqa: S608 - fixed columns
            f" VALUES (?, {marks(columns)})",
            (self.id, *columns.values()),
        ).lastrowid
        assert number is not None
        path = enumerate(handled.path)
        self.connection.executemany(
            "INSERT INTO resolved VALUES (?, ?, ?, ?, ?)",
            [(number, place, self.id, step.role, step.name) for place, step in path],
        )
        return replace(handled, id=number)

    def mark_changed(self, number: int) -> None:
        self.connection.execute("UPDATE handle SET changed = 1 WHERE id = ?", (number,))

    def drop_handle(self, number: int) -> None:
        self.delete_rows("handle", id=number)

    # Libraries

    def libraries(self) -> dict[str, str]:
        """Library name to its create authority (CRTAUT), a canonical authority word."""
        return _libraries(self.connection, self.id)

    def drop_library(self, name: str) -> None:
        self.drop(CLASS_OF[_LIBRARY], name)

    def add_library(self, name: str, create_authority: str = "sysval") -> None:
        """A library as CRTLIB makes it, where there is none of that name."""
        if self.get(CLASS_OF[_LIBRARY], name) is None:
            usual = {**shipped(_LIBRARY, self.facts), "authority": "change"}
            self.put(Stored(_LIBRARY, name, {**usual, "create_authority": create_authority}))
