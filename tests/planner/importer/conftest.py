"""Fixtures: reads a generated program without running it, as the plain values it declares."""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest


class Declared(NamedTuple):
    """One declaration: class, resource name, keyword arguments; a variable as what it names."""

    kind: str
    resource: str
    arguments: dict[str, Any]


@pytest.fixture(scope="session")
def declarations() -> Callable[[Mapping[str, str]], list[Declared]]:
    """What a program's files declare."""
    return _declarations


def _declarations(files: Mapping[str, str]) -> list[Declared]:
    """Every declaration of every module, variables resolved to the objects' names."""
    names: dict[str, str] = {}
    calls: list[tuple[str, ast.Call]] = []
    for path, text in files.items():
        if not path.endswith(".py"):
            continue
        module = path.rpartition("/")[2].removesuffix(".py")
        for variable, call in _calls(ast.parse(text)):
            calls.append((module, call))
            if variable:
                given = {keyword.arg: keyword.value for keyword in call.keywords}
                named = given.get("name", call.args[0])
                names[f"{module}.{variable}"] = ast.literal_eval(named)
    resources = []
    for module, call in calls:
        assert isinstance(call.func, ast.Attribute)
        assert isinstance(call.func.value, ast.Name)
        kind = f"{call.func.value.id}:{call.func.attr}"
        if kind in ("mq:QueueManager", "ibmi:System"):
            continue
        arguments = {
            str(keyword.arg): _value(keyword.value, module, names)
            for keyword in call.keywords
            if keyword.arg != "system"
        }
        resources.append(Declared(kind, ast.literal_eval(call.args[0]), arguments))
    return resources


def _calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for node in tree.body:
        value = node.value if isinstance(node, ast.Expr | ast.Assign) else None
        if not isinstance(value, ast.Call):
            continue
        variable = ""
        if isinstance(node, ast.Assign):
            (target,) = node.targets
            assert isinstance(target, ast.Name)
            variable = target.id
        yield variable, value


def _value(node: ast.expr, module: str, names: Mapping[str, str]) -> Any:
    if isinstance(node, ast.Name):
        return names[f"{module}.{node.id}"]
    if isinstance(node, ast.Attribute):
        assert isinstance(node.value, ast.Name)
        return names[f"{node.value.id}.{node.attr}"]
    if isinstance(node, ast.List):
        return tuple(_value(item, module, names) for item in node.elts)
    return ast.literal_eval(node)
