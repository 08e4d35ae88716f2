"""The sandbox's file: SQLite, one transaction a command, safe for several processes.

Write-ahead logging: a reader never waits and never sees half a command; a process that dies
in the middle of one leaves nothing of it behind.
"""

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.private_files import make_private

from .migration import (
    to_version_4,
    to_version_5,
    to_version_6,
    to_version_7,
    to_version_8,
    to_version_9,
    to_version_10,
)

SCHEMA_VERSION = 10
_APPLICATION_ID = 0x51575342  # "QWSB": tells a sandbox from any other SQLite file
_BUSY_MILLISECONDS = 30_000

_SCHEMA = """
CREATE TABLE system (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    platform TEXT NOT NULL,
    command_level INTEGER NOT NULL,
    ccsid INTEGER NOT NULL,
    settings TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT 0,
    altered INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE object (
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    class TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    definition_type TEXT NOT NULL,
    attributes TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT 0,
    altered INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (system, class, name)
) WITHOUT ROWID;
CREATE INDEX object_by_kind ON object (system, kind, name);
CREATE TABLE handle (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    class TEXT NOT NULL,
    object_name TEXT NOT NULL,
    queue_manager TEXT NOT NULL,
    application TEXT NOT NULL,
    user TEXT NOT NULL,
    channel TEXT NOT NULL,
    open_for TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    anonymous INTEGER NOT NULL,
    changed INTEGER NOT NULL DEFAULT 0,
    creator INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX handle_by_name ON handle (system, object_name);
CREATE TABLE resolved (
    handle INTEGER NOT NULL REFERENCES handle (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    system INTEGER NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (handle, position)
) WITHOUT ROWID;
CREATE INDEX resolved_by_name ON resolved (system, name);
CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    system INTEGER NOT NULL REFERENCES system (id) ON DELETE CASCADE,
    queue TEXT NOT NULL,
    size INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('committed', 'put', 'get')),
    count INTEGER NOT NULL CHECK (count > 0),
    data BLOB,
    correlation BLOB,
    put INTEGER
);
CREATE INDEX message_by_queue ON message (system, queue, state);
"""
# Tables whose rows have times since version 2, in seconds since 1970.
_TIMED = ("system", "object", "library")
# Of messages whose content is kept, since version 3: those that the queue manager itself writes.
_CONTENT = ("data BLOB", "correlation BLOB", "put INTEGER")


def stamp_of(path: Path) -> object:
    """Another one whenever somebody has written to a sandbox's file."""
    both = (path.with_name(f"{path.name}{suffix}") for suffix in ("", "-wal"))
    found = (file.stat() for file in both if file.exists())
    return [(status.st_mtime_ns, status.st_size) for status in found]


def copy_file(path: Path, target: Path) -> None:
    """A sandbox's file as it is now."""
    with closing(sqlite3.connect(path)) as own, closing(sqlite3.connect(target)) as copy:
        own.backup(copy)


