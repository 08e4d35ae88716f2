"""Channels of clients: of MQI clients, of AMQP and of MQTT.

Source: IBM's Change, Copy and Create Channel (PCF), DEFINE CHANNEL, CRTMQMCHL.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Attribute, Cl
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands, RunCommands
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import no_control_characters
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import PUT_AUTHORITY_PAGE
from queuewright.catalogue.spec import Spec
from queuewright.catalogue.system_object import SystemObject

from . import channel_attributes as channel
from . import channel_options as option
from .channel_rules import NEEDS_CONNECTION
from .channel_spec import (
    CHANNELS,
    CalledSpec,
    ConnectsSpec,
    ConversingSpec,
    ExitsSpec,
    SignsOnSpec,
    channel_cl,
    channel_mqsc,
    channel_pcf,
)
from .choices import choice

PUT_AUTHORITY_ELSEWHERE = Rule(
    "put-authority-elsewhere",
    "A server-connection channel has a put authority only on z/OS",
    "server-connection channels have a put authority only on z/OS, and {system} is on {platform}",
    "leave it out",
    (PUT_AUTHORITY_PAGE.at("PUT authority (PUTAUT)"),),
    "put_authority",
    Severity.WARNING,
)
# Elsewhere no queue manager reports it; programs that were written for earlier releases give it.
_PUT_AUTHORITY = channel.PUT_AUTHORITY.but(shipped=None, shipped_on={Platform.ZOS: "default"})


@joint(PUT_AUTHORITY_ELSEWHERE, of=("put_authority",))
def put_authority_of_zos(
    values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Diagnostic]:
    """PUTAUT of SVRCONN."""
    given = values.get("put_authority")
    if given is not None and facts is not None and facts.platform is not Platform.ZOS:
        yield PUT_AUTHORITY_ELSEWHERE(system=facts.name, platform=facts.platform)


class ServerConnectionChannelSpec(ExitsSpec, CalledSpec, ConversingSpec):
    """Takes the calls of clients."""

    kind: ClassVar[str] = "mq:ServerConnectionChannel"
    mqsc: ClassVar[MqscCommands] = channel_mqsc("SVRCONN")
    pcf: ClassVar[PcfCommands] = channel_pcf("SVRCONN", 7)
    cl: ClassVar[ClCommands] = channel_cl("SVRCN")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.SVRCONN"
    system_objects: ClassVar[tuple[SystemObject, ...]] = (SystemObject("SYSTEM.AUTO.SVRCONN"),)
    roles: ClassVar[tuple[Role, ...]] = (Role.SERVER_CONNECTION_CHANNEL,)
    called_by: ClassVar[str] = "client"
    checks: ClassVar[tuple[JointCheck, ...]] = (*ConversingSpec.checks, put_authority_of_zos)

    mca_user_identifier: Annotated[str | None, channel.MCA_USER_IDENTIFIER] = None
    put_authority: Annotated[str | None, _PUT_AUTHORITY] = None
    disconnect_interval: Annotated[int | None, channel.DISCONNECT_INTERVAL.but(shipped=0)] = None
    sharing_conversations: Annotated[int | None, option.SHARING_CONVERSATIONS] = None
    max_instances: Annotated[int | None, option.MAX_INSTANCES] = None
    max_instances_per_client: Annotated[int | None, option.MAX_INSTANCES_PER_CLIENT] = None
    channel_monitoring: Annotated[str | None, channel.CHANNEL_MONITORING] = None
    default_channel_disposition: Annotated[str | None, option.DEFAULT_CHANNEL_DISPOSITION] = None


def _of_client(attribute: Attribute, keyword: str) -> Attribute:
    """An exit on the client's system, which need not be an IBM i: a text in CL."""
    return attribute.but(cl=Cl(keyword), syntax=no_control_characters)


class ClientConnectionChannelSpec(SignsOnSpec, ExitsSpec, ConversingSpec, ConnectsSpec):
    """How a client calls a queue manager: an entry of the client channel definition table.

    That table is apart from the queue manager's channels (DELETE CHANNEL, CHLTABLE): a
    server-connection channel of the same name is usual. Nothing of it ever runs here.
    """

    kind: ClassVar[str] = "mq:ClientConnectionChannel"
    mqsc: ClassVar[MqscCommands] = MqscCommands(
        "CHANNEL",
        (("CHLTYPE", "CLNTCONN"),),
        removal=("DELETE", (("CHLTABLE", "CLNTTAB"),)),
    )
    pcf: ClassVar[PcfCommands] = replace(
        channel_pcf("CLNTCONN", 6), removal=(("ChannelTable", "MQCHTAB_CLNTCONN"),)
    )
    cl: ClassVar[ClCommands] = replace(channel_cl("CLTCN"), removal=(("CHLTYPE", "*CLTCN"),))
    default_object: ClassVar[str | None] = "SYSTEM.DEF.CLNTCONN"
    namespace: ClassVar[str] = "client-connection channel"
    roles: ClassVar[tuple[Role, ...]] = (Role.CLIENT_CONNECTION_CHANNEL,)
    runs: ClassVar[RunCommands | None] = None
    checks: ClassVar[tuple[JointCheck, ...]] = (*ConversingSpec.checks, NEEDS_CONNECTION)

    connection_name: Annotated[str | None, channel.CONNECTION_NAME.but(afterwards=None)] = None
    queue_manager_name: Annotated[str | None, option.QUEUE_MANAGER_NAME] = None
    client_channel_weight: Annotated[int | None, option.CLIENT_CHANNEL_WEIGHT] = None
    connection_affinity: Annotated[str | None, option.CONNECTION_AFFINITY] = None
    default_reconnect: Annotated[str | None, option.DEFAULT_RECONNECT] = None
    sharing_conversations: Annotated[int | None, option.SHARING_CONVERSATIONS] = None
    security_exit: Annotated[str | None, _of_client(option.SECURITY_EXIT, "CSCYEXIT")] = None
    send_exit: Annotated[
        Annotated[tuple[str, ...], Field(strict=False)] | None,
        _of_client(option.SEND_EXIT, "CSNDEXIT"),
    ] = None
    receive_exit: Annotated[
        Annotated[tuple[str, ...], Field(strict=False)] | None,
        _of_client(option.RECEIVE_EXIT, "CRCVEXIT"),
    ] = None


