"""A run of drift as a page, as Markdown, as JSON and in the terminal."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.compute as pc

from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.compare.history import IDENTITY
from queuewright.drift.summary import Summary

from .markdown import markdown
from .page import page

if TYPE_CHECKING:
    from queuewright.drift.lake import Lake

__all__ = ["TABLE_ROWS", "check_writable", "table_rows", "write_reports"]

_WORST_FIRST = ("critical", "high", "medium", "low")
TABLE_ROWS = 2000  # rows of the table of a page: the worst ones; the lake has them all


def table_rows(lake: "Lake", run: str, limit: int = TABLE_ROWS) -> list[dict[str, Any]]:
    """The worst differences of a run, at most `limit`: what a page lists."""
    rows: list[dict[str, Any]] = []
    for severity in _WORST_FIRST:
        if len(rows) >= limit:
            break
        where = {"severity": [severity], "status": ["new", "persisting"]}
        found = lake.read("drift", run, where=where)
        found = found.filter(pc.is_null(found["ignored"]))
        found = found.sort_by([(name, "ascending") for name in IDENTITY])
        rows += found.slice(0, limit - len(rows)).to_pylist()
    return rows


def write_reports(
    summary: Summary,
    lake: "Lake",
    *,
    json_path: str | None = None,
    html_path: str | None = None,
    markdown_path: str | None = None,
) -> None:
    """Write what is asked for. Raises QueuewrightError when a file cannot be written."""
    if json_path:
        _write(json_path, json.dumps(summary.plain(), indent=2, ensure_ascii=False) + "\n")
    if html_path or markdown_path:
        rows = table_rows(lake, summary.run)
        if html_path:
            _write(html_path, page(summary, rows))
        if markdown_path:
            _write(markdown_path, markdown(summary, rows[:100]))


def check_writable(*paths: str | None) -> None:
    """Before a long job: raises QueuewrightError for a path that its end could not write."""
    for path in filter(None, paths):
        parent = Path(path).absolute().parent
        if Path(path).is_dir():
            raise QueuewrightError(f"{path}: is a directory; give the path of a file")
        if not parent.is_dir() or not os.access(parent, os.W_OK):
            why = "cannot be written to" if parent.is_dir() else "no such directory"
            raise QueuewrightError(f"{path}: {parent}: {why}; give a path that can be written")


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise QueuewrightError(
            f"{path}: {error.strerror}; give a path that can be written"
        ) from None
