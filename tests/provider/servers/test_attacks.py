"""What reaches a port of the servers may be anything: they take little of it, answer, and go on."""

import asyncio
import base64
import contextlib
import hashlib
import json
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncssh
import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as open_websocket

import carriers
import forked
from carriers import served
from ibmi_carriers import (
    PASSWORD,
    authority,
    known_hosts,
    machine,
    mapepire_server,
    ssh_server,
    ssh_user_key,
)
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.servers import users as users_module
from queuewright.servers.ibmi_sql import SqlError, SqlJob, select
from queuewright.servers.limits import Limits, RequestRefused, read_json
from queuewright.servers.mqweb.server import MqwebServer
from queuewright.servers.serving import in_thread
from queuewright.servers.shell import Shell
from queuewright.servers.users import User, Users, UsersError, password_hash

# Everything at once, and soon; failed logins are tried apart.
SHORT = Limits(hello=0.3, body=0.3, stalled=0.5, query=0.3, failure=0.0)
# A statement that ends by itself in years.
CROSS = ", ".join(f"TABLE(QSYS2.OBJECT_STATISTICS('*ALL', '*ALL')) T{n}" for n in range(30))
ENDLESS = f"SELECT COUNT(*) FROM {CROSS}"


@pytest.fixture
def as400(tmp_path: Path) -> EmbeddedSystem:
    made = machine(tmp_path, "AS1")
    made.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 100})
    return made


@pytest.fixture
def qm1(tmp_path: Path) -> EmbeddedSystem:
    return carriers.machine(tmp_path, "QM1", Platform.LINUX)


# SQL


def wrong(system: EmbeddedSystem, sql: str, **limits: Any) -> SqlError:
    with pytest.raises(SqlError) as caught:
        select(system, sql, job=SqlJob(limits=Limits(**limits)))
    return caught.value


@pytest.mark.parametrize(
    "function",
    [
        "ZEROBLOB(1000000000)",
        "RANDOMBLOB(1000000000)",
        "PRINTF('%1000000000d', 1)",
        "FORMAT('%1000000000d', 1)",
        "LOAD_EXTENSION('x')",
        "JSON_EXTRACT('[1]', '$')",
        "GLOB('*a*', 'a')",
        "SQLITE_VERSION()",
        "NO_SUCH_FUNCTION(1)",
    ],
)
def test_only_functions_on_the_list_are_called(function: str, as400: EmbeddedSystem) -> None:
    error = wrong(as400, f"SELECT {function} FROM SYSIBM.SYSDUMMY1")
    assert error.state in ("42704", "42601")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT NAME FROM SQLITE_MASTER",
        "SELECT NAME FROM PRAGMA_FUNCTION_LIST",
        "SELECT VALUE FROM JSON_EACH('[1]')",
        "SELECT VALUE FROM GENERATE_SERIES(1, 9)",
        "PRAGMA TABLE_LIST",
        "ATTACH 'x.db' AS X",
        "DELETE FROM QSYS2.DATA_QUEUE_INFO",
        "SELECT 1 FROM SYSIBM.SYSDUMMY1; SELECT 2 FROM SYSIBM.SYSDUMMY1",
    ],
)
def test_a_statement_reads_services_and_nothing_else(sql: str, as400: EmbeddedSystem) -> None:
    wrong(as400, sql)


def test_functions_of_db2_that_clients_use(as400: EmbeddedSystem) -> None:
    sql = (
        "SELECT UPPER(TRIM(' a ')) CONCAT SUBSTR('bcd', 2, 1), COALESCE(NULL, LENGTH('xy')), "
        "COUNT(*), MAX(DATA_QUEUE_NAME), SUM(1), HEX('A'), REPLACE('aba', 'b', 'c'), "
        "CASE WHEN DATA_QUEUE_NAME LIKE 'I%' THEN 1 ELSE 0 END FROM QSYS2.DATA_QUEUE_INFO"
    )
    assert select(as400, sql).rows == (("Ac", 2, 1, "IN", 1, "41", "aca", 1),)


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("A%", "ABC", 1),
        ("%C", "ABC", 1),
        ("%B%", "ABC", 1),
        ("A_C", "ABC", 1),
        ("A_", "ABC", 0),
        ("%", "", 1),
        ("", "", 1),
        ("A%A", "A", 0),
        ("A%B%C", "AxBxC", 1),
        ("A%B%C", "AxCxB", 0),
        ("a%", "ABC", 0),  # Db2 tells upper from lower case
        ("100!%", "100%", 1),
        ("100!%", "1000", 0),
        ("A.C", "ABC", 0),
        ("%_X", "X", 0),
    ],
)
def test_like_is_db2s(pattern: str, text: str, fits: int, as400: EmbeddedSystem) -> None:
    escape = " ESCAPE '!'" if "!" in pattern else ""
    sql = f"SELECT CASE WHEN '{text}' LIKE '{pattern}'{escape} THEN 1 ELSE 0 END"
    assert select(as400, f"{sql} FROM SYSIBM.SYSDUMMY1").rows == ((fits,),)


