"""Why a declaration is refused where it is written, in one line without a traceback, and why a
program failed."""

import runpy
import sys
from traceback import format_exception, walk_tb
from types import FrameType

import pulumi

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

from .pulumi_internals import has_engine


class RefusedDeclaration(QueuewrightError, pulumi.RunError):
    """A declaration that is not valid. Pulumi's command prints only the text, so that under its
    engine the text begins with file and line; `queuewright` puts them before it itself."""

    def __init__(self, text: str) -> None:
        place = f"{user_place()}: " if has_engine() else ""
        super().__init__(one_line(f"{place}{text}"))


class WrongType(RefusedDeclaration, TypeError):
    """A value of a type that an argument does not take, or an argument that there is not."""


class WrongValue(RefusedDeclaration, ValueError):
    """A value that an option or a name cannot have."""


class DeclaredTwice(WrongValue):
    """Two resources of a program stand for the same object."""


def user_place() -> str:
    """File and line of the program that is declaring something: `topology/orders.py:12`."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__name__")).startswith("queuewright."):
        frame = frame.f_back
    if frame is None:
        return ""
    depth = str(frame.f_globals.get("__name__")).count(".") + 1
    parts = frame.f_code.co_filename.replace("\\", "/").split("/")[-depth:]
    return f"{'/'.join(parts)}:{frame.f_lineno}"


def failure_of(error: BaseException | None) -> pulumi.RunError | None:
    """Why a program failed that this exception ended, as Pulumi's command shows it; None where it
    did not fail. The SDK would say of a ValueError that it is a resource's, so that the exception
    itself is not passed on."""
    if isinstance(error, SystemExit) and error.code:
        return pulumi.RunError(ended_itself(error))
    if isinstance(error, pulumi.RunError):
        return pulumi.RunError(str(error))
    if not isinstance(error, Exception):
        return None
    frames = [frame.f_globals.get("__name__") for frame, _ in walk_tb(error.__traceback__)]
    start = max((i + 1 for i, name in enumerate(frames) if name == runpy.__name__), default=0)
    report = "".join(format_exception(error, limit=start - len(frames)))
    return pulumi.RunError(f"Program failed with an unhandled exception:\n{report}")


def ended_itself(error: SystemExit) -> str:
    """The message about a program that calls `sys.exit`."""
    return f"the program ended itself with sys.exit({error.code!r})"
