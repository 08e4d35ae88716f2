"""How a channel that sends starts: it runs, a message on its transmission queue starts it, or
somebody has to.

Sources: IBM's "Triggering channels" (the trigger message goes to the initiation queue, from which a
channel initiator gets it, that is started for it; TRIGDATA names the channel), Change Queue (PCF)
TriggerControl, TriggerType, InitiationQName; ALTER QMGR SCHINIT: whether the channel initiator of
SYSTEM.CHANNEL.INITQ starts with the queue manager.
"""

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType, Role
from queuewright.kinds import queue_type
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec

from . import rules
from .network import Network

INITIATION_QUEUE = "SYSTEM.CHANNEL.INITQ"  # a channel initiator is started for it


def start_of(network: Network, sender: Key, queue: Key) -> tuple[str, list[Diagnostic]]:
    """How a channel that sends from the queue starts, "" where nothing starts it, and why."""
    observed = network.world.observed(sender)
    status = None if observed is None else observed.status
    if status is not None and status.running:
        return f"{status.running[0].state.lower()} now", []
    if status is not None and any(each.state == "STOPPED" for each in status.instances or ()):
        return "", [rules.STOPPED(sender)]
    reason, remedy = _not_triggered(network, sender, queue)
    if reason:
        problem = rules.NOT_STARTED(sender, system=sender.system, reason=reason, remedy=remedy)
        return "", [problem]
    name = network.text(queue, "initiation_queue_name")
    if name != INITIATION_QUEUE:
        return f"a message starts it, where a channel initiator serves {name}", []
    control = network.world.of_queue_manager(sender.system, "channel_initiator_control")
    if control != "control_manual":
        return "a message starts it", []
    manager = Key(sender.system, QueueManagerSpec.kind, QMGR)
    by_hand = rules.INITIATOR_MANUAL(manager, control, system=sender.system)
    return "a message starts it, once the channel initiator is started", [by_hand]


def _not_triggered(network: Network, sender: Key, queue: Key) -> tuple[str, str]:
    """Why no message on the queue starts the channel, and what to do; "" where one does."""
    named = network.text(queue, "initiation_queue_name")
    if network.text(queue, "trigger_control") != "on" or not named:
        on = f'trigger_control="on" and initiation_queue_name="{INITIATION_QUEUE}"'
        reason = f"its transmission queue {queue.name} has no trigger for it"
        return reason, f"set {on} on {queue.name}"
    if network.text(queue, "trigger_type") == "none":
        return (
            f"the trigger_type of {queue.name} is none",
            f'set trigger_type="first" on {queue.name}',
        )
    channel = network.text(queue, "trigger_data")
    if channel and channel != sender.name:
        remedy = f'set trigger_data="{sender.name}" on {queue.name}'
        return f"the trigger_data of {queue.name} names {channel}", remedy
    initiation = next(iter(network.world.queues_at(queue.system, named)), None)
    if initiation is None:
        is_gone = network.world.exists(queue.system, Role.QUEUE, named) is False
        missing = is_gone and not named.startswith("SYSTEM.")  # those ship
        return f"initiation queue {named} is not there" * missing, f"declare {named}"
    if queue_type(initiation.kind) is not QueueType.LOCAL:
        return f"initiation queue {named} is not a local queue", "name a local queue"
    if network.text(initiation, "inhibit_get") == "get_inhibited":
        return (
            f"get is inhibited on initiation queue {named}",
            'set inhibit_get="get_allowed" on it',
        )
    if network.text(initiation, "inhibit_put") == "put_inhibited":
        return (
            f"put is inhibited on initiation queue {named}",
            'set inhibit_put="put_allowed" on it',
        )
    return "", ""
