"""Records that a limit removes (`Lifecycle.LIMIT`): those of others than it names."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.kinds import is_limit, spec_of
from queuewright.mq.authorities import administers
from queuewright.mq.authority_record import LOCKED_OUT
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


def locked_out(
    key: Key,
    changes: Iterable[AttributeChange],
    snapshot: Snapshot,
    user: str,
    groups: Collection[str],
) -> Iterator[Diagnostic]:
    """Where a user who is in these groups could not connect any more. snapshot: with the records
    of the system."""
    removed = removed_by(key, changes)
    if not removed or administers(snapshot.facts.platform, user, groups):
        return
    entities = {("principal", user), *(("group", name) for name in groups)}
    letting = {}
    for record in snapshot.objects.values():
        spec = spec_of(record.key.kind)
        names = spec.names_in(record.key.name)
        words = record.attributes.get(spec.grants) if spec.grants else None
        let_in = spec.lets_in(names).intersection(words if isinstance(words, tuple) else ())
        if let_in and not entities.isdisjoint((e, names.get(e)) for e in spec.entities):
            letting[record.key] = let_in
    if letting and letting.keys() <= set(removed):
        said = ", ".join(sorted({word for words in letting.values() for word in words})).upper()
        who = f"{user or 'the user that the plan runs as'} connects by a record that goes"
        yield LOCKED_OUT(key, words=said, who=who)
