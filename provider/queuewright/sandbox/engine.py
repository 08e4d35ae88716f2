"""The sandbox: systems in one file, and the commands that each of them answers.

Every method of `EmbeddedSystem` is one command and one transaction. Refusals are CommandFailed with
completion and reason codes or a CPF identifier; a file that cannot be used is SystemUnavailable.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.ccsid import CCSIDS, unknown
from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import CommandFailed, QueuewrightError, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.names import system_name
from queuewright.catalogue.observed import Handle, Observed, OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.ibmi.common_attributes import SYSTEM_LIBRARIES
from queuewright.kinds import is_derived, is_ibmi, is_record, is_single, spec_of
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.world.shipped import DEFAULT_OBJECT, is_on, shipped

from . import (
    channel_states,
    clusters,
    definitions,
    entries,
    events,
    messages,
    opening,
    partition,
    policies,
)
from .authorization import Applicant, Operator, authorized
from .defaults import ship
from .observing import observe, observed
from .queue_manager import change_manager, not_deleted
from .reasons import refused
from .record_commands import RECORDS
from .rows import StoredHandle, Transaction
from .sharing_group import join, scope_of
from .store import Store
from .values import checked_ibmi_name

if TYPE_CHECKING:
    from queuewright.dialects.pcf.events import EventMessage

_USER = "sandbox"


class SandboxError(QueuewrightError):
    """A request to the sandbox itself that cannot be met: one line, with the remediation."""


class Sandbox:
    """One sandbox file. Methods may be called from several threads and processes at once."""

    def __init__(self, path: Path | str, clock: Callable[[], float] = time.time) -> None:
        """clock: seconds since 1970, of what is made and altered."""
        self.path = Path(path)
        self._store = Store(self.path)
        self._clock = clock

    def _on(self, connection: sqlite3.Connection, name: str) -> Transaction | None:
        return Transaction.on(connection, name, int(self._clock()))

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        self._store.close()

    def create_system(
        self,
        name: str,
        *,
        platform: Platform = Platform.LINUX,
        command_level: int = 930,
        ccsid: int | None = None,
        libraries: Collection[str] = (),
        current_library: str = "QGPL",
        queue_sharing_group: str = "",
        exist_ok: bool = False,
    ) -> "EmbeddedSystem":
        """Create a queue manager, on platform ibmi also a partition with `libraries` beside
        QSYS, QGPL and QTEMP. The CCSID is 37 on IBM i, 500 on z/OS and 1208 elsewhere unless it
        is given. Raises SandboxError when there is one of this name (without `exist_ok`).
        """
        chosen = ccsid if ccsid is not None else platform.usual_ccsid
        _checked_system(name, platform, command_level, chosen, libraries)
        if platform is Platform.IBMI and current_library not in (*SYSTEM_LIBRARIES, *libraries):
            libraries = (*libraries, current_library)
        settings = {
            "current_library": current_library,
            "queue_sharing_group": queue_sharing_group,
        }
        with self._store.write() as connection:
            if self._on(connection, name) is not None:
                if exist_ok:
                    return EmbeddedSystem(self, name)
                text = f"system {shown(name)} exists in {self.path}; remove it, or use another name"
                raise SandboxError(one_line(text))
            now = int(self._clock())
            connection.execute(
                "INSERT INTO system"
                " (name, platform, command_level, ccsid, settings, created, altered)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (name, platform.value, command_level, chosen, json.dumps(settings), now, now),
            )
            tx = Transaction.on(connection, name, now)
            assert tx is not None
            ship(tx)
            if platform is Platform.IBMI:
                for library in (*SYSTEM_LIBRARIES, *libraries):
                    tx.add_library(library)
            join(tx)
        return EmbeddedSystem(self, name)

    def remove_system(self, name: str) -> None:
        """Take a system and everything on it out of the file. Raises SystemUnavailable."""
        with self.transaction(name, write=True) as tx:
            tx.leave_repository()
            tx.connection.execute("DELETE FROM resolved WHERE system = ?", (tx.id,))
            tx.connection.execute("DELETE FROM system WHERE id = ?", (tx.id,))

    def systems(self) -> list[SystemFacts]:
        """Every system of the file, by name."""
        with self._store.read() as connection:
            names = [row[0] for row in connection.execute("SELECT name FROM system ORDER BY name")]
            transactions = (self._on(connection, name) for name in names)
            return [tx.facts for tx in transactions if tx is not None]

    def has(self, name: str) -> bool:
        """Whether the file has a system of this name."""
        with self._store.read() as connection:
            return self._on(connection, name) is not None

    def system(self, name: str, operator: Operator | None = None) -> "EmbeddedSystem":
        """The system of that name; its first command fails if the file does not have it."""
        return EmbeddedSystem(self, name, operator)

    @contextmanager
    def transaction(self, name: str, *, write: bool) -> Iterator[Transaction]:
        """One transaction on one system. Raises SystemUnavailable when the file lacks it."""
        with self._store.write() if write else self._store.read() as connection:
            tx = self._on(connection, name)
            if tx is None:
                text = f"system {shown(name)} is not in sandbox {self.path}"
                remediation = f"create it with: queuewright sandbox create {name}"
                raise SystemUnavailable(one_line(f"{text}; {remediation}"))
            yield tx


class EmbeddedSystem:
    """A queue manager, on platform ibmi also a partition. Kinds, attribute names and values are
    the catalogue's; names of IBM i objects are `LIBRARY/NAME`. operator: whose authorities count
    for commands of MQSC and CL; None for nobody's."""

    def __init__(self, sandbox: Sandbox, name: str, operator: Operator | None = None) -> None:
        self.sandbox = sandbox
        self.name = name
        self.operator = operator

    def facts(self) -> SystemFacts:
        """Platform, command level, CCSID and so on. Raises SystemUnavailable."""
        with self.reading() as tx:
            return tx.facts

    def reading(self) -> AbstractContextManager[Transaction]:
        """One consistent view of the system, for front ends."""
        return self.sandbox.transaction(self.name, write=False)

    def writing(self) -> AbstractContextManager[Transaction]:
        """One transaction on the system, for front ends."""
        return self.sandbox.transaction(self.name, write=True)

    # Definitions

    def create(
        self,
        kind: str,
        name: str,
        values: Mapping[str, Any],
        *,
        like: str | None = None,
        replace: bool = False,
        kept: Collection[str] = (),
        removed: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Observed:
        """Create an object, or set a record, from which `removed` is taken; with `replace` also
        where one of that name and kind exists, which leaves the attributes `kept` as they are; with
        `like` the rest comes from that object (Copy). Raises CommandFailed."""
        spec_of(kind)

        def make(system: "EmbeddedSystem", own: Mapping[str, Any]) -> Observed:
            with system.writing() as tx, events.recorded(tx, kind, name):
                if is_single(kind):
                    stored = change_manager(tx, own)
                elif is_derived(kind):
                    stored = clusters.join(tx, name, own)
                elif is_record(kind):
                    stored = RECORDS[kind].set_record(tx, name, own, removed or {})
                elif is_ibmi(kind):
                    stored = partition.create_object(tx, kind, name, own, like=like)
                else:
                    stored = definitions.create_object(
                        tx, kind, name, own, like=like, replace=replace, kept=kept
                    )
                return observed(tx, stored)

        return self._in_scope(values, make)

    def add_items(self, kind: str, name: str, lists: Mapping[str, Any]) -> Observed:
        """Add to the lists of a security policy (MQACT_ADD). Raises CommandFailed."""
        with self.writing() as tx, events.recorded(tx, kind, name):
            return observed(tx, policies.add_items(tx, name, lists))

    def change(
        self, kind: str, name: str, values: Mapping[str, Any], *, force: bool = False
    ) -> Observed:
        """Change only the given attributes. Raises CommandFailed, also for a change that needs
        `force` and is not given it (Change Queue (PCF) Force)."""
        spec_of(kind)

        def change(system: "EmbeddedSystem", own: Mapping[str, Any]) -> Observed:
            with system.writing() as tx, events.recorded(tx, kind, name):
                if is_single(kind):
                    stored = change_manager(tx, own, force=force)
                elif is_derived(kind):
                    stored = clusters.change_membership(tx, name, own)
                elif is_record(kind):
                    stored = RECORDS[kind].change_record(tx, name, own)
                elif is_ibmi(kind):
                    stored = partition.change_object(tx, kind, name, own)
                else:
                    stored = definitions.change_object(tx, kind, name, own, force=force)
                return observed(tx, stored)

        return self._in_scope(values, change)

    def channel_runs(
        self, name: str, status: str = "RUNNING", *, in_doubt: bool = False, partner: str = ""
    ) -> None:
        """Say what a channel is doing, for a rehearsal; status "" for nothing."""
        with self.writing() as tx:
            channel_states.set_state(tx, name, status, in_doubt=in_doubt, partner=partner)

    def _in_scope(
        self,
        values: Mapping[str, Any],
        command: "Callable[[EmbeddedSystem, Mapping[str, Any]], Observed]",
    ) -> Observed:
        """Run a command where its CommandScope says; the first queue manager's answer. The others'
        others refuse is their own answer."""
        if "command_scope" not in values:
            return command(self, values)
        (first, *others), own = self.scope_of(values)
        answer = command(first, own)
        for other in others:
            with suppress(CommandFailed):
                command(other, own)
        return answer

    def scope_of(
        self, values: Mapping[str, Any]
    ) -> "tuple[list[EmbeddedSystem], Mapping[str, Any]]":
        """The queue managers that a command runs on, and its values without CommandScope. Raises
        CommandFailed."""
        names, own = scope_of(self.facts(), self.sandbox.systems, values)
        return [self if name == self.name else self.sandbox.system(name) for name in names], own

    def delete(
        self,
        kind: str,
        name: str,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        """Delete an object, with `purge` also its messages. disposition: QSGDisposition of the one
        that is meant, q_mgr if it is not said. Raises CommandFailed."""
        spec_of(kind)
        with self.writing() as tx, events.recorded(tx, kind, name):
            if is_single(kind):
                raise not_deleted(tx)
            if is_derived(kind):
                clusters.leave(tx, name)
            elif is_record(kind):
                RECORDS[kind].remove(tx, name)
            elif is_ibmi(kind):
                partition.delete_object(tx, kind, name)
            else:
                definitions.delete_object(
                    tx,
                    kind,
                    name,
                    purge=purge,
                    keep_authorities=keep_authorities,
                    disposition=disposition,
                )

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        """Objects of `kinds` by kind and name; only `names` where given. One view of the file."""
        with self.reading() as tx:
            return list(observe(tx, kinds, names, status=status))

    def defaults(self, kind: str) -> Observed | None:
        """The values of an object where a command gives none; its key's name is the
        default object's, "" where there is none (IBM i, clusters)."""
        spec_of(kind)
        with self.reading() as tx:
            if not is_on(kind, tx.facts):
                return None
            name = DEFAULT_OBJECT.get(kind, "")
            if not name:
                return Observed(tx.key(kind, ""), shipped(kind, tx.facts))
            return next(iter(observe(tx, (kind,), (name,))), None)

    def entries(self, name: str, users: Mapping[str, Any], *, add: bool) -> Observed:
        """ADDAUTLE or RMVAUTLE: add users to an authorization list, or remove them from it."""
        with self.writing() as tx:
            return observed(tx, partition.change_entries(tx, name, users, add=add))

    # The queue manager itself

    def manager(self) -> dict[str, Any]:
        """Attributes of the queue manager itself, canonical."""
        with self.reading() as tx:
            return tx.manager

    def set_manager(self, values: Mapping[str, Any]) -> None:
        """Change Queue Manager. Raises CommandFailed."""
        self.change(QueueManagerSpec.kind, QMGR, values)

    def refresh_configuration_events(self) -> None:
        """REFRESH QMGR TYPE(CONFIGEV). Raises CommandFailed while CONFIGEV is DISABLED."""
        with self.writing() as tx:
            events.refresh(tx)

    def browse_events(self, queue: str, most: int) -> "list[EventMessage]":
        """Messages whose content is kept, the oldest first; they stay. Raises CommandFailed."""
        with self.reading() as tx:
            return events.browse(tx, queue, most)

    def remove_events(self, queue: str, ids: Collection[bytes]) -> None:
        """Take such messages off their queue. Raises CommandFailed."""
        with self.writing() as tx:
            events.remove(tx, queue, ids)

    # Handles

    def handles(self) -> list[Handle]:
        """Every open handle."""
        with self.reading() as tx:
            return [handle.plain for handle in tx.handles()]

    def open(
        self,
        name: str,
        open_for: Collection[OpenFor],
        *,
        application: str = "queuewright",
        user: str = _USER,
        channel: str = "",
        queue_manager: str = "",
        dynamic_name: str = "AMQ.*",
        count: int = 1,
        applicant: Applicant | None = None,
        object_class: str = "queue",
    ) -> StoredHandle:
        """MQOPEN, or a queue in use by a job of IBM i. applicant: who asks, where records count.
        object_class: "topic" to publish (for output) or to subscribe (for input)."""
        opened = name, application, user, frozenset(open_for), channel, queue_manager, count
        handle = StoredHandle(*opened, object_class=object_class)
        with self.writing() as tx:
            return entries.open_object(tx, handle) or opening.open_object(
                tx, authorized(tx, handle, applicant), dynamic_name
            )

    def close_handle(self, number: int) -> None:
        """MQCLOSE. Raises CommandFailed for a handle that is not open."""
        with self.writing() as tx:
            opening.close_handle(tx, _open_handle(tx, number))

    def close_all(self) -> int:
        """Close every handle, those known from a dump too; returns how many openers they had."""
        with self.writing() as tx:
            closed = 0
            for handled in tx.handles():
                closed += handled.count
                opening.close_handle(tx, handled)
            return closed

    def open_handles(self) -> list[StoredHandle]:
        """Every open handle with its number and what it resolved to."""
        with self.reading() as tx:
            return tx.handles()

    # Messages

    def put(
        self,
        name: str,
        *,
        count: int = 1,
        size: int = 100,
        uncommitted: bool = False,
        queue_manager: str = "",
        handle: int | None = None,
    ) -> str:
        """MQPUT of `count` messages of `size` bytes; returns the queue that has them now."""
        with self.writing() as tx:
            through = None if handle is None else _open_handle(tx, handle)
            return entries.put_entries(
                tx, name, count=count, size=size, uncommitted=uncommitted
            ) or messages.put_messages(
                tx,
                name,
                count=count,
                size=size,
                uncommitted=uncommitted,
                queue_manager=queue_manager,
                handle=through,
            )

    def get(
        self, name: str, *, count: int = 1, uncommitted: bool = False, handle: int | None = None
    ) -> str:
        """MQGET of `count` messages, the oldest first; returns the queue that had them."""
        with self.writing() as tx:
            through = None if handle is None else _open_handle(tx, handle)
            return entries.get_entries(tx, name, count=count) or messages.get_messages(
                tx, name, count=count, uncommitted=uncommitted, handle=through
            )

    def clear(self, name: str) -> None:
        """Clear Queue: delete the messages of a local queue. Raises CommandFailed while it is
        open or has uncommitted messages."""
        with self.writing() as tx:
            definitions.clear_queue(tx, name)

    def commit(self, queue: str | None = None) -> int:
        """MQCMIT of everything (on one queue); returns how many messages were uncommitted."""
        with self.writing() as tx:
            return messages.end_units(tx, queue, keep="put", drop="get")

    def backout(self, queue: str | None = None) -> int:
        """MQBACK of everything (on one queue)."""
        with self.writing() as tx:
            return messages.end_units(tx, queue, keep="get", drop="put")


class WithinTransaction(EmbeddedSystem):
    """The system inside a transaction that is open: its commands are part of it."""

    def __init__(self, tx: Transaction, sandbox: Sandbox) -> None:
        super().__init__(sandbox, tx.name)
        self._tx = tx

    def reading(self) -> AbstractContextManager[Transaction]:
        return nullcontext(self._tx)

    def writing(self) -> AbstractContextManager[Transaction]:
        return nullcontext(self._tx)


def _open_handle(tx: Transaction, number: int) -> StoredHandle:
    handle = tx.handle(number)
    if handle is None:
        key = tx.key("handle", str(number))
        text = "it is not open"
        raise refused(key, "MQRC_HOBJ_ERROR", text, "see queuewright sandbox status")
    return handle


def _checked_system(
    name: str, platform: Platform, command_level: int, ccsid: int, libraries: Collection[str]
) -> None:
    limit = 4 if platform is Platform.ZOS else 48
    if next(system_name(name), None) or len(name) > limit:
        text = f"system name {shown(name)} is not 1 to {limit} characters of A-Z a-z 0-9 . / _ %"
        raise SandboxError(f"{text}; rename it")
    if not 100 <= command_level <= 9999:
        text = f"system {name}: command level {command_level} is not like 930, which is MQ 9.3.0"
        raise SandboxError(f"{text}; correct it")
    if ccsid not in CCSIDS:
        raise SandboxError(one_line(f"system {name}: {unknown(ccsid)}"))
    if libraries and platform is not Platform.IBMI:
        text = f"system {name}: libraries belong to platform ibmi, and this one is {platform}"
        raise SandboxError(f"{text}; leave them out")
    for library in libraries:
        checked_ibmi_name(Key(name, "library", library), library, "library")
