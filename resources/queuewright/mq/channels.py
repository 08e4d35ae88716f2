"""mq:ClusterReceiverChannel and mq:ClusterSenderChannel.

Source: IBM's Change, Copy and Create Channel (PCF), DEFINE CHANNEL, CRTMQMCHL.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_CHANNEL
from queuewright.catalogue.spec import JointCheck, Spec, joint

from . import channel_attributes as channel
from .queue_rules import CLUSTER_CHECKS

_POSITIONS = (
    "TRPTYPE TEXT TGTMQMNAME CONNAME TPNAME MODENAME TMQNAME MCANAME MCAUSRID MCATYPE BATCHINT"
    " BATCHSIZE DSCITV SHORTTMR SHORTRTY LONGTMR LONGRTY SCYEXIT CSCYEXIT SCYUSRDATA SNDEXIT"
    " CSNDEXIT SNDUSRDATA RCVEXIT CRCVEXIT RCVUSRDATA MSGEXIT MSGUSRDATA MSGRTYEXIT MSGRTYDATA"
    " MSGRTYNBR MSGRTYITV CVTMSG PUTAUT SEQNUMWRAP MAXMSGLEN HRTBTINTVL NPMSPEED CLUSTER CLUSNL"
    " NETPRTY SSLCIPH SSLCAUTH SSLPEER LOCLADDR BATCHHB USERID PASSWORD KAINT COMPHDR COMPMSG"
    " MONCHL STATCHL CLWLRANK CLWLPRTY CLWLWGHT SHARECNV PROPCTL MAXINST MAXINSTC CLNTWGHT"
    " AFFINITY BATCHLIM DFTRECON CERTLABL"
)


def _pcf(word: str, number: int) -> PcfCommands:
    """Of a type of channel: CLUSRCVR, MQCHT_CLUSRCVR 8."""
    return PcfCommands(
        object="CHANNEL",
        numbers={"CHANGE": 21, "COPY": 22, "CREATE": 23, "DELETE": 24, "INQUIRE": 25},
        name="ChannelName",
        title="Channel",
        type_name="ChannelType",
        type=("MQIACH_CHANNEL_TYPE", f"MQCHT_{word}", number),
        copied=(3007, 3008),
        attributes=1015,
    )


def _cl(word: str) -> ClCommands:
    return ClCommands(
        create="CRTMQMCHL",
        change="CHGMQMCHL",
        copy="CPYMQMCHL",
        delete="DLTMQMCHL",
        name="CHLNAME",
        fixed=(("CHLTYPE", f"*{word}"),),
        positions={
            "CRTMQMCHL": f"CHLNAME CHLTYPE MQMNAME REPLACE {_POSITIONS}",
            "CHGMQMCHL": f"CHLNAME MQMNAME CHLTYPE {_POSITIONS}",
            "CPYMQMCHL": f"FROMCHL TOCHL CHLTYPE MQMNAME REPLACE {_POSITIONS}",
            "DLTMQMCHL": "CHLNAME MQMNAME CHLTYPE",
        },
        copied=("FROMCHL", "TOCHL"),
        default="*SYSDFTCHL",
    )


# Validated whatever is declared: the default definition has no address.
CONNECTION_MISSING = Rule(
    "connection-missing",
    "A cluster-sender channel has no address",
    "a cluster-sender channel needs the address of a full repository",
    'give it as "host(port)"',
    (CHANGE_CHANNEL.at("ConnectionName"),),
    "connection_name",
)


@joint(CONNECTION_MISSING, of=("name", "connection_name"))
def _needs_connection(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    # IBM's own default definition, SYSTEM.DEF.CLUSSDR, has none.
    default = str(values.get("name", "")).startswith("SYSTEM.DEF.")
    if values.get("connection_name") == "" and not default:
        yield CONNECTION_MISSING()


class _ClusterChannelSpec(Spec):
    namespace: ClassVar[str] = "channel"
    module: ClassVar[tuple[str, str]] = ("cluster_channels", "Cluster channels")
    checks: ClassVar[tuple[JointCheck, ...]] = CLUSTER_CHECKS[:1]

    name: Annotated[str, channel.CHANNEL_NAME]
    channel_description: Annotated[str | None, channel.CHANNEL_DESCRIPTION] = None
    cluster_name: Annotated[str | None, channel.CLUSTER_NAME] = None
    cluster_namelist: Annotated[str | None, channel.CLUSTER_NAMELIST] = None
    connection_name: Annotated[str | None, channel.CONNECTION_NAME] = None
    transport_type: Annotated[str | None, channel.TRANSPORT_TYPE] = None
    local_address: Annotated[str | None, channel.LOCAL_ADDRESS] = None
    batch_size: Annotated[int | None, channel.BATCH_SIZE] = None
    batch_interval: Annotated[int | None, channel.BATCH_INTERVAL] = None
    batch_heartbeat: Annotated[int | None, channel.BATCH_HEARTBEAT] = None
    batch_data_limit: Annotated[int | None, channel.BATCH_DATA_LIMIT] = None
    disconnect_interval: Annotated[int | None, channel.DISCONNECT_INTERVAL] = None
    short_retry_count: Annotated[int | None, channel.SHORT_RETRY_COUNT] = None
    short_retry_interval: Annotated[int | None, channel.SHORT_RETRY_INTERVAL] = None
    long_retry_count: Annotated[int | None, channel.LONG_RETRY_COUNT] = None
    long_retry_interval: Annotated[int | None, channel.LONG_RETRY_INTERVAL] = None
    heartbeat_interval: Annotated[int | None, channel.HEARTBEAT_INTERVAL] = None
    keep_alive_interval: Annotated[int | str | None, channel.KEEP_ALIVE_INTERVAL] = None
    max_message_length: Annotated[int | None, channel.MAX_MESSAGE_LENGTH] = None
    sequence_number_wrap: Annotated[int | None, channel.SEQUENCE_NUMBER_WRAP] = None
    non_persistent_message_speed: Annotated[str | None, channel.NON_PERSISTENT_MESSAGE_SPEED] = None
    data_conversion: Annotated[str | None, channel.DATA_CONVERSION] = None
    mca_user_identifier: Annotated[str | None, channel.MCA_USER_IDENTIFIER] = None
    mca_type: Annotated[str | None, channel.MCA_TYPE] = None
    ssl_cipher_specification: Annotated[str | None, channel.SSL_CIPHER_SPECIFICATION] = None
    ssl_peer_name: Annotated[str | None, channel.SSL_PEER_NAME] = None
    certificate_label: Annotated[str | None, channel.CERTIFICATE_LABEL] = None
    cluster_workload_channel_priority: Annotated[
        int | None, channel.CLUSTER_WORKLOAD_CHANNEL_PRIORITY
    ] = None
    cluster_workload_channel_rank: Annotated[int | None, channel.CLUSTER_WORKLOAD_CHANNEL_RANK] = (
        None
    )
    cluster_workload_channel_weight: Annotated[
        int | None, channel.CLUSTER_WORKLOAD_CHANNEL_WEIGHT
    ] = None
    property_control: Annotated[str | None, channel.PROPERTY_CONTROL] = None
    channel_monitoring: Annotated[str | None, channel.CHANNEL_MONITORING] = None
    channel_statistics: Annotated[str | None, channel.CHANNEL_STATISTICS] = None


class ClusterReceiverChannelSpec(_ClusterChannelSpec):
    """How other members reach this queue manager; it makes the queue manager a member."""

    kind: ClassVar[str] = "mq:ClusterReceiverChannel"
    mqsc: ClassVar[MqscCommands] = MqscCommands("CHANNEL", (("CHLTYPE", "CLUSRCVR"),))
    pcf: ClassVar[PcfCommands] = _pcf("CLUSRCVR", 8)
    cl: ClassVar[ClCommands] = _cl("CLUSRCVR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.CLUSRCVR"

    network_priority: Annotated[int | None, channel.NETWORK_PRIORITY] = None
    put_authority: Annotated[str | None, channel.PUT_AUTHORITY] = None
    ssl_client_authentication: Annotated[str | None, channel.SSL_CLIENT_AUTHENTICATION] = None


class ClusterSenderChannelSpec(_ClusterChannelSpec):
    """How this queue manager first reaches a full repository."""

    kind: ClassVar[str] = "mq:ClusterSenderChannel"
    mqsc: ClassVar[MqscCommands] = MqscCommands("CHANNEL", (("CHLTYPE", "CLUSSDR"),))
    pcf: ClassVar[PcfCommands] = _pcf("CLUSSDR", 9)
    cl: ClassVar[ClCommands] = _cl("CLUSSDR")
    default_object: ClassVar[str | None] = "SYSTEM.DEF.CLUSSDR"
    roles: ClassVar[tuple[Role, ...]] = (Role.SENDER_CHANNEL,)
    checks: ClassVar[tuple[JointCheck, ...]] = (*CLUSTER_CHECKS[:1], _needs_connection)
