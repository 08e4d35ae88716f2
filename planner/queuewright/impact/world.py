"""Every object that is declared or was read, and what of them names what, across systems.

Beside what attributes name (`graph.references`), two things lead from one queue manager to another:
a name that is not there and is a queue of a cluster (MQOPEN looks in the clusters of the queue
manager), and the cluster-receiver channel, by which the others reach what is in the cluster.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from queuewright.catalogue.hiding import Hiding
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.graph.references import Directory, edges, targets
from queuewright.kinds import QUEUE_KINDS
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.channels import ClusterReceiverChannelSpec
from queuewright.mq.cluster import ClusterSpec
from queuewright.mq.membership import MEMBERSHIP_KINDS, clusters_named, memberships
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.remote_queue import RemoteQueueSpec
from queuewright.world.resolving import Use
from queuewright.world.snapshot import Snapshot

Values = Mapping[str, Any]

MEMBERSHIP = "membership"  # of a cluster, made by a cluster-receiver channel
IN_CLUSTERS = ("cluster_name", "cluster_namelist")
_DECIDING = (*IN_CLUSTERS, "names", "full_repository")
_CLUSTERED_KINDS = tuple(kind for kind in QUEUE_KINDS if kind != ModelQueueSpec.kind)


@dataclass(frozen=True, slots=True)
class Reading:
    """One system as it was read. handles_unknown: why nobody knows who has what open, "" where it
    is known. use_queue, channels: the queue manager's CLWLUSEQ and CLWLMRUC, None where they are
    not known."""

    objects: Mapping[Key, Observed]
    snapshot: Snapshot
    default_transmission_queue: str = ""
    handles_unknown: str = ""
    use_queue: str | None = None
    channels: int | None = None


class Link(NamedTuple):
    """`source` names an object by `attribute`: in the program, on its system, or both. cluster: in
    which it is found, "" where the name alone leads there."""

    source: Key
    attribute: str
    declared: bool
    observed: bool
    cluster: str = ""


@dataclass(frozen=True)
class World:
    """declared: attributes of each object of the program, those that are secret left out. readings:
    the systems that were read. unread: why the others were not, by name. hide: takes what is secret
    and here all the same out of texts."""

    declared: Mapping[Key, Values]
    readings: Mapping[str, Reading]
    unread: Mapping[str, str] = field(default_factory=dict)
    hide: Hiding = field(default_factory=Hiding, compare=False, repr=False)

    def value(self, key: Key, attribute: str) -> Any:
        """What an object will have: as declared, else as it is; None where neither tells."""
        value = self.declared.get(key, {}).get(attribute)
        if value is not None:
            return value
        observed = self.observed(key)
        return None if observed is None else observed.attributes.get(attribute)

    def observed(self, key: Key) -> Observed | None:
        reading = self.readings.get(key.system)
        return None if reading is None else reading.objects.get(key)

    def __contains__(self, key: Key) -> bool:
        return key in self.declared or self.observed(key) is not None

    def objects(self) -> Iterator[Key]:
        """Every object, those of the program first."""
        yield from self.declared
        for reading in self.readings.values():
            yield from (key for key in reading.objects if key not in self.declared)

    def values(self, key: Key) -> Values:
        """Everything that an object will have."""
        observed = self.observed(key)
        there: Values = {} if observed is None else observed.attributes
        return {**there, **self.declared.get(key, {})}

    def without(self, keys: Collection[Key]) -> "World":
        """The same without objects of these systems."""
        readings = dict(self.readings)
        for system in {key.system for key in keys} & readings.keys():
            reading = readings[system]
            kept = {key: each for key, each in reading.objects.items() if key not in keys}
            readings[system] = replace(reading, objects=kept)
        declared = {key: values for key, values in self.declared.items() if key not in keys}
        return World(declared, readings, self.unread)

    def receivers(self, system: str, cluster: str) -> list[Key]:
        """The cluster-receiver channels of a queue manager in a cluster."""
        return self._receivers.get((system, cluster), [])

    @cached_property
    def _receivers(self) -> dict[tuple[str, str], list[Key]]:
        receivers: dict[tuple[str, str], list[Key]] = {}
        for channel, cluster in self._joining():
            receivers.setdefault((cluster.system, cluster.name), []).append(channel)
        return receivers

    def clustered(self, name: str) -> list[Key]:
        """The queues of that name that are in clusters."""
        return self._clustered.get(name, [])

    def clustered_on(self, system: str) -> list[Key]:
        """The queues of a queue manager that are in clusters."""
        return self._clustered_on.get(system, [])

    @cached_property
    def _clustered_on(self) -> dict[str, list[Key]]:
        found: dict[str, list[Key]] = {}
        for keys in self._clustered.values():
            for key in keys:
                found.setdefault(key.system, []).append(key)
        return found

    def named_by(self, key: Key) -> Iterable[Link]:
        """What names an object directly."""
        return self._links.get(key, {}).values()

    @cached_property
    def _links(self) -> dict[Key, dict[tuple[Key, str], Link]]:
        directory = Directory(self.objects())
        transmission = {
            name: reading.default_transmission_queue for name, reading in self.readings.items()
        }
        links: dict[Key, dict[tuple[Key, str], Link]] = {}

        def add(target: Key, link: Link) -> None:
            known = links.setdefault(target, {}).get((link.source, link.attribute))
            if known is not None:
                both = known.declared or link.declared, known.observed or link.observed
                link = Link(known.source, known.attribute, *both, known.cluster)
            links[target][link.source, link.attribute] = link

        now = {
            key: observed.attributes
            for reading in self.readings.values()
            for key, observed in reading.objects.items()
        }
        for values, in_program in ((self.declared, True), (now, False)):
            found = edges(values, among=directory, default_transmission_queues=transmission)
            for edge in found:
                link = Link(edge.source, edge.attribute, in_program, not in_program)
                add(edge.target, link)
            ways = self._through_clusters(values, directory)
            for target, link in (*ways, *self._through_managers(values, directory)):
                add(target, link._replace(declared=in_program, observed=not in_program))
        for channel, cluster in self._joining():
            link = Link(cluster, MEMBERSHIP, cluster in self.declared, cluster in now)
            add(channel, link)
        return links

    def _through_clusters(
        self, values: Mapping[Key, Values], directory: Directory
    ) -> Iterator[tuple[Key, Link]]:
        """Aliases of a queue that is not on their own system, and is in one of its clusters."""
        for key, given in values.items():
            if key.kind != AliasQueueSpec.kind:
                continue
            for target in targets(key, given):
                if target.attribute != "base_object_name" or directory.find(target, by=key):
                    continue
                for instance, cluster in self.instances(target.name, self.clusters(key.system)):
                    if instance.system != key.system:
                        yield instance, Link(key, target.attribute, False, False, cluster)

    def _through_managers(
        self, values: Mapping[Key, Values], directory: Directory
    ) -> Iterator[tuple[Key, Link]]:
        """Remote queues whose remote queue manager is a queue manager alias of another system: the
        alias, and the queue there."""
        for key, given in values.items():
            manager = given.get("remote_queue_manager_name")
            if key.kind != RemoteQueueSpec.kind or manager in self.readings:
                continue
            for alias in self._manager_aliases.get(str(manager), ()):
                if alias.system == key.system:
                    continue
                yield alias, Link(key, "remote_queue_manager_name", False, False)
                for target in targets(key, {**given, "remote_queue_manager_name": alias.system}):
                    if target.attribute == "remote_queue_name":
                        for queue in directory.find(target, by=key):
                            yield queue, Link(key, target.attribute, False, False)

    @cached_property
    def _manager_aliases(self) -> dict[str, list[Key]]:
        """Definitions that make their own queue manager take what is sent to another name."""
        named: dict[str, list[Key]] = {}
        for key in self.objects():
            if key.kind != RemoteQueueSpec.kind or self.value(key, "remote_queue_name"):
                continue
            if self.value(key, "remote_queue_manager_name") in ("", None, key.system):
                named.setdefault(key.name, []).append(key)
        return named

    def _joining(self) -> Iterator[tuple[Key, Key]]:
        """(cluster-receiver channel, the membership of its queue manager that it makes)."""
        for key in self.objects():
            if key.kind == ClusterReceiverChannelSpec.kind:
                for cluster in self._clusters_of(key):
                    yield key, Key(key.system, ClusterSpec.kind, cluster)

    def clusters(self, system: str) -> frozenset[str]:
        """The clusters that a queue manager is in."""
        return self._memberships.get(system, frozenset())

    def instances(self, name: str, clusters: Iterable[str]) -> Iterator[tuple[Key, str]]:
        """The queues of a name that are in one of the clusters, each with the cluster."""
        among = set(clusters)
        for key in self._clustered.get(name, ()):
            for cluster in self._clusters_of(key):
                if cluster in among:
                    yield key, cluster

    def clusters_of_queue(self, key: Key) -> list[str]:
        """The clusters that a queue is in, as it will be."""
        return list(dict.fromkeys(self._clusters_of(key)))

    def has_queue(self, system: str, name: str) -> bool:
        """Whether the queue manager has a queue of that name of its own."""
        return any(Key(system, kind, name) in self for kind in QUEUE_KINDS)

    def addressed(self, name: str, queue_manager: str) -> list[tuple[str, Use]]:
        """(system, handle) of everything open by that name and ObjectQMgrName, "" for none."""
        return self._addressed.get((name, queue_manager), [])

    @cached_property
    def _addressed(self) -> dict[tuple[str, str], list[tuple[str, Use]]]:
        addressed: dict[tuple[str, str], list[tuple[str, Use]]] = {}
        for system, reading in self.readings.items():
            for place, uses in reading.snapshot.addressed.items():
                addressed.setdefault(place, []).extend((system, use) for use in uses)
        return addressed

    @cached_property
    def _memberships(self) -> dict[str, frozenset[str]]:
        deciding: dict[str, dict[tuple[str, str], Values]] = {}
        for key in self.objects():
            if key.kind in MEMBERSHIP_KINDS:
                values = {name: self.value(key, name) for name in _DECIDING}
                known = {name: value for name, value in values.items() if value is not None}
                deciding.setdefault(key.system, {})[key.kind, key.name] = known
        return {system: frozenset(memberships(objects)) for system, objects in deciding.items()}

    @cached_property
    def _clustered(self) -> dict[str, list[Key]]:
        named: dict[str, list[Key]] = {}
        for key in self.objects():
            if key.kind in _CLUSTERED_KINDS and any(self.value(key, name) for name in IN_CLUSTERS):
                named.setdefault(key.name, []).append(key)
        return named

    def _clusters_of(self, key: Key) -> Iterator[str]:
        cluster, namelist = (self.value(key, name) for name in IN_CLUSTERS)
        objects: dict[tuple[str, str], Values] = {}
        if namelist:
            names = self.value(Key(key.system, NamelistSpec.kind, namelist), "names")
            objects[NamelistSpec.kind, namelist] = {"names": names or ()}
        yield from clusters_named(objects, cluster, namelist)
