"""Authority records that change: what they give afterwards, and whether a user keeps the right to
connect. Both engines ask here: about everything that a plan does, or about one record."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.kinds import spec_of
from queuewright.mq.authorities import administers
from queuewright.mq.authority_record import LOCKED_OUT, SELF
from queuewright.world.authority_records import (
    RECORDS,
    AuthorityRecords,
    Grant,
    ProtectedObject,
    grant_of,
    grants_of_user,
)
from queuewright.world.snapshot import Snapshot

from .limits import removing
from .types import Decision, Verb


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


def with_removed(
    decisions: Mapping[Key, Decision],
) -> tuple[Mapping[Key, Decision], Mapping[Key, Key]]:
    """The decisions, with a deletion of each record that a limit removes; and those limits, by
    record."""
    limits = removing(decisions)
    if not limits:
        return decisions, limits
    return {**decisions, **dict.fromkeys(limits, Decision(Verb.DELETE))}, limits


def records_of(
    changing: Mapping[Key, Decision], reading: Snapshot
) -> tuple[dict[Key, Grant], dict[Key, Grant]]:
    """The authority records of a system, before and after these decisions about records."""
    before = dict(_read(reading))
    after = dict(before)
    for key, decision in changing.items():
        grant = grant_of(key, _words(key, decision, reading))
        if decision.deletes or grant is None:
            after.pop(key, None)
        else:
            after[key] = grant
    return before, after


def _read(reading: Snapshot) -> Iterator[tuple[Key, Grant]]:
    for key, observed in reading.live.items():
        if key.kind in RECORDS:
            words: Any = observed.attributes.get(spec_of(key.kind).grants) or ()
            grant = grant_of(key, words)
            if grant is not None:
                yield key, grant


def _words(key: Key, decision: Decision, reading: Snapshot) -> Any:
    """The authorities of a record afterwards."""
    grants, observed = spec_of(key.kind).grants, reading.objects.get(key)
    there = {} if observed is None else observed.attributes
    changes = {change.name: change.after for change in decision.changes}
    return {**there, **changes, **decision.creates}.get(grants) or ()


def locking(decisions: Mapping[Key, Decision], reading: Snapshot) -> Mapping[Key, frozenset[str]]:
    """The records of a system that take from somebody what nobody can connect without, with those
    words. decisions: those about limits with what they remove, as `with_removed` gives them."""
    losing = {}
    for key, decision in decisions.items():
        spec = spec_of(key.kind)
        if key.system != reading.name or not spec.grants or decision.verb is Verb.SAME:
            continue
        needed = spec.lets_in(spec.names_in(key.name))
        words = needed and needed & lost(key, decision, reading.objects.get(key))
        if words:
            losing[key] = frozenset(words)
    return losing


def letting_in(decisions: Mapping[Key, Decision], reading: Snapshot) -> Iterator[Key]:
    """The records of a system, among these, that give afterwards what nobody can connect
    without."""
    for key, decision in decisions.items():
        spec = spec_of(key.kind)
        if key.system != reading.name or not spec.grants or decision.deletes:
            continue
        if spec.lets_in(spec.names_in(key.name)).intersection(_words(key, decision, reading)):
            yield key


def locked_out(
    decisions: Mapping[Key, Decision],
    reading: Snapshot,
    who: Callable[[], tuple[str, Collection[str]]],
) -> Iterator[tuple[Key, Diagnostic]]:
    """The objects of one system by which a user could not connect any more. who: the user and its
    groups, asked only where somebody loses that; a user "" is not known; without groups a record of
    the user itself is kept whatever its groups have. reading: with the records of the system."""
    decisions, limits = with_removed(decisions)
    losing = locking(decisions, reading)
    if not losing:
        return
    platform, (user, groups) = reading.facts.platform, who()
    if not (user or groups) or administers(platform, user, groups):
        return
    left_without = _gone(decisions, reading, user, groups) if groups else None
    for key, words in losing.items():
        names = spec_of(key.kind).names_in(key.name)
        own, group = names.get("principal"), names.get("group")
        without = words if left_without is None else words & left_without
        if not without or (own != user if own else group not in groups):
            continue
        said = ", ".join(sorted(without)).upper()
        told = f"{user} is the user that the plan runs as"
        if group:
            told = f"{user or 'the user that the plan runs as'} is in group {group}"
        yield limits.get(key, key), LOCKED_OUT(key, words=said, who=told)


def _gone(
    decisions: Mapping[Key, Decision], reading: Snapshot, user: str, groups: Collection[str]
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
