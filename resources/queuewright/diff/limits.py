"""Records that a limit removes (`Lifecycle.LIMIT`): those of others than it names."""

from collections.abc import Iterable, Iterator, Mapping

from queuewright.catalogue.key import Key
from queuewright.kinds import is_limit, limit_spec
from queuewright.world.snapshot import Snapshot

from .types import AttributeChange, Decision

REMOVES = "removes the record of "


def removed_by(key: Key, changes: Iterable[AttributeChange]) -> tuple[Key, ...]:
    """The records that go where the object changes so; none of an object that is no limit."""
    if not is_limit(key.kind):
        return ()
    of_attributes = ((each.name, each.before, each.after) for each in changes)
    return tuple(dict.fromkeys(limit_spec(key.kind).removed(key, of_attributes)))


def removing(decisions: Mapping[Key, Decision]) -> dict[Key, Key]:
    """Each record that goes because of a limit, with the limit. decisions: of all objects."""
    return {
        record: key
        for key, decision in decisions.items()
        if decision.changes
        for record in removed_by(key, decision.changes)
    }


def losing(key: Key, changes: Iterable[AttributeChange], snapshot: Snapshot) -> Iterator[str]:
    """A line for each of them, with what it says."""
    for record in removed_by(key, changes):
        found = snapshot.objects.get(record)
        values = {} if found is None else found.attributes
        yield f"{REMOVES}{limit_spec(key.kind).lost_with(record, values)}"
