"""When drift makes a command end with 2."""

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from .filters import Filters
from .policy import DriftSeverity

if TYPE_CHECKING:
    from .summary import Summary

FAILED = 4  # the exit code of a run in which environments failed, whatever else it found


class FailOn(StrEnum):
    """The differences that end a command with 2: from new ones only to any."""

    NEW_CRITICAL = "new-critical"
    CRITICAL = "critical"
    HIGH = "high"  # or worse
    ANY = "any"


def exit_code(
    summary: "Summary", fail_on: FailOn, *, has_any: Callable[[Filters], bool] = lambda _: True
) -> int:
    """0, 2 or 4. has_any: whether the run has a difference that passes filters; asked only where
    the counts of the summary do not say it."""
    code = summary.exit_code
    if code == FAILED or fail_on is FailOn.ANY:
        return code
    if fail_on is FailOn.HIGH:
        holds = _count(summary, DriftSeverity.CRITICAL, DriftSeverity.HIGH) > 0
    else:
        holds = _count(summary, DriftSeverity.CRITICAL) > 0
    if holds and fail_on is FailOn.NEW_CRITICAL:
        if summary.new_by_severity:
            return 2 if summary.new_by_severity.get(DriftSeverity.CRITICAL.value) else 0
        # A lake of an older version counts what is new, and not how bad that is.
        new = summary.counts["new"]
        holds = new > 0 and has_any(Filters(severities=[DriftSeverity.CRITICAL], new=True))
    return 2 if holds else 0


def _count(summary: "Summary", *severities: DriftSeverity) -> int:
    return sum(summary.by_severity.get(severity.value, 0) for severity in severities)
