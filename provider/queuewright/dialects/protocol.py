"""What every dialect offers, and what a script of any of them is read into."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform

from .definition import Definition


class CannotWrite(QueuewrightError, ValueError):
    """A definition that a dialect has no words for; one line: object, value, reason, way out."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of a script.

    definitions: what it says of objects of the catalogue, mostly one; none for a command that
    cannot be read, or is about something else. problems: those that no definition has. source: the
    command as its dialect parsed it, where the dialect validates that. index counts from 1.
    """

    text: str
    definitions: tuple[Definition, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    line: int = 0
    column: int = 0
    source: Any = None
    index: int = 0


@dataclass(frozen=True, slots=True)
class Script:
    """Every command in order; skipped: commands that belong to a program, by name."""

    dialect: str
    entries: tuple[Entry, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def in_order(
        cls, dialect: str, entries: Iterable[Entry], skipped: Mapping[str, int] | None = None
    ) -> "Script":
        """The entries by their places, numbered."""
        ordered = sorted(entries, key=lambda entry: (entry.line, entry.column))
        numbered = (replace(entry, index=index) for index, entry in enumerate(ordered, 1))
        return cls(dialect, tuple(numbered), skipped or {})

    @property
    def definitions(self) -> list[Definition]:
        return [definition for entry in self.entries for definition in entry.definitions]


class DialectCodec(Protocol):
    """Scripts of one dialect, both ways. Pure.

    platform: where its commands run when nobody says; None: anywhere. typed: a command has to say
    which of several kinds it means.
    """

    name: str
    platform: Platform | None = None
    typed: bool = True

    def read(self, data: bytes, *, file: str = "-") -> Script:
        """The commands of a file; never raises for its content."""
        ...

    def validate(self, entry: Entry, platform: Platform | None) -> list[Diagnostic]:
        """What this dialect alone has against a command; the catalogue's rules are not its own."""
        return list(entry.problems)

    def write(self, definition: Definition) -> list[str]:
        """The commands that say it. Raises a QueuewrightError, one line, where there are none."""
        ...

    def observe(self, system: str, answer: bytes) -> Iterator[Observed]:
        """The objects that an answer of a system tells of: responses in PCF and mqweb, in MQSC and
        CL the commands that would create them. Raises a QueuewrightError for what is no answer."""
        ...


def not_managed(rule: str, line: int, column: int) -> Diagnostic:
    """The warning on a command that is about no kind of the catalogue."""
    return Diagnostic(
        "not-managed", None, one_line(rule), line=line, column=column, severity=Severity.WARNING
    )
