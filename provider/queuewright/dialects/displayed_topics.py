"""Subscriptions that an answer to DISPLAY SUB shows, as a command would give them.

Source: IBM's "Displaying attributes of subscriptions": "TOPICSTR is the resolved topic string";
"the topic string from that object is used as a prefix to the topic string provided when making the
subscription". DISTYPE(DEFINED), and dumps of dmpmqcfg, have what was given.
"""

from collections.abc import Iterable
from dataclasses import replace

from queuewright.catalogue.diagnostic import Severity
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC
from queuewright.kinds import kinds_of
from queuewright.mq.subscription import own_topic_string

from .definition import Definition
from .protocol import Entry

DISPLAYED = "DISPLAY"  # the words of an entry that shows an object begin so
TOPIC_NOT_SHOWN = Rule(
    "topic-not-shown",
    "A subscription is displayed without its topic object",
    "DISPLAY SUB shows the full topic string, which begins with that of the topic object {topic}, "
    "and that is not displayed",
    "display the topic too, or the subscription with DISTYPE(DEFINED)",
    (MQSC.at("DISPLAY SUB, TOPICSTR"),),
    "topic_string",
    Severity.WARNING,
)


def as_given(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, those of subscriptions without what their topic objects give."""
    entries = list(entries)
    topics = {
        definition.name: str(definition.values.get("topic_string", ""))
        for entry in entries
        for definition in entry.definitions
        if definition.kind in kinds_of(Role.TOPIC) and entry.words.startswith(DISPLAYED)
    }
    return [
        replace(entry, definitions=tuple(_as_given(each, topics) for each in entry.definitions))
        if entry.words.startswith(DISPLAYED)
        and any(_names_topic(each) for each in entry.definitions)
        else entry
        for entry in entries
    ]


def _names_topic(definition: Definition) -> bool:
    return all(definition.values.get(name) for name in ("topic_object", "topic_string"))


def _as_given(definition: Definition, topics: dict[str, str]) -> Definition:
    if not _names_topic(definition):
        return definition
    topic, full = (str(definition.values[n]) for n in ("topic_object", "topic_string"))
    if topic not in topics:
        problem = TOPIC_NOT_SHOWN(topic=topic).at(definition.line, 1)
        return replace(definition, problems=(*definition.problems, problem))
    own = own_topic_string(topics[topic], full)
    values = definition.values if own is None else {**definition.values, "topic_string": own}
    return replace(definition, values=values)
