"""Type and library of an object where a command does not give them."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import Entry, Mark, Script
from queuewright.kinds import KINDS

ANY_LIBRARY = "*LIBL/"  # of IBM i: the libraries of the job


def resolved(definitions: Iterable[Definition]) -> list[Definition]:
    """The same commands; one that does not say the type, library or queue manager of an object that
    the script created before (CHGMQMQ without QTYPE, *LIBL, MQMNAME) gets them from there."""
    found: list[Definition] = []
    names = LibraryNames()
    created: dict[tuple[str, str], list[Definition]] = {}
    for definition in definitions:
        kinds = kinds_of(definition)
        if definition.action is not Action.CREATE:
            spaces = dict.fromkeys(KINDS[kind].namespace for kind in kinds)
            keys = ((space, name) for name in names.meant(definition) for space in spaces)
            known = (one for key in keys for one in reversed(created.get(key, ())))
            fitting = (d for d in known if d.kind in kinds and _is_on(definition, d.system))
            before = next(fitting, None)
            if before is not None:
                definition = replace(
                    definition,
                    kind=before.kind,
                    name=before.name,
                    kinds=(before.kind,),
                    system=before.system,
                )
        else:
            created.setdefault(_key(definition), []).append(definition)
            names.add(definition)
        found.append(definition)
    return found


def _on_each(entry: Entry, systems: Collection[str]) -> list[Definition]:
    """The effect of an entry on records of each object of one of the systems."""
    records = entry.on_each.records if entry.on_each else ()
    return [record for record in records if record.system in systems]


def _is_on(definition: Definition, system: str) -> bool:
    """Whether a command may be about an object of that system: it need not say which."""
    return definition.system in ("", system)


def _key(definition: Definition) -> tuple[str, str]:
    return KINDS[definition.kind].namespace, definition.name


def kinds_of(definition: Definition) -> tuple[str, ...]:
    """Every kind that a command may be about."""
    return definition.kinds or (definition.kind,)


class LibraryNames:
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
    """The script apart for each system that its commands name (MQMNAME); commands of no object
    stand with the first."""
    if len({definition.system for definition in script.definitions} - {""}) < 2:
        return [script]
    every = iter(resolved(script.definitions))
    script = replace(
        script,
        entries=tuple(
            replace(entry, definitions=tuple(next(every) for _ in entry.definitions))
            for entry in script.entries
        ),
    )
    systems = list(dict.fromkeys(definition.system for definition in script.definitions))
    apart: dict[str, list[Entry]] = {system: [] for system in systems}
    passed: dict[str, list[Mark]] = {system: [] for system in systems}
    for entry in script.entries:
        of = dict.fromkeys(d.system for d in entry.definitions or _on_each(entry, systems))
        of = of or dict.fromkeys(systems[:1])
        for system in systems:  # where the program goes to it goes to on each
            passed[system] += entry.labels
        for system in of:
            own = tuple(d for d in entry.definitions if d.system == system)
            labels = tuple(passed[system])
            passed[system].clear()
            apart[system].append(replace(entry, definitions=own, labels=labels))
    return [
        replace(
            script,
            entries=tuple(own),
            skipped={} if number else script.skipped,
            skipped_at={} if number else script.skipped_at,
            ending=(*passed[system], *script.ending),
        )
        for number, (system, own) in enumerate(apart.items())
    ]
