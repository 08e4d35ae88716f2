"""A run as Markdown, for pull requests and chat."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from queuewright.drift.summary import Summary
from queuewright.render.escape import markdown_text


def markdown(summary: Summary, rows: Sequence[Mapping[str, Any]]) -> str:
    """Headings, counts, the worst differences, what could not be read."""
    counts = summary.counts
    lines = [
        f"## Drift of {summary.at}",
        "",
        f"**{counts['drift']}** differences in {counts['environments']} environments "
        f"({counts['objects']} objects): {counts['new']} new, {counts['persisting']} persisting, "
        f"{counts['resolved']} resolved, {counts['ignored']} ignored; "
        f"{counts['failed']} environments failed.",
        "",
    ]
    if rows:
        table = []
        for row in rows:
            place = f"{row['system']} {row['kind']} {row['name']}"
            seen = row["first_seen"]
            table.append((row["severity"], row["environment"], place, difference(row), seen))
        lines += _table(("severity", "environment", "object", "difference", "first seen"), table)
        if len(rows) < counts["drift"]:
            lines += [f"The {len(rows)} worst of {counts['drift']}; the lake has all.", ""]
    if summary.failures:
        lines += ["### Failed", ""]
        lines += _table(
            ("environment", "system", "error"),
            ((f["environment"], f["system"], f["error"]) for f in summary.failures[:50]),
        )
    for heading, notes in (
        ("Fleet entries that cannot be read", summary.problems),
        ("Secret attributes, not compared", summary.secrets),
        ("Not understood, not compared", summary.not_understood),
        ("Ignore rules that have expired", summary.expired),
        ("Runs that claim to be later than this one", summary.skewed),
        ("Runs that never ended, ignored", summary.unfinished),
    ):
        if notes:
            lines += [f"### {heading}", "", *(f"- {markdown_text(note)}" for note in notes), ""]
    return "\n".join(lines)


def difference(row: Mapping[str, Any]) -> str:
    """What differs, in words."""
    if row["drift"] == "missing":
        return "is missing"
    if row["drift"] == "unexpected":
        return "is not declared"
    if row["drift"] == "inconsistent":
        return f"{row['attribute']} differs inside the cluster: {row['observed']}"
    before = row.get("observed_before")
    then = "" if before is None else f", {before} in the run before"
    return f"{row['attribute']}: {row['desired']} desired, {row['observed']} found{then}"


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = ["| " + " | ".join(headings) + " |", "|" + " --- |" * len(headings)]
    lines += ["| " + " | ".join(markdown_text(value) for value in row) + " |" for row in rows]
    return [*lines, ""]
