"""Anything said about an object or a line of a script, in one line: object, reason, remediation."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any, Final, Literal

from .errors import QueuewrightError
from .sources import Sources, citations_text


class Severity(StrEnum):
    """`ERROR` stops a plan; `WARNING` is shown and does not; `NOTE` is of little consequence."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class _NoValue(Enum):
    NO_VALUE = "no value"


NO_VALUE: Final = _NoValue.NO_VALUE


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, or that people should know. `str()` is its one line.

    code: stable, kebab-case. attribute: its name in the catalogue (a dialect's keyword where the
    catalogue has none), None for the whole object. reason: what must hold, or what was found.
    remediation: what the person can do. object: what it is about, "" where that is the script.
    value: the offending one, NO_VALUE where the reason says it or there is none. line and column
    count from 1, 0 where there is no such place; offset: of a byte of a PCF message.
    """

    code: str
    attribute: str | None
    reason: str
    remediation: str = ""
    sources: Sources = ()
    severity: Severity = Severity.ERROR
    object: str = ""
    value: Any | Literal[_NoValue.NO_VALUE] = NO_VALUE
    file: str = ""
    line: int = 0
    column: int = 0
    offset: int | None = None

    def on(self, object_name: str, value: Any = None) -> "Diagnostic":
        """The same, of this object and its offending value."""
        return replace(self, object=object_name, value=value)

    def at(self, line: int, column: int = 0) -> "Diagnostic":
        """The same, at a place of its script."""
        return replace(self, line=line, column=column)

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    @property
    def text(self) -> str:
        """Attribute and value, reason, remediation: without object, place and source."""
        about = ""
        if self.attribute is not None and self.value is not NO_VALUE:
            value = "" if self.value is None else f"={shown(self.value)}"
            about = f"{self.attribute}{value}: "
        remediation = f"; {self.remediation}" if self.remediation else ""
        return one_line(f"{about}{self.reason}{remediation}")

    @property
    def message(self) -> str:
        """`text` and its sources."""
        sources = one_line(citations_text(self.sources))
        return f"{self.text} [{sources}]" if sources else self.text

    @property
    def place(self) -> str:
        """`FILE:LINE:COLUMN`, as much of it as is known; "" for none."""
        if self.offset is not None:
            return f"offset {self.offset}"
        numbers = [str(number) for number in (self.line, self.column) if number]
        return one_line(":".join([self.file, *numbers] if self.file else numbers))

    def __str__(self) -> str:
        where = self.place or one_line(self.object)
        return f"{where}: {self.message}" if where else self.message


class InvalidDeclaration(QueuewrightError, ValueError):
    """A declaration breaks rules. `diagnostics` has all of them; the text is one line each."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(map(str, diagnostics)))
        self.diagnostics = tuple(diagnostics)


def first_few(texts: Sequence[str], limit: int = 5) -> list[str]:
    """At most `limit` of them, and how many more there are."""
    more = len(texts) - limit
    return [*texts[:limit], f"and {more} more"] if more > 0 else list(texts)


def shown(value: Any, limit: int = 80) -> str:
    """A value as an error shows it: JSON, no control characters, at most `limit` characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return one_line(text if len(text) <= limit else text[: limit - 1] + "\u2026")


# Texts that a pipeline takes for commands in a log: `::error::` of GitHub at the
# beginning of a line, `##[error]` anywhere; `##vso[...]` of Azure, `##teamcity[...]`.
_PIPELINE_COMMAND = re.compile(r"^\s*:(?=:)|#(?=#\w*\[)")


def one_line(text: str) -> str:
    """`text` with every control character and line separator escaped, so that it stays one line,
    and is not a command of the pipeline that prints it."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if "::" in text or "##" in text:
        return _PIPELINE_COMMAND.sub(r"\g<0>\\", text)
    return text
