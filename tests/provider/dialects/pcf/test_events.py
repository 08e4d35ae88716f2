"""Configuration events: what their messages say, in any order, whole or not."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import strategies
from queuewright.catalogue.attribute import Attribute
from queuewright.dialects.pcf.constants import MQOT
from queuewright.dialects.pcf.encode import ByteOrder, encode
from queuewright.dialects.pcf.events import (
    ConfigurationEvent,
    EventMessage,
    Unread,
    is_reported,
    messages_of,
    read_events,
    type_of,
)
from queuewright.dialects.pcf.structures import MQCFH, MQCFIN, MQCFST, PcfMessage
from queuewright.kinds import KINDS, MQ_KINDS, is_derived, is_record, is_single

OBJECTS = [k for k in MQ_KINDS if not (is_derived(k) or is_single(k) or is_record(k))]
AT = datetime(2026, 11, 23, 9, 30, tzinfo=UTC)
CHANGE = ConfigurationEvent(
    "change", "q", "ORDERS", "mq:LocalQueue",
    {"max_queue_depth": 5000, "queue_description": "orders"},
    {"max_queue_depth": 100, "queue_description": "orders"},
    "QM1", "bob", "console", AT,
)  # fmt: skip


def on_queue(
    event: ConfigurationEvent, order: ByteOrder = "big", ccsid: int = 1208, number: int = 0
) -> list[EventMessage]:
    """The messages of an event as a queue manager puts them."""
    return [
        EventMessage(
            bytes([number, place]), encode(message, order, ccsid), bytes([number]), ccsid, event.put
        )
        for place, message in enumerate(messages_of(event))
    ]


def raw(message: PcfMessage) -> EventMessage:
    return EventMessage(b"\7", encode(message), put=AT)


def reported(messages: list[EventMessage]) -> list[ConfigurationEvent | Unread]:
    return [event for event, _ in read_events(messages)]


MANAGED = {type_of(kind).upper() for kind in OBJECTS if is_reported(kind)} | {"PROT_POLICY"}


def _is_stored(attribute: Attribute, value: Any) -> bool:
    """Whether an object has it: no word that the queue manager puts something else in place of."""
    choice = attribute.choice(value) if isinstance(value, str) else None
    return choice is None or choice.resolved is None


def attributes(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    spec = KINDS[kind]
    possible = {
        name: strategies.attribute_values(spec, name).filter(partial(_is_stored, attribute))
        for name, attribute in spec.attributes().items()
        if attribute.pcf is not None and attribute.observable and not attribute.write_only
    }
    return st.fixed_dictionaries({}, optional=possible)


@st.composite
def events(draw: st.DrawFn) -> ConfigurationEvent:
    kind = draw(st.sampled_from([kind for kind in OBJECTS if is_reported(kind)]))
    reason = draw(st.sampled_from(("create", "change", "delete", "refresh")))
    states = draw(st.tuples(attributes(kind), attributes(kind)))
    spec = KINDS[kind]
    word = type_of(kind)
    return ConfigurationEvent(
        reason,
        word,
        draw(strategies.object_names(spec)),
        kind,
        states[0] if reason in ("change", "delete") else None,
        states[1] if reason != "delete" else None,
        "QM1",
        draw(st.text(st.sampled_from("abc1"), max_size=12)),
        draw(st.sampled_from(("console", "msg", "mqset", "internal"))),
        AT,
    )


@given(events(), st.sampled_from(("big", "little")))
@example(CHANGE, "little")
def test_what_is_written_is_read(event: ConfigurationEvent, order: ByteOrder) -> None:
    [(read, messages)] = list(read_events(on_queue(event, order)))
    assert isinstance(read, ConfigurationEvent)
    # A text that ends in blanks cannot be told from a padded one.
    for name in ("before", "after"):
        wrote, found = getattr(event, name), getattr(read, name)
        assert (wrote is None) == (found is None)
        assert {n: _cut(v) for n, v in (wrote or {}).items()} == dict(found or {})
    assert replace(read, before=None, after=None) == replace(event, before=None, after=None)
    assert len(messages) == (2 if event.reason == "change" else 1)


def _cut(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(item.rstrip(" ") for item in value)
    return value.rstrip(" ") if isinstance(value, str) else value


def test_a_message_of_zos() -> None:
    """EBCDIC, as its MQMD says."""
    [event] = reported(on_queue(CHANGE, "big", 500))
    assert isinstance(event, ConfigurationEvent)
    assert (event.name, event.user, event.changed) == ("ORDERS", "bob", ("max_queue_depth",))
    assert event.after is not None
    assert event.after["max_queue_depth"] == 100


def test_changes_whose_messages_are_mixed() -> None:
    """Two queue managers, or two commands at once: a pair has one correlation identifier."""
    other = replace(CHANGE, name="OTHER", after={"max_queue_depth": 1})
    first, second = on_queue(CHANGE, number=1), on_queue(other, number=2)
    events = reported([first[0], second[0], second[1], first[1]])
    assert [event.name for event in events if isinstance(event, ConfigurationEvent)] == [
        "OTHER",
        "ORDERS",
    ]
    assert all(isinstance(e, ConfigurationEvent) and e.before and e.after for e in events)


@pytest.mark.parametrize("kept", [0, 1])
def test_half_of_a_change_still_names_its_object(kept: int) -> None:
    [event] = reported([on_queue(CHANGE)[kept]])
    assert isinstance(event, ConfigurationEvent)
    assert (event.reason, event.name) == ("change", "ORDERS")
    assert [event.before is None, event.after is None] == [bool(kept), not kept]


@pytest.mark.parametrize("number", sorted(n for n in MQOT if n.name not in MANAGED))
def test_an_object_that_is_not_managed_has_no_kind(number: MQOT) -> None:
    wrote = ConfigurationEvent("create", number.name.lower(), "X.Y", queue_manager="QM1")
    [event] = reported(on_queue(wrote))
    assert isinstance(event, ConfigurationEvent)
    assert (event.kind, event.name, event.object_type) == (None, "X.Y", wrote.object_type)
    assert event.after is None


def test_a_type_of_object_that_nobody_knows_yet() -> None:
    header = MQCFH(43, 7, 2, completion=1, reason=2367)
    message = PcfMessage(header, (MQCFIN(1016, 4711), MQCFST(3046, "NEW"), MQCFST(9_999, "secret")))
    [event] = reported([raw(message)])
    assert event == ConfigurationEvent("create", "4711", "NEW", put=AT)


def test_a_channel_of_another_type_has_no_kind() -> None:
    """Of a type to come; what it has, a password as well, is not kept."""
    header = MQCFH(43, 7, 2, completion=1, reason=2367)
    parameters = (
        MQCFIN(1016, 6),
        MQCFST(3501, "TO.QM2"),
        MQCFIN(1511, 99),
        MQCFST(3565, "hunter2"),
    )
    [event] = reported([raw(PcfMessage(header, parameters))])
    assert event == ConfigurationEvent("create", "channel", "TO.QM2", put=AT)
    assert "hunter2" not in repr(event)


@pytest.mark.parametrize(
    ("message", "words", "is_lost"),
    [
        (EventMessage(b"\7", b"", put=AT), "message 07: offset 0: expected an MQCFH", True),
        (EventMessage(b"\7", on_queue(CHANGE)[0].data[:60], put=AT), "message 07: offset", True),
        (EventMessage(b"\7", b"<html>" * 20, put=AT), "expected an MQCFH", True),
        (raw(PcfMessage(MQCFH(43, 7, 2, reason=2368))), "has no MQIACF_OBJECT_TYPE", True),
        (raw(PcfMessage(MQCFH(43, 7, 2, reason=2368), (MQCFIN(1016, 1),))), "without a name", True),
        (raw(PcfMessage(MQCFH(99, 7, 2, reason=2412))), "type 7, command 99", False),
        (raw(PcfMessage(MQCFH(43, 7, 2, reason=2222))), "has reason 2222", False),
    ],
)  # fmt: skip
def test_a_message_that_tells_nothing(message: EventMessage, words: str, is_lost: bool) -> None:
    """It is named, and the others are read; one of another sort says nothing of any object."""
    unread, event = reported([message, *on_queue(CHANGE)])
    assert isinstance(unread, Unread)
    assert words in unread.reason
    assert "\n" not in unread.reason
    assert (unread.is_lost, unread.put) == (is_lost, AT)
    assert event == CHANGE


@given(st.binary(max_size=200), st.integers(0, 300))
def test_no_bytes_raise(noise: bytes, place: int) -> None:
    whole = on_queue(CHANGE)[0].data
    spoilt = whole[:place] + noise + whole[place + len(noise) :]
    assert len(reported([EventMessage(b"\7", spoilt)])) == 1
