"""Old runs, small files, and what is known of runs without opening each."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from typer.testing import CliRunner, Result

from command_line import app, queuewright
from drift_fleets import GOOD, dump, local_job, small_fleet
from queuewright.drift.lake import Lake, upkeep
from queuewright.drift.lake.arrow_files import ArrowFiles
from queuewright.drift.lake.upkeep import join_definitions, prunable
from queuewright.drift.tables import SCHEMAS

NOW = datetime(2026, 11, 23, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(None, str(tmp_path / "lake"))


def drift(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["drift", *arguments])


def at(days: float) -> str:
    return (NOW - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def aged(lake: Lake, table: str, run: str, days: float) -> None:
    """As if written so long before `NOW`."""
    import os

    then = (NOW - timedelta(days=days)).timestamp()
    for file in Path(lake.name, table, f"run={run}").glob("*.parquet"):
        os.utime(file, (then, then))


def make_run(lake: Lake, run: str, days: float, *, ended: bool = True) -> None:
    for table in ("leases", "desired_inventories", "inventories", "drift", "observations"):
        lake.write(table, run, SCHEMAS[table].empty_table())
        aged(lake, table, run, days)
    if ended:
        lake.finish(run, at(days), 0, 0, "{}")


def test_what_is_older_goes_but_not_what_a_job_may_look_at(lake: Lake) -> None:
    make_run(lake, "oldest", 200)
    make_run(lake, "older", 150)
    make_run(lake, "old", 100)
    make_run(lake, "cut-old", 120, ended=False)
    make_run(lake, "cut-new", 5, ended=False)
    make_run(lake, "kept", 80)
    assert prunable(lake, 90 * DAY, NOW) == ["oldest", "older", "old", "cut-old"]
    # Somebody makes an old run again just now: it and the one before it are looked at.
    lake.write("leases", "old", SCHEMAS["leases"].empty_table())
    aged(lake, "leases", "old", 0.1)
    assert prunable(lake, 90 * DAY, NOW) == ["oldest", "cut-old"]
    # The last run that ended stays, however old it is.
    assert prunable(lake, DAY, NOW + 1000 * DAY)[-2:] == ["cut-new", "cut-old"]
    assert "kept" not in prunable(lake, DAY, NOW + 1000 * DAY)


def test_prune(lake: Lake, tmp_path: Path, program: Path) -> None:
    job = local_job(tmp_path / "lake")
    fleet = small_fleet(tmp_path, program, one=GOOD, two=dump(("A", 1)))
    for number in range(4):
        (tmp_path / "two.mqsc").write_text(dump(("A", number)))
        job(fleet, f"r{number}", 24 * number)
    for run in ("r0", "r1", "r2", "r3"):
        aged(lake, "leases", run, 2)
    options = ["--lake", lake.name, "--keep", "36h", "--now", "2026-11-24T12:00:00Z"]
    tried = drift("prune", *options, "--dry-run")
    assert tried.output == "would delete 2 runs: r0, r1\n"
    assert len(lake.runs()) == 4
    done = drift("prune", *options)
    assert done.output.startswith("deleted 2 runs, joined the definitions of 4\n")
    assert [row["run"] for row in Lake(None, lake.name).runs()] == ["r2", "r3"]
    left = {path.name for path in Path(lake.name).rglob("run=r[01]")}
    assert left == {"run=r0", "run=r1"}  # whose definitions others refer to
    assert {path.parent.name for path in Path(lake.name).rglob("run=r[01]")} == {"definitions"}
    assert drift("check", "--lake", lake.name).exit_code == 0
    # The job goes on where it was.
    (tmp_path / "two.mqsc").write_text(GOOD)
    assert job(fleet, "r4", 96).counts["resolved"] == 3
    assert "no run is older than" in drift("prune", *options).output


def test_runs_that_stay_for_ever(lake: Lake) -> None:
    """The limit is before any clock, in years that text does not order."""
    for days in (3, 2, 1):
        make_run(lake, f"r{days}", days)
    assert prunable(lake, 80_000 * 7 * DAY, NOW) == []
    assert prunable(lake, 90 * DAY, datetime(1, 1, 1, tzinfo=UTC)) == []
    result = drift("prune", "--lake", lake.name, "--keep", "9d", "--now", "0001-01-01T00:00:00Z")
    assert '00Z" is not a time; write it as 2026-' in str(result.exception)


@pytest.mark.parametrize("keep", ["90", "0d", "1y", "-1d", ""])
def test_how_long_runs_stay_must_be_said(lake: Lake, keep: str) -> None:
    result = drift("prune", "--lake", lake.name, "--keep", keep)
    assert result.exit_code == 1
    assert "write hours, days or weeks, as 36h, 90d or 8w" in str(result.exception)


def definition(number: int) -> pa.Table:
    row = {"kind": "k", "fingerprint": number.to_bytes(16, "big"), "attributes": f"{number}"}
    return pa.Table.from_pylist([row], SCHEMAS["definitions"])


def test_definitions_are_joined_and_nobody_misses_one_meanwhile(lake: Lake) -> None:
    for number in range(12):
        lake.add_definitions(f"r{number}", definition(number % 9))
    wanted = {number.to_bytes(16, "big") for number in range(9)}
    assert join_definitions(lake, "now", NOW) == 0  # that few are no burden
    assert join_definitions(lake, "now", NOW, least=10) == 12
    folder = Path(lake.name, "definitions")
    assert len(list(folder.rglob("*.parquet"))) == 13  # a job may be about to read them
    assert lake.known_definitions() == wanted
    assert join_definitions(lake, "again", NOW, least=2) == 0  # nothing is joined twice
    # A day later they go; what came since then waits for company.
    lake.add_definitions("new", definition(99))
    assert join_definitions(lake, "later", datetime.now(UTC) + 2 * DAY) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["run=joined-now", "run=new"]
    assert lake.known_definitions() == wanted | {(99).to_bytes(16, "big")}
    assert len(lake.read("definitions", "joined-now")) == 9


def test_what_a_run_brings_after_its_definitions_were_joined_is_not_lost(lake: Lake) -> None:
    for number in range(3):
        lake.add_definitions(f"r{number}", definition(number))
    assert join_definitions(lake, "now", NOW, least=2) == 3
    lake.add_definitions("r1", definition(7))  # made again
    join_definitions(lake, "later", datetime.now(UTC) + 2 * DAY)
    assert lake.known_definitions() == {number.to_bytes(16, "big") for number in (0, 1, 2, 7)}
    assert len(list(Path(lake.name, "definitions", "run=r1").iterdir())) == 1
    assert not Path(lake.name, "definitions", "run=r0").exists()


def test_a_job_joins_definitions_by_itself(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "_SMALL_FILES", 6)
    job = local_job(tmp_path / "lake")
    fleet = small_fleet(tmp_path, program, one=GOOD)
    lake = Lake(None, str(tmp_path / "lake"))
    for number in range(5):
        lake.add_definitions(f"r{number}", definition(number))
    job(fleet, "now")
    assert lake.read("definitions", "joined-now").num_rows == 6


def test_a_run_costs_no_more_files_when_there_were_many(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(60):
        lake.finish(f"r{number:02}", at(60 - number), number, 0, "{}")
    opened: list[str] = []
    read = ArrowFiles.read_file

    def counted(self: Any, table: str, run: str, *rest: Any) -> Any:
        opened.append(run)
        return read(self, table, run, *rest)

    monkeypatch.setattr(ArrowFiles, "read_file", counted)
    first = lake.runs()
    assert [row["drift"] for row in first] == list(range(60))
    assert len(opened) == 60
    opened.clear()
    assert Lake(None, lake.name).runs() == first
    assert opened == []
    # A run that is made again, one that is begun again and one that is gone are seen.
    lake.finish("r05", at(55), 500, 0, "{}")
    lake.write("runs", "r06", SCHEMAS["runs"].empty_table())
    lake.delete(["r07"])
    again = {row["run"]: row["drift"] for row in lake.runs()}
    assert opened == ["r05", "r06"]
    assert again == {
        row["run"]: 500 if row["run"] == "r05" else row["drift"]
        for row in first
        if row["run"] not in ("r06", "r07")
    }
    # What saves time may be lost, or be something else.
    index = Path(lake.name, "_index")
    for content in (b"", b"PAR1 cut off"):
        index.write_bytes(content)
        assert {row["run"]: row["drift"] for row in lake.runs()} == again


def test_files_of_a_run_do_not_grow_with_its_tasks(tmp_path: Path, program: Path) -> None:
    job = local_job(tmp_path / "lake")
    dumps = {f"e{number:02}": dump(("A", number)) for number in range(20)}
    job(small_fleet(tmp_path, program, **dumps), "r0", partitions=20)
    assert len(list((tmp_path / "lake").rglob("*.parquet"))) == 10
    assert {path.name for path in (tmp_path / "lake").iterdir()} == set(SCHEMAS)


@pytest.mark.parametrize("command", [("check",), ("prune", "--keep", "9d"), ("check", "--json")])
def test_a_directory_without_a_run_is_not_a_sound_lake(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    ran = queuewright(tmp_path, "drift", *command, "--lake", "misspelt")
    assert (ran.code, ran.out) == (1, "")
    reason = "lake misspelt has no run; give the lake that queuewright drift run writes"
    assert ran.errors == [f"error: {reason}"]
    assert not (tmp_path / "misspelt").exists()
