"""Names that lead nowhere, and ways that end too early. A plan says the same of what it changes."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import Attribute, Strength
from queuewright.catalogue.diagnostic import Diagnostic, Severity, problem, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.sources import CHANGE_CHANNEL, CHANGE_QUEUE, PROGRAMS
from queuewright.graph.references import Target, targets
from queuewright.kinds import QUEUE_KINDS, kinds_of, spec_of
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.namelist import NamelistSpec
from queuewright.mq.remote_queue import RemoteQueueSpec
from queuewright.world.world import World

from .subject import Subject

_LOOKED_FOR = ("stream_queue",)
_NO_BASE = {
    AliasQueueSpec.kind: "an alias, and an alias of an alias cannot be opened",
    ModelQueueSpec.kind: "a model queue, and an alias of one cannot be opened",
}


# What the rules of kinds say of, by the facts of the system.
_OF_RULES = ("process_name",)


def dangling(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """What the object names and is neither there nor declared."""
    key = subject.key
    yield from _of_topic(subject, world)
    described = spec_of(key.kind).attributes()
    for target in targets(key, subject.values, subject.like):
        found = target.system != key.system or world.find(target, key)
        if found or world.is_part(key.system) or target.attribute in _OF_RULES:
            continue
        if target.attribute == "like":
            if target.name.startswith("SYSTEM.") and not world.is_read(key.system):
                continue  # which ship
            rule = f"like {shown(subject.like)} {_nowhere(key, world)}"
            remediation = "name an object of this kind on this system"
            queue = key.kind in QUEUE_KINDS
            sources = (CHANGE_QUEUE.at("FromQName") if queue else PROGRAMS.at("like"),)
            unread = not world.is_read(key.system)
            yield problem(key, "like-missing", rule, remediation, sources, warning=unread)
            continue
        if target.attribute == "xmit_queue_name" and _takes_no_transmission(subject):
            continue  # which is said by itself
        attribute = described.get(target.attribute)
        if _is_elsewhere(target, attribute, key, world):
            continue
        if target.attribute == "remote_queue_manager_name":
            if (
                target.name == key.system
                or world.facts(key.system).default_transmission_queue
                or any(world.is_member(key.system, c) for c in world.memberships(target.name))
            ):
                # XmitQName is ignored there, and DefXmitQName takes the rest; a queue manager of
                # the same cluster is reached through that.
                continue
            there = "there or declared" if world.is_read(key.system) else "declared here"
            rule = f"no transmission queue {shown(target.name)} is {there}, and no other"
            remediation = "declare it, or give xmit_queue_name"
            yield _warning(key, "no-transmission-queue", target.attribute, rule, remediation)
            continue
        if target.attribute == "base_object_name" and (
            # CRTMQMQ TGTQNAME: "the local message queue manager"
            target.name == key.system
            or world.is_shared(target.name, key.system)
            or Key(key.system, ModelQueueSpec.kind, target.name) in world
        ):
            continue
        noun = "queue"
        if target.kinds != kinds_of(Role.QUEUE):
            noun = " or ".join(kind.partition(":")[2] for kind in target.kinds)
        rule = f"{noun} {shown(target.name)} {_nowhere(key, world)}"
        # What the command looks for, when it is sent at all; other names are looked for only when
        # a queue is opened.
        looked_for = (
            target.kinds == kinds_of(Role.AUTHORIZATION_LIST) or target.attribute in _LOOKED_FOR
        )
        certain = looked_for and subject.sends(target.attribute) and world.is_read(key.system)
        name, way_out = target.attribute, "declare it, or correct the name"
        other = _of_another_kind(target, world)
        if other is not None:
            words = " or ".join(filter(None, (", ".join(target.kinds[:-1]), target.kinds[-1])))
            rule = f"{shown(target.name)} is an {other.kind}, and must be an {words}"
            way_out = "name another queue"
        if target.kinds == kinds_of(Role.CLUSTER):
            way_out = "declare it, or a cluster-receiver channel that joins it"
        if attribute is not None and certain and target.strength is Strength.HARD:
            yield Diagnostic("reference-missing", name, rule, way_out, attribute.sources)
        else:
            yield _warning(key, "dangling", name, rule, way_out)


def _of_another_kind(target: Target, world: World) -> Key | None:
    """The object that has the name that a queue should have, and is of a kind that cannot be it."""
    if not set(target.kinds) <= set(QUEUE_KINDS):
        return None
    there = (k for k in world.named(target.name) if k.system == target.system)
    return next((k for k in there if k.kind in QUEUE_KINDS), None)


def _nowhere(key: Key, world: World) -> str:
    """What is known of a name on the key's system."""
    return "is neither there nor declared" if world.is_read(key.system) else "is not declared here"


