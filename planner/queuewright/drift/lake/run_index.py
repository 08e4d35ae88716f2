"""An index of the finished runs of a lake of files, without opening a file for each of them.

A run's row is a file of its own, whose name nobody uses twice. The contents of a file are kept in
one other, ROOT/_index, which only saves time: it may be lost, and what it does not know is read.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath

import pyarrow as pa

from queuewright.drift.tables import SCHEMAS

from .arrow_files import ArrowFiles
from .storage import LakeError

_COLUMNS = ("format", "at", "drift", "failed")
INDEX = pa.schema(
    [("file", pa.string()), ("run", pa.string()), *(SCHEMAS["runs"].field(n) for n in _COLUMNS)]
)
_NEW = 20  # files that are read again each time, before the index is written again


def finished(files: ArrowFiles) -> pa.Table:
    """run, format, at, drift, failed of the finished runs. Files that cannot be read are left out,
    and remembered by `files`."""
    present = {PurePath(path).name: run for path, run in files.files_of("runs").items()}
    known = {row["file"]: row for row in _index(files) if row["file"] in present}
    new = {name: run for name, run in present.items() if name not in known}
    rows = [*known.values(), *_read(files, new)]
    if len(new) > _NEW:
        _keep(files, rows)
    shown = [row for row in rows if row.get("format") is not None]
    return pa.Table.from_pylist(shown, INDEX).drop_columns(["file"])


def _read(files: ArrowFiles, new: Mapping[str, str]) -> Sequence[Mapping[str, object]]:
    rows: list[Mapping[str, object]] = []
    for name, run in new.items():
        own = files.read_file("runs", run, name, _COLUMNS)
        if own is None:
            continue
        # A run that was begun again has a file without a row.
        rows += [{"file": name, "run": run, **row} for row in own.to_pylist() or [{"at": None}]]
    return rows


def _index(files: ArrowFiles) -> Sequence[Mapping[str, object]]:
    kept = files.read_aside(INDEX)
    return [] if kept is None else list(kept.to_pylist())


def _keep(files: ArrowFiles, rows: Sequence[Mapping[str, object]]) -> None:
    try:
        files.write_aside(pa.Table.from_pylist(list(rows), INDEX))
    except LakeError:
        return  # of a lake that may only be read
