"""Responses to inquiries as observations, and observations as responses.

Sources: IBM's Inquire Queue, Namelist, Channel, Queue Status and Queue Manager (Response).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import APART, TOPIC, Handle, Observed, OpenFor, Resolved, Status
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.diff.write_only import without_write_only
from queuewright.kinds import EVERY, is_record, spec_of
from queuewright.mq.queue_manager import QueueManagerSpec

from .build import encode_value, encode_values, object_of, structures, typed
from .constants import MQOO, MQQDT
from .errors import PcfAnswerError
from .forms import NAMES
from .read import attributes_of, plain, record_names
from .structures import MQCFIL, Structure
from .vocabulary import names_of, others_of, specs_of, vocabulary

_DEFINED = {definition.name.lower(): int(definition) for definition in MQQDT}
# MQPL_UNIX is every UNIX and Linux.
_PLATFORMS = {
    Platform.ZOS: "MQPL_ZOS",
    Platform.WINDOWS: "MQPL_WINDOWS_NT",
    Platform.IBMI: "MQPL_OS400",
    Platform.LINUX: "MQPL_UNIX",
}
# ObjectType -> the name space of what is open, "" for that of queues.
_OPENABLE = {"MQOT_Q": "", **{f"MQOT_{apart.upper()}": apart for apart in APART}}
_TYPES = {apart.upper() or "QUEUE": constant for constant, apart in _OPENABLE.items()}
_TYPES[TOPIC.upper()] = "MQOT_TOPIC"
_OPEN = {
    OpenFor.OUTPUT: "OpenOutput",
    OpenFor.BROWSE: "OpenBrowse",
    OpenFor.INQUIRE: "OpenInquire",
    OpenFor.SET: "OpenSet",
}


def process_names(parameters: Sequence[Structure]) -> tuple[str, ...]:
    """The response to Inquire Process Names. Raises PcfAnswerError for what is none."""
    listed = vocabulary("PROCESS_NAMES").names["ProcessNames"].id
    values = next((plain(each) for each in parameters if each.parameter == listed), ())
    if not isinstance(values, tuple):
        raise PcfAnswerError(f"ProcessNames is {shown(values)}, and must be a list of names")
    return tuple(map(str, values))


def observed_of(object_name: str, parameters: Sequence[Structure], system: str) -> Observed | None:
    """One response to Inquire Queue, Namelist or Channel ("Q", "NAMELIST", "CHANNEL").

    None for what is not a definition of ours: queues of a cluster, other channel types.
    """
    values = {structure.parameter: plain(structure) for structure in reversed(parameters)}
    words = vocabulary(object_name).names
    name, typed, _ = NAMES[object_name]
    record = next((spec for spec in specs_of(object_name) if is_record(spec.kind)), None)
    if record is not None:
        return _observed_record(record, parameters, system)
    kind = next(
        (
            spec.kind
            for spec in specs_of(object_name)
            if spec.pcf.type is None or spec.pcf.type[2] == values.get(words[typed].id)
        ),
        None,
    )
    name_found = values.get(words[name].id)
    if kind is None or not isinstance(name_found, str):
        return None
    attributes, _ = attributes_of(kind, parameters)
    attributes = dict(without_write_only(kind, attributes))
    may_be_dynamic = spec_of(kind).may_be_dynamic
    number = values.get(words["DefinitionType"].id) if may_be_dynamic else None
    definition = next((word for word, value in _DEFINED.items() if value == number), "predefined")
    return Observed(Key(system, kind, name_found), attributes, None, definition)


_ENTITY, _ENTITY_TYPE = "EntityName", "EntityType"


def _observed_record(
    spec: type[Spec], parameters: Sequence[Structure], system: str
) -> Observed | None:
    words = vocabulary(spec.pcf.object).names
    values = {structure.parameter: plain(structure) for structure in reversed(parameters)}
    names = record_names(spec.kind, parameters)
    if _ENTITY in words:
        of = words[_ENTITY_TYPE].word(values.get(words[_ENTITY_TYPE].id, 0)) or ""
        names[of.removeprefix("MQZAET_").lower()] = str(values.get(words[_ENTITY].id, ""))
    if not spec.required_names() <= names.keys():
        return None
    shown = {field.number: field for field, removes in others_of(spec.kind) if not removes}
    attributes, others = attributes_of(spec.kind, parameters)
    listed = [name for name, each in spec.attributes().items() if each.repeated]
    attributes = {**dict.fromkeys(listed, ()), **attributes}
    for structure in others:
        field, value = shown.get(structure.parameter), plain(structure)
        if field is not None and isinstance(value, tuple):
            known = {field.values[number] for number in value if number in field.values}
            attributes[field.attribute] = tuple(v for v in field.values.values() if v in known)
    return Observed(Key(system, spec.kind, spec.name_of(names)), attributes)


def _record_parameters(observed: Observed) -> tuple[Structure, ...]:
    kind, spec = observed.key.kind, spec_of(observed.key.kind)
    names = spec.names_in(observed.key.name)
    shown = {field.attribute: field for field, removes in others_of(kind) if not removes}
    words, named = vocabulary(spec.pcf.object).names, dict[str, object]()
    for field in names_of(kind):
        text = names.get(field.attribute)
        if text is not None and field.attribute in spec.entities:
            named |= {_ENTITY: text, _ENTITY_TYPE: f"MQZAET_{field.attribute.upper()}"}
        elif text is not None:
            number = field.numbers.get(text)
            named[field.name] = text if number is None else number
    attributes: list[Structure] = []
    for name, value in observed.attributes.items():
        listed = shown.get(name)
        if listed is not None and isinstance(value, tuple):
            numbers = tuple(listed.numbers[item] for item in value)
            attributes.append(MQCFIL(listed.number, numbers))
        elif not isinstance(value, tuple) or value:
            attributes += encode_values(kind, name, value)
    return (*structures(spec.pcf.object, {n: named[n] for n in named if n in words}), *attributes)


def observed_parameters(observed: Observed) -> tuple[Structure, ...]:
    """The parameters of the response that tells of an object: name, type, then attributes."""
    kind = observed.key.kind
    if is_record(kind):
        return _record_parameters(observed)
    object_name = object_of(kind)
    described = spec_of(kind).attributes()
    attributes = [
        encode_value(kind, name, value)
        for name, value in without_write_only(kind, observed.attributes).items()
        if name in described and described[name].pcf is not None and described[name].observable
    ]
    defined = {}
    if spec_of(kind).may_be_dynamic:
        number = _DEFINED.get(observed.definition_type, int(MQQDT.PREDEFINED))
        defined["DefinitionType"] = number
    return (
        *structures(object_name, {NAMES[object_name][0]: observed.key.name, **typed(kind)}),
        *attributes,
        *structures(object_name, defined),
    )


def status_of(parameters: Sequence[Structure]) -> tuple[str, Status] | None:
    """One response to Inquire Queue Status for MQIACF_Q_STATUS: the queue's name and its status,
    handles apart. None when it has no name."""
    values = _values("Q", parameters)
    name = values.pop("QName", None)
    if not isinstance(name, str):
        return None
    counts = {name: value for name, value in values.items() if isinstance(value, int)}
    return name, Status(
        counts.get("CurrentQDepth"),
        counts.get("UncommittedMsgs", 0),
        counts.get("OpenInputCount", 0),
        counts.get("OpenOutputCount", 0),
        handles_known=False,
    )


def status_parameters(name: str, status: Status) -> tuple[Structure, ...]:
    """The response that tells of a queue's status."""
    return structures(
        "Q",
        {
            "QName": name,
            "StatusType": "MQIACF_Q_STATUS",
            "CurrentQDepth": status.depth,
            "OpenInputCount": status.open_input,
            "OpenOutputCount": status.open_output,
            "UncommittedMsgs": status.uncommitted,
        },
    )


