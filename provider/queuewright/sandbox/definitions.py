"""Create, Copy, Change and Delete of queues, namelists, channels and whatever has a name.

Sources: Change Queue (PCF) and CRTMQMQ; IBM's Change, Copy and Create Namelist and Channel (PCF).
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import APART
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import QueueType, Role
from queuewright.kinds import is_mq, is_queue, kinds_of, queue_type, spec_of
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.world.shipped import DEFAULT_OBJECT, shipped

from . import running, structures
from .authority_records import revoke_all
from .completeness import require_cipher, require_complete, require_unchanged, without_secrets
from .force import force_needed
from .holders import HOLDING, require_closed
from .queue_conflicts import require_sharing_group, validate_queue
from .reasons import refused, two_cluster_values
from .rows import CLASS_OF, Stored, StoredHandle, Transaction
from .sharing_group import copied, drop_copies, group_object, refresh_copies
from .values import checked_identity, checked_values

_DISPOSITION = "queue_sharing_group_disposition"


# Of SET AUTHREC, where it is not the class.
_OBJECT_TYPES = {"client-connection channel": "clntconn"}
_Answer = tuple[str, str, str]


class _Refusals(NamedTuple):
    """The refusals of a class of objects: reason, why ({} is the kind that has the
    name) and the way out. noun: what the way out calls such an object."""

    missing: _Answer = ("MQRC_UNKNOWN_OBJECT_NAME", "it does not exist", "create it first")
    wrong_type: _Answer = ("MQRCCF_WRONG_CHANNEL_TYPE", "it is an {}", "name its type")
    name_taken: _Answer = ("MQRCCF_WRONG_CHANNEL_TYPE", "an {} has this name", "delete it first")
    exists: str = "MQRCCF_OBJECT_ALREADY_EXISTS"
    noun: str = "one"


_QUEUE = _Refusals(
    ("MQRC_UNKNOWN_OBJECT_NAME", "there is no queue of this name", "create it first"),
    # Change Queue (PCF) QType: must match the type of the queue being changed.
    ("MQRCCF_Q_WRONG_TYPE", "the queue of this name is an {}", "name its own type"),
    # Change Queue (PCF) ToQName: a different type from the new queue, the command fails.
    (
        "MQRCCF_OBJECT_WRONG_TYPE",
        "an {} of this name exists",
        "delete it first, or use another name",
    ),
    noun="a queue",
)
_CHANNEL = _Refusals(
    ("MQRCCF_CHANNEL_NOT_FOUND", "it does not exist", "create it first"),
    exists="MQRCCF_CHANNEL_ALREADY_EXISTS",
)


def _refusals(kind: str) -> _Refusals:
    if spec_of(kind).mqsc.word == "CHANNEL":
        return _CHANNEL
    return _QUEUE if is_queue(kind) else _Refusals()


def create_object(
    tx: Transaction,
    kind: str,
    name: str,
    values: Mapping[str, Any],
    *,
    like: str | None,
    replace: bool,
    kept: Collection[str] = (),
) -> Stored:
    """Create, or Copy with `like`. kept: attributes that a replacement leaves as they are. Raises
    CommandFailed.

    Change Queue (PCF): "All attributes that are not specified are set to the default value for the
    type of queue that is created"; Copy takes them from the existing definition.
    """
    key, object_class = tx.key(kind, name), CLASS_OF[kind]
    _require_platform(tx, key)
    checked_identity(key, tx.facts.ccsid)
    disposition = values.get(_DISPOSITION)
    in_group = disposition in ("group", "copy") and bool(tx.facts.queue_sharing_group)
    existing = tx.get(object_class, name)
    if in_group and disposition == "group":
        existing = group_object(tx, key)
    if existing is not None:
        _of_kind(key, existing, _refusals(kind).name_taken)
        if not replace:
            # CRTMQMQ REPLACE *NO: the command fails if the named queue already exists.
            text, remediation = "it exists already", "change it, or specify Replace"
            raise refused(key, _refusals(kind).exists, text, remediation)
    # Change Queue (PCF) FromQName: ignored if MQQSGD_COPY is specified for QSGDisposition.
    base = copied(tx, key) if in_group and disposition == "copy" else _base(tx, key, like)
    given = _accept(tx, key, values)
    if not is_queue(kind):
        require_complete(key, given if like is None else base | given)
    definition_type = existing.definition_type if existing else "predefined"
    if existing is not None:
        # CRTMQMQ IMGRCOVQ *SAME: the attribute is unchanged.
        base |= {name: value for name, value in existing.attributes.items() if name in kept}
    stored = Stored(kind, name, {**base, **given}, definition_type)
    _validate(tx, key, stored, set(stored.attributes), existing)
    if existing is not None and is_queue(kind) and disposition != "group":
        _replace_in_use(tx, key, existing, stored)
    _put(tx, stored)
    return stored


def _require_platform(tx: Transaction, key: Key) -> None:
    platform = tx.facts.platform
    if is_mq(key.kind) and platform not in spec_of(key.kind).platforms():
        text, remediation = f"{platform} has no such objects", "run it on a queue manager that has"
        raise refused(key, "MQRC_FUNCTION_NOT_SUPPORTED", text, remediation)
    if spec_of(key.kind).of_group:
        structures.require_group(tx, key)


def _put(tx: Transaction, stored: Stored) -> None:
    tx.put(stored)
    if stored.attributes.get(_DISPOSITION) == "group":
        refresh_copies(tx, stored)


def change_object(
    tx: Transaction, kind: str, name: str, values: Mapping[str, Any], *, force: bool
) -> Stored:
    """Change. Raises CommandFailed.

    Change Queue (PCF): "For any optional parameters that are omitted, the value does not change."
    Force makes it complete where it would affect an open queue.
    """
    key = tx.key(kind, name)
    _require_platform(tx, key)
    existing = _existing(tx, key, values.get(_DISPOSITION))
    if force and queue_type(kind) is QueueType.MODEL:
        text = "Force is not valid for model queues"
        raise refused(key, "MQRCCF_FORCE_VALUE_ERROR", text, "leave Force out")
    given = _accept(tx, key, values)
    given = _private(key, existing, given)
    stored = Stored(kind, name, {**existing.attributes, **given}, existing.definition_type)
    if not is_queue(kind):
        require_unchanged(key, existing.attributes, given)
        require_complete(key, stored.attributes)
    _validate(tx, key, stored, set(given), existing)
    in_repository = existing.attributes.get(_DISPOSITION) == "group"  # which nobody opens
    need = None if in_repository else force_needed(tx, existing, given)
    if need and not force:
        remediation = "empty it" if need.reason == "MQRC_Q_NOT_EMPTY" else "close the handles"
        raise refused(key, need.reason, need.text, f"{remediation}, or specify Force")
    _put(tx, stored)
    if need:
        _changed_under(tx, need.handles)
    return stored


def delete_object(
    tx: Transaction,
    kind: str,
    name: str,
    *,
    purge: bool,
    keep_authorities: bool,
    disposition: str | None = None,
) -> None:
    """Delete. Raises CommandFailed while a queue, namelist or process is open, while what is open
    resolves to it, with messages unless `purge`, and with uncommitted messages always.

    IBM's DELETE QUEUE, QSGDISP: nobody opens a group object; its copies go where nobody uses them,
    and messages are never purged with them.
    """
    key, object_class = tx.key(kind, name), CLASS_OF[kind]
    _require_platform(tx, key)
    existing = _existing(tx, key, disposition)
    if existing.attributes.get(_DISPOSITION) == "group":
        tx.drop_group_object(object_class, name)
        drop_copies(tx, existing)
        return
    running.require_stopped(tx, key)
    if spec_of(key.kind).of_group:
        structures.require_unused(tx, key)
    if object_class in APART:
        require_closed(tx, key, (object_class,))
    if object_class == "queue":
        require_closed(tx, key)
        depth = tx.depth(name)
        if depth.uncommitted:
            text = f"it has {depth.uncommitted} uncommitted messages"
            raise refused(key, "MQRC_Q_NOT_EMPTY", text, "commit or back them out first")
        if depth.depth and not purge:
            text = f"it has {depth.depth} messages"
            remediation = "get them first, or specify purge to delete them"
            raise refused(key, "MQRC_Q_NOT_EMPTY", text, remediation)
        tx.drop_messages(name)
    tx.drop(object_class, name)
    # AUTHREC is a parameter of some DELETE commands only.
    if not (keep_authorities and spec_of(kind).mqsc.keeps_authorities):
        revoke_all(tx, _OBJECT_TYPES.get(object_class, object_class), name)


def clear_queue(tx: Transaction, name: str) -> None:
    """Clear Queue. Raises CommandFailed while it is open or has uncommitted messages."""
    key = tx.key(LocalQueueSpec.kind, name)
    _live(tx, key)
    require_closed(tx, key)
    if tx.depth(name).uncommitted:
        text = "it has uncommitted messages"
        raise refused(key, "MQRC_Q_NOT_EMPTY", text, "commit or back them out first")
    tx.drop_messages(name)


def _existing(tx: Transaction, key: Key, disposition: str | None = None) -> Stored:
    """The object that a command means: the one of the queue manager alone (MQQSGD_Q_MGR, "this
    value is the default value"), unless the command names another disposition."""
    if tx.facts.platform is not Platform.ZOS:
        return _live(tx, key)
    refusals = _refusals(key.kind)
    if disposition == "group":
        stored = group_object(tx, key)
        if stored is None:
            require_sharing_group(tx, key, disposition)
            raise refused(key, *refusals.missing)
        _of_kind(key, stored, refusals.wrong_type)
        return stored
    stored = _live(tx, key)
    own = stored.attributes.get(_DISPOSITION)
    meant = ("q_mgr", "copy") if disposition == "private" else (disposition or "q_mgr",)
    if own is not None and own not in meant:
        require_sharing_group(tx, key, disposition)
        reason, _, _ = refusals.missing
        text = f"the one of this name has disposition {own}, and the command means {meant[0]}"
        raise refused(key, reason, text, f"give its disposition, {own}")
    return stored


def _live(tx: Transaction, key: Key) -> Stored:
    """The object of that name on the queue manager itself."""
    refusals = _refusals(key.kind)
    stored = tx.get(CLASS_OF[key.kind], key.name)
    if stored is None:
        raise refused(key, *refusals.missing)
    _of_kind(key, stored, refusals.wrong_type)
    return stored


def _of_kind(key: Key, stored: Stored, refusal: _Answer) -> None:
    if stored.kind != key.kind:
        reason, text, remediation = refusal
        raise refused(key, reason, text.format(stored.kind), remediation)


def _base(tx: Transaction, key: Key, like: str | None) -> dict[str, Any]:
    refusals = _refusals(key.kind)
    name = like if like is not None else DEFAULT_OBJECT.get(key.kind)
    if name is None:  # no object has the defaults
        return shipped(key.kind, tx.facts)
    source = tx.get(CLASS_OF[key.kind], name)
    if source is None:
        role = "default object " if like is None and is_queue(key.kind) else ""
        text, remediation = f"{role}{name} does not exist", f"name {refusals.noun} that exists"
        raise refused(key, refusals.missing[0], text, remediation)
    if source.kind != key.kind:
        # Change Queue (PCF) Copy Queue: creates a queue definition of the same type.
        text, remediation = f"{name} is an {source.kind}", f"copy {refusals.noun} of the same type"
        raise refused(key, "MQRCCF_LIKE_OBJECT_WRONG_TYPE", text, remediation)
    base = dict(source.attributes)
    if _DISPOSITION in base:  # Table 2: MQQSGD_Q_MGR is the default, whatever is copied
        base[_DISPOSITION] = "q_mgr"
    return base


def _accept(tx: Transaction, key: Key, values: Mapping[str, Any]) -> dict[str, Any]:
    """Validate each value by itself. Model queues accept Scope, but do not keep it."""
    given = dict(values)
    scope = given.get("scope") if queue_type(key.kind) is QueueType.MODEL else None
    if scope == "cell":
        # Change Queue (PCF) Scope: model and dynamic queues cannot be changed to have cell scope.
        text = "a model queue cannot have cell scope"
        raise refused(key, "MQRCCF_DYNAMIC_Q_SCOPE_ERROR", text, "leave scope out")
    if scope == "q_mgr":
        del given["scope"]
    given = checked_values(key, given, tx.facts)
    if not is_queue(key.kind):
        require_cipher(key, given, tx.facts)
        require_sharing_group(tx, key, given.get(_DISPOSITION))
    resolved = spec_of(key.kind).resolved(key.name, given, tx.facts)
    return without_secrets(key.kind, resolved)


def _validate(
    tx: Transaction, key: Key, stored: Stored, touched: set[str], existing: Stored | None
) -> None:
    """Conflicts of what the command sets with the rest."""
    if is_queue(key.kind):
        validate_queue(tx, stored, touched, existing)
        return
    values = stored.attributes
    if spec_of(key.kind).of_group:
        structures.complete(tx, key, values, None if existing is None else existing.attributes)
    if existing is None and values.get(_DISPOSITION) == "private":
        raise refused(key, "MQRCCF_DISPOSITION_CONFLICT", "private is not permitted", "use q_mgr")
    if "topic_string" in touched and key.kind in kinds_of(Role.TOPIC):
        _require_own_topic_string(tx, key, str(values.get("topic_string") or ""))
    before = None if existing is None else existing.attributes.get(_DISPOSITION)
    if before is not None and before != values.get(_DISPOSITION):
        # It says which object is meant; none of this name was defined with another disposition.
        text, remediation = "no object of this disposition exists", "delete and redefine it"
        raise refused(key, "MQRCCF_ATTR_VALUE_FIXED", text, remediation)
    clusters = {"cluster_name", "cluster_namelist"}
    if touched & clusters and all(values.get(attribute) for attribute in clusters):
        raise two_cluster_values(key)


def _require_own_topic_string(tx: Transaction, key: Key, topic_string: str) -> None:
    """MQRCCF_TOPICSTR_ALREADY_EXISTS: "already exists in another topic object"."""
    others = [name for name in tx.topics_of(topic_string) if name != key.name]
    if topic_string and others:
        text = f"topic {others[0]} has the topic string {shown(topic_string)} already"
        raise refused(key, "MQRCCF_TOPICSTR_ALREADY_EXISTS", text, "give another")


def _private(key: Key, existing: Stored, given: dict[str, Any]) -> dict[str, Any]:
    """QSGDisposition, Change, MQQSGD_PRIVATE: the object of this queue manager that was defined
    with MQQSGD_Q_MGR or MQQSGD_COPY. It selects the object, and sets nothing."""
    if given.get(_DISPOSITION) != "private":
        return given
    if existing.attributes.get(_DISPOSITION) not in ("q_mgr", "copy"):
        text = "no private queue of this name exists"
        raise refused(key, "MQRC_UNKNOWN_OBJECT_NAME", text, "give its own disposition")
    return {name: value for name, value in given.items() if name != _DISPOSITION}


def _replace_in_use(tx: Transaction, key: Key, existing: Stored, stored: Stored) -> None:
    if tx.facts.platform is Platform.IBMI:
        # CRTMQMQ REPLACE: fails if an application has the queue open or USAGE is changed.
        require_closed(tx, key)
        if existing.attributes.get("usage") != stored.attributes.get("usage"):
            text = "Replace would change usage"
            raise refused(key, "MQRCCF_ATTR_VALUE_FIXED", text, "use Change, or delete it first")
        return
    # Change Queue (PCF) Replace: like Change without Force "and with all of the other attributes
    # specified".
    need = force_needed(tx, existing, stored.attributes)
    if need and tx.holders(key.name, HOLDING):
        raise refused(key, "MQRCCF_OBJECT_OPEN", need.text, "close it, or use Change with Force")


def _changed_under(tx: Transaction, handles: Collection[StoredHandle]) -> None:
    """Applications get MQRC_OBJECT_CHANGED at the next use of a handle that was changed under
    them; what it holds stays open until it is closed."""
    for handle in handles:
        tx.mark_changed(handle.id)
