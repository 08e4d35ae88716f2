"""Routes over the systems as they are: the definitions first, then the status of what they pass."""

from collections.abc import Mapping
from dataclasses import replace

from queuewright.catalogue.key import Key
from queuewright.catalogue.options import OnDelete
from queuewright.kinds import is_single
from queuewright.route.model import Route
from queuewright.route.network import Network
from queuewright.route.tracing import Tracer
from queuewright.state.deployment import Deployment
from queuewright.systems.protocol import System
from queuewright.world.world import World

from .declared import managed_kind
from .system_reader import read_status


def without_deleted(world: World, state: Deployment) -> World:
    """The world without the objects that the stack has made and the program declares no more: an
    update deletes them, but for those that are retained."""
    going = {
        key
        for resource in state.resources
        if managed_kind(resource) is not None
        and not resource.retain_on_delete
        and resource.inputs.get("on_delete") != OnDelete.RETAIN
        and (key := Key.parse(resource.id)) is not None
        and key not in world.declared
        and not is_single(key.kind)
    }
    return replace(world, pending_deletes=going) if going else world


def read_route(
    world: World,
    systems: Mapping[str, System],
    hosts: Mapping[str, frozenset[str]],
    start: tuple[str, str, str],
    length: int | None = None,
    parallel: int = 16,
) -> Route:
    """The route of a message, with depths of queues and what runs. start: system, queue, and the
    queue manager that it is for. length: of the message in bytes."""
    found = Tracer(Network(world, hosts), length).route(*start)
    passed: dict[str, dict[Key, None]] = {}
    for way in found.ways:
        for hop in way.hops:
            key = hop.key
            is_read = hop.system in world.systems and hop.system in systems
            if key is not None and is_read and world.observed(key) is not None:
                passed.setdefault(key.system, {})[key] = None
    if not passed:
        return found
    readings = dict(world.systems)
    keys = {system: list(keys) for system, keys in passed.items()}
    read_status(systems, readings, keys, parallel)  # without it the route is as it is defined
    return Tracer(Network(replace(world, systems=readings), hosts), length).route(*start)
