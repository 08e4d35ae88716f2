"""Why a declaration is refused where it is written: one line, without a traceback."""

import sys
from types import FrameType

import pulumi

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

from .pulumi_internals import has_engine


class RefusedDeclaration(QueuewrightError, pulumi.RunError):
    """A program declares what cannot be. Pulumi's command prints the text alone, which then has
    file and line too; `queuewright` puts them before each problem itself."""

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
