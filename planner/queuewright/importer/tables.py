"""Objects of one kind as rows of a table, where only names, texts and numbers differ."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.dialects.python import literal
from queuewright.dialects.validation import identity
from queuewright.kinds import KINDS

_FEWEST = 3  # rows that are worth a table
_OWN = 5  # rows that are worth a table of their own for one value
_COLUMNS = 7  # of a table, its names among them


@dataclass(frozen=True, slots=True)
class Table:
    """Objects in their order; columns: what differs; same: what all of them have; named: what is
    each object's own name. All by what a class calls it."""

    kind: str
    keys: tuple[Key, ...]
    columns: tuple[str, ...]
    same: Mapping[str, Value]
    named: tuple[str, ...]


def arguments_of(declared: Definition) -> dict[str, Value]:
    """What a declaration says besides its name: library and attributes in the catalogue's order."""
    named = identity(KINDS[declared.kind], declared.name)
    library = {field: text for field, text in named.items() if field != "name"}
    return {**library, **declared.values}


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
    tables = []
    for members in alike.values():
        for rows in _split(members, objects):
            if len(rows) >= _FEWEST:
                table = _table(rows, objects)
                if len(table.columns) < _COLUMNS:
                    tables.append(table)
    return tables


def _shape(key: Key, arguments: Mapping[str, Value]) -> Iterable[object]:
    """What the rows of a table have to have in common."""
    for name, value in arguments.items():
        if value == key.name:
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
        and 1 < len({literal(given[name]) for given in arguments.values()}) <= len(members) / 4
    ]
    runs: dict[tuple[Any, ...], list[Key]] = {}
    for key in members:
        runs.setdefault(tuple(arguments[key][name] for name in few), []).append(key)
    own = [run for run in runs.values() if len(run) >= _OWN]
    small = {key for run in runs.values() if len(run) < _OWN for key in run}
    return [*own, [key for key in members if key in small]]


def _own_name(key: Key, arguments: Mapping[str, Value]) -> set[str]:
    return {name for name, value in arguments.items() if value == key.name}


def _table(rows: Sequence[Key], objects: Mapping[Key, Definition]) -> Table:
    arguments = [arguments_of(objects[key]) for key in rows]
    first = arguments[0]
    named = [name for name in first if name in _own_name(rows[0], first)]
    differing = [name for name in first if any(given[name] != first[name] for given in arguments)]
    columns = [name for name in differing if name not in named]
    columns.sort(key=lambda name: name.endswith("description"))  # the longest, at the end
    same = {name: value for name, value in first.items() if name not in differing}
    return Table(rows[0].kind, tuple(rows), tuple(columns), same, tuple(named))
