"""Where reports get the differences of a run from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from queuewright.drift.filters import ALL, Filters
from queuewright.drift.identity import IDENTITY
from queuewright.drift.policy import DriftSeverity

if TYPE_CHECKING:
    import pyarrow as pa

    from queuewright.drift.lake import Lake

Row = Mapping[str, Any]

TABLE_ROWS = 2000  # rows of the table of a page: the worst ones; the lake has them all
WORST_FIRST = [severity.value for severity in reversed(DriftSeverity)]
COLUMNS = (
    *IDENTITY, "desired", "observed", "change", "severity", "ignored", "first_seen", "status",
    "observed_before",
)  # fmt: skip
_NOW = ("new", "persisting")


class RunDifferences(Protocol):
    """The differences of one run, from wherever they are kept; never all of them at once."""

    def worst(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        """The differences that no rule hides, by severity and identity, at most `limit`."""

    def resolved(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        """Differences of the run before that are over, in the same order."""

    def first_seen_since(self, at: str, limit: int) -> Sequence[Row]:
        """As `worst`: what was first seen then or later (UTC, ISO 8601)."""

    def hidden(self, beginning: str) -> Sequence[Row]:
        """The hidden differences, by a rule whose words begin so."""

    def every(self, filters: Filters = ALL) -> Iterable[Row]:
        """All rows that pass, whatever their status, in no order."""

    def cells(self, filters: Filters = ALL) -> "pa.Table":
        """`summary.cells_of` these."""


def differs_now(row: Row) -> bool:
    """Whether the row counts as drift."""
    return row["ignored"] is None and row["status"] in _NOW


def in_order(row: Row) -> tuple[Any, ...]:
    """The worst first, then by identity."""
    return WORST_FIRST.index(row["severity"]), *(row[name] for name in IDENTITY)


class LakeRows:
    """Those of a run in a lake, read as far as they are asked for."""

    def __init__(self, lake: "Lake", run: str) -> None:
        self._lake, self._run = lake, run

    def worst(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        rows: list[Row] = []
        for severity in WORST_FIRST:
            if len(rows) < limit and (not filters.severities or severity in filters.severities):
                found = self._shown(filters, severity=[severity])
                rows += _sorted(found, limit - len(rows))
        return rows

    def first_seen_since(self, at: str, limit: int) -> Sequence[Row]:
        import pyarrow.compute as pc

        rows = self._shown(ALL)
        rows = rows.filter(pc.greater_equal(rows["first_seen"], at))
        return sorted(rows.to_pylist(), key=in_order)[:limit]

    def resolved(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        import pyarrow.compute as pc

        rows = self._read(filters, status=["resolved"])
        rows = rows.filter(pc.is_null(rows["ignored"]))
        return sorted(rows.to_pylist(), key=in_order)[:limit]

    def hidden(self, beginning: str) -> Sequence[Row]:
        import pyarrow.compute as pc

        rows = self._read(ALL)
        hidden = pc.fill_null(pc.starts_with(rows["ignored"], beginning), False)
        found: list[Row] = rows.filter(hidden).to_pylist()
        return found

    def every(self, filters: Filters = ALL) -> Iterator[Row]:
        for batch in self._read(filters).to_batches():
            yield from batch.to_pylist()

    def cells(self, filters: Filters = ALL) -> "pa.Table":
        from queuewright.drift.summary import cells_of

        return cells_of(self._read(filters))

    def _shown(self, filters: Filters, **where: Sequence[str]) -> "pa.Table":
        import pyarrow.compute as pc

        rows = self._read(filters, **{"status": _NOW, **where})
        return rows.filter(pc.is_null(rows["ignored"]))

    def _read(self, filters: Filters, **where: Sequence[str]) -> "pa.Table":
        """The rows that pass the filters and have these values."""
        import pyarrow as pa
        import pyarrow.compute as pc

        wanted: dict[str, Sequence[str]] = {**where}
        for column, values in filters.exact.items():
            wanted[column] = [v for v in values if v in wanted.get(column, values)]
        rows = self._lake.read("drift", self._run, columns=COLUMNS, where=wanted)
        for column in ("environment", "kind") if filters.has_patterns else ():
            passing = filters.passing(column, pc.unique(rows[column]).to_pylist())
            rows = rows.filter(pc.is_in(rows[column], pa.array(passing, pa.string())))
        return rows


def _sorted(rows: "pa.Table", limit: int) -> list[Row]:
    """Of one severity."""
    ordered = rows.sort_by([(name, "ascending") for name in IDENTITY])
    first: list[Row] = ordered.slice(0, limit).to_pylist()
    return first
