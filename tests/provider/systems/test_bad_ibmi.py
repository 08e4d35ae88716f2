"""What goes wrong on the way to an IBM i: one line each, a way out, nothing half-applied."""

import json
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from websockets.asyncio.server import serve as listen

from ibmi_carriers import (
    PASSWORD,
    certified,
    known_hosts,
    machine,
    mapepire_entry,
    mapepire_server,
    password,
    ssh_entry,
    ssh_server,
    ssh_user_key,
    users,
)
from queuewright.catalogue.errors import CommandFailed, QueuewrightError, SystemUnavailable
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.certificate import Authority
from queuewright.servers.mapepire import MapepireServer
from queuewright.servers.serving import Address, in_thread
from queuewright.servers.ssh import host_key
from queuewright.systems import mapepire as mapepire_module
from queuewright.systems import ssh as ssh_module
from queuewright.systems.protocol import System
from queuewright.systems.registry import InvalidConfiguration, systems_from

Entry = Callable[..., Mapping[str, Any]]
ENTRIES: dict[str, Entry] = {"mapepire": mapepire_entry, "ssh": ssh_entry}
SPEC = DataQueueSpec(name="IN", library="ORDERS", max_entry_length=5)


def reach(folder: Path, entry: Mapping[str, Any]) -> System:
    return systems_from({"AS1": entry}, base=folder)["AS1"]


@contextmanager
def served(kind: str, embedded: EmbeddedSystem) -> Iterator[int]:
    server = mapepire_server(embedded) if kind == "mapepire" else ssh_server(embedded)
    with in_thread([server]):
        yield server.port


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def speaking(say: bytes | None) -> Iterator[int]:
    """A server that says this to whoever comes, and ends; None: says nothing and waits."""
    over = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(0.1)

    def work() -> None:
        while not over.is_set():
            try:
                connection, _ = listening.accept()
            except TimeoutError:
                continue
            with connection:
                if say is None:
                    over.wait()
                else:
                    connection.sendall(say)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield int(listening.getsockname()[1])
    finally:
        over.set()
        thread.join()
        listening.close()


def failure(system: System) -> str:
    """What is said where nothing can be asked: one line that names the system."""
    with pytest.raises(SystemUnavailable) as caught:
        system.observe(["ibmi:DataQueue"])
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith("AS1: ")
    assert PASSWORD not in text
    assert caught.value.__cause__ is None or PASSWORD not in repr(caught.value.__cause__)
    return text


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapepire_module, "_OPEN", 1.0)
    monkeypatch.setattr(ssh_module, "_OPEN", 1.0)


@pytest.fixture(params=list(ENTRIES))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_an_unknown_host(kind: str, tmp_path: Path) -> None:
    text = failure(reach(tmp_path, ENTRIES[kind](tmp_path, 9, host="no-such-host.invalid")))
    assert "no-such-host.invalid:9: there is no such host; correct host" in text


def test_a_refused_connection(kind: str, tmp_path: Path) -> None:
    text = failure(reach(tmp_path, ENTRIES[kind](tmp_path, free_port())))
    assert "it refuses connections; start" in text


def test_no_answer(kind: str, tmp_path: Path) -> None:
    with speaking(None) as port:
        text = failure(reach(tmp_path, ENTRIES[kind](tmp_path, port)))
    assert "no answer in 1 seconds; see that" in text


@pytest.mark.parametrize(
    "reported",
    [b"HTTP/1.1 200 OK\r\n\r\n<html>gateway</html>", b"\x00\xff" * 40 + b"\r\n", b"220 ftp\r\n"],
    ids=["html", "bytes", "ftp"],
)
def test_something_else_that_listens(kind: str, tmp_path: Path, reported: bytes) -> None:
    with speaking(reported) as port:
        text = failure(reach(tmp_path, ENTRIES[kind](tmp_path, port)))
    assert "correct" in text or "see that it is up" in text


def test_a_wrong_password(kind: str, tmp_path: Path) -> None:
    with served(kind, machine(tmp_path, "AS1")) as port:
        wrong = {"password": password(tmp_path, "wrong one")}
        text = failure(reach(tmp_path, ENTRIES[kind](tmp_path, port, **wrong)))
    assert "user ann is not let in" in text
    assert "wrong one" not in text


def test_an_unknown_user(kind: str, tmp_path: Path) -> None:
    with served(kind, machine(tmp_path, "AS1")) as port:
        text = failure(reach(tmp_path, ENTRIES[kind](tmp_path, port, user="eve")))
    assert "user eve is not let in" in text


