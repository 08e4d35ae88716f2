"""MQOPEN and MQCLOSE: handles that stay open until they are closed."""

from dataclasses import replace as with_changes

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import APART, TOPIC, OpenFor, Resolved
from queuewright.catalogue.references import QueueType
from queuewright.kinds import queue_type
from queuewright.mq.local_queue import LocalQueueSpec

from .holders import describe
from .reasons import refused
from .resolution import resolve
from .rows import Stored, StoredHandle, Transaction
from .topics import open_topic
from .values import checked_name

_INPUT = {OpenFor.INPUT_SHARED, OpenFor.INPUT_EXCLUSIVE}
_UNIQUE = 16  # hexadecimal digits in the place of the asterisk of a dynamic queue name


def open_object(tx: Transaction, handled: StoredHandle, dynamic_name: str) -> StoredHandle:
    """Open a queue, namelist, process or topic; `count` handles alike. Raises CommandFailed.

    Opening a model queue creates a dynamic queue from it, named after `dynamic_name`, and opens
    that. `queue_manager` is MQOPEN's ObjectQMgrName.
    """
    if handled.object_class == TOPIC:
        return open_topic(tx, handled)
    name, queue_manager, uses = handled.object_name, handled.queue_manager, handled.open_for
    key = tx.key("object", name)
    if not uses or len(uses & _INPUT) > 1:
        text = "it is opened for nothing, or for shared and exclusive input at once"
        raise refused(key, "MQRC_OPTIONS_ERROR", text, "give the purpose to open it for")
    model = tx.queue(name)
    if (
        model is not None
        and queue_type(model.kind) is QueueType.MODEL
        and queue_manager in ("", tx.name)
    ):
        return _open_model(tx, model, handled, dynamic_name)
    if model is None and not queue_manager:
        for apart in APART:
            if tx.get(apart, name) is not None:
                return _open_apart(tx, handled, apart)
    path = resolve(tx, name, queue_manager, uses)
    _may_share(tx, key, path, uses, handled.count)
    return tx.add_handle(with_changes(handled, path=path))


def close_handle(tx: Transaction, handled: StoredHandle) -> None:
    """Close a handle; a temporary dynamic queue goes with the handle that created it, its
    messages too."""
    tx.drop_handle(handled.id)
    if not handled.creator:
        return
    queue = tx.queue(handled.object_name)
    if queue is not None and queue.is_temporary:
        for other in tx.holders(queue.name, ("local", "transmission")):
            tx.drop_handle(other.id)
        tx.drop_messages(queue.name)
        tx.drop("queue", queue.name)


def _open_apart(tx: Transaction, handled: StoredHandle, apart: str) -> StoredHandle:
    if handled.open_for != {OpenFor.INQUIRE}:
        text = f"a {apart} can be opened for inquiry only"
        key = tx.key(apart, handled.object_name)
        raise refused(key, "MQRC_OPTION_NOT_VALID_FOR_TYPE", text, "open it for inquire")
    path = (Resolved(apart, handled.object_name),)
    return tx.add_handle(with_changes(handled, object_class=apart, path=path))


def _may_share(
    tx: Transaction, key: Key, path: tuple[Resolved, ...], uses: frozenset[OpenFor], count: int
) -> None:
    if not uses & _INPUT:
        return
    queue = tx.queue(path[-1].name)
    assert queue is not None  # resolve() found it in this transaction
    others = [h for h in tx.holders(queue.name, ("local", "transmission")) if h.for_input]
    exclusive = [h for h in others if OpenFor.INPUT_EXCLUSIVE in h.open_for]
    # CRTMQMQ SHARE *NO: only a single application instance can open the queue for input.
    unshared = queue.attributes.get("shareability") == "not_shareable"
    alone = unshared or OpenFor.INPUT_EXCLUSIVE in uses
    if exclusive or (alone and (others or count > 1)):
        who = describe(exclusive or others) if others else "the same request"
        text = f"{queue.name} is open for input by {who}"
        raise refused(key, "MQRC_OBJECT_IN_USE", text, "wait until it is closed")


def _open_model(
    tx: Transaction, model: Stored, handled: StoredHandle, pattern: str
) -> StoredHandle:
    name = _dynamic_name(tx, model, pattern)
    attributes = dict(model.attributes)
    definition = str(attributes.pop("definition_type", "temporary_dynamic"))
    template = tx.queue("SYSTEM.DEFAULT.LOCAL.QUEUE")
    for attribute, value in (template.attributes if template else {}).items():
        attributes.setdefault(attribute, value)
    # CRTMQMQ CLUSTER: cannot be set for dynamic queues; Change Queue (PCF) Scope: nor cell scope.
    attributes.update(cluster_name="", cluster_namelist="")
    tx.put(Stored(LocalQueueSpec.kind, name, attributes, definition))
    path = (Resolved("local", name),)
    return tx.add_handle(with_changes(handled, object_name=name, path=path, creator=True))


def _dynamic_name(tx: Transaction, model: Stored, pattern: str) -> str:
    """MQOD DynamicQName: an asterisk as its last character is replaced by unique characters."""
    key = tx.key(model.kind, model.name)
    if not pattern.endswith("*"):
        name = pattern
    else:
        number = int(tx.settings.get("dynamic_queues", 0)) + 1
        tx.settings["dynamic_queues"] = number
        tx.save_settings()
        name = pattern[:-1][:32] + f"{number:0{_UNIQUE}X}"
    if not name or "*" in name:
        text = f"the dynamic queue name {shown(pattern)} is blank or has an asterisk inside"
        raise refused(key, "MQRC_DYNAMIC_Q_NAME_ERROR", text, "end it with one asterisk")
    checked_name(tx.key(LocalQueueSpec.kind, name), tx.facts.ccsid)
    if tx.queue(name) is not None:
        text = f"a queue {name} exists already"
        raise refused(key, "MQRC_OBJECT_ALREADY_EXISTS", text, "use another dynamic queue name")
    return name
