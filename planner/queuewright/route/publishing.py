"""The topic that an alias queue stands for: whether messages can be published to it.

Sources: Change Topic (PCF) InhibitPublications, SYSTEM.BASE.TOPIC (what ASPARENT comes to), the
event Put Inhibited (MQRC_PUT_INHIBITED of a topic). RACF checks the alias queue and the topic
("API-resource security access quick reference"); other platforms' documents only say that of the
name that is opened, so that the authority to publish is never known to be missing.
"""

from collections.abc import Iterator

from queuewright.access.rights import rights_of
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.world.authority_records import ProtectedObject
from queuewright.world.topics import inherited, topic_string

from . import rules
from .model import Arrival, Hop, HopKind
from .network import Network

_PUBLISH = "publish"


def published(network: Network, alias: Key, topic: str, arrived: Arrival | None) -> Hop:
    """The hop at a topic object. arrived: how the message came to the alias, None where an
    application puts it."""
    system, world = alias.system, network.world
    exists, ships = world.exists(system, Role.TOPIC, topic), topic.startswith("SYSTEM.")
    problems: list[Diagnostic] = []
    unknown: list[str] = []
    if exists is False and not ships:
        problems.append(rules.TOPIC_MISSING(alias, topic, system=system, name=topic))
    elif exists is None and not ships:
        unknown.append(f"whether {system} has topic {topic}")
    else:
        problems += _inhibited(network, system, topic)
        if arrived is not None:
            unknown += _may_not_publish(network, system, topic, arrived)
    return Hop(
        HopKind.TOPIC, system, topic, None, "is published there", tuple(problems), tuple(unknown)
    )


def _inhibited(network: Network, system: str, topic: str) -> Iterator[Diagnostic]:
    """Whether the topic, or the one above it that decides, takes no publications."""
    place = topic_string(network.world, system, topic, "")
    publications, source = inherited(network.world, system, place, "publications")
    if publications == "pub_inhibited" and source is not None:
        yield rules.PUBLICATIONS_INHIBITED(source, publications, name=topic)


def _may_not_publish(network: Network, system: str, topic: str, arrived: Arrival) -> Iterator[str]:
    """The users of the channel that no record lets publish."""
    rights, places = rights_of(network.world, system), [ProtectedObject("topic", topic)]
    for user in filter(None, arrived.users):
        known = rights.of_user(user, (), places)
        if not any(_PUBLISH in right.authorities for right in known):
            yield f"whether user {user} may publish to {topic}: no record that is known gives it"
