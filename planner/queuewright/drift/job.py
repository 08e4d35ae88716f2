"""The job: collect, detect and remember one run. Rows stay in the lake; a summary comes back."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from queuewright.catalogue.errors import QueuewrightError

from .classify import History, with_severity
from .desired import SecretAttributes, arrow_table, definition_groups
from .detect import Side, detect, inconsistencies
from .evaluate import evaluate_fleet
from .fleet import Fleet, chosen_of
from .lake import Lake, Lease, check_run, lease
from .policy import Policy
from .storage import LakeError
from .summary import Outcomes, Summary, summarise
from .tables import ddl, frame_of, schema_of

Progress = Callable[[str], None]
# What is secret in some environments: their names, and objects with attributes.
Secret = Sequence[tuple[Sequence[str], Sequence[SecretAttributes]]]

_FEW = 200_000  # rows of objects that every task can hold


class InvalidOption(QueuewrightError, ValueError):
    """An option of the job has a value that it cannot have."""


@dataclass(frozen=True, slots=True)
class JobOptions:
    """timeout: seconds a system. connections: at once in a partition. workers: processes that
    evaluate programs. unmanaged: report what nobody declared. environments: names, all if empty."""

    unmanaged: bool = False
    timeout: float = 120.0
    connections: int = 8
    partitions: int = 0
    workers: int = 2
    environments: Sequence[str] = ()
    policy: Policy = field(default_factory=Policy)

    def __post_init__(self) -> None:
        """Raises InvalidOption."""
        limits: Mapping[str, tuple[float, float]] = {
            "timeout": (0.1, 86_400), "connections": (1, 1000), "partitions": (0, 100_000),
            "workers": (1, 256),
        }  # fmt: skip
        for name, (least, most) in limits.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidOption(f"{name} is {value}; give {least:g} to {most:g}")


def new_run_id(now: datetime) -> str:
    """`20261121T093000Z`: runs sort by time."""
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


@dataclass(frozen=True, slots=True)
class Job:
    """One run of a fleet. Rows stay in the lake; the same run made again gives the same lake.
    Raises LakeError when `run` cannot name one."""

    fleet: Fleet
    run: str
    now: datetime
    options: JobOptions

    def __post_init__(self) -> None:
        check_run(self.run)

    @property
    def size(self) -> int:
        """How many environments it reads."""
        return len(chosen_of(self.fleet, self.options.environments).environments)

    def make(self, lake: Lake, progress: Progress = lambda _: None) -> Summary:
        held = self.collect(lake, progress)
        progress("comparing")
        return self.detect(lake, held)

    def collect(self, lake: Lake, progress: Progress = lambda _: None) -> Lease:
        """Evaluate what is desired and read every system, into the lake. Raises RunTaken."""
        lake.check()  # before anything is read
        held = lease(lake, self.run)
        progress("evaluating what is desired")
        secret = self.export_desired(held, progress)
        progress("reading the systems")
        self.read_systems(held, secret)
        return held

    def export_desired(self, held: Lease, progress: Progress = lambda _: None) -> Secret:
        """Write what is desired: objects, inventories, definitions; what is secret of them comes
        back. Raises RunTaken when the lease is no longer `held`."""
        lake, run, spark = held.lake, held.run, held.lake.spark
        chosen = chosen_of(self.fleet, self.options.environments)
        evaluated = evaluate_fleet(
            chosen,
            workers=self.options.workers,
            timeout=self.options.timeout,
            progress=lambda done, total: progress(f"evaluating what is desired: {done} of {total}"),
        )
        environments: list[dict[str, Any]] = []
        objects: list[dict[str, Any]] = []
        inventories: list[dict[str, Any]] = []
        definitions: dict[bytes, Mapping[str, Any]] = {}
        kept = ("system", "kind", "name", "fingerprint", "version")
        groups = definition_groups(chosen, evaluated)
        for number, group in enumerate(groups):
            environments += [{"environment": name, "group": number} for name in group.environments]
            inventories += [{**row, "group": number} for row in group.inventories]
            for row in group.objects:
                objects.append({name: row[name] for name in kept} | {"group": number})
                if row.get("attributes") is not None:
                    definitions.setdefault(row["fingerprint"], row)

        def frame(rows: Sequence[Mapping[str, Any]], *columns: str) -> DataFrame:
            return frame_of(spark, arrow_table(rows, schema_of(*columns)))

        members = frame(environments, "environment", "group")
        narrow = frame(objects, *kept, "group")
        # Few groups and many environments, or each its own: the many side is the one to cut up.
        if len(objects) <= _FEW:
            members = members.repartition(max(1, min(len(environments), 4 * _cores(spark))))
            narrow = F.broadcast(narrow)
        systems = frame(
            inventories, "system", "digest", "buckets", "objects", "version", "error", "secret",
            "group",
        )  # fmt: skip
        held.begin()
        lake.write("desired", run, members.join(narrow, "group"))
        lake.write("desired_inventories", run, members.join(F.broadcast(systems), "group"))
        wide = frame(
            list(definitions.values()), "fingerprint", "kind", "managed", "attributes", "*"
        )
        lake.write("desired_definitions", run, wide)
        return [(group.environments, group.secret) for group in groups if group.secret]

    def read_systems(self, held: Lease, secret: Secret = ()) -> None:
        """Read every system once, and write observations, inventories and new definitions, without
        the values of what is secret."""
        lake, run, options = held.lake, held.run, self.options
        _register(lake.spark)
        reader = (
            lake.spark.read.format("queuewright")
            .option("fleet", str(self.fleet.path.absolute()))
            .option("environments", ",".join(options.environments))  # no name has a comma
            .option("timeout", options.timeout)
            .option("connections", options.connections)
            .option("partitions", options.partitions)
            .option("secret", json.dumps(secret))
        )
        read = reader.load().persist()
        try:
            objects = read.where(F.col("kind").isNotNull())
            lake.write("observations", run, objects)
            lake.write("inventories", run, read.where(F.col("kind").isNull()))
            given = objects.where(F.col("attributes").isNotNull())
            wide = given.select("kind", "fingerprint", "attributes").dropDuplicates(["fingerprint"])
            known = lake.definitions()
            if known is not None:
                wide = wide.join(known.select("fingerprint"), "fingerprint", "left_anti")
            typed = F.from_json("attributes", ddl(schema_of("*")))
            lake.add_definitions(run, wide.withColumn("typed", typed).select("*", "typed.*"))
        finally:
            read.unpersist()

    def detect(self, lake: Lake, held: Lease | None = None) -> Summary:
        """Compare a collected run with what is desired, write its drift, and make the run count.

        held: by the job that has collected it. Raises RunTaken when another job makes it now.
        """
        run, options, today = self.run, self.options, self.now.date()
        at = self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        runs = lake.runs()
        if held is None:
            lake.require(run)
        others = [row for row in runs if row["run"] != run]
        earlier = [row for row in others if row["at"] <= at]
        desired = Side(
            *(lake.read(f"desired{part}", run) for part in ("", "_inventories", "_definitions"))
        )
        definitions = lake.definitions()
        if definitions is None:
            raise LakeError(
                f"lake {lake.name} has no definitions; run queuewright drift collect first"
            )
        if held is None:
            held = lease(lake, run)
            held.begin()
        observed = Side(lake.read("observations", run), lake.read("inventories", run), definitions)
        labels = {environment.name: environment.labels for environment in self.fleet.environments}
        previous = lake.read("drift", earlier[-1]["run"]) if earlier else None
        outcomes = Outcomes.of(lake, run)
        history = History(previous, *outcomes.frames(lake.spark))
        before = Summary.from_json(earlier[-1]["summary"]) if earlier else None
        unexpected = options.unmanaged or before is None or not before.unmanaged
        differences = detect(desired, observed, unmanaged=options.unmanaged)
        every = differences.unionByName(inconsistencies(observed))
        classified = with_severity(every, options.policy, labels, today).persist()
        try:
            rows = history.continued(classified, [*labels, *self.fleet.broken], at)
            lake.write("drift", run, rows)
            resolved = history.resolved(classified, unexpected=unexpected)
        finally:
            classified.unpersist()
        known = {row["run"] for row in runs} | {run}
        trend = [{name: row[name] for name in ("run", "at", "drift", "failed")} for row in others]
        summary = summarise(
            lake, self.fleet, outcomes, run=run, at=at, resolved=resolved, policy=options.policy,
            today=today, trend=trend,
            unfinished=[name for name in lake.started() if name not in known],
            unmanaged=options.unmanaged,
        )  # fmt: skip
        held.check()
        lake.finish(run, at, summary.counts["drift"], summary.counts["failed"], summary.to_json())
        return summary


def _register(spark: SparkSession) -> None:
    """Spark finds the data source by itself, but then runs it with the Python that the driver's
    environment names; registered, with the Python of the session's settings (a packed one)."""
    if isinstance(spark, SparkSession):  # the server of Spark Connect has its own
        from pyspark_queuewright import DefaultSource

        spark.dataSource.register(DefaultSource)


def _cores(spark: SparkSession) -> int:
    """How many tasks run at once; a guess where only the server knows (Spark Connect)."""
    try:
        return int(spark.sparkContext.defaultParallelism)
    except Exception:
        return 8
