"""The system that an entry of the configuration means, whatever carries its commands."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Protocol

from queuewright.systems.mq.system import MqSystem
from queuewright.systems.protocol import System

from .carrier import IbmiCarrier
from .command_processors import RunsMqsc
from .queue_manager import QueueManagerCarrier
from .system import IbmiSystem
from .with_queue_manager import IbmiWithQueueManager


class _Carrier(IbmiCarrier, RunsMqsc, Protocol):
    """CL, SQL and MQSC."""


def system_of(
    name: str,
    carrier: _Carrier,
    libraries: Collection[str],
    queue_manager: str,
    views: Mapping[str, str] = MappingProxyType({}),
) -> System:
    """A partition; with a queue manager on it where one is named. views: see `views`."""
    partition = IbmiSystem(name, carrier, libraries, views)
    if not queue_manager:
        return partition
    own = QueueManagerCarrier(name, carrier, queue_manager, carrier.command_processors)
    return IbmiWithQueueManager(partition, MqSystem(name, own), own, queue_manager)
