"""The topic objects whose authorities count for a topic.

Sources: IBM's "Grant access to a user to subscribe to a topic deeper within the tree" and the same
of publishing: the check goes up the topic tree, from one topic object to the next, and ends at
SYSTEM.BASE.TOPIC; one of them that gives the authority is enough.
"""

from collections.abc import Iterator, Mapping

from queuewright.catalogue.references import Role
from queuewright.kinds import spec_of
from queuewright.world.expected import Expected

BASE_TOPIC = "SYSTEM.BASE.TOPIC"
INHERITED = frozenset(("publish", "subscribe"))
_BySystem = dict[str, dict[str, str]]


def topic_path(world: Expected, system: str, name: str) -> Iterator[str]:
    """The names of the topic objects that are looked at for one: itself, those above it in the
    tree, and the base of the tree. Only itself where its topic string is not known."""
    yield name
    strings, names = world.once(_strings).get(system, {}), world.once(_names).get(system, {})
    if name == BASE_TOPIC or name not in strings:
        return
    string = strings[name]
    while "/" in string:
        string = string.rpartition("/")[0]
        above = names.get(string)
        if above is not None and above not in (name, BASE_TOPIC):
            yield above
    yield BASE_TOPIC


def _strings(world: Expected) -> _BySystem:
    """The topic string of each topic object, by system and name."""
    found: _BySystem = {}
    for key in world.keys:
        if Role.TOPIC in spec_of(key.kind).roles:
            string = world.value(key, "topic_string")
            if isinstance(string, str) and string.strip():
                found.setdefault(key.system, {})[key.name] = string.strip()
    return found


def _names(world: Expected) -> Mapping[str, Mapping[str, str]]:
    """The topic object of each topic string, by system."""
    by_system = world.once(_strings).items()
    return {system: {string: n for n, string in named.items()} for system, named in by_system}
