"""The pictures of a run as numbers: where each part of them is drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

_WHOLE = ("missing", "unexpected")  # differences of an object as a whole
_DARKEST = 0.5  # of the heat map: its figures stay readable
_SEVERITIES = ("critical", "high", "medium", "low")  # from the ground up
_RUNS, _WIDTH, _HEIGHT = 60, 1120, 140
_RANKED = 10


def heat(cells: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows are environments, columns attributes, or what else the difference is; `strength` 0 to 1
    on a square-root scale, `column` where the table of differences has the word."""
    environments = sorted({cell["environment"] for cell in cells})
    attributes = sorted({cell["attribute"] for cell in cells})
    counts = {(cell["environment"], cell["attribute"]): cell["drift_count"] for cell in cells}
    most = max(counts.values(), default=1)

    def drawn(environment: str, attribute: str) -> dict[str, Any]:
        count = counts.get((environment, attribute), 0)
        return {
            "count": count,
            "strength": round((count / most) ** 0.5 * _DARKEST, 3),
            "attribute": attribute,
            "column": _column(attribute),
        }

    return {
        "attributes": attributes,
        "rows": [(name, [drawn(name, each) for each in attributes]) for name in environments],
    }


def _column(attribute: str) -> str:
    return "difference" if attribute in _WHOLE else "attribute"


def trend(points: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The last runs as a stacked bar each, in a box of 1120 by 160. A point of an older lake has no
    `by_severity`: its bar is of one colour, `all`."""
    kept = list(points)[-_RUNS:]
    most = max([point["drift"] for point in kept] + [1])
    step = _WIDTH / max(len(kept), 1)
    bars: list[dict[str, Any]] = [
        {
            "x": round(step * position + step * 0.1, 1),
            "width": round(min(step * 0.8, 80.0), 1),
            "parts": _parts(point, most),
            "text": _in_words(point),
        }
        for position, point in enumerate(kept)
    ]
    used = {part["severity"] for bar in bars for part in bar["parts"]}
    return {
        "bars": bars,
        "most": most,
        "legend": [word for word in (*_SEVERITIES, "all") if word in used],
        "first": kept[0]["at"] if kept else "",
        "last": kept[-1]["at"] if kept else "",
    }


def _parts(point: Mapping[str, Any], most: int) -> list[dict[str, Any]]:
    given = point.get("by_severity")
    counts = {word: given.get(word, 0) for word in _SEVERITIES} if given else {}
    counts["all"] = max(0, point["drift"] - sum(counts.values()))
    parts, top = [], 150.0
    for word, count in counts.items():
        if count:
            height = _HEIGHT * count / most
            top -= height
            parts.append({"severity": word, "y": round(top, 1), "height": round(height, 1)})
    return parts


def _in_words(point: Mapping[str, Any]) -> str:
    given = point.get("by_severity") or {}
    counts = ", ".join(f"{given[word]} {word}" for word in _SEVERITIES if given.get(word))
    return (
        f"{point['at']}: {point['drift']} differences"
        f"{f' ({counts})' if counts else ''}, {point['failed']} failed"
    )


def ranked(rows: Sequence[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """The first ten of (name, count, critical of them, more words) as bars; 100 is the longest."""
    kept = rows[:_RANKED]
    most = max([row[1] for row in kept] + [1])
    return [
        {
            "name": name,
            "count": count,
            "critical": critical,
            "more": more[0] if more else "",
            "column": _column(name),
            "width": round(100 * count / most, 1),
            "dark": round(100 * critical / most, 1),
        }
        for name, count, critical, *more in kept
    ]
