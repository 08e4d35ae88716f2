"""A live system as a source of an import: its objects as the definitions that would make them."""

from collections.abc import Iterator
from dataclasses import replace

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.observed import Observed
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import Entry, Script, SourceFacts
from queuewright.diff.sharing import COPY, GROUP, disposition_of, is_of_group, meant
from queuewright.kinds import KINDS, is_derived, is_single
from queuewright.mq.local_attributes import DEFINITION_TYPE
from queuewright.systems.protocol import System

from .reading import SourceFile

SHARED = "shared"  # QSGDISP: one queue of the group, which each of its queue managers has
_DYNAMIC = {choice.value: str(choice.mqsc) for choice in DEFINITION_TYPE.choices}


# Of a queue-sharing group: its name, kind and name of each object that an import has taken.
OfGroups = set[tuple[str, str, str]]


def source_of(system: System, of_groups: OfGroups | None = None) -> SourceFile:
    """Everything that the system has of what the catalogue knows, read once. of_groups: objects
    that other queue managers of its group have given already, to which its own are added. Raises
    SystemUnavailable, CommandFailed."""
    facts = system.facts
    taken = set() if of_groups is None else of_groups
    every = system.observe(tuple(KINDS))
    observed = [each for one in every for each in _declared(one, facts, taken)]
    libraries = facts.libraries or ()
    created = (Entry(f"CRTLIB {name}", words="CRTLIB", library=name) for name in libraries)
    entries = [*created, *(_entry(each, facts) for each in observed)]
    numbered = (
        Entry(
            entry.text, tuple(_at(d, line) for d in entry.definitions), line=line, column=1,
            words=entry.words, library=entry.library,
        )
        for line, entry in enumerate(entries, 1)
        if entry.definitions or entry.library
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


def _declared(observed: Observed, facts: SystemFacts, taken: OfGroups) -> Iterator[Observed]:
    """The object to declare for one of a queue manager in a queue-sharing group: the group object
    in place of the copy that it makes; nothing for an object of the group that is taken already.
    """
    live, shared = meant(observed, None), meant(observed, GROUP)
    is_copy = live is not None and disposition_of(live.attributes) == COPY
    one = shared if shared is not None and (live is None or is_copy) else live
    assert one is not None
    of_group = is_of_group(one.key.kind, one.attributes) or (
        disposition_of(one.attributes) == SHARED
    )
    if of_group and facts.queue_sharing_group:
        place = facts.queue_sharing_group, one.key.kind, one.key.name
        if place in taken:
            return
        taken.add(place)
    yield one


def _entry(observed: Observed, facts: SystemFacts) -> Entry:
    """One object; a membership follows from channels and what the queue manager is set to."""
    key = observed.key
    if is_derived(key.kind):
        return Entry("")
    attributes = KINDS[key.kind].attributes()
    values = {
        name: value
        for name, value in observed.attributes.items()
        if attributes[name].observable and attributes[name].applies(facts)
    }
    read_only = {}
    if KINDS[key.kind].may_be_dynamic and observed.definition_type in _DYNAMIC:
        read_only["DEFTYPE"] = _DYNAMIC[observed.definition_type]
    action = Action.CHANGE if is_single(key.kind) else Action.CREATE
    definition = Definition(key.kind, key.name, action, values, read_only=read_only)
    return Entry(f"{key.kind} {key.name}", (definition,), words=f"DEFINE {key.kind}")


def _at(definition: Definition, line: int) -> Definition:
    return replace(definition, line=line, column=1)
