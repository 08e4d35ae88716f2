"""Objects that plans have deleted or changed without saying so, for `bench.fidelity`."""

from collections.abc import Collection, Iterator

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Observed
from queuewright.dialects.pcf.events import QUEUE as EVENTS
from queuewright.diff.sharing import COPY, SHARED, disposition_of
from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan, Step
from queuewright.kinds import is_single, spec_of
from queuewright.mq.membership import DECIDING

# What depends on the machine, which nobody can know before.
SURROUNDINGS = ("CPF2497", "MQRCCF_CELL_DIR_NOT_AVAILABLE")
# The offload of a structure follows from its level, which a program may manage by itself; a remote
# location *LOOPBACK has no type.
DECIDED_BY = {"offload": "coupling_facility_level", "data_set_group": "coupling_facility_level"}
DECIDED_BY |= {"remote_location_type": "remote_location"}


def nobody_can_know(plan: Plan, texts: Collection[str]) -> bool:
    """Whether a plan may not have foreseen these failures: by the surroundings, or by whoever has a
    shared queue open on another queue manager of its group."""
    shared = any(step.disposition == SHARED for step in plan.changes)
    words = (*SURROUNDINGS, "MQRCCF_OBJECT_OPEN") if shared else SURROUNDINGS
    return any(word in text for word in words for text in texts)


def disposition(observed: Observed | None) -> str | None:
    """The disposition of an object in a queue-sharing group, None where it is not there."""
    return None if observed is None else disposition_of(observed.attributes)


def is_copy(observed: Observed | None) -> bool:
    return disposition(observed) == COPY


def copy_lost(
    key: Key,
    steps: list[Step],
    own: list[Step],
    before: Observed,
    now: Observed | None,
    group: Observed | None,
) -> Iterator[str]:
    """A command on a group object goes to its copies: what a copy had of its own is gone with a
    line only. own: steps of the copy itself. group: the group object before."""
    if now is None and before.status and before.status.depth:
        yield f"{key}: a copy had {before.status.depth} messages"
    warnings = [warning for step in steps for warning in step.decision.warnings]
    of_copies = [
        w.reason for w in warnings if w.code.startswith("copies-") and key.system in w.reason
    ]
    if any(" more" in rule or "not known" in rule for rule in of_copies):
        return
    usual = {} if group is None else group.attributes
    changed = {change.name for step in own for change in step.decision.changes}
    for name, value in before.attributes.items():
        if name in changed:
            continue
        kept = now is not None and now.attributes.get(name) == value
        is_reported = any(name in rule for rule in of_copies)
        if not kept and not is_reported and value != usual.get(name) and name != DISPOSITION:
            yield f"{key} {name}: {value!r} of a copy is lost without a line"


def object_lost(
    key: Key, steps: list[Step], before: Observed, now: Observed | None
) -> Iterator[str]:
    gone = any(step.deletes for step in steps)
    gone |= any(
        step.verb is Verb.REPLACE and change.name == DISPOSITION
        for step in steps
        for change in step.decision.changes
    )  # by an object beside it
    purged = any(step.decision.purge for step in steps)
    if now is None:
        if not gone:
            verbs = [str(step.verb) for step in steps]
            yield f"{key} is gone: {verbs or 'the stack does not manage it'}"
        elif before.status and before.status.depth and not purged:
            yield f"{key} had {before.status.depth} messages"
        return
    changes = {change.name for step in steps for change in step.decision.changes}
    reasons = [reason for step in steps for reason in step.decision.reasons]
    for step in steps:
        if step.verb in (Verb.REPLACE, Verb.CREATE) and step.declared is not None:
            changes |= step.declared.inputs.keys()
    if gone:
        return  # deleted, and made again by a later run
    # Steps of memberships say what they set of the queue manager.
    decided = DECIDING.get(key.kind, frozenset()) if is_single(key.kind) else frozenset()
    for name in before.attributes.keys() - decided:
        value = before.attributes[name]
        other = now.attributes.get(name) != value and DECIDED_BY.get(name) not in changes
        # What another sort of record has not.
        other &= name in now.attributes or spec_of(key.kind).mqsc.set_anew is None
        if other and name not in changes and not _left_behind(name, reasons):
            yield f"{key} {name}: {value!r} -> {now.attributes.get(name)!r}"
    depths = [o.status.depth if o.status else None for o in (before, now)]
    if depths[0] != depths[1] and not purged and key.name != EVENTS:
        yield f"{key} depth: {depths[0]} -> {depths[1]}"


def _left_behind(name: str, reasons: list[str]) -> bool:
    """Whether a replacement says that it does not carry the attribute over."""
    unseen = (r.partition(" cannot be carried over")[0] for r in reasons if " carried over:" in r)
    return any(r.startswith(f"{name} is not carried over") for r in reasons) or any(
        name in names.split(", ") for names in unseen
    )