@pytest.mark.parametrize(
    "condition",
    [
        "1 = 1",
        f"T29.OBJNAME CONCAT '{'a' * 20_000}' LIKE '{'%a' * 100}%b'",
        f"REPLACE(T29.OBJNAME CONCAT '{'a' * 1_000}', 'a', '{'b' * 900}') = 'x'",
    ],
    ids=["nothing", "like", "replace"],
)
def test_a_statement_has_its_time(condition: str, as400: EmbeddedSystem) -> None:
    sql = f"{ENDLESS} WHERE {condition}"
    assert wrong(as400, sql, query=0.2).state == "57014"
    with pytest.raises(SqlError) as stopped:
        select(as400, sql, job=SqlJob(stopped=lambda: True))
    assert stopped.value.state == "57014"


def test_a_statement_has_its_rows(as400: EmbeddedSystem) -> None:
    sql = "SELECT OBJNAME FROM TABLE(QSYS2.OBJECT_STATISTICS('*ALL', '*ALL'))"
    assert wrong(as400, sql, rows=1).state == "57011"
    assert len(select(as400, sql, job=SqlJob(limits=Limits(rows=100))).rows) > 1


@pytest.mark.parametrize(
    "expression",
    [
        f"{'(' * 5000}1{')' * 5000}",
        f"{'NOT ' * 5000}1",
        f"{'- ' * 5000}1",
        f"{'A(' * 3000}1{')' * 3000}",
        f"{'(SELECT ' * 3000}1{')' * 3000}",
        "1" + " + 1" * 20_000,
        "'a'" + " || 'b'" * 5_000,
        "1" * 300_000,
    ],
    ids=["parentheses", "not", "minus", "calls", "selects", "plus", "concat", "long"],
)
def test_deep_sql_is_refused(expression: str, as400: EmbeddedSystem) -> None:
    wrong(as400, f"SELECT {expression} FROM SYSIBM.SYSDUMMY1")


@pytest.mark.parametrize(
    "call",
    [
        "LIBRARY_INFO(LIBRARY_NAME => '{}')",
        "LIBRARY_INFO('{}')",
        "OBJECT_STATISTICS('{}', '*ALL')",
        "OBJECT_STATISTICS('*ALL', '*ALL', '{}')",
        "OBJECT_STATISTICS('*ALL', '{}')",
        "OBJECT_STATISTICS('*ALL', '*ALL', '{}*')",
    ],
)
@pytest.mark.parametrize("text", ["X'' OR 1=1 --", "X'' OR ''1''=''1", "*' OR 1=1", "[A-Z", '"'])
def test_an_argument_is_a_text_and_no_condition(
    call: str, text: str, as400: EmbeddedSystem
) -> None:
    sql = f"SELECT * FROM TABLE(QSYS2.{call.format(text)}) X"
    if text.count("'") % 2:
        wrong(as400, sql)
    else:
        assert select(as400, sql).rows == ()


# Mapepire


@contextlib.contextmanager
def websocket(
    port: int, user: str = "ann", password: str = PASSWORD, ca: Path | None = None
) -> Iterator[ClientConnection]:
    context = ssl.create_default_context(cafile=str(ca or authority().certificate))
    context.check_hostname = ca is None
    coded = base64.b64encode(f"{user}:{password}".encode()).decode()
    with open_websocket(
        f"wss://localhost:{port}/db/",
        ssl=context,
        additional_headers={"Authorization": f"Basic {coded}"},
        max_size=None,
        close_timeout=1,
        compression=None,
    ) as connection:
        yield connection


