"""The rights of groups and users on the objects of one queue manager.

Sources, of topics: IBM's "Grant access to a user to subscribe to a topic deeper within the tree"
and the same of publishing: the check goes up the topic tree, from one topic object to the next, and
ends at SYSTEM.BASE.TOPIC; one of them that gives the authority is enough.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from queuewright.catalogue.key import Key
from queuewright.kinds import spec_of
from queuewright.mq.authorities import (
    ALL,
    OBJECT_TYPES,
    administers,
    in_full,
    in_short,
)
from queuewright.mq.authority_record import (
    CLASS,
    SELF,
    fits_profile,
    is_generic,
    namespace_of,
    object_type_of,
)
from queuewright.mq.subscription import BASE_TOPIC
from queuewright.world.authority_records import (
    RECORDS,
    AuthorityRecords,
    Entity,
    Grant,
    ProtectedObject,
    grant_of,
    grants_of_user,
)
from queuewright.world.expected import Expected
from queuewright.world.shipped import shipped_objects
from queuewright.world.topics import topic_string, topics_upwards

TOPIC = "topic"
_INHERITED = frozenset(("publish", "subscribe"))
_ORDER = {each.value: place for place, each in enumerate(OBJECT_TYPES)}


@dataclass(frozen=True, slots=True)
class Right:
    """The authorities of somebody on an object. who: a group or principal, or the user that was
    asked about. key: the object, None where it has no kind here. authorities: in IBM's order.
    through: the records that give them. reason: why, where no record does."""

    place: ProtectedObject
    who: Entity
    authorities: tuple[str, ...]
    through: tuple[Grant, ...] = ()
    key: Key | None = None
    reason: str = ""

    @property
    def is_known(self) -> bool:
        """Whether nobody can have more by the records that give them."""
        return not any(grant.is_part for grant in self.through)

    @property
    def short(self) -> tuple[str, ...]:
        """The authorities in the fewest words."""
        return in_short(self.place.object_type, self.authorities)


class Rights:
    """The authorities on a system of a world: as it was read, as it will be, or of a dump."""

    def __init__(self, world: Expected, system: str) -> None:
        self.world, self.system = world, system
        self.platform = world.facts(system).platform
        self.unknown: list[Key] = []  # records whose authorities are secret
        self.objects: dict[str, dict[str, Key]] = {}
        grants = []
        for key in world.keys:
            if key.system != system:
                continue
            if key.kind not in RECORDS:
                self.objects.setdefault(spec_of(key.kind).namespace, {})[key.name] = key
                continue
            words = world.value(key, spec_of(key.kind).grants)
            if words is None:
                self.unknown.append(key)
            grant = grant_of(key, words or ())
            if grant is not None:
                is_part = words is not None and key in world.unknown
                grants.append(replace(grant, is_part=is_part))
        self.records = AuthorityRecords(tuple(grants))

    @cached_property
    def places(self) -> tuple[ProtectedObject, ...]:
        """Everything that a record is about, in IBM's order of the types and by name."""
        found: set[ProtectedObject] = set()
        for object_type, profiles in self.records.types.items():
            names: Collection[str] = profiles.by_profile
            if self.objects:  # else a list of records alone, where profiles stand for themselves
                names = self.objects.get(profiles.namespace, ()) if profiles.namespace else ()
            fitting = (n for n in names if any(map(profiles.fitting, self._path(object_type, n))))
            found.update(ProtectedObject(object_type, name) for name in fitting)
            # Without a name space the profile itself is all that there is; as is a class.
            found.update(
                ProtectedObject(object_type, profile)
                for profile in profiles.by_profile
                if not profiles.namespace or profile == CLASS
            )
        return tuple(sorted(found, key=lambda p: (_ORDER.get(p.object_type, len(_ORDER)), p.name)))

    @cached_property
    def unused(self) -> tuple[Grant, ...]:
        """The records whose profile fits no object that is there."""
        return tuple(
            grant
            for grant in self.records.grants
            if grant.profile.namespace
            and grant.profile.pattern != CLASS
            and not self._fits_any(grant)
        )

    @cached_property
    def unused_keys(self) -> frozenset[Key]:
        """The keys of those records."""
        return frozenset(grant.key for grant in self.unused)

    def _fits_any(self, grant: Grant) -> bool:
        profile = grant.profile
        if ProtectedObject(profile.object_type, profile.pattern) in self._used:
            return True
        names: Iterable[str] = self.objects.get(profile.namespace, ())
        if not is_generic(profile.pattern) and profile.pattern in names:
            return True
        names = self._shipped.get(profile.namespace, ())
        return any(fits_profile(profile.pattern, name) for name in names)

    @cached_property
    def _used(self) -> frozenset[ProtectedObject]:
        """Generic profiles that fit an object, and all that fit a topic above one in the tree."""
        return frozenset(
            ProtectedObject(place.object_type, profile)
            for place in self.places
            for on_the_way in (place, *self._above(place))
            for profile in self.records.profiles(on_the_way)
            if is_generic(profile) or on_the_way is not place
        )

    @cached_property
    def _shipped(self) -> Mapping[str, Collection[str]]:
        """The objects that each queue manager has, by name space, where not all of its objects are
        known."""
        if self.world.is_whole(self.system):
            return {}
        shipped: dict[str, set[str]] = {}
        for kind, name, _ in shipped_objects(self.world.facts(self.system)):
            shipped.setdefault(spec_of(kind).namespace, set()).add(name)
        return shipped

    def key_of(self, place: ProtectedObject) -> Key | None:
        """The object, None where it has no kind here."""
        return self.objects.get(namespace_of(place.object_type), {}).get(place.name)

    def table(
        self, places: Collection[ProtectedObject], among: Collection[Entity] = ()
    ) -> Iterator[Right]:
        """The rights of each group and principal on the objects. among: only these; for all of
        them where it is empty."""
        for place in places:
            counts = self.records.effective(place)
            above = [self.records.effective(each) for each in self._above(place)]
            entities = set(counts).union(*above)
            key = self.key_of(place)
            for entity in sorted(entities if not among else entities & set(among)):
                own = (counts[entity],) if entity in counts else ()
                inherited = (each[entity] for each in above if entity in each)
                through, words = with_inherited(place, own, inherited)
                if own and through == own:
                    yield Right(place, entity, own[0].authorities, own, key)
                elif through:
                    yield Right(place, entity, words, through, key)

    def of_user(
        self, user: str, groups: Sequence[str], places: Collection[ProtectedObject]
    ) -> Iterator[Right]:
        """The rights of a user who is in these groups: the authorities of its own record and of
        those of its groups, joined; those of the group of all users where it has no others."""
        who = Entity("principal", user)
        reason = self.administers(user, groups)
        for place in places:
            key = self.key_of(place)
            if reason:
                every = in_full(place.object_type, (ALL,))
                yield Right(place, who, every, (), key, reason)
                continue
            own = self.grants_of(user, groups, place)
            above = (g for each in self._above(place) for g in self.grants_of(user, groups, each))
            through, words = with_inherited(place, own, above)
            if through:
                yield Right(place, who, words, through, key)

    def grants_of(
        self, user: str, groups: Sequence[str], place: ProtectedObject
    ) -> tuple[Grant, ...]:
        """The records that count for a user."""
        return grants_of_user(self.records, self.platform, user, groups, place)

    def is_of_a_group(self, place: ProtectedObject, word: str) -> bool:
        """Whether a group has an authority: who is in it is part of no definition."""
        counts = self.records.effective(place).items()
        return any(e.field == "group" and word in g.authorities for e, g in counts)

    def _above(self, place: ProtectedObject) -> Iterator[ProtectedObject]:
        """Of a topic, those above it in the tree."""
        names = islice(self._path(place.object_type, place.name), 1, None)
        return (ProtectedObject(place.object_type, name) for name in names)

    def _path(self, object_type: str, name: str) -> Iterator[str]:
        """The names of the objects that are looked at for one: itself, and of a topic those above
        it in the tree."""
        yield name
        if object_type == TOPIC:
            yield from topics_above(self.world, self.system, name)

    def administers(self, user: str, groups: Sequence[str]) -> str:
        """Why a user may do everything, "" where records decide."""
        return administers(self.platform, user, groups)

    def named(self, name: str) -> list[ProtectedObject]:
        """The objects of that name, of each type; the queue manager by its name, QMGR or "self"."""
        wanted = {SELF} if name in (self.system, "QMGR", SELF) else {name}
        places = [place for place in self.places if place.name in wanted]
        types = {place.object_type for place in places}
        there = (t for space, found in self.objects.items() if name in found
                 for t in [object_type_of(space)] if t and t not in types)  # fmt: skip
        return [*places, *(ProtectedObject(object_type, name) for object_type in there)]

    @cached_property
    def entities(self) -> Mapping[Entity, int]:
        """Each group and principal, with the number of its records."""
        counted: dict[Entity, int] = {}
        for grant in self.records.grants:
            counted[grant.entity] = counted.get(grant.entity, 0) + 1
        return dict(sorted(counted.items()))


def topics_above(world: Expected, system: str, name: str) -> Iterator[str]:
    """The topic objects above one in the tree, the nearest first, and the base of the tree; none
    where its topic string is not known."""
    place = topic_string(world, system, name, "") if name != BASE_TOPIC else ""
    if place:
        above = (key.name for key in topics_upwards(world, system, place))
        yield from (each for each in above if each not in (name, BASE_TOPIC))
        yield BASE_TOPIC


def with_inherited(
    place: ProtectedObject, own: Sequence[Grant], above: Iterable[Grant]
) -> tuple[tuple[Grant, ...], tuple[str, ...]]:
    """The records that count on an object, and what they give: its own, and of those on topics
    above it what a topic inherits and none before them gives."""
    through, words = [*own], {word for grant in own for word in grant.authorities}
    for grant in above:
        more = _INHERITED.intersection(grant.authorities) - words
        if more:
            through.append(grant)
            words |= more
    return tuple(through), in_full(place.object_type, words) if words else ()


def _by_system(world: Expected) -> dict[str, Rights]:
    return {}


def rights_of(world: Expected, system: str) -> Rights:
    """The authorities on a system of a world, found out once."""
    known = world.once(_by_system)
    if system not in known:
        known[system] = Rights(world, system)
    return known[system]
