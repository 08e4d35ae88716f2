"""A run in the terminal: the worst differences, each once wherever it is the same."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from drift_run import EVIL, OVER, ROWS, clean, row, summary
from queuewright.drift.filters import ALL, Filters
from queuewright.drift.identity import identity_of
from queuewright.drift.summary import Summary
from queuewright.render.drift.groups import grouped
from queuewright.render.drift.terminal import show
from queuewright.render.drift.words import stood


def shown(made: Summary, rows: Any = (), resolved: Any = (), filters: Filters = ALL) -> str:
    out = StringIO()
    show(made, Console(file=out, width=300), rows, resolved, filters)
    return out.getvalue()


def counted(rows: list[dict[str, Any]], **other: Any) -> Summary:
    return clean(counts={**clean().counts, "drift": len(rows), **other})


def test_one_change_in_many_environments_is_one_line() -> None:
    same = {"name": "ORDERS.IN", "desired": "5000", "observed": "100"}
    rows = [row(n, **same) for n in range(36)]
    rows.append(row(36, status="persisting", first_seen="2026-11-20T12:00:00Z", **same))
    (group,) = grouped(rows)
    assert group.text == (
        "mq:LocalQueue ORDERS.IN max_queue_depth: 5000 desired, 100 found: "
        "in 37 environments, 36 new, since 2026-11-20T12:00:00Z"
    )


def test_a_change_of_many_objects_is_one_line_and_few_are_named() -> None:
    rows = [row(1, name=f"Q{n}", desired="9", observed="1") for n in range(3)]
    assert grouped(rows)[0].text == (
        "mq:LocalQueue Q0, Q1, Q2 max_queue_depth: 9 desired, 1 found: env-1, new"
    )
    rows.append(row(2, name="Q3", desired="9", observed="1"))
    (group,) = grouped(rows)
    assert group.text == ("4 mq:LocalQueue max_queue_depth: 9 desired, 1 found: env-1, env-2, new")


def test_what_is_missing_is_told_by_its_name() -> None:
    gone = {"drift": "missing", "attribute": "", "desired": None, "observed": None}
    rows = [row(n, name=name, **gone) for n in (1, 2) for name in ("A", "B")]
    assert [group.text for group in grouped(rows)] == [
        "mq:LocalQueue A is missing: env-1, env-2, new",
        "mq:LocalQueue B is missing: env-1, env-2, new",
    ]


def test_a_single_difference_has_its_id_and_since_when() -> None:
    one = row(1, status="persisting", observed_before="7")
    (group,) = grouped([one])
    assert group.text == (
        "mq:LocalQueue Q1 max_queue_depth: 100 desired, 1 found, 7 in the run before: "
        f"env-1 QM1, since 2026-11-21T12:00:00Z [{identity_of(one)}]"
    )


@pytest.mark.parametrize("column", ["severity", "kind", "attribute", "desired", "observed"])
def test_what_differs_otherwise_is_a_line_of_its_own(column: str) -> None:
    rows = [row(1, observed="7"), {**row(2, observed="7"), column: "low"}]
    assert len(grouped(rows)) == 2


def test_the_worst_come_first_then_what_is_in_most_places() -> None:
    often = [row(n, name="OFTEN", observed="8") for n in range(3)]
    groups = grouped([row(7), *often, *ROWS])
    assert [group.severity for group in groups] == [
        "critical", "high", "medium", "medium", "medium", "low",
    ]  # fmt: skip
    assert len(groups[2].rows) == 3
    assert grouped([]) == []


def test_a_terminal_lists_as_many_as_fit_and_says_how_many_more() -> None:
    rows = [row(n) for n in range(40)]
    out = StringIO()
    console = Console(file=out, width=200, height=30, force_terminal=True, no_color=True)
    show(counted(rows), console, rows)
    lines = [line for line in out.getvalue().splitlines() if "max_queue_depth:" in line]
    assert len(lines) == 15
    assert "and 25 more lines, of 25 differences: see --html" in out.getvalue()
    piped = shown(counted(rows), rows)
    assert piped.count("max_queue_depth:") == 40
    assert "more lines" not in piped


def test_a_list_of_the_worst_only_says_of_how_many() -> None:
    rows = [row(n) for n in range(3)]
    text = shown(clean(counts={**clean().counts, "drift": 7000}), rows)
    assert "the lines are about the 3 worst of 7000; narrow them with --environment" in text


def test_names_stay_on_their_line_and_are_no_markup() -> None:
    lines = shown(summary(), ROWS).splitlines()
    (line,) = [line for line in lines if line.startswith("  low") and "Q" not in line[:12]
               and "script" in line]  # fmt: skip
    assert "[red]" in line


def test_what_is_over_is_listed_with_the_time_that_it_stood() -> None:
    text = shown(summary(), ROWS, [OVER])
    assert (
        "resolved: env-5 QM1 mq:LocalQueue Q5 max_queue_depth: 100 desired, 5 found; "
        "stood 3 days 4 h"
    ) in text
    many = [row(n, status="resolved") for n in range(25)]
    text = shown(clean(counts={**clean().counts, "resolved": 400}), [], many)
    assert "resolved: and 380 more, see --html" in text


def test_systems_that_were_not_read_for_long_are_named() -> None:
    place = {"environment": "env-3", "system": "QM1"}
    at = "2026-11-20T12:00:00Z"
    text = shown(
        clean(
            failures=[{**place, "error": "gone", "last_read": at}],
            stale=[{**place, "last_read": at, "hours": 72.5},
                   {**place, "last_read": None, "hours": None}],
            suspicious=[{**place, "objects_before": 63, "objects": 12}],
            damaged=["drift/run=r1/x.parquet: set aside"],
        )
    )  # fmt: skip
    assert f"failed: env-3 QM1: gone (last read {at})" in text
    assert f"not read for too long: env-3 QM1: last read {at}, 72.5 h ago" in text
    assert "not read for too long: env-3 QM1: never" in text
    assert "env-3 QM1: 12 objects, 63 before" in text
    assert "damaged file of the lake: drift/run=r1/x.parquet: set aside" in text


def test_filters_are_said_and_so_is_that_nothing_matches() -> None:
    filters = Filters(environments=["prod-*"])
    assert "only --environment prod-*" in shown(summary(), ROWS, [], filters)
    assert "nothing matches --environment prod-*" in shown(clean(), [], [], filters)
    assert "--environment" not in shown(clean())


@pytest.mark.parametrize(
    ("first_seen", "at", "words"),
    [
        ("2026-11-20T08:00:00Z", "2026-11-23T12:30:00Z", "3 days 4 h"),
        ("2026-11-22T08:00:00Z", "2026-11-23T08:00:00Z", "1 day 0 h"),
        ("2026-11-23T08:00:00Z", "2026-11-23T12:30:00Z", "4 h 30 min"),
        ("2026-11-23T12:29:01Z", "2026-11-23T12:30:00Z", "0 min"),
        ("2026-11-24T00:00:00Z", "2026-11-23T12:30:00Z", "0 min"),
        ("2024-02-28T00:00:00Z", "2024-03-01T00:00:00Z", "2 days 0 h"),
        ("soon", "2026-11-23T12:30:00Z", "for an unknown time"),
        (None, "2026-11-23T12:30:00Z", "for an unknown time"),
    ],
)
def test_how_long_it_stood(first_seen: Any, at: str, words: str) -> None:
    assert stood(first_seen, at) == words


def test_what_the_summary_lists_of_others_stays_data() -> None:
    assert EVIL.splitlines()[0][:8] in shown(summary(), ROWS)
