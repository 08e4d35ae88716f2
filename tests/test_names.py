"""A name means one thing: each class of the product has its own, and an idea has one word."""

import ast
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("resources", "provider", "planner")
# Name -> why several classes have it.
SHARED = {
    "DefaultSource": "Spark looks for a class of this name in the package of a data source",
    "System": "programs name an IBM i partition `ibmi.System`; `System` is what all systems offer",
    "Force": "an option of resources; the JSON of a plan has a field of this name",
    "_SystemKeywords": "generated for each of the two modules that programs import",
}


# CONTRIBUTING's word for each.
OTHER_WORDS = {
    "why": "reason", "way_out": "remediation", "said": "reported", "told": "reported",
}  # fmt: skip


@cache
def nodes() -> Sequence[ast.AST]:
    """The syntax of the whole product."""
    return [
        node
        for layer in LAYERS
        for path in sorted((ROOT / layer).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]


def test_an_idea_has_one_word() -> None:
    names = (
        getattr(node, name, None) for node in nodes() for name in ("id", "arg", "attr", "name")
    )
    named = Counter(name.strip("_") for name in names if isinstance(name, str))
    assert named["reason"] > 500, "names are found"
    assert {word: named[word] for word in OTHER_WORDS if named[word]} == {}


def test_no_two_classes_have_the_same_name() -> None:
    classes = Counter(node.name for node in nodes() if isinstance(node, ast.ClassDef))
    assert classes["LocalQueue"] == 1, "classes are found"
    assert {name for name, count in classes.items() if count > 1} <= SHARED.keys()
