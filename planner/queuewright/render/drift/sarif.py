"""A run as SARIF 2.1.0, for code scanning: what differs, what is over, what could not be read.

A result keeps its fingerprint from run to run, and says whether it is new (`baselineState`).
Source: OASIS, Static Analysis Results Interchange Format 2.1.0, 3.20, 3.27, 3.58.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.drift.failing import FAILED
from queuewright.drift.identity import identity_of
from queuewright.drift.policy import DriftSeverity
from queuewright.render.sarif import log_of

from .words import difference, failures, stale, stood, suspicious

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary

SARIF_ROWS = 5000  # results of a run that GitHub shows
_LEVELS = {
    DriftSeverity.CRITICAL: Severity.ERROR, DriftSeverity.HIGH: Severity.ERROR,
    DriftSeverity.MEDIUM: Severity.WARNING, DriftSeverity.LOW: Severity.NOTE,
}  # fmt: skip
_TITLES = {
    "missing": "Declared and not there",
    "unexpected": "There and not declared",
    "changed": "Not as declared",
    "inconsistent": "Instances of a cluster queue disagree",
}


def drift_sarif(
    summary: "Summary",
    rows: Sequence[Mapping[str, Any]],
    resolved: Sequence[Mapping[str, Any]] = (),
    file: str = "",
) -> dict[str, Any]:
    """rows: the worst differences. file: what defines the fleet, which results point to; code
    scanning shows no result without a file."""
    every = [*rows, *resolved]
    document = log_of([(_diagnostic(row), file, 1 if file else 0, _title(row)) for row in every])
    (run,) = document["runs"]
    for row, result in zip(every, run["results"], strict=True):
        result["partialFingerprints"] = {"queuewrightDrift/v1": identity_of(row)}
        result["baselineState"] = _baseline(row)
        result["rank"] = _rank(row)
        result["message"]["text"] += f"; {_since(row, summary)}"
    run["automationDetails"] = {"id": f"queuewright/drift/{quote(summary.run)}"}
    run["invocations"] = [_invocation(summary)]
    run["properties"] = {"counts": dict(summary.counts), "listed": len(rows)}
    return document


def _diagnostic(row: Mapping[str, Any]) -> Diagnostic:
    place = f"{row['environment']} {row['system']} {row['kind']} {row['name']}"
    level = _LEVELS[DriftSeverity(row["severity"])]
    code = f"drift-{row['drift']}"
    return Diagnostic(code, None, difference(row), severity=level, object=place)


def _title(row: Mapping[str, Any]) -> str:
    return _TITLES.get(row["drift"], str(row["drift"]))


def _baseline(row: Mapping[str, Any]) -> str:
    if row["status"] == "persisting":
        return "unchanged" if row.get("observed_before") is None else "updated"
    return "absent" if row["status"] == "resolved" else "new"


def _rank(row: Mapping[str, Any]) -> float:
    """0 to 100, the worst 100."""
    words = list(DriftSeverity)
    return 100.0 * (words.index(DriftSeverity(row["severity"])) + 1) / len(words)


def _since(row: Mapping[str, Any], summary: "Summary") -> str:
    if row["status"] == "resolved":
        return f"resolved, stood {stood(row['first_seen'], summary.at)}"
    return f"{row['severity']}, first seen {row['first_seen']}"


def _invocation(summary: "Summary") -> dict[str, Any]:
    notices = [("error", text) for text in (*failures(summary), *summary.problems)]
    notices += [("error", f"suspicious: {text}") for text in suspicious(summary)]
    notices += [("warning", f"not read for too long: {text}") for text in stale(summary)]
    return {
        "executionSuccessful": summary.exit_code != FAILED,
        "endTimeUtc": summary.at,
        "toolExecutionNotifications": [
            {"level": level, "message": {"text": text}} for level, text in notices
        ],
    }
