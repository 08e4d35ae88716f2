"""An object that is linted."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition


@dataclass(frozen=True, slots=True)
class Subject:
    """An object that is looked at.

    values: what is declared of it, canonical. like: what a new one is made like. sent: the
    attributes that a plan sends, None for all, as for a new object. is_new: None where that is not
    known. file, line: where it is declared. deleted: the command of the same script that took an
    object of this name away before; restored: whether a later one grants authorities to it.
    """

    key: Key
    values: Mapping[str, Any] = field(default_factory=dict)
    like: str | None = None
    sent: Collection[str] | None = None
    is_new: bool | None = None
    file: str = ""
    line: int = 0
    deleted: Definition | None = None
    restored: bool = False

    def sends(self, attribute: str) -> bool:
        return self.sent is None or attribute in self.sent
