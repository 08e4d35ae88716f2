"""The report of `runmqsc`: its answers, each with the command that it answers. Pure.

    5724-H72 (C) Copyright IBM Corp. 1994, 2024.
    Starting MQSC for queue manager QM1.

         1 : DEFINE QLOCAL(A) +
           :   MAXDEPTH(10)
    AMQ8006I: IBM MQ queue created.
           : * a comment

A command is known by its echo, numbered from 1; what follows it up to the next echo is its answer.
Messages are known by their identifiers, which are the same in every language, with the letter of
their severity (AMQ8006I) or, before 9.1 or where it is switched off, without (AMQ8006). Sources:
IBM MQ, runmqsc; AMQ8xxx: Administration; AMQ_DIAGNOSTIC_MSG_SEVERITY.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from .columns import rows
from .words import VERBS

# Done: queue manager, queue, process and channel changed, created, deleted; queue cleared; ping;
# channel, listener and service started and stopped; subscription; namelist; authentication
# information; listener and service; topic; communication information; authority record; channel
# authentication record.
_DONE = frozenset(
    (
        8005, 8006, 8007, 8008, 8010, 8011, 8012, 8014, 8015, 8016, 8018, 8019, 8021, 8022, 8093,
        8094, 8095, 8415, 8551, 8552, 8553, 8560, 8563, 8564, 8567, 8623, 8624, 8625, 8626, 8627,
        8628, 8690, 8691, 8692, 8706, 8732, 8733, 8856, 8858, 8859, 8862, 8863, 8877,
    )
)  # fmt: skip
# "IBM MQ error (7D5) has occurred.": the reason, in hexadecimal.
_UNEXPECTED = (8101, 8102)
# A syntax error, and what would be valid: nothing was run, whatever is shown.
_SYNTAX = frozenset((8405, 8426, 8427))
_HEXADECIMAL = re.compile(r"\(([0-9A-Fa-f]{3,8})\)")
_ECHO = re.compile(r" {0,5}(\d{1,9}) : ?(.*)", re.DOTALL)
_BEGINS_COMMAND = re.compile(rf"\s*({'|'.join(VERBS)})\b", re.IGNORECASE)
_GOES_ON = re.compile(r" {7}: ?(.*)", re.DOTALL)
_MESSAGE = re.compile(r"(AMQ(\d{4})([A-Z]?)): ?(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MqscMessage:
    """One message: `AMQ8147E`, its text, and the rows that follow it. line: of the report, from
    1."""

    id: str
    number: int
    text: str
    lines: Sequence[str] = ()
    line: int = 0


@dataclass(slots=True)
class MqscAnswer:
    """The report on one command.

    number: its place in the input, from 1; command: its echo, one line of the input a line.
    line: of the report where its echo begins, from 1. messages: in order.
    """

    number: int
    command: str
    messages: list[MqscMessage] = field(default_factory=list)
    line: int = 0

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The row of a DISPLAY: keyword -> text, a list of texts (NAMES), "yes" for a keyword that
        stands alone; `objects`: groups inside it (the handles of a connection)."""
        return [row for message in self.messages for row in rows(message.lines)]

    @property
    def ok(self) -> bool:
        """Whether it was done: a message says so, or there is something to see."""
        if any(m.number in _SYNTAX for m in self.messages):
            return False
        return any(m.number in _DONE or m.lines or _of_a_policy(m) for m in self.messages)

    @property
    def message(self) -> MqscMessage | None:
        """The one that tells how it went: of a failure the first that is no data."""
        telling = [m for m in self.messages if not m.lines] or self.messages
        return telling[0] if telling else None

    @property
    def reason(self) -> int:
        """MQ's reason code where a message tells it; mostly none does."""
        for message in self.messages:
            found = _HEXADECIMAL.search(message.text) if message.number in _UNEXPECTED else None
            if found:
                return int(found[1], 16)
        return 0


def _of_a_policy(message: MqscMessage) -> bool:
    """Whether Advanced Message Security says that it did something. The documents give only the
    number of the message that DISPLAY POLICY shows, 9086. Of the numbers beside it the letter says
    whether it was done."""
    return message.id.endswith("I") and message.number in range(9080, 9090)


