"""The common part of systems of a project: which objects, where these stand, what differs."""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.engine.declared import Declared
from queuewright.kinds import KINDS

from .differing import SharedDefinition, shared_definition
from .moving import DeclarationUnit, units_of
from .naming import natural


class Object(NamedTuple):
    """An object that is alike on every system that has it. resource: what the program calls it,
    behind the system's prefix."""

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
    units: Sequence[tuple[Object, DeclarationUnit]]


def _all_but(*names: str) -> Callable[[Declared], tuple[object, ...]]:
    return attrgetter(*(field.name for field in fields(Declared) if field.name not in names))


# The facts that a plan is made from: where a declaration stands, and whether it names another by
# its variable or by its name, changes nothing.
_WHERE = ("index", "place", "dependencies", "property_dependencies")
plan_of = _all_but(*_WHERE)
_options_of = _all_but(*_WHERE, "urn", "type", "name", "inputs")


class DeclaredProject:
    """The declarations of a project, with indexes. objects: URN -> object, of those
    that are ours; systems: each with the prefix of its resources, in a natural order."""

    def __init__(self, declared: Iterable[Declared]) -> None:
        self.declared = tuple(declared)
        keys = {d.urn: key for d in self.declared if (key := d.key) is not None}
        prefixes = _prefixes((d.name, keys[d.urn]) for d in self.declared if d.urn in keys)
        self.systems = {name: prefixes[name] for name in sorted(prefixes, key=natural)}
        self.objects = {
            d.urn: Object(key.kind, key.name, d.name.removeprefix(prefixes.get(key.system, "")))
            for d in self.declared
            if (key := keys.get(d.urn)) is not None
        }

    def on(self, system: str) -> list[Declared]:
        """The objects of one system."""
        ours = (d for d in self.declared if d.urn in self.objects)
        return [d for d in ours if d.inputs["system"] == system]

    def by_file(self) -> dict[str, list[Declared]]:
        """The objects that each file declares."""
        files: dict[str, list[Declared]] = {}
        for d in self.declared:
            file, colon, _ = d.place.rpartition(":")
            if colon and d.urn in self.objects:
                files.setdefault(file, []).append(d)
        return files

    def is_moveable(self, d: Declared, usual: tuple[object, ...]) -> bool:
        """Whether a loop can say all of it: plain values, no options. usual: of one without any."""
        return (
            d.name.startswith(self.systems.get(d.inputs["system"], "?"))
            and d.inputs.keys() <= _known(self.objects[d.urn].kind)
            and _options_of(d) == usual
        )


def _prefixes(named: Iterable[tuple[str, Key]]) -> dict[str, str]:
    """The prefix of the names of a system's resources: that of most of them."""
    counts: dict[str, Counter[str]] = {}
    for name, key in named:
        if name.endswith(key.name):
            counts.setdefault(key.system, Counter())[name.removesuffix(key.name)] += 1
    return {system: count.most_common(1)[0][0] for system, count in counts.items()}


@cache
def _known(kind: str) -> frozenset[str]:
    return frozenset({"system", "like", *KINDS[kind].identity(), *KINDS[kind].attributes()})


def shared_of(
    system: str, found: DeclaredProject, texts: Mapping[str, str], profiles: Collection[str]
) -> list[Shared]:
    """The common objects of an imported system and those of the project, by which of them do;
    then what else stands in the loops that this takes apart. found: with the system apart. texts:
    the program's modules, by their path in it; profiles: what they call besides classes."""
    new = {found.objects[d.urn]: d for d in found.on(system)}
    usual = _options_of(next(iter(new.values())))
    units = _units(found, texts, profiles, usual)
    common = _SystemGroups(found, system)
    for one, its in units.items():
        mine = new.get(one)
        if mine is not None and found.is_moveable(mine, usual):
            agreed = _agreed(one, its, mine)
            if agreed is not None:
                common.add(one, *agreed)
    groups = common.ordered()
    moved = {unit for group in groups for _, unit in group.units}
    folders = {folder_of(unit) for unit in moved if is_in_loop(unit)}
    rest = _SystemGroups(found, "")
    for one, its in units.items():
        for unit in its:
            if unit not in moved and is_in_loop(unit) and folder_of(unit) in folders:
                definition = _definition(one, unit.declared)
                if definition is not None:
                    rest.add(one, [unit], definition)
    return groups + rest.ordered()


