"""Create, Copy, Change and Delete Queue, as Change Queue (PCF) and CRTMQMQ say."""

from collections.abc import Collection, Mapping
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.model_queue import ModelQueueSpec

from .defaults import DEFAULT_OBJECT
from .force import force_needed
from .holders import HOLDING, require_closed
from .queue_conflicts import validate_queue
from .reasons import refused
from .resolution import known_path
from .rows import Stored, StoredHandle, Transaction
from .values import checked_name, checked_values

_DISPOSITION = "queue_sharing_group_disposition"


def create_queue(
    tx: Transaction,
    kind: str,
    name: str,
    values: Mapping[str, Any],
    *,
    like: str | None,
    replace: bool,
) -> Stored:
    """Create Queue, or Copy Queue with `like`. Raises CommandFailed.

    Change Queue (PCF): "All attributes that are not specified are set to the default value for the
    type of queue that is created"; Copy takes them from the existing definition.
    """
    key = tx.key(kind, name)
    checked_name(key, tx.facts.ccsid)
    existing = tx.queue(name)
    if existing is not None:
        _may_replace(key, existing, replace)
    base = _base(tx, key, like)
    given = _accept(tx, key, values)
    definition_type = existing.definition_type if existing else "predefined"
    stored = Stored(kind, name, {**base, **given}, definition_type)
    validate_queue(tx, stored, set(stored.attributes), existing)
    if existing is not None:
        _replace_in_use(tx, key, existing, stored)
    tx.put(stored)
    return stored


def change_queue(
    tx: Transaction, kind: str, name: str, values: Mapping[str, Any], *, force: bool
) -> Stored:
    """Change Queue. Raises CommandFailed.

    Change Queue (PCF): "For any optional parameters that are omitted, the value does not change."
    Force makes it complete where it would affect an open queue.
    """
    key = tx.key(kind, name)
    existing = _existing(tx, key)
    if force and kind == ModelQueueSpec.kind:
        why = "Force is not valid for model queues"
        raise refused(key, "MQRCCF_FORCE_VALUE_ERROR", why, "leave Force out")
    given = _private(key, existing, _accept(tx, key, values))
    stored = Stored(kind, name, {**existing.attributes, **given}, existing.definition_type)
    validate_queue(tx, stored, set(given), existing)
    need = force_needed(tx, existing, given)
    if need and not force:
        raise refused(key, need.reason, need.why, "close what is open, or specify Force")
    tx.put(stored)
    if need:
        _changed_under(tx, need.handles)
    return stored


def delete_queue(
    tx: Transaction, kind: str, name: str, *, purge: bool, keep_authorities: bool
) -> None:
    """Delete Queue. Raises CommandFailed while it is open, while anything that is open resolves
    to it, with messages unless `purge`, and with uncommitted messages always."""
    key = tx.key(kind, name)
    existing = _existing(tx, key)
    require_closed(tx, key)
    depth = tx.depth(name)
    if depth.uncommitted:
        why = f"it has {depth.uncommitted} uncommitted messages"
        raise refused(key, "MQRC_Q_NOT_EMPTY", why, "commit or back them out first")
    if depth.depth and not purge:
        why = f"it has {depth.depth} messages"
        remediation = "get them first, or specify purge to delete them"
        raise refused(key, "MQRC_Q_NOT_EMPTY", why, remediation)
    drop_queue(tx, existing)
    if not keep_authorities:
        tx.revoke_all("queue", name)


def clear_queue(tx: Transaction, name: str) -> None:
    """Clear Queue. Raises CommandFailed while it is open or has uncommitted messages."""
    key = tx.key(LocalQueueSpec.kind, name)
    _existing(tx, key)
    require_closed(tx, key)
    if tx.depth(name).uncommitted:
        why = "it has uncommitted messages"
        raise refused(key, "MQRC_Q_NOT_EMPTY", why, "commit or back them out first")
    tx.drop_messages(name)


def drop_queue(tx: Transaction, queue: Stored) -> None:
    """Take the queue and its messages out of the file."""
    tx.drop_messages(queue.name)
    tx.drop("queue", queue.name)


