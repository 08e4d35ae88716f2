"""Backout and dead-letter queues, messages that do not survive, and clusters that disagree."""

from collections.abc import Iterator

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import (
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    MQSC,
    MQWQR,
)
from queuewright.diff.removal import (
    AUTHORITIES_LOST,
    DATA_LOSS,
    PUBLICATIONS_MISSED,
    delete_sources,
    lost_in_between,
)
from queuewright.graph.references import Target
from queuewright.kinds import is_ibmi, is_queue, kinds_of, spec_of
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.queue_manager import QueueManagerSpec
from queuewright.workload.record import AGREED
from queuewright.world.world import World

from .check import finds
from .subject import Subject

_QUEUES = kinds_of(Role.QUEUE)
_BACKOUT = "backout_requeue_name"


BACKOUT_ITSELF = Rule(
    "backout-itself",
    "A queue is its own backout queue",
    "is the queue itself, so that a message that is backed out comes back at once",
    "name another queue",
    (CHANGE_QUEUE.at("BackoutRequeueName"),),
    _BACKOUT,
    Severity.WARNING,
    "QW301",
)
BACKOUT_SHORTER = Rule(
    "backout-shorter",
    "A backout queue takes shorter messages",
    "takes messages of {longest} bytes, and this queue has them up to {own}",
    "raise its max_message_length, or lower this one's",
    (CHANGE_QUEUE.at("BackoutRequeueName"), CHANGE_QUEUE.at("MaxMsgLength")),
    _BACKOUT,
    Severity.WARNING,
    "QW302",
)


