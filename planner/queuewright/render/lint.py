"""Findings of lint as text, one a line, and as Markdown for a comment."""

from collections.abc import Iterator

from queuewright.lint.linted import Report

from .markdown import FINDINGS, MarkdownPage, TableRow, finding_row
from .words import finding_line


def lint_text(report: Report) -> Iterator[str]:
    """A line a finding."""
    yield from map(finding_line, report.findings)


def summary(report: Report) -> str:
    """`2 errors, 1 warning; 3 silenced; 40 objects`."""
    found = [f"{n} {severity.value}{'s' * (n > 1)}" for severity, n in report.counts.items()]
    text = ", ".join(found) or "nothing found"
    silenced = f"; {len(report.silenced)} silenced" if report.silenced else ""
    return f"{text}{silenced}; {report.objects} object{'s' * (report.objects != 1)}"


def lint_markdown(report: Report) -> str:
    """A heading with the counts and a table, within the size of a comment."""
    page = MarkdownPage()
    page.always(["### Lint", "", summary(report), ""])
    page.rows(
        "findings", [TableRow(row, row) for row in map(finding_row, report.findings)], FINDINGS
    )
    return page.text()
