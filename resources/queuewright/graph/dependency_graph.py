"""The dependency graph: hard and soft dependencies, their cycles and the order that they leave.

A dependency is hard when what it names has to be there first (a hard `Ref`, `like`, Pulumi's own
`depends_on` and parents), and soft when the documents let it come later. A cycle of hard
dependencies is an error. In any other cycle some soft ones order nothing:

    As long as something has everything that it needs, that is made, the first by name. When
    nothing has, the first by name of those that have everything hard is made before the rest.

So the answer depends on what is declared alone, never on the order of declaration, and a soft
dependency outside every cycle always orders.
"""

import heapq
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError


class _Comparable(Hashable, Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


Node = TypeVar("Node", bound=_Comparable)


class DependencyCycle(QueuewrightError):
    """Objects need one another, so that none can be made first: `members`, each needing the
    next. The text names them."""

    def __init__(self, text: str, members: Sequence[Any] = ()) -> None:
        super().__init__(text)
        self.members = tuple(members)


class Dependency(NamedTuple):
    """Why one object needs another: the attribute that names it, or an option ("like",
    "depends_on", "parent").

    explicit: the option of Pulumi's that says so besides the attribute, "" for none; such a
    dependency is hard, whatever the attribute's strength.
    """

    reason: str
    strength: Strength
    explicit: str = ""

    @property
    def hard(self) -> bool:
        return self.strength is Strength.HARD or bool(self.explicit)

    @property
    def hard_reason(self) -> str:
        return self.reason if self.strength is Strength.HARD else self.explicit


class DependencyGraph(Generic[Node]):
    """Nodes, which compare by name, and what each of them needs."""

    def __init__(self) -> None:
        self._needs: dict[Node, dict[Node, Dependency]] = {}
        self.left_out: dict[tuple[Node, Node], Dependency] = {}
        """The dependencies that `loosen` has taken out, by (needing, needed)."""

    def __contains__(self, node: object) -> bool:
        return node in self._needs

    def __iter__(self) -> Iterator[Node]:
        return iter(self._needs)

    def add_node(self, node: Node) -> None:
        self._needs.setdefault(node, {})

    def add_dependency(
        self,
        node: Node,
        needed: Node,
        reason: str,
        strength: Strength = Strength.HARD,
        *,
        explicit: bool = False,
    ) -> None:
        """`node` needs `needed`. explicit: Pulumi says so, rather than an attribute.

        Of several reasons the hard one counts. Nothing needs itself: that is not a dependency.
        """
        if node == needed:
            return
        needs = self._needs.setdefault(node, {})
        self._needs.setdefault(needed, {})
        known = needs.get(needed)
        if explicit and known is not None:
            needs[needed] = known._replace(explicit=known.explicit or reason)
        elif known is None or strength is Strength.HARD:
            needs[needed] = Dependency(reason, strength, known.explicit if known else "")
        elif known.strength is Strength.SOFT:
            needs[needed] = known._replace(reason=reason)

    def remove_dependency(self, node: Node, needed: Node) -> Dependency:
        return self._needs[node].pop(needed)

    def remove_nodes(self, nodes: Collection[Node]) -> None:
        """Take nodes out, with everything that needs them or that they need."""
        self._needs = {
            node: {needed: reason for needed, reason in needs.items() if needed not in nodes}
            for node, needs in self._needs.items()
            if node not in nodes
        }
        self.left_out = {
            pair: reason for pair, reason in self.left_out.items() if not set(pair) & set(nodes)
        }

    def around(self, nodes: Iterable[Node], depth: int | None = None) -> set[Node]:
        """Nodes, what they need and what needs them, directly or in `depth` steps; those links
        count too that `loosen` has taken out. depth: None for any number."""
        needs: dict[Node, set[Node]] = {node: set(self._needs[node]) for node in self._needs}
        for needing, needed in self.left_out:
            needs[needing].add(needed)
        needed_by: dict[Node, set[Node]] = {node: set() for node in needs}
        for needing, needed_nodes in needs.items():
            for needed in needed_nodes:
                needed_by[needed].add(needing)
        reached = set(nodes)
        for links in (needs, needed_by):
            seen = edge = set(nodes)
            steps = 0
            while edge and (depth is None or steps < depth):
                edge = {other for node in edge for other in links[node]} - seen
                seen = seen | edge
                steps += 1
            reached |= seen
        return reached

    def dependencies(self, node: Node) -> Mapping[Node, Dependency]:
        """The direct dependencies of a node; nothing for one that is not here."""
        return self._needs.get(node, {})

    def with_dependencies(self, nodes: Iterable[Node]) -> set[Node]:
        """Nodes, and everything that they need, directly or not."""
        reached = set(nodes)
        waiting = list(reached)
        while waiting:
            fresh = [needed for needed in self.dependencies(waiting.pop()) if needed not in reached]
            reached.update(fresh)
            waiting.extend(fresh)
        return reached

    def find_cycle(self, *, hard: bool = False) -> list[Node]:
        """The members of one cycle, each needing the next; empty when there is none.

        hard: look at hard dependencies alone.
        """
        graph: Mapping[Node, Iterable[Node]] = self._needs
        if hard:
            graph = {
                node: [needed for needed, reason in needs.items() if reason.hard]
                for node, needs in self._needs.items()
            }
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            members: list[Node] = error.args[1][:0:-1]
            return members
        return []

    def loosen(self, words: Callable[[Node], str] = str, *, break_hard: bool = False) -> None:
        """Take out what closes cycles and orders nothing, so that an order exists.

        words: what a message calls a node, with its resource in parentheses where that is known.
        break_hard: any order will do inside a cycle of hard dependencies, else it raises
        DependencyCycle. Nearly linear.
        """
        if not self.find_cycle():
            return
        members = self.find_cycle(hard=True)
        if members and not break_hard:
            raise DependencyCycle(self._cycle_text(members, words), members)
        for keeps_hard in (True, False) if members else (True,):
            needs = {
                node: {needed: keeps_hard and reason.hard for needed, reason in needs.items()}
                for node, needs in self._needs.items()
            }
            for node, needed in sorted(_ordering_nothing(needs)):
                self.left_out[node, needed] = self._needs[node].pop(needed)

    def generations(self) -> dict[Node, int]:
        """The generation of each node, from 0: one more than the latest of what it needs.

        Loosens the graph where it has cycles. Raises DependencyCycle.
        """
        numbers = self._numbers()
        if len(numbers) < len(self._needs):
            self.loosen()
            numbers = self._numbers()
        return numbers

    def _numbers(self) -> dict[Node, int]:
        """The generation of each node that is in no cycle and needs none. Most nodes come behind
        what they need, so that one look at each will do; of the others, Kahn's algorithm."""
        numbers: dict[Node, int] = {}
        later: list[Node] = []
        for node, needs in self._needs.items():
            number = 0
            for needed in needs:
                before = numbers.get(needed)
                if before is None:
                    later.append(node)
                    break
                number = max(number, before + 1)
            else:
                numbers[node] = number
        waiting_for: dict[Node, int] = {}
        needed_by: dict[Node, list[Node]] = {}
        for node in later:
            open_needs = [needed for needed in self._needs[node] if needed not in numbers]
            waiting_for[node] = len(open_needs)
            for needed in open_needs:
                needed_by.setdefault(needed, []).append(node)
        ready = [node for node in later if not waiting_for[node]]
        while ready:
            node = ready.pop()
            numbers[node] = 1 + max(numbers[needed] for needed in self._needs[node])
            for dependent in needed_by.get(node, ()):
                waiting_for[dependent] -= 1
                if not waiting_for[dependent]:
                    ready.append(dependent)
        return numbers

    def ordered(self, by: Callable[[Node], Any]) -> list[Node]:
        """Every node after what it needs; of those that could come next, the first by `by`.

        Loosens the graph first. Raises DependencyCycle.
        """
        import networkx

        self.loosen()
        graph: networkx.DiGraph[Node] = networkx.DiGraph()
        graph.add_nodes_from(self._needs)
        graph.add_edges_from(
            (needed, node) for node, needs in self._needs.items() for needed in needs
        )
        return list(networkx.lexicographical_topological_sort(graph, by))

    def _cycle_text(self, members: Sequence[Node], words: Callable[[Node], str]) -> str:
        links = [
            f"{words(node)} needs, by {self._needs[node][needed].hard_reason},"
            for node, needed in zip(members, [*members[1:], members[0]], strict=True)
        ]
        if len(links) > 12:
            links[10:-1] = [f"and so on, {len(links) - 11} more,"]
        first = words(members[0]).partition(" (resource ")[0]
        return one_line(
            f"a cycle, so that none can be made first: {' '.join(links)} {first}; remove one of "
            "these references, or the depends_on that closes the cycle"
        )


def _ordering_nothing(needs: Mapping[Node, Mapping[Node, bool]]) -> set[tuple[Node, Node]]:
    """The soft dependencies that order nothing, as (needing, needed). needs: True where hard.

    What is left has no cycle, unless what is hard has one.
    """
    import networkx

    graph: networkx.DiGraph[Node] = networkx.DiGraph()
    graph.add_edges_from((node, needed) for node, others in needs.items() for needed in others)
    pairs: set[tuple[Node, Node]] = set()
    for members in networkx.strongly_connected_components(graph):
        if len(members) == 1:
            continue
        places = _placed(members, needs)
        last = len(places)
        pairs.update(
            (node, needed)
            for node, place in places.items()
            for needed, hard in needs[node].items()
            if not hard and needed in members and place < places.get(needed, last)
        )
    return pairs


def _placed(
    members: Collection[Node], needs: Mapping[Node, Mapping[Node, bool]]
) -> dict[Node, int]:
    """Who is made as which, among those who need one another; not who stands in a hard cycle."""
    needed_by: dict[Node, list[tuple[Node, bool]]] = {node: [] for node in members}
    all_needs: dict[Node, int] = {}
    hard_needs: dict[Node, int] = {}
    for node in members:
        inside = [(other, hard) for other, hard in needs[node].items() if other in needed_by]
        all_needs[node] = len(inside)
        hard_needs[node] = sum(hard for _, hard in inside)
        for other, hard in inside:
            needed_by[other].append((node, hard))
    ready: list[Node] = []
    possible = [node for node, count in hard_needs.items() if not count]
    heapq.heapify(possible)
    places: dict[Node, int] = {}
    while ready or possible:
        node = heapq.heappop(ready or possible)
        if node in places:
            continue
        places[node] = len(places)
        for other, hard in needed_by[node]:
            all_needs[other] -= 1
            hard_needs[other] -= hard
            if not all_needs[other]:
                heapq.heappush(ready, other)
            elif hard and not hard_needs[other]:
                heapq.heappush(possible, other)
    return places
