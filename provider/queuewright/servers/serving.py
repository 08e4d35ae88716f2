"""Several servers in one process, until they are stopped."""

import asyncio
import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.systems.values import is_loopback

_LONGEST_END = 5.0  # seconds that the end of a server takes


class CannotServe(QueuewrightError):
    """An address cannot be served at; one line."""


@dataclass(frozen=True, slots=True)
class Address:
    """Host and port; port 0 is any that is free."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str, port: int) -> "Address":
        """`HOST:PORT`, `HOST`, `:PORT` or `PORT`; the host is 127.0.0.1 where none is given, `port`
        the port. Raises CannotServe."""
        host, colon, number = text.strip().rpartition(":")
        if not colon or (text.endswith("]") and text.startswith("[")):
            host, number = ("", text) if text.isdigit() else (text, "")
        host = host.removeprefix("[").removesuffix("]")
        if number and not (number.isascii() and number.isdigit() and int(number) < 65_536):
            raise CannotServe(f"{shown(text)} is not an address; write HOST:PORT, such as {port}")
        return cls(host or "127.0.0.1", int(number) if number else port)

    @property
    def is_loopback(self) -> bool:
        return is_loopback(self.host)

    def listening(self) -> socket.socket:
        """A socket that listens there. Raises CannotServe."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        # asyncio sends at once (TCP_NODELAY) on what is said to be TCP, and else after 40 ms.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((self.host, self.port))
            made.listen(1024)
        except OSError as error:
            made.close()
            reason = error.strerror or error
            text = f"{self.host}:{self.port} cannot be served at: {reason}; choose another address"
            raise CannotServe(one_line(text)) from None
        made.setblocking(False)
        return made


class Server(Protocol):
    """One server. `start` returns when it can be reached, and says where in one line."""

    async def start(self) -> str: ...
    async def stop(self) -> None: ...


async def serve(servers: Sequence[Server], announce: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM. announce: told where each server is."""
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, over.set)
    async with _started(servers, announce):
        await over.wait()


@contextlib.asynccontextmanager
async def _started(servers: Sequence[Server], announce: Callable[[str], None]):  # type: ignore[no-untyped-def]
    async with contextlib.AsyncExitStack() as stack:
        for server in servers:
            announce(await server.start())
            stack.push_async_callback(_stopped, server)
        yield


async def _stopped(server: Server) -> None:
    """Stop it. A connection that a client keeps open does not hold the end up."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST_END):
            await server.stop()


@contextlib.contextmanager
def in_thread(servers: Sequence[Server]) -> Iterator[None]:
    """Serve in a thread of this process for as long as the context lasts."""
    started, over = threading.Event(), asyncio.Event()
    runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
    loop = runner.get_loop()
    failures: list[BaseException] = []

    async def run() -> None:
        async with _started(servers, lambda _: None):
            started.set()
            await over.wait()

    def work() -> None:
        try:
            with runner:
                runner.run(run())
        except BaseException as error:
            failures.append(error)
        finally:
            started.set()

    thread = threading.Thread(target=work, name="queuewright-serve", daemon=True)
    thread.start()
    started.wait()
    try:
        if failures:
            raise failures[0]
        yield
    finally:
        if not loop.is_closed():
            loop.call_soon_threadsafe(over.set)
        thread.join()
