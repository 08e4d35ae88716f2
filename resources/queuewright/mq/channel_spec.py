"""The attributes that channels of several types share, and their commands.

Source: IBM's Change, Copy and Create Channel (PCF), MQSC DEFINE CHANNEL (which type takes which),
CRTMQMCHL.
"""

from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.commands import (
    ClCommands,
    MqscCommands,
    PcfCommands,
    RunCommands,
)
from queuewright.catalogue.joint_check import JointCheck
from queuewright.catalogue.spec import Spec

from . import channel_attributes as channel
from . import channel_options as option
from .cipher_rules import known_cipher
from .queue_rules import not_shared

_POSITIONS = (
    "TRPTYPE TEXT TGTMQMNAME CONNAME TPNAME MODENAME TMQNAME MCANAME MCAUSRID MCATYPE BATCHINT"
    " BATCHSIZE DSCITV SHORTTMR SHORTRTY LONGTMR LONGRTY SCYEXIT CSCYEXIT SCYUSRDATA SNDEXIT"
    " CSNDEXIT SNDUSRDATA RCVEXIT CRCVEXIT RCVUSRDATA MSGEXIT MSGUSRDATA MSGRTYEXIT MSGRTYDATA"
    " MSGRTYNBR MSGRTYITV CVTMSG PUTAUT SEQNUMWRAP MAXMSGLEN HRTBTINTVL NPMSPEED CLUSTER CLUSNL"
    " NETPRTY SSLCIPH SSLCAUTH SSLPEER LOCLADDR BATCHHB USERID PASSWORD KAINT COMPHDR COMPMSG"
    " MONCHL STATCHL CLWLRANK CLWLPRTY CLWLWGHT SHARECNV PROPCTL MAXINST MAXINSTC CLNTWGHT"
    " AFFINITY BATCHLIM DFTRECON CERTLABL"
)
# A list in one field; engines hand lists over where programs give tuples.
_Words = Annotated[tuple[str, ...], Field(strict=False)]


# Name and title of a program's module.
CHANNELS = ("channels", "Channels")
# DISPLAY CHSTATUS shows current instances, SAVED what is kept of those that ended.
CHANNEL_RUNS = RunCommands(
    "CHSTATUS", saved="SAVED", partner=("CONNAME", "RQMNAME"), stop=(("MODE", "QUIESCE"),)
)


def channel_mqsc(word: str) -> MqscCommands:
    """Of a type of channel: SDR."""
    return MqscCommands("CHANNEL", (("CHLTYPE", word),))


def channel_pcf(word: str, number: int) -> PcfCommands:
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


def channel_cl(word: str) -> ClCommands:
    """Of a type of channel: *SDR."""
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


class ChannelSpec(Spec):
    """Every channel of a queue manager, but those of AMQP and MQTT. Those below add what several
    types have; the ones that a class names last come first in commands and programs."""

    namespace: ClassVar[str] = "channel"
    runs: ClassVar[RunCommands | None] = CHANNEL_RUNS
    module: ClassVar[tuple[str, str]] = CHANNELS
    checks: ClassVar[tuple[JointCheck, ...]] = (not_shared, known_cipher)

    name: Annotated[str, channel.CHANNEL_NAME]
    channel_description: Annotated[str | None, channel.CHANNEL_DESCRIPTION] = None
    transport_type: Annotated[str | None, channel.TRANSPORT_TYPE] = None
    queue_sharing_group_disposition: Annotated[str | None, channel.CHANNEL_DISPOSITION] = None


class ConnectsSpec(ChannelSpec):
    """A channel that has the address of the other end."""

    connection_name: Annotated[str | None, channel.CONNECTION_NAME] = None
    local_address: Annotated[str | None, channel.LOCAL_ADDRESS] = None


class ConversingSpec(ChannelSpec):
    """The attributes that every channel has but those of AMQP and MQTT, beside its exits."""

    heartbeat_interval: Annotated[int | None, channel.HEARTBEAT_INTERVAL] = None
    keep_alive_interval: Annotated[int | str | None, channel.KEEP_ALIVE_INTERVAL] = None
    max_message_length: Annotated[int | None, channel.MAX_MESSAGE_LENGTH] = None
    ssl_cipher_specification: Annotated[str | None, channel.SSL_CIPHER_SPECIFICATION] = None
    ssl_peer_name: Annotated[str | None, channel.SSL_PEER_NAME] = None
    certificate_label: Annotated[str | None, channel.CERTIFICATE_LABEL] = None


