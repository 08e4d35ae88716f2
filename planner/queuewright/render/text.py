"""A plan as text for a terminal, with Pulumi's marks. Values are never taken as markup."""

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from queuewright.catalogue.diagnostic import one_line
from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan, Step

from .outputs import OutputChange
from .words import MARKS, Topic, lines, policy_lines, shown_steps, summary, target, verb

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
# What a line begins with, and its style.
_STYLES: Mapping[Topic, tuple[str, str]] = {
    "created": ("", "green"),
    "option": ("", "yellow"),
    "change": ("", ""),
    "drift": ("[drift] ", "yellow"),
    "force": ("", "magenta bold"),
    "use": ("  ", "magenta"),
    "reason": ("", "dim"),
    "warning": ("warning: ", "yellow"),
    "BLOCKED": ("BLOCKED ", "red bold"),
}


def plan_text(
    plan: Plan,
    *,
    show_sames: bool = False,
    diff: bool = False,
    outputs: Sequence[OutputChange] = (),
) -> Text:
    """The whole plan, one line a statement.

    show_sames: also the objects that stay the same. diff: of what is replaced, every attribute
    that the new object gets. outputs: what becomes of the stack's.
    """
    parts = [Text(f"Plan for {one_line(plan.project)}/{one_line(plan.stack)}", style="bold")]
    for step in shown_steps(plan, show_sames):
        parts += _step(step, diff)
    for left in plan.left:
        text = f"   > {one_line(left.type)} {one_line(left.name)} left to Pulumi"
        parts.append(Text(text, style="dim"))
    if outputs:
        parts.append(Text("Outputs:", style="bold"))
        parts += [Text(f"{change.mark:>4} {change}") for change in outputs]
    for topic, words, _ in policy_lines(plan):
        before, style = _STYLES[topic]
        parts.append(Text(f"   {before}{words}", style=style))
    parts.append(Text())
    if plan.is_empty:
        parts.append(Text("No changes: the systems are as declared.", style="green"))
    for mark, words in summary(plan):
        style = "red bold" if mark == "!" else ""
        parts.append(Text(f"{mark:>4} {words}", style=style))
    if plan.blocked_count:
        text = "Blocked: nothing is sent until every BLOCKED line is dealt with."
        parts.append(Text(text, style="red bold"))
    return Text("\n").join(parts)


def _step(step: Step, diff: bool) -> Iterator[Text]:
    yield Text(f"{MARKS[step.verb]:>4} {target(step)} {verb(step)}", style=_COLOURS[step.verb])
    for topic, words, change in lines(step, full=diff):
        before, style = _STYLES[topic]
        line = Text(_INDENT + before + words, style=style)
        if change is not None and change.drifted:
            line.append(" [drift]", style="yellow")
        if change is not None and change.cost.value == "replace":
            line.append(" (replaces)", style="magenta")
        yield line
