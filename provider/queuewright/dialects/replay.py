"""A log of commands replayed into the objects that stand at its end, as a queue manager would."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.kinds import KINDS

from .definition import Action, Definition


class Replay:
    """Runs one command after the other; see `run`. copies: LIKE of an object that the log creates
    takes that object's attributes; otherwise the creation only names it."""

    def __init__(self, *, copies: bool = False) -> None:
        self._copies = copies
        self._log: list[Definition | None] = []  # None: deleted since
        self._created: dict[tuple[str, str], int] = {}

    @property
    def definitions(self) -> list[Definition]:
        """What stands, by the place of its creation, and the commands that were only kept."""
        return [definition for definition in self._log if definition is not None]

    def keep(self, definition: Definition) -> None:
        """Add a command that is not run, at its place in the log."""
        self._log.append(definition)

    def run(self, definition: Definition) -> Diagnostic | None:
        """Run a command; what kept it from being run, None where it ran.

        A creation with replace starts anew; one without it fails where the object exists, and so
        does one of another type that shares its names; a change is folded into the creation.
        """
        key, index = _creation(self._created, self._log, definition)
        if definition.action is Action.CREATE:
            return self._create(key, index, definition)
        if index is None:
            verb = "deletes" if definition.action is Action.DELETE else "changes"
            rule = f"the command {verb} an object that no file defines: not taken"
            return _refused("undefined", definition, rule)
        if definition.action is Action.DELETE:
            self._log[index] = None
            del self._created[key]
            return None
        before = self._log[index]
        assert before is not None
        self._log[index] = _changed(before, definition)
        return None

    def _create(
        self, key: tuple[str, str], index: int | None, definition: Definition
    ) -> Diagnostic | None:
        if self._copies and definition.like is not None:
            definition = self._copied(definition, definition.like)
        if index is None:
            self._created[key] = len(self._log)
            self._log.append(definition)
            return None
        before = self._log[index]
        assert before is not None
        if before.kind != definition.kind:
            rule = f"a {before.kind} of this name is defined already: not taken"
            return _refused("other-type", definition, rule)
        if definition.replace:
            kept = {name: before.values[name] for name in definition.kept & before.values.keys()}
            self._log[index] = replace(definition, values={**kept, **definition.values})
        elif dict(definition.values) != before.values:
            rule = "it is defined already, without REPLACE: the first is taken"
            return _refused("defined-twice", definition, rule)
        return None

    def _copied(self, definition: Definition, name: str) -> Definition:
        source = self._created.get(_key(definition.kind, definition.system, name))
        copied = None if source is None else self._log[source]
        if copied is None or copied.kind != definition.kind:
            return definition
        return replace(definition, values={**copied.values, **definition.values}, like=copied.like)


def replayed(definitions: Iterable[Definition]) -> tuple[list[Definition], list[Diagnostic]]:
    """What a script leaves: creations with what it changes afterwards, at the place of the
    creation, and commands on objects that it does not create; and what a queue manager refuses."""
    log, refused = Replay(), []
    for definition in definitions:
        if definition.action is Action.INQUIRE:
            log.keep(definition)
        elif (diagnostic := log.run(definition)) is None:
            continue
        elif diagnostic.code == "undefined":
            log.keep(definition)
        else:
            refused.append(diagnostic)
    return log.definitions, refused


def resolved(definitions: Iterable[Definition]) -> list[Definition]:
    """The same commands; one that does not say the type or library of an object that the script
    created before (CHGMQMQ without QTYPE, *LIBL) gets them from there."""
    log: list[Definition | None] = []
    created: dict[tuple[str, str], int] = {}
    for definition in definitions:
        key, index = _creation(created, log, definition)
        if definition.action is Action.CREATE:
            created[key] = len(log)
        elif index is not None and (before := log[index]) is not None:
            definition = replace(
                definition, kind=before.kind, name=before.name, kinds=(before.kind,)
            )
        log.append(definition)
    return [definition for definition in log if definition is not None]


def _key(kind: str, system: str, name: str) -> tuple[str, str]:
    """Objects of one namespace share their names: queues of all types, channels."""
    return KINDS[kind].namespace, f"{system} {name}"


def _creation(
    created: Mapping[tuple[str, str], int], log: list[Definition | None], definition: Definition
) -> tuple[tuple[str, str], int | None]:
    """The key of the object, and the place of its creation. IBM i's *LIBL is any library."""
    kinds = definition.kinds or (definition.kind,)
    creating = definition.action is Action.CREATE
    for kind in kinds:
        key = _key(kind, definition.system, definition.name)
        if key in created and (creating or _kind_at(log, created[key]) in kinds):
            return key, created[key]
    if definition.name.startswith("*LIBL/"):
        simple = definition.name.removeprefix("*LIBL/")
        for key, index in created.items():
            if _kind_at(log, index) in kinds and key[1].rpartition("/")[2] == simple:
                return key, index
    return _key(kinds[0], definition.system, definition.name), None


def _kind_at(log: list[Definition | None], index: int) -> str:
    definition = log[index]
    return "" if definition is None else definition.kind


def _refused(code: str, definition: Definition, rule: str) -> Diagnostic:
    where = f"{definition.kind} {definition.name}"
    return Diagnostic(code, None, rule, object=where, file=definition.file, line=definition.line)


def _changed(before: Definition, change: Definition) -> Definition:
    """The creation with a change in it; entries of an authorization list are added, changed or
    taken away."""
    values: dict[str, Value] = {**before.values, **change.values}
    for name, entries in change.values.items():
        if isinstance(entries, Mapping):
            known = before.values.get(name)
            together: dict[str, Any] = dict(known) if isinstance(known, Mapping) else {}
            if change.action is Action.REMOVE:
                together = {k: v for k, v in together.items() if k not in entries}
            else:
                together.update(entries)
            values[name] = together
    return replace(
        before,
        values=values,
        given={**before.given, **change.given},
        problems=before.problems + change.problems,
        unknown=(before.unknown - set(change.values)) | change.unknown,
        places={**before.places, **change.places},
    )
