"""A run of drift as reports are given it: rows, and a summary that says the same."""

from typing import Any

from queuewright.drift.summary import Summary

EVIL = "<script>alert(1)</script>|`*\n[red] @team ~~gone~~ &lt;b&gt; $x$ ^a^ =="


def row(number: int, **other: Any) -> dict[str, Any]:
    return {
        "environment": f"env-{number}", "system": "QM1", "kind": "mq:LocalQueue",
        "name": f"Q{number}", "drift": "changed", "attribute": "max_queue_depth",
        "desired": "100", "observed": str(number), "change": "in-place", "severity": "medium",
        "first_seen": "2026-11-21T12:00:00Z", "observed_before": None, "status": "new",
        "ignored": None, **other,
    }  # fmt: skip


ROWS = [
    row(9, severity="critical", drift="missing", attribute="", desired=None, observed=None),
    row(10, severity="high"),
    row(2),
    row(1, name=EVIL, severity="low"),
]
OVER = row(5, status="resolved", first_seen="2026-11-20T08:00:00Z")


def summary(**other: Any) -> Summary:
    counts = {"environments": 4, "objects": 40, "drift": 4, "new": 4, "persisting": 0,
              "resolved": 1, "ignored": 2, "failed": 1}  # fmt: skip
    heat = [
        {"environment": f"env-{n}", "attribute": a, "drift_count": n * k}
        for n in range(1, 5)
        for k, a in enumerate(("missing", "max_queue_depth"), 1)
    ]
    failures = [{"environment": "env-3", "system": "QM1", "error": EVIL}]
    trend = [
        {"run": f"r{n}", "at": f"2026-11-{20 + n}T12:00:00Z", "drift": n * n, "failed": 0}
        for n in range(4)
    ]
    slowest = [{"environment": "env-3", "system": "QM1", "seconds": 1.5, "objects": None}]
    given = {
        "run": "r3", "at": "2026-11-23T12:00:00Z", "counts": counts,
        "by_severity": {"critical": 1, "high": 1, "low": 1, "medium": 1}, "heat": heat,
        "failures": failures, "trend": trend, "slowest": slowest, "expired": [EVIL],
        "problems": [EVIL], "not_compared": [{"system": "QM1", "kind": "mq:LocalQueue",
                       "name": EVIL, "attribute": "custom", "environments": 3}],
        "by_attribute": [{"kind": "mq:LocalQueue", "drift": "changed", "attribute": EVIL,
                       "drift_count": 3}],
        "environments": [{"environment": EVIL, "drift": 4, "critical": 1}],
    }  # fmt: skip
    return Summary(**{**given, **other})


def clean(**other: Any) -> Summary:
    """A run that found nothing, but what is given."""
    counts = dict.fromkeys(summary().counts, 0)
    given = {"run": "r1", "at": "2026-11-23T12:00:00Z", "counts": counts}
    return Summary(**{**given, **other})
