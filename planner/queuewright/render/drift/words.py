"""Differences and their ages in words: the same in every form of a report."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary


def difference(row: Mapping[str, Any]) -> str:
    """The differences."""
    if row["drift"] == "missing":
        return "is missing"
    if row["drift"] == "unexpected":
        return "is not declared"
    if row["drift"] == "inconsistent":
        return f"{row['attribute']} differs inside the cluster: {row['observed']}"
    before = row.get("observed_before")
    then = "" if before is None else f", {before} in the run before"
    return f"{row['attribute']}: {row['desired']} desired, {row['observed']} found{then}"


def stood(first_seen: str, at: str) -> str:
    """How long a difference was there, from one time in ISO 8601 to another: `3 days 4 h`."""
    try:
        seconds = (datetime.fromisoformat(at) - datetime.fromisoformat(first_seen)).total_seconds()
    except (TypeError, ValueError):  # of a lake that something else wrote
        return "for an unknown time"
    minutes = max(0, int(seconds)) // 60
    days, hours = divmod(minutes // 60, 24)
    if days:
        return f"{days} {'day' if days == 1 else 'days'} {hours} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min"


def failures(summary: "Summary") -> list[str]:
    """Environment, system, reason, and when it was last read where that is known."""
    texts = []
    for failure in summary.failures:
        system, error = failure["system"], failure["error"]
        reason = error if error.startswith(f"{system}: ") else f"{system}: {error}"
        last = failure.get("last_read")
        texts.append(f"{failure['environment']} {reason}{f' (last read {last})' if last else ''}")
    return texts


def stale(summary: "Summary") -> list[str]:
    """Systems that were last read too long ago."""
    return [
        f"{row['environment']} {row['system']}: "
        + (f"last read {row['last_read']}, {row['hours']:g} h ago" if row["last_read"] else "never")
        for row in summary.stale
    ]


def suspicious(summary: "Summary") -> list[str]:
    """Systems that lost so many objects that nothing is said of them."""
    return [
        "{environment} {system}: {objects} objects, {objects_before} before".format_map(row)
        for row in summary.suspicious
    ]


def notes(summary: "Summary") -> Mapping[str, Sequence[str]]:
    """Notes of a summary for people, by subject."""
    return {
        "fleet": summary.problems,
        "suspicious, the missing objects are not known": suspicious(summary),
        "not read for too long": stale(summary),
        "not compared": summary.secrets,
        "not understood or not reported, not compared": summary.not_understood,
        "expired ignore rule": summary.expired,
        "run later than this one, check the clocks": summary.skewed,
        "run that never ended, ignored": summary.unfinished,
        "damaged file of the lake": summary.damaged,
    }
