"""Edits of configuration: what is guessed from differences, and what each makes of a value."""

from typing import Any

import pytest

from queuewright.drift.remediation import Override, candidate_overrides

VALUES: dict[str, Any] = {
    "app:depth": 100,
    "app:text": "100",
    "app:queues": [{"name": "A", "depth": 100}, {"name": "B", "depth": 7}],
    "app:names": ["A", "B"],
    "app:limits": {"A": {"depth": 100}, "B": {"depth": 7}},
    "app:wide": True,
}


def guesses(differing: list[tuple[Any, Any]], *missing: str) -> dict[str, list[Any]]:
    values: dict[str, list[Any]] = {}
    for override in candidate_overrides(VALUES, differing, missing):
        values.setdefault(override.key, []).append(override.applied(VALUES[override.key]))
    return values


def test_values_that_are_what_is_wanted_become_what_is_there() -> None:
    assert guesses([(100, 5)]) == {
        "app:depth": [5],
        "app:text": ["5"],  # of the type that it has
        "app:queues": [[{"name": "A", "depth": 5}, {"name": "B", "depth": 7}]],
        "app:limits": [{"A": {"depth": 5}, "B": {"depth": 7}}],
        "app:wide": [False],
    }
    assert VALUES["app:queues"][0]["depth"] == 100  # nothing was changed in place


def test_a_list_is_a_value_too() -> None:
    values = guesses([(("A", "B"), ("A", "B", "C"))])
    assert values["app:names"] == [["A", "B", "C"]]


def test_what_is_missing_is_left_out_of_lists_and_mappings() -> None:
    for name in ("B", "LIBRARY/B"):
        assert guesses([], name) == {
            "app:queues": [[{"name": "A", "depth": 100}]],
            "app:names": [["A"]],
            "app:limits": [{"A": {"depth": 100}}],
            "app:wide": [False],
        }


def test_nothing_differs_and_nothing_is_guessed() -> None:
    assert list(candidate_overrides(VALUES, [], [])) == []


@pytest.mark.parametrize(
    ("override", "value", "after"),
    [
        (Override("k", (), 1, 2), 1, 2),
        (Override("k", (), 1, 2), 3, None),
        (Override("k", ("a", 0), 1, 2), {"a": [1]}, {"a": [2]}),
        (Override("k", ("a", 5), 1, 2), {"a": [1]}, None),
        (Override("k", ("b",), 1, 2), {"a": 1}, None),
        # An element is found again after others went, and not twice.
        (Override("k", (2,), "C", drop=True), ["A", "C"], ["A"]),
        (Override("k", (2,), "C", drop=True), ["A"], None),
        (Override("k", ("a",), 1, drop=True), {"a": 2}, None),
    ],
)
def test_an_edit_fits_or_does_not(override: Override, value: Any, after: Any) -> None:
    assert override.applied(value) == after
