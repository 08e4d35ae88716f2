"""mqweb as a system: who logs in, what is sent, and what is said when something is wrong.

Answers of real servers are re-typed from public material: KEDA's scaler tests (kedacore/keda,
ibmmq_scaler_test.go) for AMQ8147E and MQWB0009E; ibm-messaging/mq-container issue 450 for
MQWB0116E; IBM MQ, REST API messages, for MQWB0103E and MQWB0104E; IBM MQ for z/OS, Examples of
commands and their replies, for CSQN205I, CSQM125I and CSQ9022I.
"""

import json
import selectors
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest

from carriers import PASSWORD, authority, machine, mqweb_entry, served
from queuewright.catalogue.errors import CommandFailed, QueuewrightError, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.servers.certificate import Authority
from queuewright.systems.checking import CheckFinding, check
from queuewright.systems.protocol import System
from queuewright.systems.registry import InvalidConfiguration, systems_from
from queuewright.systems.sending import AnswerLost, NotSent

QUEUE = LocalQueueSpec(name="ORDERS", max_queue_depth=5)
JSON = {"Content-Type": "application/json; charset=utf-8"}
HTML = {"Content-Type": "text/html"}
DONE = {"completionCode": 0, "reasonCode": 0}


class Asked:
    """One request."""

    def __init__(self, path: str, headers: dict[str, str], body: Any) -> None:
        self.path, self.headers, self.body = path, headers, body


Answer = tuple[int, dict[str, str], str] | None  # None: the connection ends without one


