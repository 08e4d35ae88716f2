"""Which differences of a run are asked for, and what the run is of these alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.errors import QueuewrightError

from .policy import Severity, known_pattern

if TYPE_CHECKING:
    from .summary import Summary

_TOP = 50  # environments and attributes that a report shows
_SPECIAL = frozenset("*?[")


class InvalidFilter(QueuewrightError, ValueError):
    """A filter that no difference can pass."""


@dataclass(frozen=True, slots=True)
class Filters:
    """environments, kinds: patterns as in the policy, one of which matches; none: any does.
    severities: one of these. new: only what the run before did not find. Raises InvalidFilter."""

    environments: Sequence[str] = ()
    severities: Sequence[Severity] = ()
    kinds: Sequence[str] = ()
    new: bool = False

    def __post_init__(self) -> None:
        for pattern in self.kinds:
            try:
                known_pattern("kind", pattern)
            except ValueError as error:
                raise InvalidFilter(f"--kind {error}") from None

    def __bool__(self) -> bool:
        return bool(self.environments or self.severities or self.kinds or self.new)

    @property
    def exact(self) -> Mapping[str, Sequence[str]]:
        """Column -> the values that it may have, as far as they are no patterns: what a store of
        rows can look for by itself. `matches` decides."""
        columns: dict[str, Sequence[str]] = {}
        if self.severities:
            columns["severity"] = [severity.value for severity in self.severities]
        for column, patterns in (("environment", self.environments), ("kind", self.kinds)):
            if patterns and not any(map(_is_pattern, patterns)):
                columns[column] = list(patterns)
        if self.new:
            columns["status"] = ["new"]
        return columns

    @property
    def has_patterns(self) -> bool:
        """Whether `exact` says less than `matches`."""
        return any(map(_is_pattern, (*self.environments, *self.kinds)))

    def matches(self, row: Mapping[str, Any]) -> bool:
        return (
            self.has_environment(row["environment"])
            and _is_one_of(row["kind"], self.kinds)
            and (not self.severities or row["severity"] in self.severities)
            and (not self.new or row["status"] == "new")
        )

    def has_environment(self, name: str) -> bool:
        return _is_one_of(name, self.environments)

    @property
    def words(self) -> str:
        """As they were given: `--environment prod-* --new`."""
        given = [f"--environment {pattern}" for pattern in self.environments]
        given += [f"--severity {severity}" for severity in self.severities]
        given += [f"--kind {pattern}" for pattern in self.kinds]
        return " ".join([*given, *(["--new"] if self.new else [])])


ALL = Filters()  # nothing is filtered


def _is_pattern(text: str) -> bool:
    return not _SPECIAL.isdisjoint(text)


def _is_one_of(text: str, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatchcase(text, pattern) for pattern in patterns)


def narrowed(summary: "Summary", rows: Iterable[Mapping[str, Any]], filters: Filters) -> "Summary":
    """The summary of what passes the filters. rows: every row of the run's drift, or those that
    pass; each is looked at once and none is kept. What is said of systems (failures, warnings, how
    old, how slow) is narrowed by environment; how many objects and environments were compared, and
    the trend, stay those of the run."""
    counted = _Counted()
    for row in filter(filters.matches, rows):
        counted.add(row)

    def here(listed: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [each for each in listed if filters.has_environment(each["environment"])]

    failures = here(summary.failures)
    # A summary lists the first ten thousand failures; its count is right where none is left out.
    failed = len({failure["environment"] for failure in failures})
    if not filters.environments:
        failed = summary.counts["failed"]
    return replace(
        summary,
        counts={**summary.counts, **counted.counts, "failed": failed},
        by_severity=counted.of("severity"),
        by_drift=counted.of("drift"),
        by_attribute=counted.by_attribute,
        environments=counted.environments,
        heat=counted.heat,
        failures=failures,
        slowest=here(summary.slowest),
        warnings=here(summary.warnings),
        stale=here(summary.stale),
        suspicious=here(summary.suspicious),
        new_by_severity=counted.new_by_severity,
    )


class _Counted:
    """Counts of rows, as a summary has them."""

    _COLUMNS = ("environment", "kind", "drift", "attribute", "severity")

    def __init__(self) -> None:
        self._cells: Counter[tuple[str, ...]] = Counter()
        self._statuses: Counter[str] = Counter()
        self._new: Counter[str] = Counter()

    def add(self, row: Mapping[str, Any]) -> None:
        status = row["status"]
        if status == "unknown":
            return
        if status == "resolved":
            self._statuses[status] += row["ignored"] is None
        elif row["ignored"] is not None:
            self._statuses["ignored"] += 1
        else:
            self._statuses[status] += 1
            self._new[row["severity"]] += status == "new"
            self._cells[tuple(row[name] for name in self._COLUMNS)] += 1

    @property
    def counts(self) -> dict[str, int]:
        named = ("new", "persisting", "resolved", "ignored")
        return {"drift": self._cells.total(), **{name: self._statuses[name] for name in named}}

    @property
    def new_by_severity(self) -> dict[str, int]:
        return {word: count for word, count in sorted(self._new.items()) if count}

    def of(self, column: str) -> dict[str, int]:
        found: Counter[str] = Counter()
        for cell, count in self._named():
            found[cell[column]] += count
        return dict(sorted(found.items()))

    @property
    def by_attribute(self) -> list[dict[str, Any]]:
        found: Counter[tuple[str, str, str]] = Counter()
        for cell, count in self._named():
            found[cell["kind"], cell["drift"], cell["attribute"]] += count
        return [
            {"kind": kind, "drift": drift, "attribute": attribute, "drift_count": count}
            for (kind, drift, attribute), count in _most(found)[:_TOP]
        ]

    @property
    def environments(self) -> list[dict[str, Any]]:
        drift, critical = Counter(self.of("environment")), Counter[str]()
        for cell, count in self._named():
            critical[cell["environment"]] += count * (cell["severity"] == Severity.CRITICAL)
        order = sorted(drift, key=lambda name: (-critical[name], -drift[name], name))
        return [
            {"environment": name, "drift": drift[name], "critical": critical[name]}
            for name in order[:_TOP]
        ]

    @property
    def heat(self) -> list[dict[str, Any]]:
        cells: Counter[tuple[str, str]] = Counter()
        attributes: Counter[str] = Counter()
        for cell, count in self._named():
            attribute = cell["attribute"] or cell["drift"]
            cells[cell["environment"], attribute] += count
            attributes[attribute] += count
        top = {name for name, _ in _most(attributes)[:20]}
        worst = {name for name, _ in _most(Counter(self.of("environment")))[:40]}
        return [
            {"environment": environment, "attribute": attribute, "drift_count": count}
            for (environment, attribute), count in sorted(cells.items())
            if environment in worst and attribute in top
        ]

    def _named(self) -> Iterator[tuple[dict[str, str], int]]:
        for cell, count in self._cells.items():
            yield dict(zip(self._COLUMNS, cell, strict=True)), count


def _most(counts: Counter[Any]) -> list[tuple[Any, int]]:
    """The highest counts first."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
