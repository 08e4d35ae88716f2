"""A live system as a source of an import: its objects as the definitions that would make them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.observed import Observed
from queuewright.dialects.definition import Definition
from queuewright.dialects.protocol import Entry, Script, SourceFacts
from queuewright.kinds import KINDS, is_derived
from queuewright.mq.local_attributes import DEFINITION_TYPE
from queuewright.mq.namelist import NamelistSpec
from queuewright.systems.protocol import System

from .reading import SourceFile

_DYNAMIC = {choice.value: str(choice.mqsc) for choice in DEFINITION_TYPE.choices}


def source_of(system: System) -> SourceFile:
    """Everything that the system has of what the catalogue knows, read once. Raises
    SystemUnavailable, CommandFailed."""
    facts = system.facts
    observed = list(system.observe(tuple(KINDS)))
    entries = [*_settings(facts, observed), *map(_entry, observed)]
    numbered = (
        Entry(
            entry.text, tuple(_at(d, line) for d in entry.definitions), line=line, column=1,
            words=entry.words, settings=entry.settings, library=entry.library,
        )
        for line, entry in enumerate(entries, 1)
        if entry.definitions or entry.settings or entry.library
    )  # fmt: skip
    said = SourceFacts(
        facts.name,
        facts.platform,
        facts.platform.mqsc,
        facts.command_level,
        facts.ccsid,
        facts.max_message_length,
    )
    return SourceFile(system.name, Script.in_order("mqsc", numbered, facts=said))


def _entry(observed: Observed) -> Entry:
    """One object; a membership follows from channels and what the queue manager is set to."""
    key = observed.key
    if is_derived(key.kind):
        return Entry("")
    attributes = KINDS[key.kind].attributes()
    values = {name: v for name, v in observed.attributes.items() if attributes[name].observable}
    read_only = {}
    if KINDS[key.kind].may_be_dynamic and observed.definition_type in _DYNAMIC:
        read_only["DEFTYPE"] = _DYNAMIC[observed.definition_type]
    definition = Definition(key.kind, key.name, values=values, read_only=read_only)
    return Entry(f"{key.kind} {key.name}", (definition,), words=f"DEFINE {key.kind}")


def _settings(facts: SystemFacts, observed: Iterable[Observed]) -> Iterator[Entry]:
    """The settings of the queue manager itself, and the libraries of an IBM i."""
    found = list(observed)
    full = {o.key.name for o in found if o.attributes.get("full_repository") == "yes"}
    settings = {"DEFXMITQ": facts.default_transmission_queue}
    if len(full) == 1:
        settings["REPOS"] = next(iter(full))
    elif full:
        lists = (o for o in found if o.key.kind == NamelistSpec.kind)
        names = [o.key.name for o in lists if set(_names(o)) == full]
        settings["REPOSNL"] = names[0] if names else ""
    given = {word: text for word, text in settings.items() if text}
    if given:
        yield Entry("ALTER QMGR", words="ALTER QMGR", settings=given)
    for library in facts.libraries or ():
        yield Entry(f"CRTLIB {library}", words="CRTLIB", library=library)


def _names(observed: Observed) -> tuple[str, ...]:
    names = observed.attributes.get("names", ())
    return tuple(map(str, names)) if isinstance(names, tuple | list) else ()


def _at(definition: Definition, line: int) -> Definition:
    return replace(definition, line=line, column=1)
