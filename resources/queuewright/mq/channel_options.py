"""Attributes of channels that only some types have; exits and compression.

Source: IBM's Change, Copy and Create Channel (PCF), MQSC DEFINE CHANNEL, CRTMQMCHL.
"""

from typing import Any

from queuewright.catalogue.attribute import Attribute, Choice, Ref, Strength
from queuewright.catalogue.names import exit_program, mq_name
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role

from .channel_attributes import SEQUENCE
from .choices import choice, rest, spelled_alike, switch
from .named import NAME, NUMBER, TEXT, Names, at_next_start

# MQ_EXIT_NAME_LENGTH and MQ_EXIT_DATA_LENGTH; those of several exits have 999 bytes together.
_PROGRAM: dict[str, Any] = {**TEXT, "max_length": 128, "syntax": exit_program}
_DATA: dict[str, Any] = {**TEXT, "max_length": 32}
_SEVERAL: dict[str, Any] = {"max_items": 31, "shipped": (), "one_apart": True}
_ZOS = frozenset({Platform.ZOS})

HEADER_COMPRESSION = at_next_start(
    "Header data compression techniques",
    Names("HeaderCompression", "MQIACH_HDR_COMPRESSION", 1575, "COMPHDR", "COMPHDR"),
    choices=spelled_alike("MQCOMPRESS", NONE=0, SYSTEM=8),
    max_items=2,
    shipped=("none",),
)
MESSAGE_COMPRESSION = at_next_start(
    "Message data compression techniques",
    Names("MessageCompression", "MQIACH_MSG_COMPRESSION", 1576, "COMPMSG", "COMPMSG"),
    choices=(
        *spelled_alike("MQCOMPRESS", NONE=0, RLE=1, ZLIBFAST=2, ZLIBHIGH=4),
        choice("MQCOMPRESS_LZ4FAST", 16, "LZ4FAST"),
        choice("MQCOMPRESS_LZ4HIGH", 32, "LZ4HIGH"),
        *spelled_alike("MQCOMPRESS", ANY=268_435_455),
    ),
    max_items=16,
    shipped=("none",),
)
SECURITY_EXIT = at_next_start(
    "Security exit",
    Names("SecurityExit", "MQCACH_SEC_EXIT_NAME", 3508, "SCYEXIT", "SCYEXIT"),
    **_PROGRAM,
    admits=True,
)
SECURITY_USER_DATA = at_next_start(
    "Security exit user data",
    Names("SecurityUserData", "MQCACH_SEC_EXIT_USER_DATA", 3513, "SCYDATA", "SCYUSRDATA"),
    **_DATA,
    admits=True,
)
SEND_EXIT = at_next_start(
    "Send exits",
    Names("SendExit", "MQCACH_SEND_EXIT_NAME", 3510, "SENDEXIT", "SNDEXIT"),
    **_PROGRAM | _SEVERAL,
)
SEND_USER_DATA = at_next_start(
    "Send exit user data",
    Names("SendUserData", "MQCACH_SEND_EXIT_USER_DATA", 3515, "SENDDATA", "SNDUSRDATA"),
    **_DATA | _SEVERAL,
)
RECEIVE_EXIT = at_next_start(
    "Receive exits",
    Names("ReceiveExit", "MQCACH_RCV_EXIT_NAME", 3511, "RCVEXIT", "RCVEXIT"),
    **_PROGRAM | _SEVERAL,
)
RECEIVE_USER_DATA = at_next_start(
    "Receive exit user data",
    Names("ReceiveUserData", "MQCACH_RCV_EXIT_USER_DATA", 3516, "RCVDATA", "RCVUSRDATA"),
    **_DATA | _SEVERAL,
)
MESSAGE_EXIT = at_next_start(
    "Message exits",
    Names("MsgExit", "MQCACH_MSG_EXIT_NAME", 3509, "MSGEXIT", "MSGEXIT"),
    **_PROGRAM | _SEVERAL,
)
MESSAGE_USER_DATA = at_next_start(
    "Message exit user data",
    Names("MsgUserData", "MQCACH_MSG_EXIT_USER_DATA", 3514, "MSGDATA", "MSGUSRDATA"),
    **_DATA | _SEVERAL,
)
MESSAGE_RETRY_EXIT = at_next_start(
    "Message retry exit",
    Names("MsgRetryExit", "MQCACH_MR_EXIT_NAME", 3534, "MREXIT", "MSGRTYEXIT"),
    **_PROGRAM,
)
MESSAGE_RETRY_USER_DATA = at_next_start(
    "Message retry exit user data",
    Names("MsgRetryUserData", "MQCACH_MR_EXIT_USER_DATA", 3535, "MRDATA", "MSGRTYDATA"),
    **_DATA,
)
MESSAGE_RETRY_COUNT = at_next_start(
    "Message retry count",
    Names("MsgRetryCount", "MQIACH_MR_COUNT", 1544, "MRRTY", "MSGRTYNBR"),
    **NUMBER,
    shipped=10,
    rest=rest("failedDelivery.retry.count"),
)
MESSAGE_RETRY_INTERVAL = at_next_start(
    "Message retry interval",
    Names("MsgRetryInterval", "MQIACH_MR_INTERVAL", 1545, "MRTMR", "MSGRTYITV"),
    **NUMBER,
    quantity="ms",
    shipped=1000,
    rest=rest("failedDelivery.retry.interval"),
)
USE_DEAD_LETTER_QUEUE = at_next_start(
    "Use of the dead-letter queue for messages that cannot be delivered",
    Names("UseDLQ", "MQIA_USE_DEAD_LETTER_Q", 234, "USEDLQ", "USEDLQ"),
    choices=spelled_alike("MQUSEDLQ", NO=1, YES=2),
    shipped="yes",
    rest=switch("failedDelivery.useDeadLetterQueue", "YES", "NO"),
)
MODE_NAME = at_next_start(
    "Mode name of LU 6.2",
    Names("ModeName", "MQCACH_MODE_NAME", 3503, "MODENAME", "MODENAME"),
    **TEXT | {"cl_blank": "*BLANK"},
    max_length=8,
)
TP_NAME = at_next_start(
    "Transaction program name of LU 6.2",
    Names("TpName", "MQCACH_TP_NAME", 3504, "TPNAME", "TPNAME"),
    **TEXT | {"cl_blank": "*BLANK"},
    max_length=64,
)
USER_IDENTIFIER = at_next_start(
    "Task user identifier",
    Names("UserIdentifier", "MQCACH_USER_ID", 3517, "USERID", "USERID"),
    **TEXT,
    max_length=12,
)
PASSWORD = at_next_start(
    "Password of the task user",
    Names("Password", "MQCACH_PASSWORD", 3518, "PASSWORD", "PASSWORD"),
    **TEXT,
    max_length=12,
    write_only=True,
)
MCA_NAME = at_next_start(
    "Message channel agent name",
    Names("MCAName", "MQCACH_MCA_NAME", 3507, "MCANAME"),
    **TEXT,
    max_length=20,
)
XMIT_QUEUE_NAME = at_next_start(
    "Transmission queue name",
    Names("XmitQName", "MQCACH_XMIT_Q_NAME", 3505, "XMITQ", "TMQNAME"),
    **NAME,
    reference=Ref((Role.LOCAL_QUEUE,), Strength.HARD),
    afterwards=SEQUENCE,
    rest=rest("TYPE.transmissionQueueName", always=True),
)
DEFAULT_CHANNEL_DISPOSITION = at_next_start(
    "Default channel disposition",
    Names("DefaultChannelDisposition", "MQIACH_DEF_CHANNEL_DISP", 1614, "DEFCDISP"),
    choices=(
        choice("MQCHLD_PRIVATE", 4, "PRIVATE"),
        choice("MQCHLD_FIXSHARED", 5, "FIXSHARED"),
        choice("MQCHLD_SHARED", 2, "SHARED"),
    ),
    shipped="private",
    platforms=_ZOS,
)
SECURITY_POLICY_PROTECTION = at_next_start(
    "Security policy protection",
    Names("SPLProtection", "MQIACH_SPL_PROTECTION", 1646, "SPLPROT"),
    choices=(
        choice("MQSPL_PASSTHRU", 0, "PASSTHRU"),
        choice("MQSPL_REMOVE", 1, "REMOVE"),
        choice("MQSPL_AS_POLICY", 2, "ASPOLICY"),
    ),
    shipped="passthru",
    platforms=_ZOS,
    since=913,
)

