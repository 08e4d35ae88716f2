"""The topic tree of a queue manager: what topics inherit (ASPARENT).

Source: IBM MQ, DEFINE TOPIC: Usage notes; Using topic strings; SYSTEM.BASE.TOPIC.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.kinds import kinds_of, spec_of
from queuewright.mq.subscription import BASE_TOPIC, resolved_topic_string

from .expected import Expected

_LEVEL = "/"


class Inherited(NamedTuple):
    """The value that counts at a place of the tree. source: the topic that says it, None where no
    topic does: it is what IBM supplies."""

    value: Value | None
    source: Key | None = None


def topic_string(world: Expected, system: str, topic: str, string: str) -> str:
    """The place in the tree that a topic object and a topic string name together; "" where that
    is not known, or is the root."""
    above = world.value(_key(system, topic), "topic_string") if topic else ""
    return resolved_topic_string(above if isinstance(above, str) else "", string)


def inherited(world: Expected, system: str, string: str, attribute: str) -> Inherited:
    """The value of a topic's attribute at a place of the tree: of the topic there, or of the first
    one above it that does not leave it to what is above."""
    (kind,) = kinds_of(Role.TOPIC)
    described = spec_of(kind).attributes()[attribute]
    as_above = {choice.value for choice in described.choices if choice.mqsc == "ASPARENT"}
    for key in topics_upwards(world, system, string):
        value = world.value(key, attribute)
        if value is not None and value not in as_above:
            return Inherited(value, key)
    return Inherited(described.inherited)


def topics_upwards(world: Expected, system: str, string: str) -> Iterator[Key]:
    """The topic objects at a place of the tree and above it, the root last."""
    topics = world.once(_by_string)
    places = ((system, place) for place in upwards(string))
    yield from (topics[place] for place in places if place in topics)


def _key(system: str, name: str) -> Key:
    (kind,) = kinds_of(Role.TOPIC)
    return Key(system, kind, name)


def _by_string(world: Expected) -> Mapping[tuple[str, str], Key]:
    found: dict[tuple[str, str], Key] = {}
    for key in world.keys:
        if key.kind not in kinds_of(Role.TOPIC):
            continue
        string: Any = world.value(key, "topic_string")
        if key.name == BASE_TOPIC:
            found[key.system, ""] = key
        elif isinstance(string, str) and string:
            found[key.system, string] = key
    return found


def upwards(string: str) -> Iterator[str]:
    """A place, those above it, and the root last."""
    while string:
        yield string
        string = string.rpartition(_LEVEL)[0]
    yield ""
