"""Engines: Spark, and one without it. Each reads the systems of a fleet, and finds what differs
where that is too much for the driver; the rules are those of `compare/` on both."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from queuewright.drift.collect import CollectOptions
from queuewright.drift.compare.history import History
from queuewright.drift.compare.pairs import SystemPairs
from queuewright.drift.desired import OfObjects
from queuewright.drift.fleet import Fleet
from queuewright.drift.policy import Policy
from queuewright.drift.workers import Workers

if TYPE_CHECKING:
    import pyarrow as pa

    from queuewright.drift.desired import DefinitionGroup
    from queuewright.drift.lake import Lake


@dataclass(frozen=True, slots=True)
class SystemsToRead:
    """The selection of a reading. environments: names, all if empty. partitions: tasks, 0: by size.
    pool: the driver's processes."""

    fleet: Fleet
    environments: Sequence[str]
    options: CollectOptions
    pool: Workers
    partitions: int = 0
    particulars: OfObjects = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """How differences get their severity: labels of each environment, and the run's day."""

    policy: Policy
    labels: Mapping[str, Mapping[str, str]]
    today: date


class Collected(Protocol):
    """Systems that were read, until they are written."""

    @property
    def systems(self) -> "pa.Table":
        """A row a system, as `tables.collected_schema`, `buckets` apart."""

    def write(self, judged: "pa.Table") -> None:
        """Write inventories and new definitions. judged: `systems`, with what was found out about
        them."""


class Differences(Protocol):
    """The findings, until they are written."""

    def table(self) -> "pa.Table":
        """Rows of `differences.DIFFERENCE`, all of them."""

    def write(self, ranking: Ranking, history: History, previous: str | None) -> "pa.Table":
        """Write the drift table. previous: the run before. Gives the table's cells
        (`summary.cells_of`)."""


class DriftEngine(Protocol):
    """Where the work on one lake is done."""

    lake: "Lake"

    def write_desired(self, run: str, groups: "Sequence[DefinitionGroup]") -> None:
        """Write what is desired of every environment: objects and inventories."""

    def read(self, run: str, reading: SystemsToRead) -> AbstractContextManager[Collected]:
        """Read every system once, without the values of what is secret, and write what they
        have: the observations."""

    def compare(
        self, run: str, pairs: SystemPairs, inventories: "pa.Table", *, unmanaged: bool
    ) -> Differences:
        """The differences between desired and observed. inventories: of what is observed, with
        `objects`."""


__all__ = ["Collected", "Differences", "DriftEngine", "Ranking", "SystemsToRead"]
