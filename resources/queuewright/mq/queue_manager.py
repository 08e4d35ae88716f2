"""The queue manager's own attributes. Sources: MQSC: ALTER QMGR, DISPLAY QMGR; CHGMQM."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Change, Choice, Cl, Ref, Strength
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.names import exit_program
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.spec import Lifecycle

from .choices import choice
from .queue_manager_attributes import (
    AUTOMATIC,
    CONTROL,
    EVENTS,
    OFF_ON,
    OVERRIDE,
    RATES,
    RECORDING,
    RECOVERABLE,
    SWITCHED_EVENTS,
    WORKSTATIONS,
)
from .queue_manager_attributes import attribute as _attribute
from .queue_manager_attributes import integer as _integer
from .queue_manager_attributes import named as _name
from .queue_manager_attributes import string as _string
from .queue_manager_attributes import text as _text
from .queue_manager_attributes import words as _words
from .security_refresh import CONNAUTH, SSL, refreshed
from .zos_queue_manager import ZosQueueManagerSpec

# ALTER QMGR: CCSID, CHLAUTH, SCHINIT, SCMDSERV.
_VERSION_8 = 800  # command level of IBM MQ 8.0
_RUNNING_AS_BEFORE = "applications and channels that run go on as before until they start again"
_FROM_ITS_START = "works from the next start of the queue manager"
_FROM_CHANNEL_START = "works for channels that start from now on; those that run go on as before"

# As far as the document that could be read goes.
_POSITIONS = (
    "MQMNAME FORCE TEXT TRGITV UDLMSGQ DFTTMQ MAXHDL MAXUMSG AUTEVT INHEVT LCLERREVT RMTERREVT"
    " PFREVT STRSTPEVT CHAD CHADEV CHADEXIT MAXMSGL CCSID CLWLDATA CLWLEXIT"
)
# The memberships of clusters set REPOS and REPOSNL.
_MEMBERSHIP = 'mq.Cluster(..., full_repository="yes")'

# A queue manager has one such object, which its commands call so and do not name.
QMGR = "QMGR"
OWN_NAME = _attribute("Name in commands", None, choices=(Choice(QMGR, QMGR),))


# fmt: off
class QueueManagerSpec(ZosQueueManagerSpec):
    """The attributes of a queue manager itself: all that ALTER QMGR takes."""

    kind: ClassVar[str] = "mq:QueueManagerAttributes"
    lifecycle: ClassVar[Lifecycle] = Lifecycle.SINGLETON
    mqsc: ClassVar[MqscCommands] = MqscCommands(QMGR)
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="Q_MGR", numbers={"CHANGE": 1, "INQUIRE": 2}, title="Queue Manager"
    )
    cl: ClassVar[ClCommands] = ClCommands(
        change="CHGMQM", positions={"CHGMQM": _POSITIONS}, abridged=("CHGMQM",)
    )
    namespace: ClassVar[str] = "queue manager"
    module: ClassVar[tuple[str, str]] = ("queue_manager", "The queue manager itself")

    name: Annotated[str, OWN_NAME] = QMGR
    coded_character_set_identifier: Annotated[int | None, _attribute(
        "Coded character set identifier", "CCSID", limits=(1, 65_535), platforms=MULTIPLATFORMS,
        pcf=_integer("CodedCharSetId", "MQIA_CODED_CHAR_SET_ID", 2),
        afterwards=_RUNNING_AS_BEFORE, cl=Cl("CCSID"),
    )] = None
    description: Annotated[str | None, _text(
        "Description", "DESCR", 64, pcf=_string("QMgrDesc", "MQCA_Q_MGR_DESC", 2014),
        cl=Cl("TEXT"), cl_blank="*BLANK",
    )] = None
    dead_letter_queue: Annotated[str | None, _name(
        "Dead-letter queue", "DEADQ", pcf=_string("DeadLetterQName", "MQCA_DEAD_LETTER_Q_NAME",
        2006), reference=Ref((Role.LOCAL_QUEUE,), Strength.SOFT), cl=Cl("UDLMSGQ"),
        cl_blank="*NONE",
    )] = None
    default_transmission_queue: Annotated[str | None, _name(
        "Default transmission queue", "DEFXMITQ", pcf=_string("DefXmitQName",
        "MQCA_DEF_XMIT_Q_NAME", 2025), reference=Ref((Role.LOCAL_QUEUE,), Strength.SOFT),
        cl=Cl("DFTTMQ"), cl_blank="*NONE", change=Change.MAY_FORCE,
    )] = None
    max_message_length: Annotated[int | None, _attribute(
        "Maximum message length", "MAXMSGL", limits=(32_768, 104_857_600), shipped=4_194_304,
        shipped_on={Platform.ZOS: 104_857_600}, quantity="bytes", pcf=_integer("MaxMsgLength",
        "MQIA_MAX_MSG_LENGTH", 13), cl=Cl("MAXMSGL"),
    )] = None
    repository: Annotated[str | None, _name(
        "Cluster that it is a full repository of", "REPOS", decided_by=_MEMBERSHIP,
        pcf=_string("RepositoryName", "MQCA_REPOSITORY_NAME", 2035),
    )] = None
    repository_namelist: Annotated[str | None, _name(
        "Clusters that it is a full repository of", "REPOSNL", decided_by=_MEMBERSHIP,
        pcf=_string("RepositoryNamelist", "MQCA_REPOSITORY_NAMELIST", 2036),
    )] = None
    cluster_workload_use_queue: Annotated[str | None, _words(
        "Use of remote cluster queues", "CLWLUSEQ", (choice("MQCLWL_USEQ_LOCAL", 0, "LOCAL"),
        choice("MQCLWL_USEQ_ANY", 1, "ANY")), shipped="useq_local", pcf=_integer("CLWLUseQ",
        "MQIA_CLWL_USEQ", 98),
    )] = None
    cluster_workload_channels: Annotated[int | None, _attribute(
        "Most recently used outbound channels", "CLWLMRUC", limits=(1, 999_999_999),
        shipped=999_999_999, pcf=_integer("CLWLMRUChannels", "MQIA_CLWL_MRU_CHANNELS", 97),
    )] = None
    accounting_connection_override: Annotated[str | None, _words(
        "Whether applications override accounting", "ACCTCONO", OVERRIDE, shipped="disabled",
        platforms=MULTIPLATFORMS, pcf=_integer("AccountingConnOverride",
        "MQIA_ACCOUNTING_CONN_OVERRIDE", 136),
    )] = None
    accounting_interval: Annotated[int | None, _attribute(
        "Accounting interval", "ACCTINT", limits=(0, 604_800), shipped=1800, quantity="seconds",
        platforms=MULTIPLATFORMS, pcf=_integer("AccountingInterval", "MQIA_ACCOUNTING_INTERVAL",
        135),
    )] = None
    mqi_accounting: Annotated[str | None, _words(
        "Accounting of MQI", "ACCTMQI", OFF_ON, shipped="off", platforms=MULTIPLATFORMS,
        pcf=_integer("MQIAccounting", "MQIA_ACCOUNTING_MQI", 133),
    )] = None
    queue_accounting: Annotated[str | None, _words(
        "Accounting of queues", "ACCTQ", (choice("MQMON_OFF", 0, "OFF"), choice("MQMON_ON", 1,
        "ON"), choice("MQMON_NONE", -1, "NONE")), shipped="off", pcf=_integer("QueueAccounting",
        "MQIA_ACCOUNTING_Q", 134),
    )] = None
    activity_recording: Annotated[str | None, _words(
        "Recording of activity reports", "ACTIVREC", RECORDING, shipped="msg",
        pcf=_integer("ActivityRecording", "MQIA_ACTIVITY_RECORDING", 138),
    )] = None
    activity_connection_override: Annotated[str | None, _words(
        "Whether applications override activity trace", "ACTVCONO", OVERRIDE, shipped="disabled",
        platforms=MULTIPLATFORMS, pcf=_integer("ActivityConnOverride",
        "MQIA_ACTIVITY_CONN_OVERRIDE", 239),
    )] = None
    activity_trace: Annotated[str | None, _words(
        "Activity trace", "ACTVTRC", OFF_ON, shipped="off", platforms=MULTIPLATFORMS,
        pcf=_integer("ActivityTrace", "MQIA_ACTIVITY_TRACE", 240),
    )] = None
    authority_event: Annotated[str | None, _words(
        "Authority events", "AUTHOREV", SWITCHED_EVENTS, shipped="disabled",
        platforms=MULTIPLATFORMS, pcf=_integer("AuthorityEvent", "MQIA_AUTHORITY_EVENT", 47),
        cl=Cl("AUTEVT"),
    )] = None
    certificate_label: Annotated[str | None, _text(
        "Certificate label", "CERTLABL", 64, pcf=_string("CertificateLabel", "MQCA_CERT_LABEL",
        2121), since=_VERSION_8,
        **refreshed(SSL),
    )] = None
    certificate_validation_policy: Annotated[str | None, _words(
        "Certificate validation policy", "CERTVPOL", (Choice("any", "ANY", "MQ_CERT_VAL_POLICY_ANY",
        0), Choice("rfc5280", "RFC5280", "MQ_CERT_VAL_POLICY_RFC5280", 1)), shipped="any",
        platforms=WORKSTATIONS, pcf=_integer("CertificateValPolicy", "MQIA_CERT_VAL_POLICY", 252),
        **refreshed(SSL),
    )] = None
    channel_auto_definition: Annotated[str | None, _words(
        "Whether channels are defined by themselves", "CHAD", (choice("MQCHAD_ENABLED", 1,
        "ENABLED", "*YES"), choice("MQCHAD_DISABLED", 0, "DISABLED", "*NO")), shipped="disabled",
        platforms=MULTIPLATFORMS, pcf=_integer("ChannelAutoDef", "MQIA_CHANNEL_AUTO_DEF", 55),
        cl=Cl("CHAD"),
    )] = None
    channel_auto_definition_event: Annotated[str | None, _words(
        "Events of channels that are", "CHADEV", SWITCHED_EVENTS, shipped="disabled",
        platforms=MULTIPLATFORMS, pcf=_integer("ChannelAutoDefEvent", "MQIA_CHANNEL_AUTO_DEF_EVENT",
        56), cl=Cl("CHADEV"),
    )] = None
    channel_auto_definition_exit: Annotated[str | None, _text(
        "Exit for channels that are", "CHADEXIT", 128, pcf=_string("ChannelAutoDefExit",
        "MQCA_CHANNEL_AUTO_DEF_EXIT", 2026), cl=Cl("CHADEXIT"), cl_blank="*NONE",
        syntax=exit_program,
    )] = None
    channel_authentication_records: Annotated[str | None, _words(
        "Whether channel authentication records count", "CHLAUTH", (choice("MQCHLA_ENABLED", 1,
        "ENABLED"), choice("MQCHLA_DISABLED", 0, "DISABLED")), shipped="enabled",
        pcf=_integer("ChannelAuthenticationRecords", "MQIA_CHLAUTH_RECORDS", 248),
        afterwards=_FROM_CHANNEL_START,
    )] = None
    channel_event: Annotated[str | None, _words(
        "Channel events", "CHLEV", (choice("MQEVR_ENABLED", 1, "ENABLED"), choice("MQEVR_DISABLED",
        0, "DISABLED"), choice("MQEVR_EXCEPTION", 2, "EXCEPTION")), shipped="disabled",
        pcf=_integer("ChannelEvent", "MQIA_CHANNEL_EVENT", 73),
    )] = None
    cluster_workload_data: Annotated[str | None, _text(
        "Data of the cluster workload exit", "CLWLDATA", 32, pcf=_string("ClusterWorkLoadData",
        "MQCA_CLUSTER_WORKLOAD_DATA", 2034), cl=Cl("CLWLDATA"), cl_blank="*NONE",
    )] = None
    cluster_workload_exit: Annotated[str | None, _text(
        "Cluster workload exit", "CLWLEXIT", 128, pcf=_string("ClusterWorkLoadExit",
        "MQCA_CLUSTER_WORKLOAD_EXIT", 2033), cl=Cl("CLWLEXIT"), cl_blank="*NONE",
        syntax=exit_program,
    )] = None
    cluster_workload_length: Annotated[int | None, _attribute(
        "Message data passed to that exit", "CLWLLEN", limits=(0, 999_999_999), shipped=100,
        quantity="bytes", pcf=_integer("ClusterWorkLoadLength", "MQIA_CLUSTER_WORKLOAD_LENGTH", 58),
    )] = None
    command_event: Annotated[str | None, _words(
        "Command events", "CMDEV", (choice("MQEVR_ENABLED", 1, "ENABLED"), choice("MQEVR_DISABLED",
        0, "DISABLED"), choice("MQEVR_NO_DISPLAY", 3, "NODISPLAY")), shipped="disabled",
        pcf=_integer("CommandEvent", "MQIA_COMMAND_EVENT", 99),
    )] = None
    configuration_event: Annotated[str | None, _words(
        "Configuration events", "CONFIGEV", (choice("MQEVR_DISABLED", 0, "DISABLED"),
        choice("MQEVR_ENABLED", 1, "ENABLED")), shipped="disabled",
        pcf=_integer("ConfigurationEvent", "MQIA_CONFIGURATION_EVENT", 51),
    )] = None
    connection_authentication: Annotated[str | None, _name(
        "Connection authentication", "CONNAUTH", shipped="SYSTEM.DEFAULT.AUTHINFO.IDPWOS",
        pcf=_string("ConnAuth", "MQCA_CONN_AUTH", 2125),
        reference=Ref((Role.PASSWORD_CHECK,), Strength.SOFT), since=_VERSION_8,
        **refreshed(CONNAUTH),
    )] = None
    custom: Annotated[str | None, _text(
        "Custom attributes", "CUSTOM", 128, pcf=_string("Custom", "MQCA_CUSTOM", 2119),
    )] = None
    default_cluster_xmit_queue_type: Annotated[str | None, _words(
        "Transmission queues of cluster-sender channels", "DEFCLXQ", (choice("MQCLXQ_SCTQ", 0,
        "SCTQ"), choice("MQCLXQ_CHANNEL", 1, "CHANNEL")), shipped="sctq",
        pcf=_integer("DefClusterXmitQueueType", "MQIA_DEF_CLUSTER_XMIT_Q_TYPE", 250),
    )] = None
    inhibit_event: Annotated[str | None, _words(
        "Inhibit events", "INHIBTEV", SWITCHED_EVENTS, shipped="disabled",
        pcf=_integer("InhibitEvent", "MQIA_INHIBIT_EVENT", 48), cl=Cl("INHEVT"),
    )] = None
    ip_address_version: Annotated[str | None, _words(
        "Version of IP", "IPADDRV", (choice("MQIPADDR_IPV4", 0, "IPV4"), choice("MQIPADDR_IPV6", 1,
        "IPV6")), shipped="ipv4", pcf=_integer("IPAddressVersion", "MQIA_IP_ADDRESS_VERSION", 93),
    )] = None
    local_event: Annotated[str | None, _words(
        "Local error events", "LOCALEV", SWITCHED_EVENTS, shipped="disabled",
        pcf=_integer("LocalEvent", "MQIA_LOCAL_EVENT", 49), cl=Cl("LCLERREVT"),
    )] = None
    logger_event: Annotated[str | None, _words(
        "Recovery log events", "LOGGEREV", EVENTS, shipped="disabled", platforms=MULTIPLATFORMS,
        pcf=_integer("LoggerEvent", "MQIA_LOGGER_EVENT", 94),
    )] = None
    message_mark_browse_interval: Annotated[int | str | None, _attribute(
        "How long browsed messages stay marked", "MARKINT", limits=(0, 999_999_999),
        choices=(choice("MQMMBI_UNLIMITED", -1, "NOLIMIT"),), shipped=5000, quantity="ms",
        pcf=_integer("MsgMarkBrowseInterval", "MQIA_MSG_MARK_BROWSE_INTERVAL", 68),
    )] = None
    max_handles: Annotated[int | None, _attribute(
        "Handles at most", "MAXHANDS", limits=(0, 999_999_999), shipped=256,
        pcf=_integer("MaxHandles", "MQIA_MAX_HANDLES", 11), cl=Cl("MAXHDL"),
    )] = None
    max_properties_length: Annotated[int | str | None, _attribute(
        "Length of properties at most", "MAXPROPL", limits=(0, 104_857_600),
        choices=(choice("MQPROP_UNRESTRICTED_LENGTH", -1, "NOLIMIT"),),
        shipped="unrestricted_length", quantity="bytes", pcf=_integer("MaxPropertiesLength",
        "MQIA_MAX_PROPERTIES_LENGTH", 192),
    )] = None
    max_uncommitted_messages: Annotated[int | None, _attribute(
        "Uncommitted messages at most", "MAXUMSGS", limits=(1, 999_999_999), shipped=10_000,
        pcf=_integer("MaxUncommittedMsgs", "MQIA_MAX_UNCOMMITTED_MSGS", 33), cl=Cl("MAXUMSG"),
    )] = None
    cluster_sender_monitoring: Annotated[str | None, _words(
        "Monitoring of automatic cluster-sender channels", "MONACLS", AUTOMATIC, shipped="q_mgr",
        pcf=_integer("ClusterSenderMonitoringDefault", "MQIA_MONITORING_AUTO_CLUSSDR", 124),
    )] = None
    channel_monitoring: Annotated[str | None, _words(
        "Monitoring of channels", "MONCHL", RATES, shipped="off", pcf=_integer("ChannelMonitoring",
        "MQIA_MONITORING_CHANNEL", 122),
    )] = None
    queue_monitoring: Annotated[str | None, _words(
        "Monitoring of queues", "MONQ", RATES, shipped="off", pcf=_integer("QueueMonitoring",
        "MQIA_MONITORING_Q", 123),
    )] = None
    parent: Annotated[str | None, _name(
        "Parent queue manager", "PARENT", pcf=_string("Parent", "MQCA_PARENT", 2102),
    )] = None
    performance_event: Annotated[str | None, _words(
        "Performance events", "PERFMEV", SWITCHED_EVENTS, shipped="disabled",
        pcf=_integer("PerformanceEvent", "MQIA_PERFORMANCE_EVENT", 53), cl=Cl("PFREVT"),
    )] = None
    publish_subscribe_clustering: Annotated[str | None, _words(
        "Whether clusters take part in publish/subscribe", "PSCLUS", (choice("MQPSCLUS_ENABLED", 1,
        "ENABLED"), choice("MQPSCLUS_DISABLED", 0, "DISABLED")), shipped="enabled",
        pcf=_integer("PubSubClus", "MQIA_PUBSUB_CLUSTER", 249),
    )] = None
    publish_subscribe_mode: Annotated[str | None, _words(
        "Publish/subscribe mode", "PSMODE", (choice("MQPSM_ENABLED", 2, "ENABLED"),
        choice("MQPSM_DISABLED", 0, "DISABLED"), choice("MQPSM_COMPAT", 1, "COMPAT")),
        shipped="enabled", pcf=_integer("PubSubMode", "MQIA_PUBSUB_MODE", 187),
    )] = None
    undelivered_input_message: Annotated[str | None, _words(
        "Treatment of undelivered input messages", "PSNPMSG", (choice("MQUNDELIVERED_DISCARD", 2,
        "DISCARD"), choice("MQUNDELIVERED_KEEP", 3, "KEEP")), shipped="discard",
        pcf=_integer("PubSubNPInputMsg", "MQIA_PUBSUB_NP_MSG", 203),
    )] = None
    undelivered_response: Annotated[str | None, _words(
        "Treatment of undelivered responses", "PSNPRES", (choice("MQUNDELIVERED_NORMAL", 0,
        "NORMAL"), choice("MQUNDELIVERED_SAFE", 1, "SAFE"), choice("MQUNDELIVERED_DISCARD", 2,
        "DISCARD"), choice("MQUNDELIVERED_KEEP", 3, "KEEP")), shipped="normal",
        pcf=_integer("PubSubNPResponse", "MQIA_PUBSUB_NP_RESP", 205),
    )] = None
    publish_subscribe_retry_count: Annotated[int | None, _attribute(
        "Attempts at a command message that failed", "PSRTYCNT", limits=(0, 999_999_999), shipped=5,
        pcf=_integer("PubSubMaxMsgRetryCount", "MQIA_PUBSUB_MAXMSG_RETRY_COUNT", 206),
    )] = None
    publish_subscribe_syncpoint: Annotated[str | None, _words(
        "Which messages are processed under syncpoint", "PSSYNCPT", (choice("MQSYNCPOINT_IFPER", 1,
        "IFPER"), choice("MQSYNCPOINT_YES", 0, "YES")), shipped="ifper",
        pcf=_integer("PubSubSyncPoint", "MQIA_PUBSUB_SYNC_PT", 207),
    )] = None
    remote_event: Annotated[str | None, _words(
        "Remote error events", "REMOTEEV", SWITCHED_EVENTS, shipped="disabled",
        pcf=_integer("RemoteEvent", "MQIA_REMOTE_EVENT", 50), cl=Cl("RMTERREVT"),
    )] = None
    reverse_dns_lookup: Annotated[str | None, _words(
        "Reverse DNS lookup", "REVDNS", (choice("MQRDNS_ENABLED", 0, "ENABLED"),
        choice("MQRDNS_DISABLED", 1, "DISABLED")), shipped="enabled",
        pcf=_integer("ReverseDNSLookup", "MQIA_REVERSE_DNS_LOOKUP", 254), since=_VERSION_8,
    )] = None
    trace_route_recording: Annotated[str | None, _words(
        "Recording of trace-route messages", "ROUTEREC", RECORDING, shipped="msg",
        pcf=_integer("TraceRouteRecording", "MQIA_TRACE_ROUTE_RECORDING", 137),
    )] = None
    channel_initiator_control: Annotated[str | None, _words(
        "When the channel initiator starts", "SCHINIT", CONTROL, shipped="control_q_mgr",
        platforms=MULTIPLATFORMS, pcf=_integer("ChannelInitiatorControl", "MQIA_CHINIT_CONTROL",
        119), afterwards=_FROM_ITS_START,
    )] = None
    command_server_control: Annotated[str | None, _words(
        "When the command server starts", "SCMDSERV", CONTROL, shipped="control_q_mgr",
        platforms=MULTIPLATFORMS, pcf=_integer("CommandServerControl", "MQIA_CMD_SERVER_CONTROL",
        120), afterwards=_FROM_ITS_START,
    )] = None
    ssl_crl_namelist: Annotated[str | None, _name(
        "Authentication information for revoked certificates", "SSLCRLNL",
        pcf=_string("SSLCRLNamelist", "MQCA_SSL_CRL_NAMELIST", 2050),
        reference=Ref((Role.NAMELIST,), Strength.SOFT),
        **refreshed(SSL),
    )] = None
    ssl_crypto_hardware: Annotated[str | None, _text(
        "Cryptographic hardware", "SSLCRYP", 256, platforms=WORKSTATIONS,
        pcf=_string("SSLCryptoHardware", "MQCA_SSL_CRYPTO_HARDWARE", 2051),
        **refreshed(SSL),
    )] = None
    ssl_event: Annotated[str | None, _words(
        "TLS events", "SSLEV", EVENTS, shipped="disabled", pcf=_integer("SSLEvent",
        "MQIA_SSL_EVENT", 75),
    )] = None
    ssl_fips_required: Annotated[str | None, _words(
        "Whether FIPS algorithms are required", "SSLFIPS", (choice("MQSSL_FIPS_NO", 0, "NO"),
        choice("MQSSL_FIPS_YES", 1, "YES")), shipped="fips_no", pcf=_integer("SSLFipsRequired",
        "MQIA_SSL_FIPS_REQUIRED", 92),
        **refreshed(SSL),
    )] = None
    ssl_key_repository: Annotated[str | None, _text(
        "Key repository", "SSLKEYR", 256, pcf=_string("SSLKeyRepository", "MQCA_SSL_KEY_REPOSITORY",
        2049),
        **refreshed(SSL),
    )] = None
    ssl_key_reset_count: Annotated[int | None, _attribute(
        "Bytes until a secret key is negotiated anew", "SSLRKEYC", limits=(0, 999_999_999),
        shipped=0, pcf=_integer("SSLKeyResetCount", "MQIA_SSL_RESET_COUNT", 76),
    )] = None
    cluster_sender_statistics: Annotated[str | None, _words(
        "Statistics of automatic cluster-sender channels", "STATACLS", AUTOMATIC, shipped="q_mgr",
        pcf=_integer("ClusterSenderStatistics", "MQIA_STATISTICS_AUTO_CLUSSDR", 130),
    )] = None
    channel_statistics: Annotated[str | None, _words(
        "Statistics of channels", "STATCHL", RATES, shipped="off", pcf=_integer("ChannelStatistics",
        "MQIA_STATISTICS_CHANNEL", 129),
    )] = None
    statistics_interval: Annotated[int | None, _attribute(
        "Statistics interval", "STATINT", limits=(0, 604_800), shipped=1800, quantity="seconds",
        platforms=MULTIPLATFORMS, pcf=_integer("StatisticsInterval", "MQIA_STATISTICS_INTERVAL",
        131),
    )] = None
    mqi_statistics: Annotated[str | None, _words(
        "Statistics of MQI", "STATMQI", OFF_ON, shipped="off", platforms=MULTIPLATFORMS,
        pcf=_integer("MQIStatistics", "MQIA_STATISTICS_MQI", 127),
    )] = None
    queue_statistics: Annotated[str | None, _words(
        "Statistics of queues", "STATQ", (choice("MQMON_NONE", -1, "NONE"), choice("MQMON_OFF", 0,
        "OFF"), choice("MQMON_ON", 1, "ON")), shipped="off", platforms=MULTIPLATFORMS,
        pcf=_integer("QueueStatistics", "MQIA_STATISTICS_Q", 128),
    )] = None
    start_stop_event: Annotated[str | None, _words(
        "Events of start and stop", "STRSTPEV", SWITCHED_EVENTS, shipped="enabled",
        pcf=_integer("StartStopEvent", "MQIA_START_STOP_EVENT", 52), cl=Cl("STRSTPEVT"),
    )] = None
    suite_b_strength: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, _text(
        "Strength of Suite B", "SUITEB", 8, max_items=2, shipped=("NONE",), platforms=WORKSTATIONS,
        **refreshed(SSL),
    )] = None
    tree_life_time: Annotated[int | None, _attribute(
        "Lifetime of topics that are not administered", "TREELIFE", limits=(0, 604_000),
        shipped=1800, quantity="seconds", pcf=_integer("TreeLifeTime", "MQIA_TREE_LIFE_TIME", 183),
    )] = None
    trigger_interval: Annotated[int | None, _attribute(
        "Trigger interval", "TRIGINT", limits=(0, 999_999_999), shipped=999_999_999, quantity="ms",
        pcf=_integer("TriggerInterval", "MQIA_TRIGGER_INTERVAL", 25), cl=Cl("TRGITV"),
    )] = None
    image_interval: Annotated[int | str | None, _attribute(
        "Time between media images", "IMGINTVL", limits=(1, 999_999_999),
        choices=(choice("MQMEDIMGINTVL_OFF", 0, "OFF"),), quantity="minutes",
        platforms=MULTIPLATFORMS, pcf=_integer("ImageInterval", "MQIA_MEDIA_IMAGE_INTERVAL", 269),
    )] = None
    image_log_length: Annotated[int | str | None, _attribute(
        "Log between media images", "IMGLOGLN", limits=(1, 999_999_999),
        choices=(choice("MQMEDIMGLOGLN_OFF", 0, "OFF"),), quantity="megabytes",
        platforms=MULTIPLATFORMS, pcf=_integer("ImageLogLength", "MQIA_MEDIA_IMAGE_LOG_LENGTH",
        270),
    )] = None
    image_recover_object: Annotated[str | None, _words(
        "Whether objects are recovered from media images", "IMGRCOVO", RECOVERABLE,
        platforms=MULTIPLATFORMS, pcf=_integer("ImageRecoverObject", "MQIA_MEDIA_IMAGE_RECOVER_OBJ",
        271),
    )] = None
    image_recover_queue: Annotated[str | None, _words(
        "Whether queues are recovered from media images", "IMGRCOVQ", RECOVERABLE,
        platforms=MULTIPLATFORMS, pcf=_integer("ImageRecoverQueue", "MQIA_MEDIA_IMAGE_RECOVER_Q",
        272),
    )] = None
    image_schedule: Annotated[str | None, _words(
        "Whether media images are written by themselves", "IMGSCHED",
        (choice("MQMEDIMGSCHED_MANUAL", 0, "MANUAL"), choice("MQMEDIMGSCHED_AUTO", 1, "AUTO")),
        platforms=MULTIPLATFORMS, pcf=_integer("ImageSchedule", "MQIA_MEDIA_IMAGE_SCHEDULING", 268),
    )] = None
    initial_key: Annotated[str | None, _text(
        "Initial key of password protection", "INITKEY", 256, shipped=None, write_only=True,
        platforms=MULTIPLATFORMS, pcf=_string("InitialKey", "MQCA_INITIAL_KEY", 2054),
    )] = None
    key_repository_password: Annotated[str | None, _text(
        "Password of the key repository", "KEYRPWD", 1024, shipped=None, write_only=True,
        platforms=MULTIPLATFORMS, pcf=_string("KeyRepositoryPassword", "MQCA_SSL_KEY_REPO_PASSWORD",
        2055),
        **refreshed(SSL),
    )] = None
    otel_propagation_control: Annotated[str | None, _words(
        "Propagation of trace context", "OTELPCTL", (Choice("auto", "AUTO", "MQOTEL_PCTL_AUTO"),
        Choice("manual", "MANUAL", "MQOTEL_PCTL_MANUAL")), platforms=MULTIPLATFORMS,
    )] = None
    otel_trace: Annotated[str | None, _words(
        "OpenTelemetry tracing", "OTELTRAC", (Choice("off", "OFF", "MQOTEL_TRACE_OFF"), Choice("on",
        "ON", "MQOTEL_TRACE_ON")), platforms=MULTIPLATFORMS,
    )] = None
# fmt: on


_SYSTEM = """
    ACCTCONO ACCTINT ACCTMQI ACCTQ ACTIVREC ACTVCONO ACTVTRC ADVCAP ALTDATE ALTTIME AMQPCAP CCSID
    CFCONLOS CMDLEVEL COMMANDQ CONNAUTH CPILEVEL CRDATE CRTIME CUSTOM DEADQ DESCR DISTL EXPRYINT
    GROUPUR IMGINTVL IMGLOGLN IMGRCOVO IMGRCOVQ IMGSCHED INITKEY MARKINT MAXHANDS MAXMSGL MAXPROPL
    MAXPRTY MAXUMSGS MONQ PLATFORM QMNAME QSGNAME ROUTEREC SCMDSERV SCYCASE SPLCAP SQQMNAME STATINT
    STATMQI STATQ SYNCPT TRIGINT VERSION XRCAP
