"""Reports of runmqsc as scripts: made by the sandbox's own command processor."""

import re
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc.columns import layout
from queuewright.dialects.protocol import Script
from queuewright.dialects.recognising import dialect_of
from queuewright.dialects.registry import dialect
from queuewright.kinds import MQ_KINDS, is_derived
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.runmqsc import RunmqscSession
from sandbox_files import sandbox_with

BANNER = "5724-H72 (C) Copyright IBM Corp. 1994, 2024.\nStarting MQSC for queue manager QM1.\n"


def read(text: str) -> Script:
    return dialect("runmqsc").read(text.encode(), file="f.txt")


def report(sandbox: Sandbox, script: str, *, echo: bool = True) -> str:
    lines: list[str] = []
    session = RunmqscSession(sandbox, "QM1", lines.append)
    assert session.start()
    for line in script.split("\n"):
        session.feed(line)
    session.end()
    kept = [each for each in lines if echo or not _is_echo(each)]
    return "\n".join(kept)


def shown(number: str, **row: str) -> str:
    """A report with one message, and what it shows."""
    return "\n".join((BANNER, f"AMQ{number}I: Details.", *layout(row), ""))


def _is_echo(line: str) -> bool:
    return re.match(r" {0,5}\d+ : | {7}: ?", line) is not None


SCRIPT = """\
DEFINE QLOCAL(ORDERS.IN) MAXDEPTH(7) DESCR('orders (EU') NOSHARE
DEFINE QALIAS(ORDERS) TARGET(ORDERS.IN)
DEFINE NAMELIST(BOTH) NAMES(A, B)
DEFINE CHANNEL(TO.B) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(B)
DEFINE TOPIC(PRICES) TOPICSTR('prices/eu')
DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1999)
DEFINE PROCESS(P) APPLICID('run me')
SET AUTHREC PROFILE(ORDERS.IN) OBJTYPE(QUEUE) GROUP('app') AUTHADD(GET, PUT)
SET CHLAUTH(TO.*) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS)
"""
SHOW = """\
DISPLAY QMGR ALL
DISPLAY QUEUE(*) ALL
DISPLAY NAMELIST(*) ALL
DISPLAY CHANNEL(*) ALL
DISPLAY TOPIC(*) ALL
DISPLAY LISTENER(*) ALL
DISPLAY PROCESS(*) ALL
DISPLAY AUTHREC ALL
DISPLAY CHLAUTH(*) ALL
DISPLAY QSTATUS(*) ALL
DISPLAY CHSTATUS(*) ALL"""


@pytest.fixture
def sandbox(tmp_path: Path) -> Sandbox:
    return sandbox_with(tmp_path / "sandbox.db", {"QM1": {"platform": Platform.LINUX}})


@pytest.mark.parametrize(
    ("show", "own", "reported"),
    [
        ("DISPLAY TOPIC(T) ALL\nDISPLAY SUB(S) ALL", "eu", []),
        ("DISPLAY SUB(S) ALL", "shop/eu", ["topic-not-shown"]),
        ("DISPLAY SUB(S) DISTYPE(DEFINED) ALL", "eu", []),
    ],
)
def test_a_subscription_is_read_as_it_was_given(
    sandbox: Sandbox, show: str, own: str, reported: list[str]
) -> None:
    report(sandbox, "DEFINE TOPIC(T) TOPICSTR('shop')")
    report(sandbox, "DEFINE SUB(S) TOPICOBJ(T) TOPICSTR('eu') DESTCLAS(MANAGED)")
    (found,) = (d for d in read(report(sandbox, show)).definitions if d.name == "S")
    assert (found.values["topic_object"], found.values["topic_string"]) == ("T", own)
    assert [problem.code for problem in found.problems] == reported


@pytest.mark.parametrize("echo", [True, False])
def test_what_is_displayed_is_what_is_there(sandbox: Sandbox, echo: bool) -> None:
    report(sandbox, SCRIPT)
    script = read(report(sandbox, SHOW, echo=echo))
    assert [p for e in script.entries for p in e.problems] == []
    shown = {(d.kind, d.name): dict(d.values) for d in script.definitions}
    kinds = {kind for kind, _ in shown}
    there = {
        (o.key.kind, o.key.name): dict(o.attributes)
        for o in sandbox.system("QM1").observe(MQ_KINDS)
        if o.key.kind in kinds and not is_derived(o.key.kind)
    }
    assert len(kinds) >= 9
    assert shown.keys() == there.keys()
    for key, values in shown.items():
        assert values.items() <= there[key].items(), key
    facts = script.facts
    assert (facts.queue_manager, facts.command_level, facts.ccsid) == ("QM1", 930, 1208)


