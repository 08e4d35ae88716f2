"""A run of drift as a page, as Markdown, as JSON, in the terminal, and for other tools."""

import json
import os
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.filters import ALL, Filters
from queuewright.whole_files import write_whole

from .markdown import markdown
from .page import page
from .prometheus import prometheus
from .rows import TABLE_ROWS, LakeRows, Row, RunDifferences
from .sarif import SARIF_ROWS, drift_sarif

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary

__all__ = [
    "TABLE_ROWS",
    "DriftReport",
    "Files",
    "LakeRows",
    "RunDifferences",
    "check_writable",
]  # fmt: skip

_IN_TEXT = 100  # rows of Markdown


@dataclass(frozen=True, slots=True)
class Files:
    """Where each form of a report is to be written; None: nowhere."""

    json: str | None = None
    html: str | None = None
    markdown: str | None = None
    sarif: str | None = None
    prometheus: str | None = None

    def check(self) -> None:
        """Before a long job: raises QueuewrightError for a path that its end could not write."""
        check_writable(*(getattr(self, each.name) for each in fields(self)))


@dataclass(frozen=True)
class DriftReport:
    """One run, or what of it passes the filters, in every form. exit_code: that of the command.
    fleet: the path of its file, "" where it is not known."""

    summary: "Summary"
    found: RunDifferences
    exit_code: int
    filters: Filters = ALL
    fleet: str = ""

    @cached_property
    def rows(self) -> "list[Row]":
        return list(self.found.worst(TABLE_ROWS, self.filters) if self._differs else ())

    @cached_property
    def resolved(self) -> "list[Row]":
        any_resolved = self.summary.counts["resolved"] > 0
        return list(self.found.resolved(TABLE_ROWS, self.filters) if any_resolved else ())

    @property
    def _differs(self) -> bool:
        return self.summary.counts["drift"] > 0

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        filtered = {"filter": self.filters.words} if self.filters else {}
        return {**self.summary.plain(), "exit_code": self.exit_code, **filtered}

    def markdown(self) -> str:
        return markdown(self.summary, self.rows[:_IN_TEXT], self.resolved, self.filters)

    def page(self) -> str:
        return page(self.summary, self.rows, self.resolved, self.filters)

    def sarif(self) -> dict[str, Any]:
        rows = self.rows
        if len(rows) == TABLE_ROWS:
            rows = list(self.found.worst(SARIF_ROWS, self.filters))
        return drift_sarif(self.summary, rows, self.resolved, self.fleet)

    def write(self, files: Files) -> None:
        """Write what is asked for, each file whole or not at all. Raises QueuewrightError when one
        cannot be written."""
        if files.json:
            write_whole(Path(files.json), _json(self.plain()))
        if files.html:
            write_whole(Path(files.html), self.page())
        if files.markdown:
            write_whole(Path(files.markdown), self.markdown())
        if files.sarif:
            write_whole(Path(files.sarif), _json(self.sarif()))
        if files.prometheus:
            write_whole(Path(files.prometheus), prometheus(self.summary))


def check_writable(*paths: str | None) -> None:
    """Before a long job: raises QueuewrightError for a path that its end could not write."""
    for path in filter(None, paths):
        parent = Path(path).absolute().parent
        if Path(path).is_dir():
            raise QueuewrightError(f"{path}: is a directory; give the path of a file")
        if not parent.is_dir() or not os.access(parent, os.W_OK):
            reason = "cannot be written to" if parent.is_dir() else "no such directory"
            raise QueuewrightError(f"{path}: {parent}: {reason}; give a path that can be written")


def _json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
