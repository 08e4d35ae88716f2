"""Parquet files that PyArrow reaches itself: `ROOT/<table>/run=<id>/`, as Spark writes them."""

import errno
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from pyarrow import fs

from queuewright.catalogue.diagnostic import one_line
from queuewright.drift.tables import SCHEMAS

from .storage import Damaged, LakeError, NotThere, Where

ASIDE = "_damaged"  # where damaged files are put; names that begin so are nobody's rows
INDEX = "_index"
_HIDDEN = ("_", ".")
_PARTITION = "run="
_GROUP, _WIDE_GROUP = 131_072, 4_096  # rows; buckets are two kilobytes each


class StoredFile(NamedTuple):
    """A file of a run: bytes, and when it was written, in nanoseconds since 1970."""

    run: str
    size: int
    written: int

    def age(self, now: datetime) -> float:
        """In seconds."""
        return now.timestamp() - self.written / 1e9


class ArrowFiles:
    """Files below `root`, a path or a URI that pyarrow reaches."""

    def __init__(self, root: str) -> None:
        self.name = root.rstrip("/") or "/"
        self._damaged: dict[str, str] = {}
        try:
            if "://" in root:
                self._files, self._root = fs.FileSystem.from_uri(self.name)
            else:
                self._files, self._root = fs.LocalFileSystem(), str(Path(self.name).absolute())
        except (pa.ArrowInvalid, OSError) as error:
            raise LakeError(
                one_line(f"lake {self.name} cannot be reached: {error}; give a directory, or a URI")
            ) from None

    @property
    def damaged(self) -> Mapping[str, str]:
        return self._damaged

    def prepare(self) -> None:
        """Nothing: folders are made as they are written to."""

    def runs_of(self, table: str) -> Sequence[str]:
        found = self._listed(f"{self._root}/{table}")
        folders = (each.base_name for each in found if each.type == fs.FileType.Directory)
        return sorted(
            name.removeprefix(_PARTITION) for name in folders if name.startswith(_PARTITION)
        )

    def files_of(self, table: str, run: str | None = None) -> dict[str, str]:
        """The paths of the files of a table, each with its run: of one run, or of all."""
        return {path: each.run for path, each in self.stored(table, run).items()}

    def stored(self, table: str, run: str | None = None) -> "dict[str, StoredFile]":
        """Path -> the file, of one run or of all."""
        folder = f"{self._root}/{table}"
        if run is not None:
            folder = f"{folder}/{_PARTITION}{run}"
        found = self._listed(folder, recursive=run is None)
        return {
            each.path: StoredFile(run or _run_of(each.path), each.size or 0, each.mtime_ns or 0)
            for each in sorted(found, key=lambda each: each.path)
            if each.type == fs.FileType.File and not each.base_name.startswith(_HIDDEN)
        }

    def read(
        self,
        table: str,
        run: str | None = None,
        *,
        columns: Sequence[str] | None = None,
        where: Where | None = None,
        lenient: bool = False,
    ) -> pa.Table:
        found = self.files_of(table, run)
        paths = {path: each for path, each in found.items() if path not in self._damaged}
        if not paths and (run is None or not self._is_there(table, run)):
            part = table if run is None else f"{table}/{_PARTITION}{run}"
            raise NotThere(f"lake {self.name} has no {part}; run queuewright drift collect first")
        schema = SCHEMAS[table]
        names = list(columns or schema.names)
        try:
            return self._read(paths, schema, names, where, with_run=run is None)
        except (pa.ArrowException, OSError) as error:
            if self.files_of(table, run).keys() != found.keys():
                # Another job has replaced them just now.
                return self.read(table, run, columns=columns, where=where, lenient=lenient)
            broken = {path: reason for path in paths if (reason := self.damage(path)) is not None}
            if not broken:
                raise LakeError(one_line(f"lake {self.name} cannot be read: {error}")) from error
            if not lenient:
                raise Damaged(self.name, table, broken) from None
            self._damaged |= broken
            return self.read(table, run, columns=columns, where=where, lenient=True)

    def _read(
        self,
        paths: Mapping[str, str],
        schema: pa.Schema,
        names: Sequence[str],
        where: Where | None,
        *,
        with_run: bool,
    ) -> pa.Table:
        condition = None
        for column, values in (where or {}).items():
            wanted = pa.array(list(values), schema.field(column).type)
            one = ds.field(column).isin(wanted)
            condition = one if condition is None else condition & one
        if with_run:
            schema = schema.append(pa.field("run", pa.string()))
            names = [*names, "run"]
        dataset = ds.FileSystemDataset.from_paths(
            list(paths),
            schema=schema,
            format=ds.ParquetFileFormat(),
            filesystem=self._files,
            partitions=[ds.field("run") == run for run in paths.values()],
        )
        return dataset.to_table(columns=list(names), filter=condition)

    def read_file(self, table: str, run: str, name: str, columns: Sequence[str]) -> pa.Table | None:
        """The rows of one file; None where it cannot be read, which is remembered, and where it is
        gone."""
        path = f"{self._root}/{table}/{_PARTITION}{run}/{name}"
        if path in self._damaged:
            return None
        try:
            return self._read({path: run}, SCHEMAS[table], columns, None, with_run=False)
        except FileNotFoundError:
            return None
        except (pa.ArrowException, OSError) as error:
            self._damaged[path] = self.damage(path) or one_line(str(error))
            return None

    def read_aside(self, schema: pa.Schema) -> pa.Table | None:
        """The rows that `write_aside` wrote, None where nothing can be read."""
        try:
            with self._files.open_input_file(f"{self._root}/{INDEX}") as source:
                return pq.read_table(source, schema=schema)
        except (pa.ArrowException, OSError, ValueError):
            return None

    def write_aside(self, rows: pa.Table) -> None:
        """Keep what saves time and may be lost."""
        temporary = f"{self._root}/{INDEX}.{uuid4().hex}"
        with self._named():
            with self._files.open_output_stream(temporary) as sink:
                pq.write_table(rows, sink)
            self._files.move(temporary, f"{self._root}/{INDEX}")

    def damage(self, path: str) -> str | None:
        """Why a file cannot be read whole; None where it can."""
        try:
            with self._files.open_input_file(path) as source:
                file = pq.ParquetFile(source)
                for _ in file.iter_batches():
                    pass
        except (pa.ArrowException, OSError, ValueError) as error:
            return one_line(str(error))[:200]
        return None

    def write(
        self,
        table: str,
        run: str,
        rows: "pa.Table | pa.RecordBatchReader",
        *,
        add: bool = False,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        folder = f"{self._root}/{table}/{_PARTITION}{run}"
        name = f"part-{uuid4().hex}.parquet"
        reader = rows if isinstance(rows, pa.RecordBatchReader) else rows.to_reader()
        with self._named():
            self._files.create_dir(folder, recursive=True)
            former = {} if add else self.files_of(table, run)
            temporary = f"{folder}/.{name}"
            try:
                self._write_file(temporary, SCHEMAS[table].with_metadata(metadata), reader)
            except BaseException:
                self._forget(temporary)
                raise
            # In this order: cut off in between, the run has nothing there, and never both.
            for path in former:
                with suppress(FileNotFoundError):  # another job replaces it, too
                    self._files.delete_file(path)
            self._files.move(temporary, f"{folder}/{name}")

    def _write_file(self, path: str, schema: pa.Schema, reader: pa.RecordBatchReader) -> None:
        with (
            self._files.open_output_stream(path) as sink,
            pq.ParquetWriter(sink, schema, compression="zstd") as writer,
        ):
            # Whoever looks for a few rows reads the groups that have one of them, whole.
            size = _WIDE_GROUP if "buckets" in schema.names else _GROUP
            for batch in reader:
                writer.write_batch(_of_schema(batch, schema), row_group_size=size)

    def verify(self, table: str, run: str) -> None:
        """Raises Damaged."""
        broken = {
            path: reason
            for path in self.files_of(table, run)
            if (reason := self.damage(path)) is not None
        }
        if broken:
            raise Damaged(self.name, table, broken)

    def count(self, table: str, run: str) -> int:
        rows = 0
        for path in self.files_of(table, run):
            with self._named(reading=True), self._files.open_input_file(path) as source:
                rows += pq.ParquetFile(source).metadata.num_rows
        return rows

    def delete_files(self, paths: Collection[str]) -> None:
        """Delete files; one that is gone already is not an error."""
        with self._named():
            for path in paths:
                with suppress(FileNotFoundError):
                    self._files.delete_file(path)

    def metadata(self, path: str) -> Mapping[str, str]:
        """The metadata of a file from when it was written."""
        with self._named(reading=True), self._files.open_input_file(path) as source:
            noted = pq.ParquetFile(source).schema_arrow.metadata or {}
        return {name.decode(): value.decode() for name, value in noted.items()}

    def delete(self, table: str, runs: Collection[str]) -> None:
        with self._named():
            for run in runs:
                folder = f"{self._root}/{table}/{_PARTITION}{run}"
                if self._files.get_file_info(folder).type != fs.FileType.NotFound:
                    self._files.delete_dir(folder)

    def set_aside(self, path: str) -> str:
        """Move a file of the lake to where nothing reads it. Gives its new path."""
        inner = path.removeprefix(f"{self._root}/")
        target = f"{self._root}/{ASIDE}/{inner}"
        with self._named():
            self._files.create_dir(target.rpartition("/")[0], recursive=True)
            self._files.move(path, target)
        self._damaged.pop(path, None)
        return target

    def _is_there(self, table: str, run: str) -> bool:
        folder = f"{self._root}/{table}/{_PARTITION}{run}"
        return bool(self._files.get_file_info(folder).type == fs.FileType.Directory)

    def _listed(self, folder: str, *, recursive: bool = False) -> Sequence[fs.FileInfo]:
        chosen = fs.FileSelector(folder, allow_not_found=True, recursive=recursive)
        with self._named(reading=True):
            return list(self._files.get_file_info(chosen))

    def _forget(self, path: str) -> None:
        try:
            self._files.delete_file(path)
        except OSError:
            return  # it was not even made, or the disk does not answer: nothing reads it

    @contextmanager
    def _named(self, *, reading: bool = False) -> Iterator[None]:
        """The file system's error, in one line with the lake and the remediation."""
        try:
            yield
        except OSError as error:
            raise self.refused(error, reading=reading) from error

    def refused(self, error: OSError, *, reading: bool = False) -> LakeError:
        if error.errno == errno.ENOSPC:
            return LakeError(full(self.name, _mount_point(Path(self._root))))
        verb, remediation = ("read", "") if reading else ("written", "; give a directory that can")
        reason = os.strerror(error.errno) if error.errno else str(error)
        return LakeError(one_line(f"lake {self.name} cannot be {verb}: {reason}{remediation}"))


def _run_of(path: str) -> str:
    """The run that a file of a table is of, "" where it is of none."""
    folder = path.rpartition("/")[0].rpartition("/")[2]
    return folder.removeprefix(_PARTITION) if folder.startswith(_PARTITION) else ""


def full(lake: str, disk: str) -> str:
    """The error for a full disk."""
    return one_line(
        f"lake {lake} cannot be written: no space is left on {disk}; free some (queuewright drift "
        "prune --keep 90d), and run again: the runs that ended are as they were"
    )


def _mount_point(path: Path) -> str:
    while not path.exists() and path != path.parent:
        path = path.parent
    while not path.is_mount() and path != path.parent:
        path = path.parent
    return f"the disk of {path}"


def _of_schema(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The columns of the table, in its order; what the rows do not have is null."""
    given = set(batch.schema.names)
    arrays = [
        batch.column(field.name).cast(field.type)
        if field.name in given
        else pa.nulls(batch.num_rows, field.type)
        for field in schema
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
