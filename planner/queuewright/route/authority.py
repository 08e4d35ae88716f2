"""Whether the user of a channel may put to a queue, by the authority records of its system.

Sources: IBM's "Channel authorization": the user of a receiving channel makes the whole message
descriptor, and needs connect on the queue manager, and setall on the queue and on the queue
manager. "PUT authority (PUTAUT)": CTX opens as the user in the message, for which the channel's own
needs altusr. "Authorizations for MQI calls": the name that is opened is checked, not those that it
resolves to. "Access control and multiple cluster transmission queues": a message for another queue
manager is checked against the transmission queue, for a queue of a cluster
SYSTEM.CLUSTER.TRANSMIT.QUEUE.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from queuewright.access.rights import rights_of
from queuewright.catalogue.platform import Platform
from queuewright.mq.authority_record import SELF
from queuewright.world.authority_records import RECORDS, ProtectedObject

from .model import Arrival
from .network import Network

_SELF = ProtectedObject("q_mgr", SELF)


@dataclass(frozen=True, slots=True)
class Lacking:
    """The authorities that a user lacks, and those that nobody knows: `output on ORDERS`."""

    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def _needed(queue: str, *, context: bool) -> Iterator[tuple[ProtectedObject, str]]:
    target = ProtectedObject("q", queue)
    yield _SELF, "connect"
    if not context:
        yield target, "output"
    yield target, "set_all_context"
    yield _SELF, "set_all_context"
    if context:
        yield _SELF, "alt_user_authority"


def lacking(
    network: Network, user: str, system: str, queue: str, *, context: bool = False
) -> Lacking:
    """Of the user that a channel works as, to put to a queue by the name that messages give it.
    Whose groups the user is in is not part of any definition. A blank user is the one of the queue
    manager's own processes. context: PUTAUT(CTX), where the user in the message needs output."""
    user, needed = user.strip(), list(_needed(queue, context=context))
    if network.world.facts(system).platform is Platform.ZOS:
        return Lacking(
            unknown=tuple(_in_words(*each) for each in needed)
        )  # an external manager decides
    rights = rights_of(network.world, system)
    if not user or rights.administers(user, ()):
        return Lacking()
    missing: list[str] = []
    unknown: list[str] = []
    is_whole = network.is_whole(system, RECORDS) and not rights.unknown
    for place, word in needed:
        if any(word in grant.authorities for grant in rights.grants_of(user, (), place)):
            continue
        may_have = not is_whole or rights.is_of_a_group(place, word)
        (unknown if may_have else missing).append(_in_words(place, word))
    return Lacking(tuple(missing), tuple(unknown))


def _in_words(place: ProtectedObject, word: str) -> str:
    return f"{word} on {'the queue manager' if place == _SELF else place.name}"


@dataclass(frozen=True, slots=True)
class RightToPut:
    """users: whom the channel may work as, in words. missing: the authorities that each of them
    lacks; unknown: what decides where one of them may put, or nobody knows, a line each."""

    users: str
    missing: str = ""
    unknown: tuple[str, ...] = ()


class ChannelRights:
    """The authorities of the users of channels, each looked at once."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._known: dict[tuple[str, str, str, bool], Lacking] = {}

    def to_put(self, arrival: Arrival, queue: str) -> RightToPut:
        """To put to a queue. Where the channel may work as several users, or as one that is not
        known, one of them that may put is enough for nothing to be missing for sure."""
        users = arrival.users
        named = " or ".join(user or "the queue manager's own" for user in users)
        answers = [self._lacking(arrival, user, queue) for user in users]
        if all(answer.missing for answer in answers) and not arrival.others:
            each = dict.fromkeys(word for answer in answers for word in answer.missing)
            return RightToPut(named, ", ".join(each))
        unknown = []
        for user, answer in zip(users, answers, strict=True):
            if answer.missing:
                words = ", ".join(answer.missing)
                unknown.append(f"whether the channel works as user {user}, who has no {words}")
            elif answer.unknown:
                words = ", ".join(answer.unknown)
                unknown.append(f"whether user {user} has {words}: its groups are not known")
        return RightToPut(named, unknown=tuple(unknown))

    def _lacking(self, arrival: Arrival, user: str, queue: str) -> Lacking:
        asked = arrival.system, user, queue, arrival.context
        if asked not in self._known:
            self._known[asked] = lacking(
                self._network, user, arrival.system, queue, context=arrival.context
            )
        return self._known[asked]
