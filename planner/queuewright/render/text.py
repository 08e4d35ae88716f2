"""A plan as text for a terminal, with Pulumi's marks. Values are never taken as markup."""

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.key import Key
from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan, Step
from queuewright.impact.radius import Impact, together

from .outputs import OutputChange
from .words import (
    MARKS,
    Topic,
    finding_line,
    lines,
    policy_lines,
    rerouted_line,
    shown_steps,
    summary,
    target,
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
# What a line begins with, and its style.
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
    "BLOCKED": ("BLOCKED ", "red bold"),
}


_ALIKE = 3  # so many steps that say the same become one
_ONE_BY_ONE = (Verb.REPLACE, Verb.DELETE)  # what may lose something is looked at one by one
_BELOW = 8  # where what does not fit into a line goes on


def plan_text(
    plan: Plan,
    *,
    show_sames: bool = False,
    diff: bool = False,
    outputs: Sequence[OutputChange] = (),
    width: int | None = None,
) -> Text:
    """The whole plan, system by system, one line a statement. Steps of one kind that say the same
    are one, with the names of all.

    show_sames: also the objects that stay the same. diff: each step by itself and, of what is
    replaced, every attribute that the new object gets. outputs: what becomes of the stack's.
    width: columns, into which longer lines are folded; None leaves them whole.
    """
    parts = [Text(f"Plan for {one_line(plan.project)}/{one_line(plan.stack)}", style="bold")]
    parts += _systems(shown_steps(plan, show_sames), plan.impacts, diff)
    parts += [Text(f"   {rerouted_line(each)}", style="cyan") for each in plan.rerouted]
    for left in plan.left:
        text = f"   > {one_line(left.type)} {one_line(left.name)} left to Pulumi"
        parts.append(Text(text, style="dim"))
    if outputs:
        parts.append(Text("Outputs:", style="bold"))
        parts += [Text(f"{change.mark:>4} {change}") for change in outputs]
    for topic, words, _ in policy_lines(plan):
        before, style = _STYLES[topic]
        parts.append(Text(f"   {before}{words}", style=style))
    if plan.findings:
        parts.append(Text("Findings of lint:", style="bold"))
        parts += [Text(f"   {finding_line(finding)}") for finding in plan.findings]
    parts.append(Text())
    if plan.is_empty:
        parts.append(Text("No changes: the systems are as declared.", style="green"))
    for mark, words in summary(plan):
        style = "red bold" if mark == "!" else ""
        parts.append(Text(f"{mark:>4} {words}", style=style))
    if plan.blocked_count:
        text = "Blocked: nothing is sent until every BLOCKED line is dealt with."
        parts.append(Text(text, style="red bold"))
    if width is not None:
        parts = [folded for part in parts for folded in _folded(part, width)]
    return Text("\n").join(parts)


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
        for alike in _alike(own, diff):
            touched = [impacts[each.key] for each in alike if each.key in impacts]
            impact = (
                touched[0] if len(touched) == 1 else together(touched, {each.key for each in alike})
            )
            yield from _steps(alike, impact, diff)


def _alike(steps: Sequence[Step], diff: bool) -> Iterator[Sequence[Step]]:
    """The steps, those together that say the same of objects of one kind."""
    groups: dict[object, list[Step]] = {}
    for place, step in enumerate(steps):
        said = tuple((line.topic, line.text) for line in lines(step))
        alone = diff or step.blocked or step.verb in _ONE_BY_ONE
        groups.setdefault(place if alone else (step.key.kind, verb(step), said), []).append(step)
    joined = {group[0].key: group for group in groups.values() if len(group) >= _ALIKE}
    grouped = {step.key for group in joined.values() for step in group}
    for step in steps:
        if step.key in joined:
            yield joined[step.key]
        elif step.key not in grouped:
            yield [step]


def _steps(alike: Sequence[Step], impact: Impact, diff: bool) -> Iterator[Text]:
    step = alike[0]
    title = f"{target(step)} {verb(step)}"
    if len(alike) > 1:
        names = ", ".join(one_line(each.key.name) for each in alike)
        title = f"{one_line(step.key.system)} {step.key.kind} {verb(step)} {len(alike)}: {names}"
    yield Text(f"{MARKS[step.verb]:>4} {title}", style=_COLOURS[step.verb])
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
