"""Scripts of every dialect read alike."""

import pytest

from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.pcf.encode import encode
from queuewright.dialects.pcf.text_parse import from_text
from queuewright.dialects.protocol import CannotWrite
from queuewright.dialects.scripts import Dialect, read_script, validate_entry, write

PCF = '{"command":"MQCMD_CREATE_Q","parameters":{"QName":"A","QType":"MQQT_LOCAL","MaxQDepth":5}}'
MQWEB = (
    '{"type":"runCommandJSON","command":"define","qualifier":"qlocal","name":"A",'
    '"parameters":{"maxdepth":5}}'
)


@pytest.mark.parametrize(
    ("dialect", "data"),
    [
        (Dialect.MQSC, b"DEFINE QLOCAL(A) MAXDEPTH(5)"),
        (Dialect.MQSC, "DEFINE QLOCAL(A) MAXDEPTH(5)".encode("utf-16")),
        (Dialect.CL, b"CRTMQMQ A *LCL MAXDEPTH(5)"),
        (Dialect.CL, b"\xef\xbb\xbfCRTMQMQ A *LCL MAXDEPTH(5)"),
        (Dialect.PCF, PCF.encode()),
        (Dialect.PCF, encode(from_text(PCF))),
        (Dialect.MQWEB, MQWEB.encode()),
    ],
)
def test_one_queue(dialect: Dialect, data: bytes) -> None:
    script = read_script(data, dialect)
    (entry,) = script.entries
    (definition,) = script.definitions
    assert (definition.kind, definition.name, definition.values) == (
        "mq:LocalQueue",
        "A",
        {"max_queue_depth": 5},
    )
    assert (entry.index, entry.problems) == (1, ())
    assert validate_entry(entry, dialect) == []


def test_entries_are_numbered_in_the_order_of_the_source() -> None:
    script = read_script(b"(x)\nCRTMSGQ A\n)\nCRTMSGQ B\nCALL P", Dialect.CL)
    assert [(entry.index, entry.line, entry.text) for entry in script.entries] == [
        (1, 1, "(x)"), (2, 2, "CRTMSGQ A"), (3, 3, ")"), (4, 4, "CRTMSGQ B")
    ]  # fmt: skip
    assert script.skipped == {"CALL": 1}


def test_the_text_of_a_command_is_one_line() -> None:
    script = read_script(b"CRTMSGQ  A  +\n   /* c */  TEXT('a  b')", Dialect.CL)
    assert script.entries[0].text == "CRTMSGQ A TEXT('a  b')"


def test_problems_of_mqsc_are_reported_once() -> None:
    script = read_script(b"DEFINE QLOCAL(A) MAXDEPTH(5\nFOO BAR\nDEFINE QLOCAL(B)", Dialect.MQSC)
    diagnostics = [validate_entry(entry, Dialect.MQSC) for entry in script.entries]
    assert [bool(of_entry) for of_entry in diagnostics] == [True, True, False]
    for of_entry in diagnostics:
        keys = [(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in of_entry]
        assert len(keys) == len(set(keys))


def test_what_cannot_be_written() -> None:
    with pytest.raises(CannotWrite, match="no literal value"):
        write(Definition("mq:LocalQueue", "A", unknown=frozenset({"usage"})), Dialect.MQSC)
    either = Definition(
        "mq:LocalQueue", "A", Action.DELETE, kinds=("mq:LocalQueue", "mq:AliasQueue")
    )
    assert write(either, Dialect.CL) == ["DLTMQMQ QNAME(A)"]
    for dialect in (Dialect.MQSC, Dialect.PCF, Dialect.MQWEB):
        with pytest.raises(CannotWrite, match="may be any of"):
            write(either, dialect)
