"""Names that lead nowhere, and ways that end too early. A plan says the same of what it changes."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import Attribute, Strength
from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType, Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_QUEUE,
    CRTMQMQ,
    MQSC,
    Sources,
)
from queuewright.diff.absent import (
    DANGLING,
    DANGLING_BY_ATTRIBUTE,
    LIKE_MISSING,
    OF_RULES,
    REFERENCE_MISSING,
    REFERENCE_MISSING_BY_ATTRIBUTE,
    is_looked_for,
    is_special,
    like_missing,
    words_of,
)
from queuewright.graph.references import Target, targets
from queuewright.kinds import QUEUE_KINDS, is_queue, kinds_in, kinds_of, queue_type, spec_of
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.security_refresh import SSL, noticed
from queuewright.world.world import World

from . import records, topics
from .check import finds, nowhere
from .queues import DEAD_LETTER_MISSING, dead_letter
from .subject import Subject

_NO_BASE: Mapping[QueueType | None, str] = {
    QueueType.ALIAS: "an alias, and an alias of an alias cannot be opened",
    QueueType.MODEL: "a model queue, and an alias of one cannot be opened",
}


CHANNEL_NO_TRANSMISSION = DANGLING.but(
    code="channel-transmission-queue",
    attribute="xmit_queue_name",
    page="QW904",
    title="A channel has no transmission queue",
    sources=(CHANGE_CHANNEL.at("XmitQName"),),
)
NO_TRANSMISSION_QUEUE = DANGLING_BY_ATTRIBUTE["xmit_queue_name"].but(
    code="no-transmission-queue",
    attribute="remote_queue_manager_name",
    reason="no transmission queue {name} is {there}, and no other",
    remediation="declare it, or give xmit_queue_name",
)


@finds(
    *DANGLING_BY_ATTRIBUTE.values(),
    *REFERENCE_MISSING_BY_ATTRIBUTE.values(),
    REFERENCE_MISSING,
    LIKE_MISSING,
    NO_TRANSMISSION_QUEUE,
    CHANNEL_NO_TRANSMISSION,
)
def dangling(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """The targets of the object that are neither there nor declared."""
    key = subject.key
    described = spec_of(key.kind).attributes()
    for target in targets(key, subject.values, subject.like):
        found = target.system != key.system or world.find(target, key)
        if found or world.is_part(key.system) or target.attribute in OF_RULES:
            continue
        if target.attribute == DEAD_LETTER_MISSING.attribute:
            continue  # which is said by itself
        if target.attribute == "like":
            if target.name.startswith("SYSTEM.") and not world.is_read(key.system):
                continue  # which ship
            severity = Severity.ERROR if world.is_read(key.system) else Severity.WARNING
            yield like_missing(key, str(subject.like), nowhere(key, world), severity)
            continue
        if target.attribute == "xmit_queue_name" and _takes_no_transmission(subject):
            continue  # which is said by itself
        attribute = described.get(target.attribute)
        if _is_elsewhere(target, attribute, key, world):
            continue
        if target.attribute == "remote_queue_manager_name":
            if (
                target.name == key.system
                or world.of_queue_manager(key.system, "default_transmission_queue")
                or any(world.is_member(key.system, c) for c in world.memberships(target.name))
                or any(
                    alias.system != key.system and world.is_member(key.system, cluster)
                    for alias, cluster in world.advertised_managers(target.name)
                )
            ):
                # XmitQName is ignored there, and DefXmitQName takes the rest; a queue manager of
                # the same cluster, or an alias of one there, is reached through that.
                continue
            there = "there or declared" if world.is_read(key.system) else "declared here"
            sources = _sources(key, target.attribute)
            yield NO_TRANSMISSION_QUEUE(sources=sources, name=shown(target.name), there=there)
            continue
        if target.attribute == "base_object_name" and (
            # CRTMQMQ TGTQNAME: "the local message queue manager"
            target.name == key.system
            or world.is_shared(target.name, key.system)
            or Key(key.system, ModelQueueSpec.kind, target.name) in world
        ):
            continue
        is_known = subject.sends(target.attribute) and world.is_read(key.system)
        is_refused = attribute is not None and is_known and is_looked_for(key, target)
        rules = REFERENCE_MISSING_BY_ATTRIBUTE if is_refused else DANGLING_BY_ATTRIBUTE
        usual = REFERENCE_MISSING if is_refused else DANGLING
        rule, name = rules.get(target.attribute, usual), words_of(target)
        if target.attribute == CHANNEL_NO_TRANSMISSION.attribute and spec_of(key.kind).runs:
            rule = CHANNEL_NO_TRANSMISSION
        where, sources = nowhere(key, world), _sources(key, target.attribute)
        other = _of_another_kind(target, world)
        if other is not None:
            words = " or ".join(filter(None, (", ".join(target.kinds[:-1]), target.kinds[-1])))
            name, where = shown(target.name), f"is an {other.kind}, and must be an {words}"
            what = "queue" if is_queue(other.kind) else "object"
            rule = rule.but(remediation=f"name another {what}")
        yield rule(attribute=target.attribute, sources=sources, name=name, nowhere=where)


def _of_another_kind(target: Target, world: World) -> Key | None:
    """The object that has the name that the target should have, in its name space, and is of a kind
    that cannot be it."""
    if set(target.kinds) <= set(QUEUE_KINDS):
        return next(iter(world.queues_at(target.system, target.name)), None)
    others = (k for kind in target.kinds for k in kinds_in(spec_of(kind).namespace))
    keys = (Key(target.system, kind, target.name) for kind in others if kind not in target.kinds)
    return next((key for key in keys if key in world), None)


def _is_elsewhere(target: Target, attribute: Attribute | None, key: Key, world: World) -> bool:
    """Whether the name need not be among the objects: a special value, a system object, a channel
    that the queue manager defines itself, or a cluster that a channel joins."""
    return (
        is_special(attribute, target.name)
        or key.kind in kinds_of(Role.NAMELIST)  # which may name anything
        or target.attribute == "cluster_channel_name"
        or (target.kinds == kinds_of(Role.CLUSTER) and world.is_member(key.system, target.name))
    )


NOT_MEMBER = DANGLING_BY_ATTRIBUTE["cluster_name"].but(
    code="not-member",
    attribute="cluster_namelist",
    reason="Cluster {name} of the namelist {nowhere}",
    remediation="declare it, or take it out of the namelist",
)


@finds(NOT_MEMBER)
def without_membership(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A cluster of the object's namelist that the queue manager is not a member of."""
    key, name = subject.key, subject.values.get("cluster_namelist")
    if not name or not is_queue(key.kind):
        return
    for cluster in world.clusters_of(key):
        if not world.is_member(key.system, cluster):
            sources, where = _sources(key, "cluster_namelist"), nowhere(key, world)
            yield NOT_MEMBER(sources=sources, name=shown(cluster), nowhere=where)


