"""Which declared object comes before which other.

A networkx graph: nodes are `Key`s, an edge leads from what is needed to what needs it, with the
attribute that names it ("like", "depends_on", "parent" where none does) and its strength.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.problem import one_line
from queuewright.catalogue.references import LOCAL
from queuewright.catalogue.spec import Key
from queuewright.declare.edges import Edge, edges, find_cycle

from .declared import Declared

if TYPE_CHECKING:
    import networkx

    Graph = networkx.DiGraph[Key]

__all__ = ["Cycle", "build_graph", "generations", "order_edges"]


class Cycle(QueuewrightError):
    """Objects need one another. `members` in order, each needing the next."""

    def __init__(self, members: Sequence[Key], why: Mapping[tuple[Key, Key], str]) -> None:
        links = [
            f"{one} needs, by {why.get((one, other), 'depends_on')},"
            for one, other in zip(members, [*members[1:], members[0]], strict=True)
        ]
        super().__init__(
            one_line(
                f"a cycle, so that none can be made first: {' '.join(links)} {members[0]}; remove "
                "one of these references, or the depends_on that closes the circle"
            )
        )
        self.members = tuple(members)


def build_graph(
    values: Mapping[Key, Mapping[str, Any]],
    like: Mapping[Key, str],
    explicit: Iterable[tuple[Key, Key, str]],
    default_transmission_queues: Mapping[str, str] | None = None,
) -> "Graph":
    """The graph of declared objects, with every edge that names, options and Pulumi give.

    values: attributes by key. like: what each is made from. explicit: (needing, needed, reason).
    default_transmission_queues: the queue manager's DefXmitQName by system, where it is known.
    It may have cycles: `generations` tells.
    """
    import networkx

    graph: Graph = networkx.DiGraph()
    graph.add_nodes_from(values)
    graph.add_edges_from(
        (edge.target, edge.source, {"attribute": edge.attribute, "strength": edge.strength})
        for edge in edges(values, like=like)
    )
    for edge in _by_default(values, default_transmission_queues or {}):
        if not graph.has_edge(edge.target, edge.source):
            graph.add_edge(
                edge.target, edge.source, attribute=edge.attribute, strength=edge.strength
            )
    for needing, needed, reason in explicit:
        if needing != needed and not graph.has_edge(needed, needing):
            graph.add_edge(needed, needing, attribute=reason, strength=Strength.REQUIRED)
    return graph


def _by_default(
    values: Mapping[Key, Mapping[str, Any]], defaults: Mapping[str, str]
) -> Iterator[Edge]:
    """001 XmitQName: without a queue named like the remote queue manager, the default one."""
    if not any(defaults.values()):
        return
    for key, given in values.items():
        name = defaults.get(key.system)
        manager = given.get("remote_queue_manager_name")
        if key.kind != "mq:RemoteQueue" or not name or not manager or given.get("xmit_queue_name"):
            continue
        target = Key(key.system, LOCAL[0], name)
        if target in values and Key(key.system, LOCAL[0], str(manager)) not in values:
            yield Edge(key, target, "remote_queue_manager_name", Strength.EXPECTED)


def generations(graph: "Graph") -> dict[Key, int]:
    """The generation of each object, from 0: one more than the latest of what it needs. Linear.

    Raises Cycle, with the members.
    """
    import networkx

    try:
        return {
            key: number
            for number, keys in enumerate(networkx.topological_generations(graph))
            for key in keys
        }
    except networkx.NetworkXUnfeasible:
        members = find_cycle({node: tuple(graph.predecessors(node)) for node in graph})
        why = {(one, other): data["attribute"] for other, one, data in graph.edges(data=True)}
        raise Cycle(members, why) from None


def order_edges(
    declared: Sequence[Declared], keys: Mapping[str, Key]
) -> Iterator[tuple[Key, Key, str]]:
    """What Pulumi's own options say: (needing, needed, reason), for objects of ours.

    keys: our objects by URN. A component stands for its children and passes on what it waits for
    itself; so does a resource of another provider.
    """
    by_urn = {one.urn: one for one in declared}
    children: dict[str, list[str]] = {}
    for one in declared:
        if one.parent and one.parent not in keys:
            children.setdefault(one.parent, []).append(one.urn)
    memory: dict[str, frozenset[Key]] = {}
    for one in declared:
        key = keys.get(one.urn)
        if key is None:
            continue
        for urn in one.dependencies:
            if urn in keys:
                yield key, keys[urn], "depends_on"
            elif urn in by_urn:
                for needed in _meant(urn, by_urn, children, keys, memory):
                    yield key, needed, "depends_on"
        if one.parent in keys:
            yield key, keys[one.parent], "parent"
        for urn in _waited_for(one.parent, by_urn, keys):
            if urn in keys:
                yield key, keys[urn], "depends_on"
            else:
                for needed in _meant(urn, by_urn, children, keys, memory):
                    yield key, needed, "depends_on"


def _waited_for(
    parent: str, by_urn: Mapping[str, Declared], keys: Mapping[str, Key]
) -> Iterator[str]:
    """What the components above a resource wait for."""
    while parent in by_urn and parent not in keys:
        above = by_urn[parent]
        yield from (urn for urn in above.dependencies if urn in by_urn)
        parent = above.parent


def _meant(
    urn: str,
    by_urn: Mapping[str, Declared],
    children: Mapping[str, Sequence[str]],
    keys: Mapping[str, Key],
    memory: dict[str, frozenset[Key]],
) -> frozenset[Key]:
    """The objects of ours that a component has, or that another provider's resource needs."""
    if urn in memory:
        return memory[urn]
    found: set[Key] = set()
    waiting, seen = [urn], {urn}
    while waiting:
        one = waiting.pop()
        if one in keys:
            found.add(keys[one])
            continue
        following = list(children.get(one, ()))
        if one in by_urn:
            following += by_urn[one].dependencies
        fresh = [other for other in following if other not in seen]
        seen.update(fresh)
        waiting.extend(fresh)
    memory[urn] = frozenset(found)
    return memory[urn]
