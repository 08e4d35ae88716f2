"""Servers in a thread: the end of one waits neither for its clients nor for itself for ever."""

import asyncio
import socket
import ssl
import time
from pathlib import Path

import pytest

from carriers import authority, machine, served
from queuewright.catalogue.platform import Platform
from queuewright.servers import serving
from queuewright.servers.serving import in_thread


class Stuck:
    """A server that does not end by itself."""

    cancelled = False

    async def start(self) -> str:
        return "stuck"

    async def stop(self) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise


def test_a_server_that_does_not_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_LONGEST_END", 0.05)
    stuck = Stuck()
    with in_thread([stuck]):
        pass
    assert stuck.cancelled


class _Transport:
    def __init__(self, connections: set["_Late"], connection: "_Late") -> None:
        self._connections, self._connection = connections, connection

    def abort(self) -> None:
        self._connections.discard(self._connection)
        if self._connection.next is not None:
            self._connections.add(self._connection.next)


class _Late:
    """A connection whose handshake ends only when those that were there are ended."""

    def __init__(self, connections: set["_Late"], after: int) -> None:
        self.transport = _Transport(connections, self)
        self.next = _Late(connections, after - 1) if after else None

    def shutdown(self) -> None: ...


def test_connections_that_come_while_it_stops_are_ended(tmp_path: Path) -> None:
    embedded = machine(tmp_path, "QM1", Platform.LINUX)
    with served(embedded.sandbox) as server:
        assert server._server is not None
        connections = server._server.server_state.connections
        connections.add(_Late(connections, 3))  # type: ignore[arg-type]
    assert not connections


def test_clients_that_stay_connected_are_not_waited_for(tmp_path: Path) -> None:
    embedded = machine(tmp_path, "QM1", Platform.LINUX)
    context = ssl.create_default_context(cafile=str(authority().certificate))
    with served(embedded.sandbox) as server:
        host, port = server.url.removeprefix("https://").split(":")
        plain = socket.create_connection((host, int(port)))  # its handshake never comes
        idle = context.wrap_socket(
            socket.create_connection((host, int(port))), server_hostname="localhost"
        )
        started = time.monotonic()
    assert time.monotonic() - started < serving._LONGEST_END
    idle.close()
    plain.close()
