"""Definitions as a Pulumi program in Python that declares them, and the one writer of Python text:
`literal` and `call` write values and calls as a formatter would."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.kinds import is_single, spec_of

from .definition import Action, Definition
from .protocol import CannotWrite

_NAMED = re.compile(r"\w+=")
WIDTH = 88  # what formatters do by default; a longer call has an argument a line


def program(declarations: Iterable[str], *, title: str) -> str:
    """A whole program of `declaration`s. `title` says where they come from."""
    statements = list(declarations)
    modules = sorted({statement.split(".", 1)[0] for statement in statements})
    imports = f"from queuewright import {', '.join(modules)}\n\n" if modules else ""
    return f"{literal(title)}\n\n{imports}" + "".join(f"{text}\n" for text in statements)


def declaration(definition: Definition, *, system: str, taken: set[tuple[str, str]]) -> str:
    """The resource of one creation. `system` where the definition names none; `taken` holds the
    (kind, resource name) pairs of the program so far and gets this one. Raises CannotWrite."""
    kind, name = definition.kind, definition.name
    if definition.action is not Action.CREATE and not is_single(kind):
        raise CannotWrite(
            f"{kind} {shown(name)}: a program declares whole objects, and this is a"
            f" {definition.action.value} of one that the file does not create; add its creation"
        )
    fields = spec_of(kind).names_in(name)
    own_name = fields.pop("name")
    resource = _free(kind, own_name, taken)
    arguments: list[tuple[str, Any]] = [("system", definition.system or system)]
    if resource != own_name:
        arguments.append(("name", own_name))
    defaults = spec_of(kind).model_fields
    arguments += (
        (field, text) for field, text in fields.items() if text != defaults[field].default
    )
    secret = {n for n, each in spec_of(kind).attributes().items() if each.write_only}
    arguments += ((n, value) for n, value in definition.values.items() if n not in secret)
    if definition.like is not None:
        arguments.append(("like", definition.like))
    if definition.replace:
        arguments.append(("adopt", "any"))
    texts = [literal(resource), *(f"{key}={literal(value)}" for key, value in arguments)]
    return call(kind.replace(":", "."), texts)


def _free(kind: str, name: str, taken: set[tuple[str, str]]) -> str:
    candidate, number = name, 1
    while (kind, candidate) in taken:
        number += 1
        candidate = f"{name}-{number}"
    taken.add((kind, candidate))
    return candidate


def call(function: str, arguments: Iterable[str], *, width: int = WIDTH) -> str:
    """A call in one line of `width`, or with an argument a line. function: also `variable =
    function`."""
    texts = list(arguments)
    short = f"{function}({', '.join(texts)})"
    if len(short) <= width:
        return short
    lines = "".join(line for text in texts for line in wrapped(text, width))
    return f"{function}(\n{lines})"


def wrapped(argument: str, width: int) -> Iterator[str]:
    """One argument, `name=value` or a value, on its own line; a list or mapping that is too long,
    one that something is asked of too, has an item a line."""
    line = f"    {argument},\n"
    named = _NAMED.match(argument)
    name, value = argument[: named.end()] if named else "", argument[named.end() if named else 0 :]
    if len(line) <= width + 1 or value[:1] not in ("[", "{"):
        yield line
        return
    items, behind = _items(value)
    yield f"    {name}{value[0]}\n"
    yield from (f"        {item},\n" for item in items)
    yield f"    {behind},\n"


def _items(value: str) -> tuple[list[str], str]:
    """The items of a list's or a mapping's source, which is one line that was written here, and
    what stands behind them."""
    tree = ast.parse(value, mode="eval").body

    def source(node: ast.expr) -> str:
        return ast.get_source_segment(value, node) or ""

    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute):
        tree = tree.func.value
    behind = value[len(source(tree)) - 1 :]
    if isinstance(tree, ast.Dict):
        pairs = zip(tree.keys, tree.values, strict=True)
        return [f"{source(key)}: {source(item)}" for key, item in pairs if key is not None], behind
    assert isinstance(tree, ast.List)
    return [source(item) for item in tree.elts], behind


def literal(value: Any) -> str:
    """A canonical value as Python source of one line, quoted as a formatter would."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return f"{value:_}" if abs(value) >= 10_000 else str(value)
    if isinstance(value, Mapping):
        items = (f"{_text(name)}: {literal(item)}" for name, item in value.items())
        return f"{{{', '.join(items)}}}"
    return f"[{', '.join(map(literal, value))}]"


def _text(text: str) -> str:
    """As repr(), with the quotes that need fewer escapes, double ones where both need as many."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join(_character(character, quote) for character in text) + quote


def _character(character: str, quote: str) -> str:
    if character in (quote, "\\"):
        return f"\\{character}"
    return character if character.isprintable() else repr(character)[1:-1]
