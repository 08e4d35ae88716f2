"""Writes the resource classes from the specs: `python -m queuewright.program.generate`.

The classes could be built when they are imported, but then no editor and no type checker would
know their keywords; written by hand, they would list every attribute a second time.
"""

import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.options import OPTION_WORDS, ObjectOptions
from queuewright.catalogue.platform import ALL, Platform
from queuewright.catalogue.sources import citations_text
from queuewright.catalogue.spec import Spec
from queuewright.kinds import KINDS, kinds_of, options_of

RESOURCES = Path(__file__).resolve().parents[1]
FILES = {
    f"{module}/{file}": RESOURCES / module / file
    for module in ("mq", "ibmi")
    for file in ("resources.py", "__init__.py")
}
_TITLES = {"mq": "IBM MQ", "ibmi": "IBM i"}
_HANDLES = {"mq": "QueueManager", "ibmi": "System"}
# The names that programs import from a package beside its kinds: name -> module.
_BESIDES: Mapping[str, Mapping[str, str]] = {
    "mq": {
        "Authorities": "mq.authority_table",
        "QueueManager": "program.handles",
        "ClusterTopology": "mq.topology",
    },
    "ibmi": {"System": "program.handles"},
}
_OPTIONS = {
    "force": "Whether FORCE may be used for a change that needs it (Change Queue (PCF) Force).",
    "on_delete": "How a delete treats an object that is open or has messages.",
    "adopt": "Whether an object that exists already is taken over.",
    "restart": "Whether a running object is stopped (quiesce) and started again to change it.",
    "refresh_security": "Whether REFRESH SECURITY is sent after a change that waits for it.",
}
_LIKE = (
    "Object of the same kind and system, by name or as a resource: what is left out here "
    "comes from it at creation (Change Queue (PCF) Copy Queue)."
)


@dataclass(frozen=True, slots=True)
class _ClassField:
    """A keyword or an output of a class: its line, and what an editor shows of it ("" for none)."""

    line: str
    text: str = ""

    @property
    def name(self) -> str:
        return self.line.partition(":")[0]

    def lines(self) -> Iterator[str]:
        """In the body of a class."""
        yield f"    {self.line}"
        if self.text:
            yield from _docstring(self.text)