# Of clients.
DEFAULT_RECONNECT = at_next_start(
    "Whether clients reconnect automatically",
    Names("DefReconnect", "MQIACH_DEF_RECONNECT", 1640, "DEFRECON", "DFTRECON"),
    choices=(
        *spelled_alike("MQRCN", NO=0, YES=1),
        choice("MQRCN_Q_MGR", 2, "QMGR", "*QMGR"),
        *spelled_alike("MQRCN", DISABLED=3),
    ),
    shipped="no",
)
CONNECTION_AFFINITY = at_next_start(
    "Connection affinity",
    Names("ConnectionAffinity", "MQIACH_CONNECTION_AFFINITY", 1621, "AFFINITY", "AFFINITY"),
    choices=spelled_alike("MQCAFTY", PREFERRED=1, NONE=0),
    shipped="preferred",
)
CLIENT_CHANNEL_WEIGHT = at_next_start(
    "Client channel weight",
    Names("ClientChannelWeight", "MQIACH_CLIENT_CHANNEL_WEIGHT", 1620, "CLNTWGHT", "CLNTWGHT"),
    limits=(0, 99),
    shipped=0,
)
SHARING_CONVERSATIONS = at_next_start(
    "Sharing conversations",
    Names("SharingConversations", "MQIACH_SHARING_CONVERSATIONS", 1615, "SHARECNV", "SHARECNV"),
    **NUMBER,
    shipped=10,
)
QUEUE_MANAGER_NAME = at_next_start(
    "Queue manager name",
    Names("QMgrName", "MQCA_Q_MGR_NAME", 2015, "QMNAME", "TGTMQMNAME"),
    **TEXT,
    max_length=48,
)
MAX_INSTANCES = at_next_start(
    "Maximum number of instances",
    Names("MaxInstances", "MQIACH_MAX_INSTANCES", 1618, "MAXINST", "MAXINST"),
    **NUMBER,
    shipped=999_999_999,
)
MAX_INSTANCES_PER_CLIENT = at_next_start(
    "Maximum number of instances of one client",
    Names("MaxInstancesPerClient", "MQIACH_MAX_INSTS_PER_CLIENT", 1619, "MAXINSTC", "MAXINSTC"),
    **NUMBER,
    shipped=999_999_999,
)

