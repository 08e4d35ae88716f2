"""Cycles of needs: which of them nobody can make first, and which an order can live with.

A reference is hard when what it names has to be there first (Ref: REQUIRED; `like`; Pulumi's own
`depends_on` and parents), and expected when the documents let it come later. A cycle of hard
references is an error. In any other cycle some soft references order nothing:

    As long as something has everything that it needs, that is made, the first by name. When
    nothing has, the first by name of those that have everything hard is made before the rest.

So the answer depends on what is declared alone, and never on the order of declaration; an
soft reference outside every cycle always orders.
"""

import heapq
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from queuewright.catalogue.diagnostic import one_line

__all__ = ["cycle_text", "find_cycle", "hard_cycle", "left_out"]


class _Comparable(Hashable, Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


Node = TypeVar("Node", bound=Hashable)
Named = TypeVar("Named", bound=_Comparable)


def left_out(needs: Mapping[Named, Mapping[Named, bool]]) -> set[tuple[Named, Named]]:
    """The soft references that order nothing, as (needing, needed). Nearly linear.

    needs: what each node needs, True where that is hard. Nodes are hashable, and compare by name.
    No edge leads from a node to itself. What is left has no cycle, unless what is hard has one.
    """
    found: set[tuple[Named, Named]] = set()
    for members in _cycles(needs):
        places = _placed(members, needs)
        last = len(places)
        found.update(
            (node, other)
            for node, place in places.items()
            for other, hard in needs[node].items()
            if not hard and other in members and place < places.get(other, last)
        )
    return found


def hard_cycle(needs: Mapping[Node, Mapping[Node, bool]]) -> Sequence[Node]:
    """`find_cycle` of what is hard alone."""
    return find_cycle(
        {node: [other for other, hard in found.items() if hard] for node, found in needs.items()}
    )


def cycle_text(
    cycle: Sequence[Node], why: Mapping[tuple[Node, Node], str], words: Callable[[Node], str] = str
) -> str:
    """The one line that an error says of a cycle, each member needing the next.

    why: the attribute by which one needs another. words: what a member is called, with the
    resource in parentheses where that is known.
    """
    links = [
        f"{words(one)} needs, by {why.get((one, other), 'depends_on')},"
        for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    ]
    if len(links) > 12:
        links[10:-1] = [f"and so on, {len(links) - 11} more,"]
    first = words(cycle[0]).partition(" (resource ")[0]
    return one_line(
        f"a cycle, so that none can be made first: {' '.join(links)} {first}; remove one of these "
        "references, or the depends_on that closes the cycle"
    )


def _placed(
    members: Collection[Named], needs: Mapping[Named, Mapping[Named, bool]]
) -> dict[Named, int]:
    """Who is made as which, among those who need one another; not who stands in a hard cycle."""
    needed_by: dict[Named, list[tuple[Named, bool]]] = {node: [] for node in members}
    all_needs: dict[Named, int] = {}
    hard_needs: dict[Named, int] = {}
    for node in members:
        inside = [(other, hard) for other, hard in needs[node].items() if other in needed_by]
        all_needs[node] = len(inside)
        hard_needs[node] = sum(hard for _, hard in inside)
        for other, hard in inside:
            needed_by[other].append((node, hard))
    ready: list[Named] = []
    possible = [node for node, count in hard_needs.items() if not count]
    heapq.heapify(possible)
    places: dict[Named, int] = {}
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


def _cycles(needs: Mapping[Node, Collection[Node]]) -> Iterator[set[Node]]:
    """Those who need one another, directly or not (Tarjan's strongly connected components)."""
    numbers: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    open_: list[Node] = []
    closed: set[Node] = set()
    for start in needs:
        path: list[tuple[Node, Iterator[Node]]] = []
        if start not in numbers:
            path.append((start, iter(needs[start])))
            numbers[start] = lowest[start] = len(numbers)
            open_.append(start)
        while path:
            node, following = path[-1]
            for other in following:
                if other not in numbers:
                    path.append((other, iter(needs.get(other, ()))))
                    numbers[other] = lowest[other] = len(numbers)
                    open_.append(other)
                    break
                if other not in closed:
                    lowest[node] = min(lowest[node], numbers[other])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == numbers[node]:
                    members: set[Node] = set()
                    while node not in members:
                        members.add(open_.pop())
                    closed |= members
                    if len(members) > 1:
                        yield members


def find_cycle(graph: Mapping[Node, Collection[Node]]) -> list[Node]:
    """The members of one cycle in their order, each needing the next; empty when there is none."""
    done: set[Node] = set()
    for start in graph:
        if start in done:
            continue
        path: dict[Node, Iterator[Node]] = {start: iter(graph[start])}
        while path:
            node = next(reversed(path))
            following = next(path[node], None)
            if following is None:
                done.add(node)
                del path[node]
            elif following in path:
                members = list(path)
                return members[members.index(following) :]
            elif following not in done:
                path[following] = iter(graph.get(following, ()))
    return []
