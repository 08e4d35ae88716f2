"""What Pulumi's options and the engine have to say of a decision, beside the rules."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import Adopt, ObjectOptions, OnDelete
from queuewright.catalogue.sources import PROGRAMS, PULUMI, Sources
from queuewright.diff.normalise import Inputs
from queuewright.diff.types import Decision, Verb
from queuewright.dynamic.read_system import ReadSystem
from queuewright.kinds import spec_of

from .declared import Declared
from .matching import Item
from .steps import Step


def depends_on_status(kind: str, decision: Decision) -> bool:
    """Whether open handles or messages could stand in the way."""
    if decision.verb is Verb.DELETE:
        return not decision.keep
    if spec_of(kind).allocated_to_change and decision.changes:
        return True
    return any(change.cost is not Change.IN_PLACE for change in decision.changes)


def options_of(inputs: Inputs, declared: Declared) -> ObjectOptions:
    options = inputs.options
    if declared.retain_on_delete:
        options = replace(options, on_delete=OnDelete.RETAIN)
    if declared.import_id and options.adopt is Adopt.NEVER:
        options = replace(options, adopt=Adopt.IF_IDENTICAL)
    return options


@cache
def known_names(kind: str) -> frozenset[str]:
    return frozenset(spec_of(kind).attributes())


def guarded(
    item: Item, decision: Decision, observed: Observed | None, reading: ReadSystem
) -> Decision:
    """What Pulumi's options and the engine have to say of a decision, beside the rules."""
    key, declared, inputs = item.key, item.declared, item.inputs
    assert declared is not None
    assert inputs is not None
    decision = with_problems(decision, inputs.problems)
    if decision.verb is Verb.REPLACE and declared.protect:
        decision = block(
            decision,
            key,
            "protected",
            "is protected and would be replaced",
            "set protect=False, or leave it as it is",
            (PULUMI.at("protect"),),
        )
    if declared.import_id and item.prior is None and observed is None:
        decision = block(
            decision,
            key,
            "import-missing",
            f"is not on {key.system}, so it cannot be imported",
            "leave out import_ to create it, or correct the name",
            (PULUMI.at("import"),),
        )
    for name in sorted(declared.unknown_inputs):
        decision = block(
            decision,
            key,
            "unknown-input",
            f"{name} is known only when a resource that is left to Pulumi was made",
            "give it in the configuration, or use pulumi up",
            (PROGRAMS.at("Resources of other providers"),),
        )
    stray = [name for name in inputs.attributes if name not in known_names(key.kind)]
    if stray and decision.verb in (Verb.SAME, Verb.IMPORT, Verb.UPDATE) and not decision.blocked:
        values = {**inputs.identity, **inputs.attributes}
        _, problems = spec_of(key.kind).validate_values(values, reading.facts)
        stuck = [p for p in problems if p.attribute in stray]
        decision = with_problems(decision, stuck)
    if item.in_progress and item.prior is None and decision.verb in (Verb.SAME, Verb.UPDATE):
        reason = "an update that was cut off created it: it is the stack's own"
        decision = replace(decision, verb=Verb.IMPORT, reasons=(reason, *decision.reasons))
    if item.moved_from is not None:
        reason = f"resource {declared.name} was {item.moved_from.name} on {item.moved_from.system}"
        decision = replace(decision, reasons=(reason, *decision.reasons))
    return decision


def with_problems(decision: Decision, problems: Sequence[Diagnostic]) -> Decision:
    known = decision.blocked + decision.warnings
    fresh = [problem for problem in problems if problem not in known]
    if not fresh:
        return decision
    blocked = (*decision.blocked, *(p for p in fresh if p.is_error))
    warnings = (*decision.warnings, *(p for p in fresh if not p.is_error))
    return replace(decision, blocked=blocked, warnings=warnings)


def block(
    decision: Decision, key: Key, code: str, rule: str, remediation: str, sources: Sources
) -> Decision:
    problem = Diagnostic(code, None, rule, remediation, sources).on(str(key), None)
    return replace(decision, blocked=(*decision.blocked, problem))


def unnamed(item: Item) -> Step:
    """A declaration whose object is not known yet: it can only be shown, and stops an `up`."""
    declared = item.declared
    assert declared is not None
    which = ", ".join(sorted(declared.unknown_inputs)) or "name"
    decision = block(
        Decision(Verb.CREATE),
        item.key,
        "unknown-name",
        f"its {which} is known only when a resource that is left to Pulumi was made",
        "give it in the configuration, or use pulumi up",
        (PROGRAMS.at("Resources of other providers"),),
    )
    return Step(declared.urn, declared.name, item.key, decision, declared=declared)
