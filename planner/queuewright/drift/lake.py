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

from .tables import FORMAT

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["TABLES", "Lake", "LakeError"]

TABLES = (
    "observations",
    "inventories",
    "definitions",
    "desired",
    "desired_inventories",
    "desired_definitions",
    "drift",
    "runs",
)
_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_TABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")


class LakeError(QueuewrightError):
    """The lake cannot be read or written; the text names it and the way out."""


class Lake:
    """Reads and writes whole runs. `root` is a path or URI, or `table_prefix` names the tables:
    `drift` in `catalog.schema.drift_` gives `catalog.schema.drift_observations` and so on."""

    def __init__(
        self, spark: "SparkSession", root: str | None = None, *, table_prefix: str | None = None
    ) -> None:
        if (root is None) == (table_prefix is None):
            raise LakeError("a lake is a directory or a prefix of tables; give one of them")
        if table_prefix is not None and not _TABLE.fullmatch(table_prefix):
            raise LakeError(f"table prefix {shown(table_prefix)} is not catalog.schema.prefix")
        self.spark = spark
        self.root = None if root is None else root.rstrip("/")
        self.table_prefix = table_prefix

    @property
    def name(self) -> str:
        return self.root or f"tables {self.table_prefix}*"

    def write(self, table: str, run: str, frame: "DataFrame") -> None:
        """Write one run's rows of a table; what this run wrote before is replaced."""
        if not _RUN.fullmatch(run):
            raise LakeError(f"run {shown(run)} is not an identifier of A-Z a-z 0-9 . _ -")
        if self.root is not None:
            frame.write.mode("overwrite").parquet(f"{self.root}/{table}/run={run}")
            return
        from pyspark.sql import functions as F

        target = f"{self.table_prefix}{table}"
        rows = frame.withColumn("run", F.lit(run))
        if self.spark.catalog.tableExists(target):
            columns = self.spark.table(target).columns
            (
                rows.select(*columns)
                .write.option("partitionOverwriteMode", "dynamic")
                .mode("overwrite")
                .insertInto(target)
            )
        else:
            rows.write.partitionBy("run").saveAsTable(target)

    def read(self, table: str, run: str) -> "DataFrame":
        """The rows of one run. Raises LakeError when there are none."""
        if self.root is not None:
            return self._parquet(f"{self.root}/{table}/run={run}")
        from pyspark.sql import functions as F

        return self._table(table).where(F.col("run") == run).drop("run")

    def read_all(self, table: str) -> "DataFrame | None":
        """The rows of every run, with their `run`; None when there are none yet."""
        try:
            if self.root is not None:
                frame = self._parquet(f"{self.root}/{table}")
                return frame if "run" in frame.columns else None
            return self._table(table)
        except LakeError:
            return None

    def runs(self) -> Sequence[dict[str, Any]]:
        """The finished runs, oldest first: run, at (UTC, ISO 8601), version, counts.

        Raises LakeError when a newer Queuewright wrote one of them.
        """
        frame = self.read_all("runs")
        found = [] if frame is None else [row.asDict() for row in frame.collect()]
        newer = [row for row in found if row["format"] > FORMAT]
        if newer:
            raise LakeError(
                f"lake {self.name} has run {newer[0]['run']} of format {newer[0]['format']}, and "
                f"this Queuewright reads format {FORMAT}; install a newer Queuewright"
            )
        for row in found:
            row["run"] = str(row["run"])
        return sorted(found, key=lambda row: (row["at"], row["run"]))

    def finish(self, run: str, facts: dict[str, Any]) -> None:
        """Make a run count. `facts`: at, desired (its version), environments, unread, objects."""
        self.write("runs", run, self.spark.createDataFrame([{"format": FORMAT, **facts}]))

    def _parquet(self, path: str) -> "DataFrame":
        from pyspark.errors import AnalysisException

        try:
            return self.spark.read.parquet(path)
        except AnalysisException as error:
            raise LakeError(f"lake {self.name} has no {path.rsplit('/', 2)[-2:]}") from error

    def _table(self, table: str) -> "DataFrame":
        target = f"{self.table_prefix}{table}"
        if not self.spark.catalog.tableExists(target):
            raise LakeError(f"table {target} does not exist; run queuewright drift collect first")
        return self.spark.table(target)
