"""Another system into a project that is there: a package of its own beside what people have changed
since, with the project's profiles."""

import ast
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.engine.declared import Declared
from queuewright.host.project import (
    SYSTEMS_KEY,
    Project,
    load_project,
    load_stack,
    require_program,
)
from queuewright.yaml_reader import read_yaml

from .common import DeclaredProject, shared_of
from .evaluating import Evaluator, in_project
from .profiles import Profile
from .program import MAIN, PACKAGE, PROFILES, RUFF, Estate, package, package_name, profiles_text
from .project import CannotWriteProject, system_entry
from .sharing import declare_the_same, files_shared, may_share

_LOOP = MAIN[MAIN.index("# ") :]
_IMPORTS = MAIN[: MAIN.index("\n# ")]
_EMPTY = re.compile(r"^config:.*\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Added:
    """files: of the project that are new or change, by their path in it. removed: those in which
    nothing is left. again: why what other systems have alike is declared again, "" where it is
    not."""

    files: Mapping[str, str]
    removed: tuple[str, ...] = ()
    again: str = ""


def files_into(
    directory: Path,
    stack: str,
    estate: Estate,
    facts: SystemFacts,
    entry: Mapping[str, Any] | None = None,
) -> Added:
    """The project with the system added. Raises CannotWriteProject where it has the system already
    or a file cannot be added to; ProjectError."""
    project = load_project(directory)
    require_program(project)
    estate = replace(estate, resources=estate.called)
    folder = project.program_directory
    own = f"{PACKAGE}/{package_name(estate.system)}"
    if (folder / own).exists() or (folder / f"{own}.py").exists():
        raise CannotWriteProject(
            f"{one_line(str(folder / own))} is there already; remove it, or give the system another"
            " name with --system"
        )
    main = project.program if project.program.is_file() else folder / "__main__.py"
    known = _profiles(folder / PROFILES)
    texts = {main.name: main.read_text(encoding="utf-8")}
    for file in sorted((folder / PACKAGE).rglob("*.py")):
        texts[file.relative_to(folder).as_posix()] = file.read_text(encoding="utf-8")
    systems = _with_system(project, stack, facts, entry)

    as_run = {**texts, main.name: _with_loop(texts[main.name])}
    evaluator = Evaluator(project, stack, main.name, as_run, systems)

    def finished(files: Mapping[str, str], profiles: Sequence[Profile]) -> dict[str, str]:
        """Those that change, with what every import adds."""
        every = {main.name: texts[main.name], f"{PACKAGE}/__init__.py": "", **files}
        every[main.name] = _with_loop(every[main.name])
        if len(profiles) > len(known):
            every[PROFILES] = _with_profiles(texts.get(PROFILES), profiles, len(known))
        if not any((folder / n).exists() for n in ("ruff.toml", ".ruff.toml", "pyproject.toml")):
            every["ruff.toml"] = RUFF
        if f"{PACKAGE}/__init__.py" in texts and not files.get(f"{PACKAGE}/__init__.py"):
            del every[f"{PACKAGE}/__init__.py"]
        return {n: t for n, t in every.items() if t != texts.get(n)}

    def added(files: Mapping[str, str], removed: Iterable[str] = (), again: str = "") -> Added:
        """By their path in the project."""
        by_path = {in_project(project, name): text for name, text in files.items()}
        gone = tuple(in_project(project, name) for name in removed)
        return Added({**by_path, **systems}, gone, again)

    def apart() -> dict[str, str]:
        return finished(*package(estate, known))

    if not may_share(texts, estate):
        return added(apart())
    try:
        found = DeclaredProject(evaluator.with_estate(estate, apart))
    except QueuewrightError as error:
        return added(apart(), again=one_line(str(error)))
    _not_declared(estate, found.declared)
    try:
        groups = shared_of(estate.system, found, as_run, {profile.name for profile in known})
        if not groups:
            return added(apart())
        files, profiles = files_shared(estate, groups, found, as_run, known, evaluator.declared)
        kept = {name: text for name, text in files.items() if text}
        removed = files.keys() - kept.keys()
        shared = finished(kept, profiles)
        if declare_the_same(evaluator.declared(shared, removed), found.declared):
            return added(shared, sorted(removed))
    except QueuewrightError as error:
        return added(apart(), again=one_line(str(error)))
    return added(apart(), again="the program would not declare the same")


def _not_declared(estate: Estate, found: Iterable[Declared]) -> None:
    """Raises CannotWriteProject where the project has objects of the system.

    found: with the estate."""
    for declared in found:
        place = declared.place
        is_there = bool(place) and not place.startswith(f"{estate.package}/")
        if is_there and declared.inputs.get("system") == estate.system:
            raise CannotWriteProject(
                one_line(
                    f"{place} declares an object of {shown(estate.system)} already: remove what"
                    " there is of it, or give the system another name with --system"
                )
            )


def _profiles(file: Path) -> list[Profile]:
    """The profiles of a project as it has them now; others in that file are left alone."""
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, SyntaxError) as error:
        raise CannotWriteProject(one_line(f"{file}: {error}; correct it first")) from None
    found = []
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(
                    func=ast.Name(id="partial"),
                    args=[ast.Attribute(value=ast.Name(id=library), attr=kind)],
                    keywords=keywords,
                ),
            ):
                try:
                    items = {str(k.arg): ast.literal_eval(k.value) for k in keywords}
                except ValueError:
                    continue
                found.append(Profile(f"{library}:{kind}", name, items))
    return found