REMOTE_TARGET_MISSING = Rule(
    "remote-target-missing",
    "A remote queue names a queue that its queue manager does not have",
    "{system} has no queue {name}",
    "declare it there, or correct the name",
    (CHANGE_QUEUE.at("RemoteQName"),),
    "remote_queue_name",
    Severity.WARNING,
    "QW108",
)


@finds(REMOTE_TARGET_MISSING)
def remote_target(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A remote queue whose queue manager is known here, and has no such queue."""
    key, values = subject.key, subject.values
    if not values.get("remote_queue_name"):
        return
    for target in targets(key, values):
        if target.attribute != "remote_queue_name" or target.system not in world.systems:
            continue
        is_known = world.find(target, key) or target.name.startswith("SYSTEM.")
        if is_known or world.is_part(target.system) or world.is_shared(target.name, target.system):
            continue
        sources = _sources(key, target.attribute)
        yield REMOTE_TARGET_MISSING(sources=sources, system=target.system, name=shown(target.name))


NOT_TRANSMISSION = Rule(
    "not-transmission",
    "A transmission queue has the wrong usage",
    "{name} is used as transmission queue, and its usage is normal",
    'set usage="transmission" on it',
    (CHANGE_QUEUE.at("XmitQName"), CHANGE_QUEUE.at("Usage")),
    severity=Severity.WARNING,
    page="QW201",
)


@finds(NOT_TRANSMISSION)
def transmission(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A queue that is used as a transmission queue, and is not one."""
    key, values = subject.key, subject.values
    if "xmit_queue_name" not in spec_of(key.kind).attributes():
        return
    if _takes_no_transmission(subject):
        return
    for target in targets(key, values):
        if target.kinds == kinds_of(Role.LOCAL_QUEUE):
            for other in world.find(target, key):
                if world.value(other, "usage") not in ("transmission", None):
                    name, sources = target.attribute, _sources(key, target.attribute)
                    yield NOT_TRANSMISSION(attribute=name, sources=sources, name=other.name)


TRANSMISSION_IGNORED = Rule(
    "transmission-ignored",
    "A transmission queue that the queue manager ignores",
    "is ignored: {system} is the queue manager itself, and this is {alias}",
    "leave it out{other}",
    (CHANGE_QUEUE.at("XmitQName"), CRTMQMQ.at("TMQNAME")),
    "xmit_queue_name",
    Severity.WARNING,
    "QW112",
)


@finds(TRANSMISSION_IGNORED)
def ignored_transmission(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A transmission queue of a definition that takes none."""
    key, values = subject.key, subject.values
    if not values.get("xmit_queue_name") or not _takes_no_transmission(subject):
        return
    alias, other = "a queue manager alias of it", ""
    if values.get("remote_queue_name"):
        alias = "a reply-to queue alias"
        other = ", or give the queue manager that has the queue as remote_queue_manager_name"
    sources = _sources(key, "xmit_queue_name")
    yield TRANSMISSION_IGNORED(sources=sources, system=key.system, alias=alias, other=other)


def _takes_no_transmission(subject: Subject) -> bool:
    """Whether a remote queue's queue manager is its own. A local definition of a remote queue must
    not name that: it is an alias of a queue manager or of a reply-to queue."""
    return subject.values.get("remote_queue_manager_name") == subject.key.system


ALIAS_OF_ALIAS = Rule(
    "alias-of-alias",
    "An alias of an alias, or of a model queue",
    "{base} is itself {queue}",
    "name the base queue",
    (CHANGE_QUEUE.at("BaseQName"),),
    "base_object_name",
    Severity.WARNING,
    "QW202",
)


@finds(ALIAS_OF_ALIAS)
def alias_of_alias(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An alias whose base is an alias, or a model queue: "the name of a local or remote queue"."""
    key, values = subject.key, subject.values
    base = values.get("base_object_name")
    if not isinstance(base, str) or not base:
        return
    if values.get("target_type") == "topic":
        return
    for kind in QUEUE_KINDS:
        target = Target("base_object_name", (kind,), key.system, base, Strength.SOFT)
        words = _NO_BASE.get(queue_type(kind))
        if words is not None and world.find(target, key):
            sources = _sources(key, "base_object_name")
            yield ALIAS_OF_ALIAS(sources=sources, base=base, queue=words)


UNUSED_NAMELIST = Rule(
    "unused-namelist",
    "A namelist is not used",
    "no queue, channel or queue manager names it",
    "name it as cluster_namelist, or leave it out",
    (CHANGE_QUEUE.at("ClusterNamelist"), CHANGE_CHANNEL.at("ClusterNamelist")),
    severity=Severity.NOTE,
    page="QW110",
)


@finds(UNUSED_NAMELIST)
def unused_namelist(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A namelist that nothing names. One that lists queues is for applications, which read it."""
    key = subject.key
    if key.kind not in kinds_of(Role.NAMELIST) or world.is_part(key.system):
        return
    names = world.value(key, "names") or ()
    lists_queues = any(world.queues_at(key.system, str(name)) for name in names)
    if (key.system, key.name) not in world.used_namelists and not lists_queues:
        yield UNUSED_NAMELIST(key)


def _sources(key: Key, attribute: str) -> Sources:
    return spec_of(key.kind).attributes()[attribute].sources


CRL_NAMELIST = Rule(
    "crl-namelist",
    "A namelist of certificate revocation lists changes",
    "the queue manager has its revocation lists from it (SSLCRLNL): the change works after {sent}",
    "send it afterwards",
    (MQSC.at("REFRESH SECURITY"),),
    "names",
    Severity.WARNING,
)


@finds(CRL_NAMELIST)
def revocation_lists(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """Of a namelist that changes; one that is new comes before the queue manager names it."""
    key = subject.key
    if key.kind not in kinds_of(Role.NAMELIST) or subject.sent is None:
        return
    named = world.of_queue_manager(key.system, "ssl_crl_namelist")
    if subject.sends("names") and named == key.name:
        yield CRL_NAMELIST(sent=noticed(SSL))


@finds(*dead_letter.rules)
def dead_letter_named(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """Of a queue manager whose dead-letter queue changes."""
    if subject.sends("dead_letter_queue") and subject.values.get("dead_letter_queue"):
        yield from dead_letter(subject, world)


CHECKS = (
    dangling, without_membership, remote_target, transmission, ignored_transmission, alias_of_alias,
    unused_namelist,
)  # fmt: skip
OF_PLANS = (
    dangling, transmission, ignored_transmission, alias_of_alias, revocation_lists,
    dead_letter_named, *records.OF_PLANS, *topics.OF_PLANS,
)  # fmt: skip


def of_changes(subjects: Mapping[Key, Subject], world: World) -> dict[Key, list[Diagnostic]]:
    """Diagnostics of what a plan changes, by object."""
    by_key: dict[Key, list[Diagnostic]] = {}
    for key, subject in subjects.items():
        found = [each for check in OF_PLANS for each in check(subject, world)]
        if found:
            by_key[key] = [about(subject, each) for each in found]
    return by_key


def about(subject: Subject, diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic, of the subject and its offending value."""
    value: Any = subject.values.get(diagnostic.attribute or "")
    if diagnostic.object and diagnostic.value is not None:
        return replace(diagnostic, object=str(subject.key))
    return diagnostic.on(str(subject.key), value)
