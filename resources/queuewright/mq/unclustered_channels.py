"""Channels that belong to no cluster: between two queue managers, of clients, of AMQP and MQTT.

Source: IBM MQ, MQSC: DEFINE CHANNEL (Parameter descriptions, and which type takes which).
"""

from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.spec import Spec

from . import channel_attributes as channel
from . import unclustered_attributes as other


def _mqsc(word: str) -> MqscCommands:
    return MqscCommands("CHANNEL", (("CHLTYPE", word),))


# Of one type it has to be given, of another it may be.
_NEEDED = channel.CONNECTION_NAME.but(required=True)
_MCA_TYPE = channel.MCA_TYPE.but(shipped="process")
_TELEMETRY_NAME = channel.CHANNEL_NAME.but(platforms=other.OF_TELEMETRY)


class _ChannelSpec(Spec):
    is_managed: ClassVar[bool] = False
    namespace: ClassVar[str] = "channel"
    module: ClassVar[tuple[str, str]] = ("channels", "Channels")

    name: Annotated[str, channel.CHANNEL_NAME]
    channel_description: Annotated[str | None, channel.CHANNEL_DESCRIPTION] = None
    transport_type: Annotated[str | None, channel.TRANSPORT_TYPE] = None
    certificate_label: Annotated[str | None, channel.CERTIFICATE_LABEL] = None
    header_compression: Annotated[str | None, other.HEADER_COMPRESSION] = None
    message_compression: Annotated[str | None, other.MESSAGE_COMPRESSION] = None
    heartbeat_interval: Annotated[int | None, channel.HEARTBEAT_INTERVAL] = None
    keep_alive_interval: Annotated[int | str | None, channel.KEEP_ALIVE_INTERVAL] = None
    max_message_length: Annotated[int | None, channel.MAX_MESSAGE_LENGTH] = None
    security_exit: Annotated[str | None, other.SECURITY_EXIT] = None
    security_user_data: Annotated[str | None, other.SECURITY_USER_DATA] = None
    send_exit: Annotated[str | None, other.SEND_EXIT] = None
    send_user_data: Annotated[str | None, other.SEND_USER_DATA] = None
    receive_exit: Annotated[str | None, other.RECEIVE_EXIT] = None
    receive_user_data: Annotated[str | None, other.RECEIVE_USER_DATA] = None
    ssl_cipher_specification: Annotated[str | None, channel.SSL_CIPHER_SPECIFICATION] = None
    ssl_peer_name: Annotated[str | None, channel.SSL_PEER_NAME] = None


class _MessageChannelSpec(_ChannelSpec):
    batch_size: Annotated[int | None, channel.BATCH_SIZE] = None
    mca_user_identifier: Annotated[str | None, channel.MCA_USER_IDENTIFIER] = None
    message_exit: Annotated[str | None, other.MESSAGE_EXIT] = None
    message_user_data: Annotated[str | None, other.MESSAGE_USER_DATA] = None
    non_persistent_message_speed: Annotated[str | None, channel.NON_PERSISTENT_MESSAGE_SPEED] = None
    sequence_number_wrap: Annotated[int | None, channel.SEQUENCE_NUMBER_WRAP] = None
    channel_monitoring: Annotated[str | None, channel.CHANNEL_MONITORING] = None
    channel_statistics: Annotated[str | None, channel.CHANNEL_STATISTICS] = None
    use_dead_letter_queue: Annotated[str | None, other.USE_DEAD_LETTER_QUEUE] = None


class _ConnectsSpec(Spec):
    connection_name: Annotated[str | None, _NEEDED] = None
    local_address: Annotated[str | None, channel.LOCAL_ADDRESS] = None
    mode_name: Annotated[str | None, other.MODE_NAME] = None
    tp_name: Annotated[str | None, other.TP_NAME] = None
    user_identifier: Annotated[str | None, other.USER_IDENTIFIER] = None
    password: Annotated[str | None, other.PASSWORD] = None


