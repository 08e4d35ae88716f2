"""What comes back to the driver: how each system came out, and counts; never the rows themselves.

How a system came out is one small row, on the driver, which knows every environment anyway.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from .fleet import Fleet
from .lake import Lake
from .policy import Policy
from .tables import frame_of, schema_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_ERRORS = ("environment", "system", "error")
_MOST = 10_000  # failures that a summary lists
_TOP = 50  # environments, attributes and failures that a report shows


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How each system came out: compared, or why not.

    desired: {environment, system, error, secret}; observed: the first three, objects, seconds and
    warnings.
    """

    desired: Sequence[Mapping[str, Any]]
    observed: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, lake: Lake, run: str) -> "Outcomes":
        desired = lake.read("desired_inventories", run).select(*_ERRORS, "secret")
        observed = lake.read("inventories", run).select(*_ERRORS, "objects", "seconds", "warnings")
        return cls(*([row.asDict() for row in side.collect()] for side in (desired, observed)))

    @property
    def compared(self) -> set[tuple[str, str]]:
        """(environment, system) of which both sides are known."""
        return _places(self.desired, failed=False) & _places(self.observed, failed=False)

    @property
    def incomplete(self) -> set[str]:
        """Environments with a system of which one side is not known."""
        failed = _places(self.desired, failed=True) | _places(self.observed, failed=True)
        return {environment for environment, _ in failed}

    @property
    def failures(self) -> list[dict[str, Any]]:
        """{environment, system, error}. Of a system whose reader gave no row at all nothing is
        known, which is not the same as clean."""
        answered = {(row["environment"], row["system"]) for row in self.observed}
        failures = [
            (row["environment"], row["system"], row["error"])
            for row in (*self.observed, *self.desired)
            if row["error"] is not None
        ]
        failures += [
            (*place, f"{place[1]}: nothing was collected; does the fleet still list it?")
            for place in _places(self.desired, failed=False) - answered
        ]
        failures.sort(key=lambda failure: failure[:2])
        return [dict(zip(_ERRORS, failure, strict=True)) for failure in failures[:_MOST]]

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """{environment, system, warning}: what of a record was not understood."""
        rows = [
            {"environment": row["environment"], "system": row["system"], "warning": warning}
            for row in self.observed
            for warning in row.get("warnings") or ()
        ]
        return sorted(rows, key=lambda row: (row["environment"], row["system"]))[:_MOST]

    @property
    def not_compared(self) -> list[dict[str, Any]]:
        """Secret attributes: {system, kind, name, attribute, environments (how many)}."""
        counts = Counter(
            (row["system"], text) for row in self.desired for text in row.get("secret") or ()
        )
        rows = []
        for (system, text), count in sorted(counts.items()):
            kind, _, rest = text.partition(" ")
            name, _, attribute = rest.rpartition(" ")
            rows.append(
                {"system": system, "kind": kind, "name": name, "attribute": attribute,
                 "environments": count}
            )  # fmt: skip
        return rows[:_MOST]

    @property
    def slowest(self) -> list[dict[str, Any]]:
        """The ten that took longest: {environment, system, seconds, objects}."""
        timed = [row for row in self.observed if row["seconds"] is not None]
        timed.sort(key=lambda row: row["seconds"], reverse=True)
        return [
            {name: row[name] for name in ("environment", "system", "seconds", "objects")}
            for row in timed[:10]
        ]

    def frames(self, spark: "SparkSession") -> "Iterator[DataFrame]":
        """`compared` as rows of (environment, system), `incomplete` as rows of (environment)."""
        for places, names in (
            (sorted(self.compared), ("environment", "system")),
            ([(environment,) for environment in sorted(self.incomplete)], ("environment",)),
        ):
            rows = [dict(zip(names, place, strict=True)) for place in places]
            yield frame_of(spark, pa.Table.from_pylist(rows, schema_of(*names)))


def _places(rows: Iterable[Mapping[str, Any]], *, failed: bool) -> set[tuple[str, str]]:
    return {
        (row["environment"], row["system"]) for row in rows if (row["error"] is not None) == failed
    }


