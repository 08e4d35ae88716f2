"""Which application an object belongs to: by the front of its name, and by what refers to what.

What all names of an estate have (an environment, the own queue manager) says nothing about one of
them: the first other segment of a dotted name does, and the names of aliases count for the queue
that they lead to. A segment that stands beside another nearly always (a partner's queue manager
beside the partner) gives way to it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.dialects.definition import Definition
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.kinds import KINDS, kinds_of
from queuewright.mq.channel_spec import CHANNELS
from queuewright.mq.membership import MEMBERSHIP_KINDS
from queuewright.mq.stored_queue import TRANSMISSION

from .naming import natural, snake, unused

_EVERYWHERE = 0.5  # a segment that more of the estate has says nothing about one object
_BESIDE = 0.75  # of the objects with a segment, so many have another one too
_FEWEST = 3  # objects of a module; what has fewer shares one
_SHARED = {  # kinds that no single application owns -> their module
    **dict.fromkeys((*MEMBERSHIP_KINDS, *kinds_of(Role.SENDER_CHANNEL)), "clusters"),
    **{kind: CHANNELS[0] for kind, spec in KINDS.items() if spec.module == CHANNELS},
    AuthorizationListSpec.kind: AuthorizationListSpec.module[0],
}
_TITLES = {
    "clusters": "Memberships in clusters, namelists and cluster channels",
    CHANNELS[0]: CHANNELS[1],
    TRANSMISSION[0]: "Transmission queues, and names of other queue managers",
    AuthorizationListSpec.module[0]: AuthorizationListSpec.module[1],
}
OTHER = "other"


@dataclass(frozen=True, slots=True)
class Module:
    """One file: its name without .py, its first sentence, what it declares."""

    name: str
    title: str
    keys: tuple[Key, ...]


@dataclass(slots=True)
class _Family:
    """An object and every alias that leads to it. segments: of each of their names, but the last,
    which says what the object is for."""

    keys: list[Key]
    segments: list[tuple[str, ...]]


def modules_of(objects: Mapping[Key, Definition], taken: Iterable[str] = ()) -> list[Module]:
    """The modules by name: what applications share, each application, and what is left. taken:
    names that no module may have."""
    used = set(taken)
    shared: dict[str, list[Key]] = {}
    owned: list[Key] = []
    for key, declared in objects.items():
        name = _shared(declared)
        if name:
            shared.setdefault(name, []).append(key)
        else:
            owned.append(key)
    modules = [
        Module(unused(name, name, used), _TITLES[name], tuple(keys))
        for name, keys in sorted(shared.items())
    ]
    for application, families in sorted(_applications(_families(owned, objects)).items()):
        keys = [key for family in families for key in family.keys]
        name = snake(application) or "queue"
        name = unused(f"queue_{name}" if name[0].isdigit() else name, name, used)
        title = f"Queues of {application}"
        if application == OTHER:
            names = sorted({key.name for key in keys}, key=natural)
            title = f"Objects too few for modules of their own: {names[0]} to {names[-1]}"
        modules.append(Module(name, title, tuple(keys)))
    return modules


def parts_of(
    module: Module, objects: Mapping[Key, Definition], most: int, taken: Iterable[str]
) -> list[Module]:
    """A module that is too long in several: what names have in common after the application's
    own segment decides; where that is nothing, runs of `most` objects by name."""
    used = set(taken)
    families = _families(module.keys, objects)
    groups: dict[str, list[_Family]] = {}
    for family in families:
        groups.setdefault(_second(family, module.name), []).append(family)
    parts: list[Module] = []
    rest: list[_Family] = []
    for word, members in sorted(groups.items()):
        keys = [key for family in members for key in family.keys]
        if not word or not _FEWEST * 4 <= len(keys) <= most:
            rest += members
            continue
        name = unused(f"{module.name}_{snake(word)}", f"{module.name}_{snake(word)}", used)
        parts.append(Module(name, f"{module.title}: {word}", tuple(keys)))
    rest.sort(key=lambda family: natural(family.keys[0].name))
    runs: list[list[Key]] = [[]]
    for family in rest:
        if runs[-1] and len(runs[-1]) + len(family.keys) > most:
            runs.append([])
        runs[-1] += family.keys
    for number, keys in enumerate(runs, 1):
        if keys:
            name = module.name if number == 1 else f"{module.name}_{number}"
            first, last = keys[0].name, keys[-1].name
            title = module.title if len(runs) == 1 else f"{module.title}, {first} to {last}"
            parts.append(Module(name, title, tuple(keys)))
    return parts


def _shared(declared: Definition) -> str:
    """The module of what belongs to no application; "" for what does."""
    spec, values = KINDS[declared.kind], declared.values
    leads_to_manager = "remote_queue_name" in spec.attributes() and not declared.like
    is_manager_alias = leads_to_manager and not values.get("remote_queue_name")
    if is_manager_alias or spec.module_of(values) == TRANSMISSION:
        return TRANSMISSION[0]
    return _SHARED.get(declared.kind, "")


def _families(keys: Iterable[Key], objects: Mapping[Key, Definition]) -> list[_Family]:
    """Each object with the aliases that lead to it, directly or not."""
    by_name = {(key.system, key.name): key for key in keys if KINDS[key.kind].namespace == "queue"}
    roots: dict[Key, Key] = {}

    def root(key: Key) -> Key:
        chain = {key: None}  # in order
        while key not in roots:
            target = objects[key].values.get("base_object_name")
            following = by_name.get((key.system, str(target))) if target else None
            if following is None or following in chain:
                roots[key] = key
                break
            key = following
            chain[key] = None
        found = roots[key]
        roots.update(dict.fromkeys(chain, found))
        return found

    families: dict[Key, _Family] = {}
    for key in sorted(keys, key=lambda key: (natural(key.name), key)):
        families.setdefault(root(key), _Family([], [])).keys.append(key)
    for family in families.values():
        # In a family, names with dots are those that follow the estate's rules.
        names = [key.name for key in family.keys]
        dotted = [name for name in names if len(_parts(name)) > 1]
        family.segments = [_segments(name) for name in dotted or names]
    return list(families.values())


def _parts(name: str) -> list[str]:
    return [part for part in re.split(r"[./%]+", name) if part]


def _segments(name: str) -> tuple[str, ...]:
    """`MQ1.MQ2.APP.QUEUE` -> MQ1, MQ2, APP. Of a name without dots its words: `APP_QUEUE` -> APP;
    of a single word that, without a number behind it."""
    parts = _parts(name)
    if len(parts) < 2:
        parts = [part for part in name.split("_") if part]
    if len(parts) < 2:
        return tuple(part.rstrip("0123456789") or part for part in parts)
    return tuple(parts[:-1])


def _applications(families: Sequence[_Family]) -> dict[str, list[_Family]]:
    """Families by application, those of few objects together."""
    spread = Counter(segment for f in families for segment in {s for n in f.segments for s in n})
    common = {s for s, count in spread.items() if count > len(families) * _EVERYWHERE}
    names = Counter(segment for f in families for n in f.segments for segment in set(n))
    pairs: Counter[tuple[str, str]] = Counter()
    first: set[str] = set()
    for family in families:
        for segments in family.segments:
            telling = [segment for segment in segments if segment not in common]
            first.update(telling[:1])
            pairs.update({(one, other) for one in telling for other in telling if one != other})
    beside = {
        one
        for (one, other), count in pairs.items()
        if count >= names[one] * _BESIDE and names[other] > names[one] and other in first
    }
    applications: dict[str, list[_Family]] = {}
    for family in families:
        tellings = [
            [s for s in segments if s not in common and s not in beside]
            for segments in family.segments
        ]
        candidates = {segments[0] for segments in tellings if segments} or {
            segment for segments in family.segments for segment in segments
        }
        have = Counter(segment for segments in family.segments for segment in set(segments))
        application = max(
            candidates, key=lambda word: (have[word], names[word], word), default=OTHER
        )
        applications.setdefault(application, []).append(family)
    few = [word for word, members in applications.items() if _size(members) < _FEWEST]
    for word in few:
        if word != OTHER:
            applications.setdefault(OTHER, []).extend(applications.pop(word))
    return applications


def _size(families: Iterable[_Family]) -> int:
    return sum(len(family.keys) for family in families)


def _second(family: _Family, application: str) -> str:
    """The word of a family's name that divides an application further."""
    key = family.keys[0]
    segments = _segments(key.name)
    words = (_parts(key.name) or [""])[-1].split("_")
    known = [segment for segment in segments if snake(segment) != application]
    return words[0] if len(words) > 1 else (known[-1] if known else "")
