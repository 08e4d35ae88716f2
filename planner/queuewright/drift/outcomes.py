"""How each system of a run came out: compared, or why not. One small row a system, on the driver,
which knows every environment of the fleet anyway."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from .lake import Lake
from .tables import schema_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_MOST = 10_000  # failures that a summary lists


@dataclass(frozen=True, slots=True)
class Outcomes:
    """desired: {environment, system, error}; observed: the same with objects and seconds."""

    desired: Sequence[Mapping[str, Any]]
    observed: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, lake: Lake, run: str) -> "Outcomes":
        columns = ("environment", "system", "error")
        desired = lake.read("desired_inventories", run).select(*columns)
        observed = lake.read("inventories", run).select(*columns, "objects", "seconds")
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
        names = ("environment", "system", "error")
        return [dict(zip(names, failure, strict=True)) for failure in failures[:_MOST]]

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
            yield spark.createDataFrame(pa.Table.from_pylist(rows, schema_of(*names)))


def _places(rows: Iterable[Mapping[str, Any]], *, failed: bool) -> set[tuple[str, str]]:
    return {
        (row["environment"], row["system"]) for row in rows if (row["error"] is not None) == failed
    }
