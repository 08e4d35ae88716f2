"""Definitions that several systems of a project have alike, declared once: in a loop over them.

What differs between them in a few attributes is declared once too, with the values of those that
have another. What becomes of an import is taken only where the program declares exactly what it
would without any sharing.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.engine.declared import Declared
from queuewright.kinds import KINDS

from .differing import SharedDefinition, shared_definition
from .module import TITLES
from .moving import Unit, is_empty, is_loop_alone, units_of, with_system, without
from .naming import natural, unused
from .profiles import Profile
from .program import Estate, handle, package, package_name

SHARED = "shared"
_STRING = re.compile(r"""["']([^"'\n]+)["']""")
_NAME = 40  # characters of a folder that is called after its systems


class Object(NamedTuple):
    """What one object is on every system that has it. resource: what the program calls it, behind
    the system's prefix."""

    kind: str
    name: str
    resource: str


@dataclass(frozen=True, slots=True)
class Shared:
    """Objects that are declared once from now on. systems: system -> prefix of its resources, in
    the loop's order. library: `mq` or `ibmi`. objects: what each is on all of them. units: where
    they stand today, each with the object."""

    systems: Mapping[str, str]
    library: str
    objects: Mapping[Object, SharedDefinition]
    units: tuple[tuple[Object, Unit], ...]


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


def _options(declared: Declared) -> Declared:
    """All but what it is and what it is given."""
    return replace(_plain(declared), urn="", type="", name="", inputs={})


def shared_of(
    estate: Estate, found: Sequence[Declared], texts: Mapping[str, str], profiles: Iterable[str]
) -> list[Shared]:
    """What the estate and the systems of the project have in common, by which of them do. found:
    what the project declares with the estate apart. texts: its modules, by their path in it."""
    prefixes = _prefixes(found)
    new = {_object(d, prefixes): d for d in found if _on(d, estate.system)}
    usual = _options(next(iter(new.values())))
    units = _units(found, texts, set(profiles), prefixes, usual)
    common: list[Shared] = []
    for one, its in units.items():
        mine = new.get(one)
        if mine is not None and _is_moveable(mine, prefixes, usual):
            agreed = _agreed(one, its, mine)
            if agreed is not None:
                common.append(_shared(one, *agreed, estate.system, prefixes))
    groups = _grouped(common)
    moved = {unit for group in groups for _, unit in group.units}
    folders = {_folder(unit) for unit in moved if _in_loop(unit)}
    rest = [
        _shared(one, [unit], definition, "", prefixes)
        for one, its in units.items()
        for unit in its
        if unit not in moved and _in_loop(unit) and _folder(unit) in folders
        if (definition := _definition(one, unit.declared)) is not None
    ]
    return groups + _grouped(rest)


def _units(
    found: Sequence[Declared],
    texts: Mapping[str, str],
    profiles: Collection[str],
    prefixes: Mapping[str, str],
    usual: Declared,
) -> dict[Object, list[Unit]]:
    """Where each object of the project can be taken from, by object."""
    by_file: dict[str, list[Declared]] = {}
    for declared in found:
        if declared.key is not None and ":" in declared.place:
            by_file.setdefault(declared.place.rpartition(":")[0], []).append(declared)
    units: dict[Object, list[Unit]] = {}
    for file, text in texts.items():
        for unit in units_of(file, text, by_file.get(file, ()), profiles):
            what = {_object(declared, prefixes) for declared in unit.declared}
            if len(what) == 1 and all(_is_moveable(d, prefixes, usual) for d in unit.declared):
                units.setdefault(what.pop(), []).append(unit)
    return units


def _agreed(
    one: Object, units: Sequence[Unit], mine: Declared
) -> tuple[list[Unit], SharedDefinition] | None:
    """The units that can be one declaration with mine, and what that says."""
    taken: list[Unit] = []
    definition = None
    for unit in units:
        declared = [d for u in (*taken, unit) for d in u.declared]
        declared.sort(key=lambda d: natural(d.inputs["system"]))
        together = _definition(one, (*declared, mine))
        if together is not None:
            taken.append(unit)
            definition = together
    return (taken, definition) if definition is not None else None


