"""A run in the terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from queuewright.catalogue.diagnostic import one_line
from queuewright.drift.filters import ALL, Filters
from queuewright.render.table import print_table

from .groups import RowGroup, grouped
from .words import difference, failures, notes, stood

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary

_SHOWN = 20  # lines of each sort of note
_LISTED = 100  # lines of differences where nobody's screen is the limit
_LEAST = 10  # lines of differences on the lowest screen
_COLOURS = {"critical": "bold red", "high": "red", "medium": "yellow", "low": "dim"}


def show(
    summary: "Summary",
    console: Console,
    rows: Sequence[Mapping[str, Any]] = (),
    resolved: Sequence[Mapping[str, Any]] = (),
    filters: Filters = ALL,
) -> None:
    """Counts, the worst differences, what is over, what differs most and where, what could not be
    read. rows: the worst differences, which need not be all. filters: what rows and summary were
    narrowed by."""
    _show_counts(summary, console, filters)
    _show_differences(summary, console, rows)
    _show_resolved(summary, console, resolved)
    _show_tables(summary, console)
    _show_notes(summary, console)


def _show_counts(summary: "Summary", console: Console, filters: Filters) -> None:
    counts = summary.counts
    console.print(
        f"Run {summary.run} at {summary.at}: {counts['environments']} environments, "
        f"{counts['objects']} objects\n"
        f"{counts['drift']} differences: {counts['new']} new, {counts['persisting']} persisting, "
        f"{counts['resolved']} resolved, {counts['ignored']} ignored",
        highlight=False,
        markup=False,
    )
    if filters:
        extent = "only" if counts["drift"] or counts["resolved"] else "nothing matches"
        console.print(Text(one_line(f"{extent} {filters.words}"), style="yellow"))
    for severity, colour in _COLOURS.items():
        if severity in summary.by_severity:
            console.print(Text(f"  {severity:<9}{summary.by_severity[severity]:>9}", style=colour))


def _show_differences(
    summary: "Summary", console: Console, rows: Sequence[Mapping[str, Any]]
) -> None:
    if not rows:
        return
    groups = grouped(rows)
    room = max(_LEAST, console.height // 2) if console.is_terminal else _LISTED
    console.print("Differences, the worst first")
    for group in groups[:room]:
        _show_group(group, console)
    shown = sum(len(group.rows) for group in groups[:room])
    total = summary.counts["drift"]
    if len(rows) < total:
        text = (
            f"the lines are about the {len(rows)} worst of {total}; narrow them with --environment"
        )
        console.print(Text(f"{text}, --severity, --kind or --new", style="yellow"))
    if shown < len(rows):
        text = (
            f"and {len(groups) - room} more lines, of {len(rows) - shown} differences: see --html"
        )
        console.print(Text(text, style="yellow"))


def _show_group(group: RowGroup, console: Console) -> None:
    line = Text(f"  {group.severity:<9}", style=_COLOURS.get(group.severity, ""))
    line.append(one_line(group.text), style="default")
    console.print(line)


def _show_resolved(summary: "Summary", console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows[:_SHOWN]:
        place = f"{row['environment']} {row['system']} {row['kind']} {row['name']}"
        time = stood(row["first_seen"], summary.at)
        text = f"resolved: {place} {difference(row)}; stood {time}"
        console.print(Text(one_line(text), style="green"))
    more = summary.counts["resolved"] - min(len(rows), _SHOWN)
    if rows and more > 0:
        console.print(Text(f"resolved: and {more} more, see --html", style="green"))


def _show_tables(summary: "Summary", console: Console) -> None:
    if summary.by_attribute:
        console.print("Differences")
        names = ("kind", "drift", "attribute", "drift_count")
        print_table(
            ("kind", "difference", "attribute", "count"),
            ([row[name] for name in names] for row in summary.by_attribute[:10]),
            console,
        )
    if summary.environments:
        console.print("Where")
        print_table(
            ("environment", "differences", "critical"),
            (
                [row[name] for name in ("environment", "drift", "critical")]
                for row in summary.environments[:10]
            ),
            console,
        )


def _show_notes(summary: "Summary", console: Console) -> None:
    if summary.counts["failed"]:
        console.print(Text(f"{summary.counts['failed']} environments failed", style="red"))
    for label, texts in {"failed": failures(summary), **notes(summary)}.items():
        for note in texts[:_SHOWN]:
            style = "red" if label == "failed" else "yellow"
            console.print(Text(f"{label}: {note}", style=style))
        if len(texts) > _SHOWN:
            more = f"{label}: and {len(texts) - _SHOWN} more, see --json"
            console.print(Text(more, style="yellow"))
