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


TEMPLATE = """\
SET CHLAUTH('DEV.APP') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) CHCKCLNT({{ .ChckClnt }})
DEFINE QLOCAL(${Q}.IN) DESCR('{{- who -}}') MAXDEPTH({{depth}}) CLUSTER('{{ if .X }}')
ALTER QMGR SSLKEYR('{{ .Key }}')
"""


def test_templates_have_inserts_too() -> None:
    script = read(TEMPLATE, CHCKCLNT="REQUIRED", Q="ORDERS", WHO="x') y", DEPTH="5", KEY="/k ey")
    rule, queue, manager = script.definitions
    assert rule.values["check_client"] == "required"
    assert (queue.name, queue.values["max_queue_depth"]) == ("ORDERS.IN", 5)
    assert queue.values["queue_description"] == "x') y"
    assert manager.values["ssl_key_repository"] == "/k ey"
    assert script.unused == frozenset()
    # An action that is no name is text.
    assert queue.values["cluster_name"] == "{{ if .X }}"


@pytest.mark.parametrize(
    "insert",
    ["{{ .Values.queue.depth }}", "{{ depth | upper }}", "{{depth|int}}", "${DEPTH}"],
)
def test_what_a_template_calls_it(insert: str) -> None:
    [queue] = read(f"DEFINE QLOCAL(A) MAXDEPTH({insert})", DEPTH="7").definitions
    assert queue.values == {"max_queue_depth": 7}
    assert queue.problems == ()


def test_an_insert_of_a_template_is_no_value() -> None:
    rule, queue, manager = read(TEMPLATE).definitions
    [problem] = rule.errors
    assert problem.text == (
        "CHCKCLNT has {{.CHCKCLNT}} of a template, which is filled in before; give the value that "
        "it stands for, --set CHCKCLNT=VALUE"
    )
    assert [problem.code for problem in queue.errors][:2] == ["insert", "insert"]
    assert [problem.is_error for problem in manager.problems] == [False]
    # A text may be meant as it stands.
    assert manager.values["ssl_key_repository"] == "{{ .Key }}"
