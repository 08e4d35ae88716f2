"""Configuration events: when the sandbox's queue managers write one, while CONFIGEV is ENABLED.

Written for commands on queues, namelists, cluster channels and the queue manager itself. Not
written: for dynamic queues that MQOPEN makes, for copies that follow a group object, and for
objects that programs do not declare (topics, listeners, other channels).

Their messages are `event_messages`, imported where there is an event: most sandboxes write none.

Sources: IBM MQ, Configuration events; Create, change, and delete object configuration events.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from queuewright.kinds import is_derived, is_single
from queuewright.mq.membership import REPOSITORIES
from queuewright.mq.namelist import NamelistSpec

from .messages import readable_queue
from .reasons import refused
from .rows import CLASS_OF, Stored, Transaction

if TYPE_CHECKING:
    from queuewright.dialects.pcf.events import EventMessage


@contextmanager
def recorded(tx: Transaction, kind: str, name: str) -> Iterator[None]:
    """Records changes of an object meanwhile as an event: also where it is as it was ("events are
    issued even if an alter command does not change the object"). Of a membership, what it changes
    on the queue manager."""
    if is_single(kind):
        with recorded_manager(tx):
            yield
        return
    if not is_enabled(tx) or not _is_reported(kind):
        yield
        return
    if is_derived(kind):
        namelist, manager = _current(tx, NamelistSpec.kind, REPOSITORIES), dict(tx.manager)
        yield
        now = _current(tx, NamelistSpec.kind, REPOSITORIES)
        if now != namelist:
            _write_change(tx, namelist, now)
        if tx.manager != manager:
            _write_manager(tx)
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
        _write_manager(tx)
    if is_enabled(tx) and not was_enabled:
        refresh(tx)


def refresh(tx: Transaction) -> None:
    """REFRESH QMGR TYPE(CONFIGEV): every object as it is. Raises CommandFailed."""
    if not is_enabled(tx):
        text, remediation = "CONFIGEV is DISABLED", "enable it with: ALTER QMGR CONFIGEV(ENABLED)"
        raise refused(f"{tx.name} queue manager", "MQRCCF_EVENTS_DISABLED", text, remediation)
    from .event_messages import write_all

    write_all(tx)


def browse(tx: Transaction, queue: str, most: int) -> "list[EventMessage]":
    """The messages on a queue, the oldest first. Raises CommandFailed."""
    name = readable_queue(tx, queue)
    from .event_messages import messages_on

    return messages_on(tx, name, most)


def remove(tx: Transaction, queue: str, ids: Collection[bytes]) -> None:
    """Take messages off; one that is not there any more is not an error. Raises CommandFailed."""
    name = readable_queue(tx, queue)
    tx.drop_contents(name, [int.from_bytes(each[-8:], "big") for each in ids])


def is_enabled(tx: Transaction) -> bool:
    return tx.manager.get("configuration_event") == "enabled"


def _is_reported(kind: str) -> bool:
    from .event_messages import OBJECTS

    return kind in OBJECTS or is_derived(kind)


def _current(tx: Transaction, kind: str, name: str) -> Stored | None:
    stored = tx.get(CLASS_OF[kind], name)
    return None if stored is None or stored.is_temporary else stored


def _write_change(tx: Transaction, before: Stored | None, after: Stored | None) -> None:
    from .event_messages import write_change

    write_change(tx, before, after)


def _write_manager(tx: Transaction) -> None:
    from .event_messages import write_manager

    write_manager(tx, "change")
