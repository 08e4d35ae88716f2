"""Channels, listeners and records of every system, found by what a route asks for."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType, Role
from queuewright.kinds import kinds_in, kinds_of, queue_kinds, queue_type, spec_of
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.connection_name import USUAL_PORT, HostAddress, addresses_in
from queuewright.world.world import World


@dataclass(frozen=True, eq=False)
class Network:
    """world: every object. hosts: host -> the systems that are there, as the configuration of
    systems says. unread_kinds: of each system, kinds that nobody has asked it for."""

    world: World
    hosts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    unread_kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def value(self, key: Key, attribute: str) -> Any:
        """The future value of an attribute: as IBM ships it where neither a declaration nor its
        system says it."""
        value = self.world.value(key, attribute)
        if value is not None:
            return value
        described = spec_of(key.kind).attributes().get(attribute)
        return None if described is None else described.shipped

    def text(self, key: Key, attribute: str) -> str:
        """The same of a text, "" for none."""
        value = self.value(key, attribute)
        return value.strip() if isinstance(value, str) else ""

    def number(self, key: Key, attribute: str) -> int | None:
        """The same of a number."""
        value = self.value(key, attribute)
        return value if isinstance(value, int) else None

    def is_whole(self, system: str, kinds: Collection[str] = ()) -> bool:
        """Whether what is not known of the system is not there either. kinds: those meant."""
        world = self.world
        if system in world.unread or not world.is_whole(system):
            return False
        return self.unread_kinds.get(system, frozenset()).isdisjoint(kinds)

    def channel_records(self, system: str) -> Collection[Key]:
        """The channel authentication records of a system."""
        return self._channel_records.get(system, ())

    @cached_property
    def _channel_records(self) -> Mapping[str, list[Key]]:
        found: dict[str, list[Key]] = {}
        for key in self.world.of_kinds((ChannelAuthenticationRecordSpec.kind,)):
            found.setdefault(key.system, []).append(key)
        return found

    def of_role(self, role: Role) -> Iterator[Key]:
        """The objects of a role on every system."""
        return self.world.of_kinds(kinds_of(role))

    def senders(self, system: str, queue: str) -> Collection[Key]:
        """The channels of a system that send from a transmission queue."""
        return self._senders.get((system, queue), ())

    @cached_property
    def _senders(self) -> Mapping[tuple[str, str], list[Key]]:
        found: dict[tuple[str, str], list[Key]] = {}
        for key in self.of_role(Role.SENDING_CHANNEL):
            if queue := self.text(key, "xmit_queue_name"):
                found.setdefault((key.system, queue), []).append(key)
        return found

    def called(self, name: str) -> Collection[Key]:
        """The channels of a name, on every system, that others may call. Many systems have a sender
        of one name, and call one hub by it: those are no ends of each other."""
        return self._called.get(name, ())

    @cached_property
    def _called(self) -> Mapping[str, list[Key]]:
        found: dict[str, list[Key]] = {}
        sending = kinds_of(Role.SENDING_CHANNEL)
        kinds = [kind for kind in kinds_in(_CHANNEL) if kind not in sending]
        for key in self.world.of_kinds(kinds):
            found.setdefault(key.name, []).append(key)
        return found

    def channel(self, system: str, name: str) -> Key | None:
        """The channel of a name on a system, of any type; those of clients apart."""
        keys = (Key(system, kind, name) for kind in kinds_in(_CHANNEL))
        return next((key for key in keys if key in self.world), None)

    def of_type(self, type_: QueueType) -> Iterator[Key]:
        """The queues of a type on every system."""
        return self.world.of_kinds([k for k in queue_kinds() if queue_type(k) is type_])

    def remote_queues(self) -> Iterator[Key]:
        """The queues that lead to a queue of another queue manager by their definition."""
        return filter(self.leads_away, self.of_type(QueueType.REMOTE))

    def leads_away(self, key: Key) -> bool:
        """Whether an object is such a queue."""
        is_remote = queue_type(key.kind) is QueueType.REMOTE
        return is_remote and bool(self.text(key, "remote_queue_name"))

    def listeners(self, system: str) -> Collection[Key]:
        """The listeners of a system for TCP that have a port. SYSTEM.DEFAULT.LISTENER.TCP is one
        where somebody gave it a port."""
        return self._listeners.get(system, ())

    @cached_property
    def _listeners(self) -> Mapping[str, list[Key]]:
        found: dict[str, list[Key]] = {}
        for key in self.of_role(Role.LISTENER):
            if self.text(key, "transport_type") == "tcp" and self.port(key):
                found.setdefault(key.system, []).append(key)
        return found

    def port(self, listener: Key) -> int:
        """The port of a listener; 0 for the default object that nobody has given one."""
        port = self.number(listener, "port") or 0
        is_default = listener.name == spec_of(listener.kind).default_object
        return port or (0 if is_default else USUAL_PORT)

    def ports(self, system: str) -> frozenset[int]:
        """The ports of its listeners."""
        return self._ports.get(system, frozenset())

    @cached_property
    def _ports(self) -> Mapping[str, frozenset[int]]:
        return {system: frozenset(map(self.port, keys)) for system, keys in self._listeners.items()}

    def at(self, host: str) -> frozenset[str]:
        """The systems that are known to be on a host: by the configuration, by the addresses of
        their own cluster-receiver channels and of their listeners."""
        return self.hosts.get(host, frozenset()) | self._own_hosts.get(host, frozenset())

    @cached_property
    def _own_hosts(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        own = [
            (key.system, address.host)
            for key in self.of_role(Role.CLUSTER_RECEIVING_CHANNEL)
            for address in self.addresses(key)
        ]
        for keys in self._listeners.values():
            own += [(k.system, ip.lower()) for k in keys if (ip := self.text(k, "ip_address"))]
        for system, host in own:
            found[host] = found.get(host, frozenset()) | {system}
        return found

    def addresses(self, channel: Key) -> tuple[HostAddress, ...]:
        """The addresses that a channel of TCP connects to."""
        if self.text(channel, "transport_type") not in ("tcp", ""):
            return ()
        return addresses_in(self.text(channel, "connection_name"))


_CHANNEL = "channel"  # the name space of channels
