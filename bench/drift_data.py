"""Data for bench.drift: a fleet with planted drift, as a lake and as wide Parquet, once each.

One inventory of local queues with every attribute that IBM ships; in every tenth environment, or
more of them, five objects are changed (one attribute) and one is missing. Written straight with
Arrow: what is measured is the comparison, not the collecting.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from queuewright.catalogue.platform import Platform
from queuewright.drift.fingerprint import (
    bucket_digests,
    canonical_json,
    fingerprint,
    inventory_digest,
)
from queuewright.kinds import spec_of

__all__ = ["GROUP", "KIND", "RUN", "Data", "make", "name_of"]

KIND, RUN, SYSTEM = "mq:LocalQueue", "bench", "QM1"
GROUP = 100  # environments a row group of the wide files, and a file of the lake

Attributes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Data:
    """lake: its root. desired, observed: the wide files. columns: attributes compared. planted:
    (environment, name, attribute), attribute "" for a missing object."""

    lake: Path
    desired: Path
    observed: Path
    columns: Sequence[str]
    environments: int
    objects: int
    every: int
    planted: frozenset[tuple[str, str, str]]


def inventory(objects: int) -> list[tuple[str, dict[str, Any]]]:
    shipped = spec_of(KIND).shipped(Platform.LINUX)
    return [
        (
            f"APP.{number:05}",
            {
                **shipped,
                "queue_description": f"Queue {number % 400}",
                "max_queue_depth": 1_000 + number % 50,
            },
        )
        for number in range(objects)
    ]


def make(root: Path, environments: int, objects: int, every: int = 10) -> Data:
    """Make it, or find it made before. every: drift is in each so many environments."""
    place = root / f"{environments}x{objects}-{every}"
    base = inventory(objects)
    changes = dict(_changes(base, environments, every))
    planted = frozenset(p for _, differences in changes.values() for p in differences)
    columns = sorted(base[0][1])
    data = Data(
        place / "lake",
        place / "desired.parquet",
        place / "observed.parquet",
        columns,
        environments,
        objects,
        every,
        planted,
    )
    if not (place / "done").is_file():
        place.mkdir(parents=True, exist_ok=True)
        names = [name_of(number) for number in range(environments)]
        _lake(data, base, changes, names)
        _wide(data.desired, base, {}, names)
        _wide(data.observed, base, changes, names)
        (place / "done").touch()
    return data


def name_of(number: int) -> str:
    return f"env-{number:05}"


Change = tuple[dict[int, Attributes | None], list[tuple[str, str, str]]]


def _changes(
    base: Sequence[tuple[str, Attributes]], count: int, every: int
) -> Iterator[tuple[str, Change]]:
    chance = random.Random(5)
    for number in range(0, count, every):
        environment = name_of(number)
        chosen = chance.sample(range(len(base)), 6)
        other: dict[int, Attributes | None] = {chosen[0]: None}
        differences = [(environment, base[chosen[0]][0], "")]
        for place in chosen[1:]:
            name, attributes = base[place]
            other[place] = {**attributes, "max_queue_depth": 7 + number % 300}
            differences.append((environment, name, "max_queue_depth"))
        yield environment, (other, differences)


def _rows(
    base: Sequence[tuple[str, Attributes]], change: Change | None
) -> Iterator[tuple[str, Attributes]]:
    other = change[0] if change else {}
    for place, (name, attributes) in enumerate(base):
        now = other.get(place, attributes)
        if now is not None:
            yield name, now


def _lake(
    data: Data,
    base: Sequence[tuple[str, Attributes]],
    changes: Mapping[str, Change],
    names: Sequence[str],
) -> None:
    known: dict[int, bytes] = {}
    definitions: dict[bytes, str] = {}

    def address(attributes: Attributes) -> bytes:
        if id(attributes) not in known:
            text = canonical_json(attributes)
            known[id(attributes)] = fingerprint(KIND, text)
            definitions[known[id(attributes)]] = text
        return known[id(attributes)]

    schema = pa.schema(
        [(n, pa.string()) for n in ("environment", "system", "kind", "name")]
        + [("fingerprint", pa.binary())]
    )
    for side, inventories in (("desired", "desired_inventories"), ("observations", "inventories")):
        systems = []
        alike = _columns(_rows(base, None), address)
        for number, start in enumerate(range(0, len(names), GROUP)):
            tables = []
            for environment in names[start : start + GROUP]:
                change = changes.get(environment) if side == "observations" else None
                columns = _columns(_rows(base, change), address) if change else alike
                tables.append(_table(environment, columns, schema))
                systems.append((environment, columns[2], len(columns[0]), columns[3]))
            file = _file(data.lake, side, number)  # as many as tasks that collect them would write
            pq.write_table(pa.concat_tables(tables), file, compression="zstd")
        _write(
            data.lake,
            inventories,
            {
                "environment": pa.array([row[0] for row in systems]),
                "system": pa.array([SYSTEM] * len(systems)),
                "digest": pa.array([row[1] for row in systems], pa.binary()),
                "buckets": pa.array([row[3] for row in systems], pa.list_(pa.int64())),
                "objects": pa.array([row[2] for row in systems], pa.int64()),
                "error": pa.nulls(len(systems), pa.string()),
            },
        )
    for table in ("definitions", "desired_definitions"):
        _write(
            data.lake,
            table,
            {
                "fingerprint": pa.array(list(definitions), pa.binary()),
                "kind": pa.array([KIND] * len(definitions)),
                "attributes": pa.array(list(definitions.values())),
            },
        )


Columns = tuple[Any, Any, bytes, Sequence[int]]


def _columns(rows: Iterator[tuple[str, Attributes]], address: Any) -> Columns:
    addressed = [(name, address(attributes)) for name, attributes in rows]
    entries = [(KIND, name, digest) for name, digest in addressed]
    return (
        pa.array([name for name, _ in addressed]),
        pa.array([digest for _, digest in addressed], pa.binary()),
        inventory_digest(entries),
        bucket_digests(entries),
    )


def _table(environment: str, columns: Columns, schema: pa.Schema) -> pa.Table:
    names, fingerprints, *_ = columns
    count = len(names)
    fixed = [pa.array([word] * count) for word in (environment, SYSTEM, KIND)]
    return pa.Table.from_arrays([*fixed, names, fingerprints], schema=schema)


def _wide(
    path: Path,
    base: Sequence[tuple[str, Attributes]],
    changes: Mapping[str, Change],
    names: Sequence[str],
) -> None:
    def table(rows: Iterator[tuple[str, Attributes]]) -> pa.Table:
        return pa.Table.from_pylist(
            [
                {"name": name}
                | {n: json.dumps(v) if isinstance(v, tuple) else v for n, v in attributes.items()}
                for name, attributes in rows
            ]
        )

    alike = table(_rows(base, None))
    writer = None
    for start in range(0, len(names), GROUP):
        tables = []
        for environment in names[start : start + GROUP]:
            own = table(_rows(base, changes[environment])) if environment in changes else alike
            tables.append(
                own.cast(alike.schema).add_column(
                    0, "environment", pa.array([environment] * len(own))
                )
            )
        whole = pa.concat_tables(tables)
        writer = writer or pq.ParquetWriter(path, whole.schema, compression="zstd")
        writer.write_table(whole)
    if writer is not None:
        writer.close()


def _file(lake: Path, table: str, number: int = 0) -> Path:
    folder = lake / table / f"run={RUN}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"part-{number:05}.parquet"


def _write(lake: Path, table: str, columns: Mapping[str, Any]) -> None:
    pq.write_table(pa.table(dict(columns)), _file(lake, table), compression="zstd")
