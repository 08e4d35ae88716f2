"""What every dialect has in common."""

import pytest

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.sources import CHANGE_QUEUE
from queuewright.dialects import mqsc
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.render import render
from queuewright.dialects.pcf.build import message_of
from queuewright.dialects.pcf.read import definition
from queuewright.dialects.pcf.structures import MQCFIN, MQCFST, PcfMessage


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({}, False),
        ({"AUTHREC": "NO"}, True),
        ({"authrec": "no"}, True),
        ({"AuthRec": "MQRAR_NO"}, True),
        ({"AUTHREC": "YES"}, False),
        ({"AuthRec": "MQRAR_YES"}, False),
        ({"QType": "NO"}, False),
    ],
)
def test_whether_authority_records_stay(given: dict[str, str], kept: bool) -> None:
    assert Definition("mq:LocalQueue", "A", Action.DELETE, given=given).keeps_authorities is kept


def test_authority_records_stay_from_one_dialect_to_the_other() -> None:
    (deletion,) = mqsc.definitions(mqsc.parse("DELETE QLOCAL(A) PURGE AUTHREC(NO)"))
    message = message_of(deletion)
    parameters = (MQCFST(2016, "A"), MQCFIN(1398, 0), MQCFIN(1007, 1), MQCFIN(20, 1))
    assert message == PcfMessage.command(12, parameters)
    back = definition(message)
    assert back is not None
    assert render(back, single_line=True) == "DELETE QLOCAL('A') PURGE AUTHREC(NO)"


def test_errors_and_warnings_are_separate_and_have_their_place() -> None:
    error = Diagnostic(
        "range", "a", "too much", sources=(CHANGE_QUEUE.at("Force"),), line=3, column=7
    )
    warning = Diagnostic("odd", None, "strange", severity=Severity.WARNING, offset=8)
    definition = Definition("mq:LocalQueue", "A", problems=(error, warning))
    assert (definition.errors, definition.warnings) == ((error,), (warning,))
    assert str(error) == "3:7: too much [IBM MQ, Change Queue (PCF): Force]"
    assert str(warning) == "offset 8: strange"
