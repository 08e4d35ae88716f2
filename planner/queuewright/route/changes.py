"""The routes that a change breaks or mends: before and after, of the names that lead away, and of
the queues that change, with what stands for them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType, Role
from queuewright.kinds import is_queue, queue_type, spec_of

from .model import Route, Verdict
from .network import Network
from .rules import NO_QUEUE
from .tracing import Tracer

# The roles of objects that decide who is in a cluster.
_CLUSTERS = frozenset((Role.CLUSTER, Role.NAMELIST, Role.CLUSTER_RECEIVING_CHANNEL))


@dataclass(frozen=True, slots=True)
class RouteChange:
    """A route of which a plan changes whether it breaks. before, after: verdicts, "" where there is
    no such queue. reasons: what breaks it, after the plan where it breaks then, else before. end:
    where the message ends after the plan, "" where there is no such queue."""

    system: str
    queue: str
    before: str
    after: str
    end: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def breaks(self) -> bool:
        return self.after == Verdict.BREAKS

    def __str__(self) -> str:
        change = f"{self.before or 'new'} -> {self.after or 'gone'}"
        reason = f" ({'; '.join(first_few(list(self.reasons), 3))})" if self.reasons else ""
        return one_line(f"route {self.queue} at {self.system}: {change}{reason}")


def route_changes(
    before: Network, after: Network, changed: Collection[Key]
) -> Iterator[RouteChange]:
    """The routes that break after the change of these objects and did not before, and those that
    did and do not, by system and queue. From each remote queue, new ones only where they break;
    from each queue that changes and is there before and after, its aliases, and the queue managers
    of its clusters."""
    queues = {(key.system, key.name) for key in changed if is_queue(key.kind)}
    whole = {key.system for key in changed if not is_queue(key.kind)}
    clusters = any(not _CLUSTERS.isdisjoint(spec_of(key.kind).roles) for key in changed)
    ends = {key.name for key in changed if not is_queue(key.kind)}
    then, now = Tracer(before), Tracer(after)
    there = {(key.system, key.name) for key in before.remote_queues()}
    leading = there.union((k.system, k.name) for k in changed if after.leads_away(k))
    aliases = _aliases(before, queues)
    kept = _putting(before, queues, aliases) & _putting(after, queues, aliases)
    there |= kept
    for system, queue in sorted(leading | kept):
        is_gone = not after.world.queues_at(system, queue)
        if is_gone and (system, queue) not in kept:
            continue  # whoever put to it is told with the queue
        route = now.route(system, queue)
        begins = clusters or (system, queue) in kept
        if not begins and not _touched(route, queues, whole, ends):
            continue
        was = then.route(system, queue) if (system, queue) in there else None
        found = _change(was, route)
        if found is not None and not ((system, queue) in queues and _leads_nowhere(route)):
            yield found


def _leads_nowhere(route: Route) -> bool:
    """Whether it breaks only because the alias that it begins at leads nowhere. The step of that
    alias reports it."""
    errors = [p for way in route.ways for p in way.problems if p.is_error]
    first = next((hop.key for way in route.ways for hop in way.hops), None)
    is_alias = first is not None and queue_type(first.kind) is QueueType.ALIAS
    own = [p for p in errors if p.code == NO_QUEUE.code and p.object == str(first)]
    return is_alias and bool(errors) and own == errors


def _aliases(network: Network, queues: Collection[tuple[str, str]]) -> list[Key]:
    """The aliases of these queues."""
    world = network.world
    named = (key for place in queues for key in world.read_with_text(*place))
    found = dict.fromkeys((*world.declared, *named) if queues else ())
    aliases = (key for key in found if queue_type(key.kind) is QueueType.ALIAS)
    return [alias for alias in aliases if _base(network, alias) in queues]


def _base(network: Network, alias: Key) -> tuple[str, str]:
    """Where the target of an alias is, and its name."""
    base = network.world.value(alias, "base_object_name")
    return alias.system, base.strip() if isinstance(base, str) else ""


def _putting(
    network: Network, queues: Collection[tuple[str, str]], aliases: Iterable[Key]
) -> set[tuple[str, str]]:
    """Where applications put by the names of these queues, or by those of the aliases that are of
    one."""
    found, world = set(), network.world
    clusters = {system: world.memberships(system) for system in world.systems if queues}
    clusters = {system: names for system, names in clusters.items() if names}
    for system, name in queues:
        types = {queue_type(key.kind) for key in world.queues_at(system, name)}
        if not types - {QueueType.MODEL, QueueType.REMOTE}:
            continue
        found.add((system, name))
        named = world.named(name) if clusters else ()
        own = {key.system for key in named if not world.clusters_of(key)}
        for other in clusters.keys() - own:
            if any(True for _ in world.instances(name, clusters[other])):
                found.add((other, name))
    found |= {(alias.system, alias.name) for alias in aliases if _base(network, alias) in queues}
    return found


def _touched(
    route: Route,
    queues: Collection[tuple[str, str]],
    whole: Collection[str],
    ends: Collection[str],
) -> bool:
    """queues: that change. whole: systems where something else does. ends: the names of that: a
    channel that is gone is where the other end leads to."""
    return any(
        hop.system in whole or (hop.system, hop.name) in queues or hop.name in ends
        for way in route.ways
        for hop in way.hops
    )


def _change(was: Route | None, route: Route) -> RouteChange | None:
    broke = was is not None and was.verdict is Verdict.BREAKS
    breaks = route.verdict is Verdict.BREAKS
    if broke is breaks:
        return None
    reasons_of = route if breaks or was is None else was
    ends = dict.fromkeys(way.end for way in route.ways)
    before = "" if was is None else str(was.verdict)
    return RouteChange(
        route.system, route.queue, before, str(route.verdict), "; ".join(ends), reasons_of.reasons
    )