def queue_handle_parameters(handle: Handle) -> tuple[Structure, ...]:
    """The response that tells of one handle on a local queue."""
    open_for = handle.open_for
    shared = OpenFor.INPUT_SHARED in open_for
    exclusive = OpenFor.INPUT_EXCLUSIVE in open_for
    return structures(
        "Q",
        {
            "QName": handle.object_name,
            "StatusType": "MQIACF_Q_HANDLE",
            **_who(handle),
            "OpenOptions": _options(handle),
            "OpenInputType": 2 if exclusive else int(shared),  # MQQSO_EXCLUSIVE, _SHARED
            **{kind: int(use in open_for) for use, kind in _OPEN.items()},
        },
    )


def connection_handles(responses: Iterable[Sequence[Structure]]) -> list[Handle]:
    """The handles in the responses to Inquire Connection with MQIACF_CONN_INFO_ALL.

    A response for the connection has its application and user; those for its handles follow, with
    the same ConnectionId, ObjectName and ObjectType. Handles on what is not managed
    are left out.
    """
    connections: dict[Any, dict[str, Any]] = {}
    of_handles: list[dict[str, Any]] = []
    for parameters in responses:
        values = _values("CONNECTION", parameters)
        if values.get("ConnInfoType") == "MQIACF_CONN_INFO_HANDLE":
            of_handles.append(values)
        else:
            connections[values.get("ConnectionId")] = values
    handles = []
    for values in of_handles:
        name = values.get("ObjectName")
        opened = values.get("ObjectType", "MQOT_Q")
        if opened in _OPENABLE and isinstance(name, str):
            together = {**connections.get(values.get("ConnectionId"), {}), **values}
            handle = _handle(name, together, _open_for(values))
            if apart := _OPENABLE[opened]:
                handle = replace(handle, path=(Resolved(apart, name),))
            handles.append(handle)
    return handles


