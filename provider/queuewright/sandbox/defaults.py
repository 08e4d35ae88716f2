"""The contents of a new queue manager of the sandbox: what ships, and its own attributes."""

from collections.abc import Iterator

from queuewright.catalogue.facts import SystemFacts
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.world.shipped import shipped, shipped_objects

from .record_commands import RECORDS
from .rows import Stored


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
