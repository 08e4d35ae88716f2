"""Order: what is needed comes first, whatever names it; cycles are told with their members."""

from collections.abc import Mapping
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.key import Key
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.graph import build_graph, order_edges
from queuewright.graph.dependency_graph import DependencyCycle, DependencyGraph

L, A, R, N = "mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue", "mq:Namelist"
QM = "mq:QueueManagerAttributes"


def k(name: str, kind: str = L, system: str = "QM1") -> Key:
    return Key(system, kind, name)


def edges(
    values: Mapping[Key, Mapping[str, Any]], **more: Any
) -> set[tuple[Key, Key, str, Strength]]:
    graph = build_graph(values, more.pop("like", {}), more.pop("explicit", ()), **more)
    return {
        (needing, needed, why.reason, why.strength)
        for needing in graph
        for needed, why in graph.dependencies(needing).items()
    }


SENDER, RECEIVER, LISTENER = "mq:SenderChannel", "mq:ReceiverChannel", "mq:Listener"
EXPECTED, REQUIRED = Strength.SOFT, Strength.HARD


@pytest.mark.parametrize(
    ("values", "graph_edges"),
    [
        pytest.param(
            {k("X", A): {"base_object_name": "Y"}, k("Y"): {}},
            (k("X", A), k("Y"), "base_object_name", EXPECTED),
            id="alias to base queue",
        ),
        pytest.param(
            {k("X", R): {"xmit_queue_name": "T", "remote_queue_manager_name": "QM9"}, k("T"): {}},
            (k("X", R), k("T"), "xmit_queue_name", REQUIRED),
            id="remote queue to the transmission queue it names",
        ),
        pytest.param(
            {k("X", R): {"remote_queue_manager_name": "QM9"}, k("QM9"): {}},
            (k("X", R), k("QM9"), "remote_queue_manager_name", EXPECTED),
            id="remote queue to the one named like its queue manager",
        ),
        pytest.param(
            {k("X", SENDER): {"xmit_queue_name": "T"}, k("T"): {}},
            (k("X", SENDER), k("T"), "xmit_queue_name", REQUIRED),
            id="channel to its transmission queue",
        ),
        pytest.param(
            {k("X", SENDER): {}, k("X", RECEIVER, "QM2"): {}},
            (k("X", SENDER), k("X", RECEIVER, "QM2"), "connection_name", EXPECTED),
            id="sender to the receiver of its name",
        ),
        pytest.param(
            {k("X", "mq:ServerChannel"): {}, k("X", "mq:RequesterChannel", "QM2"): {}},
            (
                k("X", "mq:ServerChannel"),
                k("X", "mq:RequesterChannel", "QM2"),
                "connection_name",
                EXPECTED,
            ),
            id="server to the requester of its name",
        ),
        pytest.param(
            {
                k("C.QM2", "mq:ClusterSenderChannel"): {},
                k("C.QM2", "mq:ClusterReceiverChannel", "QM2"): {},
            },
            (
                k("C.QM2", "mq:ClusterSenderChannel"),
                k("C.QM2", "mq:ClusterReceiverChannel", "QM2"),
                "connection_name",
                EXPECTED,
            ),
            id="cluster-sender to the cluster-receiver of its name",
        ),
        pytest.param(
            {k("X"): {"process_name": "P"}, k("P", "mq:Process"): {}},
            (k("X"), k("P", "mq:Process"), "process_name", EXPECTED),
            id="queue to process",
        ),
        pytest.param(
            {
                k("X", R): {"remote_queue_manager_name": "QM2", "remote_queue_name": "Y"},
                k("Y", L, "QM2"): {},
            },
            (k("X", R), k("Y", L, "QM2"), "remote_queue_name", EXPECTED),
            id="remote queue to the queue on the other queue manager",
        ),
        pytest.param(
            {k("NL", N): {"names": ("C",)}, k("C", "mq:Cluster"): {}},
            (k("NL", N), k("C", "mq:Cluster"), "names", EXPECTED),
            id="namelist to membership",
        ),
        pytest.param(
            {k("X"): {"cluster_name": "C"}, k("C", "mq:Cluster"): {}},
            (k("X"), k("C", "mq:Cluster"), "cluster_name", EXPECTED),
            id="clustered queue to membership",
        ),
        pytest.param(
            {k("X"): {"cluster_namelist": "NL"}, k("NL", N): {"names": ()}},
            (k("X"), k("NL", N), "cluster_namelist", EXPECTED),
            id="clustered queue to namelist",
        ),
        pytest.param(
            {
                k("T"): {"usage": "transmission", "cluster_channel_name": "TO.*.X"},
                k("TO.QM2.X", "mq:ClusterSenderChannel"): {},
            },
            (
                k("T"),
                k("TO.QM2.X", "mq:ClusterSenderChannel"),
                "cluster_channel_name",
                EXPECTED,
            ),
            id="transmission queue to cluster channels",
        ),
        pytest.param(
            {
                k("L/D", "ibmi:DdmDataQueue", "P1"): {
                    "remote_data_queue": "D",
                    "remote_data_queue_library": "L",
                },
                k("L/D", "ibmi:DataQueue", "P2"): {},
            },
            (
                k("L/D", "ibmi:DdmDataQueue", "P1"),
                k("L/D", "ibmi:DataQueue", "P2"),
                "remote_data_queue",
                EXPECTED,
            ),
            id="DDM data queue to remote data queue",
        ),
        pytest.param(
            {
                k("L/M", "ibmi:MessageQueue", "P1"): {"authorization_list": "AUTL"},
                k("AUTL", "ibmi:AuthorizationList", "P1"): {},
            },
            (
                k("L/M", "ibmi:MessageQueue", "P1"),
                k("AUTL", "ibmi:AuthorizationList", "P1"),
                "authorization_list",
                REQUIRED,
            ),
            id="IBM i object to authorization list",
        ),
    ],
)
def test_names_are_edges(
    values: dict[Key, dict[str, Any]], graph_edges: tuple[Key, Key, str, Strength]
) -> None:
    assert edges(values) == {graph_edges}
    assert edges(dict(reversed(values.items()))) == {graph_edges}


