"""IBM MQ kinds, and what a program declares them with.

The classes are imported when they are asked for: whoever reads only the specs needs no Pulumi.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from queuewright.program.handles import QueueManager

    from .resources import (
        AliasQueue,
        Cluster,
        ClusterReceiverChannel,
        ClusterSenderChannel,
        LocalQueue,
        ModelQueue,
        Namelist,
        RemoteQueue,
    )
    from .topology import ClusterTopology

__all__ = [
    "AliasQueue",
    "Cluster",
    "ClusterReceiverChannel",
    "ClusterSenderChannel",
    "ClusterTopology",
    "LocalQueue",
    "ModelQueue",
    "Namelist",
    "QueueManager",
    "RemoteQueue",
]

_ELSEWHERE = {
    "QueueManager": "queuewright.program.handles",
    "ClusterTopology": "queuewright.mq.topology",
}


if not TYPE_CHECKING:  # a type checker would take every name for one of ours

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_ELSEWHERE.get(name, "queuewright.mq.resources")), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
