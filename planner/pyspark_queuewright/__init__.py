"""Spark finds this module by itself: `spark.read.format("queuewright").option("fleet", ...)`.

Options: fleet (path of the fleet file, required), environments (names, separated by commas; all
by default), partitions (default: one for 8 systems, more in each when there are
many), timeout (seconds a system, default 120), connections (at once in a partition, default 8),
secret (JSON, [[environments, [[system, kind, name, attributes]]]]: values that are left out).
Rows: `queuewright.drift.tables.collected_schema`.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from queuewright.drift.collect import CollectOptions, CollectTarget, collect, parts_of, targets_of
from queuewright.drift.fleet import FleetError, load_fleet
from queuewright.drift.tables import collected_schema, ddl

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["DefaultSource"]


@dataclass
class Bucket(InputPartition):
    """The systems that one task reads."""

    targets: Sequence[CollectTarget]


class FleetReader(DataSourceReader):
    """Cuts the fleet into buckets, and reads one in each task."""

    def __init__(self, options: dict[str, str]) -> None:
        if "fleet" not in options:
            raise FleetError('the data source has no fleet; add .option("fleet", PATH)')
        self.path = Path(options["fleet"]).absolute()
        chosen = options.get("environments", "")
        self.chosen = {name.strip() for name in chosen.split(",") if name.strip()}
        self.parts = int(options.get("partitions", "0"))
        self.particulars = json.loads(options.get("particulars", "[]"))
        self.options = CollectOptions(
            base=str(self.path.parent),
            timeout=float(options.get("timeout", "120")),
            connections=int(options.get("connections", "8")),
        )

    def partitions(self) -> Sequence[InputPartition]:
        targets = targets_of(load_fleet(self.path), self.chosen, self.particulars)
        return [Bucket(part) for part in parts_of(targets, self.parts)]

    def read(self, partition: InputPartition) -> Iterator["pa.RecordBatch"]:
        assert isinstance(partition, Bucket)
        yield from collect(partition.targets, self.options)


class DefaultSource(DataSource):
    """The data source `queuewright`."""

    @classmethod
    def name(cls) -> str:
        return "queuewright"

    def schema(self) -> str:
        return ddl(collected_schema())

    def reader(self, schema: StructType) -> DataSourceReader:
        return FleetReader(dict(self.options))
