"""Responses to inquiries as observations, and observations as responses.

Sources: IBM's Inquire Queue, Namelist, Channel, Queue Status and Queue Manager (Response).
"""

from collections.abc import Mapping, Sequence

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.catalogue.platform import Platform
from queuewright.kinds import spec_of
from queuewright.mq.local_queue import LocalQueueSpec

from .build import encode_value
from .constants import MQIACF, MQOO, MQQDT
from .forms import NAMES
from .read import attributes_of, plain
from .structures import MQCFIN, MQCFST, Structure
from .vocabulary import specs_of, vocabulary

_DEFINED = {definition.name.lower(): int(definition) for definition in MQQDT}
_PLATFORMS = {Platform.ZOS: "ZOS", Platform.WINDOWS: "WINDOWS_NT", Platform.IBMI: "OS400"}


def observed_of(object_name: str, parameters: Sequence[Structure], system: str) -> Observed | None:
    """One response to Inquire Queue, Namelist or Channel ("Q", "NAMELIST", "CHANNEL").

    None for what is no definition of ours: queues of a cluster, other channel types.
    """
    values = {structure.parameter: plain(structure) for structure in reversed(parameters)}
    words = vocabulary(object_name).names
    name, typed, _ = NAMES[object_name]
    kind = next(
        (
            spec.kind
            for spec in specs_of(object_name)
            if spec.commands.pcf_type is None
            or spec.commands.pcf_type[2] == values.get(words[typed].id)
        ),
        None,
    )
    name_found = values.get(words[name].id)
    if kind is None or not isinstance(name_found, str):
        return None
    attributes, _ = attributes_of(kind, parameters)
    local = kind == LocalQueueSpec.kind
    number = values.get(words["DefinitionType"].id) if local else None
    definition = next((word for word, value in _DEFINED.items() if value == number), "predefined")
    return Observed(Key(system, kind, name_found), attributes, None, definition)


def observed_parameters(observed: Observed) -> tuple[Structure, ...]:
    """The parameters of the response that tells of an object: name, type, then attributes."""
    kind = observed.key.kind
    spec = spec_of(kind)
    object_name = spec.commands.pcf_object or ""
    name, typed, _ = NAMES[object_name]
    named: dict[str, str | int] = {name: observed.key.name}
    if spec.commands.pcf_type is not None:
        named[typed] = spec.commands.pcf_type[2]
    attributes = [
        encode_value(kind, field, value)
        for field, value in observed.attributes.items()
        if (described := spec.attributes().get(field)) is not None
        and described.pcf is not None
        and described.observable
    ]
    defined: dict[str, str | int] = {}
    if kind == LocalQueueSpec.kind:
        defined["DefinitionType"] = _DEFINED.get(observed.definition_type, MQQDT.PREDEFINED)
    return (
        *_structures(object_name, named),
        *attributes,
        *_structures(object_name, defined),
    )


def _structures(object_name: str, values: Mapping[str, str | int | None]) -> tuple[Structure, ...]:
    """Parameters by their names in the documents; None: not given."""
    words = vocabulary(object_name).names
    return tuple(
        MQCFST(words[name].id, value)
        if isinstance(value, str)
        else MQCFIN(words[name].id, int(value))
        for name, value in values.items()
        if value is not None
    )


def status_parameters(name: str, status: Status) -> tuple[Structure, ...]:
    """The response that tells of a queue's status."""
    return _structures(
        "Q",
        {
            "QName": name,
            "StatusType": MQIACF.Q_STATUS,
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
    return _structures(
        "Q",
        {
            "QName": handle.object_name,
            "StatusType": MQIACF.Q_HANDLE,
            "ApplTag": handle.application,
            "UserIdentifier": handle.user,
            "ChannelName": handle.channel,
            "OpenOptions": sum(MQOO[use.name] for use in open_for),
            "OpenInputType": 2 if exclusive else int(shared),  # MQQSO_EXCLUSIVE, _SHARED
            "OpenOutput": OpenFor.OUTPUT in open_for,
            "OpenBrowse": OpenFor.BROWSE in open_for,
            "OpenInquire": OpenFor.INQUIRE in open_for,
            "OpenSet": OpenFor.SET in open_for,
        },
    )


def queue_manager_parameters(
    facts: SystemFacts,
    *,
    description: str = "",
    dead_letter_queue: str = "",
    repository: str = "",
    repository_namelist: str = "",
) -> tuple[Structure, ...]:
    """What a queue manager answers of itself; MQPL_UNIX is every UNIX and Linux."""
    platforms = vocabulary("Q_MGR").names["Platform"].words
    return _structures(
        "Q_MGR",
        {
            "QMgrName": facts.name,
            "Platform": platforms[f"MQPL_{_PLATFORMS.get(facts.platform, 'UNIX')}"],
            "CommandLevel": facts.command_level,
            "CodedCharSetId": facts.ccsid,
            "MaxMsgLength": facts.max_message_length,
            "QMgrDesc": description,
            "DeadLetterQName": dead_letter_queue,
            "DefXmitQName": facts.default_transmission_queue,
            "RepositoryName": repository,
            "RepositoryNamelist": repository_namelist,
        },
    )
