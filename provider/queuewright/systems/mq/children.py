"""Starts child processes that end with this one, however this one ends.

A process that is killed with SIGKILL closes its pipes and can do nothing else; a child that waits
for the network does not see that. On Linux the kernel tells it (PR_SET_PDEATHSIG), by util-linux's
setpriv: what Python would do between fork and exec is not safe where there are threads. Elsewhere a
child ends when it next reads or writes.
"""

import shutil
import subprocess
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

_lock = threading.Lock()
_starting: ThreadPoolExecutor | None = None


def started(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """The process, with three pipes. Raises OSError where it cannot be started."""
    return _starter().submit(_start, command).result()


def _start(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    # A program that cannot be started is reported by Popen, and not by setpriv.
    ends_with_us = _setpriv() if shutil.which(command[0]) else ()
    return subprocess.Popen(
        (*ends_with_us, *command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        # Ctrl-C is for us: what was sent is still answered.
        start_new_session=True,
    )


def _starter() -> ThreadPoolExecutor:
    """One thread for all: for the kernel the thread that starts a child is its parent."""
    global _starting
    with _lock:
        if _starting is None:
            _starting = ThreadPoolExecutor(1, "queuewright-children")
        return _starting


@cache
def _setpriv() -> tuple[str, ...]:
    """That of BusyBox has no --pdeathsig."""
    program = shutil.which("setpriv")
    if program is None:
        return ()
    help_text = subprocess.run([program, "--help"], capture_output=True, text=True, check=False)
    known = "--pdeathsig" in help_text.stdout + help_text.stderr
    return (program, "--pdeathsig", "TERM", "--") if known else ()
