"""Records that a limit removes (`Lifecycle.LIMIT`): those of others than it names."""

from collections.abc import Iterable, Iterator, Mapping

from queuewright.catalogue.key import Key
from queuewright.kinds import is_limit, spec_of
from queuewright.mq.authority_records_exclusive import removed_records
from queuewright.world.snapshot import Snapshot

from .types import AttributeChange, Decision

REMOVES = "removes the record of "


def removed_by(key: Key, changes: Iterable[AttributeChange]) -> tuple[Key, ...]:
    """The records that go where the object changes so; none of an object that is no limit."""
    if not is_limit(key.kind):
        return ()
    return tuple(removed_records(key, ((c.name, c.before, c.after) for c in changes)))


def removing(decisions: Mapping[Key, Decision]) -> dict[Key, Key]:
    """Each record that goes because of a limit, with the limit. decisions: of all objects."""
    return {
        record: key
        for key, decision in decisions.items()
        if decision.changes
        for record in removed_by(key, decision.changes)
    }


def losing(key: Key, changes: Iterable[AttributeChange], snapshot: Snapshot) -> Iterator[str]:
    """A line for each of them, with what its entity may do by it."""
    for record in removed_by(key, changes):
        spec, found = spec_of(record.kind), snapshot.objects.get(record)
        names = spec.names_in(record.name)
        who = next(f"{field} {names[field]}" for field in spec.entities if names.get(field))
        words = found.attributes.get(spec.grants) if found is not None else None
        had = ", ".join(map(str, words)) if isinstance(words, tuple) else ""
        yield f"{REMOVES}{who}" + (f", which has {had}" if had else "")