@contextmanager
def answering(answer: Callable[[Asked], Answer]) -> Iterator[tuple[str, list[Asked]]]:
    """A server of plain HTTP with the answers that it is given, and what it was asked."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.do_POST()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked.append(Asked(self.path, headers, json.loads(body or "{}")))
            given = answer(asked[-1])
            self.close_connection = True
            if given is None:
                return
            status, more, text = given
            self.send_response_only(status)
            self.send_header("Connection", "close")
            for name, value in more.items():
                self.send_header(name, value)
            if "Content-Length" not in more:
                self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def response(*results: dict[str, Any], overall: int = 0) -> str:
    codes = {"overallCompletionCode": overall, "overallReasonCode": 3008 if overall else 0}
    return json.dumps({"commandResponse": list(results), **codes})


def error(identifier: str, text: str, completion: int = 0, reason: int = 0) -> str:
    own = {"type": "rest", "msgId": identifier, "message": f"{identifier}: {text}"}
    codes = {"completionCode": completion, "reasonCode": reason}
    return json.dumps({"error": [{**own, "explanation": "", "action": "", **codes}]})


def system(base: Path, url: str, name: str = "QM1", **more: Any) -> System:
    entry = mqweb_entry(url, **{"attempts": 1, **more})
    if url.startswith("http:"):
        entry.pop("ca", None)
    return systems_from({name: entry}, base=base)[name]


def test_a_token_that_is_over_is_fetched_once_however_many_notice(tmp_path: Path) -> None:
    embedded = machine(tmp_path, "QM1", Platform.LINUX)
    with served(embedded.sandbox) as server:
        logins: list[str] = []
        log_in = server.sessions.log_in

        def counted(name: str, password: str, url: str) -> str:
            logins.append(name)
            return log_in(name, password, url)

        server.sessions.log_in = counted  # type: ignore[method-assign]
        reached = system(tmp_path, server.url, login="ltpa")
        assert reached.facts.command_level == 930
        assert logins == ["ann"]
        for _ in range(3):
            server.sessions.expire()
            together = threading.Barrier(12)

            def ask(_: int, together: threading.Barrier = together) -> int:
                together.wait()
                return len(list(reached.observe(["mq:LocalQueue"])))

            with ThreadPoolExecutor(12) as pool:
                assert len(set(pool.map(ask, range(12)))) == 1
        assert logins == ["ann"] * 4


@pytest.mark.parametrize("way", ["basic", "ltpa", "token", "certificate"])
def test_every_way_to_log_in(tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    embedded = machine(tmp_path, "QM1", Platform.LINUX)
    (tmp_path / "token").write_text(f"{PASSWORD}\n")
    shown = authority().client("certified")
    given: dict[str, Any] = {
        "basic": {"login": "basic"},
        "ltpa": {"login": "ltpa"},
        "token": {"token": {"file": "token"}},
        "certificate": {"certificate": str(shown.certificate), "key": str(shown.key)},
    }[way]
    with served(embedded.sandbox) as server:
        reached = system(tmp_path, server.url, **given)
        assert reached.create(QUEUE).attributes["max_queue_depth"] == 5


def test_an_entry_that_is_older_is_spoken_to_in_its_version(tmp_path: Path) -> None:
    missing = error("MQWB0116E", "The URI cannot be invoked as it does not correspond")
    shown = response({**DONE, "parameters": {"qmname": "QM1", "platform": "UNIX", "cmdlevel": 910}})

    def answer(asked: Asked) -> Answer:
        return (200, JSON, shown) if "/v2/" in asked.path else (404, JSON, missing)

    with answering(answer) as (url, asked):
        reached = system(tmp_path, url)
        assert reached.facts.command_level == 910
        list(reached.observe(["mq:LocalQueue"], ["A"]))
    assert [each.path.split("/")[3] for each in asked] == ["v3", "v2", "v2", "v2"]


def test_what_a_request_carries(tmp_path: Path) -> None:
    shown = response({**DONE, "parameters": {"qmname": "A/B", "platform": "UNIX"}})
    with answering(lambda _: (200, JSON, shown)) as (url, asked):
        _ = system(tmp_path, url + "/ibmmq/rest/v3", "X", queue_manager="A/B%", gateway="GW").facts
    [one, other] = asked
    assert (other.body["qualifier"], other.body["name"]) == ("process", "*")
    assert other.body["responseParameters"] == []
    assert one.path == "/ibmmq/rest/v3/admin/action/qmgr/A%2FB%25/mqsc"
    assert one.headers["ibm-mq-rest-csrf-token"] == ""
    assert one.headers["ibm-mq-rest-gateway-qmgr"] == "GW"
    assert one.headers["authorization"].startswith("Basic ")
    assert one.body["type"] == "runCommandJSON"
    assert (one.body["command"], one.body["qualifier"]) == ("display", "qmgr")
    assert one.body["responseParameters"] == ["all"]


def test_everything_of_a_kind_is_one_request(tmp_path: Path) -> None:
    nothing = {"completionCode": 2, "reasonCode": 2085, "message": ["AMQ8147E: IBM MQ object *"]}
    empty = response(nothing, overall=2)
    with answering(lambda _: (200, JSON, empty)) as (url, asked):
        reached = system(tmp_path, url)
        assert reached.facts.queue_sharing_group == ""
        asked.clear()
        assert list(reached.observe(["mq:LocalQueue", "mq:AliasQueue"])) == []
    assert [(each.body["qualifier"], each.body["name"]) for each in asked] == [
        ("qlocal", "*"),
        ("qalias", "*"),
    ]


def test_a_refusal_has_the_queue_managers_words(tmp_path: Path) -> None:
    refused = {
        "completionCode": 2,
        "reasonCode": 2085,
        "message": ["AMQ8147E: IBM MQ object FAKE.QUEUE not found."],
    }
    with (
        answering(lambda _: (200, JSON, response(refused, overall=2))) as (url, _),
        pytest.raises(CommandFailed) as caught,
    ):
        system(tmp_path, url).delete(Key("QM1", "mq:LocalQueue", "FAKE.QUEUE"))
    assert (caught.value.completion, caught.value.reason) == (2, 2085)
    assert caught.value.reason_name == "MQRC_UNKNOWN_OBJECT_NAME"
    assert caught.value.message_id == "AMQ8147E"


def test_answers_of_zos_are_one_text_an_object(tmp_path: Path) -> None:
    shown = {
        **DONE,
        "text": [
            "CSQN205I   COUNT=       4, RETURN=00000000, REASON=00000000",
            "CSQM401I !MQ21 QUEUE(ORDERS) TYPE(QLOCAL) QSGDISP(QMGR) MAXDEPTH(5) DESCR(a (b) c)",
            "CSQM401I !MQ21 QUEUE(OTHER) TYPE(QLOCAL) QSGDISP(COPY) MAXDEPTH(6) DESCR( )",
            "CSQ9022I !MQ21 CSQMDRTS ' DISPLAY QLOCAL' NORMAL COMPLETION",
        ],
    }
    with answering(lambda _: (200, JSON, response(shown))) as (url, _):
        found = list(system(tmp_path, url, "MQ21", commands="text").observe(["mq:LocalQueue"]))
    assert [each.key.name for each in found] == ["ORDERS", "OTHER"]
    assert found[0].attributes["queue_description"] == "a (b) c"
    assert found[1].attributes["queue_sharing_group_disposition"] == "copy"


def test_of_several_members_the_queue_managers_own_answer_counts(tmp_path: Path) -> None:
    """CMDSCOPE(*): each member of the queue sharing group answers for itself."""
    done = {"message": ["CSQ9022I !MQ21 CSQMAQLC ' DEFINE QLOCAL' NORMAL COMPLETION"], **DONE}
    refused = {
        "completionCode": 2,
        "reasonCode": 4001,
        "message": ["CSQM095I !MQ22 CSQMAQLC QLOCAL(ORDERS) ALREADY EXISTS"],
    }
    there = {**DONE, "parameters": {"queue": "ORDERS", "type": "QLOCAL", "maxdepth": 5}}

    def answer(asked: Asked, *results: dict[str, Any]) -> Answer:
        shown = response(there) if asked.body["command"] == "display" else response(*results)
        return 200, JSON, shown

    with answering(lambda asked: answer(asked, refused, done)) as (url, _):
        assert system(tmp_path, url, "MQ21").create(QUEUE).attributes["max_queue_depth"] == 5
    with (
        answering(lambda asked: answer(asked, refused, done)) as (url, _),
        pytest.raises(CommandFailed, match="ALREADY EXISTS"),
    ):
        system(tmp_path, url, "MQ22").create(QUEUE)


# What is wrong between here and the queue manager: each is one line with the way out.
WRONG: dict[str, tuple[Answer, str]] = {
    "wrong credentials": (
        (401, JSON, error("MQWB0104E", "The REST API request is not authenticated.")),
        "correct user and password",
    ),
    "wrong credentials behind a gateway": ((401, HTML, "<html>"), "correct user and password"),
    "no role": ((403, HTML, "<html>"), "role of mqweb"),
    "unknown queue manager": (
        (404, JSON, error("MQWB0009E", "Could not query the queue manager 'QM1'.", 2, 2058)),
        "correct queue_manager",
    ),
    "another server": ((404, HTML, "<html>nginx</html>"), "correct url"),
    "a redirect": ((302, {**HTML, "Location": "https://sso.example/"}, ""), "redirects to"),
    "too many requests": ((429, HTML, "<html>"), "run it again"),
    "a gateway's page": ((200, HTML, "<html>Log in</html>"), "an HTML page"),
    "a gateway that is ill": ((502, HTML, "<html>"), "gateway or proxy"),
    "half a body": ((200, {**JSON, "Content-Length": "500"}, '{"commandRe'), "run it again"),
    "half JSON": ((200, JSON, '{"commandRe'), "half an answer"),
    "no answer": (None, "run it again"),
    "queue manager ending": (
        (200, JSON, response({"completionCode": 2, "reasonCode": 2161}, overall=2)),
        "when the queue manager is up",
    ),
    "queue manager in standby": (
        (503, JSON, error("MQWB0004E", "The root MQ reason code was 2059", 2, 2059)),
        "address the active instance",
    ),
    "command server down": (
        (500, JSON, error("MQWB0004E", "The root MQ reason code was 2033", 2, 2033)),
        "strmqcsv",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_one_line(name: str, tmp_path: Path) -> None:
    answer, says = WRONG[name]
    with answering(lambda _: answer) as (url, _):
        reached = system(tmp_path, url)
        with pytest.raises(QueuewrightError) as caught:
            _ = reached.facts
        reported(caught.value, url, says)
        with pytest.raises(QueuewrightError) as caught:
            reached.create(QUEUE)
        reported(caught.value, url, "")


def reported(failed: QueuewrightError, address: str, says: str) -> None:
    text = str(failed)
    assert isinstance(failed, SystemUnavailable), text
    assert "\n" not in text
    assert "QM1" in text
    assert address in text
    assert says in text
    assert PASSWORD not in text


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("https://no-such-host.invalid:9443", "the host is not known; correct url"),
        ("https://127.0.0.1:1", "the connection is refused; start mqweb (strmqweb)"),
    ],
)
def test_a_server_that_is_not_there(tmp_path: Path, url: str, says: str) -> None:
    with pytest.raises(SystemUnavailable) as caught:
        _ = system(tmp_path, url).facts
    reported(caught.value, url, says)


def test_a_certificate_of_another_authority(tmp_path: Path) -> None:
    embedded = machine(tmp_path, "QM1", Platform.LINUX)
    other = Authority(tmp_path / "other").certificate
    with served(embedded.sandbox) as server:
        with pytest.raises(SystemUnavailable) as caught:
            _ = system(tmp_path, server.url, ca=str(other)).facts
        reported(caught.value, server.url, "its certificate is not trusted")
        with pytest.raises(SystemUnavailable) as caught:
            _ = system(tmp_path, server.url, ca="none.pem").facts
        reported(
            caught.value, server.url, f"ca {tmp_path / 'none.pem'} cannot be used: No such file"
        )
        plain = server.url.replace("https", "http")
        with pytest.raises(SystemUnavailable) as caught:
            _ = system(tmp_path, plain).facts
        reported(caught.value, plain, "")


def test_a_file_of_tls_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "text.pem").write_text("no certificate\n")
    own = Authority(tmp_path / "own")
    good = {"ca": str(own.certificate)}
    for entry, says in (
        ({"ca": "text.pem"}, "ca {}/text.pem cannot be used: "),
        ({**good, "certificate": "none.pem"}, "certificate {}/none.pem cannot be used: No such"),
        ({**good, "certificate": "text.pem"}, "certificate {}/text.pem cannot be used: "),
        (
            {**good, "certificate": str(own.certificate), "key": "text.pem"},
            f"certificate {own.certificate} with key {{}}/text.pem cannot be used: ",
        ),
    ):
        with pytest.raises(SystemUnavailable) as caught:
            _ = system(tmp_path, "https://127.0.0.1:1", **entry).facts
        reported(caught.value, "https://127.0.0.1:1", says.format(tmp_path))


def test_a_connection_that_ends_while_it_is_made(tmp_path: Path) -> None:
    """Nothing was sent, so that it is tried again: a change too."""
    embedded = machine(tmp_path, "QM1", Platform.LINUX)
    with served(embedded.sandbox) as server, socket.create_server(("127.0.0.1", 0)) as door:
        port = int(server.url.rpartition(":")[2])
        proxy = threading.Thread(target=_one_cut_then_through, args=(door, port), daemon=True)
        proxy.start()
        url = f"https://127.0.0.1:{door.getsockname()[1]}"
        reached = system(tmp_path, url, attempts=2)
        reached.create(LocalQueueSpec.checked({"name": "Q"}))
        with pytest.raises(SystemUnavailable) as caught:
            _ = system(tmp_path, url).facts
    reported(caught.value, url, "the connection")
    assert embedded.observe(["mq:LocalQueue"], ["Q"])


def test_what_older_pythons_say_of_one_that_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: object) -> httpx2.Response:
        raise httpx2.ConnectError("EOF") from ssl.SSLZeroReturnError("has been closed (EOF)")

    monkeypatch.setattr(httpx2.HTTPTransport, "handle_request", ended)
    with pytest.raises(NotSent) as caught:
        _ = system(tmp_path, "https://127.0.0.1:1").facts
    reported(caught.value, "https://127.0.0.1:1", "the connection ended while it was made")


def _one_cut_then_through(door: socket.socket, port: int) -> None:
    """The first connection ends in its handshake, the second is handed on, then no more are."""
    with door.accept()[0] as cut:
        cut.recv(65_536)
    client = door.accept()[0]
    door.close()
    waiting = selectors.DefaultSelector()  # which takes any file descriptor
    with waiting, client, socket.create_connection(("127.0.0.1", port)) as server:
        for one, other in ((client, server), (server, client)):
            waiting.register(one, selectors.EVENT_READ, other)
        while True:
            for ready, _ in waiting.select(10):
                try:
                    data = ready.fileobj.recv(65_536)  # type: ignore[union-attr]
                    ready.data.sendall(data)
                except OSError:
                    return
                if not data:
                    return


def test_an_answer_that_never_comes(tmp_path: Path) -> None:
    over = threading.Event()
    with answering(lambda _: (over.wait(10), None)[1]) as (url, _):  # type: ignore[func-returns-value]
        with pytest.raises(AnswerLost) as caught:
            _ = system(tmp_path, url, timeout=0.2).facts
        over.set()
    reported(caught.value, url, "no answer in 0.2 seconds")


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (403, error("MQWB0103E", "Not authorized to create qlocal.", 2, 2035), "MQWB0103E"),
        (
            200,
            response(
                {
                    "completionCode": 2,
                    "reasonCode": 2035,
                    "message": ["AMQ8135E: Not authorized."],
                },
                overall=2,
            ),
            "AMQ8135E",
        ),
    ],
)
def test_no_authority_is_the_commands_own_refusal(
    tmp_path: Path, status: int, body: str, says: str
) -> None:
    with (
        answering(lambda _: (status, JSON, body)) as (url, _),
        pytest.raises(CommandFailed, match=says) as caught,
    ):
        system(tmp_path, url).create(QUEUE)
    assert caught.value.reason_name == "MQRC_NOT_AUTHORIZED"
    assert "setmqaut" in str(caught.value)


@pytest.mark.parametrize(
    ("identifier", "text", "remediation"),
    [
        ("MQWB0103E", "Not authorized.", "role of mqweb in mqwebuser.xml: MQWebAdmin or MQWebUser"),
        ("MQWB0100E", "The CSRF header was omitted.", "pass on the header ibm-mq-rest-csrf-token"),
    ],
)
def test_what_mqweb_itself_forbids_is_a_matter_of_its_roles(
    tmp_path: Path, identifier: str, text: str, remediation: str
) -> None:
    body = error(identifier, text)
    with answering(lambda _: (403, JSON, body)) as (url, _):
        with pytest.raises(CommandFailed, match=remediation) as caught:
            system(tmp_path, url).create(QUEUE)
        assert f"({identifier})" in str(caught.value)
        assert "setmqaut" not in str(caught.value)
        with pytest.raises(QueuewrightError, match=remediation):
            _ = system(tmp_path, url).facts


LOGIN = '{"user": [{"name": "ann", "role": ["MQWebAdmin"]}]}'


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (200, HTML, "<html>Log in</html>"),
        (200, JSON, ""),
        (200, JSON, "[]"),
        (200, JSON, "null"),
        (200, JSON, "7"),
        (200, JSON, '{"user": null}'),
        (200, JSON, '{"user": []}'),
        (200, JSON, '{"user": "ann"}'),
        (200, JSON, '{"user": [null]}'),
        (200, JSON, '{"user": [{"name": 7, "role": null}]}'),
        (200, JSON, "[" * 100_000),
        (204, {}, ""),
        (302, {**HTML, "Location": "https://sso.example/"}, ""),
        (401, JSON, error("MQWB0104E", "The REST API request is not authenticated.")),
        (403, JSON, error("MQWB0103E", "Not authorized.")),
        (404, HTML, "<html>nginx</html>"),
        (404, JSON, error("MQWB0116E", "No such resource.")),
        (500, JSON, "{}"),
    ],
)
def test_a_check_survives_any_answer_to_who_is_logged_in(
    tmp_path: Path, status: int, headers: dict[str, str], body: str
) -> None:
    """A gateway that lets commands through and nothing else, or answers for mqweb itself."""
    found = checked(tmp_path, status, headers, body)
    assert found["reading"].ok
    assert found["user"].ok is None
    assert found["user"].text
    assert found["clock"].ok is None
    assert not any(each.ok is False for each in found.values())


@pytest.mark.parametrize(
    ("date", "ok"),
    [
        ({}, None),
        ({"Date": "yesterday"}, None),
        ({"Date": "Sun, 99 Nov 2026 10:00:00 GMT"}, None),
        ({"Date": "Sun, 22 Nov 99999999999 10:00:00 GMT"}, None),
        ({"Date": "Sun, 22 Nov 2020 10:00:00"}, False),
        ({"Date": "Sun, 22 Nov 2020 10:00:00 -0000"}, False),
        ({"Date": "now"}, True),
    ],
)
def test_a_date_that_is_none_is_no_clock(
    tmp_path: Path, date: dict[str, str], ok: bool | None
) -> None:
    if date.get("Date") == "now":
        date = {"Date": formatdate(usegmt=True)}
    found = checked(tmp_path, 200, JSON | date, LOGIN)
    assert found["user"].text == "ann, roles MQWebAdmin"
    assert found["clock"].ok is ok


def checked(
    folder: Path, status: int, headers: dict[str, str], body: str
) -> dict[str, CheckFinding]:
    """What is said of a server that answers so to GET login, and well to every command."""
    shown = {**DONE, "parameters": {"qmname": "QM1", "platform": "UNIX", "cmdlevel": 930}}

    def answer(asked: Asked) -> Answer:
        of_login = asked.path.endswith("/login")
        return (status, headers, body) if of_login else (200, JSON, response(shown))

    with answering(answer) as (url, _):
        return {each.about: each for each in check(system(folder, url), ())}


def test_a_read_is_asked_again(tmp_path: Path) -> None:
    shown = response({**DONE, "parameters": {"qmname": "QM1", "platform": "UNIX"}})
    answers: list[Answer] = [None, (503, HTML, ""), (200, JSON, shown), (200, JSON, shown)]
    with answering(lambda _: answers.pop(0)) as (url, asked):
        assert system(tmp_path, url, attempts=3).facts.name == "QM1"
    assert len(asked) == 4


@pytest.mark.parametrize("was_done", [False, True])
def test_a_change_whose_answer_was_lost_is_not_sent_again(tmp_path: Path, was_done: bool) -> None:
    there = {**DONE, "parameters": {"queue": "ORDERS", "type": "QLOCAL", "maxdepth": 5}}
    absent = {"completionCode": 2, "reasonCode": 2085, "message": ["AMQ8147E: not found."]}
    manager = {**DONE, "parameters": {"qmname": "QM1", "platform": "UNIX", "cmdlevel": 930}}

    def answer(asked: Asked) -> Answer:
        if asked.body["command"] == "define":
            return None
        if asked.body["qualifier"] == "qmgr":
            return 200, JSON, response(manager)
        return 200, JSON, response(there) if was_done else response(absent, overall=2)

    with answering(answer) as (url, asked):
        reached = system(tmp_path, url, attempts=3)
        if was_done:
            assert reached.create(QUEUE).attributes["max_queue_depth"] == 5
        else:
            with pytest.raises(AnswerLost, match="its answer was lost, and it is not done"):
                reached.create(QUEUE)
    assert [each.body["command"] for each in asked].count("define") == 1


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"password": "s3cret"}, "QM1.password: a literal credential is not taken"),
        ({"url": "https://ann:s3cret@mq1:9443"}, "QM1.url: an address holds no user or password"),
        ({"url": "mq1:9443"}, "write it as https://HOST:PORT"),
        ({"url": "https://mq1:99999"}, "its port must be a number"),
        ({"url": "https://mq1:9443?x=1"}, "without a query"),
        ({"user": None}, "user and password belong together; add user"),
        ({"token": {"env": "X"}}, "user and token are two ways to log in"),
        ({"user": None, "password": None}, "nothing says who logs in"),
        ({"url": "http://mq1:9080"}, "over http, whoever is in between reads the credentials"),
        ({"url": "http://127.evil.example.com"}, "or add insecure: true"),
        ({"url": "http://[fe80::1]:9080"}, "or add insecure: true"),
        ({"insecure": True}, "insecure is for http only: over https the server's certificate is"),
        ({"url": "http://mq1", "insecure": "maybe"}, "QM1.insecure"),
        ({"url": "http://mq1", "insecure": True, "proxy": "http://p:1"}, "proxy needs https"),
        ({"key": "client.key"}, "key and passphrase belong to a certificate"),
        ({"login": "kerberos"}, "QM1.login"),
        ({"timeout": 0}, "QM1.timeout"),
        ({"attempts": True}, "QM1.attempts"),
        ({"pasword": {"env": "X"}}, "unknown key"),
    ],
)
def test_an_entry_that_cannot_be_used(tmp_path: Path, entry: dict[str, Any], says: str) -> None:
    usual = {"type": "mqweb", "url": "https://mq1:9443", "user": "ann", "password": {"env": "P"}}
    given = {name: value for name, value in {**usual, **entry}.items() if value is not None}
    with pytest.raises(InvalidConfiguration) as caught:
        systems_from({"QM1": given}, base=tmp_path)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    "entry",
    [
        {"url": "http://localhost:9080"},
        {"url": "http://127.0.0.2:9080"},
        {"url": "http://[::1]:9080"},
        {"url": "http://mq1:9080", "insecure": True},
    ],
)
def test_plain_http_is_for_this_machine_or_for_who_says_so(
    tmp_path: Path, entry: dict[str, Any]
) -> None:
    given = {"type": "mqweb", "user": "ann", "password": {"env": "P"}, **entry}
    assert systems_from({"QM1": given}, base=tmp_path)


def test_a_password_that_cannot_be_read_names_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_SUCH", raising=False)
    reached = system(tmp_path, "https://127.0.0.1:1", user="ann", password={"env": "NO_SUCH"})
    with pytest.raises(SystemUnavailable, match=r"QM1\.password: environment variable"):
        _ = reached.facts
