"""What a lake is stored in: Parquet files, or tables of the session's catalogue.

Files lie below a directory or object store, `ROOT/<table>/run=<id>/`. Tables are Delta Lake, Apache
Iceberg or plain Parquet, by the catalogue's choice, or that of `spark.sql.sources.default` in
Spark's own; tables that are there already are used as they are. One run is one partition. Delta and
Iceberg replace it in one commit; plain files know only how to drop it and write it again.
"""

import re

from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StructField

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError

from .session import OWN, reason_of
from .tables import LAKE, columns_of

# catalog.schema.prefix; Iceberg's namespaces may have more parts. Nothing that ends a quoted name.
_PREFIX = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_][A-Za-z0-9_-]*){0,7}")


class LakeError(QueuewrightError):
    """The lake cannot be read or written; the text names it and the way out."""


class NotThere(LakeError):
    """This part of the lake was not written yet."""


class LakeFiles:
    """Parquet files below `root`, a path or URI."""

    def __init__(self, spark: SparkSession, root: str) -> None:
        self.spark = spark
        self.name = root.rstrip("/")

    def prepare(self) -> None:
        """Nothing: folders are made as they are written to."""

    def write(self, table: str, run: str, frame: DataFrame, mode: str = "overwrite") -> None:
        """Replace what this run has of a table."""
        rows = frame.select(*columns_of(LAKE[table]))
        rows.write.mode(mode).parquet(f"{self.name}/{table}/run={run}")

    def add(self, table: str, run: str, frame: DataFrame) -> None:
        """Add rows to what this run has of a table."""
        self.write(table, run, frame, "append")

    def read(
        self, table: str, columns: str | None = None, run: str | None = None, **options: str
    ) -> DataFrame:
        """As `LakeTables.read`. options: of Spark's reader."""
        part = table if run is None else f"{table}/run={run}"
        schema = f"{columns or LAKE[table]}{', run string' if run is None else ''}"
        try:
            reader = self.spark.read.options(**options).schema(schema)
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


