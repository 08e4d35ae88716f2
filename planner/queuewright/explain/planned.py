"""Compare a plan with the Pulumi preview that it was made from."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line
from queuewright.catalogue.hiding import SECRET
from queuewright.catalogue.options import OnDelete
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import PROGRAMS
from queuewright.diff.types import AttributeChange, Decision, Verb
from queuewright.engine.steps import Plan, Step
from queuewright.kinds import spec_of

from .preview import PulumiPreview

PURGE_REFUSED = Rule(
    "purge-refused",
    "Pulumi cannot be given leave to purge",
    'pulumi up has no --purge, and refuses this until on_delete="purge" was applied',
    'declare it with on_delete="purge" and run pulumi up first',
    (PROGRAMS.at("on_delete"),),
    severity=Severity.WARNING,
)
# Problems that stop an `up` of Queuewright's, and not one of Pulumi's, which knows it by then.
_UNKNOWN = ("unknown-input", "unknown-name")
# Pulumi's words for our verbs.
_ALIKE: Mapping[str, tuple[Verb, ...]] = {
    "same": (Verb.SAME, Verb.READ),
    "create": (Verb.CREATE, Verb.ADOPT, Verb.IMPORT),
    "import": (Verb.IMPORT, Verb.ADOPT, Verb.SAME),
    "update": (Verb.UPDATE, Verb.ADOPT, Verb.IMPORT),
    "delete": (Verb.DELETE,),
}


def explained(plan: Plan, preview: PulumiPreview, purge: Collection[str] = ()) -> Plan:
    """The plan with what Pulumi knows only when it runs as a remark. purge: ids of objects whose
    messages may be lost, which nobody can tell `pulumi up`."""
    steps = (_purged(step, purge) for step in plan.steps)
    return replace(plan, steps=tuple(_explained(step, preview) for step in steps))


def _purged(step: Step, purge: Collection[str]) -> Step:
    prior = step.prior
    if prior is None or prior.id not in purge or not step.decision.purge:
        return step
    if prior.inputs.get("on_delete") == OnDelete.PURGE:
        return step
    return step._replace(decision=step.decision.but(PURGE_REFUSED(step.key)))


def _explained(step: Step, preview: PulumiPreview) -> Step:
    op = preview.operations.get(step.urn, "same")
    step = _with_hidden(step, preview, is_update=op == "update")
    is_same = step.verb is Verb.SAME and not step.option_changes and not step.blocked
    if op != "same" or is_same:
        return step
    verb = "update" if step.verb is Verb.SAME else step.verb
    decision = Decision(Verb.SAME, reasons=(f"{_NO_STEP}; now it would be {verb}",))
    return step._replace(decision=decision, option_changes=(), depends=())


def _with_hidden(step: Step, preview: PulumiPreview, *, is_update: bool) -> Step:
    """The step with what the preview hides of its inputs: remarks in the place of problems. The
    provider has compared what nobody shows; where it finds a change and we do not, that is one."""
    hidden = step.declared.unknown_inputs if step.declared is not None else ()
    if not hidden:
        return step
    kept = [problem for problem in step.decision.problems if not _is_of(problem, hidden)]
    secret = preview.secrets.get(step.urn, frozenset())
    reasons = [
        f"{name} is {'secret' if name in secret else 'known only while pulumi runs'}: "
        "it is not compared"
        for name in sorted(hidden)
    ]
    reasons = [*step.decision.reasons, *reasons]
    decision = replace(step.decision, problems=tuple(kept), reasons=tuple(reasons))
    if step.verb is Verb.SAME and is_update:
        names = sorted(hidden & spec_of(step.key.kind).attributes().keys())
        changes = (_hidden_change(step, name, is_secret=name in secret) for name in names)
        decision = replace(decision, verb=Verb.UPDATE, changes=tuple(changes))
    return step._replace(decision=decision)


def _hidden_change(step: Step, name: str, *, is_secret: bool) -> AttributeChange:
    before = None if step.observed is None else step.observed.attributes.get(name)
    cost = spec_of(step.key.kind).attributes()[name].change
    if is_secret:
        return AttributeChange(name, SECRET, SECRET, cost)
    return AttributeChange(name, before, "[unknown]", cost)


def _is_of(problem: Diagnostic, hidden: Collection[str]) -> bool:
    """Whether it says only that something is not known, or is not given because of that."""
    return problem.code in _UNKNOWN or (problem.code == "missing" and problem.attribute in hidden)


# Of what stays the same, or is not a target: a preview does not say which.
_NO_STEP = "pulumi preview has no step for it"


def differences(plan: Plan, preview: PulumiPreview) -> Iterator[tuple[str, str]]:
    """(URN, one line) for each object of which Pulumi's preview says something else."""
    skipped = plan.skipped
    for step in plan.steps:
        op = preview.operations.get(step.urn)
        for reason in step.decision.reasons:
            if reason.startswith(_NO_STEP):
                yield step.urn, one_line(f"{step.key}: {reason}")
                op = None
        if op is None or step.urn in skipped or step.option_changes:
            continue
        verbs = _ALIKE.get(op, (Verb.REPLACE,) if "replace" in op else tuple(Verb))
        if step.verb in verbs:
            continue
        secret = " (a secret may differ)" if step.urn in preview.secrets else ""
        yield (
            step.urn,
            one_line(f"{step.key}: pulumi preview says {op}{secret}, now it is {step.verb}"),
        )
