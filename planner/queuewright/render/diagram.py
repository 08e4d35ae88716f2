"""A dependency graph as Mermaid or DOT: what needs what, and why, grouped by system."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.graph.dependency_graph import DependencyGraph

from .escape import mermaid_text

Graph = DependencyGraph[Key]

_WAYS = {  # as Mermaid and as DOT draw them
    "first": ("-->", ""),
    "expected": ("-.->", ", style=dotted"),
    "later": ("-.-x", ", style=dotted, arrowhead=tee, constraint=false"),
}


def as_mermaid(graph: Graph) -> str:
    """A Mermaid flowchart. An arrow leads from an object to one that it needs, dotted where the
    documents let that one come later, with a cross where it does: it would close a cycle."""
    numbers = {key: f"n{place}" for place, key in enumerate(sorted(graph))}
    lines = ["flowchart LR"]
    for place, (system, keys) in enumerate(_by_system(graph)):
        lines.append(f'  subgraph s{place}["{mermaid_text(system)}"]')
        for key in keys:
            title, below = _title(key)
            lines.append(f'    {numbers[key]}["{mermaid_text(title)}<br/>{mermaid_text(below)}"]')
        lines.append("  end")
    for needing, needed, attribute, way in _edges(graph):
        label = mermaid_text(attribute)
        lines.append(f'  {numbers[needing]} {_WAYS[way][0]}|"{label}"| {numbers[needed]}')
    return "\n".join(lines) + "\n"


def as_dot(graph: Graph) -> str:
    """The same for Graphviz."""
    numbers = {key: f"n{place}" for place, key in enumerate(sorted(graph))}
    lines = ["digraph queuewright {", "  rankdir=LR;", "  node [shape=box];"]
    for place, (system, keys) in enumerate(_by_system(graph)):
        lines += [f"  subgraph cluster_{place} {{", f"    label={_dot(system)};"]
        for key in keys:
            title, below = _title(key)
            lines.append(f"    {numbers[key]} [label={_dot(title, below)}];")
        lines.append("  }")
    for needing, needed, attribute, way in _edges(graph):
        label = f"{_dot(attribute)}{_WAYS[way][1]}"
        lines.append(f"  {numbers[needing]} -> {numbers[needed]} [label={label}];")
    return "\n".join([*lines, "}"]) + "\n"


FORMATS: Mapping[str, Callable[[Graph], str]] = MappingProxyType(
    {"mermaid": as_mermaid, "dot": as_dot}
)


def _by_system(graph: Graph) -> Iterator[tuple[str, list[Key]]]:
    keys = sorted(graph)
    for system in dict.fromkeys(key.system for key in keys):
        yield system, [key for key in keys if key.system == system]


def _edges(graph: Graph) -> Iterator[tuple[Key, Key, str, str]]:
    """Needing, needed, attribute, and what it means."""
    links = [
        (node, needed, reason.reason, "expected" if reason.strength is Strength.SOFT else "first")
        for node in graph
        for needed, reason in graph.dependencies(node).items()
    ]
    links += [(*pair, reason.reason, "later") for pair, reason in graph.left_out.items()]
    yield from sorted(links)


def _title(key: Key) -> tuple[str, str]:
    return one_line(key.name), key.kind.partition(":")[2]


def _dot(*lines: str) -> str:
    escaped = (one_line(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'
