"""Where a message goes that the receiving end of a channel cannot put.

Sources: IBM's "Working with dead-letter queues" (a local queue, with room for the longest message
and its header), "Dead-letter queue considerations" (where it is full, too short or not available,
the channel stops and the message remains on the transmission queue), "Channel authorization" (the
user of the channel needs authority to every queue that it puts to).
"""

from dataclasses import replace

from queuewright.catalogue.references import QueueType, Role
from queuewright.kinds import queue_type

from . import rules
from .authority import ChannelRights
from .model import Arrival, Hop, HopKind
from .network import Network
from .putting import limit_of_queue, refusals

HEADER = 172  # MQDLH_LENGTH_1: what a message grows by on it


def dead_letter(
    network: Network, rights: ChannelRights, arrival: Arrival, length: int | None
) -> Hop:
    """The dead-letter queue, or why the channel cannot use it. length: of the message, None where
    it does not count."""
    system = arrival.system
    name = network.world.of_queue_manager(system, "dead_letter_queue")
    if network.text(arrival.channel, "use_dead_letter_queue") == "no":
        return _none(arrival, f"channel {arrival.channel.name} uses no dead-letter queue")
    if name is None:
        unknown = (f"whether {system} has a dead-letter queue",)
        return Hop(HopKind.DEAD_LETTER, system, "not known", None, "not known", (), unknown)
    if not name:
        return _none(arrival, f"{system} has none")
    if network.world.exists(system, Role.QUEUE, str(name)) is False:
        return _none(arrival, f"{name} is not there")
    reason = _refusal(network, str(name), arrival, length)
    if reason:
        return _none(arrival, reason)
    found = rights.to_put(replace(arrival, context=False), str(name))
    if found.missing and not arrival.context:
        return _none(arrival, f"user {found.users} has no {found.missing}")
    text = f"in dead-letter queue {name} of {system}"
    return Hop(HopKind.DEAD_LETTER, system, str(name), None, text, (), found.unknown)


def _refusal(network: Network, name: str, arrival: Arrival, length: int | None) -> str:
    """Why the queue does not take the message, "" where it does."""
    key = next(iter(network.world.queues_at(arrival.system, name)), None)
    if key is None:
        return ""  # its definition is not known
    if queue_type(key.kind) is not QueueType.LOCAL:
        return f"{name} is not a local queue"
    for problem in refusals(network, key):
        return f"{name}: {problem.reason}"
    limit = limit_of_queue(network, key, HEADER)
    if length is None or limit.longest is None or length <= limit.longest:
        return ""
    taken = f"takes messages of {limit.longest} bytes besides their dead-letter header"
    return f"{name} {taken}, and this one has {length}: {limit.code}"


def _none(arrival: Arrival, reason: str) -> Hop:
    problem = rules.NO_DEAD_LETTER(arrival.channel, reason=reason, system=arrival.system)
    text = f"nowhere: the channel stops, or the message is lost at {arrival.system}"
    return Hop(HopKind.DEAD_LETTER, arrival.system, "none", None, text, (problem,))
