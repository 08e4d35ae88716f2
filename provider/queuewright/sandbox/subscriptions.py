"""Subscriptions as DISPLAY SUB and Inquire Subscription show them.

Source: IBM's "Displaying attributes of subscriptions": "TOPICSTR is the resolved topic string on
which this subscriber is operating"; DISPLAY SUB, DISTYPE(RESOLVED), the default, and
DISTYPE(DEFINED). A dump of dmpmqcfg has what was given.
"""

from dataclasses import replace

from queuewright.catalogue.observed import Observed
from queuewright.catalogue.references import Role
from queuewright.kinds import kinds_of
from queuewright.mq.subscription import resolved_topic_string

from .rows import Transaction


def resolved(tx: Transaction, known: Observed) -> Observed:
    """A subscription with its full topic string; anything else as it is."""
    topic = known.attributes.get("topic_object")
    if not topic:
        return known
    of_object = next(iter(tx.objects(kinds_of(Role.TOPIC), (str(topic),))), None)
    prefix = "" if of_object is None else str(of_object.attributes.get("topic_string", ""))
    full = resolved_topic_string(prefix, str(known.attributes.get("topic_string", "")))
    return replace(known, attributes={**known.attributes, "topic_string": full})