def asked(connection: ClientConnection, request: Any) -> dict[str, Any]:
    connection.send(request if isinstance(request, str) else json.dumps({"id": "1", **request}))
    answer: dict[str, Any] = json.loads(connection.recv(timeout=20))
    return answer


@pytest.fixture
def mapepire(as400: EmbeddedSystem) -> Iterator[int]:
    server = mapepire_server(as400)
    with in_thread([server]):
        yield server.port


def test_who_has_not_logged_in_sends_little_and_gets_little_back(mapepire: int) -> None:
    with websocket(mapepire, "eve", "guessed") as connection:
        answer = asked(connection, "x" * 60_000)
        assert not answer["success"]
        assert len(json.dumps(answer)) < 1_000
        with pytest.raises(ConnectionClosed):
            asked(connection, "x" * 70_000)
    with websocket(mapepire, "eve", "guessed") as connection, pytest.raises(ConnectionClosed):
        asked(connection, "x" * (2 << 20))
    with websocket(mapepire) as connection:
        assert asked(connection, {"type": "connect"})["success"]
        assert not asked(connection, "x" * 500_000)["success"]
        with pytest.raises(ConnectionClosed):
            asked(connection, "x" * (2 << 20))


@pytest.mark.parametrize("first", [None, {"type": "ping"}, {"type": "connect"}])
def test_who_does_not_log_in_is_not_waited_for(
    first: dict[str, Any] | None, as400: EmbeddedSystem
) -> None:
    server = mapepire_server(as400, SHORT)

    def heard(connection: Any) -> None:
        if first is not None:  # on a busy machine the answer may come too late
            asked(connection, first)
        connection.recv(timeout=10)

    with in_thread([server]):
        with websocket(server.port, "eve") as connection, pytest.raises(ConnectionClosed):
            heard(connection)
        with websocket(server.port) as connection:
            assert asked(connection, {"type": "connect"})["success"]
            time.sleep(2 * SHORT.hello)  # who has logged in may be idle
            assert asked(connection, {"type": "ping"})["success"]


def test_so_many_connections_and_no_more(as400: EmbeddedSystem) -> None:
    server = mapepire_server(as400, Limits(connections=2))
    with in_thread([server]), contextlib.ExitStack() as stack:
        for _ in range(2):
            connection = stack.enter_context(websocket(server.port))
            assert asked(connection, {"type": "connect"})["success"]
        with pytest.raises(InvalidStatus, match="503"):
            stack.enter_context(websocket(server.port))


def test_endless_questions_hold_up_nobody(tmp_path: Path, as400: EmbeddedSystem) -> None:
    """As many as there are threads, and more; the other servers of the process answer meanwhile."""
    limits = Limits(query=2.0)
    server, ssh = mapepire_server(as400, limits), ssh_server(as400, limits)
    qm1 = carriers.machine(tmp_path / "mq", "QM1", Platform.LINUX)
    with in_thread([server, ssh]), served(qm1.sandbox) as mqweb, contextlib.ExitStack() as stack:
        asking = [stack.enter_context(websocket(server.port, "ro")) for _ in range(20)]
        for connection in asking:
            connection.send(json.dumps({"id": "1", "type": "sql", "sql": ENDLESS}))
        begun = time.monotonic()
        with client_of(mqweb) as client:
            assert client.get("login").status_code == 200
        assert over_ssh(ssh.port, "echo hello", tmp_path) == (0, "hello\n", "")
        assert time.monotonic() - begun < limits.query
        answer = json.loads(asking[0].recv(timeout=20))
        assert answer["sql_state"] == "57014"
    assert time.monotonic() - begun < 5 * limits.query  # the end waits for none of them


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ("[" * 5_000, "Non-parseable"),
        ('{"id": "1", "type": ' + "[" * 40 + "]" * 40 + "}", "Non-parseable"),
        ('{"id": "1", "type": "sql", "sql": "SELECT \\ud800"}', "Non-parseable"),
        ('{"id": "\\udfff", "type": "ping"}', "Non-parseable"),
        (json.dumps({"id": "1" * 100_000, "type": "ping"}), "too long"),
    ],
)
def test_what_is_no_request_is_answered(request_: str, says: str, mapepire: int) -> None:
    with websocket(mapepire) as connection:
        assert asked(connection, {"type": "connect"})["success"]
        answer = asked(connection, request_)
        assert not answer["success"]
        assert says in answer["error"]
        assert asked(connection, {"type": "ping"})["success"]


