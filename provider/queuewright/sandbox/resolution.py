"""Name resolution when an application opens an object (MQOPEN).

Sources: Change Queue (PCF) BaseObjectName, RemoteQMgrName, RemoteQName, XmitQName; CRTMQMQ
TGTQNAME, RMTQNAME, RMTMQMNAME, TMQNAME; IBM's descriptions of the reason codes.
"""

from collections.abc import Collection

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor, Resolved
from queuewright.catalogue.references import QueueType
from queuewright.kinds import queue_type

from .reasons import refused
from .rows import Stored, Transaction

# Opened only for these, an alias or a local definition of a remote queue stands for itself.
_OWN_DEFINITION = {OpenFor.INQUIRE, OpenFor.SET}
_ONLY_LOCALLY = {OpenFor.INPUT_SHARED, OpenFor.INPUT_EXCLUSIVE, OpenFor.BROWSE}
_OUTPUT_ONLY = "a queue of another queue manager can be opened for output only"
_DEFINE_TRANSMISSION = "define it with usage transmission"


def resolve(
    tx: Transaction, name: str, queue_manager: str, open_for: Collection[OpenFor]
) -> tuple[Resolved, ...]:
    """The objects that a handle on `name` would hold, the one opened first.

    `queue_manager` is the ObjectQMgrName of MQOPEN, "" for none. Raises CommandFailed with the
    reason code of MQOPEN when the name does not resolve. Model queues are the caller's business.
    """
    if queue_manager and queue_manager != tx.name:
        return _elsewhere(tx, name, queue_manager, open_for)
    return _here(tx, name, open_for)


def _here(tx: Transaction, name: str, open_for: Collection[OpenFor]) -> tuple[Resolved, ...]:
    queue = tx.queue(name)
    if queue is None:
        text = "there is no queue of this name"
        raise refused(tx.key("queue", name), "MQRC_UNKNOWN_OBJECT_NAME", text, "define it first")
    if queue_type(queue.kind) is QueueType.ALIAS:
        return _alias(tx, queue, open_for)
    return _target(tx, queue, open_for)


def _refuse_uses(key: Key, uses: Collection[OpenFor], text: str) -> None:
    if uses:
        raise refused(key, "MQRC_OPTION_NOT_VALID_FOR_TYPE", text, "open it for output")


def _alias(tx: Transaction, alias: Stored, open_for: Collection[OpenFor]) -> tuple[Resolved, ...]:
    key = tx.key(alias.kind, alias.name)
    itself = Resolved("alias", alias.name)
    if set(open_for) <= _OWN_DEFINITION:
        return (itself,)
    base = alias.attributes.get("base_object_name", "")
    if alias.attributes.get("target_type") == "topic":
        text = "an alias of a topic can be opened for output only"
        _refuse_uses(key, set(open_for) & _ONLY_LOCALLY, text)
        return (itself,)
    queue = tx.queue(base)
    if queue is None:
        # CRTMQMQ TGTQNAME: the target must exist when a process attempts to open the alias queue.
        text = f"its base object {base!r} does not exist"
        remediation = "define it, or change base_object_name"
        raise refused(key, "MQRC_UNKNOWN_ALIAS_BASE_Q", text, remediation)
    if queue_type(queue.kind) not in (QueueType.LOCAL, QueueType.REMOTE):
        # Change Queue (PCF) BaseQName: the name of a local or remote queue.
        text = f"its base object {base} is an {queue.kind}"
        raise refused(key, "MQRC_ALIAS_BASE_Q_TYPE_ERROR", text, "name a local or remote queue")
    return (itself, *_target(tx, queue, open_for))


def _target(tx: Transaction, queue: Stored, open_for: Collection[OpenFor]) -> tuple[Resolved, ...]:
    if queue_type(queue.kind) is QueueType.REMOTE:
        return _remote(tx, queue, open_for)
    return (Resolved("local", queue.name),)


def _remote(tx: Transaction, remote: Stored, open_for: Collection[OpenFor]) -> tuple[Resolved, ...]:
    key = tx.key(remote.kind, remote.name)
    itself = Resolved("remote", remote.name)
    if set(open_for) <= _OWN_DEFINITION:
        return (itself,)
    text = "a remote queue cannot be opened for input or browsing"
    _refuse_uses(key, set(open_for) & _ONLY_LOCALLY, text)
    manager = remote.attributes.get("remote_queue_manager_name", "")
    if manager in ("", tx.name):
        # Change Queue (PCF) RemoteQMgrName: not blank, not the connected queue manager.
        text = "its remote_queue_manager_name is blank or this queue manager"
        raise refused(key, "MQRC_UNKNOWN_REMOTE_Q_MGR", text, "name another queue manager")
    if not remote.attributes.get("remote_queue_name", ""):
        # Change Queue (PCF) RemoteQName: must not be blank when the open occurs.
        text = "its remote_queue_name is blank"
        raise refused(key, "MQRC_REMOTE_Q_NAME_ERROR", text, "give it one")
    return (itself, _transmission(tx, remote, manager))


