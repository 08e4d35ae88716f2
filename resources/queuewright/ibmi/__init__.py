"""IBM i kinds, and what a program declares them with.

The classes are imported when they are asked for: whoever reads only the specs needs no Pulumi.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from queuewright.program.handles import System

    from .resources import AuthorizationList, DataQueue, DdmDataQueue, MessageQueue

__all__ = ["AuthorizationList", "DataQueue", "DdmDataQueue", "MessageQueue", "System"]

_ELSEWHERE = {"System": "queuewright.program.handles"}


if not TYPE_CHECKING:  # a type checker would take every name for one of ours

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_ELSEWHERE.get(name, "queuewright.ibmi.resources")), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