class LakeTables:
    """Tables whose names begin with `prefix`. Raises LakeError for what is no prefix, and for
    tables that would not outlive the session."""

    def __init__(self, spark: SparkSession, prefix: str) -> None:
        if not _PREFIX.fullmatch(prefix):
            raise LakeError(
                f"table prefix {shown(prefix)} is not catalog.schema.prefix; correct it"
            )
        self.spark = spark
        self.prefix = prefix
        self.name = f"tables {prefix}*"
        self._ready = False
        if _forgetful(spark, prefix):
            raise LakeError(
                f"{self.name} would be gone when this session of Spark ends, for its "
                "catalogue is in memory; give --lake DIR, or configure a catalogue that stays"
            )

    def write(self, table: str, run: str, frame: DataFrame) -> None:
        """Replace what this run has in a table. `run` was checked: it can add no command."""
        target, rows = self._rows(table, run, frame)
        try:
            # Iceberg would send all rows to one task, for they are all of one partition.
            writer = rows.writeTo(target).option("distribution-mode", "none")
            writer.overwrite(F.col("run") == F.lit(run))
        except AnalysisException as error:
            if "v1 table" not in str(error):
                raise
            # Plain files. Rows may come from the table itself, which Spark does not overwrite.
            self.spark.sql(f"ALTER TABLE {target} DROP IF EXISTS PARTITION (run = '{run}')")
            rows.write.insertInto(target)

    def add(self, table: str, run: str, frame: DataFrame) -> None:
        """Add rows to what this run has in a table."""
        target, rows = self._rows(table, run, frame)
        rows.write.insertInto(target)

    def _rows(self, table: str, run: str, frame: DataFrame) -> tuple[str, DataFrame]:
        """The table's quoted name, once it is there, and the rows in the order of its columns."""
        target = _quoted(f"{self.prefix}{table}")
        self.prepare()
        given = set(frame.columns)

        def column(field: StructField) -> Column:
            if field.name in given:
                return F.col(field.name)
            value = F.lit(run if field.name == "run" else None)
            return value.cast(field.dataType).alias(field.name)

        # In the order of the table; what a newer Queuewright has added to it stays empty.
        return target, frame.select(*map(column, self.spark.table(target).schema.fields))

    def read(
        self, table: str, columns: str | None = None, run: str | None = None, **_: str
    ) -> DataFrame:
        """The rows of one run, or those of every run with their `run`.

        columns: DDL of those to read, by default all of the lake's. Raises LakeError, NotThere.
        """
        target = _quoted(f"{self.prefix}{table}")
        if not self._exists(target):
            raise NotThere(
                f"table {self.prefix}{table} does not exist; run queuewright drift collect first"
            )
        stored = self.spark.table(target)
        present = set(stored.columns)
        frame = stored.select(
            *(
                F.col(name) if name in present else F.lit(None).cast(kind).alias(name)
                for name, kind in columns_of(columns or LAKE[table]).items()
            ),
            "run",
        )
        return frame if run is None else frame.where(F.col("run") == run).drop("run")

    def _exists(self, target: str) -> bool:
        try:
            return bool(self.spark.catalog.tableExists(target))
        except AnalysisException as error:
            raise LakeError(
                one_line(
                    f"{self.name} cannot be reached: {reason_of(error)}; correct --table "
                    f"or configure its catalogue, spark.sql.catalog.{self.prefix.split('.')[0]}"
                )
            ) from error

    def prepare(self) -> None:
        """Make the tables, and add to them the columns that an older Queuewright did not know: all
        at once and before any is read, for what reads a table does not outlive such a change."""
        if not self._ready:
            for table in LAKE:
                self._prepare(table, _quoted(f"{self.prefix}{table}"))
            self._ready = True

    def _prepare(self, table: str, target: str) -> None:
        if not self._exists(target):
            nothing = self.spark.createDataFrame([], f"{LAKE[table]}, run string")
            try:
                nothing.writeTo(target).partitionedBy(F.col("run")).create()
                return
            except AnalysisException as error:
                condition = str(error.getCondition())
                if "SCHEMA_NOT_FOUND" in condition:
                    schema, _, _ = self.prefix.rpartition(".")
                    raise LakeError(
                        f"schema {schema} of the {self.name} does not exist; CREATE "
                        f"SCHEMA {_quoted(schema)}, or correct --table"
                    ) from error
                if "ALREADY_EXISTS" not in condition or not self._exists(target):
                    raise
        missing = self._missing(table, target)
        if not missing:
            return
        added = ", ".join(f"`{name}` {kind}" for name, kind in missing)
        try:
            self.spark.sql(f"ALTER TABLE {target} ADD COLUMNS ({added})")
        except AnalysisException:
            if self._missing(table, target):  # else another job has added them just now
                raise

    def _missing(self, table: str, target: str) -> list[tuple[str, str]]:
        present = set(self.spark.table(target).columns)
        return [
            (name, kind) for name, kind in columns_of(LAKE[table]).items() if name not in present
        ]


def _quoted(name: str) -> str:
    return ".".join(f"`{part}`" for part in name.split("."))


def _forgetful(spark: SparkSession, prefix: str) -> bool:
    """Tables of Spark's own catalogue in memory, in a session that ends with this command."""
    if spark.conf.get(OWN, None) is None:
        return False
    first, dot, _ = prefix.partition(".")
    named = dot and spark.conf.get(f"spark.sql.catalog.{first}", None) is not None
    catalogue = first if named else spark.catalog.currentCatalog()
    if catalogue != "spark_catalog":
        return False
    # Delta's keeps no list of its own; any other in this place does.
    over = spark.conf.get("spark.sql.catalog.spark_catalog", None) or "builtin"
    kept = spark.conf.get("spark.sql.catalogImplementation", "in-memory")
    return kept == "in-memory" and (over == "builtin" or over.endswith(".DeltaCatalog"))
