"""Delete Queue: refused in use; messages only by purge; authority records by choice."""

from collections.abc import Callable

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import OpenFor
from queuewright.sandbox.authority_records import grant, granted
from queuewright.sandbox.engine import EmbeddedSystem

Refusal = Callable[..., CommandFailed]


LOCAL, ALIAS, REMOTE, MODEL = (
    "mq:LocalQueue",
    "mq:AliasQueue",
    "mq:RemoteQueue",
    "mq:ModelQueue",
)


def test_a_deleted_queue_is_gone(qm: EmbeddedSystem, refusal: Refusal) -> None:
    for kind in (LOCAL, ALIAS, REMOTE, MODEL):
        qm.create(kind, "Q1", {})
        qm.delete(kind, "Q1")
        assert qm.observe([kind], ["Q1"]) == []
        assert refusal(qm.delete, kind, "Q1").reason == 2085


def test_the_type_must_match(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.create(ALIAS, "A", {})
    assert refusal(qm.delete, LOCAL, "A").reason_name == "MQRCCF_Q_WRONG_TYPE"


@pytest.mark.parametrize("use", list(OpenFor))
def test_an_open_queue_is_not_deleted(qm: EmbeddedSystem, refusal: Refusal, use: OpenFor) -> None:
    qm.create(LOCAL, "Q1", {})
    handle = qm.open("Q1", {use})
    assert refusal(qm.delete, LOCAL, "Q1", purge=True).reason == 4004
    qm.close_handle(handle.id)
    qm.delete(LOCAL, "Q1")


def test_nothing_that_an_open_handle_resolves_through_is_deleted(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    qm.create(LOCAL, "X", {"usage": "transmission"})
    remote = {
        "remote_queue_name": "Q",
        "remote_queue_manager_name": "QM2",
        "xmit_queue_name": "X",
    }
    qm.create(REMOTE, "R", remote)
    qm.create(ALIAS, "A", {"base_object_name": "R"})
    handle = qm.open("A", {OpenFor.OUTPUT})
    for kind, name in ((ALIAS, "A"), (REMOTE, "R"), (LOCAL, "X")):
        assert refusal(qm.delete, kind, name).reason == 4004
    qm.close_handle(handle.id)
    for kind, name in ((LOCAL, "X"), (REMOTE, "R"), (ALIAS, "A")):
        qm.delete(kind, name)


def test_a_queue_manager_alias_in_use_is_not_deleted(qm: EmbeddedSystem, refusal: Refusal) -> None:
    qm.create(LOCAL, "QM2", {"usage": "transmission"})
    qm.create(REMOTE, "MGR", {"remote_queue_manager_name": "QM2"})
    qm.open("ANY", {OpenFor.OUTPUT}, queue_manager="MGR")
    assert refusal(qm.delete, REMOTE, "MGR").reason == 4004
    assert refusal(qm.delete, LOCAL, "QM2").reason == 4004


def test_a_queue_with_messages_is_deleted_with_purge_only(
    qm: EmbeddedSystem, refusal: Refusal
) -> None:
    qm.create(LOCAL, "Q1", {})
    qm.put("Q1", count=2)
    failed = refusal(qm.delete, LOCAL, "Q1")
    assert failed.reason_name == "MQRC_Q_NOT_EMPTY"
    assert "2 messages" in str(failed)
    qm.delete(LOCAL, "Q1", purge=True)
    qm.create(LOCAL, "Q1", {})
    status = qm.observe([LOCAL], ["Q1"], status=True)[0].status
    assert status is not None
    assert status.depth == 0


@pytest.mark.parametrize("got", [False, True])
def test_uncommitted_messages_refuse_it_always(
    qm: EmbeddedSystem, refusal: Refusal, got: bool
) -> None:
    qm.create(LOCAL, "Q1", {})
    qm.put("Q1", uncommitted=not got)
    if got:
        qm.get("Q1", uncommitted=True)
    assert refusal(qm.delete, LOCAL, "Q1", purge=True).reason == 2055
    qm.commit()
    qm.delete(LOCAL, "Q1", purge=True)


@pytest.mark.parametrize("keep", [False, True])
def test_authority_records_go_with_it_unless_they_are_kept(qm: EmbeddedSystem, keep: bool) -> None:
    qm.create(LOCAL, "Q1", {})
    with qm.writing() as tx:
        grant(tx, "q", "Q1", "group users", ("output", "input"))
    qm.delete(LOCAL, "Q1", keep_authorities=keep)
    with qm.reading() as tx:
        assert granted(tx, "q", "Q1") == ({"group users": ("input", "output")} if keep else {})


def test_kinds_without_that_option_keep_none(qm: EmbeddedSystem) -> None:
    qm.create("mq:Process", "P", {})
    with qm.writing() as tx:
        grant(tx, "process", "P", "group users", ("inquire",))
    qm.delete("mq:Process", "P", keep_authorities=True)
    with qm.reading() as tx:
        assert granted(tx, "process", "P") == {}
