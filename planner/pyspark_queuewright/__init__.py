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
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from queuewright.drift.collect import CollectOptions, Target, collect
from queuewright.drift.fleet import FleetError, load_fleet
from queuewright.drift.tables import collected_schema, ddl

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["DefaultSource"]

_SYSTEMS, _MOST_SYSTEMS = 8, 64  # that one task reads, in a small fleet and in a large one
_MANY = 64  # tasks: from here on they grow, because each brings its definitions once


@dataclass
class Bucket(InputPartition):
    """The systems that one task reads."""

    targets: Sequence[Target]


class FleetReader(DataSourceReader):
    """Cuts the fleet into buckets, and reads one in each task."""

    def __init__(self, options: dict[str, str]) -> None:
        if "fleet" not in options:
            raise FleetError('the data source has no fleet; add .option("fleet", PATH)')
        self.path = Path(options["fleet"]).absolute()
        chosen = options.get("environments", "")
        self.chosen = {name.strip() for name in chosen.split(",") if name.strip()}
        self.parts = int(options.get("partitions", "0"))
        self.secret: dict[tuple[str, str], dict[tuple[str, str], Sequence[str]]] = {}
        self.in_repository: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for environments, objects in json.loads(options.get("particulars", "[]")):
            for environment in environments:
                for system, kind, name, attributes, in_repository in objects:
                    place = environment, system
                    if attributes:
                        self.secret.setdefault(place, {})[kind, name] = attributes
                    if in_repository:
                        self.in_repository.setdefault(place, set()).add((kind, name))
        self.options = CollectOptions(
            base=str(self.path.parent),
            timeout=float(options.get("timeout", "120")),
            connections=int(options.get("connections", "8")),
        )

    def partitions(self) -> Sequence[InputPartition]:
        targets = [
            Target(
                environment.name,
                system,
                source.model_dump(),
                self.secret.get((environment.name, system), {}),
                self.in_repository.get((environment.name, system), ()),
            )
            for environment in load_fleet(self.path).environments
            if not self.chosen or environment.name in self.chosen
            for system, source in environment.systems.items()
        ]
        systems = min(max(ceil(len(targets) / _MANY), _SYSTEMS), _MOST_SYSTEMS)
        count = self.parts or ceil(len(targets) / systems) or 1
        return [Bucket(targets[start::count]) for start in range(min(count, len(targets) or 1))]

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
