"""The whole job on Spark: what is found is what was planted, run after run."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.fleet import load_fleet
from queuewright.drift.pairs import thaw
from queuewright.drift.policy import IgnoreRule, Policy, Severity, SeverityRule
from queuewright.drift.seeded import Seeds, make_fleet
from queuewright.drift.summary import _failures
from queuewright.drift.tables import attribute_columns, typed_values

pytestmark = pytest.mark.xdist_group("spark")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ROW = ("environment", "system", "kind", "name", "drift", "attribute", "desired", "observed")


@pytest.fixture
def lake(spark: Any, tmp_path: Path) -> Any:
    from queuewright.drift.lake import Lake

    return Lake(spark, str(tmp_path / "lake"))


@pytest.fixture
def job(lake: Any) -> Callable[..., Any]:
    """Runs one job: job(fleet file, run, hours after noon, **options) -> Summary."""
    from queuewright.drift.job import JobOptions, run_job

    def run(file: Path, run: str, hours: float = 0, **options: Any) -> Any:
        return run_job(
            lake.spark, load_fleet(file), lake,
            run=run, now=NOON + timedelta(hours=hours), options=JobOptions(**options),
        )  # fmt: skip

    return run


def rows(lake: Any, run: str) -> list[Any]:
    return lake.read("drift", run).collect()  # type: ignore[no-any-return]


def table(lake: Any, run: str, *columns: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row[c] for c in columns) for row in rows(lake, run))


QUEUE = "DEFINE QLOCAL('{name}') DESCR('{text}') MAXDEPTH({depth}) REPLACE"


def dump(*queues: tuple[str, int], system: str = "QM1", text: str = "") -> str:
    commands = [QUEUE.format(name=name, depth=depth, text=text) for name, depth in queues]
    return "\n".join([f"* Queue manager name: {system}", *commands, ""])


def small_fleet(tmp_path: Path, program: Path, **dumps: str) -> Path:
    for name, text in dumps.items():
        (tmp_path / f"{name}.mqsc").write_text(text)
    entries = [{"name": name} for name in dumps]
    systems = {"QM1": {"type": "mqsc", "path": "{environment}.mqsc"}}
    defaults = {"program": str(program), "stack": "main", "systems": systems}
    file = tmp_path / "fleet.yaml"
    file.write_text(yaml.safe_dump({"defaults": defaults, "environments": entries}))
    return file


GOOD = dump(("A", 100), ("B", 100), ("C", 100))


@pytest.mark.slow
def test_what_is_found_in_a_hundred_environments_is_what_was_planted(
    job: Any, lake: Any, tmp_path: Path, shared_mqsc: Path
) -> None:
    text = (shared_mqsc / "ABKA.mqsc").read_text(encoding="latin-1")
    planted = make_fleet(tmp_path / "fleet", text, Seeds(environments=100, drifted=0.2))
    assert len(planted) == 20 * 7
    summary = job(tmp_path / "fleet" / "fleet.yaml", "r1", unmanaged=True)
    found = {tuple(row[c] for c in ROW) for row in rows(lake, "r1")}
    assert found == {one.row for one in planted}
    assert len(rows(lake, "r1")) == len(planted)
    assert summary.counts["objects"] == 100 * (1395 + 2)  # two channels of clusters
    assert summary.counts["environments"] == 100
    assert summary.by_drift == {"changed": 100, "missing": 20, "unexpected": 20}
    assert summary.exit_code == 2
    # The fleet repeats itself: its lake holds each definition once.
    kept = lake.read("definitions", "r1")
    assert kept.count() == kept.select("fingerprint").distinct().count() < 1397 + 20 * 6
    # Its typed columns say what the canonical text says.
    for row in kept.collect():
        typed = typed_values(thaw(row["attributes"]))
        assert {name: row[name] for name in attribute_columns() if row[name] is not None} == typed


def test_history_is_new_persisting_resolved_and_unread(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    bad = dump(("A", 1), ("B", 100))
    file = small_fleet(tmp_path, program, good=GOOD, one=bad, two=bad)
    first = job(file, "r1")
    assert first.counts["new"] == first.counts["drift"] == 4
    assert table(lake, "r1", "environment", "name", "drift", "attribute", "severity") == [
        ("one", "A", "changed", "max_queue_depth", "medium"),
        ("one", "C", "missing", "", "critical"),
        ("two", "A", "changed", "max_queue_depth", "medium"),
        ("two", "C", "missing", "", "critical"),
    ]
    # One is put right in part, two cannot be read, good is changed.
    (tmp_path / "one.mqsc").write_text(dump(("A", 1), ("B", 100), ("C", 100)))
    (tmp_path / "two.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPTH(")
    (tmp_path / "good.mqsc").write_text(dump(("A", 100), ("B", 7), ("C", 100)))
    second = job(file, "r2", 1)
    assert second.exit_code == 4
    assert {k: second.counts[k] for k in ("drift", "new", "persisting", "resolved", "unread")} == {
        "drift": 2, "new": 1, "persisting": 1, "resolved": 1, "unread": 1,
    }  # fmt: skip
    assert [one["environment"] for one in second.failures] == ["two"]
    assert "line 1" in second.failures[0]["error"]
    told = table(lake, "r2", "environment", "name", "status", "first_seen")
    assert told == [
        ("good", "B", "new", "2026-11-21T13:00:00Z"),
        ("one", "A", "persisting", "2026-11-21T12:00:00Z"),
        ("two", "A", "unread", "2026-11-21T12:00:00Z"),
        ("two", "C", "unread", "2026-11-21T12:00:00Z"),
    ]
    # Two can be read again: what was there before is not new.
    (tmp_path / "two.mqsc").write_text(bad)
    third = job(file, "r3", 2)
    assert (third.counts["new"], third.counts["persisting"]) == (0, 4)
    assert [point["drift"] for point in third.trend] == [4, 2, 4]
    # The same run made again replaces itself and gives the same.
    again = job(file, "r3", 2)
    assert replace(again, slowest=()) == replace(third, slowest=())
    assert sorted(one["run"] for one in lake.runs()) == ["r1", "r2", "r3"]
    assert len(rows(lake, "r3")) == 4


def test_part_of_a_fleet_leaves_the_rest_as_it_was(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    bad = dump(("A", 1), ("B", 100), ("C", 100))
    file = small_fleet(tmp_path, program, one=bad, two=bad)
    job(file, "r1")
    part = job(file, "r2", 1, environments=("one",))
    assert part.counts["environments"] == 1
    assert (part.counts["drift"], part.counts["resolved"]) == (1, 0)
    whole = job(file, "r3", 2)
    assert (whole.counts["new"], whole.counts["persisting"]) == (0, 2)
    with pytest.raises(QueuewrightError, match=r"three.*is not in the fleet"):
        job(file, "r4", 3, environments=("three",))


def test_definitions_are_shared_by_runs_and_never_lost_in_silence(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    from queuewright.drift.job import JobOptions, detect_run

    file = small_fleet(tmp_path, program, one=dump(("A", 7), ("B", 100), ("C", 100)))
    job(file, "r1")
    job(file, "r2", 1)  # writes no definition: r1 has them all
    (tmp_path / "one.mqsc").write_text(GOOD)
    job(file, "r1")  # made again, of what is there now

    def again() -> int:
        options = JobOptions()
        found = detect_run(
            lake, load_fleet(file), run="r2", now=NOON + timedelta(hours=2), options=options
        )
        return int(found.counts["drift"])

    assert again() == 1
    kept = lake.definitions()
    assert kept.count() == kept.select("fingerprint").distinct().count() == 2
    shutil.rmtree(tmp_path / "lake" / "definitions" / "run=r1")
    (tmp_path / "lake" / "definitions" / "run=r2").mkdir(exist_ok=True)
    with pytest.raises(Exception, match="the lake has lost definitions"):
        again()


def test_a_system_of_which_nothing_came_is_unread_and_not_clean(spark: Any) -> None:
    columns = "environment string, system string, error string"
    wanted = [("a", "QM1", None), ("b", "QM1", None), ("c", "QM1", "no such stack")]
    had = [("a", "QM1", None), ("c", "QM1", "no answer")]
    found = _failures(spark.createDataFrame(had, columns), spark.createDataFrame(wanted, columns))
    assert [(row["environment"], row["error"][:21]) for row in found] == [
        ("b", "QM1: nothing was coll"), ("c", "no answer"), ("c", "no such stack"),
    ]  # fmt: skip


def test_each_bad_environment_is_named_and_the_others_are_done(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    file = small_fleet(
        tmp_path, program,
        good=GOOD,
        bad=dump(("A", 5), ("B", 100), ("C", 100)),
        lies=dump(("A", 5), system="OTHER"),
        cut=GOOD[:-30],
        nothing="",
    )  # fmt: skip
    fleet = yaml.safe_load(file.read_text())
    fleet["environments"] += [
        {"name": "absent"},
        {"name": "good"},
        {"labels": {}},
        "text",
        {"name": "nostack", "stack": "none"},
        {"name": "noprogram", "program": "nowhere"},
        {"name": "type", "systems": {"QM1": {"type": "carrier-pigeon"}}},
    ]
    file.write_text(yaml.safe_dump(fleet))
    shutil.copy(tmp_path / "good.mqsc", tmp_path / "nostack.mqsc")
    shutil.copy(tmp_path / "good.mqsc", tmp_path / "noprogram.mqsc")
    summary = job(file, "r1", timeout=30.0)
    assert table(lake, "r1", "environment", "name") == [("bad", "A")]
    assert summary.exit_code == 4
    failures = {one["environment"]: one["error"] for one in summary.failures}
    assert set(failures) == {"lies", "cut", "nothing", "absent", "nostack", "noprogram", "type"}
    assert "queue manager OTHER" in failures["lies"]
    assert "cut off" in failures["cut"]
    assert "defines nothing" in failures["nothing"]
    assert "No such file" in failures["absent"]
    assert "no Pulumi.none.yaml" in failures["nostack"]
    assert "no such directory" in failures["noprogram"]
    assert "carrier-pigeon" in failures["type"]
    assert all("\n" not in error for error in failures.values())
    assert len(summary.problems) == 3
    assert "the name is taken already" in summary.problems[0]


def test_half_written_runs_and_fast_clocks_are_told_and_break_nothing(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    file = small_fleet(tmp_path, program, one=dump(("A", 1), ("B", 100), ("C", 100)))
    job(file, "fast", 48)
    # A run that was cut off while it wrote: files that are no Parquet, no end.
    for name in ("definitions", "observations"):
        folder = tmp_path / "lake" / name / "run=cut"
        folder.mkdir(parents=True)
        (folder / "part-0.parquet").write_bytes(b"PAR1 cut off")
    inventories = tmp_path / "lake" / "inventories"
    shutil.copytree(inventories / "run=fast", inventories / "run=cut")
    now = job(file, "now", 0)
    assert now.unfinished == ["cut"]
    assert now.skewed == ["fast"]
    assert [point["run"] for point in now.trend] == ["now", "fast"]
    # The run from the future is not its past: what it saw first is not taken over.
    assert table(lake, "now", "status", "first_seen") == [("new", "2026-11-21T12:00:00Z")]
    # Made again, the other one counts.
    again = job(file, "cut", 2)
    assert again.unfinished == []
    assert (again.counts["new"], again.counts["persisting"]) == (0, 1)


def test_a_lake_of_a_newer_version_is_left_alone(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    from queuewright.drift.lake import LakeError

    newer = lake.spark.createDataFrame([(99, "x")], "format int, other string").coalesce(1)
    newer.write.parquet(f"{lake.root}/runs/run=r9")
    with pytest.raises(LakeError, match=r"run r9 of format 99.*install a newer"):
        job(small_fleet(tmp_path, program, one=GOOD), "r1")
    assert not (tmp_path / "lake" / "desired").exists()


def test_rules_hide_and_rank_until_they_expire(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    from queuewright.drift.job import JobOptions, detect_run

    bad = dump(("A", 1), ("B", 100), text="x")
    file = small_fleet(tmp_path, program, one=bad, two=bad)
    fleet = yaml.safe_load(file.read_text())
    fleet["environments"][0]["labels"] = {"stage": "prod"}
    file.write_text(yaml.safe_dump(fleet))
    policy = Policy(
        severities=(
            SeverityRule(
                labels={"stage": "prod"}, attribute="max_*", severity=Severity.CRITICAL
            ),
            SeverityRule(attribute="queue_description", severity=Severity.LOW),
        ),
        ignores=(
            IgnoreRule(name="C", owner="ann", reason="goes soon", expires=NOON.date()),
            IgnoreRule(
                environment="two", owner="bob", reason="was a test",
                expires=NOON.date() - timedelta(days=1),
            ),
        ),
    )  # fmt: skip
    summary = job(file, "r1", policy=policy)
    assert summary.counts["ignored"] == 2
    assert summary.by_severity == {"critical": 1, "low": 4, "medium": 1}
    assert summary.expired == ["bob: was a test (until 2026-11-20)"]
    assert {row["ignored"] for row in rows(lake, "r1") if row["name"] == "C"} == {"ann: goes soon"}
    tomorrow = detect_run(
        lake, load_fleet(file), run="r1", now=NOON + timedelta(days=1),
        options=JobOptions(policy=policy),
    )  # fmt: skip
    assert tomorrow.counts["ignored"] == 0
    assert len(tomorrow.expired) == 2
    assert tomorrow.counts["drift"] == 8


def test_what_the_stack_owns_and_no_longer_declares_is_unexpected(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    import subprocess
    import sys

    file = small_fleet(tmp_path, program, one=dump(("A", 100), ("B", 100), ("C", 100), ("D", 1)))
    (program / "Pulumi.main.yaml").write_text(
        json.dumps(
            {"config": {"queuewright:systems": {"QM1": {"type": "sandbox", "platform": "linux"}}}}
        )
    )
    command = [sys.executable, "-m", "queuewright.cli.main", "up", "--yes", "-C", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    stack = yaml.safe_load((program / "Pulumi.main.yaml").read_text())
    stack["config"]["app:queues"] = "A B"
    (program / "Pulumi.main.yaml").write_text(yaml.safe_dump(stack))
    summary = job(file, "r1")
    # C is ours by the stack's state; D is nobody's and only told with unmanaged.
    assert table(lake, "r1", "name", "drift") == [("C", "unexpected")]
    assert summary.by_severity == {"medium": 1}


def test_instances_of_a_cluster_queue_that_disagree(
    job: Any, lake: Any, tmp_path: Path, program: Path
) -> None:
    def manager(system: str, bind: str, priority: int) -> str:
        return "\n".join(
            [
                f"* Queue manager name: {system}",
                "DEFINE NAMELIST('BOTH') NAMES('ORDERS','STOCK')",
                f"DEFINE QLOCAL('IN') CLUSTER('ORDERS') DEFBIND({bind}) DEFPRTY(0)",
                f"DEFINE QLOCAL('LISTED') CLUSNL('BOTH') DEFPRTY({priority})",
                "DEFINE QLOCAL('ALONE') CLUSTER('ORDERS') DEFPRTY(9)" if priority else "",
                f"DEFINE QLOCAL('PRIVATE') DEFPRTY({priority})",
                "",
            ]
        )

    (tmp_path / "QM1.mqsc").write_text(manager("QM1", "OPEN", 0))
    (tmp_path / "QM2.mqsc").write_text(manager("QM2", "NOTFIXED", 5))
    (tmp_path / "QM3.mqsc").write_text(manager("QM3", "OPEN", 0))
    file = tmp_path / "fleet.yaml"
    systems = {name: {"type": "mqsc", "path": f"{name}.mqsc"} for name in ("QM1", "QM2", "QM3")}
    one = {"name": "one", "program": str(program), "systems": systems,
           "config": {"queues": "IN", "depth": 5000}}  # fmt: skip
    file.write_text(yaml.safe_dump({"environments": [one]}))
    summary = job(file, "r1")
    assert table(lake, "r1", "system", "name", "drift", "attribute") == [
        (system, name, "inconsistent", attribute)
        for system in ("QM1", "QM2", "QM3")
        for name, attribute in (("IN", "default_bind"), ("LISTED", "default_priority"))
    ]
    told = {row["name"]: json.loads(row["observed"]) for row in rows(lake, "r1")}
    assert told["IN"] == {
        "QM1": "bind_on_open", "QM2": "bind_not_fixed", "QM3": "bind_on_open",
    }  # fmt: skip
    assert told["LISTED"] == {"QM1": "0", "QM2": "5", "QM3": "0"}
    assert summary.counts["drift"] == 6
