"""IBM i kinds, and what a program declares them with.

Written from the specs by `python -m queuewright.program.generate`: never change this file.

The classes are imported when they are asked for: whoever reads only the specs needs no Pulumi.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from queuewright.ibmi.resources import (
        AuthorizationList,
        DataQueue,
        DdmDataQueue,
        JobQueue,
        JobQueueEntry,
        Library,
        MessageQueue,
        ObjectAuthority,
        OutputQueue,
        RelationalDatabaseEntry,
        UserQueue,
    )
    from queuewright.program.handles import System

__all__ = [
    "AuthorizationList",
    "DataQueue",
    "DdmDataQueue",
    "JobQueue",
    "JobQueueEntry",
    "Library",
    "MessageQueue",
    "ObjectAuthority",
    "OutputQueue",
    "RelationalDatabaseEntry",
    "System",
    "UserQueue",
]

_ELSEWHERE = {"System": "queuewright.program.handles"}


if not TYPE_CHECKING:  # a type checker would take every name for one of ours

    def __getattr__(name: str) -> Any:
        if name in __all__:
            where = _ELSEWHERE.get(name, "queuewright.ibmi.resources")
            return getattr(import_module(where), name)
        if not name[:1].isupper():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        # A kind that was registered. It has no typed class, and works as the others do.
        return import_module("queuewright.program.resource").resource_class(f"ibmi:{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
