"""Configuration events: what the queue manager says of an object that was created, changed or
deleted, as PCF messages on SYSTEM.ADMIN.CONFIG.EVENT.

A change is two messages of one correlation identifier: the object before it (sequence 1,
MQCFC_NOT_LAST) and after it (sequence 2, MQCFC_LAST). Only attributes that the catalogue has are
read; objects of other types are events without a kind.

Sources: IBM MQ, Configuration events; Event message MQCFH; Create, Change, Delete and Refresh
object; Object attributes for event data.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Literal

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.kinds import KINDS, spec_of

from .build import object_of
from .constants import MQCA, MQCACF, MQCACH, MQCC, MQCFC, MQCFT, MQEVO, MQIACF, MQOT, MQRC
from .decode import decode
from .errors import PcfAnswerError
from .observe import observed_of, observed_parameters
from .read import first, plain
from .structures import MQCFH, MQCFIN, MQCFST, PcfMessage

QUEUE = "SYSTEM.ADMIN.CONFIG.EVENT"
COMMAND = 43  # MQCMD_CONFIG_EVENT

Reason = Literal["create", "change", "delete", "refresh"]
REASONS: Mapping[int, Reason] = MappingProxyType(
    {
        int(MQRC.CONFIG_CREATE_OBJECT): "create",
        int(MQRC.CONFIG_CHANGE_OBJECT): "change",
        int(MQRC.CONFIG_DELETE_OBJECT): "delete",
        int(MQRC.CONFIG_REFRESH_OBJECT): "refresh",
    }
)
_NUMBERS = {reason: number for number, reason in REASONS.items()}
# Type of object -> the parameter that has its name.
_NAMES: Mapping[int, int] = {
    MQOT.Q: MQCA.Q_NAME,
    MQOT.NAMELIST: MQCA.NAMELIST_NAME,
    MQOT.PROCESS: MQCA.PROCESS_NAME,
    MQOT.STORAGE_CLASS: MQCA.STORAGE_CLASS,
    MQOT.Q_MGR: MQCA.Q_MGR_NAME,
    MQOT.CHANNEL: MQCACH.CHANNEL_NAME,
    MQOT.AUTH_INFO: MQCA.AUTH_INFO_NAME,
    MQOT.TOPIC: MQCA.TOPIC_NAME,
    MQOT.COMM_INFO: MQCA.COMM_INFO_NAME,
    MQOT.CF_STRUC: MQCA.CF_STRUC_NAME,
    MQOT.LISTENER: MQCACH.LISTENER_NAME,
    MQOT.SERVICE: MQCA.SERVICE_NAME,
    MQOT.CHLAUTH: MQCACH.CHANNEL_NAME,
    MQOT.PROT_POLICY: MQCA.POLICY_NAME,
    MQOT.AUTH_REC: MQCACF.AUTH_PROFILE_NAME,
}
# An object of commands (MQCMD_CHANGE_STG_CLASS) -> its type in events, where that differs.
_OTHERWISE = {"STG_CLASS": MQOT.STORAGE_CLASS.name}


@dataclass(frozen=True, slots=True)
class EventMessage:
    """A message as it stands on the queue. id and correlation: MsgId and CorrelId; ccsid: of its
    strings; put: PutDate and PutTime, UTC, None where they are not known."""

    id: bytes
    data: bytes
    correlation: bytes = b""
    ccsid: int = 1208
    put: datetime | None = None


@dataclass(frozen=True, slots=True)
class ConfigurationEvent:
    """A change of one object.

    queue_manager: where the command was entered. object_type: IBM's word of it ("q", "topic"), its
    number where it has none here. kind: None for what is not managed. before, after: attributes,
    None where the object was not there, or where that message is missing.
    """

    reason: Reason
    object_type: str
    name: str
    kind: str | None = None
    before: Mapping[str, Value] | None = None
    after: Mapping[str, Value] | None = None
    queue_manager: str = ""
    user: str = ""
    origin: str = "other"
    put: datetime | None = None

    @property
    def changed(self) -> tuple[str, ...]:
        """The attributes whose values differ before and after; all of an object that is new."""
        before, after = self.before or {}, self.after or {}
        names = {**before, **after}
        return tuple(name for name in names if before.get(name) != after.get(name))


@dataclass(frozen=True, slots=True)
class Unread:
    """A message that tells nothing: why, in one line. is_lost: whether it may have been a
    configuration event, so that nobody knows which object it was about."""

    reason: str
    is_lost: bool = True
    put: datetime | None = None


def read_events(
    messages: Iterable[EventMessage],
) -> Iterator[tuple[ConfigurationEvent | Unread, Sequence[EventMessage]]]:
    """The events in the messages, each with its messages: both of a change, where both are
    there. In the order of the last message of each. Never raises."""
    waiting: dict[tuple[bytes, str, str], tuple[EventMessage, ConfigurationEvent]] = {}
    for message in messages:
        try:
            event, is_before = _half(message)
        except ValueError as error:
            reason = one_line(f"message {message.id.hex()}: {error}")
            yield Unread(reason, not isinstance(error, OtherMessage), message.put), (message,)
            continue
        place = message.correlation, event.object_type, event.name
        if is_before:
            waiting[place] = message, event
            continue
        before = waiting.pop(place, None) if event.reason == "change" else None
        if before is None:
            yield event, (message,)
        else:
            yield replace(event, before=before[1].before), (before[0], message)
    for message, event in waiting.values():
        yield event, (message,)


class OtherMessage(PcfAnswerError):
    """A whole PCF message that is not a configuration event."""


def _half(message: EventMessage) -> tuple[ConfigurationEvent, bool]:
    """The event in one message, and whether it is the first one of a change. Raises PcfDecodeError,
    PcfAnswerError."""
    read = decode(message.data, ccsid=message.ccsid)
    header = read.header
    if (header.type, header.command) != (MQCFT.EVENT, COMMAND):
        text = f"is PCF of type {header.type}, command {header.command}, no configuration event"
        raise OtherMessage(f"{text}; let nothing else be put on this queue")
    reason = REASONS.get(header.reason)
    if reason is None:
        raise OtherMessage(f"has reason {header.reason}, which no configuration event has")
    number = plain(first(read, MQIACF.OBJECT_TYPE))
    if not isinstance(number, int):
        raise PcfAnswerError("has no MQIACF_OBJECT_TYPE")
    object_name = _managed().get(number)
    observed = observed_of(object_name, read.parameters, "") if object_name else None
    name = _text(read, _NAMES.get(number, MQCACF.OBJECT_NAME))
    if not name and object_name:
        raise PcfAnswerError(f"is about a {object_name} without a name")
    is_before = reason == "change" and header.control == MQCFC.NOT_LAST
    attributes = None if observed is None else MappingProxyType(dict(observed.attributes))
    was_there = is_before or reason == "delete"
    event = ConfigurationEvent(
        reason,
        _word(MQOT, number),
        name,
        None if observed is None else observed.key.kind,
        attributes if was_there else None,
        None if was_there else attributes,
        _text(read, MQCACF.EVENT_Q_MGR),
        _text(read, MQCACF.EVENT_USER_ID),
        _word(MQEVO, plain(first(read, MQIACF.EVENT_ORIGIN))),
        message.put,
    )
    return event, is_before


def _text(message: PcfMessage, number: int) -> str:
    found = plain(first(message, number))
    return found if isinstance(found, str) else ""


def _word(words: Any, number: object) -> str:
    """IBM's word of a number, in lower case; the number where it has none here."""
    with suppress(ValueError):
        return str(words(number).name.lower())
    return "other" if number is None else str(number)


