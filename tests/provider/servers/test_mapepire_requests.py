"""Requests to the sandbox's Mapepire server as no client of others writes them, and broken off."""

import asyncio
import base64
import json
import logging
import socket
import ssl
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import PASSWORD, authority, certified, machine, users
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.mapepire import MapepireServer
from queuewright.servers.serving import Address, in_thread

ONE = "SELECT DATA_QUEUE_NAME AS NAME FROM QSYS2.DATA_QUEUE_INFO WHERE DATA_QUEUE_NAME = ?"
CALL = "CALL QSYS2.QCMDEXC(?)"
FEW = "The number of parameter values set or registered does not match the number of parameters."
EMPTY = "A string parameter value with zero length was detected."
MISMATCH = "Data type mismatch."
BLANK = "[SQL0198] SQL statement is empty or blank."
NO_LIST = "Not a JSON Array: "


@pytest.fixture
def embedded(tmp_path: Path) -> EmbeddedSystem:
    made = machine(tmp_path, "AS1")
    made.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 100})
    return made


@pytest.fixture
def port(embedded: EmbeddedSystem) -> Iterator[int]:
    server = MapepireServer(embedded, Address("127.0.0.1", 0), users(), certified())
    with in_thread([server]):
        yield server.port


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=authority().certificate)


def asked(port: int, *requests: Mapping[str, Any] | str) -> list[dict[str, Any]]:
    """The answers of one session."""

    async def ask() -> list[dict[str, Any]]:
        from websockets.asyncio.client import connect

        word = base64.b64encode(f"ann:{PASSWORD}".encode()).decode()
        header = {"Authorization": f"Basic {word}"}
        url = f"wss://localhost:{port}/db/"
        found = []
        async with connect(url, ssl=trusting(), additional_headers=header) as session:
            for number, request in enumerate([{"type": "connect"}, *requests]):
                whole = {"id": str(number), **request} if isinstance(request, Mapping) else request
                await session.send(whole if isinstance(whole, str) else json.dumps(whole))
                found.append(json.loads(await asyncio.wait_for(session.recv(), 20)))
        return found[1:]

    return asyncio.run(ask())


def prepared(sql: Any, *given: Any) -> dict[str, Any]:
    request = {"type": "prepare_sql_execute", "sql": sql}
    return {**request, "parameters": given[0]} if given else request


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"type": "sql", "sql": ""}, EMPTY),
        ({"type": "sql", "sql": "  \n"}, EMPTY),
        ({"type": "sql", "sql": None}, EMPTY),
        ({"type": "sql"}, EMPTY),
        (prepared(""), EMPTY),
        ({"type": "prepare_sql", "sql": ""}, EMPTY),
        ({"type": "cl", "cmd": ""}, EMPTY),
        ({"type": "cl"}, EMPTY),
        ({"type": "sql", "sql": ";"}, BLANK),
        ({"type": "sql", "sql": "-- a comment"}, BLANK),
        ({"type": "sql", "sql": "/* a comment */"}, BLANK),
        ({"type": "sql", "sql": 7}, MISMATCH),
        ({"type": "sql", "sql": ["SELECT"]}, MISMATCH),
        ({"type": "cl", "cmd": 7}, MISMATCH),
        (prepared(ONE, [{"a": 1}]), MISMATCH),
        (prepared(ONE, "IN"), f"{NO_LIST}IN"),
        (prepared(ONE, 7), f"{NO_LIST}7"),
        (prepared(ONE, {"a": "IN"}), NO_LIST),
        (prepared(ONE, [["IN"], "IN"]), "Not a JSON Array in a batch"),
        (prepared(ONE, []), FEW),
        (prepared(ONE), FEW),
        (prepared(CALL, []), FEW),
        (prepared(ONE, ["IN", "OUT"]), "Descriptor index not valid. (2>1)"),
        (prepared(ONE, [["IN"], ["OUT"]]), "Function sequence error."),
        (prepared(ONE, ["\ud800"]), "Non-parseable request"),
        ({"type": "execute", "cont_id": "no"}, "invalid correlation ID"),
        ({"type": "sqlclose", "cont_id": {"a": 1}}, "invalid correlation ID"),
        ({"type": "sqlmore"}, "invalid correlation ID"),
        ({"type": ["sql"]}, "Unknown request type"),
        ({"type": "sql", "sql": "SELECT * FROM TABLE()"}, "[SQL0104] "),
        ({"type": "sql", "sql": "\ud800"}, ""),
        ("[]", "Non-parseable request"),
        ("", "Non-parseable request"),
    ],
    ids=repr,
)
def test_what_is_not_right_gets_an_answer(
    port: int, request_: dict[str, Any] | str, error: str
) -> None:
    """And the session goes on: the next request is answered as ever."""
    refused, after = asked(port, request_, prepared(ONE, ["IN"]))
    assert not refused["success"]
    assert refused["error"].startswith(error), refused
    assert after["data"] == [{"NAME": "IN"}]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (["IN"], ["IN"]),
        ([None], []),
        ([1 << 70], []),
        ([True], []),
        ([1.5], []),
        ([["IN"]], ["IN"]),
    ],
    ids=repr,
)
def test_parameters_of_any_type_are_compared(port: int, given: list[Any], names: list[str]) -> None:
    [answer] = asked(port, prepared(ONE, given))
    assert [row["NAME"] for row in answer["data"]] == names


