"""Configuration events: what the sandbox's queue managers write to SYSTEM.ADMIN.CONFIG.EVENT while
CONFIGEV is ENABLED, and how it is read.

Written for commands on queues, namelists, cluster channels and the queue manager itself. Not
written: for dynamic queues that MQOPEN makes, for copies that follow a group object, and for
objects that programs do not declare (topics, listeners, other channels).

Sources: IBM MQ, Configuration events; Create, change, and delete object configuration events;
Refresh Queue Manager (PCF) RefreshType.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.events import (
    QUEUE,
    ConfigurationEvent,
    EventMessage,
    Reason,
    is_reported,
    messages_of,
    type_of,
)
from queuewright.kinds import MQ_KINDS, is_derived, is_record, is_single
from queuewright.mq.membership import REPOSITORIES
from queuewright.mq.namelist import NamelistSpec

from .messages import put_content, readable_queue
from .reasons import refused
from .rows import CLASS_OF, Stored, Transaction

USER = "sandbox"
_BIG_ENDIAN = (Platform.ZOS, Platform.IBMI, Platform.AIX)
_TEMPORARY = "temporary_dynamic"
_OBJECTS = tuple(
    kind
    for kind in MQ_KINDS
    if not (is_derived(kind) or is_single(kind) or is_record(kind)) and is_reported(kind)
)


@contextmanager
def recorded(tx: Transaction, kind: str, name: str) -> Iterator[None]:
    """Records changes of an object meanwhile as an event: also where it is as it was ("events are
    issued even if an alter command does not change the object"). Of a membership, what it changes
    on the queue manager."""
    if is_single(kind):
        with recorded_manager(tx):
            yield
        return
    if not is_enabled(tx) or not (kind in _OBJECTS or is_derived(kind)):
        yield
        return
    if is_derived(kind):
        namelist, manager = _current(tx, NamelistSpec.kind, REPOSITORIES), dict(tx.manager)
        yield
        now = _current(tx, NamelistSpec.kind, REPOSITORIES)
        if now != namelist:
            _write_change(tx, namelist, now)
        if tx.manager != manager:
            _write(tx, _of_manager(tx, "change"))
        return
    before = _current(tx, kind, name)
    yield
    _write_change(tx, before, _current(tx, kind, name))


@contextmanager
def recorded_manager(tx: Transaction) -> Iterator[None]:
    """ALTER QMGR; one that sets CONFIGEV(ENABLED) is followed by an event for each object."""
    was_enabled = is_enabled(tx)
    yield
    if was_enabled or is_enabled(tx):
        _write(tx, _of_manager(tx, "change"))
    if is_enabled(tx) and not was_enabled:
        refresh(tx)


def refresh(tx: Transaction) -> None:
    """REFRESH QMGR TYPE(CONFIGEV): every object as it is. Raises CommandFailed."""
    if not is_enabled(tx):
        why, remediation = "CONFIGEV is DISABLED", "enable it with: ALTER QMGR CONFIGEV(ENABLED)"
        raise refused(f"{tx.name} queue manager", "MQRCCF_EVENTS_DISABLED", why, remediation)
    for stored in tx.objects(_OBJECTS):
        if stored.definition_type != _TEMPORARY:
            _write(tx, _event(stored, "refresh", None, stored.attributes))
    _write(tx, _of_manager(tx, "refresh"))


def is_enabled(tx: Transaction) -> bool:
    return tx.manager.get("configuration_event") == "enabled"


def _current(tx: Transaction, kind: str, name: str) -> Stored | None:
    stored = tx.get(CLASS_OF[kind], name)
    return None if stored is None or stored.definition_type == _TEMPORARY else stored


def _write_change(tx: Transaction, before: Stored | None, after: Stored | None) -> None:
    stored = after or before
    if stored is None or stored.name == QUEUE:  # whose own changes are not told
        return
    reason: Reason = "change" if before and after else "create" if after else "delete"
    was = None if before is None else before.attributes
    _write(tx, _event(stored, reason, was, None if after is None else after.attributes))


def _of_manager(tx: Transaction, reason: Reason) -> ConfigurationEvent:
    """The event of an object that the catalogue does not manage: its attributes are left out."""
    return ConfigurationEvent(reason, "q_mgr", tx.name)


def _event(
    stored: Stored,
    reason: Reason,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> ConfigurationEvent:
    return ConfigurationEvent(reason, type_of(stored.kind), stored.name, stored.kind, before, after)


def _write(tx: Transaction, event: ConfigurationEvent) -> None:
    """ "If the queue manager cannot put the event message, the command still completes"."""
    correlation = b"AMQ " + uuid4().bytes + bytes(4)
    order = "big" if tx.facts.platform in _BIG_ENDIAN else "little"
    said = ConfigurationEvent(
        event.reason, event.object_type, event.name, event.kind, event.before, event.after,
        tx.name, USER, "console",
    )  # fmt: skip
    for message in messages_of(said):
        with suppress(CommandFailed):
            data = encode(message, order, tx.facts.ccsid)  # type: ignore[arg-type]
            put_content(tx, QUEUE, data, correlation)


def browse(tx: Transaction, queue: str, most: int) -> list[EventMessage]:
    """The messages on a queue, the oldest first. Raises CommandFailed."""
    name = readable_queue(tx, queue)
    start = b"AMQ " + tx.name.encode()[:12].ljust(12)
    return [
        EventMessage(
            start + number.to_bytes(8, "big"), data, correlation, tx.facts.ccsid,
            datetime.fromtimestamp(put, UTC),
        )
        for number, data, correlation, put in tx.contents(name, most)
    ]  # fmt: skip


def remove(tx: Transaction, queue: str, ids: Collection[bytes]) -> None:
    """Take messages off; one that is not there any more is not an error. Raises CommandFailed."""
    name = readable_queue(tx, queue)
    tx.drop_contents(name, [int.from_bytes(each[-8:], "big") for each in ids])
