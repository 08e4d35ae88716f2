"""A plan as one self-contained HTML page: read offline, searched, walked along what needs what."""

from collections.abc import Sequence
from typing import Any

from queuewright.diff.types import Verb
from queuewright.engine.risks import risks_of
from queuewright.engine.steps import Plan, Step
from queuewright.impact.radius import Impact

from .authorities import CHANGES as ACCESS_CHANGES
from .authorities import change_rows as access_rows
from .escape import json_in_html
from .outputs import OutputChange
from .pages import page_of
from .route_changes import ROUTES, route_rows
from .words import (
    MARKS,
    finding_line,
    lines,
    no_changes,
    policy_lines,
    shown_value,
    summary,
    target,
    verb,
)
from .workload import CHANGES, change_notes, change_rows

_NAMED = 50  # objects that a risk names; the steps below have all
_FEW = 50  # steps that are all shown in full
_STOPPED, _LOSING, _OTHER, _SAME = range(4)  # what has to be looked at comes first


def plan_page(plan: Plan, *, outputs: Sequence[OutputChange] = ()) -> str:
    """The page, with every step, those that stay the same last. Every name and value in it comes
    from outside and is escaped."""
    risks = risks_of(plan)
    ordered = sorted(plan.steps, key=lambda step: (_rank(step), step.generation))
    numbers = {step.key: number for number, step in enumerate(ordered)}
    needs = [[numbers[k] for k in step.depends if k in numbers] for step in ordered]
    changes = sum(_rank(step) != _SAME for step in ordered)
    return page_of(
        "plan.html.j2",
        title=f"{plan.project}/{plan.stack}",
        counts=summary(plan),
        blocked=plan.blocked_count,
        no_changes=no_changes(plan),
        risks=[(risk, "; ".join(risk.named(_NAMED))) for risk in risks],
        empty=plan.is_empty,
        policy=list(policy_lines(plan)),
        rerouted=list(change_rows(plan.rerouted)),
        rerouted_columns=CHANGES,
        rerouted_notes=change_notes(plan.rerouted),
        routes=list(route_rows(plan.routes)),
        routes_columns=ROUTES,
        accesses=access_rows(plan.accesses),
        access_columns=ACCESS_CHANGES,
        findings=list(map(finding_line, plan.findings)),
        outputs=outputs,
        steps=[_step(step, plan.impacts.get(step.key), few=changes <= _FEW) for step in ordered],
        needs=json_in_html(needs),
        impacts=json_in_html(_dependents(plan, ordered)),
    )


def _dependents(plan: Plan, ordered: Sequence[Step]) -> dict[int, list[str]]:
    """By the number of a step, what depends on its object: listed when it is opened."""
    found = {}
    for number, step in enumerate(ordered):
        impact = plan.impacts.get(step.key)
        if impact is not None:
            statements = lines(step, impact, full=True)
            texts = [line.text for line in statements if line.topic == "impact"]
            found.update({number: texts} if texts else {})
    return found


def _rank(step: Step) -> int:
    if step.blocked:
        return _STOPPED
    if step.verb in (Verb.DELETE, Verb.REPLACE):
        return _LOSING
    is_reported = step.changes_anything or step.option_changes or step.decision.drift
    return _OTHER if is_reported else _SAME


def _step(step: Step, impact: Impact | None, *, few: bool) -> dict[str, Any]:
    """few: there are so few steps that all of them stand open."""
    rank = _rank(step)
    return {
        "mark": MARKS[step.verb] or "\u00a0",
        "verb": verb(step),
        "name": target(step),
        "place": step.declared.place if step.declared is not None else "",
        "blocked": bool(step.blocked),
        "changes": [
            {
                "name": c.name,
                "before": shown_value(c.before),
                "after": shown_value(c.after),
                "drifted": c.drifted,
            }
            for c in step.decision.changes
        ],
        "lines": [
            line
            for line in lines(step, impact, full=True)
            if line.change is None and line.topic != "impact"
        ],
        "same": rank == _SAME,
        "open": rank < _OTHER or (few and rank != _SAME),
    }