def test_question_marks_in_literals_are_no_parameters(port: int) -> None:
    sql = "SELECT 'a?' AS \"B?\" FROM SYSIBM.SYSDUMMY1 -- ?\nWHERE 'X' = ? /* ? */"
    answer, described = asked(port, prepared(sql, ["X"]), {"type": "prepare_sql", "sql": sql})
    assert [list(row.values()) for row in answer["data"]] == [["a?"]]
    assert (answer["parameter_count"], described["parameter_count"]) == (1, 1)
    assert len(described["metadata"]["parameters"]) == described["metadata"]["column_count"] == 1


def test_a_batch_of_commands_is_run_and_ends_where_one_fails(
    port: int, embedded: EmbeddedSystem
) -> None:
    commands = [[f"CRTDTAQ DTAQ(ORDERS/B{number}) MAXLEN(5)"] for number in range(3)]
    made, failed = asked(
        port,
        prepared(CALL, commands),
        prepared(CALL, [["DLTDTAQ DTAQ(ORDERS/B0)"], ["DLTDTAQ DTAQ(ORDERS/NO)"], commands[0]]),
    )
    assert (made["success"], made["batch_added"]) == (True, 3)
    assert failed["error"] == "[CPF2105] Object NO in ORDERS type *DTAQ not found."
    left = {found.key.name for found in embedded.observe(["ibmi:DataQueue"])}
    assert left == {"ORDERS/IN", "ORDERS/B1", "ORDERS/B2"}


def test_a_prepared_statement_is_executed_and_closed(port: int) -> None:
    answers = asked(
        port,
        {"id": "p", "type": "prepare_sql", "sql": ONE},
        {"type": "execute", "cont_id": "p", "parameters": ["IN"]},
        {"type": "execute", "cont_id": "p", "parameters": ["OUT"]},
        {
            "id": "c",
            "type": "prepare_sql_execute",
            "sql": CALL,
            "parameters": ["DLTDTAQ ORDERS/IN"],
        },
        {"type": "sqlclose", "cont_id": "c"},
    )
    assert [answer["success"] for answer in answers] == [True] * 5
    assert [answers[1]["data"], answers[2]["data"]] == [[{"NAME": "IN"}], []]
    [parameter] = answers[3]["output_parms"]
    assert (parameter["index"], parameter["name"]) == (1, "COMMAND")


def test_the_second_level_of_a_message_is_in_the_job_log(port: int) -> None:
    refused, unknown = asked(
        port,
        {"type": "cl", "cmd": "CRTDTAQ DTAQ(ORDERS/IN) MAXLEN(1)"},
        {"type": "cl", "cmd": "CRTDTAQ DTAQ(ORDERS/NEW) MAXLEN(1) FROB(1)"},
    )
    [message] = refused["data"]
    assert message["MESSAGE_TEXT"] == "Object IN type *DTAQ already exists in library ORDERS."
    assert message["MESSAGE_SECOND_LEVEL_TEXT"].startswith("Cause . . . . . :   ")
    assert "Recovery  . . . :   " in message["MESSAGE_SECOND_LEVEL_TEXT"]
    assert [(row["MESSAGE_ID"], row["MESSAGE_TYPE"]) for row in unknown["data"]] == [
        ("CPD0043", "DIAGNOSTIC"),
        ("CPF0006", "ESCAPE"),
    ]


def plain(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def test_whoever_goes_away_or_speaks_something_else_leaves_no_traceback(
    port: int, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for reported in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", bytes(2000)):
        with plain(port) as broken_off:
            broken_off.sendall(reported)
    word = base64.b64encode(f"ann:{PASSWORD}".encode()).decode()
    upgrade = (
        f"GET /db/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Basic {word}\r\n\r\n"
    ).encode()
    request = json.dumps({"id": "1", "type": "connect"}).encode()
    frame = bytes([0x81, 0x80 | len(request)]) + bytes(4) + request
    for reported in (
        upgrade[:50],
        upgrade,
        upgrade + frame,
        upgrade + frame[:5],
        upgrade + bytes(9),
    ):
        connection = plain(port)
        # A reset, not an end: nothing is left to read or write.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        with trusting().wrap_socket(connection, server_hostname="localhost") as broken_off:
            broken_off.sendall(reported)
            if reported == upgrade + frame:
                broken_off.recv(10)
    [answer] = asked(port, prepared(ONE, ["IN"]))
    assert answer["success"]
    assert "Traceback" not in capfd.readouterr().err
    assert not [record for record in caplog.records if record.exc_info]


def test_the_chain_of_the_certificate_is_sent(port: int) -> None:
    """A client that keeps what it is shown can trust it: the authority comes after the server's."""
    context = trusting()
    with context.wrap_socket(plain(port), server_hostname="localhost") as connection:
        connection.do_handshake()
        shown = connection.getpeercert(binary_form=True)
    text = certified().certificate.read_text()
    chain = [f"{part}-----END CERTIFICATE-----" for part in text.split("-----END CERTIFICATE-----")]
    own, issuer = (ssl.PEM_cert_to_DER_cert(part.strip()) for part in chain[:2])
    assert own == shown
    assert issuer == ssl.PEM_cert_to_DER_cert(authority().certificate.read_text())
