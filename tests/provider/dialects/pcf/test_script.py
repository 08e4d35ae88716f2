"""Files of PCF commands: JSON lines and raw messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import definitions
from queuewright.dialects.definition import Action
from queuewright.dialects.pcf.build import message_of
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.script import definition_of, read_script
from queuewright.dialects.pcf.structures import MQCFST, PcfMessage
from queuewright.dialects.registry import dialect

LINES = """\
{"command":"MQCMD_CREATE_Q","parameters":{"QName":"A","QType":"MQQT_LOCAL"}}

{"command":"MQCMD_CREATE_Q",
{"command":"MQCMD_DELETE_Q","parameters":{"QName":"A"}}
"""
FIRST = message_of(definitions.change("mq:LocalQueue", "A", {"max_queue_depth": 5}))
SECOND = message_of(definitions.deletion("mq:LocalQueue", "B"))


@pytest.mark.parametrize(
    "data",
    [
        LINES,
        LINES.encode(),
        b"\xef\xbb\xbf" + LINES.encode(),
        LINES.replace("\n", "\r\n"),
        LINES.rstrip("\n"),
    ],
)
def test_lines(data: str | bytes) -> None:
    entries = read_script(data)
    assert [(entry.line, entry.message is None) for entry in entries] == [
        (1, False),
        (3, True),
        (4, False),
    ]
    (diagnostic,) = entries[1].problems
    assert (diagnostic.code, diagnostic.line, diagnostic.column) == ("syntax", 3, 29)
    assert entries[1].text == '{"command":"MQCMD_CREATE_Q",'


def test_raw_messages_of_either_byte_order() -> None:
    data = encode(FIRST, "little", 819) + encode(SECOND, "big", 819)
    entries = read_script(data, ccsid=819)
    assert [entry.message for entry in entries] == [FIRST, SECOND]
    assert [entry.offset for entry in entries] == [0, len(encode(FIRST))]
    assert entries[0].text.startswith('{"command": "MQCMD_CHANGE_Q", "parameters": {"QName": "A"')
    change = definition_of(entries[0])
    assert change is not None
    assert (change.action, change.name, change.values) == (
        Action.CHANGE,
        "A",
        {"max_queue_depth": 5},
    )


def test_a_bad_value_does_not_hide_the_next_message() -> None:
    bad = bytearray(encode(PcfMessage.command(11, (MQCFST(2016, "AB"),))))
    bad[56] = 0xFF
    entries = read_script(bytes(bad) + encode(SECOND))
    assert [entry.message for entry in entries] == [None, SECOND]
    (diagnostic,) = entries[0].problems
    assert (diagnostic.code, diagnostic.offset) == ("decode", 56)
    assert str(diagnostic).startswith(
        "offset 56: expected a character of CCSID 1208, found bytes ff"
    )


def test_bad_lengths_end_the_file_and_are_reported() -> None:
    entries = read_script(encode(FIRST) + encode(SECOND)[:-4])
    assert [entry.message for entry in entries] == [FIRST, None]
    assert [problem.code for problem in entries[1].problems] == ["decode", "decode"]
    assert "bytes from offset" in entries[1].problems[1].message
    assert entries[1].offset == len(encode(FIRST))


def test_bytes_that_are_neither() -> None:
    (entry,) = read_script(b'{"a"\xff')
    assert entry.problems[0].code == "encoding"
    assert entry.problems[0].offset == 4


@pytest.mark.parametrize("data", ["", b"", "\n\n", b"\r\n"])
def test_nothing_has_no_commands(data: str | bytes) -> None:
    assert read_script(data) == []


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_a_problem(data: bytes) -> None:
    for source in (data, encode(FIRST) + data, data + encode(FIRST)):
        entries = read_script(source)
        numbered = dialect("pcf").read(source).entries
        assert [entry.index for entry in numbered] == list(range(1, len(entries) + 1))
        assert all(entry.message is not None or entry.problems for entry in entries)


def test_the_line_of_a_definition() -> None:
    deletion = definition_of(read_script(LINES)[2])
    assert deletion is not None
    assert (deletion.line, deletion.action) == (4, Action.DELETE)
    assert definition_of(read_script(LINES)[1]) is None
