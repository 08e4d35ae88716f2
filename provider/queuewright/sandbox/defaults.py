"""The contents of a new queue manager of the sandbox: what ships, and its own attributes."""

from collections.abc import Iterator
from functools import lru_cache

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.spec import Spec
from queuewright.kinds import EVERY
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.world.shipped import shipped, shipped_objects

from .record_commands import RECORDS
from .rows import Stored, Transaction, packed


def ship(tx: Transaction) -> None:
    """Put everything on a queue manager that it has when it was just created."""
    tx.insert(_packed(tx.facts.platform, tx.facts.command_level, tuple(EVERY.values())))


@lru_cache(64)
def _packed(
    platform: Platform, command_level: int, kinds: tuple[type[Spec], ...]
) -> tuple[tuple[str, str, str, str, str], ...]:
    """The same for all queue managers of a platform and command level: rehearsals and tests make
    many. kinds: those that are registered."""
    return tuple(map(packed, system_objects(SystemFacts("", platform, command_level))))


def system_objects(facts: SystemFacts) -> Iterator[Stored]:
    """Every object of a queue manager that was just created."""
    for kind, name, values in shipped_objects(facts):
        if kind in RECORDS:
            yield RECORDS[kind].stored(name, values)
        else:
            yield Stored(kind, name, values)
    manager = QueueManagerSpec.kind
    own = shipped(manager, facts)
    del own["dead_letter_queue"]  # see Transaction.own
    yield Stored(manager, QMGR, own)
