"""The commands of the dialect: which parameters each needs, in which order, and which it allows.

Sources: Change Queue (PCF) (Change, Copy and Create Queue); for the others IBM's public pages of
the same name.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from queuewright.catalogue.sources import (
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    DELETE_QUEUE,
    PCF_COMMANDS,
    Sources,
)
from queuewright.dialects.definition import Action
from queuewright.kinds import KINDS

from .constants import MQCMD

__all__ = ["FORMS", "NAMES", "OBJECTS", "Form"]


@dataclass(frozen=True, slots=True)
class Form:
    """One command: its object, what it does, the parameters that must come first in this order,
    and the others that are no attributes. attributes: whether it sets the object's attributes.
    sources: where it is described."""

    command: MQCMD
    object: str
    action: Action
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    attributes: bool = False
    sources: Sources = ()

    @property
    def copies(self) -> bool:
        """Whether it makes an object from an existing one."""
        return self.attributes and self.required[:1] == (f"From{NAMES[self.object][0]}",)


OBJECTS = ("Q", "NAMELIST", "CHANNEL", "Q_MGR", "CONNECTION")
# Object -> the name's parameter, what tells its type ("" for none), and how documents call it.
NAMES: Mapping[str, tuple[str, str, str]] = {
    spec.commands.pcf_object: spec.commands.pcf_names
    for spec in KINDS.values()
    if spec.commands.pcf_object
} | {"CONNECTION": ("", "", "Connection")}
_ZOS = ("CommandScope", "QSGDisposition")
_FILTERS = ("IntegerFilterCommand", "StringFilterCommand")


def _definitions(object_name: str) -> list[Form]:
    name, kind, title = NAMES[object_name]
    queue = object_name == "Q"
    sources = ((CHANGE_QUEUE if queue else PCF_COMMANDS).at(f"Change, Copy and Create {title}"),)
    required = (name, kind) if kind else (name,)
    copy = (f"From{name}", f"To{name}", *required[1:])
    # Of channels the catalogue does not manage what is for queue sharing groups alone.
    force = ("Force",) if queue else _ZOS if object_name == "CHANNEL" else ()
    rows = (
        ("CHANGE", Action.CHANGE, required, force),
        ("COPY", Action.CREATE, copy, (*force, "Replace")),
        ("CREATE", Action.CREATE, required, (*force, "Replace")),
    )
    return [
        Form(MQCMD[f"{verb}_{object_name}"], object_name, action, first, others, True, sources)
        for verb, action, first, others in rows
    ]


_ALL: tuple[Form, ...] = (
    *_definitions("Q"),
    *_definitions("NAMELIST"),
    *_definitions("CHANNEL"),
    Form(
        MQCMD.CHANGE_Q_MGR,
        "Q_MGR",
        Action.CHANGE,
        (),
        ("CommandScope",),
        True,
        (CHANGE_QUEUE_MANAGER.at("Change Queue Manager"),),
    ),
    Form(
        MQCMD.DELETE_Q,
        "Q",
        Action.DELETE,
        ("QName",),
        ("AuthRec", "Purge", "QType", *_ZOS),
        sources=(DELETE_QUEUE.at("Delete Queue"),),
    ),
    Form(
        MQCMD.DELETE_NAMELIST,
        "NAMELIST",
        Action.DELETE,
        ("NamelistName",),
        ("AuthRec", *_ZOS),
        sources=(PCF_COMMANDS.at("Delete Namelist"),),
    ),
    Form(
        MQCMD.DELETE_CHANNEL,
        "CHANNEL",
        Action.DELETE,
        ("ChannelName",),
        ("ChannelTable", "ChannelType", "IgnoreState", *_ZOS),
        sources=(PCF_COMMANDS.at("Delete Channel"),),
    ),
    Form(
        MQCMD.INQUIRE_Q,
        "Q",
        Action.INQUIRE,
        ("QName",),
        (
            "QType",
            "QAttrs",
            "CFStructure",
            "ClusterInfo",
            "ClusterName",
            "ClusterNamelist",
            "PageSetID",
            "StorageClass",
            *_FILTERS,
            *_ZOS,
        ),
        sources=(PCF_COMMANDS.at("Inquire Queue"),),
    ),
    Form(
        MQCMD.INQUIRE_Q_STATUS,
        "Q",
        Action.INQUIRE,
        ("QName",),
        ("StatusType", "OpenType", "QStatusAttrs", "ByteStringFilterCommand", *_FILTERS, *_ZOS),
        sources=(PCF_COMMANDS.at("Inquire Queue Status"),),
    ),
    Form(
        MQCMD.INQUIRE_CONNECTION,
        "CONNECTION",
        Action.INQUIRE,
        (),
        (
            "ConnectionId",
            "GenericConnectionId",
            "ConnInfoType",
            "ConnectionAttrs",
            "ByteStringFilterCommand",
            *_FILTERS,
            "CommandScope",
        ),
        sources=(PCF_COMMANDS.at("Inquire Connection"),),
    ),
    Form(
        MQCMD.INQUIRE_NAMELIST,
        "NAMELIST",
        Action.INQUIRE,
        ("NamelistName",),
        ("NamelistAttrs", "NamelistType", *_FILTERS, *_ZOS),
        sources=(PCF_COMMANDS.at("Inquire Namelist"),),
    ),
    Form(
        MQCMD.INQUIRE_CHANNEL,
        "CHANNEL",
        Action.INQUIRE,
        ("ChannelName",),
        ("ChannelType", "ChannelAttrs", *_FILTERS, *_ZOS),
        sources=(PCF_COMMANDS.at("Inquire Channel"),),
    ),
    Form(
        MQCMD.INQUIRE_Q_MGR,
        "Q_MGR",
        Action.INQUIRE,
        (),
        ("QMgrAttrs", "CommandScope"),
        sources=(PCF_COMMANDS.at("Inquire Queue Manager"),),
    ),
)
FORMS: Mapping[int, Form] = {int(form.command): form for form in _ALL}
