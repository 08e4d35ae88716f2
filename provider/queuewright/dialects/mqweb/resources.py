"""Queues and channels as the resources of version 1 of the REST API have them: JSON in groups.

    {"name": "A", "type": "local", "storage": {"maximumDepth": 5000}, "trigger": {"enabled": true}}

The tables say which MQSC keyword each attribute is; ranges and rules are the catalogue's.

Sources: IBM MQ, REST API and PCF equivalents for queues, for channels; Request body attributes for
queues; Response body attributes for channels.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from queuewright.catalogue.diagnostic import shown

# JSON value -> word of MQSC.
Words = Mapping[Any, str]


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute. keyword: MQSC's, "" where the words stand alone (SHARE). words: what a value
    is in MQSC; none for a number or a text as it is. always: returned unless it has no value, also
    where nobody asks for it."""

    path: str
    keyword: str
    words: Words = field(default_factory=dict)
    is_number: bool = False
    always: bool = False

    def in_json(self, row: Mapping[str, Any]) -> Any:
        """The value of a displayed object; None where that has no such attribute."""
        if not self.words:
            return row.get(self.keyword)
        if self.keyword and self.keyword not in row:
            return None
        value = row[self.keyword] if self.keyword else None
        known = [
            said
            for said, word in self.words.items()
            if (str(value).upper() == word if self.keyword else word in row)
        ]
        if known:
            return known[0]
        return False if self.keyword and set(self.words) == {True, False} else None


class BadAttribute(ValueError):
    """What a body or a query says is no attribute of the resource; one line."""


def _switch(on: str, off: str) -> Words:
    return {True: on, False: off}


_ENABLED = _switch("ENABLED", "DISABLED")
_YES = _switch("YES", "NO")
_COLLECTED = {"asQmgr": "QMGR", "off": "OFF", "on": "ON"}
_MONITORED = {"asQmgr": "QMGR", "off": "OFF", "low": "LOW", "medium": "MEDIUM", "high": "HIGH"}
_DYNAMIC = {
    "permanentDynamic": "PERMDYN",
    "temporaryDynamic": "TEMPDYN",
    "sharedDynamic": "SHAREDYN",
}
_PROPERTIES = {
    "all": "ALL",
    "compatible": "COMPAT",
    "force": "FORCE",
    "none": "NONE",
    "version6Compatible": "V6COMPAT",
}


def _number(path: str, keyword: str) -> Attribute:
    return Attribute(path, keyword, is_number=True)


