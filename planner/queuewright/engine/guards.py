"""What Pulumi's options and the engine have to say of a decision, beside the rules."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from queuewright.catalogue.attribute import Change
from queuewright.catalogue.diagnostic import Diagnostic, problem
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import OPTION_WORDS, ObjectOptions
from queuewright.catalogue.sources import PROGRAMS, PULUMI
from queuewright.diff.live import needs_status
from queuewright.diff.types import Decision, Verb
from queuewright.kinds import spec_of
from queuewright.state.deployment import Resource
from queuewright.world.snapshot import Snapshot

from .declared import Declared
from .matching import Item
from .steps import CUT_OFF, OptionChange, Step

_PROTECT = (PULUMI.at("protect"),)
_OTHERS = (PROGRAMS.at("Resources of other providers"),)
_NOT_YET = "give it in the configuration, or use pulumi up"


def depends_on_status(kind: str, decision: Decision) -> bool:
    """Whether open handles or messages could stand in the way."""
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
    item: Item, decision: Decision, observed: Observed | None, reading: Snapshot
) -> Decision:
    """What Pulumi's options and the engine have to say of a decision, beside the rules."""
    key, declared, inputs, prior = item.key, item.declared, item.inputs, item.prior
    if declared is None or inputs is None:
        assert prior is not None
        if prior.protect and not decision.keep:
            rule = "is protected and would be deleted"
            way_out = "declare it with protect=False and run up first, or keep it"
            decision = decision.but(problem(key, "protected", rule, way_out, _PROTECT))
        if item.moved is None:
            return decision
        to = item.moved
        return decision.but(reason=f"resource {prior.name} is {to.name} on {to.system} now")
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
    item: Item, declared: Declared, decision: Decision, observed: Observed | None
) -> Iterator[Diagnostic]:
    key = item.key
    if decision.verb is Verb.REPLACE and declared.protect:
        way_out = "set protect=False, or leave it as it is"
        yield problem(key, "protected", "is protected and would be replaced", way_out, _PROTECT)
    known = item.prior is not None or item.in_progress  # imported, and cut off while replaced
    if declared.import_id and not known and observed is None:
        rule = f"is not on {key.system}, so it cannot be imported"
        way_out = "leave out import_ to create it, or correct the name"
        yield problem(key, "import-missing", rule, way_out, (PULUMI.at("import"),))
    for name in sorted(declared.unknown_inputs):
        rule = f"{name} is known only when a resource that is left to Pulumi was made"
        yield problem(key, "unknown-input", rule, _NOT_YET, _OTHERS)


def unnamed(item: Item) -> Step:
    """A declaration whose object is not known yet: it can only be shown, and stops an `up`."""
    declared = item.declared
    assert declared is not None
    which = ", ".join(sorted(declared.unknown_inputs)) or "name"
    rule = f"its {which} is known only when a resource that is left to Pulumi was made"
    unknown = problem(item.key, "unknown-name", rule, _NOT_YET, _OTHERS)
    decision = Decision(Verb.CREATE, problems=(unknown,))
    return Step(declared.urn, declared.name, item.key, decision, declared=declared)


def option_changes(item: Item) -> tuple[OptionChange, ...]:
    """What the declaration says otherwise than the state, or than usual of a new object."""
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
