"""A file of a fleet: in a directory or an object store, compressed or not, the newest of several.

dumps/prod/QM1.mqsc             a file
dumps/prod/QM1.*.mqsc.gz        of those that match, the last by name: put the date into names
s3://bucket/prod/QM1.mqsc.gz    what pyarrow reaches: s3, gs, abfs, hdfs, file
"""

import gzip
import re
import zlib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

_GZIP = b"\x1f\x8b"


class FileUnreadable(QueuewrightError):
    """A file cannot be read; the text is one line that names it."""


def read_file(path: str) -> bytes:
    """The bytes of a path or URI; gzip is undone, by what the file begins with and not by its name.

    `*` may stand in the last part of the path: of the names that match, the last one counts.
    Raises FileUnreadable.
    """
    try:
        data = _remote(path) if "://" in path else _local(path)
        return gzip.decompress(data) if data.startswith(_GZIP) else data
    except FileUnreadable:
        raise
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise _failed(path, "the gzip file is damaged or cut off; copy it again") from None
    except OSError as error:
        raise _failed(path, f"{error.strerror or error}; correct its path") from None


def without_secret(path: str) -> str:
    """A URI without the password or key that somebody wrote into it; any other path as it is."""
    return re.sub(r"(?<=://)[^/@\s]*:[^@\s]*@", "[secret]@", path)


def _failed(path: str, why: str) -> FileUnreadable:
    return FileUnreadable(one_line(without_secret(f"{path}: {why}")))


def _local(path: str) -> bytes:
    file = Path(path)
    if "*" in file.name and not file.exists():
        matching = (entry.name for entry in file.parent.iterdir() if entry.is_file())
        file = file.parent / _last(path, [n for n in matching if fnmatchcase(n, file.name)])
    return file.read_bytes()


def _remote(path: str) -> bytes:
    import pyarrow as pa
    from pyarrow import fs

    scheme = path.partition("://")[0]
    try:
        system, inner = fs.FileSystem.from_uri(path)
    except pa.ArrowInvalid:
        why = f"{scheme} is no file system that can be read, or the URI is malformed"
        raise _failed(path, f"{why}; use s3, gs, abfs, hdfs or file") from None
    parent, _, name = inner.rpartition("/")
    if "*" in name:
        inner = f"{parent}/{_last(path, _names(system, parent, name))}"
    elif system.get_file_info(inner).type == fs.FileType.NotFound:
        raise _failed(path, "no such file; correct its path")
    # Not by its name: what a file is compressed with is seen in it.
    with system.open_input_stream(inner, compression=None) as stream:
        return bytes(stream.read())


def _names(system: "FileSystem", parent: str, pattern: str) -> list[str]:
    from pyarrow import fs

    infos = system.get_file_info(fs.FileSelector(parent, allow_not_found=True))
    return [o.base_name for o in infos if o.is_file and fnmatchcase(o.base_name, pattern)]


def _last(path: str, names: list[str]) -> str:
    if not names:
        raise _failed(path, "no file matches; correct the path")
    return max(names)
