"""Attributes of channels that cluster channels are not declared with here.

Source: IBM MQ, MQSC: DEFINE CHANNEL.
"""

from functools import partial

from queuewright.catalogue.attribute import Choice
from queuewright.catalogue.names import mq_name, no_control_characters
from queuewright.catalogue.platform import MULTIPLATFORMS

from .choices import rest, switch
from .named import NAME, NO_YES, NUMBER, TEXT, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE CHANNEL")
_EXIT = {**TEXT, "max_length": 1024}
_COMPRESSED = ("RLE", "ZLIBFAST", "ZLIBHIGH", "LZ4FAST", "LZ4HIGH", "ANY")

HEADER_COMPRESSION = _attribute(
    "Header compression",
    "COMPHDR",
    choices=constants("MQCOMPRESS", NONE="NONE", SYSTEM="SYSTEM"),
    shipped="none",
)
MESSAGE_COMPRESSION = _attribute(
    "Message compression",
    "COMPMSG",
    choices=constants("MQCOMPRESS", NONE="NONE", **{word: word for word in _COMPRESSED}),
    shipped="none",
)
SECURITY_EXIT = _attribute("Security exit", "SCYEXIT", **_EXIT)
SECURITY_USER_DATA = _attribute("Security exit user data", "SCYDATA", **_EXIT)
SEND_EXIT = _attribute("Send exit", "SENDEXIT", **_EXIT)
SEND_USER_DATA = _attribute("Send exit user data", "SENDDATA", **_EXIT)
RECEIVE_EXIT = _attribute("Receive exit", "RCVEXIT", **_EXIT)
RECEIVE_USER_DATA = _attribute("Receive exit user data", "RCVDATA", **_EXIT)
MESSAGE_EXIT = _attribute("Message exit", "MSGEXIT", **_EXIT)
MESSAGE_USER_DATA = _attribute("Message exit user data", "MSGDATA", **_EXIT)
MESSAGE_RETRY_EXIT = _attribute("Message retry exit", "MREXIT", **_EXIT)
MESSAGE_RETRY_USER_DATA = _attribute("Message retry exit user data", "MRDATA", **_EXIT)
MESSAGE_RETRY_COUNT = _attribute(
    "Message retry count",
    "MRRTY",
    **NUMBER,
    shipped=10,
    rest=rest("failedDelivery.retry.count"),
)
MESSAGE_RETRY_INTERVAL = _attribute(
    "Message retry interval",
    "MRTMR",
    **NUMBER,
    quantity="ms",
    shipped=1000,
    rest=rest("failedDelivery.retry.interval"),
)
USE_DEAD_LETTER_QUEUE = _attribute(
    "Whether undelivered messages go to the dead-letter queue",
    "USEDLQ",
    choices=constants("MQUSEDLQ", NO="NO", YES="YES"),
    shipped="yes",
    rest=switch("failedDelivery.useDeadLetterQueue", "YES", "NO"),
)
MODE_NAME = _attribute("Mode name of LU 6.2", "MODENAME", **TEXT, max_length=8)
TP_NAME = _attribute("Transaction program name of LU 6.2", "TPNAME", **TEXT, max_length=64)
USER_IDENTIFIER = _attribute("Task user identifier", "USERID", **TEXT, max_length=12)
PASSWORD = _attribute("Password of that user", "PASSWORD", **TEXT, max_length=12, write_only=True)
MCA_NAME = _attribute("Message channel agent name", "MCANAME", **TEXT, max_length=20)
XMIT_QUEUE_NAME = _attribute(
    "Transmission queue",
    "XMITQ",
    **NAME,
    required=True,
    rest=rest("TYPE.transmissionQueueName", always=True),
)
DEFAULT_RECONNECT = _attribute(
    "Whether clients reconnect by themselves",
    "DEFRECON",
    choices=constants("MQRCN", NO="NO", YES="YES", Q_MGR="QMGR", DISABLED="DISABLED"),
    shipped="no",
)
CONNECTION_AFFINITY = _attribute(
    "Whether a client keeps to the channel that it chose",
    "AFFINITY",
    choices=constants("MQCAFTY", PREFERRED="PREFERRED", NONE="NONE"),
    shipped="preferred",
)
CLIENT_CHANNEL_WEIGHT = _attribute("Client channel weight", "CLNTWGHT", limits=(0, 99), shipped=0)
SHARING_CONVERSATIONS = _attribute("Sharing conversations", "SHARECNV", **NUMBER, shipped=10)
QUEUE_MANAGER_NAME = _attribute(
    "Queue manager name", "QMNAME", max_length=48, syntax=no_control_characters, shipped=""
)
MAXIMUM_INSTANCES = _attribute("Instances at most", "MAXINST", **NUMBER, shipped=999_999_999)
MAXIMUM_INSTANCES_PER_CLIENT = _attribute(
    "Instances of one client at most", "MAXINSTC", **NUMBER, shipped=999_999_999
)
# Of AMQP and MQTT.
PORT = _attribute("Port number", "PORT", limits=(0, 65_535), shipped=0)
BACKLOG = _attribute("Backlog", "BACKLOG", **NUMBER)
AMQP_KEEP_ALIVE = _attribute(
    "Keep alive interval",
    "AMQPKA",
    limits=(0, 99_999),
    choices=(Choice("auto", "AUTO", "MQKAI_AUTO"),),
    shipped="auto",
    quantity="ms",
)
TEMPORARY_MODEL = _attribute(
    "Model queue of temporary queues", "TMPMODEL", max_length=48, syntax=mq_name,
    shipped="SYSTEM.DEFAULT.MODEL.QUEUE",
)  # fmt: skip
TEMPORARY_QUEUE_PREFIX = _attribute(
    "Prefix of temporary queues", "TMPQPRFX", **TEXT | {"shipped": "AMQP.*"}, max_length=32
)
TOPIC_ROOT = _attribute(
    "Topic root", "TPROOT", **TEXT | {"shipped": "SYSTEM.BASE.TOPIC"}, max_length=128
)
USE_CLIENT_IDENTIFIER = _attribute(
    "Whether the client's identifier is its user", "USECLTID", **NO_YES, shipped="no"
)
JAAS_CONFIGURATION = _attribute("JAAS configuration", "JAASCFG", **TEXT, max_length=1024)
SSL_KEY_REPOSITORY = _attribute("Key repository", "SSLKEYR", **TEXT, max_length=256)
SSL_KEY_PASSWORD = _attribute(
    "Password of the key repository", "SSLKEYP", **TEXT, max_length=1024, write_only=True
)
PROTOCOL = _attribute("Communication protocols", "PROTOCOL", max_length=8, max_items=2,
                      syntax=no_control_characters)  # fmt: skip
OF_TELEMETRY = MULTIPLATFORMS
