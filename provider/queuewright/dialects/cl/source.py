"""CL source lines joined into statements.

A line that ends in `+` goes on at the first nonblank of the next line, one that ends in `-` at its
column 1; both also inside quotes and comments. A statement ends with its line. A comment that is
still open there goes on over the following lines until its end, unless another one starts before.

Members copied with sequence numbers and dates (`000100 ... 250101`), or with the ruler and the
first and last line of SEU, are read without them.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.rule import Rule

from .rules import COMMENT_OPEN, CONTINUATION_END, QUOTE_OPEN

_LINES = re.compile(r"\r\n|\n|\r")
# SRCSEQ and SRCDAT of a source physical file: six digits each, or `0001.00` as SEU prints it. The
# date stands behind the data's 80 columns, or closes the line; in the records as they are, before.
_SEQUENCE = re.compile(r"[0-9]{6}|[ 0-9]{4}\.[0-9]{2}")
_RECORD = re.compile(r"[0-9]{12}")
_DATE = re.compile(r"\s*(?:[0-9]{6}|[0-9]{2}/[0-9]{2}/[0-9]{2})\s*\Z")
_DATA_COLUMNS = 80
# Lines that SEU shows around a member, and that were copied with it. In CL a line that begins with
# stars is not a comment.
_OF_THE_EDITOR = re.compile(
    r"\s*(?:FMT \S+ *)?(?:\.\.\.)?[. \d]*\+\.\.\. *1 \.\.\.\+[.+ \d]*"
    r"|\s*\*{5,}\s*(?:Beginning|End) of data\s*\*{5,}\s*"
)
# A comment starts where a word could start; inside a word (`MYLIB/*ALL`) it is no comment.
_COMMENT_OR_TEXT = re.compile(
    r"""(?P<skip>[\s()]+|'[^']*+(?:''[^']*+)*+'|"[^"]*+"[^\s()'"]*+|[^\s()'"/][^\s()'"]*|/(?!\*)[^\s()'"]*)
      | (?P<comment>/\*.*?\*/)
      | (?P<open>/\*.*)
      | (?P<quote>['"].*)""",
    re.VERBOSE | re.DOTALL,
)
_COMMENT_SIGNS = re.compile(r"^\s*/\*|\*/\s*[+-]?\s*$")
_NEXT_COMMENT = re.compile(r"/\*|\*/")


@dataclass(slots=True)
class Statement:
    """One statement: its text joined, and where each piece of it stands in the source.

    `pieces` has (offset in text, line, column), ascending; lines and columns count from 1.
    """

    text: str
    pieces: list[tuple[int, int, int]]
    problems: list[Diagnostic]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a place in `text`."""
        pieces = self.pieces
        index = 0 if len(pieces) == 1 else bisect_right(pieces, (offset, 1 << 60, 0)) - 1
        start, line, column = pieces[max(index, 0)]
        return line, column + offset - start

    def problem(self, rule: Rule, offset: int, expected: str = "", found: str = "") -> Diagnostic:
        """A problem at a place in `text`."""
        return rule(expected=expected, found=found).at(*self.place(offset))

    def join(self, other: "Statement") -> None:
        """Append the next statement, as if a `+` stood between."""
        at = len(self.text) + 1
        self.text += " " + other.text
        self.pieces += [(at + offset, line, column) for offset, line, column in other.pieces]
        self.problems += other.problems


def statements(
    text: str, headings: MutableMapping[int, Sequence[str]] | None = None
) -> Iterator[Statement]:
    """The statements of a program, comments taken out (blanks stand in their place).

    headings: takes line of a statement -> the lines of the comments above it, "" for blank ones.
    Never raises; an open quote or comment and a continuation with nothing after it are problems
    of the statement.
    """
    written = ["" if _OF_THE_EDITOR.fullmatch(line) else line for line in _LINES.split(text)]
    lines, first_column = _without_numbers(written)
    written = list(lines)
    heading: list[str] = []
    index = 0
    while index < len(lines):
        first = index
        statement, index = _joined(lines, index)
        index = _without_comments(statement, lines, index)
        if first_column:
            statement.pieces = [(at, row, col + first_column) for at, row, col in statement.pieces]
        if statement.text.strip() or statement.problems:
            if headings is not None and heading:
                headings[statement.pieces[0][1]] = heading
            heading = []
            yield statement
        elif heading or any(map(str.strip, written[first:index])):
            heading += [_COMMENT_SIGNS.sub("", line).strip() for line in written[first:index]]


def _without_numbers(lines: list[str]) -> tuple[list[str], int]:
    """The lines without sequence numbers and dates, where every line has them; how many columns
    are gone at the left."""
    written = [line for line in lines if line.strip()]
    width = 0
    matches = [_SEQUENCE.match(line) for line in written]
    if written and all(matches):
        width = max(match.end() for match in matches if match)
        if all(_RECORD.match(line) for line in written):  # the date stands before the data
            return [line[12:] for line in lines], 12
    end = width + _DATA_COLUMNS
    if written and all(_DATE.fullmatch(line[end:]) for line in written):
        return [line[width:end] for line in lines], width
    if width and all(_DATE.search(line) for line in written):
        return [_DATE.sub("", line)[width:] for line in lines], width
    return [line[width:] for line in lines], width


def _joined(lines: list[str], index: int) -> tuple[Statement, int]:
    """The statement that starts at line `index`, and the index after it."""
    line = lines[index].rstrip()
    if not line.endswith(("+", "-")):
        return Statement(line, [(0, index + 1, 1)], []), index + 1
    text, pieces, problems = "", [], []
    column = 1
    while True:
        pieces.append((len(text), index + 1, column))
        mark = line[-1:]
        index += 1
        if mark not in ("+", "-") or not line:
            text += line
            break
        text += line[:-1]
        if index == len(lines) or (index == len(lines) - 1 and not lines[index].strip()):
            expected = f"a line after the continuation {mark!r}"
            problem = CONTINUATION_END(expected=expected, found="the end of the text")
            problems.append(problem.at(index, column + len(line) - 1))
            break
        following = lines[index]
        column = 1
        if mark == "+":
            stripped = following.lstrip()
            column += len(following) - len(stripped)
            following = stripped
        line = following.rstrip()
    return Statement(text, pieces, problems), index


def _without_comments(statement: Statement, lines: list[str], index: int) -> int:
    """Blank out comments; a comment that is open takes following lines. Gives the next index."""
    if "/*" not in statement.text and "'" not in statement.text and '"' not in statement.text:
        return index
    comments: list[tuple[int, int]] = []
    position = 0
    while match := _COMMENT_OR_TEXT.match(statement.text, position):
        kind, position = match.lastgroup, match.end()
        if kind == "comment":
            comments.append(match.span())
        elif kind == "open":
            comments.append(match.span())
            end = _end_of_comment(lines, index)
            if end is None:
                _report(statement, match.start(), COMMENT_OPEN, "*/ after this /*")
                break
            line, column = end
            lines[line] = " " * column + lines[line][column:]
            rest, index = _joined(lines, line)
            statement.join(rest)
        elif kind == "quote":
            _report(statement, match.start(), QUOTE_OPEN, f"a closing {match.group()[0]}")
            break
    parts, last = [], 0
    for start, stop in comments:
        parts += [statement.text[last:start], " " * (stop - start)]
        last = stop
    statement.text = "".join([*parts, statement.text[last:]])
    return index


def _end_of_comment(lines: list[str], index: int) -> tuple[int, int] | None:
    """Line index and column after `*/`, unless another comment starts first."""
    while index < len(lines):
        match = _NEXT_COMMENT.search(lines[index])
        if match is not None:
            return (index, match.end()) if match.group() == "*/" else None
        index += 1
    return None


def _report(statement: Statement, offset: int, rule: Rule, expected: str) -> None:
    found = statement.problem(rule, offset, expected, "the end of the statement")
    statement.problems.append(found)
