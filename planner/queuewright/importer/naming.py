"""Names of a generated program: identifiers, resource names, literals, module names."""

import builtins
import keyword
from collections.abc import Iterable

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key

__all__ = ["identifiers", "literal", "resource_names", "snake", "words_of_kind"]

_RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins)})


def words_of_kind(kind: str) -> str:
    """`mq:LocalQueue` -> `local_queue`."""
    name = kind.rpartition(":")[2]
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def snake(text: str) -> str:
    """The letters and digits of a name as an identifier: `ORDERS.IN` -> `orders_in`; "" when there
    are none."""
    clean = "".join(c.lower() if c.isascii() and c.isalnum() else "_" for c in text)
    parts = [part for part in clean.split("_") if part]
    return "_".join(parts)


def identifiers(keys: Iterable[Key], taken: Iterable[str]) -> dict[Key, str]:
    """A readable identifier for each object, unique among them and not among `taken`; where two
    names would be alike, the second gets its kind, then a number."""
    used = {*taken, *_RESERVED}
    found: dict[Key, str] = {}
    for key in keys:
        kind = words_of_kind(key.kind)
        name = key.name if key.kind.startswith("mq:") else key.name.rpartition("/")[2]
        base = snake(name) or kind
        if base[0].isdigit():
            base = f"{kind.rpartition('_')[2]}_{base}"
        found[key] = _unused(base, f"{base}_{kind.rpartition('_')[0] or kind}", used)
        used.add(found[key])
    return found


def _unused(first: str, second: str, used: set[str]) -> str:
    if first not in used:
        return first
    name, number = second, 2
    while name in used:
        name, number = f"{second}_{number}", number + 1
    return name


def resource_names(keys: Iterable[Key]) -> dict[Key, str]:
    """A name in the program for each object: its own; where two kinds share one, the second has
    its kind added, with a hyphen that no MQ name has."""
    used: set[str] = set()
    found: dict[Key, str] = {}
    for key in keys:
        kind = words_of_kind(key.kind).replace("_", "-")
        found[key] = _unused(key.name, f"{key.name}-{kind}", used)
        used.add(found[key])
    return found


def literal(value: Value) -> str:
    """A value as Python source of one line, quoted as a formatter would."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return f"{value:_}" if abs(value) >= 10_000 else str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(literal, value))}]"
    items = (f"{_text(name)}: {literal(tuple(one))}" for name, one in value.items())
    return f"{{{', '.join(items)}}}"


def _text(text: str) -> str:
    """As repr(), with the quotes that need fewer escapes, double ones where both need as many."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join(_character(one, quote) for one in text) + quote


def _character(one: str, quote: str) -> str:
    if one in (quote, "\\"):
        return f"\\{one}"
    return one if one.isprintable() else repr(one)[1:-1]
