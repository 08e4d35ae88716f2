"""Two ends of a channel: whether they connect, and how long the messages are that pass.

Source: IBM MQ, message channels: sender or server to receiver or requester, cluster-sender to
cluster-receiver, under one name. The ends agree on the smaller MAXMSGL; 0 is that of the queue
manager.
"""

from collections.abc import Iterator

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.kinds import kinds_of, spec_of
from queuewright.mq.cipher_specs import agree

from .network import Network
from .rules import CIPHERS_DIFFER, PORT_DIFFERS, TYPES_DIFFER, WRAPS_DIFFER

_LISTENERS = kinds_of(Role.LISTENER)


def connects(sender: Key, receiver: Key) -> bool:
    """Whether channels of these types are the two ends of one."""
    other_end = spec_of(sender.kind).other_end
    return other_end is not None and receiver.kind in kinds_of(other_end)


def disagreements(network: Network, sender: Key, receiver: Key) -> Iterator[Diagnostic]:
    """Why two channels of one name do not connect."""
    if not connects(sender, receiver):
        yield types_differ(sender, receiver)
        return
    ours, theirs = (network.text(each, "ssl_cipher_specification") for each in (sender, receiver))
    if agree(ours, theirs) is False:
        cipher = theirs or "no CipherSpec"
        yield CIPHERS_DIFFER(sender, ours or None, system=receiver.system, cipher=cipher)
    own, other = (network.number(each, "sequence_number_wrap") for each in (sender, receiver))
    if own is not None and other is not None and own != other:
        yield WRAPS_DIFFER(sender, own, system=receiver.system, wrap=other)


def types_differ(sender: Key, receiver: Key) -> Diagnostic:
    """The diagnostic of two channels whose types do not connect."""
    other_end = spec_of(sender.kind).other_end or Role.RECEIVING_CHANNEL
    return TYPES_DIFFER(
        sender,
        kind=sender.kind,
        other=receiver.name,
        system=receiver.system,
        kind_there=receiver.kind,
        wanted=kinds_of(other_end)[0],
    )


def without_listener(network: Network, sender: Key, system: str) -> Diagnostic | None:
    """The diagnostic where the system has listeners, and none on a port that the channel calls."""
    ports = network.ports(system)
    called = {address.port for address in network.addresses(sender)}
    if not ports or not called or ports & called or not network.is_whole(system, _LISTENERS):
        return None
    value = network.text(sender, "connection_name")
    numbers = " or ".join(map(str, sorted(called)))
    there = ", ".join(map(str, sorted(ports)))
    return PORT_DIFFERS(sender, value, system=system, port=numbers, ports=there)


def limit(network: Network, channel: Key) -> int | None:
    """Bytes of the longest message that one end takes, None where that is not known."""
    own = network.number(channel, "max_message_length")
    if own:
        return own
    of_manager = network.world.of_queue_manager(channel.system, "max_message_length")
    return of_manager if isinstance(of_manager, int) else None
