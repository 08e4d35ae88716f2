"""What engines hand over becomes canonical, and nothing is validated on the way."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.options import Adopt, Force, ObjectOptions, OnDelete
from queuewright.diff.normalise import (
    canonical_value,
    canonical_values,
    identity_of,
    read_inputs,
)
from queuewright.diff.outputs import plain
from queuewright.kinds import KINDS

CCSID = KINDS["ibmi:MessageQueue"].attributes()["coded_character_set_id"]
FILE_SIZE = KINDS["mq:LocalQueue"].attributes()["max_queue_file_size"]


class NotYet:
    """Stands for an engine's unknown value."""


def not_yet(value: Any) -> bool:
    return isinstance(value, NotYet)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (5.0, 5),
        (5.5, 5.5),
        (float("nan"), float("nan")),
        (True, True),
        ("text", "text"),
        (["A", "B"], ("A", "B")),
        ({"BOB": ["use"]}, {"BOB": ("use",)}),
        (Force.NEVER, "never"),
        ([1.0], (1,)),
    ],
)
def test_canonical_value(value: Any, expected: Any) -> None:
    result = canonical_value(None, value)
    assert repr(result) == repr(expected)
    assert type(result) is type(expected)


def test_numbers_become_words_only_where_the_number_is_allowed() -> None:
    assert canonical_value(CCSID, 65535.0) == "hex"
    assert canonical_value(CCSID, 65534) == "msg"
    assert canonical_value(CCSID, 37) == 37
    assert canonical_value(FILE_SIZE, -1) == -1  # to be refused, not guessed
    assert canonical_value(KINDS["mq:LocalQueue"].attributes()["usage"], 1) == 1


@given(st.integers(-(2**53), 2**53))
def test_every_whole_float_is_the_integer_that_it_was(number: int) -> None:
    assert canonical_value(None, float(number)) == number


def test_canonical_values_leave_out_what_is_no_attribute() -> None:
    values = {
        "colour": "red",
        "max_queue_depth": 10.0,
        "queue_description": None,
        "name": "Q",
        "system": "QM1",
        "force": "never",
        "like": "P",
        "__provider": "secret",
        "usage": "normal",
    }
    inputs_read = canonical_values("mq:LocalQueue", values)
    assert inputs_read == {"max_queue_depth": 10, "usage": "normal", "colour": "red"}
    assert list(inputs_read) == ["max_queue_depth", "usage", "colour"]


def test_values_not_known_yet_are_left_out() -> None:
    values = {"names": ["A", NotYet()], "namelist_description": NotYet()}
    assert canonical_values("mq:Namelist", values, is_unknown=not_yet) == {}
    users = {"users": {"BOB": ["use", NotYet()]}}
    assert canonical_values("ibmi:AuthorizationList", users, is_unknown=not_yet) == {}


def test_read_inputs_takes_a_resource_apart() -> None:
    inputs_read = read_inputs(
        "ibmi:MessageQueue",
        {
            "system": "PROD01",
            "name": "ORDERS",
            "library": "QGPL",
            "severity_code_filter": 10.0,
            "text_description": NotYet(),
            "force": "when-needed",
            "on_delete": "purge",
            "adopt": "any",
            "like": "QGPL/OTHER",
            "program": None,
            "__internal": 1,
        },
        is_unknown=not_yet,
    )
    assert inputs_read.system == "PROD01"
    assert inputs_read.identity == {"name": "ORDERS", "library": "QGPL"}
    assert inputs_read.attributes == {"severity_code_filter": 10}
    assert inputs_read.unknown == {"text_description"}
    assert inputs_read.options == ObjectOptions(
        Force.WHEN_NEEDED, OnDelete.PURGE, Adopt.ANY, "QGPL/OTHER"
    )
    assert inputs_read.problems == ()


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("force", "yes", '"never", "when-needed"'),
        ("on_delete", 1.0, '"refuse-if-in-use", "purge", "retain"'),
        ("adopt", ["any"], '"never", "matching", "any"'),
        ("like", 5.0, "name of an object"),
    ],
)
def test_options_that_are_none_are_problems(option: str, value: Any, words: str) -> None:
    inputs_read = read_inputs("mq:LocalQueue", {"system": "QM1", "name": "Q", option: value})
    assert inputs_read.options == ObjectOptions()
    (problem,) = inputs_read.problems
    assert problem.attribute == option
    assert str(problem).startswith(f"QM1 mq:LocalQueue Q: {option}=")
    assert words in str(problem)


def test_a_system_that_is_no_text_is_still_readable() -> None:
    assert read_inputs("mq:LocalQueue", {"system": 5.0}).system == "5.0"
    assert read_inputs("mq:LocalQueue", {}).system == ""


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("mq:LocalQueue", "A/B", {"name": "A/B"}),
        ("ibmi:DataQueue", "LIB/DQ", {"name": "DQ", "library": "LIB"}),
        ("ibmi:DataQueue", "*CURLIB/DQ", {"name": "DQ", "library": "curlib"}),
        ("ibmi:DataQueue", '"A/B"/DQ', {"name": "DQ", "library": '"A/B"'}),
        ("ibmi:DataQueue", "DQ", {"name": "DQ"}),
        ("ibmi:AuthorizationList", "AUTL", {"name": "AUTL"}),
    ],
)
def test_identity_of(kind: str, name: str, expected: dict[str, str]) -> None:
    assert identity_of(kind, name) == expected


words = st.text("ab_* \n", max_size=4)
json_like = st.recursive(
    st.none() | st.booleans() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(["system", "name", "names", "force", "adopt", "like", "x"])


@given(st.dictionaries(NAMES, json_like))
def test_read_inputs_never_raises(inputs: dict[str, Any]) -> None:
    inputs_read = read_inputs("mq:Namelist", inputs, is_unknown=not_yet)
    assert isinstance(inputs_read.system, str)
    assert None not in inputs_read.attributes.values()


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ({"authority": "STAFF"}, {"authority": "autl", "authorization_list": "STAFF"}),
        ({"authority": '"my list"'}, None),  # which is not a name
        ({"authority": '"my.list"'}, {"authority": "autl", "authorization_list": '"my.list"'}),
        ({"authority": "use"}, None),
        ({"authority": "USE"}, {"authority": "autl", "authorization_list": "USE"}),
        ({"authority": "user defined"}, None),
        ({"authority": "chnage"}, None),
        ({"authority": "exclude", "authorization_list": "STAFF"}, None),
        ({"authority": "STAFF", "authorization_list": "OTHERS"}, None),
    ],
)
@pytest.mark.parametrize("kind", ["ibmi:DataQueue", "ibmi:DdmDataQueue", "ibmi:MessageQueue"])
def test_an_authority_that_names_a_list_is_both(
    kind: str, before: dict[str, Any], now: dict[str, Any] | None
) -> None:
    """As programs and states of earlier releases have it. now: None for the same."""
    expected = before if now is None else now
    assert canonical_values(kind, before) == expected
    assert canonical_values(kind, canonical_values(kind, before)) == expected
    resource = {"system": "P", "library": "L", "name": "Q", **before}
    assert read_inputs(kind, resource).attributes == expected
    assert plain(kind, resource) == {"system": "P", "library": "L", "name": "Q", **expected}
