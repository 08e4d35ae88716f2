"""One reader a dialect, all of the same shape."""

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.registry import UnknownDialect
from queuewright.importer.reading import DIALECTS, read


def test_a_dump_tells_where_it_comes_from() -> None:
    text = """* Queue manager name: QM1
* Queue manager platform: OS400
* Queue manager command level: (920/920)
ALTER QMGR CCSID(37) DEFXMITQ('OUT ')
DEF QL(A)
SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(PUT)
DEF TOPIC(T)
"""
    source = read("mqsc", "f", text.encode())
    facts = source.facts
    assert (facts.queue_manager, facts.platform) == ("QM1", Platform.IBMI)
    assert (facts.command_level, facts.ccsid) == (920, 37)
    assert source.queue_managers == {"QM1"}
    names = [definition.name for definition in source.definitions]
    assert names == ["QMGR", "A", "A/q/g/", "T"]


def test_an_unknown_platform_is_not_known() -> None:
    source = read("mqsc", "f", b"* Queue manager platform: PDP11\nDEF QL(A)")
    assert source.facts.platform is None
    assert source.facts.platform_name == "PDP11"


def test_an_appliance_is_a_linux() -> None:
    source = read("mqsc", "f", b"* Queue manager platform: Appliance\nDEF QL(A)")
    assert source.facts.platform is Platform.LINUX


def test_cl() -> None:
    source = read("cl", "f", b"CRTDTAQ DTAQ(LIB/Q) MAXLEN(10)\nCRTPF LIB/F\n")
    assert [(definition.kind, definition.name) for definition in source.definitions] == [
        ("ibmi:DataQueue", "LIB/Q")
    ]
    assert source.facts.platform is Platform.IBMI
    assert source.script.skipped == {"CRTPF": 1}
    assert [len(lines) for lines in source.script.skipped_at.values()] == [1]


def test_pcf() -> None:
    text = """\
{"command":"MQCMD_CREATE_Q","parameters":{"QName":"A","QType":"MQQT_LOCAL"}}
{"command":"MQCMD_CREATE_Q",
"""
    source = read("pcf", "f", text.encode())
    assert [(definition.kind, definition.name) for definition in source.definitions] == [
        ("mq:LocalQueue", "A")
    ]
    problems = [problem for entry in source.script.entries for problem in entry.problems]
    assert [problem.line for problem in problems] == [2]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("data", [b"", b"\x00\xff\xfe", b"DEF QL('", b"(((((", b"{]"])
def test_bad_content_never_raises(dialect: str, data: bytes) -> None:
    assert read(dialect, "f", data).definitions == []


def test_other_dialects_are_refused() -> None:
    with pytest.raises(UnknownDialect, match='"cobol" is not known; use one of mqsc, cl, pcf'):
        read("cobol", "f", b"")