def _elsewhere(
    tx: Transaction, name: str, queue_manager: str, open_for: Collection[OpenFor]
) -> tuple[Resolved, ...]:
    """ObjectQMgrName is not this queue manager: a queue manager alias, a transmission queue of
    that name, or the default transmission queue."""
    key = tx.key("queue manager", queue_manager)
    queue = tx.queue(queue_manager)
    if queue is not None and queue_type(queue.kind) is QueueType.REMOTE:
        return _through_manager_alias(tx, name, queue, open_for)
    _refuse_uses(key, set(open_for) - {OpenFor.OUTPUT}, _OUTPUT_ONLY)
    if queue is not None and queue_type(queue.kind) is QueueType.LOCAL:
        return (_used_as_transmission(tx, key, queue.name, "MQRC_XMIT_Q"),)
    return (_default_transmission(tx, key, queue_manager, "MQRC_UNKNOWN_OBJECT_Q_MGR"),)


def _through_manager_alias(
    tx: Transaction, name: str, alias: Stored, open_for: Collection[OpenFor]
) -> tuple[Resolved, ...]:
    key = tx.key(alias.kind, alias.name)
    itself = Resolved("queue-manager-alias", alias.name)
    if alias.attributes.get("remote_queue_name", ""):
        # Change Queue (PCF) RemoteQName: blank in a queue manager alias when the open occurs.
        text = "its remote_queue_name is not blank, so that it is not a queue manager alias"
        raise refused(key, "MQRC_UNKNOWN_OBJECT_Q_MGR", text, "set remote_queue_name to blank")
    manager = alias.attributes.get("remote_queue_manager_name", "")
    if manager == tx.name or not (manager or alias.attributes.get("xmit_queue_name", "")):
        # Change Queue (PCF) XmitQName: ignored when RemoteQMgrName is the connected queue manager.
        # A blank one leaves the name to this queue manager and its clusters: IBM's "Configuring
        # workload balancing from outside a cluster".
        target = tx.queue(name)
        if target is not None and queue_type(target.kind) is QueueType.MODEL:
            text = f"{name} is a model queue, opened through a queue manager alias"
            raise refused(key, "MQRC_Q_TYPE_ERROR", text, "open it by its own name")
        return (itself, *_here(tx, name, open_for))
    _refuse_uses(key, set(open_for) - {OpenFor.OUTPUT}, _OUTPUT_ONLY)
    return (itself, _transmission(tx, alias, manager or alias.name))


def _transmission(tx: Transaction, definition: Stored, manager: str) -> Resolved:
    """XmitQName: if blank, a queue with the same name as RemoteQMgrName is used."""
    key = tx.key(definition.kind, definition.name)
    named = definition.attributes.get("xmit_queue_name", "")
    if named:
        if tx.queue(named) is None:
            text = f"its transmission queue {named} does not exist"
            raise refused(key, "MQRC_UNKNOWN_XMIT_Q", text, _DEFINE_TRANSMISSION)
        return _used_as_transmission(tx, key, named, "MQRC_XMIT_Q")
    if tx.queue(manager) is not None:
        return _used_as_transmission(tx, key, manager, "MQRC_XMIT_Q")
    return _default_transmission(tx, key, manager, "MQRC_UNKNOWN_REMOTE_Q_MGR")


def _used_as_transmission(tx: Transaction, key: object, name: str, prefix: str) -> Resolved:
    queue = tx.queue(name)
    if queue is None or queue_type(queue.kind) is not QueueType.LOCAL:
        reason = f"{name} is not a local queue"
        raise refused(key, f"{prefix}_TYPE_ERROR", reason, "name a local one")
    if queue.attributes.get("usage") != "transmission":
        # CRTMQMQ RMTMQMNAME: a local queue of this name, with USAGE(*TMQ) specified.
        text = f"local queue {name} is not a transmission queue"
        raise refused(key, f"{prefix}_USAGE_ERROR", text, 'set its usage to "transmission"')
    return Resolved("transmission", name)


def _default_transmission(tx: Transaction, key: object, manager: str, unknown: str) -> Resolved:
    default = tx.manager.get("default_transmission_queue", "")
    if not default:
        text = f"there is no transmission queue {manager}, and no default transmission queue"
        remediation = f"define local queue {manager} with usage transmission"
        raise refused(key, unknown, text, remediation)
    if tx.queue(default) is None:
        text = f"the default transmission queue {default} does not exist"
        raise refused(key, "MQRC_UNKNOWN_DEF_XMIT_Q", text, _DEFINE_TRANSMISSION)
    return _used_as_transmission(tx, key, default, "MQRC_DEF_XMIT_Q")
