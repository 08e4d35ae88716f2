"""An import from end to end: files, objects, program, project."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from queuewright.catalogue.ccsid import CCSIDS
from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, Severity, one_line, shown
from queuewright.catalogue.facts import SystemFacts, own_length
from queuewright.catalogue.key import Key
from queuewright.catalogue.names import system_name
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.dialects.definition import Definition
from queuewright.dialects.protocol import NOTHING_GIVEN, Given
from queuewright.engine.garbage import without_collector
from queuewright.interpreter import OF_THE_JOB
from queuewright.kinds import kinds_of
from queuewright.program.handles import QueueManager
from queuewright.systems.protocol import System

from .choosing import Chosen, choose
from .comments import Comments, comments_of
from .folding import NOT_DECLARED_THERE, Folded, fold, note_line, unmanaged
from .into import files_into
from .live import source_of
from .program import Estate, program
from .project import project_files
from .queue_sharing_groups import OfGroups, declare_once, keys_of
from .reading import CannotImport, SourceFile, read, require_one

NOT_REPORTED = Rule(
    "not-reported",
    "A system does not report some attributes",
    "{attributes}",
    "declare what matters of it",
    severity=Severity.WARNING,
)
DECLARED_AGAIN = Rule(
    "declared-again",
    "A program that is imported into declares the same again",
    "what other systems have alike is declared again: {names}",
    "declare it once by hand",
    severity=Severity.WARNING,
)


OF_ANOTHER = "declared by another queue manager of its group"
_FALLBACK = SystemFacts("")
_NAME = re.compile(r"[A-Za-z_$#@][A-Za-z0-9_$#@]*|[1-9]")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The options of an import. dialect: of the files; None: what each says itself. platform,
    command_level and ccsid override what files say. into: the folder of a project that the system
    is added to. entry: how the system is reached, for the stack's configuration; None for the
    embedded sandbox. given: what files do not say of themselves. queue_sharing_group: of the queue
    manager that the files are of, "" for none; there: what others of it declare; of_groups: what an
    import has taken of groups so far, to which this one adds."""

    system: str
    stack: str = "dev"
    dialect: str | None = None
    all_attributes: bool = False
    system_objects: bool = False
    platform: Platform | None = None
    command_level: int | None = None
    ccsid: int | None = None
    into: Path | None = None
    entry: Mapping[str, Any] | None = None
    keep_explicit: bool = False
    given: Given = NOTHING_GIVEN
    queue_sharing_group: str = ""
    there: Collection[Key] = ()
    of_groups: OfGroups | None = None


@dataclass(frozen=True, slots=True)
class ImportReport:
    """declared: kind -> objects in the program. left_out: why -> kind -> objects that were read and
    are not in it. not_taken: command -> how many, those that are about no kind; not_taken_names:
    the objects that they name; not_taken_places: `FILE:LINE` of each. unmanaged: `kind KEYWORD` ->
    how many objects of the program have it besides. problems: text that its dialect does not
    allow. notes: what was left out, and what looks wrong. assumed: facts of the system that no file
    tells and no option gave. files: of the project -> lines.
    """

    facts: SystemFacts
    sources: tuple[str, ...]
    declared: Mapping[str, int]
    left_out: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    not_taken: Mapping[str, int] = field(default_factory=dict)
    not_taken_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    not_taken_places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unmanaged: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    notes: tuple[Diagnostic, ...] = ()
    assumed: tuple[str, ...] = ()
    files: Mapping[str, int] = field(default_factory=dict)

    def as_json(self, *, files: bool = True) -> dict[str, Any]:
        """Plain data, the same names."""
        document: dict[str, Any] = {
            "system": {
                "name": self.facts.name,
                "platform": self.facts.platform.value,
                "command_level": self.facts.command_level,
                "ccsid": self.facts.ccsid,
                "assumed": list(self.assumed),
            },
            "sources": list(self.sources),
            "declared": dict(self.declared),
            "left_out": {reason: dict(kinds) for reason, kinds in self.left_out.items()},
            "not_taken": [
                {
                    "command": words,
                    "count": count,
                    "names": [*self.not_taken_names.get(words, ())],
                    "places": [*self.not_taken_places.get(words, ())],
                }
                for words, count in self.not_taken.items()
            ],
            "unmanaged": dict(self.unmanaged),
            "problems": list(self.problems),
            "notes": [
                {name: getattr(note, name) for name in ("code", "object", "message", "place")}
                for note in self.notes
            ],
        }
        return document | ({"files": dict(self.files)} if files else {})


