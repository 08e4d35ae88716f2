"""Detection, on snapshots made by hand: on Arrow, and in Spark's tasks."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from drift_engines import table_of
from queuewright.drift.compare.agreement import inconsistencies, representatives
from queuewright.drift.compare.differences import DIFFERENCE, expanded
from queuewright.drift.compare.pairs import SystemPairs
from queuewright.drift.engines.local import found_here
from queuewright.drift.fingerprint import (
    bucket_digests,
    canonical_json,
    fingerprint,
    inventory_digest,
)
from queuewright.drift.lake import Lake
from queuewright.drift.tables import ALLOWED, OWNED, SCHEMAS, schema_of

KIND = "mq:LocalQueue"
Systems = Mapping[str, Mapping[str, int | None]]

MAY_BE = -1
# Of each system its queues and their depths; None: owned, and no longer declared; MAY_BE: it may be
# there or not.
DESIRED: Systems = {
    "same": {f"Q{n}": n for n in range(200)},
    "changed": {f"Q{n}": n for n in range(200)},
    "twin": {f"Q{n}": n for n in range(200)},
    "missing": {"A": 1, "B": 2},
    "more": {"A": 1},
    "owned": {"A": 1, "GONE": None, "LEFT": None},
    "empty": {"A": 1},
    "allowed": {"A": 1, "THERE": MAY_BE, "NOT": MAY_BE},
    "failed": {"A": 1},
}
OBSERVED: Systems = {
    "same": DESIRED["same"],
    "changed": {**DESIRED["changed"], "Q7": 1000, "Q150": 1001},
    "twin": {**DESIRED["twin"], "Q7": 1000, "Q150": 1001},
    "missing": {"A": 1},
    "more": {"A": 1, "EXTRA": 5, "SYSTEM.EXTRA": 6},
    "owned": {"A": 2, "LEFT": 3},
    "empty": {},
    "allowed": {"A": 1, "THERE": 7},
    "failed": {},
}
MANAGED = {
    ("changed", "Q7", "changed", "7", "1000"),
    ("changed", "Q150", "changed", "150", "1001"),
    ("twin", "Q7", "changed", "7", "1000"),
    ("twin", "Q150", "changed", "150", "1001"),
    ("missing", "B", "missing", None, None),
    ("owned", "A", "changed", "1", "2"),
    ("owned", "LEFT", "unexpected", None, None),
    ("empty", "A", "missing", None, None),
}
UNMANAGED = {("more", "EXTRA", "unexpected", None, None)}
FOUND = ("environment", "name", "drift", "desired", "observed")


def write(lake: Lake, systems: Systems, *, prefix: str = "", bucketed: bool = True) -> None:
    """One side of run r, as the job writes it."""
    objects, digested, definitions = [], [], {}
    for environment, queues in systems.items():
        own = []
        for name, depth in queues.items():
            text = canonical_json({"max_queue_depth": depth or 0})
            address = {None: OWNED, MAY_BE: ALLOWED}.get(depth, fingerprint(KIND, text))
            if address not in (OWNED, ALLOWED):
                definitions[address] = text
            own.append((KIND, name, address))
            objects.append((environment, "QM1", KIND, name, address))
        buckets = bucket_digests(own) if bucketed else None
        row = {"environment": environment, "system": "QM1", "digest": inventory_digest(own)}
        error = "no answer" if environment == "failed" else None
        digested.append({**row, "buckets": buckets, "objects": len(own), "error": error})
    lake.write(prefix or "observations", "r", table_of(SCHEMAS[prefix or "observations"], *objects))
    table = f"{prefix}_inventories".lstrip("_")
    lake.write(table, "r", pa.Table.from_pylist(digested, SCHEMAS[table]))
    rows = [
        {"fingerprint": address, "kind": KIND, "attributes": text}
        for address, text in definitions.items()
    ]
    table = f"{prefix}_definitions".lstrip("_")
    lake.write(table, "r", pa.Table.from_pylist(rows, SCHEMAS[table]))


def pairs_of(lake: Lake) -> SystemPairs:
    sides = [lake.read(table, "r") for table in ("desired_inventories", "inventories")]
    return SystemPairs.of(*sides, lambda _: sides[0], lambda _: sides[1])


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    lake = Lake(None, str(tmp_path / "lake"))
    write(lake, DESIRED, prefix="desired")
    write(lake, OBSERVED)
    return lake


def reported(rows: list[dict[str, Any]]) -> set[tuple[Any, ...]]:
    found = [tuple(row[name] for name in FOUND) for row in rows]
    assert len(set(found)) == len(found)
    return set(found)


@pytest.mark.parametrize("unmanaged", [False, True])
def test_what_differs_is_found_and_nothing_else(lake: Lake, unmanaged: bool) -> None:
    pairs = pairs_of(lake)
    found = expanded(found_here(lake, "r", pairs, unmanaged=unmanaged), pairs)
    assert reported(found.to_pylist()) == MANAGED | (UNMANAGED if unmanaged else set())
    assert {row["change"] for row in found.to_pylist() if row["drift"] == "changed"} == {"in-place"}


@pytest.mark.deploy
@pytest.mark.parametrize("unmanaged", [False, True])
def test_the_tasks_of_spark_find_the_same(lake: Lake, spark: Any, unmanaged: bool) -> None:
    from queuewright.drift.engines.spark import SparkEngine

    engine = SparkEngine(Lake(spark, lake.name), few=-1)
    pairs = pairs_of(lake)
    found = engine._found("r", pairs, unmanaged=unmanaged).toArrow()
    rows = expanded(found, pairs).to_pylist()
    assert reported(rows) == MANAGED | (UNMANAGED if unmanaged else set())


def test_systems_that_differ_alike_are_looked_into_once(lake: Lake) -> None:
    pairs = pairs_of(lake)
    # changed and twin are one pair; so are what missing and the others want, each for itself.
    assert len(pairs) == 6
    assert pairs.members.num_rows == 7
    assert set(pairs.had["environment"].to_pylist()) & {"changed", "twin"} == {"changed"}
    wanted = set(pairs.wanted["environment"].to_pylist())
    assert "same" not in set(pairs.had["environment"].to_pylist())
    assert wanted & {"same", "changed", "twin"} == {"changed"}  # one of those who want the same


def test_buckets_that_nobody_has_may_all_differ(tmp_path: Path) -> None:
    lake = Lake(None, str(tmp_path / "lake"))
    write(lake, DESIRED, prefix="desired", bucketed=False)
    write(lake, OBSERVED)
    pairs = pairs_of(lake)
    found = expanded(found_here(lake, "r", pairs, unmanaged=False), pairs)
    assert reported(found.to_pylist()) == MANAGED


def test_an_empty_fleet_has_no_difference() -> None:
    nothing = schema_of("environment", "system", "digest", "error", "buckets").empty_table()
    pairs = SystemPairs.of(nothing, nothing, lambda _: nothing, lambda _: nothing)
    assert len(pairs) == 0
    assert expanded(_no_rows(), pairs).schema == DIFFERENCE


def _no_rows() -> pa.Table:
    from queuewright.drift.compare.differences import FOUND as SCHEMA

    return SCHEMA.empty_table()


QUEUE, NAMELIST = "mq:LocalQueue", "mq:Namelist"


def agreement(*objects: tuple[str, str, str, str, dict[str, Any]]) -> list[tuple[Any, ...]]:
    texts = {}
    rows = []
    for environment, system, kind, name, values in objects:
        text = canonical_json(values)
        address = fingerprint(kind, text)
        texts[address] = text
        rows.append((environment, system, kind, name, address))
    schema = schema_of("environment", "system", "kind", "name", "fingerprint")
    found = inconsistencies(table_of(schema, *rows), texts).to_pylist()
    names = ("environment", "system", "name", "attribute", "observed")
    return sorted(tuple(row[name] for name in names) for row in found)


def test_queue_managers_that_disagree_directly_or_by_a_namelist() -> None:
    def queue(system: str, priority: int | None, environment: str = "e", **cluster: str) -> Any:
        values = {"default_priority": priority, **cluster}
        kept = {name: value for name, value in values.items() if value is not None}
        return (environment, system, QUEUE, "IN", kept)

    both = ("e", "QM2", NAMELIST, "BOTH", {"names": ("A", "B")})
    observed = '{"QM1":"0","QM2":"5"}'
    rows = [("e", name, "IN", "default_priority", observed) for name in ("QM1", "QM2")]
    direct, listed = {"cluster_name": "A"}, {"cluster_namelist": "BOTH"}
    assert agreement(queue("QM1", 0, **direct), queue("QM2", 5, **listed), both) == rows
    assert agreement(queue("QM1", 0, **direct), queue("QM2", 5, **direct)) == rows
    # Another cluster, another environment, an older release that does not have it: no disagreement.
    assert agreement(queue("QM1", 0, **direct), queue("QM2", 5, cluster_name="B")) == []
    assert agreement(queue("QM1", 0, **direct), queue("QM2", 5, "other", **direct)) == []
    assert agreement(queue("QM1", 0, **direct), queue("QM2", None, **direct)) == []
    # In two clusters with the same members it is one difference.
    third = ("e", "QM1", NAMELIST, "BOTH", {"names": ("A", "B")})
    assert agreement(queue("QM1", 0, **listed), queue("QM2", 5, **listed), both, third) == rows


def test_environments_that_hold_the_same_are_looked_at_once() -> None:
    schema = schema_of("environment", "system", "digest", "error")
    rows = table_of(
        schema,
        ("a", "QM1", b"1"), ("a", "QM2", b"2"), ("b", "QM2", b"2"), ("b", "QM1", b"1"),
        ("c", "QM1", b"1"), ("c", "QM2", b"3"), ("alone", "QM1", b"1"),
        ("half", "QM1", b"1"), ("half", "QM2", b"2", "no answer"),
    )  # fmt: skip
    like = {row["environment"]: row["like"] for row in representatives(rows).to_pylist()}
    assert like == {"a": "a", "b": "a", "c": "c"}
