"""Which differences of a run are asked for, and what the run is of these alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from queuewright.catalogue.errors import QueuewrightError

from .policy import DriftSeverity, known_pattern

_SPECIAL = frozenset("*?[")


class InvalidFilter(QueuewrightError, ValueError):
    """A filter that no difference can pass."""


@dataclass(frozen=True, slots=True)
class Filters:
    """environments, kinds: patterns as in the policy, one of which matches; none: any does.
    severities: one of these. new: only what the run before did not find. Raises InvalidFilter."""

    environments: Sequence[str] = ()
    severities: Sequence[DriftSeverity] = ()
    kinds: Sequence[str] = ()
    new: bool = False

    def __post_init__(self) -> None:
        for pattern in self.kinds:
            try:
                known_pattern("kind", pattern)
            except ValueError as error:
                raise InvalidFilter(f"--kind {error}") from None

    def __bool__(self) -> bool:
        return bool(self.environments or self.severities or self.kinds or self.new)

    @property
    def exact(self) -> Mapping[str, Sequence[str]]:
        """Column -> the values that it may have, where they are not patterns: what a store of
        rows can look for by itself. `matches` decides."""
        columns: dict[str, Sequence[str]] = {}
        if self.severities:
            columns["severity"] = [severity.value for severity in self.severities]
        for column, patterns in (("environment", self.environments), ("kind", self.kinds)):
            if patterns and not any(map(_is_pattern, patterns)):
                columns[column] = list(patterns)
        if self.new:
            columns["status"] = ["new"]
        return columns

    @property
    def has_patterns(self) -> bool:
        """Whether `exact` says less than `matches`."""
        return any(map(_is_pattern, (*self.environments, *self.kinds)))

    def passing(self, column: str, values: Sequence[str]) -> list[str]:
        """Those of the values of `environment` or `kind` that pass."""
        patterns = self.environments if column == "environment" else self.kinds
        return [value for value in values if _is_one_of(value, patterns)]

    def matches(self, row: Mapping[str, Any]) -> bool:
        return (
            self.has_environment(row["environment"])
            and _is_one_of(row["kind"], self.kinds)
            and (not self.severities or row["severity"] in self.severities)
            and (not self.new or row["status"] == "new")
        )

    def has_environment(self, name: str) -> bool:
        return _is_one_of(name, self.environments)

    @property
    def words(self) -> str:
        """As they were given: `--environment prod-* --new`."""
        given = [f"--environment {pattern}" for pattern in self.environments]
        given += [f"--severity {severity}" for severity in self.severities]
        given += [f"--kind {pattern}" for pattern in self.kinds]
        return " ".join([*given, *(["--new"] if self.new else [])])


ALL = Filters()  # nothing is filtered


def _is_pattern(text: str) -> bool:
    return not _SPECIAL.isdisjoint(text)


def _is_one_of(text: str, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatchcase(text, pattern) for pattern in patterns)
