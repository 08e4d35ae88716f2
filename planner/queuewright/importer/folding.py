"""The definitions of files: the objects that stand when the last of their commands has run."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.rule import Rule
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.mqsc.dumped import is_of_everything, removed_records
from queuewright.dialects.protocol import Script
from queuewright.dialects.registry import DIALECTS
from queuewright.graph.references import Edge, edges
from queuewright.ibmi.common_attributes import SYSTEM_LIBRARIES
from queuewright.interpreter import Existing, Interpreter, Standing
from queuewright.interpreter.outcome import ScriptOutcome
from queuewright.interpreter.removing import removes_records
from queuewright.kinds import KINDS, LIMITS, is_single
from queuewright.lint.declarations import is_system_object
from queuewright.world.shipped import shipped_objects

from .reading import SourceFile

NOT_DECLARED_THERE = Rule(
    "not-declared-there",
    "Objects that no program declares on this platform",
    "{count} left out: on {platform} {utility} sets {kind}, and no program declares it",
    "keep the job that runs {utility}",
    severity=Severity.WARNING,
)
SHIPPED_REMOVED = Rule(
    "shipped-removed",
    "A command removes what every new queue manager has",
    "the command removes what every new queue manager has, and no program declares that it is gone",
    "run the command where one is made, or declare {kind} {name} with the values that shall hold",
    severity=Severity.WARNING,
)
_UNMANAGED = ("unknown-attribute", "not-managed")


@dataclass(slots=True)
class Folded:
    """Objects by kind and name, each as its commands together define it (like: where it copies one
    that is there anyway), and with everything that it has. in_repository: group objects that stand
    beside something else of their name. queue_manager: what is set of it. asked_for: system objects
    that people mean, not that a dump has anyway.
    problems: what is not taken, and why. notes: what people should know besides. not_taken:
    command -> how many, those that are about no kind; not_taken_names: the objects that they name;
    not_taken_places: where they stand.
    elsewhere: kind -> how many objects of it are set in another way on the platform.
    """

    objects: dict[tuple[str, str], Definition] = field(default_factory=dict)
    attributes: dict[tuple[str, str], Mapping[str, Value]] = field(default_factory=dict)
    in_repository: Mapping[tuple[str, str], Standing] = field(default_factory=dict)
    queue_manager: Mapping[str, Value] = field(default_factory=dict)
    asked_for: Collection[tuple[str, str]] = ()
    libraries: Sequence[str] = ()
    problems: list[Diagnostic] = field(default_factory=list)
    notes: list[Diagnostic] = field(default_factory=list)
    not_taken: Counter[str] = field(default_factory=Counter)
    not_taken_names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    not_taken_places: Mapping[str, Sequence[str]] = field(default_factory=dict)
    elsewhere: Counter[str] = field(default_factory=Counter)


def references(objects: Mapping[Key, Definition]) -> Iterator[Edge]:
    """The references between these objects."""
    values = {key: known.values for key, known in objects.items()}
    return edges(values, like={key: known.like for key, known in objects.items()})


def note(diagnostic: Diagnostic, about: Definition) -> Diagnostic:
    """Something that a person should look at, at the place of an object."""
    return replace(
        diagnostic,
        object=f"{about.kind} {about.name}",
        file=about.file,
        line=about.line,
        severity=Severity.WARNING,
    )


def note_line(diagnostic: Diagnostic) -> str:
    """`FILE:LINE: kind name: message`."""
    parts = (diagnostic.place, diagnostic.object, diagnostic.text)
    return one_line(": ".join(part for part in parts if part))


def fold(sources: Sequence[SourceFile], facts: SystemFacts) -> Folded:
    """Run every command of every file, in order, on a new system of these facts."""
    ships = {
        (KINDS[kind].namespace, name): Existing(kind, values, True)
        for kind, name, values in shipped_objects(facts)
        if kind in KINDS
    }
    for kind in filter(is_single, KINDS):
        own = Existing(kind, KINDS[kind].shipped(facts.platform, facts.command_level), True)
        ships[KINDS[kind].namespace, KINDS[kind].usual_names()["name"]] = own
    interpreter = Interpreter(facts, lambda kind, name: ships.get((KINDS[kind].namespace, name)))
    elsewhere: dict[str, dict[str, Definition]] = {}
    for source in sources:
        interpreter.run(_of_platform(source, facts, elsewhere), source.file)
    outcome = interpreter.outcome()
    limits = dict(_limits(sources, outcome, facts))
    # REMOVEALL is valid where there are no records, too.
    emptied = {_place(limit) for limit in limits.values() if removes_records(limit)}
    return Folded(
        {key: known.definition for key, known in outcome.objects.items()} | limits,
        {key: known.attributes for key, known in outcome.objects.items()}
        | {key: limit.values for key, limit in limits.items()},
        outcome.in_repository,
        outcome.queue_manager,
        _asked_for(sources, set(ships)) | limits.keys(),
        libraries_named(outcome.libraries, outcome.objects),
        [problem for problem in outcome.problems() if problem.is_error],
        [
            *_not_declared(elsewhere, facts),
            *(
                note(SHIPPED_REMOVED(kind=kind, name=shown(KINDS[kind].names_in(name)["name"])), by)
                for (kind, name), by in outcome.removed.items()
                if (kind, name) not in outcome.objects and _limit_of(kind, name) not in limits
            ),
            *(p for p in outcome.refused if not p.is_error and _place(p) not in emptied),
            *outcome.notes,
        ],
        outcome.not_managed,
        outcome.not_managed_names,
        outcome.not_managed_places,
        Counter({kind: len(named) for kind, named in elsewhere.items() if named}),
    )


def _place(about: Diagnostic | Definition) -> tuple[str, int]:
    return about.file, about.line


def _limit_of(kind: str, record: str) -> tuple[str, str] | None:
    """Kind and name of the limit that says which records of a profile there are; None where
    programs do not say that of this kind."""
    limit = LIMITS.get(kind)
    name = limit.limit_of(record) if limit is not None else ""
    return (limit.kind, name) if limit is not None and name else None


def _limits(
    sources: Iterable[SourceFile], outcome: ScriptOutcome, facts: SystemFacts
) -> Iterator[tuple[tuple[str, str], Definition]]:
    """The limits that take the place of commands which remove records of a new queue manager, or
    all records of a profile, and of such records that a dump lacks: each allows the records that
    the files leave."""
    by_record = outcome.cleared | outcome.removed
    for source in sources:
        by_record |= _not_dumped(source)
    by_record = {
        key: by
        for key, by in by_record.items()
        if key not in outcome.objects or removes_records(by)
    }
    standing = [Observed(Key(facts.name, *key), o.attributes) for key, o in outcome.objects.items()]
    keys = [each.key for each in standing]
    for (kind, record), by in by_record.items():
        place = _limit_of(kind, record)
        if place is None:
            continue
        key, limit = Key(facts.name, *place), LIMITS[kind]
        seen = {each.key: each.attributes for each in limit.seen_in(standing, facts.platform)}
        nothing: Mapping[str, Value] = dict.fromkeys(limit.attributes(), ())
        values = dict(seen.get(key, nothing))
        named = {**limit.names_in(place[1]), **values}
        if limit.validate_values(named, facts)[0] is not None and not any(
            limit.excluded(key, values, keys)
        ):
            yield place, replace(by, kind=limit.kind, name=place[1], values=values, like=None)


def _not_dumped(source: SourceFile) -> dict[tuple[str, str], Definition]:
    """The records of a new queue manager that a source of everything lacks. A dump that shows no
    record at all may leave them out."""
    shown = {(each.kind, each.name) for each in source.definitions}
    is_whole = is_of_everything(source.script.headings)
    kinds = {kind for kind, _ in shown} if is_whole else set()
    return {
        (kind, name): Definition(kind, name, file=source.file)
        for kind, name in removed_records(kinds | set(source.all_of), shown)
    }


# A file that defines so many objects of a new queue manager is a dump; people redefine one or two.
_OF_A_DUMP = 5


def _asked_for(
    sources: Iterable[SourceFile], ships: Collection[tuple[str, str]]
) -> set[tuple[str, str]]:
    """The system objects that a command alters, and those that a file defines that is not a dump.
    ships: namespace and name of what every new queue manager has."""
    asked_for: set[tuple[str, str]] = set()
    for source in sources:
        named: dict[Action, set[tuple[str, str]]] = {Action.CHANGE: set(), Action.CREATE: set()}
        for each in source.definitions:
            keys = {(kind, each.name) for kind in each.kinds or (each.kind,)}
            named.get(each.action, set()).update(key for key in keys if is_system_object(*key))
        facts, defined = source.facts, named[Action.CREATE]
        shipped = [name for kind, name in defined if (KINDS[kind].namespace, name) in ships]
        is_read = source.dialect == "runmqsc" or (facts.platform_name and not facts.is_job)
        asked_for |= named[Action.CHANGE]
        if not is_read and len(shipped) < _OF_A_DUMP:
            asked_for |= defined
    return asked_for


def _of_platform(
    source: SourceFile, facts: SystemFacts, elsewhere: dict[str, dict[str, Definition]]
) -> Script:
    """The script without commands of other programs, such as setmqspl, on what the platform has a
    utility for. elsewhere: kind -> name -> the first definition of each, to which they are added.
    """
    if source.dialect in DIALECTS:
        return source.script
    entries = []
    for entry in source.script.entries:
        others = [d for d in entry.definitions if facts.platform in KINDS[d.kind].elsewhere]
        for each in others:
            named = elsewhere.setdefault(each.kind, {})
            if each.action is Action.DELETE:
                named.pop(each.name, None)
            elif each.action is not Action.INQUIRE:
                named.setdefault(each.name, replace(each, file=source.file))
        if not others:
            entries.append(entry)
    if len(entries) == len(source.script.entries):
        return source.script
    return replace(source.script, entries=tuple(entries))


def _not_declared(
    elsewhere: Mapping[str, Mapping[str, Definition]], facts: SystemFacts
) -> Iterator[Diagnostic]:
    """A line a kind, at the place of the first."""
    for kind, named in elsewhere.items():
        if named:
            utility, platform = KINDS[kind].elsewhere[facts.platform].utility, facts.platform
            left = NOT_DECLARED_THERE(
                count=len(named), kind=kind, platform=platform, utility=utility
            )
            yield replace(note(left, next(iter(named.values()))), object="")


def libraries_named(created: Iterable[str], objects: Iterable[tuple[str, str]]) -> list[str]:
    """Libraries of IBM i objects, in order: those that the files create and those that they use."""
    used = (name.partition("/")[0] for kind, name in objects if KINDS[kind].in_library)
    named = dict.fromkeys([*created, *used])
    there = ("", *SYSTEM_LIBRARIES)  # on every system
    return [name for name in named if name not in there and not name.startswith("*")]


def is_dynamic(definition: Definition) -> bool:
    """Whether a program made it from a model queue, no administrator."""
    return definition.read_only.get("DEFTYPE", "PREDEFINED") != "PREDEFINED"


def unmanaged(definition: Definition) -> set[str]:
    """Keywords that the catalogue does not have."""
    problems = (problem for problem in definition.problems if problem.code in _UNMANAGED)
    return {str(problem.attribute) for problem in problems}
