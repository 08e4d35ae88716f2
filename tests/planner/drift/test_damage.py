"""Files of the lake that cannot be read: named, set aside, and made again where that can be."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from command_line import app
from drift_fleets import GOOD, dump, found, local_job, small_fleet
from queuewright.drift.lake import Lake, LakeError, run_index
from queuewright.drift.summary import Summary

DRIFTED = dump(("A", 1), ("B", 100))
COUNTS = ("drift", "new", "persisting", "resolved")


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return tmp_path / "lake"


@pytest.fixture
def job(lake: Path) -> Callable[..., Summary]:
    return local_job(lake)


@pytest.fixture
def fleet(tmp_path: Path, program: Path) -> Path:
    return small_fleet(tmp_path, program, good=GOOD, east=DRIFTED)


def damage(lake: Path, table: str, run: str) -> Path:
    (file,) = (lake / table / f"run={run}").glob("*.parquet")
    file.write_bytes(file.read_bytes()[:-9])
    return file


def drift(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["drift", *arguments])


def counts(summary: Summary) -> list[int]:
    return [summary.counts[name] for name in COUNTS]


@pytest.mark.parametrize("times", [1, 2])
def test_differences_that_cannot_be_read_are_made_again(
    job: Any, lake: Path, fleet: Path, times: int
) -> None:
    job(fleet, "r0")
    job(fleet, "r1", 1)
    file = damage(lake, "drift", "r1")
    before = found(lake, "r0", "name", "first_seen", "severity")
    for number in range(times):
        summary = job(fleet, f"r{2 + number}", 2 + number)
        assert counts(summary) == [2, 0, 2, 0]
        assert found(lake, summary.run, "name", "first_seen", "severity") == before
        assert found(lake, "r1", "name", "first_seen", "severity") == before
        # Said once: what was set aside is nobody's any more.
        assert len(summary.damaged) == (number == 0)
    assert not file.exists()
    assert (lake / "_damaged" / "drift" / "run=r1" / file.name).is_file()


def test_where_it_cannot_be_made_again_the_run_before_counts(
    job: Any, lake: Path, fleet: Path, tmp_path: Path
) -> None:
    job(fleet, "r0")
    (tmp_path / "good.mqsc").write_text(dump(("A", 5), ("B", 100), ("C", 100)))
    job(fleet, "r1", 1)
    damage(lake, "drift", "r1")
    damage(lake, "observations", "r1")
    summary = job(fleet, "r2", 2)
    assert counts(summary) == [3, 1, 2, 0]  # what r1 was the first to see is new once more
    moved, why = summary.damaged
    assert "set aside as" in moved
    assert why.startswith("run r1 cannot be made again: lake ")
    # The lake goes on as if r1 had seen nothing; its row is still there.
    third = job(fleet, "r3", 3)
    assert counts(third) == [3, 0, 3, 0]
    assert third.damaged == []


@pytest.mark.parametrize("indexed", [False, True])
def test_a_run_that_nobody_can_read_counts_for_nothing(
    job: Any, lake: Path, fleet: Path, indexed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if indexed:  # what the index says of a file, the file may no longer say
        monkeypatch.setattr(run_index, "_NEW", 0)
    job(fleet, "r0")
    job(fleet, "r1", 1)
    assert len(Lake(None, str(lake)).runs()) == 2
    file = damage(lake, "runs", "r1")
    summary = job(fleet, "r2", 2)
    assert counts(summary) == [2, 0, 2, 0]
    assert [row["run"] for row in Lake(None, str(lake)).runs()] == ["r0", "r2"]
    assert summary.unfinished == ([] if indexed else ["r1"])
    (line,) = summary.damaged
    assert line.startswith(f"{file}: ")
    assert line.endswith("; queuewright drift detect --run r1 makes it again")
    arguments = ["--engine", "local", "--fleet", str(fleet), "--lake", str(lake)]
    again = drift("detect", *arguments, "--run", "r1", "--now", "2026-11-21T13:00:00Z")
    assert again.exit_code == 2, again.output
    assert [row["run"] for row in Lake(None, str(lake)).runs()] == ["r0", "r1", "r2"]


def test_definitions_that_are_lost_come_back_with_the_next_run(
    job: Any, lake: Path, fleet: Path
) -> None:
    job(fleet, "r0")
    damage(lake, "definitions", "r0")
    summary = job(fleet, "r1", 1)
    assert counts(summary) == [2, 0, 2, 0]
    (line,) = summary.damaged
    assert "the next queuewright drift collect adds" in line
    assert drift("check", "--lake", str(lake)).exit_code == 0


@pytest.mark.parametrize("table", ["readings", "leases", "inventories", "desired", "observations"])
def test_damage_to_a_former_run_stops_nobody(job: Any, lake: Path, fleet: Path, table: str) -> None:
    job(fleet, "r0")
    damage(lake, table, "r0")
    assert counts(job(fleet, "r1", 1)) == [2, 0, 2, 0]


def test_damage_to_what_a_run_is_compared_from_is_named(job: Any, lake: Path, fleet: Path) -> None:
    job(fleet, "r0")
    file = damage(lake, "desired_inventories", "r0")
    result = drift(
        "detect", "--engine", "local", "--fleet", str(fleet), "--lake", str(lake), "--run", "r0"
    )
    assert result.exit_code == 1
    assert f"has damaged files: {file}: " in str(result.exception)
    assert "drift check --set-aside" in str(result.exception)
    assert [row["run"] for row in Lake(None, str(lake)).runs()] == ["r0"]


def test_check_names_each_file_and_sets_it_aside(job: Any, lake: Path, fleet: Path) -> None:
    job(fleet, "r0")
    job(fleet, "r1", 1)
    sound = drift("check", "--lake", str(lake))
    assert (sound.exit_code, "everything can be read" in sound.output) == (0, True)
    files = [damage(lake, "drift", "r0"), damage(lake, "observations", "r1")]
    (lake / "inventories" / "run=cut").mkdir()
    result = drift("check", "--lake", str(lake))
    assert result.exit_code == 2
    assert result.output.count("damaged: ") == 2
    assert "run r1 cannot be compared again, because the past cannot be read" in result.output
    assert "never ended, and count for nothing: cut" in result.output
    assert all(file.exists() for file in files)
    assert drift("check", "--lake", str(lake), "--set-aside").exit_code == 2
    assert not any(file.exists() for file in files)
    assert drift("check", "--lake", str(lake), "--json").exit_code == 0


def test_check_says_which_definitions_are_lost(job: Any, lake: Path, fleet: Path) -> None:
    job(fleet, "r0")
    (file,) = (lake / "definitions").rglob("*.parquet")
    file.unlink()
    result = drift("check", "--lake", str(lake))
    assert result.exit_code == 2
    assert "lost: run r0 refers to 2 definitions" in result.output


def test_a_full_disk_leaves_the_last_run_as_it_was(
    job: Any, lake: Path, fleet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each write of a run, one after the other; then there is room again."""
    from queuewright.drift.lake.arrow_files import ArrowFiles

    job(fleet, "r0")
    write = ArrowFiles._write_file
    files = 9  # that a run without new definitions writes
    for room in range(files):
        left = iter(range(room))

        def full(self: Any, path: str, *rest: Any, left: Any = left) -> None:
            if next(left, None) is None:
                raise OSError(errno.ENOSPC, "No space left on device")
            write(self, path, *rest)

        monkeypatch.setattr(ArrowFiles, "_write_file", full)
        with pytest.raises(LakeError, match=r"no space is left on the disk of /.* drift prune"):
            job(fleet, "r1", 1)
        assert [row["run"] for row in Lake(None, str(lake)).runs()] == ["r0"]
        assert not list(lake.rglob(".part*"))
    monkeypatch.setattr(ArrowFiles, "_write_file", write)
    assert counts(job(fleet, "r1", 1)) == [2, 0, 2, 0]
    assert len(list(lake.rglob("run=r1/*.parquet"))) == files
