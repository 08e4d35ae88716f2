"""The tables of the lake: their columns, derived from the catalogue.

Observations and what is desired have one row an object, inventories one a system, definitions one
a definition with a typed column an attribute, drift one a difference.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from queuewright.catalogue.schema import type_name
from queuewright.kinds import KINDS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# The fingerprint of an object that the stack owns and its program no longer declares, and that of
# one that may be there or not: a membership that a declared channel makes.
OWNED = bytes(16)
ALLOWED = b"\1" * 16
FORMAT = 1  # raised when a reader of today could not read the lake of tomorrow

_TYPES = {
    "integer": pa.int64(),
    "list": pa.list_(pa.string()),
    "map": pa.map_(pa.string(), pa.list_(pa.string())),
}
_SYSTEM = ("environment", "system")
_OBJECT = (*_SYSTEM, "kind", "name")
_DIFFERENCE = (
    "drift", "attribute", "desired", "observed", "change", "severity", "ignored", "first_seen",
    "status", "observed_before",
)  # fmt: skip
_BEFORE = ("objects_before", "last_read")  # of the last time that the system was read
_COLUMNS: Mapping[str, pa.DataType] = {
    **dict.fromkeys(
        (*_OBJECT, *_DIFFERENCE, "last_read", "attributes", "version", "error"), pa.string()
    ),
    "token": pa.string(),
    **dict.fromkeys(("fingerprint", "digest"), pa.binary()),
    **dict.fromkeys(
        ("objects", "objects_before", "depth", "open_input", "open_output", "group"), pa.int64()
    ),
    "buckets": pa.list_(pa.int64()),
    "managed": pa.list_(pa.string()),
    "secret": pa.list_(pa.string()),
    "warnings": pa.list_(pa.string()),
    "seconds": pa.float64(),
    "ended": pa.bool_(),
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


def schema_of(*names: str) -> pa.Schema:
    """These columns; `*` stands for those of `attribute_columns`."""
    columns: dict[str, pa.DataType] = {}
    for name in names:
        columns |= attribute_columns() if name == "*" else {name: _COLUMNS[name]}
    return pa.schema(columns.items())


@cache
def collected_schema() -> pa.Schema:
    """The rows of the data source: one row an object, and one row a system (`kind` null) with its
    digest, those of its buckets (`fingerprint.bucket_digests`), how many objects it has, how long
    that took, what of it was not understood (`warnings`) and whether a dump ends as a whole one
    does (`ended`), or with why it failed (`error`).

    `attributes` (canonical JSON) is null where the same partition gave the same fingerprint
    before: a definition travels once a partition.
    """
    return schema_of(
        *_OBJECT, "fingerprint", "digest", "buckets", "objects", "depth", "open_input",
        "open_output", "error", "seconds", "warnings", "ended", "attributes",
    )  # fmt: skip


@cache
def desired_wide_schema() -> pa.Schema:
    """The export of what is desired: one row an object, one typed column an attribute."""
    return schema_of(
        *_OBJECT, "managed", "fingerprint", "digest", "buckets", "objects", "version", "error",
        "attributes", "*",
    )  # fmt: skip


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
    pa.bool_(): "boolean",
    pa.list_(pa.string()): "array<string>",
    pa.list_(pa.int64()): "array<bigint>",
    pa.map_(pa.string(), pa.list_(pa.string())): "map<string,array<string>>",
}


def ddl(schema: pa.Schema) -> str:
    """The schema as Spark writes it: `environment string, fingerprint binary, ...`."""
    return ", ".join(f"{field.name} {_DDL[field.type]}" for field in schema)


_INVENTORY = (*_SYSTEM, "digest", "buckets", "objects")

# Table -> its columns, without `run`, by which each is partitioned. Given to every read, so that
# no broken file of an unfinished run decides what a table looks like.
SCHEMAS: Mapping[str, pa.Schema] = {
    **{
        table: schema_of(*names)
        for table, names in {
            "observations": (*_OBJECT, "fingerprint", "depth", "open_input", "open_output"),
            "inventories": (*_INVENTORY, "error", "seconds", "warnings", "ended", *_BEFORE),
            "definitions": ("kind", "fingerprint", "attributes", "*"),
            "desired": (*_OBJECT, "fingerprint", "version"),
            "desired_inventories": (*_INVENTORY, "version", "error", "secret"),
            "desired_definitions": ("fingerprint", "kind", "managed", "attributes", "*"),
            "drift": (*_OBJECT, *_DIFFERENCE),
            "readings": (*_SYSTEM, "last_read", "objects", "ended"),
            "leases": ("token",),
        }.items()
    },
    "runs": pa.schema(
        [("format", pa.int64()), ("at", pa.string()), ("drift", pa.int64()), ("failed", pa.int64()),
         ("summary", pa.string())]
    ),
}  # fmt: skip
LAKE: Mapping[str, str] = {table: ddl(schema) for table, schema in SCHEMAS.items()}


def frame_of(spark: "SparkSession", rows: pa.Table) -> "DataFrame":
    """The rows in Spark. Spark Connect takes no schema from an empty table of Arrow's, and Spark
    loses what comes after an empty chunk."""
    if not rows.num_rows:
        return spark.createDataFrame([], ddl(rows.schema))
    return spark.createDataFrame(rows.combine_chunks())


def columns_of(table_ddl: str) -> dict[str, str]:
    """`a string, b map<string,string>` -> {a: string, b: map<string,string>}."""
    return dict(re.findall(r"(\w+) (\S+?)(?:, |$)", table_ddl))