@dataclass(frozen=True, slots=True)
class Summary:
    """One run. Rows that an ignore rule hides are counted in `ignored` and nowhere else.

    by_severity, by_drift: counts. environments: the most drifted, {environment, drift, critical}.
    heat: {environment, attribute, drift_count}. failures: {environment, system, error}.
    not_compared: secret attributes, {system, kind, name, attribute, environments}.
    slowest: {environment, system, seconds, objects}. trend: {run, at, drift, failed} of all runs,
    oldest first. expired: ignore rules that hide nothing any more. problems: entries of the fleet
    that cannot be read. skewed: runs whose time lies after this one's: some clock is wrong.
    unfinished: runs that began and never ended; nothing of them counts. unmanaged: whether what
    nobody declared was looked for. warnings: {environment, system, warning}, of records that were
    not understood whole. new_by_severity: counts of what is new. suspicious: {environment, system,
    objects_before, objects}, systems that lost a large share of their objects. damaged: files of
    the lake that cannot be read, and what became of them. stale: {environment, system,
    last_read, hours}, systems that were not read for longer than the policy allows.
    """

    run: str
    at: str
    counts: Mapping[str, int]
    by_severity: Mapping[str, int] = field(default_factory=dict)
    by_drift: Mapping[str, int] = field(default_factory=dict)
    by_attribute: Sequence[Mapping[str, Any]] = ()
    environments: Sequence[Mapping[str, Any]] = ()
    heat: Sequence[Mapping[str, Any]] = ()
    failures: Sequence[Mapping[str, Any]] = ()
    not_compared: Sequence[Mapping[str, Any]] = ()
    slowest: Sequence[Mapping[str, Any]] = ()
    trend: Sequence[Mapping[str, Any]] = ()
    expired: Sequence[str] = ()
    problems: Sequence[str] = ()
    skewed: Sequence[str] = ()
    unfinished: Sequence[str] = ()
    unmanaged: bool = False
    warnings: Sequence[Mapping[str, Any]] = ()
    new_by_severity: Mapping[str, int] = field(default_factory=dict)
    suspicious: Sequence[Mapping[str, Any]] = ()
    stale: Sequence[Mapping[str, Any]] = ()
    damaged: Sequence[str] = ()

    @property
    def not_understood(self) -> list[str]:
        """`warnings` in words."""
        return ["{environment} {system}: {warning}".format_map(row) for row in self.warnings]

    @property
    def secrets(self) -> list[str]:
        """`not_compared` in words."""
        return [
            "{system} {kind} {name} {attribute} (environments: {environments})".format_map(row)
            for row in self.not_compared
        ]

    @property
    def exit_code(self) -> int:
        """0 clean, 2 drift, 4 some environments failed (which says more than drift does)."""
        if self.counts["failed"] or self.problems:
            return 4
        return 2 if self.counts["drift"] else 0

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {**asdict(self), "exit_code": self.exit_code}

    def to_json(self) -> str:
        return json.dumps(self.plain(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Summary":
        """What `to_json` wrote. Fields that this version does not know are left out."""
        loaded = json.loads(text)
        return cls(
            **{known.name: loaded[known.name] for known in fields(cls) if known.name in loaded}
        )


def summarise(
    lake: Lake,
    fleet: Fleet,
    outcomes: Outcomes,
    *,
    run: str,
    at: str,
    resolved: int,
    policy: Policy,
    today: date,
    trend: Sequence[Mapping[str, Any]] = (),
    unfinished: Sequence[str] = (),
    unmanaged: bool = False,
) -> Summary:
    """Count one run's drift. trend: the other runs, {run, at, drift, failed}."""
    from pyspark.sql import functions as F

    failures = outcomes.failures
    # Everything below counts these cells, which are few where the rows may be millions.
    cells = (
        lake.read("drift", run)
        .where(F.col("status") != "unknown")
        .withColumn("ignored", F.col("ignored").isNotNull())
        .groupBy("environment", "kind", "drift", "attribute", "severity", "status", "ignored")
        .agg(F.count(F.lit(1)).alias("drift_count"))
        .persist()
    )
    try:
        totals = _totals(cells)
        heat = _heat(cells, totals)
    finally:
        cells.unpersist()
    hidden, statuses, attributes, environments = totals
    by_status = _counted(statuses, "status")
    counts = {
        "environments": len({row["environment"] for row in outcomes.desired}),
        "objects": sum(row["objects"] or 0 for row in outcomes.observed),
        "drift": sum(by_status.values()),
        "new": by_status.get("new", 0),
        "persisting": by_status.get("persisting", 0),
        "resolved": resolved,
        "ignored": sum(row["drift_count"] for row in hidden),
        "failed": len({row["environment"] for row in failures}),
    }
    own = {"run": run, "at": at, "drift": counts["drift"], "failed": counts["failed"]}
    return Summary(
        run=run,
        at=at,
        counts=counts,
        by_severity=_counted(statuses, "severity"),
        by_drift=_counted(statuses, "drift"),
        by_attribute=[
            {name: row[name] for name in ("kind", "drift", "attribute", "drift_count")}
            for row in _most(attributes, "kind", "drift", "attribute")[:_TOP]
        ],
        environments=[
            {"environment": name, "drift": -drift, "critical": -critical}
            for critical, drift, name in sorted(
                (-row["critical"], -row["drift_count"], row["environment"]) for row in environments
            )[:_TOP]
        ],
        heat=heat,
        failures=failures,
        not_compared=outcomes.not_compared,
        slowest=outcomes.slowest,
        trend=sorted([*trend, own], key=lambda point: (point["at"], point["run"])),
        expired=[f"{r.owner}: {r.reason} (until {r.expires})" for r in policy.expired(today)],
        problems=fleet.problems,
        skewed=[point["run"] for point in trend if point["at"] > at],
        unfinished=unfinished,
        unmanaged=unmanaged,
        warnings=outcomes.warnings,
    )


# What is counted, each with `drift_count`; the first is what an ignore rule hides.
_SETS = (
    ("ignored",),
    ("ignored", "severity", "drift", "status"),
    ("ignored", "kind", "drift", "attribute"),
    ("ignored", "environment"),
)


def _totals(cells: "DataFrame") -> list[list[dict[str, Any]]]:
    """The cells counted by each of `_SETS`, in one job: hidden rows for the first, shown ones for
    the others. By environment `critical`, too."""
    from pyspark.sql import functions as F

    columns = list(dict.fromkeys(name for names in _SETS for name in names))
    critical = F.when(F.col("severity") == "critical", F.col("drift_count")).otherwise(0)
    grouped = cells.withColumn("critical", critical).groupingSets(
        [[F.col(name) for name in names] for names in _SETS], *columns
    )
    rows = grouped.agg(
        F.grouping_id().alias("set"),
        F.sum("drift_count").alias("drift_count"),
        F.sum("critical").alias("critical"),
    ).collect()
    # grouping_id has a bit for each column, the first highest, that a set leaves out.
    numbers = [
        sum(1 << place for place, name in enumerate(reversed(columns)) if name not in names)
        for names in _SETS
    ]
    return [
        [row.asDict() for row in rows if row["set"] == number and row["ignored"] == (place == 0)]
        for place, number in enumerate(numbers)
    ]


def _counted(rows: Sequence[Mapping[str, Any]], column: str) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for row in sorted(rows, key=lambda row: str(row[column])):
        counts[row[column]] += row["drift_count"]
    return dict(counts)


def _most(rows: Iterable[Mapping[str, Any]], *columns: str) -> list[Mapping[str, Any]]:
    """The highest counts first."""
    return sorted(rows, key=lambda row: (-row["drift_count"], *(row[name] for name in columns)))


def _heat(
    cells: "DataFrame", totals: Sequence[Sequence[Mapping[str, Any]]]
) -> list[dict[str, Any]]:
    """Counts by environment and attribute, of the most drifted of both."""
    from pyspark.sql import functions as F

    from .conditions import is_one_of

    _, _, by_attribute, by_environment = totals
    named = [{**row, "attribute": row["attribute"] or row["drift"]} for row in by_attribute]
    counts = _counted(named, "attribute")
    attributes = sorted(counts, key=lambda name: (-counts[name], name))[:20]
    environments = [row["environment"] for row in _most(by_environment, "environment")[:40]]
    attribute = F.when(F.col("attribute") == "", F.col("drift")).otherwise(F.col("attribute"))
    kept = cells.withColumn("attribute", attribute).where(
        ~F.col("ignored")
        & is_one_of("environment", environments)
        & is_one_of("attribute", attributes)
    )
    grouped = kept.groupBy("environment", "attribute").agg(
        F.sum("drift_count").alias("drift_count")
    )
    return [row.asDict() for row in grouped.orderBy("environment", "attribute").collect()]
