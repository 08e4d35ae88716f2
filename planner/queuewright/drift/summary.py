"""The summary of a run: how its systems came out, and counts; never the rows themselves."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from .compare.outcomes import Outcomes
from .filters import Filters
from .fleet import Fleet
from .policy import Policy

_TOP = 50  # environments and attributes that a report shows
_TREND = 400  # runs: at one an hour, two weeks
# Everything that is counted is counted from these, which are few where the rows may be millions.
CELLS = ("environment", "kind", "drift", "attribute", "severity", "status", "ignored")


@dataclass(frozen=True, slots=True)
class Summary:
    """One run. Rows that an ignore rule hides are counted in `ignored` and nowhere else.

    by_severity, by_drift: counts. environments: the most drifted, {environment, drift, critical}.
    heat: {environment, attribute, drift_count}. failures: {environment, system, error}.
    not_compared: attributes that are secret, or that only a system knows, {system, kind, name,
    attribute, environments}.
    slowest: {environment, system, seconds, objects}. trend: {run, at, drift, failed,
    by_severity} of the last runs, oldest first. expired: ignore rules that hide nothing any more.
    problems: entries of the fleet that cannot be read. skewed: runs whose time lies after this
    one's: some clock is wrong. unfinished: runs that began and never ended; nothing of them counts.
    unmanaged: whether what nobody declared was looked for. warnings: {environment, system,
    warning}, of records that were not understood whole, and what live systems do not report.
    suspicious: {environment, system, objects_before, objects}, systems that lost a large share of
    their objects. stale: {environment, system, last_read, hours}, systems that were not read for
    longer than the policy allows. damaged: files of the lake that cannot be
    read, and what became of them.
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
        if self.counts["failed"] or self.problems or self.suspicious or self.stale:
            return 4
        return 2 if self.counts["drift"] else 0

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {**asdict(self), "exit_code": self.exit_code}

    def to_json(self) -> str:
        return json.dumps(self.plain(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Summary":
        """The summary that `to_json` wrote. Fields that this version does not know are left out."""
        loaded = json.loads(text)
        return cls(
            **{known.name: loaded[known.name] for known in fields(cls) if known.name in loaded}
        )


def cells_of(rows: pa.Table) -> pa.Table:
    """The rows of the drift table, counted: `CELLS` (ignored: whether) and `drift_count`."""
    hidden = rows.set_column(
        rows.column_names.index("ignored"), "ignored", pc.is_valid(rows["ignored"])
    )
    counted = hidden.group_by(list(CELLS), use_threads=False).aggregate([([], "count_all")])
    return counted.rename_columns([*CELLS, "drift_count"])


@dataclass(frozen=True, slots=True)
class Made:
    """How a run was made: its name, time (UTC, ISO 8601) and options."""

    run: str
    at: str
    fleet: Fleet
    policy: Policy
    today: date
    unmanaged: bool = False


def summarise(
    made: Made,
    outcomes: Outcomes,
    cells: pa.Table,
    *,
    trend: Sequence[Mapping[str, Any]] = (),
    unfinished: Sequence[str] = (),
    damaged: Sequence[str] = (),
) -> Summary:
    """Count one run's drift. cells: of `cells_of`. trend: the other runs, as `Summary.trend`."""
    at, policy = made.at, made.policy
    fields = counted(cells)
    counts = {
        "environments": outcomes.environments,
        "objects": outcomes.objects,
        **fields.pop("counts"),
        "failed": outcomes.failed_environments,
    }
    own = {
        "run": made.run, "at": at, "drift": counts["drift"], "failed": counts["failed"],
        "by_severity": fields["by_severity"],
    }  # fmt: skip
    points = sorted([*trend, own], key=lambda point: (point["at"], point["run"]))
    return Summary(
        run=made.run,
        at=at,
        counts=counts,
        **fields,
        failures=outcomes.failures,
        not_compared=outcomes.not_compared,
        slowest=outcomes.slowest,
        trend=points[-_TREND:],
        expired=[f"{r.owner}: {r.reason} (until {r.expires})" for r in policy.expired(made.today)],
        problems=made.fleet.problems,
        skewed=[point["run"] for point in points if point["at"] > at],
        unfinished=unfinished,
        unmanaged=made.unmanaged,
        warnings=outcomes.warnings,
        suspicious=outcomes.suspicious,
        stale=outcomes.stale(at, policy.max_age) if policy.max_age else (),
        damaged=damaged,
    )


def counted(cells: pa.Table) -> dict[str, Any]:
    """Those fields of a summary that are counts of differences; of `counts` drift, new, persisting,
    resolved and ignored."""
    resolved = cells.filter(
        pc.and_(pc.equal(cells["status"], "resolved"), pc.invert(cells["ignored"]))
    )
    open_now = cells.filter(pc.is_in(cells["status"], pa.array(["new", "persisting"], pa.string())))
    shown = open_now.filter(pc.invert(open_now["ignored"]))
    by_status = _counted(shown, "status")
    return {
        "counts": {
            "drift": _count(shown),
            "new": by_status.get("new", 0),
            "persisting": by_status.get("persisting", 0),
            "resolved": _count(resolved),
            "ignored": _count(open_now) - _count(shown),
        },
        "by_severity": _counted(shown, "severity"),
        "by_drift": _counted(shown, "drift"),
        "new_by_severity": _counted(shown.filter(pc.equal(shown["status"], "new")), "severity"),
        "by_attribute": _most(shown, "kind", "drift", "attribute")[:_TOP],
        "environments": _environments(shown)[:_TOP],
        "heat": _heat(shown),
    }


def _count(cells: pa.Table) -> int:
    return int(pc.sum(cells["drift_count"]).as_py() or 0)


def _grouped(cells: pa.Table, *columns: str) -> list[dict[str, Any]]:
    counted = cells.group_by(list(columns), use_threads=False).aggregate([("drift_count", "sum")])
    rows: list[dict[str, Any]] = counted.rename_columns([*columns, "drift_count"]).to_pylist()
    return rows


def _counted(cells: pa.Table, column: str) -> dict[str, int]:
    rows = _grouped(cells, column)
    return {row[column]: row["drift_count"] for row in sorted(rows, key=lambda row: row[column])}


def _most(cells: pa.Table, *columns: str) -> list[dict[str, Any]]:
    """The highest counts first."""
    rows = _grouped(cells, *columns)
    return sorted(rows, key=lambda row: (-row["drift_count"], *(row[name] for name in columns)))


def _environments(cells: pa.Table) -> list[dict[str, Any]]:
    """The most drifted: {environment, drift, critical}."""
    critical = cells.filter(pc.equal(cells["severity"], "critical"))
    grave = {row["environment"]: row["drift_count"] for row in _grouped(critical, "environment")}
    rows = [
        (-grave.get(row["environment"], 0), -row["drift_count"], row["environment"])
        for row in _grouped(cells, "environment")
    ]
    return [
        {"environment": name, "drift": -drift, "critical": -critical}
        for critical, drift, name in sorted(rows)
    ]


def _heat(cells: pa.Table) -> list[dict[str, Any]]:
    """Counts by environment and attribute, of the most drifted of both."""
    named = pc.if_else(pc.equal(cells["attribute"], ""), cells["drift"], cells["attribute"])
    cells = cells.set_column(cells.column_names.index("attribute"), "attribute", named)
    attributes = [row["attribute"] for row in _most(cells, "attribute")[:20]]
    environments = [row["environment"] for row in _most(cells, "environment")[:40]]
    kept = cells.filter(
        pc.and_(
            pc.is_in(cells["environment"], pa.array(environments, pa.string())),
            pc.is_in(cells["attribute"], pa.array(attributes, pa.string())),
        )
    )
    rows = _grouped(kept, "environment", "attribute")
    return sorted(rows, key=lambda row: (row["environment"], row["attribute"]))


def narrowed(summary: Summary, cells: pa.Table, filters: Filters) -> Summary:
    """The summary of what passes the filters. cells: of `cells_of`, of the rows that pass.
    What is said of systems (failures, warnings, how old, how slow) is narrowed by environment; how
    many objects and environments were compared, and the trend, stay those of the run."""
    fields = counted(cells)

    def here(listed: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [each for each in listed if filters.has_environment(each["environment"])]

    failures = here(summary.failures)
    # A summary lists the first ten thousand failures; its count is right where none is left out.
    failed = len({failure["environment"] for failure in failures})
    if not filters.environments:
        failed = summary.counts["failed"]
    return replace(
        summary,
        **{**fields, "counts": {**summary.counts, **fields["counts"], "failed": failed}},
        failures=failures,
        slowest=here(summary.slowest),
        warnings=here(summary.warnings),
        stale=here(summary.stale),
        suspicious=here(summary.suspicious),
    )