def test_a_name_on_another_system_is_no_edge() -> None:
    assert not edges({k("X", A): {"base_object_name": "Y"}, k("Y", L, "QM2"): {}})
    assert not edges({k("X", A): {"base_object_name": "X"}})


def test_what_it_is_made_like_comes_first() -> None:
    values = {k("X"): {}, k("Y"): {}}
    assert edges(values, like={k("X"): "Y"}) == {(k("X"), k("Y"), "like", REQUIRED)}


def test_the_default_transmission_queue_where_no_other_is_meant() -> None:
    values: dict[Key, dict[str, Any]] = {
        k("X", R): {"remote_queue_manager_name": "QM9"},
        k("DEF"): {},
    }
    default = {"QM1": "DEF"}
    graph_edges = edges(values, default_transmission_queues=default)
    assert graph_edges == {(k("X", R), k("DEF"), "remote_queue_manager_name", EXPECTED)}
    named = {**values, k("QM9"): {}}
    assert {e[1] for e in edges(named, default_transmission_queues=default)} == {k("QM9")}
    assert not edges(values, default_transmission_queues={"QM1": ""})
    assert not edges(values, default_transmission_queues={"QM1": None})
    # A queue manager of the program gives it itself.
    for known in ({}, {"QM1": "OTHER"}):
        own = {**values, k("QMGR", QM): {"default_transmission_queue": "DEF"}}
        graph_edges = edges(own, default_transmission_queues=known)
        assert (k("X", R), k("DEF"), "remote_queue_manager_name", EXPECTED) in graph_edges


def test_a_cycle_is_told_with_its_members() -> None:
    graph = build_graph(
        {
            k("A"): {"stream_queue": "B"},
            k("B"): {"stream_queue": "C", "backout_requeue_name": "A"},
            k("C"): {"backout_requeue_name": "A"},
            k("D"): {"backout_requeue_name": "A"},
        },
        {},
        [(k("C"), k("A"), "depends_on")],
    )
    with pytest.raises(DependencyCycle) as caught:
        graph.generations()
    assert set(caught.value.members) == {k("A"), k("B"), k("C")}
    text = str(caught.value)
    assert "QM1 mq:LocalQueue A needs, by stream_queue, QM1 mq:LocalQueue B" in text
    assert "QM1 mq:LocalQueue C needs, by depends_on, QM1 mq:LocalQueue A" in text
    assert "\n" not in text


