"""Attributes of queues that hold messages: local and model queues.

Sources: Change, Copy and Create Queue (PCF); CRTMQMQ.
"""

from queuewright.catalogue.attribute import Attribute, Change, Choice, Cl, Pcf, Ref, Strength
from queuewright.catalogue.names import (
    cf_structure,
    generic_channel_name,
    mq_name,
    no_control_characters,
)
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ

from .choices import choice, enabled, monitoring, switch, yes_no
from .common_attributes import MQSET, ZOS

EVENTS = "events enable and disable each other's attributes"
SOFT_QUEUE = Ref((Role.QUEUE,), Strength.SOFT)

MAX_QUEUE_DEPTH = Attribute(
    title="Maximum queue depth",
    sources=(CHANGE_QUEUE.at("MaxQDepth"), CRTMQMQ.at("MAXDEPTH")),
    mqsc="MAXDEPTH",
    pcf=Pcf("MaxQDepth", "MQIA_MAX_Q_DEPTH", 15, "MQCFIN"),
    cl=Cl("MAXDEPTH"),
    minimum=0,
    maximum=999_999_999,
    quantity="messages",
    shipped=5000,
    shipped_on={Platform.ZOS: 999_999_999},
)
MAX_MESSAGE_LENGTH = Attribute(
    title="Maximum message length",
    sources=(CHANGE_QUEUE.at("MaxMsgLength"), CRTMQMQ.at("MAXMSGLEN")),
    mqsc="MAXMSGL",
    pcf=Pcf("MaxMsgLength", "MQIA_MAX_MSG_LENGTH", 13, "MQCFIN"),
    cl=Cl("MAXMSGLEN"),
    minimum=0,
    maximum=104_857_600,
    quantity="bytes",
    shipped=4_194_304,
)
MAX_QUEUE_FILE_SIZE = Attribute(
    title="Maximum queue file size",
    sources=(CHANGE_QUEUE.at("MaxQFileSize"),),
    mqsc="MAXFSIZE",
    pcf=Pcf("MaxQFileSize", "MQIA_MAX_Q_FILE_SIZE", 274, "MQCFIN"),
    minimum=20,
    maximum=267_386_880,
    quantity="megabytes",
    choices=(Choice("default", "DEFAULT", "MQQFS_DEFAULT", -1),),
    shipped="default",
    platforms=MULTIPLATFORMS,
    since=920,
)
BACKOUT_THRESHOLD = Attribute(
    title="Backout threshold",
    sources=(CHANGE_QUEUE.at("BackoutThreshold"), CRTMQMQ.at("BKTTHLD")),
    mqsc="BOTHRESH",
    pcf=Pcf("BackoutThreshold", "MQIA_BACKOUT_THRESHOLD", 22, "MQCFIN"),
    cl=Cl("BKTTHLD"),
    minimum=0,
    maximum=999_999_999,
    shipped=0,
)
BACKOUT_REQUEUE_NAME = Attribute(
    title="Excessive backout requeue name",
    sources=(CHANGE_QUEUE.at("BackoutRequeueName"), CRTMQMQ.at("BKTQNAME")),
    mqsc="BOQNAME",
    pcf=Pcf("BackoutRequeueName", "MQCA_BACKOUT_REQ_Q_NAME", 2019, "MQCFST"),
    cl=Cl("BKTQNAME"),
    cl_blank="*NONE",
    max_length=48,
    syntax=mq_name,
    shipped="",
    reference=SOFT_QUEUE,
)
INITIATION_QUEUE_NAME = Attribute(
    title="Initiation queue name",
    sources=(CHANGE_QUEUE.at("InitiationQName"), CRTMQMQ.at("INITQNAME")),
    mqsc="INITQ",
    pcf=Pcf("InitiationQName", "MQCA_INITIATION_Q_NAME", 2008, "MQCFST"),
    cl=Cl("INITQNAME"),
    cl_blank="*NONE",
    max_length=48,
    syntax=mq_name,
    shipped="",
    reference=Ref((Role.LOCAL_QUEUE,), Strength.SOFT),
)
PROCESS_NAME = Attribute(
    title="Name of process definition for the queue",
    sources=(CHANGE_QUEUE.at("ProcessName"), CRTMQMQ.at("PRCNAME")),
    mqsc="PROCESS",
    pcf=Pcf("ProcessName", "MQCA_PROCESS_NAME", 2012, "MQCFST"),
    cl=Cl("PRCNAME"),
    cl_blank="*NONE",
    max_length=48,
    syntax=mq_name,
    shipped="",
)
TRIGGER_CONTROL = Attribute(
    title="Trigger control",
    sources=(CHANGE_QUEUE.at("TriggerControl"), CRTMQMQ.at("TRGENBL")),
    mqsc="TRIGGER",
    mqsc_toggle=True,
    pcf=Pcf("TriggerControl", "MQIA_TRIGGER_CONTROL", 24, "MQCFIN"),
    cl=Cl("TRGENBL"),
    choices=yes_no("MQTC_OFF", "MQTC_ON", ("NOTRIGGER", "TRIGGER")),
    shipped="off",
    self_changing=MQSET,
)
TRIGGER_TYPE = Attribute(
    title="Trigger type",
    sources=(CHANGE_QUEUE.at("TriggerType"), CRTMQMQ.at("TRGTYPE")),
    mqsc="TRIGTYPE",
    pcf=Pcf("TriggerType", "MQIA_TRIGGER_TYPE", 28, "MQCFIN"),
    cl=Cl("TRGTYPE"),
    choices=(
        choice("MQTT_NONE", 0, "NONE", "*NONE"),
        choice("MQTT_FIRST", 1, "FIRST", "*FIRST"),
        choice("MQTT_EVERY", 2, "EVERY", "*ALL"),
        choice("MQTT_DEPTH", 3, "DEPTH", "*DEPTH"),
    ),
    shipped="first",
    self_changing=MQSET,
)
TRIGGER_DEPTH = Attribute(
    title="Trigger depth",
    sources=(CHANGE_QUEUE.at("TriggerDepth"), CRTMQMQ.at("TRGDEPTH")),
    mqsc="TRIGDPTH",
    pcf=Pcf("TriggerDepth", "MQIA_TRIGGER_DEPTH", 29, "MQCFIN"),
    cl=Cl("TRGDEPTH"),
    minimum=1,
    maximum=999_999_999,
    quantity="messages",
    shipped=1,
    self_changing=MQSET,
)
TRIGGER_MESSAGE_PRIORITY = Attribute(
    title="Threshold message priority for triggers",
    sources=(CHANGE_QUEUE.at("TriggerMsgPriority"), CRTMQMQ.at("TRGMSGPTY")),
    mqsc="TRIGMPRI",
    pcf=Pcf("TriggerMsgPriority", "MQIA_TRIGGER_MSG_PRIORITY", 26, "MQCFIN"),
    cl=Cl("TRGMSGPTY"),
    minimum=0,
    maximum=9,
    shipped=0,
    self_changing=MQSET,
)
TRIGGER_DATA = Attribute(
    title="Trigger data",
    sources=(CHANGE_QUEUE.at("TriggerData"), CRTMQMQ.at("TRGDATA")),
    mqsc="TRIGDATA",
    pcf=Pcf("TriggerData", "MQCA_TRIGGER_DATA", 2023, "MQCFST"),
    cl=Cl("TRGDATA"),
    cl_blank="*NONE",
    max_length=64,
    syntax=no_control_characters,
    shipped="",
    self_changing=MQSET,
)
SHAREABILITY = Attribute(
    title="The queue can be shared, or not",
    sources=(CHANGE_QUEUE.at("Shareability"), CRTMQMQ.at("SHARE")),
    mqsc="SHARE",
    mqsc_toggle=True,
    pcf=Pcf("Shareability", "MQIA_SHAREABILITY", 23, "MQCFIN"),
    cl=Cl("SHARE"),
    choices=yes_no("MQQA_NOT_SHAREABLE", "MQQA_SHAREABLE", ("NOSHARE", "SHARE")),
    shipped="shareable",
    change=Change.MAY_FORCE,
)
DEFAULT_INPUT_OPEN_OPTION = Attribute(
    title="Default input open option",
    sources=(CHANGE_QUEUE.at("DefInputOpenOption"), CRTMQMQ.at("DFTSHARE")),
    mqsc="DEFSOPT",
    pcf=Pcf("DefInputOpenOption", "MQIA_DEF_INPUT_OPEN_OPTION", 4, "MQCFIN"),
    cl=Cl("DFTSHARE"),
    choices=(
        choice("MQOO_INPUT_SHARED", 2, "SHARED", "*YES"),
        choice("MQOO_INPUT_EXCLUSIVE", 4, "EXCL", "*NO"),
    ),
    shipped="input_shared",
    shipped_on={Platform.ZOS: "input_exclusive"},
)
MESSAGE_DELIVERY_SEQUENCE = Attribute(
    title="Messages are delivered in priority order or sequence",
    sources=(CHANGE_QUEUE.at("MsgDeliverySequence"), CRTMQMQ.at("MSGDLYSEQ")),
    mqsc="MSGDLVSQ",
    pcf=Pcf("MsgDeliverySequence", "MQIA_MSG_DELIVERY_SEQUENCE", 16, "MQCFIN"),
    cl=Cl("MSGDLYSEQ"),
    choices=(
        choice("MQMDS_PRIORITY", 0, "PRIORITY", "*PTY"),
        choice("MQMDS_FIFO", 1, "FIFO", "*FIFO"),
    ),
    shipped="priority",
)
HARDEN_GET_BACKOUT = Attribute(
    title="Harden the backout count, or not",
    sources=(CHANGE_QUEUE.at("HardenGetBackout"), CRTMQMQ.at("HDNBKTCNT")),
    mqsc="HARDENBO",
    mqsc_toggle=True,
    pcf=Pcf("HardenGetBackout", "MQIA_HARDEN_GET_BACKOUT", 8, "MQCFIN"),
    cl=Cl("HDNBKTCNT"),
    choices=yes_no(
        "MQQA_BACKOUT_NOT_HARDENED", "MQQA_BACKOUT_HARDENED", ("NOHARDENBO", "HARDENBO")
    ),
    shipped="backout_hardened",
    shipped_on={Platform.ZOS: "backout_not_hardened"},
)
RETENTION_INTERVAL = Attribute(
    title="Retention interval",
    sources=(CHANGE_QUEUE.at("RetentionInterval"), CRTMQMQ.at("RTNITV")),
    mqsc="RETINTVL",
    pcf=Pcf("RetentionInterval", "MQIA_RETENTION_INTERVAL", 21, "MQCFIN"),
    cl=Cl("RTNITV"),
    minimum=0,
    maximum=999_999_999,
    quantity="hours",
    shipped=999_999_999,
)
USAGE = Attribute(
    title="Usage",
    sources=(CHANGE_QUEUE.at("Usage"), CRTMQMQ.at("USAGE")),
    mqsc="USAGE",
    pcf=Pcf("Usage", "MQIA_USAGE", 12, "MQCFIN"),
    cl=Cl("USAGE"),
    choices=(
        choice("MQUS_NORMAL", 0, "NORMAL", "*NORMAL"),
        choice("MQUS_TRANSMISSION", 1, "XMITQ", "*TMQ"),
    ),
    shipped="normal",
    change=Change.MAY_FORCE,
)
DISTRIBUTION_LISTS = Attribute(
    title="Distribution list support",
    sources=(CHANGE_QUEUE.at("DistLists"), CRTMQMQ.at("DISTLIST")),
    mqsc="DISTL",
    pcf=Pcf("DistLists", "MQIA_DIST_LISTS", 34, "MQCFIN"),
    cl=Cl("DISTLIST"),
    choices=yes_no("MQDL_NOT_SUPPORTED", "MQDL_SUPPORTED"),
    shipped="not_supported",
    platforms=MULTIPLATFORMS,
    self_changing="a channel agent sets it, and applications can (MQSET)",
)
QUEUE_DEPTH_HIGH_LIMIT = Attribute(
    title="High limit for queue depth",
    sources=(CHANGE_QUEUE.at("QDepthHighLimit"), CRTMQMQ.at("HIGHTHLD")),
    mqsc="QDEPTHHI",
    pcf=Pcf("QDepthHighLimit", "MQIA_Q_DEPTH_HIGH_LIMIT", 40, "MQCFIN"),
    cl=Cl("HIGHTHLD"),
    minimum=0,
    maximum=100,
    quantity="% of the maximum queue depth",
    shipped=80,
)
QUEUE_DEPTH_LOW_LIMIT = Attribute(
    title="Low limit for queue depth",
    sources=(CHANGE_QUEUE.at("QDepthLowLimit"), CRTMQMQ.at("LOWTHLD")),
    mqsc="QDEPTHLO",
    pcf=Pcf("QDepthLowLimit", "MQIA_Q_DEPTH_LOW_LIMIT", 41, "MQCFIN"),
    cl=Cl("LOWTHLD"),
    minimum=0,
    maximum=100,
    quantity="% of the maximum queue depth",
    shipped=20,
    shipped_on={Platform.ZOS: 40},
)
QUEUE_DEPTH_MAX_EVENT = Attribute(
    title="Controls whether Queue Full events are generated",
    sources=(CHANGE_QUEUE.at("QDepthMaxEvent"), CRTMQMQ.at("FULLEVT")),
    mqsc="QDPMAXEV",
    pcf=Pcf("QDepthMaxEvent", "MQIA_Q_DEPTH_MAX_EVENT", 42, "MQCFIN"),
    cl=Cl("FULLEVT"),
    choices=enabled(),
    shipped="enabled",
    self_changing=EVENTS,
)
QUEUE_DEPTH_HIGH_EVENT = Attribute(
    title="Controls whether Queue Depth High events are generated",
    sources=(CHANGE_QUEUE.at("QDepthHighEvent"), CRTMQMQ.at("HIGHEVT")),
    mqsc="QDPHIEV",
    pcf=Pcf("QDepthHighEvent", "MQIA_Q_DEPTH_HIGH_EVENT", 43, "MQCFIN"),
    cl=Cl("HIGHEVT"),
    choices=enabled(),
    shipped="disabled",
    self_changing=EVENTS,
)
QUEUE_DEPTH_LOW_EVENT = Attribute(
    title="Controls whether Queue Depth Low events are generated",
    sources=(CHANGE_QUEUE.at("QDepthLowEvent"), CRTMQMQ.at("LOWEVT")),
    mqsc="QDPLOEV",
    pcf=Pcf("QDepthLowEvent", "MQIA_Q_DEPTH_LOW_EVENT", 44, "MQCFIN"),
    cl=Cl("LOWEVT"),
    choices=enabled(),
    shipped="disabled",
    self_changing=EVENTS,
)
QUEUE_SERVICE_INTERVAL = Attribute(
    title="Target for queue service interval",
    sources=(CHANGE_QUEUE.at("QServiceInterval"), CRTMQMQ.at("SRVITV")),
    mqsc="QSVCINT",
    pcf=Pcf("QServiceInterval", "MQIA_Q_SERVICE_INTERVAL", 54, "MQCFIN"),
    cl=Cl("SRVITV"),
    minimum=0,
    maximum=999_999_999,
    quantity="milliseconds",
    shipped=999_999_999,
)
QUEUE_SERVICE_INTERVAL_EVENT = Attribute(
    title="Controls whether Service Interval High or OK events are generated",
    sources=(CHANGE_QUEUE.at("QServiceIntervalEvent"), CRTMQMQ.at("SRVEVT")),
    mqsc="QSVCIEV",
    pcf=Pcf("QServiceIntervalEvent", "MQIA_Q_SERVICE_INTERVAL_EVENT", 46, "MQCFIN"),
    cl=Cl("SRVEVT"),
    choices=(
        choice("MQQSIE_NONE", 0, "NONE", "*NONE"),
        choice("MQQSIE_HIGH", 1, "HIGH", "*HIGH"),
        choice("MQQSIE_OK", 2, "OK", "*OK"),
    ),
    shipped="none",
    self_changing=EVENTS,
)
CLUSTER_CHANNEL_NAME = Attribute(
    title="Cluster-sender channel name",
    sources=(CHANGE_QUEUE.at("ClusterChannelName"), CRTMQMQ.at("CLCHNAME")),
    mqsc="CLCHNAME",
    pcf=Pcf("ClusterChannelName", "MQCA_CLUS_CHL_NAME", 2124, "MQCFST"),
    cl=Cl("CLCHNAME"),
    cl_blank="*NONE",
    max_length=20,
    syntax=generic_channel_name,
    shipped="",
    since=750,
    reference=Ref((Role.SENDER_CHANNEL,), Strength.SOFT),
)
CLUSTER_WORKLOAD_USE_QUEUE = Attribute(
    title="Cluster workload use remote queue",
    sources=(CHANGE_QUEUE.at("CLWLUseQ"), CRTMQMQ.at("CLWLUSEQ")),
    mqsc="CLWLUSEQ",
    pcf=Pcf("CLWLUseQ", "MQIA_CLWL_USEQ", 98, "MQCFIN"),
    cl=Cl("CLWLUSEQ"),
    choices=(
        choice("MQCLWL_USEQ_AS_Q_MGR", -3, "QMGR", "*QMGR"),
        choice("MQCLWL_USEQ_ANY", 1, "ANY", "*ANY"),
        choice("MQCLWL_USEQ_LOCAL", 0, "LOCAL", "*LOCAL"),
    ),
    shipped="useq_as_q_mgr",
)
QUEUE_MONITORING = Attribute(
    title="Online monitoring data collection",
    sources=(CHANGE_QUEUE.at("QueueMonitoring"), CRTMQMQ.at("MONQ")),
    mqsc="MONQ",
    pcf=Pcf("QueueMonitoring", "MQIA_MONITORING_Q", 123, "MQCFIN"),
    cl=Cl("MONQ"),
    choices=monitoring(),
    shipped="q_mgr",
)
QUEUE_STATISTICS = Attribute(
    title="Statistics data collection",
    sources=(CHANGE_QUEUE.at("QueueStatistics"), CRTMQMQ.at("STATQ")),
    mqsc="STATQ",
    pcf=Pcf("QueueStatistics", "MQIA_STATISTICS_Q", 128, "MQCFIN"),
    cl=Cl("STATQ"),
    choices=switch(),
    shipped="q_mgr",
    platforms=MULTIPLATFORMS
    - {Platform.OTHER_UNIX},  # Change Queue (PCF): IBM i, AIX, Linux and Windows
)
QUEUE_ACCOUNTING = Attribute(
    title="Accounting data collection",
    sources=(CHANGE_QUEUE.at("QueueAccounting"), CRTMQMQ.at("ACCTQ")),
    mqsc="ACCTQ",
    pcf=Pcf("QueueAccounting", "MQIA_ACCOUNTING_Q", 134, "MQCFIN"),
    cl=Cl("ACCTQ"),
    choices=switch(),
    shipped="q_mgr",
)
NON_PERSISTENT_MESSAGE_CLASS = Attribute(
    title="The level of reliability of non-persistent messages",
    sources=(CHANGE_QUEUE.at("NonPersistentMessageClass"), CRTMQMQ.at("NPMCLASS")),
    mqsc="NPMCLASS",
    pcf=Pcf("NonPersistentMessageClass", "MQIA_NPM_CLASS", 78, "MQCFIN"),
    cl=Cl("NPMCLASS"),
    choices=(
        choice("MQNPM_CLASS_NORMAL", 0, "NORMAL", "*NORMAL"),
        choice("MQNPM_CLASS_HIGH", 10, "HIGH", "*HIGH"),
    ),
    default="class_normal",
    shipped="class_normal",
    platforms=MULTIPLATFORMS,
)
IMAGE_RECOVER_QUEUE = Attribute(
    title="Whether the queue is recoverable from a media image",
    sources=(CHANGE_QUEUE.at("ImageRecoverQueue"), CRTMQMQ.at("IMGRCOVQ")),
    mqsc="IMGRCOVQ",
    pcf=Pcf("ImageRecoverQueue", "MQIA_MEDIA_IMAGE_RECOVER_Q", 272, "MQCFIN"),
    cl=Cl("IMGRCOVQ"),
    choices=(
        choice("MQIMGRCOV_NO", 0, "NO", "*NO"),
        choice("MQIMGRCOV_YES", 1, "YES", "*YES"),
        choice("MQIMGRCOV_AS_Q_MGR", 2, "QMGR", "*QMGR"),
    ),
    default="as_q_mgr",
    shipped="as_q_mgr",
    platforms=MULTIPLATFORMS,
    since=902,
)
STREAM_QUEUE = Attribute(
    title="Name of the streaming queue",
    sources=(CHANGE_QUEUE.at("StreamQ"),),
    mqsc="STREAMQ",
    pcf=Pcf("StreamQ", "MQCA_STREAM_QUEUE_NAME", 2138, "MQCFST"),
    max_length=48,
    syntax=mq_name,
    shipped="",
    platforms=MULTIPLATFORMS,
    since=923,
    # "If the stream queue does not exist, error message AMQ8135E is returned."
    reference=Ref((Role.QUEUE,), Strength.HARD),
)
STREAM_QUEUE_SERVICE = Attribute(
    title="Quality of service used when delivering messages to StreamQ",
    sources=(CHANGE_QUEUE.at("StreamQService"),),
    mqsc="STRMQOS",
    pcf=Pcf("StreamQService", "MQIA_STREAM_QUEUE_QOS", 275, "MQCFIN"),
    choices=(
        choice("MQST_BEST_EFFORT", 0, "BESTEF"),
        choice("MQST_MUST_DUP", 1, "MUSTDUP"),
    ),
    default="best_effort",
    shipped="best_effort",
    platforms=MULTIPLATFORMS,
    since=923,
)
COUPLING_FACILITY_STRUCTURE = Attribute(
    title="Coupling facility structure name",
    sources=(CHANGE_QUEUE.at("CFStructure"),),
    mqsc="CFSTRUCT",
    pcf=Pcf("CFStructure", "MQCA_CF_STRUC_NAME", 2039, "MQCFST"),
    max_length=12,
    syntax=cf_structure,
    shipped="",
    platforms=ZOS,
    change=Change.REPLACE,
)
STORAGE_CLASS = Attribute(
    title="Storage class",
    sources=(CHANGE_QUEUE.at("StorageClass"),),
    mqsc="STGCLASS",
    pcf=Pcf("StorageClass", "MQCA_STORAGE_CLASS", 2022, "MQCFST"),
    max_length=8,
    syntax=cf_structure,
    shipped="DEFAULT",
    platforms=ZOS,
)
INDEX_TYPE = Attribute(
    title="Index type",
    sources=(CHANGE_QUEUE.at("IndexType"),),
    mqsc="INDXTYPE",
    pcf=Pcf("IndexType", "MQIA_INDEX_TYPE", 57, "MQCFIN"),
    choices=(
        choice("MQIT_NONE", 0, "NONE"),
        choice("MQIT_MSG_ID", 1, "MSGID"),
        choice("MQIT_CORREL_ID", 2, "CORRELID"),
        choice("MQIT_MSG_TOKEN", 4, "MSGTOKEN"),
        choice("MQIT_GROUP_ID", 5, "GROUPID"),
    ),
    shipped="none",
    platforms=ZOS,
)
DEFINITION_TYPE = Attribute(
    title="Queue definition type",
    sources=(CHANGE_QUEUE.at("DefinitionType"), CRTMQMQ.at("DFNTYPE")),
    mqsc="DEFTYPE",
    pcf=Pcf("DefinitionType", "MQIA_DEFINITION_TYPE", 7, "MQCFIN"),
    cl=Cl("DFNTYPE"),
    choices=(
        choice("MQQDT_PERMANENT_DYNAMIC", 2, "PERMDYN", "*PERMDYN"),
        choice("MQQDT_TEMPORARY_DYNAMIC", 3, "TEMPDYN", "*TEMPDYN"),
        choice("MQQDT_SHARED_DYNAMIC", 4, "SHAREDYN", platforms=ZOS),
    ),
    shipped="temporary_dynamic",
)
