"""The lake: where snapshots, desired definitions and found drift are kept.

As Parquet below a directory or object store (`ROOT/<table>/run=<id>/`), or as tables of the
session's catalogue. A run counts only once its row in `runs` is written, which is last: a
half-written run is ignored, named, and overwritten when the same run is made again.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.problem import shown

from .tables import FORMAT, LAKE

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Lake", "LakeError", "check_run"]

_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_TABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*){0,2}")


class LakeError(QueuewrightError):
    """The lake cannot be read or written; the text names it and the way out."""


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
        if table_prefix is not None and not _TABLE.fullmatch(table_prefix):
            raise LakeError(
                f"table prefix {shown(table_prefix)} is not catalog.schema.prefix; correct it"
            )
        self.spark = spark
        self.root = None if root is None else root.rstrip("/")
        self.table_prefix = table_prefix

    @property
    def name(self) -> str:
        return self.root or f"tables {self.table_prefix}*"

    def write(self, table: str, run: str, frame: "DataFrame") -> None:
        """Write one run's rows of a table; what this run wrote before is replaced."""
        check_run(run)
        if self.root is not None:
            frame.write.mode("overwrite").parquet(f"{self.root}/{table}/run={run}")
            return
        from pyspark.sql import functions as F

        target = f"{self.table_prefix}{table}"
        rows = frame.withColumn("run", F.lit(run))
        if self.spark.catalog.tableExists(target):
            self._drop(target, run)
            rows.select(*self.spark.table(target).columns).write.insertInto(target)
        else:
            rows.write.partitionBy("run").saveAsTable(target)

    def read(self, table: str, run: str) -> "DataFrame":
        """The rows of one run. Raises LakeError when there are none."""
        if self.root is not None:
            return self._parquet(f"{self.root}/{table}/run={run}", LAKE[table])
        from pyspark.sql import functions as F

        return self._table(table).where(F.col("run") == run).drop("run")

    def read_all(self, table: str, *, columns: str | None = None) -> "DataFrame | None":
        """The rows of every run, with their `run`; None when there are none yet.

        columns: DDL of those to read, where not even the others' types are to be relied on.
        """
        try:
            if self.root is not None:
                schema = f"{columns or LAKE[table]}, run string"
                return self._parquet(f"{self.root}/{table}", schema)
            return self._table(table)
        except LakeError:
            return None

    def definitions(self, run: str | None, finished: Sequence[str]) -> "DataFrame | None":
        """Definitions that finished runs, and `run` itself, have written."""
        from pyspark.sql import functions as F

        known = self.read_all("definitions")
        if known is None:
            return None
        return known.where(F.col("run").isin([*finished, *([run] if run else [])])).drop("run")

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
        """The finished runs, oldest first: run, at (UTC, ISO 8601), drift and unread (counts),
        summary (JSON). Raises LakeError when a newer Queuewright wrote one of them."""
        self.check()
        frame = self.read_all("runs")
        found = [] if frame is None else [row.asDict() for row in frame.collect()]
        return sorted(found, key=lambda row: (row["at"], row["run"]))

    def begun(self) -> Sequence[str]:
        """Runs that wrote something, finished or not, in the order of their names."""
        found: set[str] = set()
        for table in ("desired_inventories", "inventories"):
            frame = self.read_all(table, columns="environment string")
            if frame is not None:
                found |= {row["run"] for row in frame.select("run").distinct().collect()}
        return sorted(found)

    def finish(self, run: str, at: str, drift: int, unread: int, summary: str) -> None:
        """Make a run count."""
        row = (FORMAT, at, drift, unread, summary)
        self.write("runs", run, self.spark.createDataFrame([row], LAKE["runs"]).coalesce(1))

    def _drop(self, target: str, run: str) -> None:
        """Both the run and the table's name were checked: nothing in them can add a command."""
        from pyspark.errors import AnalysisException, UnsupportedOperationException

        try:
            self.spark.sql(f"DELETE FROM {target} WHERE run = '{run}'")  # noqa: S608
        except (AnalysisException, UnsupportedOperationException):
            # Tables of plain files know no DELETE, only partitions.
            self.spark.sql(f"ALTER TABLE {target} DROP IF EXISTS PARTITION (run = '{run}')")

    def _parquet(self, path: str, schema: str) -> "DataFrame":
        from pyspark.errors import AnalysisException

        try:
            frame = self.spark.read.schema(schema).parquet(path)
            frame.schema  # noqa: B018  Spark Connect looks at the path only now
        except AnalysisException as error:
            if "PATH_NOT_FOUND" not in str(error.getCondition()):
                raise LakeError(f"lake {self.name} cannot be read: {error}") from error
            missing = "/".join(path.rsplit("/", 2)[-2:])
            raise LakeError(
                f"lake {self.name} has no {missing}; run queuewright drift collect first"
            ) from None
        return frame

    def _table(self, table: str) -> "DataFrame":
        target = f"{self.table_prefix}{table}"
        if not self.spark.catalog.tableExists(target):
            raise LakeError(f"table {target} does not exist; run queuewright drift collect first")
        return self.spark.table(target)