def test_a_password_that_is_nowhere(kind: str, tmp_path: Path) -> None:
    with served(kind, machine(tmp_path, "AS1")) as port:
        missing = {"password": {"env": "QUEUEWRIGHT_NO_SUCH"}}
        system = reach(tmp_path, ENTRIES[kind](tmp_path, port, **missing))
        with pytest.raises(SystemUnavailable, match=r"AS1\.password: .*is not set"):
            system.observe(["ibmi:DataQueue"])


def test_a_literal_password_is_refused(kind: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidConfiguration, match="literal") as caught:
        reach(tmp_path, ENTRIES[kind](tmp_path, 9, password=PASSWORD))
    assert PASSWORD not in str(caught.value)


@pytest.mark.parametrize("host", ["wss://as400", "ann@as400", "", "as 400"])
def test_a_host_that_is_none(kind: str, tmp_path: Path, host: str) -> None:
    with pytest.raises(InvalidConfiguration, match=r"AS1\.host") as caught:
        reach(tmp_path, ENTRIES[kind](tmp_path, 9, host=host))
    assert "\n" not in str(caught.value)


def test_no_authority_to_change(kind: str, tmp_path: Path) -> None:
    embedded = machine(tmp_path, "AS1")
    with served(kind, embedded) as port:
        system = reach(tmp_path, ENTRIES[kind](tmp_path, port, user="ro"))
        assert list(system.observe(["ibmi:DataQueue"])) == []
        with pytest.raises(CommandFailed) as caught:
            system.create(SPEC)
    assert caught.value.message_id == "CPF2189"
    assert "ORDERS/IN: Not authorized" in str(caught.value)
    assert "docs/systems.md lists the authorities of each command (CPF2189)" in str(caught.value)
    assert not embedded.observe(["ibmi:DataQueue"])


def test_a_certificate_of_an_unknown_authority(tmp_path: Path) -> None:
    with served("mapepire", machine(tmp_path, "AS1")) as port:
        other = Authority(tmp_path / "other").certificate
        text = failure(reach(tmp_path, mapepire_entry(tmp_path, port, ca=str(other))))
        assert "its certificate is not trusted" in text
        entry = {k: v for k, v in mapepire_entry(tmp_path, port).items() if k != "ca"}
        assert "its certificate is not trusted" in failure(reach(tmp_path, entry))


def test_a_certificate_of_another_host(tmp_path: Path) -> None:
    # Its certificate is for localhost and 127.0.0.1.
    server = MapepireServer(machine(tmp_path, "AS1"), Address("127.0.0.2", 0), users(), certified())
    with in_thread([server]):
        entry = mapepire_entry(tmp_path, server.port, host="127.0.0.2")
        text = failure(reach(tmp_path, entry))
    assert "its certificate is not trusted: " in text
    assert "127.0.0.2" in text


def test_a_ca_that_is_no_file(tmp_path: Path) -> None:
    text = failure(reach(tmp_path, mapepire_entry(tmp_path, 9, ca="nothing.pem")))
    assert "ca nothing.pem cannot be read" in text


def test_another_host_key_than_the_known_one(tmp_path: Path) -> None:
    with served("ssh", machine(tmp_path, "AS1")) as port:
        other = host_key(tmp_path / "other")
        entry = ssh_entry(tmp_path, port, known_hosts=known_hosts(tmp_path, port, other))
        text = failure(reach(tmp_path, entry))
    assert "its host key is not trusted" in text
    assert "compare its fingerprint" in text


