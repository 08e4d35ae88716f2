"""Users of objects of IBM i: an object's declaration has all of them, or records have each.

Both engines ask here: about everything that a program declares, or about one object of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import GRTOBJAUT, PROGRAMS, cl_command
from queuewright.graph.references import secured_by
from queuewright.ibmi.owner import OWNER_LISTED
from queuewright.kinds import spec_of

from .compare import granted

GRANTED_TWICE = Rule(
    "granted-twice",
    "A record beside all users of its object",
    "{other} declares private_authorities, which are all users of the object",
    "give the user there, or leave private_authorities out",
    (PROGRAMS.at("ibmi.ObjectAuthority"),),
)
OF_OWNER = OWNER_LISTED.but(
    reason="user {user} owns the object, and has every authority to it",
    remediation="leave the record out, or give the object another owner",
    attribute="user",
    sources=(GRTOBJAUT.at("USER"),),
)
OBJECT_MISSING = Rule(
    "reference-missing",
    "Authorities to an object that is not there",
    "{kind} {name} {nowhere}",
    "declare it, or leave the record out",
    (GRTOBJAUT.at("OBJ"),),
    "name",
)
STILL_GRANTED = Rule(
    "still-granted",
    "An object goes that records of the program are about",
    "would take with it what the program declares: {records}",
    "leave these out too",
    (cl_command("RVKOBJAUT").at("OBJ"),),
)
HAS_MORE = Rule(
    "has-more-without",
    "A user has more when its own authorities are revoked",
    "without its own authorities user {user} has what {others}, {words}",
    "give the user what it is to have, or exclude it",
    (cl_command("RVKOBJAUT").at("Restrictions, Security Risk"),),
    severity=Severity.WARNING,
)


def has_more_without(
    key: Key,
    users: Mapping[str, Iterable[str]],
    values: Mapping[str, Any],
    listing: Callable[[str], Observed | None],
) -> Iterator[Diagnostic]:
    """Users of an object whose own authorities go, which hide that *PUBLIC, or the authorization
    list that secures the object, gives them more. users: with what they have; values: of the
    object, as it will be; listing: a list by its name, None where it was not read."""
    public, listed = values.get("authority"), str(values.get("authorization_list") or "none")
    found = None if listed == "none" else listing(listed)
    entries: Any = {} if found is None else found.attributes.get("users") or {}
    if public == "autl" and found is not None:
        public = found.attributes.get("authority")
    for user, own in users.items():
        others = f"authorization list {listed} gives it" if user in entries else "*PUBLIC has"
        words = entries.get(user) or (() if public in (None, "autl") else (str(public),))
        if granted(words) - granted(own) - {"exclude", "autlmgt"}:
            yield HAS_MORE(key, user=user, others=others, words=" ".join(words))


def granted_nothing(
    key: Key, is_there: Callable[[Key], bool], nowhere: str
) -> Iterator[Diagnostic]:
    """A record of a user's authorities to an object that is not there. nowhere: in words."""
    secured = secured_by(key)
    if not secured or any(map(is_there, secured)):
        return
    kinds = " or ".join(each.kind.partition(":")[2] for each in secured)
    yield OBJECT_MISSING(key, kind=kinds, name=shown(secured[0].name), nowhere=nowhere)


def of_owner(key: Key, owner: Any) -> Iterator[Diagnostic]:
    """A record of the authorities of an object's owner."""
    user = spec_of(key.kind).names_in(key.name).get("user")
    if user is not None and owner == user:
        yield OF_OWNER(key, user, user=user)


def of_presumed_owner(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Problems of a new object whose owner the program leaves open: whether it is its creator's,
    or a group's, is not known before it is there."""
    return [
        replace(each, severity=Severity.WARNING) if each.code == OWNER_LISTED.code else each
        for each in problems
    ]


def giving_object(key: Key, gives_users: Callable[[Key], bool]) -> Key | None:
    """The object that gives all of its users, a record's among them; None for none."""
    return next(filter(gives_users, secured_by(key)), None)


def forgotten(other: Key) -> str:
    """Why nothing is to be done about a record that the program no longer has."""
    return f"{other.kind} {other.name} gives all of its users now"


def records_about(key: Key, records: Iterable[Key]) -> list[Key]:
    """The records of users' authorities to an object."""
    return [record for record in records if key in secured_by(record)]
