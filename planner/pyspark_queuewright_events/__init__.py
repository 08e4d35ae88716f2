"""Spark finds this module by itself:
`spark.readStream.format("queuewright-events").option("fleet", ...)`.

Configuration events of the queue managers of a fleet, a row for each environment that has the queue
manager. Options: fleet (path of the fleet file, required), environments (names, separated by
commas; all by default), timeout (seconds a queue manager, default 60), most (messages of one at a
time, default 5000), particulars (JSON, [[environments, [[system, kind, name, attributes, ...]]]]:
values that are left out).

Events are read on the driver; they stay on their queue until Spark has done what came before the
offset that has them. Rows: `queuewright.drift.watch.source.SCHEMA`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyspark.sql.datasource import DataSource, SimpleDataSourceStreamReader
from pyspark.sql.types import StructType

from queuewright.drift.fleet import FleetError, chosen_of, load_fleet
from queuewright.drift.watch.places import places
from queuewright.drift.watch.source import COLUMNS, MOST, SCHEMA, EventSource, Row, SourceOptions

__all__ = ["DefaultSource"]


class EventsReader(SimpleDataSourceStreamReader):
    """Hands the rows over; what it holds is made where it is needed, for it travels."""

    def __init__(self, options: dict[str, str]) -> None:
        if "fleet" not in options:
            raise FleetError('the data source has no fleet; add .option("fleet", PATH)')
        self.options = options
        self._made: EventSource | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {"options": self.options, "_made": None}

    @property
    def source(self) -> EventSource:
        if self._made is None:
            named = self.options.get("environments", "").split(",")
            chosen = [name.strip() for name in named if name.strip()]
            fleet = chosen_of(load_fleet(Path(self.options["fleet"])), chosen)
            self._made = EventSource(places(fleet)[0], _source_options(self.options))
        return self._made

    def initialOffset(self) -> dict[str, str]:
        return {}

    def read(self, start: dict[str, str]) -> tuple[Iterator[tuple[Any, ...]], dict[str, str]]:
        rows, end = self.source.read(start)
        return _tuples(rows), end

    def readBetweenOffsets(
        self, start: dict[str, str], end: dict[str, str]
    ) -> Iterator[tuple[Any, ...]]:
        return _tuples(self.source.between(start, end))

    def commit(self, end: dict[str, str]) -> None:
        self.source.commit(end)


def _tuples(rows: list[Row]) -> Iterator[tuple[Any, ...]]:
    """Spark copies the iterator: one of a list can be."""
    return iter([tuple(row[name] for name in COLUMNS) for row in rows])


def _source_options(options: dict[str, str]) -> SourceOptions:
    secret: dict[tuple[str, str], dict[tuple[str, str], Any]] = {}
    for environments, objects in json.loads(options.get("particulars", "[]")):
        for environment in environments:
            for system, kind, name, attributes, *_ in objects:
                if attributes:
                    secret.setdefault((environment, system), {})[kind, name] = attributes
    most = int(options.get("most", MOST))
    return SourceOptions(float(options.get("timeout", "60")), most, secret)


class DefaultSource(DataSource):
    """The data source `queuewright-events`."""

    @classmethod
    def name(cls) -> str:
        return "queuewright-events"

    def schema(self) -> str:
        return SCHEMA

    def simpleStreamReader(self, schema: StructType) -> SimpleDataSourceStreamReader:
        return EventsReader(dict(self.options))
