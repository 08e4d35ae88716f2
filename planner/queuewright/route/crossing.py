"""From one queue manager to the next: transmission queue, channel, address, receiving channel, and
who it works as there.

Sources: IBM MQ, message channels; Change Channel (PCF); SET CHLAUTH; dead-letter queues.
"""

from collections.abc import Collection, Iterator, Sequence

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.kinds import kinds_of

from . import rules
from .authentication import Admission, admission, blocks_addresses, described
from .authority import ChannelRights
from .dead_letter import dead_letter
from .hops import Hops
from .model import Arrival, Hop, HopKind
from .network import Network
from .pairs import connects, disagreements, limit, types_differ, without_listener
from .putting import LengthLimit, limit_of_queue, refusals
from .starting import start_of

# MQ_MSG_HEADER_LENGTH: what a message grows by on a transmission queue, at most.
HEADER = 4000
_CLUSTERED = "cluster_channel_name"


class Crossing:
    """The steps between two queue managers; those that several routes share are looked at once."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._admissions: dict[tuple[Key, str], Admission] = {}
        self._rights = ChannelRights(network)
        self._legs: dict[tuple[Key, str, int | None], tuple[tuple[Hops, Arrival | None], ...]] = {}
        self._of_clusters: dict[str, list[Key]] | None = None

    def for_clusters(self, system: str) -> Sequence[Key]:
        """The transmission queues of a system that name cluster channels."""
        if self._of_clusters is None:
            self._of_clusters = {}
            for key in self.network.of_role(Role.LOCAL_QUEUE):
                if self.network.text(key, _CLUSTERED):
                    self._of_clusters.setdefault(key.system, []).append(key)
        return self._of_clusters.get(system, ())

    def into(self, hops: Hops, key: Key) -> Hops:
        """Onto a transmission queue."""
        network, problems = self.network, []
        if network.text(key, "usage") != "transmission":
            code = "MQRC_XMIT_Q_USAGE_ERROR"
            problems.append(rules.NOT_TRANSMISSION(key, network.text(key, "usage"), code=code))
        problems += refusals(network, key)
        hop = Hop(HopKind.TRANSMISSION, key.system, key.name, key, "", tuple(problems))
        return hops.through(hop, limit_of_queue(network, key, HEADER))

    def out_of(self, hops: Hops, key: Key) -> Hops:
        """A channel gets from the transmission queue."""
        if self.network.text(key, "inhibit_get") != "get_inhibited":
            return hops
        problem = rules.GET_INHIBITED(key, "get_inhibited")
        stays = Hop(HopKind.TRANSMISSION, key.system, key.name, key, "is read", (problem,))
        return self._stuck(hops, stays, key)

    def over(self, hops: Hops, queue: Key, manager: str) -> Iterator[tuple[Hops, Arrival | None]]:
        """By each channel that sends from the queue, towards the queue manager `manager`. All
        messages of one length go the same way from there."""
        place = queue, manager, hops.length
        if place not in self._legs:
            begun = Hops(self.network, hops.length)
            self._legs[place] = tuple(self._over(begun, queue, manager))
        for leg, arrival in self._legs[place]:
            yield hops.joined(leg), arrival

    def _over(self, hops: Hops, queue: Key, manager: str) -> Iterator[tuple[Hops, Arrival | None]]:
        network = self.network
        senders = list(network.senders(queue.system, queue.name))
        if not senders:
            hop = Hop(HopKind.SENDER, queue.system, "none", None)
            if network.is_whole(queue.system, kinds_of(Role.SENDING_CHANNEL)):
                problem = rules.NOTHING_SENDS(queue, system=queue.system, name=queue.name)
                hop = Hop(HopKind.SENDER, queue.system, "none", None, "", (problem,))
                yield self._stuck(hops, hop, queue), None
            else:
                reason = f"which channel of {queue.system} sends from {queue.name}"
                yield (
                    hops.then(Hop(HopKind.SENDER, queue.system, "not known", unknown=(reason,))),
                    None,
                )
            return
        for sender in senders:
            yield from self._by(hops, queue, sender, senders, manager)

    def _stuck(self, hops: Hops, hop: Hop, queue: Key) -> Hops:
        return hops.through(hop, stuck="" if hops.is_broken else _stays(queue))

    def _by(
        self, hops: Hops, queue: Key, sender: Key, senders: Sequence[Key], manager: str
    ) -> Iterator[tuple[Hops, Arrival | None]]:
        network = self.network
        problems = []
        if senders[1:]:
            names = ", ".join(key.name for key in senders)
            problems.append(rules.SEVERAL_SEND(queue, channels=names))
        state, unstarted = start_of(network, sender, queue)
        problems += unstarted
        called = network.addresses(sender)
        text = f"to {', '.join(map(str, called))}" if called else ""
        if state:
            text = f"{text}, {state}" if text else state
        calling = self._callers(sender)
        hop = Hop(HopKind.SENDER, sender.system, sender.name, sender, text, tuple(problems))
        if not network.text(sender, "connection_name") and not calling:
            if network.world.unread:
                unknown = (f"which requester channel calls {sender.name}",)
                yield hops.then(_with(hop, unknown=unknown)), None
            else:
                yield self._stuck(hops, _with(hop, rules.NO_ADDRESS(sender, "")), queue), None
            return
        found, how = self._other_ends(sender, calling, manager)
        if not found:
            missing = self._missing(sender, manager)
            if missing is not None:
                yield self._stuck(hops, _with(hop, missing), queue), None
            else:
                yield hops.then(_with(hop, unknown=(how,))), None
            return
        hops = self._stuck(hops, hop, queue)
        for receiver in found:
            # Where the other end calls for its messages, it calls this one.
            caller, answers = (receiver, sender) if calling else (sender, receiver)
            listening = self._listening(caller, answers, how)
            arrived = self._stuck(hops, listening, queue)
            if calling:
                known = self._admission(sender, receiver.system)
                lets_in = self._admitted(sender, receiver.system, known)
                arrived = self._stuck(arrived, lets_in, queue)
            yield self.received(arrived, sender, sender.system, receiver, queue, not calling)

    def _callers(self, sender: Key) -> list[Key]:
        """The requesters that call a sender or server which has no address itself."""
        network = self.network
        if network.text(sender, "connection_name"):
            return []
        return [
            key
            for key in network.called(sender.name)
            if key.system != sender.system
            and network.text(key, "connection_name")
            and connects(sender, key)
        ]

    def _other_ends(
        self, sender: Key, calling: Sequence[Key], manager: str
    ) -> tuple[list[Key], str]:
        """The channels at the other end, and how they are known; or why they are not."""
        network = self.network
        if not network.text(sender, "connection_name"):
            return list(calling), "by the channel that calls for its messages"
        called = network.addresses(sender)
        hosts = self._hosts(sender)
        there = self._named(sender, hosts, manager)
        ports = {address.port for address in called}
        listening = [key for key in there if not ports.isdisjoint(network.ports(key.system))]
        if hosts and there:
            narrowed = listening or there
            if len({key.system for key in narrowed}) == 1:
                return narrowed, "by its host"
        fitting = [key for key in (listening or there) if connects(sender, key)] or there
        if len(fitting) == 1:
            how = "by the name of the channel" + " and the port" * bool(listening)
            return fitting, how
        named = [key for key in fitting if key.system == manager]
        if named:
            return named, "by the name of the queue manager"
        where = ", ".join(map(str, called)) or network.text(sender, "connection_name")
        if fitting:
            systems = ", ".join(sorted(key.system for key in fitting))
            return [], f"which of {systems} is at {where}: each has a channel {sender.name}"
        return [], f"who is at {where}: no system that is known has a channel {sender.name}"

    def _hosts(self, sender: Key) -> set[str]:
        """The systems that are known to be on the hosts that a channel calls."""
        called = self.network.addresses(sender)
        hosts = {system for address in called for system in self.network.at(address.host)}
        return hosts - {sender.system}

    def _named(self, sender: Key, hosts: Collection[str], manager: str) -> list[Key]:
        """The channels of the sender's name: on these hosts, where they are known; else those that
        it may call, and whatever the queue manager has that the message is for."""
        network, name = self.network, sender.name
        if hosts:
            there = (network.channel(system, name) for system in sorted(hosts))
            return [key for key in there if key is not None]
        found = [key for key in network.called(name) if key.system != sender.system]
        own = network.channel(manager, name) if manager != sender.system else None
        return found if own is None or own in found else [*found, own]

    def ends_of(self, sender: Key) -> list[Key]:
        """The channels at the other end of one that sends, where they are known."""
        return self._other_ends(sender, self._callers(sender), "")[0]

    def _missing(self, sender: Key, manager: str) -> Diagnostic | None:
        """The diagnostic where the other end is a known system that has no such channel."""
        network = self.network
        called = network.addresses(sender)
        hosts = self._hosts(sender)
        ports = network.ports(manager)
        is_there = hosts == {manager} or (not hosts and any(a.port in ports for a in called))
        receiving = kinds_of(Role.RECEIVING_CHANNEL)
        if not is_there or not network.is_whole(manager, receiving):
            return None
        if network.world.of_queue_manager(manager, "channel_auto_definition") == "enabled":
            return None
        return rules.NO_RECEIVER(sender, other=manager, name=sender.name)

    def _listening(self, sender: Key, receiver: Key, how: str) -> Hop:
        network, system = self.network, receiver.system
        problem = without_listener(network, sender, system)
        called = {address.port for address in network.addresses(sender)}
        listeners = network.listeners(system)
        listener = next((key for key in listeners if network.port(key) in called), None)
        if listener is None:
            problems = () if problem is None else (problem,)
            unknown: tuple[str, ...] = ()
            if problem is None:
                ports = " or ".join(map(str, sorted(called)))
                where = f"on port {ports} of {system}" if called else f"at {system}"
                unknown = (f"whether something listens {where}",)
            name = "none" if problem else "not known"
            return Hop(HopKind.LISTENER, system, name, None, f"found {how}", problems, unknown)
        cautions: tuple[Diagnostic, ...] = ()
        if network.text(listener, "start_mode") == "control_manual":
            cautions = (rules.LISTENER_MANUAL(listener, "control_manual", system=system),)
        text = f"on port {network.port(listener)}, found {how}"
        return Hop(HopKind.LISTENER, system, listener.name, listener, text, cautions)

    def received(
        self,
        hops: Hops,
        sender: Key,
        partner: str,
        receiver: Key,
        queue: Key | None = None,
        is_called: bool = True,
    ) -> tuple[Hops, Arrival]:
        """In at the other end. sender: the same as the receiver for a cluster, where the sending
        channel is defined from the receiving one. queue: where messages stay if it does not
        start. is_called: channel authentication is for inbound channels; a requester that calls is
        let in at the sending end."""
        network, system = self.network, receiver.system
        stays = "" if hops.is_broken else f"on a transmission queue of {partner}"
        if queue is not None and stays:
            stays = _stays(queue)
        if sender == receiver:
            hops = hops.through(self._listening(receiver, receiver, "by its cluster"), stuck=stays)
            problems: list[Diagnostic] = []
        elif not connects(sender, receiver):
            problems = [types_differ(sender, receiver)]
        else:
            problems = list(disagreements(network, sender, receiver))
        cipher = network.text(receiver, "ssl_cipher_specification")
        text = f"TLS with {cipher}" if cipher else "without TLS"
        unknown = tuple(self._certificates(sender, partner, receiver)) if cipher else ()
        if cipher and network.text(receiver, "ssl_client_authentication") == "required":
            text += f", asks {partner} for its certificate"
        hop = Hop(HopKind.RECEIVER, system, receiver.name, receiver, text, tuple(problems), unknown)
        limits = [each for key in (sender, receiver) if (each := limit(network, key)) is not None]
        longest = min(limits) if limits else None
        hops = hops.through(hop, LengthLimit(longest, "MQRC_MSG_TOO_BIG_FOR_CHANNEL"), stays)
        context = network.text(receiver, "put_authority") == "context"
        if not is_called:
            users = (network.text(receiver, "mca_user_identifier"),)
            return hops, Arrival(system, receiver, users, context)
        known = self._admission(receiver, partner)
        hops = hops.through(self._admitted(receiver, partner, known), stuck=stays)
        return hops, Arrival(system, receiver, known.users, context, not known.is_whole)

    def _admission(self, channel: Key, partner: str) -> Admission:
        """The answer of the end of a channel that is called."""
        known = self._admissions.get((channel, partner))
        if known is None:
            known = self._admissions[channel, partner] = admission(self.network, channel, partner)
        return known

    def _certificates(self, sender: Key, partner: str, receiver: Key) -> Iterator[str]:
        """SSLPEER of the two ends: which certificates queue managers have, no definition says."""
        ends = [(receiver, partner)]
        if sender != receiver:  # in a cluster the one is made from the other
            ends.append((sender, receiver.system))
        for key, other in ends:
            peer = self.network.text(key, "ssl_peer_name")
            if peer:
                where = f"channel {key.name} at {key.system}"
                yield f"whether the certificate of {other} fits SSLPEER({peer}) of {where}"

    def _admitted(self, channel: Key, partner: str, known: Admission) -> Hop:
        system = channel.system
        user = _named(known.users, "the user of the queue manager")
        problems: tuple[Diagnostic, ...] = ()
        if not known.is_enabled:
            name, text = "disabled", f"the channel works as {user}"
        elif known.record is None:
            name, text = "no record", f"the channel works as {user}"
        else:
            name = described(known.record)
            text = f"lets {partner} in as {user}"
        if known.blocks:
            text = f"blocks {partner}, unless a record that counts before it lets the channel in"
        if known.is_blocked and known.record is not None:
            rule, value = rules.BLOCKED, "noaccess"
            if blocks_addresses(known.record):
                rule, value = rules.ADDRESS_BLOCKED, "*"
            blocked = rule(known.record, value, record=name, channel=channel.name, partner=partner)
            problems, text = (blocked,), ""
        return Hop(
            HopKind.AUTHENTICATION, system, name, known.record, text, problems, known.unknown
        )

    def right_to_put(self, arrival: Arrival, name: str) -> Hop:
        """The authority of the channel's user to put to the queue that messages name."""
        found = self._rights.to_put(arrival, name)
        if found.missing:
            problem = rules.MAY_NOT_PUT(
                arrival.channel, user=found.users, words=found.missing, queue=name
            )
            return Hop(HopKind.AUTHORITY, arrival.system, found.users, problems=(problem,))
        if found.unknown:
            return Hop(HopKind.AUTHORITY, arrival.system, found.users, unknown=found.unknown)
        if arrival.context:
            reason = "the user in each message needs authority to put, and it is not known"
            return Hop(HopKind.AUTHORITY, arrival.system, "user of the message", unknown=(reason,))
        return Hop(HopKind.AUTHORITY, arrival.system, found.users, text=f"may put to {name}")

    def dead_letter(self, arrival: Arrival, length: int | None) -> Hop:
        """Where a message goes that cannot be put at a system."""
        return dead_letter(self.network, self._rights, arrival, length)


def _with(hop: Hop, *problems: Diagnostic, unknown: tuple[str, ...] = ()) -> Hop:
    more = (*hop.problems, *problems)
    return Hop(hop.kind, hop.system, hop.name, hop.key, hop.text, more, (*hop.unknown, *unknown))


def _named(users: Sequence[str], own: str) -> str:
    """`user a or user b`"""
    return " or ".join(f"user {user}" if user else own for user in users)


def _stays(queue: Key) -> str:
    return f"on transmission queue {queue.name} of {queue.system}"
