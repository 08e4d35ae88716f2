"""MQPUT and MQGET as counts: a message is its length and its unit of work, never its data."""

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor, Resolved
from queuewright.catalogue.references import QueueType
from queuewright.kinds import queue_type
from queuewright.mq.local_queue import LocalQueueSpec

from .holders import describe
from .reasons import refused
from .resolution import resolve
from .rows import Stored, StoredHandle, Transaction

_LOCAL = ("local", "transmission")


def put_messages(
    tx: Transaction,
    name: str,
    *,
    count: int,
    size: int,
    uncommitted: bool,
    queue_manager: str = "",
    handle: StoredHandle | None = None,
) -> str:
    """Put `count` messages of `size` bytes; all or none. Returns the queue that has them now.

    Raises CommandFailed. With `handle`, through it; else as MQPUT1 does, by name.
    """
    target = _destination(tx, name, _path(tx, name, queue_manager, handle, OpenFor.OUTPUT))
    _fits(tx, target, count, size)
    stream, copies = _streamed(tx, target, count, size)
    state = "put" if uncommitted else "committed"
    tx.add_messages(target.name, count, size, state)
    if copies:
        tx.add_messages(stream, copies, size, state)
    return target.name


def put_content(tx: Transaction, name: str, data: bytes, correlation: bytes) -> None:
    """Put a message whose content is kept, as the queue manager itself does. Raises
    CommandFailed."""
    target = _destination(tx, name, resolve(tx, name, "", {OpenFor.OUTPUT}))
    _fits(tx, target, 1, len(data))
    stream, copies = _streamed(tx, target, 1, len(data))
    for queue in (target.name, *[stream] * copies):
        tx.add_content(queue, data, correlation)


def readable_queue(tx: Transaction, name: str) -> str:
    """The local queue behind a name that is opened for exclusive input. Raises CommandFailed."""
    path = resolve(tx, name, "", {OpenFor.INPUT_EXCLUSIVE})
    _not_inhibited(tx, path, "get")
    readers = [held for held in tx.holders(path[-1].name, _LOCAL) if held.for_input]
    if readers:
        text = f"it is open for input: {describe(readers)}"
        key = tx.key(LocalQueueSpec.kind, path[-1].name)
        raise refused(key, "MQRC_OBJECT_IN_USE", text, "close it there")
    return path[-1].name


def _destination(tx: Transaction, name: str, path: tuple[Resolved, ...]) -> Stored:
    """The local queue at the end of a path that messages may be put along."""
    _not_inhibited(tx, path, "put")
    target = tx.queue(path[-1].name)
    if target is None or path[-1].role not in _LOCAL:
        text = "it resolves to no local queue, and the sandbox keeps no topics"
        raise refused(tx.key("queue", name), "MQRC_FUNCTION_NOT_SUPPORTED", text, "put to a queue")
    return target


def _fits(tx: Transaction, target: Stored, count: int, size: int) -> None:
    key = tx.key(target.kind, target.name)
    manager_limit = tx.manager.get("max_message_length", size)
    if size > manager_limit:
        text = f"{size} bytes are above the queue manager's max_message_length, {manager_limit}"
        raise refused(key, "MQRC_MSG_TOO_BIG_FOR_Q_MGR", text, "put a shorter message")
    limit = target.attributes.get("max_message_length", size)
    if size > limit:
        text = f"{size} bytes are above max_message_length, {limit}"
        raise refused(key, "MQRC_MSG_TOO_BIG_FOR_Q", text, "put a shorter message")
    depth, most = tx.depth(target.name).depth, target.attributes.get("max_queue_depth", count)
    if depth + count > most:
        text = f"it holds {depth} messages, and max_queue_depth is {most}"
        raise refused(key, "MQRC_Q_FULL", text, "get messages first, or raise max_queue_depth")


def _streamed(tx: Transaction, target: Stored, count: int, size: int) -> tuple[str, int]:
    """The streaming queue of a queue, and how many of the messages are copied to it.

    Change Queue (PCF) StreamQService: with best effort what cannot be streamed is still delivered
    to its queue; with must_dup it is not delivered there either, and this raises CommandFailed.
    """
    name = target.attributes.get("stream_queue", "")
    if not name:
        return "", 0
    both = target.attributes.get("stream_queue_service") == "must_dup"
    try:
        stream = _destination(tx, name, resolve(tx, name, "", {OpenFor.OUTPUT}))
        if stream.name == target.name:
            return "", 0
        room = stream.attributes.get("max_queue_depth", count) - tx.depth(stream.name).depth
        copies = count if both else min(count, max(room, 0))
        _fits(tx, stream, copies, size)
    except CommandFailed:
        if both:
            raise
        return "", 0
    return stream.name, copies