@dataclass(frozen=True, slots=True)
class Imported:
    """files: of the project, by path. report: what to tell about them. removed: files of the
    project in which nothing is left."""

    files: Mapping[str, str]
    report: ImportReport
    removed: tuple[str, ...] = ()


def import_system(
    system: System, options: ImportOptions, of_groups: OfGroups | None = None
) -> Imported:
    """Read a live system and make a project of it; nothing is written. of_groups: what other queue
    managers of its queue-sharing group have given already. Raises SystemUnavailable, and what
    `import_sources` raises."""
    there = keys_of(of_groups or {}, system.facts.queue_sharing_group, options.system)
    options = replace(options, there=there)
    with without_collector():
        imported = import_sources([source_of(system, of_groups)], options)
    unreported = [
        NOT_REPORTED(attributes=line)
        for line in system.facts.unreported_lines(imported.report.declared)
    ]
    report = replace(imported.report, notes=(*unreported, *imported.report.notes))
    return replace(imported, report=report)


def read_files(
    paths: Iterable[Path], dialect: str | None, given: Given = NOTHING_GIVEN
) -> list[SourceFile]:
    """Raises CannotImport for a file that cannot be read, and for a variable that is given and that
    none of the files has; UnknownDialect."""
    sources = []
    for path in paths:
        try:
            data = path.read_bytes()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise CannotImport(
                one_line(f"{path}: {reason}; give a file that can be read")
            ) from None
        sources.append(read(dialect, path.name, data, given))
    unused = [source.script.unused for source in sources if source.script.unused is not None]
    for name in sorted(given.variables if sources and not unused else ()):
        raise CannotImport(f"--set {name}: only CL, MQSC, shell scripts and YAML have variables")
    for name in sorted(frozenset.intersection(*unused)) if unused else ():
        raise CannotImport(f"--set {name}: no script has a variable {name}; correct the name")
    return sources


