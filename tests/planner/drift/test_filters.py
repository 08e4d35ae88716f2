"""Which differences are asked for, what the run is of these alone, and when that fails a job."""

import re
from typing import Any

import pytest

from drift_run import OVER, ROWS, clean, row, summary
from found_rows import FoundRows
from queuewright.drift.failing import FailOn, exit_code
from queuewright.drift.filters import ALL, Filters, InvalidFilter
from queuewright.drift.policy import DriftSeverity
from queuewright.drift.summary import Summary, narrowed

PROD = row(1, environment="prod-1", severity="critical", status="persisting")
TEST = row(2, environment="test-1", kind="mq:AliasQueue")


@pytest.mark.parametrize(
    ("filters", "passing"),
    [
        (ALL, [PROD, TEST]),
        (Filters(environments=["prod-*"]), [PROD]),
        (Filters(environments=["prod-1", "test-[0-9]"]), [PROD, TEST]),
        (Filters(environments=["PROD-1"]), []),
        (Filters(kinds=["mq:Alias*"]), [TEST]),
        (Filters(severities=[DriftSeverity.CRITICAL, DriftSeverity.HIGH]), [PROD]),
        (Filters(new=True), [TEST]),
        (Filters(environments=["prod-*"], new=True), []),
    ],
)
def test_all_filters_match_and_of_each_one_pattern(
    filters: Filters, passing: list[dict[str, Any]]
) -> None:
    assert [one for one in (PROD, TEST) if filters.matches(one)] == passing
    # What a store of rows looks for by itself keeps every row that passes.
    kept = [
        one
        for one in (PROD, TEST)
        if all(one[column] in values for column, values in filters.exact.items())
    ]
    assert all(one in kept for one in passing)
    if not filters.has_patterns:
        assert kept == passing
    assert bool(filters) == (filters is not ALL)


def test_a_kind_that_there_is_none_of_is_an_error() -> None:
    message = '--kind "mq:LocalQ" matches no kind that there is; perhaps mq:LocalQueue'
    with pytest.raises(InvalidFilter, match=re.escape(message)):
        Filters(kinds=["mq:LocalQ"])


def test_filters_are_said_as_they_were_given() -> None:
    filters = Filters(["prod-*", "x"], [DriftSeverity.HIGH], ["mq:*"], new=True)
    reported = "--environment prod-* --environment x --severity high --kind mq:* --new"
    assert filters.words == reported
    assert ALL.words == ""


def narrowed_to(whole: Summary, rows: list[dict[str, Any]], filters: Filters) -> Summary:
    return narrowed(whole, FoundRows(rows).cells(filters), filters)


def test_a_narrowed_summary_counts_what_passes_and_nothing_else() -> None:
    hidden = row(7, ignored="ann: soon")
    unknown = row(8, status="unknown", severity="critical")
    rows = [*ROWS, PROD, TEST, OVER, hidden, unknown]
    place = {"environment": "prod-1", "system": "QM1"}
    whole = summary(
        failures=[{**place, "error": "gone"}, {"environment": "x", "system": "Q", "error": "y"}],
        stale=[{**place, "last_read": None, "hours": 1.0}],
    )
    every = narrowed_to(whole, rows, ALL)
    assert every.counts == {
        **whole.counts, "drift": 6, "new": 5, "persisting": 1, "resolved": 1, "ignored": 1,
    }  # fmt: skip
    assert every.by_severity == {"critical": 2, "high": 1, "low": 1, "medium": 2}
    assert every.new_by_severity == {"critical": 1, "high": 1, "low": 1, "medium": 2}
    assert every.environments[0] == {"environment": "env-9", "drift": 1, "critical": 1}
    assert every.failures == whole.failures
    prod = narrowed_to(whole, rows, Filters(environments=["prod-*"]))
    assert (prod.counts["drift"], prod.counts["failed"]) == (1, 1)
    assert (prod.counts["resolved"], prod.counts["ignored"]) == (0, 0)
    assert (prod.counts["environments"], prod.counts["objects"]) == (4, 40)
    assert prod.failures == [{**place, "error": "gone"}]
    assert prod.stale == whole.stale
    assert prod.heat == [
        {"environment": "prod-1", "attribute": "max_queue_depth", "drift_count": 1}
    ]
    nothing = narrowed_to(whole, rows, Filters(environments=["none"]))
    assert nothing.counts["drift"] == nothing.counts["failed"] == 0
    assert nothing.environments == nothing.by_attribute == nothing.heat == []


COUNTS = clean().counts


@pytest.mark.parametrize(
    ("by_severity", "new", "codes"),
    [
        ({}, {}, (0, 0, 0, 0)),
        ({"low": 1}, {"low": 1}, (0, 0, 0, 2)),
        ({"high": 1}, {"high": 1}, (0, 0, 2, 2)),
        ({"critical": 1}, {}, (0, 2, 2, 2)),
        ({"critical": 2, "low": 3}, {"low": 3}, (0, 2, 2, 2)),
        ({"critical": 2}, {"critical": 1}, (2, 2, 2, 2)),
    ],
)
def test_exit_codes_from_new_and_critical_to_any(
    by_severity: dict[str, int], new: dict[str, int], codes: tuple[int, ...]
) -> None:
    counts = {**COUNTS, "drift": sum(by_severity.values()), "new": sum(new.values())}
    made = clean(counts=counts, by_severity=by_severity, new_by_severity=new)
    assert tuple(exit_code(made, word) for word in FailOn) == codes
    # Environments that failed say more than any drift.
    failed = clean(counts={**counts, "failed": 1}, by_severity=by_severity, new_by_severity=new)
    assert {exit_code(failed, word) for word in FailOn} == {4}


@pytest.mark.parametrize("is_there", [True, False])
def test_a_summary_of_an_older_version_is_asked_for_what_is_new_and_critical(
    is_there: bool,
) -> None:
    asked: list[Filters] = []

    def has_any(filters: Filters) -> bool:
        asked.append(filters)
        return is_there

    made = clean(counts={**COUNTS, "drift": 2, "new": 1}, by_severity={"critical": 1, "low": 1})
    code = exit_code(made, FailOn.NEW_CRITICAL, has_any=has_any)
    assert code == (2 if is_there else 0)
    assert asked == [Filters(severities=[DriftSeverity.CRITICAL], new=True)]
