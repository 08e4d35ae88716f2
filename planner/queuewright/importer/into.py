"""Another system into a project that is there: a package of its own beside what people have changed
since, with the project's profiles."""

import ast
import os
import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.facts import SystemFacts
from queuewright.host.project import SYSTEMS_KEY, Project, load_project, load_stack
from queuewright.yaml_reader import read_yaml

from .profiles import Profile
from .program import MAIN, PACKAGE, PROFILES, RUFF, Estate, package, package_name
from .project import CannotWrite, system_entry

_LOOP = MAIN[MAIN.index("# ") :]
_IMPORTS = MAIN[: MAIN.index("\n# ")]
_EMPTY = re.compile(r"^config:.*\n?", re.MULTILINE)


def files_into(
    directory: Path,
    stack: str,
    estate: Estate,
    facts: SystemFacts,
    entry: Mapping[str, Any] | None = None,
) -> dict[str, str]:
    """The files of the project that are new or change, by their path in it. Raises CannotWrite
    where the system is in it already or a file cannot be added to; ProjectError."""
    project = load_project(directory)
    folder = project.program_directory
    where = os.path.relpath(folder, project.directory)
    own = f"{PACKAGE}/{package_name(estate.system)}"
    if (folder / own).exists() or (folder / f"{own}.py").exists():
        raise CannotWrite(
            f"{one_line(str(folder / own))} is there already; remove it, or give the system another"
            " name with --system"
        )
    known = _profiles(folder / PROFILES)
    files = package(estate, known)
    files[PROFILES] = _with_profiles(folder / PROFILES, files.get(PROFILES, ""), len(known))
    main = project.program if project.program.is_file() else folder / "__main__.py"
    files[main.name] = _with_loop(main)
    if not (folder / PACKAGE / "__init__.py").exists():
        files[f"{PACKAGE}/__init__.py"] = ""
    if not any((folder / name).exists() for name in ("ruff.toml", ".ruff.toml", "pyproject.toml")):
        files["ruff.toml"] = RUFF
    changed = {
        os.path.normpath(os.path.join(where, name)): text  # noqa: PTH118 - a name in the project
        for name, text in files.items()
        if text or not (folder / name).exists()
    }
    return changed | _with_system(project, stack, facts, entry)


def _profiles(file: Path) -> list[Profile]:
    """The profiles of a project as it has them now; others in that file are left alone."""
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, SyntaxError) as error:
        raise CannotWrite(one_line(f"{file}: {error}; correct it first")) from None
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


def _with_profiles(file: Path, wanted: str, known: int) -> str:
    """The text of the profiles with those that are new behind it; "" where nothing is new."""
    if not file.exists() or not wanted:
        return wanted
    new = ast.parse(wanted)
    added = [node for node in new.body if isinstance(node, ast.Assign)][known:]
    if not added:
        return ""
    text = file.read_text(encoding="utf-8")
    libraries = next(line for line in wanted.splitlines() if line.startswith("from queuewright"))
    lines = [
        libraries if line.startswith("from queuewright import ") else line
        for line in text.splitlines()
    ]
    statements = [f"{ast.get_source_segment(wanted, node)}" for node in added]
    return "\n".join([*lines, *statements, ""])


def _with_loop(main: Path) -> str:
    """The program with the loop that imports every module; "" where it has it."""
    text = main.read_text(encoding="utf-8")
    if f"walk_packages({PACKAGE}." in text:
        return ""
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
        raise CannotWrite(
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


def write_into(files: Mapping[str, str], directory: Path) -> None:
    """Every file, or none: all are written beside first, then take their places. Raises
    CannotWrite."""
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
    except OSError as error:
        for path, data in before.items():
            if data is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(data)
        where = shown(str(error.filename or directory))
        raise CannotWrite(
            one_line(f"{where}: {error.strerror or error}; make it writable")
        ) from None
