"""Options of a registration that an engine acts on, in the form that Pulumi's state has."""

import re
from collections.abc import Iterator
from typing import Any

from .values import decode_value

_HOOKS = {
    "before_create": "BeforeCreate",
    "after_create": "AfterCreate",
    "before_update": "BeforeUpdate",
    "after_update": "AfterUpdate",
    "before_delete": "BeforeDelete",
    "after_delete": "AfterDelete",
    "on_error": "OnError",
}
_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}
_DURATION = re.compile(r"(?P<number>\d+(?:\.\d*)?|\.\d+)(?P<unit>ns|us|µs|ms|s|m|h)")


def engine_fields(request: Any) -> dict[str, Any]:
    """Those that the registration gives, by the names of `ENGINE_FIELDS`. A secret trigger is left
    out."""
    return {name: value for name, value in _fields(request) if value}


def _fields(request: Any) -> Iterator[tuple[str, Any]]:
    if request.HasField("customTimeouts"):
        given = {n: getattr(request.customTimeouts, n) for n in ("create", "update", "delete")}
        yield "customTimeouts", {n: _seconds(text) for n, text in given.items() if text}
    yield "deletedWith", request.deletedWith
    yield "hideDiff", list(getattr(request, "hideDiffs", ()))
    yield "replaceWith", list(getattr(request, "replace_with", ()))
    known = "replacement_trigger" in request.DESCRIPTOR.fields_by_name
    if known and request.HasField("replacement_trigger"):
        yield "replacementTrigger", decode_value(request.replacement_trigger)
    if request.HasField("hooks") and request.hooks.ByteSize():
        named = {field: list(getattr(request.hooks, field, ())) for field in _HOOKS}
        yield "resourceHooks", {_HOOKS[field]: names for field, names in named.items() if names}


def _seconds(duration: str) -> float:
    """A duration as Go writes it: "5m", "1h30m", "1.5s"."""
    parts = _DURATION.finditer(duration)
    return sum(float(part["number"]) * _UNITS[part["unit"]] for part in parts)
