"""A plan as Markdown for a pull request. Nothing in it becomes markup, a mention or HTML."""

import re
from collections.abc import Iterator

from queuewright.catalogue.diagnostic import one_line
from queuewright.engine.steps import Plan, Step

from .words import MARKS, changed, force_title, left_drift, said, summary, target

__all__ = ["plan_markdown"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$^=:])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}


def plan_markdown(plan: Plan, *, show_sames: bool = False) -> str:
    """A heading, the counts, and a table with a row for each object that changes."""
    parts = [f"### Plan for {_escaped(plan.project)}/{_escaped(plan.stack)}", ""]
    counts = [f"{_code(mark)} {words}" if mark else words for mark, words in summary(plan)]
    parts += [", ".join(counts), ""]
    if plan.blocked:
        parts += ["> **Blocked**: nothing is sent until every **BLOCKED** is dealt with.", ""]
    if plan.is_empty:
        parts += ["No changes: the systems are as declared.", ""]
    steps = [
        step
        for step in plan.steps
        if step.changes_anything or step.blocked or step.decision.drift or show_sames
    ]
    if steps:
        parts += ["| | Object | Step | Details |", "|---|---|---|---|"]
        parts += [_row(step) for step in steps]
        parts.append("")
    if plan.left:
        parts.append("Left to Pulumi: " + ", ".join(_escaped(one.urn) for one in plan.left))
        parts.append("")
    return "\n".join(parts)


def _row(step: Step) -> str:
    mark = _code(MARKS[step.verb]) if MARKS[step.verb] else ""
    verb = "forget" if step.decision.keep else step.verb.value
    return f"| {mark} | {_escaped(target(step))} | {verb} | {'<br>'.join(_details(step))} |"


def _details(step: Step) -> Iterator[str]:
    decision = step.decision
    for change in decision.changes:
        drift = " **drift**" if change.drifted else ""
        yield _escaped(changed(change)) + drift
    for one in left_drift(decision):
        yield f"**drift** {_escaped(one)}, and is left so"
    title = force_title(decision)
    if title:
        yield f"**{_escaped(title)}**"
        yield from (_escaped(str(use)) for use in decision.force.uses)
    yield from (_escaped(reason) for reason in decision.reasons)
    for problem in decision.warnings:
        yield f"warning: {_escaped(said(problem, decision))}"
    for problem in decision.blocked:
        yield f"**BLOCKED** {_escaped(said(problem, decision))}"


def _escaped(text: str) -> str:
    """Text as it is: no markup, no mention, no end of a table cell."""
    return "".join(_ENTITIES.get(c, c) for c in _SPECIAL.sub(r"\\\1", one_line(text)))


def _code(mark: str) -> str:
    return f"`{mark}`"
