"""A plan as Markdown for a pull request. Nothing in it becomes markup, a mention or HTML.

What stops the update or loses something stands open, the rest folded; what would not fit into a
comment is left out by whole parts, least important first, and counted.
"""

from collections.abc import Iterator, Sequence

from queuewright.catalogue.diagnostic import one_line
from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan, Step
from queuewright.impact.radius import Impact
from queuewright.lint.rule import Finding

from .escape import markdown_text, mermaid_text
from .outputs import OutputChange
from .words import MARKS, Line, lines, policy_lines, shown_steps, summary, target, verb
from .workload import CHANGES, change_notes, change_rows, markdown_table

LIMIT = 60_000  # characters; a comment on GitHub may have 65,536
_NODES = 60  # of the graph: more cannot be read
FINDINGS = ["| Code | Object | Finding | Where |", "|---|---|---|---|"]
_HEAD = ["| | Object | Step | Details |", "|---|---|---|---|"]


def plan_markdown(
    plan: Plan,
    *,
    show_sames: bool = False,
    outputs: Sequence[OutputChange] = (),
    limit: int = LIMIT,
) -> str:
    """A heading, the counts, of several systems a table of them, what needs a look, everything
    else folded, the outputs and a graph. limit: at most so many characters."""
    steps = shown_steps(plan, show_sames)
    risky = [step for step in steps if _risky(step)]
    others = [step for step in steps if not _risky(step)]
    page = Page(limit)
    page.always(_heading(plan))
    impacts = plan.impacts
    page.rows("changes that need a look", [_row(step, impacts.get(step.key)) for step in risky])
    rows = [_row(step, impacts.get(step.key)) for step in others]
    if others and not risky:
        page.rows("changes", rows)
    elif others:
        count = f"{len(others)} other change{'s' * (len(others) > 1)}"
        page.folded(count, [*_HEAD, *rows])
    if plan.rerouted:
        table = markdown_table(CHANGES, list(change_rows(plan.rerouted)))
        notes = [f"- {markdown_text(text)}" for text in change_notes(plan.rerouted)]
        page.folded("Where puts to queues of clusters go", [*table, "", *notes])
    if plan.findings:
        count = f"{len(plan.findings)} finding{'s' * (len(plan.findings) > 1)} of lint"
        page.folded(count, [*FINDINGS, *map(finding_row, plan.findings)])
    if outputs:
        listed = [f"- {_code(change.mark)} {markdown_text(str(change))}" for change in outputs]
        page.part("the outputs", ["Outputs:", "", *listed, ""])
    if plan.left:
        urns = ", ".join(markdown_text(left.urn) for left in plan.left)
        page.part("what is left to Pulumi", [f"Left to Pulumi: {urns}", ""])
    graph = list(_graph(plan))
    if graph:
        page.folded("What needs what", ["```mermaid", *graph, "```"])
    return page.text()


def _heading(plan: Plan) -> list[str]:
    parts = [f"### Plan for {markdown_text(plan.project)}/{markdown_text(plan.stack)}", ""]
    counts = [f"{_code(mark)} {words}" if mark else words for mark, words in summary(plan)]
    parts += [", ".join(counts), ""]
    if plan.blocked_count:
        parts += ["> **Blocked**: nothing is sent until every **BLOCKED** is dealt with.", ""]
    if plan.policy:
        parts += [*(f"- {_detail(line)}" for line in policy_lines(plan)), ""]
    if plan.is_empty:
        parts += ["No changes: the systems are as declared.", ""]
    systems = sorted({step.key.system for step in plan.changes})
    if systems[1:]:
        parts += _by_system(plan, systems)
    return parts


def _by_system(plan: Plan, systems: Sequence[str]) -> Iterator[str]:
    verbs = [v for v in plan.counts if v is not Verb.SAME]
    yield f"| System | {' | '.join(verbs)} | blocked |"
    yield f"|---|{'---:|' * (len(verbs) + 1)}"
    for system in systems[:100]:
        own = [step for step in plan.steps if step.key.system == system]
        counts = [sum(step.verb is v for step in own) for v in verbs]
        counts.append(sum(bool(step.blocked) for step in own))
        yield f"| {markdown_text(system)} | {' | '.join(str(c or '') for c in counts)} |"
    if systems[100:]:
        yield f"| and {len(systems) - 100} more |{' |' * (len(verbs) + 1)}"
    yield ""


def _risky(step: Step) -> bool:
    """Whether it stops the update, or takes something away."""
    return bool(step.blocked) or step.verb in (Verb.DELETE, Verb.REPLACE)


class Page:
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
        page = ["<details>", f"<summary>{title}</summary>", "", *part, "", "</details>", ""]
        self.part(title[0].lower() + title[1:], page)

    def rows(self, what: str, rows: Sequence[str], head: Sequence[str] = _HEAD) -> None:
        """As many rows of the table as there is room for."""
        kept: list[str] = []
        room = self._room - _length(head) - 1
        for row in rows:
            room -= len(row) + 1
            if room < 0:
                break
            kept.append(row)
        if kept:
            self.always([*head, *kept, ""])
        if len(kept) < len(rows):
            self._left.append(f"{len(rows) - len(kept)} {what}")

    def text(self) -> str:
        if self._left:
            left = "; ".join(self._left)
            self._lines += [f"Left out, because it does not fit in here: {left}.", ""]
        return "\n".join(self._lines)


def _length(part: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in part)


def finding_row(finding: Finding) -> str:
    """A row of the table of findings."""
    said = finding.diagnostic
    cells = (f"{said.severity.value} {said.code}", said.object, said.message, said.place)
    return f"| {' | '.join(map(markdown_text, cells))} |"


def _row(step: Step, impact: Impact | None) -> str:
    mark = _code(MARKS[step.verb]) if MARKS[step.verb] else ""
    details = "<br>".join(map(_detail, lines(step, impact)))
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
