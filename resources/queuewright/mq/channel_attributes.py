"""Attributes of cluster channels. Source: IBM's Change, Copy and Create Channel (PCF), MQSC
DEFINE CHANNEL, CRTMQMCHL: those that a working cluster needs."""

from queuewright.catalogue.attribute import Attribute, Change, Choice, Cl, Pcf, Ref, Strength
from queuewright.catalogue.names import channel_name, mq_name, no_control_characters
from queuewright.catalogue.platform import ALL, Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_CHANNEL, CRTMQMCHL

from .choices import choice, monitoring, yes_no
from .named import Names, channel_attribute

_S = "PCF Change Channel"


def _seconds(
    title: str, pcf: Pcf, mqsc: str, cl: str, shipped: int, maximum: int = 999_999_999
) -> Attribute:
    return Attribute(
        title=title,
        sources=(CHANGE_CHANNEL.at(pcf.name), CRTMQMCHL.at(cl)),
        mqsc=mqsc,
        pcf=pcf,
        cl=Cl(cl),
        minimum=0,
        maximum=maximum,
        quantity="seconds",
        shipped=shipped,
    )


def _count(
    title: str, pcf: Pcf, mqsc: str, cl: str, low: int, high: int, shipped: int
) -> Attribute:
    return Attribute(
        title=title,
        sources=(CHANGE_CHANNEL.at(pcf.name), CRTMQMCHL.at(cl)),
        mqsc=mqsc,
        pcf=pcf,
        cl=Cl(cl),
        minimum=low,
        maximum=high,
        shipped=shipped,
    )


