"""A proxy between a client and a server that spoils what passes, as networks and gateways do.

Two ways of standing there. As bytes, below TLS: a connection is refused, or cut, held up, garbled
or repeated at any byte in either direction. As a gateway, which sees HTTP: it answers with pages of
its own, before or after the server has done what was asked, half a body, or nothing, or too late;
or sends the request twice, and gives the client the first answer or the second.
"""

import asyncio
import contextlib
import random
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

BYTES = ("refuse", "cut", "delay", "garble", "repeat")
GATEWAY = (
    "html", "html after", "401", "429", "503", "503 after", "expire", "half a body",
    "drop", "drop after", "late", "slow", "twice", "again",
)  # fmt: skip
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]
_PAGE = b"<html><body>The service is not available.</body></html>"
_UNAUTHENTICATED = (
    b'{"error": [{"type": "rest", "msgId": "MQWB0104E", "message": "MQWB0104E: The REST API'
    b' request is not authenticated.", "explanation": "", "action": "", "completionCode": 0,'
    b' "reasonCode": 0}]}'
)


class FaultProxy:
    """One proxy on a free port of this machine, in a thread of its own.

    port: of the server. gateway: whether it sees HTTP. expire: ends the sessions of the server.
    delay: seconds of what comes too late.
    """

    def __init__(
        self, port: int, *, gateway: bool, expire: Callable[[], None], delay: float
    ) -> None:
        self.port = 0
        self.counts: Counter[str] = Counter()
        self._upstream = port
        self._gateway = gateway
        self._expire = expire
        self._delay = delay
        self.repeating = False  # what the server does now is the gateway's doing
        self._random = random.Random(0)
        self._rate = 0.0
        self._busy = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def arm(self, seed: int, rate: float) -> None:
        """From now on spoil so many of the chunks (requests) that pass."""
        self._random, self._rate = random.Random(seed), rate

    def disarm(self) -> None:
        """Spoil nothing more; what is late may still arrive."""
        self._rate = 0.0

    def settle(self) -> None:
        """Wait until what is late has arrived."""
        while self._busy:
            threading.Event().wait(0.01)

    @contextlib.contextmanager
    def running(self) -> Iterator["FaultProxy"]:
        loop = asyncio.new_event_loop()
        started, over = threading.Event(), asyncio.Event()

        async def serve() -> None:
            handle = self._http if self._gateway else self._bytes
            listening = await asyncio.start_server(self._tracked(handle), "127.0.0.1", 0)
            self.port = listening.sockets[0].getsockname()[1]
            started.set()
            await over.wait()
            listening.close()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

        thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
        thread.start()
        started.wait()
        try:
            yield self
        finally:
            loop.call_soon_threadsafe(over.set)
            thread.join()
            loop.close()

    def _tracked(
        self,
        handle: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]],
    ) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]:
        async def tracked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            self._tasks.add(task)
            try:
                with contextlib.suppress(
                    OSError, asyncio.IncompleteReadError, asyncio.CancelledError
                ):
                    await handle(reader, writer)
            finally:
                self._tasks.discard(task)
                writer.transport.abort()

        return tracked

    def _fault(self, faults: tuple[str, ...]) -> str:
        """What becomes of the next chunk, "" for nothing."""
        if not self._rate or self._random.random() >= self._rate:
            return ""
        fault = self._random.choice(faults)
        self.counts[fault] += 1
        return fault

    # As bytes

    async def _bytes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._rate and self._random.random() < self._rate:
            self.counts["refuse"] += 1
            return
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._upstream)
        try:
            pumps = [
                asyncio.create_task(self._pump(reader, up_writer)),
                asyncio.create_task(self._pump(up_reader, writer)),
            ]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
        finally:
            up_writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            fault = self._fault(BYTES[1:])
            place = self._random.randrange(len(data)) if fault else 0
            if fault == "cut":
                writer.write(data[:place])
                await writer.drain()
                return
            if fault == "garble":
                data = data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]
            elif fault == "repeat":
                data = data[:place] + data[max(0, place - 40) : place] + data[place:]
            elif fault == "delay":
                writer.write(data[:place])
                data = data[place:]
                await self._wait()
            writer.write(data)
            await writer.drain()

    async def _wait(self) -> None:
        self._busy += 1
        try:
            await asyncio.sleep(self._delay)
        finally:
            self._busy -= 1

    # As a gateway

    async def _http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while request := await _message(reader):
            fault = self._fault(GATEWAY)
            if fault == "expire":
                self._expire()
            own = {
                "html": _answer(200, "text/html", _PAGE),
                "401": _answer(401, "application/json", _UNAUTHENTICATED),
                "429": _answer(429, "text/html", _PAGE, b"Retry-After: 0\r\n"),
                "503": _answer(503, "text/html", _PAGE),
            }.get(fault)
            if fault == "drop":
                return
            if fault == "late":  # the client has given up when it is forwarded
                await self._late(request)
                return
            answer = own or await self._forwarded(request)
            if fault in ("twice", "again"):
                self.repeating = True
                second = await self._forwarded(request)
                self.repeating = False
                answer = second if fault == "again" else answer
            if fault == "drop after":
                return
            if fault in ("html after", "503 after"):
                answer = _answer(502 if fault == "html after" else 503, "text/html", _PAGE)
            if fault == "slow":
                await self._wait()
            if fault == "half a body":
                head, _, body = answer.partition(b"\r\n\r\n")
                writer.write(
                    head + b"\r\n\r\n" + body[: self._random.randrange(len(body) + 1) // 2]
                )
                await writer.drain()
                return
            writer.write(answer)
            await writer.drain()

    async def _late(self, request: bytes) -> None:
        self._busy += 1
        try:
            await asyncio.sleep(self._delay)
            await self._forwarded(request)
        finally:
            self._busy -= 1

    async def _forwarded(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._upstream)
        try:
            writer.write(request)
            await writer.drain()
            return await _message(reader)
        finally:
            writer.transport.abort()


async def _message(reader: asyncio.StreamReader) -> bytes:
    """A request or an answer with its body; nothing where the connection has ended."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""
    length = 0
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    return head + await reader.readexactly(length)


def _answer(status: int, kind: str, body: bytes, more: bytes = b"") -> bytes:
    head = f"HTTP/1.1 {status} From-the-gateway\r\nContent-Type: {kind}\r\n"
    return head.encode() + more + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
