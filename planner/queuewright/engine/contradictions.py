"""Contradictions between the declarations of one program."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from queuewright.catalogue.diagnostic import Diagnostic, first_few
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE
from queuewright.diff.held_alone import DECLARED_AS_OTHER_KIND
from queuewright.diff.refusals import name_sources
from queuewright.diff.removal import HOLDS_OBJECTS, STILL_JOINED, is_in
from queuewright.diff.sharing import (
    DECLARED_TWICE_IN_GROUP,
    OTHER_KIND_IN_GROUP,
    disposition_of,
    is_of_group,
)
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import is_limit, kinds_in, kinds_of, limit_spec
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot, namespace
from queuewright.world.world import World

from .matching import MatchedObject, ObservedOf
from .object_users import uncovered, wrong_users

COPY_GOES_TOO = Rule(
    "copy-goes-too",
    "A group object goes while its copy is declared",
    "resource {other} declares its copy on {system}, which goes too",
    'declare the group object too, or the copy as "q_mgr"',
    (CHANGE_QUEUE.at("QSGDisposition"),),
)
MADE_IN_IT = HOLDS_OBJECTS.but(
    reason="the program makes {objects} in it",
    remediation="declare the library too, or leave out what is made in it",
)
JOINED_ANEW = STILL_JOINED.but(
    reason="a cluster-receiver channel of the program joins it: {channel}",
    remediation="declare the cluster, or take it out of the channel",
)

_MAKING = (Verb.CREATE, Verb.REPLACE)


def twins(key: Key, declared: Mapping[Key, MatchedObject]) -> Iterator[Diagnostic]:
    """Kinds of one name space cannot be declared under one name."""
    for kind in kinds_in(namespace(key.kind)):
        twin = declared.get(key._replace(kind=kind))
        if kind != key.kind and twin is not None and twin.declared is not None:
            other, sources = repr(twin.declared.name), name_sources(key.kind)
            yield DECLARED_AS_OTHER_KIND(key, sources=sources, other=other, kind=kind)


def shared_by(
    item: MatchedObject,
    declared: Mapping[Key, MatchedObject],
    systems: Mapping[str, System],
    observed: ObservedOf,
) -> Iterator[MatchedObject]:
    """Other declarations of the same object of a group: it is one, whichever of the group's queue
    managers it is declared on."""
    named_alike = _named_alike(item, declared, systems, observed)
    yield from (each for each in named_alike if each.key.kind == item.key.kind)


def _named_alike(
    item: MatchedObject,
    declared: Mapping[Key, MatchedObject],
    systems: Mapping[str, System],
    observed: ObservedOf,
) -> Iterator[MatchedObject]:
    """Declarations of objects of the group that have the name, of any kind of its name space."""
    key, group = item.key, systems[item.key.system].facts.queue_sharing_group
    if not group or not _is_of_group(item, observed):
        return
    for name in systems:
        for kind in kinds_in(namespace(key.kind)):
            other = declared.get(Key(name, kind, key.name))
            if other is None or other is item or not _is_of_group(other, observed):
                continue
            if other.declared is not None and systems[name].facts.queue_sharing_group == group:
                yield other


def _is_of_group(item: MatchedObject, observed: ObservedOf) -> bool:
    """A declaration without a disposition means the live object, which may be a shared queue now,
    whatever it was when it was last applied."""
    declared = None if item.inputs is None else item.inputs.attributes
    disposition = disposition_of(declared)
    if disposition is None:
        found = observed(item)
        disposition = item.disposition if found is None else disposition_of(found.attributes)
    return is_of_group(item.key.kind, {DISPOSITION: disposition})


def declared_twice(
    item: MatchedObject,
    declared: Mapping[Key, MatchedObject],
    systems: Mapping[str, System],
    observed: ObservedOf,
) -> Iterator[Diagnostic]:
    """A group object that is declared on several queue managers of its group."""
    for other in _named_alike(item, declared, systems, observed):
        assert other.declared is not None
        (system, kind, _), name = other.key, repr(other.declared.name)
        group = systems[system].facts.queue_sharing_group
        if kind == item.key.kind:
            yield DECLARED_TWICE_IN_GROUP(item.key, other=name, system=system, group=group)
        elif system != item.key.system:  # on the same one they are `twins`
            yield OTHER_KIND_IN_GROUP(item.key, other=name, kind=kind, system=system, group=group)


def made_in_it(key: Key, decisions: Mapping[Key, Decision]) -> Iterator[Diagnostic]:
    """A library that is to go while the program makes objects in it."""
    if key.kind not in kinds_of(Role.LIBRARY) or not decisions[key].deletes:
        return
    made = (k for k, decision in decisions.items() if decision.verb in _MAKING and is_in(k, key))
    if names := sorted(other.name for other in made):
        yield MADE_IN_IT(key, objects=", ".join(first_few(names)))


def copies_gone(
    key: Key,
    declared: Mapping[Key, MatchedObject],
    observed: ObservedOf,
    systems: Mapping[str, System],
) -> Iterator[Diagnostic]:
    """A group object that is to go while a copy of it is declared on a queue manager of the group.
    observed: the object of an item, as it was read."""
    group = systems[key.system].facts.queue_sharing_group
    for name in systems if group else ():
        item = declared.get(key._replace(system=name))
        if item is None or item.inputs is None or item.declared is None:
            continue
        there = observed(item)
        now = None if there is None else there.attributes
        if disposition_of(item.inputs.attributes, now) != "copy":
            continue
        if systems[name].facts.queue_sharing_group == group:
            yield COPY_GOES_TOO(key, other=repr(item.declared.name), system=name)


def contradicted(
    decisions: Mapping[Key, Decision],
    declared: Mapping[Key, MatchedObject],
    readings: Mapping[str, Snapshot],
) -> Iterator[tuple[Key, Diagnostic]]:
    """Records that other declarations of the program contradict, and what their removal does."""
    yield from _records_excluded(declared.values(), declared)
    yield from wrong_users(declared, readings)
    yield from uncovered(decisions, declared, readings)


def _records_excluded(
    limits: Iterable[MatchedObject], declared: Collection[Key]
) -> Iterator[tuple[Key, Diagnostic]]:
    """Records that the program declares for somebody whom one of its limits excludes."""
    for item in limits:
        if item.inputs is not None and is_limit(item.key.kind):
            for problem in limit_spec(item.key.kind).excluded(
                item.key, item.inputs.attributes, declared
            ):
                yield item.key, problem


def joined_anew(key: Key, world: World, changed: Collection[Key]) -> Iterator[Diagnostic]:
    """A cluster that is to go while a channel is to join it, which keeps the queue manager in it,
    whichever comes first. changed: declared objects that a plan changes."""
    joins = world.receivers(key.system, key.name) if key.kind in kinds_of(Role.CLUSTER) else ()
    for channel in joins:
        if channel in changed:
            yield JOINED_ANEW(key, channel=channel.name)
