"""A command's line into words and values: written by hand, one pass, never going back.

Every value ends at its parenthesis and every quote at its quote, so that the time is linear in
the text, whatever the text is.
"""

import re
from dataclasses import dataclass, field
from sys import intern

from queuewright.catalogue.diagnostic import Diagnostic, shown
from queuewright.catalogue.rule import Rule
from queuewright.dialects.rules import EXPECTED

from .inserting import in_one_word
from .lines import CommandLine
from .script import (
    CONTINUATION,
    UNBALANCED_PARENTHESIS,
    UNBALANCED_QUOTE,
    MqscParameter,
    problem,
)
from .words import STARTERS

# Runs of characters of one class: no alternatives, so nothing to go back to.
_SEPARATORS = re.compile(r"[ \t\f\v\r,]*")
_WORD = re.compile(r"[^ \t\f\v\r,()';]+")
_TO_UPPER = {code: code - 32 for code in range(ord("a"), ord("z") + 1)}


@dataclass(slots=True)
class Words:
    """One command's words. start, end: its part of the line."""

    start: int
    end: int = 0
    parameters: list[MqscParameter] = field(default_factory=list)
    read_only: dict[str, str] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)


class _Stop(Exception):
    """The rest of the line is lost: what was expected where, and what stood there."""

    def __init__(self, rule: Rule, at: int, expected: str, actual: str, resume: int) -> None:
        super().__init__(rule.code)
        self.rule, self.at, self.expected, self.actual = rule, at, expected, actual
        self.resume = resume


def fold(text: str) -> str:
    """Upper case, A to Z alone: what MQSC does with unquoted text."""
    return text.upper() if text.isascii() else text.translate(_TO_UPPER)


def scan(line: CommandLine, file: str, synonyms: dict[str, str]) -> list[Words]:
    """The commands of a line: one, or several where `;` or a forgotten continuation ends one."""
    text, starts = line.text, line.starts
    size, segment, segments = len(text), 0, len(starts)
    commands: list[Words] = []
    words = Words(0)
    position = 0
    read_only = False
    while True:
        position = _SEPARATORS.match(text, position).end()  # type: ignore[union-attr]
        if position >= size:
            break
        while segment + 1 < segments and starts[segment + 1][0] <= position:
            segment += 1
        start, number, column = starts[segment]
        column += position - start
        character = text[position]
        if character == ";":
            position += 1
            words.end = position
            commands.append(words)
            words = Words(position)
            continue
        if not words.parameters:
            words.start = position
        if character == "*":
            if position == start:  # a comment, indented
                position = starts[segment + 1][0] if segment + 1 < segments else size
            else:  # dmpmqcfg -o 1line: the next parameter is read-only
                position += 1
                read_only = True
            continue
        try:
            match = _WORD.match(text, position)
            if match is None:
                raise _Stop(
                    EXPECTED, position, "a keyword", shown(text[position : position + 20]),
                    _past(text, position),
                )  # fmt: skip
            end = match.end()
            written = match.group()
            keyword = intern(fold(written))
            after = end
            while after < size and text[after] in " \t":
                after += 1
            values: tuple[str, ...] = ()
            quoted = parenthesised = False
            if after < size and text[after] == "(":
                values, quoted, end = _values(text, after, keyword)
                parenthesised = True
            elif column == 1 and position == start and words.parameters and keyword in STARTERS:
                words.problems.append(
                    problem(
                        CONTINUATION, file, number, column,
                        "the rest of the continued command", f"a new command, {shown(written)}",
                    )
                )  # fmt: skip
                words.end = position
                commands.append(words)
                words = Words(position)
            if not (written.isalnum() and written.isascii()):
                raise _Stop(EXPECTED, position, "a keyword", shown(written), end)
        except _Stop as stop:
            if not words.problems:
                where, at = line.place(stop.at)
                words.problems.append(
                    problem(stop.rule, file, where, at, stop.expected, stop.actual)
                )
            position = stop.resume
            read_only = False
            continue
        position = end
        if read_only:
            words.read_only[keyword] = ",".join(values)
            read_only = False
            continue
        keyword = synonyms.get(keyword, keyword)
        words.parameters.append(
            MqscParameter(keyword, intern(written), values, quoted, parenthesised, number, column)
        )
    words.end = size
    if words.parameters or words.problems:
        commands.append(words)
    return [command for command in commands if command.parameters or command.problems]


def _past(text: str, position: int) -> int:
    """Where to go on after a stray character: behind a quoted text, or the next character."""
    if text[position] == "'":
        end = text.find("'", position + 1)
        return len(text) if end < 0 else end + 1
    return position + 1


def _values(text: str, opening: int, keyword: str) -> tuple[tuple[str, ...], bool, int]:
    """The text between parentheses; whether all of it is quoted; the position behind."""
    start = opening + 1
    size = len(text)
    while start < size and text[start] in " \t":
        start += 1
    if start < size and text[start] == "'":
        value, end = _quoted(text, start, keyword)
        if end < size and text[end] == ")":
            return (value,), True, end + 1
    else:
        end = text.find(")", start)
        if end >= 0:
            chunk = text[start:end]
            if "'" not in chunk and "(" not in chunk and ";" not in chunk:
                if "{{" in chunk:
                    chunk = in_one_word(chunk)
                words = fold(chunk.replace(",", " ")).split()
                return tuple(map(intern, words)), False, end + 1
    return _list(text, opening, keyword)


def _quoted(text: str, opening: int, keyword: str) -> tuple[str, int]:
    """A quoted text that starts at `opening`, and the position behind its end."""
    end = text.find("'", opening + 1)
    doubled = False
    while end >= 0 and text.startswith("'", end + 1):
        doubled = True
        end = text.find("'", end + 2)
    if end < 0:
        raise _Stop(
            UNBALANCED_QUOTE, opening, f"a closing quote for {keyword}",
            "the end of the command", len(text),
        )  # fmt: skip
    value = text[opening + 1 : end]
    return (value.replace("''", "'") if doubled else value), end + 1


def _list(text: str, opening: int, keyword: str) -> tuple[tuple[str, ...], bool, int]:
    """Several values, separated by commas or blanks."""
    values: list[str] = []
    quoted = True
    position = opening + 1
    size = len(text)
    while True:
        position = _SEPARATORS.match(text, position).end()  # type: ignore[union-attr]
        if position >= size:
            raise _Stop(
                UNBALANCED_PARENTHESIS, opening, f"a closing parenthesis for {keyword}",
                "the end of the command", size,
            )  # fmt: skip
        character = text[position]
        if character == ")":
            return tuple(values), quoted and bool(values), position + 1
        if character == "'":
            value, position = _quoted(text, position, keyword)
            values.append(value)
        elif character == "(":
            raise _Stop(
                EXPECTED, position, f"quotes round the value of {keyword} with its parentheses",
                "a parenthesis inside it", _balanced(text, opening),
            )  # fmt: skip
        elif character == ";":
            raise _Stop(
                UNBALANCED_PARENTHESIS, opening, f"a closing parenthesis for {keyword}",
                "the end of the command, ';'", position,
            )  # fmt: skip
        else:
            quoted = False
            match = _WORD.match(text, position)
            assert match is not None  # every other character is a word's
            values.append(fold(match.group()))
            position = match.end()


def _balanced(text: str, opening: int) -> int:
    """The position behind the parenthesis that closes the one at `opening`."""
    depth = 0
    for position in range(opening, len(text)):
        if text[position] == "(":
            depth += 1
        elif text[position] == ")":
            depth -= 1
            if not depth:
                return position + 1
    return len(text)
