"""Property values between Pulumi's protobuf and plain Python.

Secrets and unknowns are told apart by name, so that what comes out holds plain values only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from google.protobuf import struct_pb2

from queuewright.program.pulumi_internals import rpc
from queuewright.state.deployment import SECRET_KEY, SECRET_VALUE

UNKNOWN: Final[str] = rpc.UNKNOWN
"""Pulumi's text for a value that is not known before other resources exist."""

_RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e"
_OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4"


def camel_case(name: str) -> str:
    """`IGNORE_CHANGES` or `ignore_changes` -> `ignoreChanges`."""
    first, *others = name.lower().split("_")
    return first + "".join(map(str.capitalize, others))


@dataclass(slots=True)
class Properties:
    """Plain values by name. A name in `unknown` has no value in `values`, or one whose unknown
    parts are None; a name in `secret` has its plain value in `values`."""

    values: dict[str, Any] = field(default_factory=dict)
    secret: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)


def decode(properties: struct_pb2.Struct) -> Properties:
    """The inputs of a program, by name. A wholly unknown value is left out of `values`, and so is
    the reference to our provider."""
    result = Properties()
    for name, value in sorted(properties.fields.items()):
        if name == "__provider":
            continue
        reader = _PropertyReader()
        plain = reader.read(value)
        if reader.secret:
            result.secret.add(name)
        if reader.unknown:
            result.unknown.add(name)
            if plain is None:
                continue
        result.values[name] = plain
    return result


def decode_value(value: struct_pb2.Value) -> Any:
    """One plain value; None for one that is secret or not known."""
    reader = _PropertyReader()
    plain = reader.read(value)
    return None if reader.secret or reader.unknown else plain


class _PropertyReader:
    """Reads one property and remembers whether anything in it is secret or unknown."""

    def __init__(self) -> None:
        self.secret = False
        self.unknown = False

    def read(self, value: struct_pb2.Value) -> Any:
        kind = value.WhichOneof("kind")
        if kind == "string_value":
            if value.string_value != UNKNOWN:
                return value.string_value
            self.unknown = True
            return None
        if kind == "number_value":
            number = value.number_value
            return int(number) if number.is_integer() else number
        if kind == "bool_value":
            return value.bool_value
        if kind == "list_value":
            return [self.read(item) for item in value.list_value.values]
        if kind == "struct_value":
            return self._structure(value.struct_value.fields)
        return None

    def _structure(self, fields: Mapping[str, struct_pb2.Value]) -> Any:
        signature = fields[SECRET_KEY].string_value if SECRET_KEY in fields else None
        if signature == SECRET_VALUE:
            self.secret = True
            return self.read(fields["value"])
        if signature == _OUTPUT:
            self.secret = self.secret or ("secret" in fields and fields["secret"].bool_value)
            if "value" in fields:
                return self.read(fields["value"])
            self.unknown = True
            return None
        if signature == _RESOURCE:
            # The reference that a provider gets for a resource: its id, or the URN of a component.
            return self.read(fields["id" if "id" in fields else "urn"])
        return {name: self.read(item) for name, item in fields.items()}


def encode(values: Mapping[str, Any], secret: "set[str] | frozenset[str]") -> struct_pb2.Struct:
    """Outputs as the SDK expects them; names in `secret` are marked so. None is left out."""
    result = struct_pb2.Struct()
    encode_into(result, values, secret)
    return result


def encode_into(
    empty: struct_pb2.Struct, values: Mapping[str, Any], secret: "set[str] | frozenset[str]"
) -> None:
    """As `encode`, into a structure that a message has already: nothing is copied."""
    fields = empty.fields
    for name, value in values.items():
        if value is None:
            continue
        if name in secret:
            value = {SECRET_KEY: SECRET_VALUE, "value": value}
        _set(fields[name], value)


def _set(target: struct_pb2.Value, value: Any) -> None:
    if isinstance(value, str):
        target.string_value = value
    elif isinstance(value, bool):
        target.bool_value = value
    elif isinstance(value, int | float):
        target.number_value = value
    elif isinstance(value, Mapping):
        target.struct_value.SetInParent()
        for name, item in value.items():
            _set(target.struct_value.fields[str(name)], item)
    elif isinstance(value, list | tuple):
        target.list_value.SetInParent()
        for item in value:
            _set(target.list_value.values.add(), item)
    else:
        target.null_value = struct_pb2.NULL_VALUE
