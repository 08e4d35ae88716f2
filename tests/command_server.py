"""The sandbox's command server behind the four methods of a PCF connection, in memory."""

import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.platform import Platform
from queuewright.dialects.pcf.events import QUEUE, EventMessage
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.pcf_commands import respond
from queuewright.systems.mq.exchange import ConnectionFailed

_numbers: Iterator[int] = itertools.count(1)


@dataclass
class InMemory:
    """A connection. fail: may raise before a call; tamper: what becomes of the answers; order: of
    bytes in them. requests: what was put."""

    machine: EmbeddedSystem
    fail: Callable[[str], None] = lambda call: None
    tamper: Callable[[list[bytes]], list[bytes]] = lambda replies: replies
    order: str = "big"
    requests: list[bytes] = field(default_factory=list)
    ccsid: int = 1208
    zos: bool = False
    opened: int = 0
    _replies: "deque[tuple[bytes, bytes]]" = field(default_factory=deque)
    _users: set[int] = field(default_factory=set)

    def open(self) -> None:
        self.fail("MQCONNX")
        facts = self.machine.facts()
        self.ccsid, self.zos = facts.ccsid, facts.platform is Platform.ZOS
        self.opened += 1

    def put(self, request: bytes, expiry: float) -> bytes:
        assert expiry > 0
        self.fail("MQPUT")
        self.requests.append(request)
        identifier = next(_numbers).to_bytes(24, "big")
        for reply in self.tamper(respond(self.machine, request, order=self.order)):  # type: ignore[arg-type]
            self._replies.append((identifier, reply))
        return identifier

    def get(self, seconds: float) -> tuple[bytes, bytes] | None:
        self._users.add(threading.get_ident())
        self.fail("MQGET")
        if not self._replies:
            time.sleep(seconds)
            return None
        return self._replies.popleft()

    def close(self) -> None:
        self._replies.clear()


@dataclass
class InMemoryQueue:
    """The queue of events, on a connection of its own. fail: may raise before a call."""

    machine: EmbeddedSystem
    fail: Callable[[str], None] = lambda call: None
    name: str = QUEUE
    opened: int = 0

    def open(self) -> None:
        self.fail("MQCONNX")
        self.opened += 1

    def browse(self, most: int) -> list[EventMessage]:
        self.fail("MQOPEN")
        try:
            self.machine.browse_events(self.name, 1)
        except CommandFailed as error:
            raise ConnectionFailed("MQOPEN", error.reason) from error
        self.fail("MQGET")
        return self.machine.browse_events(self.name, most)

    def remove(self, ids: Collection[bytes]) -> None:
        for each in ids:
            self.fail("MQGET")
            self.machine.remove_events(self.name, [each])

    def close(self) -> None: ...


def failing(call: str, reason: int, times: int = 1) -> Callable[[str], None]:
    left = [times]

    def fail(called: str) -> None:
        if called == call and left[0]:
            left[0] -= 1
            raise ConnectionFailed(call, reason)

    return fail
