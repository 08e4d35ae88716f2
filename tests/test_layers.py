"""Dependencies point one way: planner -> provider -> resources. And resources are pure."""

import ast
import graphlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import queuewright

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("resources", "provider", "planner")
MODULES = [(layer, path) for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))]
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
    "mq/authority_table.py": "programs",
    "mq/topology.py": "programs",
    "ibmi/__init__.py": "programs",
    "ibmi/resources.py": "programs",
}
RESOURCES = ["catalogue", "mq", "ibmi", "kinds", "workload", "graph", "world", "diff"]
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


@cache
def packages_imported() -> dict[str, dict[str, set[str]]]:
    """Package -> package that it imports -> the files that do."""
    imports: dict[str, dict[str, set[str]]] = {}
    for layer, path in MODULES:
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


def module_name(layer: str, path: Path) -> str:
    parts = path.relative_to(ROOT / layer).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(layer, path): path for layer, path in MODULES}


def import_graph(files: dict[str, Path], *, runtime: bool) -> "nx.DiGraph[str]":
    """Module -> module that it imports, in functions too.

    Without `runtime`: what is imported for types alone counts as well, as what one module knows of
    another. With it: what Python runs, thus not what is for types, and with a module the packages
    that it is in, but for those that the importing module is in itself.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    for module, path in files.items():
        for name in imported_modules(module, path, files, runtime=runtime):
            graph.add_edge(module, name)
            parents = [name.rsplit(".", depth)[0] for depth in range(1, name.count(".") + 1)]
            for parent in parents if runtime else ():
                if parent in files and not module.startswith(f"{parent}.") and parent != module:
                    graph.add_edge(module, parent)
    return graph


def imported_modules(
    module: str, path: Path, files: dict[str, Path], *, runtime: bool
) -> Iterator[str]:
    typing = {
        inner
        for node in read(path).for_types
        for statement in node.body
        for inner in ast.walk(statement)
    }
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in read(path).imports:
        if runtime and node in typing:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            origin = ".".join(filter(None, (base, node.module)))
            names = [f"{origin}.{alias.name}" for alias in node.names]
            names = [name if name in files else origin for name in names]
        yield from (name for name in names if name in files and name != module)


def circles(graph: "nx.DiGraph[str]") -> list[list[str]]:
    return sorted(
        sorted(found) for found in nx.strongly_connected_components(graph) if len(found) > 1
    )


@pytest.mark.parametrize("runtime", [False, True], ids=["known", "run"])
def test_no_modules_import_each_other(runtime: bool) -> None:
    graph = import_graph(FILES, runtime=runtime)
    assert graph.number_of_edges() > 1_000
    assert circles(graph) == []


@pytest.mark.parametrize(
    ("one", "other", "runtime", "is_circle"),
    [
        ("import shop.b", "import shop.a", True, True),
        ("from shop import b", "from .a import thing", True, True),
        ("def f():\n    from .b import x", "from . import a", True, True),
        ("if TYPE_CHECKING:\n    from .b import x", "from . import a", True, False),
        ("if TYPE_CHECKING:\n    from .b import x", "from . import a", False, True),
        ("if typing.TYPE_CHECKING:\n    from .b import x", "from . import a", False, True),
        ("from .b import x", "import shop.c", False, False),
        ("from other.inner import x", "", True, True),
        ("from other.inner import x", "", False, False),
    ],
)
def test_circles_of_modules_are_found(
    tmp_path: Path, one: str, other: str, runtime: bool, is_circle: bool
) -> None:
    """With `other`, a package whose own module imports back what imports one of its modules."""
    sources = {
        "shop": "",
        "shop.a": one,
        "shop.b": other,
        "shop.c": "",
        "other": "import shop.a",
        "other.inner": "",
    }
    files = {}
    for module, text in sources.items():
        inside = module.replace(".", "/") if "." in module else f"{module}/__init__"
        path = tmp_path / f"{inside}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        files[module] = path
    assert bool(circles(import_graph(files, runtime=runtime))) is is_circle


def test_packages_of_resources_stand_on_those_before() -> None:
    for own, others in packages_imported().items():
        if own in RESOURCES:
            above = RESOURCES[RESOURCES.index(own) + 1 :]
            assert not {other: others[other] for other in others if other in above}, own


def test_only_one_module_knows_pulumis_private_parts() -> None:
    for _, path in MODULES:
        if path.name == "pulumi_internals.py":
            continue
        text = path.read_text()
        assert "pulumi.runtime" not in {".".join(n.split(".")[:2]) for n in imported(path)}, path
        for private in ("._data", "_childResources", "_fut_waiter", "pulumi.runtime.", "dill"):
            assert private not in text.replace('"pulumi.runtime"', ""), f"{path}: {private}"


def is_for_types(node: ast.If) -> bool:
    return ast.unparse(node.test).endswith("TYPE_CHECKING")


@dataclass(frozen=True)
class Read:
    """The statements of a module that tests look at: it is read once for all."""

    imports: Sequence[ast.Import | ast.ImportFrom]
    for_types: Sequence[ast.If]
    classes: Sequence[str]


@cache
def read(path: Path) -> Read:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    return Read(
        [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)],
        [node for node in nodes if isinstance(node, ast.If) and is_for_types(node)],
        [node.name for node in nodes if isinstance(node, ast.ClassDef)],
    )


def paths_of(layer: str) -> list[Path]:
    """The modules of a layer."""
    return [path for each, path in MODULES if each == layer]


@cache
def imported(path: Path) -> set[str]:
    names = set()
    for node in read(path).imports:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif node.level == 0 and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_itself_and_those_below(layer: str) -> None:
    above = LAYERS[LAYERS.index(layer) + 1 :]
    forbidden = {f"queuewright.{name}" for other in above for name in PACKAGES[other]}
    for path in paths_of(layer):
        for name in imported(path):
            assert ".".join(name.split(".")[:2]) not in forbidden, f"{path} imports {name}"


def test_resources_do_no_input_or_output() -> None:
    pure = [p for p in paths_of("resources") if str(p.relative_to(ROOT)) not in TOOLS | EDGES]
    assert len(pure) > 50
    for path in pure:
        assert not {name.split(".")[0] for name in imported(path)} & EFFECTS, path


def test_the_adapter_of_pulumi_is_imported_by_nothing() -> None:
    """States name its path, and Pulumi's engine loads it: see provider_reference.py."""
    imports = packages_imported()
    assert "dynamic" in imports
    assert [own for own, others in imports.items() if "dynamic" in others] == []


