"""A lake that Spark reads and writes: Parquet files that PyArrow does not reach here, and what
files have in common with tables."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from py4j.protocol import Py4JError
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from queuewright.catalogue.diagnostic import one_line
from queuewright.drift.engines.session import reason_of
from queuewright.drift.tables import LAKE, SCHEMAS, columns_of, frame_of

from .arrow_files import full
from .storage import Damaged, LakeError, NotThere, Where

_UNREADABLE = ("FAILED_READ_FILE", "CANNOT_READ_FILE")
_FEW = 1_000  # values that stand in the text of a query
_PATH = re.compile(r"\w+:/\S+\.parquet")


class SparkStorage:
    """Arrow in and out by way of Spark's DataFrames."""

    def __init__(self, spark: SparkSession, name: str) -> None:
        self.spark = spark
        self.name = name

    @property
    def damaged(self) -> Mapping[str, str]:
        return {}  # which they are Spark does not tell of those that it leaves out

    def frame(self, table: str, run: str | None = None, *, lenient: bool = False) -> DataFrame:
        """As `Frames.frame`. lenient: without the files that cannot be read."""
        raise NotImplementedError

    def write_frame(self, table: str, run: str, frame: DataFrame, *, add: bool = False) -> None:
        raise NotImplementedError

    def read(
        self,
        table: str,
        run: str | None = None,
        *,
        columns: Sequence[str] | None = None,
        where: Where | None = None,
        lenient: bool = False,
    ) -> pa.Table:
        frame = self.frame(table, run, lenient=lenient)
        for column, values in (where or {}).items():
            frame = where_one_of(frame, column, values)
        names = [*(columns or SCHEMAS[table].names), *(["run"] if run is None else [])]
        schema = pa.schema([_field(table, name) for name in names])
        with self._readable(table):
            return frame.select(*names).toArrow().cast(schema)

    def verify(self, table: str, run: str) -> None:
        with self._readable(table):
            self.frame(table, run).write.format("noop").mode("overwrite").save()

    def count(self, table: str, run: str) -> int:
        return self.frame(table, run).count()

    @contextmanager
    def _readable(self, table: str) -> Iterator[None]:
        try:
            yield
        except (PySparkException, Py4JError) as error:
            if not any(word in str(error) for word in _UNREADABLE):
                raise
            paths = _PATH.findall(str(error)) or [f"{self.name}/{table}"]
            raise Damaged(self.name, table, {paths[0]: reason_of(error)}) from error

    def write(self, table: str, run: str, rows: Any, *, add: bool = False) -> None:
        held = rows.read_all() if isinstance(rows, pa.RecordBatchReader) else rows
        with self.named():
            self.write_frame(table, run, frame_of(self.spark, held).coalesce(1), add=add)

    def runs_of(self, table: str) -> Sequence[str]:
        try:
            frame = self.frame(table, lenient=True)
        except NotThere:
            return []
        return sorted(row["run"] for row in frame.select("run").distinct().collect())

    @contextmanager
    def named(self) -> Iterator[None]:
        """Spark's error for a write that fails, in one line with the lake and the remediation."""
        try:
            yield
        except (PySparkException, Py4JError) as error:
            if "No space left on device" in str(error):
                raise LakeError(full(self.name, "its disk")) from error
            text = f"lake {self.name} cannot be written: {reason_of(error)}"
            raise LakeError(one_line(f"{text}; give a directory or tables that can")) from error


class SparkFiles(SparkStorage):
    """Parquet files below `root`, a path or URI: `ROOT/<table>/run=<id>/`."""

    def __init__(self, spark: SparkSession, root: str) -> None:
        super().__init__(spark, root.rstrip("/"))

    def prepare(self) -> None:
        """Nothing: folders are made as they are written to."""

    def frame(self, table: str, run: str | None = None, *, lenient: bool = False) -> DataFrame:
        part = table if run is None else f"{table}/run={run}"
        schema = f"{LAKE[table]}{', run string' if run is None else ''}"
        try:
            reader = self.spark.read.options(ignoreCorruptFiles=lenient).schema(schema)
            frame = reader.parquet(f"{self.name}/{part}")
            # Spark Connect looks at the path only now. The schema itself takes Python 40 ms.
            frame.isStreaming  # noqa: B018
        except AnalysisException as error:
            if "PATH_NOT_FOUND" not in str(error.getCondition()):
                raise LakeError(
                    one_line(f"lake {self.name} cannot be read: {reason_of(error)}")
                ) from error
            raise NotThere(
                f"lake {self.name} has no {part}; run queuewright drift collect first"
            ) from None
        return frame

    def write_frame(self, table: str, run: str, frame: DataFrame, *, add: bool = False) -> None:
        rows = frame.select(*columns_of(LAKE[table]))
        rows.write.mode("append" if add else "overwrite").parquet(f"{self.name}/{table}/run={run}")

    def delete(self, table: str, runs: Collection[str]) -> None:
        raise LakeError(
            f"lake {self.name} cannot be pruned through Spark; delete the folders "
            f"{table}/run=RUN of the runs that are not wanted, or run where PyArrow reaches it"
        )


def _field(table: str, name: str) -> pa.Field:
    return pa.field("run", pa.string()) if name == "run" else SCHEMAS[table].field(name)


def where_one_of(
    rows: DataFrame, column: str, values: Collection[str] | Collection[bytes]
) -> DataFrame:
    """The rows whose column is one of these. As `isin`, which asks Java once for each of them: half
    a second for a thousand.

    A few are written as their bytes, so that none of them can end the expression, and so that
    Parquet need not decode what has none of them; many are a table of their own.
    """
    if len(values) > _FEW:
        kind = pa.binary() if isinstance(next(iter(values)), bytes) else pa.string()
        chosen = pa.table({column: pa.array(list(values), kind)})
        return rows.join(F.broadcast(frame_of(rows.sparkSession, chosen)), column, "left_semi")
    quoted = [
        f"X'{value.hex()}'"
        if isinstance(value, bytes)
        else f"CAST(X'{value.encode().hex()}' AS STRING)"
        for value in values
    ]
    return rows.where(F.expr(f"`{column}` IN ({', '.join(quoted)})") if quoted else F.lit(False))
