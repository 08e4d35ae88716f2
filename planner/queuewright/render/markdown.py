"""A plan as Markdown for a pull request. Nothing in it becomes markup, a mention or HTML.

It begins with what the plan risks, which is never folded. Then comes what needs a look, the worst
first; everything else is folded. Parts that would not fit into a comment are shortened, then left
out, least important first, and counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.catalogue.key import Key
from queuewright.diff.types import Verb
from queuewright.engine.risks import Risk, RiskKind, risks_of, worst_by_object
from queuewright.engine.steps import Plan, Step
from queuewright.impact.radius import Impact
from queuewright.lint.check import Finding

from .authorities import CHANGES as ACCESS_CHANGES
from .authorities import change_rows as access_rows
from .escape import markdown_text, mermaid_text
from .outputs import OutputChange
from .route_changes import ROUTES, route_rows
from .words import (
    MARKS,
    Line,
    alike,
    impact_of,
    lines,
    no_changes,
    policy_lines,
    shown_steps,
    summary,
    target,
    verb,
)
from .workload import CHANGES, change_notes, change_rows, markdown_table

LIMIT = 60_000  # characters; a comment on GitHub may have 65,536
_NODES = 60  # of the graph: more cannot be read
_NAMED = (20, 8, 3, 0)  # objects that a risk names, as many as a third of the page has room for
_FEW = 5  # objects alike that a short row names
FINDINGS = ["| Code | Object | Finding | Where |", "|---|---|---|---|"]
_HEAD = ["| | Object | Step | Details |", "|---|---|---|---|"]
# Columns that a row keeps when it is shortened.
_WEIGHTY = ("BLOCKED", "LOSS", "force")


class TableRow(NamedTuple):
    """A row of a table, whole and in short. objects: how many it is about."""

    whole: str
    short: str
    objects: int = 1


def plan_markdown(
    plan: Plan,
    *,
    show_sames: bool = False,
    outputs: Sequence[OutputChange] = (),
    limit: int = LIMIT,
) -> str:
    """A heading, the counts, what the plan risks, what needs a look, of several systems a table of
    them, everything else folded, the outputs, a graph, and what lint says of what does not change.
    limit: at most so many characters."""
    risks = risks_of(plan)
    worst, order = worst_by_object(risks), list(RiskKind)
    steps = shown_steps(plan, show_sames)
    risky = sorted(
        (step for step in steps if _needs_a_look(step, worst)),
        key=lambda s: (not s.blocked, order.index(worst[s.key]) if s.key in worst else len(order)),
    )
    looked_at = {step.key for step in risky}
    page = MarkdownPage(limit)
    page.always(_heading(plan, risks, limit))
    page.rows("changes that need a look", _rows(risky, plan.impacts))
    systems = sorted({step.key.system for step in plan.changes})
    if systems[1:]:
        page.part("the table of systems", list(_by_system(plan, systems)))
    others = [step for step in steps if step.key not in looked_at]
    if risky and others:
        count = f"{len(others)} other change{'s' * (len(others) > 1)}"
        page.folded_rows(count, _rows(others, plan.impacts))
    else:
        page.rows("changes", _rows(others, plan.impacts))
    if plan.rerouted:
        table = markdown_table(CHANGES, list(change_rows(plan.rerouted)))
        notes = [f"- {markdown_text(text)}" for text in change_notes(plan.rerouted)]
        page.folded("Where puts to queues of clusters go", [*table, "", *notes])
    if plan.routes:
        table = markdown_table(ROUTES, list(route_rows(plan.routes)))
        page.folded("Routes that break or are mended", [*table, ""])
    if plan.accesses:
        table = markdown_table(ACCESS_CHANGES, access_rows(plan.accesses))
        page.folded("Who gains and who loses authorities", [*table, ""])
    if outputs:
        listed = [f"- {_code(change.mark)} {markdown_text(str(change))}" for change in outputs]
        page.part("the outputs", ["Outputs:", "", *listed, ""])
    if plan.left:
        urns = ", ".join(markdown_text(left.urn) for left in plan.left)
        page.part("left to Pulumi", [f"Left to Pulumi: {urns}", ""])
    graph = list(_graph(plan))
    if graph:
        page.folded("Dependencies", ["```mermaid", *graph, "```"])
    if plan.findings:
        count = f"{len(plan.findings)} finding{'s' * (len(plan.findings) > 1)} of lint"
        page.folded_rows(
            count, [TableRow(row, row) for row in map(finding_row, plan.findings)], FINDINGS
        )
    return page.text()


def _heading(plan: Plan, risks: Sequence[Risk], limit: int) -> list[str]:
    parts = [f"### Plan for {markdown_text(plan.project)}/{markdown_text(plan.stack)}", ""]
    counts = [f"{_code(mark)} {words}" if mark else words for mark, words in summary(plan)]
    parts += [", ".join(counts), ""]
    if plan.blocked_count:
        parts += ["> **Blocked**: nothing is sent until every **BLOCKED** is dealt with.", ""]
    if risks:
        fitting = (listed for most in _NAMED if _length(listed := _risks(risks, most)) < limit // 3)
        parts += next(fitting, _risks(risks, 0))
    elif not plan.is_empty:
        parts += ["No risk is known.", ""]
    if plan.policy:
        parts += [*(f"- {_detail(line)}" for line in policy_lines(plan)), ""]
    if unchanged := no_changes(plan):
        parts += [markdown_text(unchanged) if plan.unreachable else unchanged, ""]
    return parts


def _risks(risks: Sequence[Risk], most: int) -> list[str]:
    """A line each, with at most so many objects."""
    listed = []
    for risk in risks:
        named = "; ".join(map(markdown_text, risk.named(most)))
        headline = f"**{markdown_text(risk.headline)}**"
        listed.append(f"- {headline}: {named}" if most else f"- {headline}")
    return ["**Risks**", "", *listed, ""]


def _by_system(plan: Plan, systems: Sequence[str]) -> Iterator[str]:
    verbs = [v for v in plan.counts if v is not Verb.SAME]
    yield f"| System | {' | '.join(verbs)} | blocked |"
    yield f"|---|{'---:|' * (len(verbs) + 1)}"
    for system in systems[:100]:
        own = [step for step in plan.steps if step.key.system == system]
        counts = [sum(step.verb is v and not step.decision.keep for step in own) for v in verbs]
        counts.append(sum(bool(step.blocked) for step in own))
        yield f"| {markdown_text(system)} | {' | '.join(str(c or '') for c in counts)} |"
    if systems[100:]:
        yield f"| and {len(systems) - 100} more |{' |' * (len(verbs) + 1)}"
    yield ""


def _needs_a_look(step: Step, worst: Mapping[Key, RiskKind]) -> bool:
    """Whether it stops the update or risks something; what is only adopted as it is does not."""
    if step.blocked or step.verb in (Verb.DELETE, Verb.REPLACE):
        return True
    if worst.get(step.key) is RiskKind.ADOPTED:
        return bool(step.decision.changes)
    return step.key in worst


def _rows(steps: Sequence[Step], impacts: Mapping[Key, Impact]) -> list[TableRow]:
    return [_row(group, impact_of(group, impacts)) for group in alike(steps)]


class MarkdownPage:
    """Parts of a page that is full some time."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._room = limit - 200  # with room for what says what is left out
        self._lines: list[str] = []
        self._left: list[str] = []

    def always(self, part: Sequence[str]) -> None:
        self._lines += part
        self._room -= _length(part)

    def part(self, what: str, part: Sequence[str]) -> None:
        """The part, or a word that it is left out."""
        if _length(part) > self._room:
            self._left.append(what)
        else:
            self.always(part)

    def folded(self, title: str, part: Sequence[str]) -> None:
        before, after = _folds(title)
        self.part(title[0].lower() + title[1:], [*before, *part, *after])

    def rows(self, what: str, rows: Sequence[TableRow], head: Sequence[str] = _HEAD) -> None:
        """As many rows of the table as there is room for: in short where that is needed, those
        before others whole."""
        kept = self._fitting(rows, head)
        if kept:
            self.always([*head, *kept, ""])
        self._count_left(what, rows, len(kept))

    def folded_rows(
        self, title: str, rows: Sequence[TableRow], head: Sequence[str] = _HEAD
    ) -> None:
        """The same folded under a title."""
        before, after = _folds(title)
        kept = self._fitting(rows, [*before, *head, *after])
        if kept:
            self.always([*before, *head, *kept, *after])
        self._count_left(title.partition(" ")[2], rows, len(kept))

    def _fitting(self, rows: Sequence[TableRow], around: Sequence[str]) -> list[str]:
        room, kept = self._room - _length(around) - 1, 0
        for row in rows:
            room -= len(row.short) + 1
            if room < 0:
                room += len(row.short) + 1
                break
            kept += 1
        fitting = []
        for row in rows[:kept]:
            more = len(row.whole) - len(row.short)
            fitting.append(row.whole if more <= room else row.short)
            room -= more if more <= room else 0
        return fitting

    def _count_left(self, what: str, rows: Sequence[TableRow], kept: int) -> None:
        left, total = (sum(row.objects for row in some) for some in (rows[kept:], rows))
        if left:
            self._left.append(f"{left} {what}" if left == total else f"{left} of {total} {what}")

    def text(self) -> str:
        if self._left:
            left = "; ".join(self._left)
            self._lines += [f"Left out, because it does not fit in here: {left}.", ""]
        return "\n".join(self._lines)


