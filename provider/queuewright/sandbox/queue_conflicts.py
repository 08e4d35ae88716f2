"""Resultant attributes of a queue that exclude each other: Change Queue (PCF) and CRTMQMQ."""

from collections.abc import Collection
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import QueueType
from queuewright.kinds import queue_type

from .reasons import refused, two_cluster_values
from .rows import Stored, Transaction

_RESTRICTED = ("SYSTEM.CHANNEL.", "SYSTEM.CLUSTER.", "SYSTEM.COMMAND.")
_NEVER_SHARED = ("SYSTEM.CHANNEL.INITQ", "SYSTEM.COMMAND.INPUT")
_OTHER_UNIX_LIMIT = 4_194_304
_DISPOSITION = "queue_sharing_group_disposition"


def validate_queue(
    tx: Transaction, queue: Stored, given: Collection[str], existing: Stored | None
) -> None:
    """Raise CommandFailed where what the command gives makes an impossible queue.

    given: the attributes that the command sets; a conflict that existed before and that the
    command does not touch is not reported.
    """
    touched, key = set(given), tx.key(queue.kind, queue.name)
    _cluster(key, queue, touched)
    _transmission(key, queue, touched)
    _scope(key, queue, touched, existing)
    if tx.facts.platform is Platform.OTHER_UNIX:
        _lengths(key, queue, touched)
    if queue_type(queue.kind) is QueueType.MODEL:
        _dynamic(key, queue, touched)
    _streaming(tx, key, queue, touched)
    if tx.facts.platform is Platform.ZOS:
        _disposition(tx, key, queue, touched, existing)


def _cluster(key: Key, queue: Stored, touched: set[str]) -> None:
    values = queue.attributes
    named = [a for a in ("cluster_name", "cluster_namelist") if values.get(a)]
    if not touched & {"cluster_name", "cluster_namelist", "usage"} or not named:
        return
    if len(named) == 2:
        # Change Queue (PCF) ClusterName: only one of the resultant values can be nonblank.
        raise two_cluster_values(key)
    # CRTMQMQ CLUSTER, CLUSNL: cannot be set for dynamic, transmission, SYSTEM.CHANNEL.xx,
    # SYSTEM.CLUSTER.xx or SYSTEM.COMMAND.xx queues.
    if queue.definition_type != "predefined":
        restricted = "a dynamic queue"
    elif values.get("usage") == "transmission":
        restricted = "a transmission queue"
    elif queue.name.startswith(_RESTRICTED):
        restricted = "a SYSTEM.CHANNEL, SYSTEM.CLUSTER or SYSTEM.COMMAND queue"
    else:
        return
    text = f"{named[0]} cannot be set for {restricted}"
    raise refused(key, "MQRCCF_CLUSTER_Q_USAGE_ERROR", text, f"leave {named[0]} blank")


def _transmission(key: Key, queue: Stored, touched: set[str]) -> None:
    if not touched & {"cluster_channel_name", "usage"}:
        return
    values = queue.attributes
    if values.get("cluster_channel_name") and values.get("usage") != "transmission":
        # Change Queue (PCF) ClusterChannelName: supported only on transmission queues.
        text = "cluster_channel_name is supported only on transmission queues"
        remediation = "set usage to transmission, or cluster_channel_name to blank"
        raise refused(key, "MQRCCF_CLUS_XMIT_Q_USAGE_ERROR", text, remediation)


def _scope(key: Key, queue: Stored, touched: set[str], existing: Stored | None) -> None:
    if "scope" not in touched or queue.attributes.get("scope") != "cell":
        return
    if queue.definition_type != "predefined":
        # Change Queue (PCF) Scope: model and dynamic queues cannot be changed to have cell scope.
        text = "a dynamic queue cannot have cell scope"
        raise refused(key, "MQRCCF_DYNAMIC_Q_SCOPE_ERROR", text, "use queue manager scope")
    if existing is None or existing.attributes.get("scope") != "cell":
        # Change Queue (PCF) Scope: fails without a name service that has a cell directory.
        text = "no name service with a cell directory is configured in the sandbox"
        raise refused(key, "MQRCCF_CELL_DIR_NOT_AVAILABLE", text, "use queue manager scope")


def _lengths(key: Key, queue: Stored, touched: set[str]) -> None:
    length = queue.attributes.get("max_message_length", 0)
    if "max_message_length" in touched and length > _OTHER_UNIX_LIMIT:
        # Change Queue (PCF) MaxMsgLength: on other UNIX systems, 4 MB.
        text = f"max_message_length {length} is above {_OTHER_UNIX_LIMIT}, the limit of this system"
        raise refused(key, "MQRCCF_ATTR_VALUE_ERROR", text, "give a smaller one")