def test_a_client_that_closes_nothing_keeps_what_it_asked_for_last(mapepire: int) -> None:
    with websocket(mapepire) as connection:
        sql = "SELECT OBJNAME FROM TABLE(QSYS2.OBJECT_STATISTICS('*ALL', '*ALL'))"
        for number in range(50):
            asked(connection, {"id": str(number), "type": "sql", "sql": sql, "rows": 1})
        for number, is_there in ((0, False), (49, True)):
            more = asked(connection, {"id": "m", "type": "sqlmore", "cont_id": str(number)})
            assert more["success"] is is_there


# mqweb


def client_of(server: MqwebServer, password: str = carriers.PASSWORD) -> httpx2.Client:
    return httpx2.Client(
        base_url=f"{server.url}/ibmmq/rest/v3",
        verify=ssl.create_default_context(cafile=str(carriers.authority().certificate)),
        headers={"ibm-mq-rest-csrf-token": "x"},
        auth=("ann", password),
    )


def raw(url: str) -> socket.socket:
    """A connection without a client that behaves."""
    address = httpx2.URL(url)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection((address.host, address.port), timeout=20)
    return context.wrap_socket(plain, server_hostname="localhost")


def ended(connection: socket.socket) -> bytes:
    """What it says until the server ends it."""
    reported = b""
    with contextlib.suppress(OSError):
        while part := connection.recv(65_536):
            reported += part
    return reported


HEAD = b"POST /ibmmq/rest/v3/login HTTP/1.1\r\nHost: x\r\n"
HALVES = {
    "nothing": [b""],
    "line": [b"GET /ibm"],
    "head": [HEAD],
    "body": [HEAD + b'Content-Length: 100\r\n\r\n{"user'],
    "chunks": [HEAD + b"Transfer-Encoding: chunked\r\n\r\n4\r\n{   \r\n"],
    "another": [HEAD + b"Content-Length: 2\r\n\r\n{}", b"GET /ibm"],
    "line ends": [HEAD + b"Content-Length: 2\r\n\r\n{}", b"\r\n"],
}


@pytest.mark.parametrize("parts", HALVES.values(), ids=HALVES)
def test_half_a_request_is_not_waited_for(parts: list[bytes], qm1: EmbeddedSystem) -> None:
    with served(qm1.sandbox, SHORT) as server:
        with raw(server.url) as connection:
            for part in parts:
                connection.sendall(part)
                time.sleep(0.1)
            begun = time.monotonic()
            ended(connection)
            assert time.monotonic() - begun < 10
        # And one that comes slowly, byte after byte.
        with raw(server.url) as connection, contextlib.suppress(OSError):
            for byte in HEAD * 20:
                connection.sendall(bytes([byte]))
                time.sleep(0.01)
            pytest.fail("it was read to its end")


@pytest.mark.parametrize("name", [b"X: ", b"X" * 70_000, b""])
def test_a_head_without_end_is_not_read(name: bytes, qm1: EmbeddedSystem) -> None:
    with served(qm1.sandbox) as server:
        with raw(server.url) as connection:
            sent = 0
            with contextlib.suppress(OSError):
                connection.sendall(HEAD + name)
                while sent < 60_000_000:
                    connection.sendall(b"a" * 65_536)
                    sent += 65_536
            assert sent < 10_000_000  # what the kernel's buffers take of it
        many = b"".join(b"X%d: %s\r\n" % (n, b"a" * 100) for n in range(1_000))
        with raw(server.url) as connection:
            connection.sendall(HEAD + many + b"\r\n")
            assert ended(connection).startswith(b"HTTP/1.1 400 ")
        # A large body beside a small head is none of that.
        with raw(server.url) as connection:
            connection.sendall(HEAD + b"Content-Length: 500000\r\n\r\n" + b" " * 500_000)
            assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


