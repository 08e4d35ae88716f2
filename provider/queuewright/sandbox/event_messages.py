"""The messages of configuration events on SYSTEM.ADMIN.CONFIG.EVENT, and how they are read.

Sources: IBM MQ, Configuration events; Refresh Queue Manager (PCF) RefreshType.
"""

from collections.abc import Mapping
from contextlib import suppress
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

from .messages import put_content
from .rows import Stored, Transaction

USER = "sandbox"
_BIG_ENDIAN = (Platform.ZOS, Platform.IBMI, Platform.AIX)
OBJECTS = tuple(
    kind
    for kind in MQ_KINDS
    if not (is_derived(kind) or is_single(kind) or is_record(kind)) and is_reported(kind)
)


def write_all(tx: Transaction) -> None:
    """REFRESH QMGR TYPE(CONFIGEV): every object as it is."""
    for stored in tx.objects(OBJECTS):
        if not stored.is_temporary:
            _write(tx, _event(stored, "refresh", None, stored.attributes))
    write_manager(tx, "refresh")


def write_change(tx: Transaction, before: Stored | None, after: Stored | None) -> None:
    """An object as it was and is. Nothing of the queue of events itself."""
    stored = after or before
    if stored is None or stored.name == QUEUE:
        return
    reason: Reason = "change" if before and after else "create" if after else "delete"
    was = None if before is None else before.attributes
    _write(tx, _event(stored, reason, was, None if after is None else after.attributes))


def write_manager(tx: Transaction, reason: Reason) -> None:
    """The queue manager, by its name: its attributes are left out."""
    _write(tx, ConfigurationEvent(reason, "q_mgr", tx.name))


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
    configuration_event = ConfigurationEvent(
        event.reason, event.object_type, event.name, event.kind, event.before, event.after,
        tx.name, USER, "console",
    )  # fmt: skip
    for message in messages_of(configuration_event):
        with suppress(CommandFailed):
            data = encode(message, order, tx.facts.ccsid)  # type: ignore[arg-type]
            put_content(tx, QUEUE, data, correlation)


def messages_on(tx: Transaction, name: str, most: int) -> list[EventMessage]:
    """The messages on a local queue, the oldest first."""
    start = b"AMQ " + tx.name.encode()[:12].ljust(12)
    return [
        EventMessage(
            start + number.to_bytes(8, "big"), data, correlation, tx.facts.ccsid,
            datetime.fromtimestamp(put, UTC),
        )
        for number, data, correlation, put in tx.contents(name, most)
    ]  # fmt: skip