class _SendsSpec(_ConnectsSpec):
    xmit_queue_name: Annotated[str | None, other.XMIT_QUEUE_NAME] = None
    batch_heartbeat: Annotated[int | None, channel.BATCH_HEARTBEAT] = None
    batch_interval: Annotated[int | None, channel.BATCH_INTERVAL] = None
    batch_data_limit: Annotated[int | None, channel.BATCH_DATA_LIMIT] = None
    data_conversion: Annotated[str | None, channel.DATA_CONVERSION] = None
    disconnect_interval: Annotated[int | None, channel.DISCONNECT_INTERVAL] = None
    long_retry_count: Annotated[int | None, channel.LONG_RETRY_COUNT] = None
    long_retry_interval: Annotated[int | None, channel.LONG_RETRY_INTERVAL] = None
    short_retry_count: Annotated[int | None, channel.SHORT_RETRY_COUNT] = None
    short_retry_interval: Annotated[int | None, channel.SHORT_RETRY_INTERVAL] = None
    mca_name: Annotated[str | None, other.MCA_NAME] = None
    mca_type: Annotated[str | None, _MCA_TYPE] = None
    property_control: Annotated[str | None, channel.PROPERTY_CONTROL] = None


class _ReceivesSpec(Spec):
    message_retry_exit: Annotated[str | None, other.MESSAGE_RETRY_EXIT] = None
    message_retry_user_data: Annotated[str | None, other.MESSAGE_RETRY_USER_DATA] = None
    message_retry_count: Annotated[int | None, other.MESSAGE_RETRY_COUNT] = None
    message_retry_interval: Annotated[int | None, other.MESSAGE_RETRY_INTERVAL] = None
    put_authority: Annotated[str | None, channel.PUT_AUTHORITY] = None
    ssl_client_authentication: Annotated[str | None, channel.SSL_CLIENT_AUTHENTICATION] = None


