"""The authorities that a plan changes: who gains and who loses what, and a system afterwards."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from queuewright.access.changes import AccessChange, access_changes
from queuewright.access.records import Entity, Grant, grant_of
from queuewright.access.rights import RECORDS
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.diff.limits import removing
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import spec_of
from queuewright.mq.authorities import administrator_users, administrators
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

from .redaction import secret_names
from .steps import Plan


def accesses_changed(
    decisions: Mapping[Key, Decision],
    readings: Mapping[str, Snapshot],
    secret: Mapping[Key, Collection[str]],
) -> tuple[AccessChange, ...]:
    """Who gains and who loses what by the plan, system by system. secret: attributes that no text
    may say, by object: records whose authorities are among them are left out."""
    systems: dict[str, dict[Key, Decision]] = {}
    decisions, _ = with_removed(decisions)
    for key, decision in decisions.items():
        if key.kind not in RECORDS or decision.verb is Verb.SAME or decision.keep:
            continue
        if spec_of(key.kind).grants not in secret.get(key, ()):
            systems.setdefault(key.system, {})[key] = decision
    found: list[AccessChange] = []
    for system, changing in sorted(systems.items()):
        reading = readings[system]
        before, after = records_of(changing, reading)
        objects = _objects(system, decisions, reading)
        platform = reading.facts.platform
        found += access_changes(
            system, before.values(), after.values(), objects, _beyond_records(platform)
        )
    return tuple(found)


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


def _beyond_records(platform: Platform) -> frozenset[Entity]:
    """Who may do everything, whatever the records say."""
    groups = (Entity("group", name) for name in administrators(platform))
    return frozenset((*groups, *(Entity("principal", n) for n in administrator_users(platform))))


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


def _objects(
    system: str, decisions: Mapping[Key, Decision], reading: Snapshot
) -> dict[str, set[str]]:
    """The names of the objects that there are afterwards, by name space."""
    found: dict[str, set[str]] = {}
    own = {key: decision for key, decision in decisions.items() if key.system == system}
    gone = {key for key, decision in own.items() if decision.deletes}
    for key in (*reading.live, *own):
        if key not in gone and key.kind not in RECORDS:
            found.setdefault(spec_of(key.kind).namespace, set()).add(key.name)
    return found


def world_after(plan: Plan, name: str, read: Snapshot) -> World:
    """A system as it is when the plan is carried out. Values that are secret are left out."""
    declared, hidden = {}, {}
    for step in plan.steps:
        if step.key.system != name or step.declared is None:
            continue
        secret = secret_names(step.declared, step.prior)
        if secret:
            hidden[step.key] = secret
        declared[step.key] = {n: v for n, v in step.desired.items() if n not in secret}
    own = [step for step in plan.steps if step.key.system == name]
    gone = {step.key for step in own if step.deletes}
    gone.update(removing({step.key: step.decision for step in own}))
    return World(declared, {name: read}, pending_deletes=gone, hidden=hidden, ships=True)
