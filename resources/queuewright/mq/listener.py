"""mq:Listener. Sources: IBM's Change, Copy and Create Channel Listener (PCF), DEFINE LISTENER,
CRTMQMLSR."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.commands import ClCommands, MqscCommands, PcfCommands, RunCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.platform import MULTIPLATFORMS, Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_LISTENER, CRTMQMLSR, MQSC
from queuewright.catalogue.spec import Spec

from .channel_attributes import TRANSPORT_TYPE
from .choices import choice
from .named import DESCRIPTION, NUMBER, OWN_NAME, TEXT, Names, documented

_attribute = partial(documented, CHANGE_LISTENER, CRTMQMLSR)
# Works with it from its next start.
_AT_START = {"change": Change.NEEDS_STOPPED}
_WINDOWS = frozenset({Platform.WINDOWS})
_ON_WINDOWS = {"platforms": _WINDOWS, **_AT_START}
_POSITIONS = "TEXT CONTROL PORT IPADDR BACKLOG"

CONTROL = (
    choice("MQSVC_CONTROL_MANUAL", 2, "MANUAL", "*MANUAL"),
    choice("MQSVC_CONTROL_Q_MGR", 0, "QMGR", "*QMGR"),
    choice("MQSVC_CONTROL_Q_MGR_START", 1, "STARTONLY", "*STARTONLY"),
)
LISTENER_NAME = _attribute(
    "Listener name",
    Names("ListenerName", "MQCACH_LISTENER_NAME", 3554, None, "LSRNAME"),
    **OWN_NAME,
    platforms=MULTIPLATFORMS,
)
START_MODE = _attribute(
    "Service mode",
    Names("StartMode", "MQIACH_LISTENER_CONTROL", 1601, "CONTROL", "CONTROL"),
    choices=CONTROL,
    shipped="control_manual",
)
LISTENER_TRANSPORT_TYPE = _attribute(
    "Transmission protocol",
    Names("TransportType", "MQIACH_XMIT_PROTOCOL_TYPE", 1501, "TRPTYPE"),
    choices=tuple(
        each if each.value == "tcp" else replace(each, platforms=_WINDOWS)
        for each in TRANSPORT_TYPE.choices
    ),
    shipped="tcp",
    required=True,
    change=Change.FIXED,
    selects=True,
)
PORT = _attribute(
    "Port number",
    Names("Port", "MQIACH_PORT", 1522, "PORT", "PORT"),
    limits=(0, 65_535),
    shipped=0,
    **_AT_START,
)
IP_ADDRESS = _attribute(
    "IP address",
    Names("IPAddress", "MQCACH_IP_ADDRESS", 3552, "IPADDR", "IPADDR"),
    **{**TEXT, "cl_blank": "*BLANK"},
    max_length=48,
    **_AT_START,
)
BACKLOG = _attribute(
    "Backlog",
    Names("Backlog", "MQIACH_BACKLOG", 1602, "BACKLOG", "BACKLOG"),
    **NUMBER,
    shipped=0,
    **_AT_START,
)
LISTENER_DESCRIPTION = _attribute(
    "Description of listener definition",
    Names("ListenerDesc", "MQCACH_LISTENER_DESC", 3555, "DESCR", "TEXT"),
    **DESCRIPTION,
)
ADAPTER = _attribute(
    "Adapter number",
    Names("Adapter", "MQIACH_ADAPTER", 1519, "ADAPTER"),
    **NUMBER,
    **_ON_WINDOWS,
)
COMMANDS = _attribute(
    "Number of NetBIOS commands",
    Names("Commands", "MQIACH_COMMAND_COUNT", 1520, "COMMANDS"),
    **NUMBER,
    **_ON_WINDOWS,
)
LOCAL_NAME = _attribute(
    "NetBIOS local name",
    Names("LocalName", "MQCACH_LOCAL_NAME", 3521, "LOCLNAME"),
    **TEXT | {"shipped": None},
    max_length=14,
    **_ON_WINDOWS,
)
NETBIOS_NAMES = _attribute(
    "Number of NetBIOS names",
    Names("NetbiosNames", "MQIACH_NAME_COUNT", 1513, "NTBNAMES"),
    **NUMBER,
    **_ON_WINDOWS,
)
SESSIONS = _attribute(
    "Number of NetBIOS sessions",
    Names("Sessions", "MQIACH_SESSION_COUNT", 1518, "SESSIONS"),
    **NUMBER,
    **_ON_WINDOWS,
)
SOCKET = _attribute(
    "SPX socket",
    Names("Socket", "MQIACH_SOCKET", 1521, "SOCKET"),
    **NUMBER,
    **_ON_WINDOWS,
)
TP_NAME = _attribute(
    "Transaction program name",
    Names("TPName", "MQCACH_TP_NAME", 3504, "TPNAME"),
    **TEXT | {"shipped": None},
    max_length=64,
    **_ON_WINDOWS,
)

# DEFINE LISTENER: what each transport type takes.
_OF_TRANSPORTS = {
    "port": ("tcp",),
    "ip_address": ("tcp",),
    "backlog": ("tcp", "spx"),
    "socket": ("spx",),
    "tp_name": ("lu62",),
    **dict.fromkeys(
        ("adapter", "netbios_commands", "local_name", "netbios_names", "sessions"), ("netbios",)
    ),
}
OTHER_TRANSPORT = Rule(
    "other-transport",
    "An attribute of a listener of another transport type",
    "belongs to transport_type {words}, and this is {own}",
    "leave it out",
    (MQSC.at("DEFINE LISTENER, TRPTYPE"),),
)


@joint(OTHER_TRANSPORT, of=tuple(_OF_TRANSPORTS))
def _of_its_transport(values: Mapping[str, Any], _: SystemFacts | None) -> Iterator[Diagnostic]:
    own = values.get("transport_type")
    for attribute, transports in _OF_TRANSPORTS.items() if own else ():
        if values.get(attribute) and own not in transports:
            yield OTHER_TRANSPORT(attribute=attribute, words=" or ".join(transports), own=own)


class ListenerSpec(Spec):
    """A process that takes connections of channels."""

    kind: ClassVar[str] = "mq:Listener"
    mqsc: ClassVar[MqscCommands] = MqscCommands("LISTENER", keeps_authorities=False)
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="LISTENER",
        numbers={"CHANGE": 93, "COPY": 94, "CREATE": 95, "DELETE": 96, "INQUIRE": 97},
        name="ListenerName",
        title="Channel Listener",
        copied=(3124, 3125),
        attributes=1222,
    )
    cl: ClassVar[ClCommands] = ClCommands(
        create="CRTMQMLSR",
        change="CHGMQMLSR",
        copy="CPYMQMLSR",
        delete="DLTMQMLSR",
        name="LSRNAME",
        positions={
            "CRTMQMLSR": f"LSRNAME MQMNAME REPLACE {_POSITIONS}",
            "CHGMQMLSR": f"LSRNAME MQMNAME {_POSITIONS}",
            "CPYMQMLSR": f"FROMLSR TOLSR MQMNAME REPLACE {_POSITIONS}",
            "DLTMQMLSR": "LSRNAME MQMNAME",
        },
        copied=("FROMLSR", "TOLSR"),
        default="*SYSDFTLSR",
    )
    default_object: ClassVar[str | None] = "SYSTEM.DEFAULT.LISTENER.TCP"
    runs: ClassVar[RunCommands | None] = RunCommands("LSSTATUS")
    namespace: ClassVar[str] = "listener"
    roles: ClassVar[tuple[Role, ...]] = (Role.LISTENER,)
    module: ClassVar[tuple[str, str]] = ("listeners", "Listeners")
    checks: ClassVar[tuple[JointCheck, ...]] = (_of_its_transport,)

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
