"""Rights that a plan takes away come after everything that may need them."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise

from queuewright.catalogue.attribute import Strength
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.diff.authorities import letting_in, locked_out, lost
from queuewright.diff.limits import removed_by
from queuewright.diff.types import Decision, Verb
from queuewright.graph.references import rights_to_connect
from queuewright.kinds import is_limit, object_named_by, spec_of
from queuewright.systems.checking import acting_as
from queuewright.systems.protocol import System
from queuewright.world.authority_records import RECORDS
from queuewright.world.snapshot import Snapshot

from .ordering import Need


def locked_out_by(
    decisions: Mapping[Key, Decision],
    readings: Mapping[str, Snapshot],
    systems: Mapping[str, System],
) -> Iterator[tuple[Key, Diagnostic]]:
    """The records by which the user that the plan runs as could not come back, where a system tells
    who that is, or its configuration the groups of that user."""
    own: dict[str, dict[Key, Decision]] = {}
    for key, decision in decisions.items():
        if key.kind in RECORDS or is_limit(key.kind):
            own.setdefault(key.system, {})[key] = decision
    for name, about in own.items():
        yield from locked_out(about, readings[name], partial(acting_as, systems[name]))


def revoked_last(
    decisions: Mapping[Key, Decision], readings: Mapping[str, Snapshot]
) -> Iterator[Need]:
    """Revocations on the queue manager's own and on generic profiles, and records that a limit
    removes, come after all other steps of their system, deletes too: those may need the rights. A
    record about an object comes after that anyway. The right to connect goes after everything that
    gives it."""
    last: dict[str, list[Key]] = {}
    for key, decision in decisions.items():
        if removed_by(key, decision.changes):
            last.setdefault(key.system, []).append(key)
        spec = spec_of(key.kind)
        if spec.grants and decision.verb is not Verb.SAME:
            named = object_named_by(key.kind, key.name)
            observed = readings[key.system].objects.get(key)
            if named is None and lost(key, decision, observed):
                last.setdefault(key.system, []).append(key)
    if not last:
        return
    every = {key for keys in last.values() for key in keys}
    gates: dict[str, Key] = {}
    for system, keys in last.items():
        giving = [*letting_in({key: decisions[key] for key in keys}, readings[system])]
        own = [key for key in keys if rights_to_connect(key) and key not in giving]
        # To change records takes rights on the queue manager itself: those go after all others.
        before = [key for key in keys if key not in own and key not in giving]
        groups = [group for group in (before, [*giving, *own]) if group]
        gates[system] = groups[0][0]
        for group in groups:
            yield from (_after(key, group[0]) for key in group[1:])
        for earlier, group in pairwise(groups):
            yield from (_after(group[0], key) for key in earlier)
        yield from (_after(key, first) for first, key in pairwise(giving))
        yield from (_after(key, giving[-1]) for key in own if giving)
    for key, decision in decisions.items():
        is_sent = decision.verb is not Verb.SAME and not decision.keep
        if is_sent and key.system in last and key not in every:
            yield _after(gates[key.system], key)


def _after(key: Key, needed: Key) -> Need:
    return Need(key, needed, "authority", Strength.SOFT)
