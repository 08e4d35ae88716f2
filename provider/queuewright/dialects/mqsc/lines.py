"""Physical lines of a script into commands' lines: continuation, comments, columns.

A `+` at the end of a line joins it to the next line's first non-blank character, a `-` to its
column 1, inside quotes too. A line that starts with `*` is a comment wherever it stands. Blank
lines inside a continued command are passed over. Source: IBM MQ, Building command scripts.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from queuewright.catalogue.diagnostic import Diagnostic

from .script import NUL_BYTE, problem

_BLANKS = " \t\r\f\v\x1a"
_RECORD, _SIGNIFICANT = 80, 72  # z/OS: columns 73 to 80 are ignored


@dataclass(slots=True)
class CommandLine:
    """One command's line, joined. starts: (offset in text, line, column) of each physical line.
    comments: those between its lines. open: the file ended where a line was to follow."""

    text: str
    starts: list[tuple[int, int, int]]
    comments: list[str] = field(default_factory=list)
    open: bool = False

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a position in `text`."""
        index = bisect_right(self.starts, offset, key=itemgetter(0)) - 1
        start, line, column = self.starts[max(index, 0)]
        return line, column + offset - start


@dataclass(slots=True)
class Lines:
    """A file's commands' lines, the comments outside them, and what is wrong with the file.

    headings: line of a command -> the comments above it, "" for blank lines among them."""

    lines: list[CommandLine] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    headings: dict[int, list[str]] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)


def joined(text: str, file: str, columns: int | None = None, first: int = 1) -> Lines:
    """The lines of a file. first: the number of the first. columns: how many of a line are
    significant, 0 for all; None finds out by itself whether columns 73 to 80 have sequence
    numbers."""
    lines_joined = Lines()
    physical = _physical(text, file, lines_joined.problems)
    limit = _limit(physical) if columns is None else columns
    parts: list[str] = []
    starts: list[tuple[int, int, int]] = []
    comments: list[str] = []
    heading: list[str] = []
    length = 0
    sign = ""
    for number, physical_line in enumerate(physical, first):
        line = physical_line.rstrip(_BLANKS)
        if limit and len(line) > limit:
            line = line[:limit].rstrip(_BLANKS)
        if not line:
            if heading:
                heading.append("")
            continue
        if line[0] == "*":
            (comments if sign else heading).append(line)
            continue
        column = 1
        if sign != "-" and line[0] in _BLANKS:
            stripped = line.lstrip(_BLANKS)
            column += len(line) - len(stripped)
            line = stripped
            if not sign and line[0] == "*":
                heading.append(line)
                continue
        if heading and not sign:
            lines_joined.comments += filter(None, heading)
            lines_joined.headings[number] = heading
            heading = []
        last = line[-1]
        if last == "+" or last == "-":
            line = line[:-1]
            sign = last
        else:
            sign = ""
        parts.append(line)
        starts.append((length, number, column))
        length += len(line)
        if not sign:
            lines_joined.lines.append(CommandLine("".join(parts), starts, comments))
            parts, starts, comments, length = [], [], [], 0
    if parts:
        lines_joined.lines.append(CommandLine("".join(parts), starts, comments, open=True))
    lines_joined.comments += filter(None, heading)
    return lines_joined


def _physical(text: str, file: str, problems: list[Diagnostic]) -> list[str]:
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" not in text:
        text = text.replace("\x85", "\n")  # NEL, the line end of EBCDIC
    count = text.count("\0")
    if count:
        at = text.index("\0")
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        many = "a NUL byte" if count == 1 else f"a NUL byte, the first of {count}"
        problems.append(problem(NUL_BYTE, file, line, column, "text (is the file UTF-16?)", many))
        text = text.replace("\0", " ")
    return text.split("\n")


def has_sequence_number(record: str) -> bool:
    """Whether columns 73 to 80 are a sequence number, with letters in front maybe."""
    tail = record[_SIGNIFICANT:_RECORD]
    return tail.isalnum() and tail.isascii() and len(tail) == 8 and tail[-4:].isdigit()


def _limit(lines: Sequence[str]) -> int:
    """72 where the file is a listing of z/OS: records of 80 with sequence numbers, most of them."""
    longer = [line for line in lines if len(line) > _SIGNIFICANT]
    numbered = 0
    for line in longer:
        if len(line) > _RECORD and line[_RECORD:].strip(_BLANKS):
            return 0
        if has_sequence_number(line):
            numbered += 1
        elif line[_SIGNIFICANT:_RECORD].strip(_BLANKS):
            return 0
    written = sum(1 for line in lines if line.strip(_BLANKS))
    return _SIGNIFICANT if numbered and numbered * 2 >= written else 0
