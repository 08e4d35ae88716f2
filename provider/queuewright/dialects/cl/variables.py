"""Variables of a CL program, and the parameters of the commands that set them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from .expressions import Value, number
from .parser import Argument, ClCommand, ClItem, ItemKind, variables_in

_PLAIN = re.compile(r"[A-Z$#@*][A-Z0-9$#@_.*]*\Z|[+-]?[0-9]+\Z")


@dataclass(slots=True)
class Variable:
    """length: of *CHAR, in bytes. known: what it holds now, None where that is not known, because
    of `reason`."""

    type: str
    length: int = 0
    known: Value | None = None
    reason: str = ""


def parameters_of(step: ClCommand, positions: Sequence[str]) -> dict[str, tuple[Argument, ...]]:
    places = iter(positions)
    found: dict[str, tuple[Argument, ...]] = {}
    for argument in step.arguments:
        keyword = argument.keyword or next(places, "")
        found.setdefault(keyword, (argument,))
    return found


def argument_of(command: ClCommand, keyword: str, position: int) -> Argument | None:
    """A parameter, by its keyword or its position, counted from 1; 0 for none."""
    positional = [argument for argument in command.arguments if argument.keyword is None]
    found = next((a for a in command.arguments if a.keyword == keyword), None)
    if found is None and 0 < position <= len(positional):
        found = positional[position - 1]
    return found


def first_of(by_keyword: Mapping[str, tuple[Argument, ...]], keyword: str) -> str:
    arguments = by_keyword.get(keyword)
    values = arguments[0].values if arguments else ()
    if len(values) >= 1 and values[0].kind is ItemKind.GROUP:
        values = values[0].items
    return values[0].text if values else ""


def word_of(step: ClCommand, keyword: str) -> str:
    return first_of(parameters_of(step, (keyword,)), keyword)


def named_in(arguments: Iterable[Argument]) -> Iterator[str]:
    """The variables that parameters name, in order, with their &."""
    return (f"&{name}" for argument in arguments for name in variables_in(argument.values))


def condition_of(step: ClCommand) -> tuple[ClItem, ...]:
    by_keyword = parameters_of(step, ("COND",))
    return by_keyword["COND"][0].values if "COND" in by_keyword else ()


def typed(variable: Variable, text: str) -> Value | None:
    """A text as a variable of that type holds it."""
    if variable.type in ("*DEC", "*INT", "*UINT"):
        try:
            return number(text)
        except InvalidOperation:
            return None
    return text.ljust(variable.length) if variable.type == "*CHAR" else text


def fitted(variable: Variable, value: Value) -> Value | None:
    """A value as the variable takes it: cut, or padded with blanks."""
    if variable.type in ("*DEC", "*INT", "*UINT"):
        return value if isinstance(value, Decimal) else None
    if isinstance(value, bool):
        value = "1" if value else "0"
    if isinstance(value, Decimal):
        return None
    return value[: variable.length].ljust(variable.length) if variable.type == "*CHAR" else value


def item_of(item: ClItem, value: Value) -> ClItem:
    """A literal in place of a variable."""
    text = text_of(value)
    kind = ItemKind.WORD if _PLAIN.match(text) else ItemKind.QUOTED
    return ClItem(kind, text, item.offset)


def text_of(value: Value | None) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return format(value, "f") if isinstance(value, Decimal) else str(value).rstrip(" ")
