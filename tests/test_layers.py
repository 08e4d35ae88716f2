"""Dependencies point one way: planner -> provider -> resources. And resources are pure."""

import ast
import graphlib
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
# A program under Pulumi's engine tells the provider, which is another process, what it declares.
EDGES = {"resources/queuewright/program/declared_list.py"}


# Packages that are apart from the folder that they stand in: the generated classes and the topology
# are what programs import, above everything else in resources/.
APART = {
    "mq/__init__.py": "programs",
    "mq/resources.py": "programs",
    "mq/topology.py": "programs",
    "ibmi/__init__.py": "programs",
    "ibmi/resources.py": "programs",
}
RESOURCES = ["catalogue", "mq", "ibmi", "kinds", "graph", "diff"]
RESOURCES += ["provider_reference", "program", "programs"]


def package(path: Path, layer: str) -> str:
    inside = path.relative_to(ROOT / layer / "queuewright")
    return APART.get(str(inside), inside.parts[0].removesuffix(".py"))


def module_package(name: str) -> str:
    """Of a module, or of a name in one: `queuewright.systems.protocol.System`."""
    first, *rest = name.split(".")[1:]
    if rest:
        for layer in LAYERS:
            module = ROOT / layer / "queuewright" / first / f"{rest[0]}.py"
            if module.exists():
                return package(module, layer)
    return APART.get(f"{first}/__init__.py", first)


def packages_imported() -> dict[str, dict[str, set[str]]]:
    """Package -> package that it imports -> the files that do."""
    imports: dict[str, dict[str, set[str]]] = {}
    for layer, path in (module.values for module in MODULES):
        if "queuewright" not in path.relative_to(ROOT).parts:
            continue
        own = imports.setdefault(package(path, layer), {})
        for name in imported(path):
            if name.startswith("queuewright."):
                own.setdefault(module_package(name), set()).add(str(path))
    for own, others in imports.items():
        others.pop(own, None)
    return imports


def test_no_packages_import_each_other() -> None:
    order = graphlib.TopologicalSorter(packages_imported())
    try:
        order.prepare()
    except graphlib.CycleError as error:
        pytest.fail(f"packages import each other: {' <- '.join(error.args[1])}")


def test_packages_of_resources_stand_on_those_before() -> None:
    for own, others in packages_imported().items():
        if own in RESOURCES:
            above = RESOURCES[RESOURCES.index(own) + 1 :]
            assert not {other: others[other] for other in others if other in above}, own


def test_only_one_module_knows_pulumis_private_parts() -> None:
    for _, path in (module.values for module in MODULES):
        if path.name == "pulumi_internals.py":
            continue
        text = path.read_text()
        assert "pulumi.runtime" not in {".".join(n.split(".")[:2]) for n in imported(path)}, path
        for private in ("._data", "_childResources", "_fut_waiter", "pulumi.runtime.", "dill"):
            assert private not in text.replace('"pulumi.runtime"', ""), f"{path}: {private}"


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize(("layer", "path"), MODULES)
def test_a_layer_imports_only_itself_and_those_below(layer: str, path: Path) -> None:
    above = LAYERS[LAYERS.index(layer) + 1 :]
    forbidden = {f"queuewright.{name}" for other in above for name in PACKAGES[other]}
    for name in imported(path):
        assert ".".join(name.split(".")[:2]) not in forbidden, f"{path} imports {name}"


@pytest.mark.parametrize(("layer", "path"), [p for p in MODULES if p.values[0] == "resources"])
def test_resources_do_no_input_or_output(layer: str, path: Path) -> None:
    if str(path.relative_to(ROOT)) in TOOLS | EDGES:
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
