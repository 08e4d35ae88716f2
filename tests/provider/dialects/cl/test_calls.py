"""CALL of APIs, and of QCMDEXC, in CL programs: read as the commands that they stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.dialects import cl
from queuewright.dialects.cl.calls import call_reclaim
from queuewright.dialects.cl.dialect import DIALECT
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite

ON = "CALL PGM(QSYS/QMHQCDQ) PARM('OUT       QGPL      ' X'000000010000006400000001F1' X'00000000')"
QUEUE = {
    "queue_type": "keyed",
    "key_length": 8,
    "maximum_message_size": 100,
    "initial_number_of_messages": 16,
    "additional_number_of_messages": 0,
    "text_description": "It's ours",
    "authority": "use",
}
MADE = (
    "CALL PGM(QSYS/QUSCRTUQ) PARM('USERQ     ORDERS    ' '          ' 'K' X'00000008' "
    "X'00000064' X'00000010' X'00000000' '*USE      ' "
    f"'{'It'}''{'s ours'.ljust(47)}')"
)


def definitions(text: str, **variables: str) -> list[Definition]:
    return cl.definitions(cl.read_program(text, variables))


def test_the_call_of_qmhqcdq() -> None:
    """Name and library in ten characters each; one change; key 100, one byte, EBCDIC 1."""
    assert call_reclaim("QGPL/OUT", True) == ON
    values = {"automatic_reclaim": "yes", "text_description": "Out"}
    definition = Definition("ibmi:DataQueue", "QGPL/OUT", Action.CHANGE, values)
    assert DIALECT.write(definition) == ["CHGOBJD OBJ(QGPL/OUT) OBJTYPE(*DTAQ) TEXT('Out')", ON]


@pytest.mark.parametrize("name", ["QGPL/OUT", "ABCDEFGHIJ/ABCDEFGHIJ", '"a b"/"x-y"', "L/Q"])
@pytest.mark.parametrize("on", [True, False])
def test_what_is_written_is_read(name: str, on: bool) -> None:
    [read] = definitions(call_reclaim(name, on))
    assert (read.kind, read.name, read.action) == ("ibmi:DataQueue", name, Action.CHANGE)
    assert read.values == {"automatic_reclaim": "yes" if on else "no"}
    assert read.errors == ()


@pytest.mark.parametrize(
    "other",
    [
        "CALL PGM(MYLIB/OTHER) PARM('OUT       QGPL      ')",
        ON.replace("64", "C8"),  # key 200, of locks
        ON.replace("F1'", "F2'"),
        "CALL PGM(MYLIB/QMHQCDQ) PARM('OUT       QGPL      ')",
        "CALL DLTDTAQ",
    ],
)
def test_other_calls_are_passed_over(other: str) -> None:
    assert definitions(other) == []
    assert DIALECT.read(other.encode()).skipped == {"CALL": 1}


def test_no_library() -> None:
    with pytest.raises(CannotWrite, match="needs the library"):
        call_reclaim("OUT", True)


def test_a_user_queue_is_made_by_the_api() -> None:
    """Binary parameters byte by byte, texts padded to their length."""
    definition = Definition("ibmi:UserQueue", "ORDERS/USERQ", Action.CREATE, QUEUE)
    assert DIALECT.write(definition) == [MADE]
    [read] = definitions(MADE)
    assert (read.kind, read.name, read.action) == ("ibmi:UserQueue", "ORDERS/USERQ", Action.CREATE)
    assert read.values == QUEUE
    assert read.problems == ()


def test_optional_parameters_come_as_far_as_they_are_needed() -> None:
    values = {**QUEUE, "text_description": "", "authority": "libcrtaut", "pointers": "yes"}
    definition = Definition("ibmi:UserQueue", "ORDERS/USERQ", Action.CREATE, values, replace=True)
    [written] = DIALECT.write(definition)
    assert written.endswith(" '*YES      ' X'00000000' '*DEFAULT  ' '*YES      ')")
    [read] = definitions(written)
    assert read.replace
    assert read.values["pointers"] == "yes"
    reclaims = {**QUEUE, "reclaim_storage": "yes", "extended_attribute": "MINE"}
    [written] = DIALECT.write(Definition("ibmi:UserQueue", "L/Q", Action.CREATE, reclaims))
    assert written.endswith("'*DEFAULT  ' '*NO       ' X'00000000' '1')")
    [read] = definitions(written)
    assert read.values == reclaims


@given(
    text=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=50).map(str.rstrip),
    size=st.integers(1, 64000),
    more=st.integers(0, 2**31 - 1),
)
def test_any_text_and_number_goes_there_and_back(text: str, size: int, more: int) -> None:
    values = {
        **QUEUE,
        "text_description": text,
        "maximum_message_size": size,
        "additional_number_of_messages": more,
    }
    definition = Definition("ibmi:UserQueue", "ORDERS/USERQ", Action.CREATE, values)
    try:
        [written] = DIALECT.write(definition)
    except CannotWrite:
        assert text.startswith("*")
        return
    [read] = definitions(written)
    assert {"text_description": "", **read.values} == values


def test_a_user_queue_by_variables() -> None:
    text = (
        "PGM\nDCL &Q *CHAR 20 'USERQ     ORDERS    '\nDCL &N *INT VALUE(64)\n"
        "CALL QUSCRTUQ (&Q ' ' 'F' X'00000000' &N &N &N '*CHANGE' ' ')\nENDPGM"
    )
    [read] = definitions(text)
    assert (read.name, read.values["queue_type"]) == ("ORDERS/USERQ", "fifo")
    assert read.values["maximum_message_size"] == 64
    assert "key_length" not in read.values


def test_a_call_without_all_of_its_parameters() -> None:
    [read] = definitions("CALL QUSCRTUQ ('USERQ     ORDERS    ' ' ' 'F')")
    assert {problem.attribute for problem in read.errors} == {
        "maximum_message_size",
        "initial_number_of_messages",
        "additional_number_of_messages",
    }


@pytest.mark.parametrize(
    "call",
    [
        "CALL PGM(QCMDEXC) PARM('DLTDTAQ DTAQ(L/D)' 17)",
        "CALL QSYS/QCMDEXC ('DLTDTAQ DTAQ(L/D)' 17)",
        "CALL QCMDEXC PARM('QSYS/DLTDTAQ L/D' 16)",
        "IF ('1') THEN(CALL QCMDEXC ('DLTDTAQ L/D' 11))",
        "DCL &C *CHAR 80\nCHGVAR &C ('DLTDTAQ' *BCAT 'L/D')\nCALL QCMDEXC (&C 80)",
    ],
)
def test_qcmdexc_runs_the_command_that_it_is_given(call: str) -> None:
    [read] = definitions(f"PGM\n{call}\nENDPGM")
    assert (read.kind, read.name, read.action) == ("ibmi:DataQueue", "L/D", Action.DELETE)


def test_a_literal_with_apostrophes_and_a_place() -> None:
    text = "PGM\nCALL QCMDEXC ('CRTDTAQ DTAQ(L/D) MAXLEN(0) TEXT(''It is'')' 45)\nENDPGM"
    [read] = definitions(text)
    assert read.values["text_description"] == "It is"
    assert read.line == 2


def test_a_command_that_is_not_known_stops_the_program() -> None:
    text = "PGM PARM(&C)\nDCL &C *CHAR 80\nCALL QCMDEXC (&C 80)\nCRTDTAQ L/D 5\nENDPGM"
    script = DIALECT.read(text.encode())
    stops = [mark for entry in script.entries for mark in entry.labels if not isinstance(mark, str)]
    assert any("&C" in str(mark) and "--set" in str(mark) for mark in (*stops, *script.ending))
    [read] = definitions(text, C="DLTDTAQ L/D")[:1]
    assert read.action is Action.DELETE


def test_other_commands_of_qcmdexc_are_passed_over() -> None:
    script = DIALECT.read(b"PGM\nCALL QCMDEXC ('OVRDBF A B' 10)\nCRTDTAQ L/D 5\nENDPGM")
    assert [d.name for entry in script.entries for d in entry.definitions] == ["L/D"]
