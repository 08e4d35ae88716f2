"""What commands of a script mean that do not say it: type and library of an object."""

from collections.abc import Iterable
from dataclasses import replace

from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import Entry, Script
from queuewright.kinds import KINDS

ANY_LIBRARY = "*LIBL/"  # of IBM i: the libraries of the job


def resolved(definitions: Iterable[Definition]) -> list[Definition]:
    """The same commands; one that does not say the type or library of an object that the script
    created before (CHGMQMQ without QTYPE, *LIBL) gets them from there."""
    found: list[Definition] = []
    names = Names()
    kinds: dict[tuple[str, str, str], str] = {}
    for definition in definitions:
        system = definition.system
        for name in names.meant(definition):
            asked = [kinds.get((system, KINDS[k].namespace, name)) for k in kinds_of(definition)]
            kind = next((kind for kind in asked if kind in kinds_of(definition)), None)
            if kind is not None:
                definition = replace(definition, kind=kind, name=name, kinds=(kind,))
                break
        if definition.action is Action.CREATE:
            kinds[system, KINDS[definition.kind].namespace, definition.name] = definition.kind
            names.add(definition)
        found.append(definition)
    return found


def kinds_of(definition: Definition) -> tuple[str, ...]:
    """Every kind that a command may be about."""
    return definition.kinds or (definition.kind,)


class Names:
    """Names with their libraries, by those without."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], dict[str, None]] = {}

    def add(self, definition: Definition) -> None:
        """Note an object that is there."""
        _, slash, simple = definition.name.rpartition("/")
        if slash:
            key = KINDS[definition.kind].namespace, simple
            self._known.setdefault(key, {})[definition.name] = None

    def meant(self, definition: Definition) -> list[str]:
        """The names that a command may mean, the most likely first: any library for *LIBL."""
        name = definition.name
        if not name.startswith(ANY_LIBRARY):
            return [name]
        simple = name.removeprefix(ANY_LIBRARY)
        spaces = {KINDS[kind].namespace: None for kind in kinds_of(definition)}
        return [*(full for space in spaces for full in self._known.get((space, simple), ())), name]


def by_system(script: Script) -> list[Script]:
    """The script apart for each system that its commands name (MQMNAME); what names none stands
    with the first."""
    systems = list(dict.fromkeys(definition.system for definition in script.definitions))
    if len(systems) < 2:
        return [script]
    apart: dict[str, list[Entry]] = {system: [] for system in systems}
    for entry in script.entries:
        for system in dict.fromkeys(d.system for d in entry.definitions) or systems[:1]:
            own = tuple(d for d in entry.definitions if d.system == system)
            apart[system].append(replace(entry, definitions=own))
    return [
        replace(script, entries=tuple(own), skipped={} if number else script.skipped)
        for number, own in enumerate(apart.values())
    ]
