"""Who may use an object: GRTOBJAUT and RVKOBJAUT of *PUBLIC, of users, and of authorization
lists; CHGOBJOWN.

Sources: IBM's GRTOBJAUT ("gives the authority that you specify, but it does not remove any
authority that is greater", unless that is *EXCLUDE or REPLACE(*YES) is given) and RVKOBJAUT.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from .partition import LIST, OWNER, change_object, existing_object
from .reasons import not_modelled
from .rows import Stored, Transaction

# Each has what those before it have (CRTMSGQ AUT).
_USERS = "private_authorities"
_DATA = ("read", "add", "upd", "dlt", "execute")
# GRTOBJAUT AUT: what each word gives to an object and to its contents.
_STANDS_FOR = {
    "use": ("objopr", "read", "execute"),
    "change": ("objopr", *_DATA),
    "all": ("objopr", "objmgt", "objexist", "objalter", "objref", *_DATA),
}
_WIDER = ("exclude", "use", "change", "all")


def grant(
    tx: Transaction, kind: str, name: str, values: Mapping[str, Any], *, replaces: bool = False
) -> Stored:
    """Without REPLACE(*YES) nothing is taken away. Raises CommandFailed."""
    existing = existing_object(tx, kind, name)
    has, given = existing.attributes.get("authority"), dict(values)
    if isinstance(users := values.get(_USERS), Mapping):
        given[_USERS] = granted_to(existing, users, replaces=replaces)
    if not replaces and has in _WIDER and given.get("authority") in _WIDER:
        given["authority"] = max(str(has), given["authority"], key=_WIDER.index)
    return change_object(tx, kind, name, given)


def granted_to(
    existing: Stored, users: Mapping[str, Any], *, replaces: bool
) -> dict[str, tuple[str, ...]]:
    """Everybody's own authorities after a grant to some users."""
    known: dict[str, tuple[str, ...]] = dict(existing.attributes.get(_USERS) or {})
    owner = existing.attributes.get("owner", OWNER)
    for user, words in users.items():
        has = known.get(user, ("all",) if user == owner else ())
        had = frozenset() if replaces or "exclude" in words else _single(has)
        known[user] = _whole((had | _single(words)) - ({"exclude"} if had else frozenset()))
    if known.get(owner) == ("all",):  # as from the start
        del known[owner]
    return dict(sorted(known.items()))


def _single(words: Iterable[str]) -> frozenset[str]:
    return frozenset(one for word in words for one in _STANDS_FOR.get(word, (word,)))


def _whole(single: frozenset[str]) -> tuple[str, ...]:
    """The word that has exactly these authorities, else each of them."""
    found = next((word for word, stands in _STANDS_FOR.items() if frozenset(stands) == single), "")
    return (
        (found,)
        if found
        else tuple(word for word in (*_STANDS_FOR["all"], "exclude") if word in single)
    )


def own(tx: Transaction, kind: str, name: str, owner: str, *, keeps: bool) -> Stored:
    """CHGOBJOWN: a new owner has every authority, and the owner before those that it had where it
    keeps them. Raises CommandFailed."""
    existing = existing_object(tx, kind, name)
    entries, whole = (_USERS, ("all",)) if kind != LIST else ("users", ("all", "autlmgt"))
    users, before = dict(existing.attributes.get(entries) or {}), existing.attributes.get("owner")
    of_owner = users.pop(before, whole) if before else ()
    users.pop(owner, None)
    if keeps and before and before != owner:
        users[before] = of_owner
    changed: dict[str, Any] = {"owner": owner}
    if entries in existing.attributes:
        changed[entries] = dict(sorted(users.items()))
    return change_object(tx, kind, name, changed)


def revoke(tx: Transaction, kind: str, name: str, values: Mapping[str, Any]) -> Stored:
    """The authority that *PUBLIC keeps; a list that secures the object does so no more. Raises
    CommandFailed."""
    existing = existing_object(tx, kind, name)
    if isinstance(users := values.get(_USERS), Mapping):
        left = dict(existing.attributes.get(_USERS) or {})
        for user, words in users.items():
            kept = _single(left.get(user, ())) - _single(words)
            left[user] = _whole(kept)
        kept_users = {user: words for user, words in left.items() if words}
        return change_object(tx, kind, name, {_USERS: kept_users})
    if (listed := values.get("authorization_list")) is not None:
        if listed not in ("none", existing.attributes.get("authorization_list")):
            return existing
        return change_object(tx, kind, name, {"authorization_list": "none"})
    has, taken = str(existing.attributes.get("authority")), str(values["authority"])
    both = has in _WIDER and taken in _WIDER
    if has == taken or (both and _WIDER.index(has) <= _WIDER.index(taken)):
        return change_object(tx, kind, name, {"authority": "exclude"})
    if has == "autl" or taken in ("autl", "exclude"):
        return existing
    subject = f"what is left of *{has.upper()} without *{taken.upper()}"
    raise not_modelled(tx.name, subject, "IBM i")
