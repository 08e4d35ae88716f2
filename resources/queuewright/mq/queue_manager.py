"""The queue manager's own attributes. Source: IBM MQ, MQSC: ALTER QMGR, DISPLAY QMGR."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Lifecycle

from .choices import choice
from .named import OWN_NAME, constants
from .queue_manager_attributes import attribute as _attribute
from .queue_manager_attributes import integer as _integer
from .queue_manager_attributes import named as _name
from .queue_manager_attributes import string as _string
from .queue_manager_attributes import text as _text
from .queue_manager_attributes import words as _words
from .zos_queue_manager import ZosQueueManagerSpec

QUEUE_MANAGER_NAME = _attribute("Queue manager name", None, **OWN_NAME)


# fmt: off
class QueueManagerSpec(ZosQueueManagerSpec):
    """A queue manager: a system has exactly one, of its own name."""

    kind: ClassVar[str] = "mq:QueueManager"
    is_managed: ClassVar[bool] = False
    lifecycle: ClassVar[Lifecycle] = Lifecycle.SINGLETON
    mqsc: ClassVar[MqscCommands] = MqscCommands("QMGR")
    namespace: ClassVar[str] = "queue manager"
    module: ClassVar[tuple[str, str]] = ("queue_managers", "Queue managers")

    name: Annotated[str, QUEUE_MANAGER_NAME]
    coded_character_set_identifier: Annotated[int | None, _attribute(
        "Coded character set identifier", "CCSID", limits=(1, 65_535),
        pcf=_integer("CodedCharSetId", "MQIA_CODED_CHAR_SET_ID", 2),
    )] = None
    description: Annotated[str | None, _text(
        "Description", "DESCR", 64, pcf=_string("QMgrDesc", "MQCA_Q_MGR_DESC", 2014),
    )] = None
    dead_letter_queue: Annotated[str | None, _name(
        "Dead-letter queue", "DEADQ", pcf=_string("DeadLetterQName", "MQCA_DEAD_LETTER_Q_NAME",
        2006),
    )] = None
    default_transmission_queue: Annotated[str | None, _name(
        "Default transmission queue", "DEFXMITQ", pcf=_string("DefXmitQName",
        "MQCA_DEF_XMIT_Q_NAME", 2025),
    )] = None
    max_message_length: Annotated[int | None, _attribute(
        "Maximum message length", "MAXMSGL", limits=(32_768, 104_857_600), quantity="bytes",
        shipped=4_194_304, shipped_on={Platform.ZOS: 104_857_600}, pcf=_integer("MaxMsgLength",
        "MQIA_MAX_MSG_LENGTH", 13),
    )] = None
    repository: Annotated[str | None, _name(
        "Cluster that it is a full repository of", "REPOS", pcf=_string("RepositoryName",
        "MQCA_REPOSITORY_NAME", 2035),
    )] = None
    repository_namelist: Annotated[str | None, _name(
        "Clusters that it is a full repository of", "REPOSNL", pcf=_string("RepositoryNamelist",
        "MQCA_REPOSITORY_NAMELIST", 2036),
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
        "Whether applications override accounting", "ACCTCONO", constants("MQMON",
        ENABLED="ENABLED", DISABLED="DISABLED"), shipped="disabled",
    )] = None
    accounting_interval: Annotated[int | None, _attribute(
        "Accounting interval", "ACCTINT", limits=(0, 604_800), shipped=1800, quantity="seconds",
    )] = None
    mqi_accounting: Annotated[str | None, _words(
        "Accounting of MQI", "ACCTMQI", constants("MQMON", OFF="OFF", ON="ON"), shipped="off",
    )] = None
    queue_accounting: Annotated[str | None, _words(
        "Accounting of queues", "ACCTQ", constants("MQMON", OFF="OFF", ON="ON", NONE="NONE"),
        shipped="off",
    )] = None
    activity_recording: Annotated[str | None, _words(
        "Recording of activity reports", "ACTIVREC", constants("MQRECORDING", MSG="MSG", Q="QUEUE",
        DISABLED="DISABLED"), shipped="msg",
    )] = None
    activity_connection_override: Annotated[str | None, _words(
        "Whether applications override activity trace", "ACTVCONO", constants("MQMON",
        ENABLED="ENABLED", DISABLED="DISABLED"), shipped="disabled",
    )] = None
    activity_trace: Annotated[str | None, _words(
        "Activity trace", "ACTVTRC", constants("MQMON", OFF="OFF", ON="ON"), shipped="off",
    )] = None
    authority_event: Annotated[str | None, _words(
        "Authority events", "AUTHOREV", constants("MQEVR", ENABLED="ENABLED", DISABLED="DISABLED"),
        shipped="disabled",
    )] = None
    certificate_label: Annotated[str | None, _text("Certificate label", "CERTLABL", 64)] = None
    certificate_validation_policy: Annotated[str | None, _words(
        "Certificate validation policy", "CERTVPOL", constants("MQ_CERT_VAL_POLICY", ANY="ANY",
        RFC5280="RFC5280"), shipped="any",
    )] = None
    channel_auto_definition: Annotated[str | None, _words(
        "Whether channels are defined by themselves", "CHAD", constants("MQCHAD", ENABLED="ENABLED",
        DISABLED="DISABLED"), shipped="disabled",
    )] = None
    channel_auto_definition_event: Annotated[str | None, _words(
        "Events of channels that are", "CHADEV", constants("MQEVR", ENABLED="ENABLED",
        DISABLED="DISABLED"), shipped="disabled",
    )] = None
    channel_auto_definition_exit: Annotated[str | None, _text(
        "Exit for channels that are", "CHADEXIT", 128,
    )] = None
    channel_authentication_records: Annotated[str | None, _words(
        "Whether channel authentication records count", "CHLAUTH", constants("MQCHLA",
        ENABLED="ENABLED", DISABLED="DISABLED"), shipped="enabled",
    )] = None
    channel_event: Annotated[str | None, _words(
        "Channel events", "CHLEV", constants("MQEVR", ENABLED="ENABLED", DISABLED="DISABLED",
        EXCEPTION="EXCEPTION"), shipped="disabled",
    )] = None
    cluster_workload_data: Annotated[str | None, _text(
        "Data of the cluster workload exit", "CLWLDATA", 32,
    )] = None
    cluster_workload_exit: Annotated[str | None, _text(
        "Cluster workload exit", "CLWLEXIT", 128,
    )] = None
    cluster_workload_length: Annotated[int | None, _attribute(
        "Message data passed to that exit", "CLWLLEN", limits=(0, 999_999_999), shipped=100,
        quantity="bytes",
    )] = None
    command_event: Annotated[str | None, _words(
        "Command events", "CMDEV", constants("MQEVR", ENABLED="ENABLED", DISABLED="DISABLED",
        NO_DISPLAY="NODISPLAY"), shipped="disabled",
    )] = None
    configuration_event: Annotated[str | None, _words(
        "Configuration events", "CONFIGEV", (choice("MQEVR_DISABLED", 0, "DISABLED"),
        choice("MQEVR_ENABLED", 1, "ENABLED")), shipped="disabled",
        pcf=_integer("ConfigurationEvent", "MQIA_CONFIGURATION_EVENT", 51),
    )] = None
    connection_authentication: Annotated[str | None, _name(
        "Connection authentication", "CONNAUTH", shipped="SYSTEM.DEFAULT.AUTHINFO.IDPWOS",
    )] = None
    custom: Annotated[str | None, _text("Custom attributes", "CUSTOM", 128)] = None
    default_cluster_xmit_queue_type: Annotated[str | None, _words(
        "Transmission queues of cluster-sender channels", "DEFCLXQ", (choice("MQCLXQ_SCTQ", 0,
        "SCTQ"), choice("MQCLXQ_CHANNEL", 1, "CHANNEL")), shipped="sctq",
        pcf=_integer("DefClusterXmitQueueType", "MQIA_DEF_CLUSTER_XMIT_Q_TYPE", 250),
    )] = None
    inhibit_event: Annotated[str | None, _words(
        "Inhibit events", "INHIBTEV", constants("MQEVR", ENABLED="ENABLED", DISABLED="DISABLED"),
        shipped="disabled",
    )] = None
    ip_address_version: Annotated[str | None, _words(
        "Version of IP", "IPADDRV", constants("MQIPADDR", IPV4="IPV4", IPV6="IPV6"), shipped="ipv4",
    )] = None
    local_event: Annotated[str | None, _words(
        "Local error events", "LOCALEV", constants("MQEVR", ENABLED="ENABLED", DISABLED="DISABLED"),
        shipped="disabled",
    )] = None
    logger_event: Annotated[str | None, _words(
        "Recovery log events", "LOGGEREV", constants("MQEVR", ENABLED="ENABLED",
        DISABLED="DISABLED"), shipped="disabled",
    )] = None
    message_mark_browse_interval: Annotated[int | str | None, _attribute(
        "How long browsed messages stay marked", "MARKINT", limits=(0, 999_999_999),
        choices=constants("MQMMBI", UNLIMITED="NOLIMIT"), shipped=5000, quantity="ms",
    )] = None
    max_handles: Annotated[int | None, _attribute(
        "Handles at most", "MAXHANDS", limits=(0, 999_999_999), shipped=256,
    )] = None
    max_properties_length: Annotated[int | str | None, _attribute(
        "Length of properties at most", "MAXPROPL", limits=(0, 104_857_600),
        choices=constants("MQPROP", UNRESTRICTED_LENGTH="NOLIMIT"), shipped="unrestricted_length",
        quantity="bytes",
    )] = None
    max_uncommitted_messages: Annotated[int | None, _attribute(
        "Uncommitted messages at most", "MAXUMSGS", limits=(1, 999_999_999), shipped=10_000,
    )] = None
    cluster_sender_monitoring: Annotated[str | None, _words(
        "Monitoring of automatic cluster-sender channels", "MONACLS", constants("MQMON",
        Q_MGR="QMGR", OFF="OFF", LOW="LOW", MEDIUM="MEDIUM", HIGH="HIGH"), shipped="q_mgr",
    )] = None
    channel_monitoring: Annotated[str | None, _words(
        "Monitoring of channels", "MONCHL", constants("MQMON", NONE="NONE", OFF="OFF", LOW="LOW",
        MEDIUM="MEDIUM", HIGH="HIGH"), shipped="off",
    )] = None
    queue_monitoring: Annotated[str | None, _words(
        "Monitoring of queues", "MONQ", constants("MQMON", NONE="NONE", OFF="OFF", LOW="LOW",
        MEDIUM="MEDIUM", HIGH="HIGH"), shipped="off",
    )] = None
    parent: Annotated[str | None, _name("Parent queue manager", "PARENT")] = None
    performance_event: Annotated[str | None, _words(
        "Performance events", "PERFMEV", constants("MQEVR", ENABLED="ENABLED", DISABLED="DISABLED"),
        shipped="disabled",
    )] = None
    publish_subscribe_clustering: Annotated[str | None, _words(
        "Whether clusters take part in publish/subscribe", "PSCLUS", constants("MQPSCLUS",
        ENABLED="ENABLED", DISABLED="DISABLED"), shipped="enabled",
    )] = None
    publish_subscribe_mode: Annotated[str | None, _words(
        "Publish/subscribe mode", "PSMODE", constants("MQPSM", ENABLED="ENABLED",
        DISABLED="DISABLED", COMPAT="COMPAT"), shipped="enabled",
    )] = None
    undelivered_input_message: Annotated[str | None, _words(
        "Treatment of undelivered input messages", "PSNPMSG", constants("MQUNDELIVERED",
        DISCARD="DISCARD", KEEP="KEEP"), shipped="discard",
    )] = None
    undelivered_response: Annotated[str | None, _words(
        "Treatment of undelivered responses", "PSNPRES", constants("MQUNDELIVERED",
        NORMAL="NORMAL", SAFE="SAFE", DISCARD="DISCARD", KEEP="KEEP"), shipped="normal",
    )] = None
    publish_subscribe_retry_count: Annotated[int | None, _attribute(
        "Attempts at a command message that failed", "PSRTYCNT", limits=(0, 999_999_999), shipped=5,
    )] = None
    publish_subscribe_syncpoint: Annotated[str | None, _words(
        "Which messages are processed under syncpoint", "PSSYNCPT", constants("MQSYNCPOINT",
        IFPER="IFPER", YES="YES"), shipped="ifper",
    )] = None
    remote_event: Annotated[str | None, _words(
        "Remote error events", "REMOTEEV", constants("MQEVR", ENABLED="ENABLED",
        DISABLED="DISABLED"), shipped="disabled",
    )] = None
    reverse_dns_lookup: Annotated[str | None, _words(
        "Reverse DNS lookup", "REVDNS", constants("MQRDNS", ENABLED="ENABLED", DISABLED="DISABLED"),
        shipped="enabled",
    )] = None
    trace_route_recording: Annotated[str | None, _words(
        "Recording of trace-route messages", "ROUTEREC", constants("MQRECORDING", MSG="MSG",
        Q="QUEUE", DISABLED="DISABLED"), shipped="msg",
    )] = None
    channel_initiator_control: Annotated[str | None, _words(
        "When the channel initiator starts", "SCHINIT", constants("MQSVC", CONTROL_Q_MGR="QMGR",
        CONTROL_MANUAL="MANUAL"), shipped="control_q_mgr",
    )] = None
    command_server_control: Annotated[str | None, _words(
        "When the command server starts", "SCMDSERV", constants("MQSVC", CONTROL_Q_MGR="QMGR",
        CONTROL_MANUAL="MANUAL"), shipped="control_q_mgr",
    )] = None
    ssl_crl_namelist: Annotated[str | None, _name(
        "Authentication information for revoked certificates", "SSLCRLNL",
    )] = None
    ssl_crypto_hardware: Annotated[str | None, _text(
        "Cryptographic hardware", "SSLCRYP", 256,
    )] = None
    ssl_event: Annotated[str | None, _words(
        "TLS events", "SSLEV", constants("MQEVR", ENABLED="ENABLED", DISABLED="DISABLED"),
        shipped="disabled",
    )] = None
    ssl_fips_required: Annotated[str | None, _words(
        "Whether FIPS algorithms are required", "SSLFIPS", constants("MQSSL", FIPS_NO="NO",
        FIPS_YES="YES"), shipped="fips_no",
    )] = None
    ssl_key_repository: Annotated[str | None, _text("Key repository", "SSLKEYR", 256)] = None
    ssl_key_reset_count: Annotated[int | None, _attribute(
        "Bytes until a secret key is negotiated anew", "SSLRKEYC", limits=(0, 999_999_999),
        shipped=0,
    )] = None
    cluster_sender_statistics: Annotated[str | None, _words(
        "Statistics of automatic cluster-sender channels", "STATACLS", constants("MQMON",
        Q_MGR="QMGR", OFF="OFF", LOW="LOW", MEDIUM="MEDIUM", HIGH="HIGH"), shipped="q_mgr",
    )] = None
    channel_statistics: Annotated[str | None, _words(
        "Statistics of channels", "STATCHL", constants("MQMON", NONE="NONE", OFF="OFF", LOW="LOW",
        MEDIUM="MEDIUM", HIGH="HIGH"), shipped="off",
    )] = None
    statistics_interval: Annotated[int | None, _attribute(
        "Statistics interval", "STATINT", limits=(0, 604_800), shipped=1800, quantity="seconds",
    )] = None
    mqi_statistics: Annotated[str | None, _words(
        "Statistics of MQI", "STATMQI", constants("MQMON", OFF="OFF", ON="ON"), shipped="off",
    )] = None
    queue_statistics: Annotated[str | None, _words(
        "Statistics of queues", "STATQ", constants("MQMON", NONE="NONE", OFF="OFF", ON="ON"),
        shipped="off",
    )] = None
    start_stop_event: Annotated[str | None, _words(
        "Events of start and stop", "STRSTPEV", constants("MQEVR", ENABLED="ENABLED",
        DISABLED="DISABLED"), shipped="enabled",
    )] = None
    suite_b_strength: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, _text(
        "Strength of Suite B", "SUITEB", 8, max_items=2, shipped=("NONE",),
    )] = None
    tree_life_time: Annotated[int | None, _attribute(
        "Lifetime of topics that are not administered", "TREELIFE", limits=(0, 604_000),
        shipped=1800, quantity="seconds",
    )] = None
    trigger_interval: Annotated[int | None, _attribute(
        "Trigger interval", "TRIGINT", limits=(0, 999_999_999), shipped=999_999_999, quantity="ms",
    )] = None
    image_interval: Annotated[int | str | None, _attribute(
        "Time between media images", "IMGINTVL", limits=(1, 999_999_999),
        choices=constants("MQMEDIMGINTVL", OFF="OFF"), quantity="minutes",
    )] = None
    image_log_length: Annotated[int | str | None, _attribute(
        "Log between media images", "IMGLOGLN", limits=(1, 999_999_999),
        choices=constants("MQMEDIMGLOGLN", OFF="OFF"), quantity="megabytes",
    )] = None
    image_recover_object: Annotated[str | None, _words(
        "Whether objects are recovered from media images", "IMGRCOVO", constants("MQIMGRCOV",
        YES="YES", NO="NO"),
    )] = None
    image_recover_queue: Annotated[str | None, _words(
        "Whether queues are recovered from media images", "IMGRCOVQ", constants("MQIMGRCOV",
        YES="YES", NO="NO"),
    )] = None
    image_schedule: Annotated[str | None, _words(
        "Whether media images are written by themselves", "IMGSCHED", constants("MQMEDIMGSCHED",
        MANUAL="MANUAL", AUTO="AUTO"),
    )] = None
    initial_key: Annotated[str | None, _text(
        "Initial key of password protection", "INITKEY", 256, shipped=None, write_only=True,
    )] = None
    key_repository_password: Annotated[str | None, _text(
        "Password of the key repository", "KEYRPWD", 1024, shipped=None, write_only=True,
    )] = None
    otel_propagation_control: Annotated[str | None, _words(
        "Propagation of trace context", "OTELPCTL", constants("MQOTEL_PCTL", AUTO="AUTO",
        MANUAL="MANUAL"),
    )] = None
    otel_trace: Annotated[str | None, _words(
        "OpenTelemetry tracing", "OTELTRAC", constants("MQOTEL_TRACE", OFF="OFF", ON="ON"),
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
