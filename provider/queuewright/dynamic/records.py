"""Authority records that go with an object whose deletion leaves none: declared ones are set again,
as in a plan. Pulumi's engine asks for no record that has not changed, and deletes last."""

from collections.abc import Collection, Iterable, Sequence

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.normalise import spec_for
from queuewright.diff.replacing import takes_records

from .cached_system import CachedSystem


def taken(cached: CachedSystem, key: Key, declared: Collection[Key]) -> Sequence[Observed]:
    """The records that the deletion of an object takes away, as they are now. declared: those of
    the object that the program declares."""
    if not declared or not takes_records(key.kind, cached.system.facts.platform):
        return ()
    found = (cached.look(record, status=False) for record in declared)
    return [record for record in found if record is not None]


def set_again(cached: CachedSystem, records: Iterable[Observed]) -> None:
    """The same, once the object is gone for good, or is there again."""
    for record in records:
        cached.note(cached.system.create(spec_for(record.key, record.attributes)))