def test_a_long_cycle_is_told_at_bearable_length() -> None:
    ring = {k(f"Q{n}"): {"stream_queue": f"Q{(n + 1) % 5000}"} for n in range(5000)}
    with pytest.raises(DependencyCycle, match="and so on, 4989 more,") as caught:
        build_graph(ring, {}, ()).generations()
    assert len(caught.value.members) == 5000
    assert len(str(caught.value)) < 1000


def left_out(graph: DependencyGraph[Key]) -> set[tuple[str, str]]:
    return {(needing.name, needed.name) for needing, needed in graph.left_out}


def pairs(graph: DependencyGraph[Key]) -> list[tuple[Key, Key]]:
    """(needed, needing)"""
    return [(needed, needing) for needing in graph for needed in graph.dependencies(needing)]


def test_soft_references_in_a_cycle_order_where_they_can() -> None:
    ring = {
        k("A"): {"backout_requeue_name": "B"},
        k("B"): {"backout_requeue_name": "C"},
        k("C"): {"backout_requeue_name": "A"},
        k("D"): {"backout_requeue_name": "A"},
    }
    graph = build_graph(ring, {}, ())
    assert graph.generations() == {k("A"): 0, k("C"): 1, k("B"): 2, k("D"): 1}
    assert left_out(graph) == {("A", "B")}
    (why,) = graph.left_out.values()
    assert (why.reason, why.strength) == ("backout_requeue_name", EXPECTED)
    assert k("B") not in graph.dependencies(k("A"))


def test_an_explicit_dependency_is_kept_and_another_way_given_up() -> None:
    ring = {k("A"): {"backout_requeue_name": "B"}, k("B"): {"backout_requeue_name": "A"}}
    graph = build_graph(ring, {}, [(k("A"), k("B"), "depends_on")])
    assert graph.generations() == {k("B"): 0, k("A"): 1}
    assert left_out(graph) == {("B", "A")}


def test_of_two_references_to_one_object_the_required_one_counts() -> None:
    values = {
        k("A"): {"stream_queue": "B", "backout_requeue_name": "B"},
        k("B"): {"backout_requeue_name": "A"},
    }
    assert (k("A"), k("B"), "stream_queue", REQUIRED) in edges(values)
    graph = build_graph(values, {}, ())
    assert graph.generations() == {k("B"): 0, k("A"): 1}
    assert left_out(graph) == {("B", "A")}


def test_a_queue_that_names_itself_needs_nothing() -> None:
    graph = build_graph({k("A"): {"backout_requeue_name": "A"}}, {}, ())
    assert graph.generations() == {k("A"): 0}
    assert left_out(graph) == set()


@settings(max_examples=50)
@given(st.data())
def test_any_references_have_an_order_unless_required_ones_form_a_cycle(
    data: st.DataObject,
) -> None:
    names = [f"Q{number}" for number in range(data.draw(st.integers(1, 8)))]
    name = st.sampled_from(["", *names])
    given_values = {
        k(member): {"stream_queue": data.draw(name), "backout_requeue_name": data.draw(name)}
        for member in data.draw(st.permutations(names))
    }
    required = build_graph(
        {key: {"stream_queue": member["stream_queue"]} for key, member in given_values.items()},
        {},
        (),
    )
    graph = build_graph(given_values, {}, ())
    if not networkx.is_directed_acyclic_graph(networkx.DiGraph(pairs(required))):
        with pytest.raises(DependencyCycle) as caught:
            graph.generations()
        members = caught.value.members
        for member, other in zip(members, [*members[1:], members[0]], strict=True):
            assert given_values[member]["stream_queue"] == other.name
        return
    numbers = graph.generations()
    for needed, needing in [*pairs(graph), *pairs(required)]:
        assert numbers[needed] < numbers[needing]
    shuffled = dict(data.draw(st.permutations(list(given_values.items()))))
    assert build_graph(shuffled, {}, ()).generations() == numbers


