"""The files of a program: a module an application, or one file for a small estate."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.dialects.python import literal
from queuewright.graph.references import Edge

from .applications import Module, modules_of, parts_of
from .authorities import (
    NO_APPLICATION,
    Grants,
    is_grant,
    shared_grants,
    statement,
    with_grants,
)
from .folding import references
from .module import HANDLES, Layout, ProgramNames, Writer, as_comment, in_order, layout
from .naming import resource_names, snake
from .profiles import Profile, profiles_of

PACKAGE = "topology"
PROFILES = f"{PACKAGE}/profiles.py"
RIGHTS = "rights"
LOOP_COMMENT = "The prefix of its resources' names, and the system."
LOOP = "systems"  # what modules that declare on several systems loop over
WIDTH = 140  # columns, of a project of several modules: rows of tables stay on their lines
_ONE_FILE = 400  # lines of a program that is not divided
_MODULE = 800  # lines of a module that is not divided further
_PART = 300  # objects of a part of one

MAIN = f"""\
from importlib import import_module
from pkgutil import walk_packages

import {PACKAGE}

# A module declares its objects when it is imported; a new one is found by itself.
for module in walk_packages({PACKAGE}.__path__, "{PACKAGE}."):
    import_module(module.name)
"""
RUFF = f"line-length = {WIDTH} # rows of tables stay on their lines\n"


@dataclass(frozen=True, slots=True)
class Estate:
    """The declarations of a program on one system.

    title: what docstrings call it, plain text on one line. head: what the source says at its head.
    sections: the source's comment above an object. prefix: before every resource's name, where a
    project has several systems. loop: every system that has these objects, and its prefix, where
    they are declared in a loop; folder: of the modules then. resources: what they are called in the
    program, where that is not left to it. modules: where some of them stood before, which are
    called the same.
    """

    system: str
    objects: Mapping[Key, Definition]
    title: str
    head: str = ""
    sections: Mapping[Key, str] = field(default_factory=dict)
    prefix: str = ""
    loop: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    resources: Mapping[Key, str] = field(default_factory=dict)
    modules: Mapping[Key, Module] = field(default_factory=dict)

    @property
    def package(self) -> str:
        """The package of its modules."""
        return f"{PACKAGE}/{self.folder or package_name(self.system)}"

    @property
    def names(self) -> ProgramNames:
        """Of everything in it."""
        links: dict[Key, list[Edge]] = {}
        for edge in references(self.objects):
            links.setdefault(edge.source, []).append(edge)
        return ProgramNames(self.called, self.prefix, links)

    @property
    def called(self) -> Mapping[Key, str]:
        """The program's name of each object."""
        return self.resources or resource_names(in_order(self.objects), self.prefix)

    @property
    def libraries(self) -> list[str]:
        """`mq`, `ibmi`: those that are needed."""
        return sorted({key.kind.partition(":")[0] for key in self.objects})


def program(estate: Estate) -> dict[str, str]:
    """File -> text: `__main__.py` alone, or with a package of modules when it is long. Hard
    references in the estate may not form a cycle."""
    if len(estate.objects) <= _ONE_FILE:
        text = _single(estate)
        if text.count("\n") <= _ONE_FILE:
            return {"__main__.py": text}
    files, profiles = package(estate, ())
    if profiles:
        files[PROFILES] = profiles_text(profiles)
    return {
        **files,
        "__main__.py": f'"""{estate.title}"""\n\n{MAIN}',
        f"{PACKAGE}/__init__.py": '"""The objects of each system, a module an application."""\n',
        "ruff.toml": RUFF,
    }


def package(estate: Estate, known: Sequence[Profile]) -> tuple[dict[str, str], Sequence[Profile]]:
    """The modules of one system, and the profiles of the project: first those that it has."""
    names, objects = estate.names, estate.objects
    layouts = list(_layouts(estate, names))
    uses = [use for one in layouts for use in one.uses(objects)]
    taken = {"partial", *HANDLES, *(profile.name for profile in known)}
    profiles = [*known, *profiles_of(uses, taken, known)]
    files = package_file(estate)
    rights = shared_grants((table for one in layouts for table in one.grants), HANDLES)
    if rights:
        text = "".join(statement(name, grants, WIDTH) for grants, name in rights.items())
        files[f"{estate.package}/{RIGHTS}.py"] = (
            f'"""Authorities by group that profiles share."""\n\n{text}'
        )
    for one in layouts:
        path = f"{estate.package}/{one.module.name}.py"
        files[path] = _module(estate, one, names, profiles, rights)
    return files, profiles


def package_file(estate: Estate) -> dict[str, str]:
    """The file that has what the modules of a package share, by its path."""
    return {f"{estate.package}/__init__.py": _package(estate)}


def package_name(system: str) -> str:
    """`QM.1` -> `qm_1`."""
    name = snake(system) or "system"
    return f"system_{name}" if name[0].isdigit() or not name.isidentifier() else name


def profiles_text(profiles: Sequence[Profile]) -> str:
    """The module of the profiles."""
    libraries = sorted({profile.kind.partition(":")[0] for profile in profiles})
    return (
        '"""Arguments that many objects share: each is called in the place of its class."""\n\n'
        f"from functools import partial\n\nfrom queuewright import {', '.join(libraries)}\n\n"
        + "".join(profile.statement() for profile in profiles)
    )


