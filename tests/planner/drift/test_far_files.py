"""Files that Spark reaches and PyArrow here does not, as those of a cluster: the whole job by way
of Spark, and damage to its lake."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from drift_engines import rows
from drift_fleets import GOOD, NOON, dump, local_job, small_fleet
from queuewright.drift.fleet import load_fleet
from queuewright.drift.job import Job, JobOptions
from queuewright.drift.lake import Lake
from queuewright.drift.summary import Summary

pytestmark = pytest.mark.deploy
DRIFTED = dump(("A", 1), ("B", 100))


@pytest.fixture
def lake(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    monkeypatch.setattr(
        "queuewright.drift.engines.session.reaches_files_as_the_driver", lambda *_: False
    )
    lake = Lake(spark, str(tmp_path / "far"))
    assert lake.files is None
    return lake


@pytest.fixture
def job(lake: Lake) -> Callable[..., Summary]:
    from queuewright.drift.engines.spark import SparkEngine

    def run(file: Path, run: str, hours: float = 0) -> Summary:
        now = NOON + timedelta(hours=hours)
        return Job(load_fleet(file), run, now, JobOptions()).make(SparkEngine(lake))

    return run


def counts(summary: Summary) -> list[int]:
    return [summary.counts[name] for name in ("drift", "new", "persisting", "resolved")]


def damage(lake: Lake, table: str, run: str) -> None:
    (file,) = Path(lake.name, table, f"run={run}").glob("part*.parquet")
    file.write_bytes(file.read_bytes()[:-9])
    (file.parent / f".{file.name}.crc").unlink(missing_ok=True)


def test_the_lake_is_the_same_as_without_spark(
    job: Any, lake: Lake, tmp_path: Path, program: Path
) -> None:
    fleet = small_fleet(tmp_path, program, good=GOOD, east=DRIFTED)
    local = local_job(tmp_path / "near")
    for number, text in enumerate((DRIFTED, dump(("A", 3), ("B", 100), ("C", 100)), "cut (")):
        (tmp_path / "east.mqsc").write_text(text)
        run = f"r{number}"
        assert counts(job(fleet, run, number)) == counts(local(fleet, run, number))
        for table in ("drift", "observations", "readings", "desired"):
            near = rows(Lake(None, str(tmp_path / "near")), table, run)
            assert rows(lake, table, run) == near, (table, run)
    # And either engine reads what the other has written.
    assert [row["run"] for row in Lake(None, lake.name).runs()] == ["r0", "r1", "r2"]
    (tmp_path / "east.mqsc").write_text(GOOD)
    assert counts(local_job(Path(lake.name))(fleet, "r3", 3)) == [0, 0, 0, 1]
    assert counts(job(fleet, "r4", 4)) == [0, 0, 0, 0]


def test_damage_does_not_end_later_runs(
    job: Any, lake: Lake, tmp_path: Path, program: Path
) -> None:
    fleet = small_fleet(tmp_path, program, good=GOOD, east=DRIFTED)
    job(fleet, "r0")
    job(fleet, "r1", 1)
    damage(lake, "drift", "r1")
    second = job(fleet, "r2", 2)
    assert counts(second) == [2, 0, 2, 0]
    (line,) = second.damaged
    assert "/drift/run=r1/part-" in line
    assert line.endswith("queuewright drift detect --run r1 makes it again; done")
    assert len(rows(lake, "drift", "r1")) == 2
    damage(lake, "runs", "r1")
    damage(lake, "definitions", "r0")
    third = job(fleet, "r3", 3)
    assert counts(third) == [2, 0, 2, 0]
    assert third.unfinished == ["r1"]
