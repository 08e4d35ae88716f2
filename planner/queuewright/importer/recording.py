"""The declarations of a program of the form that an import writes, without Pulumi's SDK: a
thousandth of the time. Its text is executed as it stands, with classes that only note what they are
given."""

import ast
import functools
import sys
from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.dialects.validation import identity
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.kinds import KINDS
from queuewright.program.handles import QueueManager, System, system_name

from .moving import parsed
from .program import MAIN, PACKAGE, Estate

_STATEMENTS = (ast.Assign, ast.Expr, ast.For, ast.ImportFrom)
_MAIN = [ast.dump(node) for node in ast.parse(MAIN).body]
_FOUND = _MAIN[-1]  # the loop that imports every module


class _NotPlain(Exception):
    """The program does something else."""


class _Made:
    """A resource: what names it as an attribute is given its name."""

    def __init__(self, kind: str, system: str, name: str) -> None:
        self.kind, self.system, self.name = kind, system, name

    def _refuse(self, *_: object) -> Any:
        raise _NotPlain

    __str__ = __repr__ = __format__ = __bool__ = __eq__ = __lt__ = __len__ = _refuse
    __hash__ = object.__hash__


class _Recorder:
    """Runs modules, each once."""

    def __init__(self, main: str, texts: Mapping[str, str]) -> None:
        self._main, self._texts = main, texts
        self._spaces: dict[str, dict[str, Any]] = {}
        self.declared: dict[str, Declared] = {}
        libraries: dict[str, dict[str, Any]] = {
            "mq": {"QueueManager": QueueManager},
            "ibmi": {"System": System},
        }
        for kind in KINDS:
            library, _, name = kind.partition(":")
            libraries[library][name] = functools.partial(self.construct, kind)
        self._known: dict[str, dict[str, Any]] = {
            "queuewright": {name: SimpleNamespace(**has) for name, has in libraries.items()},
            "functools": {"partial": functools.partial},
        }

    def run(self, file: str) -> None:
        """Raises whatever the program does, _NotPlain for what is not its kind."""
        tree = parsed(self._texts[file])
        space = {"__builtins__": {"__import__": self._imported}}
        self._spaces[file] = space
        kept = tree.body
        if file == self._main:
            kept = [node for node in tree.body if ast.dump(node) not in _MAIN]
        if any(not isinstance(inner, _STATEMENTS) for node in kept for inner in _statements(node)):
            raise _NotPlain
        exec(compile(ast.Module(kept, []), file, "exec"), space)
        if len(kept) < len(tree.body):
            if ast.dump(tree.body[-1]) != _FOUND or len(tree.body) - len(kept) != len(_MAIN):
                raise _NotPlain
            for other in self._texts:
                if f"{other.rpartition('/')[0]}/__init__.py" not in {*self._texts, "/__init__.py"}:
                    raise _NotPlain
                if other not in self._spaces:
                    self.run(other)

    def _imported(
        self, name: str, _globals: object, _locals: object, names: Sequence[str] | None, level: int
    ) -> SimpleNamespace:
        if level or not names:
            raise _NotPlain
        if name in self._known:
            return SimpleNamespace(**self._known[name])
        path = name.replace(".", "/")
        file = next((f for f in (f"{path}.py", f"{path}/__init__.py") if f in self._texts), None)
        if file is None or name.partition(".")[0] != PACKAGE:
            raise _NotPlain
        if file not in self._spaces:
            self.run(file)
        return SimpleNamespace(**{n: self._spaces[file][n] for n in names})

    def construct(self, kind: str, resource: str, **given: Any) -> _Made:
        spec = KINDS[kind]
        system, attributes = system_name(given.pop("system")), spec.attributes()
        inputs: dict[str, Any] = {**spec.usual_names(), "system": system, "name": resource}
        for name, value in given.items():
            if name not in (*spec.identity(), *attributes, "like"):
                raise _NotPlain
            if value is not None:
                inputs[name] = self._plain(value, system)
        urn = f"{kind}::{resource}"
        if not isinstance(resource, str) or urn in self.declared:
            raise _NotPlain
        frame = sys._getframe(1)
        place = f"{frame.f_code.co_filename}:{frame.f_lineno}" if self._texts else ""
        index = len(self.declared)
        self.declared[urn] = Declared(
            urn, f"{TYPE_PREFIX}{kind}", resource, inputs=inputs, index=index, place=place
        )
        return _Made(kind, system, inputs["name"])

    def _plain(self, value: Any, system: str) -> Any:
        if isinstance(value, list):
            return [self._plain(item, system) for item in value]
        if isinstance(value, dict):
            return {str(name): self._plain(item, system) for name, item in value.items()}
        if isinstance(value, _Made):
            if value.system != system or KINDS[value.kind].in_library:
                raise _NotPlain
            return value.name
        if type(value) not in (str, int):
            raise _NotPlain
        return value


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """It and those inside."""
    yield node
    for inner in (*getattr(node, "body", ()), *getattr(node, "orelse", ())):
        yield from _statements(inner)


def recorded(main: str, texts: Mapping[str, str]) -> tuple[Declared, ...] | None:
    """The declarations of a program, each under a URN of its own here; None for one that does more
    than an import writes: it has to be run. main: the file of `texts` that it begins with."""
    return _recorded(main, frozenset(texts.items()))


@functools.lru_cache(maxsize=1)  # what one import has made is what the next one begins with
def _recorded(main: str, texts: frozenset[tuple[str, str]]) -> tuple[Declared, ...] | None:
    recorder = _Recorder(main, dict(sorted(texts)))
    try:
        recorder.run(main)
    except Exception:  # whatever it is, running the program will tell it better
        return None
    return tuple(recorder.declared.values())


def recorded_of(estate: Estate) -> tuple[Declared, ...]:
    """The same for a system's own modules, which are not written yet."""
    recorder = _Recorder("", {})
    resources = estate.called
    for key, declared in estate.objects.items():
        named = identity(KINDS[key.kind], key.name)
        given = {name: _given(value) for name, value in declared.values.items()}
        recorder.construct(
            key.kind, resources[key], **named, system=estate.system, **given, like=declared.like
        )
    return tuple(recorder.declared.values())


def _given(value: Value) -> Any:
    if isinstance(value, Mapping):
        return {name: _given(item) for name, item in value.items()}
    return list(value) if isinstance(value, tuple) else value
