"""The channel authentication records that count on a queue manager: those that are known, and those
that ship with it where nobody has read which it has.

Source: IBM's "Channel authentication records", SET CHLAUTH: a new queue manager has three, one of
which blocks administrators on every server-connection channel.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.kinds import KINDS, LIMITS, limit_spec, spec_of
from queuewright.world.expected import Expected, Values

_ADMITS = frozenset(kind for kind, spec in KINDS.items() if spec.admits)
_LIMITS = frozenset(limit.kind for kind, limit in LIMITS.items() if kind in _ADMITS)


@dataclass(frozen=True, slots=True)
class ChannelRecord:
    """A record. values: its name fields, and all that it has. ships: nobody has read or declared
    it; it is taken to be there, as it ships."""

    key: Key
    values: Mapping[str, Any]
    ships: bool = False

    def __str__(self) -> str:
        names = spec_of(self.key.kind).names_in(self.key.name)
        described = spec_of(self.key.kind).fields_described()
        words = []
        for field, text in names.items():
            attribute = described[field]
            choice = attribute.choice(text) if attribute.choices else None
            words.append(
                f"{attribute.mqsc}({choice.mqsc if choice else text})" if attribute.mqsc else text
            )
        return f"CHLAUTH({words[0]}) {' '.join(words[1:])}"


def channel_records(world: Expected, system: str) -> Sequence[ChannelRecord]:
    """Every record that counts on a system of a world, found out once."""
    known = world.once(_by_system)
    if system not in known:
        known[system] = [*world.once(_declared_and_read).get(system, ())]
        if _may_have_others(world, system, known[system]):
            known[system] += _shipped(world, system)
        limits = world.once(_limits).get(system, ())
        if limits:
            known[system] = [each for each in known[system] if not _is_excluded(each.key, limits)]
    return known[system]


def _limits(world: Expected) -> dict[str, list[tuple[Key, Values]]]:
    found: dict[str, list[tuple[Key, Values]]] = {}
    for key in world.keys:
        if key.kind in _LIMITS:
            found.setdefault(key.system, []).append((key, world.values(key)))
    return found


def _is_excluded(record: Key, limits: Sequence[tuple[Key, Values]]) -> bool:
    """Whether the program says that the record is gone."""
    excluded = (limit_spec(key.kind).excluded(key, own, (record,)) for key, own in limits)
    return any(map(any, excluded))


def _by_system(world: Expected) -> dict[str, list[ChannelRecord]]:
    return {}


def _declared_and_read(world: Expected) -> dict[str, list[ChannelRecord]]:
    found: dict[str, list[ChannelRecord]] = {}
    for key in world.keys:
        if key.kind in _ADMITS:
            values: Values = {**spec_of(key.kind).names_in(key.name), **world.values(key)}
            found.setdefault(key.system, []).append(ChannelRecord(key, values))
    return found


def _may_have_others(world: Expected, system: str, known: Sequence[ChannelRecord]) -> bool:
    """Whether a system may have records that are not among those known. One that was read has not,
    nor has one of a dump, which shows all of them where it shows any."""
    snapshot = world.systems.get(system)
    if snapshot is not None and snapshot.live:
        reached = snapshot.facts.kinds
        return reached is not None and _ADMITS.isdisjoint(reached)
    return not (world.is_whole(system) and known)


def _shipped(world: Expected, system: str) -> list[ChannelRecord]:
    """Those that ship, and that nobody has changed or removed."""
    found = []
    for kind in sorted(_ADMITS):
        for fields in spec_of(kind).records:
            key = Key(system, kind, spec_of(kind).name_of(fields))
            if key not in world and key not in world.pending_deletes:
                found.append(ChannelRecord(key, fields, ships=True))
    return found
