"""What stands in the way of a delete."""

from collections.abc import Iterable
from typing import Any

import pytest

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, OpenFor, Status
from queuewright.catalogue.options import OnDelete
from queuewright.diff import removal
from queuewright.world.snapshot import Snapshot

REFUSE, PURGE = OnDelete.REFUSE_IF_IN_USE, OnDelete.PURGE
LIST = Key("PROD01", "ibmi:AuthorizationList", "PAYROLL")
QUEUE = Key("QM1", "mq:LocalQueue", "Q")


def problem(key: Key, status: Status | None = None, **attributes: Value) -> Observed:
    return Observed(key, attributes, status)


def handle(name: str, application: str = "payd") -> Handle:
    return Handle(name, application, "mqm", frozenset({OpenFor.INPUT_EXCLUSIVE}), "APP.SVRCONN")


Problems = tuple[list[Diagnostic], list[Diagnostic]]


def loss(*asked: Any) -> Problems:
    return by_severity(removal.loss(*asked))


def dependents(*asked: Any) -> Problems:
    return by_severity(removal.dependents(*asked))


def by_severity(problems: Iterable[Diagnostic]) -> Problems:
    listed = list(problems)
    return [p for p in listed if p.is_error], [p for p in listed if not p.is_error]


def test_open_through_an_alias_blocks_its_base_queue() -> None:
    alias = problem(Key("QM1", "mq:AliasQueue", "A"), base_object_name="Q")
    snapshot = Snapshot.of([alias, problem(QUEUE, Status(depth=0))], [handle("A")])
    blocked, warnings = loss(QUEUE, problem(QUEUE, Status(depth=0)), snapshot, PURGE, "deleted")
    assert [p.code for p in blocked] == ["in-use"]
    assert str(blocked[0]) == (
        'QM1 mq:LocalQueue Q: cannot be deleted while it is open: application "payd" (user mqm) '
        "over channel APP.SVRCONN has A open for input-exclusive through A; close it first "
        "[IBM MQ, Delete Queue (PCF): Delete Queue; IBM MQ, MQSC: DELETE QLOCAL]"
    )
    assert not warnings


def test_a_queue_that_an_alias_led_to_before() -> None:
    blanked = problem(Key("QM1", "mq:AliasQueue", "A"), base_object_name="")
    snapshot = Snapshot.of([blanked, problem(QUEUE)], [handle("A")])
    blocked, warnings = loss(QUEUE, problem(QUEUE, Status(depth=0)), snapshot, PURGE, "deleted")
    assert not blocked
    assert [p.code for p in warnings] == ["in-use-unknown"]


def test_many_openers_are_counted() -> None:
    snapshot = Snapshot.of([], [handle("Q", f"app{n}") for n in range(8)])
    blocked, _ = loss(QUEUE, problem(QUEUE, Status(depth=0)), snapshot, REFUSE, "deleted")
    assert "and 3 more" in str(blocked[0])


def test_counts_block_where_nobody_knows_who() -> None:
    status = Status(depth=0, open_input=2, open_output=1, handles_known=False)
    blocked, _ = loss(QUEUE, problem(QUEUE, status), Snapshot.of([]), REFUSE, "replaced")
    assert "2 handles for input, 1 for output, by whom is not known" in str(blocked[0])


@pytest.mark.parametrize(
    ("depth", "words"), [(1, "would lose 1 message if"), (2, "would lose 2 messages if")]
)
def test_messages_are_counted(depth: int, words: str) -> None:
    blocked, _ = loss(
        QUEUE, problem(QUEUE, Status(depth=depth)), Snapshot.of([]), REFUSE, "deleted"
    )
    assert words in str(blocked[0])


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("mq:LocalQueue", ["status-unknown"]),
        ("ibmi:DataQueue", ["status-unknown"]),
        ("mq:AliasQueue", []),
        ("mq:Namelist", []),
    ],
)
def test_without_status_only_what_can_hold_messages_warns(kind: str, codes: list[str]) -> None:
    key = Key("QM1", kind, "X")
    blocked, warnings = loss(key, problem(key), Snapshot.of([]), REFUSE, "deleted")
    assert not blocked
    assert [p.code for p in warnings] == codes
    assert all(p.severity is Severity.WARNING for p in warnings)


def secured(name: str) -> Observed:
    return problem(
        Key("PROD01", "ibmi:MessageQueue", f"LIB/{name}"),
        authority="exclude",
        authorization_list="PAYROLL",
    )


def test_an_authorization_list_in_use_is_not_deleted() -> None:
    first, second = secured("A"), secured("B")
    snapshot = Snapshot.of([problem(LIST), first, second])
    blocked, warnings = dependents(LIST, snapshot, [first.key])
    assert [p.code for p in blocked] == ["list-in-use"]
    assert "others name it: LIB/B (authorization_list); change" in str(blocked[0])
    assert not warnings
    assert dependents(LIST, snapshot, [first.key, second.key]) == ([], [])


def test_nothing_blocks_where_the_rest_of_the_plan_is_not_known() -> None:
    snapshot = Snapshot.of([problem(LIST), *(secured(f"M{n}") for n in range(7))])
    blocked, warnings = dependents(LIST, snapshot, None)
    assert not blocked
    assert [p.code for p in warnings] == ["list-in-use"]
    assert "and 2 more" in str(warnings[0])


def test_a_queue_that_others_name_leaves_them_dangling() -> None:
    alias = problem(Key("QM1", "mq:AliasQueue", "A"), base_object_name="Q")
    snapshot = Snapshot.of([alias, problem(QUEUE)])
    blocked, warnings = dependents(QUEUE, snapshot, [])
    assert not blocked
    assert [p.code for p in warnings] == ["left-dangling"]
    assert "A (base_object_name)" in str(warnings[0])
    assert dependents(QUEUE, snapshot, None) == ([], [])
    assert dependents(QUEUE, Snapshot.of([]), []) == ([], [])
