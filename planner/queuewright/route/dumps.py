"""Several worlds of scripts, each of its own queue manager, as one."""

from collections.abc import Iterable

from queuewright.catalogue.key import Key
from queuewright.world.expected import Values
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World


def world_of(worlds: Iterable[World]) -> World:
    """Everything that is in them."""
    declared: dict[Key, Values] = {}
    systems: dict[str, Snapshot] = {}
    unknown: set[Key] = set()
    for world in worlds:
        declared |= world.declared
        systems |= world.systems
        unknown.update(world.unknown)
    return World(declared, systems, ships=True, unknown=unknown)
