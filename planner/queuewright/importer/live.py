"""A live system as a source of an import: its objects as the definitions that would make them."""

from dataclasses import replace

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.observed import Observed
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import Entry, Script, SourceFacts
from queuewright.kinds import KINDS, LIMITS, is_derived, is_single
from queuewright.mq.local_attributes import DEFINITION_TYPE
from queuewright.systems.protocol import System

from .queue_sharing_groups import OfGroups, is_declared_by_another, meant_by
from .reading import SourceFile

_DYNAMIC = {choice.value: str(choice.mqsc) for choice in DEFINITION_TYPE.choices}


def source_of(system: System, of_groups: OfGroups | None = None) -> SourceFile:
    """Everything that the system has of what the catalogue knows, read once. of_groups: objects
    that other queue managers of its group have given already, to which its own are added. Raises
    SystemUnavailable, CommandFailed."""
    facts = system.facts
    taken: OfGroups = {} if of_groups is None else of_groups
    every = map(meant_by, system.observe(tuple(KINDS)))
    observed = [each for each in every if not is_declared_by_another(each, facts, taken)]
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
    source_facts = SourceFacts(
        facts.name,
        facts.platform,
        facts.platform.mqsc,
        facts.command_level,
        facts.ccsid,
        facts.max_message_length,
    )
    # A partition of IBM i may have no queue manager.
    is_manager = any(is_single(each.key.kind) for each in observed)
    all_of = [kind for kind in LIMITS if is_manager and (not facts.kinds or kind in facts.kinds)]
    return SourceFile(
        system.name, Script.in_order("mqsc", numbered, facts=source_facts), all_of=all_of
    )


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
