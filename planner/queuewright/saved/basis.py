"""What a plan was made from, object by object, and how that differs from what there is now.

Only plain data, and no secret: of what a program gives as one there is a digest that takes a
quarter of a second to try a guess with, salted for each file.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from deepdiff import DeepDiff

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.diff.normalise import json_value
from queuewright.engine.declared import Declared
from queuewright.engine.redaction import secret_names
from queuewright.engine.steps import Plan, Step
from queuewright.render.document import step_document
from queuewright.state.deployment import Resource, is_secret

# What of a declaration does not change what an update does.
_ASIDE = ("index", "place", "secret_inputs", "outputs")
# What of a step tells where it stands.
_PLACES = ("place", "generation")
# SCRYPT: 2**15 rounds over 32 MB.
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 1024 * 1024, "dklen": 16}

_SECRET = "secret:"

Basis = Mapping[str, Mapping[str, Any]]


def basis_of(plan: Plan, salt: bytes) -> Basis:
    """By the name of each object (of each resource that is left to Pulumi): what is declared, what
    the state has, what the system has of what is to change, and the step."""
    basis: dict[str, dict[str, Any]] = {}
    for step in plan.steps:
        hidden = secret_names(step.declared, step.prior)
        basis[str(step.key)] = {
            "declared": None if step.declared is None else _declared(step.declared, salt),
            "state": None if step.prior is None else _state(step.prior, hidden, salt),
            "observed": _observed(step, hidden),
            "step": {n: v for n, v in step_document(step).items() if n not in _PLACES},
        }
    for left in plan.left:
        basis[left.urn] = {"declared": _declared(left, salt)}
    return basis


def _declared(declared: Declared, salt: bytes) -> dict[str, Any]:
    data = {name: value for name, value in asdict(declared).items() if name not in _ASIDE}
    secret = declared.secret_inputs
    data["inputs"] = {
        name: _digest(value, salt) if name in secret else _plain(value, salt)
        for name, value in declared.inputs.items()
    }
    return {name: _plain(value, salt) for name, value in data.items()}


def _state(resource: Resource, hidden: Collection[str], salt: bytes) -> dict[str, Any]:
    raw = resource.raw
    kept = {n: v for n, v in raw.items() if n not in ("created", "modified", "sequenceNumber")}
    for part in ("inputs", "outputs"):
        values = raw.get(part) or {}
        named = {n: _digest(values[n], salt) for n in hidden if n in values}
        if named:
            kept[part] = {**values, **named}
    return {name: _plain(value, salt) for name, value in kept.items()}


def _observed(step: Step, hidden: Collection[str]) -> dict[str, Any] | None:
    """Attributes alone: of an object's status the step says what it used."""
    if step.observed is None:
        return None
    attributes = step.observed.attributes.items()
    return {name: json_value(value) for name, value in attributes if name not in hidden}


def _plain(value: Any, salt: bytes) -> Any:
    if is_secret(value):
        return _digest(value, salt)
    if isinstance(value, Mapping):
        return {str(name): _plain(item, salt) for name, item in sorted(value.items())}
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


# The parts of a basis, in words.
_PARTS = {
    "declared": "the program",
    "state": "the state",
    "observed": "the system",
    "step": "the step",
}


def differences(then: Basis, now: Basis) -> Iterator[str]:
    """One line for each thing that is other than it was, with both values; of an object whose
    declaration, state or system is other, not what follows from that for its step."""
    for name in dict.fromkeys((*then, *now)):
        before, after = then.get(name), now.get(name)
        if before is None or after is None:
            yield one_line(f"{name}: {'is new' if before is None else 'is no more'} in the plan")
            continue
        found = [
            line
            for part in ("declared", "state", "observed")
            for line in _changes(before.get(part), after.get(part), _PARTS[part])
        ]
        found = found or list(_changes(before.get("step"), after.get("step"), _PARTS["step"]))
        yield from (one_line(f"{name}: {line}") for line in found)


def _changes(before: Any, after: Any, where: str) -> Iterator[str]:
    if before == after:
        return
    if before is None or after is None:
        yield f"{where} {'has it now' if before is None else 'has it no more'}"
        return
    compared = DeepDiff(before, after, view="tree", ignore_order=False, verbose_level=2)
    for level in _levels(compared):
        path = ".".join(map(str, level.path(output_format="list")))
        was, now = _values(level)
        if isinstance(was, str) and was.startswith(_SECRET):
            yield f"{where}: {path} was another secret"
            continue
        texts = ["nothing" if value is _NOTHING else shown(value) for value in (was, now)]
        yield f"{where}: {path} was {texts[0]}, is {texts[1]}"


_NOTHING = object()


def _levels(compared: DeepDiff) -> Iterable[Any]:
    return sorted(
        (level for levels in compared.values() for level in levels), key=lambda level: level.path()
    )


def _values(level: Any) -> tuple[Any, Any]:
    kind = level.report_type or ""
    before = _NOTHING if kind.endswith("_added") else level.t1
    return before, _NOTHING if kind.endswith("_removed") else level.t2
