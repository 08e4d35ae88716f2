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
    Citation,
    Sources,
)
from queuewright.dialects.definition import Action
from queuewright.kinds import KINDS


@dataclass(frozen=True, slots=True)
class Form:
    """One command: its number, IBM's name for it (MQCMD_CREATE_Q), its object, what it does, the
    parameters that must come first in this order, and the others that are not attributes.
    attributes: whether it sets the object's attributes. sources: where it is described. also:
    another constant of the number, "" for none."""

    number: int
    name: str
    object: str
    action: Action
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    attributes: bool = False
    sources: Sources = ()
    also: str = ""

    @property
    def copies(self) -> bool:
        """Whether it makes an object from an existing one."""
        return self.name.startswith("MQCMD_COPY_")


# Object -> the name's parameter, what tells its type ("" for none), and how documents call it.
NAMES: Mapping[str, tuple[str, str, str]] = {
    pcf.object: (pcf.name, pcf.type_name, pcf.title)
    for pcf in (spec.pcf for spec in KINDS.values())
    if pcf.object
} | {"CONNECTION": ("", "", "Connection"), "PROCESS_NAMES": ("", "", "Process Names")}
# Object -> the parameters FROM and TO of a copy.
COPIED: Mapping[str, tuple[str, str]] = {
    pcf.object: pcf.copied_names for pcf in (spec.pcf for spec in KINDS.values()) if pcf.copied
}
_ZOS = ("CommandScope", "QSGDisposition")
_OF_GROUP = frozenset(spec.pcf.object for spec in KINDS.values() if spec.of_group)
_FILTERS = ("IntegerFilterCommand", "StringFilterCommand")
_STATUS_FILTERS = ("ByteStringFilterCommand", *_FILTERS)
# Channels have no AuthRec in PCF: their authority records are not removed.
_KEEPS_AUTHORITIES = frozenset(
    spec.pcf.object for spec in KINDS.values() if spec.mqsc.keeps_authorities
) - {"CHANNEL"}
# Beside the name and AuthRec; an inquiry of other objects takes the list of attributes.
_DELETION = {
    "Q": ("Purge", "QType"),
    "CHANNEL": ("ChannelTable", "ChannelType", "IgnoreState"),
    "PROT_POLICY": ("IgnoreState",),
}
_INQUIRY = {
    "Q": (
        *("QType", "QAttrs", "CFStructure", "ClusterInfo", "ClusterName", "ClusterNamelist"),
        *("PageSetID", "StorageClass"),
    ),
    "NAMELIST": ("NamelistAttrs", "NamelistType"),
    "CHANNEL": ("ChannelType", "ChannelAttrs"),
    "SUBSCRIPTION": ("SubAttrs", "DisplayType"),
}
_STATUS = ("StatusType", "OpenType", "QStatusAttrs", *_STATUS_FILTERS, *_ZOS)
_CONNECTION = (
    *("ConnectionId", "GenericConnectionId", "ConnInfoType", "ConnectionAttrs"),
    *(*_STATUS_FILTERS, "CommandScope"),
)


def _form(
    number: int,
    command: str,
    required: tuple[str, ...],
    optional: tuple[str, ...],
    source: Citation,
    *,
    attributes: bool = False,
) -> Form:
    verb, _, object_name = command.removesuffix("_STATUS").partition("_")
    action = Action.CREATE if verb == "COPY" else Action[verb]
    name = f"MQCMD_{command}"
    return Form(number, name, object_name, action, required, optional, attributes, (source,))


def _of_object(object_name: str, numbers: Mapping[str, int]) -> Iterator[Form]:
    """The commands of an object that is created; `numbers`: verb -> number."""
    name, kind, title = NAMES[object_name]
    queue = object_name == "Q"
    described = (CHANGE_QUEUE if queue else PCF_COMMANDS).at(f"Change, Copy and Create {title}")
    required = (name, kind) if kind else (name,)
    copied = (*COPIED[object_name], *required[1:])
    # Of channels the catalogue does not manage what is for queue sharing groups alone.
    force = ("Force",) if queue else _ZOS if object_name == "CHANNEL" else ()
    for verb, first, others in (
        ("CHANGE", required, force),
        ("COPY", copied, (*force, "Replace")),
        ("CREATE", required, (*force, "Replace")),
    ):
        command = f"{verb}_{object_name}"
        yield _form(numbers[verb], command, first, others, described, attributes=True)
    authorities = ("AuthRec",) if object_name in _KEEPS_AUTHORITIES else ()
    scope = () if object_name in _OF_GROUP else _ZOS  # a command is about the whole group
    optional = (*authorities, *_DELETION.get(object_name, ()), *scope)
    described = (DELETE_QUEUE if queue else PCF_COMMANDS).at(f"Delete {title}")
    yield _form(numbers["DELETE"], f"DELETE_{object_name}", (name,), optional, described)
    inquiry = _INQUIRY.get(object_name, (f"{name.removesuffix('Name')}Attrs",))
    optional, described = (*inquiry, *_FILTERS, *scope), PCF_COMMANDS.at(f"Inquire {title}")
    yield _form(numbers["INQUIRE"], f"INQUIRE_{object_name}", (name,), optional, described)


