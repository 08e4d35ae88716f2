"""The table of IBM i's parameters says what the parts of the product do."""

import pytest

from ibmi_parameters import PAGE, UNTOLD, page, rows
from queuewright.kinds import KINDS, QUEUE_KINDS

# What names the object, and parameters of GRTOBJAUT, CHGOBJOWN and STRJRNOBJ.
_NAMES = {"QNAME", "OUTQ", "MSGQ", "DTAQ", "LIB", "AUTL", "USER", "NEWOWN", "JRN"}
_KINDS = {
    "CRTMQMQ": QUEUE_KINDS,
    "CRTMSGQ": ("ibmi:MessageQueue",),
    "CRTDTAQ TYPE(*STD)": ("ibmi:DataQueue",),
    "CRTDTAQ TYPE(*DDM)": ("ibmi:DdmDataQueue",),
    "CRTOUTQ": ("ibmi:OutputQueue",),
}


def test_the_page_is_what_the_parts_do() -> None:
    """`python tests/ibmi_parameters.py` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("command", list(_KINDS))
def test_every_parameter_has_a_row(command: str) -> None:
    """The catalogue has those of the documents: `tests/resources/test_documents.py`."""
    attributes = (a for kind in _KINDS[command] for a in KINDS[kind].fields_described().values())
    names = _NAMES - ({"MSGQ", "DTAQ"} if command == "CRTOUTQ" else set())
    keywords = {attribute.cl.keyword for attribute in attributes if attribute.cl} - names
    commands = (command, "CHGMSGQ") if command == "CRTMSGQ" else (command,)
    assert {row.keyword for row in rows() if row.command in commands} == keywords


def test_no_gap_is_without_a_reason() -> None:
    for row in rows():
        assert row.imported, row
        assert row.converted, row
        assert row.kept or row.keyword == "RESET", row
        told = row.command not in ("CRTMSGQ", "CHGMSGQ") or row.keyword in ("TEXT", "AUT")
        told = told and (row.command, row.keyword) not in {("CRTOUTQ", each) for each in UNTOLD}
        assert (row.wire, row.drift) == (told, told), row
        assert bool(row.reason) is not told, row


def test_special_values() -> None:
    """Typed from the documents."""
    words = {(row.command, row.keyword): set(row.words) for row in rows()}
    assert words["CRTMQMQ", "TRGTYPE"] == {"*NONE", "*FIRST", "*ALL", "*DEPTH"}
    assert words["CRTMQMQ", "DFNTYPE"] == {"*PERMDYN", "*TEMPDYN"}
    assert words["CRTMSGQ", "CCSID"] == {"*MSG", "*HEX", "*JOB"}
    assert words["CHGMSGQ", "DLVRY"] == {"*HOLD", "*BREAK", "*NOTIFY", "*DFT"}
    assert words["CRTDTAQ TYPE(*STD)", "SEQ"] == {"*FIFO", "*LIFO", "*KEYED"}
    assert words["CRTDTAQ TYPE(*DDM)", "RMTLOCNAME"] == {"*RDB"}
    assert words["CRTDTAQ TYPE(*DDM)", "RMTNETID"] == {"*LOC", "*NETATR", "*NONE"}