QUEUE_TYPES = {"local": "QLOCAL", "alias": "QALIAS", "remote": "QREMOTE", "model": "QMODEL"}
QUEUE: tuple[Attribute, ...] = (
    Attribute("remote.queueName", "RNAME", always=True),
    Attribute("remote.qmgrName", "RQMNAME", always=True),
    Attribute("remote.transmissionQueueName", "XMITQ", always=True),
    Attribute("alias.targetName", "TARGET", always=True),
    Attribute("alias.targetType", "TARGTYPE", {"queue": "QUEUE", "topic": "TOPIC"}),
    Attribute("model.type", "DEFTYPE", _DYNAMIC, always=True),
    Attribute("general.description", "DESCR"),
    Attribute("general.inhibitGet", "GET", _switch("DISABLED", "ENABLED")),
    Attribute("general.inhibitPut", "PUT", _switch("DISABLED", "ENABLED")),
    Attribute("general.isTransmissionQueue", "USAGE", _switch("XMITQ", "NORMAL")),
    Attribute("cluster.name", "CLUSTER"),
    Attribute("cluster.namelist", "CLUSNL"),
    Attribute("cluster.transmissionQueueForChannelName", "CLCHNAME"),
    _number("cluster.workloadPriority", "CLWLPRTY"),
    _number("cluster.workloadRank", "CLWLRANK"),
    Attribute(
        "cluster.workloadQueueUse", "CLWLUSEQ", {"any": "ANY", "local": "LOCAL", "asQmgr": "QMGR"}
    ),
    Attribute("trigger.data", "TRIGDATA"),
    _number("trigger.depth", "TRIGDPTH"),
    Attribute("trigger.enabled", "", _switch("TRIGGER", "NOTRIGGER")),
    Attribute("trigger.initiationQueueName", "INITQ"),
    _number("trigger.messagePriority", "TRIGMPRI"),
    Attribute("trigger.processName", "PROCESS"),
    Attribute(
        "trigger.type",
        "TRIGTYPE",
        {"depth": "DEPTH", "every": "EVERY", "first": "FIRST", "none": "NONE"},
    ),
    Attribute("events.depth.fullEnabled", "QDPMAXEV", _ENABLED),
    Attribute("events.depth.highEnabled", "QDPHIEV", _ENABLED),
    _number("events.depth.highPercentage", "QDEPTHHI"),
    Attribute("events.depth.lowEnabled", "QDPLOEV", _ENABLED),
    _number("events.depth.lowPercentage", "QDEPTHLO"),
    _number("events.serviceInterval.duration", "QSVCINT"),
    # One keyword of MQSC is two switches here.
    Attribute("events.serviceInterval.highEnabled", "QSVCIEV", _switch("HIGH", "NONE")),
    Attribute("events.serviceInterval.okEnabled", "QSVCIEV", _switch("OK", "NONE")),
    Attribute(
        "applicationDefaults.clusterBind",
        "DEFBIND",
        {"notFixed": "NOTFIXED", "onGroup": "GROUP", "onOpen": "OPEN"},
    ),
    Attribute(
        "applicationDefaults.messagePersistence",
        "DEFPSIST",
        {"nonPersistent": "NO", "persistent": "YES"},
    ),
    _number("applicationDefaults.messagePriority", "DEFPRTY"),
    Attribute("applicationDefaults.messagePropertyControl", "PROPCTL", _PROPERTIES),
    Attribute(
        "applicationDefaults.putResponse",
        "DEFPRESP",
        {"synchronous": "SYNC", "asynchronous": "ASYNC"},
    ),
    Attribute(
        "applicationDefaults.readAhead",
        "DEFREADA",
        {"no": "NO", "yes": "YES", "disabled": "DISABLED"},
    ),
    Attribute("applicationDefaults.sharedInput", "DEFSOPT", _switch("SHARED", "EXCL")),
    Attribute("dataCollection.accounting", "ACCTQ", _COLLECTED),
    Attribute("dataCollection.monitoring", "MONQ", _MONITORED),
    Attribute("dataCollection.statistics", "STATQ", _COLLECTED),
    Attribute(
        "storage.indexType",
        "INDXTYPE",
        {
            "none": "NONE", "messageId": "MSGID", "correlationId": "CORRELID",
            "groupId": "GROUPID", "messageToken": "MSGTOKEN",
        },
    ),
    _number("storage.maximumDepth", "MAXDEPTH"),
    _number("storage.maximumMessageLength", "MAXMSGL"),
    Attribute(
        "storage.messageDeliverySequence", "MSGDLVSQ", {"priority": "PRIORITY", "fifo": "FIFO"}
    ),
    Attribute(
        "storage.nonPersistentMessageClass", "NPMCLASS", {"normal": "NORMAL", "high": "HIGH"}
    ),
    Attribute("storage.storageClass", "STGCLASS"),
    Attribute("extended.allowSharedInput", "", _switch("SHARE", "NOSHARE")),
    Attribute("extended.backoutRequeueQueueName", "BOQNAME"),
    _number("extended.backoutThreshold", "BOTHRESH"),
    Attribute("extended.custom", "CUSTOM"),
    Attribute(
        "extended.enableMediaImageOperations",
        "IMGRCOVQ",
        {"yes": "YES", "no": "NO", "asQmgr": "QMGR"},
    ),
    Attribute("extended.hardenGetBackout", "", _switch("HARDENBO", "NOHARDENBO")),
    Attribute("extended.supportDistributionLists", "DISTL", _YES),
    Attribute(
        "queueSharingGroup.disposition",
        "QSGDISP",
        {
            "copy": "COPY", "group": "GROUP", "private": "PRIVATE", "qmgr": "QMGR",
            "shared": "SHARED",
        },
    ),
    Attribute("queueSharingGroup.structureName", "CFSTRUCT"),
)  # fmt: skip
# Of local queues; what monitoring would tell has the value that it has where monitoring is off.
QUEUE_STATUS: tuple[Attribute, ...] = (
    _number("status.currentDepth", "CURDEPTH"),
    _number("status.openInputCount", "IPPROCS"),
    _number("status.openOutputCount", "OPPROCS"),
    _number("status.uncommittedMessages", "UNCOM"),
    Attribute("status.lastGet", "LGET"),
    Attribute("status.lastPut", "LPUT"),
    Attribute("status.monitoringRate", "MONQ", _MONITORED),
    _number("status.oldestMessageAge", "MSGAGE"),
    _number("status.onQueueTime.longSampleDuration", "QTIMELONG"),
    _number("status.onQueueTime.shortSampleDuration", "QTIMESHORT"),
)
CHANNEL_TYPES = {
    "sender": "SDR",
    "server": "SVR",
    "receiver": "RCVR",
    "requester": "RQSTR",
    "clusterSender": "CLUSSDR",
    "clusterReceiver": "CLUSRCVR",
}
_CONNECTION = "CONNAME"
# TYPE stands for the channel's own type, which is the name of the group.
CHANNEL: tuple[Attribute, ...] = (
    Attribute("TYPE.connection", _CONNECTION, always=True),
    Attribute("TYPE.transmissionQueueName", "XMITQ", always=True),
    Attribute("TYPE.clusterName", "CLUSTER", always=True),
    Attribute("TYPE.clusterNamelist", "CLUSNL", always=True),
    _number("clusterRouting.workloadPriority", "CLWLPRTY"),
    _number("clusterRouting.workloadRank", "CLWLRANK"),
    _number("clusterRouting.workloadWeight", "CLWLWGHT"),
    _number("clusterRouting.networkPriority", "NETPRTY"),
    _number("connectionManagement.disconnectInterval", "DISCINT"),
    _number("connectionManagement.heartbeatInterval", "HBINT"),
    Attribute("connectionManagement.localAddress", "LOCLADDR"),
    _number("connectionManagement.longRetry.count", "LONGRTY"),
    _number("connectionManagement.longRetry.interval", "LONGTMR"),
    _number("connectionManagement.shortRetry.count", "SHORTRTY"),
    _number("connectionManagement.shortRetry.interval", "SHORTTMR"),
    _number("batch.dataLimit", "BATCHLIM"),
    _number("batch.messageLimit", "BATCHSZ"),
    Attribute("batch.nonPersistentMessageSpeedFast", "NPMSPEED", _switch("FAST", "NORMAL")),
    _number("batch.preCommitHeartbeat", "BATCHHB"),
    _number("batch.timeExtend", "BATCHINT"),
    Attribute("dataCollection.monitoring", "MONCHL", _MONITORED),
    Attribute("dataCollection.statistics", "STATCHL", _MONITORED),
    Attribute("extended.channelAgentType", "MCATYPE", {"process": "PROCESS", "thread": "THREAD"}),
    Attribute("extended.messagePropertyControl", "PROPCTL", _PROPERTIES),
    Attribute("extended.senderDataConversion", "CONVERT", _YES),
    _number("extended.sequenceNumberWrap", "SEQWRAP"),
    _number("failedDelivery.retry.count", "MRRTY"),
    _number("failedDelivery.retry.interval", "MRTMR"),
    Attribute("failedDelivery.useDeadLetterQueue", "USEDLQ", _YES),
    Attribute("general.description", "DESCR"),
    _number("general.maximumMessageLength", "MAXMSGL"),
    Attribute("receiverSecurity.channelAgentUserId", "MCAUSER"),
    Attribute(
        "receiverSecurity.putAuthority",
        "PUTAUT",
        {"default": "DEF", "context": "CTX", "onlyMCA": "ONLYMCA", "alternateMCA": "ALTMCA"},
    ),
    Attribute("transmissionSecurity.certificateLabel", "CERTLABL"),
    Attribute("transmissionSecurity.certificatePeerName", "SSLPEER"),
    Attribute("transmissionSecurity.cipherSpecification", "SSLCIPH"),
    Attribute(
        "transmissionSecurity.requirePartnerCertificate",
        "SSLCAUTH",
        _switch("REQUIRED", "OPTIONAL"),
    ),
)


