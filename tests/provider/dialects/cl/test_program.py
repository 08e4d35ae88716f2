"""What constants of a CL program decide. Source: IBM i, CL programming."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.platform import Platform
from queuewright.dialects import cl
from queuewright.dialects.protocol import Given
from queuewright.dialects.registry import dialect
from queuewright.interpreter import ScriptOutcome, interpreted
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import Sandbox

SETS = "DCL VAR(&A) TYPE(*CHAR) LEN(10) VALUE('X')\nDCL VAR(&N) TYPE(*DEC) LEN(5 0) VALUE(7)\n"


def _left(text: str, **variables: str) -> ScriptOutcome:
    script = dialect("cl").read(text.encode(), given=Given(variables))
    return interpreted([("f", script)])


def _names(outcome: ScriptOutcome) -> list[str]:
    return [name for _, name in outcome.objects]


def _refused(text: str, **variables: str) -> str:
    outcome = _left(text, **variables)
    assert not outcome.objects
    (problem,) = outcome.problems()
    assert problem.is_error
    return f"{problem.line}: {problem.text}"


def test_an_error_block_behind_return_deletes_nothing() -> None:
    text = (
        "PGM\nMONMSG MSGID(CPF0000) EXEC(GOTO CMDLBL(ERR))\nCRTDTAQ DTAQ(L/Q) MAXLEN(5)\n"
        "SNDPGMMSG MSG('done')\n{}\nERR: DLTDTAQ DTAQ(L/Q)\nMONMSG CPF0000\nENDPGM"
    )
    assert _names(_left(text.format("RETURN"))) == ["L/Q"]
    assert _names(_left(text.format("GOTO CMDLBL(OUT)").replace("ENDPGM", "OUT: ENDPGM"))) == [
        "L/Q"
    ]
    assert _names(_left(text.format("DLTMSGQ L/NO\nRETURN"))) == []
    assert _names(_left(text.format("IF COND('1') THEN(RETURN)"))) == ["L/Q"]
    assert _names(_left(text.format(""))) == []


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("&A *EQ 'X'", True),
        ("&A = 'Y'", False),
        ("(&A *NE 'Y') *AND (&N *GT 6)", True),
        ("&N >= 8", False),
        ("*NOT (&A *EQ 'X')", False),
        ("&A *EQ 'X' *OR &UNKNOWN *EQ 'Z'", True),
        ("&A *EQ 'Y' *AND &UNKNOWN *EQ 'Z'", False),
        ("&N + 1 *EQ 8", True),
        ("&A *TCAT 'Y' *EQ 'XY'", True),
    ],
)
def test_what_constants_decide_is_followed(condition: str, holds: bool) -> None:
    branches = f"IF COND({condition}) THEN(CRTMSGQ L/YES)\nELSE CMD(CRTMSGQ L/NO)\nCRTMSGQ L/END"
    assert _names(_left(SETS + branches)) == [f"L/{'YES' if holds else 'NO'}", "L/END"]
    groups = (
        f"IF COND({condition}) THEN(DO)\nCRTMSGQ L/YES\nENDDO\nELSE CMD(DO)\nCRTMSGQ L/NO\nENDDO\n"
        "CRTMSGQ L/END"
    )
    outcome = _left(SETS + groups)
    assert _names(outcome) == [f"L/{'YES' if holds else 'NO'}", "L/END"]
    assert not outcome.notes


def test_else_is_about_the_if_before_it() -> None:
    chain = (
        "IF COND(&N *EQ {}) THEN(CRTMSGQ L/ONE)\nELSE CMD(IF COND(&N *EQ 7) THEN(DO))\n"
        "CRTMSGQ L/SEVEN\nENDDO\nELSE CMD(CRTMSGQ L/OTHER)"
    )
    assert _names(_left(SETS + chain.format(1))) == ["L/SEVEN"]
    assert _names(_left(SETS + chain.format(7))) == ["L/ONE"]
    changed = SETS + "CHGVAR VAR(&N) VALUE(&N + 1)\n" + chain.format(1)
    assert _names(_left(changed)) == ["L/OTHER"]


def test_select_takes_the_first_that_holds() -> None:
    text = (
        "SELECT\nWHEN COND(&N *EQ 1) THEN(CRTMSGQ L/A)\nWHEN COND(&N *EQ 7) THEN(DO)\nCRTMSGQ L/B\n"
        "ENDDO\nWHEN COND(&A *EQ 'X') THEN(CRTMSGQ L/C)\nOTHERWISE CMD(CRTMSGQ L/D)\nENDSELECT"
    )
    assert _names(_left(SETS + text)) == ["L/B"]
    assert _names(_left(SETS.replace("VALUE(7)", "VALUE(9)") + text)) == ["L/C"]
    other = SETS.replace("VALUE(7)", "VALUE(9)").replace("'X'", "'Y'")
    assert _names(_left(other + text)) == ["L/D"]


@pytest.mark.parametrize(
    "name",
    [
        "&LIB/&Q",
        "ORDERS/&Q",
        "&LIB/PICK",
        "(&LIB *TCAT '/' *CAT &Q)",
        "(&LIB *TCAT ('/' *CAT &Q))",
        "&BOTH",
    ],
)
def test_names_of_constants(name: str) -> None:
    text = (
        "PGM PARM(&LIB)\nDCL &LIB *CHAR 10\nDCL &Q *CHAR LEN(10)\nDCL &BOTH *CHAR 21\n"
        "CHGVAR &Q 'PICK'\nCHGVAR VAR(&BOTH) VALUE(&LIB *TCAT '/' *TCAT &Q)\n"
        f"CRTDTAQ DTAQ({name if name[0] != '(' else name[1:-1]}) MAXLEN(5)"
    )
    assert _names(_left(text, LIB="ORDERS")) == ["ORDERS/PICK"]


def test_numbers_texts_and_libraries_of_constants() -> None:
    text = SETS + "CRTLIB LIB(&A)\nCRTDTAQ DTAQ(&A/Q) MAXLEN(&N) TEXT('Of' *BCAT &A)"
    outcome = _left(text)
    assert outcome.libraries == ["X"]
    library, standing = outcome.objects.values()
    assert library.definition.name == "X"
    assert standing.definition.values == {"max_entry_length": 7, "text_description": "Of X"}


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("PGM PARM(&E)\nDCL &E *CHAR 4\nIF (&E *EQ 'PROD') THEN(CRTMSGQ L/A)",
         "3: CRTMSGQ: it depends on &E, a parameter of the program; give its value with --set E="),
        ("DCL &E *CHAR 4\nRTVJOBA USER(&E)\nIF (&E *EQ 'ME') DO\nDLTMSGQ L/A\nENDDO",
         "3: DLTMSGQ in line 4: it depends on &E, which RTVJOBA gives in line 2"),
        ("DCL &E *CHAR 4\nCALL P PARM(&E)\nIF (&E *EQ 'X') THEN(RETURN)\nCRTMSGQ L/B",
         "3: RETURN: it depends on &E, which CALL gives in line 2"),
        ("DCL &E *LGL\nCHKOBJ L/A *MSGQ\nMONMSG CPF9801 EXEC(CHGVAR &E '1')\n"
         "IF &E THEN(CRTMSGQ L/A)", "4: CRTMSGQ: it depends on &E, whose value by CHGVAR"),
        ("AGAIN: CRTMSGQ L/A\nGOTO AGAIN\nCRTMSGQ L/B", "2: GOTO: it goes back to line 1"),
        ("GOTO NOWHERE\nCRTMSGQ L/A", "1: GOTO: the program has no label NOWHERE"),
        ("DOWHILE COND('1')\nCRTMSGQ L/A\nENDDO", "1: CRTMSGQ in line 2: it stands in a loop"),
        ("CALLSUBR S\nRETURN\nSUBR S\nCRTMSGQ L/A\nENDSUBR\nCRTMSGQ L/B",
         "1: CALLSUBR: it runs a subroutine"),
        ("DCL &E *CHAR 4\nIF (%BIN(&E 1 1) *EQ 1) THEN(CRTMSGQ L/A)",
         "2: CRTMSGQ: it depends on a condition that is not evaluated here"),
    ],
)  # fmt: skip
def test_what_is_not_known_is_refused_with_its_line(text: str, reported: str) -> None:
    assert _refused(text).startswith(reported)


def test_what_is_given_decides() -> None:
    text = "PGM PARM(&E)\nDCL &E *CHAR 4\nIF (&E *EQ 'PROD') THEN(CRTMSGQ L/A)\nCRTMSGQ L/B"
    assert _names(_left(text, E="PROD")) == ["L/A", "L/B"]
    assert _names(_left(text, e="TEST")) == ["L/B"]
    assert cl.read_program(text, {"E": "A", "F": "B"}).unused == {"F"}


def test_what_is_not_known_and_decides_nothing_is_no_matter() -> None:
    text = (
        "PGM PARM(&E)\nCRTMSGQ L/A\nIF (&E *EQ 'X') THEN(SNDPGMMSG MSG('x'))\nRETURN\n"
        "ERR: RCVMSG MSGID(&E)\nIF (&E *EQ 'CPF0000') THEN(GOTO OUT)\nDLTMSGQ L/A\n"
        "GOTO ERR\nOUT: ENDPGM"
    )
    outcome = _left(text)
    assert (_names(outcome), outcome.problems()) == (["L/A"], [])


def test_ways_that_meet_know_what_all_of_them_know() -> None:
    text = (
        "DCL &A *CHAR 5 VALUE('ONE')\nMONMSG CPF0000 EXEC(GOTO ERR)\nCRTMSGQ L/A\n"
        "CHGVAR &A 'TWO'\n{}CRTMSGQ L/B\nERR: CRTMSGQ L/&A"
    )
    assert _names(_left(text.format("CHGVAR &A 'ONE'\n"))) == ["L/A", "L/B", "L/ONE"]
    outcome = _left(text.format(""))
    assert _names(outcome) == ["L/A", "L/B"]
    assert [problem.line for problem in outcome.problems()] == [6]


def test_a_group_of_a_monitor_leads_elsewhere() -> None:
    text = (
        "CRTMSGQ L/A\nCRTMSGQ L/{}\nMONMSG CPF0000 EXEC(DO)\nSNDPGMMSG MSG('x')\nGOTO OUT\nENDDO\n"
        "CHGMSGQ L/A TEXT('x')\nOUT: CRTMSGQ L/C"
    )
    failing = _left(text.format("A TEXT('y')"))
    assert failing.objects["ibmi:MessageQueue", "L/A"].definition.values == {}
    fine = _left(text.format("B"))
    assert fine.objects["ibmi:MessageQueue", "L/A"].definition.values == {"text_description": "x"}
    assert _names(fine) == ["L/A", "L/B", "L/C"]


def test_a_monitor_that_leads_back_is_refused_where_it_comes_to_that() -> None:
    text = "AGAIN: CRTMSGQ L/A\nCRTMSGQ L/{}\nMONMSG CPF0000 EXEC(GOTO AGAIN)\nCRTMSGQ L/C"
    assert _left(text.format("B")).problems() == []
    outcome = _left(text.format("A TEXT('y')"))
    (problem,) = outcome.problems()
    assert (problem.line, _names(outcome)) == (2, ["L/A"])
    assert "GOTO AGAIN, which leads back" in problem.text


def test_what_a_monitor_of_another_command_runs_is_not_guessed_about() -> None:
    text = (
        "CHKOBJ L/A *MSGQ\nMONMSG CPF9801 EXEC(DO)\nCRTMSGQ L/A\n{}ENDDO\nDLTMSGQ L/B\nOUT: ENDPGM"
    )
    assert _names(_left(text.format(""))) == ["L/A"]
    assert _refused(text.format("GOTO OUT\n")).startswith("4: GOTO: it is not known whether")


_LINES = st.sampled_from(
    ["IF COND(&A *EQ 'X') THEN(DO)", "ELSE CMD(DO)", "ENDDO", "SELECT", "WHEN (&A) (GOTO L)",
     "OTHERWISE DO", "ENDSELECT", "L: CRTMSGQ A/&B", "GOTO L", "RETURN", "CHGVAR &A &B", "SUBR S",
     "CHGVAR (%SST(&A 1 2)) 'X'", "DCL &A *CHAR 4 (X)", "DCL &B *DEC (5 0) 1,5", "CALLSUBR S",
     "ENDSUBR", "MONMSG CPF0000 (GOTO L)", "DCL", "CHGVAR", "IF", "ELSE", "WHEN", "PGM (&A &B)",
     "IF (&A *GT (&B *CAT)) RETURN", "DOFOR &A 1 5", "CRTMSGQ &A", "CRTLIB &B", "DCL &C TYPE"]
)  # fmt: skip


@given(st.lists(_LINES, max_size=25).map("\n".join), st.sampled_from(["", "X", "1"]))
def test_no_program_makes_it_fail(text: str, value: str) -> None:
    outcome = _left(text, A=value)
    assert all(problem.is_error for problem in outcome.problems() if problem.code == "program")


# Commands that change what stands at the end, though they are about no kind


@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("RNMOBJ OBJ(L/A) OBJTYPE(*MSGQ) NEWOBJ(B)", ["L/Q", "L/B"]),
        ("RNMOBJ L/A *ALL B", ["L/Q", "L/B"]),
        ("RNMOBJ L *LIB M", ["M/A", "M/Q"]),
        ("RNMLIB L M", ["M/A", "M/Q"]),
        ("MOVOBJ L/A *MSGQ M", ["L/Q", "M/A"]),
        ("CRTDUPOBJ OBJ(A) FROMLIB(L) OBJTYPE(*ALL) TOLIB(M)", ["L/A", "L/Q", "M/A"]),
        ("CRTDUPOBJ A L *MSGQ NEWOBJ(B)", ["L/A", "L/Q", "L/B"]),
        ("CRTDUPOBJ *ALL L *MSGQ M", ["L/A", "L/Q", "M/A"]),
        ("CPYLIB L M", ["L/A", "L/Q", "M/A", "M/Q"]),
        ("DLTLIB LIB(L)", []),
        ("CLRLIB L", []),
        ("DLTMSGQ MSGQ(L/*ALL)", ["L/Q"]),
        ("DLTMSGQ L/A*", ["L/Q"]),
        ("DLTMSGQ A*", ["L/Q"]),
        ("DLTMSGQ L/B*", ["L/A", "L/Q"]),
        ("DLTDTAQ M/*ALL", ["L/A", "L/Q"]),
        ("DLTOBJ OBJ(L/*ALL) OBJTYPE(*MSGQ *DTAQ)", []),
        ("CHGCURLIB L\nRNMOBJ *CURLIB/A *MSGQ B", ["L/Q", "L/B"]),
    ],
)
def test_objects_by_library_name_and_type(command: str, left: list[str]) -> None:
    outcome = _left(f"CRTMSGQ L/A\nCRTDTAQ L/Q 5\n{command}")
    assert outcome.problems() == []
    assert _names(outcome) == left
    assert not outcome.not_managed
    inside = _left(f"CRTMSGQ L/A\nCRTDTAQ L/Q 5\nIF COND('0') THEN({command.splitlines()[-1]})")
    assert _names(inside) == ["L/A", "L/Q"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("RNMOBJ L/NO *MSGQ B", "CPF2105"),
        ("RNMOBJ L/A *MSGQ TAKEN", "CPF2112"),
        ("MOVOBJ L/A *DTAQ M", "CPF2105"),
        ("CRTDUPOBJ A L *MSGQ L TAKEN", "CPF2112"),
    ],
)
def test_what_stands_in_the_way_is_an_error_that_is_monitored(command: str, message: str) -> None:
    text = f"CRTMSGQ L/A\nCRTMSGQ L/TAKEN\n{command}"
    outcome = _left(text)
    assert [(problem.line, problem.is_error) for problem in outcome.problems()] == [(3, True)]
    assert _names(outcome) == ["L/A", "L/TAKEN"]
    assert _left(f"{text}\nMONMSG {message}").problems() == []


def test_a_copy_and_a_renamed_object_keep_what_they_have() -> None:
    text = (
        "CRTAUTL AL\nCRTDTAQ L/Q 5 AUT(AL) TEXT('x')\nCHGOBJD L/Q *DTAQ TEXT('y')\n"
        "CRTDUPOBJ Q L *DTAQ NEWOBJ(COPY)\nRNMOBJ QSYS/AL *AUTL BL\n"
        "GRTOBJAUT L/COPY *DTAQ *PUBLIC *EXCLUDE"
    )
    outcome = _left(text)
    assert outcome.problems() == []
    own = {"text_description": "y", "max_entry_length": 5, "authorization_list": "BL"}
    for name, authority in (("L/Q", "autl"), ("L/COPY", "exclude")):
        values = outcome.objects["ibmi:DataQueue", name].definition.values
        assert values == {**own, "authority": authority}
    assert ("ibmi:AuthorizationList", "BL") in outcome.objects


@pytest.mark.parametrize(
    ("library", "own"),
    [
        ("CRTLIB L CRTAUT(*EXCLUDE)", {"authority": "exclude"}),
        ("CRTLIB L\nCHGLIB L CRTAUT(*USE)", {"authority": "use"}),
        ("CRTAUTL AL\nCRTLIB L CRTAUT(AL)", {"authority": "autl", "authorization_list": "AL"}),
        ("CRTLIB L CRTAUT(*SYSVAL)", {}),
        ("CRTLIB L", {}),
        ("CRTLIB L CRTAUT(*EXCLUDE)\nRNMLIB L K\nRNMLIB K L", {"authority": "exclude"}),
        ("CRTLIB L CRTAUT(*EXCLUDE)\nDLTLIB L\nCRTLIB L", {}),
    ],
)
def test_the_authority_that_a_library_gives(library: str, own: dict[str, str]) -> None:
    outcome = _left(f"{library}\nCRTMSGQ L/A\nCRTMSGQ L/B AUT(*ALL)")
    assert outcome.problems() == []
    assert outcome.objects["ibmi:MessageQueue", "L/A"].definition.values == own
    given = outcome.objects["ibmi:MessageQueue", "L/B"].definition.values
    assert given == {"authority": "all"}


def test_changed_defaults_of_a_command_hold_from_there_on() -> None:
    text = (
        "CRTDTAQ L/A 5\nCHGCMDDFT CMD(QSYS/CRTDTAQ) NEWDFT('MAXLEN(7) SEQ(*LIFO)')\nCRTDTAQ L/B\n"
        "CRTDTAQ L/C 9 SEQ(*FIFO)\nCHGCMDDFT CRTDTAQ 'MAXLEN(8)'\nCRTDTAQ L/D\nCRTMSGQ L/M"
    )
    outcome = _left(text)
    assert outcome.problems() == []
    assert {name: known.definition.values for (_, name), known in outcome.objects.items()} == {
        "L/A": {"max_entry_length": 5},
        "L/B": {"max_entry_length": 7, "sequence": "lifo"},
        "L/C": {"max_entry_length": 9, "sequence": "fifo"},
        "L/D": {"max_entry_length": 8, "sequence": "lifo"},
        "L/M": {},
    }
    two_ways = "CRTLIB L\nMONMSG CPF2111 EXEC(CHGCMDDFT CRTMSGQ 'TEXT(A)')\nCRTMSGQ L/M"
    assert _refused(two_ways).startswith("3: CRTMSGQ: its defaults are not known")


@pytest.mark.parametrize(
    "command",
    [
        "RSTOBJ OBJ(A) SAVLIB(L) DEV(T)",
        "RSTLIB L",
        "RNMOBJ L/A *MSGQ &B",
        "DLTLIB &LIB",
        "CHGCMDDFT CMD(QSYS/CRTMSGQ) NEWDFT('TEXT(&X)')",
        "CHGLIB LIB(L) CRTAUT(&A)",
    ],
)
def test_what_changes_objects_otherwise_is_refused(command: str) -> None:
    outcome = _left(f"CRTMSGQ L/A\n{command}\nMONMSG CPF0000")
    assert [(problem.line, problem.is_error) for problem in outcome.problems()] == [(2, True)]
    inside = _left(f"CRTMSGQ L/A\nIF COND('1') THEN({command})")
    assert [problem.line for problem in inside.problems()] == [2]
    assert not _left(f"CRTMSGQ L/A\nIF COND('0') THEN({command})").problems()


@pytest.mark.parametrize(
    "command",
    [
        "RNMOBJ OBJ(L/A) OBJTYPE(*FILE) NEWOBJ(B)",
        "CRTDUPOBJ OBJ(A) FROMLIB(L) OBJTYPE(*PGM *FILE) TOLIB(M)",
        "CHGCMDDFT CMD(CRTBNDRPG) NEWDFT('DBGVIEW(*ALL)')",
        "MOVOBJ L/A *PGM M",
    ],
)
def test_what_changes_other_objects_is_passed_over(command: str) -> None:
    outcome = _left(f"CRTMSGQ L/A\n{command}")
    assert (_names(outcome), outcome.problems()) == (["L/A"], [])


def test_a_library_that_the_program_does_not_make_may_be_there() -> None:
    outcome = _left("CRTMSGQ L/A\nCHGLIB LIB(L) TEXT('x')\nCRTLIB LIB(M) CRTAUT(*CHANGE)")
    assert _names(outcome) == ["L/A", "M"]
    (problem,) = outcome.problems()
    assert (problem.code, problem.object, problem.is_error) == (
        "undefined",
        "ibmi:Library L",
        False,
    )


def test_an_object_is_deleted_by_its_type() -> None:
    text = "CRTMSGQ L/A\nCRTDTAQ L/A MAXLEN(5)\nDLTOBJ OBJ(L/A) OBJTYPE({})"
    assert list(_left(text.format("*MSGQ")).objects) == [("ibmi:DataQueue", "L/A")]
    assert list(_left(text.format("*DTAQ")).objects) == [("ibmi:MessageQueue", "L/A")]
    assert len(_left(text.format("*PGM")).objects) == 2


def test_the_current_library_is_the_one_that_the_program_chooses() -> None:
    text = "CRTMSGQ A\nCHGCURLIB CURLIB(L)\nCRTMSGQ B\nCRTMSGQ *CURLIB/C\nCRTMSGQ M/D\n{}"
    assert _names(_left(text.format(""))) == ["*CURLIB/A", "L/B", "L/C", "M/D"]
    assert _names(_left(text.format("CHGCURLIB *CRTDFT\nCRTMSGQ E")))[-1] == "QGPL/E"
    assert _names(_left(text.format("CHGLIBL LIBL(X Y) CURLIB(Y)\nCRTMSGQ E")))[-1] == "Y/E"
    assert _names(_left(text.format("CHGLIBL LIBL(X Y)\nCRTMSGQ E")))[-1] == "L/E"
    unknown = "PGM PARM(&X)\nCHGCURLIB &X\nCRTMSGQ A"
    assert _refused(unknown).startswith("3: CRTMSGQ: which library is the current one is not")
    assert _names(_left(unknown, X="ORDERS")) == ["ORDERS/A"]
    assert _names(_left(unknown.replace(" A", " M/A") + "\nCRTAUTL B")) == ["M/A", "B"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CRTDTAQ L/Q MAXLEN(9) AUT(STAFF)", ("autl", "STAFF")),
        ("CRTDTAQ L/Q MAXLEN(9) AUT(*EXCLUDE)\nGRTOBJAUT L/Q *DTAQ AUTL(STAFF)",
         ("exclude", "STAFF")),
        ("CRTDTAQ L/Q MAXLEN(9)\nGRTOBJAUT L/Q *DTAQ AUTL(STAFF)", (None, "STAFF")),
        ("CRTDTAQ L/Q MAXLEN(9) AUT(STAFF)\nGRTOBJAUT L/Q *DTAQ *PUBLIC *USE REPLACE(*YES)",
         ("use", "STAFF")),
        ("CRTDTAQ L/Q MAXLEN(9) AUT(STAFF)\nRVKOBJAUT L/Q *DTAQ AUTL(STAFF)",
         ("exclude", "none")),
        ("CRTDTAQ L/Q MAXLEN(9) AUT(STAFF)\nGRTOBJAUT L/Q *DTAQ AUTL(*NONE)",
         ("exclude", "none")),
        ("CRTDTAQ L/Q MAXLEN(9) AUT(STAFF)\nRVKOBJAUT L/Q *DTAQ AUTL(OTHERS)",
         ("autl", "STAFF")),
        ("CRTDTAQ L/Q MAXLEN(9) AUT(*CHANGE)\nRVKOBJAUT L/Q *DTAQ *PUBLIC *ALL",
         ("exclude", None)),
        ("CRTDTAQ L/Q MAXLEN(9) AUT(*USE)\nGRTOBJAUT L/Q *DTAQ *PUBLIC *ALL", ("all", None)),
    ],
)  # fmt: skip
def test_both_authorities_that_commands_leave(
    text: str, expected: tuple[str | None, str | None]
) -> None:
    outcome = _left(f"CRTAUTL STAFF\nCRTAUTL OTHERS\n{text}")
    assert (outcome.refused, outcome.notes) == ([], [])
    values = outcome.objects["ibmi:DataQueue", "L/Q"].definition.values
    assert (values.get("authority"), values.get("authorization_list")) == expected


def test_a_grant_takes_nothing_away() -> None:
    for aut, kept in (("AUT(*ALL)", "all"), ("", "libcrtaut")):
        made = f"CRTMSGQ L/Q {aut}\nGRTOBJAUT L/Q *MSGQ *PUBLIC *USE"
        outcome = _left(made)
        values = outcome.objects["ibmi:MessageQueue", "L/Q"].definition.values
        assert (outcome.refused, values["authority"]) == ([], kept)
        (note,) = outcome.notes
        assert (note.code, note.line) == ("nothing-taken-away", 2)
        assert f"*PUBLIC keeps *{kept.upper()}; give REPLACE(*YES)" in str(note)


def test_authorities_that_are_not_taken() -> None:
    made = "CRTMSGQ L/Q AUT(*ALL)\n"
    partly = _left(made + "RVKOBJAUT L/Q *MSGQ *PUBLIC *USE").refused
    assert [(one.code, one.line) for one in partly] == [("partly-revoked", 2)]
    without = _left(made + "GRTOBJAUT L/Q *MSGQ *PUBLIC *AUTL").refused
    assert [(one.code, one.line) for one in without] == [("list-missing", 2)]


def test_a_part_of_a_text() -> None:
    text = "DCL &A *CHAR 20 VALUE('PICK      ORDERS')\nCRTDTAQ DTAQ({}) MAXLEN(5)"
    both = text.format("%SST(&A 11 10) *TCAT '/' *CAT %SUBSTRING(&A 1 10)")
    assert _names(_left(both)) == ["ORDERS/PICK"]
    for outside in ("%SST(&A 0 3)", "%SST(&A 18 9)", "%SST(&A 1)", "%SST(*LDA 1 3)"):
        assert not _left(text.format(outside)).objects, outside


def test_a_loop_without_a_command_that_matters_is_passed_by() -> None:
    text = "{}\nAGAIN: RTVJOBA ENDSTS(&E)\nIF (&E *EQ '0') THEN(DO)\n{}\nGOTO AGAIN\nENDDO\n{}"
    made = "CRTMSGQ L/A"
    assert _names(_left(text.format(made, "CALL P", "CALL Q"))) == ["L/A"]
    for more in (("", made, ""), ("", "CALL P", made)):  # in it, or behind it
        (problem,) = _left(text.format(*more), E="0").problems()
        assert "loops are not followed" in problem.text


WAITS = """DCL &E *CHAR 7
AGAIN: CHKOBJ OBJ(L/Q) OBJTYPE(*DTAQ)
MONMSG MSGID(CPF9801) EXEC(DO)
DLYJOB DLY(5)
{}
ENDDO
CRTMSGQ L/A
"""


@pytest.mark.parametrize(
    "text",
    [
        WAITS.format("GOTO CMDLBL(AGAIN)"),
        "DCL &E *CHAR 1\nAGAIN: RTVJOBA ENDSTS(&E)\nIF (&E *EQ '0') THEN(DO)\nDLYJOB 5\n"
        "GOTO AGAIN\nENDDO\nCRTMSGQ L/A",
        "DCL &E *CHAR 1\nAGAIN: RTVJOBA ENDSTS(&E)\nIF (&E *EQ '0') THEN(GOTO AGAIN)\nCRTMSGQ L/A",
        # It counts: known at first, and no longer when it comes back.
        "DCL &N *DEC (3 0)\nAGAIN: CHGVAR &N (&N + 1)\nDLYJOB 5\nIF (&N *LT 10) THEN(GOTO AGAIN)\n"
        "CRTMSGQ L/A",
        # Left from within, by one way or another.
        "DCL &E *CHAR 1\nAGAIN: RTVJOBA ENDSTS(&E)\nIF (&E *EQ '1') THEN(GOTO OUT)\nDLYJOB 5\n"
        "GOTO AGAIN\nOUT: CRTMSGQ L/A",
        "DCL &E *CHAR 1\nAGAIN: RTVJOBA ENDSTS(&E)\nIF (&E *EQ '1') THEN(DO)\nSNDMSG X\n"
        "GOTO OUT\nENDDO\nIF (&E *EQ '2') THEN(GOTO OUT)\nDLYJOB 5\nGOTO AGAIN\nOUT: CRTMSGQ L/A",
        # A loop within a loop.
        "DCL &E *CHAR 1\nOUTER: DLYJOB 1\nINNER: RTVJOBA ENDSTS(&E)\nIF (&E *EQ '0') (GOTO INNER)\n"
        "IF (&E *EQ '1') (GOTO OUTER)\nCRTMSGQ L/A",
    ],
)
def test_a_program_is_followed_past_a_loop_that_only_waits(text: str) -> None:
    outcome = _left(text)
    assert (_names(outcome), outcome.problems()) == (["L/A"], [])


def test_what_a_loop_changes_is_not_known_behind_it() -> None:
    text = (
        "DCL &N *CHAR 3 VALUE('ONE')\nDCL &K *CHAR 4 VALUE('KEPT')\nDCL &E *CHAR 1\n"
        "AGAIN: {}\nRTVJOBA ENDSTS(&E)\nIF (&E *EQ '0') THEN(DO)\n{}\nGOTO AGAIN\nENDDO\n"
        "CRTMSGQ L/&K\nCRTMSGQ L/&N"
    )
    # Set in each round before the program leaves, or where it goes back only.
    assert _names(_left(text.format("CHGVAR &N 'TWO'", "DLYJOB 5"))) == ["L/KEPT", "L/TWO"]
    outcome = _left(text.format("DLYJOB 5", "CHGVAR &N 'TWO'"))
    assert _names(outcome) == ["L/KEPT"]
    assert [(problem.line, "&N" in problem.text) for problem in outcome.problems()] == [(11, True)]


def test_what_is_passed_over_by_the_way_out_of_a_loop_is_not_known_behind_it() -> None:
    text = (
        "DCL &N *CHAR 3 VALUE('ONE')\nDCL &K *CHAR 4 VALUE('KEPT')\nDCL &E *CHAR 1\n"
        "AGAIN: {}\nRTVJOBA ENDSTS(&E)\nIF (&E *EQ '1') THEN(GOTO OUT)\n{}\nGOTO AGAIN\n"
        "OUT: CRTMSGQ L/&K\nCRTMSGQ L/&N"
    )
    assert _names(_left(text.format("CHGVAR &N 'TWO'", "DLYJOB 5"))) == ["L/KEPT", "L/TWO"]
    outcome = _left(text.format("DLYJOB 5", "CHGVAR &N 'TWO'"))
    assert _names(outcome) == ["L/KEPT"]
    assert [(problem.line, "&N" in problem.text) for problem in outcome.problems()] == [(10, True)]


def test_a_choice_within_a_loop_that_differs_by_the_round_is_refused() -> None:
    text = (
        "DCL &E *CHAR 1\nDCL &N *CHAR 1 VALUE('1')\nAGAIN: IF (&N *EQ '1') THEN(GOTO ON)\n"
        "GOTO OUT\nON: CHGVAR &N '2'\nRTVJOBA ENDSTS(&E)\nIF (&E *EQ '0') THEN(GOTO AGAIN)\n"
        "CRTMSGQ L/A\nOUT: CRTMSGQ L/B"
    )
    assert _refused(text).startswith("3: GOTO: it depends on &N, which a loop may change")


@pytest.mark.parametrize(
    "text",
    [
        "AGAIN: DLYJOB 5\nGOTO AGAIN\nCRTMSGQ L/A",  # never left
        "DCL &E *CHAR 1 VALUE('0')\nAGAIN: DLYJOB 5\nIF (&E *EQ '0') (GOTO AGAIN)\nCRTMSGQ L/A",
        WAITS.format("CRTMSGQ L/B\nGOTO AGAIN"),  # a command of ours within
        WAITS.format("IF (&E *EQ 'X') (RETURN)\nGOTO AGAIN"),
        # Its way out passes over a command of ours, or is never taken.
        "DCL &E *CHAR 1\nAGAIN: RTVJOBA ENDSTS(&E)\nIF (&E *EQ '1') (GOTO OUT)\nGOTO AGAIN\n"
        "CRTMSGQ L/B\nOUT: CRTMSGQ L/A",
        "DCL &E *CHAR 1\nAGAIN: RTVJOBA ENDSTS(&E)\nIF (&E *EQ '1') (GOTO OUT)\nGOTO AGAIN\n"
        "BAD: GOTO LAST\nOUT: CRTMSGQ L/A\nLAST: CRTMSGQ L/B",
        "AGAIN: DLYJOB 5\nIF ('0' *EQ '1') (GOTO OUT)\nGOTO AGAIN\nOUT: CRTMSGQ L/A",
        # The loop as a whole depends on something, and is never left.
        "DCL &E *CHAR 1\nRTVJOBA ENDSTS(&E)\nIF (&E *EQ '0') (DO)\nAGAIN: DLYJOB 5\nGOTO AGAIN\n"
        "ENDDO\nCRTMSGQ L/A",
        "CHKOBJ L/Q *DTAQ\nMONMSG CPF9801 EXEC(DO)\nAGAIN: DLYJOB 5\nGOTO AGAIN\nENDDO\n"
        "CRTMSGQ L/A",
        "CALLSUBR S\nAGAIN: CALLSUBR S\nRTVJOBA ENDSTS(&E)\nIF (&E *EQ '0') (GOTO AGAIN)\n"
        "RETURN\nSUBR S\nCRTMSGQ L/A\nENDSUBR",
    ],
)
def test_a_loop_that_is_not_left_or_does_something_is_refused(text: str) -> None:
    outcome = _left(text)
    assert not outcome.objects
    assert outcome.problems()


def test_the_sandbox_goes_on_behind_a_loop_that_only_waits(tmp_path: Path) -> None:
    system = Sandbox(tmp_path / "s.db").create_system(
        "AS1", platform=Platform.IBMI, libraries=["L"]
    )
    answers = list(cl_commands.run(system, WAITS.format("GOTO AGAIN")))
    assert [(answer.line, answer.ok) for answer in answers] == [(2, False), (4, False), (7, True)]
    assert all("not modelled" in answer.message for answer in answers if not answer.ok)
    assert [one.key.name for one in system.observe(["ibmi:MessageQueue"])] == ["L/A"]
