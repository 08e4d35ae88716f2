"""Definitions that several systems of a project have alike, declared once: in a loop over them.

What the project declares is asked of the project itself: it is run in a copy. What becomes of an
import is run too, and taken only where it declares exactly what it would without any sharing.
"""

import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.engine.declared import Declared
from queuewright.host.project import Project, load_project, load_stack

from .module import TITLES
from .moving import Unit, is_empty, units_of, with_system, without
from .naming import unused
from .profiles import Profile
from .program import Estate, handle, package, package_name

SHARED = "shared"
_STRING = re.compile(r"""["']([^"'\n]+)["']""")
_NOT_COPIED = ("node_modules", "__pycache__")


class Object(NamedTuple):
    """What one object is on every system that has it."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Shared:
    """Objects that are declared once from now on. systems: system -> prefix of its resources, the
    one that is imported last. units: where they stand today. library: `mq` or `ibmi`."""

    systems: Mapping[str, str]
    library: str
    objects: frozenset[Object]
    units: tuple[Unit, ...]


def declared_with(
    project: Project, stack: str, changed: Mapping[str, str], removed: Iterable[str] = ()
) -> tuple[Declared, ...]:
    """What the project declares with these files, by their path in it, in place of its own, and
    without others. Raises QueuewrightError where it cannot be run."""
    from queuewright.host.run import run  # with Pulumi's SDK, which no other import needs

    with tempfile.TemporaryDirectory(prefix="queuewright-import-") as folder:
        copy = Path(folder).resolve() / "project"
        try:
            shutil.copytree(project.directory, copy, ignore=_not_copied, symlinks=True)
            for environment in project.directory.glob("*/pyvenv.cfg"):
                (copy / environment.parent.name).symlink_to(environment.parent)
            for name, text in changed.items():
                path = copy / name
                if not path.resolve().is_relative_to(copy):
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            for name in removed:
                (copy / name).unlink()
        except (OSError, shutil.Error) as error:
            raise QueuewrightError(f"{project.directory}: it cannot be copied: {error}") from None
        there = load_project(copy)
        ran = run(there, load_stack(there, stack), answer=lambda made: dict(made.inputs))
    return ran.declared


def _not_copied(folder: str, names: list[str]) -> set[str]:
    """What no program imports: hidden files, environments, caches."""
    return {
        name
        for name in names
        if name.startswith(".") or name in _NOT_COPIED or Path(folder, name, "pyvenv.cfg").is_file()
    }


def may_share(texts: Mapping[str, str], estate: Estate) -> bool:
    """Whether any name of the estate stands in the program at all: else nothing need be run."""
    names = {key.name.rpartition("/")[2] for key in estate.objects}
    words = {word for text in texts.values() for word in _STRING.findall(text)}
    return not names.isdisjoint(words | {word.rpartition("/")[2] for word in words})


def declare_the_same(one: Iterable[Declared], other: Iterable[Declared]) -> bool:
    """Whether two programs make the same plan."""
    return {d.urn: _plain(d) for d in one} == {d.urn: _plain(d) for d in other}


def _plain(declared: Declared) -> Declared:
    """What a plan is made of: where a declaration stands, and whether it names another by its
    variable or by its name, changes nothing."""
    return replace(declared, index=0, place="", dependencies=(), property_dependencies={})


def _alike(one: Declared, other: Declared) -> bool:
    return _on_any_system(one) == _on_any_system(other)


def _on_any_system(declared: Declared) -> Declared:
    inputs = {name: value for name, value in declared.inputs.items() if name != "system"}
    return replace(_plain(declared), urn="", name="", inputs=inputs)


def shared_of(
    estate: Estate, found: Sequence[Declared], texts: Mapping[str, str], profiles: Iterable[str]
) -> list[Shared]:
    """What the estate and the systems of the project have alike, by which of them do. found: what
    the project declares with the estate apart. texts: its modules, by their path in it."""
    names = set(profiles)
    by_file: dict[str, list[Declared]] = {}
    for declared in found:
        if declared.key is not None and ":" in declared.place:
            by_file.setdefault(declared.place.rpartition(":")[0], []).append(declared)
    new = {_object(d): d for ds in by_file.values() for d in ds if d.key and _on(d, estate.system)}
    prefixes = _prefixes(found)
    units: dict[Object, list[Unit]] = {}
    for file, text in texts.items():
        for unit in units_of(file, text, by_file.get(file, ()), names):
            what = {_object(declared) for declared in unit.declared}
            if len(what) == 1 and _is_shareable(unit, new.get(first := what.pop()), prefixes):
                units.setdefault(first, []).append(unit)
    groups: dict[tuple[str, tuple[str, ...]], list[Object]] = {}
    for one, its in units.items():
        systems = sorted({d.key.system for unit in its for d in unit.declared if d.key})
        groups.setdefault((one.kind.partition(":")[0], tuple(systems)), []).append(one)
    return [
        Shared(
            {system: prefixes[system] for system in (*systems, estate.system)},
            library,
            frozenset(objects),
            tuple(unit for one in objects for unit in units[one]),
        )
        for (library, systems), objects in groups.items()
    ]


def _on(declared: Declared, system: str) -> bool:
    return declared.key is not None and declared.key.system == system


def _object(declared: Declared) -> Object:
    assert declared.key is not None
    return Object(declared.key.kind, declared.key.name)


def _prefixes(found: Iterable[Declared]) -> dict[str, str]:
    """What stands before the names of a system's resources: what most of them have."""
    counts: dict[str, Counter[str]] = {}
    for declared in found:
        key = declared.key
        if key is not None and declared.name.endswith(key.name):
            counts.setdefault(key.system, Counter())[declared.name.removesuffix(key.name)] += 1
    return {system: count.most_common(1)[0][0] for system, count in counts.items()}


