"""Inserts of templates, `{{ item.q | default('A') | upper }}`: what each asks for, and what its
filters make of that. Pure.

Sources: Jinja, Template Designer Documentation (Expressions, List of Builtin Filters); Ansible,
Using filters to manipulate data (default, quote); Go, package text/template (Pipelines); Helm,
Template Function List (default, quote, squote). Whatever else an insert says is not read.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

INSERT = re.compile(r"\{\{-?(.*?)-?\}\}")
_NAME = r"[A-Za-z_]\w*"
_PATH = re.compile(rf"\.?{_NAME}(?:\.\w+|\[\s*(?:'[^'\]]*'|\"[^\"\]]*\"|\d+)\s*\])*")
_INDEX = re.compile(r"\[\s*['\"]?(.*?)['\"]?\s*\]")
_PARTS = re.compile(r"(?:'[^']*'|\"[^\"]*\"|[^|'\"])+")  # between the signs of a pipeline
_LITERAL = re.compile(r"'([^']*)'|\"([^\"]*)\"|(-?\d+)")
_FILTER = re.compile(r"(\w+)\s*(?:\(\s*(.*?)\s*\)|(\S.*)|)", re.DOTALL)
_ALSO_EMPTY = re.compile(r",\s*(?:boolean\s*=\s*)?true\Z", re.IGNORECASE)
_OF_VALUES = "values."  # of a chart
_PLAIN: Mapping[str, Callable[[str], str]] = {
    "int": str,
    "lower": str.lower,
    "string": str,
    "trim": str.strip,
    "upper": str.upper,
}
_DEFAULTS = ("d", "default")
_QUOTING = ("quote", "squote")
_FILTERS = frozenset((*_PLAIN, *_DEFAULTS, *_QUOTING))
_IS_A_NUMBER = re.compile(r"\s*-?\d+\s*")


@dataclass(frozen=True, slots=True)
class Expression:
    """path: of what it asks for, its parts separated by dots, without `Values`; "" for a literal.
    is_go: of a template of Go, `.Values.name`. filters: name and argument, "" for none."""

    path: str
    literal: str = ""
    is_go: bool = False
    filters: Sequence[tuple[str, str]] = ()

    @property
    def is_known(self) -> bool:
        """Whether a value of it is enough."""
        return all(name.lower() in _FILTERS for name, _ in self.filters)

    @property
    def last(self) -> str:
        return self.path.rpartition(".")[2]

    def applied(self, value: str | None, *, is_missing: bool = False) -> str | None:
        """The text that it stands for; None where that is not known. value: of what it asks for,
        None where it has none. is_missing: whether it is certain that it has none."""
        for name, argument in self.filters:
            name = name.lower()
            if name in _DEFAULTS:
                takes_empty = self.is_go or _ALSO_EMPTY.search(argument) is not None
                literal = _LITERAL.match(argument)
                if (value is None and is_missing) or (value == "" and takes_empty):
                    value = (
                        None
                        if literal is None
                        else next(g for g in literal.groups() if g is not None)
                    )
            elif value is None:
                return None
            elif name in _PLAIN:
                if name == "int" and not _IS_A_NUMBER.fullmatch(value):
                    return None
                value = _PLAIN[name](value).strip() if name == "int" else _PLAIN[name](value)
            elif name == "quote":
                value = f'"{value}"' if self.is_go else shlex.quote(value)
            elif name == "squote" and self.is_go:
                value = f"'{value}'"
            else:
                return None
        return value


def expression(inside: str) -> Expression | None:
    """The text of an insert between its braces, read; None for one that has no name or literal."""
    parts = _PARTS.findall(inside)
    if not parts or "|".join(parts) != inside:
        return None
    first, *rest = (part.strip() for part in parts)
    filters = []
    for text in rest:
        found = _FILTER.fullmatch(text)
        if found is None:
            return None
        filters.append((found[1], found[2] or found[3] or ""))
    if literal := _LITERAL.fullmatch(first):
        text = next(group for group in literal.groups() if group is not None)
        return Expression("", text, filters=filters)
    if _PATH.fullmatch(first) is None:
        return None
    path = _INDEX.sub(r".\1", first)
    is_go = path.startswith(".")
    if is_go:
        path = path[1:]
        path = path[len(_OF_VALUES) :] if path.lower().startswith(_OF_VALUES) else path
    return Expression(path, "", is_go, filters)


def ambiguous(asked: Iterable[Expression]) -> frozenset[str]:
    """The last parts, in upper case, that stand for several paths of these."""
    paths: dict[str, set[str]] = {}
    for found in asked:
        if found.path:
            paths.setdefault(found.last.upper(), set()).add(found.path.upper())
    return frozenset(last for last, known in paths.items() if len(known) > 1)


def given(
    asked: Expression, values: Mapping[str, str], several: frozenset[str] = frozenset()
) -> tuple[str, str | None]:
    """The name that people give its value by, and the value; None for none. The whole path counts
    before its last part, which does not where it stands for several paths."""
    path, last = asked.path.upper(), asked.last.upper()
    if path in values or last in several:
        return path, values.get(path)
    return last, values.get(last)
