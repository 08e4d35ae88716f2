"""The table of IBM i's parameters says what the parts of the product do."""

import pytest

from ibmi_parameters import PAGE, UNTOLD, page, rows
from ibmi_rules import rule_rows
from queuewright.catalogue.diagnostic import Severity
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

# Of parameters that these commands do not have: of z/OS, of MQSC and PCF, of GRTOBJAUT. An object
# in QTEMP (of-a-job) is one of a job: commands make it, and no program declares it.
NOT_OF_THESE_COMMANDS = {
    "command-scope", "disposition-private", "dynamic-scope", "list-missing", "of-a-job",
    "owner-listed", "private-authority", "shared-index", "shared-local-only", "shared-system",
    "stream-itself", "structure-missing",
}  # fmt: skip


def test_the_page_is_what_the_parts_do() -> None:
    """`PYTHONPATH=. python tests/ibmi_parameters.py` writes it."""
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
        reported = row.command not in ("CRTMSGQ", "CHGMSGQ") or row.keyword in ("TEXT", "AUT")
        reported = reported and (row.command, row.keyword) not in {
            ("CRTOUTQ", each) for each in UNTOLD
        }
        assert (row.wire, row.drift) == (reported, reported), row
        assert bool(row.reason) is not reported, row


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


def test_each_rule_is_kept_everywhere() -> None:
    for row in rule_rows():
        assert (row.imported, row.sandbox, row.wire) == (True, True, True), row
        assert row.program is not False, row
        assert (row.program is None) == bool(row.cells()[-1]), row


def test_the_rules_are_those_of_the_documents() -> None:
    """Every error that a command by itself can make."""
    tried = {row.code for row in rule_rows()}
    joint = {
        rule.code
        for kind in (*QUEUE_KINDS, "ibmi:MessageQueue", "ibmi:DataQueue", "ibmi:DdmDataQueue")
        for check in KINDS[kind].checks
        for rule in check.rules
        if rule.severity is Severity.ERROR
    }
    assert joint - tried == NOT_OF_THESE_COMMANDS
