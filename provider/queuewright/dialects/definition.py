"""A command of any dialect, in the catalogue's words: the common ground of dialects.

Every dialect reads its commands into a `Definition` and writes them from one, so that any of them
can be turned into any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.observed import DISPOSITION
from queuewright.kinds import spec_of


class Action(StrEnum):
    """The verb of a command. ADD and REMOVE are entries of an authorization list; ADD is items of
    the lists of a security policy too."""

    CREATE = "create"
    CHANGE = "change"
    DELETE = "delete"
    ADD = "add"
    REMOVE = "remove"
    INQUIRE = "inquire"


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The selection of an inquiry, in MQSC's words. attributes: keywords; ALL for every one, none
    for names alone. where: keyword, operator (EQ, GT, LK, CT, ...) and value. clusters:
    CLUSINFO."""

    attributes: tuple[str, ...] = ("ALL",)
    where: tuple[str, str, str] | None = None
    clusters: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """One command on one object.

    kind: of the catalogue. name: as in a Key (`LIBRARY/NAME` on IBM i). values: canonical
    attributes that the command gives. like: the object whose attributes it copies. kinds: every
    kind that it may be, where the command does not say (CHGMQMQ without QTYPE). given: keywords
    that the dialect sets and the catalogue does not manage, as written. system: the queue manager
    that the command names, "" for none. read_only: attributes that a dump only tells of (comments
    of dmpmqcfg), keyword -> text. unknown: attributes that it gives without a literal value (a CL
    variable). removed: items that a change takes out of a set (`Attribute.mqsc_removed`). kept:
    attributes that a replacement leaves as they are (CRTMQMQ IMGRCOVQ(*SAME)). places: attribute ->
    line and column.
    """

    kind: str
    name: str
    action: Action = Action.CREATE
    values: Mapping[str, Value] = field(default_factory=dict)
    like: str | None = None
    replace: bool = False
    force: bool = False
    purge: bool = False
    kinds: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    system: str = ""
    read_only: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Diagnostic, ...] = ()
    file: str = ""
    line: int = 0
    column: int = 0
    text: str = ""
    unknown: frozenset[str] = frozenset()
    removed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    inquiry: Inquiry = Inquiry()

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(problem for problem in self.problems if problem.is_error)

    def require_ordinary(self, error: type[Exception]) -> None:
        """Raises `error` where a value is not literal, and where more names the object than the
        commands that are written here have words for."""
        self.require_one_name(error)
        self.require_literal(error)

    def require_one_name(self, error: type[Exception]) -> None:
        """Raises `error` unless a name names the object, of IBM i objects a library too."""
        names = spec_of(self.kind).identity()
        if not {"name", "library"}.issuperset(names):
            raise error(
                f"{self.kind} {self.name}: {', '.join(names)} name it together, and no command of "
                "this dialect is known that names an object so; write the command by hand"
            )

    def require_literal(self, error: type[Exception]) -> None:
        """Raises `error` where a value is not literal."""
        if self.unknown:
            unknown = ", ".join(sorted(self.unknown))
            raise error(f"{self.kind} {self.name}: {unknown} has no literal value; give one")

    def from_what_is_there(self, there: Mapping[str, Value]) -> "Definition":
        """A change that adds and removes single items of the sets that commands change so."""
        values, removed = dict(self.values), dict(self.removed)
        attributes = spec_of(self.kind).attributes()
        for name, wanted in self.values.items():
            had = there.get(name, ())
            if attributes[name].mqsc_removed and isinstance(wanted, tuple | list):
                nothing = attributes[name].nothing
                known = had if isinstance(had, tuple | list) else ()
                values[name] = tuple(i for i in wanted if i not in known and i != nothing)
                removed[name] = tuple(i for i in known if i not in wanted and i != nothing)
        return replace(
            self,
            values={name: value for name, value in values.items() if value != ()},
            removed={name: items for name, items in removed.items() if items},
        )

    @property
    def set_action(self) -> str:
        """ACTION of the command that sets it, where there is one: ADD and REMOVE of items of its
        lists, or the word by which it is given anew; "" where the command needs none."""
        spec = spec_of(self.kind)
        if spec.mqsc.set_anew is None:
            return ""
        if self.action is Action.ADD:
            return "ADD"
        if any(spec.attributes()[name].is_set for name in self.removed):
            return "REMOVE"
        return spec.mqsc.set_anew[1] if self.replace or self.action is Action.CHANGE else ""

    @property
    def keeps_authorities(self) -> bool:
        """Whether a deletion leaves the object's authority records: AUTHREC(NO), MQRAR_NO."""
        return any(
            word.upper() == "AUTHREC" and str(value).upper() in ("NO", "MQRAR_NO")
            for word, value in self.given.items()
        )

    @property
    def disposition(self) -> str | None:
        """Which of the objects of one name the command means in a queue sharing group, canonical.
        None where it does not say."""
        disposition = self.values.get(DISPOSITION) or self.given.get("QSGDisposition")
        return None if disposition is None else str(disposition).removeprefix("MQQSGD_").lower()

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(problem for problem in self.problems if not problem.is_error)