def parameters(table: tuple[Attribute, ...], groups: Mapping[str, Any]) -> dict[str, Any]:
    """The groups of a body as parameters of runCommandJSON. Raises BadAttribute."""
    by_path = {attribute.path: attribute for attribute in table}
    given: dict[str, Any] = {}
    for path, value in _leaves(groups):
        attribute = by_path.get(path)
        if attribute is None:
            raise BadAttribute(f"{shown(path, 60)} is no attribute of the resource")
        word = _word(attribute, value)
        if not attribute.keyword:
            given[word.lower()] = "yes"
            continue
        keyword = attribute.keyword.lower()
        off = attribute.words.get(False)
        if given.get(keyword, off) not in (off, word) and word != off:
            raise BadAttribute(f"{path} cannot be true together with another of its group")
        if word != off or keyword not in given:
            given[keyword] = word
    return given


def _leaves(groups: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in groups.items():
        if isinstance(value, Mapping) and before.count(".") < 2:
            yield from _leaves(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _word(attribute: Attribute, value: Any) -> Any:
    path = attribute.path
    if attribute.words:
        # A number is no truth value, though True == 1.
        is_switch = set(attribute.words) == {True, False}
        right = isinstance(value, bool) if is_switch else isinstance(value, str)
        if not right or value not in attribute.words:
            words = "true, false" if is_switch else ", ".join(attribute.words)
            raise BadAttribute(f"{path} is {shown(value, 40)}, and not one of {words}")
        return attribute.words[value]
    if attribute.is_number:
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadAttribute(f"{path} is {shown(value, 40)}, and not an integer")
    elif not isinstance(value, str):
        raise BadAttribute(f"{path} is {shown(value, 40)}, and not a string")
    return value


class Choice:
    """Which attributes a request asks for: `*`, groups and attributes, separated by commas."""

    def __init__(self, tables: tuple[tuple[Attribute, ...], ...], asked: str | None) -> None:
        """Raises BadAttribute for a name that the tables do not have."""
        self.names = [name for name in (asked or "").split(",") if name]
        types = [*QUEUE_TYPES, *CHANNEL_TYPES]
        paths = {a.path.replace("TYPE", t) for table in tables for a in table for t in types}
        for name in self.names:
            known = name == "*" or any(f"{path}.".startswith(f"{name}.") for path in paths)
            if not known and name.split(".")[0] not in NOT_KEPT:
                raise BadAttribute(f"{shown(name, 60)} is no attribute of the resource")

    def __contains__(self, path: str) -> bool:
        return any(name == "*" or f"{path}.".startswith(f"{name}.") for name in self.names)

    def __bool__(self) -> bool:
        return bool(self.names)


# Groups that a queue manager has and the sandbox does not keep: asked for, they are left out.
NOT_KEPT = frozenset(("timestamps", "compression", "exits", "currentStatus", "savedStatus"))


def resource(
    table: tuple[Attribute, ...],
    kind: Mapping[str, str],
    row: Mapping[str, Any],
    choice: Choice,
) -> dict[str, Any]:
    """A displayed object as the resource has it. kind: its name and type."""
    shown_resource: dict[str, Any] = dict(kind)
    for attribute in table:
        path = attribute.path.replace("TYPE", kind["type"])
        if path not in choice and not attribute.always:
            continue
        value = in_json(attribute, kind["type"], row)
        if value is None:
            continue
        *groups, name = path.split(".")
        place = shown_resource
        for group in groups:
            place = place.setdefault(group, {})
        place[name] = value
    return shown_resource


def in_json(attribute: Attribute, resource_type: str, row: Mapping[str, Any]) -> Any:
    """The value of an attribute of a displayed object; None where that has none."""
    group = attribute.path.split(".")[0]
    if group in (*QUEUE_TYPES, *CHANNEL_TYPES) and group != resource_type:
        return None
    value = attribute.in_json(row)
    if attribute.keyword in (_CONNECTION, "LOCLADDR") and value is not None:
        return [_address(part) for part in str(value).split(",") if part]
    return value


def _address(text: str) -> dict[str, Any]:
    """`host(port)`; a text of another form is a host alone, as IBM says."""
    host, opens, rest = text.strip(" ").partition("(")
    port = rest.removesuffix(")")
    if opens and rest.endswith(")") and port.isascii() and port.isdigit():
        return {"host": host, "port": int(port[:9])}
    return {"host": text.strip(" ")}


@dataclass(frozen=True, slots=True)
class Filter:
    """`storage.maximumDepth:greaterThan:5000`; a text may end with an asterisk."""

    attribute: Attribute
    operator: str
    value: Any

    @classmethod
    def of(cls, tables: tuple[tuple[Attribute, ...], ...], text: str) -> "Filter":
        """Raises BadAttribute."""
        path, _, rest = text.partition(":")
        operator, colon, value = rest.partition(":")
        by_path = {attribute.path: attribute for table in tables for attribute in table}
        attribute = by_path.get(path)
        if path in ("name", "type") or attribute is None or not colon:
            raise BadAttribute(f"filter={shown(text, 60)} is not attribute:operator:value")
        known = _OPERATORS if attribute.is_number else ("equalTo", "notEqualTo")
        if operator not in known:
            rule = f"{shown(operator, 40)} is none of {', '.join(known)}, which {path} can have"
            raise BadAttribute(rule)
        if attribute.is_number:
            if not value.removeprefix("-").isdecimal() or len(value) > 20:
                raise BadAttribute(f"filter of {path}: {shown(value, 40)} is no integer")
            return cls(attribute, operator, int(value))
        if set(attribute.words) == {True, False}:
            if value not in ("true", "false"):
                raise BadAttribute(f"filter of {path}: {shown(value, 40)} is not true or false")
            return cls(attribute, operator, value == "true")
        return cls(attribute, operator, value)

    def passes(self, resource_type: str, row: Mapping[str, Any]) -> bool:
        found = in_json(self.attribute, resource_type, row)
        if found is None:
            return False
        if self.attribute.is_number:
            return isinstance(found, int) and _OPERATORS[self.operator](found, self.value)
        same = found == self.value
        if isinstance(self.value, str) and self.value.endswith("*"):
            same = str(found).startswith(self.value[:-1])
        return same is (self.operator == "equalTo")


_OPERATORS: Mapping[str, Any] = {
    "lessThan": int.__lt__,
    "greaterThan": int.__gt__,
    "equalTo": int.__eq__,
    "notEqualTo": int.__ne__,
    "lessThanOrEqualTo": int.__le__,
    "greaterThanOrEqualTo": int.__ge__,
}
