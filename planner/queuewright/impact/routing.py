"""Where a put to a clustered queue goes, today and after a plan, from what the systems report."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.kinds import is_queue, spec_of
from queuewright.mq.membership import MEMBERSHIP_KINDS
from queuewright.workload.algorithm import Channel, Instance, WorkloadChoice, WorkloadRow, choose
from queuewright.workload.record import record_for
from queuewright.world.clusters import IN_CLUSTERS
from queuewright.world.world import World

_SHIPPED_USE_QUEUE = "useq_local"
# Attributes of queues that decide where puts go.
ROUTING = frozenset(
    (
        *IN_CLUSTERS,
        "cluster_workload_queue_rank",
        "cluster_workload_queue_priority",
        "cluster_workload_use_queue",
        "inhibit_put",
    )
)


@dataclass(frozen=True, slots=True)
class Destination:
    """One way of a put: queue and queue manager, the channel ("" for none), its part of the
    messages, or the rule (its number) that eliminates it, and why."""

    key: Key
    channel: str = ""
    share: float = 0.0
    rule: int = 0
    reason: str = ""

    @property
    def chosen(self) -> bool:
        return not self.rule

    def __str__(self) -> str:
        if self.chosen:
            return f"{self.key.system} {self.share:.0%}".replace("%", " %")
        return one_line(f"{self.key.system}: {self.reason}, rule {self.rule}")


@dataclass(frozen=True, slots=True)
class Rerouted:
    """The effect of a plan on the puts to a queue in a cluster. failure: what applications get
    where nothing is left. putting: the queue manager that they are connected to, "" for every one
    that has no instance itself."""

    queue: str
    cluster: str
    before: tuple[Destination, ...]
    after: tuple[Destination, ...]
    failure: str = ""
    notes: tuple[str, ...] = ()
    putting: str = ""

    @property
    def lost(self) -> bool:
        """There was somewhere to go in the cluster, and no instance is left."""
        was, left = (any(way.chosen for way in ways) for ways in (self.before, self.after))
        return not self.putting and was and not left


def choice_of(
    world: World,
    queue: str,
    cluster: str,
    putting: str = "",
    instances: Sequence[Instance] | None = None,
) -> WorkloadChoice:
    """The destinations of a put on the queue manager `putting`, "" for one without an instance.
    instances: of the queue, where they are known already."""
    return choose(
        instances_of(world, queue, cluster) if instances is None else instances,
        putting=putting,
        putting_is_member=not putting or cluster in world.memberships(putting),
        channels=world.facts(putting).cluster_workload_channels,
    )


def instances_of(world: World, queue: str, cluster: str) -> list[Instance]:
    """Every queue of that name in the cluster, by its queue manager."""
    return list(_instances(world, queue, cluster))


def _instances(world: World, queue: str, cluster: str) -> Iterator[Instance]:
    for key, _ in sorted(world.instances(queue, [cluster])):
        use_queue = world.facts(key.system).cluster_workload_use_queue
        record = record_for(
            key.kind,
            key.name,
            world.values(key),
            queue_manager_identifier=key.system,
            queue_manager_use_queue=use_queue or _SHIPPED_USE_QUEUE,
        )
        if record is None:
            continue
        channels = [_channel(world, channel) for channel in world.receivers(key.system, cluster)]
        is_member = cluster in world.memberships(key.system)
        yield Instance(key.system, key.kind, record, is_member, tuple(channels))


def _channel(world: World, key: Key) -> Channel:
    described = spec_of(key.kind).attributes()

    def number(attribute: str) -> int:
        value = world.value(key, attribute)
        value = described[attribute].shipped if value is None else value
        return value if isinstance(value, int) else 0

    return Channel(
        key.name,
        number("cluster_workload_channel_rank"),
        number("cluster_workload_channel_priority"),
        number("cluster_workload_channel_weight"),
        number("network_priority"),
    )


def destinations(choice: WorkloadChoice) -> tuple[Destination, ...]:
    """The rows of a choice as plain data."""
    return tuple(map(_destination, choice.rows))


def _destination(row: WorkloadRow) -> Destination:
    key = Key(row.instance.queue_manager, row.instance.kind, row.record.queue_name)
    channel = row.channel.name if row.channel is not None else ""
    rule = row.rule.number if row.rule is not None else 0
    return Destination(key, channel, row.share, rule, row.reason)


def rerouted(before: World, after: World, changed: Iterable[Key]) -> Iterator[Rerouted]:
    """The queues of clusters that puts go elsewhere to after the change of these objects: from
    where there is no instance, and from where the instance itself changes. Not those that are new.
    """
    pairs: dict[tuple[str, str], None] = {}
    changing: dict[str, set[str]] = {}
    for key in changed:
        if is_queue(key.kind):
            changing.setdefault(key.name, set()).add(key.system)
        for world in (before, after):
            pairs.update(dict.fromkeys(_touched(key, world)))
    for queue, cluster in sorted(pairs):
        there = [(world, instances_of(world, queue, cluster)) for world in (before, after)]
        for putting in ("", *sorted(changing.get(queue, ()))):
            now, then = (choice_of(w, queue, cluster, putting, known) for w, known in there)
            found = _rerouted(now, then, queue, cluster, putting)
            if found is not None:
                yield found


def _rerouted(
    now: WorkloadChoice, then: WorkloadChoice, queue: str, cluster: str, putting: str
) -> Rerouted | None:
    if not now.rows or _ways(now) == _ways(then):
        return None
    if putting and putting not in {row.instance.queue_manager for row in now.rows}:
        return None  # its instance is new
    ways, notes = (destinations(now), destinations(then)), then.notes
    if not putting:
        notes = (*notes, *_bound(now, then))
    return Rerouted(queue, cluster, *ways, then.failure, notes, putting)


def _touched(key: Key, world: World) -> Iterator[tuple[str, str]]:
    """(queue, cluster) of the puts that an object has part in."""
    clusters = world.clusters_meant(key)
    if is_queue(key.kind):
        yield from ((key.name, cluster) for cluster in clusters)
    elif key.kind in MEMBERSHIP_KINDS and clusters:
        for queue in world.clustered_on(key.system):
            yield from ((queue.name, c) for c in world.clusters_of(queue) if c in clusters)


def _ways(choice: WorkloadChoice) -> dict[tuple[str, str, str], float]:
    return {
        (each.key.system, each.key.kind, each.channel): round(each.share, 3)
        for each in destinations(choice)
        if each.chosen
    }


def _bound(now: WorkloadChoice, then: WorkloadChoice) -> Iterator[str]:
    left = {row.instance.queue_manager for row in then.chosen}
    bound = [
        row.instance.queue_manager
        for row in now.chosen
        if row.instance.queue_manager not in left and row.record.default_bind == "bind_on_open"
    ]
    if bound:
        names = ", ".join(dict.fromkeys(bound))
        yield (
            f"default_bind is bind_on_open: applications that have it open stay bound to "
            f"{names} until it is "
            "opened again"
        )
