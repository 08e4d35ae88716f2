"""HTTP/1.1 for clients that nobody knows yet: how much they may send, and how long it may take."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from queuewright.servers.limits import LIMITS, Limits


class Http(HttpToolsProtocol):
    """It tells the application whose certificate the client showed. A connection is closed whose
    next request does not come whole in time, whose head is too long, or that does not read."""

    limits: Limits = LIMITS
    _reading: asyncio.TimerHandle | None = None
    _writing: asyncio.TimerHandle | None = None
    _in_head = True
    _head = 0  # bytes of a head that is not whole yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(_AtOnce(transport, self.loop))  # type: ignore[arg-type]
        certificate = transport.get_extra_info("peercert") or {}
        names = [item for part in certificate.get("subject", ()) for item in part]
        peer = next((value for name, value in names if name == "commonName"), "")
        self.app_state = {**self.app_state, "peer": peer}
        self._read_within(self.limits.hello)

    def connection_lost(self, exc: Exception | None) -> None:
        self._read()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and self._reading is None:
            self._read_within(self.limits.hello)
        self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > self.limits.head and not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._reading is None:
            self._read_within(self.limits.hello)

    def on_headers_complete(self) -> None:
        length = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if length > self.limits.head:
            raise ValueError("the head is too long")  # which is answered as what is not HTTP
        self._in_head = False
        self._read_within(self.limits.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head, self._head = True, 0
        self._read()
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._writing = self.loop.call_later(self.limits.stalled, self.transport.abort)

    def resume_writing(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
        self._writing = None
        super().resume_writing()

    def _read_within(self, seconds: float) -> None:
        """The next bytes have to come in that time."""
        self._read()
        self._reading = self.loop.call_later(seconds, self.transport.abort)

    def _read(self) -> None:
        """It came."""
        if self._reading is not None:
            self._reading.cancel()
        self._reading = None


class _AtOnce:
    """A transport that sends what is written in one turn of the loop as one: head and body of an
    answer are one record of TLS, one call of the system and one wait of the client."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._written: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._written:
            self._loop.call_soon(self._send)
        self._written.append(data)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        data = b"".join(self._written)
        self._written.clear()
        if data and not self._transport.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
