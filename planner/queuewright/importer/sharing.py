"""Definitions that several systems of a project have alike, declared once: in a loop over them.

What differs between them in a few attributes is declared once too, with the values of those that
have another. The result of an import is taken only where the program declares exactly what it
would without any sharing.
"""

import ast
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.engine.declared import Declared

from .applications import OTHER, Module
from .common import DeclaredProject, Object, Shared, folder_of, is_in_loop, plan_of
from .module import TITLES
from .moving import DeclarationUnit, is_empty, is_loop_alone, parsed, with_system, without
from .naming import unused
from .profiles import Profile
from .program import Estate, handle, package, package_file, package_name

SHARED = "shared"
_STRING = re.compile(r"""["']([^"'\n]+)["']""")
_NAME = 40  # characters of a folder that is called after its systems


def may_share(texts: Mapping[str, str], estate: Estate) -> bool:
    """Whether any name of the estate stands in the program at all: else nothing need be run."""
    names = {key.name.rpartition("/")[2] for key in estate.objects}
    words = {word for text in texts.values() for word in _STRING.findall(text)}
    return not names.isdisjoint(words | {word.rpartition("/")[2] for word in words})


def declare_the_same(one: Iterable[Declared], other: Iterable[Declared]) -> bool:
    """Whether two programs make the same plan."""
    return {d.urn: plan_of(d) for d in one} == {d.urn: plan_of(d) for d in other}


def files_shared(
    estate: Estate,
    groups: Sequence[Shared],
    found: DeclaredProject,
    texts: Mapping[str, str],
    known: Sequence[Profile],
    declares: Callable[[Mapping[str, str]], Sequence[Declared]],
) -> tuple[dict[str, str], Sequence[Profile]]:
    """The modules with what is alike declared once, "" for one in which nothing is left, and the
    project's profiles then. found, texts: as for
    `shared_of`; declares: what the project
    does with some files changed."""
    extended: dict[str, str] = {}
    shared = {o for group in groups if estate.system in group.systems for o in group.objects}
    for group in groups:
        more = _extended(estate, group, texts, found, declares)
        if more is not None:
            extended |= more
            groups = [other for other in groups if other is not group]
    files = _without_units(groups, texts, estate)
    kept = {file for file in texts if files.get(file, "kept")}
    taken = {Path(file).parts[1].removesuffix(".py") for file in kept if "/" in file}
    taken |= {package_name(estate.system)}
    names = estate.called
    own = {
        key: declared
        for key, declared in estate.objects.items()
        if Object(key.kind, key.name, names[key].removeprefix(estate.prefix)) not in shared
    }
    estates = [replace(estate, objects=own)]
    for group in groups:
        name = _name(group, found.systems)
        folder = unused(name, f"{name}_{group.library}", taken)
        estates.append(_estate(estate, group, folder, texts))
    profiles = known
    for each in estates:
        if each.objects:
            made, profiles = package(each, profiles)
            files |= made
    return {**files, **extended, **package_file(estate)}, profiles


def _name(group: Shared, systems: Collection[str]) -> str:
    """Of the folder: `shared` for what all have, else the systems, while they are few."""
    name = "_".join(map(package_name, group.systems))
    return SHARED if len(group.systems) == len(systems) or len(name) > _NAME else name


def _estate(estate: Estate, group: Shared, folder: str, texts: Mapping[str, str]) -> Estate:
    """The group's objects under the first of its systems, in modules as they stand in today."""
    system, prefix = next(iter(group.systems.items()))
    objects: dict[Key, Definition] = {
        Key(system, one.kind, one.name): definition for one, definition in group.objects.items()
    }
    sections = {Key(system, k.kind, k.name): text for k, text in estate.sections.items()}
    headings = {one: unit.heading for one, unit in group.units if unit.heading not in TITLES}
    sections |= {Key(system, one.kind, one.name): text for one, text in headings.items() if text}
    there = {file: _module(file, texts[file]) for file in {unit.file for _, unit in group.units}}
    modules = {Key(system, o.kind, o.name): there[unit.file] for o, unit in reversed(group.units)}
    return replace(
        estate,
        system=system,
        modules={key: module for key, module in modules.items() if module is not None},
        objects=objects,
        head="",
        sections={key: text for key, text in sections.items() if key in objects},
        prefix=prefix,
        loop=group.systems,
        folder=folder,
        resources={Key(system, o.kind, o.name): prefix + o.resource for o in group.objects},
    )


def _module(file: str, text: str) -> Module | None:
    """The module of an application; None for a file that has whatever a small estate has."""
    name = PurePosixPath(file).stem
    if "/" not in file or name in ("__init__", "queues"):
        return None
    docstring = (ast.get_docstring(parsed(text)) or "").partition("\n")[0].rstrip(".")
    if name == OTHER:  # its title says from which name to which
        docstring = docstring.partition(":")[0]
    is_title = docstring and docstring.isprintable() and not {'"', "\\"} & set(docstring)
    return Module(name, docstring if is_title else f"Queues of {name}", ())


def _without_units(
    groups: Sequence[Shared], texts: Mapping[str, str], estate: Estate
) -> dict[str, str]:
    """The files that declare something of the groups, without that; "" where nothing is left."""
    cut: dict[str, list[DeclarationUnit]] = {}
    for group in groups:
        for _, unit in group.units:
            cut.setdefault(unit.file, []).append(unit)
    files: dict[str, str] = {}
    for file, units in cut.items():
        headings = {*TITLES, *estate.sections.values(), *(unit.heading for unit in units)}
        text = without(texts[file], units, headings)
        is_gone = "/" in file and not file.endswith("/__init__.py") and is_empty(text)
        files[file] = "" if is_gone else text
    for folder in {folder_of(unit) for units in cut.values() for unit in units if is_in_loop(unit)}:
        beside = [file for file in texts if file.startswith(f"{folder}/")]
        init = f"{folder}/__init__.py"
        is_left = any(files.get(file, "kept") for file in beside if file != init)
        if not is_left and init in texts and is_loop_alone(texts[init]):
            files[init] = ""
    return files


def _extended(
    estate: Estate,
    group: Shared,
    texts: Mapping[str, str],
    found: DeclaredProject,
    declares: Callable[[Mapping[str, str]], Sequence[Declared]],
) -> dict[str, str] | None:
    """The one file that changes where a loop's package declares the group and nothing else, with
    what the system has too."""
    folders = {folder_of(unit) for _, unit in group.units}
    folder = folders.pop() if len(folders) == 1 else ""
    file = f"{folder}/__init__.py"
    made = [d for d in found.declared if d.place.startswith(f"{folder}/")]
    others = (by for stated in group.objects.values() for by in stated.by_system.values())
    if any(estate.system in dict(by.others) for by in others):
        return None
    if file not in texts or len(made) != sum(len(unit.declared) for _, unit in group.units):
        return None
    text = with_system(texts[file], estate.prefix, handle(group.library, estate.system))
    if text is None:
        return None
    wanted = {d.urn: plan_of(d) for d in found.on(estate.system)}
    now = [d for d in declares({file: text}) if d.inputs.get("system") == estate.system]
    same = len(now) == len(group.objects) and all(wanted.get(d.urn) == plan_of(d) for d in now)
    return {file: text} if same else None
