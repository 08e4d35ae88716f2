"""Authority records that go with their object: the program declares them, so they are set again."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import is_mq, is_record, spec_of
from queuewright.systems.protocol import System
from queuewright.world.authority_records import RECORDS, records_by_object
from queuewright.world.snapshot import namespace

from .matching import MatchedObject

_SET = (Verb.SAME, Verb.CREATE, Verb.UPDATE, Verb.ADOPT, Verb.IMPORT)


def set_again(
    decisions: Mapping[Key, Decision],
    declared: Mapping[Key, MatchedObject],
    systems: Mapping[str, System],
) -> Iterator[tuple[Key, Key, Decision]]:
    """The object that is deleted, or replaced by commands that keep no records; a declared record
    of it; and what is decided about that record then, which comes after the object's step."""
    going = [key for key, decision in decisions.items() if _takes_records(key, decision, systems)]
    if not going:
        return
    records = records_by_object(_staying(decisions, declared))
    for gone in going:
        for key in records.get((gone.system, namespace(gone.kind), gone.name), ()):
            inputs, decision = declared[key].inputs, decisions[key]
            assert inputs is not None
            if decision.verb is Verb.CREATE:  # it is only made later
                yield gone, key, decision
                continue
            verb = "deletion" if decisions[gone].verb is Verb.DELETE else "replacement"
            reason = f"the {verb} of {gone.kind} {gone.name} takes it away: it is set again"
            made = Decision(Verb.CREATE, creates=inputs.attributes, drift=decision.drift)
            yield gone, key, replace(made, problems=decision.problems, reasons=(reason,))


def _takes_records(key: Key, decision: Decision, systems: Mapping[str, System]) -> bool:
    if not is_mq(key.kind) or is_record(key.kind) or decision.keep:
        return False
    is_lost = decision.verb is Verb.REPLACE and not spec_of(key.kind).mqsc.keeps_authorities
    return (is_lost or decision.verb is Verb.DELETE) and (
        systems[key.system].facts.platform is not Platform.ZOS  # which keeps authorities elsewhere
    )


def _staying(decisions: Mapping[Key, Decision], declared: Collection[Key]) -> Iterable[Key]:
    return (
        key
        for key, decision in decisions.items()
        if key.kind in RECORDS and key in declared and decision.verb in _SET
    )
