"""Whether a user may put to a queue, by the authority records of its system.

Sources: SET AUTHREC, setmqaut: the most specific profile of an entity counts; IBM's "Using OAM
generic profiles".
"""

from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.mq.authority_record import AuthorityRecordSpec, generic_pattern, is_generic

from .network import Network

_PUT = "output"
# The user of the queue manager's own processes, and who is as privileged.
_PRIVILEGED = frozenset(("", "mqm", "MUSR_MQADMIN", "QMQM"))


def may_put(network: Network, user: str, queue: Key) -> bool | None:
    """None where that is not known: whose groups the user is in is not part of any definition."""
    facts = network.world.facts(queue.system)
    if facts.platform is Platform.ZOS:
        return None  # an external security manager decides
    if user.strip() in _PRIVILEGED:
        return True
    best: dict[tuple[str, str], tuple[tuple[int, int], bool]] = {}
    for key in network.of_kind(queue.system, AuthorityRecordSpec.kind):
        names = AuthorityRecordSpec.names_in(key.name)
        profile = names["name"]
        if names.get("object_type") != "q" or not _fits(profile, queue.name):
            continue
        who = (
            ("group", names["group"]) if "group" in names else ("user", names.get("principal", ""))
        )
        grants = _PUT in (network.value(key, AuthorityRecordSpec.grants) or ())
        known = best.get(who)
        if known is None or _precision(profile) > known[0]:
            best[who] = _precision(profile), grants
    own = best.get(("user", user))
    if own is not None and own[1]:
        return True
    if any(grants for who, (_, grants) in best.items() if who[0] == "group"):
        return None
    return False if network.is_whole(queue.system, (AuthorityRecordSpec.kind,)) else None


def _fits(profile: str, name: str) -> bool:
    if not is_generic(profile):
        return profile == name
    return generic_pattern(profile).fullmatch(name) is not None


def _precision(profile: str) -> tuple[int, int]:
    """The more specific of two profiles is the greater."""
    place = min((profile.find(c) for c in "*?@[{" if c in profile), default=len(profile))
    return (0 if is_generic(profile) else 1, place)
