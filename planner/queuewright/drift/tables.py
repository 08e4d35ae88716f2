"""The tables of the lake: their columns, derived from the catalogue.

observations  run environment system kind name fingerprint status...     one row an object
inventories   run environment system digest buckets objects error seconds one row a system
definitions   fingerprint kind attributes <one typed column an attribute> one row a definition
desired       version environment system kind name fingerprint            one row an object
drift         run environment system kind name attribute ...              one row a difference
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pyarrow as pa

from queuewright.catalogue.schema import type_name
from queuewright.kinds import KINDS

# The fingerprint of an object that the stack owns and its program no longer declares.
OWNED = bytes(16)
FORMAT = 1  # raised when a reader of today could not read the lake of tomorrow

_TYPES = {
    "integer": pa.int64(),
    "list": pa.list_(pa.string()),
    "map": pa.map_(pa.string(), pa.list_(pa.string())),
}


@cache
def attribute_columns() -> Mapping[str, pa.DataType]:
    """Attribute name -> column type, every attribute of every kind once.

    integer: bigint. list: array of string. map: user -> authorities. Everything else, a number
    or a word included: string.
    """
    columns: dict[str, pa.DataType] = {}
    for spec in KINDS.values():
        for name, attribute in spec.attributes().items():
            column = _TYPES.get(type_name(spec, name, attribute), pa.string())
            columns[name] = column if columns.get(name, column) == column else pa.string()
    return columns


def _schema(fields: Mapping[str, pa.DataType]) -> pa.Schema:
    return pa.schema([pa.field(name, kind) for name, kind in fields.items()])


def attributes_schema() -> pa.Schema:
    """`attribute_columns` as a schema."""
    return _schema(attribute_columns())


@cache
def collected_schema() -> pa.Schema:
    """What the data source gives: one row an object, and one row a system (`kind` null) with its
    digest, those of its buckets (`fingerprint.bucket_digests`), how many objects it has and how
    long that took, or with why it failed (`error`).

    `attributes` (canonical JSON) is null where the same partition gave the same fingerprint
    before: a definition travels once a partition.
    """
    return _schema(
        {
            "environment": pa.string(),
            "system": pa.string(),
            "kind": pa.string(),
            "name": pa.string(),
            "fingerprint": pa.binary(),
            "digest": pa.binary(),
            "buckets": pa.list_(pa.int64()),
            "objects": pa.int64(),
            "depth": pa.int64(),
            "open_input": pa.int64(),
            "open_output": pa.int64(),
            "error": pa.string(),
            "seconds": pa.float64(),
            "attributes": pa.string(),
        }
    )


@cache
def desired_wide_schema() -> pa.Schema:
    """The export of what is desired: one row an object, one typed column an attribute."""
    return _schema(
        {
            "environment": pa.string(),
            "system": pa.string(),
            "kind": pa.string(),
            "name": pa.string(),
            "managed": pa.list_(pa.string()),
            "fingerprint": pa.binary(),
            "digest": pa.binary(),
            "buckets": pa.list_(pa.int64()),
            "objects": pa.int64(),
            "version": pa.string(),
            "error": pa.string(),
            "attributes": pa.string(),
            **attribute_columns(),
        }
    )


def typed_values(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Column name -> value as its column holds it."""
    columns = attribute_columns()
    values: dict[str, Any] = {}
    for name, value in attributes.items():
        kind = columns.get(name)
        if kind is None:
            continue
        if pa.types.is_string(kind) and not isinstance(value, str):
            values[name] = str(value)
        elif isinstance(value, Mapping):
            values[name] = [(user, list(granted)) for user, granted in sorted(value.items())]
        elif isinstance(value, tuple):
            values[name] = list(value)
        else:
            values[name] = value
    return values


_DDL = {
    pa.string(): "string",
    pa.int64(): "bigint",
    pa.float64(): "double",
    pa.binary(): "binary",
    pa.list_(pa.string()): "array<string>",
    pa.list_(pa.int64()): "array<bigint>",
    pa.map_(pa.string(), pa.list_(pa.string())): "map<string,array<string>>",
}


def ddl(schema: pa.Schema) -> str:
    """The schema as Spark writes it: `environment string, fingerprint binary, ...`."""
    return ", ".join(f"{field.name} {_DDL[field.type]}" for field in schema)


def _lake() -> dict[str, str]:
    columns = ddl(attributes_schema())
    system = "environment string, system string, "
    return {
        "observations": system + "kind string, name string, fingerprint binary, depth bigint, "
        "open_input bigint, open_output bigint",
        "inventories": system
        + "digest binary, buckets array<bigint>, objects bigint, error string, seconds double",
        "definitions": "kind string, fingerprint binary, attributes string, " + columns,
        "desired": system + "kind string, name string, fingerprint binary, version string",
        "desired_inventories": system
        + "digest binary, buckets array<bigint>, objects bigint, version string, "
        "error string",
        "desired_definitions": "fingerprint binary, kind string, managed array<string>, "
        "attributes string, " + columns,
        "drift": system + "kind string, name string, drift string, attribute string, "
        "desired string, observed string, change string, severity string, ignored string, "
        "first_seen string, status string",
        "leases": "token string",
        "runs": "format bigint, at string, drift bigint, failed bigint, summary string",
    }


# Table -> its columns, without `run`, by which each is partitioned. Given to every read, so that
# no broken file of an unfinished run decides what a table looks like.
LAKE: Mapping[str, str] = _lake()
