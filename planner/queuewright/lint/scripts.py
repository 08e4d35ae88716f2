"""Scripts as objects that are linted: what their commands leave, by system."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from queuewright.catalogue.diagnostic import Diagnostic, one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.dialects.cl.rules import AS_THERE_ARE, EVERY_OBJECT
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.parse import decoded
from queuewright.dialects.protocol import NOTHING_GIVEN, Entry, Given, Script
from queuewright.dialects.recognising import dialect_of
from queuewright.dialects.scripts import read_apart
from queuewright.interpreter import (
    Base,
    Existing,
    Interpreter,
    ScriptOutcome,
    by_system,
    emptied,
    in_full,
    new_system,
    resolved,
)
from queuewright.kinds import KINDS, is_record, is_single, kinds_of
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.channels import ClusterReceiverChannelSpec, ClusterSenderChannelSpec
from queuewright.mq.membership import DECIDING
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.world.snapshot import Snapshot

from .declarations import NOT_TAKEN, OF_IBM
from .linted import Linted
from .rulebook import OWN
from .run import SubjectProblem
from .silences import of_script
from .subject import Subject

_GRANTS = ("SET AUTHREC", "GRTOBJAUT", "GRTMQMAUT")
_NAMELISTS = ("repository_namelist", "ssl_crl_namelist")
_BY_NAME = (Role.PROCESS, Role.TOPIC)  # known by name where scripts define any
_KNOWN_ELSEWHERE = frozenset(("command_scope",))  # which queue manager this is need not be known
_CHANNELS = (ClusterReceiverChannelSpec.kind, ClusterSenderChannelSpec.kind)
_NOT_NAMED = (*_CHANNELS, *kinds_of(Role.CLUSTER))  # as objects that a script could define
# Attributes that only a running program or queue manager knows.
_NOT_READ = ("insert", "name", "not-literal")


Look = Callable[[str], Snapshot | None]


@dataclass(frozen=True, slots=True)
class Part:
    """A file, or what it says of one system."""

    file: str
    script: Script


def of_files(
    files: Iterable[tuple[str, bytes]],
    name: str | None = None,
    system: str = "",
    look: Look = lambda name: None,
    given: Given = NOTHING_GIVEN,
) -> Linted:
    """The objects that scripts leave. files: name and content. name: of their dialect; None: what
    the name and the beginning of each say. system: which one they are of, where they do not say;
    each file is of one of its own otherwise, called as the file. look: a system as it was read, on
    which they are to run; None for one that nobody can read.

    given: facts about the files. Raises InvalidLint for a silence that cannot be read;
    QueuewrightError for dumps of several queue managers in one file.
    """
    parts: dict[str, list[Part]] = {}
    linted = Linted()
    for file, data in files:
        of = name or dialect_of(file, data, given.ccsid)
        script, by_name = read_apart(data, of, file=file, given=given)
        if script.facts.several and "" in by_name:
            raise QueuewrightError(one_line(f"{file}: {script.facts.several}"))
        if script.unused is not None:
            unused = linted.unused
            linted.unused = script.unused if unused is None else unused & script.unused
        linted.silences += of_script(file, decoded(data, given.ccsid), script)
        for own in (each for part in by_name.values() for each in by_system(part)):
            named = [d.system for d in own.definitions if d.system]
            known = [own.facts.queue_manager or system, *named, PurePath(file).stem]
            parts.setdefault(next(filter(None, known)), []).append(Part(file, own))
    every = {part.file for own_parts in parts.values() for part in own_parts}
    for system_name, own_parts in parts.items():
        _system(linted, system_name, own_parts, look(system_name), every)
    return linted


def _system(
    linted: Linted,
    name: str,
    parts: Sequence[Part],
    read: Snapshot | None,
    files: Collection[str],
) -> None:
    """Add the objects of a system. files: of all systems."""
    source_facts = next(
        (part.script.facts for part in parts if part.script.facts.queue_manager), None
    )
    on_ibmi = any(part.script.dialect == "cl" for part in parts)
    facts = source_facts.system_facts(name) if source_facts else SystemFacts(name)
    if on_ibmi and source_facts is None:
        facts = replace(facts, platform=Platform.IBMI)
    if read is not None:
        facts = read.facts
    is_mqsc = all(part.script.dialect == "mqsc" for part in parts)
    there = _there_before(parts) if read is None else _observed(read)
    is_part = read is None and any(
        known.attributes is _PART and not object_name.startswith(OF_IBM)
        for (_, object_name), known in there.items()
    )
    is_known = source_facts is not None or on_ibmi or read is not None
    interpreter = Interpreter(
        facts if is_known else None,
        _base(there, facts),
        listed=lambda kinds: () if read is None else ((k.kind, k.name) for k in read.live),
    )
    for part in parts:
        interpreter.run(part.script, part.file)
    outcome = interpreter.outcome(files)
    deleted = _deleted(parts)
    for (kind, object_name), standing in outcome.objects.items():
        definition = standing.definition
        if definition.read_only.get("DEFTYPE", "PREDEFINED") != "PREDEFINED":
            continue  # a program made it from a model queue
        key = Key(name, kind, object_name)
        # Of the queue manager, which is there, only what a script says is known.
        own = definition.values if is_single(kind) else standing.attributes
        values = {n: v for n, v in own.items() if n not in _KNOWN_ELSEWHERE}
        place = KINDS[kind].namespace, object_name
        if read is None and (place in there or definition.like):
            linted.unknown.add(key)
        gone = deleted.get(place)
        linted.subjects.append(
            Subject(
                key, values, definition.like, file=definition.file, line=definition.line,
                deleted=gone,
                restored=gone is not None and _is_granted(object_name, gone, parts),
            )
        )  # fmt: skip
    if read is not None:
        linted.pending_deletes.update(Key(name, *gone) for gone in outcome.deleted)
        linted.systems[name] = read.with_facts(_altered(facts, outcome))
    else:
        ships = ((kind, each) for kind, each in outcome.deleted if KINDS[kind].records)
        linted.pending_deletes.update(Key(name, *gone) for gone in ships)
        known = _left(
            facts, outcome, is_part=is_part, is_mqsc=is_mqsc, is_dump=source_facts is not None
        )
        linted.systems[name] = _with_inserts(known, parts)
    linted.subjects += _queue_manager(linted.systems[name].facts, outcome)
    linted.problems += _refused(name, outcome, there)


def _observed(read: Snapshot) -> dict[tuple[str, str], Existing]:
    return {
        (KINDS[key.kind].namespace, key.name): Existing(key.kind, observed.attributes)
        for key, observed in read.live.items()
    }


_PART: Mapping[str, str] = {}


def _there_before(parts: Sequence[Part]) -> dict[tuple[str, str], Existing]:
    """Objects that a script takes to be there: those that it changes, deletes or copies before it
    creates any of the name. attributes: _PART of those that it changes, of which it says only a
    part."""
    there: dict[tuple[str, str], Existing] = {}
    created: set[tuple[str, str]] = set()
    for part in parts:
        for definition in resolved(part.script.definitions):
            kind = definition.kind
            key = KINDS[kind].namespace, definition.name
            if definition.action is Action.CREATE or emptied(in_full(definition)) is not None:
                source = key[0], definition.like or ""
                if source[1] and source not in created:
                    there.setdefault(source, Existing(kind, {}))
                created.add(key)
            elif definition.action is not Action.INQUIRE and not is_single(kind):
                changes = definition.action is not Action.DELETE
                if key not in created and (key not in there or changes):
                    there[key] = Existing(kind, _PART if changes else {})
    return there


def _base(there: Mapping[tuple[str, str], Existing], facts: SystemFacts) -> Base:
    ships = new_system(lambda kind: KINDS[kind].shipped(facts.platform, facts.command_level))

    def base(kind: str, name: str) -> Existing | None:
        return ships(kind, name) or there.get((KINDS[kind].namespace, name))

    return base


def _deleted(parts: Sequence[Part]) -> dict[tuple[str, str], Definition]:
    """The command that deletes an object which the script creates afterwards, and not before."""
    deleted: dict[tuple[str, str], Definition] = {}
    created: set[tuple[str, str]] = set()
    for part in parts:
        for definition in resolved(part.script.definitions):
            key = KINDS[definition.kind].namespace, definition.name
            if definition.action is Action.CREATE:
                created.add(key)
            elif definition.action is Action.DELETE and key not in created:
                deleted[key] = definition
    return deleted


def _is_granted(name: str, deleted: Definition, parts: Sequence[Part]) -> bool:
    """Whether a command after the deletion grants authorities to the object."""
    simple = name.rpartition("/")[2]
    return any(
        entry.words in _GRANTS and entry.line > deleted.line and simple in entry.text.upper()
        for entry in _entries(parts)
    )


def _entries(parts: Sequence[Part]) -> Iterator[Entry]:
    for part in parts:
        yield from part.script.entries


def _left(
    facts: SystemFacts, outcome: ScriptOutcome, *, is_part: bool, is_mqsc: bool, is_dump: bool
) -> Snapshot:
    """A system that was not read, as scripts leave it, without the objects that they define."""
    attributes = outcome.queue_manager
    is_listed = is_mqsc and not is_part  # where it tells of any of them
    named = [role for role in _BY_NAME if is_listed and (is_dump or _defined(role, outcome))]
    names = {role: frozenset((f"SYSTEM.DEFAULT.{role.upper()}",)) for role in named}
    facts = _altered(replace(facts, names=names), outcome)
    namelists = frozenset(filter(None, (str(attributes.get(name, "")) for name in _NAMELISTS)))
    return Snapshot(facts, is_part=is_part, is_read=is_dump, namelists=namelists)


def _with_inserts(known: Snapshot, parts: Sequence[Part]) -> Snapshot:
    """The same where scripts name what the queue manager alone knows: `+AUTOCL+`, `&CLUSTER`."""
    unread = [d for part in parts for d in part.script.definitions if d.unknown]
    named = any("name" in d.unknown and d.kind not in _NOT_NAMED for d in unread)
    joins = any(d.unknown & DECIDING.get(d.kind, frozenset()) for d in unread)
    return replace(known, is_part=known.is_part or named, joins_others=joins)


def _defined(role: Role, outcome: ScriptOutcome) -> list[str]:
    """The objects of a role that the scripts define, whether they are of a kind or not."""
    kinds = kinds_of(role)
    managed = [name for kind, name in outcome.objects if kind in kinds]
    return [*outcome.not_managed_names.get(f"DEFINE {role.upper()}", ()), *managed]


def _altered(facts: SystemFacts, outcome: ScriptOutcome) -> SystemFacts:
    """The facts with what the scripts set of the queue manager, and the names that they define."""
    return replace(
        facts,
        queue_manager={**facts.queue_manager, **outcome.queue_manager},
        names={role: n.union(_defined(role, outcome)) for role, n in facts.names.items()},
    )


def _queue_manager(facts: SystemFacts, outcome: ScriptOutcome) -> Iterator[Subject]:
    """The queue manager, where scripts do not alter it and its dead-letter queue is known."""
    key = Key(facts.name, QueueManagerSpec.kind, QMGR)
    if facts.dead_letter_queue is not None and (key.kind, key.name) not in outcome.objects:
        yield Subject(key)


def _refused(
    name: str, outcome: ScriptOutcome, there: Collection[tuple[str, str]]
) -> Iterator[SubjectProblem]:
    """The refusals of the scripts. there: objects that are there before, known in part. Of an
    object that is there a script need not say all; a record is set as a whole."""
    for problem in outcome.refused:
        if not problem.is_error or problem.code in _NOT_READ:
            continue
        kind, _, object_name = problem.object.partition(" ")
        if problem.code == "missing" and not (kind in KINDS and is_record(kind)):
            continue
        key = Key(name, kind if kind in KINDS else "", object_name)
        is_there = key.kind and (KINDS[key.kind].namespace, object_name) in there
        if is_there and problem.code == "user-missing":
            continue
        yield Subject(key, file=problem.file, line=problem.line), not_taken(problem)
    for problem in outcome.notes:
        if problem.code == AS_THERE_ARE.code:
            key = Key(name, AuthorityRecordSpec.kind, EVERY_OBJECT)
            yield Subject(key, file=problem.file, line=problem.line), not_taken(problem)


def not_taken(problem: Diagnostic) -> Diagnostic:
    """A refusal of an interpreter, by its own code where that is one of a rule."""
    return problem if OWN.page_of(problem) else replace(problem, code=NOT_TAKEN.code)
