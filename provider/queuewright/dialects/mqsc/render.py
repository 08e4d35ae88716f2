"""Definitions as MQSC, so quoted that no value can end its quotes, its line or its command.

Lines have at most 72 columns, continued by `+` between parameters; a value that is longer than a
line is continued inside its quotes by `-`. Source: IBM MQ, Building command scripts; Rules for
using MQSC commands.
"""

import re
from collections.abc import Iterable, Sequence
from unicodedata import category

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.kinds import is_single, spec_of

from .writing import Argument, Repeated, Word, command_of, require_named

_WIDTH = 72
_INDENT = "   "
# Unprintable to Python, but neither control characters nor line separators: such as a no-break or
# ideographic space.
_HARMLESS = ("Zs", "Cf", "Co", "Cn")
_PLAIN = re.compile(r"[A-Z0-9._%/*-]+")  # reads back the same without quotes


def render(definition: Definition, *, single_line: bool = False) -> str:
    """The command of a definition of any dialect, no newline at its end; `single_line` gives one
    line whatever its length. Raises CannotWrite."""
    if definition.action is Action.INQUIRE:
        return _laid_out(_inquiry(definition), single_line=True)
    command = command_of(definition)
    start = f"{command.verb} {command.object}"
    pieces = [_text(start, command.name) if command.name else [start]]
    for word, argument in command.parameters.items():
        if isinstance(argument, Repeated):
            pieces += [_text(word, item) for item in argument.items]
        else:
            pieces.append(_spelled(word, argument))
    return _laid_out(pieces, single_line)


def _inquiry(definition: Definition) -> list[Sequence[str]]:
    spec, inquiry = spec_of(definition.kind), definition.inquiry
    commands, where = spec.mqsc, inquiry.where
    if is_single(definition.kind):
        pieces: list[Sequence[str]] = [[f"DISPLAY {commands.word}"]]
    elif len(definition.kinds) > 1:  # the command does not say which
        pieces = [_displayed(commands.display, definition)]
    else:
        pieces = [_displayed(commands.word, definition)]
        if where is None and commands.fixed:
            where = (commands.fixed[0][0], "EQ", commands.fixed[0][1])
        else:
            pieces += [[f"TYPE({word})"] for _, word in commands.fixed]
    if where is not None:
        value = where[2] if _PLAIN.fullmatch(where[2]) else quoted(where[2])
        pieces.append([f"WHERE({where[0]} {where[1]} {value})"])
    if inquiry.clusters:
        pieces.append(["CLUSINFO"])
    return [*pieces, *([word] for word in inquiry.attributes)]


def _displayed(word: str, definition: Definition) -> Sequence[str]:
    require_named(definition)
    return _text(f"DISPLAY {word}", definition.name)


def quoted(text: str) -> str:
    """A text in quotes, quotes inside doubled, blank as ' '. Raises CannotWrite for line breaks and
    other control characters, which could end the command, and for what is no character."""
    if not text.isprintable():
        for position, character in enumerate(text):
            if not character.isprintable() and category(character) not in _HARMLESS:
                raise CannotWrite(
                    f"{shown(text)} has the character U+{ord(character):04X} at position "
                    f"{position + 1}, which MQSC cannot hold; remove it"
                )
    return "'" + text.replace("'", "''") + "'" if text else "' '"


def _spelled(word: str, argument: Argument) -> Sequence[str]:
    """`WORD(value)`, a list with a part an item."""
    if argument is None or isinstance(argument, Repeated):
        return [word]
    items = argument if isinstance(argument, tuple) else (argument,)
    texts = [_value(item) for item in items] or ["' '"]
    parts = [f"{word}({texts[0]}", *(f",{text}" for text in texts[1:])]
    parts[-1] += ")"
    return parts


def _value(item: Word | int | str) -> str:
    if isinstance(item, Word):
        return item.text
    return quoted(item) if isinstance(item, str) else str(item)


def _text(word: str, value: str) -> Sequence[str]:
    return [f"{word}({quoted(value)})"]


def _laid_out(pieces: Sequence[Sequence[str]], single_line: bool) -> str:
    """Pieces, each of parts between which a line may end, as one command."""
    if single_line:
        return " ".join("".join(parts) for parts in pieces)
    lines: list[str] = []
    for number, parts in enumerate(pieces):
        indent = _INDENT if number else ""
        rows = [indent]
        for part in parts:
            if rows[-1].strip() and len(rows[-1]) + len(part) + 2 > _WIDTH:
                rows.append(_INDENT * 2)
            rows[-1] += part
        lines += rows
    last = len(lines) - 1
    return "\n".join(
        folded
        for number, line in enumerate(lines)
        for folded in _folded(line, "" if number == last else " +")
    )


def _folded(line: str, sign: str) -> Iterable[str]:
    """A line that is too long, ended inside its quotes so that not a blank is lost or won.

    After `-` the next line goes on at its column 1, where an asterisk would make it a comment;
    there `+` is used, which goes on at the first non-blank.
    """
    while len(line) + len(sign) > _WIDTH:
        last = end = min(_WIDTH, len(line)) - 1
        while end > _WIDTH // 2 and (line[end] in "*' " or line[end - 1] in "' "):
            end -= 1
        if line[end] in "*' " or line[end - 1] in "' ":
            end = last
        if line[end] == "*":
            yield line[:end] + "+"
            line = " " + line[end:]
        else:
            yield line[:end] + "-"
            line = line[end:]
    yield line + sign
