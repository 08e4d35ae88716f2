"""The whole job on Spark: what is found is what was planted, run after run."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from seeded import Seeds, inventory, make_fleet

from drift_engines import Everywhere, table_of
from drift_fleets import GOOD, NOON, dump, small_fleet
from queuewright.drift.compare.outcomes import DESIRED, OBSERVED, Outcomes
from queuewright.drift.fingerprint import decode
from queuewright.drift.fleet import load_fleet
from queuewright.drift.job import Job, JobOptions
from queuewright.drift.lake import Lake, LakeError
from queuewright.drift.policy import DriftSeverity, IgnoreRule, Policy, SeverityRule
from queuewright.drift.tables import attribute_columns, schema_of, typed_values

ROW = ("environment", "system", "kind", "name", "drift", "attribute", "desired", "observed")


@pytest.fixture(params=["local", pytest.param("every", marks=pytest.mark.deploy)])
def everywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Everywhere:
    if request.param == "local":
        return Everywhere.here(tmp_path)
    return Everywhere.below(tmp_path, request.getfixturevalue("spark"))


@pytest.fixture
def lake(everywhere: Everywhere) -> Lake:
    return everywhere.lake


@pytest.fixture
def job(everywhere: Everywhere) -> Callable[..., Any]:
    """Runs one job: job(fleet file, run, hours after noon, **options) -> Summary."""

    def run(file: Path, run: str, hours: float = 0, **options: Any) -> Any:
        now = NOON + timedelta(hours=hours)
        return everywhere.make(Job(load_fleet(file), run, now, JobOptions(**options)))

    return run


def rows(lake: Lake, run: str) -> list[Any]:
    """The differences of a run that are not resolved."""
    found = lake.read("drift", run).to_pylist()
    return [row for row in found if row["status"] != "resolved"]


def table(lake: Any, run: str, *columns: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row[c] for c in columns) for row in rows(lake, run))


@pytest.mark.slow
@pytest.mark.deploy
@pytest.mark.parametrize("everywhere", ["every"], indirect=True)  # without Spark, too
def test_what_is_found_in_many_environments_is_what_was_planted(
    job: Any, lake: Any, tmp_path: Path, shared_mqsc: Path
) -> None:
    text = (shared_mqsc / "ABKA.mqsc").read_text(encoding="latin-1")
    planted = make_fleet(tmp_path / "fleet", text, Seeds(environments=5, drifted=0.4))
    assert len(planted) == 2 * 7
    summary = job(tmp_path / "fleet" / "fleet.yaml", "r1", unmanaged=True)
    # The program declares queues and namelists; each dump has 4,710 objects of other kinds.
    kinds = {definition.kind for definition in inventory(text)}
    own = [row for row in rows(lake, "r1") if row["kind"] in kinds]
    assert {tuple(row[c] for c in ROW) for row in own} == {each.row for each in planted}
    assert len(own) == len(planted)
    assert summary.counts["objects"] == 5 * (1395 + 4710)
    assert summary.counts["environments"] == 5
    others = len(rows(lake, "r1")) - len(own)
    assert summary.by_drift == {"changed": 10, "missing": 2, "unexpected": 2 + others}
    assert others % 5 == 0
    assert summary.exit_code == 2
    # The fleet repeats itself: its lake holds each definition once.
    kept = lake.read("definitions", "r1").to_pylist()
    assert len(kept) == len({row["fingerprint"] for row in kept}) < 6105 + 2 * 6
    # Its typed columns say what the canonical text says.
    for row in kept:
        typed = typed_values(decode(row["attributes"]))
        assert {name: row[name] for name in attribute_columns() if row[name] is not None} == typed


def test_what_is_secret_is_not_kept(job: Any, lake: Any, tmp_path: Path, program: Path) -> None:
    """The program gives a description as a secret; what systems have there is nobody's to read."""
    text = (program / "__main__.py").read_text()
    text = text.replace('config.get("text") or ""', 'pulumi.Output.secret("hush")')
    (program / "__main__.py").write_text(text)
    reported = dump(("A", 100), ("B", 1), ("C", 100)).replace("DESCR('')", "DESCR('hush-hush')")
    file = small_fleet(
        tmp_path, program, one=reported, two=reported.replace("hush-hush", "whisper")
    )
    summary = job(file, "r1")
    assert table(lake, "r1", "environment", "name", "attribute") == [
        ("one", "B", "max_queue_depth"), ("two", "B", "max_queue_depth"),
    ]  # fmt: skip
    assert summary.secrets[0] == "QM1 mq:LocalQueue A queue_description (environments: 2)"
    assert len(summary.secrets) == 3
    definitions = lake.read("definitions", "r1").to_pylist()
    assert len(definitions) == 2
    assert not [row for row in definitions if "hush" in str(row) or "whisper" in str(row)]


