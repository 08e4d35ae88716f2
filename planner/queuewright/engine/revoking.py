"""Rights that a plan takes away: after everything that may need them, and never the plan's own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from queuewright.access.records import AuthorityRecords, ProtectedObject
from queuewright.access.rights import RECORDS, grants_of_user
from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.limits import removed_by
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import spec_of
from queuewright.mq.authorities import administers
from queuewright.mq.authority_record import LOCKED_OUT, SELF
from queuewright.systems.checking import acting_as
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot

from .accesses import records_of, with_removed
from .ordering import Need


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
    """The records by which the user that the plan runs as could not come back, where a system tells
    who that is, or its configuration the groups of that user."""
    losing: dict[str, dict[Key, frozenset[str]]] = {}
    decisions, limits = with_removed(decisions)
    for key, decision in decisions.items():
        spec = spec_of(key.kind)
        if not spec.grants or decision.verb is Verb.SAME:
            continue
        gone = lost(key, decision, readings[key.system].objects.get(key))
        words = spec.lets_in(spec.names_in(key.name)) & gone
        if words:
            losing.setdefault(key.system, {})[key] = words
    for name, keys in losing.items():
        user, groups = acting_as(systems[name])
        platform = readings[name].facts.platform
        if not (user or groups) or administers(platform, user, groups):
            continue
        left_without = _gone(decisions, readings[name], user, groups) if groups else None
        for key, words in keys.items():
            names = spec_of(key.kind).names_in(key.name)
            own, group = names.get("principal"), names.get("group")
            without = words if left_without is None else words & left_without
            if not without or (own != user if own else group not in groups):
                continue
            said = ", ".join(sorted(without)).upper()
            who = f"{user} is the user that the plan runs as"
            if group:
                who = f"{user or 'the user that the plan runs as'} is in group {group}"
            yield limits.get(key, key), LOCKED_OUT(key, words=said, who=who)


def _gone(
    decisions: Mapping[Key, Decision], reading: Snapshot, user: str, groups: Sequence[str]
) -> set[str]:
    """The authorities on the queue manager that no record gives the user any more."""
    changing = {
        key: decision
        for key, decision in decisions.items()
        if key.system == reading.name and key.kind in RECORDS and not decision.keep
    }
    own = ProtectedObject("q_mgr", SELF)
    before, after = (
        {
            word
            for grant in grants_of_user(
                AuthorityRecords(tuple(grants.values())), reading.facts.platform, user, groups, own
            )
            for word in grant.authorities
        }
        for grants in records_of(changing, reading)
    )
    return before - after


def revoked_last(
    decisions: Mapping[Key, Decision], readings: Mapping[str, Snapshot]
) -> Iterator[Need]:
    """Revocations on the queue manager's own and on generic profiles, and records that a limit
    removes, come after all other steps of their system: those may need the rights. A record about
    an object comes after that anyway."""
    last: dict[str, list[Key]] = {}
    for key, decision in decisions.items():
        if removed_by(key, decision.changes):
            last.setdefault(key.system, []).append(key)
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
