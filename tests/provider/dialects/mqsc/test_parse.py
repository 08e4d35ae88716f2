"""Scripts into commands: IBM MQ, Rules for using MQSC commands."""

import codecs
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import ebcdic  # noqa: F401 - registers cp1047
import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.diagnostic import Severity
from queuewright.dialects.mqsc import MqscCommand, decoded, definition, kinds_of, parse


def only_command(text: str) -> MqscCommand:
    commands = parse(text).commands
    assert len(commands) == 1, commands
    return commands[0]


def complaints(text: str) -> list[str]:
    return [str(problem) for problem in parse(text, file="f").problems]


@pytest.mark.parametrize(
    ("text", "verb", "noun"),
    [
        ("def ql(a)", "DEFINE", "QLOCAL"),
        ("DEFINE QA(A)", "DEFINE", "QALIAS"),
        ("alt Qr(A)", "ALTER", "QREMOTE"),
        ("del qm(A)", "DELETE", "QMODEL"),
        ("DIS NL(A)", "DISPLAY", "NAMELIST"),
        ("DEF CHL(A)", "DEFINE", "CHANNEL"),
        ("DIS Q(A)", "DISPLAY", "QUEUE"),
        ("REF SEC(A)", "REFRESH", "SECURITY"),
        ("DEFINE NOREPLACE QLOCAL(A)", "DEFINE", "QLOCAL"),
        ("DEFINE NEWTHING(A)", "DEFINE", "NEWTHING"),
    ],
)
def test_synonyms(text: str, verb: str, noun: str) -> None:
    command = only_command(text)
    assert (command.verb, command.object, command.name) == (verb, noun, "A")
    assert not command.problems


def test_synonyms_are_no_minimum_strings() -> None:
    assert complaints("DEFI QLOCAL(A)") == [
        'f:1:1: expected a command such as DEFINE, ALTER or DELETE, found "DEFI"'
    ]


@pytest.mark.parametrize(
    ("text", "values", "quoted"),
    [
        ("(abc)", ("ABC",), False),
        ("('abc')", ("abc",), True),
        ("( 'abc' )", ("abc",), True),
        (" ('a''b')", ("a'b",), True),
        ("('''')", ("'",), True),
        ("('a;b+-(*)')", ("a;b+-(*)",), True),
        ("('a+\n   b')", ("ab",), True),
        ("('a-\n  b')", ("a  b",), True),
        ("(A, b C)", ("A", "B", "C"), False),
        ("('a' ,'b','c')", ("a", "b", "c"), True),
        ("('a',b)", ("a", "B"), False),
        ("(,'a',,'b',)", ("a", "b"), True),
        ("()", (), False),
        ("( )", (), False),
        ("('')", ("",), True),
        ("(\u00e4b)", ("\u00e4B",), False),
        ("(SYSTEM.*)", ("SYSTEM.*",), False),
        ("(+QMNAME+)", ("+QMNAME+",), False),
    ],
)
def test_values(text: str, values: Sequence[str], quoted: bool) -> None:
    command = only_command(f"DEF QL(A) DESCR{text} REPLACE")
    parameter = command.parameters["DESCR"]
    assert (parameter.values, parameter.quoted, parameter.parenthesised) == (values, quoted, True)
    assert list(command.parameters) == ["DESCR", "REPLACE"]
    assert not command.problems


def test_parameters_know_their_place() -> None:
    command = only_command("\n  DEF QL(A) +\n* c\n    SHARE , TARGQ(b)")
    assert (command.line, command.column) == (2, 3)
    share, target = command.parameters.values()
    assert (share.keyword, share.parenthesised, share.line, share.column) == ("SHARE", False, 4, 5)
    assert (target.keyword, target.written, target.line) == ("TARGET", "TARGQ", 4)
    assert command.target is not None
    assert command.target.column == 7


def test_a_semicolon_ends_a_command() -> None:
    commands = parse("DEF QL(A); DEF QL(B) DESCR(';');;\nDIS QL(C) ; +\nALL;").commands
    assert [(c.verb, c.name, list(c.parameters)) for c in commands] == [
        ("DEFINE", "A", []),
        ("DEFINE", "B", ["DESCR"]),
        ("DISPLAY", "C", []),
        ("ALL", "", []),
    ]


DUMP = """\
* Script generated on 2014-10-28   at 11.06.40
* Queue manager name: QM1
* Queue manager platform: UNIX
* Queue manager command level: (750/750)
* Command issued: dmpmqcfg -m QM1 -a
ALTER QMGR +
   CCSID(819) +
*  CMDLEVEL(750) +
   MAXMSGL(104857600) +
   FORCE
DEFINE QLOCAL('A') +
*  ALTDATE(2014-01-28) +
*  CURDEPTH(7) +
*  DESCR('it''s  ') +
*  SYNCPT +
* a remark (of a person)
   REPLACE
"""


