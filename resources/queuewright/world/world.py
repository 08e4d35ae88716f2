"""References between objects, across systems.

Beside what attributes name (`graph.references`), two things lead from one queue manager to another:
a name that is not there and is a queue of a cluster (MQOPEN looks in the clusters of the queue
manager), and the cluster-receiver channel, by which the others reach what is in the cluster.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType, Role
from queuewright.graph.references import edges, targets
from queuewright.kinds import kinds_of, queue_kinds, queue_type
from queuewright.mq.remote_queue import resolves_here

from .clusters import Clustered
from .expected import Values
from .snapshot import Snapshot

MEMBERSHIP = "membership"  # of a cluster, made by a cluster-receiver channel


class Link(NamedTuple):
    """`source` names an object by `attribute`: in the program, on its system, or both. cluster: in
    which it is found, "" where the name alone leads there."""

    source: Key
    attribute: str
    declared: bool
    observed: bool
    cluster: str = ""


class World(Clustered):
    """Every object that there will be, on every system."""

    @classmethod
    def joined(cls, worlds: Iterable["World"]) -> "World":
        """Several worlds of scripts, each of its own queue manager, as one."""
        declared: dict[Key, Values] = {}
        systems: dict[str, Snapshot] = {}
        unknown: set[Key] = set()
        going: set[Key] = set()
        for world in worlds:
            declared |= world.declared
            systems |= world.systems
            unknown.update(world.unknown)
            going.update(world.pending_deletes)
        return cls(declared, systems, pending_deletes=going, ships=True, unknown=unknown)

    def named_by(self, key: Key) -> Collection[Link]:
        """The links of the objects that name an object directly."""
        return self._links.get(key, {}).values()

    @cached_property
    def _links(self) -> Mapping[Key, Mapping[tuple[Key, str], Link]]:
        transmission = {
            name: snapshot.facts.default_transmission_queue
            for name, snapshot in self.systems.items()
        }
        links: dict[Key, dict[tuple[Key, str], Link]] = {}

        def add(target: Key, link: Link) -> None:
            known = links.setdefault(target, {}).get((link.source, link.attribute))
            if known is not None:
                both = known.declared or link.declared, known.observed or link.observed
                link = Link(known.source, known.attribute, *both, known.cluster)
            links[target][link.source, link.attribute] = link

        found = ((key, self.observed(key)) for key in self._read())
        now = {key: each.attributes for key, each in found if each is not None}
        for values, in_program in ((self.declared, True), (now, False)):
            for edge in edges(
                values, among=self.directory, default_transmission_queues=transmission
            ):
                link = Link(edge.source, edge.attribute, in_program, not in_program)
                add(edge.target, link)
            ways = self._through_clusters(values)
            for target, link in (*ways, *self._through_managers(values)):
                add(target, link._replace(declared=in_program, observed=not in_program))
        (membership,) = kinds_of(Role.CLUSTER)
        for channel, name in self.joining():
            cluster = Key(channel.system, membership, name)
            add(channel, Link(cluster, MEMBERSHIP, cluster in self.declared, cluster in now))
        return links

    def _through_clusters(self, values: Mapping[Key, Values]) -> Iterator[tuple[Key, Link]]:
        """Aliases of a queue that is not on their own system, and is in one of its clusters."""
        topics = kinds_of(Role.TOPIC)
        for key, given in values.items():
            if not given.get("base_object_name"):
                continue
            for target in targets(key, given):
                if target.attribute != "base_object_name" or target.kinds == topics:
                    continue
                if self.directory.find(target, by=key):
                    continue
                for instance, cluster in self.instances(target.name, self.memberships(key.system)):
                    if instance.system != key.system:
                        yield instance, Link(key, target.attribute, False, False, cluster)

    def _through_managers(self, values: Mapping[Key, Values]) -> Iterator[tuple[Key, Link]]:
        """Remote queues whose remote queue manager is a queue manager alias of another system: the
        alias, and the queue there."""
        for key, given in values.items():
            manager = given.get("remote_queue_manager_name")
            if manager is None or manager in self.systems:
                continue
            for alias in self._manager_aliases.get(str(manager), ()):
                if alias.system == key.system:
                    continue
                yield alias, Link(key, "remote_queue_manager_name", False, False)
                for target in targets(key, {**given, "remote_queue_manager_name": alias.system}):
                    if target.attribute == "remote_queue_name":
                        for queue in self.directory.find(target, by=key):
                            yield queue, Link(key, target.attribute, False, False)

    @cached_property
    def _manager_aliases(self) -> Mapping[str, Collection[Key]]:
        """Definitions that make their own queue manager take what is sent to another name."""
        named: dict[str, list[Key]] = {}
        remote = [kind for kind in queue_kinds() if queue_type(kind) is QueueType.REMOTE]
        for key in filter(self.is_manager_alias, self.of_kinds(remote)):
            manager = self.value(key, "remote_queue_manager_name") or ""
            if resolves_here(manager, self.value(key, "xmit_queue_name") or "", key.system):
                named.setdefault(key.name, []).append(key)
        return named
