"""Places outside the kinds' own folders that ask which kind something is. Each is a kind that does
not know itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_OWN = (
    "resources/queuewright/mq/",
    "resources/queuewright/ibmi/",
    "resources/queuewright/kinds.py",
)


def kind_tests(root: Path = ROOT) -> list[str]:
    """FILE:LINE of each comparison with a kind, test of a kind's class, and table by kind."""
    return [
        f"{path.relative_to(root)}:{line}"
        for layer in ("resources", "provider", "planner")
        for path in sorted((root / layer).rglob("*.py"))
        if not str(path.relative_to(root)).startswith(_OWN)
        for line in sorted(set(_lines(ast.parse(path.read_text()))))
    ]


def _lines(tree: ast.Module) -> Iterator[int]:
    names = _names_of_kinds(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            if any(_is_kind(side, names) for side in (node.left, *node.comparators)):
                yield node.lineno
        elif isinstance(node, ast.MatchValue) and _is_kind(node.value, names):
            yield node.value.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if (called in ("isinstance", "issubclass") and _is_spec(node.args[1])) or (
                called == "startswith" and any(_is_text(a) for a in node.args)
            ):
                yield node.lineno
        elif isinstance(node, ast.Dict):
            yield from (key.lineno for key in node.keys if key and _is_kind(key, set()))


def _names_of_kinds(tree: ast.Module) -> set[str]:
    """Names at the top of the module that stand for kinds: `_CLUSTER = ClusterSpec.kind`."""
    names: set[str] = set()
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        if any(_is_kind(inner, names) for inner in ast.walk(node.value)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _is_kind(node: ast.AST, names: set[str]) -> bool:
    """`ClusterSpec.kind`, a text "mq:Cluster", one of the module's names for them, `QUEUE_KINDS`,
    `kinds_in(...)`; or several of them. A question by role is none."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_is_kind(item, names) for item in node.elts)
    if isinstance(node, ast.Attribute):
        return (node.attr == "kind" and _is_spec(node.value)) or node.attr.endswith("_KINDS")
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "kinds_in"
    if isinstance(node, ast.Name):
        return node.id in names or node.id.endswith("_KINDS")
    return _is_text(node)


def _is_spec(node: ast.AST) -> bool:
    if isinstance(node, ast.Tuple):
        return any(map(_is_spec, node.elts))
    return isinstance(node, ast.Name) and node.id.endswith("Spec") and node.id != "Spec"


def _is_text(node: ast.AST) -> bool:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text and node.value.startswith(("mq:", "ibmi:"))  # type: ignore[attr-defined]


if __name__ == "__main__":
    found = kind_tests()
    print("\n".join(found), len(found), sep="\n")
