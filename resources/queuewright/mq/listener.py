"""Listeners. Source: IBM MQ, MQSC: DEFINE LISTENER."""

from functools import partial
from typing import Annotated, ClassVar

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.spec import Spec

from .channel_attributes import TRANSPORT_TYPE
from .named import DESCRIPTION, FIXED, NUMBER, OWN_NAME, TEXT, constants, mqsc_attribute

_attribute = partial(mqsc_attribute, "DEFINE LISTENER")
# Works with it from its next start.
_AT_START = {"change": Change.NEEDS_STOPPED}
_WINDOWS = {"platforms": frozenset({Platform.WINDOWS})}

LISTENER_NAME = _attribute("Listener name", None, **OWN_NAME, platforms=MULTIPLATFORMS)
START_MODE = _attribute(
    "Service mode",
    "CONTROL",
    choices=constants(
        "MQSVC",
        CONTROL_MANUAL="MANUAL",
        CONTROL_Q_MGR="QMGR",
        CONTROL_Q_MGR_START="STARTONLY",
    ),
    shipped="control_manual",
)
LISTENER_TRANSPORT_TYPE = _attribute(
    "Transmission protocol",
    "TRPTYPE",
    choices=TRANSPORT_TYPE.choices,
    shipped="tcp",
    required=True,
    **FIXED,
)
PORT = _attribute("Port number", "PORT", limits=(0, 65_535), shipped=0, **_AT_START)
IP_ADDRESS = _attribute("IP address", "IPADDR", **TEXT, max_length=48, **_AT_START)
BACKLOG = _attribute("Backlog", "BACKLOG", **NUMBER, shipped=0, **_AT_START)
LISTENER_DESCRIPTION = _attribute("Description of listener definition", "DESCR", **DESCRIPTION)
ADAPTER = _attribute("Adapter number", "ADAPTER", **NUMBER, **_WINDOWS)
COMMANDS = _attribute("Number of NetBIOS commands", "COMMANDS", **NUMBER, **_WINDOWS)
LOCAL_NAME = _attribute("NetBIOS local name", "LOCLNAME", **TEXT | {"shipped": None}, max_length=14,
                        **_WINDOWS)  # fmt: skip
NETBIOS_NAMES = _attribute("Number of NetBIOS names", "NTBNAMES", **NUMBER, **_WINDOWS)
SESSIONS = _attribute("Number of NetBIOS sessions", "SESSIONS", **NUMBER, **_WINDOWS)
SOCKET = _attribute("SPX socket", "SOCKET", **NUMBER, **_WINDOWS)
TP_NAME = _attribute("Transaction program name", "TPNAME", **TEXT | {"shipped": None},
                     max_length=64, **_WINDOWS)  # fmt: skip


class ListenerSpec(Spec):
    """A process that takes connections of channels."""

    kind: ClassVar[str] = "mq:Listener"
    is_managed: ClassVar[bool] = False
    mqsc: ClassVar[MqscCommands] = MqscCommands("LISTENER")
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.LISTENER.TCP"
    namespace: ClassVar[str] = "listener"
    module: ClassVar[tuple[str, str]] = ("listeners", "Listeners")

    name: Annotated[str, LISTENER_NAME]
    start_mode: Annotated[str | None, START_MODE] = None
    transport_type: Annotated[str | None, LISTENER_TRANSPORT_TYPE] = None
    port: Annotated[int | None, PORT] = None
    ip_address: Annotated[str | None, IP_ADDRESS] = None
    backlog: Annotated[int | None, BACKLOG] = None
    listener_description: Annotated[str | None, LISTENER_DESCRIPTION] = None
    adapter: Annotated[int | None, ADAPTER] = None
    netbios_commands: Annotated[int | None, COMMANDS] = None
    local_name: Annotated[str | None, LOCAL_NAME] = None
    netbios_names: Annotated[int | None, NETBIOS_NAMES] = None
    sessions: Annotated[int | None, SESSIONS] = None
    socket: Annotated[int | None, SOCKET] = None
    tp_name: Annotated[str | None, TP_NAME] = None
