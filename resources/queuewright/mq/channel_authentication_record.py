"""mq:ChannelAuthenticationRecord. Sources: IBM's Set Channel Authentication Record (PCF), SET
CHLAUTH."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from queuewright.catalogue.attribute import (
    Attribute,
    Change,
    Choice,
    Pcf,
    Ref,
    Strength,
    Value,
)
from queuewright.catalogue.commands import MqscCommands, PcfCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import generic_channel_name, no_control_characters
from queuewright.catalogue.references import CHANNELS
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC, SET_CHANNEL_AUTHENTICATION
from queuewright.catalogue.spec import MISSING, Lifecycle, Spec

from .choices import choice
from .connection_matching import is_generic_address, names_host
from .named import DESCRIPTION, TEXT

BLOCKING: Mapping[str, str] = {"blockuser": "user_list", "blockaddr": "address_list"}
# Type -> what it matches connections by, which it cannot do without.
MATCHING: Mapping[str, str] = {
    "sslpeermap": "ssl_peer_name",
    "addressmap": "address",
    "usermap": "client_user",
    "qmgrmap": "remote_queue_manager",
}
_OF_MAPPING = ("address", "user_source", "mca_user_identifier")
_CHECKS_CLIENTS = ("sslpeermap", "addressmap", "usermap")
# Type -> the fields that it takes besides name, type, description, custom and warn.
TAKES: Mapping[str, frozenset[str]] = {
    **{kind: frozenset((items,)) for kind, items in BLOCKING.items()},
    **{
        kind: frozenset(
            (
                matcher,
                *_OF_MAPPING,
                *(("ssl_certificate_issuer",) if kind == "sslpeermap" else ()),
                *(("check_client",) if kind in _CHECKS_CLIENTS else ()),
            )
        )
        for kind, matcher in MATCHING.items()
    },
}
_SOURCES = (MQSC.at("SET CHLAUTH"), SET_CHANNEL_AUTHENTICATION.at("Type"))

NEEDS_MATCH = MISSING.but(
    reason="type {type} needs {attribute}", remediation="give it", sources=_SOURCES
)
NOT_OF_TYPE = Rule(
    "not-of-type",
    "A parameter that channel authentication records of the type do not take",
    "records of type {type} take no {attribute}",
    "leave it out, or give it with type {types}",
    _SOURCES,
)
BLOCKS_EVERYWHERE = Rule(
    "blocks-everywhere",
    "Blocked addresses are those of every channel",
    'records of type blockaddr are named "*", not {name}',
    'name it "*"',
    (MQSC.at("SET CHLAUTH channel-profile-name"),),
    "name",
)
NEEDS_USER = MISSING.but(
    reason='user_source "map" needs mca_user_identifier',
    remediation='give it, or another user_source ("channel", "noaccess")',
    sources=(MQSC.at("SET CHLAUTH MCAUSER"),),
    attribute="mca_user_identifier",
)
USER_WITHOUT_MAP = NOT_OF_TYPE.but(
    code="user-without-map",
    title="A user that nothing is mapped to",
    reason='user_source is "{source}", and only "map" takes {attribute}',
    remediation='give it as "", which takes it away, or give user_source="map"',
)
WARNS_OF_NOTHING = NOT_OF_TYPE.but(
    code="warns-of-nothing",
    title="A record that blocks nothing warns of nothing",
    reason='warn="yes" is for records that block: of types blockuser and blockaddr, and with '
    'user_source="noaccess"',
    remediation="leave warn out",
    attribute="warn",
)


def _attribute(
    title: str, mqsc: str | None, pcf: tuple[str, str, int, str], **facts: Any
) -> Attribute:
    section = f"SET CHLAUTH {mqsc}" if mqsc else "SET CHLAUTH"
    return Attribute(
        title=title,
        sources=(SET_CHANNEL_AUTHENTICATION.at(pcf[0]), MQSC.at(section)),
        mqsc=mqsc,
        pcf=Pcf(*pcf),
        **facts,
    )


_MATCHED: dict[str, Any] = {"syntax": no_control_characters, "change": Change.REPLACE}


def _whole_user(text: str) -> Iterator[tuple[str, str]]:
    """MQRCCF_CHLAUTH_CLNTUSER_ERROR: "contains a wildcard character, which is not allowed"."""
    yield from no_control_characters(text)
    if "*" in text:
        yield "a user that a client asserts is one name, without *", "give a record for each"


def _blocked_address(text: str) -> Iterator[tuple[str, str]]:
    """SET CHLAUTH ADDRLIST: generic IP addresses."""
    yield from no_control_characters(text)
    if text and not is_generic_address(text):
        yield (
            "is not a generic IP address",
            'write an address, or parts of one with * and ranges, such as "10.1.*" or "10.1.2.1-9"',
        )


def _address(text: str) -> Iterator[tuple[str, str]]:
    """ADDRESS: a generic IP address, or the name of a host."""
    if names_host(text):
        yield from no_control_characters(text)
    else:
        yield from _blocked_address(text)


PROFILE = _attribute(
    "Channel profile",
    None,
    ("ProfileName", "MQCACH_CHANNEL_NAME", 3501, "MQCFST"),
    max_length=20,
    syntax=generic_channel_name,
    change=Change.REPLACE,
    required=True,
    reference=Ref(CHANNELS, Strength.SOFT),
)
TYPE = _attribute(
    "Kind of match of the record",
    "TYPE",
    ("Type", "MQIACF_CHLAUTH_TYPE", 1352, "MQCFIN"),
    choices=(
        choice("MQCAUT_BLOCKUSER", 1, "BLOCKUSER"),
        choice("MQCAUT_BLOCKADDR", 2, "BLOCKADDR"),
        choice("MQCAUT_SSLPEERMAP", 3, "SSLPEERMAP"),
        choice("MQCAUT_ADDRESSMAP", 4, "ADDRESSMAP"),
        choice("MQCAUT_USERMAP", 5, "USERMAP"),
        choice("MQCAUT_QMGRMAP", 6, "QMGRMAP"),
    ),
    change=Change.REPLACE,
    required=True,
)
SSL_PEER_NAME = _attribute(
    "Distinguished name",
    "SSLPEER",
    ("SSLPeer", "MQCACH_SSL_PEER_NAME", 3545, "MQCFST"),
    **_MATCHED,
    max_length=1024,
)
SSL_CERTIFICATE_ISSUER = _attribute(
    "Distinguished name of the issuer",
    "SSLCERTI",
    ("SSLCertIssuer", "MQCA_SSL_CERT_ISSUER_NAME", 2130, "MQCFST"),
    **_MATCHED,
    max_length=1024,
)
ADDRESS = _attribute(
    "Address",
    "ADDRESS",
    ("Address", "MQCACH_CONNECTION_NAME", 3506, "MQCFST"),
    syntax=_address,
    change=Change.REPLACE,
    max_length=264,
)
CLIENT_USER = _attribute(
    "User that the client asserts",
    "CLNTUSER",
    ("ClntUser", "MQCACH_CLIENT_USER_ID", 3567, "MQCFST"),
    change=Change.REPLACE,
    syntax=_whole_user,
    max_length=1024,
)
REMOTE_QUEUE_MANAGER = _attribute(
    "Name of the other queue manager",
    "QMNAME",
    ("QMName", "MQCA_REMOTE_Q_MGR_NAME", 2017, "MQCFST"),
    **_MATCHED,
    max_length=48,
)
RECORD_DESCRIPTION = _attribute(
    "Description", "DESCR", ("Description", "MQCA_CHLAUTH_DESC", 2118, "MQCFST"), **DESCRIPTION
)
CUSTOM = _attribute(
    "Custom attributes",
    "CUSTOM",
    ("Custom", "MQCA_CUSTOM", 2119, "MQCFST"),
    **TEXT,
    max_length=128,
)
USER_SOURCE = _attribute(
    "Where the user of the channel comes from",
    "USERSRC",
    ("UserSrc", "MQIACH_USER_SOURCE", 1638, "MQCFIN"),
    choices=(
        choice("MQUSRC_MAP", 0, "MAP"),
        choice("MQUSRC_NOACCESS", 1, "NOACCESS"),
        choice("MQUSRC_CHANNEL", 2, "CHANNEL"),
    ),
    shipped="map",
)
MCA_USER_IDENTIFIER = _attribute(
    "User of the channel",
    "MCAUSER",
    ("MCAUser", "MQCACH_MCA_USER_ID", 3527, "MQCFST"),
    **TEXT,
    max_length=64,
)
CHECK_CLIENT = _attribute(
    "Which clients give a password",
    "CHCKCLNT",
    ("CheckClient", "MQIA_CHECK_CLIENT_BINDING", 258, "MQCFIN"),
    choices=(
        choice("MQCHK_AS_Q_MGR", 4, "ASQMGR"),
        choice("MQCHK_REQUIRED", 3, "REQUIRED"),
        choice("MQCHK_REQUIRED_ADMIN", 2, "REQDADM"),
    ),
    shipped="as_q_mgr",
    since=800,
)
USER_LIST = _attribute(
    "Users that are blocked",
    "USERLIST",
    ("UserList", "MQCACH_MCA_USER_ID_LIST", 3568, "MQCFSL"),
    max_length=64,
    max_items=100,
    syntax=no_control_characters,
    is_set=True,
)
ADDRESS_LIST = _attribute(
    "Addresses that are blocked",
    "ADDRLIST",
    ("AddrList", "MQCACH_CONNECTION_NAME_LIST", 3566, "MQCFSL"),
    max_length=264,
    max_items=256,
    syntax=_blocked_address,
    is_set=True,
)
WARN = _attribute(
    "Whether blocked connections are only warned of",
    "WARN",
    ("Warn", "MQIACH_WARNING", 1639, "MQCFIN"),
    choices=(
        Choice("no", "NO", "MQWARN_NO", 0),
        Choice("yes", "YES", "MQWARN_YES", 1),
    ),
    shipped="no",
)
_EVERYWHERE = {"type": "addressmap", "address": "*"}
# Of a new queue manager, as its dumps show them.
SHIPPED: tuple[Mapping[str, Any], ...] = (
    {
        "name": "SYSTEM.ADMIN.SVRCONN",
        **_EVERYWHERE,
        "user_source": "channel",
        "record_description": "Default rule to allow MQ Explorer access",
    },
    {
        "name": "SYSTEM.*",
        **_EVERYWHERE,
        "user_source": "noaccess",
        "record_description": "Default rule to disable all SYSTEM channels",
    },
    {
        "name": "*",
        "type": "blockuser",
        "user_list": ("*MQADMIN",),
        "record_description": "Default rule to disallow privileged users",
    },
)
_FIELDS = (
    "name", "type", "ssl_peer_name", "ssl_certificate_issuer", "address", "client_user",
    "remote_queue_manager", "user_source", "mca_user_identifier", "check_client", "user_list",
    "address_list", "warn",
)  # fmt: skip
_OF_ONE_TYPE = frozenset(name for taken in TAKES.values() for name in taken)


@joint(NEEDS_MATCH, NOT_OF_TYPE, BLOCKS_EVERYWHERE, of=_FIELDS)
def fits_its_type(values: Mapping[str, Any], _: SystemFacts | None) -> Iterator[Diagnostic]:
    """SET CHLAUTH: what each type takes, and needs."""
    kind = values.get("type")
    taken = TAKES.get(str(kind))
    if taken is None:
        return
    needed = MATCHING.get(str(kind)) or BLOCKING[str(kind)]
    if not values.get(needed):
        yield NEEDS_MATCH(attribute=needed, type=kind)
    for name in _FIELDS:
        if name in _OF_ONE_TYPE - taken and values.get(name) not in (None, "", ()):
            usual = USER_SOURCE if name == "user_source" else CHECK_CLIENT
            if name in ("user_source", "check_client") and values[name] == usual.shipped:
                continue
            types = " or ".join(each for each in TAKES if name in TAKES[each])
            yield NOT_OF_TYPE(attribute=name, type=kind, types=types)
    if kind == "blockaddr" and values.get("name") != "*":
        yield BLOCKS_EVERYWHERE(name=values.get("name"))


@joint(NEEDS_USER, USER_WITHOUT_MAP, WARNS_OF_NOTHING, of=_FIELDS)
def maps_to_a_user(values: Mapping[str, Any], _: SystemFacts | None) -> Iterator[Diagnostic]:
    """USERSRC, MCAUSER, CHCKCLNT and WARN."""
    kind, source = values.get("type"), values.get("user_source") or "map"
    blocks = kind in BLOCKING
    if kind in MATCHING:
        if source == "map" and not values.get("mca_user_identifier"):
            yield NEEDS_USER()
        if source != "map" and values.get("mca_user_identifier"):
            yield USER_WITHOUT_MAP(attribute="mca_user_identifier", source=source)
        blocks = source == "noaccess"
    if values.get("warn") == "yes" and not blocks:
        yield WARNS_OF_NOTHING()


class ChannelAuthenticationRecordSpec(Spec):
    """Who may use the channels that a profile names, and as whom."""

    kind: ClassVar[str] = "mq:ChannelAuthenticationRecord"
    lifecycle: ClassVar[Lifecycle] = Lifecycle.RECORD
    mqsc: ClassVar[MqscCommands] = MqscCommands(
        "CHLAUTH",
        keeps_authorities=False,
        removal=("SET", (("ACTION", "REMOVE"),)),
        set_anew=("ACTION", "REPLACE"),
    )
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="CHLAUTH_REC",
        numbers={"SET": 203, "INQUIRE": 204},
        name="ProfileName",
        title="Channel Authentication Record",
    )
    namespace: ClassVar[str] = "chlauth"
    module: ClassVar[tuple[str, str]] = ("channel_authentication", "Channel authentication")
    records: ClassVar[tuple[Mapping[str, Any], ...]] = SHIPPED
    admits: ClassVar[bool] = True
    checks: ClassVar[tuple[JointCheck, ...]] = (fits_its_type, maps_to_a_user)

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
    def in_full(cls, names: Mapping[str, Any], values: Mapping[str, Value]) -> Mapping[str, Value]:
        """Without usual values of what records of the type do not have."""
        taken = TAKES.get(str(names.get("type")))
        if taken is None:
            return values
        attributes = cls.attributes()
        idle = [
            name
            for name, value in values.items()
            if name in _OF_ONE_TYPE - taken and value == attributes[name].shipped
        ]
        return {n: v for n, v in values.items() if n not in idle} if idle else values

    @classmethod
    def removal(cls, names: Mapping[str, Any]) -> Mapping[str, str]:
        """REMOVE takes single items out of a list; a record of a list goes with all of them."""
        return {"ACTION": "REMOVEALL" if names.get("type") in BLOCKING else "REMOVE"}

    @classmethod
    def identity(cls) -> tuple[str, ...]:
        return (
            "name", "type", "ssl_peer_name", "ssl_certificate_issuer", "address", "client_user",
            "remote_queue_manager",
        )  # fmt: skip
