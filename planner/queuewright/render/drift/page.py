"""A run as one self-contained HTML page: charts and a table that works offline."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment

from queuewright.drift.summary import Summary
from queuewright.render.escape import json_in_html


def page(summary: Summary, rows: Sequence[Mapping[str, Any]]) -> str:
    """The page. Every name and value in it comes from outside and is escaped."""
    template = Environment(autoescape=True).from_string(
        files(__package__).joinpath("page.html.j2").read_text(encoding="utf-8")
    )
    return template.render(
        summary=summary,
        counts=summary.counts,
        severities=[
            (word, summary.by_severity[word])
            for word in ("critical", "high", "medium", "low")
            if word in summary.by_severity
        ],
        heat=_heat(summary.heat),
        trend=_trend(summary.trend),
        rows=rows,
        shown=len(rows),
        data=json_in_html(summary.plain()),
    )


def _heat(cells: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows are environments, columns attributes; `strength` 0 to 1 on a square-root scale."""
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
                    {"count": n, "strength": round((n / most) ** 0.5, 3)}
                    for n in (counts.get((environment, attribute), 0) for attribute in attributes)
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
