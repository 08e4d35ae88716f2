"""The storage of a lake: the verbs that files and tables have in common."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.errors import QueuewrightError

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

Where = Mapping[str, Collection[Any]]  # column -> the values that are wanted
Rows = "pa.Table | pa.RecordBatchReader"


class LakeError(QueuewrightError):
    """The lake cannot be read or written; the text names it and the way out."""


class NotThere(LakeError):
    """This part of the lake was not written yet."""


class Damaged(LakeError):
    """Files of the lake cannot be read. table: which one they are of. files: path -> why."""

    def __init__(self, lake: str, table: str, files: Mapping[str, str]) -> None:
        named = first_few([f"{path}: {reason}" for path, reason in files.items()])
        remediation = "restore them, or set them aside with queuewright drift check --set-aside"
        super().__init__(
            one_line(f"lake {lake} has damaged files: {'; '.join(named)}; {remediation}")
        )
        self.table = table
        self.files = dict(files)


class Storage(Protocol):
    """Arrow in, Arrow out: what the driver itself reads and writes."""

    name: str

    def prepare(self) -> None:
        """Make ready what is written to, where that is not done by writing."""

    def write(self, table: str, run: str, rows: Any, *, add: bool = False) -> None:
        """Replace what this run has of a table, or add to it. rows: `pa.Table`, or
        `pa.RecordBatchReader` for what is not to be held as a whole."""

    def read(
        self,
        table: str,
        run: str | None = None,
        *,
        columns: Sequence[str] | None = None,
        where: Where | None = None,
        lenient: bool = False,
    ) -> "pa.Table":
        """The rows of one run, or those of every run with their `run`.

        columns: those to read, by default all of the lake's. lenient: leave out the files that
        cannot be read, and remember them in `damaged`. Raises LakeError, NotThere, Damaged.
        """

    def runs_of(self, table: str) -> Sequence[str]:
        """The runs that wrote rows of a table, in the order of their names."""

    def verify(self, table: str, run: str) -> None:
        """Read what a run has of a table, whole. Raises Damaged."""

    def count(self, table: str, run: str) -> int:
        """How many rows a run has of a table."""

    def delete(self, table: str, runs: Collection[str]) -> None:
        """Delete what these runs have of a table."""

    @property
    def damaged(self) -> Mapping[str, str]:
        """Files that were left out, and why: path -> reason."""


class Frames(Protocol):
    """The same as DataFrames of Spark: what is too much for the driver."""

    spark: "SparkSession"

    def frame(self, table: str, run: str | None = None, *, lenient: bool = False) -> "DataFrame":
        """The rows of one run, or those of every run with their `run`. lenient: without files that
        cannot be read. Raises LakeError, NotThere."""

    def write_frame(self, table: str, run: str, frame: "DataFrame", *, add: bool = False) -> None:
        """As `Storage.write`. Columns that the table does not have are left out."""