def test_a_dump_tells_of_its_queue_manager() -> None:
    script = parse(DUMP)
    header = script.header
    assert (header.queue_manager, header.platform, header.command_level) == ("QM1", "UNIX", 750)
    assert (header.ccsid, header.max_message_length) == (819, 104857600)
    assert script.commands[1].read_only == {
        "ALTDATE": "2014-01-28",
        "CURDEPTH": "7",
        "DESCR": "it's",
        "SYNCPT": "",
    }
    assert list(script.commands[1].parameters) == ["REPLACE"]


def test_a_script_without_header_tells_what_its_commands_tell() -> None:
    header = parse(
        "ALTER QMGR CCSID(500) +\n*  PLATFORM(OS400) +\n*  CMDLEVEL(920) +\nFORCE"
    ).header
    assert (header.queue_manager, header.platform) == ("", "OS400")
    assert (header.command_level, header.ccsid) == (920, 500)
    assert parse("ALTER QMGR CCSID(X)").header.ccsid is None


def test_read_only_attributes_in_one_line() -> None:
    command = only_command(
        "DEFINE QLOCAL('A') ACCTQ(QMGR) * ALTDATE(2014-01-28) * CURDEPTH(7) REPLACE"
    )
    assert command.read_only == {"ALTDATE": "2014-01-28", "CURDEPTH": "7"}
    assert list(command.parameters) == ["ACCTQ", "REPLACE"]


def test_an_indented_comment_inside_a_command() -> None:
    command = only_command("DEFINE QLOCAL('A') +\n  * don't look (here +\n  REPLACE")
    assert list(command.parameters) == ["REPLACE"]
    assert not command.problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "DEF QL(A) +\n  DESCR('abc) +\n  REPLACE",
            ["f:2:9: expected a closing quote for DESCR, found the end of the command"],
        ),
        (
            "DEF QL(A) DESCR(abc",
            ["f:1:16: expected a closing parenthesis for DESCR, found the end of the command"],
        ),
        (
            "DEF QL(A) MAXDEPTH(5;\nDEF QL(B)",
            ["f:1:19: expected a closing parenthesis for MAXDEPTH, found the end of the command, "
             "';'"],
        ),
        (
            "DEF QL(A) CONNAME(host(1414)) SHARE",
            ["f:1:23: expected quotes round the value of CONNAME with its parentheses, found a "
             "parenthesis inside it"],
        ),
        ("DEF QL(A)) SHARE", ["f:1:10: expected a keyword, found \") SHARE\""]),
        ("DEF QL 'A' SHARE", ["f:1:8: expected a keyword, found \"'A' SHARE\""]),
        ("DEF QL(A) $$ SHARE", ["f:1:11: expected a keyword, found \"$$\""]),
        ("DEF QL(A) DESCR('a') DESCR('b')", ["f:1:22: expected each parameter once, found DESCR "
                                              "again"]),
        ("DEF QL(A) REPLACE NOREPLACE", ["f:1:19: expected each parameter once, found NOREPLACE "
                                         "again"]),
        ("QL(A)", ['f:1:1: expected a command such as DEFINE, ALTER or DELETE, found "QL"']),
        (
            "DEF QL(A) +",
            ["f:1:11: expected the rest of the continued command, found the end of the file"],
        ),
        (
            "DEF QL(A) +\nDEFINE QLOCAL(B)",
            ['f:2:1: expected the rest of the continued command, found a new command, "DEFINE"'],
        ),
    ],
)  # fmt: skip
def test_problems_have_a_place_and_a_text(text: str, expected: list[str]) -> None:
    assert complaints(text) == expected


def test_a_broken_command_harms_no_other() -> None:
    script = parse("DEF QL(A) DESCR('x\nDEF QL(B)\nDEF QL(C) +\n\nDEF QL(D)\nfoo('\nDEF QL(E)")
    commands = [(c.name, bool(c.problems)) for c in script.commands if c.verb == "DEFINE"]
    assert commands == [("A", True), ("B", False), ("C", True), ("D", False), ("E", False)]
    assert sum(bool(command.problems) for command in script.commands) == 3


def test_what_is_none_of_ours_is_of_no_kind() -> None:
    script = parse(
        "DEF QL(A)\nDEF BUFFPOOL(C)\nDEF CHL(D) CHLTYPE(CLUSSDR)\nSET AUTHREC PROFILE('x')"
        "\nDEF TOPIC(T)\nALTER QMGR DESCR('x')\nALTER QMGR REPOS(CLUS)\nALTER QMGR REPOS(' ')\nEND"
    )
    assert [(command.words, kinds_of(command)) for command in script.commands] == [
        ("DEFINE QLOCAL", ("mq:LocalQueue",)),
        ("DEFINE BUFFPOOL", ()),
        ("DEFINE CHANNEL CHLTYPE(CLUSSDR)", ("mq:ClusterSenderChannel",)),
        ("SET AUTHREC", ("mq:AuthorityRecord",)),
        ("DEFINE TOPIC", ("mq:Topic",)),
        ("ALTER QMGR", ("mq:QueueManagerAttributes",)),
        ("ALTER QMGR", ("mq:QueueManagerAttributes",)),
        ("ALTER QMGR", ("mq:QueueManagerAttributes",)),
        ("END", ()),
    ]
    assert [command.name for command in script.commands] == ["A", "C", "D", "", "T", "", "", "", ""]
    assert script.problems == ()


