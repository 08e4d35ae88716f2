"""Responses to inquiries as observations, and observations as responses.

Sources: IBM's Inquire Queue, Namelist, Channel, Queue Status and Connection (Response).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.kinds import spec_of
from queuewright.mq.local_queue import LocalQueueSpec

from .build import encode_value
from .constants import MQBACF, MQCA, MQCACF, MQCACH, MQIA, MQIACF, MQOO, MQOT, MQQDT, MQQSO
from .forms import NAMES
from .read import attributes_of, plain
from .structures import MQCFBS, MQCFIN, MQCFST, Structure
from .vocabulary import specs_of, vocabulary

_DEFINED = {definition.name.lower(): int(definition) for definition in MQQDT}
_OPEN = {
    OpenFor.INPUT_SHARED: MQOO.INPUT_SHARED,
    OpenFor.INPUT_EXCLUSIVE: MQOO.INPUT_EXCLUSIVE,
    OpenFor.BROWSE: MQOO.BROWSE,
    OpenFor.OUTPUT: MQOO.OUTPUT,
    OpenFor.INQUIRE: MQOO.INQUIRE,
    OpenFor.SET: MQOO.SET,
}


def _values(parameters: Sequence[Structure]) -> Mapping[int, Any]:
    return {structure.parameter: plain(structure) for structure in reversed(parameters)}


def observed_of(object_name: str, parameters: Sequence[Structure], system: str) -> Observed | None:
    """One response to Inquire Queue, Namelist or Channel ("Q", "NAMELIST", "CHANNEL").

    None for what is no definition of ours: queues of a cluster, other channel types.
    """
    values = _values(parameters)
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
    number = values.get(int(MQIA.DEFINITION_TYPE)) if kind == LocalQueueSpec.kind else None
    definition = next((word for word, value in _DEFINED.items() if value == number), "predefined")
    return Observed(Key(system, kind, name_found), attributes, None, definition)


def observed_parameters(observed: Observed) -> tuple[Structure, ...]:
    """The parameters of the response that tells of an object: name, type, then attributes."""
    kind = observed.key.kind
    spec = spec_of(kind)
    object_name = spec.commands.pcf_object or ""
    words = vocabulary(object_name).names
    name, typed, _ = NAMES[object_name]
    parameters: list[Structure] = [MQCFST(words[name].id, observed.key.name)]
    if spec.commands.pcf_type is not None:
        parameters.append(MQCFIN(words[typed].id, spec.commands.pcf_type[2]))
    for field, value in observed.attributes.items():
        described = spec.attributes().get(field)
        if described is not None and described.pcf is not None and described.observable:
            parameters.append(encode_value(kind, field, value))
    if kind == LocalQueueSpec.kind:
        number = _DEFINED.get(observed.definition_type, int(MQQDT.PREDEFINED))
        parameters.append(MQCFIN(int(MQIA.DEFINITION_TYPE), number))
    return tuple(parameters)


def status_of(parameters: Sequence[Structure]) -> tuple[str, Status] | None:
    """One response to Inquire Queue Status for MQIACF_Q_STATUS: the queue's name and its status,
    handles apart. None when it has no name."""
    values = _values(parameters)
    name = values.get(int(MQCA.Q_NAME))
    if not isinstance(name, str):
        return None

    def count(identifier: int) -> int:
        value = values.get(identifier)
        return value if isinstance(value, int) else 0

    depth = values.get(int(MQIA.CURRENT_Q_DEPTH))
    return name, Status(
        depth if isinstance(depth, int) else None,
        count(int(MQIACF.UNCOMMITTED_MSGS)),
        count(int(MQIA.OPEN_INPUT_COUNT)),
        count(int(MQIA.OPEN_OUTPUT_COUNT)),
        handles_known=False,
    )


def status_parameters(name: str, status: Status) -> tuple[Structure, ...]:
    """The response that tells of a queue's status."""
    depth = status.depth
    return (
        MQCFST(int(MQCA.Q_NAME), name),
        MQCFIN(int(MQIACF.Q_STATUS_TYPE), int(MQIACF.Q_STATUS)),
        *(() if depth is None else (MQCFIN(int(MQIA.CURRENT_Q_DEPTH), depth),)),
        MQCFIN(int(MQIA.OPEN_INPUT_COUNT), status.open_input),
        MQCFIN(int(MQIA.OPEN_OUTPUT_COUNT), status.open_output),
        MQCFIN(int(MQIACF.UNCOMMITTED_MSGS), status.uncommitted),
    )


def queue_handle_of(parameters: Sequence[Structure]) -> Handle | None:
    """One response to Inquire Queue Status for MQIACF_Q_HANDLE. None when it has no name."""
    values = _values(parameters)
    name = values.get(int(MQCA.Q_NAME))
    if not isinstance(name, str):
        return None
    opened = _open_for(values)
    kinds = {
        OpenFor.OUTPUT: MQIACF.OPEN_OUTPUT,
        OpenFor.BROWSE: MQIACF.OPEN_BROWSE,
        OpenFor.INQUIRE: MQIACF.OPEN_INQUIRE,
        OpenFor.SET: MQIACF.OPEN_SET,
    }
    opened |= {use for use, number in kinds.items() if values.get(int(number)) == MQQSO.YES}
    match values.get(int(MQIACF.OPEN_INPUT_TYPE)):
        case MQQSO.SHARED:
            opened.add(OpenFor.INPUT_SHARED)
        case MQQSO.EXCLUSIVE:
            opened -= {OpenFor.INPUT_SHARED}  # MQOO_INPUT_AS_Q_DEF came to this
            opened.add(OpenFor.INPUT_EXCLUSIVE)
    return _handle(name, values, opened)


