"""Topics that applications publish or subscribe to: whether they may, and that they have them open.

Sources: IBM's "Authorizations for MQI calls" (pub, sub); "Grant access to a user to publish to a
topic deeper within the tree" and the same of subscribing: the check goes up the topic tree, from
one topic object to the next; one of them that gives the authority is enough.
"""

from collections.abc import Iterator
from dataclasses import replace

from queuewright.catalogue.observed import TOPIC, OpenFor, Resolved
from queuewright.kinds import EVERY
from queuewright.mq.subscription import BASE_TOPIC
from queuewright.world.topics import upwards

from .reasons import refused
from .rows import StoredHandle, Transaction

# MQOPEN for output publishes; a handle for input stands for that of MQSUB.
_NEEDED = {OpenFor.OUTPUT: "publish", OpenFor.INPUT_SHARED: "subscribe"}
_KINDS = tuple(kind for kind, spec in EVERY.items() if spec.namespace == TOPIC)


def authority_needed(handled: StoredHandle) -> str:
    """publish or subscribe. Raises CommandFailed where a topic is not opened so."""
    (use, *others) = handled.open_for or (None,)
    if others or use not in _NEEDED:
        where = f"topic {handled.object_name}"
        text = "a topic is opened to publish or to subscribe"
        raise refused(where, "MQRC_OPTION_NOT_VALID_FOR_TYPE", text, "open it once for each")
    return _NEEDED[use]


def topic_path(tx: Transaction, name: str) -> Iterator[str]:
    """The topic objects whose authorities count for one: itself, those above it in the tree, and
    the base of the tree. Raises CommandFailed where there is none of the name."""
    topic = tx.get(TOPIC, name)
    if topic is None and name != BASE_TOPIC:  # which every queue manager has
        text = "there is no topic of this name"
        raise refused(tx.key(TOPIC, name), "MQRC_UNKNOWN_OBJECT_NAME", text, "define it first")
    yield name
    place = topic.attributes.get("topic_string") if topic is not None else ""
    if name == BASE_TOPIC or not place:
        return
    named = {each.attributes.get("topic_string"): each.name for each in tx.objects(_KINDS)}
    for above in upwards(place):
        if above and named.get(above, name) not in (name, BASE_TOPIC):
            yield named[above]
    yield BASE_TOPIC


def open_topic(tx: Transaction, handled: StoredHandle) -> StoredHandle:
    """Keep a topic open. Raises CommandFailed."""
    authority_needed(handled)
    name = next(topic_path(tx, handled.object_name))
    return tx.add_handle(replace(handled, path=(Resolved(TOPIC, name),)))
