"""A lake in tables of the session's catalogue.

They are Delta Lake, Apache Iceberg or plain Parquet, by the catalogue's choice, or that of
`spark.sql.sources.default` in Spark's own; tables that are there already are used as they are. One
run is one partition. Delta and Iceberg replace it in one commit; plain files know only how to drop
it and write it again.
"""

import re
from collections.abc import Collection

from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StructField

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.drift.engines.session import OWN, reason_of
from queuewright.drift.tables import LAKE, columns_of

from .spark_files import SparkStorage
from .storage import LakeError, NotThere

# catalog.schema.prefix; Iceberg's namespaces may have more parts. Nothing that ends a quoted name.
_PREFIX = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_][A-Za-z0-9_-]*){0,7}")


class LakeTables(SparkStorage):
    """Tables whose names begin with `prefix`. Raises LakeError for what is not a prefix, and for
    tables that would not outlive the session."""

    def __init__(self, spark: SparkSession, prefix: str) -> None:
        if not _PREFIX.fullmatch(prefix):
            raise LakeError(
                f"table prefix {shown(prefix)} is not catalog.schema.prefix; correct it"
            )
        super().__init__(spark, f"tables {prefix}*")
        self.prefix = prefix
        self._ready = False
        if _forgetful(spark, prefix):
            raise LakeError(
                f"{self.name} would be gone when this session of Spark ends, for its "
                "catalogue is in memory; give --lake DIR, or configure a catalogue that stays"
            )

    def write_frame(self, table: str, run: str, frame: DataFrame, *, add: bool = False) -> None:
        """`run` was checked: it can add no command."""
        target, rows = self._rows(table, run, frame)
        if add:
            rows.write.insertInto(target)
            return
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

    def delete(self, table: str, runs: Collection[str]) -> None:
        target = _quoted(f"{self.prefix}{table}")
        if not self._exists(target):
            return
        for run in runs:
            try:
                self.spark.sql(f"DELETE FROM {target} WHERE run = '{run}'")  # noqa: S608
            except AnalysisException:  # plain Parquet knows only partitions
                self.spark.sql(f"ALTER TABLE {target} DROP IF EXISTS PARTITION (run = '{run}')")

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

    def frame(self, table: str, run: str | None = None, *, lenient: bool = False) -> DataFrame:
        del lenient  # a catalogue's files are its own
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
                for name, kind in columns_of(LAKE[table]).items()
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