def _open_for(values: Mapping[int, Any]) -> set[OpenFor]:
    options = values.get(int(MQIACF.OPEN_OPTIONS))
    if not isinstance(options, int):
        return set()
    opened = {use for use, number in _OPEN.items() if options & number}
    if options & MQOO.INPUT_AS_Q_DEF:
        # The queue's DefInputOpenOption decides: the weaker one is said, nothing is guessed beyond.
        opened.add(OpenFor.INPUT_SHARED)
    return opened


def _handle(
    name: str, values: Mapping[int, Any], opened: Iterable[OpenFor], queue_manager: str = ""
) -> Handle:
    def text(identifier: int) -> str:
        value = values.get(identifier)
        return value if isinstance(value, str) else ""

    return Handle(
        name,
        text(int(MQCACF.APPL_TAG)),
        text(int(MQCACF.USER_IDENTIFIER)),
        frozenset(opened),
        text(int(MQCACH.CHANNEL_NAME)),
        queue_manager,
    )


def _handle_parameters(handle: Handle) -> tuple[Structure, ...]:
    options = 0
    for use in handle.open_for:
        options |= _OPEN[use]
    return (
        MQCFST(int(MQCACF.APPL_TAG), handle.application),
        MQCFST(int(MQCACF.USER_IDENTIFIER), handle.user),
        MQCFST(int(MQCACH.CHANNEL_NAME), handle.channel),
        MQCFIN(int(MQIACF.OPEN_OPTIONS), options),
    )


def queue_handle_parameters(handle: Handle) -> tuple[Structure, ...]:
    """The response that tells of one handle on a local queue."""
    open_for = handle.open_for
    shared = OpenFor.INPUT_SHARED in open_for
    exclusive = OpenFor.INPUT_EXCLUSIVE in open_for
    kind = MQQSO.EXCLUSIVE if exclusive else MQQSO.SHARED if shared else MQQSO.NO
    return (
        MQCFST(int(MQCA.Q_NAME), handle.object_name),
        MQCFIN(int(MQIACF.Q_STATUS_TYPE), int(MQIACF.Q_HANDLE)),
        *_handle_parameters(handle),
        MQCFIN(int(MQIACF.OPEN_INPUT_TYPE), int(kind)),
        MQCFIN(int(MQIACF.OPEN_OUTPUT), int(OpenFor.OUTPUT in open_for)),
        MQCFIN(int(MQIACF.OPEN_BROWSE), int(OpenFor.BROWSE in open_for)),
        MQCFIN(int(MQIACF.OPEN_INQUIRE), int(OpenFor.INQUIRE in open_for)),
        MQCFIN(int(MQIACF.OPEN_SET), int(OpenFor.SET in open_for)),
    )


def connection_handles(responses: Iterable[Sequence[Structure]]) -> list[Handle]:
    """The queue handles in the responses to Inquire Connection with MQIACF_CONN_INFO_ALL.

    A response for the connection has its application and user; those for its handles follow, with
    the same ConnectionId. Handles on anything but queues are left out.
    """
    connections: dict[Any, dict[int, Any]] = {}
    of_handles: list[tuple[Any, Mapping[int, Any]]] = []
    for parameters in responses:
        values = _values(parameters)
        connection = values.get(int(MQBACF.CONNECTION_ID))
        if values.get(int(MQIACF.CONN_INFO_TYPE)) == MQIACF.CONN_INFO_HANDLE:
            of_handles.append((connection, values))
        else:
            connections[connection] = dict(values)
    handles = []
    for connection, values in of_handles:
        name = values.get(int(MQCACF.OBJECT_NAME))
        if values.get(int(MQIACF.OBJECT_TYPE), MQOT.Q) != MQOT.Q or not isinstance(name, str):
            continue
        together = {**connections.get(connection, {}), **values}
        other = values.get(int(MQCACF.OBJECT_Q_MGR_NAME))
        manager = other if isinstance(other, str) else ""
        handles.append(_handle(name, together, _open_for(values), manager))
    return handles


def connection_parameters(
    handles: Iterable[Handle], *, first: int = 1
) -> list[tuple[Structure, ...]]:
    """The responses that tell of handles, one connection each; `first` numbers the connections."""
    responses: list[tuple[Structure, ...]] = []
    number = first
    for handle in handles:
        for _ in range(handle.count):
            connection = MQCFBS(int(MQBACF.CONNECTION_ID), number.to_bytes(24, "big"))
            *who, options = _handle_parameters(handle)
            info = int(MQIACF.CONN_INFO_TYPE)
            responses.append((connection, MQCFIN(info, int(MQIACF.CONN_INFO_CONN)), *who))
            manager = MQCFST(int(MQCACF.OBJECT_Q_MGR_NAME), handle.queue_manager)
            responses.append(
                (
                    connection,
                    MQCFIN(info, int(MQIACF.CONN_INFO_HANDLE)),
                    MQCFST(int(MQCACF.OBJECT_NAME), handle.object_name),
                    MQCFIN(int(MQIACF.OBJECT_TYPE), int(MQOT.Q)),
                    options,
                    *((manager,) if handle.queue_manager else ()),
                )
            )
            number += 1
    return responses
