"""Limits on a system (`Lifecycle.LIMIT`): seen in its records, kept by removing those of others."""

from collections.abc import Collection, Iterable, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.limits import removed_by
from queuewright.diff.types import AttributeChange
from queuewright.kinds import is_limit, limit_spec, spec_of

from .protocol import System


def read_for(kinds: Collection[str]) -> tuple[str, ...]:
    """The kinds that a system is asked for to know all of `kinds`."""
    asked = (spec_of(kind).limits or kind for kind in kinds)
    return tuple(dict.fromkeys(asked))


def with_limits(
    system: System, kinds: Collection[str], found: Collection[Observed]
) -> list[Observed]:
    """The objects that were read, and the limits among `kinds` that are seen in them."""
    seen = (
        limit
        for kind in filter(is_limit, kinds)
        for limit in limit_spec(kind).seen_in(found, system.facts.platform)
    )
    return [*found, *seen]


def limit_now(system: System, key: Key) -> Observed | None:
    """A limit as it is seen now; None where nobody has a record."""
    found = list(system.observe(read_for((key.kind,))))
    return next((each for each in with_limits(system, (key.kind,), found) if each.key == key), None)


def keep_limit(
    system: System, key: Key, changes: Iterable[AttributeChange], desired: Mapping[str, Value]
) -> Observed:
    """Remove the records that the changes say, and no others: what came since was shown to nobody.
    Those that are gone already are left out. Raises CommandFailed, SystemUnavailable."""
    for record in removed_by(key, changes):
        if list(system.observe((record.kind,), (record.name,))):
            system.delete(record)
    return Observed(key, dict(desired))