# DEFINE CHANNEL (MQTT): AIX, Linux, Windows.
_TELEMETRY = frozenset({Platform.AIX, Platform.LINUX, Platform.WINDOWS})


class _OtherProtocolSpec(Spec):
    namespace: ClassVar[str] = "channel"
    module: ClassVar[tuple[str, str]] = CHANNELS

    name: Annotated[str, channel.CHANNEL_NAME.but(platforms=MULTIPLATFORMS)]
    port: Annotated[int | None, option.PORT] = None
    local_address: Annotated[str | None, channel.LOCAL_ADDRESS] = None
    mca_user_identifier: Annotated[str | None, channel.MCA_USER_IDENTIFIER] = None
    ssl_cipher_specification: Annotated[str | None, channel.SSL_CIPHER_SPECIFICATION] = None
    ssl_client_authentication: Annotated[str | None, channel.SSL_CLIENT_AUTHENTICATION] = None
    use_client_identifier: Annotated[str | None, option.USE_CLIENT_IDENTIFIER] = None


class AmqpChannelSpec(_OtherProtocolSpec):
    """Takes the calls of AMQP clients."""

    kind: ClassVar[str] = "mq:AmqpChannel"
    called_by: ClassVar[str] = "client"
    # DISPLAY CHSTATUS (AMQP): one row a channel, and only where its type is asked for.
    runs: ClassVar[RunCommands | None] = RunCommands(
        "CHSTATUS", given=(("CHLTYPE", "AMQP"),), stop=(("MODE", "QUIESCE"),)
    )
    mqsc: ClassVar[MqscCommands] = channel_mqsc("AMQP")
    pcf: ClassVar[PcfCommands] = channel_pcf("AMQP", 11)
    default_object: ClassVar[str | None] = "SYSTEM.DEF.AMQP"
    default_since: ClassVar[int] = 802  # of 8.0.0.3; the next fix pack has AMQP channels

    channel_description: Annotated[str | None, channel.CHANNEL_DESCRIPTION] = None
    port: Annotated[int | None, option.PORT.but(shipped=5672)] = None
    amqp_keep_alive: Annotated[int | str | None, option.AMQP_KEEP_ALIVE] = None
    certificate_label: Annotated[str | None, channel.CERTIFICATE_LABEL] = None
    max_instances: Annotated[int | None, option.MAX_INSTANCES] = None
    max_message_length: Annotated[int | None, channel.MAX_MESSAGE_LENGTH] = None
    ssl_peer_name: Annotated[str | None, channel.SSL_PEER_NAME] = None
    temporary_model: Annotated[str | None, option.TEMPORARY_MODEL] = None
    temporary_queue_prefix: Annotated[str | None, option.TEMPORARY_QUEUE_PREFIX] = None
    topic_root: Annotated[str | None, option.TOPIC_ROOT] = None


_NEVER: Attribute = channel.SSL_CLIENT_AUTHENTICATION
_ASKED = _NEVER.but(
    choices=(*_NEVER.choices, choice("MQSCA_NEVER_REQUIRED", 2, "NEVER")),
    shipped="never_required",
    rest=(),
)


class MqttChannelSpec(_OtherProtocolSpec):
    """Takes the calls of MQTT clients. DISPLAY shows it only where its type is asked for, and only
    while the telemetry service runs."""

    kind: ClassVar[str] = "mq:MqttChannel"
    is_optional: ClassVar[bool] = True
    mqsc: ClassVar[MqscCommands] = replace(
        channel_mqsc("MQTT"), removal=("DELETE", (("CHLTYPE", "MQTT"),))
    )
    pcf: ClassVar[PcfCommands] = replace(
        channel_pcf("MQTT", 10), removal=(("ChannelType", "MQCHT_MQTT"),)
    )

    name: Annotated[str, channel.CHANNEL_NAME.but(platforms=_TELEMETRY)]
    port: Annotated[int | None, option.PORT.but(shipped=1883)] = None
    ssl_client_authentication: Annotated[str | None, _ASKED] = None
    transport_type: Annotated[str | None, channel.TRANSPORT_TYPE] = None
    backlog: Annotated[int | None, option.BACKLOG] = None
    jaas_configuration: Annotated[str | None, option.JAAS_CONFIGURATION] = None
    protocol: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, option.PROTOCOL] = (
        None
    )
    ssl_pass_phrase: Annotated[str | None, option.SSL_PASS_PHRASE] = None
    ssl_key_repository: Annotated[str | None, option.SSL_KEY_REPOSITORY] = None
