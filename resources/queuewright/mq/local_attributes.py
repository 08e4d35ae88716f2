"""Attributes of queues that hold messages: local and model queues.

Sources: Change, Copy and Create Queue (PCF); CRTMQMQ.
"""

from typing import Any

from queuewright.catalogue.attribute import Change, Choice, Ref, Strength
from queuewright.catalogue.names import cf_structure, generic_channel_name
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role

from .choices import (
    COLLECTED,
    MONITORED,
    MONITORING,
    SWITCH,
    choice,
    rest,
    spelled_alike,
    switch,
    yes_no,
)
from .common_attributes import MQSET, ZOS
from .named import NAME, OPTIONAL_NAME, TEXT, Names, queue_attribute

EVENTS = "events enable and disable each other's attributes"
EVENT: dict[str, Any] = {
    "choices": (
        choice("MQEVR_DISABLED", 0, "DISABLED", "*NO"),
        choice("MQEVR_ENABLED", 1, "ENABLED", "*YES"),
    ),
    "self_changing": EVENTS,
}
SOFT_QUEUE = Ref((Role.QUEUE,), Strength.SOFT)

MAX_QUEUE_DEPTH = queue_attribute(
    "Maximum queue depth",
    Names("MaxQDepth", "MQIA_MAX_Q_DEPTH", 15, "MAXDEPTH", "MAXDEPTH"),
    limits=(0, 999_999_999),
    quantity="messages",
    shipped=5000,
    shipped_on={Platform.ZOS: 999_999_999},
    rest=rest("storage.maximumDepth"),
)
MAX_MESSAGE_LENGTH = queue_attribute(
    "Maximum message length",
    Names("MaxMsgLength", "MQIA_MAX_MSG_LENGTH", 13, "MAXMSGL", "MAXMSGLEN"),
    limits=(0, 104_857_600),
    quantity="bytes",
    shipped=4_194_304,
    caution="applications may take the size of their buffers from it, and operate incorrectly",
    rest=rest("storage.maximumMessageLength"),
)
MAX_QUEUE_FILE_SIZE = queue_attribute(
    "Maximum queue file size",
    Names("MaxQFileSize", "MQIA_MAX_Q_FILE_SIZE", 274, "MAXFSIZE"),
    limits=(20, 267_386_880),
    quantity="megabytes",
    choices=(Choice("default", "DEFAULT", "MQQFS_DEFAULT", -1),),
    shipped="default",
    platforms=MULTIPLATFORMS,
    since=920,
)
BACKOUT_THRESHOLD = queue_attribute(
    "Backout threshold",
    Names("BackoutThreshold", "MQIA_BACKOUT_THRESHOLD", 22, "BOTHRESH", "BKTTHLD"),
    limits=(0, 999_999_999),
    shipped=0,
    rest=rest("extended.backoutThreshold"),
)
BACKOUT_REQUEUE_NAME = queue_attribute(
    "Excessive backout requeue name",
    Names("BackoutRequeueName", "MQCA_BACKOUT_REQ_Q_NAME", 2019, "BOQNAME", "BKTQNAME"),
    **OPTIONAL_NAME,
    reference=SOFT_QUEUE,
    rest=rest("extended.backoutRequeueQueueName"),
)
INITIATION_QUEUE_NAME = queue_attribute(
    "Initiation queue name",
    Names("InitiationQName", "MQCA_INITIATION_Q_NAME", 2008, "INITQ", "INITQNAME"),
    **OPTIONAL_NAME,
    reference=Ref((Role.LOCAL_QUEUE,), Strength.SOFT),
    rest=rest("trigger.initiationQueueName"),
)
PROCESS_NAME = queue_attribute(
    "Name of process definition for the queue",
    Names("ProcessName", "MQCA_PROCESS_NAME", 2012, "PROCESS", "PRCNAME"),
    **OPTIONAL_NAME,
    reference=Ref((Role.PROCESS,), Strength.SOFT),
    rest=rest("trigger.processName"),
)
TRIGGER_CONTROL = queue_attribute(
    "Trigger control",
    Names("TriggerControl", "MQIA_TRIGGER_CONTROL", 24, "TRIGGER", "TRGENBL"),
    mqsc_toggle=True,
    choices=yes_no("MQTC_OFF", "MQTC_ON", ("NOTRIGGER", "TRIGGER")),
    shipped="off",
    self_changing=MQSET,
    rest=switch("trigger.enabled", "TRIGGER", "NOTRIGGER"),
)
TRIGGER_TYPE = queue_attribute(
    "Trigger type",
    Names("TriggerType", "MQIA_TRIGGER_TYPE", 28, "TRIGTYPE", "TRGTYPE"),
    choices=(
        *spelled_alike("MQTT", NONE=0, FIRST=1),
        choice("MQTT_EVERY", 2, "EVERY", "*ALL"),
        choice("MQTT_DEPTH", 3, "DEPTH", "*DEPTH"),
    ),
    shipped="first",
    self_changing=MQSET,
    rest=rest(
        "trigger.type", {"depth": "DEPTH", "every": "EVERY", "first": "FIRST", "none": "NONE"}
    ),
)
TRIGGER_DEPTH = queue_attribute(
    "Trigger depth",
    Names("TriggerDepth", "MQIA_TRIGGER_DEPTH", 29, "TRIGDPTH", "TRGDEPTH"),
    limits=(1, 999_999_999),
    quantity="messages",
    shipped=1,
    self_changing=MQSET,
    rest=rest("trigger.depth"),
)
TRIGGER_MESSAGE_PRIORITY = queue_attribute(
    "Threshold message priority for triggers",
    Names("TriggerMsgPriority", "MQIA_TRIGGER_MSG_PRIORITY", 26, "TRIGMPRI", "TRGMSGPTY"),
    limits=(0, 9),
    shipped=0,
    self_changing=MQSET,
    rest=rest("trigger.messagePriority"),
)
TRIGGER_DATA = queue_attribute(
    "Trigger data",
    Names("TriggerData", "MQCA_TRIGGER_DATA", 2023, "TRIGDATA", "TRGDATA"),
    max_length=64,
    **TEXT,
    self_changing=MQSET,
    rest=rest("trigger.data"),
)
SHAREABILITY = queue_attribute(
    "The queue can be shared, or not",
    Names("Shareability", "MQIA_SHAREABILITY", 23, "SHARE", "SHARE"),
    mqsc_toggle=True,
    choices=yes_no("MQQA_NOT_SHAREABLE", "MQQA_SHAREABLE", ("NOSHARE", "SHARE")),
    shipped="shareable",
    change=Change.MAY_FORCE,
    rest=switch("extended.allowSharedInput", "SHARE", "NOSHARE"),
)
DEFAULT_INPUT_OPEN_OPTION = queue_attribute(
    "Default input open option",
    Names("DefInputOpenOption", "MQIA_DEF_INPUT_OPEN_OPTION", 4, "DEFSOPT", "DFTSHARE"),
    choices=(
        choice("MQOO_INPUT_SHARED", 2, "SHARED", "*YES"),
        choice("MQOO_INPUT_EXCLUSIVE", 4, "EXCL", "*NO"),
    ),
    shipped="input_shared",
    shipped_on={Platform.ZOS: "input_exclusive"},
    rest=switch("applicationDefaults.sharedInput", "SHARED", "EXCL"),
)
MESSAGE_DELIVERY_SEQUENCE = queue_attribute(
    "Messages are delivered in priority order or sequence",
    Names("MsgDeliverySequence", "MQIA_MSG_DELIVERY_SEQUENCE", 16, "MSGDLVSQ", "MSGDLYSEQ"),
    choices=(
        choice("MQMDS_PRIORITY", 0, "PRIORITY", "*PTY"),
        choice("MQMDS_FIFO", 1, "FIFO", "*FIFO"),
    ),
    shipped="priority",
    rest=rest("storage.messageDeliverySequence", {"priority": "PRIORITY", "fifo": "FIFO"}),
)
HARDEN_GET_BACKOUT = queue_attribute(
    "Harden the backout count, or not",
    Names("HardenGetBackout", "MQIA_HARDEN_GET_BACKOUT", 8, "HARDENBO", "HDNBKTCNT"),
    mqsc_toggle=True,
    choices=yes_no(
        "MQQA_BACKOUT_NOT_HARDENED", "MQQA_BACKOUT_HARDENED", ("NOHARDENBO", "HARDENBO")
    ),
    shipped="backout_hardened",
    shipped_on={Platform.ZOS: "backout_not_hardened"},
    rest=switch("extended.hardenGetBackout", "HARDENBO", "NOHARDENBO"),
)
RETENTION_INTERVAL = queue_attribute(
    "Retention interval",
    Names("RetentionInterval", "MQIA_RETENTION_INTERVAL", 21, "RETINTVL", "RTNITV"),
    limits=(0, 999_999_999),
    quantity="hours",
    shipped=999_999_999,
)
USAGE = queue_attribute(
    "Usage",
    Names("Usage", "MQIA_USAGE", 12, "USAGE", "USAGE"),
    choices=(
        choice("MQUS_NORMAL", 0, "NORMAL", "*NORMAL"),
        choice("MQUS_TRANSMISSION", 1, "XMITQ", "*TMQ"),
    ),
    shipped="normal",
    change=Change.MAY_FORCE,
    rest=switch("general.isTransmissionQueue", "XMITQ", "NORMAL"),
)
DISTRIBUTION_LISTS = queue_attribute(
    "Distribution list support",
    Names("DistLists", "MQIA_DIST_LISTS", 34, "DISTL", "DISTLIST"),
    choices=yes_no("MQDL_NOT_SUPPORTED", "MQDL_SUPPORTED"),
    shipped="not_supported",
    platforms=MULTIPLATFORMS,
    self_changing="a channel agent sets it, and applications can (MQSET)",
    rest=switch("extended.supportDistributionLists", "YES", "NO"),
)
QUEUE_DEPTH_HIGH_LIMIT = queue_attribute(
    "High limit for queue depth",
    Names("QDepthHighLimit", "MQIA_Q_DEPTH_HIGH_LIMIT", 40, "QDEPTHHI", "HIGHTHLD"),
    limits=(0, 100),
    quantity="% of the maximum queue depth",
    shipped=80,
    rest=rest("events.depth.highPercentage"),
)
QUEUE_DEPTH_LOW_LIMIT = queue_attribute(
    "Low limit for queue depth",
    Names("QDepthLowLimit", "MQIA_Q_DEPTH_LOW_LIMIT", 41, "QDEPTHLO", "LOWTHLD"),
    limits=(0, 100),
    quantity="% of the maximum queue depth",
    shipped=20,
    shipped_on={Platform.ZOS: 40},
    rest=rest("events.depth.lowPercentage"),
)
QUEUE_DEPTH_MAX_EVENT = queue_attribute(
    "Controls whether Queue Full events are generated",
    Names("QDepthMaxEvent", "MQIA_Q_DEPTH_MAX_EVENT", 42, "QDPMAXEV", "FULLEVT"),
    **EVENT,
    shipped="enabled",
    rest=switch("events.depth.fullEnabled", "ENABLED", "DISABLED"),
)
QUEUE_DEPTH_HIGH_EVENT = queue_attribute(
    "Controls whether Queue Depth High events are generated",
    Names("QDepthHighEvent", "MQIA_Q_DEPTH_HIGH_EVENT", 43, "QDPHIEV", "HIGHEVT"),
    **EVENT,
    shipped="disabled",
    rest=switch("events.depth.highEnabled", "ENABLED", "DISABLED"),
)
QUEUE_DEPTH_LOW_EVENT = queue_attribute(
    "Controls whether Queue Depth Low events are generated",
    Names("QDepthLowEvent", "MQIA_Q_DEPTH_LOW_EVENT", 44, "QDPLOEV", "LOWEVT"),
    **EVENT,
    shipped="disabled",
    rest=switch("events.depth.lowEnabled", "ENABLED", "DISABLED"),
)
QUEUE_SERVICE_INTERVAL = queue_attribute(
    "Target for queue service interval",
    Names("QServiceInterval", "MQIA_Q_SERVICE_INTERVAL", 54, "QSVCINT", "SRVITV"),
    limits=(0, 999_999_999),
    quantity="milliseconds",
    shipped=999_999_999,
    rest=rest("events.serviceInterval.duration"),
)
QUEUE_SERVICE_INTERVAL_EVENT = queue_attribute(
    "Controls whether Service Interval High or OK events are generated",
    Names("QServiceIntervalEvent", "MQIA_Q_SERVICE_INTERVAL_EVENT", 46, "QSVCIEV", "SRVEVT"),
    choices=spelled_alike("MQQSIE", NONE=0, HIGH=1, OK=2),
    shipped="none",
    self_changing=EVENTS,
    rest=switch("events.serviceInterval.highEnabled", "HIGH", "NONE")
    + switch("events.serviceInterval.okEnabled", "OK", "NONE"),
)
CLUSTER_CHANNEL_NAME = queue_attribute(
    "Cluster-sender channel name",
    Names("ClusterChannelName", "MQCA_CLUS_CHL_NAME", 2124, "CLCHNAME", "CLCHNAME"),
    cl_blank="*NONE",
    max_length=20,
    syntax=generic_channel_name,
    shipped="",
    since=750,
    reference=Ref((Role.SENDER_CHANNEL,), Strength.SOFT),
    rest=rest("cluster.transmissionQueueForChannelName"),
)
CLUSTER_WORKLOAD_USE_QUEUE = queue_attribute(
    "Cluster workload use remote queue",
    Names("CLWLUseQ", "MQIA_CLWL_USEQ", 98, "CLWLUSEQ", "CLWLUSEQ"),
    choices=(
        choice("MQCLWL_USEQ_AS_Q_MGR", -3, "QMGR", "*QMGR"),
        choice("MQCLWL_USEQ_ANY", 1, "ANY", "*ANY"),
        choice("MQCLWL_USEQ_LOCAL", 0, "LOCAL", "*LOCAL"),
    ),
    shipped="useq_as_q_mgr",
    rest=rest("cluster.workloadQueueUse", {"any": "ANY", "local": "LOCAL", "asQmgr": "QMGR"}),
)
QUEUE_MONITORING = queue_attribute(
    "Online monitoring data collection",
    Names("QueueMonitoring", "MQIA_MONITORING_Q", 123, "MONQ", "MONQ"),
    **MONITORING,
    rest=rest("dataCollection.monitoring", MONITORED),
)
QUEUE_STATISTICS = queue_attribute(
    "Statistics data collection",
    Names("QueueStatistics", "MQIA_STATISTICS_Q", 128, "STATQ", "STATQ"),
    **SWITCH,
    platforms=MULTIPLATFORMS
    - {Platform.OTHER_UNIX},  # Change Queue (PCF): IBM i, AIX, Linux and Windows
    rest=rest("dataCollection.statistics", COLLECTED),
)
QUEUE_ACCOUNTING = queue_attribute(
    "Accounting data collection",
    Names("QueueAccounting", "MQIA_ACCOUNTING_Q", 134, "ACCTQ", "ACCTQ"),
    **SWITCH,
    rest=rest("dataCollection.accounting", COLLECTED),
)
NON_PERSISTENT_MESSAGE_CLASS = queue_attribute(
    "The level of reliability of non-persistent messages",
    Names("NonPersistentMessageClass", "MQIA_NPM_CLASS", 78, "NPMCLASS", "NPMCLASS"),
    choices=(
        choice("MQNPM_CLASS_NORMAL", 0, "NORMAL", "*NORMAL"),
        choice("MQNPM_CLASS_HIGH", 10, "HIGH", "*HIGH"),
    ),
    default="class_normal",
    platforms=MULTIPLATFORMS,
    rest=rest("storage.nonPersistentMessageClass", {"normal": "NORMAL", "high": "HIGH"}),
)
IMAGE_RECOVER_QUEUE = queue_attribute(
    "Whether the queue is recoverable from a media image",
    Names("ImageRecoverQueue", "MQIA_MEDIA_IMAGE_RECOVER_Q", 272, "IMGRCOVQ", "IMGRCOVQ"),
    choices=(
        *spelled_alike("MQIMGRCOV", NO=0, YES=1),
        choice("MQIMGRCOV_AS_Q_MGR", 2, "QMGR", "*QMGR"),
    ),
    default="as_q_mgr",
    platforms=MULTIPLATFORMS,
    since=902,
    rest=rest("extended.enableMediaImageOperations", {"yes": "YES", "no": "NO", "asQmgr": "QMGR"}),
)
STREAM_QUEUE = queue_attribute(
    "Name of the streaming queue",
    Names("StreamQ", "MQCA_STREAM_QUEUE_NAME", 2138, "STREAMQ"),
    **NAME,
    platforms=MULTIPLATFORMS,
    since=923,
    # "If the stream queue does not exist, error message AMQ8135E is returned."
    reference=Ref((Role.QUEUE,), Strength.HARD),
)
STREAM_QUEUE_SERVICE = queue_attribute(
    "Quality of service used when delivering messages to StreamQ",
    Names("StreamQService", "MQIA_STREAM_QUEUE_QOS", 275, "STRMQOS"),
    choices=(
        choice("MQST_BEST_EFFORT", 0, "BESTEF"),
        choice("MQST_MUST_DUP", 1, "MUSTDUP"),
    ),
    default="best_effort",
    platforms=MULTIPLATFORMS,
    since=923,
)
COUPLING_FACILITY_STRUCTURE = queue_attribute(
    "Coupling facility structure name",
    Names("CFStructure", "MQCA_CF_STRUC_NAME", 2039, "CFSTRUCT"),
    max_length=12,
    syntax=cf_structure,
    shipped="",
    platforms=ZOS,
    reference=Ref((Role.COUPLING_FACILITY_STRUCTURE,), Strength.SOFT),
    change=Change.REPLACE,
    rest=rest("queueSharingGroup.structureName"),
)
STORAGE_CLASS = queue_attribute(
    "Storage class",
    Names("StorageClass", "MQCA_STORAGE_CLASS", 2022, "STGCLASS"),
    max_length=8,
    syntax=cf_structure,
    shipped="DEFAULT",
    platforms=ZOS,
    reference=Ref((Role.STORAGE_CLASS,), Strength.SOFT),
    rest=rest("storage.storageClass"),
)
INDEX_TYPE = queue_attribute(
    "Index type",
    Names("IndexType", "MQIA_INDEX_TYPE", 57, "INDXTYPE"),
    choices=(
        choice("MQIT_NONE", 0, "NONE"),
        choice("MQIT_MSG_ID", 1, "MSGID"),
        choice("MQIT_CORREL_ID", 2, "CORRELID"),
        choice("MQIT_MSG_TOKEN", 4, "MSGTOKEN"),
        choice("MQIT_GROUP_ID", 5, "GROUPID"),
    ),
    shipped="none",
    platforms=ZOS,
    rest=rest(
        "storage.indexType",
        {
            "none": "NONE",
            "messageId": "MSGID",
            "correlationId": "CORRELID",
            "groupId": "GROUPID",
            "messageToken": "MSGTOKEN",
        },
    ),
)
DEFINITION_TYPE = queue_attribute(
    "Queue definition type",
    Names("DefinitionType", "MQIA_DEFINITION_TYPE", 7, "DEFTYPE", "DFNTYPE"),
    choices=(
        choice("MQQDT_PERMANENT_DYNAMIC", 2, "PERMDYN", "*PERMDYN"),
        choice("MQQDT_TEMPORARY_DYNAMIC", 3, "TEMPDYN", "*TEMPDYN"),
        choice("MQQDT_SHARED_DYNAMIC", 4, "SHAREDYN", platforms=ZOS),
    ),
    shipped="temporary_dynamic",
    rest=rest(
        "model.type",
        {"permanentDynamic": "PERMDYN", "temporaryDynamic": "TEMPDYN", "sharedDynamic": "SHAREDYN"},
        always=True,
    ),
)
