"""What is wrong with a declaration, said in one line: object, attribute, value, rule, way out."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .errors import QueuewrightError

__all__ = ["Finding", "InvalidDeclaration", "Problem", "Severity", "one_line", "shown"]


class Severity(StrEnum):
    """`ERROR` stops a plan; `WARNING` is shown and does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found, before it is known whose attribute it was.

    code: stable, kebab-case. attribute: its name in the catalogue, None for the whole object.
    rule: what must hold. remedy: what the person can do. source: document and parameter.
    """

    code: str
    attribute: str | None
    rule: str
    remedy: str
    source: str
    severity: Severity = Severity.ERROR


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding on one object, with the offending value. `str()` is its one line."""

    object: str
    attribute: str | None
    value: Any
    finding: Finding

    @property
    def code(self) -> str:
        return self.finding.code

    @property
    def severity(self) -> Severity:
        return self.finding.severity

    @property
    def message(self) -> str:
        """The line without the object: attribute and value, rule, way out, source."""
        place = "" if self.attribute is None else f"{self.attribute}={shown(self.value)}: "
        finding = self.finding
        return one_line(f"{place}{finding.rule}; {finding.remedy} [{finding.source}]")

    def __str__(self) -> str:
        return f"{one_line(self.object)}: {self.message}"


class InvalidDeclaration(QueuewrightError, ValueError):
    """A declaration breaks rules. `problems` has all of them; the text is one line each."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def shown(value: Any, limit: int = 80) -> str:
    """A value as an error shows it: JSON, no control characters, at most `limit` characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return one_line(text if len(text) <= limit else text[: limit - 1] + "\u2026")


def one_line(text: str) -> str:
    """`text` with every control character and line separator escaped, so that it stays one line."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