def test_who_does_not_read_is_not_waited_for(qm1: EmbeddedSystem) -> None:
    for number in range(300):
        qm1.create("mq:LocalQueue", f"Q{number}", {"queue_description": "x" * 60})
    with served(qm1.sandbox, SHORT) as server, raw(server.url) as connection:
        coded = base64.b64encode(f"ann:{carriers.PASSWORD}".encode())
        question = (
            b"GET /ibmmq/rest/v1/admin/qmgr/QM1/queue?attributes=*&status=* HTTP/1.1\r\nHost: x\r\n"
            b"Authorization: Basic " + coded + b"\r\n\r\n"
        )
        connection.settimeout(1)
        with contextlib.suppress(OSError):
            for _ in range(60):
                connection.sendall(question)
        assert server._server is not None
        there = server._server.server_state.connections
        until = time.monotonic() + 20
        while there and time.monotonic() < until:
            time.sleep(0.01)
        assert not there


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"type": ' + b"[" * 100 + b"]" * 100 + b"}",
        b'{"type": "runCommandJSON", "command": "display", "qualifier": "qmgr\\ud800"}',
        b'{"type": "runCommand", "parameters": {"command": "DEFINE QLOCAL(\\udfff)"}}',
        b'{"username": "ann\\ud800", "password": "x"}',
        b"1" * 10_000,
    ],
)
def test_what_is_no_request_is_a_400(body: bytes, qm1: EmbeddedSystem) -> None:
    with served(qm1.sandbox) as server:
        for path in ("login", "admin/action/qmgr/QM1/mqsc"):
            with client_of(server) as client:
                answer = client.post(path, content=body)
            assert answer.status_code == 400, answer.text
            assert answer.json()["error"][0]["msgId"] == "MQWB0120E"


@pytest.mark.parametrize(
    "text", ["DEFINE QLOCAL" + "(" * 50_000, "DISPLAY QLOCAL(*) WHERE" + "(A " * 9_000, "'" * 9_999]
)
def test_deep_mqsc_is_refused(text: str, qm1: EmbeddedSystem) -> None:
    with served(qm1.sandbox) as server:
        body = {"type": "runCommand", "parameters": {"command": text}}
        with client_of(server) as client:
            answer = client.post("admin/action/qmgr/QM1/mqsc", json=body)
        assert answer.status_code in (200, 400)
        assert answer.json().get("overallCompletionCode") != 0


# ssh and its shell


def over_ssh(
    port: int, command: str | None, folder: Path, user: str = "ann", **how: Any
) -> tuple[int | None, str, str]:
    """Exit status, output and errors of a command."""
    options = {"password": PASSWORD, "client_keys": [], **how}
    given = options.pop("input", None)

    async def run() -> tuple[int | None, str, str]:
        async with asyncssh.connect(
            "localhost", port, username=user, known_hosts=known_hosts(folder, port), **options
        ) as connection:
            done = await connection.run(command, input=given)
            return done.exit_status, str(done.stdout), str(done.stderr)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("line", "given", "code"),
    [
        ("env " * 3_000 + "echo x", "", 0),
        ("A=1 env " * 3_000 + "echo x", "", 0),
        ("qsh", "qsh\n" * 3, 0),
        ("qsh -c qsh", "qsh -c qsh\n", 0),
        (";" * 60_000, "", 127),
        ("'" * 20_001, "", 2),
        (f'db2 "SELECT {"(" * 5_000}1 FROM SYSIBM.SYSDUMMY1"', "", 4),
        (f'system "CRTDTAQ DTAQ({"(" * 5_000}A)"', "", 255),
        ("echo \udcff", "", 0),
    ],
)
def test_any_command_line_is_answered(
    line: str, given: str, code: int, as400: EmbeddedSystem
) -> None:
    assert Shell(as400).run(line, given).code == code


