"""Dependencies point one way: planner -> provider -> resources. And resources are pure."""

import ast
from pathlib import Path

import pytest

import queuewright

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("resources", "provider", "planner")
MODULES = [
    pytest.param(layer, path, id=str(path.relative_to(ROOT)))
    for layer in LAYERS
    for path in sorted((ROOT / layer).rglob("*.py"))
]
PACKAGES = {
    layer: {p.stem for p in (ROOT / layer / "queuewright").iterdir() if not p.name.startswith("_")}
    for layer in LAYERS
}
EFFECTS = {"os", "io", "pathlib", "socket", "sqlite3", "subprocess", "time", "datetime", "random"}
# Writes the generated resource classes to their files; not imported by any other module.
TOOLS = {"resources/queuewright/program/generate.py"}


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize(("layer", "path"), MODULES)
def test_a_layer_imports_only_itself_and_those_below(layer: str, path: Path) -> None:
    above = LAYERS[LAYERS.index(layer) + 1 :]
    forbidden = {f"queuewright.{name}" for other in above for name in PACKAGES[other]}
    for name in imported(path):
        assert ".".join(name.split(".")[:2]) not in forbidden, f"{path} imports {name}"


@pytest.mark.parametrize(("layer", "path"), [p for p in MODULES if p.values[0] == "resources"])
def test_resources_do_no_input_or_output(layer: str, path: Path) -> None:
    if str(path.relative_to(ROOT)) in TOOLS:
        return
    assert not {name.split(".")[0] for name in imported(path)} & EFFECTS


def test_the_package_has_one_init_that_finds_its_other_parts() -> None:
    parts = [ROOT / layer / "queuewright" for layer in LAYERS]
    assert [(part / "__init__.py").exists() for part in parts] == [True, False, False]
    assert {str(part) for part in parts} <= set(queuewright.__path__)


@pytest.mark.parametrize(("layer", "path"), MODULES)
def test_modules_stay_small(layer: str, path: Path) -> None:
    if path.name == "resources.py":  # generated
        return
    assert len(path.read_text().splitlines()) < 500