class SenderChannelSpec(_MessageChannelSpec, _SendsSpec):
    """Sends the messages of a transmission queue to another queue manager."""

    kind: ClassVar[str] = "mq:SenderChannel"
    mqsc: ClassVar[MqscCommands] = _mqsc("SDR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.SENDER"


class ServerChannelSpec(_MessageChannelSpec, _SendsSpec):
    """Sends the messages of a transmission queue to the one that asks for them."""

    kind: ClassVar[str] = "mq:ServerChannel"
    mqsc: ClassVar[MqscCommands] = _mqsc("SVR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.SERVER"

    connection_name: Annotated[str | None, channel.CONNECTION_NAME] = None
    ssl_client_authentication: Annotated[str | None, channel.SSL_CLIENT_AUTHENTICATION] = None


class ReceiverChannelSpec(_MessageChannelSpec, _ReceivesSpec):
    """Takes the messages of a sender channel."""

    kind: ClassVar[str] = "mq:ReceiverChannel"
    mqsc: ClassVar[MqscCommands] = _mqsc("RCVR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.RECEIVER"


class RequesterChannelSpec(_MessageChannelSpec, _ConnectsSpec, _ReceivesSpec):
    """Asks another queue manager for its messages."""

    kind: ClassVar[str] = "mq:RequesterChannel"
    mqsc: ClassVar[MqscCommands] = _mqsc("RQSTR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.REQUESTER"

    mca_name: Annotated[str | None, other.MCA_NAME] = None
    mca_type: Annotated[str | None, _MCA_TYPE] = None


class ServerConnectionChannelSpec(_ChannelSpec):
    """Takes the calls of clients."""

    kind: ClassVar[str] = "mq:ServerConnectionChannel"
    mqsc: ClassVar[MqscCommands] = _mqsc("SVRCONN")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.SVRCONN"

    channel_monitoring: Annotated[str | None, channel.CHANNEL_MONITORING] = None
    disconnect_interval: Annotated[int | None, channel.DISCONNECT_INTERVAL.but(shipped=0)] = None
    maximum_instances: Annotated[int | None, other.MAXIMUM_INSTANCES] = None
    maximum_instances_per_client: Annotated[int | None, other.MAXIMUM_INSTANCES_PER_CLIENT] = None
    mca_user_identifier: Annotated[str | None, channel.MCA_USER_IDENTIFIER] = None
    put_authority: Annotated[str | None, channel.PUT_AUTHORITY] = None
    sharing_conversations: Annotated[int | None, other.SHARING_CONVERSATIONS] = None
    ssl_client_authentication: Annotated[str | None, channel.SSL_CLIENT_AUTHENTICATION] = None


class ClientConnectionChannelSpec(_ChannelSpec, _ConnectsSpec):
    """How a client calls a queue manager."""

    kind: ClassVar[str] = "mq:ClientConnectionChannel"
    mqsc: ClassVar[MqscCommands] = _mqsc("CLNTCONN")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.CLNTCONN"

    connection_affinity: Annotated[str | None, other.CONNECTION_AFFINITY] = None
    client_channel_weight: Annotated[int | None, other.CLIENT_CHANNEL_WEIGHT] = None
    default_reconnect: Annotated[str | None, other.DEFAULT_RECONNECT] = None
    queue_manager_name: Annotated[str | None, other.QUEUE_MANAGER_NAME] = None
    sharing_conversations: Annotated[int | None, other.SHARING_CONVERSATIONS] = None


class _TelemetrySpec(Spec):
    is_managed: ClassVar[bool] = False
    namespace: ClassVar[str] = "channel"
    module: ClassVar[tuple[str, str]] = ("channels", "Channels")

    name: Annotated[str, _TELEMETRY_NAME]
    channel_description: Annotated[str | None, channel.CHANNEL_DESCRIPTION] = None
    port: Annotated[int | None, other.PORT] = None
    local_address: Annotated[str | None, channel.LOCAL_ADDRESS] = None
    mca_user_identifier: Annotated[str | None, channel.MCA_USER_IDENTIFIER] = None
    ssl_cipher_specification: Annotated[str | None, channel.SSL_CIPHER_SPECIFICATION] = None
    ssl_client_authentication: Annotated[str | None, channel.SSL_CLIENT_AUTHENTICATION] = None
    use_client_identifier: Annotated[str | None, other.USE_CLIENT_IDENTIFIER] = None


class AmqpChannelSpec(_TelemetrySpec):
    """Takes the calls of AMQP clients."""

    kind: ClassVar[str] = "mq:AmqpChannel"
    mqsc: ClassVar[MqscCommands] = _mqsc("AMQP")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.AMQP"

    port: Annotated[int | None, other.PORT.but(shipped=5672)] = None
    amqp_keep_alive: Annotated[int | str | None, other.AMQP_KEEP_ALIVE] = None
    certificate_label: Annotated[str | None, channel.CERTIFICATE_LABEL] = None
    maximum_instances: Annotated[int | None, other.MAXIMUM_INSTANCES] = None
    max_message_length: Annotated[int | None, channel.MAX_MESSAGE_LENGTH] = None
    ssl_peer_name: Annotated[str | None, channel.SSL_PEER_NAME] = None
    temporary_model: Annotated[str | None, other.TEMPORARY_MODEL] = None
    temporary_queue_prefix: Annotated[str | None, other.TEMPORARY_QUEUE_PREFIX] = None
    topic_root: Annotated[str | None, other.TOPIC_ROOT] = None


class MqttChannelSpec(_TelemetrySpec):
    """Takes the calls of MQTT clients."""

    kind: ClassVar[str] = "mq:MqttChannel"
    mqsc: ClassVar[MqscCommands] = _mqsc("MQTT")

    transport_type: Annotated[str | None, channel.TRANSPORT_TYPE] = None
    backlog: Annotated[int | None, other.BACKLOG] = None
    jaas_configuration: Annotated[str | None, other.JAAS_CONFIGURATION] = None
    protocol: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, other.PROTOCOL] = (
        None
    )
    ssl_key_password: Annotated[str | None, other.SSL_KEY_PASSWORD] = None
    ssl_key_repository: Annotated[str | None, other.SSL_KEY_REPOSITORY] = None