@given(st.text())
def test_no_text_raises(text: str) -> None:
    script = parse(text)
    for command in script.commands:
        definition(command)
        assert isinstance(kinds_of(command), tuple)


@given(st.text(alphabet="DEFINE QLOCALTER('A')+-*;,\n\t'()REPLACE\0QMGRPOSN\x0c", max_size=200))
def test_nothing_like_mqsc_raises(text: str) -> None:
    script = parse(text)
    for command in script.commands:
        definition(command)
        assert command.line >= 1
        assert command.column >= 1


@given(st.binary())
def test_no_bytes_raise(data: bytes) -> None:
    parse(decoded(data))


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_are_decoded(codec: str) -> None:
    text = "DEF QL(A) DESCR('\u00e4')"
    assert decoded(text.encode(codec)) == text


@pytest.mark.parametrize(
    "text", ["(" * 100_000, "DEF QL(A) " + "x(" * 60_000, "''" * 80_000, ")" * 100_000]
)
def test_nothing_is_read_twice(text: str) -> None:
    start = time.thread_time()
    assert parse(text).problems
    # Ten billion steps if anything went back over the text.
    assert time.thread_time() - start < 10


def test_production_dump(shared_mqsc: Path) -> None:
    script = parse(decoded((shared_mqsc / "ABKA.mqsc").read_bytes()))
    assert script.problems == ()
    commands = Counter(f"{command.verb} {command.object}" for command in script.commands)
    assert commands["DEFINE QLOCAL"] == 380
    assert commands["DEFINE QALIAS"] == 731
    assert commands["DEFINE QREMOTE"] == 271
    assert commands["DEFINE QMODEL"] == 10
    assert commands["DEFINE NAMELIST"] == 3
    assert commands["SET AUTHREC"] == 4536
    header = script.header
    assert (header.queue_manager, header.platform, header.command_level) == ("ABKA", "UNIX", 750)
    locals_ = [d for c in script.commands if (d := definition(c)) and d.kind == "mq:LocalQueue"]
    assert sum(d.values["usage"] == "transmission" for d in locals_) == 61
    assert all({"CURDEPTH", "IPPROCS", "OPPROCS"} <= set(d.read_only) for d in locals_)
    assert not [d.problems for d in locals_ if d.problems]


def test_every_public_script_is_read(shared_mqsc: Path) -> None:
    for path in sorted(shared_mqsc.glob("*.mqsc")):
        script = parse(decoded(path.read_bytes()), file=path.name)
        assert script.problems == (), path.name
        assert script.commands, path.name


@pytest.mark.parametrize("end", ["END", "end", "QUIT", "EXIT"])
def test_nothing_is_read_after_end(end: str) -> None:
    script = parse(f"DEFINE QLOCAL(A)\n{end}\nDEFINE QLOCAL(B)\nDEFINE QLOCAL(C)\n")
    assert [command.verb for command in script.commands] == ["DEFINE", "END"]
    (problem,) = script.problems
    assert (problem.severity, problem.line) == (Severity.WARNING, 3)
    assert "END, which ends the script, found 2 commands, not read" in problem.reason
    assert parse("DEFINE QLOCAL(A)\nEND\n").problems == ()
    assert len(parse("END BOGUS\nDEFINE QLOCAL(B)").commands) == 2


def test_scripts_of_z_os_are_read() -> None:
    text = "* a comment\nDEFINE QLOCAL('ORDERS.IN') +\n  DESCR('it''s') MAXDEPTH(5)\n"
    for encoding, line_end in (("cp1047", "\x85"), ("cp1047", "\n"), ("cp500", "\r\n")):
        data = codecs.encode(text.replace("\n", line_end), encoding)
        (command,) = parse(decoded(data)).commands
        assert command.name == "ORDERS.IN"
        assert command.value("DESCR") == "it's"
    (command,) = parse("DEFINE QLOCAL(A) +\x85 MAXDEPTH(5)\x85").commands
    assert command.value("MAXDEPTH") == "5"
    # Of Windows, in an encoding of its own, and not of z/OS.
    assert decoded("DEFINE QLOCAL(A) DESCR('größe…')".encode("cp1252")).endswith("größe…')")


@pytest.mark.parametrize("codec", ["ascii", "cp500"])
@pytest.mark.parametrize("first", [[], ["* of the shop"]])
def test_numbered_records_without_line_ends(first: list[str], codec: str) -> None:
    records = [*first, "DEFINE QLOCAL('Z.1') +", "       INDXTYPE(MSGID)"]
    text = "".join(f"{each:<72}{number:08}" for number, each in enumerate(records, 1))
    (command,) = parse(decoded(text.encode(codec))).commands
    assert (command.name, command.value("INDXTYPE")) == ("Z.1", "MSGID")
