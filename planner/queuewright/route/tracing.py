"""A message on its way: name resolution at each queue manager, and what carries it to the next.

Sources: MQOPEN (name resolution); Change Queue (PCF) BaseObjectName, RemoteQName, RemoteQMgrName,
XmitQName; docs/readings.md where they are open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import NamedTuple

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType, Role
from queuewright.impact.routing import Destination, choice_of, destinations, instances_of
from queuewright.kinds import kinds_of, queue_type
from queuewright.mq.connection_matching import fits
from queuewright.mq.remote_queue import resolves_here
from queuewright.workload.record import ClusterQueueType

from . import rules
from .crossing import Crossing
from .hops import Hops
from .model import Arrival, Hop, HopKind, Route, Way
from .network import Network
from .publishing import published
from .putting import inhibited, limit_of_manager, limit_of_queue, refusals

MOST_WAYS = 100
_CLUSTER_QUEUE = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"
_CLUSTER_OF_CHANNEL = "SYSTEM.CLUSTER.TRANSMIT."
# The hops of a message before a channel takes it.
_PUTTING = frozenset(
    (HopKind.ALIAS, HopKind.REMOTE, HopKind.MANAGER_ALIAS, HopKind.CLUSTER, HopKind.TRANSMISSION,
     HopKind.QUEUE, HopKind.TOPIC)
)  # fmt: skip
_CLUSTER_RECEIVERS = kinds_of(Role.CLUSTER_RECEIVING_CHANNEL)


class _Message(NamedTuple):
    """A message at a queue manager: the name that is opened there, and the queue manager that it
    is for ("" for this one). arrived: how it came, None where an application puts it; named: the
    queue that it named then. opened: the alias or remote queue of the system by which it goes on,
    whose authorities count, "" where that is a transmission queue."""

    system: str
    name: str
    manager: str
    hops: Hops
    arrived: Arrival | None = None
    named: str = ""
    opened: str = ""
    share: float = 1.0
    passed: frozenset[tuple[str, str, str]] = frozenset()

    def at(self, hop: Hop, opened: Key | None = None) -> "_Message":
        """Behind a hop. opened: the object that is opened there, unless one has led to it."""
        by = self.opened or ("" if opened is None else opened.name)
        return self._replace(hops=self.hops.then(hop), opened=by)

    def came(self, arrival: Arrival, hops: Hops) -> "_Message":
        """At the other end of a channel."""
        here = self._replace(system=arrival.system, hops=hops, arrived=arrival, opened="")
        return here._replace(named=self.name)


class Tracer:
    """Finds routes in a network; what several of them share is looked at once.

    length: of the message in bytes, None for one that is nowhere too long.
    """

    def __init__(self, network: Network, length: int | None = None) -> None:
        self.network = network
        self._world = network.world
        self._length = length
        self._crossing = Crossing(network)

    def route(self, system: str, queue: str, queue_manager: str = "") -> Route:
        """Every way of a message that an application at `system` puts."""
        message = _Message(system, queue, queue_manager, Hops(self.network, self._length))
        ways = list(islice(self._opened(message), MOST_WAYS + 1))
        return Route(system, queue, queue_manager, tuple(ways[:MOST_WAYS]), len(ways) > MOST_WAYS)

    def _opened(self, message: _Message) -> Iterator[Way]:
        """MQOPEN of a name and a queue manager."""
        place = message.system, message.name, message.manager
        if place in message.passed:
            yield self._broken(
                message, rules.CYCLE(f"{message.system} {message.name}", name=message.name)
            )
            return
        message = message._replace(passed=message.passed | {place})
        if message.manager in ("", message.system):
            yield from self._here(message)
        else:
            yield from self._elsewhere(message)

    def _queue(self, system: str, name: str) -> Key | None:
        return next(iter(self._world.queues_at(system, name)), None)

    def _here(self, message: _Message) -> Iterator[Way]:
        key = self._queue(message.system, message.name)
        if key is None:
            yield from self._clustered(message)
            return
        match queue_type(key.kind):
            case QueueType.ALIAS:
                yield from self._alias(message, key)
            case QueueType.REMOTE:
                yield from self._remote(message, key)
            case QueueType.MODEL if message.arrived is not None:
                yield self._ended(message, key, (rules.MODEL_FAR(key),))
            case QueueType.MODEL:
                hop = Hop(
                    HopKind.QUEUE, key.system, key.name, key, "a dynamic queue is made from it"
                )
                hops = self._streamed(message, key).then(hop)
                yield self._finished(message, hops, f"in a new queue of {key.system}")
            case _ if self._is_balanced(message, key):
                yield from self._clustered(message)
            case _:
                yield self._local(message, key)

    def _is_balanced(self, message: _Message, key: Key) -> bool:
        """Whether workload management chooses an instance, and not this local queue is used: where
        no queue manager is named, and the queue is shared. From a cluster channel the local one is
        used: CLWLUSEQ "only applies if the message is put by an application, or a channel that is
        not a cluster channel"."""
        arrived = message.arrived
        by_cluster = arrived is not None and arrived.channel.kind in _CLUSTER_RECEIVERS
        return not message.manager and not by_cluster and bool(self._clusters_with(key))

    def _clusters_with(self, key: Key) -> list[str]:
        """The clusters that a queue is shared in by its queue manager, a member of them."""
        members = self._world.memberships(key.system)
        return [cluster for cluster in self._world.clusters_of(key) if cluster in members]

    def _local(self, message: _Message, key: Key) -> Way:
        return self._ended(message, key, tuple(refusals(self.network, key)))

    def _ended(self, message: _Message, key: Key, problems: tuple[Diagnostic, ...]) -> Way:
        hops, arrived = message.hops, message.arrived
        if arrived is not None:
            hops = hops.then(self._crossing.right_to_put(arrived, message.named))
        text = "messages stay there until a channel takes them"
        is_transmission = self.network.text(key, "usage") == "transmission"
        hop = Hop(HopKind.QUEUE, key.system, key.name, key, text * is_transmission, problems)
        hops = self._streamed(message._replace(hops=hops), key)
        hops = hops.through(hop, limit_of_queue(self.network, key))
        return self._finished(message, hops, f"in queue {key.name} of {key.system}")

    def _streamed(self, message: _Message, key: Key) -> Hops:
        """By the queue that has to take a copy of each message: "If there is a problem delivering
        the streamed message, the original message is not delivered to its queue" ("Configuring
        streaming queues", MUSTDUP). The queue manager puts the copy, as an application would."""
        hops, stream = message.hops, self.network.text(key, "stream_queue")
        if not stream or self.network.text(key, "stream_queue_service") != "must_dup":
            return hops
        begun = Hops(self.network, hops.length)
        copy = _Message(key.system, stream, "", begun, passed=message.passed)
        text = f"{key.name} takes no message without a copy there (STRMQOS)"
        for way in self._opened(copy):
            first, *others = takewhile(lambda hop: hop.kind in _PUTTING, way.hops)
            here = [replace(first, text="; ".join(filter(None, (first.text, text)))), *others]
            if way.end != _refused(copy):
                here = [replace(hop, problems=()) for hop in here]
            hops = hops.then(*(hop for hop in here if hop not in hops.found))
            is_shorter = hops.longest is None or (way.longest or hops.longest) < hops.longest
            if len(here) == len(way.hops) and is_shorter:
                hops = hops._replace(longest=way.longest, narrowest=way.narrowest)
        return hops

    def _finished(self, message: _Message, hops: Hops, end: str) -> Way:
        """The end of a way, with what becomes of the message where it cannot be put there."""
        failed = hops.failed_at(message.system)
        if failed and message.arrived is not None:
            letter = self._crossing.dead_letter(message.arrived, message.hops.length)
            return hops.then(letter).way(letter.text, message.share)
        if failed:
            end = _refused(message)
        return hops.way(hops.stuck or end, message.share)

    def _broken(self, message: _Message, problem: Diagnostic, kind: HopKind = HopKind.QUEUE) -> Way:
        name = message.name if kind is HopKind.QUEUE else message.manager
        hop = Hop(kind, message.system, name, problems=(problem,))
        return self._finished(message, message.hops.then(hop), "")

    def _not_known(self, message: _Message, reason: str, kind: HopKind = HopKind.QUEUE) -> Way:
        name = message.name if kind is HopKind.QUEUE else message.manager
        hop = Hop(kind, message.system, name, unknown=(reason,))
        return message.hops.then(hop).way(message.hops.stuck or "not known", message.share)

    def _alias(self, message: _Message, key: Key) -> Iterator[Way]:
        network = self.network
        base = network.text(key, "base_object_name")
        problems = tuple(inhibited(network, key))
        hop = Hop(HopKind.ALIAS, key.system, key.name, key, f"stands for {base}", problems)
        message = message.at(hop, key)._replace(name=base)
        if network.text(key, "target_type") == "topic":
            yield self._published(message, key, base)
            return
        target = self._queue(key.system, base)
        type_ = None if target is None else queue_type(target.kind)
        if target is not None and type_ in (QueueType.ALIAS, QueueType.MODEL):
            what = "an alias itself" if type_ is QueueType.ALIAS else "a model queue"
            yield self._broken(message, rules.ALIAS_TO_ALIAS(key, base, base=base, queue=what))
            return
        yield from self._opened(message)

    def _published(self, message: _Message, alias: Key, topic: str) -> Way:
        hops, arrived = message.hops, message.arrived
        if arrived is not None:
            hops = hops.then(self._crossing.right_to_put(arrived, message.named))
        hop = published(self.network, alias, topic, arrived)
        hops = hops.through(hop, limit_of_manager(self.network, alias.system))
        return self._finished(message, hops, f"with the subscribers of topic {topic}")

    def _remote(self, message: _Message, key: Key) -> Iterator[Way]:
        network = self.network
        queue, manager = (
            network.text(key, name) for name in ("remote_queue_name", "remote_queue_manager_name")
        )
        problems = list(inhibited(network, key))
        if manager in ("", key.system):
            problems.append(rules.REMOTE_MANAGER_OWN(key, manager))
        elif not queue:
            problems.append(rules.REMOTE_NAME_BLANK(key, ""))
        text = f"stands for {queue} of {manager}" if queue else ""
        hop = Hop(HopKind.REMOTE, key.system, key.name, key, text, tuple(problems))
        message = message.at(hop, key)
        if not queue or manager in ("", key.system):
            yield self._finished(message, message.hops, "")
            return
        named = network.text(key, "xmit_queue_name")
        yield from self._sent(message._replace(name=queue, manager=manager), named)

    def _elsewhere(self, message: _Message) -> Iterator[Way]:
        """For another queue manager: an alias of its name, else what leads there."""
        network = self.network
        key = self._queue(message.system, message.manager)
        if key is None or queue_type(key.kind) is not QueueType.REMOTE:
            yield from self._sent(message, "", "MQRC_UNKNOWN_OBJECT_Q_MGR")
            return
        named, target = (
            network.text(key, name) for name in ("xmit_queue_name", "remote_queue_manager_name")
        )
        text = f"stands for queue manager {target or key.name}"
        if not named and not target:
            text = "stands for no queue manager: the queue is looked for here and in clusters"
        problems, queue = list(inhibited(network, key)), network.text(key, "remote_queue_name")
        if queue:
            problems.append(rules.NOT_MANAGER_ALIAS(key, queue))
        hop = Hop(HopKind.MANAGER_ALIAS, key.system, key.name, key, text, tuple(problems))
        message = message.at(hop)
        if queue:
            yield self._finished(message, message.hops, "")
        elif resolves_here(target, named, message.system):
            yield from self._opened(message._replace(manager=target))
        else:
            yield from self._sent(message._replace(manager=target or key.name), named)

    def _sent(
        self, message: _Message, transmission: str, code: str = "MQRC_UNKNOWN_REMOTE_Q_MGR"
    ) -> Iterator[Way]:
        """To another queue manager, by the transmission queue that is named, that has its name, by
        a cluster, where an alias may have the name, or by the default one."""
        system, manager = message.system, message.manager
        if transmission:
            yield from self._transmitted(message, transmission, "MQRC_UNKNOWN_XMIT_Q")
            return
        if self._queue(system, manager) is not None:
            yield from self._transmitted(message, manager, "MQRC_XMIT_Q_TYPE_ERROR")
            return
        world = self._world
        shared = [c for c in world.memberships(system) if c in world.memberships(manager)]
        if shared:
            receivers = [r for cluster in shared for r in world.receivers(manager, cluster)]
            for receiver in dict.fromkeys(receivers):
                yield from self._over_cluster(message, receiver, shared[0], 1 / len(receivers))
            if receivers:
                return
        advertised = {cluster for _, cluster in world.advertised_managers(manager)}
        if clusters := [c for c in world.memberships(system) if c in advertised]:
            yield from self._chosen(message, clusters, HopKind.MANAGER_ALIAS)
            return
        default = self.network.world.of_queue_manager(system, "default_transmission_queue")
        if default:
            yield from self._transmitted(message, str(default), "MQRC_UNKNOWN_DEF_XMIT_Q")
            return
        known, in_clusters = world.systems.get(system), bool(world.memberships(system))
        joins_others = known is not None and known.joins_others
        if not self.network.is_whole(system) or joins_others or (world.unread and in_clusters):
            reason = f"how {system} reaches {manager}: not all of its queues and clusters are known"
            yield self._not_known(message, reason, HopKind.TRANSMISSION)
            return
        subject = message.hops.last_object or f"{system} queue manager {manager}"
        problem = rules.NO_WAY_TO_MANAGER(subject, system=system, manager=manager, code=code)
        yield self._broken(message, problem, HopKind.TRANSMISSION)

    def _transmitted(self, message: _Message, name: str, code: str) -> Iterator[Way]:
        network, system = self.network, message.system
        key = self._queue(system, name)
        if key is None or queue_type(key.kind) is not QueueType.LOCAL:
            if key is None and not network.is_whole(system):
                reason = f"whether {system} has transmission queue {name}"
                yield self._not_known(message._replace(manager=name), reason, HopKind.TRANSMISSION)
                return
            subject = message.hops.last_object or f"{system} queue {name}"
            problem = rules.NO_TRANSMISSION(subject, system=system, name=name, code=code)
            yield self._broken(message._replace(manager=name), problem, HopKind.TRANSMISSION)
            return
        message = self._allowed(message, key.name)
        hops = self._crossing.out_of(self._put(message, key), key)
        for sent, arrival in self._crossing.over(hops, key, message.manager):
            if arrival is None:
                yield sent.way(sent.stuck or "not known", message.share)
                continue
            moved = message.came(arrival, sent)
            yield from self._opened(moved)

    def _allowed(self, message: _Message, transmission: str) -> _Message:
        """On its way through a queue manager: whether the user of the channel may put it. That user
        needs the right to the queue that is opened: an alias or a remote queue, or else the
        transmission queue ("Access control and multiple cluster transmission queues")."""
        arrived = message.arrived
        if arrived is None:
            return message
        right = self._crossing.right_to_put(arrived, message.opened or transmission)
        hops = message.hops.then(right)
        if hops.failed_at(message.system):
            letter = self._crossing.dead_letter(arrived, message.hops.length)
            hops = hops.then(letter)._replace(stuck=letter.text)
        return message._replace(hops=hops)

    def _put(self, message: _Message, key: Key) -> Hops:
        """Onto a transmission queue, and what becomes of the message where that fails."""
        hops = self._crossing.into(message.hops, key)
        if not hops.failed_at(message.system):
            return hops
        if message.arrived is None:
            return hops._replace(stuck=_refused(message))
        letter = self._crossing.dead_letter(message.arrived, message.hops.length)
        return hops.then(letter)._replace(stuck=letter.text)

    def _clustered(self, message: _Message) -> Iterator[Way]:
        """The instances of a name in clusters, among which workload management chooses: of a queue
        of its own those of its clusters, else those of any that the queue manager is in. Where
        the message names the queue manager itself, IBM's table of names leaves that open."""
        world, system, name = self._world, message.system, message.name
        own = self._queue(system, name)
        shared = (
            [c for c in world.memberships(system) if any(True for _ in world.instances(name, [c]))]
            if own is None
            else self._clusters_with(own)
        )
        if shared and message.manager:
            reason = (
                f"whether {system}, which is named, takes queue {name} of another queue manager"
            )
            yield self._not_known(message, f"{reason} of cluster {', '.join(shared)}")
            return
        if shared:
            yield from self._chosen(message, shared, HopKind.QUEUE)
            return
        known, clusters = world.systems.get(system), world.memberships(system)
        if not self.network.is_whole(system) or (known is not None and known.joins_others):
            yield self._not_known(message, f"whether {system} has queue {name}")
            return
        others = ", ".join(clusters)
        if clusters and self._world.unread:
            reason = (
                f"whether a queue manager of cluster {others} that is not read has queue {name}"
            )
            yield self._not_known(message, reason)
            return
        code = "MQRC_UNKNOWN_ALIAS_BASE_Q" if message.hops.ends_with(HopKind.ALIAS) else ""
        also = f", and none in cluster {others}" if others else ""
        subject = message.hops.last_object or f"{system} queue {name}"
        code = code or "MQRC_UNKNOWN_OBJECT_NAME"
        problem = rules.NO_QUEUE(subject, system=system, name=name, code=code, clusters=also)
        yield self._broken(message, problem)

    def _chosen(self, message: _Message, clusters: Sequence[str], kind: HopKind) -> Iterator[Way]:
        """To the instances that workload management chooses in these clusters: of the queue of a
        message, or of the queue manager alias of its queue manager."""
        is_queue = kind is HopKind.QUEUE
        name = message.name if is_queue else message.manager
        chosen: dict[tuple[Key, str], tuple[Destination, str]] = {}
        failure = ""
        for cluster in clusters:
            known = instances_of(self._world, name, cluster)
            if not is_queue:
                known = [i for i in known if i.record.queue_type is ClusterQueueType.Q_MGR_ALIAS]
            choice = choice_of(self._world, name, cluster, message.system, known)
            failure = failure or choice.failure
            for way in destinations(choice):
                if way.chosen:
                    chosen.setdefault((way.key, way.channel), (way, cluster))
        whole = sum(way.share for way, _ in chosen.values())
        for way, cluster in chosen.values():
            yield from self._to_instance(message, way, cluster, way.share / whole)
        if chosen:
            return
        among = ", ".join(clusters)
        if self._world.unread:
            reason = (
                f"a queue manager of cluster {among} that is not read takes messages for {name}"
            )
            yield self._not_known(message, f"whether {reason}", kind)
            return
        subject = f"{message.system} {kind} {name}"
        problem = rules.NOWHERE_IN_CLUSTER(subject, cluster=among, failure=failure, name=name)
        yield self._broken(message, problem, kind)

    def _to_instance(
        self, message: _Message, way: Destination, cluster: str, share: float
    ) -> Iterator[Way]:
        """share: of the messages that come here. A queue manager that the message names stays in
        it: the alias of that name at the other end says which one is meant."""
        target = way.key
        if target.system == message.system:
            if share < 1:
                text = f"puts to its own queue{_part(share)}"
                message = message.at(Hop(HopKind.CLUSTER, message.system, cluster, None, text))
            part = message.share * share
            yield from self._opened(message._replace(manager=target.system, share=part))
            return
        receivers = self._world.receivers(target.system, cluster)
        receiver = next((key for key in receivers if key.name == way.channel), None)
        if receiver is None:
            yield self._not_known(message, f"by which channel {target.system} is reached")
            return
        for_it = message._replace(manager=message.manager or target.system)
        yield from self._over_cluster(for_it, receiver, cluster, share)

    def _over_cluster(
        self, message: _Message, receiver: Key, cluster: str, share: float
    ) -> Iterator[Way]:
        system = message.system
        text = f"sends to {receiver.system} by channel {receiver.name}{_part(share)}"
        message = message.at(Hop(HopKind.CLUSTER, system, cluster, None, text))
        message = self._allowed(message, _CLUSTER_QUEUE)
        name = self._cluster_transmission(system, receiver.name)
        key = self._queue(system, name)
        if key is not None:
            hops = self._crossing.out_of(self._put(message, key), key)
        else:
            hops = message.hops.then(
                Hop(HopKind.TRANSMISSION, system, name, None, "the queue manager has it")
            )
        sent, arrival = self._crossing.received(hops, receiver, system, receiver)
        part = message.share * share
        moved = message.came(arrival, sent)._replace(share=part)
        yield from self._opened(moved)

    def _cluster_transmission(self, system: str, channel: str) -> str:
        """The transmission queue of a cluster-sender channel: one that names it, or by DEFCLXQ."""
        for key in self._crossing.for_clusters(system):
            named = self.network.text(key, "cluster_channel_name")
            if named and fits(named, channel):
                return key.name
        default = self.network.world.of_queue_manager(system, "default_cluster_xmit_queue_type")
        return f"{_CLUSTER_OF_CHANNEL}{channel}" if default == "channel" else _CLUSTER_QUEUE


def _part(share: float) -> str:
    """`, 50 % of the messages`"""
    return f", {share:.0%} of the messages".replace("%", " %") if share < 1 else ""


def _refused(message: _Message) -> str:
    return f"nowhere: an application at {message.system} gets an error"
