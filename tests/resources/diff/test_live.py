"""What the messages on a queue, and its openers, will notice of a change in place."""

import pytest

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.diff.live import CODES, in_live_use, needs_status
from queuewright.diff.types import AttributeChange
from queuewright.world.snapshot import Snapshot

QUEUE, ALIAS = Key("QM1", "mq:LocalQueue", "Q"), Key("QM1", "mq:AliasQueue", "A")
TRIGGERED: dict[str, Value] = {"trigger_control": "on", "trigger_type": "depth", "trigger_depth": 5}


def changed(name: str, before: Value | None, after: Value | None) -> AttributeChange:
    return AttributeChange(name, before, after, Change.IN_PLACE)


def reported(
    change: AttributeChange,
    status: Status | None,
    *handles: Handle,
    key: Key = QUEUE,
    **attributes: Value,
) -> list[str]:
    observed = Observed(key, attributes, status)
    alias = Observed(ALIAS, {"base_object_name": "Q"})
    snapshot = Snapshot.of({o.key: o for o in (alias, observed)}.values(), handles)
    found = list(in_live_use(key, (change,), observed, snapshot))
    assert all(not problem.is_error and problem.code in CODES for problem in found)
    assert bool(found) <= needs_status(change)
    return [problem.text for problem in found]


def opener(name: str, *uses: OpenFor) -> Handle:
    return Handle(name, "webshop", "shop", frozenset(uses))


@pytest.mark.parametrize(
    ("before", "after", "depth", "expected"),
    [
        (100, 10, 50, True),
        (100, 10, 10, True),  # full, though nothing is above it
        (100, 10, 9, False),
        (100, 0, 0, False),  # nothing is on it that anybody would miss
        (10, 100, 500, False),
        (None, 10, 50, True),
    ],
)
def test_a_maximum_depth_below_the_messages_that_are_there(
    before: int | None, after: int, depth: int, expected: bool
) -> None:
    lines = reported(changed("max_queue_depth", before, after), Status(depth=depth))
    assert bool(lines) is expected
    if depth == 50 and before == 100:
        assert lines == [
            "max_queue_depth=10: 50 messages are on it now: it is full, and puts fail with "
            "MQRC_Q_FULL (2053); have them read first, or leave it above 50"
        ]


@pytest.mark.parametrize(("longest", "expected"), [(2000, True), (1000, False), (None, False)])
def test_a_maximum_length_below_the_longest_message(longest: int | None, expected: bool) -> None:
    status = Status(depth=1, longest_message=longest)
    lines = reported(changed("max_message_length", 4000, 1000), status)
    assert bool(lines) is expected
    assert all("a message of 2000 bytes is on it now" in line for line in lines)


def test_puts_that_are_disabled_under_who_puts() -> None:
    change = changed("inhibit_put", "put_allowed", "put_inhibited")
    (line,) = reported(change, Status(depth=0), opener("A", OpenFor.OUTPUT))
    assert line == (
        'inhibit_put="put_inhibited": application "webshop" (user shop) has A open for output '
        "through A: its puts fail with MQRC_PUT_INHIBITED (2051); stop it first"
    )
    assert reported(change, Status(depth=0), opener("Q", OpenFor.INPUT_SHARED)) == []
    (line,) = reported(change, Status(depth=0, open_output=3, handles_known=False))
    assert "open for output 3 times, by whom is not known" in line
    assert reported(changed("inhibit_put", "put_inhibited", "put_allowed"), Status()) == []
    (line,) = reported(change, Status(), opener("A", OpenFor.OUTPUT), key=ALIAS)
    assert "has A open for output" in line


def test_gets_that_are_disabled_under_who_gets() -> None:
    change = changed("inhibit_get", "get_allowed", "get_inhibited")
    for use in (OpenFor.INPUT_SHARED, OpenFor.INPUT_EXCLUSIVE, OpenFor.BROWSE):
        (line,) = reported(change, Status(depth=0), opener("Q", use))
        assert "its gets fail with MQRC_GET_INHIBITED (2016)" in line
    assert reported(change, Status(depth=0), opener("Q", OpenFor.OUTPUT)) == []


@pytest.mark.parametrize(
    ("values", "depth", "expected"),
    [
        (TRIGGERED, 5, True),
        (TRIGGERED, 4, False),
        ({**TRIGGERED, "trigger_type": "first"}, 1, True),
        ({**TRIGGERED, "trigger_type": "every"}, 1, True),
        ({**TRIGGERED, "trigger_type": "first"}, 0, False),
        ({**TRIGGERED, "trigger_type": "none"}, 9, False),
        ({**TRIGGERED, "trigger_control": "off"}, 9, False),
    ],
)
def test_a_trigger_that_is_switched_off_above_its_threshold(
    values: dict[str, Value], depth: int, expected: bool
) -> None:
    lines = reported(changed("trigger_control", "on", "off"), Status(depth=depth), **values)
    assert bool(lines) is expected
    lines = reported(changed("trigger_type", "depth", "none"), Status(depth=depth), **values)
    assert bool(lines) is expected
    assert reported(changed("trigger_type", "first", "every"), Status(depth=depth), **values) == []


def test_nothing_is_said_of_what_is_not_known() -> None:
    for name, after in (("max_queue_depth", 1), ("inhibit_put", "put_inhibited")):
        assert reported(changed(name, None, after), None) == []


def test_gets_that_are_inhibited_while_the_queue_is_open() -> None:
    change = changed("inhibit_get", "get_allowed", "get_inhibited")
    lines = reported(change, Status(open_input=1), opener("Q", OpenFor.INPUT_SHARED))
    assert len(lines) == 1
    assert ": its gets fail with MQRC_GET_INHIBITED (2016)" in lines[0]
