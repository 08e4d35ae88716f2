"""The CL parser: syntax of real programs, and text that is not CL at all."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.dialects import cl
from queuewright.dialects.cl.parser import ItemKind
from queuewright.dialects.cl.source import statements
from strategies import printable

PROGRAMS = Path(__file__).parent / "programs"


def _only_command(text: str) -> cl.ClCommand:
    script = cl.parse(text)
    assert len(script.commands) == 1, script
    return script.commands[0]


def _codes(text: str) -> list[str]:
    script = cl.parse(text)
    problems = [problem.code for problem in script.problems]
    return problems + [problem.code for command in script.commands for problem in command.problems]


def _value(command: cl.ClCommand, keyword: str) -> str:
    (argument,) = [argument for argument in command.arguments if argument.keyword == keyword]
    (item,) = argument.values
    return item.text


def test_plus_goes_on_at_the_first_nonblank() -> None:
    command = _only_command("CRTMSGQ MSGQ(A) +\n      TEXT('one +\n      two')")
    assert _value(command, "TEXT") == "one two"


def test_minus_goes_on_at_column_one() -> None:
    command = _only_command("CRTMSGQ MSGQ(A) TEXT('one-\n  two')")
    assert _value(command, "TEXT") == "one  two"


def test_places_count_in_the_source() -> None:
    command = _only_command("\n  LBL: CRTMSGQ MSGQ(A) +\n      TEXT('x')")
    text = command.arguments[1]
    assert (command.line, command.column) == (2, 8)
    assert command.statement.place(text.offset) == (3, 7)


def test_a_comment_inside_a_continuation() -> None:
    command = _only_command(
        "CRTMSGQ /* a 'comment' ( */ MSGQ(A) /* another +\n one */ +\n TEXT('/* text */')"
    )
    assert [argument.keyword for argument in command.arguments] == ["MSGQ", "TEXT"]
    assert _value(command, "TEXT") == "/* text */"


def test_a_comment_over_lines_ends_where_it_says() -> None:
    script = cl.parse("/* one\n two */\nCRTMSGQ MSGQ(A)\n/* three */ CRTMSGQ MSGQ(B)")
    assert [_value(command, "MSGQ") for command in script.commands] == ["A", "B"]
    assert not script.problems


def test_an_open_comment_does_not_swallow_the_script() -> None:
    script = cl.parse("/* open\nCRTMSGQ MSGQ(A)\n/* closed */")
    assert [(problem.code, problem.line, problem.column) for problem in script.problems] == [
        ("comment-open", 1, 1)
    ]
    assert [_value(command, "MSGQ") for command in script.commands] == ["A"]


def test_an_asterisk_after_a_slash_in_a_name_is_no_comment() -> None:
    command = _only_command("GRTOBJAUT OBJ(MYLIB/*ALL) OBJTYPE(*MSGQ) AUTL(A)")
    assert _value(command, "OBJ") == "MYLIB/*ALL"


def test_unquoted_words_fold_and_quoted_do_not() -> None:
    command = _only_command("crtmqmq qname(my.queue) qtype(*lcl) bktqname('My.Queue')")
    assert [argument.values[0].text for argument in command.arguments] == [
        "MY.QUEUE",
        "*LCL",
        "My.Queue",
    ]


def test_doubled_apostrophes() -> None:
    assert _value(_only_command("CRTMSGQ MSGQ(A) TEXT('it''s ''''')"), "TEXT") == "it's ''"


def test_lists_and_lists_in_lists() -> None:
    command = _only_command("CRTMSGQ MSGQ(A) SIZE((3 3) *NOMAX)")
    group, word = command.arguments[1].values
    assert [item.text for item in group.items] == ["3", "3"]
    assert (group.kind, word.text) == (ItemKind.GROUP, "*NOMAX")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("&NAME", ItemKind.VARIABLE),
        ("'a' *CAT &B", ItemKind.EXPRESSION),
        ("&A *TCAT 'x'", ItemKind.EXPRESSION),
        ("%SST(&A 1 5)", ItemKind.EXPRESSION),
        ("X'C1C2'", ItemKind.HEX),
        ("'&NAME'", ItemKind.QUOTED),
    ],
)
def test_what_is_literal_and_what_is_not(text: str, kind: ItemKind) -> None:
    (item,) = _only_command(f"CRTMSGQ MSGQ(A) TEXT({text})").arguments[1].values
    assert item.kind is kind


def test_prompts_libraries_and_labels() -> None:
    command = _only_command("a1: ?QMQM/CRTMQMQ ??QNAME(A) ?*QTYPE(*LCL)")
    assert command.name == "CRTMQMQ"
    assert [argument.keyword for argument in command.arguments] == ["QNAME", "QTYPE"]


def test_other_commands_are_counted_and_ours_in_them_found() -> None:
    script = cl.parse(
        "PGM\nDCL &A *CHAR 10\nIF (&A *EQ 'X') THEN(CRTMSGQ MSGQ(B))\n"
        "ELSE CMD(DO)\nCRTMSGQ MSGQ(C)\nENDDO\nMONMSG CPF0000 EXEC(DLTMSGQ MSGQ(D))\n"
        "CRTMSGQ MSGQ(E)\nIF &A CRTMSGQ MSGQ(F)\nSNDPGMMSG 'CRTMSGQ MSGQ(G)'\nENDPGM"
    )
    assert script.skipped == {
        "PGM": 1, "DCL": 1, "IF": 2, "ELSE": 1, "ENDDO": 1, "MONMSG": 1, "SNDPGMMSG": 1, "ENDPGM": 1
    }  # fmt: skip
    conditionals = [(_value(command, "MSGQ"), command.conditional) for command in script.commands]
    assert conditionals == [("B", True), ("C", True), ("D", True), ("E", False), ("F", True)]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("CRTMSGQ MSGQ(A", "paren-open", 1, 13),
        ("CRTMSGQ MSGQ(A))", "paren-extra", 1, 16),
        ("CRTMSGQ MSGQ(A) TEXT('x", "quote-open", 1, 22),
        ("CRTMSGQ MSGQ(A) +\n TEXT('x", "quote-open", 2, 7),
        ('CRTMSGQ MSGQ("A)', "quote-open", 1, 14),
        ("CRTMSGQ MSGQ(A) +", "continuation-end", 1, 17),
        ("CRTMSGQ MSGQ(A) +\n", "continuation-end", 1, 17),
        ("CRTMSGQ MSGQ(A) + /* late */", "continuation-place", 1, 17),
        ("CRTMSGQ MSGQ(A) 1X(3)", "keyword", 1, 17),
    ],
)
def test_what_is_wrong_and_where(text: str, code: str, line: int, column: int) -> None:
    script = cl.parse(text)
    problems = [
        *script.problems,
        *(problem for command in script.commands for problem in command.problems),
    ]
    positions = {(problem.code, problem.line, problem.column) for problem in problems}
    assert (code, line, column) in positions
    assert all("expected" in problem.message and "found" in problem.message for problem in problems)


@pytest.mark.parametrize("text", ["(A)", "'abc' X", "1 2 3", "???", ")", "A-B C", ": X"])
def test_a_line_that_is_no_command(text: str) -> None:
    assert "command-name" in _codes(text)


def test_the_rest_of_a_script_is_still_read() -> None:
    script = cl.parse("CRTMSGQ MSGQ(A\n((((\nCRTMSGQ MSGQ('B\nCRTMSGQ MSGQ(C)")
    assert len(script.commands) == 3
    assert not script.commands[2].problems


def test_lists_nest_only_so_deep() -> None:
    assert "list-depth" in _codes("CRTMSGQ MSGQ" + "(" * 5000 + ")" * 5000)


def test_lines_as_manuals_print_them_are_joined_with_a_warning() -> None:
    command = _only_command("CRTMSGQ MSGQ(A)\n        TEXT('x')\n        AUT(*USE)")
    assert [argument.keyword for argument in command.arguments] == ["MSGQ", "TEXT", "AUT"]
    assert [problem.code for problem in command.problems] == ["continuation-missing"] * 2
    assert "quote-open" in _codes("CRTMSGQ MSGQ(A) TEXT('x\n FOO('y')")


def test_an_unknown_keyword_on_its_own_line_is_not_joined() -> None:
    script = cl.parse("CRTMSGQ MSGQ(A)\n   MAXLEN(5)")
    assert len(script.commands[0].arguments) == 1


def test_a_real_program() -> None:
    script = cl.parse((PROGRAMS / "setup.clle").read_text(encoding="utf-8"))
    assert not script.problems
    assert [command.name for command in script.commands] == [
        "CRTMQMQ", "CRTMQMQ", "CHGMQMQ", "CRTMQMQ", "CRTMQMQ", "CRTMSGQ", "CHGMSGQ", "CRTDTAQ",
        "GRTOBJAUT", "GRTOBJAUT",
    ]  # fmt: skip
    assert script.skipped["DCL"] == 3
    assert script.skipped["MONMSG"] == 2
    assert [command.conditional for command in script.commands] == [
        False, False, True, False, True, False, False, False, False, False,
    ]  # fmt: skip
    dead, orders = script.commands[:2]
    assert _value(dead, "TEXT") == "Order system's dead letters"
    assert _value(orders, "TEXT") == "Orders, from the shops (+5 a day) - busy"
    assert orders.line == 18
    assert not [problem for command in script.commands for problem in command.problems]


_PIECES = st.sampled_from(
    ["CRTMQMQ ", "QNAME(", ")", "(", "'", '"', "+\n", "-\n", "\n", "/*", "*/", "&A", " ", "*LCL",
     "QTYPE", "IF ", "THEN(", "DO", "%SST(", "X'", ":", "?", "*CAT", "LIB/", "\t", "\r", "\0"]
)  # fmt: skip


@given(st.one_of(st.lists(_PIECES, max_size=40).map("".join), st.text(max_size=80), printable(80)))
def test_no_text_makes_it_fail(text: str) -> None:
    script = cl.parse(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    problems = [*script.problems]
    for command in script.commands:
        problems += command.problems
        definition = cl.definition(command)
        problems += definition.problems if definition is not None else ()
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
        assert problem.message.isprintable()


@pytest.mark.parametrize("date", ["220101", "000000"])
def test_records_of_a_source_file_as_they_are(date: str) -> None:
    """SRCSEQ, SRCDAT and SRCDTA, as a copy without conversion has them."""
    lines = ("PGM", "  CRTDTAQ DTAQ(A/B) +", "          TEXT('x')", "ENDPGM")
    text = "".join(f"{number * 100:06}{date}{line:<80}\n" for number, line in enumerate(lines, 1))
    found = list(statements(text))
    assert [statement.text.split() for statement in found] == [
        ["PGM"], ["CRTDTAQ", "DTAQ(A/B)", "TEXT('x')"], ["ENDPGM"],
    ]  # fmt: skip
    assert found[1].place(2) == (2, 15)
