"""The authorities of a user to an object of a partition.

Source: IBM i, "How the system checks authority", flowcharts 3 (a user's authority to an object), 4
(an owner's), 6 (groups', which add up) and 7 (*PUBLIC's). The first source that says anything
decides, even where that is too little. Objects that the sandbox does not have, such as commands and
user profiles, hold no more than their authorities here: see held_authorities.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.private_authorities import PRIVATE, each_of
from queuewright.kinds import spec_of

from .authorization import Operator
from .partition import OWNER
from .rows import CLASS_OF, Stored, Transaction

_LIST = CLASS_OF[AuthorizationListSpec.kind]
_MANAGES = "autlmgt"
ALL = each_of(("all",))
OWNERS = ALL | {_MANAGES}
# The security officer's profile has all special authorities.
_OFFICER = "QSECOFR"


@dataclass(frozen=True, slots=True)
class ObjectRights:
    """words: single authorities (`objexist`). through: where they come from, for people. is_owner:
    whether the user or a group of it owns the object."""

    words: frozenset[str]
    through: str
    is_owner: bool = False


def has_all_objects(who: Operator) -> bool:
    """*ALLOBJ special authority, of the user or of a group."""
    return _OFFICER in (who.user, *who.groups)


def rights_to(tx: Transaction, who: Operator, secured: Stored) -> ObjectRights:
    """The authorities of the user to the object, and their source."""
    if has_all_objects(who):
        return ObjectRights(OWNERS, "*ALLOBJ", is_owner=True)
    if (own := _of_profile(tx, who.user, secured)) is not None:
        return own
    found = [(name, _of_profile(tx, name, secured)) for name in who.groups]
    groups = [(name, rights) for name, rights in found if rights is not None]
    if groups:
        words = frozenset(word for _, rights in groups for word in rights.words)
        named = ", ".join(name for name, _ in groups)
        is_owner = any(rights.is_owner for _, rights in groups)
        return ObjectRights(words, f"group {named}", is_owner)
    return _of_public(tx, secured)


def _of_profile(tx: Transaction, profile: str, secured: Stored) -> ObjectRights | None:
    """The authority of a user or a group by itself; None where nothing says what it has."""
    for each in _sources(tx, secured):
        values, through = each.attributes, "" if each is secured else f"list {each.name}"
        granted = _entries(each).get(profile)
        if profile == values.get("owner", OWNER):  # who may have less: GRTOBJAUT REPLACE(*YES)
            words = OWNERS if granted is None else each_of(granted)
            through = f"owner of {through}" if through else "owner"
            return ObjectRights(words, through, is_owner=each is secured)
        if granted is not None:
            return ObjectRights(each_of(granted), through or "its own authority")
    return None


def _sources(tx: Transaction, secured: Stored) -> Iterator[Stored]:
    """The object, and the authorization list that secures it."""
    yield secured
    listed = secured.attributes.get("authorization_list") or "none"
    found = None if listed == "none" else tx.get(_LIST, listed)
    if found is not None:
        yield found


def _entries(secured: Stored) -> Mapping[str, Any]:
    return secured.attributes.get("users" if _is_list(secured) else PRIVATE) or {}


def _is_list(secured: Stored) -> bool:
    return secured.kind == AuthorizationListSpec.kind


def _of_public(tx: Transaction, secured: Stored) -> ObjectRights:
    word = secured.attributes.get("authority") or "exclude"
    if word != "autl":
        return ObjectRights(each_of((word,)), "*PUBLIC")
    listed = next((each for each in _sources(tx, secured) if _is_list(each)), None)
    if listed is None:
        return ObjectRights(frozenset(), "*PUBLIC")
    word = listed.attributes.get("authority") or "change"
    return ObjectRights(each_of((word,)), f"*PUBLIC of list {listed.name}")


def object_type(secured: Stored) -> str:
    """`*DTAQ`; of an object that the sandbox does not have, its kind is that."""
    return secured.kind if secured.kind.startswith("*") else spec_of(secured.kind).namespace
