"""Rules that join attributes of queues. Each names the document that it comes from.

They see resultant values: what is declared over what the object will have besides (its existing
attributes, the default definition's, or those of the object that it is made like).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.names import custom_pairs
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ, PCF_COMMANDS, READINGS, Sources
from queuewright.catalogue.spec import rule

Values = Mapping[str, Any]
_RESERVED = ("SYSTEM.CHANNEL.", "SYSTEM.CLUSTER.", "SYSTEM.COMMAND.")
_CLUSTER = ("cluster_name", "cluster_namelist")
_DISPOSITION = "queue_sharing_group_disposition"
_FOUR_MEGABYTES = 4_194_304
_LONGEST_EXPIRY = 999_999_999


@rule((CHANGE_QUEUE.at("ClusterName"),), *_CLUSTER)
def _cluster_exclusive(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("cluster_name") and values.get("cluster_namelist"):
        yield Diagnostic(
            "cluster-exclusive",
            "cluster_name",
            "only one of cluster_name and cluster_namelist can be nonblank",
            'set one of them to ""',
            (CHANGE_QUEUE.at("ClusterName"), CRTMQMQ.at("CLUSTER")),
        )


@rule((CRTMQMQ.at("CLUSTER"),), *_CLUSTER, "usage", "definition_type")
def _cluster_restricted(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    for attribute in _CLUSTER:
        if not values.get(attribute):
            continue
        name, other = str(values.get("name", "")), ""
        if values.get("usage") == "transmission":
            reason = "a transmission queue cannot be in a cluster"
            other = ', or usage="normal"'
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
            f'set {attribute}=""{other}',
            (CRTMQMQ.at("CLUSTER, CLUSNL"),),
        )


@rule((CHANGE_QUEUE.at("Scope"),), "scope")
def _dynamic_scope(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if (
        values.get("scope") == "cell"
        and values.get("definition_type", "predefined") != "predefined"
    ):
        yield Diagnostic(
            "dynamic-scope",
            "scope",
            "a dynamic queue cannot have cell scope",
            'use "q_mgr"',
            (CHANGE_QUEUE.at("Scope"),),
        )


@rule((CHANGE_QUEUE.at("ClusterChannelName"),), "cluster_channel_name", "usage")
def _cluster_channel(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    usage = values.get("usage")
    if values.get("cluster_channel_name") and usage not in (None, "transmission"):
        yield Diagnostic(
            "transmission-only",
            "cluster_channel_name",
            "supported only on transmission queues",
            'set usage="transmission", or cluster_channel_name=""',
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
def not_shared(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
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


@rule((CHANGE_QUEUE.at("CommandScope"),), "command_scope")
def command_elsewhere(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """A command that runs on another queue manager makes nothing on the one that is declared."""
    scope, sources = values.get("command_scope"), (CHANGE_QUEUE.at("CommandScope"),)
    if not scope or facts is None or scope == facts.name:
        return
    group = facts.queue_sharing_group
    if scope == "*":
        if group:
            rule = f"every active queue manager of {group} gets the object, and only the one of "
            rule += f"{facts.name} is managed by this declaration"
            way_out = "declare it for each of them, and leave command_scope out"
            yield _warn("command-scope", "command_scope", rule, way_out, sources)
        return
    rule = f"the object would be made on {scope}, not on {facts.name}"
    if group == "":
        rule = f"another queue manager needs a queue sharing group, and {facts.name} is in none"
    way_out = f'leave command_scope out; declare it with system="{scope}" to have it there'
    yield Diagnostic("command-scope", "command_scope", rule, way_out, sources)


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


@rule(
    (CHANGE_QUEUE.at("TriggerControl, ProcessName"),),
    "trigger_control",
    "trigger_type",
    "initiation_queue_name",
    "process_name",
    "usage",
)
def _triggering(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """What keeps a trigger event from occurring."""
    if values.get("trigger_control") != "on":
        return
    if values.get("initiation_queue_name") == "":
        yield _warn(
            "trigger-nowhere",
            "trigger_control",
            "is on and initiation_queue_name is blank, so that no trigger message can be written",
            "give initiation_queue_name",
            (CHANGE_QUEUE.at("TriggerControl, InitiationQName"),),
        )
    if values.get("trigger_type") == "none":
        yield _warn(
            "trigger-never",
            "trigger_type",
            "is none, so that no trigger message is written",
            "choose first, every or depth",
            (CHANGE_QUEUE.at("TriggerType"),),
        )
    process = values.get("process_name")
    sources = (CHANGE_QUEUE.at("ProcessName"), CRTMQMQ.at("PRCNAME"))
    if process == "" and values.get("usage") == "normal":
        yield _warn(
            "trigger-no-process",
            "trigger_control",
            "is on and process_name is blank, so that no trigger event occurs on a queue that is "
            "no transmission queue",
            "give process_name",
            sources,
        )
    if process and facts is not None and facts.exists(Role.PROCESS, process) is False:
        yield _warn(
            "process-missing",
            "process_name",
            "there is no such process, and it must be there for a trigger event to occur",
            "define the process",
            sources,
        )
    if process and facts is not None and Role.PROCESS in facts.refused:
        yield _warn(
            "process-not-known",
            "process_name",
            f"must be a process that is there for a trigger event to occur, and {facts.name} does "
            "not tell which there are",
            "let the user display processes, or see for yourself that it is there",
            sources,
        )


@rule((CHANGE_QUEUE.at("HardenGetBackout"),), "harden_get_backout")
def _hardened(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    on_ibmi = facts is not None and facts.platform is Platform.IBMI
    if on_ibmi and values.get("harden_get_backout") == "backout_not_hardened":
        yield _warn(
            "always-hardened",
            "harden_get_backout",
            "has no effect: IBM MQ for IBM i always hardens the count",
            "leave it out",
            (CHANGE_QUEUE.at("HardenGetBackout"), CRTMQMQ.at("HDNBKTCNT")),
        )


@rule((CRTMQMQ.at("PROPCTL"),), "property_control", *_CLUSTER)
def _not_cached(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("property_control") == "v6compat" and any(map(values.get, _CLUSTER)):
        yield _warn(
            "not-cached",
            "property_control",
            "v6compat of a cluster queue is not cached on other queue managers",
            "set it on an alias queue that resolves to this one, where the putting application is",
            (CRTMQMQ.at("PROPCTL"),),
        )


@rule((CHANGE_QUEUE.at("Custom"),), "custom")
def _expiry(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    for name, value in custom_pairs(str(values.get("custom") or "")):
        limit = value.strip()
        in_range = limit.isascii() and limit.isdigit() and 1 <= int(limit[:99]) <= _LONGEST_EXPIRY
        if name.upper() == "CAPEXPRY" and not in_range and limit.upper() != "NOLIMIT":
            yield _warn(
                "expiry-ignored",
                "custom",
                "this CAPEXPRY is not valid, so that NOLIMIT is used instead",
                f"give tenths of a second, 1 to {_LONGEST_EXPIRY}, or NOLIMIT",
                (CHANGE_QUEUE.at("Custom, CAPEXPRY"),),
            )


@rule((CHANGE_QUEUE.at("IndexType"),), "index_type")
def _message_token(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    shared = values.get(_DISPOSITION) == "shared"
    if values.get("index_type") == "msg_token" and not shared:
        yield _warn(
            "workflow-only",
            "index_type",
            "msg_token is only for queues used with IBM MQ Workflow for z/OS",
            "use msg_id, correl_id or group_id for other queues",
            (CHANGE_QUEUE.at("IndexType"),),
        )


@rule((CRTMQMQ.at("TGTQNAME"),), "name", "base_object_name")
def _alias_blank(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("base_object_name") == "":
        yield _warn(
            "alias-blank",
            "base_object_name",
            "is blank, so that the alias cannot be opened",
            "give the name of a queue or topic",
            (CRTMQMQ.at("TGTQNAME"),),
        )


@rule(
    (CHANGE_QUEUE.at("RemoteQMgrName"),),
    "name",
    "remote_queue_manager_name",
    "remote_queue_name",
    "xmit_queue_name",
)
def _remote_manager(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """A queue manager alias has no remote queue, and need not name a queue manager where it names
    the transmission queue; what names its own queue manager can be a reply-to queue alias."""
    manager = values.get("remote_queue_manager_name")
    sources = (CHANGE_QUEUE.at("RemoteQMgrName"), CRTMQMQ.at("RMTMQMNAME"))
    is_alias = not values.get("remote_queue_name") and values.get("xmit_queue_name")
    if manager == "" and not is_alias:
        yield _warn(
            "remote-blank",
            "remote_queue_manager_name",
            "is blank, so that the remote queue cannot be opened",
            "give the name of the remote queue manager",
            sources,
        )
    elif facts is not None and manager == facts.name and values.get("remote_queue_name"):
        yield _warn(
            "remote-own",
            "remote_queue_manager_name",
            "is this queue manager, so that the remote queue cannot be opened; a reply-to queue "
            "alias it can be",
            "name another queue manager, or use an alias queue",
            sources,
        )


CLUSTER_RULES = (_cluster_exclusive, _cluster_restricted)
_HOLDS_MESSAGES = (
    _cluster_channel, _streaming, _message_length, _odd, _triggering, _hardened, _expiry,
    _message_token,
)  # fmt: skip
LOCAL_RULES = (
    command_elsewhere, *CLUSTER_RULES, *_HOLDS_MESSAGES, _shared, _not_cached, _dynamic_scope,
)  # fmt: skip
MODEL_RULES = (command_elsewhere, *_HOLDS_MESSAGES, not_shared, _dynamic)
ALIAS_RULES = (command_elsewhere, *CLUSTER_RULES, not_shared, _alias_blank, _not_cached, _expiry)
REMOTE_RULES = (command_elsewhere, *CLUSTER_RULES, not_shared, _remote_manager, _expiry)
