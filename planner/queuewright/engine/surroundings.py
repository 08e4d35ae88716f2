"""What a plan was made from, as blast radius and workload look at it."""

from collections.abc import Mapping

from queuewright.catalogue.key import Key
from queuewright.dynamic.read_system import ReadSystem
from queuewright.impact.world import Reading, World

from .matching import Item


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
