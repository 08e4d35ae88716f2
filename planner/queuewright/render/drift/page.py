"""A run as one self-contained HTML page: charts and a table that works offline."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from queuewright.drift.filters import ALL, Filters
from queuewright.drift.identity import identity_of
from queuewright.render.escape import json_in_html
from queuewright.render.pages import page_of

from .charts import heat, ranked, trend
from .words import difference, notes, stood

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary

# Heading -> field of a row.
_COLUMNS = {
    "severity": "severity", "environment": "environment", "system": "system", "kind": "kind",
    "name": "name", "difference": "drift", "attribute": "attribute", "desired": "desired",
    "observed": "observed", "change": "change", "first seen": "first_seen", "status": "status",
}  # fmt: skip


def page(
    summary: "Summary",
    rows: Sequence[Mapping[str, Any]],
    resolved: Sequence[Mapping[str, Any]] = (),
    filters: Filters = ALL,
) -> str:
    """The page. Every name and value in it comes from outside and is escaped."""
    return page_of(
        "drift.html.j2",
        summary=summary,
        counts=summary.counts,
        filters=filters,
        severities=[
            (word, summary.by_severity[word])
            for word in ("critical", "high", "medium", "low")
            if word in summary.by_severity
        ],
        heat=heat(summary.heat),
        trend=trend(summary.trend),
        worst=ranked(
            [(row["environment"], row["drift"], row["critical"]) for row in summary.environments]
        ),
        changed=ranked(
            [
                (row["attribute"] or row["drift"], row["drift_count"], 0, row["kind"])
                for row in summary.by_attribute
            ]
        ),
        headings=[*_COLUMNS, "id"],
        rows=list(map(_cells, rows)),
        shown=len(rows),
        resolved=[
            (_place(row), difference(row), row["first_seen"], stood(row["first_seen"], summary.at))
            for row in resolved
        ],
        notes=notes(summary),
        breakable=breakable,
        data=json_in_html(summary.plain()),
    )


def _place(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(row[name] for name in ("environment", "system", "kind", "name"))


def _cells(row: Mapping[str, Any]) -> list[dict[str, str]]:
    """`before`: what was observed in the run before, below what is observed now."""
    cells = [{"text": _text(row[column])} for column in _COLUMNS.values()]
    before = row.get("observed_before")
    if before is not None:
        cells[list(_COLUMNS).index("observed")]["before"] = str(before)
    return [*cells, {"text": identity_of(row)}]


def _text(value: Any) -> str:
    return "" if value is None else str(value)


# A date stays whole, and so does its time; of anything else what ends with a sign or a blank.
_PIECE = re.compile(
    r"\d{4}-\d\d-\d\d(?=T\d)|T?\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?"
    r"|[^\s._:/,;=-]+[._:/,;=-]*|[._:/,;=-]+|\s+"
)
_LONGEST = 24  # characters that stay on one line; of a name of MQ a piece is rarely longer


def breakable(value: object) -> Markup:
    """Text that is broken between its pieces alone: at a blank or after a sign. A piece that fills
    a line of its own, such as a key in hexadecimal, may be broken anywhere."""
    pieces = []
    for piece in _PIECE.findall(str(value)):
        text = escape(piece)
        long = len(piece) > _LONGEST
        pieces.append(Markup('<span class="long">{}</span>').format(text) if long else text)
    return Markup("<wbr>").join(pieces)
