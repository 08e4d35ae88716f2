"""A run as Markdown, for pull requests and chat."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queuewright.drift.filters import ALL, Filters
from queuewright.drift.identity import identity_of
from queuewright.render.escape import markdown_text

from .words import difference, stale, stood, suspicious

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary

_LISTED = 50  # of what is over, and of what failed


def markdown(
    summary: "Summary",
    rows: Sequence[Mapping[str, Any]],
    resolved: Sequence[Mapping[str, Any]] = (),
    filters: Filters = ALL,
) -> str:
    """Headings, counts, the worst differences, what is over, what could not be read."""
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
    if filters:
        extent = "Only" if counts["drift"] or counts["resolved"] else "Nothing matches"
        lines += [f"{extent} {markdown_text(filters.words)}", ""]
    if rows:
        lines += _table(
            ("severity", "environment", "object", "difference", "first seen", "id"),
            (
                (row["severity"], row["environment"], _object(row), difference(row),
                 row["first_seen"], identity_of(row))
                for row in rows
            ),
        )  # fmt: skip
        if len(rows) < counts["drift"]:
            lines += [f"The {len(rows)} worst of {counts['drift']}; the lake has all.", ""]
    if resolved:
        lines += ["### Resolved", ""]
        lines += _table(
            ("environment", "object", "difference", "stood"),
            (
                (row["environment"], _object(row), difference(row),
                 stood(row["first_seen"], summary.at))
                for row in resolved[:_LISTED]
            ),
        )  # fmt: skip
    if summary.failures:
        lines += ["### Failed", ""]
        lines += _table(
            ("environment", "system", "error", "last read"),
            (
                (f["environment"], f["system"], f["error"], f.get("last_read") or "")
                for f in summary.failures[:_LISTED]
            ),
        )
    for heading, notes in (
        ("Fleet entries that cannot be read", summary.problems),
        ("Suspicious: the missing objects are not known", suspicious(summary)),
        ("Not read for too long", stale(summary)),
        ("Not compared: secret attributes, and what is in no dump", summary.secrets),
        ("Not understood or not reported, not compared", summary.not_understood),
        ("Ignore rules that have expired", summary.expired),
        ("Runs that claim to be later than this one", summary.skewed),
        ("Runs that never ended, ignored", summary.unfinished),
        ("Damaged files of the lake", summary.damaged),
    ):
        if notes:
            lines += [f"### {heading}", "", *(f"- {markdown_text(note)}" for note in notes), ""]
    return "\n".join(lines)


def _object(row: Mapping[str, Any]) -> str:
    return f"{row['system']} {row['kind']} {row['name']}"


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = ["| " + " | ".join(headings) + " |", "|" + " --- |" * len(headings)]
    lines += ["| " + " | ".join(markdown_text(value) for value in row) + " |" for row in rows]
    return [*lines, ""]
