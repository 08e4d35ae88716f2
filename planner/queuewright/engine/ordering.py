"""In which order steps run: what is needed first, deletes in reverse and last.

Two kinds of delete have to come before something else: of an object whose name another kind is to
take, and of a resource's former object unless the program says delete_before_replace=False. What
is deleted and needs such an object goes before it.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.key import Key
from queuewright.diff.snapshot import namespace
from queuewright.graph.cycles import find_cycle, left_out
from queuewright.graph.references import Directory, edges

from .graph import generations

if TYPE_CHECKING:
    from .graph import Graph
    from .matching import Item

__all__ = ["Ordering"]


class Ordering:
    """Generations and dependencies of declared objects, and after `place_deletes` of all."""

    def __init__(self, graph: "Graph", numbers: dict[Key, int]) -> None:
        self._graph = graph
        self._generations = numbers
        self._deletes: dict[Key, set[Key]] = {}
        self._early: set[Key] = set()

    def generation(self, key: Key) -> int:
        return self._generations.get(key, 0)

    def depends(self, key: Key) -> tuple[Key, ...]:
        """The objects whose steps must have succeeded before that of `key`."""
        found = self._deletes.get(key, ())
        return (*(self._graph.predecessors(key) if key in self._graph else ()), *sorted(found))

    def required_by(self, key: Key) -> list[Key]:
        """What `key` needs to exist before."""
        return [
            needed
            for needed, _, data in self._graph.in_edges(key, data=True)
            if data["strength"] is Strength.HARD
        ]

    def is_late(self, key: Key) -> bool:
        """Whether it is a delete that comes after everything else."""
        return key in self._deletes and key not in self._early

    def place_deletes(
        self,
        gone: Mapping[Key, "Item"],
        declared: Mapping[Key, "Item"],
        created: Collection[Key],
    ) -> None:
        """Order the deletes of `gone`. created: keys that a create or a replacement makes."""
        if not gone:
            return
        self._deletes = _dependents(gone)
        first = _making_room(gone, declared, created)
        self._early = _with_dependents({before for before, _ in first}, self._deletes)
        if first:
            for key in self._early:
                self._graph.add_node(key)
            for before, after in first:
                self._graph.add_edge(
                    before, after, attribute="name", strength=Strength.HARD, hard=True
                )
            for key in self._early:
                for dependent in self._deletes[key]:
                    self._graph.add_edge(
                        dependent,
                        key,
                        attribute="depends_on",
                        strength=Strength.HARD,
                        hard=True,
                    )
            self._generations = generations(self._graph)
        last = max(self._generations.values(), default=-1) + 1
        late = [key for key in gone if key not in self._early]
        self._after_changes(gone, declared, late)
        self._number(late, last)
        for key in self._early:
            self._deletes[key] = set()  # the graph has them

    def _number(self, late: Collection[Key], first: int) -> None:
        import networkx

        graph: Graph = networkx.DiGraph()
        graph.add_nodes_from(late)
        inside = set(late)
        for key in late:
            graph.add_edges_from(
                (other, key, {"attribute": "depends_on", "hard": True})
                for other in self._deletes[key]
                if other in inside
            )
        for key, number in generations(graph).items():
            self._generations[key] = first + number

    def _after_changes(
        self, gone: Mapping[Key, "Item"], declared: Mapping[Key, "Item"], late: Collection[Key]
    ) -> None:
        """What named an object until now is changed before that object is deleted; the object
        that takes a resource's place is made before its former one is deleted."""
        for key in late:
            moved = gone[key].moved
            if moved is not None and moved in declared:
                self._deletes[key].add(moved)
        before = {
            key: item.last.attributes
            for key, item in declared.items()
            if item.last is not None and item.last is not item.inputs
        }
        for edge in edges(before, among=Directory(late)):
            self._deletes[edge.target].add(edge.source)


def _dependents(gone: Mapping[Key, "Item"]) -> dict[Key, set[Key]]:
    """For each object to delete, those to be deleted before it because they need it."""
    needs: dict[Key, dict[Key, bool]] = {key: {} for key in gone}
    values = {key: item.last.attributes for key, item in gone.items() if item.last is not None}
    for edge in edges(values):
        hard = edge.strength is Strength.HARD
        needs[edge.source][edge.target] = hard or needs[edge.source].get(edge.target, False)
    urns = {item.urn: key for key, item in gone.items()}
    for key, item in gone.items():
        if item.prior is not None:
            for urn in item.prior.needs():
                if urn in urns and urns[urn] != key:
                    needs[key][urns[urn]] = True
    out = left_out(needs) if find_cycle(needs) else ()
    found: dict[Key, set[Key]] = {key: set() for key in gone}
    for key, targets in needs.items():
        for target in targets:
            if (key, target) not in out:
                found[target].add(key)
    if find_cycle(found):
        _break_cycles(found)
    return found


def _break_cycles(before: dict[Key, set[Key]]) -> None:
    """What a state holds need not be free of cycles: any order will do inside one."""
    done: set[Key] = set()
    for start in before:
        path: dict[Key, list[Key]] = {} if start in done else {start: sorted(before[start])}
        while path:
            key, waiting = next(reversed(path.items()))
            if not waiting:
                done.add(key)
                del path[key]
                continue
            following = waiting.pop()
            if following in path:
                before[key].discard(following)
            elif following not in done:
                path[following] = sorted(before[following])


def _with_dependents(keys: set[Key], before: Mapping[Key, Collection[Key]]) -> set[Key]:
    found, waiting = set(keys), list(keys)
    while waiting:
        fresh = [key for key in before.get(waiting.pop(), ()) if key not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found


def _making_room(
    gone: Mapping[Key, "Item"], declared: Mapping[Key, "Item"], created: Collection[Key]
) -> list[tuple[Key, Key]]:
    """(delete, create) where the delete has to come first."""
    found = []
    holders = {(key.system, namespace(key.kind), key.name): key for key in gone}
    for key in created:
        holder = holders.get((key.system, namespace(key.kind), key.name))
        if holder is not None:
            found.append((holder, key))
        item = declared.get(key)
        if item is None or item.declared is None or item.moved_from not in gone:
            continue
        if item.declared.delete_before_replace is not False and item.moved_from is not None:
            found.append((item.moved_from, key))
    return list(dict.fromkeys(found))