# Of AMQP and MQTT.
PORT = at_next_start(
    "Port number",
    Names("Port", "MQIACH_PORT", 1522, "PORT"),
    limits=(0, 65_535),
    shipped=0,
)
BACKLOG = at_next_start(
    "Backlog",
    Names("Backlog", "MQIACH_BACKLOG", 1602, "BACKLOG"),
    **NUMBER,
    shipped=4096,
)
AMQP_KEEP_ALIVE = at_next_start(
    "Keep alive interval",
    Names("AMQPKeepAlive", "MQIACH_AMQP_KEEP_ALIVE", 1644, "AMQPKA"),
    limits=(0, 99_999),
    choices=(Choice("auto", "AUTO", "MQKAI_AUTO", -1),),
    shipped="auto",
    quantity="ms",
)
TEMPORARY_MODEL = at_next_start(
    "Model queue of temporary queues",
    Names("TmpModel", "MQCACH_TEMPORARY_MODEL_Q", 3572, "TMPMODEL"),
    max_length=48,
    syntax=mq_name,
    shipped="SYSTEM.DEFAULT.MODEL.QUEUE",
    reference=Ref((Role.MODEL_QUEUE,), Strength.SOFT),
)
TEMPORARY_QUEUE_PREFIX = at_next_start(
    "Prefix of temporary queues",
    Names("TmpQPrefix", "MQCACH_TEMPORARY_Q_PREFIX", 3573, "TMPQPRFX"),
    **TEXT | {"shipped": "AMQP.*"},
    max_length=32,
)
TOPIC_ROOT = at_next_start(
    "Topic root",
    Names("TPRoot", "MQCACH_TOPIC_ROOT", 3571, "TPROOT"),
    **TEXT | {"shipped": "SYSTEM.BASE.TOPIC"},
    max_length=128,
)
USE_CLIENT_IDENTIFIER = at_next_start(
    "Whether the client's identifier is its user",
    Names("UseClientID", "MQIACH_USE_CLIENT_ID", 1629, "USECLTID"),
    choices=spelled_alike("MQUCI", NO=0, YES=1),
    shipped="no",
)
JAAS_CONFIGURATION = at_next_start(
    "JAAS configuration",
    Names("JAASConfig", "MQCACH_JAAS_CONFIG", 3563, "JAASCFG"),
    **TEXT,
    max_length=1024,
)
SSL_KEY_REPOSITORY = at_next_start(
    "Key repository",
    Names("SSLKeyRepository", "MQCA_SSL_KEY_REPOSITORY", 2049, "SSLKEYR"),
    **TEXT,
    max_length=256,
)
SSL_PASS_PHRASE = at_next_start(
    "Pass phrase of the key repository",
    Names("SSLPassPhrase", "MQCACH_SSL_KEY_PASSPHRASE", 3565, "SSLKEYP"),
    **TEXT,
    max_length=1024,
    write_only=True,
)
PROTOCOL: Attribute = at_next_start(
    "Communication protocols",
    Names("Protocol", "MQIACH_PROTOCOL", 1643, "PROTOCOL"),
    choices=(
        choice("MQPROTO_MQTTV311", 4, "MQTTV311"),
        choice("MQPROTO_MQTTV3", 1, "MQTTV3"),
        choice("MQPROTO_HTTP", 2, "HTTP"),
    ),
    max_items=3,
    shipped=("mqttv311", "mqttv3", "http"),
)
