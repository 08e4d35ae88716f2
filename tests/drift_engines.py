"""One job on every engine: without Spark, on Spark, and on Spark where nothing is little enough for
the driver. What they leave behind must be the same."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from drift_fleets import shared_workers
from queuewright.drift.engines import DriftEngine
from queuewright.drift.engines.local import LocalEngine
from queuewright.drift.job import Job
from queuewright.drift.lake import Lake
from queuewright.drift.summary import Summary

# Table -> columns that two readings of the same system do not share.
COMPARED: Mapping[str, tuple[str, ...]] = {
    "observations": (),
    "inventories": ("seconds",),
    "desired": (),
    "desired_inventories": (),
    "desired_definitions": (),
    "readings": (),
    "drift": (),
}


@dataclass(frozen=True)
class Everywhere:
    """Runs jobs on each of the engines, in a lake of its own, and holds them equal."""

    engines: Mapping[str, DriftEngine]

    @classmethod
    def below(cls, place: Path, spark: Any) -> "Everywhere":
        from queuewright.drift.engines.spark import SparkEngine

        return cls({
            "spark": SparkEngine(Lake(spark, str(place / "lake"))),
            "many": SparkEngine(Lake(spark, str(place / "many")), few=-1),
            "local": LocalEngine(Lake(None, str(place / "local"))),
        })  # fmt: skip

    @classmethod
    def here(cls, place: Path) -> "Everywhere":
        """Only without Spark: what `make test` has time for."""
        return cls({"local": LocalEngine(Lake(None, str(place / "local")))})

    @property
    def lake(self) -> Lake:
        """That of the first engine, as the others'."""
        return self.lakes[0]

    @property
    def lakes(self) -> list[Lake]:
        return [engine.lake for engine in self.engines.values()]

    def make(self, job: Job) -> Summary:
        """The summary of the first engine's run."""
        with shared_workers():
            made = {name: job.make(engine) for name, engine in self.engines.items()}
        return self._same(made)

    def detect(self, job: Job) -> Summary:
        return self._same({name: job.detect(engine) for name, engine in self.engines.items()})

    def collect(self, job: Job) -> None:
        with shared_workers():
            for engine in self.engines.values():
                job.collect(engine)

    def finish(self, run: str, *rest: Any) -> None:
        for lake in self.lakes:
            lake.finish(run, *rest)

    def _same(self, summaries: Mapping[str, Summary]) -> Summary:
        first = next(iter(summaries.values()))
        for name, other in summaries.items():
            there = self.engines[name].lake
            assert _untimed(other, there) == _untimed(first, self.lake), name
            for table, left_out in COMPARED.items():
                mine = rows(self.lake, table, first.run, left_out)
                assert rows(self.engines[name].lake, table, first.run, left_out) == mine, name
        return first


def rows(lake: Lake, table: str, run: str, left_out: tuple[str, ...] = ()) -> list[Any]:
    """The rows of a table, in an order of their own."""
    read = lake.read(table, run)
    return sorted(read.drop_columns(list(left_out)).to_pylist(), key=repr)


def _untimed(summary: Summary, lake: Lake) -> Summary:
    """Without what is another one each time: how long it took, and where the lake is."""
    damaged = [line.replace(lake.name, "LAKE") for line in summary.damaged]
    return replace(summary, slowest=[], damaged=damaged)


def table_of(schema: pa.Schema, *given: tuple[Any, ...]) -> pa.Table:
    """Rows of a schema, each from its first column on; what is not given is null."""
    full = [dict(zip(schema.names, row, strict=False)) for row in given]
    return pa.Table.from_pylist(full, schema)
