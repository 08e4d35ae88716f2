"""Plans of random worlds: every kind, blocked and not, replacements, drift, FORCE."""

from pathlib import Path

from bench.world import World

from queuewright.engine.errors import PlanError
from queuewright.engine.steps import Plan
from queuewright.graph.dependency_graph import DependencyCycle


def random_plan(seed: int, folder: Path) -> Plan | None:
    """What a changed program makes of a world that others have changed; None where that is no
    program."""
    world = World(seed, folder)
    try:
        program = world.settled()
        world.others()
        return world.plan(world.changed(program))
    except (PlanError, DependencyCycle):
        return None
    finally:
        world.sandbox.close()
