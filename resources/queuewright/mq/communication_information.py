"""mq:CommunicationInformation: how publications are sent by multicast.

Sources: IBM's Change, Copy and Create Communication Information Object (PCF), DEFINE COMMINFO.
"""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.commands import MqscCommands, PcfCommands
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_COMMUNICATION_INFORMATION
from queuewright.catalogue.spec import Spec

from .choices import choice
from .named import DESCRIPTION, NUMBER, OWN_NAME, TEXT, Names, documented

_attribute = partial(documented, CHANGE_COMMUNICATION_INFORMATION, None)
_UP_TO_A_MILLION = {"limits": (0, 999_999)}

COMMUNICATION_INFORMATION_NAME = _attribute(
    "Communication information name",
    Names("ComminfoName", "MQCA_COMM_INFO_NAME", 2110, None),
    **OWN_NAME,
    platforms=MULTIPLATFORMS - {Platform.IBMI},
)
TYPE = _attribute(
    "Type",
    Names("Type", "MQIA_COMM_INFO_TYPE", 223, "TYPE"),
    choices=(choice("MQCIT_MULTICAST", 1, "MULTICAST"),),
    shipped="multicast",
    change=Change.FIXED,
)
OBJECT_DESCRIPTION = _attribute(
    "Description", Names("Description", "MQCA_COMM_INFO_DESC", 2111, "DESCR"), **DESCRIPTION
)
BRIDGE = _attribute(
    "Whether publications of others are bridged to multicast",
    Names("Bridge", "MQIA_MCAST_BRIDGE", 233, "BRIDGE"),
    choices=(choice("MQMCB_ENABLED", 1, "ENABLED"), choice("MQMCB_DISABLED", 0, "DISABLED")),
    shipped="enabled",
)
CODED_CHARACTER_SET_IDENTIFIER = _attribute(
    "CCSID of publications",
    Names("CCSID", "MQIA_CODED_CHAR_SET_ID", 2, "CCSID"),
    limits=(1, 65_535),
    choices=(choice("MQCCSI_AS_PUBLISHED", -4, "ASPUB"),),
    shipped="as_published",
)
COMMUNICATION_EVENT = _attribute(
    "Event messages of multicast handles",
    Names("CommEvent", "MQIA_COMM_EVENT", 232, "COMMEV"),
    choices=(
        choice("MQEVR_DISABLED", 0, "DISABLED"),
        choice("MQEVR_ENABLED", 1, "ENABLED"),
        choice("MQEVR_EXCEPTION", 2, "EXCEPTION"),
    ),
    shipped="disabled",
)
ENCODING = _attribute(
    "Encoding of publications",
    Names("Encoding", "MQIACF_ENCODING", 1243, "ENCODING"),
    **NUMBER,
    choices=(
        choice("MQENC_AS_PUBLISHED", -1, "ASPUB"),
        choice("MQENC_NORMAL", 273, "NORMAL"),
        choice("MQENC_REVERSED", 546, "REVERSED"),
        choice("MQENC_S390", 785, "S390"),
        choice("MQENC_TNS", 1041, "TNS"),
    ),
    shipped="as_published",
)
GROUP_ADDRESS = _attribute(
    "Group address",
    Names("GrpAddress", "MQCACH_GROUP_ADDRESS", 3562, "GRPADDR"),
    **TEXT | {"shipped": "239.0.0.0"},
    max_length=264,
)
HEARTBEAT_INTERVAL = _attribute(
    "Heartbeat interval",
    Names("MulticastHeartbeat", "MQIACH_MC_HB_INTERVAL", 1628, "MCHBINT"),
    **_UP_TO_A_MILLION,
    quantity="ms",
    shipped=2000,
)
MULTICAST_PROPERTIES = _attribute(
    "Which properties flow with a message",
    Names("MulticastPropControl", "MQIACH_MULTICAST_PROPERTIES", 1626, "MCPROP"),
    choices=(
        choice("MQMCP_ALL", -1, "ALL"),
        choice("MQMCP_REPLY", 2, "REPLY"),
        choice("MQMCP_USER", 1, "USER"),
        choice("MQMCP_NONE", 0, "NONE"),
        choice("MQMCP_COMPAT", -2, "COMPAT"),
    ),
    shipped="all",
)
MONITOR_INTERVAL = _attribute(
    "Monitor interval",
    Names("MonitorInterval", "MQIA_MONITOR_INTERVAL", 81, "MONINT"),
    **_UP_TO_A_MILLION,
    quantity="seconds",
    shipped=60,
)
MESSAGE_HISTORY = _attribute(
    "Messages that are kept to send them again",
    Names("MsgHistory", "MQIACH_MSG_HISTORY", 1625, "MSGHIST"),
    **NUMBER,
    quantity="kilobytes",
    shipped=100,
)
NEW_SUBSCRIBER_HISTORY = _attribute(
    "Earlier publications that a new subscriber gets",
    Names("NewSubHistory", "MQIACH_NEW_SUBSCRIBER_HISTORY", 1627, "NSUBHIST"),
    choices=(choice("MQNSH_NONE", 0, "NONE"), choice("MQNSH_ALL", -1, "ALL")),
    shipped="none",
)
PORT = _attribute(
    "Port number",
    Names("PortNumber", "MQIACH_PORT", 1522, "PORT"),
    limits=(0, 65_535),
    shipped=1414,
)


class CommunicationInformationSpec(Spec):
    """How publications are sent by multicast."""

    kind: ClassVar[str] = "mq:CommunicationInformation"
    mqsc: ClassVar[MqscCommands] = MqscCommands("COMMINFO", keeps_authorities=False)
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="COMM_INFO",
        numbers={"CHANGE": 192, "COPY": 193, "CREATE": 190, "DELETE": 194, "INQUIRE": 191},
        name="ComminfoName",
        title="Communication Information Object",
        copied=(3177, 3178),
        attributes=1327,
    )
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.COMMINFO.MULTICAST"
    namespace: ClassVar[str] = "comminfo"
    roles: ClassVar[tuple[Role, ...]] = (Role.COMMUNICATION_INFORMATION,)
    module: ClassVar[tuple[str, str]] = ("communication", "Communication information")

    name: Annotated[str, COMMUNICATION_INFORMATION_NAME]
    type: Annotated[str | None, TYPE] = None
    description: Annotated[str | None, OBJECT_DESCRIPTION] = None
    bridge: Annotated[str | None, BRIDGE] = None
    coded_character_set_identifier: Annotated[int | str | None, CODED_CHARACTER_SET_IDENTIFIER] = (
        None
    )
    communication_event: Annotated[str | None, COMMUNICATION_EVENT] = None
    encoding: Annotated[int | str | None, ENCODING] = None
    group_address: Annotated[str | None, GROUP_ADDRESS] = None
    heartbeat_interval: Annotated[int | None, HEARTBEAT_INTERVAL] = None
    multicast_properties: Annotated[str | None, MULTICAST_PROPERTIES] = None
    monitor_interval: Annotated[int | None, MONITOR_INTERVAL] = None
    message_history: Annotated[int | None, MESSAGE_HISTORY] = None
    new_subscriber_history: Annotated[str | None, NEW_SUBSCRIBER_HISTORY] = None
    port: Annotated[int | None, PORT] = None