def test_the_package_has_one_init_that_finds_its_other_parts() -> None:
    parts = [ROOT / layer / "queuewright" for layer in LAYERS]
    assert [(part / "__init__.py").exists() for part in parts] == [True, False, False]
    assert {str(part) for part in parts} <= set(queuewright.__path__)


# What touches anything but what it is given: the systems, the state, threads, clock or collector.
OF_ENGINE = {"apply", "garbage", "recording", "system_reader"}
# What a system is asked and told, see systems/protocol.py; `like` of a plan's own are not calls.
ASKING = {"observe", "handles", "create", "change", "delete"}


def test_the_engine_is_pure_but_for_what_reads_and_applies() -> None:
    effects, asking = set(), set()
    for path in (ROOT / "planner" / "queuewright" / "engine").glob("*.py"):
        found = {name.split(".")[0] for name in imported(path)}
        if found & (EFFECTS | {"asyncio", "concurrent", "gc", "threading"}):
            effects.add(path.stem)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                asking |= {path.stem} if node.func.attr in ASKING else set()
    assert effects == OF_ENGINE
    assert asking == {"apply", "system_reader"}


def test_there_is_one_read_model() -> None:
    defined = [(name, module) for module, path in FILES.items() for name in read(path).classes]
    of_systems = {"Snapshot", "SystemSnapshot", "ReadSystem", "Surroundings", "World"}
    assert sorted(each for each in defined if each[0] in of_systems) == [
        ("Snapshot", "queuewright.world.snapshot"),
        ("World", "queuewright.world.world"),
    ]


def test_what_serves_only_one_module_and_is_short_stands_in_it() -> None:
    """A folder with a file for each thing of one sort (systems, commands, forms of output) is
    apart: its files are found by their names."""
    a_file_each = (
        "queuewright.systems.",
        "queuewright.cli.",
        "queuewright.render.",
    )
    graph = import_graph(FILES, runtime=False)
    short = [
        module
        for module, path in FILES.items()
        if path.name != "__init__.py"
        and len(path.read_text().splitlines()) < 40
        and not module.startswith(a_file_each)
        and module in graph
        and graph.in_degree(module) == 1
    ]
    assert not short, short


@pytest.mark.parametrize("layer", LAYERS)
def test_modules_stay_small(layer: str) -> None:
    for path in paths_of(layer):
        if path.name != "resources.py":  # generated
            assert len(path.read_text().splitlines()) < 500, path


# What only the sandbox needs may be left out where production's systems are reached.
OF_SANDBOX = ("provider/queuewright/sandbox/", "provider/queuewright/servers/")
# The sandbox's own commands, and a fleet's source of `type: sandbox`, where it is read.
REACHING = ("planner/queuewright/cli/sandbox", "planner/queuewright/drift/sources.py")


@pytest.mark.parametrize("layer", LAYERS)
def test_the_sandbox_is_reached_through_the_registry_of_systems(layer: str) -> None:
    for path in paths_of(layer):
        if not str(path.relative_to(ROOT)).startswith(OF_SANDBOX + REACHING):
            packages = {".".join(name.split(".")[:2]) for name in imported(path)}
            assert not packages & {"queuewright.sandbox", "queuewright.servers"}, path