def test_a_command_counts_where_it_was_done(sandbox: Sandbox) -> None:
    text = report(
        sandbox,
        "DEFINE QLOCAL(A) +\n  MAXDEPTH(7)\nDEFINE QLOCAL(A)\nDEFINE QLOCAL(B) DEPTH(1)\n* note\n"
        "DISPLAY QLOCAL(A) MAXDEPTH\nDISPLAY QLOCAL(NONE)\nDEFINE QLOCAL(C)",
    )
    script = read(text)
    lines = text.split("\n")
    found = [(d.name, dict(d.values)) for d in script.definitions]
    assert found == [("A", {"max_queue_depth": 7}), ("A", {"max_queue_depth": 7}), ("C", {})]
    for entry in script.entries:
        if entry.text.startswith("DEFINE"):
            assert entry.text.split("(")[0] in lines[entry.line - 1]
    problems = [p.text for e in script.entries for p in e.problems]
    assert problems[0].startswith("the queue manager refused it: AMQ8150E: ")
    assert problems[0].endswith("; it is not taken")
    assert "AMQ8405" in problems[1]
    assert problems[2:] == [
        "DISPLAY does not show all attributes of mq:LocalQueue A; display it with ALL"
    ]


@pytest.mark.parametrize("margin", ["\t", "    ", " \t"])
def test_a_report_that_is_indented_as_a_whole(sandbox: Sandbox, margin: str) -> None:
    text = report(sandbox, "DEFINE QLOCAL(A) +\n  DESCR('one +\n  two')\nDISPLAY QLOCAL(A) ALL")
    pasted = indent(text, margin)
    assert pasted.startswith(margin)
    assert dialect_of("notes.txt", pasted.encode()) == "runmqsc"
    assert read(pasted).definitions == read(text).definitions != ()


def test_reports_of_several_queue_managers() -> None:
    text = shown("8409", QUEUE="A", TYPE="QLOCAL", DESCR="")
    both = text + text.replace("QM1", "QM2").replace("(A)", "(B)")
    script = read(both)
    assert [d.name for d in script.definitions] == ["A", "B"]
    assert (script.facts.queue_manager, script.facts.others) == ("QM1", ("QM2",))
    assert read(text + text).facts.others == ()


SUMMARY = """\
One MQSC command read.
No commands have a syntax error.
All valid MQSC commands were processed.
"""


def done(*commands: str) -> str:
    return "".join(f"{each}\nAMQ8006I: IBM MQ queue created.\n" for each in commands)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (done("1 : DEFINE QL(A)") + SUMMARY + done("1 : DEFINE QL(B)"), "AB"),
        (done("1 : DEFINE QL(A)", "     1 : DEFINE QL(B)", "     2 : def ql(C)"), "ABC"),
        (done("1 : DEFINE QL(A)", "2 : DEFINE QL(B)", "2 : DEFINE +\n       : QL(C)"), "ABC"),
        (done("7 : DEFINE QL(A)", "9 : DEFINE QL(B)"), "AB"),
        (done("1 : DEFINE QL(A)", "7 : no command of MQSC", "2 : DEFINE QL(B)"), "AB"),
    ],
)
def test_numbers_begin_anew_in_reports_that_are_put_together(text: str, names: str) -> None:
    assert [d.name for d in read(text).definitions] == [*names]


def test_status_is_no_object() -> None:
    text = shown("8450", QUEUE="A", TYPE="QUEUE") + shown("8417", CHANNEL="C", CHLTYPE="SDR")
    assert read(text).definitions == []
    assert read(text).entries == ()


def test_a_platform_that_is_not_known() -> None:
    facts = read(shown("8408", QMNAME="QX", PLATFORM="PDP11")).facts
    assert (facts.queue_manager, facts.platform, facts.platform_name) == ("QX", None, "PDP11")


ROWS = st.dictionaries(
    st.sampled_from(["DESCR", "TRIGDATA", "CUSTOM"]),
    st.text(st.sampled_from("ab()' *:+-é1"), min_size=1, max_size=40).map(str.strip),
)


@given(ROWS)
@settings(max_examples=100)
def test_no_text_of_a_row_is_a_command(texts: dict[str, Any]) -> None:
    row = {"QUEUE": "A", "TYPE": "QLOCAL", "DESCR": "", **texts}
    script = read(shown("8409", **row))
    assert [d.name for d in script.definitions] == ["A"]
    assert len(script.entries) == 1