def _is_shareable(unit: Unit, new: Declared | None, prefixes: Mapping[str, str]) -> bool:
    return new is not None and all(
        d.key is not None
        and not d.aliases
        and not d.secret_inputs
        and d.name == prefixes.get(d.key.system, "?") + d.key.name
        and _alike(d, new)
        for d in (new, *unit.declared)
    )


def files_shared(
    estate: Estate,
    groups: Sequence[Shared],
    found: Sequence[Declared],
    texts: Mapping[str, str],
    known: Sequence[Profile],
    apart: Mapping[str, str],
) -> tuple[dict[str, str], Sequence[Profile]]:
    """The modules with what is alike declared once, "" for one in which nothing is left, and the
    project's profiles then. found, texts: as for `shared_of`; apart: of the estate's own package
    without sharing."""
    files: dict[str, str] = {}
    cut: dict[str, list[Unit]] = {}
    estates: list[Estate] = []
    taken = {Path(file).parts[1].removesuffix(".py") for file in texts if "/" in file}
    taken |= {package_name(estate.system)}
    shared: set[Object] = set()
    for group in groups:
        extended = _extended(estate, group, texts, found)
        shared |= group.objects
        if extended is not None:
            files.update(extended)
            continue
        for unit in group.units:
            cut.setdefault(unit.file, []).append(unit)
        name = unused(SHARED, SHARED, taken)
        objects = _those(estate, group.objects)
        estates.append(replace(estate, objects=objects, head="", loop=group.systems, folder=name))
    headings = {*TITLES, *estate.sections.values()}
    for file, units in cut.items():
        text = without(texts[file], units, headings)
        is_gone = "/" in file and not file.endswith("/__init__.py") and is_empty(text)
        files[file] = "" if is_gone else text
    rest = _those(estate, {Object(k.kind, k.name) for k in estate.objects} - shared)
    profiles = known
    for each in (replace(estate, objects=rest), *estates):
        if each.objects:
            made, profiles = package(each, profiles)
            files |= made
    own = f"{estate.package}/__init__.py"
    return {**files, own: apart[own]}, profiles


def _those(estate: Estate, wanted: Collection[Object]) -> dict[Key, Definition]:
    return {k: d for k, d in estate.objects.items() if Object(k.kind, k.name) in wanted}


def _extended(
    estate: Estate, group: Shared, texts: Mapping[str, str], found: Sequence[Declared]
) -> dict[str, str] | None:
    """The one file that changes where a loop's package declares the group and nothing else."""
    folders = {str(PurePosixPath(unit.file).parent) for unit in group.units}
    folder = folders.pop() if len(folders) == 1 else ""
    file = f"{folder}/__init__.py"
    made = [d for d in found if d.place.startswith(f"{folder}/")]
    if file not in texts or len(made) != sum(len(unit.declared) for unit in group.units):
        return None
    text = with_system(texts[file], estate.prefix, handle(group.library, estate.system))
    return None if text is None else {file: text}
