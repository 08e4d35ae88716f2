"""The two columns in which `runmqsc` shows what a DISPLAY finds, both ways. Pure.

       QUEUE(ORDERS.IN)                        TYPE(QLOCAL)
       DESCR(Orders (EU))                      NOSHARE
       NAMES(ONE
            ,TWO)

Values stand without quotes, whatever they hold; a blank one is `( )`. A row starts at column 4, and
its second attribute at column 44. A value that is too long for the first column has a line of its
own; a list goes on on further lines. A blank line, or a keyword that comes again, starts a group of
its own: the handles of a connection.

A text may have any parentheses, and blanks behind them: whether a line has two cells is read from
the column and the keywords, each of which a group has once.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from queuewright.catalogue.names import capexpry, no_control_characters
from queuewright.kinds import EVERY, MQ_KINDS

from .keywords import keywords, of_queue_manager, record_words, repeated_words, type_keywords
from .words import UNMANAGED

_INDENT, _WIDTH, _SECOND = 3, 40, 36  # of the second column: what is longer has its own line
_AT = _INDENT + _WIDTH
_CELL = re.compile(r"([A-Z][A-Z0-9_]*)(\(.*)?", re.DOTALL)
_LISTS = frozenset(("NAMES", "AUTHLIST", "USERLIST", "ADDRLIST"))
_OF_HANDLES = ("APPLDESC", "APPLTAG")  # texts too


def rows(lines: Iterable[str]) -> list[dict[str, Any]]:
    """The rows after a message: one row, none where there is nothing."""
    groups: list[dict[str, Any]] = [{}]
    for keyword, value in _attributes(lines):
        if keyword in repeated_words():
            groups[-1].setdefault(keyword, []).append(value)
            continue
        if not keyword or keyword in groups[-1]:
            groups.append({})
        if keyword:
            groups[-1][keyword] = value
    first, *others = [group for group in groups if group] or [{}]
    if others:
        first["objects"] = others
    return [first] if first else []


def _each_alone(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for keyword, value in row.items():
        if keyword in repeated_words() and isinstance(value, list | tuple):
            yield from ((keyword, item) for item in value)
        else:
            yield keyword, value


def layout(row: Mapping[str, Any]) -> Iterator[str]:
    """The lines that show a row: keyword -> text, number, list, or "" for one that stands alone."""
    waiting = ""
    for keyword, value in _each_alone(row):
        if isinstance(value, list | tuple) and len(value) > 1 and keyword in _LISTS:
            if waiting:
                yield _alone(waiting)
            waiting = ""
            yield from _list(keyword, value)
            continue
        cell = _cell(keyword, value)
        if waiting and len(cell) <= _SECOND:
            yield f"{' ' * _INDENT}{waiting:<{_WIDTH}}{cell}"
            waiting = ""
            continue
        if waiting:
            yield _alone(waiting)
        waiting = cell
        if len(cell) >= _WIDTH:
            yield _alone(cell)
            waiting = ""
    if waiting:
        yield _alone(waiting)


def _cell(keyword: str, value: Any) -> str:
    if isinstance(value, list | tuple):
        value = ",".join(map(str, value))
    text = str(value)
    if keyword in _alone_words() and text == "":
        return keyword
    return f"{keyword}({text or ' '})"


def _alone(cell: str) -> str:
    return f"{' ' * _INDENT}{cell:<{_WIDTH - _INDENT}}"


def _list(keyword: str, items: Sequence[Any]) -> Iterator[str]:
    lines = [f"{' ' * _INDENT}{keyword}({items[0]}"]
    lines += [f"{' ' * (_INDENT + len(keyword))},{item}" for item in items[1:]]
    lines[-1] += ")"
    yield from (f"{line:<{_WIDTH}}" for line in lines)


def _attributes(lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Keyword and value of each cell; ("", "") for a blank line between groups."""
    for is_blank, group in groupby(_joined(lines), key=lambda line: not line):
        if is_blank:
            yield "", ""
            continue
        for cell in _cells(list(group)):
            found = _CELL.fullmatch(cell.rstrip(" "))
            if found:
                yield found[1], _value(found[1], found[2])


