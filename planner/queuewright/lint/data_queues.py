"""Data queues that other objects send to."""

from collections.abc import Iterator

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CRTDTAQ
from queuewright.graph.references import Target
from queuewright.kinds import kinds_of
from queuewright.world.world import World

from .check import finds
from .subject import Subject

_ATTRIBUTE = "data_queue"
_LEAST = 128  # bytes of the entry for a spooled file (CRTDTAQ MAXLEN, notes)

DATA_QUEUE_SHORT = Rule(
    "data-queue-short",
    "A data queue does not fit its output queue",
    "has entries of up to {length} bytes, and an output queue sends more: at least 128",
    "give it max_entry_length=128",
    (CRTDTAQ.at("MAXLEN"), CRTDTAQ.at("SEQ")),
    _ATTRIBUTE,
    Severity.WARNING,
    "QW603",
)
DATA_QUEUE_KEYED = DATA_QUEUE_SHORT.but(
    code="data-queue-keyed",
    reason="is keyed, and an output queue sends no keys",
    remediation='give it sequence="fifo" or "lifo"',
)


@finds(DATA_QUEUE_SHORT, DATA_QUEUE_KEYED)
def of_output_queues(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """The data queue that gets an entry for each spooled file that is ready."""
    key, name = subject.key, subject.values.get(_ATTRIBUTE)
    if not isinstance(name, str) or name == "none":
        return
    target = Target(_ATTRIBUTE, kinds_of(Role.DATA_QUEUE), key.system, name, Strength.HARD)
    for queue in world.find(target, key):
        length = world.value(queue, "max_entry_length")
        if isinstance(length, int) and length < _LEAST:
            yield DATA_QUEUE_SHORT(key, name, length=length)
        if world.value(queue, "sequence") == "keyed":
            yield DATA_QUEUE_KEYED(key, name)


CHECKS = (of_output_queues,)
