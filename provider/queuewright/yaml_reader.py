"""YAML as people meant it: a key that stands twice is a mistake, and no file is too much to read.

Two spellings of YAML: Pulumi's files take yes, no, on, off and dates as text; the product's own
files are YAML 1.1, read by the C loader where there is one, for a fleet has thousands of entries.
"""

import re
from typing import Any

import yaml

_MOST_VALUES = 2_000_000  # with every alias counted as what it stands for
_DEEPEST = 100


class _Strict:
    """Checks the nodes of a document before anything is made of them."""

    def get_single_node(self) -> yaml.Node | None:
        node: yaml.Node | None = super().get_single_node()  # type: ignore[misc]
        if node is not None:
            _size(node, {}, 0)
        return node


def _size(node: yaml.Node, known: dict[int, int], depth: int) -> int:
    """How many values the node stands for. Raises YAMLError for what must not be read."""
    size = known.get(id(node))
    if size == 0 or depth > _DEEPEST:
        problem = "it holds itself" if size == 0 else f"it is nested deeper than {_DEEPEST}"
        raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
    if size is not None:
        return size
    known[id(node)] = 0
    inside: list[yaml.Node] = []
    if isinstance(node, yaml.MappingNode):
        keys: set[tuple[str, str]] = set()
        for key, value in node.value:
            inside += key, value
            if isinstance(key, yaml.ScalarNode) and (key.tag, key.value) in keys:
                problem = f"key {key.value!r} stands twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            keys.add((key.tag, str(key.value)))
    elif isinstance(node, yaml.SequenceNode):
        inside += node.value
    size = 1 + sum(_size(other, known, depth + 1) for other in inside)
    if size > _MOST_VALUES:
        problem = f"its aliases stand for more than {_MOST_VALUES:,} values"
        raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
    known[id(node)] = size
    return size


class _Loader(_Strict, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    pass


class _PulumiLoader(_Strict, yaml.SafeLoader):
    yaml_implicit_resolvers = {
        first: [
            (tag, pattern)
            for tag, pattern in resolvers
            if not tag.endswith((":bool", ":timestamp"))
        ]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


_PulumiLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z"), list("tTfF")
)


def _is_deep(text: str) -> bool:
    """Before it is parsed: that takes the square of the depth. Brackets in texts count too, so that
    only what is far too deep is told here."""
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", text):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > 10 * _DEEPEST:
            return True
    return False


def read_yaml(text: str, *, as_pulumi: bool = False) -> Any:
    """The value of a document; None for an empty one. Raises yaml.YAMLError alone."""
    if _is_deep(text):
        raise yaml.YAMLError(f"it is nested deeper than {_DEEPEST}")
    try:
        return yaml.load(text, _PulumiLoader if as_pulumi else _Loader)
    except RecursionError:
        raise yaml.YAMLError(f"it is nested deeper than {_DEEPEST}") from None
    except (ValueError, TypeError, OverflowError) as error:  # 0b_, a number of 10,000 digits
        raise yaml.YAMLError(f"a value cannot be read: {error}") from None