class _Module:
    """One generated file.

    Keywords are those of a TypedDict, so that kinds share them; what two kinds or more have alike
    stands in a base.
    """

    def __init__(self, module: str) -> None:
        self.module = module
        self.specs = [spec for kind, spec in KINDS.items() if kind.startswith(f"{module}:")]

    def value_type(self, spec: type[Spec], name: str, *, item: str = "str") -> str:
        """`int | Word` and the like; `item` is what lists hold."""
        types, attribute = spec.types(name), spec.attributes()[name]
        parts = []
        if int in types:
            parts.append("int")
        if str in types:
            closed = attribute.choices and attribute.syntax is None
            parts.append(_literal(c.value for c in attribute.choices) if closed else "str")
        if tuple in types:
            parts.append(f"Sequence[{item}]")
        if dict in types:
            inner = "Sequence[str]" if item == "str" else "Input[Sequence[str]]"
            parts.append(f"Mapping[str, {inner}]")
        return " | ".join(parts)

    def input_type(self, spec: type[Spec], name: str) -> str:
        others = _others(spec.attributes()[name])
        types = spec.types(name)
        if tuple in types:
            return f"Input[{self.value_type(spec, name, item=f'Input[str]{others}')}]"
        return f"Input[{self.value_type(spec, name, item='Input')}]{others}"

    def output_type(self, spec: type[Spec], name: str) -> str:
        attribute = spec.attributes()[name]
        home = ALL if self.module == "mq" else frozenset({Platform.IBMI})
        always = (
            attribute.required
            or (attribute.observable and attribute.since is None and attribute.platforms >= home)
        )  # fmt: skip
        # Not every object has a value: IBM ships none and the documents give none.
        elusive = attribute.shipped is None and attribute.default is None
        none = "" if always and not elusive else " | None"
        return f"Output[{self.value_type(spec, name)}{none}]"

    def text(self) -> str:
        """The file, not formatted yet."""
        handle = _HANDLES[self.module]
        bases = sorted({_base(spec) for spec in self.specs})
        keywords = _FieldGroups(
            "Keywords", {spec.kind: self._keywords(spec) for spec in self.specs}
        )
        outputs = _FieldGroups("Outputs", {spec.kind: self._outputs(spec) for spec in self.specs})
        body = [
            *(line for group in keywords.shared for line in _typed_dict(*group)),
            *(line for group in outputs.shared for line in _output_base(*group)),
            *(line for spec in self.specs for line in self._class(spec, keywords, outputs)),
        ]
        collections = (
            "Mapping, Sequence" if any("Mapping[" in line for line in body) else "Sequence"
        )
        lines = [
            f'"""The resources of {_TITLES[self.module]}, written from the specs by',
            "`python -m queuewright.program.generate`: change the specs, never this file.",
            '"""',
            "",
            "from __future__ import annotations",
            "",
            f"from collections.abc import {collections}",
            "from typing import TYPE_CHECKING, Literal, Required, TypedDict, Unpack",
            "",
            "from pulumi import Input, Output, ResourceOptions",
            "",
            f"from queuewright.program.handles import {handle}",
            f"from queuewright.program.resource import {', '.join(bases)}",
            "",
            *body,
        ]
        return "\n".join(lines) + "\n"

    def _keywords(self, spec: type[Spec]) -> Iterator[_ClassField]:
        where = "queue manager" if self.module == "mq" else "IBM i"
        system = f"system: Required[str | {_HANDLES[self.module]}]"
        yield _ClassField(system, f"The {where}: a handle or its name.")
        for name in spec.identity():
            described = spec.fields_described()[name]
            if name in spec.required_names() - {"name"}:
                yield _ClassField(f"{name}: Required[Input[str]]", describe(described))
                continue
            default = "the resource name" if name == "name" else repr(described.default)
            text = f"{describe(described)} Default: {default}."
            yield _ClassField(f"{name}: Input[str]{_others(described)} | None", text)
        for name, attribute in spec.attributes().items():
            kind = self.input_type(spec, name)
            required = spec.model_fields[name].is_required()
            kind = f"Required[{kind}]" if required else f"{kind} | None"
            yield _ClassField(f"{name}: {kind}", describe(attribute))
        for option, enum in OPTION_WORDS.items():
            if option not in options_of(spec.kind):
                continue
            words = ", ".join(repr(member.value) for member in enum)
            default = str(getattr(ObjectOptions(), option))
            text = f"{_OPTIONS[option]} {words}; default {default!r}."
            yield _ClassField(f"{option}: {_literal(member.value for member in enum)} | None", text)
        yield _ClassField(f"like: Input[str] | {_class_name(spec)} | None", _LIKE)
        yield _ClassField("opts: ResourceOptions | None", "Pulumi's own options.")

    def _outputs(self, spec: type[Spec]) -> Iterator[_ClassField]:
        for name in spec.attributes():
            yield _ClassField(f"{name}: {self.output_type(spec, name)}")

    def _class(
        self, spec: type[Spec], keywords: "_FieldGroups", outputs: "_FieldGroups"
    ) -> Iterator[str]:
        name, kind = _class_name(spec), spec.kind
        yield from _typed_dict(f"_{name}Keywords", keywords.own[kind], keywords.bases(kind))
        bases = ", ".join([*outputs.bases(kind), _base(spec)])
        yield f'class {name}({bases}, kind="{kind}"):'
        yield from _docstring(" ".join((spec.__doc__ or "").split()))
        yield "    if TYPE_CHECKING:  # the SDK would evaluate these for every single resource"
        yield from (f"        {output.line}" for output in outputs.own[kind])
        arguments = f"self, resource_name: str, **keywords: Unpack[_{name}Keywords]"
        yield f"        def __init__({arguments}) -> None: ..."


def _others(attribute: Attribute) -> str:
    """The classes of resources that an attribute may be given, beside their names."""
    to = attribute.reference.every if attribute.reference else ()
    return "".join(f" | {kind.partition(':')[2]}" for kind in kinds_of(*to))


class _FieldGroups:
    """Fields of kinds: those that several share, as bases that are called after the first of
    them, and the rest as each kind's own."""

    def __init__(self, suffix: str, fields: Mapping[str, Iterator[_ClassField]]) -> None:
        self.own = {kind: list(listed) for kind, listed in fields.items()}
        sharing: dict[_ClassField, list[str]] = {}
        for kind, listed in self.own.items():
            for field in listed:
                sharing.setdefault(field, []).append(kind)
        alike: dict[tuple[str, ...], list[_ClassField]] = {}
        for field, sharers in sharing.items():
            alike.setdefault(tuple(sharers), []).append(field)
        self._names: dict[frozenset[str], str] = {}
        taken = {kind.partition(":")[2] for kind in self.own}
        self.shared: list[tuple[str, list[_ClassField], list[str]]] = []
        for kinds, listed in sorted(alike.items(), key=lambda item: -len(item[0])):
            saved = sum(len(list(field.lines())) for field in listed) * (len(kinds) - 1)
            if saved < len(kinds) + 3:  # what the base and its names would take
                continue
            names = [field.name for field in listed]
            again = (f"{name}_{number}" for number in range(2, len(taken) + 3) for name in names)
            first = next(name for name in (*names, *again) if _in_title(name) not in taken)
            taken.add(_in_title(first))
            base = f"_{_in_title(first)}{suffix}"
            self.shared.append((base, listed, self.bases(*kinds)))
            self._names[frozenset(kinds)] = base
            for kind in kinds:
                self.own[kind] = [field for field in self.own[kind] if field not in listed]

    def bases(self, *kinds: str) -> list[str]:
        """The bases of these kinds, without what another base inherits from."""
        above = [sharers for sharers in self._names if sharers >= set(kinds)]
        nearest = (sharers for sharers in above if not any(sharers > other for other in above))
        return [self._names[sharers] for sharers in nearest]


