"""What comes back to the driver: counts, never the rows themselves."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from typing import TYPE_CHECKING, Any

from .fleet import Fleet
from .lake import Lake
from .policy import Policy

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["Summary", "summarise"]

_TOP = 50  # environments, attributes and failures that a report shows


@dataclass(frozen=True, slots=True)
class Summary:
    """One run. Rows that an ignore rule hides are counted in `ignored` and nowhere else.

    by_severity, by_drift: counts. environments: the most drifted, {environment, drift, critical}.
    heat: {environment, attribute, drift_count}. failures: {environment, system, error}.
    slowest: {environment, system, seconds, objects}. trend: {run, at, drift, unread} of all runs,
    oldest first. expired: ignore rules that hide nothing any more. problems: entries of the fleet
    that cannot be read. skewed: runs whose time lies after this one's: some clock is wrong.
    unfinished: runs that began and never ended; nothing of them counts. unmanaged: whether what
    nobody declared was looked for.
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
    slowest: Sequence[Mapping[str, Any]] = ()
    trend: Sequence[Mapping[str, Any]] = ()
    expired: Sequence[str] = ()
    problems: Sequence[str] = ()
    skewed: Sequence[str] = ()
    unfinished: Sequence[str] = ()
    unmanaged: bool = False

    @property
    def exit_code(self) -> int:
        """0 clean, 2 drift, 4 some environments unread (which says more than drift does)."""
        if self.counts["unread"] or self.problems:
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
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in loaded.items() if name in known})


def summarise(
    lake: Lake,
    fleet: Fleet,
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
    """Count one run's drift, in a few small jobs. trend: the other runs, {run, at, drift,
    unread}."""
    from pyspark.sql import functions as F

    rows = lake.read("drift", run)
    hidden = rows.where(F.col("ignored").isNotNull() & (F.col("status") != "unread"))
    # Everything below counts these cells, which are few where the rows may be millions.
    cells = ("environment", "kind", "drift", "attribute", "severity", "status")
    shown = (
        rows.where(F.col("ignored").isNull() & (F.col("status") != "unread"))
        .groupBy(*cells)
        .agg(F.count(F.lit(1)).alias("rows"))
        .persist()
    )
    inventories = lake.read("inventories", run)
    wanted = lake.read("desired_inventories", run)
    failures = _failures(inventories, wanted)
    totals = inventories.agg(F.sum("objects").alias("objects")).first()
    try:
        few = _top(shown, "severity", "drift", "status")
        by_status = _counted(few, "status")
        counts = {
            "environments": wanted.select("environment").distinct().count(),
            "objects": int((totals["objects"] if totals else 0) or 0),
            "drift": sum(by_status.values()),
            "new": by_status.get("new", 0),
            "persisting": by_status.get("persisting", 0),
            "resolved": resolved,
            "ignored": hidden.count(),
            "unread": len({row["environment"] for row in failures}),
        }
        own = {"run": run, "at": at, "drift": counts["drift"], "unread": counts["unread"]}
        return Summary(
            run=run,
            at=at,
            counts=counts,
            by_severity=_counted(few, "severity"),
            by_drift=_counted(few, "drift"),
            by_attribute=_top(shown, "kind", "drift", "attribute"),
            environments=_environments(shown),
            heat=_heat(shown),
            failures=failures,
            slowest=_plain(
                inventories.where(F.col("seconds").isNotNull())
                .orderBy(F.desc("seconds"))
                .select("environment", "system", "seconds", "objects")
                .limit(10)
            ),
            trend=sorted([*trend, own], key=lambda one: (one["at"], one["run"])),
            expired=[
                f"{rule.owner}: {rule.reason} (until {rule.expires})"
                for rule in policy.expired(today)
            ],
            problems=fleet.problems,
            skewed=[one["run"] for one in trend if one["at"] > at],
            unfinished=unfinished,
            unmanaged=unmanaged,
        )
    finally:
        shown.unpersist()


def _plain(frame: "DataFrame") -> list[dict[str, Any]]:
    return [row.asDict() for row in frame.collect()]


def _counted(few: Sequence[Mapping[str, Any]], column: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in sorted(few, key=lambda one: str(one[column])):
        found[row[column]] = found.get(row[column], 0) + row["drift_count"]
    return found


def _top(cells: "DataFrame", *columns: str, limit: int = _TOP) -> list[dict[str, Any]]:
    from pyspark.sql import functions as F

    grouped = cells.groupBy(*columns).agg(F.sum("rows").alias("drift_count"))
    return _plain(grouped.orderBy(F.desc("drift_count"), *columns).limit(limit))


def _environments(cells: "DataFrame") -> list[dict[str, Any]]:
    from pyspark.sql import functions as F

    critical = F.when(F.col("severity") == "critical", F.col("rows")).otherwise(0)
    grouped = cells.groupBy("environment").agg(
        F.sum("rows").alias("drift"), F.sum(critical).alias("critical")
    )
    return _plain(grouped.orderBy(F.desc("critical"), F.desc("drift"), "environment").limit(_TOP))


def _heat(cells: "DataFrame") -> list[dict[str, Any]]:
    """Counts by environment and attribute, of the most drifted of both."""
    from pyspark.sql import functions as F

    named = cells.withColumn(
        "attribute", F.when(F.col("attribute") == "", F.col("drift")).otherwise(F.col("attribute"))
    )
    environments = [row["environment"] for row in _top(named, "environment", limit=40)]
    attributes = [row["attribute"] for row in _top(named, "attribute", limit=20)]
    kept = named.where(
        F.col("environment").isin(environments) & F.col("attribute").isin(attributes)
    )
    grouped = kept.groupBy("environment", "attribute").agg(F.sum("rows").alias("drift_count"))
    return _plain(grouped.orderBy("environment", "attribute"))


def _failures(observed: "DataFrame", desired: "DataFrame") -> list[dict[str, Any]]:
    from pyspark.sql import functions as F

    columns = ("environment", "system", "error")
    failed = observed.where(F.col("error").isNotNull()).select(*columns)
    undefined = desired.where(F.col("error").isNotNull()).select(*columns)
    # Of a system whose reader gave no row at all nothing is known, which is not the same as clean.
    silent = desired.join(observed, ["environment", "system"], "left_anti").where(
        F.col("error").isNull()
    )
    why = F.concat("system", F.lit(": nothing was collected; does the fleet still list it?"))
    silent = silent.select("environment", "system", why.alias("error"))
    found = failed.union(undefined).union(silent)
    return _plain(found.orderBy("environment", "system").limit(10_000))
