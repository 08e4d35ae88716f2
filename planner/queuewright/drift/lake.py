"""The lake: where snapshots, desired definitions and found drift are kept.

As Parquet below a directory or object store (`ROOT/<table>/run=<id>/`), or as tables of the
session's catalogue. A run counts only once its row in `runs` is written, which is last: a
half-written run is ignored, named, and overwritten when the same run is made again.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.diagnostic import one_line, shown

from .lake_tables import LakeError, LakeTables, NotThere
from .session import reason_of
from .tables import FORMAT, LAKE, columns_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

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
        self, spark: "SparkSession", root: str | None = None, *, table_prefix: str | None = None
    ) -> None:
        if (root is None) == (table_prefix is None):
            raise LakeError("a lake is a directory (--lake) or tables (--table); give one of them")
        self.spark = spark
        self.root = None if root is None else root.rstrip("/")
        self.tables = None if table_prefix is None else LakeTables(spark, table_prefix)

    @property
    def name(self) -> str:
        return f"tables {self.tables.prefix}*" if self.tables else str(self.root)

    def write(self, table: str, run: str, frame: "DataFrame") -> None:
        """Write one run's rows of a table; what this run wrote before is replaced. Columns that the
        table does not have are left out."""
        check_run(run)
        if self.tables is not None:
            self.tables.write(table, run, frame)
        else:
            self._files(table, run, frame, "overwrite")

    def add_definitions(self, run: str, frame: "DataFrame") -> None:
        """Add rows to `definitions`. Never replaces any: another run may refer to what this one
        was the first to see, and a definition is as its fingerprint says whoever wrote it."""
        check_run(run)
        if self.tables is not None:
            self.tables.add("definitions", run, frame)
        else:
            self._files("definitions", run, frame, "append")

    def _files(self, table: str, run: str, frame: "DataFrame", mode: str) -> None:
        rows = frame.select(*columns_of(LAKE[table]))
        rows.write.mode(mode).parquet(f"{self.root}/{table}/run={run}")

    def read(self, table: str, run: str) -> "DataFrame":
        """The rows of one run. Raises LakeError when there are none."""
        if self.tables is None:
            return self._parquet(f"{self.root}/{table}/run={run}", LAKE[table])
        from pyspark.sql import functions as F

        return self.tables.read(table).where(F.col("run") == run).drop("run")

    def require(self, run: str) -> None:
        """Raises LakeError when a run was never collected: tables give no rows, which is not the
        same as nothing to compare. Makes ready what the comparison is written to."""
        if self.tables is not None:
            self.tables.prepare()
        for table in ("desired_inventories", "inventories"):
            if self.read(table, run).first() is None:
                raise NotThere(
                    f"lake {self.name} has no {table} of run {run}; run queuewright drift collect "
                    "first"
                )

    def read_all(self, table: str, *, columns: str | None = None) -> "DataFrame | None":
        """The rows of every run, with their `run`; None when there are none yet.

        columns: DDL of those to read, where not even the others' types are to be relied on.
        """
        try:
            return self._every(table, columns)
        except NotThere:
            return None

    def _every(self, table: str, columns: str | None = None, **options: str) -> "DataFrame":
        if self.tables is not None:
            return self.tables.read(table, columns)
        schema = f"{columns or LAKE[table]}, run string"
        return self._parquet(f"{self.root}/{table}", schema, **options)

    def definitions(self) -> "DataFrame | None":
        """Every definition that any run has seen, finished or not; one may be there twice. Files
        that a run broke off in the middle of are left out."""
        try:
            return self._every("definitions", ignoreCorruptFiles="true").drop("run")
        except NotThere:
            return None

    def check(self) -> None:
        """Raises LakeError when a newer Queuewright wrote one of its runs."""
        from pyspark.sql import functions as F

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

    def _parquet(self, path: str, schema: str, **options: str) -> "DataFrame":
        from pyspark.errors import AnalysisException

        try:
            frame = self.spark.read.options(**options).schema(schema).parquet(path)
            frame.schema  # noqa: B018  Spark Connect looks at the path only now
        except AnalysisException as error:
            if "PATH_NOT_FOUND" not in str(error.getCondition()):
                raise LakeError(
                    one_line(f"lake {self.name} cannot be read: {reason_of(error)}")
                ) from error
            missing = "/".join(path.rsplit("/", 2)[-2:])
            raise NotThere(
                f"lake {self.name} has no {missing}; run queuewright drift collect first"
            ) from None
        return frame
