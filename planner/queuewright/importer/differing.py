"""Values that one object has otherwise on some of its systems, in a loop over the systems."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from queuewright.catalogue.attribute import Value
from queuewright.dialects.definition import Definition
from queuewright.dialects.python import literal
from queuewright.kinds import KINDS

_MOST = 3  # attributes in which an object may differ between systems
_LINE = 80  # columns of what is said in one line: the words of a choice, a list


@dataclass(frozen=True, slots=True)
class BySystem:
    """usual: what most systems have, the first of them where as many have another. others:
    (system, value) of each that has not. None: not given there."""

    usual: Value | None
    others: tuple[tuple[str, Value | None], ...]

    @property
    def is_given(self) -> bool:
        """Whether each system has a value."""
        return None not in (self.usual, *(value for _, value in self.others))

    @property
    def table(self) -> str:
        """`{"QM2": 10_000}`"""
        items = (f"{literal(system)}: {text_of(value)}" for system, value in self.others)
        return f"{{{', '.join(items)}}}"

    def text(self, kind: str, attribute: str, handle: str) -> str:
        """`{"QM2": 10_000}.get(qm.name, 5_000)`; a choice as a condition, so that its words are
        typed. handle: the variable of the system."""
        if KINDS[kind].attributes()[attribute].choices:
            systems = [literal(system) for system, _ in self.others]
            test = f"== {systems[0]}" if len(systems) == 1 else f"in ({', '.join(systems)})"
            other = text_of(self.others[0][1])
            return f"{other} if {handle}.name {test} else {text_of(self.usual)}"
        default = "" if self.usual is None else f", {text_of(self.usual)}"
        return f"{self.table}.get({handle}.name{default})"


Argument = Value | BySystem


@dataclass(frozen=True, slots=True)
class SharedDefinition(Definition):
    """An object of several systems. values: what is alike; by_system: the rest."""

    by_system: Mapping[str, BySystem] = field(default_factory=dict)


def text_of(value: Value | None) -> str:
    """A value in Python."""
    return "None" if value is None else literal(value)


def shared_definition(
    kind: str, name: str, values: Mapping[str, Mapping[str, Value]], like: str | None
) -> SharedDefinition | None:
    """One definition of the same object on several systems, None where it differs in too much of
    it, or in what cannot be said well. values: what each system has."""
    given: dict[str, Value] = {}
    by_system: dict[str, BySystem] = {}
    every = list(values.values())
    names = {name for own in every for name in own}
    for attribute in sorted(names, key=_places(kind).__getitem__):
        each = [own.get(attribute) for own in every]
        first = each[0]
        if first is not None and all(value == first for value in each):
            given[attribute] = first
            continue
        if len(by_system) == _MOST or not all(map(_is_plain, each)):
            return None
        count = Counter(each)
        usual = count.most_common(1)[0][0]
        others = ((s, value) for s, value in zip(values, each, strict=True) if value != usual)
        differing = by_system[attribute] = BySystem(usual, tuple(others))
        if KINDS[kind].attributes()[attribute].choices:
            is_word = len(count) == 2 and len(differing.text(kind, attribute, "qm")) <= _LINE
            if not is_word:
                return None
    return SharedDefinition(kind, name, values=given, like=like, by_system=by_system)


@cache
def _places(kind: str) -> dict[str, int]:
    """Attribute -> its place in the catalogue."""
    return {name: place for place, name in enumerate(KINDS[kind].attributes())}


def _is_plain(value: object) -> bool:
    """Whether it stands well in a table: a text, a number, a short list, nothing."""
    is_list = isinstance(value, tuple) and len(literal(value)) <= _LINE
    return value is None or isinstance(value, str | int) or is_list
