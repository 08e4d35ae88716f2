"""The job: collect, detect and remember one run. Rows stay in the lake; a summary comes back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.errors import QueuewrightError

from .claim import Claim, claim
from .classify import resolved, with_history, with_severity
from .consistency import inconsistencies
from .desired import columns_of, shapes_of
from .detect import Snapshot, detect
from .evaluators import evaluate_fleet
from .fleet import Fleet, chosen_of
from .lake import Lake, LakeError, check_run
from .policy import Policy
from .summary import Summary, summarise
from .tables import attribute_columns, attributes_schema, ddl

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = [
    "InvalidOption",
    "JobOptions",
    "collect_all",
    "collect_run",
    "detect_run",
    "export_desired",
    "new_run_id",
    "run_job",
]

Progress = Callable[[str], None]

_DESIRED = ("environment", "system", "kind", "name", "fingerprint", "version")
_DESIRED_INVENTORY = ("environment", "system", "digest", "buckets", "objects", "version", "error")
_DESIRED_DEFINITION = ("fingerprint", "kind", "managed", "attributes", *attribute_columns())


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


def run_job(
    spark: "SparkSession",
    fleet: Fleet,
    lake: Lake,
    *,
    run: str,
    now: datetime,
    options: JobOptions,
    progress: Progress = lambda _: None,
) -> Summary:
    """Collect, detect, remember. The same run made again gives the same lake."""
    made = collect_all(spark, fleet, lake, run=run, options=options, progress=progress)
    progress("comparing")
    return detect_run(lake, fleet, run=run, now=now, options=options, made=made)


def collect_all(
    spark: "SparkSession",
    fleet: Fleet,
    lake: Lake,
    *,
    run: str,
    options: JobOptions,
    progress: Progress = lambda _: None,
) -> Claim:
    """Evaluate what is desired and read every system, into the lake. Raises RunTaken."""
    check_run(run)
    lake.check()  # before anything is read
    made = claim(lake, run)
    progress("evaluating what is desired")
    export_desired(spark, fleet, lake, run=run, options=options, progress=progress, made=made)
    progress("reading the systems")
    collect_run(spark, fleet, lake, run=run, options=options)
    return made


def export_desired(
    spark: "SparkSession",
    fleet: Fleet,
    lake: Lake,
    *,
    run: str,
    options: JobOptions,
    progress: Progress = lambda _: None,
    made: Claim | None = None,
) -> None:
    """Write what is desired: objects, inventories, definitions. Raises RunTaken when the run is
    no longer `made` here."""
    from pyspark.sql import functions as F

    chosen = chosen_of(fleet, options.environments)
    evaluated = evaluate_fleet(
        chosen,
        workers=options.workers,
        timeout=options.timeout,
        progress=lambda done, total: progress(f"evaluating what is desired: {done} of {total}"),
    )
    environments: list[dict[str, Any]] = []
    objects: list[dict[str, Any]] = []
    inventories: list[dict[str, Any]] = []
    definitions: dict[bytes, Mapping[str, Any]] = {}
    for number, shape in enumerate(shapes_of(chosen, evaluated)):
        # `objects` carries the shape's number until it is joined with the environments.
        environments += [{"environment": name, "objects": number} for name in shape.environments]
        inventories += [{**row, "kind": str(number)} for row in shape.inventories]
        for row in shape.objects:
            objects.append({name: row[name] for name in _DESIRED[1:]} | {"objects": number})
            if row.get("attributes") is not None:
                definitions.setdefault(row["fingerprint"], row)
    spread = spark.createDataFrame(
        columns_of(environments).select(["environment", "objects"])
    ).withColumnRenamed("objects", "shape")
    # Few shapes and many environments, or each its own: the many side is the one to cut up.
    parts = max(1, min(len(environments), 4 * _cores(spark)))
    if len(objects) <= _FEW:
        spread = spread.repartition(parts)
    narrow = spark.createDataFrame(columns_of(objects).select([*_DESIRED[1:], "objects"]))
    narrow = narrow.withColumnRenamed("objects", "shape")
    told = spark.createDataFrame(columns_of(inventories).select([*_DESIRED_INVENTORY[1:], "kind"]))
    told = told.withColumn("shape", F.col("kind").cast("long"))
    small = F.broadcast(narrow) if len(objects) <= _FEW else narrow
    if made is not None:
        made.begin()
    lake.write("desired", run, spread.join(small, "shape").select(*_DESIRED))
    lake.write(
        "desired_inventories",
        run,
        spread.join(F.broadcast(told), "shape").select(*_DESIRED_INVENTORY),
    )
    wide = columns_of(list(definitions.values())).select([*_DESIRED_DEFINITION])
    lake.write("desired_definitions", run, spark.createDataFrame(wide))


def collect_run(
    spark: "SparkSession", fleet: Fleet, lake: Lake, *, run: str, options: JobOptions
) -> None:
    """Read every system once, and write observations, inventories and new definitions."""
    from pyspark.sql import functions as F

    _register(spark)
    reader = (
        spark.read.format("queuewright")
        .option("fleet", str(fleet.path.absolute()))
        .option("environments", ",".join(options.environments))  # no name has a comma
        .option("timeout", options.timeout)
        .option("connections", options.connections)
        .option("partitions", options.partitions)
    )
    read = reader.load().persist()
    try:
        objects = read.where(F.col("kind").isNotNull())
        lake.write(
            "observations",
            run,
            objects.select(
                "environment", "system", "kind", "name", "fingerprint", "depth", "open_input",
                "open_output",
            ),
        )  # fmt: skip
        lake.write(
            "inventories",
            run,
            read.where(F.col("kind").isNull()).select(
                "environment", "system", "digest", "buckets", "objects", "error", "seconds"
            ),
        )
        told = objects.where(F.col("attributes").isNotNull())
        wide = told.select("kind", "fingerprint", "attributes").dropDuplicates(["fingerprint"])
        known = lake.definitions()
        if known is not None:
            wide = wide.join(known.select("fingerprint"), "fingerprint", "left_anti")
        typed = F.from_json("attributes", ddl(attributes_schema()))
        lake.add_definitions(
            run,
            wide.select("*", typed.alias("typed")).select(
                "kind", "fingerprint", "attributes", "typed.*"
            ),
        )
    finally:
        read.unpersist()


def _register(spark: "SparkSession") -> None:
    """Spark finds the data source by itself, but then runs it with the Python that the driver's
    environment names; registered, with the Python of the session's settings (a packed one)."""
    from pyspark.sql import SparkSession

    if isinstance(spark, SparkSession):  # the server of Spark Connect has its own
        from pyspark_queuewright import DefaultSource

        spark.dataSource.register(DefaultSource)


