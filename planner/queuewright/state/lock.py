"""One update of a stack at a time: a lock of the operating system, and beside it who holds it.

The system frees the lock of a process that has ended, however it ended, so none is ever left.
"""

import getpass
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from queuewright.catalogue.diagnostic import one_line

from .errors import StackLocked, StateError


@contextmanager
def locked(path: Path, what: str) -> Iterator[None]:
    """Hold the lock of a stack. `what`: the stack, for messages.

    Raises StackLocked, with who has it and the way out, and StateError where nothing can be locked.
    """
    from filelock import FileLock, Timeout

    holder_path = path.with_suffix(".holder")
    lock = FileLock(path, timeout=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise StackLocked(_locked_text(what, holder_path)) from None
    except (OSError, NotImplementedError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StateError(
            f"{path}: cannot lock the stack: {reason}; give access to its directory"
        ) from None
    try:
        with suppress(OSError):  # only for the message of others
            holder_path.write_text(json.dumps(_myself()), encoding="utf-8")
        yield
    finally:
        holder_path.unlink(missing_ok=True)
        lock.release()


def _myself() -> dict[str, object]:
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = "?"
    return {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "user": user,
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _locked_text(what: str, holder_path: Path) -> str:
    way_out = "wait until it has ended, or stop it"
    try:
        holder = json.loads(holder_path.read_text(encoding="utf-8"))
        who = f"process {holder['pid']} of {holder['user']} on {holder['host']}"
        return one_line(f"{what} is locked by {who} since {holder['time']}; {way_out}")
    except (OSError, ValueError, KeyError, TypeError):
        return one_line(f"{what} is locked by a process that does not say who it is; {way_out}")
