"""Checks of a kind that join several of its fields."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .diagnostic import Diagnostic
from .facts import SystemFacts
from .rule import Rule

# It sees resultant values (declared over observed) with "name" among them, and the facts of the
# system, None when it is not known yet.
Find = Callable[[Mapping[str, Any], SystemFacts | None], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class JointCheck:
    """A check that joins fields, and the rules that it finds broken. It is run only when one of
    `attributes` (or the name, for a new object) is declared, so that it never speaks of what a
    system merely has. are_given: a command that makes an object gives the attributes, and takes
    none of them from the default definition."""

    rules: tuple[Rule, ...]
    attributes: tuple[str, ...]
    find: Find
    are_given: bool = False


def joint(
    *rules: Rule, of: tuple[str, ...], are_given: bool = False
) -> Callable[[Find], JointCheck]:
    """Make a function a check of these rules, `of` attributes."""
    return lambda find: JointCheck(rules, of, find, are_given)
