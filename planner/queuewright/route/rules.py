"""Rules about the way of a message: the things that break it, and those that may.

Sources: MQOPEN and MQPUT (name resolution and reason codes), Change Queue (PCF), Change Channel
(PCF), Set Channel Authentication Record (PCF), SET AUTHREC, message channels, dead-letter queues.
"""

from queuewright.catalogue.diagnostic import Severity
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_LISTENER,
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    CHANGE_TOPIC,
    CHANNEL_TYPES,
    DEAD_LETTERS,
    MQSC,
    NAME_RESOLUTION,
    SET_CHANNEL_AUTHENTICATION,
)

_Q, _C = CHANGE_QUEUE.at, CHANGE_CHANNEL.at
_OPEN = (NAME_RESOLUTION.at("Usage notes"),)

NO_QUEUE = Rule(
    "route-no-queue",
    "A message is put to a queue that is not there",
    "{system} has no queue {name}{clusters}: {code}",
    "define it, or correct the name",
    _OPEN,
)
NOWHERE_IN_CLUSTER = Rule(
    "route-nowhere-in-cluster",
    "No instance of a cluster queue takes messages",
    "no instance in cluster {cluster} takes a put: applications get {failure}",
    "see queuewright workload {name}, and allow puts to one of them",
    (_Q("ClusterName"),),
)
ALIAS_TO_ALIAS = Rule(
    "route-alias-of-alias",
    "A message is put to an alias that cannot be opened",
    "its base object {base} is {queue}: MQRC_ALIAS_BASE_Q_TYPE_ERROR",
    "name a local or remote queue",
    (_Q("BaseQName"),),
    "base_object_name",
)
TOPIC_MISSING = Rule(
    "route-no-topic",
    "A message is put to a topic object that is not there",
    "{system} has no topic {name}: MQRC_UNKNOWN_ALIAS_BASE_Q",
    "define it, or correct the name",
    (_Q("BaseObjectName"),),
    "base_object_name",
)
PUBLICATIONS_INHIBITED = Rule(
    "route-publications-inhibited",
    "A message is put to a topic that takes no publications",
    "topic {name} takes no publications: MQRC_PUT_INHIBITED",
    'set publications="pub_allowed"',
    (CHANGE_TOPIC.at("InhibitPublications"),),
    "publications",
)
MODEL_FAR = Rule(
    "route-model-queue",
    "A message from another queue manager is for a model queue",
    "is a model queue, which no message from another queue manager can open",
    "name a local queue",
    _OPEN,
)
REMOTE_NAME_BLANK = Rule(
    "route-remote-name-blank",
    "A remote queue names no queue",
    "its remote_queue_name is blank: MQRC_REMOTE_Q_NAME_ERROR",
    "give it one, or open it as a queue manager alias",
    (_Q("RemoteQName"),),
    "remote_queue_name",
)
REMOTE_MANAGER_OWN = Rule(
    "route-remote-manager-own",
    "A remote queue names its own queue manager, or none",
    "its remote_queue_manager_name is blank or its own queue manager: MQRC_UNKNOWN_REMOTE_Q_MGR",
    "name another queue manager",
    (_Q("RemoteQMgrName"),),
    "remote_queue_manager_name",
)
NOT_MANAGER_ALIAS = Rule(
    "route-not-manager-alias",
    "A remote queue that names a queue stands for no queue manager",
    "its remote_queue_name is not blank, so that it is not a queue manager alias: "
    "MQRC_UNKNOWN_OBJECT_Q_MGR",
    "set remote_queue_name to blank",
    (_Q("RemoteQName"),),
    "remote_queue_name",
)
NO_WAY_TO_MANAGER = Rule(
    "route-no-way-to-manager",
    "Nothing leads to the queue manager of a message",
    "{system} has no transmission queue {manager}, no default transmission queue, and no cluster "
    "with it: {code}",
    "define local queue {manager} with usage transmission, and a channel that sends from it",
    (_Q("XmitQName"), _Q("RemoteQMgrName")),
)
NO_TRANSMISSION = Rule(
    "route-no-transmission-queue",
    "The transmission queue of a message is not there",
    "{system} has no local queue {name}: {code}",
    "define it with usage transmission, or correct the name",
    (_Q("XmitQName"),),
)
NOT_TRANSMISSION = Rule(
    "route-not-transmission",
    "The transmission queue of a message has the wrong usage",
    "is not a transmission queue: {code}",
    'set usage="transmission"',
    (_Q("Usage"),),
    "usage",
)
PUT_INHIBITED = Rule(
    "route-put-inhibited",
    "A queue on the way takes no messages",
    "put is inhibited: MQRC_PUT_INHIBITED",
    'set inhibit_put="put_allowed"',
    (_Q("InhibitPut"),),
    "inhibit_put",
)
GET_INHIBITED = Rule(
    "route-get-inhibited",
    "A channel cannot take messages from its transmission queue",
    "get is inhibited: the channel that sends from it stops",
    'set inhibit_get="get_allowed"',
    (_Q("InhibitGet"),),
    "inhibit_get",
)
TOO_LONG = Rule(
    "route-too-long",
    "A message is too long for something on its way",
    "takes messages of {longest} bytes, and this one has {length}: {code}",
    "raise max_message_length, or send shorter messages",
    (_Q("MaxMsgLength"), _C("MaxMsgLength")),
    "max_message_length",
)
TOO_LONG_FOR_MANAGER = TOO_LONG.but(
    code="route-too-long-for-manager",
    title="A message is too long for a queue manager on its way",
    reason="{system} takes messages of {longest} bytes on any queue, and this one has {length}: "
    "MQRC_MSG_TOO_BIG_FOR_Q_MGR",
    sources=(CHANGE_QUEUE_MANAGER.at("MaxMsgLength"),),
)
FULL = Rule(
    "route-full",
    "A queue on the way is full",
    "has {depth} messages, and takes {limit}: MQRC_Q_FULL",
    "let applications get messages, or raise max_queue_depth",
    (_Q("MaxQDepth"),),
    "max_queue_depth",
)
NOTHING_SENDS = Rule(
    "route-nothing-sends",
    "No channel sends from a transmission queue",
    "no channel of {system} sends from it: messages stay there",
    "declare a sender or server channel with xmit_queue_name={name}",
    (_C("XmitQName"),),
)
SEVERAL_SEND = Rule(
    "route-several-send",
    "Several channels send from one transmission queue",
    "{channels} send from it, and only one of them can run at a time",
    "leave one, or start only one",
    (MQSC.at("START CHANNEL"), _C("XmitQName")),
    severity=Severity.WARNING,
)
NOT_STARTED = Rule(
    "route-not-started",
    "Nothing starts a channel by itself",
    "{system} starts it for no message: {reason}",
    "{remedy}, or start it by hand",
    (_Q("TriggerControl"), _Q("InitiationQName"), _Q("TriggerData"), MQSC.at("START CHANNEL")),
    severity=Severity.WARNING,
)
INITIATOR_MANUAL = Rule(
    "route-initiator-manual",
    "The channel initiator does not start with its queue manager",
    "{system} does not start its channel initiator, without which no message starts a channel: "
    "somebody has to after each restart of the queue manager",
    'set channel_initiator_control="control_q_mgr"',
    (MQSC.at("ALTER QMGR SCHINIT"), CHANGE_QUEUE_MANAGER.at("ChannelInitiatorControl")),
    "channel_initiator_control",
    Severity.WARNING,
)
STOPPED = Rule(
    "route-stopped",
    "A channel on the way is stopped",
    "is stopped: no message starts it",
    "start it",
    (MQSC.at("STOP CHANNEL"),),
)
NO_ADDRESS = Rule(
    "route-no-address",
    "A channel has no address, and nobody calls it",
    "is not fully qualified: no system has a requester channel of this name that calls it",
    "give connection_name, or declare a requester channel at the other end",
    (_C("ConnectionName"), CHANNEL_TYPES.at("Server-requester channels")),
    "connection_name",
)
NO_RECEIVER = Rule(
    "route-no-receiver",
    "The other end has no channel of the name",
    "{other} has no channel {name}: the channel cannot start",
    "declare a receiver channel {name} on {other}",
    (CHANNEL_TYPES.at("Sender-receiver channels"),),
)
TYPES_DIFFER = Rule(
    "route-types",
    "Two channels of one name are of types that do not connect",
    "is an {kind}, and {other} of {system} is an {kind_there}: these types do not connect",
    "make the other end a {wanted}",
    (CHANNEL_TYPES.at("Creating and connecting channels"),),
)
CIPHERS_DIFFER = Rule(
    "route-ciphers",
    "Two ends of a channel have different CipherSpecs",
    "the other end on {system} has {cipher}: the channel does not start",
    "set ssl_cipher_specification to the same at both ends",
    (_C("SSLCipherSpec"),),
    "ssl_cipher_specification",
)
WRAPS_DIFFER = Rule(
    "route-sequence-wrap",
    "Two ends of a channel wrap their sequence numbers at different ones",
    "the other end on {system} has {wrap}, which is not negotiated: the channel does not start",
    "set sequence_number_wrap to the same at both ends",
    (_C("SeqNumberWrap"),),
    "sequence_number_wrap",
)
PORT_DIFFERS = Rule(
    "route-port",
    "A channel calls a port that no listener is on",
    "no listener of {system} is on port {port}: they are on {ports}",
    "correct the port in connection_name, or declare a listener on {port}",
    (_C("ConnectionName"), CHANGE_LISTENER.at("Port")),
    "connection_name",
)
LISTENER_MANUAL = Rule(
    "route-listener-manual",
    "A listener does not start with its queue manager",
    "{system} does not start it: somebody has to after each restart of the queue manager",
    'set start_mode="control_q_mgr"',
    (CHANGE_LISTENER.at("StartMode"),),
    "start_mode",
    Severity.WARNING,
)
BLOCKED = Rule(
    "route-blocked",
    "Channel authentication blocks a channel",
    "record {record} blocks channel {channel} from {partner}",
    "set a record for {partner} that maps it to a user, or change this one",
    (SET_CHANNEL_AUTHENTICATION.at("UserSrc"),),
    "user_source",
)
ADDRESS_BLOCKED = BLOCKED.but(
    code="route-address-blocked",
    title="Channel authentication blocks every address",
    reason="record {record} blocks every address, and so channel {channel} from {partner}",
    remediation='take "*" out of address_list, or remove the record',
    sources=(SET_CHANNEL_AUTHENTICATION.at("AddrList"),),
    attribute="address_list",
)
MAY_NOT_PUT = Rule(
    "route-may-not-put",
    "The user of a channel may not put a message, or pass it on",
    "user {user} may not put to {queue}, it has no {words}: MQRC_NOT_AUTHORIZED",
    "grant it to {user} or one of its groups",
    (MQSC.at("SET AUTHREC"), _C("MCAUserIdentifier"), _C("PutAuthority")),
)
CYCLE = Rule(
    "route-cycle",
    "A message comes back to where it was",
    "{name} leads back here: the message goes round",
    "name the queue manager that has the queue",
    _OPEN,
)
NO_DEAD_LETTER = Rule(
    "route-no-dead-letter",
    "A message that cannot be delivered has no dead-letter queue",
    "{reason}: the channel stops at a persistent message, which stays on its transmission queue, "
    "and others are lost with non_persistent_message_speed=fast",
    "give {system} a dead_letter_queue that takes it",
    (DEAD_LETTERS.at("Working with dead-letter queues"), _C("UseDLQ")),
    severity=Severity.WARNING,
)