CHANNEL_NAME = channel_attribute(
    "Channel name",
    Names("ChannelName", "MQCACH_CHANNEL_NAME", 3501, None, "CHLNAME"),
    max_length=20,
    syntax=channel_name,
    change=Change.REPLACE,
    required=True,
)
CHANNEL_DESCRIPTION = channel_attribute(
    "Channel description",
    Names("ChannelDesc", "MQCACH_DESC", 3502, "DESCR", "TEXT"),
    cl_blank="*BLANK",
    max_length=64,
    syntax=no_control_characters,
    shipped="",
)
TRANSPORT_TYPE = channel_attribute(
    "Transmission protocol type",
    Names("TransportType", "MQIACH_XMIT_PROTOCOL_TYPE", 1501, "TRPTYPE", "TRPTYPE"),
    choices=(
        choice("MQXPT_LU62", 1, "LU62", "*LU62"),
        choice("MQXPT_TCP", 2, "TCP", "*TCP"),
        choice("MQXPT_NETBIOS", 3, "NETBIOS", platforms=frozenset({Platform.WINDOWS})),
        choice("MQXPT_SPX", 4, "SPX", platforms=frozenset({Platform.WINDOWS})),
    ),
    shipped="tcp",
)
CONNECTION_NAME = channel_attribute(
    "Connection name",
    Names("ConnectionName", "MQCACH_CONNECTION_NAME", 3506, "CONNAME", "CONNAME"),
    cl_blank="*NONE",
    max_length=264,
    syntax=no_control_characters,
    shipped="",
)
CLUSTER_NAME = channel_attribute(
    "Cluster name",
    Names("ClusterName", "MQCA_CLUSTER_NAME", 2029, "CLUSTER", "CLUSTER"),
    cl_blank="*NONE",
    max_length=48,
    syntax=mq_name,
    shipped="",
    reference=Ref((Role.CLUSTER,), Strength.SOFT),
)
CLUSTER_NAMELIST = channel_attribute(
    "Cluster namelist",
    Names("ClusterNamelist", "MQCA_CLUSTER_NAMELIST", 2030, "CLUSNL", "CLUSNL"),
    cl_blank="*NONE",
    max_length=48,
    syntax=mq_name,
    shipped="",
    reference=Ref((Role.NAMELIST,), Strength.SOFT),
)
LOCAL_ADDRESS = channel_attribute(
    "Local communications address",
    Names("LocalAddress", "MQCACH_LOCAL_ADDRESS", 3520, "LOCLADDR", "LOCLADDR"),
    cl_blank="*NONE",
    max_length=48,
    syntax=no_control_characters,
    shipped="",
)
BATCH_SIZE = _count(
    "Batch size",
    Pcf("BatchSize", "MQIACH_BATCH_SIZE", 1502, "MQCFIN"),
    "BATCHSZ", "BATCHSIZE", 1, 9999, 50,
)  # fmt: skip
BATCH_INTERVAL = _count(
    "Batch interval in milliseconds",
    Pcf("BatchInterval", "MQIACH_BATCH_INTERVAL", 1564, "MQCFIN"),
    "BATCHINT", "BATCHINT", 0, 999_999_999, 0,
)  # fmt: skip
BATCH_HEARTBEAT = _count(
    "Batch heartbeat interval in milliseconds",
    Pcf("BatchHeartbeat", "MQIACH_BATCH_HB", 1567, "MQCFIN"),
    "BATCHHB", "BATCHHB", 0, 999_999_999, 0,
)  # fmt: skip
BATCH_DATA_LIMIT = _count(
    "Batch data limit in kilobytes",
    Pcf("BatchDataLimit", "MQIACH_BATCH_DATA_LIMIT", 1624, "MQCFIN"),
    "BATCHLIM", "BATCHLIM", 0, 999_999, 5000,
)  # fmt: skip
DISCONNECT_INTERVAL = _seconds(
    "Disconnect interval",
    Pcf("DiscInterval", "MQIACH_DISC_INTERVAL", 1503, "MQCFIN"),
    "DISCINT", "DSCITV", 6000, 999_999,
)  # fmt: skip
SHORT_RETRY_COUNT = _count(
    "Short retry count",
    Pcf("ShortRetryCount", "MQIACH_SHORT_RETRY", 1505, "MQCFIN"),
    "SHORTRTY", "SHORTRTY", 0, 999_999_999, 10,
)  # fmt: skip
SHORT_RETRY_INTERVAL = _seconds(
    "Short retry interval",
    Pcf("ShortRetryInterval", "MQIACH_SHORT_TIMER", 1504, "MQCFIN"),
    "SHORTTMR", "SHORTTMR", 60,
)  # fmt: skip
LONG_RETRY_COUNT = _count(
    "Long retry count",
    Pcf("LongRetryCount", "MQIACH_LONG_RETRY", 1507, "MQCFIN"),
    "LONGRTY", "LONGRTY", 0, 999_999_999, 999_999_999,
)  # fmt: skip
LONG_RETRY_INTERVAL = _seconds(
    "Long retry interval",
    Pcf("LongRetryInterval", "MQIACH_LONG_TIMER", 1506, "MQCFIN"),
    "LONGTMR", "LONGTMR", 1200,
)  # fmt: skip
HEARTBEAT_INTERVAL = _seconds(
    "Heartbeat interval",
    Pcf("HeartbeatInterval", "MQIACH_HB_INTERVAL", 1563, "MQCFIN"),
    "HBINT", "HRTBTINTVL", 300, 999_999,
)  # fmt: skip
KEEP_ALIVE_INTERVAL = channel_attribute(
    "Keep alive interval",
    Names("KeepAliveInterval", "MQIACH_KEEP_ALIVE_INTERVAL", 1566, "KAINT", "KAINT"),
    minimum=0,
    maximum=99_999,
    quantity="seconds",
    choices=(Choice("auto", "AUTO", "MQKAI_AUTO", -1, "*AUTO"),),
    shipped="auto",
)
MAX_MESSAGE_LENGTH = _count(
    "Maximum message length in bytes",
    Pcf("MaxMsgLength", "MQIACH_MAX_MSG_LENGTH", 1510, "MQCFIN"),
    "MAXMSGL", "MAXMSGLEN", 0, 104_857_600, 4_194_304,
)  # fmt: skip
SEQUENCE_NUMBER_WRAP = _count(
    "Sequence wrap number",
    Pcf("SeqNumberWrap", "MQIACH_SEQUENCE_NUMBER_WRAP", 1509, "MQCFIN"),
    "SEQWRAP", "SEQNUMWRAP", 100, 999_999_999, 999_999_999,
)  # fmt: skip
NON_PERSISTENT_MESSAGE_SPEED = channel_attribute(
    "Speed at which non-persistent messages are to be sent",
    Names("NonPersistentMsgSpeed", "MQIACH_NPM_SPEED", 1562, "NPMSPEED", "NPMSPEED"),
    choices=(
        choice("MQNPMS_NORMAL", 1, "NORMAL", "*NORMAL"),
        choice("MQNPMS_FAST", 2, "FAST", "*FAST"),
    ),
    shipped="fast",
)
DATA_CONVERSION = channel_attribute(
    "Whether the sender must convert application data",
    Names("DataConversion", "MQIACH_DATA_CONVERSION", 1515, "CONVERT", "CVTMSG"),
    choices=yes_no("MQCDC_NO_SENDER_CONVERSION", "MQCDC_SENDER_CONVERSION"),
    shipped="no_sender_conversion",
)
PUT_AUTHORITY = channel_attribute(
    "Put authority",
    Names("PutAuthority", "MQIACH_PUT_AUTHORITY", 1508, "PUTAUT", "PUTAUT"),
    choices=(
        choice("MQPA_DEFAULT", 1, "DEF", "*DFT"),
        choice("MQPA_CONTEXT", 2, "CTX", "*CTX"),
        choice("MQPA_ONLY_MCA", 3, "ONLYMCA", platforms=frozenset({Platform.ZOS})),
        choice("MQPA_ALTERNATE_OR_MCA", 4, "ALTMCA", platforms=frozenset({Platform.ZOS})),
    ),
    shipped="default",
)
MCA_USER_IDENTIFIER = channel_attribute(
    "Message channel agent user identifier",
    Names("MCAUserIdentifier", "MQCACH_MCA_USER_ID", 3527, "MCAUSER", "MCAUSRID"),
    cl_blank="*NONE",
    max_length=64,
    syntax=no_control_characters,
    shipped="",
)
MCA_TYPE = channel_attribute(
    "Message channel agent type",
    Names("MCAType", "MQIACH_MCA_TYPE", 1517, "MCATYPE", "MCATYPE"),
    choices=(
        choice("MQMCAT_PROCESS", 1, "PROCESS", "*PROCESS"),
        choice("MQMCAT_THREAD", 2, "THREAD", "*THREAD"),
    ),
    shipped="thread",
    platforms=ALL,
)
SSL_CIPHER_SPECIFICATION = channel_attribute(
    "CipherSpec",
    Names("SSLCipherSpec", "MQCACH_SSL_CIPHER_SPEC", 3544, "SSLCIPH", "SSLCIPH"),
    cl_blank="*NONE",
    max_length=32,
    syntax=no_control_characters,
    shipped="",
)
SSL_CLIENT_AUTHENTICATION = channel_attribute(
    "TLS client authentication",
    Names("SSLClientAuth", "MQIACH_SSL_CLIENT_AUTH", 1568, "SSLCAUTH", "SSLCAUTH"),
    choices=(
        choice("MQSCA_REQUIRED", 0, "REQUIRED", "*REQUIRED"),
        choice("MQSCA_OPTIONAL", 1, "OPTIONAL", "*OPTIONAL"),
    ),
    shipped="required",
)
SSL_PEER_NAME = channel_attribute(
    "TLS peer name",
    Names("SSLPeerName", "MQCACH_SSL_PEER_NAME", 3545, "SSLPEER", "SSLPEER"),
    cl_blank="*NONE",
    max_length=1024,
    syntax=no_control_characters,
    shipped="",
)
CERTIFICATE_LABEL = channel_attribute(
    "Certificate label",
    Names("CertificateLabel", "MQCA_CERT_LABEL", 2121, "CERTLABL", "CERTLABL"),
    cl_blank="*NONE",
    max_length=64,
    syntax=no_control_characters,
    shipped="",
    since=800,
)
NETWORK_PRIORITY = _count(
    "Network priority",
    Pcf("NetworkPriority", "MQIACH_NETWORK_PRIORITY", 1565, "MQCFIN"),
    "NETPRTY", "NETPRTY", 0, 9, 0,
)  # fmt: skip
CLUSTER_WORKLOAD_CHANNEL_PRIORITY = _count(
    "Channel priority for cluster workload distribution",
    Pcf("CLWLChannelPriority", "MQIACH_CLWL_CHANNEL_PRIORITY", 1578, "MQCFIN"),
    "CLWLPRTY", "CLWLPRTY", 0, 9, 0,
)  # fmt: skip
CLUSTER_WORKLOAD_CHANNEL_RANK = _count(
    "Channel rank for cluster workload distribution",
    Pcf("CLWLChannelRank", "MQIACH_CLWL_CHANNEL_RANK", 1577, "MQCFIN"),
    "CLWLRANK", "CLWLRANK", 0, 9, 0,
)  # fmt: skip
CLUSTER_WORKLOAD_CHANNEL_WEIGHT = _count(
    "Channel weighting for cluster workload distribution",
    Pcf("CLWLChannelWeight", "MQIACH_CLWL_CHANNEL_WEIGHT", 1579, "MQCFIN"),
    "CLWLWGHT", "CLWLWGHT", 1, 99, 50,
)  # fmt: skip
PROPERTY_CONTROL = channel_attribute(
    "Property control",
    Names("PropertyControl", "MQIA_PROPERTY_CONTROL", 190, "PROPCTL", "PROPCTL"),
    choices=(
        choice("MQPROP_COMPATIBILITY", 0, "COMPAT", "*COMPAT"),
        choice("MQPROP_NONE", 1, "NONE", "*NONE"),
        choice("MQPROP_ALL", 2, "ALL", "*ALL"),
    ),
    shipped="compatibility",
)
CHANNEL_MONITORING = channel_attribute(
    "Online monitoring data collection",
    Names("ChannelMonitoring", "MQIA_MONITORING_CHANNEL", 122, "MONCHL", "MONCHL"),
    choices=monitoring(),
    shipped="q_mgr",
)
CHANNEL_STATISTICS = channel_attribute(
    "Statistics data collection",
    Names("ChannelStatistics", "MQIA_STATISTICS_CHANNEL", 129, "STATCHL", "STATCHL"),
    choices=monitoring(),
    shipped="q_mgr",
)
