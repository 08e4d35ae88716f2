"""Dependency graphs for people: nothing in a name may end a label."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.key import Key
from queuewright.graph.dependency_graph import Dependency, DependencyGraph
from queuewright.render.diagram import FORMATS, as_dot, as_mermaid

ALIAS = Key("QM1", "mq:AliasQueue", "IN")
LOCAL = Key("QM1", "mq:LocalQueue", "REGULAR")
OTHER = Key("QM2", "mq:LocalQueue", "WORK")


def graph() -> DependencyGraph[Key]:
    dependencies: DependencyGraph[Key] = DependencyGraph()
    for key in (OTHER, ALIAS, LOCAL):
        dependencies.add_node(key)
    dependencies.add_dependency(ALIAS, LOCAL, "base_object_name")
    dependencies.add_dependency(ALIAS, OTHER, "remote_queue_name", Strength.SOFT)
    dependencies.left_out[LOCAL, ALIAS] = Dependency("backout_requeue_name", Strength.SOFT)
    return dependencies


def test_mermaid() -> None:
    assert as_mermaid(graph()) == (
        "flowchart LR\n"
        '  subgraph s0["QM1"]\n'
        '    n0["IN<br/>AliasQueue"]\n'
        '    n1["REGULAR<br/>LocalQueue"]\n'
        "  end\n"
        '  subgraph s1["QM2"]\n'
        '    n2["WORK<br/>LocalQueue"]\n'
        "  end\n"
        '  n0 -->|"base_object_name"| n1\n'
        '  n0 -.->|"remote_queue_name"| n2\n'
        '  n1 -.-x|"backout_requeue_name"| n0\n'
    )


def test_dot() -> None:
    assert as_dot(graph()) == (
        "digraph queuewright {\n"
        "  rankdir=LR;\n"
        "  node [shape=box];\n"
        "  subgraph cluster_0 {\n"
        '    label="QM1";\n'
        '    n0 [label="IN\\nAliasQueue"];\n'
        '    n1 [label="REGULAR\\nLocalQueue"];\n'
        "  }\n"
        "  subgraph cluster_1 {\n"
        '    label="QM2";\n'
        '    n2 [label="WORK\\nLocalQueue"];\n'
        "  }\n"
        '  n0 -> n1 [label="base_object_name"];\n'
        '  n0 -> n2 [label="remote_queue_name", style=dotted];\n'
        '  n1 -> n0 [label="backout_requeue_name", style=dotted, arrowhead=tee, constraint=false];'
        "\n"
        "}\n"
    )


@pytest.mark.parametrize("form", FORMATS)
@given(name=st.text(min_size=1, max_size=30))
def test_any_name_stays_inside_its_quotes(form: str, name: str) -> None:
    dependencies: DependencyGraph[Key] = DependencyGraph()
    dependencies.add_node(Key(name, "mq:LocalQueue", name))
    plain: DependencyGraph[Key] = DependencyGraph()
    plain.add_node(Key("A", "mq:LocalQueue", "A"))
    text, expected = FORMATS[form](dependencies), FORMATS[form](plain)
    assert len(text.splitlines()) == len(expected.splitlines())
    unescaped = text.replace("\\\\", "").replace('\\"', "")
    assert unescaped.count('"') == expected.count('"')


def chain() -> DependencyGraph[str]:
    """A needs B, B needs C and D; E needs B; C would need A; X is alone."""
    links: DependencyGraph[str] = DependencyGraph()
    links.add_node("X")
    for needing, needed in ("AB", "BC", "BD", "EB"):
        links.add_dependency(needing, needed, "like")
    links.left_out["C", "A"] = Dependency("backout_requeue_name", Strength.SOFT)
    return links


@pytest.mark.parametrize(
    ("nodes", "depth", "around"),
    [
        ("B", 0, "B"),
        ("B", 1, "ABCDE"),
        ("D", 1, "BD"),
        ("D", 2, "ABDE"),
        ("D", None, "ABCDE"),  # C by what was left out: it would need A
        ("X", None, "X"),
        ("AX", 1, "ABCX"),
        ("", None, ""),
    ],
)
def test_what_stands_around_an_object(nodes: str, depth: int | None, around: str) -> None:
    graph = chain()
    assert graph.around(nodes, depth) == set(around)
    graph.remove_nodes(set(graph) - set(around))
    assert set(graph) == set(around)
    assert all({*pair} <= set(around) for pair in graph.left_out)
