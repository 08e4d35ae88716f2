"""An import from end to end: files, objects, program, project."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from queuewright.catalogue.ccsid import CCSIDS
from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.program.handles import QueueManager

from .choosing import choose
from .folding import fold
from .program import program
from .project import project_files
from .reading import Source, read
from .report import Report

_FALLBACK = SystemFacts("")


class CannotImport(QueuewrightError):
    """A file cannot be read, or there is nothing in it; one line that names it."""


@dataclass(frozen=True, slots=True)
class Options:
    """What an import is asked for. platform, command_level and ccsid override what files say."""

    system: str
    stack: str = "dev"
    dialect: str = "mqsc"
    all_attributes: bool = False
    system_objects: bool = False
    platform: Platform | None = None
    command_level: int | None = None
    ccsid: int | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """files: of the project, by path. report: what to tell about them."""

    files: Mapping[str, str]
    report: Report


def load(paths: Iterable[Path], dialect: str) -> list[Source]:
    """Read the files. Raises CannotImport for one that cannot be read, UnknownDialect."""
    sources = []
    for path in paths:
        try:
            data = path.read_bytes()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise CannotImport(
                one_line(f"{path}: {reason}; give a file that can be read")
            ) from None
        sources.append(read(dialect, path.name, data))
    return sources


def import_files(paths: Sequence[Path], options: Options) -> Imported:
    """Read files and make a project of them; nothing is written. Raises QueuewrightError."""
    return import_sources(load(paths, options.dialect), options)


def import_sources(sources: Sequence[Source], options: Options) -> Imported:
    """Make a project. Raises CannotImport when nothing is left to declare."""
    try:
        QueueManager(options.system)
    except ValueError as error:
        raise CannotImport(one_line(f"--system: {error}")) from None
    facts, assumed = _facts(sources, options)
    folded = fold(sources)
    named = next((source.facts for source in sources if source.facts.queue_manager), None)
    chosen = choose(
        folded,
        facts,
        named or sources[0].facts,
        all_attributes=options.all_attributes,
        system_objects=options.system_objects,
    )
    problems = tuple(problem for source in sources for problem in source.problems)
    if not chosen.declared:
        raise CannotImport(_nothing(sources, problems, bool(folded.objects)))
    names = ", ".join(source.file for source in sources)
    title = f"Queues of {_plain(facts.name)}, imported from {_plain(names)}."
    files = {**project_files(facts, options.stack, title), **program(chosen.declared, title=title)}
    for name, text in files.items():
        if name.endswith(".py"):
            compile(text, name, "exec")
    not_taken: Counter[str] = Counter()
    not_taken_names: dict[str, tuple[str, ...]] = {}
    for source in sources:
        not_taken.update(source.not_taken)
        for words, objects in source.not_taken_names.items():
            not_taken_names[words] = (*not_taken_names.get(words, ()), *objects)
    report = Report(
        facts,
        tuple(source.file for source in sources),
        Counter(key.kind for key in chosen.declared),
        chosen.left_out,
        not_taken,
        not_taken_names,
        Counter(
            f"{declared.kind} {keyword}"
            for declared in chosen.declared.values()
            for keyword in sorted(declared.unmanaged)
        ),
        problems,
        (*folded.notes, *chosen.notes),
        assumed,
        {name: text.count("\n") for name, text in files.items()},
    )
    return Imported(files, report)


def _nothing(sources: Sequence[Source], problems: Sequence[str], only_left_out: bool) -> str:
    files = ", ".join(source.file for source in sources)
    if problems:
        return one_line(f"{files}: nothing can be taken; the first problem is {problems[0]}")
    if only_left_out:
        return one_line(f"{files}: nothing but system objects; take them with --system-objects")
    return one_line(f"{files}: no object in it can be declared; is it the dialect of --from?")


def _facts(sources: Sequence[Source], options: Options) -> tuple[SystemFacts, tuple[str, ...]]:
    """The facts of the system: what is asked for, else what a file says, else assumed."""
    assumed: list[str] = []

    def first(name: str, asked: object) -> object:
        if asked is not None:
            return asked
        given = next((v for s in sources if (v := getattr(s.facts, name)) is not None), None)
        if given is None and name != "max_message_length":
            assumed.append(name)
        return getattr(_FALLBACK, name) if given is None else given

    platform = first("platform", options.platform)
    level = first("command_level", options.command_level)
    ccsid = first("ccsid", options.ccsid)
    length = first("max_message_length", None)
    assert isinstance(platform, Platform)
    if "ccsid" in assumed:
        ccsid = platform.usual_ccsid
    assert isinstance(level, int)
    assert isinstance(ccsid, int)
    if ccsid not in CCSIDS:
        raise CannotImport(
            f"CCSID {shown(ccsid)} is not known; give another with --ccsid, such as 1208"
        )
    known = length if isinstance(length, int) else None
    return SystemFacts(options.system, platform, level, ccsid, known), tuple(assumed)


def _plain(text: str) -> str:
    """Text for a docstring: nothing in it can end it."""
    return "".join(c if c.isprintable() and c not in "\"\\'" else "?" for c in text)[:100]
