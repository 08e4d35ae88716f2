"""Compare one pair of definitions: what is desired and what was observed. Pure.

Called once for each distinct pair of fingerprints, however many objects share it.
"""

import json
from collections.abc import Iterator
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.diff.compare import drift

from .fingerprint import canonical_json


def compare_pair(kind: str, desired: str, observed: str) -> Iterator[tuple[str, str, str, str]]:
    """(attribute, desired, observed, change class) of each managed attribute that differs.

    `desired` and `observed` are `canonical_json`; values come back as JSON.
    """
    for change in drift(kind, decode(desired), decode(observed)):
        yield change.name, shown_value(change.before), shown_value(change.after), change.cost.value


def decode(canonical: str) -> dict[str, Value]:
    """`canonical_json` back to canonical values: arrays become tuples."""
    loaded: dict[str, Any] = json.loads(canonical)
    for name, value in loaded.items():
        if isinstance(value, list):
            loaded[name] = tuple(value)
        elif isinstance(value, dict):
            loaded[name] = {user: tuple(granted) for user, granted in value.items()}
    return loaded


def shown_value(value: Value | None) -> str:
    """A value as the drift table has it: JSON."""
    return "null" if value is None else canonical_json({"": value})[4:-1]
