"""Writes the resource classes from the specs: `python -m queuewright.program.generate`.

The classes could be built when they are imported, but then no editor and no type checker would
know their keywords; written by hand, they would list every attribute a second time.
"""

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.options import Adopt, Force, OnDelete
from queuewright.catalogue.platform import ALL, Platform
from queuewright.catalogue.sources import citations_text
from queuewright.catalogue.spec import Spec
from queuewright.kinds import KINDS, kinds_of

from .attribute_types import argument_type_of

RESOURCES = Path(__file__).resolve().parents[1]
FILES = {module: RESOURCES / module / "resources.py" for module in ("mq", "ibmi")}
_TITLES = {"mq": "IBM MQ", "ibmi": "IBM i"}
_HANDLES = {"mq": "QueueManager", "ibmi": "System"}
_OPTIONS = (
    (
        "force",
        Force,
        "Whether FORCE may be used for a change that needs it (Change Queue (PCF) Force).",
    ),
    ("on_delete", OnDelete, "What a delete does with an object that is open or has messages."),
    ("adopt", Adopt, "Whether an object that exists already is taken over."),
)
_LIKE = (
    "Object of the same kind and system, by name or as a resource: what is left out here "
    "comes from it at creation (Change Queue (PCF) Copy Queue)."
)


class _Module:
    """One generated file."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.specs = [spec for kind, spec in KINDS.items() if kind.startswith(f"{module}:")]
        self.words: dict[str, tuple[str, ...]] = {}
        self.name_of: dict[tuple[str, str], str] = {}
        for option, enum, _ in _OPTIONS:
            self.words[_choice(option)] = tuple(member.value for member in enum)
        for spec in self.specs:
            for name, attribute in spec.attributes().items():
                self._alias(spec, name, attribute)

    def _alias(self, spec: type[Spec], name: str, attribute: Attribute) -> None:
        if not attribute.choices or attribute.syntax is not None:
            return
        values = tuple(choice.value for choice in attribute.choices)
        alias = _choice(name)
        if self.words.setdefault(alias, values) != values:
            alias = spec.__name__.removesuffix("Spec") + alias
            self.words[alias] = values
        self.name_of[spec.kind, name] = alias

    def value_type(self, spec: type[Spec], name: str, *, item: str = "str") -> str:
        """`int | Word` and the like; `item` is what lists hold."""
        types = argument_type_of(spec, name).types
        alias = self.name_of.get((spec.kind, name))
        parts = []
        if int in types:
            parts.append("int")
        if str in types:
            parts.append(alias or "str")
        if tuple in types:
            parts.append(f"Sequence[{item}]")
        if dict in types:
            inner = "Sequence[str]" if item == "str" else "pulumi.Input[Sequence[str]]"
            parts.append(f"Mapping[str, {inner}]")
        return " | ".join(parts)

    def input_type(self, spec: type[Spec], name: str) -> str:
        reference = spec.attributes()[name].reference
        others = "".join(f" | {kind.partition(':')[2]}" for kind in kinds_of(*reference.to)) if (
            reference
        ) else ""  # fmt: skip
        types = argument_type_of(spec, name).types
        if tuple in types:
            return f"pulumi.Input[{self.value_type(spec, name, item=f'pulumi.Input[str]{others}')}]"
        return f"pulumi.Input[{self.value_type(spec, name, item='pulumi.Input')}]{others}"

    def output_type(self, spec: type[Spec], name: str) -> str:
        attribute = spec.attributes()[name]
        home = ALL if self.module == "mq" else frozenset({Platform.IBMI})
        always = (
            attribute.required
            or (attribute.observable and attribute.since is None and attribute.platforms >= home)
        )  # fmt: skip
        none = "" if always and not _elusive(attribute) else " | None"
        return f"pulumi.Output[{self.value_type(spec, name)}{none}]"

    def text(self) -> str:
        """The file, not formatted yet."""
        handle = _HANDLES[self.module]
        base = {("library" in spec.identity()): "" for spec in self.specs}
        bases = ", ".join(
            sorted("LibraryResource" if library else "QueueResource" for library in base)
        )
        body = "\n\n".join("\n".join(self._class(spec)) for spec in self.specs)
        lines = [
            f'"""The resources of {_TITLES[self.module]}, written from the specs by',
            "`python -m queuewright.program.generate`: change the specs, never this file.",
            '"""',
            "",
            "from __future__ import annotations",
            "",
            "from collections.abc import Mapping, Sequence" if "Mapping[" in body else
            "from collections.abc import Sequence",
            "from typing import TYPE_CHECKING, Literal, TypeAlias",
            "",
            "import pulumi",
            "",
            f"from queuewright.program.handles import {handle}",
            f"from queuewright.program.resource import {bases}",
            "",
            *(
                f"{alias}: TypeAlias = Literal[{', '.join(map(repr, values))}]"
                for alias, values in sorted(self.words.items())
            ),
            "",
            "",
            body,
        ]  # fmt: skip
        return "\n".join(lines) + "\n"

    def _class(self, spec: type[Spec]) -> Iterator[str]:
        name = _class_name(spec)
        identity = spec.identity()
        base = "LibraryResource" if "library" in identity else "QueueResource"
        yield f'class {name}({base}, module="{self.module}", name="{name}"):'
        yield from _docstring(self._description(spec), 4)
        yield ""
        yield f'    kind = "{spec.kind}"'
        yield ""
        yield "    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource"
        for attribute in spec.attributes():
            yield f"        {attribute}: {self.output_type(spec, attribute)}"
        yield ""
        yield "    def __init__("
        yield "        self,"
        yield "        resource_name: str,"
        yield "        *,"
        yield f"        system: str | {_HANDLES[self.module]},"
        for field in identity:
            yield f"        {field}: pulumi.Input[str] | None = None,"
        for attribute in spec.attributes():
            required = spec.model_fields[attribute].is_required()
            kind = self.input_type(spec, attribute)
            yield f"        {attribute}: {kind}{',' if required else ' | None = None,'}"
        for option, _, _ in _OPTIONS:
            yield f"        {option}: {_choice(option)} | None = None,"
        yield f"        like: pulumi.Input[str] | {name} | None = None,"
        yield "        opts: pulumi.ResourceOptions | None = None,"
        yield "    ) -> None:"
        yield from _docstring(self._arguments(spec), 8)
        yield "        super().__init__(resource_name, system, locals(), opts)"

    def _description(self, spec: type[Spec]) -> list[str]:
        return _paragraph(" ".join((spec.__doc__ or "").split()), 4)

    def _arguments(self, spec: type[Spec]) -> Iterator[str]:
        where = "queue manager" if self.module == "mq" else "IBM i"
        yield from ("Declare it.", "", "Args:")
        yield from _argument("resource_name", "Its name in this program.")
        yield from _argument("system", f"The {where}: a handle or its name.")
        for field in spec.identity():
            attribute = spec.fields_described()[field]
            default = "the resource name" if field == "name" else repr(attribute.default)
            yield from _argument(field, f"{describe(attribute)} Default: {default}.")
        for name, attribute in spec.attributes().items():
            yield from _argument(name, describe(attribute))
        for option, enum, text in _OPTIONS:
            words = ", ".join(repr(member.value) for member in enum)
            yield from _argument(option, f"{text} {words}; default {next(iter(enum)).value!r}.")
        yield from _argument("like", _LIKE)
        yield from _argument("opts", "Pulumi's own options.")


