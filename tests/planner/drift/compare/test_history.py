"""History: what is new, what goes on, what is over, and what nobody can tell."""

from typing import Any

import pyarrow as pa
import pytest

from drift_engines import table_of
from queuewright.drift.compare.history import History
from queuewright.drift.compare.severity import CLASSIFIED
from queuewright.drift.tables import SCHEMAS, schema_of

AT, BEFORE, FUTURE = "2026-11-21T12:00:00Z", "2026-11-01T12:00:00Z", "2027-01-01T00:00:00Z"
PLACE = schema_of("environment", "system")
Row = tuple[Any, ...]


def found(*rows: Row) -> pa.Table:
    """Differences: environment, system, name, drift and, where a rule hides it, the rule."""
    return table_of(CLASSIFIED, *(_full(row) for row in rows))


def before(*rows: Row) -> pa.Table:
    """The same with first_seen and status of the run before."""
    return table_of(SCHEMAS["drift"], *((*_full(row), *row[5:]) for row in rows))


def _full(row: Row) -> Row:
    environment, system, name, drift, *rest = row
    ignored = rest[0] if rest else None
    kind = "mq:LocalQueue"
    if drift == "changed":
        return (environment, system, kind, name, drift, "x", "1", rest[0], "low", "low", None)
    return (environment, system, kind, name, drift, "", None, None, None, "low", ignored)


def history(**other: Any) -> History:
    """Q1 of e and p was compared; p has another that was not."""
    given: dict[str, Any] = {
        "at": AT,
        "compared": table_of(PLACE, ("e", "Q1"), ("p", "Q1")),
        "incomplete": pa.array(["p"], pa.string()),
        "doubtful": table_of(PLACE),
        "environments": pa.array(["e", "p"], pa.string()),
    }
    return History(**{**given, **other})


DIFFERENCES = found(
    ("e", "Q1", "new", "missing"),
    ("e", "Q1", "old", "missing"),
    ("e", "Q1", "fast", "missing"),
    ("e", "Q1", "hidden-now", "missing", "ann: soon"),
    ("e", "Q1", "hidden-then", "missing"),
    ("e", "Q1", "was-unknown", "missing"),
    ("e", "Q1", "was-resolved", "missing"),
    ("p", "Q1", "still", "inconsistent"),
)
PREVIOUS = before(
    ("e", "Q1", "old", "missing", None, BEFORE, "new"),
    ("e", "Q1", "fast", "missing", None, FUTURE, "new"),
    ("e", "Q1", "hidden-now", "missing", None, BEFORE, "new"),
    ("e", "Q1", "hidden-then", "missing", "bob: was", BEFORE, "new"),
    ("e", "Q1", "was-unknown", "missing", None, BEFORE, "unknown"),
    ("e", "Q1", "was-resolved", "missing", None, BEFORE, "resolved"),
    ("e", "Q1", "long-over", "missing", None, BEFORE, "resolved"),
    ("e", "Q1", "over", "missing", None, BEFORE, "persisting"),
    ("e", "Q1", "over-unknown", "missing", None, BEFORE, "unknown"),
    ("e", "Q1", "over-hidden", "missing", "bob: was", BEFORE, "new"),
    ("e", "Q1", "nobodys", "unexpected", None, BEFORE, "new"),
    ("e", "Q2", "unknown-now", "missing", None, BEFORE, "new"),
    ("removed", "Q1", "gone-with-it", "missing", None, BEFORE, "new"),
    ("p", "Q1", "still", "inconsistent", None, BEFORE, "new"),
    ("p", "Q1", "cannot-tell", "inconsistent", None, BEFORE, "new"),
    ("p", "Q1", "agrees-or-not", "missing", None, BEFORE, "new"),
)
OPEN = {
    "new": ("new", AT),
    "old": ("persisting", BEFORE),
    "fast": ("persisting", AT),
    "hidden-now": ("persisting", BEFORE),
    "hidden-then": ("persisting", BEFORE),
    "was-unknown": ("persisting", BEFORE),
    "was-resolved": ("new", AT),
    "still": ("persisting", BEFORE),
    "unknown-now": ("unknown", BEFORE),
    # The queue manager that it disagreed with could not be read.
    "cannot-tell": ("unknown", BEFORE),
}
# What a rule hid then counted for nothing.
RESOLVED = dict.fromkeys(("over", "over-unknown", "nobodys", "agrees-or-not"), ("resolved", BEFORE))


def statuses(rows: pa.Table) -> dict[str, tuple[str, str]]:
    listed = rows.to_pylist()
    named = {row["name"]: (row["status"], row["first_seen"]) for row in listed}
    assert len(named) == len(listed)
    return named


def test_what_becomes_of_the_differences_of_the_run_before() -> None:
    assert statuses(history().continued(DIFFERENCES, PREVIOUS)) == {**OPEN, **RESOLVED}


def test_what_nobody_declared_is_not_over_because_it_is_no_longer_looked_for() -> None:
    rows = statuses(history(unexpected=False).continued(DIFFERENCES, PREVIOUS))
    assert rows == {**OPEN, **{n: s for n, s in RESOLVED.items() if n != "nobodys"}}


def test_without_a_run_before_everything_is_new() -> None:
    rows = statuses(history().continued(DIFFERENCES, before()))
    assert set(rows.values()) == {("new", AT)}
    assert len(rows) == len(DIFFERENCES)
    assert len(history().continued(found(), before())) == 0


def test_what_is_missing_where_many_objects_are_is_not_known_to_be() -> None:
    differences = found(
        ("e", "Q1", "gone", "missing"), ("e", "Q1", "other", "changed", "2"),
        ("e", "Q1", "old", "missing"), ("p", "Q1", "gone-there", "missing"),
    )  # fmt: skip
    doubtful = table_of(PLACE, ("e", "Q1"))
    rows = statuses(history(doubtful=doubtful).continued(differences, PREVIOUS.slice(0, 1)))
    assert rows == {
        "gone": ("unknown", AT), "other": ("new", AT), "old": ("unknown", BEFORE),
        "gone-there": ("new", AT),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("then", "now", "reported"),
    [("2", "2", None), ("2", "3", "2"), ("2", None, "2"), (None, "3", None)],
)
def test_what_was_observed_before(then: str | None, now: str | None, reported: str | None) -> None:
    rows = history().continued(
        found(("e", "Q1", "a", "changed", now)),
        before(("e", "Q1", "a", "changed", then, BEFORE, "new")),
    )
    assert rows["observed_before"].to_pylist() == [reported]
    assert rows["status"].to_pylist() == ["persisting"]
