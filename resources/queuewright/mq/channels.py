"""mq:ClusterReceiverChannel and mq:ClusterSenderChannel.

Source: IBM's Change, Copy and Create Channel (PCF), DEFINE CHANNEL, CRTMQMCHL.
"""

from typing import Annotated, ClassVar

from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.references import Role

from . import channel_attributes as channel
from .channel_rules import NEEDS_REPOSITORY
from .channel_spec import (
    AgentSpec,
    CalledSpec,
    ChannelSpec,
    ConnectsSpec,
    Lu62Spec,
    MessageChannelSpec,
    MessageExitsSpec,
    ReceivesSpec,
    SendsSpec,
    SignsOnSpec,
    channel_cl,
    channel_mqsc,
    channel_pcf,
)
from .queue_rules import CLUSTER_CHECKS


class _ClusteredSpec(ChannelSpec):
    cluster_name: Annotated[str | None, channel.CLUSTER_NAME] = None
    cluster_namelist: Annotated[str | None, channel.CLUSTER_NAMELIST] = None


class _ClusterChannelSpec(AgentSpec, SendsSpec, MessageChannelSpec, ConnectsSpec, _ClusteredSpec):
    module: ClassVar[tuple[str, str]] = ("cluster_channels", "Cluster channels")
    checks: ClassVar[tuple[JointCheck, ...]] = (*ChannelSpec.checks, *CLUSTER_CHECKS[:1])

    cluster_workload_channel_priority: Annotated[
        int | None, channel.CLUSTER_WORKLOAD_CHANNEL_PRIORITY
    ] = None
    cluster_workload_channel_rank: Annotated[int | None, channel.CLUSTER_WORKLOAD_CHANNEL_RANK] = (
        None
    )
    cluster_workload_channel_weight: Annotated[
        int | None, channel.CLUSTER_WORKLOAD_CHANNEL_WEIGHT
    ] = None


class ClusterReceiverChannelSpec(
    Lu62Spec, MessageExitsSpec, ReceivesSpec, CalledSpec, _ClusterChannelSpec
):
    """How other members reach this queue manager; it makes the queue manager a member."""

    kind: ClassVar[str] = "mq:ClusterReceiverChannel"
    mqsc: ClassVar[MqscCommands] = channel_mqsc("CLUSRCVR")
    pcf: ClassVar[PcfCommands] = channel_pcf("CLUSRCVR", 8)
    cl: ClassVar[ClCommands] = channel_cl("CLUSRCVR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.CLUSRCVR"
    roles: ClassVar[tuple[Role, ...]] = (Role.CLUSTER_RECEIVING_CHANNEL,)

    network_priority: Annotated[int | None, channel.NETWORK_PRIORITY] = None


class ClusterSenderChannelSpec(SignsOnSpec, MessageExitsSpec, _ClusterChannelSpec):
    """How this queue manager first reaches a full repository."""

    kind: ClassVar[str] = "mq:ClusterSenderChannel"
    mqsc: ClassVar[MqscCommands] = channel_mqsc("CLUSSDR")
    pcf: ClassVar[PcfCommands] = channel_pcf("CLUSSDR", 9)
    cl: ClassVar[ClCommands] = channel_cl("CLUSSDR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.CLUSSDR"
    roles: ClassVar[tuple[Role, ...]] = (Role.SENDER_CHANNEL,)
    other_end: ClassVar[Role | None] = Role.CLUSTER_RECEIVING_CHANNEL
    checks: ClassVar[tuple[JointCheck, ...]] = (
        *_ClusterChannelSpec.checks,
        NEEDS_REPOSITORY,
    )
