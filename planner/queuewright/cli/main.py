"""The `queuewright` command: the modules of the commands, and errors as one line."""

import atexit
import errno
import gc
import os
import sys
import threading

import typer

from queuewright import log
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

from .commands import app_for
from .common import INTERRUPTED, print_error
from .streams import TolerantStreams

_REPORT = "run it again as queuewright --debug ..., and report what that prints"

# A package -> the extra that installs it.
_EXTRAS = {
    **dict.fromkeys(("pandas", "pyarrow", "pyspark"), "drift"),
    **dict.fromkeys(("cryptography", "httptools", "starlette", "uvicorn", "websockets"), "serve"),
}

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)


def main() -> None:
    """Entry point. Exit codes: 0 done, 1 error, 2 and 3 as `--detailed-exitcode` says."""
    # The objects of a command live until it ends: looking for garbage among it costs a tenth of it.
    gc.set_threshold(100_000, 50, 100)
    # And looking once more at the end, when all of it goes anyway, a fifth.
    atexit.register(gc.freeze)
    streams = TolerantStreams()
    code = _code()
    if code == INTERRUPTED:
        print("interrupted", file=sys.stderr)
    code = streams.finish(code)
    if code == INTERRUPTED and any(not thread.daemon for thread in threading.enumerate()[1:]):
        os._exit(code)  # or the interpreter would wait for the commands that they sent
    sys.exit(code)


def _code() -> int:
    try:
        return int(app_for(sys.argv[1:])(standalone_mode=False) or 0)
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else int(bool(error.code))
    except typer.TyperException as error:
        if error.format_message().startswith("Usage:"):  # no command was given
            print(error.format_message())
        else:
            context = getattr(error, "ctx", None)
            print_error(error, context.command_path if context else "queuewright")
    except QueuewrightError as error:
        print_error(error)
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:
        print(f"error: {_unexpected(error)}", file=sys.stderr)
    return 1


def _unexpected(error: Exception) -> str:
    package = str(getattr(error, "name", "")).partition(".")[0]
    extra = _EXTRAS.get(package) if isinstance(error, ModuleNotFoundError) else None
    if extra is not None:
        return f"this needs {package}, which is missing; pip install 'queuewright[{extra}]'"
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        where = f"{error.filename}: " if error.filename else ""
        text = f"{where}{error.strerror}; make room there, or make it writable, and run it again"
        return one_line(text)
    log.failure("bug", error)
    return one_line(f"{type(error).__name__}: {error} (a bug; {_REPORT})")


if __name__ == "__main__":
    main()