def _definition(one: Object, declared: Iterable[Declared]) -> SharedDefinition | None:
    """What the object is on all of these systems; None where that is too different."""
    names = KINDS[one.kind].attributes()
    values: dict[str, dict[str, Value]] = {}
    likes = set()
    for d in declared:
        assert d.key is not None
        likes.add(d.inputs.get("like"))
        given = {name: _value(value) for name, value in d.inputs.items() if name in names}
        if d.key.system in values:
            return None
        values[d.key.system] = given
    if len(likes) > 1:
        return None
    return shared_definition(one.kind, one.name, values, likes.pop())


def _value(given: Any) -> Value:
    if isinstance(given, Mapping):
        return {name: tuple(items) for name, items in given.items()}
    return tuple(given) if isinstance(given, list) else given


def _shared(
    one: Object,
    units: Sequence[Unit],
    definition: SharedDefinition,
    system: str,
    prefixes: Mapping[str, str],
) -> Shared:
    """One object alone. system: the one that is imported, "" where it does not have it."""
    names = {d.key.system for unit in units for d in unit.declared if d.key}
    systems = sorted(names, key=natural)
    order = {name: prefixes[name] for name in (*systems, system) if name}
    library = one.kind.partition(":")[0]
    return Shared(order, library, {one: definition}, tuple((one, unit) for unit in units))


def _grouped(each: Iterable[Shared]) -> list[Shared]:
    """Those of the same systems together: what most systems have, then the largest, first."""
    groups: dict[tuple[str, tuple[str, ...]], list[Shared]] = {}
    for shared in each:
        groups.setdefault((shared.library, tuple(shared.systems)), []).append(shared)
    together = [
        Shared(
            members[0].systems,
            library,
            {one: definition for m in members for one, definition in m.objects.items()},
            tuple(unit for m in members for unit in m.units),
        )
        for (library, _), members in groups.items()
    ]
    return sorted(together, key=lambda group: (-len(group.systems), -len(group.objects)))


def _on(declared: Declared, system: str) -> bool:
    return declared.key is not None and declared.key.system == system


def _object(declared: Declared, prefixes: Mapping[str, str]) -> Object:
    key = declared.key
    assert key is not None
    return Object(key.kind, key.name, declared.name.removeprefix(prefixes.get(key.system, "")))


def _in_loop(unit: Unit) -> bool:
    return bool(unit.inside) and isinstance(unit.inside[0].iter, ast.Name)


def _folder(unit: Unit) -> str:
    return str(PurePosixPath(unit.file).parent)


def _prefixes(found: Iterable[Declared]) -> dict[str, str]:
    """What stands before the names of a system's resources: what most of them have."""
    counts: dict[str, Counter[str]] = {}
    for declared in found:
        key = declared.key
        if key is not None and declared.name.endswith(key.name):
            counts.setdefault(key.system, Counter())[declared.name.removesuffix(key.name)] += 1
    return {system: count.most_common(1)[0][0] for system, count in counts.items()}


def _is_moveable(d: Declared, prefixes: Mapping[str, str], usual: Declared) -> bool:
    """Whether a loop can say all of it: plain values, no options. usual: one without any."""
    if d.key is None:
        return False
    spec = KINDS[d.key.kind]
    known = {"system", "like", *spec.identity(), *spec.attributes()}
    return (
        d.name.startswith(prefixes.get(d.key.system, "?"))
        and _options(d) == usual
        and all(name in known for name in d.inputs)
    )


