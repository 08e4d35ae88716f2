"""Which MQSC keyword each attribute of the queue and channel resources is: the one table of names.

Ranges and rules are the catalogue's. Names of queues' attributes are those of a published answer of
a real server; those of channels from connectionManagement on were compared with nothing public.

Sources: IBM MQ, REST API and PCF equivalents for queues, for channels; Request body attributes for
queues; Response body attributes for channels.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# JSON value -> word of MQSC.
Words = Mapping[Any, str]


@dataclass(frozen=True, slots=True)
class RestAttribute:
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


def _number(path: str, keyword: str) -> RestAttribute:
    return RestAttribute(path, keyword, is_number=True)


QUEUE_TYPES = {"local": "QLOCAL", "alias": "QALIAS", "remote": "QREMOTE", "model": "QMODEL"}
QUEUE: tuple[RestAttribute, ...] = (
    RestAttribute("remote.queueName", "RNAME", always=True),
    RestAttribute("remote.qmgrName", "RQMNAME", always=True),
    RestAttribute("remote.transmissionQueueName", "XMITQ", always=True),
    RestAttribute("alias.targetName", "TARGET", always=True),
    RestAttribute("alias.targetType", "TARGTYPE", {"queue": "QUEUE", "topic": "TOPIC"}),
    RestAttribute("model.type", "DEFTYPE", _DYNAMIC, always=True),
    RestAttribute("general.description", "DESCR"),
    RestAttribute("general.inhibitGet", "GET", _switch("DISABLED", "ENABLED")),
    RestAttribute("general.inhibitPut", "PUT", _switch("DISABLED", "ENABLED")),
    RestAttribute("general.isTransmissionQueue", "USAGE", _switch("XMITQ", "NORMAL")),
    RestAttribute("cluster.name", "CLUSTER"),
    RestAttribute("cluster.namelist", "CLUSNL"),
    RestAttribute("cluster.transmissionQueueForChannelName", "CLCHNAME"),
    _number("cluster.workloadPriority", "CLWLPRTY"),
    _number("cluster.workloadRank", "CLWLRANK"),
    RestAttribute(
        "cluster.workloadQueueUse", "CLWLUSEQ", {"any": "ANY", "local": "LOCAL", "asQmgr": "QMGR"}
    ),
    RestAttribute("trigger.data", "TRIGDATA"),
    _number("trigger.depth", "TRIGDPTH"),
    RestAttribute("trigger.enabled", "", _switch("TRIGGER", "NOTRIGGER")),
    RestAttribute("trigger.initiationQueueName", "INITQ"),
    _number("trigger.messagePriority", "TRIGMPRI"),
    RestAttribute("trigger.processName", "PROCESS"),
    RestAttribute(
        "trigger.type",
        "TRIGTYPE",
        {"depth": "DEPTH", "every": "EVERY", "first": "FIRST", "none": "NONE"},
    ),
    RestAttribute("events.depth.fullEnabled", "QDPMAXEV", _ENABLED),
    RestAttribute("events.depth.highEnabled", "QDPHIEV", _ENABLED),
    _number("events.depth.highPercentage", "QDEPTHHI"),
    RestAttribute("events.depth.lowEnabled", "QDPLOEV", _ENABLED),
    _number("events.depth.lowPercentage", "QDEPTHLO"),
    _number("events.serviceInterval.duration", "QSVCINT"),
    # One keyword of MQSC is two switches here.
    RestAttribute("events.serviceInterval.highEnabled", "QSVCIEV", _switch("HIGH", "NONE")),
    RestAttribute("events.serviceInterval.okEnabled", "QSVCIEV", _switch("OK", "NONE")),
    RestAttribute(
        "applicationDefaults.clusterBind",
        "DEFBIND",
        {"notFixed": "NOTFIXED", "onGroup": "GROUP", "onOpen": "OPEN"},
    ),
    RestAttribute(
        "applicationDefaults.messagePersistence",
        "DEFPSIST",
        {"nonPersistent": "NO", "persistent": "YES"},
    ),
    _number("applicationDefaults.messagePriority", "DEFPRTY"),
    RestAttribute("applicationDefaults.messagePropertyControl", "PROPCTL", _PROPERTIES),
    RestAttribute(
        "applicationDefaults.putResponse",
        "DEFPRESP",
        {"synchronous": "SYNC", "asynchronous": "ASYNC"},
    ),
    RestAttribute(
        "applicationDefaults.readAhead",
        "DEFREADA",
        {"no": "NO", "yes": "YES", "disabled": "DISABLED"},
    ),
    RestAttribute("applicationDefaults.sharedInput", "DEFSOPT", _switch("SHARED", "EXCL")),
    RestAttribute("dataCollection.accounting", "ACCTQ", _COLLECTED),
    RestAttribute("dataCollection.monitoring", "MONQ", _MONITORED),
    RestAttribute("dataCollection.statistics", "STATQ", _COLLECTED),
    RestAttribute(
        "storage.indexType",
        "INDXTYPE",
        {
            "none": "NONE", "messageId": "MSGID", "correlationId": "CORRELID",
            "groupId": "GROUPID", "messageToken": "MSGTOKEN",
        },
    ),
    _number("storage.maximumDepth", "MAXDEPTH"),
    _number("storage.maximumMessageLength", "MAXMSGL"),
    RestAttribute(
        "storage.messageDeliverySequence", "MSGDLVSQ", {"priority": "PRIORITY", "fifo": "FIFO"}
    ),
    RestAttribute(
        "storage.nonPersistentMessageClass", "NPMCLASS", {"normal": "NORMAL", "high": "HIGH"}
    ),
    RestAttribute("storage.storageClass", "STGCLASS"),
    RestAttribute("extended.allowSharedInput", "", _switch("SHARE", "NOSHARE")),
    RestAttribute("extended.backoutRequeueQueueName", "BOQNAME"),
    _number("extended.backoutThreshold", "BOTHRESH"),
    RestAttribute("extended.custom", "CUSTOM"),
    RestAttribute(
        "extended.enableMediaImageOperations",
        "IMGRCOVQ",
        {"yes": "YES", "no": "NO", "asQmgr": "QMGR"},
    ),
    RestAttribute("extended.hardenGetBackout", "", _switch("HARDENBO", "NOHARDENBO")),
    RestAttribute("extended.supportDistributionLists", "DISTL", _YES),
    RestAttribute(
        "queueSharingGroup.disposition",
        "QSGDISP",
        {
            "copy": "COPY", "group": "GROUP", "private": "PRIVATE", "qmgr": "QMGR",
            "shared": "SHARED",
        },
    ),
    RestAttribute("queueSharingGroup.structureName", "CFSTRUCT"),
)  # fmt: skip
# Of local queues; what monitoring would tell has the value that it has where monitoring is off.
QUEUE_STATUS: tuple[RestAttribute, ...] = (
    _number("status.currentDepth", "CURDEPTH"),
    _number("status.openInputCount", "IPPROCS"),
    _number("status.openOutputCount", "OPPROCS"),
    _number("status.uncommittedMessages", "UNCOM"),
    RestAttribute("status.lastGet", "LGET"),
    RestAttribute("status.lastPut", "LPUT"),
    RestAttribute("status.monitoringRate", "MONQ", _MONITORED),
    _number("status.oldestMessageAge", "MSGAGE"),
    _number("status.onQueueTime.longSampleDuration", "QTIMELONG"),
    _number("status.onQueueTime.shortSampleDuration", "QTIMESHORT"),
)
# What no request can set. MQSC has a date and a time for each: the keywords are of both together.
TIMESTAMPS: tuple[RestAttribute, ...] = (
    RestAttribute("timestamps.altered", "ALTERED"),
    RestAttribute("timestamps.created", "CREATED"),
)
CHANNEL_TYPES = {
    "sender": "SDR",
    "server": "SVR",
    "receiver": "RCVR",
    "requester": "RQSTR",
    "clusterSender": "CLUSSDR",
    "clusterReceiver": "CLUSRCVR",
}
# TYPE stands for the channel's own type, which is the name of the group.
CHANNEL: tuple[RestAttribute, ...] = (
    RestAttribute("TYPE.connection", "CONNAME", always=True),
    RestAttribute("TYPE.transmissionQueueName", "XMITQ", always=True),
    RestAttribute("TYPE.clusterName", "CLUSTER", always=True),
    RestAttribute("TYPE.clusterNamelist", "CLUSNL", always=True),
    _number("clusterRouting.workloadPriority", "CLWLPRTY"),
    _number("clusterRouting.workloadRank", "CLWLRANK"),
    _number("clusterRouting.workloadWeight", "CLWLWGHT"),
    _number("clusterRouting.networkPriority", "NETPRTY"),
    _number("connectionManagement.disconnectInterval", "DISCINT"),
    _number("connectionManagement.heartbeatInterval", "HBINT"),
    RestAttribute("connectionManagement.localAddress", "LOCLADDR"),
    _number("connectionManagement.longRetry.count", "LONGRTY"),
    _number("connectionManagement.longRetry.interval", "LONGTMR"),
    _number("connectionManagement.shortRetry.count", "SHORTRTY"),
    _number("connectionManagement.shortRetry.interval", "SHORTTMR"),
    _number("batch.dataLimit", "BATCHLIM"),
    _number("batch.messageLimit", "BATCHSZ"),
    RestAttribute("batch.nonPersistentMessageSpeedFast", "NPMSPEED", _switch("FAST", "NORMAL")),
    _number("batch.preCommitHeartbeat", "BATCHHB"),
    _number("batch.timeExtend", "BATCHINT"),
    RestAttribute("dataCollection.monitoring", "MONCHL", _MONITORED),
    RestAttribute("dataCollection.statistics", "STATCHL", _MONITORED),
    RestAttribute(
        "extended.channelAgentType", "MCATYPE", {"process": "PROCESS", "thread": "THREAD"}
    ),
    RestAttribute("extended.messagePropertyControl", "PROPCTL", _PROPERTIES),
    RestAttribute("extended.senderDataConversion", "CONVERT", _YES),
    _number("extended.sequenceNumberWrap", "SEQWRAP"),
    _number("failedDelivery.retry.count", "MRRTY"),
    _number("failedDelivery.retry.interval", "MRTMR"),
    RestAttribute("failedDelivery.useDeadLetterQueue", "USEDLQ", _YES),
    RestAttribute("general.description", "DESCR"),
    _number("general.maximumMessageLength", "MAXMSGL"),
    RestAttribute("receiverSecurity.channelAgentUserId", "MCAUSER"),
    RestAttribute(
        "receiverSecurity.putAuthority",
        "PUTAUT",
        {"default": "DEF", "context": "CTX", "onlyMCA": "ONLYMCA", "alternateMCA": "ALTMCA"},
    ),
    RestAttribute("transmissionSecurity.certificateLabel", "CERTLABL"),
    RestAttribute("transmissionSecurity.certificatePeerName", "SSLPEER"),
    RestAttribute("transmissionSecurity.cipherSpecification", "SSLCIPH"),
    RestAttribute(
        "transmissionSecurity.requirePartnerCertificate",
        "SSLCAUTH",
        _switch("REQUIRED", "OPTIONAL"),
    ),
)
# Groups that a queue manager has and the sandbox does not keep: asked for, they are left out.
NOT_KEPT = frozenset(("compression", "exits", "currentStatus", "savedStatus"))
