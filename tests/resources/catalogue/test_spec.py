"""Specs: what they manage, how problems are said."""

import pytest
from pydantic import ValidationError

from queuewright.catalogue.diagnostic import InvalidDeclaration
from queuewright.catalogue.facts import SystemFacts
from queuewright.kinds import KINDS
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.namelist import NamelistSpec


def test_only_what_is_given_is_managed() -> None:
    spec = LocalQueueSpec(name="A", max_queue_depth=5, queue_description="")
    assert spec.managed() == {"queue_description": "", "max_queue_depth": 5}


def test_a_spec_is_frozen_and_refuses_what_is_wrong() -> None:
    spec = LocalQueueSpec(name="A")
    with pytest.raises(ValidationError, match="frozen"):
        spec.name = "B"
    with pytest.raises(ValidationError, match="must be 0 to 999999999 messages"):
        LocalQueueSpec(name="A", max_queue_depth=-1)


def test_every_problem_is_said_at_once_in_one_line_each() -> None:
    with pytest.raises(InvalidDeclaration) as raised:
        LocalQueueSpec.checked(
            {"name": "A B", "max_queue_depth": -1, "usage": "xmitq"}, SystemFacts("QM1")
        )
    lines = str(raised.value).splitlines()
    assert len(lines) == 3
    assert lines[1] == (
        "QM1 mq:LocalQueue A B: max_queue_depth=-1: must be 0 to 999999999 messages; "
        "give a value in that range "
        "[IBM MQ, Change Queue (PCF): MaxQDepth; IBM i, CRTMQMQ: MAXDEPTH]"
    )


def test_no_value_can_break_the_line() -> None:
    _, problems = LocalQueueSpec.validate_values(
        {"name": "A\nB", "queue_description": "x\r\ny\u2028z" * 40}
    )
    assert problems
    for problem in problems:
        assert len(str(problem).splitlines()) == 1


def test_lists_come_as_lists_from_json() -> None:
    spec, problems = NamelistSpec.validate_values({"name": "N", "names": ["A", "B"]})
    assert problems == []
    assert spec is not None
    assert spec.managed() == {"names": ("A", "B")}


def test_each_item_of_a_list_is_validated() -> None:
    _, problems = NamelistSpec.validate_values({"name": "N", "names": ["A", "B C", "x" * 49]})
    assert {p.code for p in problems} == {"syntax", "length"}
    _, problems = NamelistSpec.validate_values({"name": "N", "names": ["A"] * 257})
    assert {p.code for p in problems} == {"too-many"}


def test_an_observed_object_is_readable_whatever_it_breaks() -> None:
    spec = LocalQueueSpec.observed({"name": "A B", "max_queue_depth": -5, "usage": "odd"})
    assert spec.managed()["max_queue_depth"] == -5


def test_lengths_are_bytes_in_the_ccsid() -> None:
    text = {"name": "A", "queue_description": "\u00e9" * 64}
    assert LocalQueueSpec.validate_values(text, SystemFacts("QM1", ccsid=819))[1] == []
    assert LocalQueueSpec.validate_values(text, SystemFacts("QM1", ccsid=37))[1] == []
    [problem] = LocalQueueSpec.validate_values(text, SystemFacts("QM1", ccsid=1208))[1]
    assert "at most 64 bytes in CCSID 1208, not 128" in str(problem)
    [problem] = LocalQueueSpec.validate_values(
        {"name": "A", "queue_description": "\u0416"}, SystemFacts("QM1", ccsid=37)
    )[1]
    assert problem.code == "ccsid"


def test_an_attribute_of_another_kind_says_where_it_belongs() -> None:
    [problem] = KINDS["ibmi:DdmDataQueue"].validate_values(
        {"name": "A", "remote_data_queue": "B", "remote_location": "C", "max_entry_length": 5}
    )[1]
    assert "it belongs to ibmi:DataQueue" in str(problem)


def test_a_misspelt_attribute_is_met_with_near_ones() -> None:
    [problem] = LocalQueueSpec.validate_values({"name": "A", "max_depth": 5})[1]
    assert "did you mean max_message_length, max_queue_depth, max_queue_file_size?" in str(problem)
