"""Authority records that change: what they give afterwards, and whether a user keeps the right to
connect. Both engines ask here: about everything that a plan does, or about one record."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.kinds import spec_of
from queuewright.mq.authorities import administers, as_compared, everybody
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
    words: records that lose them, and new ones of users who have them from the group of all users
    so far. decisions: those about limits with what they remove, as `with_removed` gives them."""
    losing = {}
    for key, decision in decisions.items():
        spec = spec_of(key.kind)
        if key.system != reading.name or not spec.grants or decision.verb is Verb.SAME:
            continue
        needed = spec.lets_in(spec.names_in(key.name))
        observed = reading.objects.get(key)
        words = needed and needed & lost(key, decision, observed)
        if needed and observed is None and not decision.deletes:
            words = needed & _given_to_all(key, reading) - {*_words(key, decision, reading)}
        if words:
            losing[key] = frozenset(words)
    return losing


def _given_to_all(key: Key, reading: Snapshot) -> set[str]:
    """The authorities of users who have no record of their own or of a group of theirs. key: a
    record of somebody about the same object."""
    spec = spec_of(key.kind)
    names = {n: v for n, v in spec.names_in(key.name).items() if n not in spec.entities}
    record = spec.name_of({**names, "group": everybody(reading.facts.platform)})
    found = reading.objects.get(key._replace(name=record))
    words: Any = () if found is None else found.attributes.get(spec.grants) or ()
    return set(words)


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
    if groups:
        found = _gone(decisions, losing, reading, user, groups)
    else:
        found = {
            key: lost(key, decisions[key], reading.objects.get(key)) & words
            for key, words in losing.items()
            if _is_user(spec_of(key.kind).names_in(key.name).get("principal"), user, platform)
        }
    for key, words in found.items():
        if words:
            authorities = ", ".join(sorted(words)).upper()
            user_shown = _who(key, user or "the user that the plan runs as", user, reading)
            yield limits.get(key, key), LOCKED_OUT(key, words=authorities, who=user_shown)


def _is_user(name: str | None, user: str, platform: Platform) -> bool:
    return bool(name) and as_compared(platform, name or "") == as_compared(platform, user)


def _who(key: Key, called: str, user: str, reading: Snapshot) -> str:
    """Why a record counts for the user that the plan runs as."""
    names, all_users = spec_of(key.kind).names_in(key.name), everybody(reading.facts.platform)
    own, group = names.get("principal"), names.get("group")
    if group and group == all_users:
        return f"{called} is in group {group}, as every user is, and has no other record"
    lockout = f"{called} is in group {group or own}"
    if _is_user(own, user, reading.facts.platform):
        lockout = f"{user} is the user that the plan runs as"
    if key in reading.objects:
        return lockout
    return f"{lockout}, and the records of group {all_users} count only for users without others"


def _gone(
    decisions: Mapping[Key, Decision],
    losing: Mapping[Key, Collection[str]],
    reading: Snapshot,
    user: str,
    groups: Collection[str],
) -> dict[Key, set[str]]:
    """The records that count for the user, of those that take something from somebody, with the
    authorities on the queue manager that no record gives the user any more."""
    changing = {
        key: decision
        for key, decision in decisions.items()
        if key.system == reading.name and key.kind in RECORDS and not decision.keep
    }
    platform, own = reading.facts.platform, ProtectedObject("q_mgr", SELF)
    user, groups = as_compared(platform, user), [as_compared(platform, each) for each in groups]
    before, after = (
        grants_of_user(_records(grants.values(), platform), platform, user, groups, own)
        for grants in records_of(changing, reading)
    )
    had, has = ({word for grant in each for word in grant.authorities} for each in (before, after))
    gone, counting = had - has, {grant.key for grant in (*before, *after)}
    return {key: gone.intersection(words) for key, words in losing.items() if key in counting}


def _records(grants: Iterable[Grant], platform: Platform) -> AuthorityRecords:
    """The records, by names as the platform compares them."""
    return AuthorityRecords(tuple(_compared(each, platform) for each in grants))


def _compared(grant: Grant, platform: Platform) -> Grant:
    name = as_compared(platform, grant.entity.name)
    if name == grant.entity.name:
        return grant
    return replace(grant, entity=grant.entity._replace(name=name))
