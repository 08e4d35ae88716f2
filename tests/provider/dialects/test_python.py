"""Definitions as the text of a program."""

import ast
from typing import Any

import pytest
from hypothesis import given

from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.python import CannotWrite, declaration, program
from strategies import printable


def _said(definition: Definition, **more: Any) -> tuple[str, str, dict[str, Any]]:
    text = declaration(definition, system="QM1", taken=more.pop("taken", set()))
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    (name,) = map(ast.literal_eval, call.args)
    return ast.unparse(call.func), name, {
        one.arg or "": ast.literal_eval(one.value) for one in call.keywords
    }  # fmt: skip


@given(printable(60))
def test_any_text_is_a_literal(text: str) -> None:
    said = _said(Definition("mq:LocalQueue", text, values={"queue_description": text}))
    assert said == ("mq.LocalQueue", text, {"system": "QM1", "queue_description": text})


def test_everything_that_a_creation_says() -> None:
    definition = Definition(
        "ibmi:DdmDataQueue", "LIB/A", values={"remote_location": "rdb"}, like="LIB/B",
        replace=True, system="PROD",
    )  # fmt: skip
    assert _said(definition) == (
        "ibmi.DdmDataQueue",
        "A",
        {"system": "PROD", "library": "LIB", "remote_location": "rdb", "like": "LIB/B",
         "adopt": "always"},
    )  # fmt: skip
    lists = Definition("mq:Namelist", "N", values={"names": ("a", "b")})
    assert _said(lists)[2]["names"] == ["a", "b"]


def test_resource_names_are_unique_in_their_type() -> None:
    taken: set[tuple[str, str]] = set()
    names = [
        _said(Definition("ibmi:MessageQueue", name), taken=taken)[1:]
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
