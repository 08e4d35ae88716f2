"""History: what is new, what goes on, what is over, and what nobody can tell."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from queuewright.drift.classify import ROW, History
from queuewright.drift.tables import LAKE

AT, BEFORE, FUTURE = "2026-11-21T12:00:00Z", "2026-11-01T12:00:00Z", "2027-01-01T00:00:00Z"


@pytest.fixture(scope="module")
def frames(spark: Any) -> Callable[..., Any]:
    """frames(rows, history=bool): differences as (environment, system, name, drift, ...)."""

    def frame(rows: list[tuple[Any, ...]], *, history: bool = False) -> Any:
        ddl = (
            LAKE["drift"]
            if history
            else ", ".join(f"{n} string" for n in (*ROW, "severity", "ignored"))
        )
        full = []
        for environment, system, name, drift, *rest in rows:
            row = (environment, system, "mq:LocalQueue", name, drift, "", None, None, None, "low")
            full.append((*row, *rest, None) if history else (*row, *(rest or (None,))))
        return spark.createDataFrame(full, ddl).coalesce(1)

    return frame


def test_history(spark: Any, frames: Callable[..., Any]) -> None:
    differences = frames([
        ("e", "Q1", "new", "missing"),
        ("e", "Q1", "old", "missing"),
        ("e", "Q1", "fast", "missing"),
        ("e", "Q1", "hidden-now", "missing", "ann: soon"),
        ("e", "Q1", "hidden-then", "missing"),
        ("e", "Q1", "was-unknown", "missing"),
        ("p", "Q1", "still", "inconsistent"),
    ])  # fmt: skip
    previous = frames(
        [
            ("e", "Q1", "old", "missing", None, BEFORE, "new"),
            ("e", "Q1", "fast", "missing", None, FUTURE, "new"),
            ("e", "Q1", "hidden-now", "missing", None, BEFORE, "new"),
            ("e", "Q1", "hidden-then", "missing", "bob: was", BEFORE, "new"),
            ("e", "Q1", "was-unknown", "missing", None, BEFORE, "unknown"),
            ("e", "Q1", "over", "missing", None, BEFORE, "persisting"),
            ("e", "Q1", "over-unknown", "missing", None, BEFORE, "unknown"),
            ("e", "Q1", "over-hidden", "missing", "bob: was", BEFORE, "new"),
            ("e", "Q1", "nobodys", "unexpected", None, BEFORE, "new"),
            ("e", "Q2", "unknown-now", "missing", None, BEFORE, "new"),
            ("removed", "Q1", "gone-with-it", "missing", None, BEFORE, "new"),
            ("p", "Q1", "still", "inconsistent", None, BEFORE, "new"),
            ("p", "Q1", "cannot-tell", "inconsistent", None, BEFORE, "new"),
            ("p", "Q1", "agrees-or-not", "missing", None, BEFORE, "new"),
        ],
        history=True,
    )
    read = spark.createDataFrame([("e", "Q1"), ("p", "Q1")], "environment string, system string")
    incomplete = spark.createDataFrame([("p",)], "environment string")
    history = History(previous, read, incomplete)
    rows = history.continued(differences, ["e", "p"], AT).collect()
    statuses = {row["name"]: (row["status"], row["first_seen"]) for row in rows}
    assert len(statuses) == len(rows)
    assert statuses == {
        "new": ("new", AT),
        "old": ("persisting", BEFORE),
        "fast": ("persisting", AT),
        "hidden-now": ("persisting", BEFORE),
        "hidden-then": ("persisting", BEFORE),
        "was-unknown": ("persisting", BEFORE),
        "still": ("persisting", BEFORE),
        "unknown-now": ("unknown", BEFORE),
        # The queue manager that it disagreed with could not be read.
        "cannot-tell": ("unknown", BEFORE),
    }
    # Over: over, over-unknown, nobodys, agrees-or-not; hidden ones counted for nothing before.
    assert history.resolved(differences) == 4
    # What nobody declared is not over because it is no longer looked for.
    assert history.resolved(differences, unexpected=False) == 3
    nothing = History(None, read, incomplete)
    first = nothing.continued(differences, ["e"], AT).collect()
    assert {(row["status"], row["first_seen"]) for row in first} == {("new", AT)}
    assert nothing.resolved(differences) == 0


def test_the_last_job_that_begins_a_run_makes_it(spark: Any, tmp_path: Path) -> None:
    from queuewright.drift.lake import Lake, RunTaken, lease
    from queuewright.drift.storage import LakeError

    lake = Lake(spark, str(tmp_path / "lake"))
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
    (tmp_path / "file").write_text("")
    with pytest.raises(
        LakeError, match=r"cannot be written: .*Parent path is not a directory"
    ) as caught:
        lease(Lake(spark, str(tmp_path / "file")), "r1")
    assert "\n" not in str(caught.value)
