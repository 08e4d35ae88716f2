"""Communication information of multicast. Source: IBM MQ, MQSC: DEFINE COMMINFO."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Choice
from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.platform import MULTIPLATFORMS
from queuewright.catalogue.spec import Spec

from .named import DESCRIPTION, FIXED, NUMBER, OWN_NAME, TEXT, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE COMMINFO")
_UP_TO_A_MILLION = {"limits": (0, 999_999)}

COMMUNICATION_INFORMATION_NAME = _attribute(
    "Communication information name", None, **OWN_NAME, platforms=MULTIPLATFORMS
)
TYPE = _attribute(
    "Type",
    "TYPE",
    choices=constants("MQCIT", MULTICAST="MULTICAST"),
    shipped="multicast",
    **FIXED,
)
OBJECT_DESCRIPTION = _attribute("Description", "DESCR", **DESCRIPTION)
BRIDGE = _attribute(
    "Whether publications of others are bridged to multicast",
    "BRIDGE",
    choices=constants("MQMCB", ENABLED="ENABLED", DISABLED="DISABLED"),
    shipped="enabled",
)
CODED_CHARACTER_SET_IDENTIFIER = _attribute(
    "CCSID of publications",
    "CCSID",
    limits=(1, 65_535),
    choices=constants("MQCCSI", AS_PUBLISHED="ASPUB"),
    shipped="as_published",
)
COMMUNICATION_EVENT = _attribute(
    "Event messages of multicast handles",
    "COMMEV",
    choices=constants("MQEVR", DISABLED="DISABLED", ENABLED="ENABLED", EXCEPTION="EXCEPTION"),
    shipped="disabled",
)
ENCODING = _attribute(
    "Encoding of publications",
    "ENCODING",
    **NUMBER,
    choices=(
        *constants("MQENC", AS_PUBLISHED="ASPUB", NORMAL="NORMAL", REVERSED="REVERSED"),
        Choice("s390", "S390", "MQENC_S390"),
        Choice("tns", "TNS", "MQENC_TNS"),
    ),
    shipped="as_published",
)
GROUP_ADDRESS = _attribute(
    "Group address",
    "GRPADDR",
    **TEXT | {"shipped": "239.0.0.0"},
    max_length=264,
)
HEARTBEAT_INTERVAL = _attribute(
    "Heartbeat interval", "MCHBINT", **_UP_TO_A_MILLION, quantity="ms", shipped=2000
)
MULTICAST_PROPERTIES = _attribute(
    "Which properties flow with a message",
    "MCPROP",
    choices=constants("MQMCP", ALL="ALL", REPLY="REPLY", USER="USER", NONE="NONE", COMPAT="COMPAT"),
    shipped="all",
)
MONITOR_INTERVAL = _attribute(
    "Monitor interval", "MONINT", **_UP_TO_A_MILLION, quantity="seconds", shipped=60
)
MESSAGE_HISTORY = _attribute(
    "Messages that are kept to send them again",
    "MSGHIST",
    **NUMBER,
    quantity="kilobytes",
    shipped=100,
)
NEW_SUBSCRIBER_HISTORY = _attribute(
    "Earlier publications that a new subscriber gets",
    "NSUBHIST",
    choices=constants("MQNSH", NONE="NONE", ALL="ALL"),
    shipped="none",
)
PORT = _attribute("Port number", "PORT", limits=(0, 65_535), shipped=1414)


class CommunicationInformationSpec(Spec):
    """How publications are sent by multicast."""

    kind: ClassVar[str] = "mq:CommunicationInformation"
    is_managed: ClassVar[bool] = False
    mqsc: ClassVar[MqscCommands] = MqscCommands("COMMINFO")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.COMMINFO.MULTICAST"
    namespace: ClassVar[str] = "comminfo"
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