""".split()  # noqa: SIM905
_EVENT = """
    AUTHOREV BRIDGEEV CHLEV CMDEV CONFIGEV INHIBTEV LOCALEV LOGGEREV PERFMEV REMOTEEV SSLEV STRSTPEV
""".split()  # noqa: SIM905
_CHINIT = """
    ACTCHL ADOPTCHK ADOPTMCA CERTLABL CERTQSGL CERTVPOL CHAD CHADEV CHADEXIT CHIADAPS CHIDISPS
    CHISERVP CHLAUTH CHLEV DEADQ DEFXMITQ DNSGROUP DNSWLM IGQ IGQAUT IGQUSER IPADDRV LSTRTMR LU62ARM
    LU62CHL LUGROUP LUNAME MAXCHL MONACLS MONCHL OPORTMAX OPORTMIN QMID RCVTIME RCVTMIN RCVTTYPE
    REVDNS SCHINIT SSLCRLNL SSLCRYP SSLEV SSLFIPS SSLKEYR SSLRKEYC SSLTASKS STATACLS STATCHL SUITEB
    TCPCHL TCPKEEP TCPNAME TCPSTACK TRAXSTR TRAXTBL
""".split()  # noqa: SIM905
_CLUSTER = """
    CLWLDATA CLWLEXIT CLWLLEN CLWLMRUC CLWLUSEQ DEFCLXQ MONACLS QMID REPOS REPOSNL STATACLS
""".split()  # noqa: SIM905
_PUBSUB = ("PARENT", "PSCLUS", "PSMODE", "PSNPMSG", "PSNPRES", "PSRTYCNT", "PSSYNCPT", "TREELIFE")
# A word of DISPLAY QMGR -> the keywords that it stands for.
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "SYSTEM": tuple(_SYSTEM),
        "EVENT": tuple(_EVENT),
        "CHINIT": tuple(_CHINIT),
        "CLUSTER": tuple(_CLUSTER),
        "PUBSUB": _PUBSUB,
    }
)
# Attributes that DISPLAY QMGR shows and ALTER QMGR does not set.
READ_ONLY = frozenset(
    """
    ADVCAP ALTDATE ALTTIME AMQPCAP CMDLEVEL COMMANDQ CPILEVEL CRDATE CRTIME DISTL MAXPRTY PLATFORM
    QMID QMNAME QSGCERT QSGNAME SPLCAP STANDBY SYNCPT VERSION XRCAP
    """.split()  # noqa: SIM905 - a table of words
)
