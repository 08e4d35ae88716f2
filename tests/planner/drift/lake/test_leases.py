"""Who makes a run, and when it counts."""

from pathlib import Path
from typing import Any

import pytest

from queuewright.drift.lake import Lake, LakeError, RunTaken, lease

AT = "2026-11-21T12:00:00Z"


def test_the_last_job_that_begins_a_run_makes_it(tmp_path: Path) -> None:
    the_last_job_makes_it(Lake(None, str(tmp_path / "lake")))
    (tmp_path / "file").write_text("")
    with pytest.raises(LakeError, match="cannot be written: Not a directory; give a") as caught:
        lease(Lake(None, str(tmp_path / "file")), "r1")
    assert "\n" not in str(caught.value)


@pytest.mark.deploy
def test_the_same_through_spark(spark: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """As on a cluster, whose files the driver may not reach."""
    monkeypatch.setattr(
        "queuewright.drift.engines.session.reaches_files_as_the_driver", lambda *_: False
    )
    lake = Lake(spark, str(tmp_path / "lake"))
    assert lake.files is None
    the_last_job_makes_it(lake)
    (tmp_path / "file").write_text("")
    with pytest.raises(
        LakeError, match=r"cannot be written: .*Parent path is not a directory"
    ) as caught:
        lease(Lake(spark, str(tmp_path / "file")), "r1")
    assert "\n" not in str(caught.value)


def the_last_job_makes_it(lake: Lake) -> None:
    held = lease(lake, "r1")
    held.begin()
    lake.finish("r1", AT, 0, 0, "{}")
    assert [row["run"] for row in lake.runs()] == ["r1"]
    other = lease(lake, "r1")
    with pytest.raises(RunTaken, match="another job has begun to make run r1; wait for it, or"):
        held.check()
    assert [row["run"] for row in lake.runs()] == ["r1"]
    other.begin()  # made again: until it ends, it has not
    assert lake.runs() == []
    other.check()
    lake.finish("r1", AT, 1, 0, "{}")
    assert [row["drift"] for row in lake.runs()] == [1]
    with pytest.raises(LakeError, match="has no finished run r2"):
        lake.summary("r2")
    assert lake.summary("r1") == "{}"
