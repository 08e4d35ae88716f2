"""Put and get: limits, inhibited operations, units of work."""

from collections.abc import Callable

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor, Status
from queuewright.sandbox.engine import EmbeddedSystem

Refusal = Callable[..., CommandFailed]


LOCAL, ALIAS, REMOTE, MODEL = (
    "mq:LocalQueue",
    "mq:AliasQueue",
    "mq:RemoteQueue",
    "mq:ModelQueue",
)


def status(qm: EmbeddedSystem, name: str) -> Status:
    counts = qm.observe([LOCAL], [name], status=True)[0].status
    assert counts is not None
    return counts


@pytest.fixture(autouse=True)
def queues(qm: EmbeddedSystem) -> None:
    qm.create(LOCAL, "Q1", {"max_queue_depth": 5, "max_message_length": 1000})
    qm.create(ALIAS, "A", {"base_object_name": "Q1"})


def test_a_put_through_an_alias_reaches_its_base(qm: EmbeddedSystem) -> None:
    assert qm.put("A", count=2) == "Q1"
    assert status(qm, "Q1").depth == 2


def test_a_put_to_a_remote_queue_reaches_the_transmission_queue(qm: EmbeddedSystem) -> None:
    qm.create(LOCAL, "QM2", {"usage": "transmission"})
    values = {"remote_queue_name": "Q", "remote_queue_manager_name": "QM2"}
    qm.create(REMOTE, "R", values)
    assert qm.put("R") == "QM2"
    assert qm.put("ANY", queue_manager="QM2") == "QM2"
    assert status(qm, "QM2").depth == 2


def test_max_queue_depth_is_the_number_of_messages_allowed(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    qm.put("Q1", count=5)
    assert refusal(qm.put, "Q1").reason_name == "MQRC_Q_FULL"
    qm.get("Q1", count=2)
    assert refusal(qm.put, "Q1", count=3).reason_name == "MQRC_Q_FULL"
    assert status(qm, "Q1").depth == 3  # all or none


def test_max_message_length_is_that_of_messages_on_the_queue(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    qm.put("Q1", size=1000)
    assert refusal(qm.put, "Q1", size=1001).reason_name == "MQRC_MSG_TOO_BIG_FOR_Q"
    qm.change(LOCAL, "Q1", {"max_message_length": 104_857_600})
    failed = refusal(qm.put, "Q1", size=4_194_305)
    assert failed.reason_name == "MQRC_MSG_TOO_BIG_FOR_Q_MGR"


@pytest.mark.parametrize(("kind", "name"), [(LOCAL, "Q1"), (ALIAS, "A")])
def test_inhibited_operations_along_the_way(
    qm: EmbeddedSystem, refusal: Refusal, kind: str, name: str
) -> None:
    qm.put("Q1")
    qm.change(kind, name, {"inhibit_put": "put_inhibited", "inhibit_get": "get_inhibited"})
    assert refusal(qm.put, "A").reason_name == "MQRC_PUT_INHIBITED"
    assert refusal(qm.get, "A").reason_name == "MQRC_GET_INHIBITED"
    if kind == ALIAS:
        qm.put("Q1")
        qm.get("Q1")


def test_nothing_to_get(qm: EmbeddedSystem, refusal: Refusal) -> None:
    assert refusal(qm.get, "Q1").reason_name == "MQRC_NO_MSG_AVAILABLE"
    qm.put("Q1", uncommitted=True)
    assert refusal(qm.get, "Q1").reason_name == "MQRC_NO_MSG_AVAILABLE"


def test_depth_counts_uncommitted_puts_and_not_what_is_got_uncommitted(qm: EmbeddedSystem) -> None:
    qm.put("Q1", count=2)
    qm.put("Q1", uncommitted=True)
    assert (status(qm, "Q1").depth, status(qm, "Q1").uncommitted) == (3, 1)
    qm.get("Q1", count=2, uncommitted=True)
    assert (status(qm, "Q1").depth, status(qm, "Q1").uncommitted) == (1, 3)


def test_commit_makes_puts_and_takes_gets(qm: EmbeddedSystem) -> None:
    qm.put("Q1", count=2)
    qm.put("Q1", uncommitted=True)
    qm.get("Q1", count=2, uncommitted=True)
    assert qm.commit() == 3
    assert (status(qm, "Q1").depth, status(qm, "Q1").uncommitted) == (1, 0)


def test_backout_undoes_puts_and_gets(qm: EmbeddedSystem) -> None:
    qm.put("Q1", count=2)
    qm.put("Q1", uncommitted=True)
    qm.get("Q1", uncommitted=True)
    assert qm.backout("Q1") == 2
    assert (status(qm, "Q1").depth, status(qm, "Q1").uncommitted) == (2, 0)


def test_one_queue_can_be_committed_alone(qm: EmbeddedSystem) -> None:
    qm.create(LOCAL, "Q2", {})
    for name in ("Q1", "Q2"):
        qm.put(name, uncommitted=True)
    assert qm.commit("Q2") == 1
    assert (status(qm, "Q1").uncommitted, status(qm, "Q2").uncommitted) == (1, 0)


def test_a_model_queue_is_not_put_to(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.create(MODEL, "M", {})
    assert refusal(qm.put, "M").reason_name == "MQRC_Q_TYPE_ERROR"


def test_a_topic_cannot_be_put_to_here(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.create(ALIAS, "T", {"base_object_name": "TOPIC", "target_type": "topic"})
    assert refusal(qm.put, "T").reason_name == "MQRC_FUNCTION_NOT_SUPPORTED"


def test_exclusive_input_elsewhere_refuses_a_get(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.put("Q1")
    handle = qm.open("Q1", {OpenFor.INPUT_EXCLUSIVE})
    assert refusal(qm.get, "Q1").reason_name == "MQRC_OBJECT_IN_USE"
    assert qm.get("Q1", handle=handle.id) == "Q1"


def test_a_handle_does_only_what_it_was_opened_for(qm: EmbeddedSystem, refusal: Refusal) -> None:
    handle = qm.open("Q1", {OpenFor.INQUIRE}).id
    assert refusal(qm.put, "Q1", handle=handle).reason_name == "MQRC_NOT_OPEN_FOR_OUTPUT"
    assert refusal(qm.get, "Q1", handle=handle).reason_name == "MQRC_NOT_OPEN_FOR_INPUT"
    assert refusal(qm.get, "Q1", handle=99).reason_name == "MQRC_HOBJ_ERROR"
