"""A plan as text for a terminal, with Pulumi's marks. Values are never taken as markup."""

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.diff.types import Verb
from queuewright.engine.risks import risks_of
from queuewright.engine.steps import Plan, Step
from queuewright.impact.radius import Impact

from .authorities import access_lines
from .outputs import OutputChange
from .words import (
    AS_DECLARED,
    MARKS,
    Topic,
    alike,
    impact_of,
    lines,
    no_changes,
    policy_lines,
    rerouted_line,
    shown_steps,
    summary,
    title,
    verb,
)

_COLOURS = {
    Verb.CREATE: "green",
    Verb.UPDATE: "yellow",
    Verb.REPLACE: "magenta",
    Verb.DELETE: "red",
    Verb.ADOPT: "cyan",
    Verb.IMPORT: "cyan",
    Verb.READ: "cyan",
    Verb.SAME: "dim",
}
_INDENT = " " * 6
# The beginning of a line, and its style.
_STYLES: Mapping[Topic, tuple[str, str]] = {
    "created": ("", "green"),
    "option": ("", "yellow"),
    "change": ("", ""),
    "drift": ("[drift] ", "yellow"),
    "force": ("", "magenta bold"),
    "use": ("  ", "magenta"),
    "impact": ("", "cyan"),
    "opened": ("open: ", "cyan"),
    "reason": ("", "dim"),
    "warning": ("warning: ", "yellow"),
    "LOSS": ("LOSS ", "red bold"),
    "BLOCKED": ("BLOCKED ", "red bold"),
}


_NAMED = 10  # objects that a risk names
_BELOW = 8  # where what does not fit into a line goes on


def plan_text(
    plan: Plan,
    *,
    show_sames: bool = False,
    diff: bool = False,
    outputs: Sequence[OutputChange] = (),
    width: int | None = None,
) -> Text:
    """The whole plan: what it risks, then system by system, one line a statement. Steps of one kind
    that say the same are one, with the names of all.

    show_sames: also the objects that stay the same. diff: each step by itself and, of what is
    replaced, every attribute that the new object gets. outputs: what becomes of the stack's.
    width: columns, into which longer lines are folded; None leaves them whole.
    """
    parts = [Text(f"Plan for {one_line(plan.project)}/{one_line(plan.stack)}", style="bold")]
    parts += _risks(plan)
    parts += _systems(shown_steps(plan, show_sames), plan.impacts, diff)
    parts += [Text(f"   {rerouted_line(each)}", style="cyan") for each in plan.rerouted]
    parts += [Text(f"   {each}", style="red" if each.breaks else "green") for each in plan.routes]
    if plan.accesses:
        parts.append(Text("Authorities:", style="bold"))
        parts += [Text(f"   {line}", style="yellow") for line in access_lines(plan.accesses)]
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
    if unchanged := no_changes(plan):
        style = "green" if unchanged == AS_DECLARED else "yellow"
        parts.append(Text(unchanged, style=style))
    for mark, words in summary(plan):
        style = "red bold" if mark == "!" else ""
        parts.append(Text(f"{mark:>4} {words}", style=style))
    if plan.blocked_count:
        text = "Blocked: nothing is sent until every BLOCKED line is dealt with."
        parts.append(Text(text, style="red bold"))
    if plan.findings:
        count = f"{len(plan.findings)} finding{'s' * (len(plan.findings) > 1)} of lint"
        parts.append(Text(f"     {count} on what is declared: see queuewright lint", style="dim"))
    if width is not None:
        parts = [folded for part in parts for folded in _folded(part, width)]
    return Text("\n").join(parts)


def _risks(plan: Plan) -> Iterator[Text]:
    """The risks of the plan; a line, too, where it changes something and risks nothing."""
    risks = risks_of(plan)
    if risks:
        yield Text("Risks:", style="bold")
    elif not plan.is_empty:
        yield Text("Risks: none known", style="dim")
    for risk in risks:
        style = "red bold" if risk.kind.is_loss else "yellow bold"
        yield Text(f"   ! {risk.text(_NAMED)}", style=style)
    if risks:
        yield Text()


def _systems(steps: Sequence[Step], impacts: Mapping[Key, Impact], diff: bool) -> Iterator[Text]:
    by_system: dict[str, list[Step]] = {}
    for step in steps:
        by_system.setdefault(step.key.system, []).append(step)
    for system, own in by_system.items():
        if len(by_system) > 1:
            counts = Counter(map(verb, own))
            words = {"same": "unchanged"}
            counted = ", ".join(
                f"{n} {words.get(word, f'to {word}')}" for word, n in counts.items()
            )
            yield Text(f"{one_line(system)}: {counted}", style="bold")
        for group in alike(own, one_by_one=diff):
            yield from _steps(group, impact_of(group, impacts), diff)


def _steps(steps: Sequence[Step], impact: Impact | None, diff: bool) -> Iterator[Text]:
    step = steps[0]
    yield Text(f"{MARKS[step.verb]:>4} {title(steps)}", style=_COLOURS[step.verb])
    for topic, words, change in lines(step, impact, full=diff):
        before, style = _STYLES[topic]
        line = Text(_INDENT + before + words, style=style)
        if change is not None and change.drifted:
            line.append(" [drift]", style="yellow")
        if change is not None and change.cost.value == "replace":
            line.append(" (replaces)", style="magenta")
        yield line


def _folded(line: Text, width: int) -> Iterator[Text]:
    """A line that is too long goes on below, further in; nothing is cut."""
    if line.cell_len <= width:
        yield line
        return
    indent = len(line.plain) - len(line.plain.lstrip())
    below = " " * max(_BELOW, indent + 2)
    room = max(width - len(below), 1)
    console = Console(width=width, file=io.StringIO())
    for place, part in enumerate(line[indent:].wrap(console, room, overflow="fold")):
        part.rstrip()
        yield Text(" " * indent if place == 0 else below, style=line.style).append_text(part)