class Store:
    """Connections to one sandbox file; usable from several threads and processes at once.

    A file of an earlier version is brought up to this one, with everything in it; one that cannot
    be written is read as it is. Nobody knows when what it has was made: no later than the file was
    last written, which is the time that it gets.

    Raises SystemUnavailable, one line that names the file, for one that is not a sandbox, is newer
    than this program, cannot be opened or stays locked.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._writing = threading.RLock()
        self._idle: list[sqlite3.Connection] = []
        self._pid = os.getpid()
        self._ready = False
        weakref.finalize(self, _close_own, self._idle, os.getpid())

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction that may write: committed at the end, rolled back by an exception."""
        # Threads of one process wait for each other here. In SQLite they would sleep and look
        # again, for longer than the transaction takes.
        self._leave_parent()
        writing = self._writing
        if not writing.acquire(timeout=_BUSY_MILLISECONDS / 1000):
            raise self._unusable("is locked by another thread", "try again")
        try:
            with self._transaction("BEGIN IMMEDIATE") as connection:
                yield connection
        finally:
            writing.release()

    def read(self) -> AbstractContextManager[sqlite3.Connection]:
        """One consistent view of the file."""
        return self._transaction("BEGIN")

    def close(self) -> None:
        """Close every idle connection."""
        with self._lock:
            _close_all(self._idle)

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._errors():
            connection = self._take()
            try:
                with connection:
                    connection.execute(begin)
                    yield connection
            finally:
                self._give(connection)

    def _take(self) -> sqlite3.Connection:
        self._leave_parent()
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _leave_parent(self) -> None:
        """In a forked child: SQLite connections do not survive a fork, and closing them here would
        drop locks that belong to the parent, whose threads may hold the one of writers."""
        with self._lock:
            if self._pid != os.getpid():
                _KEPT.extend(self._idle)
                self._idle.clear()
                self._writing = threading.RLock()
                self._pid = os.getpid()

    def _give(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            self._idle.append(connection)

    def _connect(self) -> sqlite3.Connection:
        name: str | Path = self.path
        places = (self.path.parent, self.path)
        is_fixed = self.path.exists() and not all(os.access(place, os.W_OK) for place in places)
        if is_fixed:  # a read-only checkout: SQLite would write even to read a write-ahead log
            log = self.path.with_name(f"{self.path.name}-wal")
            ways = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
            name = f"{self.path.absolute().as_uri()}?{ways}"
        else:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            make_private(self.path)  # SQLite gives its log and its index the same mode
        connection = sqlite3.connect(
            name,
            uri=is_fixed,
            timeout=_BUSY_MILLISECONDS / 1000,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            if is_fixed and self._is_behind(connection):
                connection = self._as_current(connection)
            elif not self._ready:
                self._prepare(connection)
                self._ready = True
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
        return connection

    def _is_behind(self, connection: sqlite3.Connection) -> bool:
        return 0 < self._version(connection) < SCHEMA_VERSION

    def _as_current(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """A copy in memory of a file that cannot be written, brought up to this version."""
        copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.backup(copy)
        connection.close()
        self._prepare(copy)
        copy.execute("PRAGMA query_only = ON")
        return copy

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if self._version(connection) == SCHEMA_VERSION:
            return
        last_written = self._last_written()
        _use_wal(connection)
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            version = self._version(connection)  # another process may have been quicker
            if version == 0:
                for statement in _SCHEMA.split(";\n"):
                    if statement.strip():
                        connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            if version == 1:
                for table in _TIMED:
                    for column in ("created", "altered"):
                        # NOT NULL needs a default, which is never seen: every row gets its time.
                        added = f"ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0"
                        connection.execute(f"ALTER TABLE {table} {added}")
                    times = f"UPDATE {table} SET created = :time, altered = :time"  # noqa: S608
                    connection.execute(times, {"time": last_written})
            if version in (1, 2):
                for column in _CONTENT:
                    connection.execute(f"ALTER TABLE message ADD COLUMN {column}")
            if 0 < version < 4:
                to_version_4(connection)
            if 0 < version < 5:
                to_version_5(connection)
            if 0 < version < 6:
                to_version_6(connection)
            if 0 < version < 7:
                to_version_7(connection)
            if 0 < version < 8:
                to_version_8(connection)
            if 0 < version < 9:
                to_version_9(connection)
            if 0 < version < 10:
                to_version_10(connection)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _last_written(self) -> int:
        """When the file or its log was, in seconds since 1970."""
        log = self.path.with_name(f"{self.path.name}-wal")
        stats = [path.stat() for path in (self.path, log) if path.exists()]
        # SQLite makes an empty log when it opens the file.
        return int(max((stat.st_mtime for stat in stats if stat.st_size), default=time.time()))

    def _version(self, connection: sqlite3.Connection) -> int:
        """The schema version of the file, 0 for an empty one. Raises SystemUnavailable."""
        # All three at one moment: another process may be making the file.
        reads_alone = not connection.in_transaction
        if reads_alone:
            connection.execute("BEGIN")
        try:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (application,) = connection.execute("PRAGMA application_id").fetchone()
        finally:
            if reads_alone:
                connection.execute("ROLLBACK")
        if not tables and not application:
            return 0
        if application != _APPLICATION_ID:
            raise self._unusable("is an SQLite file, but no sandbox", "give another file")
        if version > SCHEMA_VERSION:
            raise self._unusable(
                f"has schema version {version}, and this program knows {SCHEMA_VERSION}",
                "upgrade queuewright, or give another file",
            )
        return int(version)

    def _unusable(self, text: str, remediation: str) -> SystemUnavailable:
        return SystemUnavailable(one_line(f"sandbox file {self.path}: {text}; {remediation}"))

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise self._unusable("is locked by another process", "try again") from error
            raise self._unusable(str(error), "check the path and its permissions") from error
        except sqlite3.IntegrityError:
            raise  # a mistake of the sandbox itself, not of the file
        except sqlite3.DatabaseError as error:
            remediation = "remove it, or give another file"
            raise self._unusable(f"is damaged or no sandbox ({error})", remediation) from error
        except OSError as error:
            text = error.strerror or str(error)
            raise self._unusable(text, "check the path and its permissions") from error


_KEPT: list[sqlite3.Connection] = []


def _close_own(connections: list[sqlite3.Connection], pid: int) -> None:
    if os.getpid() == pid:  # a forked child must not close what belongs to its parent
        _close_all(connections)


def _close_all(connections: list[sqlite3.Connection]) -> None:
    while connections:
        with suppress(sqlite3.Error):
            connections.pop().close()


def _use_wal(connection: sqlite3.Connection) -> None:
    # Changing the journal mode does not wait for the busy timeout when two processes create the
    # file together.
    deadline = time.monotonic() + _BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
