"""Definitions as a Pulumi program in Python that declares them."""

from collections.abc import Iterable, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.kinds import spec_of

from .definition import Action, Definition
from .protocol import CannotWrite

__all__ = ["CannotWrite", "declaration", "program"]

_WIDTH = 99


def program(declarations: Iterable[str], *, title: str) -> str:
    """A whole program of `declaration`s. `title` says where they come from."""
    found = list(declarations)
    modules = sorted({one.split(".", 1)[0] for one in found})
    imports = f"from queuewright import {', '.join(modules)}\n\n" if modules else ""
    return f"{_literal(title)}\n\n{imports}" + "".join(f"{one}\n" for one in found)


def declaration(definition: Definition, *, system: str, taken: set[tuple[str, str]]) -> str:
    """The resource of one creation. `system` where the definition names none; `taken` holds the
    (kind, resource name) pairs of the program so far and gets this one. Raises CannotWrite."""
    kind, name = definition.kind, definition.name
    if definition.action is not Action.CREATE:
        raise CannotWrite(
            f"{kind} {shown(name)}: a program declares whole objects, and this is a"
            f" {definition.action.value} of one that the file does not create; add its creation"
        )
    spec = spec_of(kind)
    library, slash, object_name = name.partition("/")
    in_library = "library" in spec.identity() and bool(slash)
    own_name = object_name if in_library else name
    resource = _free(kind, own_name, taken)
    arguments: list[tuple[str, Any]] = [("system", definition.system or system)]
    if resource != own_name:
        arguments.append(("name", own_name))
    if in_library and library != "*CURLIB":
        arguments.append(("library", library))
    arguments += definition.values.items()
    if definition.like is not None:
        arguments.append(("like", definition.like))
    if definition.replace:
        arguments.append(("adopt", "always"))
    module, _, class_name = kind.partition(":")
    texts = [_literal(resource), *(f"{key}={_literal(value)}" for key, value in arguments)]
    line = f"{module}.{class_name}({', '.join(texts)})"
    if len(line) <= _WIDTH:
        return line
    return f"{module}.{class_name}(\n" + "".join(f"    {text},\n" for text in texts) + ")"


def _free(kind: str, name: str, taken: set[tuple[str, str]]) -> str:
    found, number = name, 1
    while (kind, found) in taken:
        number += 1
        found = f"{name}-{number}"
    taken.add((kind, found))
    return found


def _literal(value: Any) -> str:
    """A value as Python writes it, in double quotes where that needs no escape."""
    if isinstance(value, str):
        plain = value.isprintable() and '"' not in value and "\\" not in value
        return f'"{value}"' if plain else repr(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(_literal(one) for one in value)}]"
    if isinstance(value, Mapping):
        items = (f"{_literal(key)}: {_literal(one)}" for key, one in value.items())
        return f"{{{', '.join(items)}}}"
    return repr(value)
