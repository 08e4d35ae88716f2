"""mqweb's REST API behind TLS, on uvicorn."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn

from queuewright.catalogue.diagnostic import one_line
from queuewright.sandbox.engine import Sandbox
from queuewright.servers.certificate import Certified
from queuewright.servers.limits import LIMITS, Limits
from queuewright.servers.serving import Address, CannotServe

from .application import Application
from .protocol import Http
from .sessions import Sessions

_TICK = 0.1  # seconds


class MqwebServer:
    """The REST API at an address.

    tls: the server's certificate, None for plain HTTP. clients: the authority whose certificates
    clients may show, None for none.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        sessions: Sessions,
        address: Address,
        *,
        tls: Certified | None,
        clients: Path | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        self.sessions = sessions
        self._limits = limits
        self._application = Application(sandbox, sessions, limits)
        self._address = address
        self._tls = tls
        self._clients = clients
        self._task: asyncio.Task[None] | None = None
        self._server: _Uvicorn | None = None
        self.url = ""

    async def start(self) -> str:
        """Raises CannotServe."""
        configuration = self._configuration()
        try:
            configuration.load()
        except (OSError, ssl.SSLError) as error:
            file = self._tls.certificate if self._tls else ""
            text = f"{file} and its key cannot be used: {error.strerror or error}; correct them"
            raise CannotServe(one_line(text)) from None
        listening = self._address.listening()
        host, port = listening.getsockname()[:2]
        host = f"[{host}]" if ":" in host else host
        self.url = f"{'https' if self._tls else 'http'}://{host}:{port}"
        self._server = _Uvicorn(configuration)
        self._task = asyncio.create_task(self._server.serve([listening]))
        while not self._server.started:
            if self._task.done():
                self._task.result()
            await asyncio.sleep(0.005)
        return f"mqweb: {self.url}/ibmmq/rest/v3"

    async def stop(self) -> None:
        if self._server is not None and self._task is not None:
            # Clients keep connections that they do not use: they are not waited for.
            self._server.should_exit = self._server.force_exit = True
            self._server.over.set()
            await self._task
            # Those too whose handshake ends only now.
            while connections := tuple(self._server.server_state.connections):
                for connection in connections:
                    connection.transport.abort()
                await asyncio.sleep(0.001)
        self._application.stop()

    def _configuration(self) -> uvicorn.Config:
        settings: dict[str, Any] = {}
        if self._tls is not None:
            settings["ssl_certfile"] = str(self._tls.certificate)
            settings["ssl_keyfile"] = str(self._tls.key)
            if self._clients is not None:
                settings["ssl_ca_certs"] = str(self._clients)
                settings["ssl_cert_reqs"] = ssl.CERT_OPTIONAL
        return uvicorn.Config(
            self._application.asgi(),
            http=type("_Http", (Http,), {"limits": self._limits}),
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=30,
            limit_concurrency=self._limits.connections,
            timeout_graceful_shutdown=1,
            **settings,
        )


class _Uvicorn(uvicorn.Server):
    """It stops when it is told to, and not at the next of ten looks a second."""

    def __init__(self, configuration: uvicorn.Config) -> None:
        super().__init__(configuration)
        self.over = asyncio.Event()

    async def main_loop(self) -> None:
        ticks = 0
        while not await self.on_tick(ticks):
            ticks += 1
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_TICK):
                    await self.over.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, and let the answers that are on their way out."""
        for listening in (*self.servers, *(sockets or ())):
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        if self.server_state.tasks:
            await asyncio.wait(set(self.server_state.tasks), timeout=_TICK)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Who serves several servers stops them."""
        yield
