"""`+QMNAME+` with a value that a person gave."""

import pytest

from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import dialect

TEXT = """\
DEFINE CHANNEL('C.+QMNAME+') CHLTYPE(CLUSRCVR) CLUSTER(C) +
  CONNAME('+CONNAME+') DESCR('of +QMNAME+, 1 + 1')
"""


def read(text: str, **values: str) -> Script:
    return dialect("mqsc").read(text.encode(), given=Given(values))


def test_it_stands_for_the_value() -> None:
    script = read(TEXT, QMNAME="QM1", CONNAME="mq1(1414)")
    [definition] = script.definitions
    assert definition.errors == ()
    assert definition.name == "C.QM1"
    assert definition.values["connection_name"] == "mq1(1414)"
    assert definition.values["channel_description"] == "of QM1, 1 + 1"
    assert script.unused == frozenset()


def test_one_that_is_not_given_is_named_with_the_way_out() -> None:
    [problem] = read(TEXT, QMNAME="QM1").definitions[0].errors
    assert problem.text == (
        "CONNAME has the insert +CONNAME+, which the queue manager fills in when it starts; "
        "give the value that it stands for, --set CONNAME=VALUE"
    )
    assert read(TEXT, QMNAME="QM1", OTHER="x").unused == {"OTHER"}


@pytest.mark.parametrize("value", ["x') DELETE QLOCAL(A", "x\nDELETE QLOCAL(A)", "'", "+QMNAME+"])
def test_no_value_leaves_its_parameter(value: str) -> None:
    [definition] = read("DEFINE QLOCAL(A) DESCR('of +WHO+')", WHO=value).definitions
    assert definition.values.get("queue_description", f"of {value}") == f"of {value}"
