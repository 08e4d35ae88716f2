"""What a plan was made from, as blast radius and workload look at it."""

from collections.abc import Mapping, Sequence

from queuewright.catalogue.key import Key
from queuewright.diff.types import Decision, Verb
from queuewright.dynamic.read_system import ReadSystem
from queuewright.impact.radius import Impacts
from queuewright.impact.world import Reading, World
from queuewright.kinds import KINDS
from queuewright.state.deployment import Deployment
from queuewright.systems.protocol import System

from .declared import Declared
from .matching import Item, match
from .system_reader import Absent, reach, read_handles, read_status, read_systems


def world_of(
    items: Mapping[Key, Item],
    readings: Mapping[str, ReadSystem],
    unread: Mapping[str, str],
    handles_unknown: Mapping[str, str],
) -> World:
    """items: what is declared. unread: why systems could not be read. handles_unknown: why systems
    did not tell who has what open."""
    declared = {}
    for key, item in items.items():
        if item.inputs is None:
            continue
        secret = item.declared.secret_inputs if item.declared is not None else ()
        given = item.inputs.attributes
        declared[key] = {n: v for n, v in given.items() if n not in secret} if secret else given
    return World(
        declared,
        {
            name: Reading(
                reading.objects,
                reading.snapshot,
                reading.facts.default_transmission_queue,
                handles_unknown.get(name, ""),
            )
            for name, reading in readings.items()
        },
        unread,
    )


def impacts_of(
    decisions: Mapping[Key, Decision],
    items: Mapping[Key, Item],
    readings: Mapping[str, ReadSystem],
    unread: Mapping[str, str],
    refresh: bool,
    parallel: int,
) -> Impacts:
    """The blast radius of everything that changes. Who has what open is asked for once, of all
    queue managers: an application may be on another one than the queue. refresh: False asks none.
    """
    changed = {key: None for key, d in decisions.items() if d.verb is not Verb.SAME}
    unknown = dict.fromkeys(readings, "systems are not read with --no-refresh")
    if refresh:
        touched = any(decisions[key].verb is not Verb.CREATE for key in changed)
        unknown = read_handles(readings, parallel) if touched else {}
    return Impacts(changed, lambda: world_of(items, readings, unread, unknown))


def read_world(
    declared: Sequence[Declared],
    systems: Mapping[str, System],
    about: Key | None = None,
    parallel: int = 16,
) -> World:
    """Everything that is declared and that the systems have, read now; those that cannot be read
    are named in it. about: an object whose status is read as well. Raises PlanError."""
    unread = reach(systems, sorted(systems), parallel)
    absent = {name: Absent(name) for name in unread}
    items = match(declared, Deployment(), {**systems, **absent}).declared
    kinds = {name: tuple(KINDS) for name in systems if name not in unread}
    readings, failed = read_systems(systems, kinds, parallel)
    unknown = {}
    if about is not None and about.system in readings:
        unknown = read_status(readings, {about.system: [about]}, parallel)
    unknown |= read_handles(readings, parallel)
    return world_of(items, readings, {**unread, **failed}, unknown)