def _existing(tx: Transaction, key: Key) -> Stored:
    stored = tx.queue(key.name)
    if stored is None:
        why = "there is no queue of this name"
        raise refused(key, "MQRC_UNKNOWN_OBJECT_NAME", why, "create it first")
    if stored.kind != key.kind:
        # Change Queue (PCF) QType: must match the type of the queue being changed.
        why = f"the queue of this name is an {stored.kind}"
        raise refused(key, "MQRCCF_Q_WRONG_TYPE", why, "name its own type")
    return stored


def _may_replace(key: Key, existing: Stored, replace: bool) -> None:
    if existing.kind != key.kind:
        # Change Queue (PCF) ToQName: a different type from the new queue, the command fails.
        why = f"an {existing.kind} of this name exists"
        raise refused(key, "MQRCCF_OBJECT_WRONG_TYPE", why, "delete it first, or use another name")
    if not replace:
        # CRTMQMQ REPLACE *NO: the command fails if the named queue already exists.
        why = "it exists already"
        raise refused(key, "MQRCCF_OBJECT_ALREADY_EXISTS", why, "change it, or specify Replace")


def _base(tx: Transaction, key: Key, like: str | None) -> dict[str, Any]:
    source = tx.queue(like if like is not None else DEFAULT_OBJECT[key.kind])
    if source is None:
        source_name = like if like is not None else f"default object {DEFAULT_OBJECT[key.kind]}"
        why = f"{source_name} does not exist"
        raise refused(key, "MQRC_UNKNOWN_OBJECT_NAME", why, "name a queue that exists")
    if source.kind != key.kind:
        # Change Queue (PCF) Copy Queue: creates a queue definition of the same type.
        why = f"{like} is an {source.kind}"
        raise refused(key, "MQRCCF_LIKE_OBJECT_WRONG_TYPE", why, "copy a queue of the same type")
    return dict(source.attributes)


def _accept(tx: Transaction, key: Key, values: Mapping[str, Any]) -> dict[str, Any]:
    """Validate each value by itself. Model queues accept Scope, but do not keep it."""
    given = dict(values)
    scope = given.get("scope") if key.kind == ModelQueueSpec.kind else None
    if scope == "cell":
        # Change Queue (PCF) Scope: model and dynamic queues cannot be changed to have cell scope.
        why = "a model queue cannot have cell scope"
        raise refused(key, "MQRCCF_DYNAMIC_Q_SCOPE_ERROR", why, "leave scope out")
    if scope == "q_mgr":
        del given["scope"]
    return checked_values(key, given, tx.facts)


def _private(key: Key, existing: Stored, given: dict[str, Any]) -> dict[str, Any]:
    """QSGDisposition, Change, MQQSGD_PRIVATE: the object of this queue manager that was defined
    with MQQSGD_Q_MGR or MQQSGD_COPY. It selects the object, and sets nothing."""
    if given.get(_DISPOSITION) != "private":
        return given
    if existing.attributes.get(_DISPOSITION) not in ("q_mgr", "copy"):
        why = "no private queue of this name exists"
        raise refused(key, "MQRC_UNKNOWN_OBJECT_NAME", why, "name its own disposition")
    return {name: value for name, value in given.items() if name != _DISPOSITION}


def _replace_in_use(tx: Transaction, key: Key, existing: Stored, stored: Stored) -> None:
    if tx.facts.platform is Platform.IBMI:
        # CRTMQMQ REPLACE: fails if an application has the queue open or USAGE is changed.
        require_closed(tx, key)
        if existing.attributes.get("usage") != stored.attributes.get("usage"):
            why = "Replace would change usage"
            raise refused(key, "MQRCCF_ATTR_VALUE_FIXED", why, "use Change, or delete it first")
        return
    # Change Queue (PCF) Replace: like Change without Force "and with all of the other attributes
    # specified".
    need = force_needed(tx, existing, stored.attributes)
    if need and tx.holders(key.name, HOLDING):
        raise refused(key, "MQRCCF_OBJECT_OPEN", need.why, "close it, or use Change with Force")


def _changed_under(tx: Transaction, handles: Collection[StoredHandle]) -> None:
    """Applications get MQRC_OBJECT_CHANGED at the next use of a handle that was changed under
    them; what it holds from now on is what its name resolves to now."""
    for handle in handles:
        tx.mark_changed(handle.id)
        tx.set_path(
            handle.id, known_path(tx, handle.object_name, handle.queue_manager, handle.open_for)
        )
