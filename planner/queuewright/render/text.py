"""A plan as text for a terminal, with Pulumi's marks. Values are never taken as markup."""

from collections.abc import Iterator

from rich.text import Text

from queuewright.catalogue.diagnostic import one_line
from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan, Step

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

_COLOURS = {
    Verb.CREATE: "green",
    Verb.UPDATE: "yellow",
    Verb.REPLACE: "magenta",
    Verb.DELETE: "red",
    Verb.IMPORT: "cyan",
    Verb.READ: "cyan",
    Verb.SAME: "dim",
}
_INDENT = " " * 6


def plan_text(plan: Plan, *, show_sames: bool = False, diff: bool = False) -> Text:
    """The whole plan, one line a statement.

    show_sames: also the objects that stay the same. diff: of what is replaced, every attribute
    that the new object gets.
    """
    lines = [Text(f"Plan for {one_line(plan.project)}/{one_line(plan.stack)}", style="bold")]
    for step in shown_steps(plan, show_sames):
        lines += _step(step, diff)
    for left in plan.left:
        text = f"   > {one_line(left.type)} {one_line(left.name)} left to Pulumi"
        lines.append(Text(text, style="dim"))
    lines.append(Text())
    if plan.is_empty:
        lines.append(Text("No changes: the systems are as declared.", style="green"))
    for mark, words in summary(plan):
        style = "red bold" if mark == "!" else ""
        lines.append(Text(f"{mark:>4} {words}", style=style))
    if plan.blocked:
        text = "Blocked: nothing is sent until every BLOCKED line is dealt with."
        lines.append(Text(text, style="red bold"))
    return Text("\n").join(lines)


def _step(step: Step, diff: bool) -> Iterator[Text]:
    decision = step.decision
    colour = _COLOURS[step.verb]
    yield Text(f"{MARKS[step.verb]:>4} {target(step)} {verb(step)}", style=colour)
    if step.verb is Verb.CREATE or diff:
        for name, given in decision.creates.items():
            yield Text(f"{_INDENT}{name}: {value(given)}", style="green")
    for option in step.option_changes:
        yield Text(_INDENT + changed_option(option), style="yellow")
    for change in decision.changes:
        line = Text(_INDENT + changed(change))
        if change.drifted:
            line.append(" [drift]", style="yellow")
        if change.cost.value == "replace":
            line.append(" (replaces)", style="magenta")
        yield line
    for drifted in left_drift(decision):
        yield Text(f"{_INDENT}[drift] {drifted}, and is left so", style="yellow")
    title = force_title(decision)
    if title:
        yield Text(_INDENT + title, style="magenta bold")
        for use in decision.force.uses:
            yield Text(f"{_INDENT}  {one_line(str(use))}", style="magenta")
    for reason in decision.reasons:
        yield Text(f"{_INDENT}{one_line(reason)}", style="dim")
    at = place(step)
    for problem in decision.warnings:
        yield Text(f"{_INDENT}warning: {problem_text(problem, decision)}{at}", style="yellow")
    for problem in decision.blocked:
        yield Text(f"{_INDENT}BLOCKED {problem_text(problem, decision)}{at}", style="red bold")
