"""One update of a stack at a time: a file that says who works on it."""

import getpass
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from queuewright.catalogue.diagnostic import one_line

from .errors import StackLocked, StateError

__all__ = ["locked"]


@contextmanager
def locked(path: Path, what: str) -> Iterator[None]:
    """Hold the lock of a stack. `what`: the stack, for messages.

    A lock of a process of this host that is gone is taken over. Raises StackLocked, with who has
    it and the way out.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    mine = {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "user": _user(),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    text = json.dumps(mine)
    if not _take(path, text):
        holder = _holder(path)
        if not _left_behind(holder) or not _take_over(path, holder, text):
            raise StackLocked(_told(path, what, _holder(path)))
    try:
        yield
    finally:
        if _holder(path) == mine:
            path.unlink(missing_ok=True)


def _take(path: Path, text: str) -> bool:
    """Create the lock whole or not at all: a link appears with its content."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        try:
            os.link(temporary, path)
        except FileExistsError:
            return False
        return True
    except OSError as error:
        raise StateError(
            f"{path}: cannot lock the stack: {error.strerror}; give access to its directory"
        ) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _take_over(path: Path, holder: Any, text: str) -> bool:
    """Take a lock left behind. Of several that try, the one that moves it away goes on; one that
    moved another's fresh lock puts it back."""
    aside = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}.left")
    try:
        path.rename(aside)
    except FileNotFoundError:
        return _take(path, text)
    try:
        if _holder(aside) != holder:
            with suppress(FileExistsError):
                os.link(aside, path)
            return False
    finally:
        aside.unlink(missing_ok=True)
    return _take(path, text)


def _holder(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _left_behind(holder: Any) -> bool:
    """Whether the holder is a process of this host that has ended."""
    if not isinstance(holder, dict) or holder.get("host") != socket.gethostname():
        return False
    pid = holder.get("pid")
    if not isinstance(pid, int) or pid <= 0 or pid == os.getpid() or os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _told(path: Path, what: str, holder: Any) -> str:
    if not isinstance(holder, dict):
        return one_line(
            f"{what} is locked, by whom is not known; when nothing works on it, delete {path}"
        )
    who = f"process {holder.get('pid')} of {holder.get('user')} on {holder.get('host')}"
    return one_line(
        f"{what} is locked by {who} since {holder.get('time')}; wait until it has ended, or delete "
        f"{path} when that process is gone"
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "?"