def test_a_host_that_is_not_known_yet(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    with served("ssh", machine(tmp_path, "AS1")) as port:
        text = failure(reach(tmp_path, ssh_entry(tmp_path, port, known_hosts="empty")))
        assert "its host key is not trusted" in text
        text = failure(reach(tmp_path, ssh_entry(tmp_path, port, known_hosts="nothing")))
        assert "known_hosts nothing is not a file" in text


def test_keys_of_ssh(tmp_path: Path) -> None:
    embedded = machine(tmp_path, "AS1")
    with served("ssh", embedded) as port:
        good = ssh_entry(tmp_path, port, key=str(ssh_user_key()))
        assert reach(tmp_path, good).create(SPEC).key.name == "ORDERS/IN"
        stranger = ssh_entry(tmp_path, port, key=str(host_key(tmp_path / "stranger")))
        assert "user ann is not let in" in failure(reach(tmp_path, stranger))
        (tmp_path / "no_key").write_text("this is not a key\n")
        broken = ssh_entry(tmp_path, port, key="no_key")
        assert "key no_key cannot be used" in failure(reach(tmp_path, broken))
        assert "is not a file" in failure(reach(tmp_path, ssh_entry(tmp_path, port, key="nothing")))


def test_a_key_with_a_passphrase(tmp_path: Path) -> None:
    import asyncssh

    key = asyncssh.read_private_key(ssh_user_key())
    file = tmp_path / "locked"
    key.write_private_key(file, passphrase=PASSWORD, ignore_few_rounds=True, rounds=1)
    with served("ssh", machine(tmp_path, "AS1")) as port:
        good = ssh_entry(tmp_path, port, key="locked", passphrase=password(tmp_path))
        assert list(reach(tmp_path, good).observe(["ibmi:DataQueue"])) == []
        wrong = ssh_entry(
            tmp_path, port, key="locked", passphrase=password(tmp_path, "not it at all")
        )
        text = failure(reach(tmp_path, wrong))
    assert "correct key or passphrase" in text
    assert "not it at all" not in text


def test_a_known_hosts_file_that_nobody_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As OpenSSH's client has it: the one in the home directory, and none is not trust."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with served("ssh", machine(tmp_path, "AS1")) as port:
        entry = {k: v for k, v in ssh_entry(tmp_path, port).items() if k != "known_hosts"}
        assert "its host key is not trusted" in failure(reach(tmp_path, entry))
        (tmp_path / "home" / ".ssh").mkdir(parents=True)
        shutil.copy(tmp_path / "known_hosts", tmp_path / "home" / ".ssh" / "known_hosts")
        assert list(reach(tmp_path, entry).observe(["ibmi:DataQueue"])) == []


def test_keys_of_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("ssh-agent") is None or shutil.which("ssh-add") is None:
        pytest.skip("OpenSSH's agent is not installed")
    # Not in tmp_path: the path of a socket has at most 107 bytes.
    place = Path(mkdtemp(prefix="qw", dir="/tmp"))
    agent = place / "agent"
    command = ["ssh-agent", "-D", "-a", str(agent)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        late = time.monotonic() + 10
        while not agent.exists() and process.poll() is None and time.monotonic() < late:
            time.sleep(0.01)
        if not agent.exists():
            process.kill()
            pytest.skip(f"OpenSSH's agent does not start: {process.communicate()[1].decode()}")
        monkeypatch.setenv("SSH_AUTH_SOCK", str(agent))
        monkeypatch.setenv("HOME", str(tmp_path))
        with served("ssh", machine(tmp_path, "AS1")) as port:
            entry = {k: v for k, v in ssh_entry(tmp_path, port).items() if k != "password"}
            assert "user ann is not let in" in failure(reach(tmp_path, entry))
            subprocess.run(["ssh-add", "-q", str(ssh_user_key())], check=True)
            assert list(reach(tmp_path, entry).observe(["ibmi:DataQueue"])) == []
    finally:
        process.terminate()
        process.communicate()
        shutil.rmtree(place)


def test_a_vault_that_gives_a_new_password_in_time(kind: str, tmp_path: Path) -> None:
    """Its first answer is over when it is sent; the second is asked for once."""
    vault, calls = tmp_path / "vault", tmp_path / "calls"
    vault.write_text(
        f"#!/bin/sh\necho x >> {calls}\n"
        f"if [ $(wc -l < {calls}) -gt 1 ]; then echo '{PASSWORD}'; else echo old; fi\n"
    )
    vault.chmod(0o755)
    with served(kind, machine(tmp_path, "AS1")) as port:
        entry = ENTRIES[kind](tmp_path, port, password={"command": [str(vault)]})
        assert list(reach(tmp_path, entry).observe(["ibmi:DataQueue"])) == []
    assert calls.read_text() == "x\n" * 2


def test_a_machine_that_is_no_ibm_i(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from queuewright.servers import shell

    monkeypatch.setattr(
        shell.Shell,
        "_command",
        lambda self, words, given: shell.ShellOutcome(err="not found", code=127),
    )
    with served("ssh", machine(tmp_path, "AS1")) as port:
        text = failure(reach(tmp_path, ssh_entry(tmp_path, port)))
    assert "it has no utility `system`" in text


def test_a_login_shell_that_prints_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from queuewright.servers import shell

    plain = shell.Shell.run

    def talkative(
        self: shell.Shell, line: str, given: str = "", code: int = 0
    ) -> shell.ShellOutcome:
        done = plain(self, line, given, code)
        return shell.ShellOutcome("Welcome!\n----\n" + done.out, done.err, done.code)

    monkeypatch.setattr(shell.Shell, "run", talkative)
    with served("ssh", machine(tmp_path, "AS1")) as port:
        system = reach(tmp_path, ssh_entry(tmp_path, port))
        assert system.create(SPEC).attributes["max_entry_length"] == 5


def test_half_an_answer_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from queuewright.servers import shell

    plain = shell.Shell.run

    def cut(self: shell.Shell, line: str, given: str = "", code: int = 0) -> shell.ShellOutcome:
        done = plain(self, line, given, code)
        return shell.ShellOutcome(done.out[: len(done.out) // 2], done.err, done.code)

    monkeypatch.setattr(shell.Shell, "run", cut)
    with served("ssh", machine(tmp_path, "AS1")) as port:
        text = failure(reach(tmp_path, ssh_entry(tmp_path, port)))
    assert "is incomplete" in text


@contextmanager
def answering(answer: str) -> Iterator[int]:
    """A websocket that has one answer for everything."""

    class Server:
        port = 0

        async def start(self) -> str:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(certified().certificate, certified().key)

            async def handle(connection: Any) -> None:
                async for _ in connection:
                    await connection.send(answer)

            self._server = await listen(handle, "127.0.0.1", 0, ssl=tls)
            self.port = int(next(iter(self._server.sockets)).getsockname()[1])
            return ""

        async def stop(self) -> None:
            self._server.close()
            await self._server.wait_closed()

    server = Server()
    with in_thread([server]):
        yield server.port


@pytest.mark.parametrize(
    "answer",
    ["", "{", "[]", '"text"', "{}", '{"success": true, "id": "1", "data": 5}', "<html></html>"],
)
def test_a_websocket_that_answers_nonsense(tmp_path: Path, answer: str) -> None:
    with answering(answer) as port:
        text = failure(reach(tmp_path, mapepire_entry(tmp_path, port)))
    assert "wss://localhost" in text


def test_descriptions_of_columns_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client takes longer to read them than the rows, and nothing needs them."""
    undescribed = {"columns": [{"of": "others"}]}
    monkeypatch.setattr("queuewright.servers.mapepire._Session._metadata", lambda *_: undescribed)
    embedded = machine(tmp_path, "AS1")
    embedded.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 5})
    with served("mapepire", embedded) as port:
        [observed] = reach(tmp_path, mapepire_entry(tmp_path, port)).observe(["ibmi:DataQueue"])
    assert observed.key.name == "ORDERS/IN"


def test_a_password_that_has_expired(tmp_path: Path) -> None:
    """As the Toolbox for Java says it, on which a Mapepire server stands."""
    reported = "The application server rejected the connection. (Password is expired.)"
    answer = {
        "id": "id1",
        "success": False,
        "error": reported,
        "sql_state": "08004",
        "sql_rc": -99999,
    }
    with answering(json.dumps(answer)) as port:
        text = failure(reach(tmp_path, mapepire_entry(tmp_path, port)))
    assert "user ann is not let in: " in text
    assert text.endswith("set a new password there")


@pytest.mark.parametrize("seen", [True, False], ids=["seen", "unseen"])
def test_a_server_that_went_away_is_found_again(kind: str, seen: bool, tmp_path: Path) -> None:
    """The connection was lost between two commands: the next one makes it anew."""
    embedded = machine(tmp_path, "AS1")
    port = free_port()
    make = {
        "mapepire": lambda: MapepireServer(
            embedded, Address("127.0.0.1", port), users(), certified()
        ),
        "ssh": lambda: _at(port, embedded),
    }[kind]
    system = reach(tmp_path, ENTRIES[kind](tmp_path, port))
    with in_thread([make()]):
        system.create(SPEC)
    if seen:
        with pytest.raises(SystemUnavailable):
            system.observe(["ibmi:DataQueue"])
    with in_thread([make()]):
        # A change finds it too: nothing of it was sent over the connection that is gone.
        system.create(DataQueueSpec(name="NEXT", library="ORDERS", max_entry_length=5))
        names = [o.key.name for o in system.observe(["ibmi:DataQueue"])]
        assert names == ["ORDERS/IN", "ORDERS/NEXT"]


def _at(port: int, embedded: EmbeddedSystem) -> Any:
    server = ssh_server(embedded)
    server._address = Address("127.0.0.1", port)
    return server


def test_every_error_is_ours(kind: str, tmp_path: Path) -> None:
    """From many threads at once, as a plan applies."""
    embedded = machine(tmp_path, "AS1")
    with served(kind, embedded) as port:
        system = reach(tmp_path, ENTRIES[kind](tmp_path, port))
        failed: list[BaseException] = []

        def work(number: int) -> None:
            try:
                spec = DataQueueSpec(name=f"Q{number}", library="ORDERS", max_entry_length=number)
                system.create(spec)
                system.create(spec)
            except QueuewrightError as error:
                failed.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 13)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(embedded.observe(["ibmi:DataQueue"])) == 12
    assert len(failed) == 12
    assert {getattr(error, "message_id", "") for error in failed} == {"CPF9870"}
