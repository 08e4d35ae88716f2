"""The parts of a script of MQSC."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.rule import Rule
from queuewright.dialects.rules import EXPECTED

UNBALANCED_QUOTE = EXPECTED.but(code="unbalanced-quote", title="A text in quotes is not ended")
UNBALANCED_PARENTHESIS = EXPECTED.but(
    code="unbalanced-parenthesis", title="A parenthesis is not closed"
)
NUL_BYTE = EXPECTED.but(code="nul-byte", title="A script of MQSC has bytes that are not text")
CONTINUATION = EXPECTED.but(code="continuation", title="A continued command has no end")
AFTER_END = EXPECTED.but(
    code="after-end", title="Commands stand behind END", severity=Severity.WARNING
)
REPEATED = EXPECTED.but(code="repeated", title="A parameter is given twice")


def problem(
    rule: Rule, file: str, line: int, column: int, expected: str, found: str, keyword: str = ""
) -> Diagnostic:
    """Where a script is not MQSC; `keyword` is the parameter that it is about, canonical."""
    diagnostic = rule(attribute=keyword or None, expected=expected, found=found)
    return replace(diagnostic, file=file, line=line, column=column)


class MqscParameter(NamedTuple):
    """One parameter: `KEYWORD`, or `KEYWORD(value, ...)` with `parenthesised`.

    keyword: canonical (upper case, TARGQ as TARGET); written: as it stands in the script. values:
    quotes taken off, unquoted text in upper case. quoted: every value stood in quotes.
    """

    keyword: str
    written: str
    values: tuple[str, ...]
    quoted: bool
    parenthesised: bool
    line: int
    column: int

    @property
    def text(self) -> str:
        """The values as one text, several separated by commas."""
        return ",".join(self.values)


@dataclass(frozen=True, slots=True)
class MqscCommand:
    """One command, synonyms resolved: DEF QL(A) is verb DEFINE, object QLOCAL, name A.

    verb is as written, in upper case, where it is not known; object and name are "" where there
    is none. parameters: what follows the object, by canonical keyword, in the script's order (of a
    repeated one the first). read_only: what dmpmqcfg leaves as comments (`*  CURDEPTH(0) +`).
    problems: why it is not valid MQSC; such a command must not be run. text: on one line.
    """

    verb: str
    object: str
    name: str
    parameters: Mapping[str, MqscParameter]
    read_only: Mapping[str, str] = field(default_factory=dict)
    file: str = "-"
    line: int = 0
    column: int = 0
    text: str = ""
    problems: tuple[Diagnostic, ...] = ()
    target: MqscParameter | None = None

    def value(self, keyword: str) -> str | None:
        """The text of a parameter; None where the command does not give it."""
        parameter = self.parameters.get(keyword)
        return None if parameter is None else parameter.text

    @property
    def words(self) -> str:
        """Verb and object, and the type of a channel: `DEFINE CHANNEL CHLTYPE(SDR)`."""
        text = f"{self.verb} {self.object}".strip()
        kind = self.parameters.get("CHLTYPE")
        return f"{text} CHLTYPE({kind.text})" if kind else text


@dataclass(frozen=True, slots=True)
class Header:
    """The facts that a dump gives about its queue manager: dmpmqcfg's first comments and ALTER
    QMGR.

    "" and None where it does not say. platform as the queue manager reports it (UNIX, OS400, ...).
    others: further queue managers, where dumps of several were put into one file.
    """

    queue_manager: str = ""
    platform: str = ""
    command_level: int | None = None
    ccsid: int | None = None
    max_message_length: int | None = None
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MqscScript:
    """A whole script. of_file: what is wrong with the file itself. headings: line of a command ->
    the comments above it, "" for blank lines among them."""

    file: str
    commands: tuple[MqscCommand, ...]
    of_file: tuple[Diagnostic, ...]
    header: Header = field(default_factory=Header)
    headings: Mapping[int, Sequence[str]] = field(default_factory=dict)

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Of the file, then of every command, in its order."""
        return self.of_file + tuple(p for command in self.commands for p in command.problems)
