"""Which soft references order nothing: those in cycles, none that is hard, always alike."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.attribute import Strength
from queuewright.graph.dependency_graph import DependencyCycle, DependencyGraph

Needs = dict[str, dict[str, bool]]
EITHER = st.booleans()


def graph_of(needs: Mapping[Any, Mapping[Any, bool]]) -> DependencyGraph[Any]:
    """needs: what each node needs, True where that is hard."""
    graph: DependencyGraph[Any] = DependencyGraph()
    for node, others in needs.items():
        graph.add_node(node)
        for other, strict in others.items():
            strength = Strength.HARD if strict else Strength.SOFT
            graph.add_dependency(node, other, "because", strength)
    return graph


def left_out(needs: Mapping[Any, Mapping[Any, bool]]) -> set[tuple[Any, Any]]:
    graph = graph_of(needs)
    graph.loosen(break_hard=True)
    return {pair for pair, why in graph.left_out.items() if not why.hard}


def without(needs: Needs, out: set[tuple[str, str]]) -> dict[str, list[str]]:
    return {a: [b for b in others if (a, b) not in out] for a, others in needs.items()}


def hard(needs: Needs) -> dict[str, list[str]]:
    return {a: [b for b, strict in others.items() if strict] for a, others in needs.items()}


def orderable(graph: dict[str, list[str]]) -> bool:
    """By taking away what needs nothing, again and again: another way than the module's."""
    left = {node: set(others) & graph.keys() for node, others in graph.items()}
    while left:
        free = {node for node, others in left.items() if not others & left.keys()}
        if not free:
            return False
        left = {node: others for node, others in left.items() if node not in free}
    return True