def import_sources(sources: Sequence[SourceFile], options: ImportOptions) -> Imported:
    """Make a project. Raises CannotImport when nothing is left to declare."""
    try:
        QueueManager(options.system)
    except ValueError as error:
        raise CannotImport(one_line(f"--system: {error}")) from None
    for rule, remediation in system_name(options.system):
        raise CannotImport(one_line(f"--system {shown(options.system)}: {rule}; {remediation}"))
    if several := [f"{s.file}: {s.facts.several}" for s in sources if s.facts.several]:
        raise CannotImport(one_line(several[0]))
    named = _one_queue_manager(sources)
    facts, assumed = _facts(sources, options)
    comments = {source.file: comments_of(source.script.headings) for source in sources}
    folded = fold(sources, facts)
    taken = {} if options.of_groups is None else options.of_groups
    there = [*options.there, *keys_of(taken, options.queue_sharing_group, options.system)]
    by_others = declare_once(folded, facts, taken, there)
    if facts.platform is Platform.IBMI:
        made = {name for kind, name in folded.objects if kind in kinds_of(Role.LIBRARY)}
        others = (name for name in folded.libraries if name not in made)
        facts = replace(facts, libraries=dict.fromkeys(others, "change"))
    del sources  # which are large
    chosen = choose(
        folded,
        facts,
        named,
        all_attributes=options.all_attributes,
        keep_explicit=options.keep_explicit,
        system_objects=options.system_objects,
        there=there,
    )
    if by_others:
        chosen.left_out[OF_ANOTHER] = by_others
    if folded.elsewhere:
        chosen.left_out[f"not declared on {facts.platform.value}"] = folded.elsewhere
    names = ", ".join(comments)
    problems = tuple(map(note_line, folded.problems))
    if not chosen.declared:
        raise CannotImport(one_line(f"{names}: {_reason_for_nothing(folded, chosen)}"))
    title = f"Queues of {_plain(facts.name)}, imported from {_plain(names)}."
    folded.objects.clear()
    folded.attributes.clear()
    chosen.full.clear()
    estate = Estate(
        options.system,
        chosen.declared,
        title,
        "\n\n".join(dict.fromkeys(c.head for c in comments.values() if c.head)),
        _sections(comments, chosen.declared),
        "" if options.into is None else f"{options.system}/",
    )
    notes: list[Diagnostic] = []
    removed: tuple[str, ...] = ()
    if options.into is None:
        files = {**project_files(facts, options.stack, title, options.entry), **program(estate)}
    else:
        added = files_into(options.into, options.stack, estate, facts, options.entry)
        files, removed = dict(added.files), added.removed
        if added.again:
            notes.append(DECLARED_AGAIN(names=added.again))
    for name, text in files.items():
        if name.endswith(".py"):
            compile(text, name, "exec")
    not_managed = (
        f"{declared.kind} {keyword}"
        for declared in chosen.declared.values()
        for keyword in sorted(unmanaged(declared))
    )
    report = ImportReport(
        facts,
        tuple(comments),
        Counter(key.kind for key in chosen.declared),
        chosen.left_out,
        folded.not_taken,
        {words: tuple(objects) for words, objects in folded.not_taken_names.items()},
        {words: tuple(places) for words, places in folded.not_taken_places.items()},
        Counter(not_managed),
        problems,
        (*notes, *folded.notes, *chosen.notes),
        assumed,
        {name: text.count("\n") for name, text in files.items()},
    )
    return Imported(files, report, removed)


def _one_queue_manager(sources: Sequence[SourceFile]) -> str:
    """The queue manager that the files are of, "" where they do not say. Raises CannotImport where
    they are of several."""
    for source in sources:
        require_one(source.file, source)
    files = {name: source.file for source in sources for name in sorted(source.queue_managers)}
    if len(files) > 1:
        named = ", ".join(f"{shown(name)} ({file})" for name, file in files.items())
        raise CannotImport(
            one_line(
                f"several queue managers: {named}; leave --system out, so that each is a system"
            )
        )
    return next(iter(files), "")


_DECIDED = ("decided-when-run", "not-run-here")  # of shell scripts


def _reason_for_nothing(folded: Folded, chosen: Chosen) -> str:
    """The outcome of every command."""
    found = []
    codes = ("name", "not-literal")
    unknown = [problem for problem in folded.problems if problem.code in codes]
    if unknown:
        values = (problem.value for problem in unknown if problem.value is not NO_VALUE)
        variables = ", ".join(dict.fromkeys(map(str, values))) or "no name is given"
        count = f"{len(unknown)} command{'s' * (len(unknown) != 1)}"
        unresolved = f"{count} that only the running program knows ({variables})"
        first = variables.partition(",")[0].removeprefix("&")
        found.append(
            f"{unresolved}: give values with --set {first}=VALUE"
            if _NAME.fullmatch(first)
            else unresolved
        )
    refused = [problem for problem in folded.problems if problem.code == "program"]
    found += [note_line(problem) for problem in refused[:1]]
    of_platform = [each for each in folded.problems if each.code == "platform"]
    found += map(note_line, of_platform)  # one stands for all objects
    known = (*codes, "program", "platform")
    invalid = [problem for problem in folded.problems if problem.code not in known]
    if invalid:
        found.append(f"{len(invalid)} not valid, the first is {note_line(invalid[0])}")
    of_the_job = [each for each in folded.notes if each.code == OF_THE_JOB.code]
    if of_the_job:
        count = f"{len(of_the_job)} object{'s' * (len(of_the_job) != 1)}"
        found.append(f"{count} in QTEMP, the first is {note_line(of_the_job[0])}")
    if chosen.left_out.get("system objects"):
        objects = chosen.left_out["system objects"].total()
        found.append(f"nothing but {objects} system objects; take them with --system-objects")
    found += [note_line(n) for n in folded.notes if n.code == NOT_DECLARED_THERE.code]
    if chosen.left_out.get(OF_ANOTHER):
        objects = chosen.left_out[OF_ANOTHER].total()
        found.append(
            f"nothing but {objects} objects that others of its group declare; leave it out"
        )
    decided = [each for each in folded.notes if each.code in _DECIDED]
    if decided:
        found.append(f"{len(decided)} not taken, the first is {note_line(decided[0])}")
    others = folded.not_taken.most_common()
    if others:
        counts = ", ".join(f"{shown(words, 60)[1:-1]} {count}" for words, count in others[:5])
        more = f" and {len(others) - 5} more" if len(others) > 5 else ""
        found.append(f"commands on other objects: {counts}{more}")
    if found:
        return f"no object in it can be declared: {'; '.join(found)}"
    return "no object in it can be declared; is it the dialect of --from?"


