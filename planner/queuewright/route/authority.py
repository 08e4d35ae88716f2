"""Whether a user may put to a queue, by the authority records of its system."""

from queuewright.access.records import ProtectedObject
from queuewright.access.rights import RECORDS, rights_of
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform

from .network import Network

_PUT = "output"


def may_put(network: Network, user: str, queue: Key) -> bool | None:
    """None where that is not known: whose groups the user is in is not part of any definition. A
    blank user is the one of the queue manager's own processes."""
    if network.world.facts(queue.system).platform is Platform.ZOS:
        return None  # an external security manager decides
    rights, user = rights_of(network.world, queue.system), user.strip()
    if not user or rights.administers(user, ()):
        return True
    place = ProtectedObject("q", queue.name)
    if any(_PUT in grant.authorities for grant in rights.grants_of(user, (), place)):
        return True
    counts = rights.records.effective(place).items()
    if any(e.field == "group" and _PUT in grant.authorities for e, grant in counts):
        return None
    return False if network.is_whole(queue.system, RECORDS) and not rights.unknown else None
