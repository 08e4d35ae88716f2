"""Attributes of channels. Source: IBM's Change, Copy and Create Channel (PCF), MQSC DEFINE CHANNEL,
CRTMQMCHL."""

from queuewright.catalogue.attribute import Attribute, Choice, Ref, Rest, Strength
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_CHANNEL

from . import common_attributes as common
from .choices import MONITORED, MONITORING, PROPERTIES, choice, rest, spelled_alike, switch, yes_no
from .named import (
    DESCRIPTION,
    OPTIONAL_NAME,
    OWN_NAME,
    TEXT,
    Names,
    at_next_start,
    channel_attribute,
)

# ALTER CHANNEL, Usage notes.
SEQUENCE = "the sequence number may have to be reset at both ends (RESET CHANNEL)"


def _number(
    title: str,
    low: int,
    high: int,
    shipped: int,
    names: Names,
    quantity: str | None = None,
    rest: tuple[Rest, ...] = (),
) -> Attribute:
    """low, high: inclusive. shipped: in SYSTEM.DEF.CLUSRCVR and SYSTEM.DEF.CLUSSDR."""
    return at_next_start(
        title, names, limits=(low, high), shipped=shipped, quantity=quantity, rest=rest
    )


CHANNEL_NAME = channel_attribute(
    "Channel name",
    Names("ChannelName", "MQCACH_CHANNEL_NAME", 3501, None, "CHLNAME"),
    **{**OWN_NAME, "max_length": 20},
)
CHANNEL_DESCRIPTION = channel_attribute(
    "Channel description",
    Names("ChannelDesc", "MQCACH_DESC", 3502, "DESCR", "TEXT"),
    **DESCRIPTION,
    rest=rest("general.description"),
)
TRANSPORT_TYPE = at_next_start(
    "Transmission protocol type",
    Names("TransportType", "MQIACH_XMIT_PROTOCOL_TYPE", 1501, "TRPTYPE", "TRPTYPE"),
    choices=(
        *spelled_alike("MQXPT", LU62=1, TCP=2),
        choice("MQXPT_NETBIOS", 3, "NETBIOS", platforms=frozenset({Platform.WINDOWS})),
        choice("MQXPT_SPX", 4, "SPX", platforms=frozenset({Platform.WINDOWS})),
    ),
    shipped="tcp",
)
CHANNEL_DISPOSITION = common.QUEUE_SHARING_GROUP_DISPOSITION.but(
    sources=(CHANGE_CHANNEL.at("QSGDisposition"),),
    rest=(),
)
CONNECTION_NAME = at_next_start(
    "Connection name",
    Names("ConnectionName", "MQCACH_CONNECTION_NAME", 3506, "CONNAME", "CONNAME"),
    max_length=264,
    **TEXT,
    afterwards=SEQUENCE,
    rest=rest("TYPE.connection", always=True),
)
CLUSTER_NAME = at_next_start(
    "Cluster name",
    Names("ClusterName", "MQCA_CLUSTER_NAME", 2029, "CLUSTER", "CLUSTER"),
    **OPTIONAL_NAME,
    reference=Ref((Role.CLUSTER,), Strength.SOFT),
    rest=rest("TYPE.clusterName", always=True),
)
CLUSTER_NAMELIST = at_next_start(
    "Cluster namelist",
    Names("ClusterNamelist", "MQCA_CLUSTER_NAMELIST", 2030, "CLUSNL", "CLUSNL"),
    **OPTIONAL_NAME,
    reference=Ref((Role.NAMELIST,), Strength.SOFT),
    rest=rest("TYPE.clusterNamelist", always=True),
)
LOCAL_ADDRESS = at_next_start(
    "Local communications address",
    Names("LocalAddress", "MQCACH_LOCAL_ADDRESS", 3520, "LOCLADDR", "LOCLADDR"),
    max_length=48,
    **TEXT,
    rest=rest("connectionManagement.localAddress"),
)
BATCH_SIZE = _number(
    "Batch size", 1, 9999, 50,
    Names("BatchSize", "MQIACH_BATCH_SIZE", 1502, "BATCHSZ", "BATCHSIZE"),
    rest=rest("batch.messageLimit"),
)  # fmt: skip
BATCH_INTERVAL = _number(
    "Batch interval in milliseconds", 0, 999_999_999, 0,
    Names("BatchInterval", "MQIACH_BATCH_INTERVAL", 1564, "BATCHINT", "BATCHINT"),
    rest=rest("batch.timeExtend"),
)  # fmt: skip
BATCH_HEARTBEAT = _number(
    "Batch heartbeat interval in milliseconds", 0, 999_999_999, 0,
    Names("BatchHeartbeat", "MQIACH_BATCH_HB", 1567, "BATCHHB", "BATCHHB"),
    rest=rest("batch.preCommitHeartbeat"),
)  # fmt: skip
BATCH_DATA_LIMIT = _number(
    "Batch data limit in kilobytes", 0, 999_999, 5000,
    Names("BatchDataLimit", "MQIACH_BATCH_DATA_LIMIT", 1624, "BATCHLIM", "BATCHLIM"),
    rest=rest("batch.dataLimit"),
)  # fmt: skip
DISCONNECT_INTERVAL = _number(
    "Disconnect interval", 0, 999_999, 6000,
    Names("DiscInterval", "MQIACH_DISC_INTERVAL", 1503, "DISCINT", "DSCITV"), "seconds",
    rest=rest("connectionManagement.disconnectInterval"),
)  # fmt: skip
SHORT_RETRY_COUNT = _number(
    "Short retry count", 0, 999_999_999, 10,
    Names("ShortRetryCount", "MQIACH_SHORT_RETRY", 1505, "SHORTRTY", "SHORTRTY"),
    rest=rest("connectionManagement.shortRetry.count"),
)  # fmt: skip
SHORT_RETRY_INTERVAL = _number(
    "Short retry interval", 0, 999_999_999, 60,
    Names("ShortRetryInterval", "MQIACH_SHORT_TIMER", 1504, "SHORTTMR", "SHORTTMR"), "seconds",
    rest=rest("connectionManagement.shortRetry.interval"),
)  # fmt: skip
LONG_RETRY_COUNT = _number(
    "Long retry count", 0, 999_999_999, 999_999_999,
    Names("LongRetryCount", "MQIACH_LONG_RETRY", 1507, "LONGRTY", "LONGRTY"),
    rest=rest("connectionManagement.longRetry.count"),
)  # fmt: skip
LONG_RETRY_INTERVAL = _number(
    "Long retry interval", 0, 999_999_999, 1200,
    Names("LongRetryInterval", "MQIACH_LONG_TIMER", 1506, "LONGTMR", "LONGTMR"), "seconds",
    rest=rest("connectionManagement.longRetry.interval"),
)  # fmt: skip
HEARTBEAT_INTERVAL = _number(
    "Heartbeat interval", 0, 999_999, 300,
    Names("HeartbeatInterval", "MQIACH_HB_INTERVAL", 1563, "HBINT", "HRTBTINTVL"), "seconds",
    rest=rest("connectionManagement.heartbeatInterval"),
)  # fmt: skip
KEEP_ALIVE_INTERVAL = at_next_start(
    "Keep alive interval",
    Names("KeepAliveInterval", "MQIACH_KEEP_ALIVE_INTERVAL", 1566, "KAINT", "KAINT"),
    limits=(0, 99_999),
    quantity="seconds",
    choices=(Choice("auto", "AUTO", "MQKAI_AUTO", -1, "*AUTO"),),
    shipped="auto",
)
MAX_MESSAGE_LENGTH = _number(
    "Maximum message length in bytes", 0, 104_857_600, 4_194_304,
    Names("MaxMsgLength", "MQIACH_MAX_MSG_LENGTH", 1510, "MAXMSGL", "MAXMSGLEN"),
    rest=rest("general.maximumMessageLength"),
)  # fmt: skip
SEQUENCE_NUMBER_WRAP = _number(
    "Sequence wrap number", 100, 999_999_999, 999_999_999,
    Names("SeqNumberWrap", "MQIACH_SEQUENCE_NUMBER_WRAP", 1509, "SEQWRAP", "SEQNUMWRAP"),
    rest=rest("extended.sequenceNumberWrap"),
)  # fmt: skip
NON_PERSISTENT_MESSAGE_SPEED = at_next_start(
    "Speed at which non-persistent messages are to be sent",
    Names("NonPersistentMsgSpeed", "MQIACH_NPM_SPEED", 1562, "NPMSPEED", "NPMSPEED"),
    choices=spelled_alike("MQNPMS", NORMAL=1, FAST=2),
    shipped="fast",
    rest=switch("batch.nonPersistentMessageSpeedFast", "FAST", "NORMAL"),
)
DATA_CONVERSION = at_next_start(
    "Whether the sender must convert application data",
    Names("DataConversion", "MQIACH_DATA_CONVERSION", 1515, "CONVERT", "CVTMSG"),
    choices=yes_no("MQCDC_NO_SENDER_CONVERSION", "MQCDC_SENDER_CONVERSION"),
    shipped="no_sender_conversion",
    rest=switch("extended.senderDataConversion", "YES", "NO"),
)
PUT_AUTHORITY = at_next_start(
    "Put authority",
    Names("PutAuthority", "MQIACH_PUT_AUTHORITY", 1508, "PUTAUT", "PUTAUT"),
    choices=(
        choice("MQPA_DEFAULT", 1, "DEF", "*DFT"),
        choice("MQPA_CONTEXT", 2, "CTX", "*CTX"),
        choice("MQPA_ONLY_MCA", 3, "ONLYMCA", platforms=frozenset({Platform.ZOS})),
        choice("MQPA_ALTERNATE_OR_MCA", 4, "ALTMCA", platforms=frozenset({Platform.ZOS})),
    ),
    shipped="default",
    rest=rest(
        "receiverSecurity.putAuthority",
        {"default": "DEF", "context": "CTX", "onlyMCA": "ONLYMCA", "alternateMCA": "ALTMCA"},
    ),
    admits=True,
)
MCA_USER_IDENTIFIER = at_next_start(
    "Message channel agent user identifier",
    Names("MCAUserIdentifier", "MQCACH_MCA_USER_ID", 3527, "MCAUSER", "MCAUSRID"),
    max_length=64,
    **TEXT,
    rest=rest("receiverSecurity.channelAgentUserId"),
    admits=True,
)
MCA_TYPE = at_next_start(
    "Message channel agent type",
    Names("MCAType", "MQIACH_MCA_TYPE", 1517, "MCATYPE", "MCATYPE"),
    choices=spelled_alike("MQMCAT", PROCESS=1, THREAD=2),
    shipped="thread",
    rest=rest("extended.channelAgentType", {"process": "PROCESS", "thread": "THREAD"}),
)
SSL_CIPHER_SPECIFICATION = at_next_start(
    "CipherSpec",
    Names("SSLCipherSpec", "MQCACH_SSL_CIPHER_SPEC", 3544, "SSLCIPH", "SSLCIPH"),
    max_length=32,
    **TEXT,
    rest=rest("transmissionSecurity.cipherSpecification"),
    admits=True,
)
SSL_CLIENT_AUTHENTICATION = at_next_start(
    "TLS client authentication",
    Names("SSLClientAuth", "MQIACH_SSL_CLIENT_AUTH", 1568, "SSLCAUTH", "SSLCAUTH"),
    choices=spelled_alike("MQSCA", REQUIRED=0, OPTIONAL=1),
    shipped="required",
    rest=switch("transmissionSecurity.requirePartnerCertificate", "REQUIRED", "OPTIONAL"),
    admits=True,
)
SSL_PEER_NAME = at_next_start(
    "TLS peer name",
    Names("SSLPeerName", "MQCACH_SSL_PEER_NAME", 3545, "SSLPEER", "SSLPEER"),
    max_length=1024,
    **TEXT,
    rest=rest("transmissionSecurity.certificatePeerName"),
    admits=True,
)
CERTIFICATE_LABEL = at_next_start(
    "Certificate label",
    Names("CertificateLabel", "MQCA_CERT_LABEL", 2121, "CERTLABL", "CERTLABL"),
    max_length=64,
    **TEXT,
    since=800,
    rest=rest("transmissionSecurity.certificateLabel"),
)
NETWORK_PRIORITY = _number(
    "Network priority", 0, 9, 0,
    Names("NetworkPriority", "MQIACH_NETWORK_PRIORITY", 1565, "NETPRTY", "NETPRTY"),
    rest=rest("clusterRouting.networkPriority"),
)  # fmt: skip
CLUSTER_WORKLOAD_CHANNEL_PRIORITY = _number(
    "Channel priority for cluster workload distribution", 0, 9, 0,
    Names("CLWLChannelPriority", "MQIACH_CLWL_CHANNEL_PRIORITY", 1578, "CLWLPRTY", "CLWLPRTY"),
    rest=rest("clusterRouting.workloadPriority"),
)  # fmt: skip
CLUSTER_WORKLOAD_CHANNEL_RANK = _number(
    "Channel rank for cluster workload distribution", 0, 9, 0,
    Names("CLWLChannelRank", "MQIACH_CLWL_CHANNEL_RANK", 1577, "CLWLRANK", "CLWLRANK"),
    rest=rest("clusterRouting.workloadRank"),
)  # fmt: skip
CLUSTER_WORKLOAD_CHANNEL_WEIGHT = _number(
    "Channel weighting for cluster workload distribution", 1, 99, 50,
    Names("CLWLChannelWeight", "MQIACH_CLWL_CHANNEL_WEIGHT", 1579, "CLWLWGHT", "CLWLWGHT"),
    rest=rest("clusterRouting.workloadWeight"),
)  # fmt: skip
PROPERTY_CONTROL = at_next_start(
    "Property control",
    Names("PropertyControl", "MQIA_PROPERTY_CONTROL", 190, "PROPCTL", "PROPCTL"),
    choices=common.PROPERTY_CONTROL.choices[:3],
    shipped="compatibility",
    rest=rest("extended.messagePropertyControl", PROPERTIES),
)
CHANNEL_MONITORING = at_next_start(
    "Online monitoring data collection",
    Names("ChannelMonitoring", "MQIA_MONITORING_CHANNEL", 122, "MONCHL", "MONCHL"),
    **MONITORING,
    rest=rest("dataCollection.monitoring", MONITORED),
)
CHANNEL_STATISTICS = at_next_start(
    "Statistics data collection",
    Names("ChannelStatistics", "MQIA_STATISTICS_CHANNEL", 129, "STATCHL", "STATCHL"),
    **MONITORING,
    rest=rest("dataCollection.statistics", MONITORED),
)