def _sections(
    comments: Mapping[str, Comments], declared: Mapping[Key, Definition]
) -> dict[Key, str]:
    """The heading that each object stands under. comments: of each file."""
    return {
        key: text
        for key, item in declared.items()
        if item.file in comments and (text := comments[item.file].section_of(item.line))
    }


def _facts(
    sources: Sequence[SourceFile], options: ImportOptions
) -> tuple[SystemFacts, tuple[str, ...]]:
    """The facts of the system: what is asked for, else what the files say, else assumed. Raises
    CannotImport where files disagree."""
    assumed: list[str] = []
    unknown = [s for s in sources if s.facts.platform_name and s.facts.platform is None]
    if unknown and options.platform is None:
        named, file = unknown[0].facts.platform_name, unknown[0].file
        raise CannotImport(
            one_line(f"{file}: its platform, {shown(named)}, is not known here; give --platform")
        )

    def fact(name: str, asked: Any, fallback: Any) -> Any:
        if asked is not None:
            return asked
        places: dict[Any, str] = {}  # where first
        for source in sources:
            value = getattr(source.facts, name)
            if value is not None:
                word = source.facts.platform_name if name == "platform" else value
                places.setdefault(value, f"{source.file} says {word}")
        if len(places) > 1:
            rule = f"the files disagree about the {name.replace('_', ' ')} of {options.system}"
            remediation = f"give --{name.replace('_', '-')}"
            raise CannotImport(one_line(f"{rule}: {', '.join(places.values())}; {remediation}"))
        if not places:
            assumed.append(name)
        return next(iter(places), fallback)

    platform = fact("platform", options.platform, _FALLBACK.platform)
    level = fact("command_level", options.command_level, _FALLBACK.command_level)
    ccsid = fact("ccsid", options.ccsid, platform.usual_ccsid)
    if ccsid not in CCSIDS:
        raise CannotImport(
            f"CCSID {shown(ccsid)} is not known; give another with --ccsid, such as 1208"
        )
    lengths = (source.facts.max_message_length for source in sources)
    longest = next((length for length in lengths if length is not None), None)
    is_known = "ccsid" not in assumed
    own = own_length(longest)
    group = options.queue_sharing_group
    if group and platform is not Platform.ZOS:
        rule = f"{options.system} is on {platform.value}, and only z/OS has queue-sharing groups"
        remediation = f"name the members: --queue-sharing-group {group}=SYSTEM,..."
        raise CannotImport(one_line(f"{rule}; {remediation}, or give --platform zos"))
    facts = SystemFacts(
        options.system,
        platform,
        level,
        ccsid,
        queue_manager=own,
        is_ccsid_known=is_known,
        queue_sharing_group=group or None,
    )
    return facts, tuple(assumed)


def _plain(text: str) -> str:
    """Text for a docstring: nothing in it can end it."""
    return "".join(c if c.isprintable() and c not in "\"\\'" else "?" for c in text)[:100]
