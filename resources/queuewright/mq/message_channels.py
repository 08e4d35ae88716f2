"""Channels between two queue managers that belong to no cluster.

Source: IBM's Change, Copy and Create Channel (PCF), DEFINE CHANNEL, CRTMQMCHL.
"""

from typing import Annotated, ClassVar

from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.references import Role
from queuewright.catalogue.system_object import SystemObject

from . import channel_attributes as channel
from . import channel_options as option
from .channel_rules import NEEDS_CONNECTION, NEEDS_TRANSMISSION_QUEUE
from .channel_spec import (
    AgentSpec,
    CalledSpec,
    ConnectsSpec,
    MessageChannelSpec,
    MessageExitsSpec,
    PointToPointSpec,
    ReceivesSpec,
    SendsSpec,
    SignsOnSpec,
    channel_cl,
    channel_mqsc,
    channel_pcf,
)

_MCA_TYPE = channel.MCA_TYPE.but(shipped="process")


class _Agent(AgentSpec):
    mca_type: Annotated[str | None, _MCA_TYPE] = None


class _FromQueueSpec(ConnectsSpec):
    xmit_queue_name: Annotated[str | None, option.XMIT_QUEUE_NAME] = None


class _SendingChannel(
    SignsOnSpec, MessageExitsSpec, PointToPointSpec, _Agent, SendsSpec, MessageChannelSpec,
    _FromQueueSpec,
):  # fmt: skip
    roles: ClassVar[tuple[Role, ...]] = (Role.SENDING_CHANNEL,)
    other_end: ClassVar[Role | None] = Role.RECEIVING_CHANNEL


class SenderChannelSpec(_SendingChannel):
    """Sends the messages of a transmission queue to another queue manager."""

    kind: ClassVar[str] = "mq:SenderChannel"
    mqsc: ClassVar[MqscCommands] = channel_mqsc("SDR")
    pcf: ClassVar[PcfCommands] = channel_pcf("SENDER", 1)
    cl: ClassVar[ClCommands] = channel_cl("SDR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.SENDER"
    checks: ClassVar[tuple[JointCheck, ...]] = (
        *_SendingChannel.checks,
        NEEDS_CONNECTION,
        NEEDS_TRANSMISSION_QUEUE,
    )


class ServerChannelSpec(CalledSpec, _SendingChannel):
    """Sends the messages of a transmission queue to the one that asks for them."""

    kind: ClassVar[str] = "mq:ServerChannel"
    mqsc: ClassVar[MqscCommands] = channel_mqsc("SVR")
    pcf: ClassVar[PcfCommands] = channel_pcf("SERVER", 2)
    cl: ClassVar[ClCommands] = channel_cl("SVR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.SERVER"
    checks: ClassVar[tuple[JointCheck, ...]] = (
        *_SendingChannel.checks,
        NEEDS_TRANSMISSION_QUEUE,
    )


class ReceiverChannelSpec(
    MessageExitsSpec, PointToPointSpec, ReceivesSpec, CalledSpec, MessageChannelSpec
):
    """Takes the messages of a sender channel."""

    kind: ClassVar[str] = "mq:ReceiverChannel"
    mqsc: ClassVar[MqscCommands] = channel_mqsc("RCVR")
    pcf: ClassVar[PcfCommands] = channel_pcf("RECEIVER", 3)
    cl: ClassVar[ClCommands] = channel_cl("RCVR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.RECEIVER"
    system_objects: ClassVar[tuple[SystemObject, ...]] = (SystemObject("SYSTEM.AUTO.RECEIVER"),)
    roles: ClassVar[tuple[Role, ...]] = (Role.RECEIVING_CHANNEL,)


class RequesterChannelSpec(
    SignsOnSpec, MessageExitsSpec, PointToPointSpec, _Agent, ReceivesSpec, CalledSpec,
    MessageChannelSpec, ConnectsSpec,
):  # fmt: skip
    """Asks another queue manager for its messages."""

    kind: ClassVar[str] = "mq:RequesterChannel"
    mqsc: ClassVar[MqscCommands] = channel_mqsc("RQSTR")
    pcf: ClassVar[PcfCommands] = channel_pcf("REQUESTER", 4)
    cl: ClassVar[ClCommands] = channel_cl("RQSTR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.REQUESTER"
    roles: ClassVar[tuple[Role, ...]] = (Role.RECEIVING_CHANNEL,)
    checks: ClassVar[tuple[JointCheck, ...]] = (*_Agent.checks, NEEDS_CONNECTION)