def _with_profiles(text: str | None, profiles: Sequence[Profile], known: int) -> str:
    """The text of the profiles with those that are new, all but the first `known`, behind it."""
    wanted = profiles_text(profiles)
    if text is None:
        return wanted
    libraries = next(line for line in wanted.splitlines() if line.startswith("from queuewright"))
    lines = [
        libraries if line.startswith("from queuewright import ") else line
        for line in text.splitlines()
    ]
    statements = [profile.statement().rstrip("\n") for profile in profiles[known:]]
    return "\n".join([*lines, *statements, ""])


def _with_loop(text: str) -> str:
    """The program with the loop that imports every module."""
    if f"walk_packages({PACKAGE}." in text:
        return text
    lines = text.splitlines()
    body = ast.parse(text).body
    docstring = body[:1] if ast.get_docstring(ast.Module(body[:1], [])) is not None else []
    imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
    of_python = [node for node in imports if _root(node) in sys.stdlib_module_names]
    library, package = (block.splitlines() for block in _IMPORTS.strip().split("\n\n"))
    end = max((node.end_lineno or 0 for node in (*docstring, *imports)), default=0)
    if of_python:
        at = of_python[-1].end_lineno or 0
    elif imports:
        at, library = imports[0].lineno - 1, [*library, ""]
    else:
        at, library = end, ["", *library]
    lines[end:end] = ["", *package]
    lines[at:at] = library
    return "\n".join([*lines, "", _LOOP])


def _root(node: ast.Import | ast.ImportFrom) -> str:
    name = node.names[0].name if isinstance(node, ast.Import) else node.module
    return (name or "").partition(".")[0]


def _with_system(
    project: Project, stack: str, facts: SystemFacts, entry: Mapping[str, Any] | None
) -> dict[str, str]:
    """The stack's file with how the system is reached; nothing where it says so."""
    name = f"Pulumi.{stack}.yaml"
    file = project.stack_directory / name
    if not file.exists():
        text, before = "", {}
    else:
        before = load_stack(project, stack).systems
        text = file.read_text(encoding="utf-8")
    if facts.name in before:
        return {}
    reached = system_entry(facts) if entry is None else dict(entry)
    added = _inserted(text, facts.name, reached)
    expected = {**before, facts.name: reached}
    after: Any = read_yaml(added, as_pulumi=True)
    if not isinstance(after, dict) or (after.get("config") or {}).get(SYSTEMS_KEY) != expected:
        shown_entry = yaml.safe_dump({facts.name: reached}, default_flow_style=True).strip()
        raise CannotWriteProject(
            one_line(
                f"{file}: {SYSTEMS_KEY} has a form that cannot be added to; add {shown_entry} to it"
            )
        )
    return {os.path.relpath(file, project.directory): added}


def _inserted(text: str, system: str, entry: Mapping[str, object]) -> str:
    """The YAML text with one more system: behind the last one, as that is indented."""
    written = yaml.safe_dump({system: dict(entry)}, sort_keys=False, allow_unicode=True, width=200)
    root = yaml.compose(text) if text.strip() else None
    config = _value(root, "config")
    systems = _value(config, SYSTEMS_KEY)
    if isinstance(systems, yaml.MappingNode) and systems.value and not systems.flow_style:
        column = systems.value[0][0].start_mark.column
        last = systems.value[-1][1]
    elif isinstance(config, yaml.MappingNode) and config.value and systems is None:
        column = config.value[0][0].start_mark.column
        written = f"{SYSTEMS_KEY}:\n" + "".join(f"  {line}\n" for line in written.splitlines())
        last = config.value[-1][1]
    elif config is None or config.tag.endswith(":null"):
        block = "".join(f"    {line}\n" for line in written.splitlines())
        block = f"config:\n  {SYSTEMS_KEY}:\n{block}"
        return f"{text}{block}" if config is None else _EMPTY.sub(block, text, count=1)
    else:
        return text
    while isinstance(last, yaml.MappingNode) and not last.flow_style and last.value:
        last = last.value[-1][1]
    lines = text.splitlines(keepends=True)
    at = last.end_mark.line + (1 if last.end_mark.column else 0)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    lines[at:at] = [f"{' ' * column}{line}\n" for line in written.splitlines()]
    return "".join(lines)


def _value(node: yaml.Node | None, key: str) -> yaml.Node | None:
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((value for name, value in node.value if name.value == key), None)


def write_into(files: Mapping[str, str], directory: Path, removed: Iterable[str] = ()) -> None:
    """Every file, or none: all are written beside first, then take their places; those that are
    removed go. Raises CannotWriteProject."""
    before: dict[Path, bytes | None] = {}
    try:
        with tempfile.TemporaryDirectory(prefix=".import-", dir=directory) as beside:
            for number, text in enumerate(files.values()):
                (Path(beside) / str(number)).write_text(text, encoding="utf-8", newline="\n")
            for number, name in enumerate(files):
                path = directory / name
                path.parent.mkdir(parents=True, exist_ok=True)
                before[path] = path.read_bytes() if path.exists() else None
                (Path(beside) / str(number)).replace(path)
            for name in removed:
                before[directory / name] = (directory / name).read_bytes()
                (directory / name).unlink()
    except OSError as error:
        for path, data in before.items():
            if data is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(data)
        where = shown(str(error.filename or directory))
        raise CannotWriteProject(
            one_line(f"{where}: {error.strerror or error}; make it writable")
        ) from None
