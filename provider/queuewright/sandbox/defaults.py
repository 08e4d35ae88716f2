"""The contents of a new queue manager of the sandbox: what ships, its own attributes, and the
channel authentication records that ship."""

from collections.abc import Iterator

from queuewright.catalogue.facts import SystemFacts
from queuewright.mq.queue_manager import QueueManagerSpec
from queuewright.world.shipped import shipped, shipped_objects

from . import channel_records
from .rows import Stored


def system_objects(facts: SystemFacts) -> Iterator[Stored]:
    """Every object of a queue manager that was just created."""
    for kind, name, values in shipped_objects(facts):
        yield Stored(kind, name, values)
    manager = QueueManagerSpec.kind
    own = shipped(manager, facts)
    del own["dead_letter_queue"]  # see Transaction.own
    yield Stored(manager, facts.name, own)
    yield from map(channel_records.stored_record, channel_records.SHIPPED)