def test_a_command_over_ssh_has_its_length_and_its_time(
    tmp_path: Path, as400: EmbeddedSystem
) -> None:
    server = ssh_server(as400, Limits(query=0.3))
    with in_thread([server]):
        code, _, err = over_ssh(server.port, f"echo {'x' * 70_000}", tmp_path)
        assert (code, err) == (2, "sh: the command has more than 65536 bytes\n")
        code, _, err = over_ssh(server.port, "db2 -i", tmp_path, input=" " * (1 << 21))
        assert (code, err) == (2, "sh: the input has more than 1048576 bytes\n")
        code, out, _ = over_ssh(server.port, "db2 -i", tmp_path, input=f"{ENDLESS};" * 20)
        assert (code, out.count("SQLSTATE: 57014")) == (4, 20)
        code, _, err = over_ssh(server.port, None, tmp_path, input="x" * 300_000 + "\nexit\n")
        assert "the command has more than" in err
        assert over_ssh(server.port, "env " * 3_000 + "echo x", tmp_path)[:2] == (0, "x\n")


def test_so_many_passwords_over_one_connection(tmp_path: Path, as400: EmbeddedSystem) -> None:
    class Guesser(asyncssh.SSHClient):
        tried = 0

        def password_auth_requested(self) -> str:
            self.tried += 1
            return f"guess {self.tried}"

    guesser = Guesser()
    server = ssh_server(as400)
    with in_thread([server]), pytest.raises((asyncssh.Error, OSError)):
        over_ssh(
            server.port, "true", tmp_path, password=None, client_factory=lambda: guesser,
            preferred_auth=["password"],
        )  # fmt: skip
    assert 0 < guesser.tried <= 6


def test_a_connection_that_says_nothing_ends(as400: EmbeddedSystem) -> None:
    server = ssh_server(as400, SHORT)
    with in_thread([server]), socket.create_connection(("127.0.0.1", server.port)) as silent:
        silent.settimeout(10)
        assert ended(silent).startswith(b"SSH-2.0-")


@pytest.mark.parametrize(
    ("comment", "user", "is_in"),
    [
        ("ann", "ann", True),
        ("ann@laptop", "ann", True),
        ("ann@laptop", "ro", False),
        ("ro", "ann", False),
        ("ann", "nobody", False),
    ],
)
def test_a_key_is_of_the_user_that_it_names(
    comment: str, user: str, is_in: bool, tmp_path: Path, as400: EmbeddedSystem
) -> None:
    kind, key, *_ = ssh_user_key().with_suffix(".pub").read_text().split()
    file = tmp_path / "authorized_keys"
    file.write_text(f'# of laptops\n\nfrom="127.0.0.1,::1" {kind} {key} {comment}\n')
    server = ssh_server(as400, keys=file)
    how = {"password": None, "client_keys": [str(ssh_user_key())]}
    with in_thread([server]):
        if is_in:
            assert over_ssh(server.port, "echo in", tmp_path, user, **how)[1] == "in\n"
            file.write_text("")  # a key that was taken out does not open any more
        with pytest.raises(asyncssh.PermissionDenied):
            over_ssh(server.port, "echo in", tmp_path, user, **how)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{key}", "does not say whose key it is; write TYPE KEY USER, USER as --users has it"),
        ("{key} eve@laptop", 'is a key of "eve", and there is no such user'),
        ("nonsense", "is not a public key"),
    ],
)
def test_a_key_of_nobody_is_told_at_the_start(
    line: str, says: str, tmp_path: Path, as400: EmbeddedSystem
) -> None:
    key = " ".join(ssh_user_key().with_suffix(".pub").read_text().split()[:2])
    file = tmp_path / "authorized_keys"
    file.write_text("\n" + line.format(key=key))
    with pytest.raises(UsersError) as caught:
        ssh_server(as400, keys=file)
    assert str(caught.value).startswith(f"{file}:2: ")
    assert says in str(caught.value)


# Logins


SLOW = Limits(failure=0.2)


