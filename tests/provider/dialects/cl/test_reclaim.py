"""The call of QMHQCDQ that changes automatic reclaim."""

import pytest

from queuewright.dialects.cl.dialect import DIALECT
from queuewright.dialects.cl.reclaim import call_reclaim, called_reclaim
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite

ON = "CALL PGM(QSYS/QMHQCDQ) PARM('OUT       QGPL      ' X'000000010000006400000001F1' X'00000000')"


def test_the_call() -> None:
    """Name and library in ten characters each; one change; key 100, one byte, EBCDIC 1."""
    assert call_reclaim("QGPL/OUT", True) == ON
    values = {"automatic_reclaim": "yes", "text_description": "Out"}
    definition = Definition("ibmi:DataQueue", "QGPL/OUT", Action.CHANGE, values)
    assert DIALECT.write(definition) == ["CHGOBJD OBJ(QGPL/OUT) OBJTYPE(*DTAQ) TEXT('Out')", ON]


@pytest.mark.parametrize("name", ["QGPL/OUT", "ABCDEFGHIJ/ABCDEFGHIJ", '"a b"/"x-y"', "L/Q"])
@pytest.mark.parametrize("on", [True, False])
def test_what_is_written_is_read(name: str, on: bool) -> None:
    assert called_reclaim(call_reclaim(name, on)) == (name, on)


@pytest.mark.parametrize(
    "other",
    [
        "CALL PGM(MYLIB/OTHER) PARM('OUT       QGPL      ')",
        ON.replace("X'00000000'", "X'00000010'"),
        ON.replace("64", "C8"),  # key 200, of locks
        ON.replace("F1'", "F2'"),
        "",
    ],
)
def test_other_calls(other: str) -> None:
    assert called_reclaim(other) is None


def test_no_library() -> None:
    with pytest.raises(CannotWrite, match="needs the library"):
        call_reclaim("OUT", True)
