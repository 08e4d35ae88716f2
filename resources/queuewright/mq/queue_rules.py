"""Rules that join attributes of queues. Each names the document that it comes from.

They see resultant values: what is declared over what the object will have besides (its existing
attributes, the default definition's, or those of the object that it is made like).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ, PCF_COMMANDS, READINGS, Sources
from queuewright.catalogue.spec import rule

Values = Mapping[str, Any]
_RESERVED = ("SYSTEM.CHANNEL.", "SYSTEM.CLUSTER.", "SYSTEM.COMMAND.")
_CLUSTER = ("cluster_name", "cluster_namelist")
_DISPOSITION = "queue_sharing_group_disposition"
_FOUR_MEGABYTES = 4_194_304


@rule((CHANGE_QUEUE.at("ClusterName"),), *_CLUSTER)
def _cluster_exclusive(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("cluster_name") and values.get("cluster_namelist"):
        yield Diagnostic(
            "cluster-exclusive",
            "cluster_name",
            "only one of cluster_name and cluster_namelist can be nonblank",
            'leave one out, or set it to "" where the queue already has it',
            (CHANGE_QUEUE.at("ClusterName"), CRTMQMQ.at("CLUSTER")),
        )


@rule((CRTMQMQ.at("CLUSTER"),), *_CLUSTER, "usage", "definition_type")
def _cluster_restricted(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
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
        yield Diagnostic(
            "cluster-restricted",
            attribute,
            reason,
            f"leave {attribute} out",
            (CRTMQMQ.at("CLUSTER, CLUSNL"),),
        )


@rule((CHANGE_QUEUE.at("ClusterChannelName"),), "cluster_channel_name", "usage")
def _cluster_channel(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    usage = values.get("usage")
    if values.get("cluster_channel_name") and usage not in (None, "transmission"):
        yield Diagnostic(
            "transmission-only",
            "cluster_channel_name",
            "supported only on transmission queues",
            'set usage="transmission", or leave cluster_channel_name out',
            (CHANGE_QUEUE.at("ClusterChannelName"), CRTMQMQ.at("CLCHNAME")),
        )


@rule((CHANGE_QUEUE.at("MaxMsgLength"),), "max_message_length")
def _message_length(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    length = values.get("max_message_length")
    if facts is None or not isinstance(length, int):
        return
    if facts.platform is Platform.OTHER_UNIX and length > _FOUR_MEGABYTES:
        yield Diagnostic(
            "range",
            "max_message_length",
            f"must be at most {_FOUR_MEGABYTES} bytes on UNIX systems other than AIX and Linux",
            "give a smaller value",
            (CHANGE_QUEUE.at("MaxMsgLength"),),
        )
    limit = facts.max_message_length
    if limit is not None and length > limit:
        yield Diagnostic(
            "above-queue-manager",
            "max_message_length",
            f"is greater than the queue manager's MaxMsgLength, {limit} bytes",
            "raise the queue manager's, or lower this one",
            (CHANGE_QUEUE.at("MaxMsgLength"),),
            Severity.WARNING,
        )


@rule(
    (CHANGE_QUEUE.at("QSGDisposition"),), _DISPOSITION, "coupling_facility_structure", "index_type"
)
def _shared(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    disposition = values.get(_DISPOSITION)
    sources = (CHANGE_QUEUE.at("QSGDisposition"),)
    if disposition == "private":
        yield Diagnostic(
            "disposition-private",
            _DISPOSITION,
            "private is not permitted when an object is created or copied",
            'use "q_mgr" or "copy"',
            sources,
        )
    if disposition != "shared":
        return
    if not values.get("coupling_facility_structure"):
        yield Diagnostic(
            "structure-missing",
            _DISPOSITION,
            "shared needs a nonblank coupling_facility_structure",
            "give coupling_facility_structure",
            (CHANGE_QUEUE.at("QSGDisposition, CFStructure"),),
        )
    if values.get("index_type") == "msg_token":
        yield Diagnostic(
            "shared-index",
            "index_type",
            "msg_token is not allowed for a shared queue",
            "choose another index type",
            (CHANGE_QUEUE.at("QSGDisposition, IndexType"),),
        )
    if values.get("name") in ("SYSTEM.CHANNEL.INITQ", "SYSTEM.COMMAND.INPUT"):
        yield Diagnostic(
            "shared-system", _DISPOSITION, "this queue cannot be shared", 'use "q_mgr"', sources
        )


@rule((CHANGE_QUEUE.at("QSGDisposition"),), _DISPOSITION)
def _not_shared(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get(_DISPOSITION) == "shared":
        yield Diagnostic(
            "shared-local-only",
            _DISPOSITION,
            "shared applies only to local queues",
            'use "q_mgr", "group" or "copy"',
            (CHANGE_QUEUE.at("QSGDisposition"),),
        )
    elif values.get(_DISPOSITION) == "private":
        yield from _shared.check(values, facts)


@rule(
    (CRTMQMQ.at("DFNTYPE"), CHANGE_QUEUE.at("CFStructure")),
    "definition_type",
    "default_persistence",
    "coupling_facility_structure",
)
def _dynamic(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    definition = values.get("definition_type")
    if definition == "temporary_dynamic" and values.get("default_persistence") == "persistent":
        yield Diagnostic(
            "temporary-persistent",
            "definition_type",
            "temporary_dynamic must not be combined with default_persistence persistent",
            'use "permanent_dynamic", or default_persistence="not_persistent"',
            (CRTMQMQ.at("DFNTYPE"),),
        )
    if definition == "shared_dynamic" and not values.get("coupling_facility_structure"):
        yield Diagnostic(
            "structure-missing",
            "definition_type",
            "shared_dynamic needs a nonblank coupling_facility_structure",
            "give coupling_facility_structure",
            (CHANGE_QUEUE.at("CFStructure"),),
        )


@rule((CHANGE_QUEUE.at("StreamQ"),), "stream_queue")
def _streaming(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("stream_queue") and values.get("stream_queue") == values.get("name"):
        yield Diagnostic(
            "stream-itself",
            "stream_queue",
            "a queue cannot be its own streaming queue",
            "name another queue",
            (CHANGE_QUEUE.at("StreamQ"), PCF_COMMANDS.at("MQRCCF_STREAMQ_CONFLICT")),
        )


def _warn(code: str, attribute: str, rule: str, remediation: str, sources: Sources) -> Diagnostic:
    return Diagnostic(code, attribute, rule, remediation, sources, Severity.WARNING)


@rule(
    (READINGS.at("thresholds, sharing, backout pair"),),
    "queue_depth_low_limit",
    "queue_depth_high_limit",
    "default_input_open_option",
    "shareability",
    "backout_threshold",
    "backout_requeue_name",
    "trigger_control",
    "trigger_type",
    "initiation_queue_name",
)
def _odd(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """Combinations that the documents allow and people seldom mean."""
    low, high = values.get("queue_depth_low_limit"), values.get("queue_depth_high_limit")
    if isinstance(low, int) and isinstance(high, int) and low > high:
        yield _warn(
            "limits-crossed",
            "queue_depth_low_limit",
            f"is above queue_depth_high_limit, {high}",
            "exchange them",
            (CHANGE_QUEUE.at("QDepthLowLimit"),),
        )
    if values.get("default_input_open_option") == "input_shared" and (
        values.get("shareability") == "not_shareable"
    ):
        yield _warn(
            "shared-default",
            "default_input_open_option",
            "input_shared has no effect on a queue that is not_shareable",
            'use "input_exclusive"',
            (CRTMQMQ.at("DFTSHARE"),),
        )
    if values.get("backout_threshold") and values.get("backout_requeue_name") == "":
        yield _warn(
            "backout-pair",
            "backout_threshold",
            "is set and backout_requeue_name is blank",
            "give backout_requeue_name",
            (CHANGE_QUEUE.at("BackoutThreshold"),),
        )
    if values.get("trigger_control") == "on" and values.get("initiation_queue_name") == "":
        yield _warn(
            "trigger-nowhere",
            "trigger_control",
            "is on and initiation_queue_name is blank, so that no trigger message can be written",
            "give initiation_queue_name",
            (CHANGE_QUEUE.at("TriggerControl, InitiationQName"),),
        )
    if values.get("trigger_control") == "on" and values.get("trigger_type") == "none":
        yield _warn(
            "trigger-never",
            "trigger_type",
            "is none, so that no trigger message is written",
            "choose first, every or depth",
            (CHANGE_QUEUE.at("TriggerType"),),
        )


@rule((CRTMQMQ.at("TGTQNAME"),), "base_object_name")
def _alias_blank(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("base_object_name") == "":
        yield _warn(
            "alias-blank",
            "base_object_name",
            "is blank, so that the alias cannot be opened",
            "give the name of a queue or topic",
            (CRTMQMQ.at("TGTQNAME"),),
        )


@rule((CHANGE_QUEUE.at("RemoteQMgrName"),), "remote_queue_manager_name")
def _remote_blank(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("remote_queue_manager_name") == "":
        yield _warn(
            "remote-blank",
            "remote_queue_manager_name",
            "is blank, so that the remote queue cannot be opened",
            "give the name of the remote queue manager",
            (CHANGE_QUEUE.at("RemoteQMgrName"),),
        )


CLUSTER_RULES = (_cluster_exclusive, _cluster_restricted)
_HOLDS_MESSAGES = (_cluster_channel, _streaming, _message_length, _odd)
LOCAL_RULES = (*CLUSTER_RULES, *_HOLDS_MESSAGES, _shared)
MODEL_RULES = (*_HOLDS_MESSAGES, _not_shared, _dynamic)
ALIAS_RULES = (*CLUSTER_RULES, _not_shared, _alias_blank)
REMOTE_RULES = (*CLUSTER_RULES, _not_shared, _remote_blank)
