"""Channel authentication records. Source: IBM MQ, MQSC: SET CHLAUTH."""

from functools import partial
from typing import Annotated, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.names import generic_channel_name, no_control_characters
from queuewright.catalogue.spec import Lifecycle, Spec

from .named import DESCRIPTION, NO_YES, TEXT, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "SET CHLAUTH")
_MATCHED = {"syntax": no_control_characters, "change": Change.REPLACE}

PROFILE = _attribute(
    "Channel profile",
    None,
    max_length=20,
    syntax=generic_channel_name,
    change=Change.REPLACE,
    required=True,
)
TYPE = _attribute(
    "Kind of match of the record",
    "TYPE",
    choices=constants(
        "MQCAUT", BLOCK_USER="BLOCKUSER", BLOCK_ADDR="BLOCKADDR", SSLPEERMAP="SSLPEERMAP",
        ADDRESSMAP="ADDRESSMAP", USERMAP="USERMAP", QMGRMAP="QMGRMAP",
    ),
    change=Change.REPLACE,
    required=True,
)  # fmt: skip
SSL_PEER_NAME = _attribute("Distinguished name", "SSLPEER", **_MATCHED, max_length=1024)
SSL_CERTIFICATE_ISSUER = _attribute(
    "Distinguished name of the issuer", "SSLCERTI", **_MATCHED, max_length=1024
)
ADDRESS = _attribute("Address", "ADDRESS", **_MATCHED, max_length=264)
CLIENT_USER = _attribute("User that the client asserts", "CLNTUSER", **_MATCHED, max_length=64)
REMOTE_QUEUE_MANAGER = _attribute(
    "Name of the other queue manager", "QMNAME", **_MATCHED, max_length=48
)
RECORD_DESCRIPTION = _attribute("Description", "DESCR", **DESCRIPTION)
CUSTOM = _attribute("Custom attributes", "CUSTOM", **TEXT, max_length=128)
USER_SOURCE = _attribute(
    "Where the user of the channel comes from",
    "USERSRC",
    choices=constants("MQUSRC", MAP="MAP", NOACCESS="NOACCESS", CHANNEL="CHANNEL"),
)
MCA_USER_IDENTIFIER = _attribute(
    "User of the channel", "MCAUSER", **TEXT | {"shipped": None}, max_length=64
)
CHECK_CLIENT = _attribute(
    "Which clients give a password",
    "CHCKCLNT",
    choices=constants("MQCHK", AS_Q_MGR="ASQMGR", REQUIRED="REQUIRED", REQUIRED_ADMIN="REQDADM"),
)
USER_LIST = _attribute(
    "Users that are blocked", "USERLIST", max_length=64, max_items=100,
    syntax=no_control_characters,
)  # fmt: skip
ADDRESS_LIST = _attribute(
    "Addresses that are blocked", "ADDRLIST", max_length=48, max_items=256,
    syntax=no_control_characters,
)  # fmt: skip
WARN = _attribute("Whether blocked connections are only warned of", "WARN", **NO_YES)


class ChannelAuthenticationRecordSpec(Spec):
    """Who may use the channels that a profile names, and as whom."""

    kind: ClassVar[str] = "mq:ChannelAuthenticationRecord"
    is_managed: ClassVar[bool] = False
    lifecycle: ClassVar[Lifecycle] = Lifecycle.RECORD
    mqsc: ClassVar[MqscCommands] = MqscCommands("CHLAUTH", removal=("SET", (("ACTION", "REMOVE"),)))
    namespace: ClassVar[str] = "chlauth"
    module: ClassVar[tuple[str, str]] = ("channel_authentication", "Channel authentication")

    name: Annotated[str, PROFILE]
    type: Annotated[str, TYPE]
    record_description: Annotated[str | None, RECORD_DESCRIPTION] = None
    custom: Annotated[str | None, CUSTOM] = None
    ssl_peer_name: Annotated[str | None, SSL_PEER_NAME] = None
    ssl_certificate_issuer: Annotated[str | None, SSL_CERTIFICATE_ISSUER] = None
    address: Annotated[str | None, ADDRESS] = None
    client_user: Annotated[str | None, CLIENT_USER] = None
    remote_queue_manager: Annotated[str | None, REMOTE_QUEUE_MANAGER] = None
    user_source: Annotated[str | None, USER_SOURCE] = None
    mca_user_identifier: Annotated[str | None, MCA_USER_IDENTIFIER] = None
    check_client: Annotated[str | None, CHECK_CLIENT] = None
    user_list: Annotated[Annotated[tuple[str, ...], Field(strict=False)] | None, USER_LIST] = None
    address_list: Annotated[
        Annotated[tuple[str, ...], Field(strict=False)] | None, ADDRESS_LIST
    ] = None
    warn: Annotated[str | None, WARN] = None

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return (
            "name", "type", "ssl_peer_name", "ssl_certificate_issuer", "address", "client_user",
            "remote_queue_manager",
        )  # fmt: skip
