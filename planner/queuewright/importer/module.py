"""The text of a module: tables, single declarations, and what stands above them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from queuewright.catalogue.key import Key
from queuewright.catalogue.references import Role
from queuewright.dialects.definition import Definition
from queuewright.dialects.python import WIDTH, call, literal, wrapped
from queuewright.dialects.validation import identity
from queuewright.graph.dependency_graph import DependencyGraph
from queuewright.graph.references import Edge
from queuewright.ibmi.authorization_list import AuthorizationListSpec
from queuewright.ibmi.library import LibrarySpec
from queuewright.kinds import KINDS, kinds_of
from queuewright.mq.alias_queue import AliasQueueSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.mq.model_queue import ModelQueueSpec
from queuewright.mq.remote_queue import RemoteQueueSpec
from queuewright.mq.stored_queue import TRANSMISSION

from .applications import Module
from .authorities import NO_APPLICATION, Grants, GrantTable, is_grant, tables_of
from .authorities import call as call_of_grants
from .differing import Argument, BySystem, text_of
from .naming import identifiers, natural, simple_name
from .profiles import Profile, fitting, given_besides
from .tables import Table, arguments_of, tabled

HANDLES = {"mq": ("qm", "QueueManager"), "ibmi": ("system", "System")}
_FEW = 5  # arguments that stand on one line
# Targets of references come first; then every other kind, in the order of the registry.
TITLES = [
    *(
        KINDS[kind].module[1]
        for kind in kinds_of(Role.CLUSTER, Role.NAMELIST, Role.SENDER_CHANNEL)
    ),
    TRANSMISSION[1],
    *(
        spec.module[1]
        for spec in (
            LocalQueueSpec, ModelQueueSpec, RemoteQueueSpec, AliasQueueSpec, AuthorizationListSpec,
            LibrarySpec,
        )
    ),
]  # fmt: skip
TITLES += [s.module[1] for s in KINDS.values() if s.module[1] not in TITLES]


@dataclass(frozen=True, slots=True)
class ProgramNames:
    """The names of objects in a program. resources: of each in the program; prefix: what stands
    before it there. links: what each refers to."""

    resources: Mapping[Key, str]
    prefix: str
    links: Mapping[Key, Sequence[Edge]]


@dataclass(frozen=True, slots=True)
class Group:
    """Declarations under one heading: tables, then what stands alone, each after what it names."""

    heading: str
    tables: Sequence[Table]
    singles: Sequence[Key]


@dataclass(frozen=True, slots=True)
class Layout:
    """A module as it will be written."""

    module: Module
    groups: Sequence[Group]
    grants: Sequence[GrantTable] = ()

    @property
    def kinds(self) -> set[str]:
        return {key.kind for key in self.module.keys}

    def uses(self, objects: Mapping[Key, Definition]) -> Iterator[tuple[str, dict[str, Argument]]]:
        """The kind and what is said of each statement."""
        for group in self.groups:
            yield from ((table.kind, dict(table.same)) for table in group.tables)
            yield from ((key.kind, arguments_of(objects[key])) for key in group.singles)

    def lines(self, objects: Mapping[Key, Definition]) -> int:
        """About as many as it has without profiles."""
        tables = [table for group in self.groups for table in group.tables]
        singles = [key for group in self.groups for key in group.singles]
        rows = sum(len(table.keys) + len(table.same) + 5 for table in tables)
        rows += sum(6 + len(table.profiles) // 4 for table in self.grants)
        return rows + sum(len(arguments_of(objects[key])) + 4 for key in singles)


def layout(
    module: Module,
    objects: Mapping[Key, Definition],
    sections: Mapping[Key, str],
    names: ProgramNames,
) -> Layout:
    """How a module's objects stand: by the source's sections, in them by kind and name."""
    divided: dict[tuple[str, str], list[Key]] = {}
    granting = [key for key in module.keys if is_grant(key)]
    others = (key for key in module.keys if not is_grant(key))
    for key in sorted(others, key=lambda key: (natural(key.name), key)):
        divided.setdefault((sections.get(key, ""), _title(objects[key])), []).append(key)
    first = {section: n for n, section in enumerate(dict.fromkeys(sections.values()))} | {"": -1}
    titles = {title for _, title in divided}
    groups: list[Group] = []
    previous = ""
    for section, title in sorted(divided, key=lambda at: (first[at[0]], TITLES.index(at[1]))):
        keys = divided[section, title]
        plain = [key for key in keys if names.resources[key] == names.prefix + key.name]
        tables = [
            table
            for kind in dict.fromkeys(key.kind for key in keys)
            for table in tabled([key for key in keys if key.kind == kind], objects, plain)
        ]
        rows = {key for table in tables for key in table.keys}
        singles = _ordered([key for key in keys if key not in rows], names.links)
        heading = section if section else title if len(titles) > 1 else ""
        groups.append(Group("" if section and section == previous else heading, tables, singles))
        previous = section
    name = module.name if module.name != "__main__" else NO_APPLICATION[0]
    return Layout(module, groups, tables_of(granting, objects, name))


def in_order(objects: Mapping[Key, Definition]) -> list[Key]:
    """By what others refer to, then by name."""
    places = {title: place for place, title in enumerate(TITLES)}
    return sorted(objects, key=lambda key: (places[_title(objects[key])], natural(key.name), key))


def _title(declared: Definition) -> str:
    """The kind's, but that transmission queues stand apart."""
    return KINDS[declared.kind].module_of(declared.values)[1]


