"""The Python text of a program: modules of declarations, each after what it refers to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.dialects.python import WIDTH, call, literal
from queuewright.dialects.validation import identity
from queuewright.graph.dependency_graph import DependencyGraph
from queuewright.graph.references import Edge
from queuewright.kinds import KINDS

from .folding import references
from .grouping import GROUPS, Group, Module, group_of, identifiers, modules_of, resource_names

PACKAGE = "topology"
_ONE_FILE = 400  # lines
_HANDLES = {"mq": ("qm", "QueueManager"), "ibmi": ("system", "System")}


@dataclass
class _Writer:
    """What every declaration needs to know of the others."""

    objects: Mapping[Key, Definition]
    ordered: Sequence[Key]
    links: Mapping[Key, Sequence[Edge]]
    files: Sequence[Module] = ()

    def __post_init__(self) -> None:
        handles = {handle for handle, _ in _HANDLES.values()}
        taken = {*(module.name for module in self.files), *handles, *_HANDLES, PACKAGE}
        self.names = resource_names(self.ordered)
        self.variables = identifiers(self.ordered, taken)
        self.position = {key: index for index, key in enumerate(self.ordered)}
        self.modules = {key: module.name for module in self.files for key in module.keys}
        self.referred = {target for key in self.ordered for target in self.refers_to(key)}

    def declaration(self, key: Key) -> str:
        """One statement, formatted."""
        declared = self.objects[key]
        arguments = [literal(self.names[key])]
        for field, named in identity(KINDS[declared.kind], declared.name).items():
            if field != "name" or named != self.names[key]:
                arguments.append(f"{field}={literal(named)}")
        library = declared.kind.partition(":")[0]
        arguments.append(f"system={_HANDLES[library][0]}")
        for attribute, value in declared.values.items():
            arguments.append(f"{attribute}={self._argument(key, attribute, value)}")
        if declared.like is not None:
            arguments.append(f"like={self._argument(key, 'like', declared.like)}")
        resource = declared.kind.replace(":", ".")
        variable = f"{self.variables[key]} = " if key in self.referred else ""
        return f"{call(variable + resource, arguments)}\n"

    def _argument(self, key: Key, attribute: str, value: Value) -> str:
        known = self.referable(key, attribute)
        if isinstance(value, str):
            return self._reference(key, known, value)
        if isinstance(value, tuple) and known:
            return f"[{', '.join(self._reference(key, known, item) for item in value)}]"
        return literal(value)

    def _reference(self, key: Key, by_name: Mapping[str, Key], value: str) -> str:
        target = by_name.get(value)
        if target is None:
            return literal(value)
        variable = self.variables[target]
        module = self.modules.get(target)
        return variable if module == self.modules.get(key) else f"{module}.{variable}"

    def referable(self, key: Key, attribute: str) -> dict[str, Key]:
        """The objects that an attribute names and that are declared before, by their name."""
        kind = KINDS[key.kind]
        metadata = kind.attributes().get(attribute)
        if attribute != "like" and (metadata is None or metadata.reference is None):
            return {}
        return {
            edge.target.name: edge.target
            for edge in self.links.get(key, ())
            if edge.attribute == attribute
            and edge.target.system == key.system
            and self.position[edge.target] < self.position[key]
        }

    def refers_to(self, key: Key) -> set[Key]:
        """Every object that the declaration names by variable."""
        declared = self.objects[key]
        targets: set[Key] = set()
        given: dict[str, Any] = {**declared.values, "like": declared.like}
        for attribute, value in given.items():
            by_name = self.referable(key, attribute)
            values = value if isinstance(value, tuple) else (value,)
            texts = (item for item in values if isinstance(item, str))
            targets |= {by_name[text] for text in texts if text in by_name}
        return targets


def program(objects: Mapping[Key, Definition], *, title: str) -> dict[str, str]:
    """File -> text: `__main__.py` alone, or with a package of modules when it is long.

    title: what the docstrings call it, plain text on one line. objects: hard references in
    them may not form a cycle.
    """
    links: dict[Key, list[Edge]] = {}
    for edge in references(objects):
        links.setdefault(edge.source, []).append(edge)
    ordered = _ordered(objects, links)
    draft = _Writer(objects, ordered, links)
    lengths = {key: draft.declaration(key).count("\n") for key in ordered}
    if sum(lengths.values()) <= _ONE_FILE:
        return {"__main__.py": _single(draft, ordered, title)}
    modules = modules_of(ordered, objects, lengths)
    ordered = [key for module in modules for key in _sorted_keys(module.keys, links)]
    writer = _Writer(objects, ordered, links, modules)
    files = {f"{PACKAGE}/__init__.py": _package(objects, title)}
    for module in modules:
        keys = [key for key in ordered if writer.modules[key] == module.name]
        files[f"{PACKAGE}/{module.name}.py"] = _module(writer, module, keys, title)
    files["__main__.py"] = _main(modules, title)
    return files


def _ordered(objects: Mapping[Key, Definition], links: Mapping[Key, Sequence[Edge]]) -> list[Key]:
    """By group, within a group each after what it refers to, otherwise by name."""
    groups: dict[Group, list[Key]] = {group: [] for group in GROUPS}
    for key, declared in objects.items():
        groups[group_of(declared)].append(key)
    return [key for keys in groups.values() for key in _sorted_keys(keys, links)]


def _sorted_keys(keys: Iterable[Key], links: Mapping[Key, Sequence[Edge]]) -> list[Key]:
    """Topological order, by name where nothing else decides. What closes a cycle of soft
    references is declared as any plan would make it: before what it names."""
    members = set(keys)
    graph: DependencyGraph[Key] = DependencyGraph()
    for key in members:
        graph.add_node(key)
        for edge in links.get(key, ()):
            if edge.target in members:
                graph.add_dependency(key, edge.target, edge.attribute, edge.strength)
    return graph.ordered(by=lambda key: (key.name, key))


def _libraries(objects: Iterable[Definition]) -> list[str]:
    return sorted({declared.kind.partition(":")[0] for declared in objects})


def _handles(libraries: Iterable[str], system: str) -> str:
    return "".join(
        f"{_HANDLES[name][0]} = {name}.{_HANDLES[name][1]}({literal(system)})\n"
        for name in libraries
    )


def _single(writer: _Writer, ordered: Sequence[Key], title: str) -> str:
    libraries = _libraries(writer.objects.values()) or ["mq"]
    system = ordered[0].system if ordered else ""
    text = f'"""{title}"""\n\nfrom queuewright import {", ".join(libraries)}\n'
    text += f"\n{_handles(libraries, system)}" if ordered else ""
    for group, keys in groupby(ordered, lambda key: group_of(writer.objects[key])):
        text += f"\n# {group.title}.\n" + "".join(map(writer.declaration, keys))
    return text


def _package(objects: Mapping[Key, Definition], title: str) -> str:
    libraries = _libraries(objects.values())
    system = next(iter(objects)).system
    return (
        f'"""{title}"""\n\nfrom queuewright import {", ".join(libraries)}\n\n'
        f"{_handles(libraries, system)}"
    )


def _module(writer: _Writer, module: Module, keys: Sequence[Key], title: str) -> str:
    libraries = _libraries(writer.objects[key] for key in keys)
    others = {writer.modules[target] for key in keys for target in writer.refers_to(key)}
    imported = sorted({*others, *(_HANDLES[name][0] for name in libraries)} - {module.name})
    text = f'"""{module.title}."""\n\nfrom queuewright import {", ".join(libraries)}\n\n'
    text += _import(PACKAGE, imported) + "\n"
    return text + "".join(writer.declaration(key) for key in keys)


def _main(modules: Sequence[Module], title: str) -> str:
    names = "".join(f"    {literal(module.name)},\n" for module in modules)
    return (
        f'"""{title}"""\n\nfrom importlib import import_module\n\n'
        "# A module declares its objects when it is imported; each after what it refers to.\n"
        f"MODULES = (\n{names})\n\n"
        f'for module in MODULES:\n    import_module(f"{PACKAGE}.{{module}}")\n'
    )


def _import(package: str, names: Sequence[str]) -> str:
    short = f"from {package} import {', '.join(names)}\n"
    if len(short) <= WIDTH + 1:
        return short
    lines = "".join(f"    {name},\n" for name in names)
    return f"from {package} import (\n{lines})\n"
