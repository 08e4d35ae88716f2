"""mqweb through a proxy that the configuration names: CONNECT, and nothing of what passes is seen.

Source: RFC 9110, 9.3.6 CONNECT and 15.5.8 (407).
"""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from carriers import PASSWORD, machine, mqweb_entry, served
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.platform import Platform
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.systems.protocol import System
from queuewright.systems.registry import InvalidConfiguration, systems_from

_WAIT = 20.0  # seconds that nothing may come


@dataclass
class Proxy:
    """What it answers to CONNECT, "" for to cut it off; what it was asked, and what it has seen."""

    port: int
    status: str = "200 Connection established"
    asked: list[str] = field(default_factory=list)
    seen: bytearray = field(default_factory=bytearray)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def serve(self, client: socket.socket) -> None:
        client.settimeout(_WAIT)
        with client:
            head = b""
            while b"\r\n\r\n" not in head:
                head += client.recv(4096) or b"\r\n\r\n"
            self.asked.append(head.decode())
            if not self.status:
                return
            client.sendall(f"HTTP/1.1 {self.status}\r\n\r\n".encode())
            if not self.status.startswith("200"):
                return
            host, _, port = head.split()[1].decode().rpartition(":")
            with socket.create_connection((host, int(port)), timeout=_WAIT) as server:
                back = threading.Thread(target=self._pass, args=(server, client), daemon=True)
                back.start()
                self._pass(client, server)
                back.join(_WAIT)

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self.seen += data
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)


@contextmanager
def proxy(status: str = "200 Connection established") -> Iterator[Proxy]:
    with socket.create_server(("127.0.0.1", 0)) as door, ThreadPoolExecutor(32) as pool:
        made = Proxy(door.getsockname()[1], status)
        door.settimeout(0.1)
        ended = threading.Event()

        def admit() -> None:
            while not ended.is_set():
                with suppress(TimeoutError):
                    pool.submit(made.serve, door.accept()[0])

        admitting = threading.Thread(target=admit, daemon=True)
        admitting.start()
        try:
            yield made
        finally:
            ended.set()
            admitting.join(_WAIT)


def through(tmp_path: Path, url: str, at: str, **more: Any) -> System:
    return systems_from({"QM1": mqweb_entry(url, proxy=at, **more)}, base=tmp_path)["QM1"]


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with served(machine(tmp_path, "QM1", Platform.LINUX).sandbox) as server:
        yield server.url


@pytest.mark.parametrize("login", ["basic", "ltpa"])
def test_everything_goes_through_the_proxy(tmp_path: Path, url: str, login: str) -> None:
    with proxy() as between:
        system = through(tmp_path, url, between.url, login=login)
        specs = [LocalQueueSpec(name=f"Q{n}", max_queue_depth=n) for n in range(20)]
        with ThreadPoolExecutor(8) as pool:
            made = list(pool.map(system.create, specs))
        del system
    assert [each.attributes["max_queue_depth"] for each in made] == [*range(20)]
    target = url.removeprefix("https://")
    # A tunnel a connection, not one a command; it is told the address, and not who asks.
    assert 1 <= len(between.asked) <= 16
    for head in between.asked:
        assert head.startswith(f"CONNECT {target} HTTP/1.1\r\n")
        assert "authorization" not in head.lower()
        assert "ibm-mq-rest" not in head.lower()
    for secret in (PASSWORD.encode(), b"Authorization", b"LtpaToken2", b"DEFINE", b"ORDERS"):
        assert secret not in between.seen


def test_a_proxy_of_the_environment_is_not_used(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with proxy("403 Forbidden") as between:
        for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, between.url)
        assert systems_from({"QM1": mqweb_entry(url)}, base=tmp_path)["QM1"].facts.name == "QM1"
    assert between.asked == []


@pytest.mark.parametrize(
    ("status", "says"),
    [
        ("403 Forbidden", "answers 403 Forbidden; let it connect to this host and port"),
        ("407 Proxy Authentication Required",
         "answers 407 Proxy Authentication Required; let it admit this machine without"),
        ("502 Bad Gateway", "answers 502 Bad Gateway; see whether it reaches mqweb"),
        ("504 Gateway Timeout", "answers 504 Gateway Timeout; see whether it reaches mqweb"),
        ("", "the connection broke"),
    ],
)  # fmt: skip
def test_a_proxy_that_refuses(tmp_path: Path, url: str, status: str, says: str) -> None:
    with proxy(status) as between:
        system = through(tmp_path, url, between.url, attempts=2)
        for ask in (lambda: system.facts, lambda: system.create(LocalQueueSpec(name="A"))):
            with pytest.raises(SystemUnavailable) as caught:
                ask()
            text = str(caught.value)
            assert says in text
            assert f"QM1: {url}: " in text
            assert "\n" not in text
            assert PASSWORD not in text
    # Only what the proxy may yet get right is asked of it again.
    again = status[:1] in ("5", "")
    assert len(between.asked) > 2 if again else len(between.asked) == 2


def test_a_proxy_that_is_not_there(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        gone = f"http://127.0.0.1:{door.getsockname()[1]}"
    for at, says in (
        (gone, f"the connection is refused, of its proxy {gone}; correct proxy, or leave it out"),
        ("http://proxy.invalid:3128", "the host is not known, of its proxy http://proxy.invalid"),
    ):
        with pytest.raises(SystemUnavailable) as caught:
            _ = through(tmp_path, "https://mq1.invalid:9443", at, attempts=1).facts
        assert says in str(caught.value)


def test_a_certificate_is_checked_through_a_proxy(tmp_path: Path, url: str) -> None:
    with proxy() as between:
        entry = mqweb_entry(url, proxy=between.url)
        del entry["ca"]
        with pytest.raises(SystemUnavailable, match="its certificate is not trusted"):
            _ = systems_from({"QM1": entry}, base=tmp_path)["QM1"].facts


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("http://ann:hunter2@proxy:3128", "without user or password: none is sent to a proxy; let"),
        ("https://proxy:3128", "write it as http://HOST:PORT"),
        ("socks5://proxy:1080", "write it as http://HOST:PORT"),
        ("proxy:3128", "write it as http://HOST:PORT"),
        ("http://proxy", "write it as http://HOST:PORT"),
        ("http://proxy:99999", "write it as http://HOST:PORT"),
        ("http://proxy:3128/path", "write it without a path"),
        (3128, "give a text"),
    ],
)
def test_what_is_no_proxy(tmp_path: Path, given: Any, says: str) -> None:
    with pytest.raises(InvalidConfiguration) as caught:
        through(tmp_path, "https://mq1:9443", given)
    assert says in str(caught.value)
    assert "QM1.proxy" in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_a_proxy_would_read_what_is_not_encrypted(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfiguration, match="proxy needs https: over http it could read"):
        through(tmp_path, "http://mq1:9080", "http://proxy:3128")
