"""The effect of Pulumi's options and of the engine on a decision, beside the rules."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OPTION_WORDS, ObjectOptions
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import PROGRAMS, PULUMI
from queuewright.diff.live import needs_status
from queuewright.diff.refreshing import refreshed_again
from queuewright.diff.refusals import IMPORT_MISSING
from queuewright.diff.running import started_again
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import is_record, spec_of
from queuewright.state.deployment import Resource
from queuewright.world.snapshot import Snapshot

from .declared import Declared
from .matching import MatchedObject
from .steps import CUT_OFF, OptionChange, Step

PROTECTED = Rule(
    "protected",
    "A protected resource would be deleted or replaced",
    "is protected and would be deleted",
    "declare it with protect=False and run up first, or keep it",
    (PULUMI.at("protect"),),
)
PROTECTED_REPLACED = PROTECTED.but(
    reason="is protected and would be replaced",
    remediation="set protect=False, or leave it as it is",
)
UNKNOWN_INPUT = Rule(
    "unknown-input",
    "A value is known only after another resource was made",
    "{name} is known only when a resource that is left to Pulumi was made",
    "give it in the configuration, or use pulumi up",
    (PROGRAMS.at("Resources of other providers"),),
)
UNKNOWN_NAME = UNKNOWN_INPUT.but(
    code="unknown-name",
    title="The name is known only after another resource was made",
    reason="its {name} is known only when a resource that is left to Pulumi was made",
)


def depends_on_status(kind: str, decision: Decision) -> bool:
    """Whether open handles or messages could stand in the way."""
    if is_record(kind) and not spec_of(kind).guards:  # which nobody opens
        return False
    if decision.starts is not False:
        return True
    if decision.verb is Verb.DELETE:
        return not decision.keep
    if decision.verb is Verb.REPLACE:
        return True
    spec = spec_of(kind)
    if spec.allocated_to_change and decision.changes:
        return True
    if any(change.name in spec.locked_to_change for change in decision.changes):
        return True
    return any(change.cost is not Change.IN_PLACE for change in decision.changes)


def is_noticed(decision: Decision) -> bool:
    """Whether messages or openers would notice a change that they do not stand in the way of."""
    return any(map(needs_status, decision.changes))


@cache
def known_names(kind: str) -> frozenset[str]:
    return frozenset(spec_of(kind).attributes())


# Nothing is made: what is declared besides the catalogue has not been validated.
_AS_IT_IS = (Verb.SAME, Verb.ADOPT, Verb.IMPORT, Verb.UPDATE)


def guarded(
    item: MatchedObject, decision: Decision, observed: Observed | None, reading: Snapshot
) -> Decision:
    """The effect of Pulumi's options and of the engine on a decision, beside the rules."""
    key, declared, inputs, prior = item.key, item.declared, item.inputs, item.prior
    if declared is None or inputs is None:
        assert prior is not None
        if prior.protect and not decision.keep:
            decision = decision.but(PROTECTED(key))
        if item.moved is None:
            return decision
        to = item.moved
        return decision.but(reason=f"resource {prior.name} is {to.name} on {to.system} now")
    if item.left_stopped:
        decision = started_again(key, decision, observed)
    if item.unrefreshed:
        option = inputs.options.refresh_security
        decision = refreshed_again(option, decision, item.unrefreshed)
    decision = decision.but(*inputs.problems, *_refusals(item, declared, decision, observed))
    stray = [name for name in inputs.attributes if name not in known_names(key.kind)]
    if stray and decision.verb in _AS_IT_IS and not decision.blocked:
        values = {**inputs.identity, **inputs.attributes}
        _, problems = spec_of(key.kind).validate_values(values, reading.facts)
        decision = decision.but(*(p for p in problems if p.attribute in stray))
    if item.in_progress and item.prior is None and decision.verb in (Verb.SAME, Verb.UPDATE):
        decision = replace(decision, verb=Verb.IMPORT).but(reason=CUT_OFF)
    if decision.verb is Verb.ADOPT and declared.import_id:
        decision = replace(decision, verb=Verb.IMPORT)
    if item.moved_from is not None:
        moved = item.moved_from
        decision = decision.but(
            reason=f"resource {declared.name} was {moved.name} on {moved.system}"
        )
    return decision


def _refusals(
    item: MatchedObject, declared: Declared, decision: Decision, observed: Observed | None
) -> Iterator[Diagnostic]:
    key = item.key
    if decision.verb is Verb.REPLACE and declared.protect:
        yield PROTECTED_REPLACED(key)
    known = item.prior is not None or item.in_progress  # imported, and cut off while replaced
    if declared.import_id and not known and observed is None:
        yield IMPORT_MISSING(key, system=key.system)
    for name in sorted(declared.unknown_inputs):
        yield UNKNOWN_INPUT(key, name=name)


def unnamed(item: MatchedObject) -> Step:
    """A declaration whose object is not known yet: it can only be shown, and stops an `up`."""
    declared = item.declared
    assert declared is not None
    which = ", ".join(sorted(declared.unknown_inputs)) or "name"
    decision = Decision(Verb.CREATE, problems=(UNKNOWN_NAME(item.key, name=which),))
    return Step(declared.urn, declared.name, item.key, decision, declared=declared)


def option_changes(item: MatchedObject) -> tuple[OptionChange, ...]:
    """Resource options that differ from the state or, for a new object, from the defaults."""
    declared, inputs, prior, last = item.declared, item.inputs, item.prior, item.last
    if declared is None or inputs is None:
        return ()
    if prior is not None and last is inputs:  # nearly every object of nearly every plan
        kept = prior.protect == declared.protect
        if kept and prior.retain_on_delete == declared.retain_on_delete:
            return ()
    before = _texts(ObjectOptions() if last is None else last.options, prior)
    return tuple(
        OptionChange(name, None if prior is None else before[name], text)
        for name, text in _texts(inputs.options, declared).items()
        if before[name] != text
    )


def _texts(options: ObjectOptions, resource: Declared | Resource | None) -> dict[str, str]:
    texts = {name: str(getattr(options, name)) for name in OPTION_WORDS}
    for name in ("protect", "retain_on_delete"):
        texts[name] = str(bool(getattr(resource, name, False))).lower()
    return texts