def declared(name: str, *dependencies: str, kind: str = L, parent: str = "") -> Declared:
    ours = kind in (L, A)
    return Declared(
        urn=name,
        type=TYPE_PREFIX + kind if ours else kind,
        name=name,
        custom=kind != "component",
        parent=parent,
        dependencies=dependencies,
    )


def ordered(*program: Declared) -> set[tuple[str, str, str]]:
    keys = {resource.urn: k(resource.urn) for resource in program if resource.kind}
    return {(a.name, b.name, why) for a, b, why in order_edges(program, keys)}


def test_explicit_dependencies_and_parents() -> None:
    assert ordered(declared("a", "b"), declared("b"), declared("c", parent="a")) == {
        ("a", "b", "depends_on"),
        ("c", "a", "parent"),
    }


def test_a_component_stands_for_its_children() -> None:
    assert ordered(
        declared("a", "comp"),
        declared("comp", kind="component"),
        declared("inner", kind="component", parent="comp"),
        declared("x", parent="comp"),
        declared("y", parent="inner"),
    ) == {("a", "x", "depends_on"), ("a", "y", "depends_on")}


def test_what_a_component_waits_for_its_children_wait_for() -> None:
    assert ordered(
        declared("comp", "a", kind="component"),
        declared("inner", kind="component", parent="comp"),
        declared("a"),
        declared("x", parent="inner"),
    ) == {("x", "a", "depends_on")}


def test_another_providers_resource_passes_on_what_it_needs() -> None:
    program = (declared("a", "bucket"), declared("bucket", "b", kind="aws:s3:B"), declared("b"))
    assert ordered(*program) == {("a", "b", "depends_on")}


@st.composite
def acyclic(draw: st.DrawFn) -> dict[Key, dict[str, Any]]:
    """Aliases and queues, each naming only earlier ones; declared in any order."""
    count = draw(st.integers(1, 12))
    values: dict[Key, dict[str, Any]] = {}
    for number in range(count):
        earlier = [key.name for key in values]
        base = draw(st.sampled_from(["", *earlier])) if earlier else ""
        kind, attribute = draw(
            st.sampled_from([(A, "base_object_name"), (L, "backout_requeue_name")])
        )
        values[k(f"Q{number}", kind)] = {attribute: base}
    order = draw(st.permutations(list(values)))
    return {key: values[key] for key in order}


@settings(max_examples=50)
@given(acyclic())
def test_generations_are_topological(values: dict[Key, dict[str, Any]]) -> None:
    graph = build_graph(values, {}, ())
    numbers = graph.generations()
    assert numbers.keys() == values.keys()
    for needed, needing in pairs(graph):
        assert numbers[needed] < numbers[needing]
    for key, number in numbers.items():
        before = [numbers[other] for other in graph.dependencies(key)]
        assert number == max(before, default=-1) + 1


def test_a_channel_needs_the_listener_on_its_port_at_the_other_end() -> None:
    sender, receiver = k("X", SENDER), k("X", RECEIVER, "QM2")
    there, other = k("TCP", LISTENER, "QM2"), k("OTHER", LISTENER, "QM2")
    here, far = k("TCP", LISTENER), k("TCP", LISTENER, "QM3")
    listeners = {there: {"port": 1415}, other: {"port": 1416}, here: {"port": 1415},
                 far: {"port": 1415}}  # fmt: skip

    def named(connection_name: object) -> set[Key]:
        values = {sender: {"connection_name": connection_name}, receiver: {}, **listeners}
        return {needed for needing, needed, _, _ in edges(values) if needing == sender}

    assert named("host2(1415)") == {receiver, there}
    assert named("host2(1415),host3(1416)") == {receiver, there, other}
    assert named("host2") == {receiver}  # 1414
    assert named("host2(x)") == {receiver}
    assert named(None) == {receiver}
    alone = {sender: {"connection_name": "host2(1415)"}, **listeners}
    assert edges(alone) == set()  # whose port it is nobody knows
