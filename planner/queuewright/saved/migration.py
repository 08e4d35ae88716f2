"""Saved plans of earlier formats, as today's have them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.spec import Spec
from queuewright.kinds import KINDS

from .basis import DECIDING
from .document import document_of
from .reading import document_from, plan_of

_PURGED = re.compile(r"(\d+) messages? (is|are) lost")


def of_format_1(data: Mapping[str, Any]) -> dict[str, Any]:
    """Format 1 had every step of the plan, and every object in its basis, by `SYSTEM KIND NAME`.
    Raises KeyError, TypeError, ValueError or AttributeError for what is not of that format."""
    document = _renamed(data["plan"])
    document["steps"] = [_step(step) for step in document["steps"]]
    read = document_from({**document, "format": 2})
    document = document_of(plan_of(read), read.output_changes)
    basis = {}
    for step in document["steps"]:
        known = data["basis"][f"{step['system']} {step['kind']} {step['name']}"]
        basis[step["id"]] = {
            "declared": known["declared"]
            and {name: known["declared"].get(name) for name in DECIDING},
            "state": known["state"] and _without_provider(known["state"].get("inputs") or {}),
            "observed": known["observed"] and _observed(step, known["observed"]),
        }
    return {**data, "format": 3, "plan": document, "basis": basis}


def of_format_2(data: Mapping[str, Any]) -> dict[str, Any]:
    """Format 2 had other names for reasons and remediations. Raises KeyError and TypeError."""
    return {**data, "format": 3, "plan": {**_renamed(data["plan"]), "format": 2}}


# Every document that has such fields -> what they are called today.
_RENAMED: Mapping[frozenset[str], Mapping[str, str]] = {
    frozenset(("code", "attribute", "rule", "remediation", "sources")): {"rule": "reason"},
    frozenset(("verdict", "why", "way_out", "uses")): {"why": "reason", "way_out": "remediation"},
    frozenset(("channel", "chosen", "share", "why")): {"why": "reason"},
}


def _renamed(value: Any) -> Any:
    if isinstance(value, list):
        return [_renamed(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    names = next((new for old, new in _RENAMED.items() if old <= value.keys()), {})
    return {names.get(name, name): _renamed(item) for name, item in value.items()}


def _step(step: Mapping[str, Any]) -> dict[str, Any]:
    """How many messages are lost was only in the text of a warning."""
    reasons = [each["reason"] for each in step["warnings"] if each["code"] == "messages-purged"]
    found = [match for match in map(_PURGED.match, reasons) if match]
    return {**step, "messages": int(found[0][1]) if found else 0 if step["purge"] else None}


def _observed(step: Mapping[str, Any], observed: Mapping[str, Any]) -> dict[str, Any]:
    if step["verb"] == "delete":
        return dict(observed)
    names = {change["attribute"] for change in step["changes"]}
    return {name: value for name, value in observed.items() if name in names}


def _without_provider(inputs: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in inputs.items() if name != "__provider"}


def in_words_of_now(
    plan: Mapping[str, Any], basis: Mapping[str, Any]
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The document and the basis of a plan with the attributes that kinds have today; the same
    where they say nothing else. Raises KeyError, TypeError, ValueError or AttributeError for what
    is no such document."""
    steps = [_of_now(step) for step in plan["steps"]]
    if steps == plan["steps"]:
        return plan, basis
    read = document_from({**plan, "steps": steps})
    kinds = {step["id"]: KINDS.get(step["kind"]) for step in steps}
    return document_of(plan_of(read), read.output_changes), {
        id_: known if (spec := kinds.get(id_)) is None else _basis_of_now(spec, known)
        for id_, known in basis.items()
    }


def _of_now(step: Mapping[str, Any]) -> Mapping[str, Any]:
    spec = KINDS.get(step["kind"])
    if spec is None:
        return step
    return {
        **step,
        "creates": dict(spec.as_of_now(step["creates"])),
        "changes": list(_changes(spec, step["changes"], ("before", "after"))),
        "drift": list(_changes(spec, step["drift"], ("applied", "observed"))),
    }


def _changes(
    spec: type[Spec], changes: list[Mapping[str, Any]], sides: tuple[str, str]
) -> Iterator[Mapping[str, Any]]:
    for change in changes:
        given = [{change["attribute"]: change[side]} for side in sides]
        first, second = (spec.as_of_now(each) for each in given)
        if [first, second] == given:
            yield change
            continue
        for name in dict.fromkeys((*first, *second)):
            usual = spec.attributes()[name].default
            values = first.get(name, usual), second.get(name, usual)
            if values[0] != values[1]:
                yield {**change, "attribute": name, **dict(zip(sides, values, strict=True))}


def _basis_of_now(spec: type[Spec], known: Mapping[str, Any]) -> Mapping[str, Any]:
    declared = known["declared"]
    if declared is not None:
        declared = {**declared, "inputs": dict(spec.as_of_now(declared["inputs"]))}
    seen = {n: known[n] and dict(spec.as_of_now(known[n])) for n in ("state", "observed")}
    return {**known, "declared": declared, **seen}