@pytest.mark.slow
def test_a_fleet_from_run_to_run(
    job: Any, everywhere: Everywhere, tmp_path: Path, program: Path
) -> None:
    lake = everywhere.lake
    drifted = dump(("A", 1), ("B", 100))
    file = small_fleet(tmp_path, program, good=GOOD, east=drifted, two=drifted)
    fleet = yaml.safe_load(file.read_text())
    fleet["environments"][1]["labels"] = {"stage": "prod"}
    file.write_text(yaml.safe_dump(fleet))
    # A run from the future: some clock was wrong. It is nobody's past.
    everywhere.finish("fast", "2026-11-23T12:00:00Z", 1, 0, "{}")
    first = job(file, "r1")
    assert first.skewed == ["fast"]
    assert [point["run"] for point in first.trend] == ["r1", "fast"]
    assert first.counts["new"] == first.counts["drift"] == 4
    assert table(lake, "r1", "environment", "name", "drift", "attribute", "severity") == [
        ("east", "A", "changed", "max_queue_depth", "medium"),
        ("east", "C", "missing", "", "critical"),
        ("two", "A", "changed", "max_queue_depth", "medium"),
        ("two", "C", "missing", "", "critical"),
    ]
    assert {row["first_seen"] for row in rows(lake, "r1")} == {"2026-11-21T12:00:00Z"}

    # A run that was cut off while it wrote: files that are not Parquet, no end.
    for each in everywhere.lakes:
        for name in ("definitions", "observations"):
            folder = Path(each.name) / name / "run=cut"
            folder.mkdir(parents=True)
            (folder / "part-0.parquet").write_bytes(b"PAR1 cut off")
        inventories = Path(each.name) / "inventories"
        shutil.copytree(inventories / "run=r1", inventories / "run=cut")
    # One is put right in part, two cannot be read, good is changed.
    east = dump(("A", 3), ("B", 100), ("C", 100)).replace("MAXDEPTH(3)", "MAXDEPTH(3) FOO(1)")
    (tmp_path / "east.mqsc").write_text(east)
    (tmp_path / "two.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPTH(")
    (tmp_path / "good.mqsc").write_text(dump(("A", 100), ("B", 7), ("C", 100)))
    second = job(file, "r2", 1)
    assert second.unfinished == ["cut"]
    assert second.exit_code == 4
    names = ("drift", "new", "persisting", "resolved", "failed")
    assert [second.counts[name] for name in names] == [2, 1, 1, 1, 1]
    assert [row["environment"] for row in second.failures] == ["two"]
    assert "line 1" in second.failures[0]["error"]
    columns = ("environment", "name", "status", "first_seen", "observed_before")
    assert table(lake, "r2", *columns) == [
        ("east", "A", "persisting", "2026-11-21T12:00:00Z", "1"),
        ("good", "B", "new", "2026-11-21T13:00:00Z", None),
        ("two", "A", "unknown", "2026-11-21T12:00:00Z", None),
        ("two", "C", "unknown", "2026-11-21T12:00:00Z", None),
    ]
    (warning,) = second.not_understood
    assert warning.startswith("east QM1: mq:LocalQueue A: FOO is not an attribute of mq:LocalQueue")

    # Part of the fleet leaves the rest as it was; the run that was cut off counts when made again.
    (tmp_path / "two.mqsc").write_text(drifted)
    part = job(file, "cut", 2, environments=("east",))
    assert part.unfinished == []
    assert part.counts["environments"] == 1
    assert (part.counts["drift"], part.counts["resolved"]) == (1, 0)
    # All of it again: what was there before is not new.
    third = job(file, "r3", 3, policy=POLICY)
    assert (third.counts["new"], third.counts["persisting"], third.counts["ignored"]) == (0, 3, 1)
    assert [point["drift"] for point in third.trend] == [4, 2, 1, 3, 1]

    # Rules rank and hide, until they expire.
    assert third.by_severity == {"critical": 1, "low": 1, "medium": 1}
    assert {row["observed_before"] for row in rows(lake, "r3")} == {None}
    assert third.expired == ["bob: was a test (until 2026-11-20)"]
    hidden = {row["ignored"] for row in rows(lake, "r3") if row["name"] == "C"}
    assert hidden == {"ann: goes soon"}

    # A run that is made again loses no definition that another refers to.
    known = definitions_of(lake)
    assert len(known) == len(set(known)) == 4
    for name in ("good", "east", "two"):
        (tmp_path / f"{name}.mqsc").write_text(GOOD)
    everywhere.collect(Job(load_fleet(file), "r1", NOON, JobOptions()))
    assert sorted(row["run"] for row in lake.runs()) == ["cut", "fast", "r2", "r3"]
    assert sorted(definitions_of(lake)) == sorted(known)

    def again() -> Any:
        """The third run compared once more, a day later: rules have expired."""
        tomorrow, options = NOON + timedelta(days=1), JobOptions(policy=POLICY)
        return everywhere.detect(Job(load_fleet(file), "r3", tomorrow, options))

    tomorrow = again()
    assert (tomorrow.counts["new"], tomorrow.counts["persisting"]) == (0, 4)
    assert tomorrow.counts["ignored"] == 0
    assert len(tomorrow.expired) == 2
    assert len(rows(lake, "r3")) == 4  # it has replaced itself
    for same in ("failures", "slowest", "problems"):
        assert getattr(tomorrow, same) == getattr(third, same)

    # Definitions are never missed in silence.
    for each in everywhere.lakes:
        shutil.rmtree(Path(each.name) / "definitions")
        (Path(each.name) / "definitions" / "run=r3").mkdir(parents=True)
    with pytest.raises(Exception, match="the lake has lost definitions"):
        again()


