"""The blast radius of a plan, and the puts that it sends elsewhere."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from queuewright import log
from queuewright.catalogue.attribute import Value
from queuewright.catalogue.hiding import Hiding
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import QueueType, Role
from queuewright.diff.limits import removing
from queuewright.diff.types import Decision, Verb
from queuewright.impact.radius import Impacts
from queuewright.impact.routing import ROUTING, Rerouted, rerouted
from queuewright.kinds import (
    KINDS,
    MQ_KINDS,
    is_limit,
    is_queue,
    is_record,
    is_single,
    kinds_of,
    queue_type,
    spec_of,
)
from queuewright.mq.membership import MEMBERSHIP_KINDS
from queuewright.route.changes import RouteChange, route_changes
from queuewright.route.network import Network
from queuewright.state.deployment import Deployment
from queuewright.systems.protocol import System
from queuewright.world.clusters import IN_CLUSTERS
from queuewright.world.expected import Values
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

from .declared import Declared, managed_kind
from .matching import MatchedObject, match
from .redaction import secret_names
from .system_reader import (
    Absent,
    reach,
    read_handles,
    read_status,
    read_systems,
    recorded,
)


def world_of(
    items: Mapping[Key, MatchedObject],
    readings: Mapping[str, Snapshot],
    unread: Mapping[str, str],
    handles_unknown: Mapping[str, str],
    marked: Mapping[Key, frozenset[str]] = MappingProxyType({}),
) -> World:
    """items: what is declared, or was. unread: why systems could not be read. handles_unknown: why
    systems did not tell who has what open. marked: what the state marks secret of other objects."""
    declared: dict[Key, Values] = {}
    hidden = dict(marked)
    for key, item in items.items():
        secret = secret_names(item.declared, item.prior) | marked.get(key, frozenset())
        if secret:
            hidden[key] = secret
        if item.inputs is not None:
            given = item.inputs.attributes
            kept = {n: v for n, v in given.items() if n not in secret} if secret else given
            declared[key] = kept
    return World(declared, readings, unread, handles_unknown, hidden=hidden)


def impacts_of(
    decisions: Mapping[Key, Decision],
    items: Callable[[], Mapping[Key, MatchedObject]],
    readings: dict[str, Snapshot],
    systems: Mapping[str, System],
    unread: Mapping[str, str],
    refresh: bool,
    parallel: int,
) -> Impacts:
    """The blast radius of everything that changes. Who has what open is asked for once, of all
    queue managers: an application may be on another one than the queue. items: makes those of the
    plan. refresh: False asks none.
    """
    changed = {key: None for key, decision in decisions.items() if _changes_object(decision)}
    unknown = dict.fromkeys(readings, "systems are not read with --no-refresh")
    if refresh:
        touched = any(decisions[key].verb is not Verb.CREATE for key in changed)
        unknown = read_handles(systems, readings, parallel) if touched else {}
    return Impacts(changed, lambda: world_of(items(), readings, unread, unknown))


def everything_after(decisions: Mapping[Key, Decision], readings: Mapping[str, Snapshot]) -> World:
    """Everything when the plan is done."""
    setting = {key: d for key, d in decisions.items() if d.verb in _SETTING}
    return World(
        {key: dict(d.creates) or _changes(d) for key, d in setting.items()},
        readings,
        pending_deletes={key for key, d in decisions.items() if d.deletes}.union(removing(setting)),
    )


def rerouted_by(
    decisions: Mapping[Key, Decision], readings: Mapping[str, Snapshot]
) -> tuple[Rerouted, ...]:
    """The queues of clusters that puts go elsewhere to when everything is done."""
    changed = [
        key
        for key, decision in decisions.items()
        if _changes_object(decision) and _may_reroute(key, decision, readings)
    ]
    if not changed:
        return ()
    return tuple(rerouted(World({}, readings), everything_after(decisions, readings), changed))


def routes_by(
    decisions: Mapping[Key, Decision],
    readings: Mapping[str, Snapshot],
    asked: Mapping[str, Collection[str]],
) -> tuple[RouteChange, ...]:
    """The routes that the plan breaks or mends: where queues lead to other queue managers, and of
    queues that it changes. asked: the kinds that were read of each system, without which nothing
    is known of routes."""
    changed = [
        key
        for key, decision in decisions.items()
        if _changes_object(decision) and not decision.keep and _is_on_routes(key.kind)
    ]
    read = {kind for reading in readings.values() for kind in reading.by_kind}
    kinds = read.union(key.kind for key in decisions)
    leads = any(queue_type(kind) is QueueType.REMOTE for kind in kinds)
    alters = any(decisions[key].verb in _ALTERING and is_queue(key.kind) for key in changed)
    if not asked or not changed or not (leads or alters):
        return ()
    unread = {name: _RECORDS.difference(asked.get(name, ())) for name in readings}
    before = Network(World({}, readings), unread_kinds=unread)
    after = Network(everything_after(decisions, readings), unread_kinds=unread)
    return tuple(route_changes(before, after, changed))


_RECORDS = frozenset(filter(is_record, MQ_KINDS))
_CHANNELS = frozenset(spec_of(kind).namespace for kind in kinds_of(Role.SENDING_CHANNEL))
_BESIDES = frozenset((Role.LISTENER, Role.CLUSTER, Role.NAMELIST, Role.TOPIC))


def _is_on_routes(kind: str) -> bool:
    """Whether objects of a kind have a part in how messages get to another queue manager."""
    spec = spec_of(kind)
    has_part = spec.namespace in _CHANNELS or not _BESIDES.isdisjoint(spec.roles)
    return has_part or is_queue(kind) or is_record(spec.limits or kind) or is_single(kind)


_ALTERING = (Verb.UPDATE, Verb.REPLACE, Verb.ADOPT, Verb.IMPORT)
_SETTING = (Verb.CREATE, Verb.UPDATE, Verb.REPLACE, Verb.ADOPT, Verb.IMPORT)
_CHANGING = (*_SETTING, Verb.DELETE)


def _changes_object(decision: Decision) -> bool:
    return decision.verb in _CHANGING and not decision.only_adopts


def _may_reroute(key: Key, decision: Decision, readings: Mapping[str, Snapshot]) -> bool:
    if decision.keep or not is_queue(key.kind):
        return not decision.keep and key.kind in MEMBERSHIP_KINDS
    given = decision.creates or _changes(decision)
    if decision.verb not in (Verb.DELETE, Verb.REPLACE) and ROUTING.isdisjoint(given):
        return False
    observed = readings[key.system].objects.get(key)
    there = observed.attributes if observed is not None else {}
    return any(given.get(name) or there.get(name) for name in IN_CLUSTERS)


def _changes(decision: Decision) -> dict[str, Value | None]:
    return {change.name: change.after for change in decision.changes}


def read_world(
    declared: Sequence[Declared],
    systems: Mapping[str, System],
    about: Key | None = None,
    parallel: int = 16,
    *,
    state: Deployment | None = None,
    with_secrets: bool = False,
) -> World:
    """Everything that is declared and that the systems have, read now; those that cannot be read
    are named in it. about: an object whose status is read as well. state: what it marks secret is
    left out; with_secrets: it is there, and the world's `hide` takes it out of texts. Raises
    PlanError."""
    unread = reach(systems, sorted(systems), parallel)
    absent = {name: Absent(name) for name in unread}
    items = match(declared, Deployment(), {**systems, **absent}).declared
    own = tuple(kind for kind in KINDS if not is_limit(kind))
    kinds = dict.fromkeys((name for name in systems if name not in unread), own)
    named = {*items, *(() if state is None else recorded(state))}
    readings, failed = read_systems(systems, kinds, named, parallel)
    marked = {} if state is None else _marked(state)
    secret = [
        observed.attributes.get(name)
        for key, names in marked.items()
        if key.system in readings and (observed := readings[key.system].objects.get(key))
        for name in names
    ]
    log.hide(secret)  # before status is asked for by name
    unknown = {}
    if about is not None and about.system in readings:
        unknown = read_status(systems, readings, {about.system: [about]}, parallel)
    unknown |= read_handles(systems, readings, parallel)
    unread = {**unread, **failed}
    if not with_secrets:
        return world_of(items, readings, unread, unknown, marked)
    in_clear = [key.name for reading in readings.values() for key in reading.objects]
    hide = Hiding(secret, "\n".join([*in_clear, *systems]))
    return replace(world_of(items, readings, unread, unknown), hide=hide)


def _marked(state: Deployment) -> dict[Key, frozenset[str]]:
    """The attributes that the state marks secret, by object."""
    found = {}
    for resource in state.resources:
        key = Key.parse(resource.id) if managed_kind(resource) is not None else None
        if key is not None and (names := resource.secret_names):
            found[key] = names
    return found
