"""In which order steps run: what is needed first, deletes in reverse and last.

Two kinds of delete have to come before something else: of an object whose name another kind is to
take, and of a resource's former object unless the program says delete_before_replace=False. What
is deleted and needs such an object goes before it.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.diff.snapshot import namespace
from queuewright.graph.dependency_graph import DependencyGraph
from queuewright.graph.references import Directory, edges
from queuewright.kinds import kinds_of

from .matching import Item


class Ordering:
    """Generations and dependencies of declared objects, and after `place_deletes` of all."""

    def __init__(self, graph: DependencyGraph[Key]) -> None:
        """Raises DependencyCycle."""
        self._graph = graph
        self._generations = graph.generations()
        self._late: DependencyGraph[Key] = DependencyGraph()
        self._unchanged: Collection[Key] = frozenset()
        self._behind: dict[Key, dict[Key, None]] = {}

    def generation(self, key: Key) -> int:
        return self._generations.get(key, 0)

    def depends(self, key: Key) -> tuple[Key, ...]:
        """The objects whose steps must have succeeded before that of `key`: after `settle` also
        those that are behind objects which stay the same."""
        direct = self._graph.dependencies(key)
        behind = (far for near in direct if near in self._unchanged for far in self._through(near))
        return tuple(dict.fromkeys((*direct, *behind, *sorted(self._late.dependencies(key)))))

    def settle(self, unchanged: Collection[Key]) -> None:
        """What is behind an object that stays the same is waited for through it."""
        self._unchanged = unchanged

    def _through(self, unchanged: Key) -> Iterable[Key]:
        """The changed objects that one which stays the same needs, directly or not."""
        waiting = [unchanged]
        while waiting:
            key = waiting[-1]
            needs = self._graph.dependencies(key)
            same = [near for near in needs if near in self._unchanged]
            open_ends = [near for near in same if near not in self._behind]
            if open_ends and key not in self._behind:
                waiting += open_ends
                continue
            waiting.pop()
            far = (other for near in same for other in self._behind.get(near, ()))
            others = (near for near in needs if near not in self._unchanged)
            self._behind[key] = dict.fromkeys((*others, *far))
        return self._behind[unchanged]

    def free_lists(self, freed: Collection[tuple[Key, Key]]) -> None:
        """(list to replace, its former user): the user is changed first."""
        for replaced, user in freed:
            self._graph.add_dependency(replaced, user, "authority")
        if freed:
            self._generations = self._graph.generations()

    def needed_by(self, key: Key) -> list[Key]:
        """What is made before `key`, directly."""
        return list(self._graph.dependencies(key))

    def is_late(self, key: Key) -> bool:
        """Whether it is a delete that comes after everything else."""
        return key in self._late

    def place_deletes(
        self,
        deleted: Mapping[Key, Item],
        declared: Mapping[Key, Item],
        first: Collection[tuple[Key, Key]],
        attributes: Mapping[Key, Mapping[str, Any]],
    ) -> None:
        """Order the deletes. first: what `making_room` says of them. attributes: of the objects
        that the plan deletes or changes, as they are: others may have changed what they name."""
        if not deleted:
            return
        deletes = _in_reverse(deleted, attributes)
        early = deletes.with_dependencies(before for before, _ in first)
        if first:
            for before, after in first:
                self._graph.add_dependency(after, before, "name")
            for key in early:
                self._graph.add_node(key)
                for dependent in deletes.dependencies(key):
                    self._graph.add_dependency(key, dependent, "depends_on")
            self._generations = self._graph.generations()
            deletes.remove_nodes(early)
        last = max(self._generations.values(), default=-1) + 1
        for key, number in deletes.generations().items():
            self._generations[key] = last + number
        self._late = deletes
        self._after_changes(deleted, declared, attributes)

    def _after_changes(
        self,
        deleted: Mapping[Key, Item],
        declared: Mapping[Key, Item],
        attributes: Mapping[Key, Mapping[str, Any]],
    ) -> None:
        """What named an object until now is changed before that object is deleted; the object
        that takes a resource's place is made before its former one is deleted, and what is made
        like it, too."""
        late = list(self._late)
        for key, item in declared.items():
            like = item.options.like
            source = key._replace(name=like) if like else None
            if source is not None and source in self._late:
                self._late.add_dependency(source, key, "like")
        for key in late:
            moved = deleted[key].moved
            if moved is not None and moved in declared:
                self._late.add_dependency(key, moved, "name")
        before = {key: values for key, values in attributes.items() if key in declared}
        for edge in edges(before, among=Directory(late)):
            self._late.add_dependency(edge.target, edge.source, edge.attribute)


def _in_reverse(
    deleted: Mapping[Key, Item], attributes: Mapping[Key, Mapping[str, Any]]
) -> DependencyGraph[Key]:
    """Each object to delete needs those gone that needed it."""
    graph: DependencyGraph[Key] = DependencyGraph()
    for key in deleted:
        graph.add_node(key)
    for edge in edges({key: attributes[key] for key in deleted}):
        graph.add_dependency(edge.source, edge.target, edge.attribute, edge.strength)
    urns = {item.urn: key for key, item in deleted.items()}
    for key, item in deleted.items():
        if item.prior is not None:
            for urn in item.prior.needs():
                if urn in urns:
                    graph.add_dependency(key, urns[urn], "depends_on", explicit=True)
    graph.loosen(break_hard=True)  # what a state holds need not be free of cycles
    reverse: DependencyGraph[Key] = DependencyGraph()
    for key in deleted:
        reverse.add_node(key)
        for needed in graph.dependencies(key):
            reverse.add_dependency(needed, key, "depends_on")
    return reverse


def making_room(
    deleted: Mapping[Key, Item],
    declared: Mapping[Key, Item],
    created: Collection[Key],
    attributes: Mapping[Key, Mapping[str, Any]],
) -> list[tuple[Key, Key]]:
    """(delete, create) where the delete has to come first. created: what a create or a replacement
    makes. attributes: of the objects to delete, as they are.

    An authorization list can be deleted, to be replaced too, only when nothing names it any more.
    """
    pairs = []
    secured = {key: attributes[key] for key in deleted}
    holders = {(key.system, namespace(key.kind), key.name): key for key in deleted}
    for key in created:
        holder = holders.get((key.system, namespace(key.kind), key.name))
        if holder is not None:
            pairs.append((holder, key))
        if key.kind in kinds_of(Role.AUTHORIZATION_LIST):
            pairs += [(edge.source, key) for edge in edges(secured, among=Directory([key]))]
            continue
        item = declared.get(key)
        if item is None or item.declared is None or item.moved_from not in deleted:
            continue
        if item.declared.delete_before_replace is not False and item.moved_from is not None:
            pairs.append((item.moved_from, key))
    return list(dict.fromkeys(pairs))
