"""The differences of a run, in memory, where the product reads them from a lake."""

from collections.abc import Iterable, Sequence

import pyarrow as pa

from queuewright.drift.summary import cells_of
from queuewright.drift.tables import SCHEMAS
from queuewright.render.drift.rows import ALL, Filters, Row, differs_now, in_order


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

    def cells(self, filters: Filters = ALL) -> pa.Table:
        return cells_of(pa.Table.from_pylist(list(self.every(filters)), SCHEMAS["drift"]))
