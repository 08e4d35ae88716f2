"""The lake: where snapshots, desired definitions and found drift are kept.

A run counts only once its row in `runs` is written, which is last: a half-written run is ignored,
named, and overwritten when the same run is made again.

One job a run: two that make the same run at once would write into each other's files. A job leaves
a token when it begins; the last one to do so holds the run's lease. Before it writes and before it
ends, a job checks that the token is still its own, and gives up when it is not.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import random
from time import sleep
from typing import Any
from uuid import uuid4

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from queuewright.catalogue.diagnostic import one_line, shown

from .session import reason_of
from .storage import LakeError, LakeFiles, LakeTables, NotThere
from .tables import FORMAT, LAKE

_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


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
    `catalog.schema.drift_` gives `catalog.schema.drift_observations` and so on."""

    def __init__(
        self, spark: SparkSession, root: str | None = None, *, table_prefix: str | None = None
    ) -> None:
        self.spark = spark
        self._storage: LakeFiles | LakeTables
        if root is not None and table_prefix is None:
            self._storage = LakeFiles(spark, root)
        elif table_prefix is not None and root is None:
            self._storage = LakeTables(spark, table_prefix)
        else:
            raise LakeError("a lake is a directory (--lake) or tables (--table); give one of them")
        self.name = self._storage.name

    def write(self, table: str, run: str, frame: DataFrame) -> None:
        """Write one run's rows of a table; what this run wrote before is replaced. Columns that the
        table does not have are left out."""
        self._storage.write(table, check_run(run), frame)

    def add_definitions(self, run: str, frame: DataFrame) -> None:
        """Add rows to `definitions`. Never replaces any: another run may refer to what this one
        was the first to see, and a definition is as its fingerprint says whoever wrote it."""
        self._storage.add("definitions", check_run(run), frame)

    def read(self, table: str, run: str) -> DataFrame:
        """The rows of one run. Raises LakeError when there are none."""
        return self._storage.read(table, run=run)

    def require(self, run: str) -> None:
        """Raises LakeError when a run was never collected: tables give no rows, which is not the
        same as nothing to compare. Makes ready what the comparison is written to."""
        self._storage.prepare()
        for table in ("desired_inventories", "inventories"):
            if self.read(table, run).first() is None:
                raise NotThere(
                    f"lake {self.name} has no {table} of run {run}; run queuewright drift collect "
                    "first"
                )

    def read_all(
        self, table: str, *, columns: str | None = None, **options: str
    ) -> DataFrame | None:
        """The rows of every run, with their `run`; None when there are none yet.

        columns: DDL of those to read, where not even the others' types are to be relied on.
        options: of Spark's reader of files.
        """
        try:
            return self._storage.read(table, columns, **options)
        except NotThere:
            return None

    def definitions(self) -> DataFrame | None:
        """Every definition that any run has seen, finished or not; one may be there twice. Files
        that a run broke off in the middle of are left out."""
        every = self.read_all("definitions", ignoreCorruptFiles="true")
        return None if every is None else every.drop("run")

    def check(self) -> None:
        """Raises LakeError when a newer Queuewright wrote one of its runs."""
        formats = self.read_all("runs", columns="format bigint")
        if formats is None:
            return
        newer = formats.where(F.col("format") > FORMAT).select("run", "format").first()
        if newer is not None:
            raise LakeError(
                f"lake {self.name} has run {newer['run']} of format {newer['format']}, and this "
                f"Queuewright reads format {FORMAT}; install a newer Queuewright"
            )

    def runs(self) -> Sequence[dict[str, Any]]:
        """The finished runs, oldest first: run, at (UTC, ISO 8601), drift and failed (counts),
        summary (JSON). Raises LakeError when a newer Queuewright wrote one of them."""
        self.check()
        frame = self.read_all("runs")
        runs = [] if frame is None else [row.asDict() for row in frame.collect()]
        return sorted(runs, key=lambda row: (row["at"], row["run"]))

    def started(self) -> Sequence[str]:
        """Runs that wrote something, finished or not, in the order of their names."""
        tables = ("desired_inventories", "inventories")
        frames = (self.read_all(table, columns="environment string") for table in tables)
        runs = [frame.select("run").distinct() for frame in frames if frame is not None]
        return sorted({row["run"] for frame in runs for row in frame.collect()})

    def finish(self, run: str, at: str, drift: int, failed: int, summary: str) -> None:
        """Make a run count."""
        row = (FORMAT, at, drift, failed, summary)
        self.write("runs", run, self.spark.createDataFrame([row], LAKE["runs"]).coalesce(1))


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
        tokens = [row["token"] for row in self.lake.read("leases", self.run).collect()]
        if tokens != [self.token]:
            raise RunTaken(
                f"lake {self.lake.name}: another job has begun to make run {self.run}; wait for "
                "it, or give --run another name"
            )

    def begin(self) -> None:
        """Before the first write: a run that ended before counts for nothing until it ends again.
        Raises RunTaken."""
        self.check()
        ended = self.lake.read_all("runs", columns="format bigint")
        if ended is not None and ended.where(F.col("run") == self.run).first() is not None:
            nothing = self.lake.spark.createDataFrame([], LAKE["runs"])
            self.lake.write("runs", self.run, nothing.coalesce(1))


def lease(lake: Lake, run: str) -> Lease:
    """Take the lease of a run. Raises LakeError when nothing can be written."""
    taken = Lease(lake, run)
    row = lake.spark.createDataFrame([(taken.token,)], LAKE["leases"]).coalesce(1)
    try:
        try:
            lake.write("leases", run, row)
        except (PySparkException, Py4JError):
            # Two that leave their tokens in the same moment: one of them has to come later.
            sleep(1 + 2 * random())
            lake.write("leases", run, row)
    except (PySparkException, Py4JError) as error:
        text = f"lake {lake.name} cannot be written: {reason_of(error)}; give a directory or tables"
        raise LakeError(one_line(f"{text} that can")) from error
    return taken
