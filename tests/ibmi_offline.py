"""An IBM i as its carriers reach it, without the network between them and the server.

Tests of plans are many, and most of their time was spent on handshakes and encryption. They ask and
tell the same; the connections themselves are tested with the carriers.
"""

import json
from collections import deque
from collections.abc import Collection, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from carriers import QUICK, Wire
from ibmi_carriers import mapepire_entry, ssh_entry
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.servers.ibmi_sql import SqlJob
from queuewright.servers.mapepire import _Session
from queuewright.servers.shell import Shell
from queuewright.servers.stream_files import StreamFiles
from queuewright.systems.ssh import SshCarrier

# Two sandboxes may be reached at once: each of their systems has a port that no other has.
_PORTS = count(1)
_SYSTEMS: dict[int, EmbeddedSystem] = {}


@contextmanager
def _ports(sandbox: Sandbox, names: Collection[str]) -> Iterator[Mapping[str, int]]:
    ports = dict(zip(names, _PORTS, strict=False))
    _SYSTEMS.update((port, sandbox.system(name)) for name, port in ports.items())
    yield ports
    for port in ports.values():
        del _SYSTEMS[port]


@contextmanager
def over_ssh(sandbox: Sandbox, names: Collection[str]) -> Iterator[Mapping[str, Any]]:
    """A command goes straight to the shell that the server runs it in."""

    async def ran(carrier: SshCarrier, command: str, given: str = "") -> tuple[int, str, str]:
        done = Shell(_SYSTEMS[carrier._given.port], user=carrier.user).run(command, given)
        return done.code, done.out, done.err

    with pytest.MonkeyPatch.context() as patch, _ports(sandbox, names) as ports:
        patch.setattr(SshCarrier, "_run", ran)
        patch.setattr(SshCarrier, "_wait", lambda _, work: _finished(work))
        yield {name: ssh_entry(sandbox.path.parent, port) for name, port in ports.items()}


def _finished(work: Coroutine[Any, Any, Any]) -> Any:
    """The result of one that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits")


@contextmanager
def over_mapepire(sandbox: Sandbox, names: Collection[str]) -> Iterator[Mapping[str, Any]]:
    """A message goes straight to the session that the server answers it in."""
    with pytest.MonkeyPatch.context() as patch, _ports(sandbox, names) as ports:
        patch.setattr(
            "websockets.sync.client.connect",
            lambda uri, **_: _Channel(_SYSTEMS[urlsplit(uri).port or 0]),
        )
        yield {name: mapepire_entry(sandbox.path.parent, port) for name, port in ports.items()}


class _Channel:
    """A websocket whose other end answers at once."""

    def __init__(self, system: EmbeddedSystem) -> None:
        files = StreamFiles()
        job = SqlJob("ann", True, lambda: False, QUICK, files.rows, None)
        self._session = _Session(system, job, admitted=True, files=files)
        self._answers = deque[str]()
        self.protocol = SimpleNamespace(state=SimpleNamespace(name="OPEN"))

    def __enter__(self) -> "_Channel":
        return self

    def send(self, text: str) -> None:
        self._answers.append(json.dumps(self._session.answer(text)))

    def recv(self, timeout: float) -> str:
        return self._answers.popleft()

    def close(self) -> None:
        self.protocol.state.name = "CLOSED"


# As IBMI_WIRES.
PLAN_WIRES: dict[str, Wire] = {"mapepire": over_mapepire, "ssh": over_ssh}
