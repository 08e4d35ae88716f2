"""Records about objects that are neither there nor declared."""

from collections.abc import Iterator
from functools import partial

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC
from queuewright.diff.object_users import OBJECT_MISSING, granted_nothing
from queuewright.graph.references import guarded_by
from queuewright.kinds import spec_of
from queuewright.world.world import World

from .check import finds, nowhere
from .subject import Subject

GUARDS_NOTHING = Rule(
    "guards-nothing",
    "A security policy is named after no queue",
    "no queue has the name {name}: it {nowhere}",
    "name the policy after a queue, or declare that",
    (MQSC.at("SET POLICY"),),
    "name",
    Severity.WARNING,
    "QW114",
)


@finds(GUARDS_NOTHING)
def guarding_nothing(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A record that guards a queue which is neither there nor declared, nor in a cluster."""
    key = subject.key
    for target in guarded_by(key):
        is_known = world.find(target, key) or target.name.startswith("SYSTEM.")
        if is_known or world.is_part(key.system) or world.is_shared(target.name, key.system):
            continue
        yield GUARDS_NOTHING(key, name=shown(target.name), nowhere=nowhere(key, world))


@finds(OBJECT_MISSING)
def granted_on_nothing(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """A user's authorities to an object of IBM i, which the command needs to be there."""
    key = subject.key
    if not world.is_read(key.system) or world.is_part(key.system):
        return
    yield from granted_nothing(key, partial(_is_there, world), nowhere(key, world))


def _is_there(world: World, key: Key) -> bool:
    is_library = Role.LIBRARY in spec_of(key.kind).roles
    return key in world or bool(is_library and world.exists(key.system, Role.LIBRARY, key.name))


CHECKS = (guarding_nothing,)
OF_PLANS = (guarding_nothing, granted_on_nothing)