@finds(BACKOUT_ITSELF, BACKOUT_SHORTER)
def backout(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A backout queue that is the queue itself, or cannot take its longest messages."""
    key = subject.key
    name = subject.values.get(_BACKOUT)
    if not isinstance(name, str) or not name:
        return
    if name == key.name:
        yield BACKOUT_ITSELF(key, name)
        return
    target = Target(_BACKOUT, _QUEUES, key.system, name, Strength.SOFT)
    for other in world.find(target, key):
        own = world.value(key, "max_message_length")
        longest = world.value(_behind(other, world), "max_message_length")
        if isinstance(own, int) and isinstance(longest, int) and longest < own:
            yield BACKOUT_SHORTER(key, name, longest=longest, own=own)


PERSISTENCE_LOST = Rule(
    "persistence-lost",
    "Persistent messages go where they get lost",
    "is not_persistent, and {queue} keeps messages: a message put through this alias without a "
    "persistence of its own is discarded when the queue manager restarts",
    'set default_persistence="persistent", or non_persistent_message_class="class_high" on the '
    "queue",
    (CHANGE_QUEUE.at("DefPersistence"), CHANGE_QUEUE.at("NonPersistentMessageClass")),
    "default_persistence",
    Severity.WARNING,
    "QW503",
)


@finds(PERSISTENCE_LOST)
def persistence_lost(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An alias that makes the messages of a persistent queue non-persistent ones, which the class
    of the queue does not keep."""
    key, name = subject.key, subject.values.get("base_object_name")
    if not isinstance(name, str):
        return
    base = Key(key.system, LocalQueueSpec.kind, name)
    target = Target("base_object_name", (LocalQueueSpec.kind,), key.system, name, Strength.SOFT)
    if world.find(target, key) != [base]:
        return
    if (
        world.value(key, "default_persistence") == "not_persistent"
        and world.value(base, "default_persistence") == "persistent"
        and world.value(base, "non_persistent_message_class") == "class_normal"
    ):
        yield PERSISTENCE_LOST(key, "not_persistent", queue=name)


_DEAD_LETTER = (CHANGE_QUEUE_MANAGER.at("DeadLetterQName"), MQSC.at("ALTER QMGR, DEADQ"))
NO_DEAD_LETTER = Rule(
    "no-dead-letter",
    "There is no dead-letter queue",
    "is blank: a message that cannot be delivered stops its channel, or is discarded",
    "name a local queue",
    _DEAD_LETTER,
    "dead_letter_queue",
    Severity.WARNING,
    "QW309",
)
DEAD_LETTER_MISSING = Rule(
    "dead-letter-missing",
    "The dead-letter queue is not there",
    "no such queue is {there}",
    "define it, or correct the name",
    _DEAD_LETTER,
    "dead_letter_queue",
    Severity.WARNING,
    "QW109",
)
DEAD_LETTER_UNUSABLE = Rule(
    "dead-letter-unusable",
    "The dead-letter queue cannot be used",
    "{queue}",
    "name another queue, or change it",
    _DEAD_LETTER,
    "dead_letter_queue",
    Severity.WARNING,
    "QW308",
)


@finds(NO_DEAD_LETTER, DEAD_LETTER_MISSING, DEAD_LETTER_UNUSABLE)
def dead_letter(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """The reasons why a queue manager has no usable dead-letter queue."""
    key = subject.key
    if key.kind != QueueManagerSpec.kind:
        return
    there_now = world.facts(key.system).dead_letter_queue
    name = subject.values.get("dead_letter_queue", there_now)
    if name is None:
        return
    if not name:
        yield NO_DEAD_LETTER(key, name)
        return
    there = list(world.queues_at(key.system, name))
    if not there:
        if not world.is_part(key.system) and not name.startswith("SYSTEM."):
            words = "there or declared" if world.is_read(key.system) else "declared"
            yield DEAD_LETTER_MISSING(key, name, there=words)
        return
    queue = there[0]
    if queue.kind not in kinds_of(Role.LOCAL_QUEUE):
        other = f"is an {queue.kind}, and must be a local queue"
        yield DEAD_LETTER_UNUSABLE(key, name, queue=other)
    elif world.value(queue, "usage") == "transmission":
        yield DEAD_LETTER_UNUSABLE(key, name, queue="is a transmission queue")
    elif world.value(queue, "inhibit_put") == "put_inhibited":
        yield DEAD_LETTER_UNUSABLE(key, name, queue="has puts inhibited")


CLUSTER_DISAGREES = Rule(
    "cluster-disagrees",
    "Instances of a cluster queue disagree",
    "is {value} on {system}, which has this cluster queue as well",
    "give all of them the same",
    (MQWQR.at("Fields in MQWQR"),),
    severity=Severity.WARNING,
    page="QW402",
)


@finds(CLUSTER_DISAGREES)
def disagreeing(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """Instances of a cluster queue whose attributes that senders see differ."""
    key = subject.key
    if not is_queue(key.kind):
        return
    instances = world.instances(key.name, world.clusters_of(key))
    others = sorted({other for other, _ in instances if other.system != key.system})
    if not others or others[0] > key:
        return  # the first of them is what the others are compared with
    first = others[0]
    for attribute in AGREED:
        own, there = world.value(key, attribute), world.value(first, attribute)
        if own != there and None not in (own, there):
            value, system = shown(there), first.system
            yield CLUSTER_DISAGREES(key, own, attribute=attribute, value=value, system=system)


ENTRIES_LOST = DATA_LOSS.but(
    code="entries-lost",
    reason="{command} deletes it and it is created again: whatever {contents} it holds are lost",
    remediation="change it in place, or empty it first",
    severity=Severity.WARNING,
)


@finds(ENTRIES_LOST, AUTHORITIES_LOST, PUBLICATIONS_MISSED)
def recreated(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An object that a script deletes and creates again: what it held, and who could use it."""
    key, deleted = subject.key, subject.deleted
    if deleted is None:
        return
    on_ibmi = is_ibmi(key.kind)
    line = f"line {deleted.line}" if deleted.line else "a command before"
    if spec_of(key.kind).holds_messages and (on_ibmi or deleted.purge):
        contents = "entries" if key.kind.endswith("DataQueue") else "messages"
        sources = delete_sources(key.kind)
        yield ENTRIES_LOST(key, sources=sources, command=line, contents=contents)
    if not deleted.keeps_authorities and not subject.restored:
        yield from lost_in_between(key, f"{line} deletes it")


def _behind(key: Key, world: World) -> Key:
    """The queue that an alias stands for; others as they are."""
    name = world.value(key, "base_object_name")
    if name is None:
        return key
    base = Key(key.system, LocalQueueSpec.kind, str(name))
    target = Target(
        "base_object_name", (LocalQueueSpec.kind,), key.system, base.name, Strength.SOFT
    )
    return base if world.find(target, key) else key


CHECKS = (backout, persistence_lost, dead_letter, disagreeing, recreated)
