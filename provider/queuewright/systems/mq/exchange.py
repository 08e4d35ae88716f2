"""Requests to a command server and their replies: many in flight, each known by correlation id.

Whichever thread waits works the connection for all: it puts what others have brought, takes what
has come, and gives each its own.
"""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.dialects.pcf.build import extended
from queuewright.dialects.pcf.decode import decode
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.errors import PcfEncodeError
from queuewright.dialects.pcf.responses import Responses
from queuewright.dialects.pcf.structures import PcfMessage

_TURN = 0.02  # seconds that one look for a reply may take: new requests wait as long


class ConnectionFailed(Exception):
    """A call of the MQI failed. reason: MQRC_ number; call: MQCONNX, MQOPEN, MQPUT, MQGET."""

    def __init__(self, call: str, reason: int) -> None:
        super().__init__(f"{call} failed with reason {reason}")
        self.call = call
        self.reason = reason


class Connection(Protocol):
    """A connection to a queue manager, its command queue, and a reply queue of our own made from a
    model queue. One thread at a time calls it. Every method raises ConnectionFailed. Its messages
    of itself is known once it is open."""

    ccsid: int  # of the strings in replies, as they are handed over
    zos: bool  # whether the queue manager is one of z/OS: commands are MQCFT_COMMAND_XR there

    def open(self) -> None:
        """Connect, and open the command queue and the reply queue."""
        ...

    def put(self, request: bytes, expiry: float) -> bytes:
        """Put a request for the command server; its message id. expiry: seconds after which nobody
        is to run it any more."""
        ...

    def get(self, seconds: float) -> tuple[bytes, bytes] | None:
        """The next reply, converted: correlation id and data; None where none comes meanwhile."""
        ...

    def close(self) -> None:
        """Close everything; the reply queue goes with it."""
        ...


@dataclass(slots=True)
class PcfRequest:
    """One command. deadline: when it is given up, once it was put. responses: all that came;
    failed: why there are not all. put: whether it may have been run."""

    message: PcfMessage
    deadline: float = 0.0
    put: bool = False
    responses: Responses = field(default_factory=Responses)
    failed: Exception | None = None

    @property
    def done(self) -> bool:
        return self.failed is not None or self.responses.whole

    @property
    def replies(self) -> list[PcfMessage]:
        """Set by set, each in its order."""
        return [message for each in self.responses.sets for message in each.messages]


class TimedOut(Exception):
    """No answer came, or not all of it."""


class Exchange:
    """The connection and what is in flight on it. connect: makes a connection, not yet open."""

    def __init__(self, connect: Callable[[], Connection], patience: float) -> None:
        self._connect = connect
        self._patience = patience
        self._changed = threading.Condition()
        self._working = threading.Lock()
        self._waiting: list[PcfRequest] = []  # to be put
        self._in_flight: dict[bytes, PcfRequest] = {}
        self._connection: Connection | None = None

    def ask(self, messages: Sequence[PcfMessage]) -> list[PcfRequest]:
        """Each request with its replies, or with why it has none."""
        own = [PcfRequest(message) for message in messages]
        with self._changed:
            self._waiting += own
        while not all(request.done for request in own):
            if self._working.acquire(blocking=False):
                try:
                    self._work(own)
                finally:
                    self._working.release()
                    with self._changed:
                        self._changed.notify_all()
            else:
                with self._changed:
                    self._changed.wait(_TURN)
        return own

    def _work(self, own: Sequence[PcfRequest]) -> None:
        """Until the own requests are done; those of others on the way."""
        while not all(request.done for request in own):
            try:
                self._turn()
            except (ConnectionFailed, SystemUnavailable) as error:
                self._fail(error)
            with self._changed:
                self._changed.notify_all()

    def _turn(self) -> None:
        if self._connection is None:
            connection = self._connect()
            connection.open()
            self._connection = connection
        with self._changed:
            waiting, self._waiting = self._waiting, []
        while waiting:
            request = waiting[0]
            try:
                data = encode(
                    extended(request.message) if self._connection.zos else request.message
                )
            except PcfEncodeError as error:
                request.failed = error
                waiting.pop(0)
                continue
            request.put = True  # also where the call fails: nobody knows then
            try:
                identifier = self._connection.put(data, self._patience)
            except ConnectionFailed:
                with self._changed:
                    self._waiting = waiting[1:] + self._waiting
                self._in_flight[b""] = request
                raise
            request.deadline = time.monotonic() + self._patience
            self._in_flight[identifier] = request
            waiting.pop(0)
        seconds = _TURN
        while (found := self._connection.get(seconds)) is not None:
            self._take(*found)
            seconds = 0.0
        self._give_up()

    def _take(self, correlation: bytes, data: bytes) -> None:
        """A reply to nobody is that of a request that was given up."""
        assert self._connection
        request = self._in_flight.get(correlation)
        if request is None:
            return
        try:
            message = decode(data, ccsid=self._connection.ccsid)
        except ValueError as error:
            request.failed = error
        else:
            request.responses.take(message)
            request.deadline = time.monotonic() + self._patience
        if request.done:
            del self._in_flight[correlation]

    def _give_up(self) -> None:
        now = time.monotonic()
        for correlation, request in list(self._in_flight.items()):
            if request.deadline < now:
                request.failed = TimedOut()
                del self._in_flight[correlation]

    def _fail(self, error: Exception) -> None:
        """A command that was put has no answer now; one that was not has not run."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(ConnectionFailed):
                connection.close()
        with self._changed:
            waiting, self._waiting = self._waiting, []
        for request in (*self._in_flight.values(), *waiting):
            request.failed = error
        self._in_flight.clear()
