"""Files that are there whole or not at all: a reader never finds half of one."""

import os
from contextlib import suppress
from pathlib import Path

from queuewright.catalogue.errors import QueuewrightError


def write_whole(path: Path, text: str) -> None:
    """Replace a file in one step, with the permissions that it had. Anything but an ordinary file
    (a pipe, /dev/stdout) is written as it is. Raises QueuewrightError; the file is then as it
    was."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        target = path.resolve()  # a link stays a link
        temporary = target.with_name(temporary.name)
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        temporary.replace(target)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise QueuewrightError(
            f"{path}: {error.strerror}; give a path that can be written"
        ) from None
