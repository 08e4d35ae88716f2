"""Which systems differ, and in which buckets: found out on the driver, from inventories alone.

A system's inventory is a digest of all it holds, and one of each bucket: two kilobytes, of which
the driver reads those of one system for each pair of digests. Spark would need a dozen small jobs
for the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .fingerprint import BUCKETS
from .tables import schema_of

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
        wanted, had = _digests(desired), _digests(observed)
        members: dict[tuple[bytes, bytes], list[Place]] = {}
        for place in sorted(wanted.keys() & had.keys()):
            if wanted[place] != had[place]:
                members.setdefault((wanted[place], had[place]), []).append(place)
        first = [places[0] for places in members.values()]
        want, have = _buckets(desired, first), _buckets(observed, first)
        # Where a side has none of its buckets, all of them may differ.
        differ = (want.digests != have.digests) | ~(want.known & have.known)[:, None]
        return cls(members, np.argwhere(differ))

    def systems(self, spark: "SparkSession") -> DataFrame:
        """pair, environment, system: every system of every pair."""
        rows = [(n, *place) for n, places in enumerate(self.members.values()) for place in places]
        return _frame(spark, {"pair": pa.int64()}, rows)

    def objects(self, objects: DataFrame, *, wanted: bool) -> DataFrame:
        """pair, kind, name, fingerprint: what one system of each pair holds in the buckets that
        differ. objects: of the side that is `wanted`, or of the other."""
        digests = [pair[0] if wanted else pair[1] for pair in self.members]
        first: dict[bytes, Place] = {}
        for digest, places in zip(digests, self.members.values(), strict=True):
            first.setdefault(digest, places[0])
        environments = sorted({environment for environment, _ in first.values()})
        if len(environments) <= _FEW:  # then Parquet need not decode the others' rows
            objects = objects.where(F.col("environment").isin(environments))
        numbers = {digest: number for number, digest in enumerate(first)}
        spark = objects.sparkSession
        chosen = [(number, *first[digest]) for digest, number in numbers.items()]
        inventory = np.array([numbers[digest] for digest in digests], dtype=np.int64)
        pair, bucket = self.buckets[:, 0], self.buckets[:, 1]
        columns = {"inventory": inventory[pair], "pair": pair, "bucket": bucket}
        looked_into = spark.createDataFrame(pa.table(columns))
        crc = F.crc32(F.concat_ws("\n", "kind", "name"))
        # Never null, and Spark knows it from coalesce: else it would look at this for every object
        # of the lake before the join.
        own = F.coalesce(F.pmod(crc, F.lit(BUCKETS)), F.lit(0).cast("bigint"))
        return (
            objects.join(F.broadcast(_frame(spark, {"inventory": pa.int64()}, chosen)), [*SYSTEM])
            .withColumn("bucket", own)
            .join(F.broadcast(looked_into), ["inventory", "bucket"])
            .select("pair", "kind", "name", "fingerprint")
        )


def _frame(
    spark: "SparkSession", number: Mapping[str, pa.DataType], rows: Sequence[tuple[Any, ...]]
) -> DataFrame:
    """Rows of a number, an environment and a system."""
    schema = pa.schema([*number.items(), *schema_of(*SYSTEM)])
    columns = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [pa.array(c, field.type) for c, field in zip(columns, schema, strict=True)]
    return spark.createDataFrame(pa.Table.from_arrays(arrays, schema=schema))


def _digests(inventories: DataFrame) -> dict[Place, bytes]:
    known = inventories.where(F.col("error").isNull()).select(*SYSTEM, "digest").toArrow()
    columns = [known.column(name).to_pylist() for name in (*SYSTEM, "digest")]
    return {(e, s): digest for e, s, digest in zip(*columns, strict=True)}


@dataclass(frozen=True, slots=True)
class _Buckets:
    """digests: a row a system. known: of which of them there are any."""

    digests: npt.NDArray[np.int64]
    known: npt.NDArray[np.bool_]


def _buckets(inventories: DataFrame, places: Sequence[Place]) -> _Buckets:
    read = _Buckets(np.zeros((len(places), BUCKETS), np.int64), np.zeros(len(places), np.bool_))
    if not places:
        return read
    rows = [(row, *place) for row, place in enumerate(places)]
    chosen = _frame(inventories.sparkSession, {"row": pa.int64()}, rows)
    wanted = inventories.join(F.broadcast(chosen), [*SYSTEM]).where(F.size("buckets") == BUCKETS)
    for batch in wanted.select("row", "buckets").toArrow().to_batches():
        row = batch.column("row").to_numpy()
        values = batch.column("buckets").flatten().to_numpy(zero_copy_only=False)
        read.digests[row] = values.reshape(len(row), BUCKETS)
        read.known[row] = True
    return read
