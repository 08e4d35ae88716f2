"""Commands that name objects by library, name and type, whatever made them: DLTLIB, CLRLIB, RNMOBJ,
MOVOBJ, CRTDUPOBJ, deletions and changes of generic names. Their effect depends on what is there.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from queuewright.kinds import KINDS

from .definition import Definition


class Rearranging(StrEnum):
    """The fate of the objects."""

    DELETE = "delete"
    MOVE = "move"  # or a new name
    COPY = "copy"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """One such command. kinds: that it may be about. library: "" where none is named, then as the
    system looks for it; "*LIBL". name: may be generic (`AB*`), "*ALL" for every one. to_library,
    to_name: "" for the same. of_library: the library itself goes the same way; keeps_library: it is
    there before or afterwards all the same (CLRLIB, CPYLIB into one that exists). changes: what
    CHANGE does to each object, whose name stands in place of the generic one.
    """

    verb: Rearranging
    kinds: tuple[str, ...]
    library: str = ""
    name: str = "*ALL"
    to_library: str = ""
    to_name: str = ""
    of_library: bool = False
    changes: tuple[Definition, ...] = ()

    def changes_of(self, kind: str, full_name: str) -> tuple[Definition, ...]:
        """The definitions of CHANGE for one of the objects."""
        about: dict[str, Any] = {"kind": kind, "kinds": (kind,), "name": full_name}
        return tuple(replace(change, **about) for change in self.changes)

    @property
    def is_generic(self) -> bool:
        return self.name.endswith("*") or self.name == "*ALL"

    def matches(self, kind: str, full_name: str) -> bool:
        """Whether the command is about the object of that kind, `LIBRARY/NAME` or the name of an
        authorization list."""
        if kind not in self.kinds:
            return False
        parts = KINDS[kind].names_in(full_name)
        library, name = parts.get("library", "QSYS"), parts["name"]
        library = "*CURLIB" if library == "curlib" else library
        if self.library not in (library, *ANY_LIBRARY):
            return False
        return self.name == "*ALL" or (
            name.startswith(self.name[:-1]) if self.name.endswith("*") else name == self.name
        )

    def target(self, kind: str, full_name: str) -> str:
        """The full name of the object afterwards, or of its copy."""
        parts = KINDS[kind].names_in(full_name)
        name = self.to_name or parts["name"]
        if "library" not in parts:
            return name
        library = self.to_library or parts["library"]
        return f"{'*CURLIB' if library == 'curlib' else library}/{name}"

    def __str__(self) -> str:
        place = f"{self.library}/" if self.library else ""
        return f"{place}{self.name}"


ANY_LIBRARY = ("", "*LIBL", "*USRLIBL", "*ALL", "*ALLUSR")
