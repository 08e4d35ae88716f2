"""Commands into the objects that stand when the last of them has run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Severity, one_line
from queuewright.dialects.definition import Action, Definition
from queuewright.kinds import QUEUE_KINDS

from .reading import Source

__all__ = ["Folded", "Note", "Object", "fold"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a person should look at. code: for machines. object: `kind name`, or ""."""

    code: str
    object: str
    message: str
    place: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return one_line(f"{where}{self.object}: {self.message}" if self.object else self.message)


@dataclass(slots=True)
class Object:
    """One object: its kind, its name as in a Key, what the files give of it, where it began.

    like: the object that it is made from, where no file defines that one. dynamic: a program made
    it from a model queue, no administrator. unmanaged: keywords that the catalogue has not.
    """

    kind: str
    name: str
    values: dict[str, Value]
    place: str = ""
    like: str | None = None
    dynamic: bool = False
    unmanaged: set[str] = field(default_factory=set)

    @property
    def key(self) -> tuple[str, str]:
        return (self.kind, self.name)

    @property
    def words(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(slots=True)
class Folded:
    """objects by kind and name, and what is to be told of the commands."""

    objects: dict[tuple[str, str], Object] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)


def fold(sources: Iterable[Source]) -> Folded:
    """Every command of every file, in order: DEFINE, REPLACE, LIKE, ALTER, DELETE."""
    folded = Folded()
    for source in sources:
        for one in source.definitions:
            _Step(folded, source.file, one).take()
    return folded


class _Step:
    def __init__(self, folded: Folded, file: str, one: Definition) -> None:
        self.folded, self.one = folded, one
        self.key = (one.kind, one.name)
        self.place = f"{file}:{one.line}" if one.line else file
        self.unmanaged: set[str] = set()

    def note(self, code: str, message: str) -> None:
        words = f"{self.one.kind} {self.one.name}"
        self.folded.notes.append(Note(code, words, message, self.place))

    def take(self) -> None:
        one, objects = self.one, self.folded.objects
        if one.action is Action.INQUIRE or not self._readable():
            return
        if one.action is Action.CREATE:
            self._create()
        elif self.key not in objects:
            what = "deletes" if one.action is Action.DELETE else "changes"
            self.note("undefined", f"the command {what} an object that no file defines: not taken")
        elif one.action is Action.DELETE:
            del objects[self.key]
        else:
            self._change()
            objects[self.key].unmanaged |= self.unmanaged

    def _readable(self) -> bool:
        """Tell what cannot be read; whether enough is left to know which object is meant."""
        one = self.one
        usable = bool(one.name) and "name" not in one.unknown
        for trouble in one.problems:
            if trouble.code in ("unknown-attribute", "not-managed"):
                self.unmanaged.add(str(trouble.attribute))
                continue
            if trouble.code in ("conditional", "not-literal"):  # what a program decides or fills in
                self.note(trouble.code, trouble.text)
            if trouble.severity is Severity.WARNING:
                continue
            usable = usable and trouble.attribute not in (None, "name")
            line = trouble.line or one.line
            place = f"{self.place.rpartition(':')[0]}:{line}" if line else self.place
            words = f"{one.kind} {one.name}"
            note = Note(trouble.code, words, f"not taken: {trouble.text}", place)
            self.folded.notes.append(note)
        return usable

    def _create(self) -> None:
        one, objects = self.one, self.folded.objects
        other = next((o for o in self._namesakes() if o in objects), None)
        if other is not None and other != self.key:
            kind = objects[other].kind
            self.note("other-type", f"a {kind} of this name is defined already: not taken")
            return
        if other is not None and not one.replace and dict(one.values) != objects[other].values:
            self.note("defined-twice", "it is defined already, without REPLACE: the first is taken")
            return
        values: dict[str, Value] = {}
        like = one.like
        if like is not None and (one.kind, like) in objects:
            values.update(objects[one.kind, like].values)
            like = objects[one.kind, like].like
        values.update(one.values)
        dynamic = one.read_only.get("DEFTYPE", "PREDEFINED") != "PREDEFINED"
        objects[self.key] = Object(
            one.kind, one.name, values, self.place, like, dynamic, self.unmanaged
        )

    def _namesakes(self) -> list[tuple[str, str]]:
        """Queues of all types share their names (Change Queue (PCF) QName)."""
        kinds = QUEUE_KINDS if self.one.kind in QUEUE_KINDS else (self.one.kind,)
        return [(kind, self.one.name) for kind in kinds]

    def _change(self) -> None:
        """Attributes; of an authorization list also entries, added, changed or taken away."""
        values = self.folded.objects[self.key].values
        for name, value in self.one.values.items():
            if not isinstance(value, Mapping):
                values[name] = value
                continue
            before = values.get(name)
            entries: dict[str, Any] = dict(before) if isinstance(before, Mapping) else {}
            if self.one.action is Action.REMOVE:
                entries = {k: v for k, v in entries.items() if k not in value}
            else:
                entries.update(value)
            values[name] = entries