def failing(which: str, folder: Path) -> Iterator[Callable[[str], None]]:
    """How to fail to log in over each of the servers."""
    as400 = machine(folder, "AS1")
    if which == "mapepire":
        mapepire = mapepire_server(as400, SLOW)

        def by_mapepire(user: str) -> None:
            with websocket(mapepire.port, user, "wrong") as connection:
                assert asked(connection, {"type": "connect"})["sql_state"] == "08004"

        with in_thread([mapepire]):
            yield by_mapepire
    elif which == "ssh":
        ssh = ssh_server(as400, SLOW)

        def by_ssh(user: str) -> None:
            with pytest.raises(asyncssh.PermissionDenied):
                over_ssh(ssh.port, "true", folder, user, password="wrong")

        with in_thread([ssh]):
            yield by_ssh
    else:
        qm1 = carriers.machine(folder / "mq", "QM1", Platform.LINUX)
        with served(qm1.sandbox, SLOW) as server:

            def by_mqweb(user: str) -> None:
                if which == "basic":
                    answer = client.get("login", auth=(user, "wrong"))
                elif which == "bearer":
                    answer = client.get("login", headers={"Authorization": f"Bearer {user}"})
                else:
                    answer = client.post("login", json={"username": user, "password": "wrong"})
                assert answer.status_code == 401

            with client_of(server) as client:
                client.auth = None
                yield by_mqweb


@pytest.mark.parametrize("which", ["mapepire", "ssh", "basic", "bearer", "login"])
def test_a_failed_login_takes_its_time_for_every_user(which: str, tmp_path: Path) -> None:
    with contextlib.contextmanager(failing)(which, tmp_path) as fail:
        for user in ("ann", "nobody"):
            begun = time.monotonic()
            fail(user)
            assert time.monotonic() - begun >= SLOW.failure


def test_guessing_is_no_faster_over_many_connections(qm1: EmbeddedSystem) -> None:
    with served(qm1.sandbox, Limits(failure=0.1, at_once=1, waiting=100)) as server:

        def guess(number: int) -> int:
            with client_of(server, f"guess {number}") as client:
                return client.get("login").status_code

        with client_of(server) as client, ThreadPoolExecutor(10) as threads:
            assert client.get("login").status_code == 200
            begun = time.monotonic()
            guesses = threads.map(guess, range(10))
            # Who was let in before is not held up by it.
            assert client.get("login").status_code == 200
            assert time.monotonic() - begun < 1
            assert set(guesses) == {401}
        assert time.monotonic() - begun >= 1


def test_an_unknown_user_costs_as_much_as_a_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    costs: list[tuple[Any, ...]] = []
    scrypt = hashlib.scrypt

    def counted(password: bytes, **how: Any) -> bytes:
        costs.append((how["n"], how["r"], how["p"], len(how["salt"]), how["dklen"]))
        return scrypt(password, **how)

    monkeypatch.setattr(users_module.hashlib, "scrypt", counted)
    cheap = password_hash("s3cret").replace("scrypt:16384:", "scrypt:1024:")
    known = Users({"ann": User(password=cheap), "bearer": User(token="sha256:x")})
    costs.clear()
    for name in ("ann", "nobody", "bearer"):
        assert known.with_password(name, "wrong\ud800") is None
    assert {cost[:3] for cost in costs} == {(1024, 8, 1)}
    assert len(costs) == 3


# The end


@pytest.mark.slow
def test_the_process_ends_though_statements_run(tmp_path: Path) -> None:
    Sandbox(tmp_path / "sandbox.db").create_system("AS1", platform=Platform.IBMI)
    file = tmp_path / "users.yaml"
    file.write_text(f"users: {{ann: {{password: '{password_hash(PASSWORD)}'}}}}\n")
    words = ["sandbox", "serve", "--file", "sandbox.db", "--mapepire", "0", "--users", "users.yaml"]
    process = subprocess.Popen(
        forked.command(*words),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(":")[2].partition("/")[0])
        with contextlib.ExitStack() as stack:
            ca = tmp_path / "authority" / "ca.pem"
            for _ in range(12):
                connection = stack.enter_context(websocket(port, ca=ca))
                connection.send(json.dumps({"id": "1", "type": "sql", "sql": ENDLESS}))
            time.sleep(1)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=10) == 0
    finally:
        process.kill()
        process.communicate()


def test_json_is_read_up_to_its_limits() -> None:
    assert read_json('{"a": [1, "\\ud83d\\ude00", null]}') == {"a": [1, "\U0001f600", None]}
    for text in ("{", "[" * 33 + "]" * 33, '["\\ud800"]', '{"\\udc00": 1}', b"\xff", "9" * 5_000):
        with pytest.raises(RequestRefused):
            read_json(text)
    assert read_json("[" * 32 + "]" * 32)
