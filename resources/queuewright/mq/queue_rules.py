"""Rules that join attributes of queues. Each names the document that it comes from.

They see resultant values: what is declared over what the object will have besides (its existing
attributes, the default definition's, or those of the object that it is made like).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.attribute import RANGE
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import joint
from queuewright.catalogue.names import custom_pairs
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ, PCF_COMMANDS

from .trigger_rules import triggering

Values = Mapping[str, Any]
_RESERVED = ("SYSTEM.CHANNEL.", "SYSTEM.CLUSTER.", "SYSTEM.COMMAND.")
_CLUSTER = ("cluster_name", "cluster_namelist")
_DISPOSITION = "queue_sharing_group_disposition"
_FOUR_MEGABYTES = 4_194_304
_LONGEST_EXPIRY = 999_999_999
_WARNING, _NOTE = Severity.WARNING, Severity.NOTE

CLUSTER_EXCLUSIVE = Rule(
    "cluster-exclusive",
    "A queue is in a cluster and in those of a namelist",
    "only one of cluster_name and cluster_namelist can be nonblank",
    'set one of them to ""',
    (CHANGE_QUEUE.at("ClusterName"), CRTMQMQ.at("CLUSTER")),
    "cluster_name",
)


@joint(CLUSTER_EXCLUSIVE, of=_CLUSTER)
def _cluster_exclusive(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("cluster_name") and values.get("cluster_namelist"):
        yield CLUSTER_EXCLUSIVE()


CLUSTER_RESTRICTED = Rule(
    "cluster-restricted",
    "A queue that cannot be in a cluster",
    "{queue} cannot be in a cluster",
    'set {attribute}=""{other}',
    (CRTMQMQ.at("CLUSTER, CLUSNL"),),
)


@joint(CLUSTER_RESTRICTED, of=(*_CLUSTER, "usage", "definition_type"))
def _cluster_restricted(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    for attribute in _CLUSTER:
        if not values.get(attribute):
            continue
        other = ""
        if values.get("usage") == "transmission":
            queue, other = "a transmission queue", ', or usage="normal"'
        elif str(values.get("name", "")).startswith(_RESERVED):
            queue = "SYSTEM.CHANNEL.*, SYSTEM.CLUSTER.* and SYSTEM.COMMAND.* queues"
        elif values.get("definition_type", "predefined") != "predefined":
            queue = "a dynamic queue"
        else:
            continue
        yield CLUSTER_RESTRICTED(attribute=attribute, queue=queue, other=other)


DYNAMIC_SCOPE = Rule(
    "dynamic-scope",
    "A dynamic queue with cell scope",
    "a dynamic queue cannot have cell scope",
    'use "q_mgr"',
    (CHANGE_QUEUE.at("Scope"),),
    "scope",
)


@joint(DYNAMIC_SCOPE, of=("scope",))
def _dynamic_scope(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    is_dynamic = values.get("definition_type", "predefined") != "predefined"
    if values.get("scope") == "cell" and is_dynamic:
        yield DYNAMIC_SCOPE()


TRANSMISSION_ONLY = Rule(
    "transmission-only",
    "A cluster channel name on a queue that is not a transmission queue",
    "supported only on transmission queues",
    'set usage="transmission", or cluster_channel_name=""',
    (CHANGE_QUEUE.at("ClusterChannelName"), CRTMQMQ.at("CLCHNAME")),
    "cluster_channel_name",
)


@joint(TRANSMISSION_ONLY, of=("cluster_channel_name", "usage"))
def _cluster_channel(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    usage = values.get("usage")
    if values.get("cluster_channel_name") and usage not in (None, "transmission"):
        yield TRANSMISSION_ONLY()


MAX_MESSAGE_LENGTH_RANGE = RANGE.but(
    reason="must be at most {limit} bytes on UNIX systems other than AIX and Linux",
    remediation="give a smaller value",
    sources=(CHANGE_QUEUE.at("MaxMsgLength"),),
    attribute="max_message_length",
)
ABOVE_QUEUE_MANAGER = Rule(
    "above-queue-manager",
    "Longer messages than the queue manager takes",
    "is greater than the queue manager's MaxMsgLength, {limit} bytes",
    "raise the queue manager's, or lower this one",
    (CHANGE_QUEUE.at("MaxMsgLength"),),
    "max_message_length",
    _WARNING,
    "QW311",
)


@joint(MAX_MESSAGE_LENGTH_RANGE, ABOVE_QUEUE_MANAGER, of=("max_message_length",))
def _message_length(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    length = values.get("max_message_length")
    if facts is None or not isinstance(length, int):
        return
    if facts.platform is Platform.OTHER_UNIX and length > _FOUR_MEGABYTES:
        yield MAX_MESSAGE_LENGTH_RANGE(limit=_FOUR_MEGABYTES)
    limit = facts.max_message_length
    if limit is not None and length > limit:
        yield ABOVE_QUEUE_MANAGER(limit=limit)


DISPOSITION_PRIVATE = Rule(
    "disposition-private",
    "A new object cannot be private",
    "private is not permitted when an object is created or copied",
    'use "q_mgr" or "copy"',
    (CHANGE_QUEUE.at("QSGDisposition"),),
    _DISPOSITION,
)
STRUCTURE_MISSING = Rule(
    "structure-missing",
    "A shared queue without a coupling facility structure",
    "shared needs a nonblank coupling_facility_structure",
    "give coupling_facility_structure",
    (CHANGE_QUEUE.at("QSGDisposition, CFStructure"),),
    _DISPOSITION,
)
SHARED_INDEX = Rule(
    "shared-index",
    "A shared queue cannot be indexed by message token",
    "msg_token is not allowed for a shared queue",
    "choose another index type",
    (CHANGE_QUEUE.at("QSGDisposition, IndexType"),),
    "index_type",
)
SHARED_SYSTEM = Rule(
    "shared-system",
    "A queue of the system that cannot be shared",
    "this queue cannot be shared",
    'use "q_mgr"',
    (CHANGE_QUEUE.at("QSGDisposition"),),
    _DISPOSITION,
)


@joint(
    DISPOSITION_PRIVATE,
    STRUCTURE_MISSING,
    SHARED_INDEX,
    SHARED_SYSTEM,
    of=(_DISPOSITION, "coupling_facility_structure", "index_type"),
)
def _shared(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    disposition = values.get(_DISPOSITION)
    if disposition == "private":
        yield DISPOSITION_PRIVATE()
    if disposition != "shared":
        return
    if not values.get("coupling_facility_structure"):
        yield STRUCTURE_MISSING()
    if values.get("index_type") == "msg_token":
        yield SHARED_INDEX()
    if values.get("name") in ("SYSTEM.CHANNEL.INITQ", "SYSTEM.COMMAND.INPUT"):
        yield SHARED_SYSTEM()


SHARED_LOCAL_ONLY = Rule(
    "shared-local-only",
    "Only a local queue can be shared",
    "shared applies only to local queues",
    'use "q_mgr", "group" or "copy"',
    (CHANGE_QUEUE.at("QSGDisposition"),),
    _DISPOSITION,
)


@joint(SHARED_LOCAL_ONLY, DISPOSITION_PRIVATE, of=(_DISPOSITION,))
def not_shared(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get(_DISPOSITION) == "shared":
        yield SHARED_LOCAL_ONLY()
    elif values.get(_DISPOSITION) == "private":
        yield DISPOSITION_PRIVATE()


TEMPORARY_PERSISTENT = Rule(
    "temporary-persistent",
    "Persistent messages go where they get lost",
    "temporary_dynamic must not be combined with default_persistence persistent",
    'use "permanent_dynamic", or default_persistence="not_persistent"',
    (CRTMQMQ.at("DFNTYPE"),),
    "definition_type",
    page="QW503",
)
DYNAMIC_STRUCTURE_MISSING = STRUCTURE_MISSING.but(
    reason="shared_dynamic needs a nonblank coupling_facility_structure",
    sources=(CHANGE_QUEUE.at("CFStructure"),),
    attribute="definition_type",
)


@joint(
    TEMPORARY_PERSISTENT,
    DYNAMIC_STRUCTURE_MISSING,
    of=("definition_type", "default_persistence", "coupling_facility_structure"),
)
def _dynamic(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    definition = values.get("definition_type")
    if definition == "temporary_dynamic" and values.get("default_persistence") == "persistent":
        yield TEMPORARY_PERSISTENT()
    if definition == "shared_dynamic" and not values.get("coupling_facility_structure"):
        yield DYNAMIC_STRUCTURE_MISSING()


STREAM_ITSELF = Rule(
    "stream-itself",
    "A queue is its own streaming queue",
    "a queue cannot be its own streaming queue",
    "name another queue",
    (CHANGE_QUEUE.at("StreamQ"), PCF_COMMANDS.at("MQRCCF_STREAMQ_CONFLICT")),
    "stream_queue",
)


@joint(STREAM_ITSELF, of=("stream_queue",))
def _streaming(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("stream_queue") and values.get("stream_queue") == values.get("name"):
        yield STREAM_ITSELF()


COMMAND_SCOPE = Rule(
    "command-scope",
    "A command for other queue managers of a group",
    "the object would be made on {scope}, not on {system}",
    'leave command_scope out; declare it with system="{scope}" to have it there',
    (CHANGE_QUEUE.at("CommandScope"),),
    "command_scope",
    page="QW315",
)
COMMAND_SCOPE_OUTSIDE = COMMAND_SCOPE.but(
    reason="another queue manager needs a queue sharing group, and {system} is in none"
)
COMMAND_SCOPE_GROUP = COMMAND_SCOPE.but(
    reason="every active queue manager of {group} gets the object, and only the one of {system} is "
    "managed by this declaration",
    remediation="declare it for each of them, and leave command_scope out",
    severity=_WARNING,
)


@joint(COMMAND_SCOPE, COMMAND_SCOPE_OUTSIDE, COMMAND_SCOPE_GROUP, of=("command_scope",))
def command_elsewhere(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """A command that runs on another queue manager makes nothing on the one that is declared."""
    scope = values.get("command_scope")
    if not scope or facts is None or scope == facts.name:
        return
    group = facts.queue_sharing_group
    if scope != "*":
        rule = COMMAND_SCOPE_OUTSIDE if group == "" else COMMAND_SCOPE
        yield rule(scope=scope, system=facts.name)
    elif group:
        yield COMMAND_SCOPE_GROUP(group=group, system=facts.name)


# Combinations that the documents allow and people seldom mean.
LIMITS_CROSSED = Rule(
    "limits-crossed",
    "Depth event thresholds are out of order",
    "is above queue_depth_high_limit, {high}",
    "exchange them",
    (CHANGE_QUEUE.at("QDepthLowLimit"), CHANGE_QUEUE.at("QDepthHighLimit")),
    "queue_depth_low_limit",
    _WARNING,
    "QW307",
)
SHARED_DEFAULT = Rule(
    "shared-default",
    "A shared default on a queue that is not shareable",
    "input_shared has no effect on a queue that is not_shareable",
    'use "input_exclusive"',
    (CRTMQMQ.at("DFTSHARE"),),
    "default_input_open_option",
    _NOTE,
    "QW310",
)
BACKOUT_PAIR = Rule(
    "backout-pair",
    "A backout threshold without a backout queue",
    "is set and backout_requeue_name is blank",
    "give backout_requeue_name",
    (CHANGE_QUEUE.at("BackoutThreshold"),),
    "backout_threshold",
    _NOTE,
    "QW303",
)


@joint(
    LIMITS_CROSSED,
    SHARED_DEFAULT,
    BACKOUT_PAIR,
    of=(
        "queue_depth_low_limit",
        "queue_depth_high_limit",
        "default_input_open_option",
        "shareability",
        "backout_threshold",
        "backout_requeue_name",
    ),
)
def _odd(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    low, high = values.get("queue_depth_low_limit"), values.get("queue_depth_high_limit")
    if isinstance(low, int) and isinstance(high, int) and low > high:
        yield LIMITS_CROSSED(high=high)
    if values.get("default_input_open_option") == "input_shared" and (
        values.get("shareability") == "not_shareable"
    ):
        yield SHARED_DEFAULT()
    if values.get("backout_threshold") and values.get("backout_requeue_name") == "":
        yield BACKOUT_PAIR()


ALWAYS_HARDENED = Rule(
    "always-hardened",
    "A backout count that IBM i always hardens",
    "has no effect: IBM MQ for IBM i always hardens the count",
    "leave it out",
    (CHANGE_QUEUE.at("HardenGetBackout"), CRTMQMQ.at("HDNBKTCNT")),
    "harden_get_backout",
    _NOTE,
    "QW314",
)


@joint(ALWAYS_HARDENED, of=("harden_get_backout",))
def _hardened(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    on_ibmi = facts is not None and facts.platform is Platform.IBMI
    if on_ibmi and values.get("harden_get_backout") == "backout_not_hardened":
        yield ALWAYS_HARDENED()


NOT_CACHED = Rule(
    "not-cached",
    "A property control that cluster members do not see",
    "v6compat of a cluster queue is not cached on other queue managers",
    "set it on an alias queue that resolves to this one, where the putting application is",
    (CRTMQMQ.at("PROPCTL"),),
    "property_control",
    _WARNING,
    "QW403",
)


@joint(NOT_CACHED, of=("property_control", *_CLUSTER))
def _not_cached(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("property_control") == "v6compat" and any(map(values.get, _CLUSTER)):
        yield NOT_CACHED()


EXPIRY_IGNORED = Rule(
    "expiry-ignored",
    "An expiry that is not valid",
    "this CAPEXPRY is not valid, so that NOLIMIT is used instead",
    f"give tenths of a second, 1 to {_LONGEST_EXPIRY}, or NOLIMIT",
    (CHANGE_QUEUE.at("Custom, CAPEXPRY"),),
    "custom",
    _WARNING,
    "QW312",
)


@joint(EXPIRY_IGNORED, of=("custom",))
def _expiry(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    for name, value in custom_pairs(str(values.get("custom") or "")):
        limit = value.strip()
        in_range = limit.isascii() and limit.isdigit() and 1 <= int(limit[:99]) <= _LONGEST_EXPIRY
        if name.upper() == "CAPEXPRY" and not in_range and limit.upper() != "NOLIMIT":
            yield EXPIRY_IGNORED()


WORKFLOW_ONLY = Rule(
    "workflow-only",
    "An index that is only for IBM MQ Workflow",
    "msg_token is only for queues used with IBM MQ Workflow for z/OS",
    "use msg_id, correl_id or group_id for other queues",
    (CHANGE_QUEUE.at("IndexType"),),
    "index_type",
    _NOTE,
    "QW313",
)


@joint(WORKFLOW_ONLY, of=("index_type",))
def _message_token(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    shared = values.get(_DISPOSITION) == "shared"
    if values.get("index_type") == "msg_token" and not shared:
        yield WORKFLOW_ONLY()


ALIAS_BLANK = Rule(
    "alias-blank",
    "An alias has no base object",
    "is blank, so that the alias cannot be opened",
    "give the name of a queue or topic",
    (CRTMQMQ.at("TGTQNAME"),),
    "base_object_name",
    _WARNING,
    "QW203",
)


@joint(ALIAS_BLANK, of=("name", "base_object_name"))
def _alias_blank(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    if values.get("base_object_name") == "":
        yield ALIAS_BLANK()


REMOTE_BLANK = Rule(
    "remote-blank",
    "A remote queue has no queue manager",
    "is blank, so that the remote queue cannot be opened",
    "give the name of the remote queue manager",
    (CHANGE_QUEUE.at("RemoteQMgrName"), CRTMQMQ.at("RMTMQMNAME")),
    "remote_queue_manager_name",
    _WARNING,
    "QW204",
)
REMOTE_OWN = REMOTE_BLANK.but(
    code="remote-own",
    title="A remote queue of its own queue manager",
    reason="is this queue manager, so that the remote queue cannot be opened; it can only be a "
    "reply-to queue alias",
    remediation="name another queue manager, or use an alias queue",
    page="QW205",
)


@joint(
    REMOTE_BLANK,
    REMOTE_OWN,
    of=("name", "remote_queue_manager_name", "remote_queue_name"),
)
def _remote_manager(values: Values, facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """A queue manager alias has no remote queue, and need not name a queue manager: "DEFINE
    QREMOTE(Q3) RNAME(' ') RQMNAME(' ')" ("Configuring workload balancing from outside a cluster").
    A definition that names its own queue manager can be a reply-to queue alias."""
    manager = values.get("remote_queue_manager_name")
    if not values.get("remote_queue_name"):
        return
    if manager == "":
        yield REMOTE_BLANK()
    elif facts is not None and manager == facts.name:
        yield REMOTE_OWN()


CLUSTER_CHECKS = (_cluster_exclusive, _cluster_restricted)
_HOLDS_MESSAGES = (
    _cluster_channel, _streaming, _message_length, _odd, triggering, _hardened, _expiry,
    _message_token,
)  # fmt: skip
LOCAL_CHECKS = (
    command_elsewhere, *CLUSTER_CHECKS, *_HOLDS_MESSAGES, _shared, _not_cached, _dynamic_scope,
)  # fmt: skip
MODEL_CHECKS = (command_elsewhere, *_HOLDS_MESSAGES, not_shared, _dynamic)
ALIAS_CHECKS = (command_elsewhere, *CLUSTER_CHECKS, not_shared, _alias_blank, _not_cached, _expiry)
REMOTE_CHECKS = (command_elsewhere, *CLUSTER_CHECKS, not_shared, _remote_manager, _expiry)
