"""What is said to the reviewer of a preview, beside what the engine shows."""

import pytest

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.diff.types import AttributeChange, Decision, ForceNeed, ForceVerdict, Verb
from queuewright.dynamic.reviewing import remark, remarks

KEY = Key("QM1", "mq:LocalQueue", "ORDERS")


def test_force_drift_reasons_and_warnings_are_lines() -> None:
    decision = Decision(
        Verb.UPDATE,
        drift=(AttributeChange("queue_description", "hunter2", "hunter3", Change.IN_PLACE, True),),
        force=ForceNeed(ForceVerdict.NEEDED, "it is open"),
        problems=(
            Diagnostic("c", None, "is strange", "look", severity=Severity.WARNING, object=str(KEY)),
        ),
        with_force=True,
        reasons=("it exists: adopted and changed",),
    )
    assert list(remarks(KEY, decision)) == [
        "QM1 mq:LocalQueue ORDERS: FORCE is sent: it is open",
        "QM1 mq:LocalQueue ORDERS: drift: queue_description differs from the value last applied",
        "QM1 mq:LocalQueue ORDERS: it exists: adopted and changed",
        "warning: QM1 mq:LocalQueue ORDERS: is strange; look",
    ]


def test_each_line_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    decision = Decision(Verb.IMPORT, reasons=("said once, by this test",))
    remark(KEY, decision)
    remark(KEY, decision)
    assert capsys.readouterr().err == "QM1 mq:LocalQueue ORDERS: said once, by this test\n"
    remark(KEY, Decision(Verb.SAME))
    assert capsys.readouterr().err == ""
