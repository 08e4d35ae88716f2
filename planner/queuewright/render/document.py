"""A plan as a JSON document, for pipelines; `document_types` says what its fields are."""

from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic
from queuewright.catalogue.sources import citation
from queuewright.diff.compare import changed_inside
from queuewright.diff.normalise import json_value
from queuewright.diff.types import ForceNeed, Verb
from queuewright.engine.risks import Risk, risks_of
from queuewright.engine.steps import Plan, Step
from queuewright.impact.radius import Impact
from queuewright.impact.routing import Destination, Rerouted
from queuewright.lint.rulebook import OWN
from queuewright.world.resolving import Use

from .document_types import (
    FORMAT,
    DestinationDocument,
    Force,
    ImpactDocument,
    OpenUse,
    PlanDocument,
    Problem,
    ReroutedDocument,
    RiskDocument,
    StepDocument,
)
from .words import shown_steps


def plan_document(plan: Plan, *, show_sames: bool = False) -> PlanDocument:
    """The document as plain data; `summary` counts steps that stay the same in any case."""
    return {
        "format": FORMAT,
        "project": plan.project,
        "stack": plan.stack,
        "risks": list(map(_risk, risks_of(plan))),
        "steps": [
            {**step_document(step), "impact": impact_document(plan.impacts.get(step.key))}
            for step in shown_steps(plan, show_sames)
        ],
        "policy": [
            {**_problem(problem), "overridden": not problem.is_error} for problem in plan.policy
        ],
        "findings": [finding.as_json() for finding in plan.findings],
        "workload": list(map(_rerouted, plan.rerouted)),
        "left": [{"urn": left.urn, "type": left.type, "name": left.name} for left in plan.left],
        "skipped": sorted(plan.skipped),
        "unread": sorted(plan.unread),
        "unreachable": dict(plan.unreachable),
        "refreshed": plan.is_refreshed,
        "summary": {
            **{verb.value: plan.counts.get(verb, 0) for verb in Verb},
            "forget": len(plan.kept),
            "blocked": plan.blocked_count,
            "drifted": sum(1 for _ in plan.drifted),
            "options": len(plan.with_option_changes),
            "left": len(plan.left),
            "skipped": len(plan.skipped),
        },
        "changes": bool(plan.changes or plan.with_option_changes),
        "exit_code": plan.exit_code,
    }


def step_document(step: Step) -> StepDocument:
    """One step as `steps` has it."""
    decision = step.decision
    return {
        "urn": step.urn,
        "resource": step.name,
        "id": step.key.id,
        "system": step.key.system,
        "kind": step.key.kind,
        "name": step.key.name,
        "place": step.declared.place if step.declared is not None else "",
        "verb": step.verb,
        "generation": step.generation,
        "depends": [key.id for key in step.depends],
        "keep": decision.keep,
        "purge": decision.purge,
        "messages": decision.messages,
        "creates": json_value(decision.creates),
        "options": [
            {"option": option.name, "before": option.before, "after": option.after}
            for option in step.option_changes
        ],
        "changes": [
            {
                "attribute": change.name,
                "before": json_value(change.before),
                "after": json_value(change.after),
                "cost": change.cost,
                "drift": change.drifted,
                "inside": list(changed_inside(change.before, change.after)),
            }
            for change in decision.changes
        ],
        "drift": [
            {"attribute": d.name, "applied": json_value(d.before), "observed": json_value(d.after)}
            for d in decision.drift
        ],
        "force": _force(decision.force, decision.with_force),
        "blocked": list(map(_problem, decision.blocked)),
        "warnings": list(map(_problem, decision.warnings)),
        "reasons": list(decision.reasons),
    }


def impact_document(impact: Impact | None) -> ImpactDocument:
    """What depends on an object, and who has it open, as `impact` has it."""
    impact = Impact() if impact is None else impact
    return {
        "dependents": [
            {
                "id": each.key.id,
                "system": each.key.system,
                "kind": each.key.kind,
                "name": each.key.name,
                "attribute": each.attribute,
                "cluster": each.cluster,
                "through": [key.id for key in each.through],
                "declared": each.declared,
                "observed": each.observed,
            }
            for each in impact.dependents
        ],
        "opened": [
            {
                "system": each.system,
                "towards": each.towards.id if each.towards is not None else "",
                "cluster": each.cluster,
                **_use(each.use),
            }
            for each in impact.opened
        ],
        "unknown": list(impact.unknown),
    }


def _risk(risk: Risk) -> RiskDocument:
    return {
        "risk": risk.kind,
        "headline": risk.headline,
        "messages": risk.messages,
        "loss": risk.kind.is_loss,
        "subjects": [
            {
                "id": "" if subject.key is None else subject.key.id,
                "name": subject.name,
                "detail": subject.detail,
                "place": subject.place,
            }
            for subject in risk.subjects
        ],
    }


def destination_document(way: Destination) -> DestinationDocument:
    """One way of a put."""
    return {
        "id": way.key.id,
        "system": way.key.system,
        "kind": way.key.kind,
        "name": way.key.name,
        "channel": way.channel,
        "chosen": way.chosen,
        "share": round(way.share, 3),
        "rule": way.rule,
        "reason": way.reason,
    }


def _rerouted(each: Rerouted) -> ReroutedDocument:
    return {
        "queue": each.queue,
        "cluster": each.cluster,
        "put_from": each.putting,
        "lost": each.lost,
        "before": list(map(destination_document, each.before)),
        "after": list(map(destination_document, each.after)),
        "failure": each.failure,
        "notes": list(each.notes),
    }


def _force(need: ForceNeed, sent: bool) -> Force:
    return {
        "verdict": need.verdict,
        "reason": need.reason,
        "attributes": list(need.attributes),
        "sent": sent,
        "remediation": need.remediation,
        "uses": list(map(_use, need.uses)),
    }


def _use(use: Use) -> OpenUse:
    return {
        "opened": use.object_name,
        "open_for": sorted(use.open_for),
        "through": list(use.through),
        "application": use.application,
        "user": use.user,
        "channel": use.channel,
        "count": use.count,
    }


def _problem(problem: Diagnostic) -> Problem:
    document: Problem = {
        "code": problem.code,
        "attribute": problem.attribute,
        "reason": problem.reason,
        "remediation": problem.remediation,
        "sources": [citation(source) for source in problem.sources],
        "object": problem.object,
        "message": str(problem),
    }
    known = OWN.page_of(problem)
    if known is not None:
        document["lint"] = known.code
    if problem.value is not NO_VALUE:
        document["value"] = json_value(problem.value)
    return document
