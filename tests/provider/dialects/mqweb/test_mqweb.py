"""mqweb JSON: requests both ways, responses of both envelopes, and bodies that are neither."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import definitions
from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.spec import Spec
from queuewright.dialects import mqweb
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqweb import MqwebAnswer
from queuewright.dialects.protocol import CannotWrite, Entry
from queuewright.dialects.registry import dialect
from queuewright.kinds import KINDS
from strategies import printable, specs

SPEAKING = [spec for spec in KINDS.values() if spec.mqsc.word and spec.kind != "mq:Cluster"]


def entries(text: str) -> tuple[Entry, ...]:
    return dialect("mqweb").read(text.encode("utf-8", "replace")).entries


def test_a_definition_as_ibm_documents_it() -> None:
    definition = Definition(
        "mq:LocalQueue",
        "NEWQUEUE",
        values={
            "queue_description": 'it\'s "new"',
            "max_queue_depth": 5,
            "shareability": "not_shareable",
            "inhibit_put": "put_inhibited",
        },
        replace=True,
    )
    body = mqweb.request(definition)
    assert body == {
        "type": "runCommandJSON",
        "command": "define",
        "qualifier": "qlocal",
        "name": "NEWQUEUE",
        "parameters": {
            "descr": 'it\'s "new"',
            "maxdepth": 5,
            "noshare": "yes",
            "put": "disabled",
            "replace": "yes",
        },
    }
    read = mqweb.definition(body)
    assert read is not None
    assert (read.kind, read.name, read.values, read.replace, read.problems) == (
        definition.kind, "NEWQUEUE", definition.values, True, ()
    )  # fmt: skip


def test_the_other_commands() -> None:
    change = Definition("mq:LocalQueue", "A", Action.CHANGE, {"usage": "transmission"}, force=True)
    assert mqweb.request(change)["parameters"] == {"usage": "xmitq", "force": "yes"}
    delete = definitions.deletion("mq:LocalQueue", "A", purge=True, keep_authorities=True)
    assert mqweb.request(delete) == {
        "type": "runCommandJSON", "command": "delete", "qualifier": "qlocal", "name": "A",
        "parameters": {"purge": "yes", "authrec": "no"},
    }  # fmt: skip
    channel = Definition("mq:ClusterSenderChannel", "C", values={"cluster_name": "X"})
    assert mqweb.request(channel)["parameters"] == {"chltype": "clussdr", "cluster": "X"}
    manager = Definition("mq:QueueManagerAttributes", "QMGR", values={"repository": "X"})
    assert mqweb.request(manager) == {
        "type": "runCommandJSON", "command": "alter", "qualifier": "qmgr",
        "parameters": {"repos": "X"},
    }  # fmt: skip
    display = Definition("mq:AliasQueue", "A*", Action.INQUIRE)
    assert mqweb.request(display) == {
        "type": "runCommandJSON", "command": "display", "qualifier": "qalias", "name": "A*",
        "responseParameters": ["all"],
    }  # fmt: skip
    assert mqweb.display("mq:AliasQueue", "A*", ["base_object_name"]) == {
        "type": "runCommandJSON", "command": "display", "qualifier": "qalias", "name": "A*",
        "responseParameters": ["target"],
    }  # fmt: skip
    assert mqweb.display("mq:Namelist")["responseParameters"] == ["all"]


def _says(attribute: Attribute) -> bool:
    return attribute.mqsc is not None


@pytest.mark.parametrize("spec", SPEAKING, ids=lambda spec: spec.kind)
@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_definition_reads_back(spec: type[Spec], data: st.DataObject) -> None:
    name, values = data.draw(specs(spec, _says))
    body = mqweb.request(Definition(spec.kind, name, values=values))
    definition = mqweb.definition(json.loads(json.dumps(body)))
    assert definition is not None
    assert (definition.kind, definition.name, definition.problems) == (spec.kind, name, ())
    expected = {
        attribute: value.rstrip(" ") if isinstance(value, str) else value
        for attribute, value in values.items()
    }
    assert definition.values == expected


@given(printable(64))
def test_no_text_leaves_its_parameter(text: str) -> None:
    body = mqweb.request(Definition("mq:LocalQueue", "A", values={"queue_description": text}))
    assert body["parameters"] == {"descr": text}
    (entry,) = entries(json.dumps(body))
    (definition,) = entry.definitions
    assert definition.values == {"queue_description": text.rstrip(" ")}


def test_what_cannot_be_expressed() -> None:
    for definition in (
        Definition("ibmi:MessageQueue", "L/A"),
        Definition("mq:LocalQueue", "A", values={"queue_description": "a\nb"}),
        Definition("mq:LocalQueue", "A\x00"),
        Definition("mq:LocalQueue", "A", unknown=frozenset({"usage"})),
        Definition("mq:Cluster", "X"),
        Definition("mq:LocalQueue", "A", values={"nothing": 5}),
    ):
        with pytest.raises(CannotWrite):
            mqweb.request(definition)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (5, "json"),
        ({}, "type"),
        ({"type": "runCommand", "parameters": {"command": "DISPLAY QMGR"}}, "type"),
        ({"type": "runCommandJSON", "command": "define"}, "missing"),
        ({"type": "runCommandJSON", "command": 5, "qualifier": "qlocal"}, "type"),
        ({"type": "runCommandJSON", "command": "define", "qualifier": "qlocal", "name": "A",
          "parameters": []}, "type"),
        ({"type": "runCommandJSON", "command": "define", "qualifier": "qlocal", "name": "A",
          "parameters": {"maxdepth": True}}, "type"),
        ({"type": "runCommandJSON", "command": "define", "qualifier": "qlocal", "name": "A",
          "parameters": {"noshare": "no"}}, "value"),
        ({"type": "runCommandJSON", "command": "define", "qualifier": "qlocal", "name": "A",
          "parameters": {"maxdepth": "many"}}, "value"),
        ({"type": "runCommandJSON", "command": "define", "qualifier": "qlocal", "name": "A",
          "extra": 1}, "unknown-field"),
        ({"type": "runCommandJSON", "command": "define", "qualifier": "qlocal"}, "missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_request(body: Any, code: str) -> None:
    definition = mqweb.definition(body)
    assert definition is not None
    assert code in [problem.code for problem in definition.problems]


def test_a_display_reads_into_attributes() -> None:
    body = {
        "commandResponse": [
            {
                "completionCode": 0,
                "reasonCode": 0,
                "parameters": {
                    "queue": "Q1 ", "type": "QLOCAL", "maxdepth": 5000, "put": "ENABLED",
                    "noshare": "yes", "descr": " text  ", "curdepth": 7, "altdate": "2024-01-01",
                },
            },
            {"completionCode": 0, "reasonCode": 0,
             "parameters": {"namelist": "N", "names": ["A", "B"]}},
            {"completionCode": 0, "reasonCode": 0,
             "parameters": {"channel": "C", "chltype": "NEW"}},
        ],
        "overallCompletionCode": 0,
        "overallReasonCode": 0,
    }  # fmt: skip
    observed_values = [mqweb.observed_values(answer.parameters) for answer in mqweb.answers(body)]
    assert observed_values == [
        (
            "mq:LocalQueue",
            "Q1",
            {
                "max_queue_depth": 5000,
                "inhibit_put": "put_allowed",
                "shareability": "not_shareable",
                "queue_description": " text",
            },
        ),
        ("mq:Namelist", "N", {"names": ("A", "B")}),
        None,
    ]
    assert mqweb.response(mqweb.answers(body)) == body


def test_observing_from_saved_responses() -> None:
    def good(**parameters: Any) -> dict[str, Any]:
        return {"completionCode": 0, "reasonCode": 0, "parameters": parameters}

    bodies: list[dict[str, Any]] = [
        {
            "commandResponse": [
                good(queue="Q", type="QLOCAL", curdepth=7, ipprocs=1, opprocs=0, uncom="YES"),
                good(channel="C", chltype="CLUSRCVR", cluster="X"),
                good(qmname="QM1", repos="Y"),
            ],
            "overallCompletionCode": 0,
            "overallReasonCode": 0,
        },
        {
            "commandResponse": [{"completionCode": 2, "reasonCode": 2085, "message": ["none"]}],
            "overallCompletionCode": 2,
            "overallReasonCode": 3008,
        },
    ]
    observed = list(mqweb.observed_from_responses("QM1", bodies))
    assert [str(queue.key) for queue in observed] == [
        "QM1 mq:LocalQueue Q", "QM1 mq:ClusterReceiverChannel C",
        "QM1 mq:QueueManagerAttributes QMGR", "QM1 mq:Cluster X", "QM1 mq:Cluster Y",
    ]  # fmt: skip
    status = observed[0].status
    assert status is not None
    assert (status.depth, status.uncommitted, status.open_input) == (7, 1, 1)
    assert [queue.attributes for queue in observed[2:]] == [
        {"repository": "Y"}, {"full_repository": "no"}, {"full_repository": "yes"}
    ]  # fmt: skip
    with pytest.raises(mqweb.BadResponse, match="Log in first"):
        list(mqweb.observed_from_responses("QM1", [{"error": [
            {"msgId": "MQWB0104E", "message": "Log in first."}]}]))  # fmt: skip


def test_not_found_comes_with_http_200() -> None:
    body = {
        "commandResponse": [
            {"completionCode": 2, "reasonCode": 2085,
             "message": ["AMQ8147E: IBM MQ object Q1 not found."]}
        ],
        "overallCompletionCode": 2,
        "overallReasonCode": 3008,
    }  # fmt: skip
    (answer,) = mqweb.answers(body)
    assert (answer.ok, answer.not_found, answer.reason) == (False, True, 2085)
    assert "AMQ8147E" in str(answer)
    assert mqweb.response([answer]) == body


def test_an_error_of_mqweb_itself() -> None:
    body = {
        "error": [
            {"type": "rest", "msgId": "MQWB0009E", "message": "Could not query the queue manager.",
             "explanation": "It is not running.", "action": "Start it.", "completionCode": 2,
             "reasonCode": 2059}
        ]
    }  # fmt: skip
    (answer,) = mqweb.answers(body)
    assert (answer.ok, answer.message_id, answer.reason) == (False, "MQWB0009E", 2059)
    assert (answer.message, answer.explanation, answer.action) == (
        "Could not query the queue manager.", "It is not running.", "Start it.",
    )  # fmt: skip
    assert mqweb.response([answer]) == body
    (login,) = mqweb.answers({"error": [{"msgId": "MQWB0104E", "message": "Log in first."}]})
    assert (login.ok, login.completion) == (False, 2)


def test_an_overall_failure_is_an_answer() -> None:
    body = {"commandResponse": [], "overallCompletionCode": 2, "overallReasonCode": 3008}
    assert mqweb.answers(body) == [MqwebAnswer(2, 3008)]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ([], "JSON object"),
        ({"x": 1}, "commandResponse or error"),
        ({"error": []}, "empty array"),
        ({"error": [{}]}, "error[0].msgId"),
        ({"commandResponse": {}}, "array"),
        ({"commandResponse": [5]}, "commandResponse[0]"),
        ({"commandResponse": [{"completionCode": "2"}]}, "commandResponse[0].completionCode"),
        ({"commandResponse": [], "overallCompletionCode": None}, "overallCompletionCode"),
    ],
)
def test_what_is_no_response(body: Any, text: str) -> None:
    with pytest.raises(mqweb.BadResponse) as caught:
        mqweb.answers(body)
    assert text in str(caught.value)
    assert "expected" in str(caught.value)


def test_files() -> None:
    first = mqweb.request(Definition("mq:LocalQueue", "A"))
    second = mqweb.request(Definition("mq:LocalQueue", "B"))
    for text in (
        json.dumps([first, second], indent=2),
        f"{json.dumps(first)}\n\n{json.dumps(second)}\n",
    ):
        read = [definition for entry in entries(text) for definition in entry.definitions]
        assert [definition.name for definition in read] == ["A", "B"]
    broken = entries(f"{json.dumps(first)}\n{{oops\n{json.dumps(second)}")
    assert [(entry.line, bool(entry.problems)) for entry in broken] == [
        (1, False), (2, True), (3, False)
    ]  # fmt: skip
    (diagnostic,) = broken[1].problems
    assert (diagnostic.line, diagnostic.column) == (2, 2)
    assert "expected JSON" in diagnostic.message


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["type", "command", "qualifier", "name", "parameters", "error",
                         "commandResponse", "maxdepth", "completionCode"]) | st.text(max_size=5),
        inner, max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@given(_JSON)
def test_no_json_makes_it_fail(body: Any) -> None:
    for entry in entries(json.dumps(body)):
        assert all(problem.message.isprintable() for problem in entry.problems)
    try:
        answers = mqweb.answers(body)
    except mqweb.BadResponse:
        answers = []
    for answer in answers:
        mqweb.observed_values(answer.parameters)


@given(st.text(max_size=60))
def test_no_text_makes_it_fail(text: str) -> None:
    for entry in entries(text):
        assert entry.problems or not entry.definitions
    assert entries("[" * 100_000)[0].problems[0].code == "json"


def test_an_inquiry_keeps_the_type_of_its_channels() -> None:
    display = Definition("mq:ClusterReceiverChannel", "C", Action.INQUIRE)
    assert mqweb.request(display) == {
        "type": "runCommandJSON", "command": "display", "qualifier": "channel", "name": "C",
        "parameters": {"chltype": "CLUSRCVR"}, "responseParameters": ["all"],
    }  # fmt: skip
