"""Filters of PCF inquiries."""

import json
from pathlib import Path
from typing import Any

import pytest

from queuewright.sandbox.answers import Answer
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.pcf_commands import run

INTEGER, STRING = "IntegerFilterCommand", "StringFilterCommand"


@pytest.fixture
def system(tmp_path: Path) -> EmbeddedSystem:
    made = Sandbox(tmp_path / "sandbox.db").create_system("QM1")
    for depth in (5, 10, 20):
        values = {"max_queue_depth": depth, "queue_description": f"holds {depth}"}
        made.create("mq:LocalQueue", f"F{depth}", values)
    made.create("mq:AliasQueue", "FA", {"base_object_name": "F5"})
    made.create("mq:Namelist", "FN", {"names": ["ONE", "TWO"]})
    return made


def _ask(system: EmbeddedSystem, command: str, **parameters: Any) -> Answer:
    line = json.dumps({"command": f"MQCMD_{command}", "parameters": parameters})
    (answer,) = run(system, line)
    return answer


def _filter(identifier: str, operator: str, value: Any) -> dict[str, Any]:
    return {"parameter": identifier, "operator": f"MQCFOP_{operator}", "value": value}


@pytest.mark.parametrize(
    ("operator", "value", "names"),
    [
        ("LESS", 10, {"F5"}),
        ("NOT_GREATER", 10, {"F5", "F10"}),
        ("EQUAL", 10, {"F10"}),
        ("NOT_EQUAL", 10, {"F5", "F20"}),
        ("GREATER", 10, {"F20"}),
        ("NOT_LESS", 10, {"F10", "F20"}),
    ],
)
def test_integers_and_an_object_without_the_attribute_does_not_pass(
    system: EmbeddedSystem, operator: str, value: int, names: set[str]
) -> None:
    asked = {INTEGER: _filter("MQIA_MAX_Q_DEPTH", operator, value)}
    answer = _ask(system, "INQUIRE_Q", QName="F*", QAttrs=["MQCA_Q_NAME"], **asked)
    assert {queue["QName"] for queue in answer.objects} == names


@pytest.mark.parametrize(
    ("operator", "value", "names"),
    [
        ("LIKE", "holds 1*", {"F10"}),
        ("LIKE", "holds*", {"F5", "F10", "F20"}),
        ("LIKE", "holds", set()),
        ("NOT_LIKE", "holds 1*", {"F5", "F20", "FA"}),
        ("EQUAL", "holds 5", {"F5"}),
    ],
)
def test_strings(system: EmbeddedSystem, operator: str, value: str, names: set[str]) -> None:
    asked = {STRING: _filter("MQCA_Q_DESC", operator, value)}
    answer = _ask(system, "INQUIRE_Q", QName="F*", **asked)
    assert {queue["QName"] for queue in answer.objects} == names
    assert answer.ok is bool(names)


@pytest.mark.parametrize(
    ("operator", "value", "passes"),
    [
        ("CONTAINS", "ONE", True),
        ("CONTAINS", "ON", False),
        ("EXCLUDES", "ONE", False),
        ("EXCLUDES", "SIX", True),
        ("CONTAINS_GEN", "TW*", True),
        ("EXCLUDES_GEN", "TW*", False),
        ("LIKE", "TW*", True),
    ],
)
def test_lists(system: EmbeddedSystem, operator: str, value: str, passes: bool) -> None:
    asked = {STRING: _filter("MQCA_NAMES", operator, value)}
    assert _ask(system, "INQUIRE_NAMELIST", NamelistName="FN", **asked).ok is passes


def test_what_no_filter_can_be_is_refused(system: EmbeddedSystem) -> None:
    integer, string = _filter("MQIA_MAX_Q_DEPTH", "LESS", 9), _filter("MQCA_Q_DESC", "LIKE", "x*")
    both = _ask(system, "INQUIRE_Q", QName="F*", **{INTEGER: integer, STRING: string})
    assert (both.reason, both.reason_name) == (3203, "MQRCCF_PARM_CONFLICT")
    filters = {INTEGER: _filter("MQIA_MAX_Q_DEPTH", "LIKE", 9)}
    assert _ask(system, "INQUIRE_Q", QName="F*", **filters).reason_name == (
        "MQRCCF_CFIF_OPERATOR_ERROR"
    )
    filters = {STRING: {"parameter": "MQCA_Q_DESC", "operator": 99, "value": "x"}}
    assert _ask(system, "INQUIRE_Q", QName="F*", **filters).reason == 3246
    of_bytes = {"ByteStringFilterCommand": {"parameter": 7001, "operator": 2, "value": "00"}}
    assert not _ask(system, "INQUIRE_Q", QName="F*", **of_bytes).ok
    of_another_type = {INTEGER: _filter("MQCA_Q_DESC", "NOT_EQUAL", 5)}
    assert not _ask(system, "INQUIRE_Q", QName="F*", **of_another_type).ok
