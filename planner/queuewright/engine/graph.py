"""The dependency graph of a plan: what attributes name, and what Pulumi's own options say."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.graph.dependency_graph import DependencyGraph
from queuewright.graph.references import edges

from .declared import Declared

__all__ = ["build_graph", "order_edges"]


def build_graph(
    values: Mapping[Key, Mapping[str, Any]],
    like: Mapping[Key, str],
    explicit: Iterable[tuple[Key, Key, str]],
    default_transmission_queues: Mapping[str, str] | None = None,
) -> DependencyGraph[Key]:
    """The graph of declared objects, which may have cycles.

    values: attributes by key. like: what each is made from. explicit: (needing, needed, reason).
    default_transmission_queues: the queue manager's DefXmitQName by system, where it is known.
    """
    graph: DependencyGraph[Key] = DependencyGraph()
    for key in values:
        graph.add_node(key)
    for edge in edges(values, like=like, default_transmission_queues=default_transmission_queues):
        graph.add_dependency(edge.source, edge.target, edge.attribute, edge.strength)
    for needing, needed, reason in explicit:
        graph.add_dependency(needing, needed, reason, explicit=True)
    return graph


def order_edges(
    declared: Sequence[Declared], keys: Mapping[str, Key]
) -> Iterator[tuple[Key, Key, str]]:
    """What Pulumi's own options say: (needing, needed, reason), for objects of ours.

    keys: our objects by URN. A component stands for its children and passes on what it waits for
    itself; so does a resource of another provider.
    """
    by_urn = {resource.urn: resource for resource in declared}
    children: dict[str, list[str]] = {}
    for resource in declared:
        if resource.parent and resource.parent not in keys:
            children.setdefault(resource.parent, []).append(resource.urn)
    memory: dict[str, frozenset[Key]] = {}
    for resource in declared:
        key = keys.get(resource.urn)
        if key is None:
            continue
        for urn in resource.dependencies:
            if urn in keys:
                yield key, keys[urn], "depends_on"
            elif urn in by_urn:
                for needed in _objects_behind(urn, by_urn, children, keys, memory):
                    yield key, needed, "depends_on"
        if resource.parent in keys:
            yield key, keys[resource.parent], "parent"
        for urn in _waited_for(resource.parent, by_urn, keys):
            if urn in keys:
                yield key, keys[urn], "depends_on"
            else:
                for needed in _objects_behind(urn, by_urn, children, keys, memory):
                    yield key, needed, "depends_on"


def _waited_for(
    parent: str, by_urn: Mapping[str, Declared], keys: Mapping[str, Key]
) -> Iterator[str]:
    """What the components above a resource wait for."""
    while parent in by_urn and parent not in keys:
        above = by_urn[parent]
        yield from (urn for urn in above.dependencies if urn in by_urn)
        parent = above.parent


def _objects_behind(
    urn: str,
    by_urn: Mapping[str, Declared],
    children: Mapping[str, Sequence[str]],
    keys: Mapping[str, Key],
    memory: dict[str, frozenset[Key]],
) -> frozenset[Key]:
    """The objects of ours that a component has, or that another provider's resource needs."""
    if urn in memory:
        return memory[urn]
    keys_found: set[Key] = set()
    waiting, reached = [urn], {urn}
    while waiting:
        current = waiting.pop()
        if current in keys:
            keys_found.add(keys[current])
            continue
        following = list(children.get(current, ()))
        if current in by_urn:
            following += by_urn[current].dependencies
        fresh = [other for other in following if other not in reached]
        reached.update(fresh)
        waiting.extend(fresh)
    memory[urn] = frozenset(keys_found)
    return memory[urn]
