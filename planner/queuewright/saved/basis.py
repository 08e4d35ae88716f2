"""The basis of the steps of a plan, object by object, and how that differs from now.

Only plain data, and no secret: of what a program gives as one, or the state marks as one, there is
a digest that takes a quarter of a second to try a guess with, salted for each file.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from deepdiff import DeepDiff

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.diff.normalise import json_value
from queuewright.diff.types import Verb
from queuewright.engine.declared import Declared
from queuewright.engine.redaction import secret_names
from queuewright.engine.steps import Plan, Step
from queuewright.state.deployment import is_secret

from .document import touching

# The parts of a declaration that change what an update does to its object.
DECIDING = (
    "inputs",
    "protect",
    "retain_on_delete",
    "ignore_changes",
    "replace_on_changes",
    "import_id",
    "engine_fields",
    "unknown_inputs",
)
# SCRYPT: 2**15 rounds over 32 MB.
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 1024 * 1024, "dklen": 16}

_SECRET = "secret:"

Basis = Mapping[str, Mapping[str, Any]]


def basis_of(plan: Plan, salt: bytes) -> Basis:
    """By the id of each object that the plan touches: what is declared, what was applied last, and
    what the system has of what is to change."""
    basis: dict[str, dict[str, Any]] = {}
    for step in touching(plan):
        hidden = secret_names(step.declared, step.prior)
        basis[step.key.id] = {
            "declared": None if step.declared is None else _declared(step.declared, salt),
            "state": None if step.prior is None else _guarded(step.prior.inputs, hidden, salt),
            "observed": _observed(step, hidden, salt),
        }
    return basis


def declared_basis(declared: Declared, salt: bytes) -> Mapping[str, Any]:
    """The part of a declaration that `basis_of` has."""
    return _declared(declared, salt)


def _declared(declared: Declared, salt: bytes) -> dict[str, Any]:
    secret = declared.secret_inputs
    data = {name: getattr(declared, name) for name in DECIDING}
    data["inputs"] = _guarded(declared.inputs, secret, salt)
    return {name: _plain(value, salt) for name, value in data.items()}


def _guarded(values: Mapping[str, Any], hidden: Collection[str], salt: bytes) -> dict[str, Any]:
    return {
        name: _digest(value, salt) if name in hidden else _plain(value, salt)
        for name, value in values.items()
    }


def _observed(step: Step, hidden: Collection[str], salt: bytes) -> dict[str, Any] | None:
    """Of what goes all attributes, of what changes those that do; of its status the step says what
    it used."""
    if step.observed is None:
        return None
    attributes: Mapping[str, Any] = step.observed.attributes
    if step.verb is not Verb.DELETE:
        names = {change.name for change in step.decision.changes}
        attributes = {name: value for name, value in attributes.items() if name in names}
    return _guarded({n: json_value(v) for n, v in attributes.items()}, hidden, salt)


def _plain(value: Any, salt: bytes) -> Any:
    if is_secret(value):
        return _digest(value, salt)
    if isinstance(value, Mapping):
        return {str(n): _plain(v, salt) for n, v in sorted(value.items()) if n != "__provider"}
    if isinstance(value, list | tuple):
        return [_plain(item, salt) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return value


def _digest(value: Any, salt: bytes) -> str:
    return _scrypt(shown(value, 10**9), salt)


@cache
def _scrypt(text: str, salt: bytes) -> str:
    return f"{_SECRET}{hashlib.scrypt(text.encode(), salt=salt, **_COST).hex()}"


def secrets_of(part: Mapping[str, Any] | None) -> dict[str, Any]:
    """The digests among the inputs of a declaration, by name."""
    inputs = {} if part is None else part.get("inputs") or {}
    return {n: v for n, v in inputs.items() if isinstance(v, str) and v.startswith(_SECRET)}


def changes(before: Any, after: Any, who: str, at: str = "") -> Iterator[str]:
    """One line for each thing that differs, with both values. who: what has changed it; at: where,
    in brackets."""
    if before == after:
        return
    where = f" ({one_line(at)})" if at else ""
    if before is None or after is None:
        yield f"{who} {'has it now' if before is None else 'has it no more'}{where}"
        return
    compared = DeepDiff(before, after, view="tree", ignore_order=False, verbose_level=2)
    for level in _levels(compared):
        path = ".".join(map(str, level.path(output_format="list"))).removeprefix("inputs.")
        was, now = _values(level)
        if isinstance(was, str) and was.startswith(_SECRET):
            yield f"{who}: {path} was another secret{where}"
            continue
        texts = ["nothing" if value is _NOTHING else shown(value) for value in (was, now)]
        yield f"{who}: {path} was {texts[0]}, is {texts[1]}{where}"


_NOTHING = object()


def _levels(compared: DeepDiff) -> Iterable[Any]:
    return sorted(
        (level for levels in compared.values() for level in levels), key=lambda level: level.path()
    )


def _values(level: Any) -> tuple[Any, Any]:
    kind = level.report_type or ""
    before = _NOTHING if kind.endswith("_added") else level.t1
    return before, _NOTHING if kind.endswith("_removed") else level.t2
