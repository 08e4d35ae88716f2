"""A plan as Markdown for a pull request. Nothing in it becomes markup, a mention or HTML."""

from collections.abc import Iterator

from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan, Step

from .escape import markdown_text
from .words import (
    MARKS,
    changed,
    changed_option,
    force_title,
    left_drift,
    place,
    problem_text,
    shown_steps,
    summary,
    target,
    value,
    verb,
)


def plan_markdown(plan: Plan, *, show_sames: bool = False) -> str:
    """A heading, the counts, and a table with a row for each object that changes."""
    parts = [f"### Plan for {markdown_text(plan.project)}/{markdown_text(plan.stack)}", ""]
    counts = [f"{_code(mark)} {words}" if mark else words for mark, words in summary(plan)]
    parts += [", ".join(counts), ""]
    if plan.blocked:
        parts += ["> **Blocked**: nothing is sent until every **BLOCKED** is dealt with.", ""]
    if plan.is_empty:
        parts += ["No changes: the systems are as declared.", ""]
    steps = shown_steps(plan, show_sames)
    if steps:
        parts += ["| | Object | Step | Details |", "|---|---|---|---|"]
        parts += [_row(step) for step in steps]
        parts.append("")
    if plan.left:
        urns = ", ".join(markdown_text(left.urn) for left in plan.left)
        parts += [f"Left to Pulumi: {urns}", ""]
    return "\n".join(parts)


def _row(step: Step) -> str:
    mark = _code(MARKS[step.verb]) if MARKS[step.verb] else ""
    details = "<br>".join(_details(step))
    return f"| {mark} | {markdown_text(target(step))} | {verb(step)} | {details} |"


def _details(step: Step) -> Iterator[str]:
    decision = step.decision
    if step.verb is Verb.CREATE:
        for name, given in decision.creates.items():
            yield markdown_text(f"{name}: {value(given)}")
    for option in step.option_changes:
        yield f"**{markdown_text(changed_option(option))}**"
    for change in decision.changes:
        drift = " **drift**" if change.drifted else ""
        yield markdown_text(changed(change)) + drift
    for line in left_drift(decision):
        yield f"**drift** {markdown_text(line)}, and is left so"
    title = force_title(decision)
    if title:
        yield f"**{markdown_text(title)}**"
        yield from (markdown_text(str(use)) for use in decision.force.uses)
    yield from (markdown_text(reason) for reason in decision.reasons)
    at = place(step)
    for problem in decision.warnings:
        yield f"warning: {markdown_text(problem_text(problem, decision) + at)}"
    for problem in decision.blocked:
        yield f"**BLOCKED** {markdown_text(problem_text(problem, decision) + at)}"


def _code(mark: str) -> str:
    return f"`{mark}`"
