"""The generated classes are those of the specs."""

import ast
import inspect
import itertools

import pytest

from queuewright import ibmi, mq
from queuewright.catalogue.options import OPTION_NAMES
from queuewright.catalogue.sources import citations_text
from queuewright.kinds import KINDS
from queuewright.program.generate import FILES, describe, generated


def class_of(kind: str) -> type:
    module, _, name = kind.partition(":")
    lines: type = getattr({"mq": mq, "ibmi": ibmi}[module], name)
    return lines


def keyword_texts(kind: str) -> dict[str, str]:
    """What an editor shows of each keyword: the text below it in the kind's class or a base."""
    module, _, name = kind.partition(":")
    tree = ast.parse(FILES[f"{module}/resources.py"].read_text(encoding="utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    waiting, texts = [f"_{name}Keywords"], {}
    while waiting:
        node = classes[waiting.pop()]
        waiting += [b.id for b in node.bases if isinstance(b, ast.Name) and b.id != "TypedDict"]
        for field, text in itertools.pairwise(node.body):
            if isinstance(field, ast.AnnAssign):
                assert isinstance(field.target, ast.Name)
                assert isinstance(text, ast.Expr)
                texts[field.target.id] = " ".join(ast.literal_eval(text.value).split())
    return texts


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_up_to_date(name: str) -> None:
    assert FILES[name].read_text(encoding="utf-8") == generated(name), "run make generate"


@pytest.mark.parametrize("kind", KINDS)
def test_every_attribute_is_a_keyword(kind: str) -> None:
    spec = KINDS[kind]
    parameters = inspect.signature(class_of(kind)).parameters
    refreshed = kind.endswith("Authentication") or kind == "mq:QueueManagerAttributes"
    has = {"restart": spec.runs is not None, "refresh_security": refreshed}
    options = [name for name in OPTION_NAMES if has.get(name, True)]
    expected = ["resource_name", "system", *spec.identity(), *spec.attributes(), *options]
    assert list(parameters) == [*expected, "opts"]
    assert all(
        parameter.kind is inspect.Parameter.KEYWORD_ONLY
        for name, parameter in parameters.items()
        if name != "resource_name"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_type_token_is_pulumis(kind: str) -> None:
    assert class_of(kind)._resource_type_name == f"dynamic/{kind}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", KINDS)
def test_every_argument_is_documented_with_its_source(kind: str) -> None:
    texts = keyword_texts(kind)
    for name, attribute in KINDS[kind].attributes().items():
        assert texts[name].startswith(attribute.title)
        assert citations_text(attribute.sources).replace('"', "'") in texts[name]
    assert set(texts) == set(inspect.signature(class_of(kind)).parameters) - {"resource_name"}


def test_a_description_has_range_choices_and_cost() -> None:
    depth = KINDS["mq:LocalQueue"].attributes()["max_queue_depth"]
    assert "0 to 999999999 messages" in describe(depth)
    usage = KINDS["mq:LocalQueue"].attributes()["usage"]
    assert "'normal', 'transmission'" in describe(usage)
    assert "FORCE" in describe(usage)
    length = KINDS["ibmi:DataQueue"].attributes()["max_entry_length"]
    assert "replaces the object" in describe(length)