def _cells(lines: Sequence[str]) -> Iterator[str]:
    """The cells of one group. A text that people write may look like a second cell: it is one
    where no other cell of the group has that keyword."""
    readings = [(line, _second(line)) for line in lines]
    taken = {start[1] for line in lines if (start := _CELL.match(line[_INDENT:]))}
    taken |= {second.keyword for _, second in readings if second and second.is_certain}
    for line, second in readings:
        if second is None or not (second.is_certain or second.keyword not in taken):
            yield line[_INDENT:]
            continue
        taken.add(second.keyword)
        yield from (line[_INDENT:_AT], line[_AT:])


class _Second(NamedTuple):
    """The second cell of a line, if there may be one. is_certain: it cannot be part of the first
    one."""

    keyword: str
    is_certain: bool


def _second(line: str) -> _Second | None:
    """None where the line has one cell, whatever stands in it."""
    left, right = line[_INDENT:_AT], line[_AT:]
    second = _CELL.fullmatch(right.rstrip(" "))
    first = _CELL.fullmatch(left.rstrip(" "))
    if not second or not first or not left.endswith(" "):
        return None
    if first[2] is None or second[2] is None:
        # A value ends in a parenthesis: a word that stands alone is no part of one.
        return _Second(second[1], is_certain=True)
    if not first[2].endswith(")"):
        return None
    if first[1] not in _free():
        return _Second(second[1], is_certain=True)
    is_padded = left.endswith("  ")
    return _Second(second[1], False) if is_padded or second[1] in _attributes_shown() else None


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """Lines of cells, those of one cell in one; "" for a blank one."""
    waiting = ""
    for line in lines:
        text = line.rstrip("\r\n")
        if not text.strip():
            if waiting:
                yield waiting
                yield ""
            waiting = ""
        elif waiting and not _is_closed(waiting):
            more = text.strip(" ")
            waiting = waiting.rstrip(" ") + more if more.startswith(",") else waiting + more
        elif text[:_INDENT] == " " * _INDENT and _CELL.match(text[_INDENT:]):
            if waiting:
                yield waiting
            waiting = text
    if waiting:
        yield waiting


def _is_closed(line: str) -> bool:
    """Whether the line's last cell ends in it."""
    text = line.rstrip(" ")
    return text.endswith(")") or "(" not in text[_last_cell(line) :]


def _last_cell(line: str) -> int:
    """Where a second cell may start: it has only a keyword, or a parenthesis after one."""
    return _AT if _CELL.match(line[_AT:]) and line[_AT - 1 : _AT] == " " else 0


def _value(keyword: str, parenthesised: str | None) -> Any:
    if parenthesised is None:
        return "yes"
    text = parenthesised[1:].removesuffix(")")
    text = "" if text == " " else text.rstrip(" ")
    if keyword in _LISTS:
        return [item.strip(" ") for item in text.split(",")] if text else []
    return text


@cache
def _alone_words() -> frozenset[str]:
    """Keywords that stand alone: SHARE, NOSHARE."""
    pairs = ((word, fact) for kind in MQ_KINDS for word, fact in keywords(kind).items())
    return frozenset(word for word, fact in pairs if fact.value is not None)


@cache
def _free() -> frozenset[str]:
    """Texts that people write: they may hold anything, what looks like another attribute too."""
    pairs = ((word, fact) for kind in EVERY for word, fact in keywords(kind).items())
    any_text = (no_control_characters, capexpry)
    own = {word for word, fact in pairs if fact.metadata.syntax in any_text}
    return frozenset(own.union(_OF_HANDLES))


@cache
def _attributes_shown() -> frozenset[str]:
    """Every keyword that stands beside such a text."""
    attributes = {word for kind in MQ_KINDS for word in (*keywords(kind), *record_words(kind))}
    return frozenset(attributes | UNMANAGED | of_queue_manager() | type_keywords() | {"TYPE"})
