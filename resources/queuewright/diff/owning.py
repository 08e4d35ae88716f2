"""Objects that a plan gives to somebody, and authorities that it grants. CHGOBJOWN and GRTOBJAUT
come last: where one is refused, everything else of the object was done before, and an object that
is replaced is gone."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import ADDAUTLE, CHGOBJOWN, GRTOBJAUT
from queuewright.ibmi.owner import OWNER
from queuewright.kinds import is_ibmi, spec_of

from .types import Decision, Verb

OWNER_REFUSED = Rule(
    "owner-refused",
    "An object that cannot be given to its owner",
    "{reason}",
    "or declare another owner",
    (CHGOBJOWN.at("Restrictions"),),
    OWNER,
)
USER_MISSING = Rule(
    "user-profile-missing",
    "Authorities for a user that is not there",
    "user {user}: {reason}",
    "or correct the name",
    (GRTOBJAUT.at("USER"), ADDAUTLE.at("USER")),
)


def not_granted(key: Key, decision: Decision, lacks: Callable[[str], str]) -> Iterator[Diagnostic]:
    """The users that are to get authorities, and are not there. lacks: why a user of the system is
    none, "" for nothing."""
    if decision.blocked or decision.verb in (Verb.SAME, Verb.DELETE, Verb.READ):
        return
    for user in dict.fromkeys(_granted(key, decision)):
        if reason := lacks(user):
            yield USER_MISSING(key, user, user=user, reason=reason)


def _granted(key: Key, decision: Decision) -> Iterator[str]:
    spec = spec_of(key.kind)
    if not is_ibmi(key.kind):
        return
    names = spec.names_in(key.name)
    yield from (names[field] for field in spec.entities if field in names)
    before: dict[str, Any] = {change.name: change.before for change in decision.changes}
    after = {change.name: change.after for change in decision.changes} | {**decision.creates}
    for name, users in after.items():
        if isinstance(users, Mapping) and name not in decision.carries:
            had = before.get(name)
            yield from (user for user in users if user not in (had or ()))


def not_given(key: Key, decision: Decision, refusal: Callable[[str], str]) -> Iterator[Diagnostic]:
    """refusal: why objects of the system cannot be given to a user, "" for nothing."""
    if decision.verb in (Verb.CREATE, Verb.REPLACE):
        owner = decision.creates.get(OWNER)
    else:
        after = (change.after for change in decision.changes if change.name == OWNER)
        owner = next(after, None)
    if isinstance(owner, str) and (reason := refusal(owner)):
        yield OWNER_REFUSED(key, owner, reason=reason)