def _in_title(name: str) -> str:
    """`AuthorizationList` of authorization_list."""
    return name.title().replace("_", "")


def _typed_dict(name: str, fields: list[_ClassField], bases: list[str]) -> Iterator[str]:
    yield f"class {name}({', '.join(bases or ['TypedDict'])}, total=False):"
    for field in fields:
        yield from field.lines()


def _output_base(name: str, fields: list[_ClassField], bases: list[str]) -> Iterator[str]:
    yield f"class {name}({', '.join(bases)}):"
    yield "    if TYPE_CHECKING:"
    yield from (f"        {field.line}" for field in fields)


def describe(attribute: Attribute) -> str:
    """Title, keyword, limits, words, what ships, where it exists, what a change costs and source,
    in one paragraph."""
    keyword = f" (MQSC {attribute.mqsc})" if attribute.mqsc else ""
    parts = [f"{attribute.title.rstrip('.')}{keyword}"]
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
    ships = attribute.default if attribute.shipped is None else attribute.shipped
    if attribute.write_only:
        parts.append("No system reports it (write-only), and a state keeps only a digest of it")
    if ships is not None and not attribute.required and not attribute.write_only:
        parts.append(f"{'Default' if attribute.shipped is None else 'Ships as'} {ships!r}")
    kinds = ", ".join(kinds_of(*attribute.reference.every)) if attribute.reference else ""
    if kinds:
        parts.append(f"The name of, or the resource that is, {kinds}")
    if attribute.decided_by:
        parts.append(f"It is not declared here: {attribute.decided_by} decides it")
    if attribute.platforms not in (ALL, frozenset({Platform.IBMI})):
        parts.append(f"Only on {', '.join(sorted(attribute.platforms))}")
    if attribute.since is not None:
        parts.append(f"From command level {attribute.since}")
    if attribute.change == "needs-stopped":
        parts.append("An instance that runs works with it from its next start")
    if attribute.change == "may-force":
        parts.append("Changing it needs FORCE while the object is in use")
    elif attribute.change in ("replace", "fixed"):
        parts.append("Changing it replaces the object")
    return ". ".join([*parts, f"Source: {citations_text(attribute.sources)}"]) + "."


def _base(spec: type[Spec]) -> str:
    return "LibraryResource" if spec.in_library else "QueueResource"


def _class_name(spec: type[Spec]) -> str:
    return spec.kind.partition(":")[2]


def _literal(words: Iterable[str]) -> str:
    return f"Literal[{', '.join(map(repr, words))}]"


def _docstring(text: str) -> Iterator[str]:
    """A docstring at the margin of a class."""
    escaped = text.replace("\\", "\\\\").replace('"', "'")
    yield from textwrap.wrap(
        f'"""{escaped}"""',
        99,
        initial_indent="    ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


# The package itself: what it has, and where that is.
_FACADE = Template('''"""$title kinds, and what a program declares them with.

Written from the specs by `python -m queuewright.program.generate`: never change this file.

The classes are imported when they are asked for: whoever reads only the specs needs no Pulumi.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
$imports

__all__ = $names

_ELSEWHERE = {$elsewhere}


if not TYPE_CHECKING:  # a type checker would take every name for one of ours

    def __getattr__(name: str) -> Any:
        if name in __all__:
            where = _ELSEWHERE.get(name, "queuewright.$module.resources")
            return getattr(import_module(where), name)
        if not name[:1].isupper():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        # A kind that was registered. It has no typed class, and works as the others do.
        return import_module("queuewright.program.resource").resource_class(f"$module:{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
''')


def _facade(module: str) -> str:
    """The text of `__init__.py`, not formatted yet."""
    kinds = sorted(_class_name(spec) for spec in _Module(module).specs)
    besides = [(f"queuewright.{path}", name) for name, path in _BESIDES[module].items()]
    imports = sorted([*besides, (f"queuewright.{module}.resources", ", ".join(kinds))])
    return _FACADE.substitute(
        title=_TITLES[module],
        module=module,
        imports="\n".join(f"    from {path} import {name}" for path, name in imports),
        names=repr(sorted([*kinds, *_BESIDES[module]])),
        elsewhere=", ".join(f"{name!r}: {path!r}" for path, name in besides),
    )


def generated(name: str) -> str:
    """The formatted text of one of FILES, such as "mq/resources.py"."""
    module, _, file = name.partition("/")
    run = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILES[name]), "-"],
        input=_facade(module) if file == "__init__.py" else _Module(module).text(),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return run.stdout


def main() -> None:
    """Write every file."""
    for name, path in FILES.items():
        path.write_text(generated(name), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
