"""The lake: where snapshots, desired definitions and found drift are kept.

A run counts only once its row in `runs` is written, which is last: a half-written run is ignored,
named, and overwritten when the same run is made again.

One job a run: two that make the same run at once would write into each other's files. A job leaves
a token when it begins; the last one to do so holds the run's lease. Before it writes and before it
ends, a job checks that the token is still its own, and gives up when it is not.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import random
from time import sleep
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.compute as pc

from queuewright.catalogue.diagnostic import shown
from queuewright.drift.tables import FORMAT, SCHEMAS

from .arrow_files import ArrowFiles
from .run_index import INDEX, finished
from .storage import Damaged, Frames, LakeError, NotThere, Storage, Where

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = [
    "Damaged",
    "Lake",
    "LakeError",
    "Lease",
    "NotThere",
    "RunTaken",
    "check_run",
    "lease",
]

_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_FIRST = ("desired_inventories", "inventories")  # what a run that has begun has


def check_run(run: str) -> str:
    """`run`, when it can name a run. Raises LakeError."""
    if not _RUN.fullmatch(run):
        raise LakeError(
            f"run {shown(run)} is not a name of A-Z a-z 0-9 . _ - that begins with a letter or "
            "digit; choose another"
        )
    return run


class Lake:
    """Reads and writes whole runs. `root` is a path or URI, or `table_prefix` names the tables:
    `catalog.schema.drift_` gives `catalog.schema.drift_observations` and so on.

    spark: None where nothing but PyArrow is there, which reads and writes files only. Files that
    the driver reaches as Spark does are read and written by PyArrow even so: Spark would plan a job
    for a file of a kilobyte.
    """

    def __init__(
        self,
        spark: "SparkSession | None" = None,
        root: str | None = None,
        *,
        table_prefix: str | None = None,
    ) -> None:
        if (root is None) == (table_prefix is None):
            raise LakeError("a lake is a directory (--lake) or tables (--table); give one of them")
        self.spark = spark
        self._storage: Storage
        self._frames: Frames | None = None
        if spark is None:
            if root is None:
                raise LakeError(
                    f"tables {table_prefix}* are Spark's; give --lake DIR, or run it on Spark"
                )
            self._storage = ArrowFiles(root)
        elif table_prefix is not None:
            from .spark_tables import LakeTables

            self._storage = self._frames = LakeTables(spark, table_prefix)
        else:
            from queuewright.drift.engines.session import reaches_files_as_the_driver

            from .spark_files import SparkFiles

            assert root is not None
            files = self._frames = SparkFiles(spark, root)
            self._storage = ArrowFiles(root) if reaches_files_as_the_driver(spark, root) else files
        self.name = self._storage.name

    @property
    def files(self) -> ArrowFiles | None:
        """The files themselves, where PyArrow reaches them."""
        return self._storage if isinstance(self._storage, ArrowFiles) else None

    def verify(self, table: str, run: str) -> None:
        """Read what a run has of a table, whole. Raises Damaged."""
        self._storage.verify(table, run)

    def count(self, table: str, run: str) -> int:
        """How many rows a run has of a table."""
        return self._storage.count(table, run)

    @property
    def frames(self) -> Frames:
        """The lake in Spark, where there is a session."""
        assert self._frames is not None
        return self._frames

    @property
    def damaged(self) -> Mapping[str, str]:
        """Files that were left out because they cannot be read: path -> why."""
        return self._storage.damaged

    def write(self, table: str, run: str, rows: "pa.Table | pa.RecordBatchReader") -> None:
        """Write one run's rows of a table; what this run wrote before is replaced. Columns that the
        table does not have are left out."""
        self._storage.write(table, check_run(run), rows)

    def add_definitions(self, run: str, rows: pa.Table) -> None:
        """Add rows to `definitions`. Never replaces any: another run may refer to what this one
        was the first to see, and a definition is as its fingerprint says whoever wrote it."""
        if rows.num_rows or not self._storage.runs_of("definitions"):
            self._storage.write("definitions", check_run(run), rows, add=True)

    def read(
        self,
        table: str,
        run: str,
        *,
        columns: Sequence[str] | None = None,
        where: Where | None = None,
    ) -> pa.Table:
        """The rows of one run. Raises LakeError when there are none."""
        return self._storage.read(table, run, columns=columns, where=where)

    def frame(self, table: str, run: str) -> "DataFrame":
        """The same in Spark."""
        return self.frames.frame(table, run)

    def definitions_frame(self) -> "DataFrame":
        """Every definition that any run has seen, in Spark; one may be there twice."""
        return self.frames.frame("definitions", lenient=True)

    def write_frame(self, table: str, run: str, frame: "DataFrame", *, add: bool = False) -> None:
        """As `write`, or as `add_definitions`."""
        self.frames.write_frame(table, check_run(run), frame, add=add)

    def require(self, run: str) -> None:
        """Raises LakeError when a run was never collected: tables give no rows, which is not the
        same as nothing to compare. Makes ready what the comparison is written to."""
        self._storage.prepare()
        for table in _FIRST:
            if not self.read(table, run, columns=["system"]).num_rows:
                raise NotThere(
                    f"lake {self.name} has no {table} of run {run}; run queuewright drift collect "
                    "first"
                )

    def definitions(self, fingerprints: Collection[bytes]) -> Mapping[bytes, str]:
        """Fingerprint -> attributes as canonical JSON, of those that any run has seen, finished or
        not. Files that a run broke off in the middle of are left out."""
        return self._texts("definitions", None, fingerprints)

    def desired_definitions(self, run: str, fingerprints: Collection[bytes]) -> Mapping[bytes, str]:
        """The same of what is desired."""
        return self._texts("desired_definitions", run, fingerprints)

    def _texts(
        self, table: str, run: str | None, fingerprints: Collection[bytes]
    ) -> Mapping[bytes, str]:
        if not fingerprints:
            return {}
        names = ("fingerprint", "attributes")
        try:
            rows = self._storage.read(
                table, run, columns=names, where={"fingerprint": fingerprints}, lenient=True
            )
        except NotThere:
            return {}
        return dict(zip(*(rows.column(name).to_pylist() for name in names), strict=True))

    def known_definitions(self) -> set[bytes]:
        """The fingerprints of all definitions that any run has seen."""
        try:
            rows = self._storage.read("definitions", columns=["fingerprint"], lenient=True)
        except NotThere:
            return set()
        return set(rows.column("fingerprint").to_pylist())

    def check(self) -> None:
        """Raises LakeError when a newer Queuewright wrote one of its runs."""
        self._check(self._finished())

    def _check(self, runs: pa.Table) -> None:
        newer = runs.filter(pc.greater(runs["format"], FORMAT))
        if newer.num_rows:
            raise LakeError(
                f"lake {self.name} has run {newer['run'][0]} of format {newer['format'][0]}, and "
                f"this Queuewright reads format {FORMAT}; install a newer Queuewright"
            )

    def _finished(self) -> pa.Table:
        if self.files is not None:
            return finished(self.files)
        columns = ["format", "at", "drift", "failed"]
        try:
            return self._storage.read("runs", columns=columns, lenient=True)
        except NotThere:
            return INDEX.empty_table().select(["run", *columns])

    def runs(self) -> Sequence[dict[str, Any]]:
        """The finished runs, oldest first: run, at (UTC, ISO 8601), drift and failed (counts).
        Raises LakeError when a newer Queuewright wrote one of them."""
        rows = self._finished()
        self._check(rows)
        ended = rows.sort_by([("at", "ascending"), ("run", "ascending")]).to_pylist()
        return list(ended)

    def summary(self, run: str) -> str:
        """The record of a finished run, as JSON. Raises LakeError when it has not ended."""
        try:
            summaries = self.read("runs", run, columns=["summary"])["summary"].to_pylist()
        except NotThere:
            summaries = []
        if not summaries:
            raise NotThere(
                f"lake {self.name} has no finished run {run}; run queuewright drift run first"
            )
        return str(summaries[0])

    def last_readings(self, runs: Sequence[str]) -> pa.Table:
        """How each system was last read, as the last of these runs knew it that can be read."""
        for run in reversed(runs):
            try:
                return self.read("readings", run)
            except (NotThere, Damaged):  # the one before that knows nearly as much
                continue
        return SCHEMAS["readings"].empty_table()

    def started(self) -> Sequence[str]:
        """Runs that wrote something, finished or not, in the order of their names."""
        return sorted({run for table in _FIRST for run in self._storage.runs_of(table)})

    def finish(self, run: str, at: str, drift: int, failed: int, summary: str) -> None:
        """Make a run count."""
        row = {"format": FORMAT, "at": at, "drift": drift, "failed": failed, "summary": summary}
        self.write("runs", run, pa.Table.from_pylist([row], SCHEMAS["runs"]))

    def delete(self, runs: Collection[str]) -> None:
        """Delete runs whole, but for the definitions, which others may refer to. First what makes
        them count: cut off in between, they are runs that never ended."""
        for table in ("runs", *(SCHEMAS.keys() - {"runs", "definitions"})):
            self._storage.delete(table, runs)


class RunTaken(LakeError):
    """Another job makes the same run now; the text names the run and the way out."""


@dataclass(frozen=True, slots=True)
class Lease:
    """This job's right to make one run of a lake."""

    lake: Lake
    run: str
    token: str = field(default_factory=lambda: uuid4().hex)

    def check(self) -> None:
        """Raises RunTaken."""
        tokens = self.lake.read("leases", self.run)["token"].to_pylist()
        # Of two that left theirs in the same moment, one goes on.
        if max(tokens, default="") != self.token:
            raise RunTaken(
                f"lake {self.lake.name}: another job has begun to make run {self.run}; wait for "
                "it, or give --run another name"
            )

    def begin(self) -> None:
        """Before the first write: a run that ended before counts for nothing until it ends again.
        Raises RunTaken."""
        self.check()
        if any(row["run"] == self.run for row in self.lake.runs()):
            self.lake.write("runs", self.run, SCHEMAS["runs"].empty_table())


def lease(lake: Lake, run: str) -> Lease:
    """Take the lease of a run. Raises LakeError when nothing can be written."""
    taken = Lease(lake, run)
    rows = pa.Table.from_pylist([{"token": taken.token}], SCHEMAS["leases"])
    try:
        lake.write("leases", run, rows)
    except LakeError:
        if lake.files is not None:
            raise
        # Two that leave their tokens in the same moment: one of them has to come later.
        sleep(1 + 2 * random())
        lake.write("leases", run, rows)
    return taken