def messages_of(event: ConfigurationEvent) -> tuple[PcfMessage, ...]:
    """The messages that a queue manager writes: two for a change, one for anything else. Of what
    is not managed they have its type and its name alone."""
    states = (event.before, event.after) if event.reason == "change" else ((
        event.before if event.reason == "delete" else event.after
    ),)  # fmt: skip
    return tuple(
        _message(event, attributes, place, is_last=place == len(states))
        for place, attributes in enumerate(states, 1)
    )


def _message(
    event: ConfigurationEvent, attributes: Mapping[str, Value] | None, place: int, *, is_last: bool
) -> PcfMessage:
    number = MQOT[event.object_type.upper()]
    parameters = (
        MQCFST(int(MQCACF.EVENT_USER_ID), event.user),
        MQCFIN(int(MQIACF.EVENT_ORIGIN), int(MQEVO[event.origin.upper()])),
        MQCFST(int(MQCACF.EVENT_Q_MGR), event.queue_manager),
        MQCFIN(int(MQIACF.OBJECT_TYPE), int(number)),
    )
    if event.kind is None:
        name = MQCFST(int(_NAMES.get(number, MQCACF.OBJECT_NAME)), event.name)
        return PcfMessage(_header(event, place, is_last=is_last), (*parameters, name))
    described = observed_parameters(Observed(Key("", event.kind, event.name), attributes or {}))
    return PcfMessage(_header(event, place, is_last=is_last), (*parameters, *described))


def _header(event: ConfigurationEvent, place: int, *, is_last: bool) -> MQCFH:
    control = MQCFC.LAST if is_last else MQCFC.NOT_LAST
    return MQCFH(
        COMMAND, int(MQCFT.EVENT), 2, place, int(control), int(MQCC.WARNING),
        _NUMBERS[event.reason],
    )  # fmt: skip


def type_of(kind: str) -> str:
    """The type of object that events say of a kind: "q" of an alias queue. Raises KeyError where
    they report no such objects, as subscriptions."""
    return MQOT[_OTHERWISE.get(object_of(kind), object_of(kind))].name.lower()


def is_reported(kind: str) -> bool:
    """Whether configuration events report objects of the kind."""
    name = spec_of(kind).pcf.object
    return _OTHERWISE.get(name, name) in MQOT.__members__


def _managed() -> Mapping[int, str]:
    """Type of object -> its name in PCF, of those that the catalogue has."""
    names = {str(spec.pcf.object) for spec in KINDS.values()} - {MQOT.Q_MGR.name}
    types = {name: _OTHERWISE.get(name, name) for name in names}
    return {int(MQOT[each]): name for name, each in types.items() if each in MQOT.__members__}
