"""Inserts in texts of YAML with the values that hold where they stand. Pure.

A name of the loop is looked for in its item only, a name of a chart only in what people give;
others in what they give, then in the variables of the place. Whatever is not known is marked.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from queuewright.dialects.shell.words import KNOWN, UNKNOWN, Variables
from queuewright.dialects.templates import INSERT, Expression, ambiguous, expression, given

from .scope import Known, NameScope

OF_MQSC = re.compile(rf"{INSERT.pattern}|\$\{{([A-Za-z_]\w*)\}}")  # and of envsubst's
_MOST = 200  # names that one text leads to, by values that have inserts themselves
_LONGEST = 1_000_000  # characters of a value


@dataclass(frozen=True, slots=True)
class FillingPlace:
    """scope: names that hold there; item: of its loop, None where that is not known."""

    scope: NameScope
    item: Known | None = None


class Filling:
    """The inserts of one file. unsettled: variables whose values in the file do not count."""

    def __init__(self, text: str, variables: Variables, unsettled: Collection[str]) -> None:
        self.variables, self.unsettled = variables, unsettled
        every = filter(None, map(expression, INSERT.findall(text)))
        self.several = ambiguous(each for each in every if each.is_go)

    def places(self, scope: NameScope) -> Iterable[FillingPlace]:
        """One for each item of its loop, where the file alone says which."""
        listed = scope.listed
        if (
            scope.items is None
            or listed in self.unsettled
            or listed.upper() in self.variables.given
        ):
            return (FillingPlace(scope),)
        return (FillingPlace(scope, item) for item in scope.items)

    def text(
        self,
        text: str,
        place: FillingPlace,
        inserts: re.Pattern[str] = INSERT,
        known: dict[str, str | None] | None = None,
    ) -> str:
        """A text with the values of its inserts; one that is not known is marked as such. known:
        values of the place that were asked for, None for one that is asked for now."""
        known = {} if known is None else known

        def value(found: re.Match[str]) -> str:
            asked = expression(found[found.lastindex or 0].strip())
            of = FillingPlace(NameScope({})) if found[0].startswith("$") else place
            found_value = None if asked is None else self._value(asked, of, known)
            return (
                f"{UNKNOWN}{''.join(found[0].split())}{KNOWN}"
                if found_value is None
                else found_value
            )

        return inserts.sub(value, text)

    def value(self, body: Any, place: FillingPlace) -> Any:
        """The same of mappings and lists of texts."""
        if isinstance(body, dict):
            return {name: self.value(each, place) for name, each in body.items()}
        if isinstance(body, list):
            return [self.value(each, place) for each in body]
        return self.text(body, place, OF_MQSC)

    def variable(self, name: str, place: FillingPlace) -> str:
        """The value of a variable, "" where it has none here."""
        if name.upper() not in self.variables.given and name not in place.scope.variables:
            return ""
        return self.text(f"{{{{{name}}}}}", place)

    def _value(
        self, asked: Expression, place: FillingPlace, known: dict[str, str | None]
    ) -> str | None:
        if not asked.path:
            return asked.applied(asked.literal)
        first = asked.path.partition(".")[0]
        of_loop = first == place.scope.loop and not asked.is_go
        if not of_loop or place.item is None:
            filled = self._given(asked)
            if filled is not None or asked.is_go:
                return None if filled is None else asked.applied(filled)
        names = place.item if of_loop else place.scope.variables
        if names is None or (not of_loop and first in self.unsettled):
            return None
        if asked.path not in names:
            return asked.applied(None, is_missing=of_loop and not _may_have(names, asked.path))
        if asked.path not in known and len(known) < _MOST:
            known[asked.path] = None
            written = names[asked.path]
            found = UNKNOWN if written is None else self.text(written, place, known=known)
            known[asked.path] = None if UNKNOWN in found or len(found) > _LONGEST else found
        value = known.get(asked.path)
        return None if value is None else asked.applied(value)

    def _given(self, asked: Expression) -> str | None:
        """The value that people give; of a name that is not of a chart only by its whole path."""
        values = self.variables.given
        name, value = (
            given(asked, values, self.several)
            if asked.is_go
            else (asked.path, values.get(asked.path.upper()))
        )
        self.variables.asked.add(name)
        return value


def _may_have(names: Known, path: str) -> bool:
    """Whether a part of a path is an insert, which may have more parts."""
    parts = path.split(".")
    fronts = (".".join(parts[:n]) for n in range(1, len(parts)))
    return any("{{" in (names.get(front) or "") for front in fronts)
