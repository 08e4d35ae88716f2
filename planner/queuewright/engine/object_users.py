"""Users of objects of IBM i: an object's declaration has all of them, or records have each."""

from collections.abc import Iterable, Iterator, Mapping

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import GRTOBJAUT, PROGRAMS
from queuewright.graph.references import secured_by
from queuewright.ibmi.owner import OWNER
from queuewright.ibmi.private_authorities import OWNER_LISTED, PRIVATE
from queuewright.kinds import spec_of
from queuewright.world.snapshot import Snapshot

from .matching import MatchedObject

GRANTED_TWICE = Rule(
    "granted-twice",
    "A record beside all users of its object",
    "resource {other} declares private_authorities, which are all users of the object",
    "give the user there, or leave private_authorities out",
    (PROGRAMS.at("ibmi.ObjectAuthority"),),
)
OF_OWNER = OWNER_LISTED.but(
    reason="user {user} owns the object, and has every authority to it",
    remediation="leave the record out, or give the object another owner",
    attribute="user",
    severity=GRANTED_TWICE.severity,
    sources=(GRTOBJAUT.at("USER"),),
)


def wrong_users(
    declared: Mapping[Key, MatchedObject], readings: Mapping[str, Snapshot]
) -> Iterator[tuple[Key, Diagnostic]]:
    """Records of the program that its objects contradict: one that gives all of its users, and one
    that the user owns."""
    for key, item in declared.items():
        for secured in secured_by(key) if item.inputs is not None else ():
            user = spec_of(key.kind).names_in(key.name).get("user")
            other = declared.get(secured)
            values = {} if other is None or other.inputs is None else other.inputs.attributes
            if PRIVATE in values and other is not None and other.declared is not None:
                yield key, GRANTED_TWICE(key, other=repr(other.declared.name))
            there = readings[key.system].objects.get(secured) if key.system in readings else None
            owner = values.get(OWNER) or (there and there.attributes.get(OWNER))
            if user is not None and owner == user:
                yield key, OF_OWNER(key, user, user=user)


def told_by_objects(
    items: Iterable[MatchedObject], declared: Mapping[Key, MatchedObject]
) -> dict[Key, str]:
    """Records that the program no longer has while it gives all users of their objects, and why
    nothing is to be done about them."""
    reasons = {}
    for item in items:
        for secured in secured_by(item.key) if item.inputs is None else ():
            other = declared.get(secured)
            if other and other.inputs is not None and PRIVATE in other.inputs.attributes:
                reasons[item.key] = f"{secured.kind} {secured.name} gives all of its users now"
    return reasons
