"""Authority records that go with their object. Those that the program declares are set again."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import MQSC
from queuewright.diff.removal import lost_in_between
from queuewright.diff.replacing import takes_records
from queuewright.diff.types import AttributeChange, Decision, Verb
from queuewright.kinds import KINDS, is_ibmi, is_record, spec_of
from queuewright.systems.protocol import System
from queuewright.world.authority_records import RECORDS, records_by_object
from queuewright.world.snapshot import Snapshot, namespace

from .matching import MatchedObject, ObservedOf

TAKEN_WITH_OBJECT = Rule(
    "taken-with-object",
    "A record that is to stay goes with its object",
    "the {verb} of {object} takes it away",
    "keep the object too, or give the record for a generic profile",
    (MQSC.at("DELETE AUTHREC"),),
    severity=Severity.WARNING,
)
# Of queue managers, as `world.authority_records.RECORDS`, and of IBM i.
_RECORDS = frozenset(kind for kind, spec in KINDS.items() if spec.entities)
_NAMES = {Verb.DELETE: "deletion", Verb.REPLACE: "replacement"}
_SET = (Verb.SAME, Verb.CREATE, Verb.UPDATE, Verb.REPLACE, Verb.ADOPT, Verb.IMPORT)


def succeeded(
    decisions: Mapping[Key, Decision], systems: Mapping[str, System]
) -> Iterator[tuple[Key, Decision]]:
    """The decisions about objects of queue managers whose name another kind takes: as with a
    replacement, who may use the name still may, or a warning says that these authorities go."""
    made = {_place(key): key for key, d in decisions.items() if d.verb is Verb.CREATE}
    for gone, decision in decisions.items() if made else ():
        new, platform = made.get(_place(gone)), systems[gone.system].facts.platform
        if new is None or not decision.deletes or is_ibmi(gone.kind) or is_record(gone.kind):
            continue
        if takes_records(gone.kind, platform):
            yield gone, decision.but(*lost_in_between(gone, f"{new.kind} takes its name"))
        elif platform is not Platform.ZOS:
            reason = f"its authority records stay, for {new.kind} {new.name}"
            # Where only records are left of it, there is nothing to send.
            kept = replace(decision, keep=decision.authorities_only, authorities_only=False)
            yield gone, replace(kept, successor=new, reasons=(*decision.reasons, reason))


def set_again(
    decisions: Mapping[Key, Decision],
    declared: Mapping[Key, MatchedObject],
    systems: Mapping[str, System],
    observed: ObservedOf,
) -> Iterator[tuple[Key, Key, Decision]]:
    """The object that is deleted, or replaced by commands that keep no records; a declared record
    of it; and what is decided about that record then, which comes after the object's step.
    observed: the record as it is."""
    going = [key for key, decision in decisions.items() if _is_taken_from(key, decision, systems)]
    records = records_by_object(_staying(decisions, declared) if going else ())
    for gone in going:
        for key in records.get(_place(gone), ()):
            inputs, decision = declared[key].inputs, decisions[key]
            assert inputs is not None
            if decision.verb is Verb.CREATE:  # it is only made later
                yield gone, key, decision
                continue
            verb, name = _NAMES[decisions[gone].verb], f"{gone.kind} {gone.name}"
            reason = f"the {verb} of {name} takes it away: it is set again"
            # Nothing is left of it to replace by then.
            changes = tuple(replace(c, cost=Change.IN_PLACE) for c in decision.changes)
            # It has these authorities before and after: nobody gains any by its creation.
            words, item = spec_of(key.kind).grants, declared[key]
            found = observed(item) if item.ignores(words) else None
            has = (inputs if found is None else found).attributes.get(words)
            same = AttributeChange(words, has, has, Change.IN_PLACE, is_set=True)
            if found is not None or not changes:
                changes = (*(c for c in changes if c.name != words), same)
            made = Decision(
                Verb.CREATE,
                changes=changes,
                drift=decision.drift,
                problems=decision.problems,
                reasons=(reason,),
            )
            yield gone, key, made


def taken_though_kept(
    decisions: Mapping[Key, Decision], systems: Mapping[str, System]
) -> Iterator[tuple[Key, Diagnostic]]:
    """Records that the stack leaves where they are (on_delete="retain"), whose object goes."""
    kept = [key for key, d in decisions.items() if key.kind in _RECORDS and d.keep]
    records = records_by_object(kept)
    for gone, decision in decisions.items() if kept else ():
        if _is_taken_from(gone, decision, systems):
            for key in records.get(_place(gone), ()):
                verb, name = _NAMES[decision.verb], f"{gone.kind} {gone.name}"
                yield key, TAKEN_WITH_OBJECT(key, verb=verb, object=name)


def taken_though_left_out(
    decisions: Mapping[Key, Decision],
    items: Iterable[MatchedObject],
    left_out: Collection[str],
    systems: Mapping[str, System],
) -> Iterator[tuple[Key, list[Key]]]:
    """An object that is replaced by commands that keep no records, and the stack's records of it
    that the plan leaves out, so that nothing sets them again."""
    kept = [i.key for i in items if i.urn in left_out and i.prior and i.key.kind in _RECORDS]
    records = records_by_object(kept)
    for gone, decision in decisions.items() if records else ():
        found = records.get(_place(gone))
        if found and decision.verb is Verb.REPLACE and _is_taken_from(gone, decision, systems):
            yield gone, found


def _place(key: Key) -> tuple[str, str, str]:
    return key.system, namespace(key.kind), key.name


def taken_from_others(decisions: Mapping[Key, Decision], reading: Snapshot) -> Iterator[Key]:
    """The records of a queue manager, as they were read, that go with their objects and that the
    plan does not set again. decisions: about what is on that queue manager."""
    read = [key for kind in RECORDS for key in reading.by_kind.get(kind, ())]
    if not read:
        return
    platform = reading.facts.platform
    going = [key for key, decision in decisions.items() if _takes_records(key, decision, platform)]
    records = records_by_object(read if going else ())
    for gone in going:
        for record in records.get(_place(gone), ()):
            if record not in decisions or decisions[record].keep:
                yield record


def _is_taken_from(key: Key, decision: Decision, systems: Mapping[str, System]) -> bool:
    return _takes_records(key, decision, systems[key.system].facts.platform)


def _takes_records(key: Key, decision: Decision, platform: Platform) -> bool:
    if decision.verb not in _NAMES or decision.keep:
        return False
    if is_record(key.kind):
        return False
    if is_ibmi(key.kind):  # where a replacement gives its users to the new object
        return decision.verb is Verb.DELETE and spec_of(key.kind).is_secured()
    if decision.verb is Verb.DELETE:
        # z/OS keeps authorities elsewhere.
        return platform is not Platform.ZOS and decision.successor is None
    return takes_records(key.kind, platform)


def _staying(decisions: Mapping[Key, Decision], declared: Collection[Key]) -> Iterable[Key]:
    return (
        key
        for key, decision in decisions.items()
        if key.kind in _RECORDS and key in declared and decision.verb in _SET
    )
