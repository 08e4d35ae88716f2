"""Objects that a plan gives to somebody. CHGOBJOWN comes last: where it is refused, everything else
of the object was done before, and an object that it replaces is gone."""

from collections.abc import Callable, Iterator

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHGOBJOWN
from queuewright.ibmi.owner import OWNER

from .types import Decision, Verb

OWNER_REFUSED = Rule(
    "owner-refused",
    "An object that cannot be given to its owner",
    "{why}",
    "or declare another owner",
    (CHGOBJOWN.at("Restrictions"),),
    OWNER,
)


def not_given(key: Key, decision: Decision, refusal: Callable[[str], str]) -> Iterator[Diagnostic]:
    """refusal: why objects of the system cannot be given to a user, "" for nothing."""
    if decision.verb in (Verb.CREATE, Verb.REPLACE):
        owner = decision.creates.get(OWNER)
    else:
        after = (change.after for change in decision.changes if change.name == OWNER)
        owner = next(after, None)
    if isinstance(owner, str) and (why := refusal(owner)):
        yield OWNER_REFUSED(key, owner, why=why)
