"""Names of a generated program: identifiers, resource names, the order that people expect."""

import builtins
import keyword
import re
from collections.abc import Iterable
from itertools import chain, count

from queuewright.catalogue.key import Key
from queuewright.kinds import KINDS

_RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins)})
_DIGITS = re.compile(r"(\d+)")
_WORDS = re.compile(r"[A-Za-z0-9]+")


def natural(text: str) -> tuple[tuple[str, int], ...]:
    """Sorts REPLY2 before REPLY10."""
    parts = _DIGITS.split(text)
    numbers = [int(part) for part in parts[1::2]]
    return tuple(zip(parts[::2], [*numbers, -1], strict=True))


def words_of_kind(kind: str) -> str:
    """`mq:LocalQueue` -> `local_queue`."""
    name = kind.rpartition(":")[2]
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def snake(text: str) -> str:
    """The letters and digits of a name as an identifier: `ORDERS.IN` -> `orders_in`; "" when there
    are none."""
    return "_".join(_WORDS.findall(text)).lower()


def simple_name(key: Key) -> str:
    """The object's name without its library, or the first of several fields."""
    spec = KINDS[key.kind]
    if spec.in_library:
        return key.name.rpartition("/")[2]
    return key.name if spec.has_one_name() else spec.names_in(key.name)["name"]


def _shown_name(key: Key) -> str:
    """The name as a resource has it: of several fields those that are given."""
    spec = KINDS[key.kind]
    if spec.in_library or spec.has_one_name():
        return key.name
    return "/".join(spec.names_in(key.name).values())


def identifiers(
    keys: Iterable[Key], taken: Iterable[str], *, short: bool = False
) -> dict[Key, str]:
    """A readable identifier for each object, unique among them and not among `taken`; where two
    names would be alike, the second gets its kind, then a number. short: the last part of a
    dotted name is enough where no other has it."""
    used = {*taken, *_RESERVED}
    names: dict[Key, str] = {}
    for key in keys:
        kind = words_of_kind(key.kind)
        parts = [snake(part) for part in simple_name(key).split(".")] if short else []
        ends = ("_".join(filter(None, parts[n:])) for n in range(len(parts) - 1, 0, -1))
        end = next((end for end in ends if end.isidentifier() and end not in used), "")
        base = end or snake(simple_name(key)) or kind
        if base[0].isdigit():
            base = f"{kind.rpartition('_')[2]}_{base}"
        names[key] = unused(base, f"{base}_{kind.rpartition('_')[0] or kind}", used)
    return names


def unused(first: str, second: str, used: set[str]) -> str:
    """The first that is not used yet, of both names and the second with a number; it is then."""
    numbered = (f"{second}_{number}" for number in count(2))
    name = next(name for name in chain((first, second), numbered) if name not in used)
    used.add(name)
    return name


def resource_names(keys: Iterable[Key], prefix: str = "") -> dict[Key, str]:
    """A name in the program for each object: its own behind `prefix`; where two kinds share one,
    the second has its kind added, with a hyphen that no MQ name has."""
    used: set[str] = set()
    names: dict[Key, str] = {}
    for key in keys:
        kind = words_of_kind(key.kind).replace("_", "-")
        own = prefix + _shown_name(key)
        names[key] = unused(own, f"{own}-{kind}", used)
    return names
