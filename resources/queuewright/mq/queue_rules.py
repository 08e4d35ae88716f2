"""Rules that join attributes of queues. Each names the document that it comes from.

They see resultant values: what is declared over what the object will have besides (its existing
attributes, the default definition's, or those of the object that it is made like).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.problem import Finding, Severity
from queuewright.catalogue.spec import Rule

__all__ = ["ALIAS_RULES", "LOCAL_RULES", "MODEL_RULES", "REMOTE_RULES"]

Values = Mapping[str, Any]
_RESERVED = ("SYSTEM.CHANNEL.", "SYSTEM.CLUSTER.", "SYSTEM.COMMAND.")
_CLUSTER = ("cluster_name", "cluster_namelist")
_FOUR_MEGABYTES = 4_194_304


def _cluster_exclusive(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    if values.get("cluster_name") and values.get("cluster_namelist"):
        yield Finding(
            "cluster-exclusive",
            "cluster_name",
            "only one of cluster_name and cluster_namelist can be nonblank",
            'leave one out, or set it to "" where the queue already has it',
            "001 ClusterName; 000 CLUSTER",
        )


def _cluster_restricted(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    for attribute in _CLUSTER:
        if not values.get(attribute):
            continue
        name = str(values.get("name", ""))
        if values.get("usage") == "transmission":
            reason = "a transmission queue cannot be in a cluster"
        elif name.startswith(_RESERVED):
            reason = "SYSTEM.CHANNEL.*, SYSTEM.CLUSTER.* and SYSTEM.COMMAND.* queues cannot be"
            reason += " in a cluster"
        elif values.get("definition_type", "predefined") != "predefined":
            reason = "a dynamic queue cannot be in a cluster"
        else:
            continue
        yield Finding(
            "cluster-restricted",
            attribute,
            reason,
            f"leave {attribute} out",
            "000 CLUSTER, CLUSNL",
        )


def _cluster_channel(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    usage = values.get("usage")
    if values.get("cluster_channel_name") and usage not in (None, "transmission"):
        yield Finding(
            "transmission-only",
            "cluster_channel_name",
            "supported only on transmission queues",
            'set usage="transmission", or leave cluster_channel_name out',
            "001 ClusterChannelName; 000 CLCHNAME",
        )


def _message_length(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    length = values.get("max_message_length")
    if facts is None or not isinstance(length, int):
        return
    if facts.platform is Platform.OTHER_UNIX and length > _FOUR_MEGABYTES:
        yield Finding(
            "range",
            "max_message_length",
            f"must be at most {_FOUR_MEGABYTES} bytes on UNIX systems other than AIX and Linux",
            "give a smaller value",
            "001 MaxMsgLength",
        )
    limit = facts.max_message_length
    if limit is not None and length > limit:
        yield Finding(
            "above-queue-manager",
            "max_message_length",
            f"is greater than the queue manager's MaxMsgLength, {limit} bytes",
            "raise the queue manager's, or lower this one",
            "001 MaxMsgLength",
            Severity.WARNING,
        )


def _shared(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    disposition = values.get("queue_sharing_group_disposition")
    source = "001 QSGDisposition"
    attribute = "queue_sharing_group_disposition"
    if disposition == "private":
        yield Finding(
            "disposition-private",
            attribute,
            "private is not permitted when an object is created or copied",
            'use "q_mgr" or "copy"',
            source,
        )
    if disposition != "shared":
        return
    if not values.get("coupling_facility_structure"):
        yield Finding(
            "structure-missing",
            attribute,
            "shared needs a nonblank coupling_facility_structure",
            "give coupling_facility_structure",
            "001 QSGDisposition, CFStructure",
        )
    if values.get("index_type") == "msg_token":
        yield Finding(
            "shared-index",
            "index_type",
            "msg_token is not allowed for a shared queue",
            "choose another index type",
            "001 QSGDisposition, IndexType",
        )
    if values.get("name") in ("SYSTEM.CHANNEL.INITQ", "SYSTEM.COMMAND.INPUT"):
        yield Finding(
            "shared-system", attribute, "this queue cannot be shared", 'use "q_mgr"', source
        )


def _not_shared(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    if values.get("queue_sharing_group_disposition") == "shared":
        yield Finding(
            "shared-local-only",
            "queue_sharing_group_disposition",
            "shared applies only to local queues",
            'use "q_mgr", "group" or "copy"',
            "001 QSGDisposition",
        )
    elif values.get("queue_sharing_group_disposition") == "private":
        yield from _shared(values, facts)


def _dynamic(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    definition = values.get("definition_type")
    if definition == "temporary_dynamic" and values.get("default_persistence") == "persistent":
        yield Finding(
            "temporary-persistent",
            "definition_type",
            "temporary_dynamic must not be combined with default_persistence persistent",
            'use "permanent_dynamic", or default_persistence="not_persistent"',
            "000 DFNTYPE",
        )
    if definition == "shared_dynamic" and not values.get("coupling_facility_structure"):
        yield Finding(
            "structure-missing",
            "definition_type",
            "shared_dynamic needs a nonblank coupling_facility_structure",
            "give coupling_facility_structure",
            "001 CFStructure",
        )


def _streaming(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    if values.get("stream_queue") and values.get("stream_queue") == values.get("name"):
        yield Finding(
            "stream-itself",
            "stream_queue",
            "a queue cannot be its own streaming queue",
            "name another queue",
            "001 StreamQ; MQRCCF_STREAMQ_CONFLICT",
        )


def _warn(code: str, attribute: str, rule: str, remedy: str, source: str) -> Finding:
    return Finding(code, attribute, rule, remedy, source, Severity.WARNING)


def _odd(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    """Combinations that the documents allow and people seldom mean."""
    low, high = values.get("queue_depth_low_limit"), values.get("queue_depth_high_limit")
    if isinstance(low, int) and isinstance(high, int) and low > high:
        yield _warn(
            "limits-crossed",
            "queue_depth_low_limit",
            f"is above queue_depth_high_limit, {high}",
            "exchange them",
            "001 QDepthLowLimit",
        )
    if values.get("default_input_open_option") == "input_shared" and (
        values.get("shareability") == "not_shareable"
    ):
        yield _warn(
            "shared-default",
            "default_input_open_option",
            "input_shared has no effect on a queue that is not_shareable",
            'use "input_exclusive"',
            "000 DFTSHARE",
        )
    if values.get("backout_threshold") and values.get("backout_requeue_name") == "":
        yield _warn(
            "backout-pair",
            "backout_threshold",
            "is set and backout_requeue_name is blank",
            "give backout_requeue_name",
            "001 BackoutThreshold",
        )
    if values.get("trigger_control") == "on" and values.get("initiation_queue_name") == "":
        yield _warn(
            "trigger-nowhere",
            "trigger_control",
            "is on and initiation_queue_name is blank, so that no trigger message can be written",
            "give initiation_queue_name",
            "001 TriggerControl, InitiationQName",
        )
    if values.get("trigger_control") == "on" and values.get("trigger_type") == "none":
        yield _warn(
            "trigger-never",
            "trigger_type",
            "is none, so that no trigger message is written",
            "choose first, every or depth",
            "001 TriggerType",
        )


def _alias_blank(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    if values.get("base_object_name") == "":
        yield _warn(
            "alias-blank",
            "base_object_name",
            "is blank, so that the alias cannot be opened",
            "give the name of a queue or topic",
            "000 TGTQNAME",
        )


def _remote_blank(values: Values, facts: SystemFacts | None) -> Iterator[Finding]:
    if values.get("remote_queue_manager_name") == "":
        yield _warn(
            "remote-blank",
            "remote_queue_manager_name",
            "is blank, so that the remote queue cannot be opened",
            "give the name of the remote queue manager",
            "001 RemoteQMgrName",
        )


CLUSTER_RULES = (
    Rule("cluster-exclusive", "001 ClusterName", _CLUSTER, _cluster_exclusive),
    Rule(
        "cluster-restricted",
        "000 CLUSTER",
        (*_CLUSTER, "usage", "definition_type"),
        _cluster_restricted,
    ),
)
_HOLDS_MESSAGES = (
    Rule(
        "transmission-only",
        "001 ClusterChannelName",
        ("cluster_channel_name", "usage"),
        _cluster_channel,
    ),
    Rule("stream-itself", "001 StreamQ", ("stream_queue",), _streaming),
    Rule("message-length", "001 MaxMsgLength", ("max_message_length",), _message_length),
    Rule(
        "odd",
        "readings: thresholds, sharing, backout pair",
        (
            "queue_depth_low_limit",
            "queue_depth_high_limit",
            "default_input_open_option",
            "shareability",
            "backout_threshold",
            "backout_requeue_name",
            "trigger_control",
            "trigger_type",
            "initiation_queue_name",
        ),
        _odd,
    ),
)
_NOT_SHARED = Rule(
    "shared-local-only", "001 QSGDisposition", ("queue_sharing_group_disposition",), _not_shared
)
LOCAL_RULES = (
    *CLUSTER_RULES,
    *_HOLDS_MESSAGES,
    Rule(
        "shared",
        "001 QSGDisposition",
        ("queue_sharing_group_disposition", "coupling_facility_structure", "index_type"),
        _shared,
    ),
)
MODEL_RULES = (
    *_HOLDS_MESSAGES,
    _NOT_SHARED,
    Rule(
        "dynamic",
        "000 DFNTYPE; 001 CFStructure",
        ("definition_type", "default_persistence", "coupling_facility_structure"),
        _dynamic,
    ),
)
ALIAS_RULES = (
    *CLUSTER_RULES,
    _NOT_SHARED,
    Rule("alias-blank", "000 TGTQNAME", ("base_object_name",), _alias_blank),
)
REMOTE_RULES = (
    *CLUSTER_RULES,
    _NOT_SHARED,
    Rule("remote-blank", "001 RemoteQMgrName", ("remote_queue_manager_name",), _remote_blank),
)
