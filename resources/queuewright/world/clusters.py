"""Which queue managers are in which clusters, and which queues they share there."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType, Role
from queuewright.kinds import KINDS, is_queue, kinds_of, queue_type
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.membership import MEMBERSHIP_KINDS, Objects, clusters_named, memberships

from .expected import Expected

IN_CLUSTERS = ("cluster_name", "cluster_namelist")
# The kinds with these attributes.
NAMES_CLUSTERS = frozenset(
    k for k, spec in KINDS.items() if spec.attributes().keys() & set(IN_CLUSTERS)
)


class Clustered(Expected):
    """Objects with what is known of clusters."""

    @cached_property
    def _deciding(self) -> Mapping[str, Objects]:
        """The objects of each system that decide on its memberships."""
        deciding: dict[str, dict[tuple[str, str], Mapping[str, object]]] = {}
        for key in self.of_kinds(MEMBERSHIP_KINDS):
            observed = self.observed(key)
            there = {} if observed is None else observed.attributes
            values = {**there, **self.declared.get(key, {})}
            deciding.setdefault(key.system, {})[key.kind, key.name] = values
        return deciding

    @cached_property
    def _memberships(self) -> Mapping[str, Mapping[str, str]]:
        return {system: memberships(objects) for system, objects in self._deciding.items()}

    def memberships(self, system: str) -> Mapping[str, str]:
        """The clusters that a queue manager is a member of: see `mq.membership`."""
        return self._memberships.get(system, {})

    def is_member(self, system: str, cluster: str) -> bool:
        """Whether a queue manager may be a member of the cluster."""
        known = self.systems.get(system)
        return cluster in self.memberships(system) or (known is not None and known.joins_others)

    def clusters_of(self, key: Key) -> list[str]:
        """The clusters that an object is shared in, or that a channel joins."""
        if key.kind not in NAMES_CLUSTERS:
            return []
        named = (self.value(key, name) for name in IN_CLUSTERS)
        return list(dict.fromkeys(clusters_named(self._deciding.get(key.system, {}), *named)))

    def clusters_meant(self, key: Key) -> Collection[str]:
        """The clusters that change with an object: those that it is shared in, joins, or lists, or
        the one that it is the membership of."""
        if key.kind in kinds_of(Role.CLUSTER):
            return (key.name,)
        if key.kind in kinds_of(Role.NAMELIST):
            return self.value(key, "names") or ()
        return self.clusters_of(key)

    def instances(self, name: str, clusters: Iterable[str]) -> Iterator[tuple[Key, str]]:
        """The queues of a name that are in one of the clusters, each with the cluster."""
        among = set(clusters)
        for key in self.named(name) if among else ():
            yield from ((key, cluster) for cluster in self.clusters_of(key) if cluster in among)

    def is_shared(self, name: str, system: str) -> bool:
        """Whether a queue of that name is in a cluster that both its queue manager and this one are
        members of."""
        own = self.memberships(system)
        return any(
            cluster in self.memberships(key.system) for key, cluster in self.instances(name, own)
        )

    def is_manager_alias(self, key: Key) -> bool:
        """Whether an object is a queue manager alias: a remote queue that names no queue."""
        is_remote = queue_type(key.kind) is QueueType.REMOTE
        return is_remote and not self.value(key, "remote_queue_name")

    def advertised_managers(self, name: str) -> Iterator[tuple[Key, str]]:
        """The queue manager aliases of a name that are shared in clusters, each with the cluster:
        the others there send to them what is for a queue manager of that name ("Queue manager
        aliases and clusters")."""
        for key in filter(self.is_manager_alias, self.named(name)):
            yield from ((key, cluster) for cluster in self.clusters_of(key))

    def clustered(self, name: str) -> list[Key]:
        """The queues of that name that are in clusters."""
        return [key for key in self.named(name) if self._is_clustered(key)]

    def clustered_on(self, system: str) -> Collection[Key]:
        """The queues of a queue manager that are in clusters."""
        return self._clustered_on.get(system, ())

    def _is_clustered(self, key: Key) -> bool:
        return any(self.value(key, name) for name in IN_CLUSTERS)

    @cached_property
    def _clustered_on(self) -> Mapping[str, Collection[Key]]:
        found: dict[str, list[Key]] = {}
        for key in self.keys:
            if is_queue(key.kind) and self._is_clustered(key):
                found.setdefault(key.system, []).append(key)
        return found

    def receivers(self, system: str, cluster: str) -> Collection[Key]:
        """The cluster-receiver channels of a queue manager in a cluster."""
        return self._receivers.get((system, cluster), ())

    @cached_property
    def _receivers(self) -> Mapping[tuple[str, str], Collection[Key]]:
        receivers: dict[tuple[str, str], list[Key]] = {}
        for channel, cluster in self.joining():
            receivers.setdefault((channel.system, cluster), []).append(channel)
        return receivers

    def joining(self) -> Iterator[tuple[Key, str]]:
        """Each cluster-receiver channel with the clusters that its queue manager joins by it."""
        for key in self.keys:
            if key.kind == ClusterReceiverChannelSpec.kind:
                yield from ((key, cluster) for cluster in self.clusters_of(key))

    @cached_property
    def used_namelists(self) -> frozenset[tuple[str, str]]:
        """System and name of each namelist that an object or its queue manager names."""
        used = {(s, name) for s, known in self.systems.items() for name in known.namelists}
        for key in self.keys:
            name = self.value(key, "cluster_namelist") if key.kind in NAMES_CLUSTERS else None
            if name:
                used.add((key.system, name))
        return frozenset(used)