def connection_parameters(
    handles: Iterable[Handle], *, first: int = 1
) -> list[tuple[Structure, ...]]:
    """The responses that tell of handles, one connection each; `first` numbers the connections."""
    responses = []
    every = [handle for handle in handles for _ in range(handle.count)]
    for number, handle in enumerate(every, first):
        connection: dict[str, Any] = {"ConnectionId": number.to_bytes(24, "big")}
        of_connection = {"ConnInfoType": "MQIACF_CONN_INFO_CONN", **_who(handle)}
        of_handle: dict[str, Any] = {
            "ConnInfoType": "MQIACF_CONN_INFO_HANDLE",
            "ObjectName": handle.object_name,
            "ObjectType": _TYPES[handle.opened_as],
            "OpenOptions": _options(handle),
            "ObjectQMgrName": handle.queue_manager or None,
        }
        responses += [
            structures("CONNECTION", connection | values) for values in (of_connection, of_handle)
        ]
    return responses


def _values(object_name: str, parameters: Sequence[Structure]) -> dict[str, Any]:
    """The parameters that the documents name, the first of two; MQ constants for numbers that must
    be one."""
    known = vocabulary(object_name).numbers
    values = {}
    for structure in reversed(parameters):
        parameter, value = known.get(structure.parameter), plain(structure)
        if parameter is not None:
            word = None if parameter.numeric else parameter.word(value)
            values[parameter.name] = word or value
    return values


def _open_for(values: Mapping[str, Any]) -> set[OpenFor]:
    options = values.get("OpenOptions")
    if not isinstance(options, int):
        return set()
    opened = {use for use in OpenFor if options & MQOO[use.name]}
    if options & MQOO.INPUT_AS_Q_DEF:
        # The queue's DefInputOpenOption decides: the weaker one is said, nothing is guessed beyond.
        opened.add(OpenFor.INPUT_SHARED)
    return opened


def _options(handle: Handle) -> int:
    return sum(MQOO[use.name] for use in handle.open_for)


def _who(handle: Handle) -> dict[str, str]:
    return {
        "ApplTag": handle.application,
        "UserIdentifier": handle.user,
        "ChannelName": handle.channel,
    }


def _handle(name: str, values: Mapping[str, Any], opened: Iterable[OpenFor]) -> Handle:
    texts = {name: value for name, value in values.items() if isinstance(value, str)}
    return Handle(
        name,
        texts.get("ApplTag", ""),
        texts.get("UserIdentifier", ""),
        frozenset(opened),
        texts.get("ChannelName", ""),
        texts.get("ObjectQMgrName", ""),
    )


def queue_manager_parameters(
    facts: SystemFacts, manager: Mapping[str, Any]
) -> tuple[Structure, ...]:
    """A queue manager's answer to `inquire_queue_manager`. manager: its attributes, canonical;
    those that PCF has no parameter for here are left out."""
    spec = EVERY[QueueManagerSpec.kind]
    values: dict[str, Any] = {
        "QMgrName": facts.name,
        "Platform": _PLATFORMS.get(facts.platform, "MQPL_UNIX"),
        "CommandLevel": facts.command_level,
        "CodedCharSetId": facts.ccsid,
    }
    if facts.platform is Platform.ZOS and facts.queue_sharing_group is not None:
        values["QSGName"] = facts.queue_sharing_group
    for name, attribute in spec.attributes().items():
        if attribute.pcf is not None and name in manager:
            choice = attribute.choice(manager[name])
            values[attribute.pcf.name] = choice.constant if choice else manager[name]
    return structures("Q_MGR", values)
