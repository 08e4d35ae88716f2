"""Definitions as the text of a program."""

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Value
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.python import CannotWrite, declaration, literal, program
from strategies import printable


def _declared(definition: Definition, **more: Any) -> tuple[str, str, dict[str, Any]]:
    text = declaration(definition, system="QM1", taken=more.pop("taken", set()))
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    (name,) = map(ast.literal_eval, call.args)
    return ast.unparse(call.func), name, {
        keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords
    }  # fmt: skip


@given(printable(60))
def test_any_text_is_a_literal(text: str) -> None:
    call = _declared(Definition("mq:LocalQueue", text, values={"queue_description": text}))
    assert call == ("mq.LocalQueue", text, {"system": "QM1", "queue_description": text})


def test_everything_that_a_creation_contains() -> None:
    definition = Definition(
        "ibmi:DdmDataQueue", "LIB/A", values={"remote_location": "rdb"}, like="LIB/B",
        replace=True, system="PROD",
    )  # fmt: skip
    assert _declared(definition) == (
        "ibmi.DdmDataQueue",
        "A",
        {"system": "PROD", "library": "LIB", "remote_location": "rdb", "like": "LIB/B",
         "adopt": "any"},
    )  # fmt: skip
    lists = Definition("mq:Namelist", "N", values={"names": ("a", "b")})
    assert _declared(lists)[2]["names"] == ["a", "b"]


def test_resource_names_are_unique_in_their_type() -> None:
    taken: set[tuple[str, str]] = set()
    names = [
        _declared(Definition("ibmi:MessageQueue", name), taken=taken)[1:]
        for name in ("L1/A", "L2/A", "*CURLIB/A")
    ]
    assert names == [
        ("A", {"system": "QM1", "library": "L1"}),
        ("A-2", {"system": "QM1", "name": "A", "library": "L2"}),
        ("A-3", {"system": "QM1", "name": "A"}),
    ]


def test_a_program_imports_what_it_uses() -> None:
    text = program(["mq.LocalQueue()", "ibmi.DataQueue()"], title='a "title"')
    tree = ast.parse(text)
    assert ast.get_docstring(tree) == 'a "title"'
    assert "from queuewright import ibmi, mq\n" in text
    assert ast.parse(program([], title="nothing")).body


@pytest.mark.parametrize("action", [Action.CHANGE, Action.DELETE, Action.ADD, Action.INQUIRE])
def test_only_whole_objects_are_declared(action: Action) -> None:
    with pytest.raises(CannotWrite, match="does not create"):
        declaration(Definition("mq:LocalQueue", "A", action), system="QM1", taken=set())


VALUES = st.one_of(
    st.text(),
    st.text(alphabet="\"'\\\n\t{}#\u2028\x00"),
    st.integers(),
    st.lists(st.text()).map(tuple),
    st.dictionaries(st.text(), st.lists(st.text()).map(tuple)),
)


@given(VALUES)
def test_a_literal_is_its_value(value: Value) -> None:
    text = literal(value)
    assert text.isprintable()
    loaded = ast.literal_eval(text)
    if isinstance(value, tuple):
        loaded = tuple(loaded)
    elif isinstance(value, dict):
        loaded = {name: tuple(items) for name, items in loaded.items()}
    assert loaded == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("abc", '"abc"'),
        ("it's", '"it\'s"'),
        ('say "x"', "'say \"x\"'"),
        ("\"'", '"\\"\'"'),
        ("a\\b", '"a\\\\b"'),
        (5000, "5000"),
        (999_999_999, "999_999_999"),
        (("A", "b"), '["A", "b"]'),
        ({"U": ("use",)}, '{"U": ["use"]}'),
    ],
)
def test_literals_are_as_a_formatter_writes_them(value: Value, text: str) -> None:
    assert literal(value) == text
