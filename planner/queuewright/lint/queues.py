"""Backout and dead-letter queues, messages that do not survive, and clusters that disagree."""

from collections.abc import Iterator

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import Diagnostic, problem, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import (
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    MQSC,
    MQWQR,
)
from queuewright.diff.removal import authorities_lost, delete_sources
from queuewright.graph.references import Target
from queuewright.kinds import IBMI_KINDS, QUEUE_KINDS, kinds_of, spec_of
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.workload_record import AGREED
from queuewright.world.world import World

from .subject import QUEUE_MANAGER, Subject

_QUEUES = kinds_of(Role.QUEUE)
_BACKOUT = "backout_requeue_name"


def backout(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A backout queue that is the queue itself, or cannot take its longest messages."""
    key = subject.key
    name = subject.values.get(_BACKOUT)
    if not isinstance(name, str) or not name:
        return
    sources = spec_of(key.kind).attributes()[_BACKOUT].sources
    if name == key.name:
        rule = "is the queue itself, so that a message that is backed out comes back at once"
        way_out = "name another queue"
        yield problem(key, "backout-itself", rule, way_out, sources, _BACKOUT, name, warning=True)
        return
    target = Target(_BACKOUT, _QUEUES, key.system, name, Strength.SOFT)
    for other in world.find(target, key):
        own = world.value(key, "max_message_length")
        longest = world.value(_behind(other, world), "max_message_length")
        if isinstance(own, int) and isinstance(longest, int) and longest < own:
            rule = f"takes messages of {longest} bytes, and this queue has them up to {own}"
            way_out = "raise its max_message_length, or lower this one's"
            both = (*sources, CHANGE_QUEUE.at("MaxMsgLength"))
            yield problem(key, "backout-shorter", rule, way_out, both, _BACKOUT, name, warning=True)


def persistence_lost(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An alias that makes the messages of a persistent queue non-persistent ones, which the class
    of the queue does not keep."""
    key, name = subject.key, subject.values.get("base_object_name")
    if key.kind != AliasQueueSpec.kind or not isinstance(name, str):
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
        rule = f"is not_persistent, and {name} keeps messages: what is put through this alias"
        rule += " without a persistence of its own is discarded when the queue manager restarts"
        way_out = 'set default_persistence="persistent", or non_persistent_message_class='
        way_out += '"class_high" on the queue'
        sections = "DefPersistence", "NonPersistentMessageClass"
        sources = tuple(CHANGE_QUEUE.at(section) for section in sections)
        attribute, value = "default_persistence", "not_persistent"
        code = "persistence-lost"
        yield problem(key, code, rule, way_out, sources, attribute, value, warning=True)


def dead_letter(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """What keeps a queue manager from having a dead-letter queue."""
    key = subject.key
    if key.kind != QUEUE_MANAGER or "dead_letter_queue" not in subject.values:
        return
    name, attribute = subject.values["dead_letter_queue"], "dead_letter_queue"
    sources = (CHANGE_QUEUE_MANAGER.at("DeadLetterQName"), MQSC.at("ALTER QMGR, DEADQ"))
    if not name:
        code, rule = "no-dead-letter", "is blank: a message that cannot be delivered stops its"
        rule, way_out = f"{rule} channel, or is discarded", "name a local queue"
        yield problem(key, code, rule, way_out, sources, attribute, name, warning=True)
        return
    there = [k for k in world.named(name) if k.system == key.system]
    if not there:
        if world.is_part(key.system) or name.startswith("SYSTEM."):
            return
        there_or = "there or " if world.is_read(key.system) else ""
        code, rule = "dead-letter-missing", f"no such queue is {there_or}declared"
        way_out = "define it, or correct the name"
        yield problem(key, code, rule, way_out, sources, attribute, name, warning=True)
        return
    queue = there[0]
    why = ""
    if queue.kind != LocalQueueSpec.kind:
        why = f"is an {queue.kind}, and must be a local queue"
    elif world.value(queue, "usage") == "transmission":
        why = "is a transmission queue"
    elif world.value(queue, "inhibit_put") == "put_inhibited":
        why = "has puts inhibited"
    if why:
        code, way_out = "dead-letter-unusable", "name another queue, or change it"
        yield problem(key, code, why, way_out, sources, attribute, name, warning=True)


def disagreeing(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A cluster queue that is otherwise on another queue manager, as far as senders see it."""
    key = subject.key
    if key.kind not in QUEUE_KINDS:
        return
    instances = world.instances(key.name, world.clusters_of(key))
    others = sorted({other for other, _ in instances if other.system != key.system})
    if not others or others[0] > key:
        return  # the first of them is what the others are compared with
    first = others[0]
    for attribute in AGREED:
        own, there = world.value(key, attribute), world.value(first, attribute)
        if own != there and None not in (own, there):
            rule = f"is {shown(there)} on {first.system}, which has this cluster queue as well"
            way_out, sources = "give all of them the same", (MQWQR.at("Fields in MQWQR"),)
            code = "cluster-disagrees"
            yield problem(key, code, rule, way_out, sources, attribute, own, warning=True)


def recreated(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An object that a script deletes and creates again: what it held, and who could use it."""
    key, deleted = subject.key, subject.deleted
    if deleted is None:
        return
    sources = delete_sources(key.kind)
    on_ibmi = key.kind in IBMI_KINDS
    line = f"line {deleted.line}" if deleted.line else "a command before"
    if spec_of(key.kind).holds_messages and (on_ibmi or deleted.purge):
        what = "entries" if key.kind.endswith("DataQueue") else "messages"
        rule = f"{line} deletes it and it is created again: whatever {what} it holds are lost"
        way_out = "change it in place, or empty it first"
        yield problem(key, "entries-lost", rule, way_out, sources, warning=True)
    if not deleted.keeps_authorities and not subject.restored:
        yield authorities_lost(key, f"{line} deletes it")


def _behind(key: Key, world: World) -> Key:
    """The queue that an alias stands for; others as they are."""
    if key.kind != AliasQueueSpec.kind:
        return key
    name = world.value(key, "base_object_name")
    base = Key(key.system, LocalQueueSpec.kind, str(name))
    target = Target(
        "base_object_name", (LocalQueueSpec.kind,), key.system, base.name, Strength.SOFT
    )
    return base if world.find(target, key) else key
