"""Parquet files that PyArrow reaches itself: `ROOT/<table>/run=<id>/`, as Spark writes them."""

import errno
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from pyarrow import fs

from queuewright.catalogue.diagnostic import one_line
from queuewright.drift.tables import SCHEMAS

from .storage import Damaged, LakeError, NotThere, Where

ASIDE = "_damaged"  # where damaged files are put; names that begin so are nobody's rows
_HIDDEN = ("_", ".")
_PARTITION = "run="


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

    @property
    def is_local(self) -> bool:
        return isinstance(self._files, fs.LocalFileSystem)

    def prepare(self) -> None:
        """Nothing: folders are made as they are written to."""

    def runs_of(self, table: str) -> Sequence[str]:
        found = self._listed(f"{self._root}/{table}")
        folders = (each.base_name for each in found if each.type == fs.FileType.Directory)
        return sorted(
            name.removeprefix(_PARTITION) for name in folders if name.startswith(_PARTITION)
        )

    def files_of(self, table: str, run: str) -> Sequence[str]:
        """The paths of the files that one run has of a table."""
        found = self._listed(f"{self._root}/{table}/{_PARTITION}{run}")
        return sorted(
            each.path
            for each in found
            if each.type == fs.FileType.File and not each.base_name.startswith(_HIDDEN)
        )

    def read(
        self,
        table: str,
        run: str | None = None,
        *,
        columns: Sequence[str] | None = None,
        where: Where | None = None,
        lenient: bool = False,
    ) -> pa.Table:
        runs = self.runs_of(table) if run is None else [run]
        paths = {
            path: each
            for each in runs
            for path in self.files_of(table, each)
            if path not in self._damaged
        }
        if not paths and (run is None or not self._is_there(table, run)):
            part = table if run is None else f"{table}/{_PARTITION}{run}"
            raise NotThere(f"lake {self.name} has no {part}; run queuewright drift collect first")
        schema = SCHEMAS[table]
        names = list(columns or schema.names)
        try:
            return self._read(paths, schema, names, where, with_run=run is None)
        except (pa.ArrowException, OSError) as error:
            with self._named(reading=True):
                broken = dict(self._broken(paths))
                if not broken:  # else it was there a moment ago
                    raise LakeError(
                        one_line(f"lake {self.name} cannot be read: {error}")
                    ) from error
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

    def _broken(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Those of the files that cannot be read whole, and why."""
        for path in paths:
            why = self.why_broken(path)
            if why is not None:
                yield path, why

    def why_broken(self, path: str) -> str | None:
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
    ) -> None:
        folder = f"{self._root}/{table}/{_PARTITION}{run}"
        name = f"part-{uuid4().hex}.parquet"
        reader = rows if isinstance(rows, pa.RecordBatchReader) else rows.to_reader()
        with self._named():
            self._files.create_dir(folder, recursive=True)
            former = [] if add else self.files_of(table, run)
            temporary = f"{folder}/.{name}"
            try:
                self._write_file(temporary, SCHEMAS[table], reader)
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
            for batch in reader:
                writer.write_batch(_of_schema(batch, schema))

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

    def _listed(self, folder: str) -> Sequence[fs.FileInfo]:
        with self._named(reading=True):
            return list(self._files.get_file_info(fs.FileSelector(folder, allow_not_found=True)))

    def _forget(self, path: str) -> None:
        try:
            self._files.delete_file(path)
        except OSError:
            return  # it was not even made, or the disk does not answer: nothing reads it

    @contextmanager
    def _named(self, *, reading: bool = False) -> Iterator[None]:
        """What the file system says, in one line with the lake and the way out."""
        try:
            yield
        except OSError as error:
            raise self.refused(error, reading=reading) from error

    def refused(self, error: OSError, *, reading: bool = False) -> LakeError:
        if error.errno == errno.ENOSPC:
            return LakeError(full(self.name, _mount_point(Path(self._root))))
        verb, way_out = ("read", "") if reading else ("written", "; give a directory that can")
        reason = os.strerror(error.errno) if error.errno else str(error)
        return LakeError(one_line(f"lake {self.name} cannot be {verb}: {reason}{way_out}"))


def full(lake: str, disk: str) -> str:
    """What is said of a full disk."""
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
