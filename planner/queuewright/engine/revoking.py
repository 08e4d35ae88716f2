"""Rights that a plan takes away: after everything that may need them, and never the plan's own."""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import spec_of
from queuewright.systems.checking import KnowsUser
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot

from .ordering import Need

LOCKED_OUT = Rule(
    "locked-out",
    "A plan takes from its own user the right to connect",
    "you would lose {words}: {user} is the user that the plan runs as",
    "keep it in the record, or run the plan as another user",
    (MQSC.at("SET AUTHREC AUTHRMV"),),
    "authorities",
)


def lost(key: Key, decision: Decision, observed: Observed | None) -> set[str]:
    """The authorities that a record gives no more after the plan."""
    spec = spec_of(key.kind)
    if not spec.grants or decision.keep:
        return set()
    has: Any = ()
    had: Any = () if observed is None else observed.attributes.get(spec.grants, ())
    if decision.verb is not Verb.DELETE:
        changes = {change.name: change for change in decision.changes}
        if spec.grants not in changes:
            return set()
        has = changes[spec.grants].after or ()
    return set(had) - set(has) - {spec.attributes()[spec.grants].nothing}


def locked_out(
    decisions: Mapping[Key, Decision],
    readings: Mapping[str, Snapshot],
    systems: Mapping[str, System],
) -> Iterator[tuple[Key, Diagnostic]]:
    """The records by which the user that the plan runs as could not come back, as far as a system
    tells who that is."""
    users: dict[str, str] = {}
    for key, decision in decisions.items():
        spec = spec_of(key.kind)
        if not spec.grants or decision.verb is Verb.SAME:
            continue
        names = spec.names_in(key.name)
        gone = lost(key, decision, readings[key.system].objects.get(key))
        words = gone & spec.lets_in(names)
        if not words:
            continue
        if key.system not in users:
            system = systems[key.system]
            users[key.system] = system.user() if isinstance(system, KnowsUser) else ""
        user = users[key.system]
        if user and names.get("principal") == user:
            said = ", ".join(sorted(words)).upper()
            yield key, LOCKED_OUT(key, words=said, user=user)


def revoked_last(
    decisions: Mapping[Key, Decision], readings: Mapping[str, Snapshot]
) -> Iterator[Need]:
    """Revocations on the queue manager's own and on generic profiles come after all other steps
    of their system: those may need the rights. A record about an object comes after that anyway."""
    last: dict[str, list[Key]] = {}
    for key, decision in decisions.items():
        spec = spec_of(key.kind)
        if spec.grants and decision.verb is not Verb.SAME:
            named = spec.names_object(spec.names_in(key.name))
            observed = readings[key.system].objects.get(key)
            if named is None and lost(key, decision, observed):
                last.setdefault(key.system, []).append(key)
    if not last:
        return
    every = {key for keys in last.values() for key in keys}
    for key, decision in decisions.items():
        if key.system in last and key not in every and decision.verb is not Verb.SAME:
            first = last[key.system][0]
            deletes = decision.verb is Verb.DELETE
            if deletes <= (decisions[first].verb is Verb.DELETE):
                yield Need(first, key, "authority", Strength.SOFT)
    for first, *others in last.values():
        for other in others:
            if decisions[other].verb is decisions[first].verb:
                yield Need(other, first, "authority", Strength.SOFT)
