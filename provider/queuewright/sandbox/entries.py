"""The operations of jobs on queues of IBM i: use them, send to them, receive from them. Spooled
files and jobs that wait are entries too.

Sources: CRTMSGQ SIZE and MSGQFULL; CRTDTAQ SIZE. Entries are counted, as messages of MQ are.
"""

import sys
from dataclasses import replace

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Resolved
from queuewright.ibmi.ddm_data_queue import DdmDataQueueSpec
from queuewright.kinds import IBMI_KINDS, spec_of

from .messages import take_committed
from .partition import LARGEST_MESSAGE_QUEUE, MESSAGE_QUEUE, in_library, messages_of
from .reasons import refused_on_ibmi
from .rows import CLASS_OF, Stored, StoredHandle, Transaction

_HOLDING = (spec for spec in map(spec_of, IBMI_KINDS) if spec.in_library and spec.holds_messages)
_CLASSES = tuple(dict.fromkeys(CLASS_OF[spec.kind] for spec in _HOLDING))
# CRTDTAQ SIZE: *MAX16MB and *MAX2GB, in bytes.
_LARGEST = {"max16mb": 16 * 1024**2, "max2gb": 2 * 1024**3}


def _in_use(tx: Transaction, name: str) -> Stored | None:
    """The message or data queue that `LIBRARY/NAME` means, None for the name of an MQ object."""
    if not tx.on_ibmi or "/" not in name or tx.queue(name) is not None:
        return None
    where = in_library(tx, name)
    found = (tx.get(object_class, where) for object_class in _CLASSES)
    return next((queue for queue in found if queue is not None), None)


def open_object(tx: Transaction, handle: StoredHandle) -> StoredHandle | None:
    """A job allocates a message or data queue; None when the handle is not on one."""
    queue = _in_use(tx, handle.object_name) if handle.object_class == "queue" else None
    if queue is None:
        return None
    object_class = CLASS_OF[queue.kind]
    path = (Resolved(object_class, queue.name),)
    plain = replace(handle, object_name=queue.name, queue_manager="", channel="")
    return tx.add_handle(replace(plain, object_class=object_class, path=path))


def put_entries(
    tx: Transaction, name: str, *, count: int, size: int, uncommitted: bool
) -> str | None:
    """Send entries to a message or data queue; None when `name` is not one."""
    queue = _in_use(tx, name)
    if queue is None:
        return None
    key = tx.key(queue.kind, queue.name)
    if uncommitted or queue.kind == DdmDataQueueSpec.kind:
        text = "the sandbox keeps no units of work here, and no remote entries"
        raise refused_on_ibmi(key, "CPF9506", text, "send to a local queue, committed")
    most = queue.attributes.get("max_entry_length", size)
    if size > most:
        text = f"{size} bytes are above max_entry_length, {most}"
        raise refused_on_ibmi(key, "CPF9506", text, "send a shorter entry")
    if queue.kind == MESSAGE_QUEUE:
        _extend(tx, key, queue, count * size)
    else:
        limit = _most_entries(queue)
        held = tx.depth(messages_of(queue)).depth
        if held + count > limit:
            text = f"it holds {held} entries, and max_number_of_entries is {limit}"
            raise refused_on_ibmi(key, "CPF950A", text, "receive entries first")
    tx.add_messages(messages_of(queue), count, size, "committed")
    return queue.name


def _most_entries(queue: Stored) -> int:
    """CRTDTAQ SIZE: how many entries of the maximum length the queue may hold."""
    limit = queue.attributes.get("max_number_of_entries", sys.maxsize)
    if isinstance(limit, int):
        return limit
    return _LARGEST[limit] // int(queue.attributes["max_entry_length"])


def _extend(tx: Transaction, key: Key, queue: Stored, more: int) -> None:
    """CRTMSGQ SIZE and MSGQFULL: room for `more` bytes, if need be in the place of the oldest
    messages. Raises CommandFailed where there is none."""
    values, counted = queue.attributes, messages_of(queue)
    kilobytes = LARGEST_MESSAGE_QUEUE
    if values["max_increments"] != "nomax":
        grown = values["initial_storage_size"]
        grown += values["increment_storage_size"] * values["max_increments"]
        kilobytes = min(kilobytes, grown)
    room = kilobytes * 1024 - more
    if room >= 0 and values["message_queue_full_action"] == "wrap":
        for size, count in tx.sizes(counted):
            over = tx.stored_bytes(counted) - room
            if over <= 0:
                break
            gone = min(count, -(-over // size)) if size else count
            take_committed(tx, key, counted, gone, None)
    if tx.stored_bytes(counted) > room:
        text = f"it can hold {kilobytes} KB, and could not be extended"
        raise refused_on_ibmi(key, "CPF2460", text, "receive messages first")


def get_entries(tx: Transaction, name: str, *, count: int) -> str | None:
    """Receive entries from a message or data queue; None when `name` is not one."""
    queue = _in_use(tx, name)
    if queue is None:
        return None
    take_committed(tx, tx.key(queue.kind, queue.name), messages_of(queue), count, None)
    return queue.name
