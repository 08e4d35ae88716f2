"""The authorities of single users to objects of a partition: each a part of what its object has.

Sources: IBM's GRTOBJAUT with REPLACE(*YES), and RVKOBJAUT.
"""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.kinds import kinds_in

from .object_authorities import granted_to
from .partition import OWNER, change_object, existing_object
from .reasons import not_modelled, refused_on_ibmi
from .rows import Stored, Transaction

_KIND, _USERS = ObjectAuthoritySpec.kind, "private_authorities"
_WORDS = ObjectAuthoritySpec.grants


def set_record(
    tx: Transaction,
    name: str,
    values: Mapping[str, Any],
    removed: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Stored:
    """GRTOBJAUT REPLACE(*YES). Raises CommandFailed."""
    secured, user = _secured(tx, name)
    if user == secured.attributes.get("owner", OWNER):
        raise not_modelled(tx.name, "an owner with less than every authority", "IBM i")
    users = granted_to(secured, {user: tuple(values.get(_WORDS, ()))}, replaces=True)
    changed = change_object(tx, secured.kind, secured.name, {_USERS: users})
    return stored(name, {_WORDS: changed.attributes[_USERS][user]})


def change_record(tx: Transaction, name: str, values: Mapping[str, Any]) -> Stored:
    """As `set_record` does, of a user who has some."""
    return set_record(tx, name, values)


def stored(name: str, attributes: Mapping[str, Any]) -> Stored:
    """The record as it is shown: the file has it with its object."""
    return Stored(_KIND, name, dict(attributes))


def remove(tx: Transaction, name: str) -> None:
    """RVKOBJAUT of all that the user has. Raises CommandFailed."""
    secured, user = _secured(tx, name)
    users = dict(secured.attributes.get(_USERS) or {})
    if user not in users:
        key, text = tx.key(_KIND, name), f"user {user} has no authority of its own"
        raise refused_on_ibmi(key, "CPF2209", text, "name a user who has")
    del users[user]
    change_object(tx, secured.kind, secured.name, {_USERS: users})


def records(tx: Transaction, names: Collection[str]) -> Iterator[Stored]:
    """The records of these names that there are."""
    for name in sorted(names):
        found = _object(tx, name)
        if found is None:
            continue
        secured, user = found
        owner = secured.attributes.get("owner", OWNER)
        words = ("all",) if user == owner else (secured.attributes.get(_USERS) or {}).get(user)
        if words:
            yield stored(name, {_WORDS: tuple(words)})


def _secured(tx: Transaction, name: str) -> tuple[Stored, str]:
    """The object that a record is about, and its user. Raises CommandFailed."""
    found = _object(tx, name)
    if found is not None:
        return found
    fields = ObjectAuthoritySpec.names_in(name)
    named = ObjectAuthoritySpec.names_object(fields)
    if named is None or "user" not in fields:
        text = f"it is named by {', '.join(ObjectAuthoritySpec.identity())}"
        raise refused_on_ibmi(tx.key(_KIND, name), "CPF0006", text, "give all of them")
    # Refused as any command on an object that is not there.
    return existing_object(tx, kinds_in(named.namespace)[0], named.name), fields["user"]


def _object(tx: Transaction, name: str) -> tuple[Stored, str] | None:
    fields = ObjectAuthoritySpec.names_in(name)
    named = ObjectAuthoritySpec.names_object(fields)
    if named is None or "user" not in fields or not tx.on_ibmi:
        return None
    found = next(iter(tx.objects(kinds_in(named.namespace), [named.name])), None)
    return None if found is None else (found, fields["user"])
