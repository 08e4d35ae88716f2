"""The commands of the dialect: which parameters each needs, in which order, and which it allows.

Sources: Change Queue (PCF) (Change, Copy and Create Queue); for the others IBM's public pages of
the same name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

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
from queuewright.mq.cluster import ClusterSpec


@dataclass(frozen=True, slots=True)
class Form:
    """One command: its number, IBM's name for it (MQCMD_CREATE_Q), its object, what it does, the
    parameters that must come first in this order, and the others that are no attributes.
    attributes: whether it sets the object's attributes. sources: where it is described."""

    number: int
    name: str
    object: str
    action: Action
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    attributes: bool = False
    sources: Sources = ()

    @property
    def copies(self) -> bool:
        """Whether it makes an object from an existing one."""
        return self.name.startswith("MQCMD_COPY_")


# Object -> the name's parameter, what tells its type ("" for none), and how documents call it.
NAMES: Mapping[str, tuple[str, str, str]] = {
    spec.commands.pcf_object: spec.commands.pcf_names
    for spec in KINDS.values()
    if spec.commands.pcf_object
} | {"CONNECTION": ("", "", "Connection")}
_ZOS = ("CommandScope", "QSGDisposition")
_FILTERS = ("IntegerFilterCommand", "StringFilterCommand")
_STATUS_FILTERS = ("ByteStringFilterCommand", *_FILTERS)
# Beside the name; of other objects a deletion takes AuthRec, an inquiry the list of attributes.
_DELETION = {
    "Q": ("AuthRec", "Purge", "QType"),
    "CHANNEL": ("ChannelTable", "ChannelType", "IgnoreState"),
}
_INQUIRY = {
    "Q": (
        *("QType", "QAttrs", "CFStructure", "ClusterInfo", "ClusterName", "ClusterNamelist"),
        *("PageSetID", "StorageClass"),
    ),
    "NAMELIST": ("NamelistAttrs", "NamelistType"),
    "CHANNEL": ("ChannelType", "ChannelAttrs"),
}
_STATUS = ("StatusType", "OpenType", "QStatusAttrs", *_STATUS_FILTERS, *_ZOS)
_CONNECTION = (
    *("ConnectionId", "GenericConnectionId", "ConnInfoType", "ConnectionAttrs"),
    *(*_STATUS_FILTERS, "CommandScope"),
)
_MANAGER_CHANGES = (CHANGE_QUEUE_MANAGER.at("Change Queue Manager"),)


def _forms(object_name: str, numbers: Mapping[str, int]) -> Iterator[Form]:
    """The commands of an object that is created; `numbers`: verb -> number."""
    name, kind, title = NAMES[object_name]
    queue = object_name == "Q"
    sources = ((CHANGE_QUEUE if queue else PCF_COMMANDS).at(f"Change, Copy and Create {title}"),)
    required = (name, kind) if kind else (name,)
    copy = (f"From{name}", f"To{name}", *required[1:])
    # Of channels the catalogue does not manage what is for queue sharing groups alone.
    force = ("Force",) if queue else _ZOS if object_name == "CHANNEL" else ()
    for verb, action, first, others in (
        ("CHANGE", Action.CHANGE, required, force),
        ("COPY", Action.CREATE, copy, (*force, "Replace")),
        ("CREATE", Action.CREATE, required, (*force, "Replace")),
    ):
        command = f"MQCMD_{verb}_{object_name}"
        yield Form(numbers[verb], command, object_name, action, first, others, True, sources)
    deletion = _DELETION.get(object_name, ("AuthRec",))
    inquiry = _INQUIRY.get(object_name, (f"{name.removesuffix('Name')}Attrs",))
    document = DELETE_QUEUE if queue else PCF_COMMANDS
    for verb, others, place in (
        ("DELETE", deletion, document),
        ("INQUIRE", (*inquiry, *_FILTERS), PCF_COMMANDS),
    ):
        optional = (*others, *_ZOS)
        yield _form(numbers[verb], f"{verb}_{object_name}", title, name, optional, place)


def _form(
    number: int,
    command: str,
    title: str,
    required: str,
    optional: tuple[str, ...],
    document: Document = PCF_COMMANDS,
) -> Form:
    """A command without attributes; `required`: the one parameter that it needs, "" for none."""
    verb, _, object_name = command.removesuffix("_STATUS").partition("_")
    sources = (document.at(f"{verb.capitalize()} {title}"),)
    first = (required,) if required else ()
    name = f"MQCMD_{command}"
    return Form(number, name, object_name, Action[verb], first, optional, sources=sources)


def _all() -> Iterator[Form]:
    objects = {spec.commands.pcf_object: spec.commands.pcf_numbers for spec in KINDS.values()}
    for object_name, numbers in objects.items():
        if object_name and "CREATE" in numbers:
            yield from _forms(object_name, numbers)
    manager = ClusterSpec.commands.pcf_numbers
    yield Form(
        manager["CHANGE"], "MQCMD_CHANGE_Q_MGR", "Q_MGR", Action.CHANGE, (), ("CommandScope",),
        True, _MANAGER_CHANGES,
    )  # fmt: skip
    inquiry = ("QMgrAttrs", "CommandScope")
    yield _form(manager["INQUIRE"], "INQUIRE_Q_MGR", "Queue Manager", "", inquiry)
    yield _form(41, "INQUIRE_Q_STATUS", "Queue Status", "QName", _STATUS)
    yield _form(85, "INQUIRE_CONNECTION", "Connection", "", _CONNECTION)


FORMS: Mapping[int, Form] = {
    form.number: form for form in sorted(_all(), key=lambda form: form.number)
}
