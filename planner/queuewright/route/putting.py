"""Whether a queue takes a message that is put to it: PUT, depth, and length.

Sources: Change Queue (PCF) InhibitPut, MaxQDepth, MaxMsgLength; 2030 MQRC_MSG_TOO_BIG_FOR_Q and
2031 MQRC_MSG_TOO_BIG_FOR_Q_MGR: the longest message is the lesser of what the queue and its queue
manager take.
"""

from collections.abc import Iterator
from typing import NamedTuple

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec

from . import rules
from .network import Network

_LENGTH = "max_message_length"


class LengthLimit(NamedTuple):
    """The longest message that something takes, in bytes, None where that is not known. code: what
    a longer one gets. manager: the queue manager, where that sets it and not the object."""

    longest: int | None
    code: str
    manager: Key | None = None

    def problem(self, of: Key | str, length: int) -> Diagnostic:
        """The diagnostic of a longer message. of: what it is put to."""
        longest, manager = self.longest, self.manager
        if manager is not None:
            return rules.TOO_LONG_FOR_MANAGER(
                manager, longest, system=manager.system, longest=longest, length=length
            )
        return rules.TOO_LONG(of, longest, longest=longest, length=length, code=self.code)


def inhibited(network: Network, key: Key) -> Iterator[Diagnostic]:
    """Of a queue that no message passes by: "put operations must be allowed for every definition in
    the path (including any queue manager alias definitions)" (InhibitPut)."""
    if network.text(key, "inhibit_put") == "put_inhibited":
        yield rules.PUT_INHIBITED(key, "put_inhibited")


def refusals(network: Network, key: Key) -> Iterator[Diagnostic]:
    """Why a queue takes no message at all."""
    yield from inhibited(network, key)
    observed = network.world.observed(key)
    depth = (None if observed is None else observed.depth) or 0
    most = network.number(key, "max_queue_depth")
    if most is not None and depth >= most:
        yield rules.FULL(key, most, depth=depth, limit=most)


def limit_of_queue(network: Network, key: Key, header: int = 0) -> LengthLimit:
    """header: what the message grows by on the queue."""
    own = network.number(key, _LENGTH)
    if own is not None:
        own = max(own - header, 0)
    manager = limit_of_manager(network, key.system)
    if manager.longest is not None and (own is None or manager.longest < own):
        return manager
    return LengthLimit(own, "MQRC_MSG_TOO_BIG_FOR_Q")


def limit_of_manager(network: Network, system: str) -> LengthLimit:
    """The same of whatever is put at a queue manager."""
    longest = network.world.of_queue_manager(system, _LENGTH)
    of = Key(system, QueueManagerSpec.kind, QMGR)
    known = longest if isinstance(longest, int) else None
    return LengthLimit(known, "MQRC_MSG_TOO_BIG_FOR_Q_MGR", of)