def _of_topic(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An alias of a topic object that is not there."""
    key, name = subject.key, subject.values.get("base_object_name")
    if subject.values.get("target_type") != "topic" or not name:
        return
    exists = world.exists(key.system, Role.TOPIC, str(name))
    if exists is False and not str(name).startswith("SYSTEM."):
        rule = f"topic {shown(name)} {_nowhere(key, world)}"
        way_out = "declare it, or correct the name"
        yield _warning(key, "dangling", "base_object_name", rule, way_out)


def _is_elsewhere(target: Target, attribute: Attribute | None, key: Key, world: World) -> bool:
    """Whether the name need not be among the objects: a special value, a system object, a channel
    that the queue manager defines itself, or a cluster that a channel joins."""
    return (
        (attribute is not None and attribute.choice(target.name) is not None)
        or key.kind in kinds_of(Role.NAMELIST)  # which may name anything
        or target.name.startswith("SYSTEM.")
        or "*" in target.name
        or target.attribute == "cluster_channel_name"
        or (target.kinds == kinds_of(Role.CLUSTER) and world.is_member(key.system, target.name))
    )


def without_membership(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A cluster of the object's namelist that the queue manager is no member of."""
    key, name = subject.key, subject.values.get("cluster_namelist")
    if not name or key.kind not in QUEUE_KINDS:
        return
    for cluster in world.clusters_of(key):
        if not world.is_member(key.system, cluster):
            rule = f"Cluster {shown(cluster)} of the namelist {_nowhere(key, world)}"
            way_out = "declare it, or take it out of the namelist"
            yield _warning(key, "not-member", "cluster_namelist", rule, way_out)


def remote_target(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A remote queue whose queue manager is known here, and has no such queue."""
    key, values = subject.key, subject.values
    if key.kind != RemoteQueueSpec.kind:
        return
    for target in targets(key, values):
        if target.attribute != "remote_queue_name" or target.system not in world.systems:
            continue
        is_known = world.find(target, key) or target.name.startswith("SYSTEM.")
        if is_known or world.is_part(target.system) or world.is_shared(target.name, target.system):
            continue
        rule = f"{target.system} has no queue {shown(target.name)}"
        way_out = "declare it there, or correct the name"
        yield _warning(key, "remote-target-missing", target.attribute, rule, way_out)


def transmission(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A queue that is used as transmission queue, and is none."""
    key, values = subject.key, subject.values
    if key.kind != RemoteQueueSpec.kind or _takes_no_transmission(subject):
        return
    for target in targets(key, values):
        if target.kinds == kinds_of(Role.LOCAL_QUEUE):
            for other in world.find(target, key):
                if world.value(other, "usage") not in ("transmission", None):
                    rule = f"{other.name} is used as transmission queue, and its usage is normal"
                    remediation = 'set usage="transmission" on it'
                    yield _warning(key, "not-transmission", target.attribute, rule, remediation)


def ignored_transmission(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A transmission queue of a definition that takes none."""
    key, values = subject.key, subject.values
    if not values.get("xmit_queue_name") or not _takes_no_transmission(subject):
        return
    is_alias = not values.get("remote_queue_name")
    what = "a queue manager alias of it" if is_alias else "a reply-to queue alias"
    rule = f"is ignored: {key.system} is the queue manager itself, and this is {what}"
    way_out = "leave it out"
    if not is_alias:
        way_out += ", or give the queue manager that has the queue as remote_queue_manager_name"
    yield _warning(key, "transmission-ignored", "xmit_queue_name", rule, way_out)


def _takes_no_transmission(subject: Subject) -> bool:
    """Whether a remote queue's queue manager is its own. A local definition of a remote queue must
    not name that: it is an alias of a queue manager or of a reply-to queue."""
    own = subject.values.get("remote_queue_manager_name") == subject.key.system
    return subject.key.kind == RemoteQueueSpec.kind and own


def alias_of_alias(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An alias whose base is an alias, or a model queue: "the name of a local or remote queue"."""
    key, values = subject.key, subject.values
    base = values.get("base_object_name")
    if key.kind != AliasQueueSpec.kind or not isinstance(base, str) or not base:
        return
    if values.get("target_type") == "topic":
        return
    for kind, words in _NO_BASE.items():
        target = Target("base_object_name", (kind,), key.system, base, Strength.SOFT)
        if world.find(target, key):
            rule = f"{base} is itself {words}"
            yield _warning(key, "alias-of-alias", "base_object_name", rule, "name the base queue")


def unused_namelist(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A namelist that nothing names. One that lists queues is for applications, which read it."""
    key = subject.key
    if key.kind != NamelistSpec.kind or world.is_part(key.system):
        return
    names = world.value(key, "names") or ()
    lists_queues = any(
        other.system == key.system for name in names for other in world.named(str(name))
    )
    if (key.system, key.name) not in world.used_namelists and not lists_queues:
        rule = "no queue, channel or queue manager names it"
        way_out = "name it as cluster_namelist, or leave it out"
        sources = (CHANGE_QUEUE.at("ClusterNamelist"), CHANGE_CHANNEL.at("ClusterNamelist"))
        yield problem(key, "unused-namelist", rule, way_out, sources, warning=True)


def _warning(key: Key, code: str, attribute: str, rule: str, remediation: str) -> Diagnostic:
    sources = spec_of(key.kind).attributes()[attribute].sources
    return Diagnostic(code, attribute, rule, remediation, sources, Severity.WARNING)


OF_PLANS = (dangling, transmission, ignored_transmission, alias_of_alias)


def of_changes(subjects: Mapping[Key, Subject], world: World) -> dict[Key, list[Diagnostic]]:
    """What a plan says of what it changes: findings by object."""
    by_key: dict[Key, list[Diagnostic]] = {}
    for key, subject in subjects.items():
        found = [said for check in OF_PLANS for said in check(subject, world)]
        if found:
            by_key[key] = [about(subject, said) for said in found]
    return by_key


def about(subject: Subject, said: Diagnostic) -> Diagnostic:
    """The diagnostic, of the subject and its offending value."""
    value: Any = subject.values.get(said.attribute or "")
    if said.object and said.value is not None:
        return replace(said, object=str(subject.key))
    return said.on(str(subject.key), value)
