"""Which declared object comes before which other.

A networkx graph: nodes are `Key`s, an edge leads from what is needed to what needs it, with the
attribute that names it ("like", "depends_on", "parent" where none does), its strength, and whether
it is hard: required, or said by Pulumi too. Where soft edges close a cycle, some of them
order nothing, as `queuewright.graph.cycles` says: they are among the graph's `left_out`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.graph.cycles import cycle_text, hard_cycle, left_out
from queuewright.graph.references import Edge, edges
from queuewright.kinds import kinds_of

from .declared import Declared

if TYPE_CHECKING:
    import networkx

    Graph = networkx.DiGraph[Key]

__all__ = ["LEFT_OUT", "Cycle", "build_graph", "generations", "order_edges"]

LEFT_OUT = "left_out"  # of the graph's attributes: edges and their data, as the graph had them


class Cycle(QueuewrightError):
    """Objects need one another. `members` in order, each needing the next."""

    def __init__(self, members: Sequence[Key], why: Mapping[tuple[Key, Key], str]) -> None:
        super().__init__(cycle_text(members, why))
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
    It may have cycles: `generations` tells, and takes out what orders nothing.
    """
    import networkx

    graph: Graph = networkx.DiGraph()
    graph.add_nodes_from(values)
    found = [*_by_default(values, default_transmission_queues or {}), *edges(values, like=like)]
    # Required ones last: of two edges between two objects, those are what counts.
    for strength in (Strength.SOFT, Strength.HARD):
        graph.add_edges_from(
            (
                edge.target,
                edge.source,
                {
                    "attribute": edge.attribute,
                    "strength": strength,
                    "hard": strength is Strength.HARD,
                },
            )
            for edge in found
            if edge.strength is strength
        )
    for needing, needed, reason in explicit:
        if needing == needed:
            continue
        if graph.has_edge(needed, needing):
            graph.edges[needed, needing]["hard"] = True
        else:
            graph.add_edge(needed, needing, attribute=reason, strength=Strength.HARD, hard=True)
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
        target = Key(key.system, kinds_of(Role.LOCAL_QUEUE)[0], name)
        if (
            target in values
            and Key(key.system, kinds_of(Role.LOCAL_QUEUE)[0], str(manager)) not in values
        ):
            yield Edge(key, target, "remote_queue_manager_name", Strength.SOFT)


def generations(graph: "Graph") -> dict[Key, int]:
    """The generation of each object, from 0: one more than the latest of what it needs.

    Where there is a cycle, soft edges that order nothing are first taken out of the graph and
    noted in it (LEFT_OUT). Nearly linear. Raises Cycle, with the members, for one of hard edges.
    """
    import networkx

    try:
        return _numbered(graph)
    except networkx.NetworkXUnfeasible:
        _loosen(graph)
        return _numbered(graph)


def _numbered(graph: "Graph") -> dict[Key, int]:
    import networkx

    return {
        key: number
        for number, keys in enumerate(networkx.topological_generations(graph))
        for key in keys
    }


def _loosen(graph: "Graph") -> None:
    needs: dict[Key, dict[Key, bool]] = {key: {} for key in graph}
    why: dict[tuple[Key, Key], str] = {}
    for needed, needing, data in graph.edges(data=True):
        needs[needing][needed] = data["hard"]
        required = data["strength"] is Strength.HARD
        why[needing, needed] = data["attribute"] if required else "depends_on"
    members = hard_cycle(needs)
    if members:
        raise Cycle(members, why)
    out = sorted((needed, needing) for needing, needed in left_out(needs))
    noted = [(needed, needing, dict(graph.edges[needed, needing])) for needed, needing in out]
    graph.remove_edges_from(out)
    graph.graph[LEFT_OUT] = [*graph.graph.get(LEFT_OUT, ()), *noted]


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
