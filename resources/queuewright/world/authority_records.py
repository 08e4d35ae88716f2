"""The authority records of one queue manager, and which of them counts for an object.

Of all profiles that fit an object, the most specific one that a group or principal is named in
counts for it (IBM's "Profile priorities"), and for a user what its own name and its groups have.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from queuewright.catalogue.about import AuthorityProfile
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.kinds import KINDS, is_mq, object_named_by, spec_of
from queuewright.mq.authorities import as_compared, everybody
from queuewright.mq.authority_record import fits_profile, is_generic, specificity

# Kinds whose objects are authority records of queue managers.
RECORDS = frozenset(kind for kind, spec in KINDS.items() if spec.entities and is_mq(kind))


class Entity(NamedTuple):
    """A group or a principal. field: "group" or "principal"."""

    field: str
    name: str

    def __str__(self) -> str:
        return f"{self.field} {self.name}"


class ProtectedObject(NamedTuple):
    """The subject of authorities: an object, by the type that records know it by. The queue manager
    itself is "self"."""

    object_type: str
    name: str


@dataclass(frozen=True, slots=True)
class Grant:
    """An authority record. authorities: single words in IBM's order, without "none". is_part: a
    script only changes it, and does not say what else it has."""

    key: Key
    entity: Entity
    profile: AuthorityProfile
    authorities: tuple[str, ...]
    is_part: bool = False


def records_by_object(records: Iterable[Key]) -> dict[tuple[str, str, str], list[Key]]:
    """The records of single objects, by the system, name space and name of each object. Those of
    generic profiles are records of no single one."""
    found: dict[tuple[str, str, str], list[Key]] = {}
    for key in records:
        named = object_named_by(key.kind, key.name)
        if named is not None:
            found.setdefault((key.system, *named), []).append(key)
    return found


def grant_of(key: Key, words: Iterable[Any]) -> Grant | None:
    """The record of that key with these authorities; None where it is not an authority
    record of a queue manager, or one that nobody could set."""
    spec = spec_of(key.kind)
    if key.kind not in RECORDS:
        return None
    names = spec.names_in(key.name)
    profile = spec.profile_of(names)
    found = next((Entity(each, names[each]) for each in spec.entities if names.get(each)), None)
    if profile is None or found is None:
        return None
    nothing = spec.attributes()[spec.grants].nothing
    return Grant(key, found, profile, tuple(str(word) for word in words if word != nothing))


@dataclass(frozen=True, eq=False)
class AuthorityRecords:
    """Authority records, found by what they are about."""

    grants: tuple[Grant, ...]

    @cached_property
    def types(self) -> Mapping[str, "_Profiles"]:
        """The profiles of each object type."""
        types: dict[str, _Profiles] = {}
        for grant in self.grants:
            known = types.setdefault(grant.profile.object_type, _Profiles(grant.profile.namespace))
            known.add(grant)
        return types

    def profiles(self, place: ProtectedObject) -> list[str]:
        """The profiles that fit an object, the most specific first."""
        known = self.types.get(place.object_type)
        return [] if known is None else known.fitting(place.name)

    def _fitting(self, place: ProtectedObject) -> Iterator[Mapping[Entity, Grant]]:
        """The records of each profile that fits an object, the most specific first."""
        for profile in self.profiles(place):
            yield self.types[place.object_type].by_profile[profile]

    def effective(self, place: ProtectedObject) -> dict[Entity, Grant]:
        """The record that counts for each group and principal."""
        counts: dict[Entity, Grant] = {}
        for grants in self._fitting(place):
            for entity, grant in grants.items():
                counts.setdefault(entity, grant)
        return counts

    def grant(self, place: ProtectedObject, entity: Entity) -> Grant | None:
        """The record that counts for a group or principal."""
        return next((grants[entity] for grants in self._fitting(place) if entity in grants), None)


def grants_of_user(
    records: AuthorityRecords,
    platform: Platform,
    user: str,
    groups: Collection[str],
    place: ProtectedObject,
) -> tuple[Grant, ...]:
    """The records that count for a user: its own and those of its groups; if there are
    none, that of the group of all users. On IBM i a group profile is a user profile, and the
    command that authorizes it does not say which it is (GRTMQMAUT USER)."""
    asked = [Entity("principal", user), *(Entity("group", name) for name in groups)]
    if platform is Platform.IBMI:
        asked += [Entity("principal", name) for name in groups]
    found = [_named(records, platform, place, entity) for entity in asked if entity.name]
    through = tuple(grant for grant in found if grant is not None)
    if not through and everybody(platform):
        fallback = records.grant(place, Entity("group", everybody(platform)))
        through = () if fallback is None else (fallback,)
    return through


def _named(
    records: AuthorityRecords, platform: Platform, place: ProtectedObject, entity: Entity
) -> Grant | None:
    """The record that counts for a group or principal, whatever the case of its name on Windows."""
    if platform is not Platform.WINDOWS:
        return records.grant(place, entity)
    compared = as_compared(platform, entity.name)
    of_every = records.effective(place).items()
    return next(
        (
            grant
            for each, grant in of_every
            if each.field == entity.field and as_compared(platform, each.name) == compared
        ),
        None,
    )


@dataclass(eq=False)
class _Profiles:
    """The profiles of one object type. Generic ones are found by what stands before their first
    generic character, so that not each of them is tried on each object."""

    namespace: str
    by_profile: dict[str, dict[Entity, Grant]] = field(default_factory=dict)
    generic: dict[str, list[str]] = field(default_factory=dict)
    _fitting: dict[str, list[str]] = field(default_factory=dict)

    def add(self, grant: Grant) -> None:
        profile = grant.profile.pattern
        if profile not in self.by_profile:
            self.by_profile[profile] = {}
            if is_generic(profile):
                self.generic.setdefault(_before_generic(profile), []).append(profile)
        self.by_profile[profile][grant.entity] = grant

    def fitting(self, name: str) -> list[str]:
        if name not in self._fitting:
            found = [name] if name in self.by_profile else []
            if not name.startswith("@"):
                found += [each for each in self._tried(name) if each != name]
            self._fitting[name] = sorted(found, key=specificity)
        return self._fitting[name]

    def _tried(self, name: str) -> Iterator[str]:
        for length in self._lengths:
            for profile in self.generic.get(name[:length], ()) if length <= len(name) else ():
                if fits_profile(profile, name):
                    yield profile

    @cached_property
    def _lengths(self) -> tuple[int, ...]:
        return tuple(sorted(set(map(len, self.generic))))


def _before_generic(profile: str) -> str:
    """`A.` of "A.B*"; the dot and what is before it may be missing in a name that fits "A.**"."""
    at = next(place for place, character in enumerate(profile) if is_generic(character))
    return profile[:at].rstrip(".")