def reaches(graph: dict[str, list[str]], start: str, end: str) -> bool:
    reached, waiting = {start}, [start]
    while waiting:
        for other in graph.get(waiting.pop(), ()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return end in reached


@st.composite
def graphs(draw: st.DrawFn, strict: st.SearchStrategy[bool] = EITHER) -> Needs:
    nodes = [f"Q{number}" for number in range(draw(st.integers(1, 9)))]
    drawn: Needs = {node: {} for node in draw(st.permutations(nodes))}
    pairs = st.tuples(st.sampled_from(nodes), st.sampled_from(nodes), strict)
    for needing, other, is_hard in draw(st.lists(pairs, max_size=24)):
        if needing != other:
            drawn[needing][other] = drawn[needing].get(other, False) or is_hard
    return drawn


@given(graphs())
def test_what_is_left_has_an_order_exactly_when_what_is_hard_has_one(needs: Needs) -> None:
    assert orderable(without(needs, left_out(needs))) == orderable(hard(needs))


@given(graphs())
def test_only_soft_references_inside_a_cycle_are_left_out(needs: Needs) -> None:
    every = without(needs, set())
    for needing, other in left_out(needs):
        assert needs[needing][other] is False
        assert reaches(every, other, needing)


@given(graphs(), st.randoms(use_true_random=False))
def test_the_order_of_declaration_makes_no_difference(needs: Needs, chance: random.Random) -> None:
    nodes = list(needs)
    chance.shuffle(nodes)
    shuffled: Needs = {}
    for node in nodes:
        others = list(needs[node].items())
        chance.shuffle(others)
        shuffled[node] = dict(others)
    assert left_out(shuffled) == left_out(needs)


@given(graphs())
def test_even_hard_cycles_can_be_broken(needs: Needs) -> None:
    graph = graph_of(needs)
    if not orderable(hard(needs)):
        with pytest.raises(DependencyCycle) as caught:
            graph.loosen()
        for needing, other in zip(caught.value.members, caught.value.members[1:], strict=False):
            assert needs[needing][other]
        assert not graph.left_out
    graph.loosen(break_hard=True)
    assert orderable(without(needs, set(graph.left_out)))


@given(graphs(), st.randoms(use_true_random=False))
def test_an_order_by_name_has_everything_after_what_it_needs(
    needs: Needs, chance: random.Random
) -> None:
    graph = graph_of(needs)
    graph.loosen(break_hard=True)
    order = graph.ordered(by=lambda node: node)
    numbers = graph.generations()
    assert sorted(order) == sorted(numbers) == sorted(needs)
    for node in graph:
        for needed in graph.dependencies(node):
            assert order.index(needed) < order.index(node)
            assert numbers[needed] < numbers[node]
    shuffled = list(needs)
    chance.shuffle(shuffled)
    again = graph_of({node: needs[node] for node in shuffled})
    again.loosen(break_hard=True)
    assert again.ordered(by=lambda node: node) == order


@given(graphs())
def test_who_knows_only_what_was_kept_decides_alike(needs: Needs) -> None:
    """The plan engine is told what a program registered: there, what was kept is hard."""
    out = left_out(needs)
    if orderable(hard(needs)):
        kept = {a: {b: (a, b) not in out for b in others} for a, others in needs.items()}
        assert left_out(kept) == out


@given(graphs(strict=st.just(True)))
def test_a_cycle_is_found_exactly_when_there_is_one(needs: Needs) -> None:
    graph = hard(needs)
    cycle = graph_of(needs).find_cycle()
    for node, following in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
        assert following in graph[node]
    assert len(set(cycle)) == len(cycle)
    assert bool(cycle) == (not orderable(graph))


@pytest.mark.parametrize(
    ("needs", "out"),
    [
        pytest.param({"A": {"B": False}, "B": {}}, set(), id="no cycle"),
        pytest.param({"A": {"B": False}, "B": {"A": False}}, {("A", "B")}, id="each other"),
        pytest.param({"A": {"B": True}, "B": {"A": False}}, {("B", "A")}, id="one hard"),
        pytest.param(
            {"A": {"B": False}, "B": {"C": False}, "C": {"A": False}}, {("A", "B")}, id="ring"
        ),
        pytest.param(
            {"A": {"B": False}, "B": {"C": False}, "C": {"B": False}},
            {("B", "C")},
            id="what needs a cycle comes after it",
        ),
        pytest.param(
            {"A": {"B": False, "C": True}, "B": {"A": False}, "C": {"D": True}, "D": {"A": False}},
            {("B", "A"), ("D", "A")},
            id="the first that has everything hard",
        ),
        pytest.param({"A": {"B": False, "ELSEWHERE": False}, "B": {"A": True}}, {("A", "B")},
                     id="what is not declared"),
    ],
)  # fmt: skip
def test_examples(needs: Needs, out: set[tuple[str, str]]) -> None:
    assert left_out(needs) == out


class Counted:
    """A node that counts how often it is looked up or compared."""

    times = 0

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        Counted.times += 1
        return hash(self.number)

    def __lt__(self, other: "Counted") -> bool:
        Counted.times += 1
        return self.number < other.number


def work(numbers: dict[int, list[int]]) -> int:
    nodes = {number: Counted(number) for number in numbers}
    needs = {
        nodes[number]: dict.fromkeys((nodes[other] for other in others), False)
        for number, others in numbers.items()
    }
    Counted.times = 0
    assert left_out(needs)
    return Counted.times


def ring(size: int) -> dict[int, list[int]]:
    return {node: [(node + 1) % size] for node in range(size)}


def dense(size: int) -> dict[int, list[int]]:
    chance = random.Random(size)
    return {
        node: [(node + 1) % size, *(chance.randrange(size) for _ in range(3))]
        for node in range(size)
    }


@pytest.mark.parametrize("cycle", [ring, dense])
def test_a_large_cycle_costs_no_more_than_its_size(
    cycle: Callable[[int], dict[int, list[int]]],
) -> None:
    assert work(cycle(16_000)) < 1.5 * 16 * work(cycle(1_000))


def test_a_large_ring_leaves_one_out() -> None:
    needs = {number: dict.fromkeys(others, False) for number, others in ring(10_000).items()}
    assert left_out(needs) == {(0, 1)}
