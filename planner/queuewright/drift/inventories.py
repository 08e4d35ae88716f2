"""Which systems differ, and in which buckets: found out on the driver, from inventories alone.

A system's inventory is a digest of all it holds, and one of each bucket: two kilobytes, of which
the driver reads those of one system for each pair of digests. Spark would need a dozen small jobs
for the same.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .conditions import is_one_of
from .fingerprint import BUCKETS
from .tables import frame_of, schema_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SYSTEM = ("environment", "system")
_FEW = 1_000  # environments that are asked for by name

Place = tuple[str, str]  # environment, system


@dataclass(frozen=True, slots=True)
class SystemPairs:
    """Systems that both sides know and that differ, by what they want and have.

    members: (digest wanted, digest had) -> the systems with this pair, whose place is its number.
    buckets: a row (number of the pair, bucket) where the two inventories differ.
    """

    members: Mapping[tuple[bytes, bytes], Sequence[Place]]
    buckets: npt.NDArray[np.int64]

    @classmethod
    def of(cls, desired: DataFrame, observed: DataFrame) -> "SystemPairs":
        """Of two tables of inventories. A system with an error on either side is left out."""
        wanted, had = _digests(desired, observed)
        members: dict[tuple[bytes, bytes], list[Place]] = {}
        for place in sorted(wanted.keys() & had.keys()):
            if wanted[place] != had[place]:
                members.setdefault((wanted[place], had[place]), []).append(place)
        want, have = _buckets(desired, observed, [places[0] for places in members.values()])
        # Where a side has none of its buckets, all of them may differ.
        differ = (want.digests != have.digests) | ~(want.known & have.known)[:, None]
        return cls(members, np.argwhere(differ))

    def systems(self, spark: "SparkSession") -> DataFrame:
        """pair, environment, system: every system of every pair."""
        rows = [(*place, n) for n, places in enumerate(self.members.values()) for place in places]
        return _frame(spark, rows, "pair")

    def objects(self, objects: DataFrame, *, wanted: bool) -> DataFrame:
        """pair, kind, name, fingerprint: what one system of each pair holds in the buckets that
        differ. objects: of the side that is `wanted`, or of the other."""
        first: dict[bytes, Place] = {}
        holders = []
        for pair, places in self.members.items():
            holders.append(first.setdefault(pair[0] if wanted else pair[1], places[0]))
        rows = [(*holders[pair], pair, bucket) for pair, bucket in self.buckets.tolist()]
        chosen = _frame(objects.sparkSession, rows, "pair", "bucket")
        crc = F.crc32(F.concat_ws("\n", "kind", "name"))
        # Never null, and Spark knows it from coalesce: else it would look at this for every object
        # of the lake before the join.
        bucket = F.coalesce(F.pmod(crc, F.lit(BUCKETS)), F.lit(0).cast("bigint"))
        return (
            _of_few(objects, first.values())
            .withColumn("bucket", bucket)
            .join(F.broadcast(chosen), [*SYSTEM, "bucket"])
            .select("pair", "kind", "name", "fingerprint")
        )


def _of_few(rows: DataFrame, places: Collection[Place]) -> DataFrame:
    """At least the rows of these systems: where they are few, without those of most others."""
    environments = sorted({environment for environment, _ in places})
    few = len(environments) <= _FEW  # then Parquet need not decode what is not of them
    return rows.where(is_one_of("environment", environments)) if few else rows


def _frame(spark: "SparkSession", rows: Sequence[tuple[Any, ...]], *numbers: str) -> DataFrame:
    """Rows of an environment, a system and numbers."""
    schema = pa.schema([*schema_of(*SYSTEM), *((number, pa.int64()) for number in numbers)])
    columns = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [pa.array(c, field.type) for c, field in zip(columns, schema, strict=True)]
    return frame_of(spark, pa.Table.from_arrays(arrays, schema=schema))


def _both(sides: Sequence[DataFrame], *columns: str) -> pa.Table:
    """These columns of what is desired and what is observed, in one job, with `wanted`."""
    desired, observed = sides
    left = desired.select(*columns, F.lit(True).alias("wanted"))
    return left.unionAll(observed.select(*columns, F.lit(False).alias("wanted"))).toArrow()


def _digests(
    desired: DataFrame, observed: DataFrame
) -> tuple[dict[Place, bytes], dict[Place, bytes]]:
    known = [side.where(F.col("error").isNull()) for side in (desired, observed)]
    read = _both(known, *SYSTEM, "digest")
    wanted: dict[Place, bytes] = {}
    had: dict[Place, bytes] = {}
    for row in zip(*(column.to_pylist() for column in read.columns), strict=True):
        environment, system, digest, is_wanted = row
        (wanted if is_wanted else had)[environment, system] = digest
    return wanted, had


@dataclass(frozen=True, slots=True)
class _Buckets:
    """digests: a row a system. known: of which of them there are any."""

    digests: npt.NDArray[np.int64]
    known: npt.NDArray[np.bool_]


def _buckets(
    desired: DataFrame, observed: DataFrame, places: Sequence[Place]
) -> tuple[_Buckets, _Buckets]:
    """Of both sides, a row for each of these systems."""
    shape = len(places), BUCKETS
    want, have = (
        _Buckets(np.zeros(shape, np.int64), np.zeros(len(places), np.bool_)) for _ in range(2)
    )
    if not places:
        return want, have
    sides = [
        _of_few(side, places).where(F.size("buckets") == BUCKETS) for side in (desired, observed)
    ]
    if len(places) > _FEW:
        chosen = F.broadcast(_frame(desired.sparkSession, places))
        sides = [side.join(chosen, [*SYSTEM], "left_semi") for side in sides]
    rows = {place: row for row, place in enumerate(places)}
    for batch in _both(sides, *SYSTEM, "buckets").to_batches():
        environment, system, is_wanted = (batch.column(c).to_pylist() for c in (*SYSTEM, "wanted"))
        values = batch.column("buckets").flatten().to_numpy(zero_copy_only=False)
        for n, place in enumerate(zip(environment, system, strict=True)):
            row = rows.get(place)
            if row is not None:
                side = want if is_wanted[n] else have
                side.digests[row] = values[n * BUCKETS : (n + 1) * BUCKETS]
                side.known[row] = True
    return want, have