def get_messages(
    tx: Transaction, name: str, *, count: int, uncommitted: bool, handle: StoredHandle | None = None
) -> str:
    """Get `count` committed messages, the oldest first; all or none. Returns their queue."""
    path = _path(tx, name, "", handle, OpenFor.INPUT_SHARED)
    _not_inhibited(tx, path, "get")
    target = path[-1].name
    key = tx.key(LocalQueueSpec.kind, target)
    if handle is None:
        exclusive = [h for h in tx.holders(target, _LOCAL) if OpenFor.INPUT_EXCLUSIVE in h.open_for]
        if exclusive:
            text = f"it is open for exclusive input: {describe(exclusive)}"
            raise refused(key, "MQRC_OBJECT_IN_USE", text, "wait until it is closed")
    take_committed(tx, key, target, count, "get" if uncommitted else None)
    return target


def take_committed(tx: Transaction, key: Key, queue: str, count: int, state: str | None) -> None:
    """Take `count` committed messages off a queue, the oldest first; with `state` they stay in
    a unit of work. Raises CommandFailed when there are not so many."""
    committed = tx.depth(queue).committed
    if committed < count:
        text = f"it has {committed} messages that can be got"
        raise refused(key, "MQRC_NO_MSG_AVAILABLE", text, "put messages first, or commit them")
    oldest = tx.connection.execute(
        "SELECT id, size, count FROM message WHERE system = ? AND queue = ? AND state = ?"
        " ORDER BY id",
        (tx.owner(queue), queue, "committed"),
    ).fetchall()
    for number, size, available in oldest:
        taken = min(available, count)
        if taken < available:
            reduced = "UPDATE message SET count = count - ? WHERE id = ?"
            tx.connection.execute(reduced, (taken, number))
        else:
            tx.connection.execute("DELETE FROM message WHERE id = ?", (number,))
        if state is not None:
            tx.add_messages(queue, taken, size, state)
        count -= taken
        if not count:
            break


def end_units(tx: Transaction, queue: str | None, *, keep: str, drop: str) -> int:
    """End every unit of work (of one queue): messages of state `keep` stay there, those of `drop`
    do not. Returns how many messages the units had."""
    if queue is not None:
        return _end(tx, tx.owner(queue), queue, keep, drop)
    ended = _end(tx, tx.id, None, keep, drop)
    return ended + sum(_end(tx, *place, keep, drop) for place in tx.shared_elsewhere())


def _end(tx: Transaction, system: int, queue: str | None, keep: str, drop: str) -> int:
    # An absent queue means every queue.
    where = "system = ? AND queue = coalesce(?, queue)"
    counted = "SELECT coalesce(sum(count), 0) FROM message WHERE state != 'committed' AND "
    (count,) = tx.connection.execute(counted + where, (system, queue)).fetchone()
    kept = "UPDATE message SET state = 'committed' WHERE state = ? AND "
    tx.connection.execute(kept + where, (keep, system, queue))
    dropped = "DELETE FROM message WHERE state = ? AND "
    tx.connection.execute(dropped + where, (drop, system, queue))
    return int(count)


def _path(
    tx: Transaction, name: str, queue_manager: str, handle: StoredHandle | None, use: OpenFor
) -> tuple[Resolved, ...]:
    if handle is None:
        queue = tx.queue(name)
        if queue is not None and queue_type(queue.kind) is QueueType.MODEL:
            # MQPUT1: the object descriptor specifies the name of a model queue.
            text = "it is a model queue"
            key = tx.key(queue.kind, name)
            raise refused(key, "MQRC_Q_TYPE_ERROR", text, "open it to create a dynamic queue")
        return resolve(tx, name, queue_manager, {use})
    _usable(tx, handle, use)
    return handle.path


def _not_inhibited(tx: Transaction, path: tuple[Resolved, ...], operation: str) -> None:
    for step in path:
        queue = tx.queue(step.name)
        if queue and queue.attributes.get(f"inhibit_{operation}") == f"{operation}_inhibited":
            text = f"{operation} operations are inhibited for {step.name}"
            reason = f"MQRC_{operation.upper()}_INHIBITED"
            raise refused(tx.key(queue.kind, queue.name), reason, text, "allow them there")


def _usable(tx: Transaction, handle: StoredHandle, use: OpenFor) -> None:
    key = tx.key("handle", str(handle.id))
    if handle.changed:
        text = f"a definition that {handle.object_name} resolves through was changed by force"
        raise refused(key, "MQRC_OBJECT_CHANGED", text, "close the handle and open again")
    if use is OpenFor.OUTPUT and OpenFor.OUTPUT not in handle.open_for:
        raise refused(key, "MQRC_NOT_OPEN_FOR_OUTPUT", "it is not open for output", "open it so")
    if use is OpenFor.INPUT_SHARED and not handle.for_input:
        raise refused(key, "MQRC_NOT_OPEN_FOR_INPUT", "it is not open for input", "open it so")