def _units(
    found: DeclaredProject,
    texts: Mapping[str, str],
    profiles: Collection[str],
    usual: tuple[object, ...],
) -> dict[Object, list[DeclarationUnit]]:
    """Where each object of the project can be taken from, by object."""
    by_file = found.by_file()
    units: dict[Object, list[DeclarationUnit]] = {}
    for file, text in texts.items():
        for unit in units_of(file, text, by_file.get(file, ()), profiles):
            what = {found.objects[declared.urn] for declared in unit.declared}
            if len(what) == 1 and all(found.is_moveable(d, usual) for d in unit.declared):
                units.setdefault(what.pop(), []).append(unit)
    return units


def _agreed(
    one: Object, units: Sequence[DeclarationUnit], mine: Declared
) -> tuple[list[DeclarationUnit], SharedDefinition] | None:
    """The units that can be one declaration with mine, and what that says."""
    taken: list[DeclarationUnit] = []
    definition = None
    for unit in units:
        declared = [d for u in (*taken, unit) for d in u.declared]
        together = _definition(one, (*declared, mine))
        if together is not None:
            taken.append(unit)
            definition = together
    return (taken, definition) if definition is not None else None


def _definition(one: Object, declared: Iterable[Declared]) -> SharedDefinition | None:
    """The common form of the object on all of these systems; None where they differ too much."""
    names = KINDS[one.kind].attributes()
    values: dict[str, dict[str, Value]] = {}
    likes = set()
    for d in declared:
        likes.add(d.inputs.get("like"))
        system = d.inputs["system"]
        if system in values:
            return None
        values[system] = {n: _value(value) for n, value in d.inputs.items() if n in names}
    if len(likes) > 1:
        return None
    return shared_definition(one.kind, one.name, values, likes.pop())


def _value(given: Any) -> Value:
    if isinstance(given, Mapping):
        return {name: tuple(items) for name, items in given.items()}
    return tuple(given) if isinstance(given, list) else given


class _SystemGroups:
    """Objects by the systems that have them. last: behind the others in each loop."""

    def __init__(self, found: DeclaredProject, last: str) -> None:
        self._found, self._last = found, last
        self._objects: dict[tuple[str, frozenset[str]], dict[Object, SharedDefinition]] = {}
        self._units: dict[tuple[str, frozenset[str]], list[tuple[Object, DeclarationUnit]]] = {}

    def add(
        self, one: Object, units: Iterable[DeclarationUnit], definition: SharedDefinition
    ) -> None:
        of = [(one, unit) for unit in units]
        systems = frozenset(d.inputs["system"] for _, unit in of for d in unit.declared)
        group = one.kind.partition(":")[0], systems
        self._objects.setdefault(group, {})[one] = definition
        self._units.setdefault(group, []).extend(of)

    def ordered(self) -> list[Shared]:
        """Objects of most systems, then the largest, first."""
        groups = []
        for (library, systems), objects in self._objects.items():
            have = [name for name in self._found.systems if name in systems]
            order = {name: self._found.systems[name] for name in (*have, self._last) if name}
            groups.append(Shared(order, library, objects, self._units[library, systems]))
        return sorted(groups, key=lambda group: (-len(group.systems), -len(group.objects)))


def is_in_loop(unit: DeclarationUnit) -> bool:
    """Whether it stands in a loop over systems."""
    return bool(unit.inside) and isinstance(unit.inside[0].iter, ast.Name)


def folder_of(unit: DeclarationUnit) -> str:
    """The package that it stands in."""
    return unit.file.rpartition("/")[0]