def _of_records() -> Iterator[Form]:
    """Set, delete and inquire records: several parameters name one."""
    for spec in KINDS.values():
        numbers, name = spec.pcf.numbers, spec.pcf.object
        if "SET" not in numbers:
            continue
        fields = spec.fields_described()
        named = [fields[each].pcf for each in spec.identity()]
        required = tuple(each.name for each in named[:2] if each)
        others = tuple(each.name for each in named[2:] if each)
        more = _RECORD.get(name, ())
        described = PCF_COMMANDS.at(f"Set {spec.pcf.title}")
        plural = "" if spec.has_one_name() else "S"
        usual, documented = f"MQCMD_SET_{name}", spec.pcf.set_name
        yield Form(
            numbers["SET"], documented or usual, name, Action.CREATE, required, (*others, *more),
            True, (described,), usual if documented else "",
        )  # fmt: skip
        if "DELETE" in numbers:
            described = PCF_COMMANDS.at(f"Delete {spec.pcf.title}")
            optional = _DELETION.get(name, (*others, *more))
            yield _form(numbers["DELETE"], f"DELETE_{name}", required, optional, described)
        described = PCF_COMMANDS.at(f"Inquire {spec.pcf.title}{plural.lower()}")
        first, rest = _ASKED[name]
        action, command = Action.INQUIRE, f"MQCMD_INQUIRE_{name}{plural}"
        optional = (*rest, *_FILTERS)
        yield Form(numbers["INQUIRE"], command, name, action, first, optional, False, (described,))


# Object -> what its SET takes besides, and what an inquiry needs and takes.
_RECORD = {
    "AUTH_REC": ("ServiceComponent",),
    "CHLAUTH_REC": ("Action", "CommandScope"),
    "PROT_POLICY": ("Action",),
}
_ASKED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "AUTH_REC": (
        ("Options", "ProfileName", "ObjectType"),
        ("EntityName", "EntityType", "ProfileAttrs", "ServiceComponent"),
    ),
    "PROT_POLICY": (("PolicyName",), ()),
    "CHLAUTH_REC": (
        ("ProfileName",),
        ("Address", "ChannelAuthAttrs", "ClntUser", "CommandScope", "Match", "QMName",
         "SSLCertIssuer", "SSLPeer", "Type"),
    ),
}  # fmt: skip


def _all() -> Iterator[Form]:
    yield from _of_records()
    objects = {spec.pcf.object: spec.pcf.numbers for spec in KINDS.values()}
    for object_name, numbers in objects.items():
        if object_name and "CREATE" in numbers:
            yield from _of_object(object_name, numbers)
    manager, scope = objects["Q_MGR"], ("CommandScope",)
    described = CHANGE_QUEUE_MANAGER.at("Change Queue Manager")
    options = ("Force", *scope)
    yield _form(manager["CHANGE"], "CHANGE_Q_MGR", (), options, described, attributes=True)
    for number, command, required, optional, title in (
        (manager["INQUIRE"], "INQUIRE_Q_MGR", (), ("QMgrAttrs", *scope), "Queue Manager"),
        (19, "INQUIRE_PROCESS_NAMES", ("ProcessName",), _ZOS, "Process Names"),
        (41, "INQUIRE_Q_STATUS", ("QName",), _STATUS, "Queue Status"),
        (85, "INQUIRE_CONNECTION", (), _CONNECTION, "Connection"),
    ):
        yield _form(number, command, required, optional, PCF_COMMANDS.at(f"Inquire {title}"))


FORMS: Mapping[int, Form] = {
    form.number: form for form in sorted(_all(), key=lambda form: form.number)
}