def _layouts(estate: Estate, names: ProgramNames) -> Iterable[Layout]:
    """Of objects, and beside them of who may use them."""
    whole = layout(
        Module("queues", "Queues", tuple(estate.objects)), estate.objects, estate.sections, names
    )
    if len(estate.objects) < _ONE_FILE and whole.lines(estate.objects) < _ONE_FILE:
        yield whole
        return
    modules, grants = _modules(estate), list(filter(is_grant, estate.objects))
    taken = {module.name for module in modules}
    divided: list[Module] = []
    for module in modules:
        whole = layout(module, estate.objects, estate.sections, names)
        if whole.lines(estate.objects) <= _MODULE:
            divided.append(module)
            continue
        for part in parts_of(module, estate.objects, _PART, taken - {module.name}):
            taken.add(part.name)
            divided.append(part)
    for module in with_grants(divided, grants):
        yield layout(module, estate.objects, estate.sections, names)


def _modules(estate: Estate) -> list[Module]:
    """By name: those that there are, and one an application for what has none."""
    there: dict[str, list[Key]] = {}
    for key in estate.objects:
        if key in estate.modules and not is_grant(key):
            there.setdefault(estate.modules[key].name, []).append(key)
    titles = {module.name: module.title for module in estate.modules.values()}
    others = {
        key: o
        for key, o in estate.objects.items()
        if key not in estate.modules and not is_grant(key)
    }
    modules = [Module(name, titles[name], tuple(keys)) for name, keys in there.items()]
    if others:
        own = ("profiles", RIGHTS, NO_APPLICATION[0])
        modules += modules_of(others, taken=(*own, *there))
    return sorted(modules, key=lambda module: module.name)


def _single(estate: Estate) -> str:
    names = estate.names
    one = layout(
        Module("__main__", "", tuple(estate.objects)), estate.objects, estate.sections, names
    )
    uses = list(one.uses(estate.objects))
    taken = {"partial", *HANDLES, *(handle for handle, _ in HANDLES.values())}
    profiles = profiles_of(uses, taken)
    text = f'"""{estate.title}"""\n\n'
    if profiles:
        text += "from functools import partial\n\n"
    text += f"from queuewright import {', '.join(estate.libraries)}\n"
    text += f"\n{as_comment(estate.head)}" if estate.head else ""
    text += f"\n{_handles(estate)}"
    text += "".join(f"\n{profile.statement()}" for profile in profiles)
    return f"{text}\n{Writer(one, estate.objects, names, profiles).text()}"


def _package(estate: Estate) -> str:
    if estate.loop:
        (library,) = estate.libraries
        rows = "".join(
            f"    ({literal(prefix)}, {handle(library, system)}),\n"
            for system, prefix in estate.loop.items()
        )
        return (
            '"""Declarations that several systems share."""\n\n'
            f"from queuewright import {library}\n\n# {LOOP_COMMENT}\n"
            f"{LOOP} = (\n{rows})\n"
        )
    head = f"\n{as_comment(estate.head)}" if estate.head else ""
    return (
        f'"""{estate.title}"""\n\nfrom queuewright import {", ".join(estate.libraries)}\n{head}\n'
        f"{_handles(estate)}"
    )


def _module(
    estate: Estate,
    one: Layout,
    names: ProgramNames,
    profiles: Sequence[Profile],
    rights: Mapping[Grants, str],
) -> str:
    in_loop = bool(estate.loop)
    width = WIDTH - 4 if in_loop else WIDTH
    called_rights = {grants: f"{RIGHTS}.{name}" for grants, name in rights.items()}
    writer = Writer(
        one, estate.objects, names, profiles, width=width, in_loop=in_loop, grants=called_rights
    )
    text = writer.text()
    libraries = sorted({kind.partition(":")[0] for kind in one.kinds})
    called = [library for library in libraries if f"{library}." in text]
    handles = sorted(HANDLES[library][0] for library in libraries)
    imports = f"from queuewright import {', '.join(called)}\n\n" if called else ""
    own = {estate.package.replace("/", "."): [LOOP] if in_loop else handles}
    if any(table.grants in rights for table in one.grants):
        own[estate.package.replace("/", ".")].append(RIGHTS)
    if writer.called:
        own[f"{PACKAGE}.profiles"] = writer.called
    imports += "".join(import_line(name, own[name]) for name in sorted(own))
    if in_loop:
        lines = "".join(f"    {line}" if line.strip() else line for line in text.splitlines(True))
        text = f"for prefix, {', '.join(handles)} in {LOOP}:\n{lines}"
    return f'"""{one.module.title}."""\n\n{imports}\n{text}'


def import_line(module: str, names: Sequence[str]) -> str:
    """`from module import names`, over several lines where it is long."""
    short = f"from {module} import {', '.join(names)}\n"
    if len(short) <= WIDTH + 1:
        return short
    lines = "".join(f"    {name},\n" for name in names)
    return f"from {module} import (\n{lines})\n"


def _handles(estate: Estate) -> str:
    return "".join(
        f"{HANDLES[library][0]} = {handle(library, estate.system)}\n"
        for library in estate.libraries
    )


def handle(library: str, system: str) -> str:
    """`mq.QueueManager("QM1")`."""
    return f"{library}.{HANDLES[library][1]}({literal(system)})"
