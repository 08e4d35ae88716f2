"""Several systems in one import: each is added to the project that those before it make, as
`--into` would add it."""

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from queuewright.catalogue.diagnostic import Diagnostic, one_line, shown
from queuewright.catalogue.key import Key
from queuewright.dialects.scripts import apart
from queuewright.host.project import load_project

from .evaluating import copied
from .into import write_into
from .project import CannotWriteProject, write_project
from .queue_sharing_groups import (
    OfGroups,
    groups_of_stack,
    may_be_one_group,
    members,
    shared_by,
)
from .reading import CannotImport, SourceFile, require_one
from .run import Imported, ImportOptions, ImportReport, import_sources, read_files

Step = Callable[[Path | None], Imported]  # into: the folder of a project, None for a new one


@dataclass(frozen=True, slots=True)
class ImportedSeveral:
    """As `Imported`; a report for each system, in their order."""

    files: Mapping[str, str]
    reports: Sequence[ImportReport]
    removed: tuple[str, ...] = ()


def steps_of(
    arguments: Iterable[str], options: ImportOptions, groups: Iterable[str] = ()
) -> list[Step]:
    """An import for each system that the files are of. arguments: `FILE` or `SYSTEM=FILE`; a file
    without a system is of options.system, where that is "" of the queue manager that it names
    itself, and one with commands for several is of each of them. groups: queue-sharing groups,
    `NAME` of all systems or `NAME=SYSTEM,...`; the stack of options.into says it of others. Raises
    CannotImport, in one line, for one that cannot be told.
    """
    named = [_named(argument) for argument in arguments]
    sources = read_files([path for _, path in named], options.dialect, options.given)
    systems: dict[str, list[SourceFile]] = {}
    for (given, path), source in zip(named, sources, strict=True):
        if given and options.system:
            raise CannotImport(
                one_line(f"{given}={path}: --system {options.system} names it too; leave one out")
            )
        system = given or options.system
        for name, own_source in _by_system(path, source, system, options).items():
            systems.setdefault(name, []).append(own_source)
    configured = {} if options.into is None else groups_of_stack(options.into, options.stack)
    of = members(groups, systems, configured)
    shared = {system: _shared(its) for system, its in systems.items()}
    warnings = may_be_one_group({name: its for name, its in shared.items() if name not in of})
    taken: OfGroups = {} if options.of_groups is None else options.of_groups
    steps = []
    for system, its in systems.items():
        group = of.get(system, "")
        others = (shared[other] for other in systems if group and of.get(other) == group)
        there = [Key(system, *place) for one in others for place in one]
        own = replace(
            options, system=system, queue_sharing_group=group, there=there, of_groups=taken
        )
        steps.append(_step(its, own, warnings.get(system)))
    return steps


def _by_system(
    path: Path, source: SourceFile, system: str, options: ImportOptions
) -> dict[str, SourceFile]:
    """A file for each system that it is of. system: as people name it, "" for what the file says.
    A shell script may have commands for several queue managers: each is a system of its own."""
    names = apart(source.script, source.dialect)
    if not names:
        return {system or _queue_manager_of(path, source): source}
    if system and system not in names:
        found = f"commands of several queue managers, {', '.join(map(shown, names))}"
        raise CannotImport(
            one_line(f"{system}={path}: it has {found}; give one of these, or none for all of them")
        )
    meant = {name: replace(options.given, queue_manager=name) for name in names}
    return {
        name: read_files([path], options.dialect, given)[0]
        for name, given in meant.items()
        if system in ("", name)
    }


def _shared(sources: Iterable[SourceFile]) -> dict[tuple[str, str], str]:
    """Kind and name of each object of a group that the files define -> the place of that."""
    found: dict[tuple[str, str], str] = {}
    for source in sources:
        for name, line in shared_by(source.definitions).items():
            found.setdefault(name, f"{source.file}:{line}")
    return found


def _step(sources: list[SourceFile], options: ImportOptions, warning: Diagnostic | None) -> Step:
    def step(into: Path | None) -> Imported:
        made = import_sources(_taken(sources), replace(options, into=into))
        if warning is None:
            return made
        return replace(made, report=replace(made.report, notes=(warning, *made.report.notes)))

    return step


def _taken(sources: list[SourceFile]) -> list[SourceFile]:
    """Out of the list, so that nothing keeps what was read once it is taken in."""
    own = [*sources]
    sources.clear()
    return own


def _named(argument: str) -> tuple[str, Path]:
    system, equals, file = argument.partition("=")
    if not equals or Path(argument).exists():
        return "", Path(argument)
    if not system or not file:
        raise CannotImport(one_line(f"{argument}: give a file, or SYSTEM=FILE"))
    return system, Path(file)


def _queue_manager_of(path: Path, source: SourceFile) -> str:
    require_one(str(path), source)
    if source.queue_managers:
        return next(iter(source.queue_managers))
    raise CannotImport(
        one_line(
            f"{path}: it does not say which queue manager it is of; give SYSTEM={path}, or"
            " --system NAME (its name in the program) where all files are of one"
        )
    )


def import_several(steps: Sequence[Step], into: Path | None) -> ImportedSeveral:
    """A project of them all, or what becomes of one that is there; nothing is written. Raises what
    an import of one does: nothing is made then."""
    if len(steps) == 1:
        made = steps[0](into)
        return ImportedSeveral(made.files, [made.report], made.removed)
    files: dict[str, str] = {}
    removed: set[str] = set()
    reports: list[ImportReport] = []
    with tempfile.TemporaryDirectory(prefix="queuewright-import-") as folder:
        stage = Path(folder).resolve() / "project"
        if into is not None:
            copied(load_project(into), stage)
        for step in steps:
            is_new = not stage.exists()
            try:
                made = step(None if is_new else stage)
                if is_new:
                    write_project(made.files, stage)
                else:
                    write_into(made.files, stage, made.removed)
            except CannotWriteProject as error:
                where = str(into) if into is not None else "the project"
                raise CannotWriteProject(str(error).replace(str(stage), where)) from None
            files = {n: t for n, t in {**files, **made.files}.items() if n not in made.removed}
            removed = (removed | set(made.removed)) - made.files.keys()
            reports.append(made.report)
    gone = sorted(name for name in removed if into is not None and (into / name).exists())
    return ImportedSeveral(files, reports, tuple(gone))
