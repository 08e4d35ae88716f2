"""The dependency graph of a plan: what attributes name, and what Pulumi's own options say."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.graph.dependency_graph import DependencyGraph
from queuewright.graph.references import edges, of_connections, of_defaults

from .declared import Declared


def build_graph(
    values: Mapping[Key, Mapping[str, Any]],
    like: Mapping[Key, str],
    explicit: Iterable[tuple[Key, Key, str]],
    default_transmission_queues: Mapping[str, str | None] | None = None,
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
    for edge in chain(of_connections(values), of_defaults(values, values)):
        graph.add_dependency(edge.source, edge.target, edge.attribute, edge.strength)
    for needing, needed, reason in explicit:
        graph.add_dependency(needing, needed, reason, explicit=True)
    return graph


def order_edges(
    declared: Sequence[Declared], keys: Mapping[str, Key]
) -> Iterator[tuple[Key, Key, str]]:
    """The edges of Pulumi's own options: (needing, needed, reason), for objects of ours.

    keys: our objects by URN. A component stands for its children and passes on what it waits for
    itself; so does a resource of another provider.
    """
    by_urn = {resource.urn: resource for resource in declared}
    others: DependencyGraph[str] = DependencyGraph()
    for resource in declared:
        if resource.urn not in keys:
            for urn in resource.dependencies:
                others.add_dependency(resource.urn, urn, "depends_on")
        if resource.parent and resource.parent not in keys:
            others.add_dependency(resource.parent, resource.urn, "parent")

    @cache
    def behind(urn: str) -> list[Key]:
        return [keys[reached] for reached in others.with_dependencies([urn]) if reached in keys]

    for resource in declared:
        key, parent = keys.get(resource.urn), resource.parent
        if key is None:
            continue
        for urn in resource.dependencies:
            yield from ((key, needed, "depends_on") for needed in behind(urn))
        if parent in keys:
            yield key, keys[parent], "parent"
        while parent in by_urn and parent not in keys:
            for urn in by_urn[parent].dependencies:
                yield from ((key, needed, "depends_on") for needed in behind(urn))
            parent = by_urn[parent].parent
