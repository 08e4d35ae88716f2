"""A run as one self-contained HTML page: charts and a table that works offline."""

from collections.abc import Mapping, Sequence
from typing import Any

from queuewright.drift.summary import Summary
from queuewright.render.escape import json_in_html
from queuewright.render.pages import page_of

# Heading -> field of a row.
_COLUMNS = {
    "severity": "severity", "environment": "environment", "system": "system", "kind": "kind",
    "name": "name", "difference": "drift", "attribute": "attribute", "desired": "desired",
    "observed": "observed", "observed before": "observed_before",
    "change": "change", "first seen": "first_seen", "status": "status",
}  # fmt: skip


def page(summary: Summary, rows: Sequence[Mapping[str, Any]]) -> str:
    """The page. Every name and value in it comes from outside and is escaped."""
    return page_of(
        "drift.html.j2",
        summary=summary,
        counts=summary.counts,
        severities=[
            (word, summary.by_severity[word])
            for word in ("critical", "high", "medium", "low")
            if word in summary.by_severity
        ],
        heat=_heat(summary.heat),
        trend=_trend(summary.trend),
        headings=list(_COLUMNS),
        rows=[{"cells": [_text(row[column]) for column in _COLUMNS.values()]} for row in rows],
        shown=len(rows),
        data=json_in_html(summary.plain()),
    )


_WHOLE = ("missing", "unexpected")  # differences of an object as a whole
_DARKEST = 0.5  # of the heat map: its figures stay readable


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _heat(cells: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows are environments, columns attributes, or what else the difference is; `strength` 0 to 1
    on a square-root scale, `column` where the table of differences has the word."""
    environments = sorted({cell["environment"] for cell in cells})
    attributes = sorted({cell["attribute"] for cell in cells})
    counts = {(cell["environment"], cell["attribute"]): cell["drift_count"] for cell in cells}
    most = max(counts.values(), default=1)
    return {
        "attributes": attributes,
        "rows": [
            (
                environment,
                [
                    {
                        "count": counts.get((environment, attribute), 0),
                        "strength": round(
                            (counts.get((environment, attribute), 0) / most) ** 0.5 * _DARKEST, 3
                        ),
                        "attribute": attribute,
                        "column": "difference" if attribute in _WHOLE else "attribute",
                    }
                    for attribute in attributes
                ],
            )
            for environment in environments
        ],
    }


def _trend(points: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The last 60 runs in a box of 1120 by 160."""
    kept = list(points)[-60:]
    most = max([point["drift"] for point in kept] + [1])
    step = 1120 / max(len(kept) - 1, 1)
    placed = [
        {
            "x": round(step * position, 1) if len(kept) > 1 else 560.0,
            "y": round(150 - 140 * point["drift"] / most, 1),
            **point,
        }
        for position, point in enumerate(kept)
    ]
    return {
        "points": placed,
        "most": most,
        "line": " ".join(f"{point['x']},{point['y']}" for point in placed),
    }
