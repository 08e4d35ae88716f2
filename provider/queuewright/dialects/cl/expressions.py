"""Expressions of CL over what is known of variables: conditions, concatenations, arithmetic.

What is not known makes an expression unknown (None), unless the rest of it decides: `'0' *AND &X`
is false whatever &X is. Of the built-in functions only %SST and %SUBSTRING are evaluated.
Source: IBM i, CL expressions.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation

from .parser import ClItem, ItemKind

Value = str | Decimal | bool
# The values of variables, by its name with the &; None where that is not known.
Lookup = Callable[[str], Value | None]

_OR, _AND, _NOT = ("*OR", "|"), ("*AND", "&"), ("*NOT", "¬")
_JOINS = {"*CAT": "", "||": "", "*BCAT": " ", "|>": " ", "*TCAT": "", "|<": ""}
_TRIMS = ("*BCAT", "|>", "*TCAT", "|<")
_COMPARISONS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("*EQ", "="), (0,)),
    **dict.fromkeys(("*NE", "¬="), (-1, 1)),
    **dict.fromkeys(("*GT", ">"), (1,)),
    **dict.fromkeys(("*LT", "<"), (-1,)),
    **dict.fromkeys(("*GE", ">=", "*NL", "¬<"), (0, 1)),
    **dict.fromkeys(("*LE", "<=", "*NG", "¬>"), (-1, 0)),
}
_PARTS = ("%SST", "%SUBSTRING")
_OTHERWISE = ("*NE", "¬=")
_OF_TEXTS = ("*EQ", "=", *_OTHERWISE)


class _UnknownExpression(Exception):
    """The items are no expression that is known here."""


def evaluated(items: Sequence[ClItem], lookup: Lookup) -> Value | None:
    """The value of an expression, None where it is not known."""
    reader = _Expression(items, lookup)
    try:
        return reader.whole()
    except (_UnknownExpression, InvalidOperation, ZeroDivisionError):
        return None


def truth(items: Sequence[ClItem], lookup: Lookup) -> bool | None:
    """Whether a condition holds, None where that is not known."""
    return _logical(evaluated(items, lookup))


def _logical(value: Value | None) -> bool | None:
    if isinstance(value, str):
        return {"1": True, "0": False}.get(value.rstrip(" "))
    return value if isinstance(value, bool) else None


class _Expression:
    """Reads items by precedence: *NOT, arithmetic, concatenation, comparison, *AND, *OR."""

    def __init__(self, items: Sequence[ClItem], lookup: Lookup) -> None:
        self._items, self._lookup, self._at = items, lookup, 0

    def whole(self) -> Value | None:
        value = self._either()
        if self._at < len(self._items):
            raise _UnknownExpression
        return value

    def _next(self) -> str:
        """The operator that comes, "" for anything else."""
        if self._at >= len(self._items):
            return ""
        item = self._items[self._at]
        return item.text if item.kind is ItemKind.WORD else ""

    def _taken(self, *operators: str) -> str:
        word = self._next()
        if word not in operators:
            return ""
        self._at += 1
        return word

    def _either(self) -> Value | None:
        value = self._both()
        while self._taken(*_OR):
            left, right = _logical(value), _logical(self._both())
            known = None if left is None or right is None else False
            value = True if left or right else known
        return value

    def _both(self) -> Value | None:
        value = self._compared()
        while self._taken(*_AND):
            left, right = _logical(value), _logical(self._compared())
            known = None if left is None or right is None else True
            value = False if left is False or right is False else known
        return value

    def _compared(self) -> Value | None:
        left = self._joined()
        operator = self._taken(*_COMPARISONS)
        if not operator:
            return left
        right = self._joined()
        if left is None or right is None:
            return None
        return _compare(operator, left, right)

    def _joined(self) -> Value | None:
        value = self._sum()
        while operator := self._taken(*_JOINS):
            right = self._sum()
            if not isinstance(value, str) or not isinstance(right, str):
                value = None
                continue
            left = value.rstrip(" ") if operator in _TRIMS else value
            value = left + _JOINS[operator] + right
        return value

    def _sum(self) -> Value | None:
        value = self._operand()
        while operator := self._taken("+", "-", "*", "/"):
            right = self._operand()
            if not isinstance(value, Decimal) or not isinstance(right, Decimal):
                value = None
            elif operator in "+-":
                value = value + right if operator == "+" else value - right
            else:
                value = value * right if operator == "*" else value / right
        return value

    def _operand(self) -> Value | None:
        if self._taken(*_NOT):
            known = _logical(self._operand())
            return None if known is None else not known
        if self._at >= len(self._items):
            raise _UnknownExpression
        item = self._items[self._at]
        self._at += 1
        match item.kind:
            case ItemKind.QUOTED:
                return item.text
            case ItemKind.VARIABLE:
                return self._lookup(item.text)
            case ItemKind.GROUP | ItemKind.EXPRESSION if item.items:
                return _Expression(item.items, self._lookup).whole()
            case ItemKind.WORD if item.text in _PARTS:
                return self._part()
            case ItemKind.WORD if item.text[:1] not in ("%", "*"):
                return number(item.text) if _is_number(item.text) else item.text
        raise _UnknownExpression

    def _part(self) -> Value | None:
        """%SST(&NAME start length) of a text."""
        group = self._items[self._at] if self._at < len(self._items) else None
        if group is None or group.kind is not ItemKind.GROUP or len(group.items) != 3:
            raise _UnknownExpression
        self._at += 1
        text, start, length = (evaluated((item,), self._lookup) for item in group.items)
        if not isinstance(text, str):
            return None
        if not isinstance(start, Decimal) or not isinstance(length, Decimal):
            return None
        first, end = int(start) - 1, int(start) - 1 + int(length)
        # Anything outside of the variable fails there (CPF0818).
        return text[first:end] if 0 <= first < end <= len(text) else None


def number(text: str) -> Decimal:
    """A number as CL writes it. Raises InvalidOperation."""
    return Decimal(text.replace(",", "."))


def _is_number(text: str) -> bool:
    try:
        return number(text).is_finite()
    except InvalidOperation:
        return False


def _compare(operator: str, left: Value, right: Value) -> bool | None:
    """Texts of different lengths compare as if blanks followed the shorter one. Which of two texts
    comes first is a matter of the job's order of letters, which is not known."""
    if isinstance(left, Decimal) and isinstance(right, Decimal):
        return (left > right) - (left < right) in _COMPARISONS[operator]
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return None
    if _text(left) == _text(right):
        return 0 in _COMPARISONS[operator]
    return operator in _OTHERWISE if operator in _OF_TEXTS else None


def _text(value: str | bool) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return value.rstrip(" ")