def describe(attribute: Attribute) -> str:
    """Title, limits, words, where it exists, what a change costs and source, in one paragraph."""
    parts = [attribute.title.rstrip(".")]
    low, high = attribute.minimum, attribute.maximum
    quantity = f" {attribute.quantity}" if attribute.quantity else ""
    if low is not None and high is not None:
        parts.append(f"{low} to {high}{quantity}")
    elif low is not None:
        parts.append(f"At least {low}{quantity}")
    if attribute.max_length is not None:
        each = "Each at" if attribute.max_items is not None else "At"
        parts.append(f"{each} most {attribute.max_length} {attribute.unit}")
    if attribute.max_items is not None:
        parts.append(f"At most {attribute.max_items} items")
    if attribute.choices:
        parts.append(", ".join(repr(choice.value) for choice in attribute.choices))
    if attribute.reference is not None:
        kinds = ", ".join(kinds_of(*attribute.reference.to))
        parts.append(f"The name of, or the resource that is, {kinds}")
    if attribute.platforms not in (ALL, frozenset({Platform.IBMI})):
        parts.append(f"Only on {', '.join(sorted(attribute.platforms))}")
    if attribute.since is not None:
        parts.append(f"From command level {attribute.since}")
    if attribute.change == "may-force":
        parts.append("Changing it needs FORCE while the object is in use")
    elif attribute.change in ("replace", "fixed"):
        parts.append("Changing it replaces the object")
    return ". ".join([*parts, f"Source: {citations_text(attribute.sources)}"]) + "."


def _elusive(attribute: Attribute) -> bool:
    """Not every object has a value: IBM ships none and the documents give none."""
    return attribute.shipped is None and attribute.default is None


def _class_name(spec: type[Spec]) -> str:
    return spec.kind.partition(":")[2]


def _choice(name: str) -> str:
    """`inhibit_put` -> `InhibitPutChoice`."""
    return "".join(part.capitalize() for part in name.split("_")) + "Choice"


def _paragraph(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, 97 - indent, break_long_words=False, break_on_hyphens=False)


def _argument(name: str, text: str) -> list[str]:
    # One column less than the limit: a backslash in a text is doubled in the file.
    return textwrap.wrap(
        f"{name}: {text}",
        90,
        initial_indent="    ",
        subsequent_indent="        ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _docstring(lines: list[str] | Iterator[str], indent: int) -> Iterator[str]:
    margin = " " * indent
    escaped = [line.replace("\\", "\\\\").replace('"', "'") for line in lines]
    if len(escaped) == 1:
        yield f'{margin}"""{escaped[0]}"""'
        return
    yield f'{margin}"""{escaped[0]}'
    yield from (f"{margin}{line}" if line else "" for line in escaped[1:])
    yield f'{margin}"""'


def generated(module: str) -> str:
    """The formatted text of one file; `module` is "mq" or "ibmi"."""
    run = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILES[module]), "-"],
        input=_Module(module).text(),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return run.stdout


def main() -> None:
    """Write every file."""
    for module, path in FILES.items():
        path.write_text(generated(module), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
