"""Names that only one object of a system can have: its own in its name space, and the topic string
of a topic. Both engines ask here."""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_TOPIC, PCF_COMMANDS
from queuewright.kinds import kinds_of
from queuewright.world.snapshot import namespace

TOPIC_STRING = "topic_string"

DECLARED_AS_OTHER_KIND = Rule(
    "declared-as-other-kind",
    "Two kinds of object have one name",
    "resource {other} declares {kind} of this name, and the two share one name space",
    "give one of them another name",
)
TOPIC_STRING_TWICE = Rule(
    "topic-string-twice",
    "Two topics have one topic string",
    "topic {other} has this topic string too, and a node of the topic tree has one topic object",
    "give one of them another topic_string, or leave it out",
    (PCF_COMMANDS.at("MQRCCF_TOPICSTR_ALREADY_EXISTS"), CHANGE_TOPIC.at("TopicString")),
    TOPIC_STRING,
)


def held_alone(key: Key, values: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The system, the space and the name of each: (QM1, queue, ORDERS), (QM1, topic string, a/b).
    values: of the object."""
    yield key.system, namespace(key.kind), key.name
    string = values.get(TOPIC_STRING) if key.kind in kinds_of(Role.TOPIC) else None
    if string and isinstance(string, str):
        yield key.system, "topic string", string
