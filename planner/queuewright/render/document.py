"""A plan as a JSON document, for pipelines. Fields are only ever added to it.

    {"format": 1, "project", "stack",
     "steps": [{"urn", "resource", "id", "system", "kind", "name", "verb", "generation",
                "depends": [id...], "keep", "purge",
                "changes": [{"attribute", "before", "after", "cost", "drift", "inside": [text]}],
                "drift": [{"attribute", "applied", "observed"}],
                "force": {"verdict", "why", "attributes", "sent", "uses": [{"opened",
                          "application", "user", "open_for", "through", "channel", "count"}]},
                "blocked": [problem], "warnings": [problem], "reasons": [text]}],
     "left": [{"urn", "type", "name"}], "skipped": [urn],
     "summary": {verb: count of steps, "blocked", "drifted", "left", "skipped"},
     "changes": bool, "exit_code": 0 | 2 | 3}

A problem is {"code", "attribute", "rule", "remediation", "sources", "message"}, each source
{"document", "section", "url"}. Values are canonical, those of secret inputs "[secret]".
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.sources import citation
from queuewright.diff.compare import changed_inside
from queuewright.diff.types import ForceNeed, Verb
from queuewright.engine.steps import Plan, Step

FORMAT = 1


def plan_document(plan: Plan, *, show_sames: bool = False) -> dict[str, Any]:
    """The document as plain data; `summary` counts steps that stay the same in any case."""
    return {
        "format": FORMAT,
        "project": plan.project,
        "stack": plan.stack,
        "steps": [
            _step(step)
            for step in plan.steps
            if step.changes_anything or step.blocked or step.decision.drift or show_sames
        ],
        "left": [{"urn": left.urn, "type": left.type, "name": left.name} for left in plan.left],
        "skipped": sorted(plan.skipped),
        "summary": {
            **{verb.value: plan.counts.get(verb, 0) for verb in Verb},
            "blocked": len(plan.blocked),
            "drifted": sum(1 for _ in plan.drifted),
            "left": len(plan.left),
            "skipped": len(plan.skipped),
        },
        "changes": bool(plan.changes),
        "exit_code": plan.exit_code,
    }


def _step(step: Step) -> dict[str, Any]:
    decision = step.decision
    return {
        "urn": step.urn,
        "resource": step.name,
        "id": step.key.id,
        "system": step.key.system,
        "kind": step.key.kind,
        "name": step.key.name,
        "verb": step.verb.value,
        "generation": step.generation,
        "depends": [key.id for key in step.depends],
        "keep": decision.keep,
        "purge": decision.purge,
        "changes": [
            {
                "attribute": change.name,
                "before": _plain(change.before),
                "after": _plain(change.after),
                "cost": change.cost.value,
                "drift": change.drifted,
                "inside": list(changed_inside(change.before, change.after)),
            }
            for change in decision.changes
        ],
        "drift": [
            {
                "attribute": drifted.name,
                "applied": _plain(drifted.before),
                "observed": _plain(drifted.after),
            }
            for drifted in decision.drift
        ],
        "force": _force(decision.force, decision.with_force),
        "blocked": list(map(_problem, decision.blocked)),
        "warnings": list(map(_problem, decision.warnings)),
        "reasons": list(decision.reasons),
    }


def _force(need: ForceNeed, sent: bool) -> dict[str, Any]:
    return {
        "verdict": need.verdict.value,
        "why": need.why,
        "attributes": list(need.attributes),
        "sent": sent,
        "uses": [
            {
                "opened": use.object_name,
                "application": use.application,
                "user": use.user,
                "open_for": sorted(use.open_for),
                "through": list(use.through),
                "channel": use.channel,
                "count": use.count,
            }
            for use in need.uses
        ],
    }


def _problem(problem: Diagnostic) -> dict[str, Any]:
    finding = problem
    return {
        "code": finding.code,
        "attribute": finding.attribute,
        "rule": finding.rule,
        "remediation": finding.remediation,
        "sources": [citation(source) for source in finding.sources],
        "message": str(problem),
    }


def _plain(value: Any) -> Any:
    """A canonical value as JSON has it."""
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    return value
