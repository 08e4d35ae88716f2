"""A run in the terminal."""

from rich.console import Console
from rich.text import Text

from queuewright.drift.summary import Summary
from queuewright.render.table import print_table

_SHOWN = 20  # lines of each sort
_COLOURS = {"critical": "bold red", "high": "red", "medium": "yellow", "low": "dim"}


def show(summary: Summary, console: Console) -> None:
    """Counts, severities, the most drifted environments, what could not be read."""
    counts = summary.counts
    console.print(
        f"Run {summary.run} at {summary.at}: {counts['environments']} environments, "
        f"{counts['objects']} objects\n"
        f"{counts['drift']} differences: {counts['new']} new, {counts['persisting']} persisting, "
        f"{counts['resolved']} resolved, {counts['ignored']} ignored",
        highlight=False,
    )
    for severity, colour in _COLOURS.items():
        if severity in summary.by_severity:
            console.print(Text(f"  {severity:<9}{summary.by_severity[severity]:>9}", style=colour))
    if summary.by_attribute:
        console.print("What differs")
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
    if counts["failed"]:
        console.print(Text(f"{counts['failed']} environments failed", style="red"))
    failures = []
    for failure in summary.failures:
        system, error = failure["system"], failure["error"]
        reason = error if error.startswith(f"{system}: ") else f"{system}: {error}"
        failures.append(f"{failure['environment']} {reason}")
    for label, style, notes in (
        ("failed", "red", failures),
        ("fleet", "yellow", summary.problems),
        ("secret, not compared", "yellow", summary.secrets),
        ("not understood, not compared", "yellow", summary.not_understood),
        ("expired ignore rule", "yellow", summary.expired),
        ("run later than this one, check the clocks", "yellow", summary.skewed),
        ("run that never ended, ignored", "yellow", summary.unfinished),
    ):
        for note in notes[:_SHOWN]:
            console.print(Text(f"{label}: {note}", style=style))
        if len(notes) > _SHOWN:
            more = f"{label}: and {len(notes) - _SHOWN} more, see --json"
            console.print(Text(more, style="yellow"))