def _dynamic(key: Key, queue: Stored, touched: set[str]) -> None:
    values = queue.attributes
    definition = values.get("definition_type")
    if (
        touched & {"definition_type", "default_persistence"}
        and definition == "temporary_dynamic"
        and values.get("default_persistence") == "persistent"
    ):
        # CRTMQMQ DFNTYPE *TEMPDYN: do not specify with a DEFMSGPST value of *YES.
        text = "a temporary dynamic queue cannot have persistent messages by default"
        raise refused(key, "MQRCCF_Q_ATTR_CONFLICT", text, "use permanent_dynamic")
    if (
        touched & {"definition_type", "coupling_facility_structure"}
        and definition == "shared_dynamic"
        and not values.get("coupling_facility_structure")
    ):
        # Change Queue (PCF) CFStructure: cannot be blank with MQQDT_SHARED_DYNAMIC.
        text = "shared_dynamic needs a coupling_facility_structure"
        raise refused(key, "MQRCCF_Q_ATTR_CONFLICT", text, "give one")


def _streaming(tx: Transaction, key: Key, queue: Stored, touched: set[str]) -> None:
    target = queue.attributes.get("stream_queue", "")
    if "stream_queue" not in touched or not target:
        return
    if target == queue.name:
        text = "a queue cannot be its own streaming queue"
        raise refused(key, "MQRCCF_STREAMQ_CONFLICT", text, "name another queue")
    named = tx.queue(target)
    if named is not None and queue_type(named.kind) is QueueType.MODEL:
        # IBM MQ, Streaming queue restrictions: STREAMQ is not the name of a model queue.
        text = f"{target} is a model queue, which holds no messages"
        raise refused(key, "MQRCCF_STREAMQ_DEST_NOT_SUPP", text, "name another queue")
    if named is None:
        # Change Queue (PCF) StreamQ: if it does not exist, AMQ8135E (not authorized) is returned.
        text = f"the streaming queue {target} does not exist, which is answered as not authorized"
        raise refused(key, "MQRC_NOT_AUTHORIZED", text, "define that queue first")


def _disposition(
    tx: Transaction, key: Key, queue: Stored, touched: set[str], existing: Stored | None
) -> None:
    values = queue.attributes
    disposition: Any = values.get(_DISPOSITION)
    if existing is not None:
        before = existing.attributes.get(_DISPOSITION)
        structure = existing.attributes.get("coupling_facility_structure")
        changed = structure != values.get("coupling_facility_structure")
        if before != disposition or (before == "shared" and changed):
            # Change Queue (PCF) CFStructure: you must delete and redefine the queue.
            text = "the disposition, and a shared queue's structure, cannot be changed"
            raise refused(key, "MQRCCF_ATTR_VALUE_FIXED", text, "delete and redefine the queue")
    if _DISPOSITION in touched and disposition == "private":
        # Change Queue (PCF) QSGDisposition: not permitted on Copy and Create.
        raise refused(key, "MQRCCF_DISPOSITION_CONFLICT", "private is not permitted", "use q_mgr")
    if _DISPOSITION in touched:
        require_sharing_group(tx, key, disposition)
    if touched & {_DISPOSITION, "index_type"} and disposition == "shared":
        _shared(queue, key)


def require_sharing_group(tx: Transaction, key: Key, disposition: Any) -> None:
    """QSGDisposition other than of the queue manager alone, of queues, namelists and channels."""
    if disposition in ("copy", "group", "shared") and not tx.settings.get("queue_sharing_group"):
        text = f"{disposition} is allowed only in a queue sharing group, and {tx.name} is in none"
        raise refused(key, "MQRCCF_Q_MGR_NOT_IN_QSG", text, "use q_mgr")


def _shared(queue: Stored, key: object) -> None:
    values = queue.attributes
    if queue_type(queue.kind) is not QueueType.LOCAL:
        text = "shared applies only to local queues"
        raise refused(key, "MQRCCF_DISPOSITION_CONFLICT", text, "use q_mgr")
    if not values.get("coupling_facility_structure"):
        text = "a shared queue needs a nonblank coupling_facility_structure"
        raise refused(key, "MQRCCF_Q_ATTR_CONFLICT", text, "give one")
    if values.get("index_type") == "msg_token":
        text = "a shared queue cannot have index_type msg_token"
        raise refused(key, "MQRCCF_Q_ATTR_CONFLICT", text, "choose another")
    if queue.name in _NEVER_SHARED:
        raise refused(key, "MQRCCF_OBJECT_NAME_RESTRICTED", "it cannot be shared", "use q_mgr")