def files_shared(
    estate: Estate,
    groups: Sequence[Shared],
    found: Sequence[Declared],
    texts: Mapping[str, str],
    known: Sequence[Profile],
    apart: Mapping[str, str],
    declares: Callable[[Mapping[str, str]], Sequence[Declared]],
) -> tuple[dict[str, str], Sequence[Profile]]:
    """The modules with what is alike declared once, "" for one in which nothing is left, and the
    project's profiles then. found, texts: as for `shared_of`; apart: of the estate's own package
    without sharing; declares: what the project does with some files changed."""
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
    names = estate.names.resources
    own = {
        key: declared
        for key, declared in estate.objects.items()
        if Object(key.kind, key.name, names[key].removeprefix(estate.prefix)) not in shared
    }
    estates = [replace(estate, objects=own, resources=names)]
    systems = {d.key.system for d in found if d.key}
    for group in groups:
        name = _name(group, systems)
        estates.append(_estate(estate, group, unused(name, f"{name}_{group.library}", taken)))
    profiles = known
    for each in estates:
        if each.objects:
            made, profiles = package(each, profiles)
            files |= made
    file = f"{estate.package}/__init__.py"
    return {**files, **extended, file: apart[file]}, profiles


def _name(group: Shared, systems: Collection[str]) -> str:
    """Of the folder: `shared` for what all have, else the systems, while they are few."""
    name = "_".join(map(package_name, group.systems))
    return SHARED if len(group.systems) == len(systems) or len(name) > _NAME else name


def _estate(estate: Estate, group: Shared, folder: str) -> Estate:
    """The group's objects under the first of its systems."""
    system, prefix = next(iter(group.systems.items()))
    objects: dict[Key, Definition] = {
        Key(system, one.kind, one.name): definition for one, definition in group.objects.items()
    }
    sections = {Key(system, k.kind, k.name): text for k, text in estate.sections.items()}
    headings = {one: unit.heading for one, unit in group.units if unit.heading not in TITLES}
    sections |= {Key(system, one.kind, one.name): text for one, text in headings.items() if text}
    return replace(
        estate,
        system=system,
        objects=objects,
        head="",
        sections={key: text for key, text in sections.items() if key in objects},
        prefix=prefix,
        loop=group.systems,
        folder=folder,
        resources={Key(system, o.kind, o.name): prefix + o.resource for o in group.objects},
    )


def _without_units(
    groups: Sequence[Shared], texts: Mapping[str, str], estate: Estate
) -> dict[str, str]:
    """The files that declare something of the groups, without that; "" where nothing is left."""
    cut: dict[str, list[Unit]] = {}
    for group in groups:
        for _, unit in group.units:
            cut.setdefault(unit.file, []).append(unit)
    files: dict[str, str] = {}
    for file, units in cut.items():
        headings = {*TITLES, *estate.sections.values(), *(unit.heading for unit in units)}
        text = without(texts[file], units, headings)
        is_gone = "/" in file and not file.endswith("/__init__.py") and is_empty(text)
        files[file] = "" if is_gone else text
    for folder in {_folder(unit) for units in cut.values() for unit in units if _in_loop(unit)}:
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
    found: Sequence[Declared],
    declares: Callable[[Mapping[str, str]], Sequence[Declared]],
) -> dict[str, str] | None:
    """The one file that changes where a loop's package declares the group and nothing else, with
    what the system has too."""
    folders = {_folder(unit) for _, unit in group.units}
    folder = folders.pop() if len(folders) == 1 else ""
    file = f"{folder}/__init__.py"
    made = [d for d in found if d.place.startswith(f"{folder}/")]
    if file not in texts or len(made) != sum(len(unit.declared) for _, unit in group.units):
        return None
    text = with_system(texts[file], estate.prefix, handle(group.library, estate.system))
    if text is None:
        return None
    wanted = {d.urn: _plain(d) for d in found if _on(d, estate.system)}
    now = [d for d in declares({file: text}) if _on(d, estate.system)]
    same = len(now) == len(group.objects) and all(wanted.get(d.urn) == _plain(d) for d in now)
    return {file: text} if same else None
