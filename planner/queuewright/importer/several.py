"""Several systems in one import: each is added to the project that those before it make, as
`--into` would add it."""

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.host.project import load_project

from .evaluating import copied
from .into import write_into
from .project import CannotWriteProject, write_project
from .reading import SourceFile
from .run import CannotImport, Imported, ImportOptions, ImportReport, import_sources, read_files

Step = Callable[[Path | None], Imported]  # into: the folder of a project, None for a new one


@dataclass(frozen=True, slots=True)
class ImportedSeveral:
    """As `Imported`; a report for each system, in their order."""

    files: Mapping[str, str]
    reports: Sequence[ImportReport]
    removed: tuple[str, ...] = ()


def steps_of(arguments: Iterable[str], options: ImportOptions) -> list[Step]:
    """An import for each system that the files are of. arguments: `FILE` or `SYSTEM=FILE`; a file
    without a system is of options.system, where that is "" of the queue manager that it names
    itself. Raises CannotImport, in one line, for one that cannot be told."""
    named = [_named(argument) for argument in arguments]
    sources = read_files([path for _, path in named], options.dialect, options.given)
    systems: dict[str, list[SourceFile]] = {}
    for (given, path), source in zip(named, sources, strict=True):
        if given and options.system:
            raise CannotImport(
                one_line(f"{given}={path}: --system {options.system} names it too; leave one out")
            )
        system = given or options.system or _told(path, source)
        systems.setdefault(system, []).append(source)
    return [_step(its, replace(options, system=system)) for system, its in systems.items()]


def _step(sources: list[SourceFile], options: ImportOptions) -> Step:
    def step(into: Path | None) -> Imported:
        return import_sources(_taken(sources), replace(options, into=into))

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


def _told(path: Path, source: SourceFile) -> str:
    names = sorted(source.queue_managers)
    if len(names) == 1:
        return names[0]
    if names:
        said = f"it is of several queue managers ({', '.join(map(shown, names))})"
        raise CannotImport(one_line(f"{path}: {said}; import the commands of each by themselves"))
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
