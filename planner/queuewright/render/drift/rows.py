"""Where reports get the differences of a run from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from queuewright.drift.filters import ALL, Filters
from queuewright.drift.identity import IDENTITY
from queuewright.drift.policy import Severity

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from queuewright.drift.lake import Lake

Row = Mapping[str, Any]

TABLE_ROWS = 2000  # rows of the table of a page: the worst ones; the lake has them all
WORST_FIRST = [severity.value for severity in reversed(Severity)]
COLUMNS = (
    *IDENTITY, "desired", "observed", "change", "severity", "ignored", "first_seen", "status",
    "observed_before",
)  # fmt: skip
_NOT_NOW = ("unknown", "resolved")


class Found(Protocol):
    """The differences of one run, from wherever they are kept; never all of them at once."""

    def worst(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        """What differs now and no rule hides, by severity and identity, at most `limit`."""

    def resolved(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        """What the run before found and is over, in the same order."""

    def first_seen_since(self, at: str, limit: int) -> Sequence[Row]:
        """As `worst`: what was first seen then or later (UTC, ISO 8601)."""

    def hidden(self, beginning: str) -> Sequence[Row]:
        """What is hidden, by a rule whose words begin so."""

    def every(self, filters: Filters = ALL) -> Iterable[Row]:
        """All rows that pass, whatever their status, in no order."""


def differs_now(row: Row) -> bool:
    """Whether the row counts as drift."""
    return row["ignored"] is None and row["status"] not in _NOT_NOW


def in_order(row: Row) -> tuple[Any, ...]:
    """The worst first, then by identity."""
    return WORST_FIRST.index(row["severity"]), *(row[name] for name in IDENTITY)


class FoundRows:
    """Differences that are in memory."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows

    def worst(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        rows = (row for row in self._rows if differs_now(row) and filters.matches(row))
        return sorted(rows, key=in_order)[:limit]

    def resolved(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        rows = (row for row in self._rows if row["status"] == "resolved" and filters.matches(row))
        return sorted(rows, key=in_order)[:limit]

    def first_seen_since(self, at: str, limit: int) -> Sequence[Row]:
        rows = (row for row in self._rows if differs_now(row) and row["first_seen"] >= at)
        return sorted(rows, key=in_order)[:limit]

    def hidden(self, beginning: str) -> Sequence[Row]:
        return [row for row in self._rows if (row["ignored"] or "").startswith(beginning)]

    def every(self, filters: Filters = ALL) -> Iterable[Row]:
        return filter(filters.matches, self._rows)


class LakeRows:
    """Those of a run in a lake: Spark filters as far as it can, sorts and cuts."""

    def __init__(self, lake: "Lake", run: str) -> None:
        self._lake, self._run = lake, run

    def worst(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        return self._sorted(self._now(filters), limit, filters)

    def first_seen_since(self, at: str, limit: int) -> Sequence[Row]:
        from pyspark.sql import functions as F

        return self._sorted(self._now(ALL).where(F.col("first_seen") >= at), limit, ALL)

    def resolved(self, limit: int, filters: Filters = ALL) -> Sequence[Row]:
        from pyspark.sql import functions as F

        over = (F.col("status") == "resolved") & F.col("ignored").isNull()
        return self._sorted(self._frame(filters).where(over), limit, filters)

    def hidden(self, beginning: str) -> Sequence[Row]:
        from pyspark.sql import functions as F

        hidden = self._frame(ALL).where(F.col("ignored").startswith(beginning))
        return [row.asDict() for row in hidden.collect()]

    def every(self, filters: Filters = ALL) -> Iterator[Row]:
        for row in self._frame(filters).toLocalIterator():
            found = row.asDict()
            if filters.matches(found):
                yield found

    def _now(self, filters: Filters) -> "DataFrame":
        from pyspark.sql import functions as F

        shown = F.col("ignored").isNull() & ~F.col("status").isin(*_NOT_NOW)
        return self._frame(filters).where(shown)

    def _frame(self, filters: Filters) -> "DataFrame":
        from pyspark.sql import functions as F

        frame = self._lake.read("drift", self._run).select(*COLUMNS)
        for column, values in filters.exact.items():
            frame = frame.where(F.col(column).isin(*values))
        return frame

    def _sorted(self, frame: "DataFrame", limit: int, filters: Filters) -> Sequence[Row]:
        from pyspark.sql import functions as F

        worst = F.array_position(F.array(*map(F.lit, WORST_FIRST)), F.col("severity"))
        ordered = frame.orderBy(worst, *IDENTITY)
        if not filters.has_patterns:
            return [row.asDict() for row in ordered.limit(limit).collect()]
        rows = (row.asDict() for row in ordered.toLocalIterator())
        return list(islice(filter(filters.matches, rows), limit))