def _ordered(keys: Sequence[Key], links: Mapping[Key, Sequence[Edge]]) -> list[Key]:
    """Topological order, by name where nothing else decides. An edge that closes a cycle of soft
    references is declared as any plan would make it: before what it names."""
    members = set(keys)
    graph: DependencyGraph[Key] = DependencyGraph()
    for key in keys:
        graph.add_node(key)
        for edge in links.get(key, ()):
            if edge.target in members:
                graph.add_dependency(key, edge.target, edge.attribute, edge.strength)
    return graph.ordered(by=lambda key: (natural(key.name), key))


class Writer:
    """Writes a layout's statements. in_loop: over the systems and the prefixes of their resources,
    `prefix`."""

    def __init__(
        self,
        layout: Layout,
        objects: Mapping[Key, Definition],
        names: ProgramNames,
        profiles: Sequence[Profile],
        *,
        width: int = WIDTH,
        in_loop: bool = False,
        grants: Mapping[Grants, str] | None = None,
    ) -> None:
        self.in_loop, self.grants = in_loop, grants or {}
        self.layout, self.objects, self.names = layout, objects, names
        self.profiles, self.width = profiles, width
        singles = [key for group in layout.groups for key in group.singles]
        self._position = {key: index for index, key in enumerate(singles)}
        referred = {target for key in singles for target in self._refers_to(key)}
        columns = {
            variable
            for g in layout.groups
            for table in g.tables
            for name in table.columns
            for variable in (_column(name), f"{_column(name)}_on")
        }
        handles = {handle for handle, _ in HANDLES.values()}
        taken = {"name", "partial", "prefix", *columns, *handles, *HANDLES}
        taken |= {profile.name for profile in profiles}
        named = [key for key in singles if key in referred]
        self._variables = identifiers(named, taken, short=layout.module.name != "__main__")

    def text(self) -> str:
        """Every statement, under its headings."""
        parts: list[str] = []
        for group in self.layout.groups:
            blocks = [self._table(table) for table in group.tables]
            blocks.append("".join(map(self._single, group.singles)))
            parts.append(as_comment(group.heading) + "\n".join(filter(None, blocks)))
        if self.layout.grants:
            heading = as_comment("Authorities") if parts else ""
            parts.append(heading + "".join(map(self._grants, self.layout.grants)))
        return "\n".join(parts)

    def _grants(self, table: GrantTable) -> str:
        prefix = "{prefix}" if self.in_loop else _braced(self.names.prefix)
        name = (
            f"f{literal(prefix + table.name)}"
            if self.in_loop
            else literal(self.names.prefix + table.name)
        )
        return call_of_grants(
            table, system=_handle("mq:"), prefix=name, shared=self.grants, width=self.width
        )

    @property
    def called(self) -> list[str]:
        """The profiles that statements use."""
        uses = self.layout.uses(self.objects)
        fits = (fitting(self.profiles, kind, arguments) for kind, arguments in uses)
        return sorted({profile.name for profile in fits if profile})

    def _single(self, key: Key) -> str:
        """One declaration."""
        declared, resource = self.objects[key], self.names.resources[key]
        function, besides = self._function(key.kind, arguments_of(declared))
        arguments = [literal(resource)]
        if self.in_loop:
            own = resource.removeprefix(self.names.prefix)
            arguments = [f"f{literal('{prefix}' + _braced(own))}"]
        if self.in_loop or simple_name(key) != resource:
            arguments.append(f"name={literal(simple_name(key))}")
        named = identity(KINDS[key.kind], declared.name)
        arguments += [f"{n}={literal(text)}" for n, text in named.items() if n != "name"]
        arguments.append(f"system={_handle(key.kind)}")
        for attribute in KINDS[key.kind].attributes():
            if attribute in besides:
                value = besides[attribute]
                arguments.append(f"{attribute}={self._argument(key, attribute, value)}")
        if declared.like is not None:
            arguments.append(f"like={self._argument(key, 'like', declared.like)}")
        variable = f"{self._variables[key]} = " if key in self._variables else ""
        return f"{self._call(variable + function, arguments, self.width)}\n"

    def _table(self, table: Table) -> str:
        """A loop over rows."""
        function, besides = self._function(table.kind, table.same)
        has_library = KINDS[table.kind].in_library
        values = {name: _text(table.kind, name, value) for name, value in besides.items()}
        values |= {name: _column(name) for name in table.columns}
        handle = _handle(table.kind)
        for name in table.split:
            values[name] = f"{_column(name)}_on.get({handle}.name, {_column(name)})"
        values |= dict.fromkeys(table.named, "name")
        resource = "name"
        prefix = "{prefix}" if self.in_loop else _braced(self.names.prefix)
        if has_library:
            library = table.same.get("library")
            prefix += "{library}/" if library is None else f"{library}/"
        if prefix:
            resource = f"f{literal(prefix + '{name}')}"
        arguments = [resource, *(["name=name"] if prefix else [])]
        if "library" in values:
            arguments.append(f"library={values.pop('library')}")
        arguments.append(f"system={handle}")
        known = KINDS[table.kind].attributes()
        arguments += [f"{n}={values[n]}" for n in known if n in values]
        body = self._call(function, arguments, self.width - 4)
        named = ((_column(n), f"{_column(n)}_on")[: 1 + (n in table.split)] for n in table.columns)
        columns = ", ".join(("name", *chain.from_iterable(named)))
        rows = "".join(self._row(key, table) for key in table.keys)
        indented = body.replace("\n", "\n    ")
        return f"for {columns} in [\n{rows}]:\n    {indented}\n"

    def _row(self, key: Key, table: Table) -> str:
        arguments = arguments_of(self.objects[key])
        cells = [literal(simple_name(key))]
        for name in table.columns:
            value = arguments[name]
            if isinstance(value, BySystem):
                cells += [text_of(value.usual), value.table]
            else:
                cells += [literal(value), "{}"][: 1 + (name in table.split)]
        if len(cells) == 1:
            return f"    {cells[0]},\n"
        row = f"    ({', '.join(cells)}),\n"
        if len(row) <= self.width + 1:
            return row
        indented = (f"    {line}" for cell in cells for line in wrapped(cell, self.width - 4))
        return "    (\n" + "".join(indented) + "    ),\n"

    def _function(
        self, kind: str, arguments: Mapping[str, Argument]
    ) -> tuple[str, Mapping[str, Argument | None]]:
        """The class that is called, and its other arguments."""
        profile = fitting(self.profiles, kind, arguments)
        if profile is None:
            return kind.replace(":", "."), arguments
        return profile.name, given_besides(profile.items, arguments)

    def _call(self, function: str, arguments: Sequence[str], width: int) -> str:
        """In one line; few arguments in one line of their own; else an argument a line."""
        text = call(function, arguments, width=width)
        inside = f"    {', '.join(arguments)}"
        if "\n" in text and len(inside) <= width and len(arguments) <= _FEW and width > WIDTH:
            return f"{function}(\n{inside}\n)"
        return text

    def _argument(self, key: Key, attribute: str, value: Argument | None) -> str:
        known = self._referable(key, attribute)
        if isinstance(value, str):
            return self._reference(known, value)
        if isinstance(value, tuple) and known:
            return f"[{', '.join(self._reference(known, item) for item in value)}]"
        return _text(key.kind, attribute, value)

    def _reference(self, by_name: Mapping[str, Key], value: str) -> str:
        target = by_name.get(value)
        return literal(value) if target is None else self._variables[target]

    def _referable(self, key: Key, attribute: str) -> dict[str, Key]:
        """The objects that an attribute names and that stand alone before, by their name."""
        kind = KINDS[key.kind]
        metadata = kind.attributes().get(attribute)
        if attribute != "like" and (metadata is None or metadata.reference is None):
            return {}
        return {
            edge.target.name: edge.target
            for edge in self.names.links.get(key, ())
            if edge.attribute == attribute
            and edge.target.system == key.system
            and self._position.get(edge.target, len(self._position)) < self._position[key]
        }

    def _refers_to(self, key: Key) -> set[Key]:
        """Every object that the declaration names by variable."""
        declared = self.objects[key]
        targets: set[Key] = set()
        for attribute, value in (*declared.values.items(), ("like", declared.like)):
            by_name = self._referable(key, attribute)
            values = value if isinstance(value, tuple) else (value,)
            targets |= {
                by_name[item] for item in values if isinstance(item, str) and item in by_name
            }
        return targets


def as_comment(text: str) -> str:
    """The lines of a text as comments."""
    return "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines())


def _braced(text: str) -> str:
    """As it stands in an f-string."""
    return text.replace("{", "{{").replace("}", "}}")


def _handle(kind: str) -> str:
    return HANDLES[kind.partition(":")[0]][0]


def _text(kind: str, attribute: str, value: Argument | None) -> str:
    if isinstance(value, BySystem):
        return value.text(kind, attribute, _handle(kind))
    return text_of(value)


def _column(attribute: str) -> str:
    """`base_object_name` -> `base_object`, `queue_description` -> `description`."""
    short = attribute.removeprefix("queue_").removesuffix("_name")
    return short if short.isidentifier() and short not in ("name", "") else attribute
