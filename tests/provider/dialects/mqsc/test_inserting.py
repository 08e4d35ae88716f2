"""`+QMNAME+` with a value that a person gave."""

import pytest

from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import dialect

TEXT = """\
DEFINE CHANNEL('C.+QMNAME+') CHLTYPE(CLUSRCVR) CLUSTER(C) +
  CONNAME('+CONNAME+') DESCR('of +QMNAME+, 1 + 1')
"""


def read(text: str, *, rendered: bool = False, **values: str) -> Script:
    return dialect("mqsc").read(text.encode(), given=Given(values, rendered=rendered))


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
    # Only an action that is a name has a value.
    [problem] = queue.errors
    assert problem.text == (
        "CLUSTER has {{ if .X }} of a template, which is filled in before; give a file that it is "
        "rendered to"
    )


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
    assert [problem.is_error for problem in manager.problems] == [True]
    assert "ssl_key_repository" not in manager.values


USER = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('{}')\n"


@pytest.mark.parametrize(
    ("text", "is_error"),
    [
        (USER.format("{{ user }}"), True),
        (USER.format("${MCA_USER}"), True),
        (USER.format("{{ lookup(env) }}"), True),
        (USER.format("a{% if b %}c"), True),
        (USER.format("{{ user | b64decode }}"), True),
        (USER.format("{}{").replace("MCAUSER", "SSLPEER"), None),
        (USER.format("{{ who }}").replace("MCAUSER", "DESCR"), False),
        (USER.format("{{ who }}").replace("MCAUSER", "SCYDATA"), False),
        ("SET CHLAUTH(APP) TYPE(BLOCKUSER) USERLIST('{{ bad }}')", True),
        ("DEFINE TOPIC(T) TOPICSTR('{{ root }}/a')", True),
        ("DEFINE PROCESS(P) APPLICID('{{ program }}')", False),
        # The product's own inserts, which only a text may have.
        (USER.format("+QMNAME+"), False),
    ],
)
def test_where_an_insert_may_be_text(text: str, is_error: bool | None) -> None:
    [definition] = read(text).definitions
    reported = [p.is_error for p in definition.problems]
    assert reported == ([] if is_error is None else [is_error])
    # A queue manager takes it as it stands, and may have written it.
    taken = read(text, rendered=True), read(f"* Queue manager name: QM1\n{text}")
    assert [d.errors for script in taken for d in script.definitions] == [(), ()]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("DEFINE QLOCAL({{ q }}) CLUSTER({{ q }}) DESCR('{{ q }}')", "ORDERS"),
        ("DEFINE QLOCAL(+Q+) CLUSTER(+Q+) DESCR('+Q+')", "ORDERS"),
        ("DEFINE QLOCAL(${q}) CLUSTER(${q}) DESCR('${q}')", "ORDERS"),
        ("DEFINE QLOCAL('{{ q }}') CLUSTER('{{ q }}') DESCR('{{ q }}')", "orders"),
        ("DEFINE QLOCAL('{{ q | upper }}') CLUSTER('{{ q|upper }}') DESCR('{{ q }}')", "ORDERS"),
    ],
)
def test_a_value_without_quotes_is_in_upper_case(text: str, name: str) -> None:
    [queue] = read(text, Q="orders").definitions
    assert (queue.name, queue.values["cluster_name"]) == (name, name)
    assert queue.values["queue_description"] == "orders"


PATHS = """\
DEFINE QLOCAL('{{ .Values.queues.in.name }}')
DEFINE QLOCAL({{ .Values.queues.out.name }}) MAXDEPTH({{ .Values.queues.depth }})
"""


def test_a_last_part_that_stands_for_several_paths_has_no_value() -> None:
    script = read(PATHS, NAME="ORDERS", DEPTH="5")
    assert script.unused == {"NAME"}
    assert [p.text.partition("set ")[2] for d in script.definitions for p in d.errors] == [
        "queues.in.name=VALUE", "QUEUES.OUT.NAME=VALUE",
    ]  # fmt: skip
    both = read(PATHS, **{"QUEUES.IN.NAME": "A", "QUEUES.OUT.NAME": "b", "DEPTH": "5"})
    assert [(d.name, d.errors) for d in both.definitions] == [("A", ()), ("B", ())]
