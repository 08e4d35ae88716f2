"""How CL and SQL reach an IBM i, and what comes back, whatever carries them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

# One row of an SQL service: column -> its text or whole number, None for the null value.
Row = Mapping[str, str | int | None]
_MESSAGE = re.compile(r"\s*(?P<id>[A-Z][A-Z0-9]{2}[0-9A-F]{4}):?\s+(?P<text>\S.*)")
# `Cause . . . . . :   `, in each national language with its own word.
_SECOND_LEVEL = re.compile(r"\s*(?:&[NPB]\s*)?[^\s.:]+(?: [^\s.:]+)?\s*(?:\. ){2,}\.?\s*:")


@dataclass(frozen=True, slots=True)
class IbmiMessage:
    """A message of the job that ran a command, such as CPF2112."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class IbmiReply:
    """An IBM i's answer to one command. raw: as it came, for a log."""

    ok: bool
    messages: Sequence[IbmiMessage] = ()
    raw: str = field(default="", repr=False)

    @property
    def failure(self) -> IbmiMessage:
        """The message that tells why: the escape message comes last, diagnostics before it."""
        named = [m for m in self.messages if not m.id.startswith(("CPC", "CPI", "CPD", "SQL"))]
        ours = [message for message in named if message.id not in _OF_THE_SESSION]
        known = ours or named or list(self.messages)
        return (
            known[-1] if known else IbmiMessage("", self.raw.strip()[:200] or "no reason was given")
        )

    @property
    def diagnostics(self) -> Sequence[str]:
        """The error that was found in the command before it was given up (CPF0001, CPF0006)."""
        return [message.text for message in self.messages if message.id.startswith("CPD")]


# CPFA0A9: the locale of the session is not installed there; the command itself went on.
_OF_THE_SESSION = ("CPFA0A9",)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of an answer. sql: what gives its value, "" for the column of that name. width: of
    its text in characters; 0 for a whole number."""

    name: str
    width: int = 10
    sql: str = ""

    @property
    def expression(self) -> str:
        return self.sql or self.name


@dataclass(frozen=True, slots=True)
class Query:
    """A question to the SQL services; `source` and what follows are Db2's SQL."""

    columns: Sequence[Column]
    source: str
    where: str = ""
    group_by: str = ""

    def select(self, expressions: Sequence[str]) -> str:
        """The statement, with these expressions for its columns."""
        parts = [f"SELECT {', '.join(expressions)}", f"FROM {self.source}"]
        parts += [f"WHERE {self.where}"] if self.where else []
        parts += [f"GROUP BY {self.group_by}"] if self.group_by else []
        return "\n".join(parts)

    @property
    def named(self) -> str:
        """The statement, each column under its name."""
        return self.select([f'{column.expression} AS "{column.name}"' for column in self.columns])


class IbmiCarrier(Protocol):
    """Reaches one IBM i. Its methods may be called from several threads.

    They raise NotSent where nothing reached it, AnswerLost where a command may have been run, and
    SystemUnavailable where asking again is of no use.
    """

    @property
    def address(self) -> str:
        """Where it is, for people. No credential."""
        ...

    def run(self, command: str) -> IbmiReply:
        """Run one CL command."""
        ...

    def rows(self, query: Query) -> Sequence[Row]:
        """Ask the SQL services. Raises QueryRefused for what Db2 does not answer."""
        ...


class QueryRefused(Exception):
    """Db2's own words and its SQLSTATE."""

    def __init__(self, text: str, state: str = "") -> None:
        super().__init__(text)
        self.state = state


def messages_in(lines: str) -> Iterator[IbmiMessage]:
    """The messages of a job as the `system` utilities write them: `CPF2105: Object ...`.

    PASE has one blank after the colon, Qshell two. A line without an identifier goes on with the
    message before it; its second level (`Cause . . . . . :`) is for people at a terminal.
    """
    last: IbmiMessage | None = None
    is_second = False
    for line in lines.splitlines():
        match = _MESSAGE.fullmatch(line)
        if match is not None:
            if last is not None:
                yield last
            last, is_second = IbmiMessage(match["id"], match["text"].strip()), False
            continue
        is_second = is_second or _SECOND_LEVEL.match(line) is not None
        if last is not None and line.strip() and not is_second:
            last = IbmiMessage(last.id, f"{last.text} {line.strip()}")
    if last is not None:
        yield last