class ExitsSpec(ChannelSpec):
    """Compression, and the exits that every channel has."""

    header_compression: Annotated[_Words | None, option.HEADER_COMPRESSION] = None
    message_compression: Annotated[_Words | None, option.MESSAGE_COMPRESSION] = None
    security_exit: Annotated[str | None, option.SECURITY_EXIT] = None
    security_user_data: Annotated[str | None, option.SECURITY_USER_DATA] = None
    send_exit: Annotated[_Words | None, option.SEND_EXIT] = None
    send_user_data: Annotated[_Words | None, option.SEND_USER_DATA] = None
    receive_exit: Annotated[_Words | None, option.RECEIVE_EXIT] = None
    receive_user_data: Annotated[_Words | None, option.RECEIVE_USER_DATA] = None


class MessageExitsSpec(ExitsSpec):
    """The exits of a channel between queue managers."""

    message_exit: Annotated[_Words | None, option.MESSAGE_EXIT] = None
    message_user_data: Annotated[_Words | None, option.MESSAGE_USER_DATA] = None


class MessageChannelSpec(ConversingSpec):
    """A channel between two queue managers."""

    batch_size: Annotated[int | None, channel.BATCH_SIZE] = None
    sequence_number_wrap: Annotated[int | None, channel.SEQUENCE_NUMBER_WRAP] = None
    non_persistent_message_speed: Annotated[str | None, channel.NON_PERSISTENT_MESSAGE_SPEED] = None
    mca_user_identifier: Annotated[str | None, channel.MCA_USER_IDENTIFIER] = None
    use_dead_letter_queue: Annotated[str | None, option.USE_DEAD_LETTER_QUEUE] = None
    channel_monitoring: Annotated[str | None, channel.CHANNEL_MONITORING] = None
    channel_statistics: Annotated[str | None, channel.CHANNEL_STATISTICS] = None


class PointToPointSpec(ChannelSpec):
    """A channel that belongs to no cluster, on z/OS."""

    default_channel_disposition: Annotated[str | None, option.DEFAULT_CHANNEL_DISPOSITION] = None
    security_policy_protection: Annotated[str | None, option.SECURITY_POLICY_PROTECTION] = None


class Lu62Spec(ChannelSpec):
    """A channel that can connect over LU 6.2."""

    mode_name: Annotated[str | None, option.MODE_NAME] = None
    tp_name: Annotated[str | None, option.TP_NAME] = None


class SignsOnSpec(Lu62Spec):
    """A channel that can sign on at the other end of LU 6.2."""

    user_identifier: Annotated[str | None, option.USER_IDENTIFIER] = None
    password: Annotated[str | None, option.PASSWORD] = None


class AgentSpec(ChannelSpec):
    """A channel whose message channel agent this queue manager starts."""

    mca_name: Annotated[str | None, option.MCA_NAME] = None
    mca_type: Annotated[str | None, channel.MCA_TYPE] = None


class SendsSpec(ChannelSpec):
    """A channel that sends messages."""

    batch_interval: Annotated[int | None, channel.BATCH_INTERVAL] = None
    batch_heartbeat: Annotated[int | None, channel.BATCH_HEARTBEAT] = None
    batch_data_limit: Annotated[int | None, channel.BATCH_DATA_LIMIT] = None
    disconnect_interval: Annotated[int | None, channel.DISCONNECT_INTERVAL] = None
    short_retry_count: Annotated[int | None, channel.SHORT_RETRY_COUNT] = None
    short_retry_interval: Annotated[int | None, channel.SHORT_RETRY_INTERVAL] = None
    long_retry_count: Annotated[int | None, channel.LONG_RETRY_COUNT] = None
    long_retry_interval: Annotated[int | None, channel.LONG_RETRY_INTERVAL] = None
    data_conversion: Annotated[str | None, channel.DATA_CONVERSION] = None
    property_control: Annotated[str | None, channel.PROPERTY_CONTROL] = None


class ReceivesSpec(ChannelSpec):
    """A channel that receives messages, and puts them to their queues."""

    put_authority: Annotated[str | None, channel.PUT_AUTHORITY] = None
    message_retry_exit: Annotated[str | None, option.MESSAGE_RETRY_EXIT] = None
    message_retry_user_data: Annotated[str | None, option.MESSAGE_RETRY_USER_DATA] = None
    message_retry_count: Annotated[int | None, option.MESSAGE_RETRY_COUNT] = None
    message_retry_interval: Annotated[int | None, option.MESSAGE_RETRY_INTERVAL] = None


class CalledSpec(ChannelSpec):
    """A channel that others connect to, and that can ask for their certificate."""

    called_by: ClassVar[str] = "queue manager"

    ssl_client_authentication: Annotated[str | None, channel.SSL_CLIENT_AUTHENTICATION] = None
