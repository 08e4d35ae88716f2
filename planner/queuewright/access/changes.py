"""Who gains and who loses what where authority records change, over the objects of afterwards.

A new profile that is more specific takes away what the one before gave, and a record that goes
uncovers the one behind it: what counts for each object is compared, not the records themselves. A
topic has what those above it in the topic tree give, too.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from queuewright.mq.authorities import in_full
from queuewright.mq.authority_record import is_generic
from queuewright.world.authority_records import (
    AuthorityRecords,
    Entity,
    Grant,
    ProtectedObject,
)

from .rights import TOPIC, with_inherited

Above = Callable[[str], Iterable[str]]
OWN = "own"  # a profile that is the name of the object; no generic profile is called so
BETWEEN = ", "  # several profiles, of a topic; no name has it


def _nothing(topic: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class AccessChange:
    """The same change on several objects. gained, lost: authorities, in IBM's order. before, after:
    the profile whose record counts, "own" for that of the object's own name, "" for none; of a
    topic those of topics above it too, with a comma between. objects: their names; none where no
    object fits the profile yet."""

    system: str
    entity: Entity
    object_type: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    before: str
    after: str
    objects: tuple[str, ...]


def access_changes(
    system: str,
    before: Iterable[Grant],
    after: Iterable[Grant],
    objects: Mapping[str, Collection[str]],
    beyond_records: Collection[Entity] = (),
    above: tuple[Above, Above] = (_nothing, _nothing),
    moved: Collection[str] = (),
) -> tuple[AccessChange, ...]:
    """The differences that changed records make. objects: names by name space, of those that there
    are afterwards. beyond_records: groups and users who may do everything anyway. above: the topics
    above one in the topic tree, the nearest first, before and after. moved: topics for which these
    are not the same."""
    was, then = ({g.key: g for g in grants} for grants in (before, after))
    keys = dict.fromkeys((*was, *then))
    changed = [
        g for k in keys for g in (was.get(k), then.get(k)) if g and was.get(k) != then.get(k)
    ]
    if not changed and not moved:
        return ()
    touched, old, new = (
        AuthorityRecords(tuple(changed)),
        AuthorityRecords(tuple(was.values())),
        AuthorityRecords(tuple(then.values())),
    )
    found: dict[tuple[Entity, str, tuple[str, ...], tuple[str, ...], str, str], list[str]] = {}
    places = (
        *_places(touched, objects, above),
        *(pair for records in (old, new) for pair in _named_for(records, moved, above)),
    )
    for place, entity in dict.fromkeys(places):
        if entity in beyond_records:
            continue
        had = _counting(old, place, entity, above[0])
        has = _counting(new, place, entity, above[1])
        difference = _difference(place.object_type, had.authorities, has.authorities)
        if difference is not None:
            through = had.profiles, has.profiles
            what = entity, place.object_type, *difference, *through
            found.setdefault(what, []).append(place.name)
    used = _used(touched, objects)
    for key in keys:
        grant = then.get(key) or was[key]
        place = ProtectedObject(grant.profile.object_type, grant.profile.pattern)
        if was.get(key) == then.get(key) or place in used:
            continue
        given = (records[key].authorities if key in records else () for records in (was, then))
        difference = _difference(grant.profile.object_type, *given)
        if difference is not None and grant.entity not in beyond_records:
            before_it, after_it = (grant.profile.pattern if key in r else "" for r in (was, then))
            found[grant.entity, grant.profile.object_type, *difference, before_it, after_it] = []
    return tuple(AccessChange(system, *what, tuple(names)) for what, names in sorted(found.items()))


class _Counting(NamedTuple):
    """The authorities of a group or principal on an object, and the profiles that give them."""

    authorities: tuple[str, ...]
    profiles: str


def _counting(
    records: AuthorityRecords, place: ProtectedObject, entity: Entity, above: Above
) -> _Counting:
    grant = records.grant(place, entity)
    through: tuple[Grant, ...] = () if grant is None else (grant,)
    words = () if grant is None else grant.authorities
    if place.object_type == TOPIC:
        higher = (records.grant(ProtectedObject(TOPIC, each), entity) for each in above(place.name))
        through, words = with_inherited(place, through, filter(None, higher))
    profiles = (each.profile.pattern for each in through)
    own = (OWN if profile == place.name else profile for profile in profiles)
    return _Counting(words, BETWEEN.join(dict.fromkeys(own)))


def _places(
    touched: AuthorityRecords, objects: Mapping[str, Collection[str]], above: tuple[Above, Above]
) -> Iterator[tuple[ProtectedObject, Entity]]:
    """The objects that a changed record may count for, with its groups and principals. An object
    that is not there is meant where a record names it."""
    for object_type, profiles in sorted(touched.types.items()):
        own = {profile for profile in profiles.by_profile if not is_generic(profile)}
        whole = set(profiles.by_profile) if not profiles.namespace else own
        there = objects.get(profiles.namespace, ()) if profiles.namespace else ()
        for name in sorted(whole.union(there)):
            path = _path(name, above) if object_type == TOPIC else {name}
            fitting = (profile for each in path for profile in profiles.fitting(each))
            entities = {e for profile in fitting for e in profiles.by_profile[profile]}
            yield from ((ProtectedObject(object_type, name), entity) for entity in sorted(entities))


def _path(topic: str, above: tuple[Above, Above]) -> set[str]:
    """A topic and those above it, before or after."""
    return {topic}.union(*(each(topic) for each in above))


def _named_for(
    records: AuthorityRecords, topics: Collection[str], above: tuple[Above, Above]
) -> Iterator[tuple[ProtectedObject, Entity]]:
    """These topics, with each group and principal that a record names on their path."""
    for topic in topics:
        places = (ProtectedObject(TOPIC, each) for each in _path(topic, above))
        entities = {entity for place in places for entity in records.effective(place)}
        yield from ((ProtectedObject(TOPIC, topic), entity) for entity in sorted(entities))


def _used(
    touched: AuthorityRecords, objects: Mapping[str, Collection[str]]
) -> set[ProtectedObject]:
    """The changed profiles that fit an object, or that are none for several."""
    used = set()
    for object_type, profiles in touched.types.items():
        own = {p for p in profiles.by_profile if not profiles.namespace or not is_generic(p)}
        names = objects.get(profiles.namespace, ()) if profiles.namespace else ()
        fitting = (profile for name in names for profile in profiles.fitting(name))
        used |= {ProtectedObject(object_type, profile) for profile in own.union(fitting)}
    return used


def _difference(
    object_type: str, had: Collection[str], has: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    before, after = set(had), set(has)
    if before == after:
        return None
    return _ordered(object_type, after - before), _ordered(object_type, before - after)


def _ordered(object_type: str, words: Collection[str]) -> tuple[str, ...]:
    return in_full(object_type, sorted(words)) if words else ()  # also of words that are wrong