class Reader:
    """A report that comes line by line.

    heading: what stands before the first echo, messages of a queue manager that is not there among
    it. comments: the text of those that were echoed, in order. Lines that are no part of a
    report, such as a banner of ssh, are in `heading` or are text of the message before them.
    is_copied: people have put it together, of several reports or of a part of one: its numbers may
    begin anywhere, and anew.
    """

    def __init__(self, *, is_copied: bool = False) -> None:
        self.is_copied = is_copied
        self.heading: list[str] = []
        self.answers: list[MqscAnswer] = []
        self.comments: list[str] = []
        self._lines: list[str] = []  # of the message that is being read
        self._count = 0  # of lines
        self._began = 0  # the message, in which line
        self._in_echo = False

    def feed(self, line: str) -> None:
        """One line, without its end."""
        line = line.rstrip("\r\n")
        self._count += 1
        if self._lines and line[:3] == "   " and line[3:4].isalpha():
            self._lines.append(line)  # of a row, as most lines are
        elif echo := self._echo(line):
            self._close()
            self.answers.append(MqscAnswer(int(echo[1]), echo[2].strip(), line=self._count))
            self._in_echo = True
        elif goes_on := _GOES_ON.fullmatch(line):
            self._goes_on(goes_on[1])
        elif not self.answers:
            self.heading.append(line)
        else:
            self._in_echo = False
            if _MESSAGE.match(line):
                self._close()
                self._began = self._count
            self._lines.append(line)

    def close(self) -> None:
        """There are no more lines."""
        self._close()

    @property
    def fatal(self) -> MqscMessage | None:
        """The message for which nothing was run: of a queue manager that is not there."""
        messages = [_message([line]) for line in self.heading if _MESSAGE.match(line)]
        return messages[0] if messages else None

    def _echo(self, line: str) -> re.Match[str] | None:
        """Of the next command: a number that is not the next one is part of some text, unless the
        report is copied and a command stands there."""
        found = _ECHO.fullmatch(line)
        expected = self.answers[-1].number + 1 if self.answers else 1
        if found is None or int(found[1]) == expected:
            return found
        is_command = int(found[1]) == 1 or _BEGINS_COMMAND.match(found[2])
        return found if self.is_copied and is_command else None

    def _goes_on(self, text: str) -> None:
        text = text.strip()
        if text.startswith("*"):
            self._close()
            self._in_echo = False
            self.comments.append(text)
        elif self._in_echo and text:
            self.answers[-1].command += f"\n{text}"

    def _close(self) -> None:
        lines, self._lines = self._lines, []
        if lines and self.answers and _MESSAGE.match(lines[0]):
            self.answers[-1].messages.append(_message(lines, self._began))


def read(text: str) -> Reader:
    """A whole report. Never raises."""
    reader = Reader()
    for line in text.split("\n"):
        reader.feed(line)
    reader.close()
    return reader


def unechoed(lines: Sequence[str]) -> Iterator[MqscMessage]:
    """The messages of a report without the commands that they answer (`runmqsc -e`)."""
    starts = [place for place, line in enumerate(lines) if _MESSAGE.match(line)]
    for start, end in pairwise([*starts, len(lines)]):
        yield _message([line.rstrip("\r") for line in lines[start:end]], start + 1)


def _message(lines: Sequence[str], at: int = 0) -> MqscMessage:
    """A message and what follows it: rows of a DISPLAY, or more of its text."""
    found = _MESSAGE.fullmatch(lines[0])
    assert found
    text, number = found[4].strip(), int(found[2])
    data = [line for line in lines[1:] if line.strip()]
    if data and data[0].startswith("   ") and number not in _DONE | _SYNTAX:
        return MqscMessage(found[1], number, text, tuple(lines[1:]), at)
    whole = " ".join([text, *_until_blank(lines[1:])]).strip()
    return MqscMessage(found[1], number, whole, line=at)


def _until_blank(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a message: a syntax error shows the command, then a blank line."""
    for line in lines:
        if not line.strip():
            return
        yield line.strip()


def summary(read: int, syntax_errors: int, failed: int) -> list[str]:
    """The last lines of a report. read: commands, without END; syntax_errors: of them; failed: of
    those that are valid."""
    words: Mapping[int, str] = {0: "No commands have a", 1: "One command has a"}
    return [
        "One MQSC command read." if read == 1 else f"{read or 'No'} MQSC commands read.",
        f"{words.get(syntax_errors, f'{syntax_errors} commands have a')} syntax error.",
        _failures(failed),
    ]


def _failures(failed: int) -> str:
    if not failed:
        return "All valid MQSC commands were processed."
    many = "One valid MQSC command" if failed == 1 else f"{failed} valid MQSC commands"
    return f"{many} could not be processed."
