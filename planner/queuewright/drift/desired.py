"""What is desired, as rows of the desired tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .evaluate import Definition, Evaluated
from .fingerprint import canonical_json, fingerprint, inventory_digest
from .fleet import Environment
from .tables import OWNED, desired_wide_schema, typed_values

__all__ = ["columns_of", "desired_rows"]


def desired_rows(environment: Environment, evaluated: Evaluated) -> Iterator[dict[str, Any]]:
    """Rows of `tables.desired_wide_schema`: one an object, and one a system with its digest."""
    by_system: dict[str, list[Definition]] = {system: [] for system in environment.systems}
    for one in evaluated.definitions:
        by_system.setdefault(one.system, []).append(one)
    for system, definitions in by_system.items():
        base = {
            "environment": environment.name,
            "system": system,
            "version": evaluated.version,
        }
        error = evaluated.error
        if error is None and system not in environment.systems:
            error = f"the program declares system {system}, which the fleet does not list here"
        rows = [{**base, **_object(one)} for one in definitions] if error is None else []
        yield from rows
        digest = inventory_digest((row["kind"], row["name"], row["fingerprint"]) for row in rows)
        yield {**base, "digest": digest, "objects": len(rows), "error": error}


def _object(one: Definition) -> dict[str, Any]:
    if one.attributes is None:
        return {"kind": one.kind, "name": one.name, "fingerprint": OWNED}
    canonical = canonical_json(one.attributes)
    return {
        "kind": one.kind,
        "name": one.name,
        "fingerprint": fingerprint(one.kind, canonical),
        "managed": list(one.attributes),
        "attributes": canonical,
        **typed_values(one.attributes),
    }


def columns_of(rows: Sequence[Mapping[str, Any]]) -> Any:
    """The rows as an Arrow table."""
    import pyarrow as pa

    schema = desired_wide_schema()
    arrays = [pa.array([row.get(field.name) for row in rows], field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)