def detect_run(
    lake: Lake,
    fleet: Fleet,
    *,
    run: str,
    now: datetime,
    options: JobOptions,
    made: Claim | None = None,
) -> Summary:
    """Compare a collected run with what is desired, write its drift, and make the run count.

    made: that this job has collected it. Raises RunTaken when another job makes it now.
    """
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    runs = lake.runs()
    if made is None:
        lake.require(run)
    finished = [one for one in runs if one["run"] != run]
    earlier = [one for one in finished if one["at"] <= at]
    desired = Snapshot(
        lake.read("desired", run),
        lake.read("desired_inventories", run),
        lake.read("desired_definitions", run),
    )
    definitions = lake.definitions()
    if definitions is None:
        raise LakeError(f"lake {lake.name} has no definitions; run queuewright drift collect first")
    if made is None:
        made = claim(lake, run)
        made.begin()
    observed = Snapshot(lake.read("observations", run), lake.read("inventories", run), definitions)
    labels = {one.name: one.labels for one in fleet.environments}
    previous = lake.read("drift", earlier[-1]["run"]) if earlier else None
    read = _read(desired.inventories, observed.inventories)
    partly = _partly_unread(desired.inventories, observed.inventories)
    unexpected = options.unmanaged or not _was_unmanaged(earlier)
    names = [*(one.name for one in fleet.environments), *fleet.broken]
    with detect(desired, observed, unmanaged=options.unmanaged) as differences:
        found = differences.unionByName(inconsistencies(observed))
        classified = with_severity(found, options.policy, labels, now.date()).persist()
        try:
            told = with_history(classified, previous, read, names, at, partly=partly)
            lake.write("drift", run, told)
            gone = resolved(classified, previous, read, partly=partly, unexpected=unexpected)
        finally:
            classified.unpersist()
    known = {one["run"] for one in runs} | {run}
    summary = summarise(
        lake, fleet, run=run, at=at, resolved=gone, policy=options.policy, today=now.date(),
        trend=[{name: one[name] for name in ("run", "at", "drift", "unread")} for one in finished],
        unfinished=[one for one in lake.begun() if one not in known], unmanaged=options.unmanaged,
    )  # fmt: skip
    made.check()
    lake.finish(run, at, summary.counts["drift"], summary.counts["unread"], summary.to_json())
    return summary


def _read(desired: "DataFrame", observed: "DataFrame") -> "DataFrame":
    """(environment, system) of which both sides are known."""
    from pyspark.sql import functions as F

    known = F.col("error").isNull()
    systems = ("environment", "system")
    wanted = desired.where(known).select(*systems)
    return wanted.join(observed.where(known).select(*systems), list(systems)).distinct()


def _partly_unread(desired: "DataFrame", observed: "DataFrame") -> "DataFrame":
    """(environment) of those with a system of which one side is not known."""
    from pyspark.sql import functions as F

    unknown = F.col("error").isNotNull()
    both = (side.where(unknown).select("environment") for side in (desired, observed))
    return next(both).union(next(both)).distinct()


def _was_unmanaged(earlier: Sequence[Mapping[str, Any]]) -> bool:
    return bool(earlier) and Summary.from_json(earlier[-1]["summary"]).unmanaged


def _cores(spark: "SparkSession") -> int:
    """How many tasks run at once; a guess where only the server knows (Spark Connect)."""
    try:
        return int(spark.sparkContext.defaultParallelism)
    except Exception:
        return 8
