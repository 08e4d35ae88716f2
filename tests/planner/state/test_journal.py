"""The journal: what was written before a crash is what the state says after."""

from pathlib import Path
from typing import Any

import pytest

from queuewright.state.deployment import Deployment, Resource
from queuewright.state.errors import StateError
from queuewright.state.journal import Journal, read_journal, replay

A, B = (f"urn:pulumi:dev::p::pulumi-python:dynamic/mq:LocalQueue::{name}" for name in "ab")


def resource(urn: str, identifier: str, **more: Any) -> Resource:
    raw = {"urn": urn, "custom": True, "id": identifier, "type": "t", **more}
    return Resource({name: value for name, value in raw.items() if value is not None})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "dev.journal"


def ids(state: Deployment) -> list[tuple[str, str, bool]]:
    return [(r.urn, r.id, r.deleting) for r in state.resources]


def test_records_come_back_in_their_order(path: Path) -> None:
    journal = Journal(path, "p/dev")
    journal.begin(resource(A, "1"))
    journal.done(resource(A, "1"), ["old"])
    journal.deleted(B, "2")
    journal.failed(B)
    journal.close()
    assert tuple(read_journal(path, "p/dev")) == journal.records
    assert [sorted(record) for record in journal.records] == [
        ["begin"], ["done", "replaces"], ["gone", "id"], ["failed"],
    ]  # fmt: skip


def test_no_file_is_an_empty_journal(path: Path) -> None:
    assert list(read_journal(path, "p/dev")) == []


def test_every_prefix_of_a_journal_can_be_read(path: Path) -> None:
    journal = Journal(path, "p/dev")
    journal.begin(resource(A, "1", inputs={"text": "ä € \u2028"}))
    journal.done(resource(A, "1"))
    journal.close()
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        state = replay(Deployment(), read_journal(path, "p/dev"))
        assert len(state.resources) + len(state.pending) <= 1


def test_what_is_appended_after_a_cut_off_record_is_not_lost(path: Path) -> None:
    journal = Journal(path, "p/dev")
    journal.done(resource(A, "1"))
    journal.close()
    path.write_bytes(path.read_bytes()[:-5])
    again = Journal(path, "p/dev")
    again.done(resource(B, "2"))
    again.close()
    assert ids(replay(Deployment(), read_journal(path, "p/dev"))) == [(B, "2", False)]


@pytest.mark.parametrize(
    "line",
    [
        "[]", '{"done": 5}', '{"journal": 1}', '{"journal": 2}', '{"x": 1}', '{"gone": 1}',
        '{"saved": 1}', "[" * 100_000, '{"gone": "u", "id": "1"}', "half a rec",
    ],
)  # fmt: skip
def test_another_file_is_refused(path: Path, line: str) -> None:
    path.parent.mkdir()
    path.write_text(line + "\n")
    with pytest.raises(StateError, match="line 1 is not a record of a journal"):
        read_journal(path, "p/dev")


def test_damage_is_never_passed_over(path: Path) -> None:
    """Only the last line may be cut off: that is what a crash does."""
    journal = Journal(path, "p/dev")
    for name in "123":
        journal.done(resource(A, name))
    journal.close()
    header, first, second, third = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(header + first + second[:9] + b"\n" + third)
    with pytest.raises(StateError, match=r"line 3 is not a record.*move the file away"):
        read_journal(path, "p/dev")
    path.write_bytes(first + second)
    with pytest.raises(StateError, match="line 1 is not a record"):
        read_journal(path, "p/dev")


def test_a_journal_is_of_one_stack_and_one_state(path: Path) -> None:
    journal = Journal(path, "p/dev", "state 1")
    journal.done(resource(A, "1"))
    assert len(read_journal(path, "p/dev", "state 1")) == 1
    with pytest.raises(StateError, match=r"is the journal of stack .p/dev., not of p/prod"):
        read_journal(path, "p/prod", "state 1")
    with pytest.raises(StateError, match="continues a different state"):
        read_journal(path, "p/dev", "state 2")
    # The state that includes it is saved, and the update is killed before it removes the journal.
    journal.saved("state 2")
    journal.close()
    assert read_journal(path, "p/dev", "state 2") == []
    assert len(read_journal(path, "p/dev", "state 1")) == 1


def test_a_pending_operation_ends_with_its_object_under_whatever_name() -> None:
    in_progress = {"begin": dict(resource(A, "1").raw)}
    renamed = replay(Deployment(), [in_progress, {"done": dict(resource(B, "1").raw)}])
    assert (ids(renamed), renamed.pending) == ([(B, "1", False)], ())
    removed = replay(Deployment(), [in_progress, {"gone": B, "id": "1"}])
    assert removed == Deployment()


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "dev.journal").mkdir()
    with pytest.raises(StateError, match="cannot write the journal"):
        Journal(tmp_path / "dev.journal", "p/dev").failed(A)


def test_begun_and_not_done_is_pending_until_it_is() -> None:
    in_progress = {"begin": dict(resource(A, "1").raw)}
    state = replay(Deployment(), [in_progress])
    assert state.resources == ()
    assert [(p["type"], p["resource"]["urn"]) for p in state.pending] == [("creating", A)]
    assert replay(state, [{"failed": A}]) == Deployment()
    assert replay(state, [{"gone": A, "id": "1"}]) == Deployment()
    done = replay(state, [{"done": dict(resource(A, "1").raw)}])
    assert (ids(done), done.pending) == ([(A, "1", False)], ())


def test_a_replaced_object_is_gone_and_begun_again_in_one_record(path: Path) -> None:
    """So that what the new object keeps of the old one is never between two records."""
    state = Deployment((resource(A, "1"),))
    again = resource(A, "1", outputs={"kept": "text"})
    journal = Journal(path, "p/dev")
    journal.begin(again)
    journal.begin(again, instead_of=state.resources[0])
    journal.close()
    records = read_journal(path, "p/dev")
    for count, there in ((1, ["1"]), (2, [])):
        replayed = replay(state, records[:count])
        assert [each.id for each in replayed.resources] == there
        assert [entry["resource"]["outputs"] for entry in replayed.pending] == [{"kept": "text"}]


def test_a_former_object_waits_for_its_delete() -> None:
    before = Deployment((resource(A, "1"),))
    moved = replay(before, [{"done": dict(resource(A, "2").raw)}])
    assert ids(moved) == [(A, "2", False), (A, "1", True)]
    assert ids(replay(moved, [{"gone": A, "id": "1"}])) == [(A, "2", False)]
    # In either order: the object of this id goes, not the resource.
    assert ids(replay(before, [{"gone": A, "id": "1"}, {"done": dict(resource(A, "2").raw)}])) == [
        (A, "2", False)
    ]


def test_an_object_that_another_resource_takes_over_is_not_deleted() -> None:
    before = Deployment((resource(A, "1"), resource(B, "2")))
    swapped = replay(
        before,
        [
            {"done": dict(resource(A, "2").raw), "replaces": [B]},
            {"done": dict(resource(B, "1").raw), "replaces": [A]},
        ],
    )
    assert sorted(ids(swapped)) == [(A, "2", False), (B, "1", False)]


def test_gone_of_another_id_changes_nothing() -> None:
    before = Deployment((resource(A, "1"),))
    assert replay(before, [{"gone": A, "id": "9"}]) == before
