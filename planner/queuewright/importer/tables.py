"""Objects of one kind as rows of a table, where only names, texts and numbers differ."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.dialects.python import literal
from queuewright.dialects.validation import identity
from queuewright.kinds import KINDS

from .differing import Argument, BySystem, SharedDefinition

_FEWEST = 3  # rows that are worth a table
_OWN = 5  # rows that are worth a table of their own for one value
_COLUMNS = 7  # of a table, its names among them


@dataclass(frozen=True, slots=True)
class Table:
    """Objects in their order; columns: what differs; same: what all of them have; named: what is
    each object's own name; split: columns in which some differ by system, which have a second one
    for that. All by what a class calls it."""

    kind: str
    keys: tuple[Key, ...]
    columns: tuple[str, ...]
    same: Mapping[str, Argument]
    named: tuple[str, ...]
    split: frozenset[str]


def arguments_of(declared: Definition) -> dict[str, Argument]:
    """The arguments of a declaration beside its name: library and attributes in the catalogue's
    order."""
    named = identity(KINDS[declared.kind], declared.name)
    library = {field: text for field, text in named.items() if field != "name"}
    if not isinstance(declared, SharedDefinition) or not declared.by_system:
        return {**library, **declared.values}
    given = {**declared.values, **declared.by_system}
    return {**library, **{n: given[n] for n in KINDS[declared.kind].attributes() if n in given}}


def tabled(
    keys: Sequence[Key], objects: Mapping[Key, Definition], plain: Iterable[Key]
) -> list[Table]:
    """The tables of some objects of one kind; what is in none of them stands alone. plain: the
    objects that the program calls by their own name."""
    alike: dict[tuple[object, ...], list[Key]] = {}
    named = set(plain)
    for key in keys:
        if key in named and objects[key].like is None:
            arguments = arguments_of(objects[key])
            alike.setdefault(tuple(_shape(key, arguments)), []).append(key)
    tables: list[Table] = []
    for members in alike.values():
        for rows in _split(members, objects):
            tables += _tables(rows, objects)
    return tables


def _tables(rows: Sequence[Key], objects: Mapping[Key, Definition]) -> Iterator[Table]:
    """One table where it has not too many columns, else one for rows that differ between systems
    in the same attributes."""
    if len(rows) < _FEWEST:
        return
    table = _table(rows, objects)
    if len(table.columns) + len(table.split) < _COLUMNS:
        yield table
        return
    alike: dict[frozenset[str], list[Key]] = {}
    for key in rows:
        given = arguments_of(objects[key])
        split = frozenset(name for name in table.split if isinstance(given[name], BySystem))
        alike.setdefault(split, []).append(key)
    if len(alike) > 1:
        for members in alike.values():
            yield from _tables(members, objects)


def _shape(key: Key, arguments: Mapping[str, Argument]) -> Iterable[object]:
    """The common part of the rows of a table."""
    for name, value in arguments.items():
        if isinstance(value, BySystem):
            is_cell = value.is_given and isinstance(value.usual, str | int)
            is_cell = is_cell and not _has_choices(key.kind, name)
            yield (name, "any") if is_cell else (name, "this", value)
        elif value == key.name:
            yield name, "its own"
        elif isinstance(value, str | int) and not _has_choices(key.kind, name):
            yield name, "any"
        else:
            yield name, "this", literal(value)


@cache
def _has_choices(kind: str, name: str) -> bool:
    """Whether a type checker knows its words: a column has names, texts or numbers."""
    attribute = KINDS[kind].attributes().get(name)  # None: a library
    return attribute is not None and bool(attribute.choices)


def _split(members: list[Key], objects: Mapping[Key, Definition]) -> list[list[Key]]:
    """By what has only few values, where enough objects share them; the others together."""
    arguments = {key: arguments_of(objects[key]) for key in members}
    few = [
        name
        for name in arguments[members[0]]
        if name not in _own_name(members[0], arguments[members[0]])
        and 1 < len({_as_key(given[name]) for given in arguments.values()}) <= len(members) / 4
    ]
    runs: dict[tuple[Any, ...], list[Key]] = {}
    for key in members:
        runs.setdefault(tuple(arguments[key][name] for name in few), []).append(key)
    own = [run for run in runs.values() if len(run) >= _OWN]
    small = {key for run in runs.values() if len(run) < _OWN for key in run}
    return [*own, [key for key in members if key in small]]


def _as_key(value: Argument) -> object:
    return value if isinstance(value, BySystem) else literal(value)


def _own_name(key: Key, arguments: Mapping[str, Argument]) -> set[str]:
    return {name for name, value in arguments.items() if value == key.name}


def _table(rows: Sequence[Key], objects: Mapping[Key, Definition]) -> Table:
    arguments = [arguments_of(objects[key]) for key in rows]
    first = arguments[0]
    named = [name for name in first if name in _own_name(rows[0], first)]
    differing = [name for name in first if any(given[name] != first[name] for given in arguments)]
    columns = [name for name in differing if name not in named]
    columns.sort(key=lambda name: name.endswith("description"))  # the longest, at the end
    same = {name: value for name, value in first.items() if name not in differing}
    split = (n for n in columns if any(isinstance(given[n], BySystem) for given in arguments))
    return Table(rows[0].kind, tuple(rows), tuple(columns), same, tuple(named), frozenset(split))
