"""Users of objects of IBM i, of all that is declared: see `queuewright.diff.object_users`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.diff.object_users import (
    GRANTED_TWICE,
    forgotten,
    giving_object,
    has_more_without,
    of_owner,
)
from queuewright.diff.types import Decision
from queuewright.graph.references import secured_by
from queuewright.ibmi.owner import OWNER
from queuewright.ibmi.private_authorities import PRIVATE
from queuewright.kinds import spec_of
from queuewright.world.snapshot import Snapshot

from .matching import MatchedObject


def wrong_users(
    declared: Mapping[Key, MatchedObject], readings: Mapping[str, Snapshot]
) -> Iterator[tuple[Key, Diagnostic]]:
    """Records of the program that its objects contradict: one that gives all of its users, and one
    that the user owns."""
    for key, item in declared.items():
        for secured in secured_by(key) if item.inputs is not None else ():
            other = declared.get(secured)
            values = {} if other is None or other.inputs is None else other.inputs.attributes
            if PRIVATE in values and other is not None and other.declared is not None:
                yield key, GRANTED_TWICE(key, other=f"resource {other.declared.name!r}")
            there = readings[key.system].objects.get(secured) if key.system in readings else None
            owner = values.get(OWNER) or (there and there.attributes.get(OWNER))
            yield from ((key, problem) for problem in of_owner(key, owner))


def forgotten_by_objects(
    items: Iterable[MatchedObject], declared: Mapping[Key, MatchedObject]
) -> dict[Key, str]:
    """Records that the program no longer has while it gives all users of their objects, and why
    nothing is to be done about them."""

    def gives_users(key: Key) -> bool:
        item = declared.get(key)
        return item is not None and item.inputs is not None and PRIVATE in item.inputs.attributes

    gone = (item.key for item in items if item.inputs is None)
    found = ((key, giving_object(key, gives_users)) for key in gone)
    return {key: forgotten(other) for key, other in found if other is not None}


def uncovered(
    decisions: Mapping[Key, Decision],
    declared: Mapping[Key, MatchedObject],
    readings: Mapping[str, Snapshot],
) -> Iterator[tuple[Key, Diagnostic]]:
    """Records that go and hide that their users may do more without."""
    for key, decision in decisions.items():
        for secured in secured_by(key) if decision.deletes else ():
            reading, item = readings[key.system], declared.get(secured)
            there, record = reading.objects.get(secured), reading.objects.get(key)
            gone = decisions.get(secured)
            if there is None or record is None or (gone is not None and gone.deletes):
                continue
            given = {} if item is None or item.inputs is None else item.inputs.attributes
            user = spec_of(key.kind).names_in(key.name)["user"]
            words: Any = record.attributes.get(spec_of(key.kind).grants) or ()
            values = {**there.attributes, **given}
            problems = has_more_without(key, {user: words}, values, reading.listing)
            yield from ((key, problem) for problem in problems)
