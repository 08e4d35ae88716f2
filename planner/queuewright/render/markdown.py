"""A plan as Markdown for a pull request. Nothing in it becomes markup, a mention or HTML."""

from collections.abc import Sequence

from queuewright.engine.steps import Plan, Step

from .escape import markdown_text
from .outputs import OutputChange
from .words import MARKS, Line, lines, policy_lines, shown_steps, summary, target, verb


def plan_markdown(
    plan: Plan, *, show_sames: bool = False, outputs: Sequence[OutputChange] = ()
) -> str:
    """A heading, the counts, a table with a row for each object that changes, and the outputs."""
    parts = [f"### Plan for {markdown_text(plan.project)}/{markdown_text(plan.stack)}", ""]
    counts = [f"{_code(mark)} {words}" if mark else words for mark, words in summary(plan)]
    parts += [", ".join(counts), ""]
    if plan.blocked_count:
        parts += ["> **Blocked**: nothing is sent until every **BLOCKED** is dealt with.", ""]
    if plan.policy:
        parts += [*(f"- {_detail(line)}" for line in policy_lines(plan)), ""]
    if plan.is_empty:
        parts += ["No changes: the systems are as declared.", ""]
    steps = shown_steps(plan, show_sames)
    if steps:
        parts += ["| | Object | Step | Details |", "|---|---|---|---|"]
        parts += [_row(step) for step in steps]
        parts.append("")
    if outputs:
        parts += ["Outputs:", ""]
        parts += [f"- {_code(change.mark)} {markdown_text(str(change))}" for change in outputs]
        parts.append("")
    if plan.left:
        urns = ", ".join(markdown_text(left.urn) for left in plan.left)
        parts += [f"Left to Pulumi: {urns}", ""]
    return "\n".join(parts)


def _row(step: Step) -> str:
    mark = _code(MARKS[step.verb]) if MARKS[step.verb] else ""
    details = "<br>".join(map(_detail, lines(step)))
    return f"| {mark} | {markdown_text(target(step))} | {verb(step)} | {details} |"


def _detail(line: Line) -> str:
    text = markdown_text(line.text)
    if line.topic in ("option", "force"):
        return f"**{text}**"
    if line.topic == "warning":
        return f"warning: {text}"
    if line.topic in ("drift", "BLOCKED"):
        return f"**{line.topic}** {text}"
    return f"{text} **drift**" if line.change is not None and line.change.drifted else text


def _code(mark: str) -> str:
    return f"`{mark}`"