POLICY = Policy(
    severities=(
        SeverityRule(labels={"stage": "prod"}, attribute="max_*", severity=DriftSeverity.CRITICAL),
        SeverityRule(environment="two", attribute="max_queue_depth", severity=DriftSeverity.LOW),
    ),
    ignores=(
        IgnoreRule(name="C", owner="ann", reason="goes soon", expires=NOON.date()),
        IgnoreRule(
            environment="two", owner="bob", reason="was a test",
            expires=NOON.date() - timedelta(days=1),
        ),
    ),
)  # fmt: skip


@pytest.mark.deploy
def test_few_jobs_and_nothing_that_stays_in_the_session(
    spark: Any, tmp_path: Path, program: Path
) -> None:
    """Planning a job costs Spark more than the work in it."""
    from queuewright.drift.engines.spark import SparkEngine

    context = spark.sparkContext
    fleet = load_fleet(small_fleet(tmp_path, program, good=GOOD, east=dump(("A", 1))))
    engine = SparkEngine(Lake(spark, str(tmp_path / "lake")))
    kept = context._jsc.getPersistentRDDs().size()
    before = len(context.statusTracker().getJobIdsForGroup(None))
    summary = Job(fleet, "r1", NOON, JobOptions()).make(engine)
    assert summary.counts["drift"] == 3
    assert len(context.statusTracker().getJobIdsForGroup(None)) - before <= 5
    assert context._jsc.getPersistentRDDs().size() == kept


@pytest.mark.deploy
def test_more_differences_before_than_the_driver_holds(
    spark: Any, tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from queuewright.drift.engines import spark as module

    fleet = load_fleet(small_fleet(tmp_path, program, good=GOOD, east=dump(("A", 1))))
    engine = module.SparkEngine(Lake(spark, str(tmp_path / "lake")), few=10)
    Job(fleet, "r1", NOON, JobOptions()).make(engine)
    former = engine.lake.read("drift", "r1")
    over = [{**former.to_pylist()[0], "name": f"GONE.{number}"} for number in range(20)]
    every = pa.concat_tables([former, pa.Table.from_pylist(over, former.schema)])
    engine.lake.write("drift", "r1", every)
    asked = []
    write = module._DifferencesInSpark.write
    monkeypatch.setattr(
        module._DifferencesInSpark, "write",
        lambda self, *rest: asked.append(self.run) or write(self, *rest),
    )  # fmt: skip
    second = Job(fleet, "r2", NOON + timedelta(hours=1), JobOptions()).make(engine)
    assert asked == ["r2"]
    counts = [second.counts[name] for name in ("drift", "new", "persisting", "resolved")]
    assert counts == [3, 0, 3, 20]


def definitions_of(lake: Lake) -> list[bytes]:
    """Fingerprints, once for each time that they are kept."""
    runs = [path.name.removeprefix("run=") for path in Path(lake.name, "definitions").iterdir()]
    found = [
        lake.read("definitions", run)["fingerprint"].to_pylist() for run in runs if run != "cut"
    ]
    return [address for each in found for address in each]


def test_a_system_of_which_nothing_came_failed_and_is_not_clean() -> None:
    def side(columns: tuple[str, ...], *places: tuple[str, str | None]) -> Any:
        rows = [(name, "QM1", error) for name, error in places]
        return table_of(schema_of(*columns), *rows)

    outcomes = Outcomes(
        side(DESIRED, ("a", None), ("b", None), ("c", "no such stack")),
        side(OBSERVED, ("a", None), ("c", "no answer")),
    )
    assert [(row["environment"], row["error"][:21]) for row in outcomes.failures] == [
        ("b", "QM1: nothing was coll"), ("c", "no answer"), ("c", "no such stack"),
    ]  # fmt: skip
    assert outcomes.compared.to_pylist() == [{"environment": "a", "system": "QM1"}]
    assert outcomes.incomplete.to_pylist() == ["c"]


def test_a_lake_of_a_newer_version_is_left_alone(
    job: Any, everywhere: Everywhere, tmp_path: Path, program: Path
) -> None:
    newer = pa.table({"format": pa.array([99], pa.int64()), "other": ["x"]})
    for each in everywhere.lakes:
        folder = Path(each.name, "runs", "run=r9")
        folder.mkdir(parents=True)
        pq.write_table(newer, folder / "part-0.parquet")
    with pytest.raises(LakeError, match=r"run r9 of format 99.*install a newer"):
        job(small_fleet(tmp_path, program, east=GOOD), "r1")
    assert not Path(everywhere.lake.name, "desired").exists()
