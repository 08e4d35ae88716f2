"""Files that only their owner may read: they hold what systems are like, and who uses them."""

import os
import stat
from pathlib import Path
from typing import BinaryIO

_ONLY_OWNER = 0o600


def open_private(path: Path, *, append: bool = False) -> BinaryIO:
    """Open a file to write, for its owner only, whatever umask and an older file allow.

    append: keep what it has. Raises OSError.
    """

    def opened(name: str, flags: int) -> int:
        if os.name != "posix":
            return os.open(name, flags, _ONLY_OWNER)
        number = os.open(name, flags & ~os.O_TRUNC, _ONLY_OWNER)
        if stat.S_ISREG(os.fstat(number).st_mode):
            os.fchmod(number, _ONLY_OWNER)  # before anything is written
            if not append:
                os.ftruncate(number, 0)
        return number

    return open(path, "ab" if append else "wb", opener=opened)


def make_private(path: Path) -> None:
    """An empty file of its owner where there is none. Raises OSError."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _ONLY_OWNER))
    except FileExistsError:
        return
