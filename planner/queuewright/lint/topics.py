"""Aliases and subscriptions of topics whose attributes, or those above them, let nobody in."""

from collections.abc import Iterator

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_TOPIC
from queuewright.kinds import queue_type, spec_of
from queuewright.world.topics import Inherited, inherited, topic_string
from queuewright.world.world import World

from .check import finds
from .subject import Subject

PUBLISH_INHIBITED = Rule(
    "publish-inhibited",
    "An alias leads to a topic that nobody can publish to",
    "applications that put to it cannot publish: {source} has publications=pub_inhibited",
    "set publications=pub_allowed for the topic, or for one above it that is nearer",
    (CHANGE_TOPIC.at("InhibitPublications"),),
    "base_object_name",
    Severity.WARNING,
    "QW206",
)
SUBSCRIBE_INHIBITED = Rule(
    "subscribe-inhibited",
    "A subscription is made where nobody can subscribe",
    "nobody can subscribe there: {source} has subscriptions=sub_inhibited",
    "set subscriptions=sub_allowed for the topic, or for one above it that is nearer",
    (CHANGE_TOPIC.at("InhibitSubscriptions"),),
    None,
    Severity.WARNING,
    "QW207",
)
DURABLE_INHIBITED = SUBSCRIBE_INHIBITED.but(
    code="durable-inhibited",
    title="A subscription is made where durable ones are not allowed",
    reason="is durable, as every defined subscription is: {source} has "
    "durable_subscriptions=durable_inhibited",
    remediation="set durable_subscriptions=durable_allowed for the topic, or for one above it that "
    "is nearer",
    sources=(CHANGE_TOPIC.at("DurableSubscriptions"),),
    page="QW208",
)


@finds(PUBLISH_INHIBITED)
def aliases_of_topics(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """An alias of a topic that inherits PUB(DISABLED), or has it."""
    key = subject.key
    is_alias = queue_type(key.kind) is QueueType.ALIAS
    topic = subject.values.get("base_object_name")
    if not is_alias or not isinstance(topic, str):
        return
    if (subject.values.get("target_type") or world.value(key, "target_type")) != "topic":
        return
    place = topic_string(world, key.system, topic, "")
    found = inherited(world, key.system, place, "publications") if place else Inherited(None)
    if found.value == "pub_inhibited" and found.source is not None:
        yield PUBLISH_INHIBITED(source=_named(found.source))


@finds(SUBSCRIBE_INHIBITED, DURABLE_INHIBITED)
def subscriptions(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A subscription where the topic tree has SUB(DISABLED) or DURSUB(NO)."""
    key, values = subject.key, subject.values
    if "topic_object" not in spec_of(key.kind).attributes():
        return
    names = (values.get("topic_object"), values.get("topic_string"))
    topic, string = (name if isinstance(name, str) else "" for name in names)
    place = topic_string(world, key.system, topic, string)
    for attribute, inhibited, rule in (
        ("subscriptions", "sub_inhibited", SUBSCRIBE_INHIBITED),
        ("durable_subscriptions", "durable_inhibited", DURABLE_INHIBITED),
    ):
        found = inherited(world, key.system, place, attribute) if place else Inherited(None)
        if found.value == inhibited and found.source is not None:
            yield rule(source=_named(found.source))


def _named(topic: Key) -> str:
    return f"topic {topic.name}"


CHECKS = OF_PLANS = (aliases_of_topics, subscriptions)
