"""The authorities that a plan changes: who gains and who loses what, and a system afterwards."""

from collections.abc import Collection, Mapping
from functools import partial

from queuewright.access.changes import AccessChange, access_changes
from queuewright.access.rights import topics_above
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.diff.authorities import records_of, with_removed
from queuewright.diff.limits import removing
from queuewright.diff.normalise import read_inputs
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import is_limit, kinds_of, spec_of
from queuewright.mq.authorities import administrator_users, administrators
from queuewright.world.authority_records import RECORDS, Entity
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

from .impacts import everything_after
from .redaction import secret_names
from .steps import Plan
from .taken_records import taken_from_others

_MOVING = (Verb.CREATE, Verb.REPLACE, Verb.DELETE)


def accesses_changed(
    decisions: Mapping[Key, Decision],
    readings: Mapping[str, Snapshot],
    secret: Mapping[Key, Collection[str]],
) -> tuple[AccessChange, ...]:
    """Who gains and who loses what by the plan, system by system. secret: attributes that no text
    may say, by object: records whose authorities are among them are left out."""
    systems: dict[str, dict[Key, Decision]] = {}
    objects: dict[str, dict[Key, Decision]] = {}
    every: dict[str, dict[Key, Decision]] = {}
    decisions, _ = with_removed(decisions)
    for key, decision in decisions.items():
        every.setdefault(key.system, {})[key] = decision
        if key.kind not in RECORDS:
            objects.setdefault(key.system, {})[key] = decision
        elif decision.verb is Verb.SAME or decision.keep:
            continue
        elif spec_of(key.kind).grants not in secret.get(key, ()):
            systems.setdefault(key.system, {})[key] = decision
    for system in objects:
        taken = taken_from_others(every[system], readings[system])
        if gone := dict.fromkeys(taken, Decision(Verb.DELETE)):
            systems[system] = {**systems.get(system, {}), **gone}
        elif _moves_topics(objects[system]) and _has_records(readings[system]):
            systems.setdefault(system, {})
    if not systems:
        return ()
    worlds = World({}, readings), everything_after(decisions, readings)
    found: list[AccessChange] = []
    for system, changing in sorted(systems.items()):
        reading, own = readings[system], objects.get(system, {})
        before, after = records_of(changing, reading)
        names, beyond = _names(own, reading), _beyond_records(reading.facts)
        was, then = (partial(topics_above, world, system) for world in worlds)
        (topic,) = kinds_of(Role.TOPIC)
        topics = reading.by_kind.get(topic, ()) if _moves_topics(own) else ()
        there = {key.name for key in topics} & names.get(spec_of(topic).namespace, set())
        moved = [name for name in sorted(there) if list(was(name)) != list(then(name))]
        found += access_changes(
            system, before.values(), after.values(), names, beyond, (was, then), moved
        )
    return tuple(found)


def _moves_topics(decisions: Mapping[Key, Decision]) -> bool:
    """Whether the topic tree changes: a topic comes, goes, or takes another topic string."""
    topics = kinds_of(Role.TOPIC)
    return any(key.kind in topics and d.verb in _MOVING for key, d in decisions.items())


def _has_records(reading: Snapshot) -> bool:
    return not RECORDS.isdisjoint(reading.by_kind)


def _beyond_records(facts: SystemFacts) -> frozenset[Entity]:
    """Who may do everything, whatever the records say."""
    platform = facts.platform
    groups = (Entity("group", name) for name in administrators(platform))
    return frozenset((*groups, *(Entity("principal", n) for n in administrator_users(platform))))


def _names(own: Mapping[Key, Decision], reading: Snapshot) -> dict[str, set[str]]:
    """The names of the objects that there are afterwards, by name space. own: the decisions about
    the objects of the system."""
    found: dict[str, set[str]] = {}
    for key in {**reading.live, **own}:
        decision = own.get(key)
        if key.kind not in RECORDS and not (decision is not None and decision.deletes):
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
        # A limit is compared by what is there: what it lets stay is what the program says.
        values = step.desired
        if is_limit(step.key.kind):
            values = read_inputs(step.key.kind, step.declared.inputs).attributes
        declared[step.key] = {n: v for n, v in values.items() if n not in secret}
    own = [step for step in plan.steps if step.key.system == name]
    gone = {step.key for step in own if step.deletes}
    decisions = {step.key: step.decision for step in own if step.changes_anything}
    gone.update(removing(decisions), taken_from_others(decisions, read))
    return World(declared, {name: read}, pending_deletes=gone, hidden=hidden, ships=True)