def _folds(title: str) -> tuple[list[str], list[str]]:
    """The tags before and after a folded part."""
    return ["<details>", f"<summary>{title}</summary>", ""], ["", "</details>", ""]


def _length(part: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in part)


def finding_row(finding: Finding) -> str:
    """A row of the table of findings."""
    diagnostic = finding.diagnostic
    cells = (
        f"{diagnostic.severity.value} {diagnostic.code}",
        diagnostic.object,
        diagnostic.message,
        diagnostic.place,
    )
    return f"| {' | '.join(map(markdown_text, cells))} |"


def _row(steps: Sequence[Step], impact: Impact | None) -> TableRow:
    """Of one step, or of several that say the same."""
    step = steps[0]
    mark = _code(MARKS[step.verb]) if MARKS[step.verb] else ""
    statements = list(lines(step, impact))
    weighty = [line for line in statements if line.topic in _WEIGHTY]
    more = len(statements) - len(weighty)
    short = [*map(_detail, weighty), *([f"{more} more line{'s' * (more > 1)}"] if more else [])]

    def row(named: str, details: Sequence[str]) -> str:
        return f"| {mark} | {markdown_text(named)} | {verb(step)} | {'<br>'.join(details)} |"

    if not steps[1:]:
        named = target(step)
        return TableRow(row(named, list(map(_detail, statements))), row(named, short))
    names = [one_line(each.key.name) for each in steps]
    objects = f"{one_line(step.key.system)} {step.key.kind}, {len(steps)}: "
    whole = row(f"{objects}{', '.join(names)}", list(map(_detail, statements)))
    return TableRow(whole, row(f"{objects}{', '.join(first_few(names, _FEW))}", short), len(steps))


def _detail(line: Line) -> str:
    text = markdown_text(line.text)
    if line.topic in ("option", "force"):
        return f"**{text}**"
    if line.topic == "warning":
        return f"warning: {text}"
    if line.topic in ("drift", "LOSS", "BLOCKED"):
        return f"**{line.topic}** {text}"
    return f"{text} **drift**" if line.change is not None and line.change.drifted else text


def _graph(plan: Plan) -> Iterator[str]:
    """Mermaid: what changes, and what of it needs what; nothing where nothing needs anything."""
    nodes = {step.key: f"n{place}" for place, step in enumerate(plan.changes)}
    edges = [
        (nodes[step.key], nodes[key])
        for step in plan.changes
        for key in step.depends
        if key in nodes and key != step.key
    ]
    if not edges or len(nodes) > _NODES:
        return
    yield "flowchart LR"
    for step in plan.changes:
        system, name = one_line(step.key.system), one_line(step.key.name)
        label = f"{mermaid_text(system)} {mermaid_text(name)}<br/>{verb(step)}"
        yield f'  {nodes[step.key]}["{label}"]'
    yield from (f"  {needing} --> {needed}" for needing, needed in edges)


def _code(mark: str) -> str:
    return f"`{mark}`"
