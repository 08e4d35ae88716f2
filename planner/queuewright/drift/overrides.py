"""Overrides of configuration that may make a definition match its system. Pure; each is a guess.

A value equal to what some attribute is wanted to be may become what it is; a list or mapping that
names an object which does not exist may lose that name; a switch may be turned.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Override:
    """In the value of a configuration key, at `path` inside it: `old` becomes `new`, or (`drop`)
    the element is left out."""

    key: str
    path: tuple[str | int, ...]
    old: Any
    new: Any = None
    drop: bool = False

    def applied(self, value: Any) -> Any | None:
        """The key's value with the override; None where it does not fit any more."""
        if not self.path:
            return None if self.drop or value != self.old else self.new
        changed = copy.deepcopy(value)
        inside = changed
        try:
            for step in self.path[:-1]:
                inside = inside[step]
            if self.drop and isinstance(inside, list):
                inside.remove(self.old)  # an override before this one may have moved it
            elif inside[self.path[-1]] != self.old:
                return None
            elif self.drop:
                del inside[self.path[-1]]
            else:
                inside[self.path[-1]] = self.new
        except (LookupError, TypeError, ValueError):
            return None
        return changed


def candidate_overrides(
    values: Mapping[str, Any], differing: Iterable[tuple[Any, Any]], missing: Iterable[str]
) -> list[Override]:
    """Every override worth a try, the likely ones first, each once.

    values: full configuration keys and their values. wanted: (desired, observed) of attributes
    that differ. missing: names of objects that do not exist; of `LIBRARY/NAME` both.
    """
    places = [(key, *place) for key, value in values.items() for place in _walk(value)]
    pairs = list(differing)
    names = {part for name in missing for part in (name, name.rpartition("/")[2])}
    candidates = [
        Override(key, path, old, _like(old, observed))
        for desired, observed in pairs
        for key, path, old in places
        if _means(old, desired)
    ]
    candidates += [
        Override(key, path, old, drop=True)
        for key, path, old in places
        if path and _names(path, old, names)
    ]
    candidates += [
        Override(key, path, old, not old)
        for key, path, old in places
        if isinstance(old, bool) and (pairs or names)
    ]
    return [each for place, each in enumerate(candidates) if each not in candidates[:place]]


def _walk(
    value: Any, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield path, value
    if isinstance(value, Mapping):
        for name, inside in value.items():
            yield from _walk(inside, (*path, name))
    elif isinstance(value, list):
        for place, inside in enumerate(value):
            yield from _walk(inside, (*path, place))


def _means(old: Any, desired: Any) -> bool:
    """Whether a configured value is what an attribute is wanted to be, as far as one can see."""
    if isinstance(old, bool | Mapping):
        return False
    if isinstance(old, list):
        return isinstance(desired, tuple | list) and list(map(str, desired)) == list(map(str, old))
    return not isinstance(desired, tuple | list | Mapping) and str(old) == str(desired)


def _like(old: Any, observed: Any) -> Any:
    """The observed value, of the type that the configuration has."""
    if isinstance(observed, tuple | list):
        return list(observed)
    return str(observed) if isinstance(old, str) else observed


def _names(path: tuple[str | int, ...], old: Any, names: set[str]) -> bool:
    """An element of a list that is or has one of the names, or a key that is one."""
    if isinstance(path[-1], str):
        return path[-1] in names
    inside = old.values() if isinstance(old, Mapping) else (old,)
    return any(isinstance(value, str) and value in names for value in inside)
