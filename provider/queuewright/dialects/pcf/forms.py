"""The commands of the dialect: which parameters each needs, in which order, and which it allows.

Sources: Change Queue (PCF) (Change, Copy and Create Queue); for the others IBM's public pages of
the same name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from queuewright.catalogue.sources import (
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    DELETE_QUEUE,
    PCF_COMMANDS,
    Document,
    Sources,
)
from queuewright.dialects.definition import Action
from queuewright.kinds import KINDS

from .constants import MQCMD


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
_STATUS_FILTERS = ("ByteStringFilterCommand", *_FILTERS)


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


def _form(
    command: MQCMD, title: str, required: str, *optional: str, document: Document = PCF_COMMANDS
) -> Form:
    """A command without attributes; `required`: the one parameter that it needs, "" for none."""
    verb, _, object_name = command.name.removesuffix("_STATUS").partition("_")
    first = (required,) if required else ()
    sources = (document.at(title),)
    return Form(command, object_name, Action[verb], first, optional, sources=sources)


_QUEUE_FILTERS = (
    *("QType", "QAttrs", "CFStructure", "ClusterInfo", "ClusterName", "ClusterNamelist"),
    *("PageSetID", "StorageClass"),
)
_CHANNEL_DELETION = ("ChannelTable", "ChannelType", "IgnoreState")
_QUEUE_DELETION = ("AuthRec", "Purge", "QType")
_STATUS = ("StatusType", "OpenType", "QStatusAttrs")
_CONNECTION = ("ConnectionId", "GenericConnectionId", "ConnInfoType", "ConnectionAttrs")
_ALL: tuple[Form, ...] = (
    *_definitions("Q"),
    *_definitions("NAMELIST"),
    *_definitions("CHANNEL"),
    replace(
        _form(
            MQCMD.CHANGE_Q_MGR,
            "Change Queue Manager",
            "",
            "CommandScope",
            document=CHANGE_QUEUE_MANAGER,
        ),
        attributes=True,
    ),
    _form(MQCMD.DELETE_Q, "Delete Queue", "QName", *_QUEUE_DELETION, *_ZOS, document=DELETE_QUEUE),
    _form(MQCMD.DELETE_NAMELIST, "Delete Namelist", "NamelistName", "AuthRec", *_ZOS),
    _form(MQCMD.DELETE_CHANNEL, "Delete Channel", "ChannelName", *_CHANNEL_DELETION, *_ZOS),
    _form(MQCMD.INQUIRE_Q, "Inquire Queue", "QName", *_QUEUE_FILTERS, *_FILTERS, *_ZOS),
    _form(
        MQCMD.INQUIRE_Q_STATUS, "Inquire Queue Status", "QName", *_STATUS, *_STATUS_FILTERS, *_ZOS
    ),
    _form(
        MQCMD.INQUIRE_CONNECTION,
        "Inquire Connection",
        "",
        *(*_CONNECTION, *_STATUS_FILTERS, "CommandScope"),
    ),
    _form(
        MQCMD.INQUIRE_NAMELIST,
        "Inquire Namelist",
        "NamelistName",
        *("NamelistAttrs", "NamelistType", *_FILTERS, *_ZOS),
    ),
    _form(
        MQCMD.INQUIRE_CHANNEL,
        "Inquire Channel",
        "ChannelName",
        *("ChannelType", "ChannelAttrs", *_FILTERS, *_ZOS),
    ),
    _form(MQCMD.INQUIRE_Q_MGR, "Inquire Queue Manager", "", "QMgrAttrs", "CommandScope"),
)
FORMS: Mapping[int, Form] = {int(form.command): form for form in _ALL}
