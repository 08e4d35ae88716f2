"""Findings of lint as text, one a line, and as Markdown for a comment."""

from collections.abc import Iterator

from queuewright.catalogue.diagnostic import one_line
from queuewright.lint.linted import Report
from queuewright.lint.rule import Finding

from .escape import markdown_text
from .markdown import Page

_HEAD = ["| Code | Object | Finding | Where |", "|---|---|---|---|"]


def finding_line(finding: Finding) -> str:
    """`FILE:LINE: severity CODE: object: reason; way out [sources]`."""
    said = finding.diagnostic
    parts = [said.place, f"{said.severity.value} {said.code}", said.object, said.message]
    return one_line(": ".join(filter(None, parts)))


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
    page = Page()
    page.always(["### Lint", "", summary(report), ""])
    page.rows("findings", [_row(finding) for finding in report.findings], _HEAD)
    return page.text()


def _row(finding: Finding) -> str:
    said = finding.diagnostic
    cells = (f"{said.severity.value} {said.code}", said.object, said.message, said.place)
    return f"| {' | '.join(map(markdown_text, cells))} |"
