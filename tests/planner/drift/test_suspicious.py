"""Dumps that were cut off between two commands, and systems that lost much of what they had."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from command_line import app
from drift_fleets import dump, found, local_job, small_fleet
from queuewright.drift.policy import Policy, PolicyError, load_policy
from queuewright.drift.summary import Summary

NAMES = [f"Q{number:02}" for number in range(30)]
WHOLE = dump(*((name, 100) for name in NAMES), footer=True)
CUT = dump(*((name, 100) for name in NAMES[:24]))
COLUMNS = ("name", "drift", "status")


@pytest.fixture
def job(tmp_path: Path) -> Callable[..., Summary]:
    return local_job(tmp_path / "lake")


@pytest.fixture
def fleet(tmp_path: Path, program: Path) -> Path:
    text = (program / "Pulumi.main.yaml").read_text()
    (program / "Pulumi.main.yaml").write_text(
        text.replace("}", f', "app:queues": "{" ".join(NAMES)}"}}')
    )
    return small_fleet(tmp_path, program, one=WHOLE)


def states(tmp_path: Path, run: str) -> set[tuple[Any, ...]]:
    return {row[1:] for row in found(tmp_path / "lake", run, *COLUMNS)}


def test_a_dump_that_ends_where_the_last_good_one_did_not(
    job: Any, fleet: Path, tmp_path: Path
) -> None:
    assert job(fleet, "r0").exit_code == 0
    (tmp_path / "one.mqsc").write_text(CUT)
    for number in (1, 2):  # however often it is read: the last good one still had a footer
        summary = job(fleet, f"r{number}", number)
        assert summary.exit_code == 4
        (failure,) = summary.failures
        assert failure["error"].startswith("QM1: the dump does not end as the last good one did")
        assert failure["last_read"] == "2026-11-21T12:00:00Z"
        assert summary.counts["drift"] == 0
        assert found(tmp_path / "lake", f"r{number}", *COLUMNS) == []
    (tmp_path / "one.mqsc").write_text(WHOLE)
    assert job(fleet, "r3", 3).exit_code == 0


def test_the_first_dump_that_is_read_proves_nothing(job: Any, fleet: Path, tmp_path: Path) -> None:
    (tmp_path / "one.mqsc").write_text(CUT)
    summary = job(fleet, "r0")
    assert summary.failures == []
    assert summary.by_drift == {"missing": 6}


def test_a_plan_makes_nothing_of_what_a_dump_has_lost(
    job: Any, fleet: Path, tmp_path: Path
) -> None:
    job(fleet, "r0")
    (tmp_path / "one.mqsc").write_text(CUT)
    command = ["drift", "plan", "one", "--fleet", str(fleet)]
    alone = CliRunner().invoke(app, command)
    assert (alone.exit_code, "6 to create" in alone.output) == (2, True)
    for more in ([], ["--accept"]):
        known = CliRunner().invoke(app, [*command, *more, "--lake", str(tmp_path / "lake")])
        assert known.exit_code == 4
        assert "QM1: the dump does not end as the last good one did" in known.stderr
    (tmp_path / "one.mqsc").write_text(dump(*((name, 100) for name in NAMES[:15]), footer=True))
    known = CliRunner().invoke(app, [*command, "--lake", str(tmp_path / "lake")])
    assert known.exit_code == 4
    assert "QM1: 15 objects, and 30 when it was last read" in known.stderr


def test_footers_that_are_not_expected_any_more(job: Any, fleet: Path, tmp_path: Path) -> None:
    job(fleet, "r0")
    (tmp_path / "one.mqsc").write_text(CUT)
    fleet.write_text(fleet.read_text().replace("type: mqsc", "type: mqsc\n      footer: false"))
    summary = job(fleet, "r1", 1)
    assert summary.failures == []
    assert summary.by_drift == {"missing": 6}


def test_what_was_read_of_part_of_the_fleet_does_not_forget_the_rest(
    job: Any, tmp_path: Path, fleet: Path, program: Path
) -> None:
    file = small_fleet(tmp_path, program, one=WHOLE, two=WHOLE)
    job(file, "r0")
    job(file, "r1", 1, environments=("two",))
    (tmp_path / "one.mqsc").write_text(CUT)
    summary = job(file, "r2", 2)
    assert [row["environment"] for row in summary.failures] == ["one"]
    assert summary.failures[0]["last_read"] == "2026-11-21T12:00:00Z"


def test_a_system_that_lost_much_of_what_it_had_is_suspicious(
    job: Any, fleet: Path, tmp_path: Path
) -> None:
    whole = dump(*((name, 100) for name in NAMES))
    (tmp_path / "one.mqsc").write_text(whole)
    job(fleet, "r0")
    half = dump(*((name, 7) for name in NAMES[:15]))
    (tmp_path / "one.mqsc").write_text(half)
    first = job(fleet, "r1", 1)
    assert first.exit_code == 4
    assert first.suspicious == [
        {"environment": "one", "system": "QM1", "objects_before": 30, "objects": 15}
    ]
    assert first.by_drift == {"changed": 15}
    assert states(tmp_path, "r1") == {("missing", "unknown"), ("changed", "new")}
    # Read a second time it is believed.
    second = job(fleet, "r2", 2)
    assert (second.suspicious, second.by_drift) == ([], {"changed": 15, "missing": 15})
    assert states(tmp_path, "r2") == {("missing", "persisting"), ("changed", "persisting")}
    # Put right, all of it is over.
    (tmp_path / "one.mqsc").write_text(whole)
    assert job(fleet, "r3", 3).counts["resolved"] == 30


@pytest.mark.parametrize(
    ("left", "share", "suspicious"),
    [(20, 0.33, True), (21, 0.3, False), (20, 0.34, False), (0, 1.0, True), (15, 0.0, False)],
)
def test_the_share_is_the_policys(
    job: Any, fleet: Path, tmp_path: Path, left: int, share: float, suspicious: bool
) -> None:
    (tmp_path / "one.mqsc").write_text(dump(*((name, 100) for name in NAMES)))
    job(fleet, "r0")
    # Something must be left, or the dump is empty; so two others take its place.
    queues = [(name, 100) for name in NAMES[:left]] or [("X", 1)]
    (tmp_path / "one.mqsc").write_text(dump(*queues))
    if left == 0:
        share = 0.9
    summary = job(fleet, "r1", 1, policy=Policy(lost_share=share))
    assert bool(summary.suspicious) is suspicious


def test_systems_that_were_not_read_for_long_are_stale(
    job: Any, fleet: Path, tmp_path: Path
) -> None:
    policy = Policy(max_age=24.0)
    assert job(fleet, "r0", policy=policy).stale == []
    (tmp_path / "one.mqsc").unlink()
    assert job(fleet, "r1", 23, policy=policy).stale == []
    summary = job(fleet, "r2", 30, policy=policy)
    last = "2026-11-21T12:00:00Z"
    assert summary.stale == [
        {"environment": "one", "system": "QM1", "last_read": last, "hours": 30.0}
    ]
    assert summary.exit_code == 4
    never = tmp_path / "fresh"
    other = local_job(never)(fleet, "r0", policy=policy)
    assert [(row["last_read"], row["hours"]) for row in other.stale] == [(None, None)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lost_share: 2", "lost_share is 2; write a share from 0 to 1"),
        ("lost_share: true", "lost_share is true"),
        ("max_age: 24", "max_age is 24; write hours or days, as 24h or 7d"),
        ("max_age: 0h", "max_age is"),
        ("max_ago: 24h", "use severities, ignore, lost_share, max_age"),
    ],
)
def test_a_policy_that_says_it_wrong(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text(text)
    with pytest.raises(PolicyError, match=message):
        load_policy(tmp_path / "policy.yaml")


def test_a_policy_that_says_it_right(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text("lost_share: 0.25\nmax_age: 7d\n")
    policy = load_policy(tmp_path / "policy.yaml")
    assert (policy.lost_share, policy.max_age) == (0.25, 168.0)
    assert (Policy().lost_share, Policy().max_age) == (0.5, None)
