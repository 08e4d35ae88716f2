"""The state brought up to what the systems have: outputs read again, vanished objects forgotten.

Inputs stay: they say what the program last asked for, so that the next preview still tells what
others changed. Nothing is sent.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.normalise import canonical_value, determined_of
from queuewright.diff.outputs import outputs
from queuewright.diff.types import AttributeChange
from queuewright.kinds import spec_of
from queuewright.state.deployment import UNREFRESHED, Deployment, Resource, holds_secret
from queuewright.state.journal import ordered, replay
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot

from .matching import MatchedObject, match
from .plan import PARALLEL
from .selection import Selection
from .system_reader import NotRead, kinds_to_read, read_systems


@dataclass(frozen=True, slots=True)
class RefreshedObject:
    """The result of reading one resource's object.

    changes: attributes whose value in the state differs from the system's, `before` the state's;
    their cost is what it was. deleted: the object does not exist. in_progress: an update that
    was cut off had created it; replaced: had deleted it to be replaced, and the next one creates it
    with what it had.
    """

    urn: str
    key: Key
    changes: tuple[AttributeChange, ...] = ()
    deleted: bool = False
    in_progress: bool = False
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class Refreshed:
    """The new state, and what is new in it."""

    state: Deployment
    objects: tuple[RefreshedObject, ...] = ()


def refreshed(
    state: Deployment,
    systems: Mapping[str, System],
    *,
    targets: Collection[str] = (),
    excludes: Collection[str] = (),
    target_dependents: bool = False,
    parallel: int = PARALLEL,
) -> Refreshed:
    """Read everything that the stack owns. Raises PlanError, NotRead."""
    items = list(match((), state, systems).pending_deletes.values())
    selection = Selection(targets, excludes, target_dependents)
    if selection:
        left_out = selection.left_out(items)
        items = [item for item in items if item.urn not in left_out]
    keys = [item.key for item in items]
    readings, unreachable = read_systems(systems, kinds_to_read(keys), keys, parallel, keys)
    if unreachable:
        raise NotRead(unreachable)
    replaced: dict[tuple[str, str], Resource | None] = {}
    created: list[Mapping[str, Any]] = []
    differing = []
    half_replaced = set()
    for item in items:
        assert item.prior is not None
        reading = readings[item.key.system]
        observed = item.among(reading.objects)
        if observed is None:
            if item.carried is not None:
                differing.append(RefreshedObject(item.urn, item.key, replaced=True))
                half_replaced.add(item.urn)
            elif spec_of(item.key.kind).implied_by(item.prior.inputs):
                continue  # as far as something else makes it
            elif not item.in_progress:  # what was begun and does not exist never happened
                differing.append(RefreshedObject(item.urn, item.key, deleted=True))
                replaced[item.urn, item.prior.id] = None
            continue
        now = item.prior.but(outputs=_outputs(item, observed, reading))
        if item.in_progress:
            differing.append(RefreshedObject(item.urn, item.key, in_progress=True))
            if item.carried is None:
                created.append(_created(item.prior, now))
            else:  # the next update sets what it may lack of the one that it replaced
                half_replaced.add(item.urn)
            continue
        changes = tuple(_changes(item.key, item.prior.outputs, now.outputs))
        if changes:
            differing.append(RefreshedObject(item.urn, item.key, changes))
        if now.outputs != item.prior.outputs:
            replaced[item.urn, item.prior.id] = now
    kept = (replaced.get((resource.urn, resource.id), resource) for resource in state.resources)
    resources = [resource for resource in kept if resource is not None]
    looked_at = {item.urn for item in items if item.in_progress} - half_replaced
    pending = [entry for entry in state.pending if entry["resource"]["urn"] not in looked_at]
    if len(resources) != len(state.resources):
        resources = list(ordered(resources))
    new_state = replace(state, resources=tuple(resources), pending=tuple(pending))
    if created:  # as an update records it: the resource may have had another object until then
        new_state = replay(new_state, created)
    return Refreshed(new_state, tuple(differing))


def _created(begun: Resource, now: Resource) -> Mapping[str, Any]:
    """The record of what an update that was cut off had created, with what is left to be done."""
    record = {"done": dict(now.raw)}
    if begun.unrefreshed:
        left = begun.but(outputs={UNREFRESHED: sorted(begun.unrefreshed)})
        record["open"] = dict(left.raw)
    return record


def _outputs(item: MatchedObject, observed: Observed, reading: Snapshot) -> dict[str, Any]:
    """As the dynamic provider reports them; secret values are kept as stored, or left out."""
    prior = item.prior
    assert prior is not None
    hidden = prior.secret_names
    given = {name: value for name, value in prior.inputs.items() if name not in hidden}
    determined = determined_of(prior.outputs)
    reported = outputs(item.key.kind, given, observed, reading.facts, determined)
    shown = {name: value for name, value in reported.items() if name not in hidden}
    kept = {n: v for n, v in prior.outputs.items() if holds_secret(v) or n not in reported}
    kept.pop(UNREFRESHED, None)
    return dict(sorted({**shown, **kept}.items()))


def _changes(
    key: Key, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[AttributeChange]:
    for name, attribute in spec_of(key.kind).attributes().items():
        values = before.get(name), after.get(name)
        if values[0] != values[1] and None not in values and not any(map(holds_secret, values)):
            old, new = (canonical_value(attribute, value) for value in values)
            if old != new:
                yield AttributeChange(name, old, new, attribute.change, drifted=True)
