"""The topic objects whose authorities count for a topic.

Sources: IBM's "Grant access to a user to subscribe to a topic deeper within the tree" and the same
of publishing: the check goes up the topic tree, from one topic object to the next, and ends at
SYSTEM.BASE.TOPIC; one of them that gives the authority is enough.
"""

from collections.abc import Iterator

from queuewright.world.expected import Expected
from queuewright.world.topics import BASE, topic_string, topics_upwards

INHERITED = frozenset(("publish", "subscribe"))


def topic_path(world: Expected, system: str, name: str) -> Iterator[str]:
    """The names of the topic objects that are looked at for one: itself, those above it in the
    tree, and the base of the tree. Only itself where its topic string is not known."""
    yield name
    place = topic_string(world, system, name, "")
    if name == BASE or not place:
        return
    for key in topics_upwards(world, system, place):
        if key.name not in (name, BASE):
            yield key.name
    yield BASE
