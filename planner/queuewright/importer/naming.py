"""Names of a generated program: identifiers and resource names."""

import builtins
import keyword
from collections.abc import Iterable

from queuewright.catalogue.key import Key
from queuewright.kinds import KINDS

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
    names: dict[Key, str] = {}
    for key in keys:
        kind = words_of_kind(key.kind)
        name = key.name.rpartition("/")[2] if "library" in KINDS[key.kind].identity() else key.name
        base = snake(name) or kind
        if base[0].isdigit():
            base = f"{kind.rpartition('_')[2]}_{base}"
        names[key] = _unused(base, f"{base}_{kind.rpartition('_')[0] or kind}", used)
        used.add(names[key])
    return names


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
    names: dict[Key, str] = {}
    for key in keys:
        kind = words_of_kind(key.kind).replace("_", "-")
        names[key] = _unused(key.name, f"{key.name}-{kind}", used)
        used.add(names[key])
    return names
