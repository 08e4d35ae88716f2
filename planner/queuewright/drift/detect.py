"""Detect: what differs between desired and observed, computed by Spark.

Work is done once for what is alike. Systems whose inventories (desired digest, observed digest)
are the same pair share one comparison. In it the objects fall into buckets by their names, and
only buckets whose digests differ are looked into: no join ever moves all objects, not even where
no two systems are alike. Objects whose definitions are the same pair of fingerprints share one
comparison of attributes. The results are joined back to every system that has the pair.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from queuewright.catalogue.references import Role
from queuewright.kinds import KINDS, QUEUE_KINDS, kinds_of

from .fingerprint import BUCKETS, compare_pair
from .tables import OWNED

if TYPE_CHECKING:
    import pyarrow as pa

_SYSTEM = ["environment", "system"]
_FEW = 10  # values that Spark asks Parquet for one by one (its inFilterThreshold)
_LOST = (
    "the lake has lost definitions that this run refers to; collect it again, and delete nothing "
    "from the table definitions, which all runs share"
)
CONSISTENT = (
    "default_bind",
    "default_persistence",
    "default_priority",
    "default_put_response",
    "cluster_workload_queue_rank",
    "cluster_workload_queue_priority",
)
_CLUSTERED = [kind for kind in QUEUE_KINDS if "cluster_name" in KINDS[kind].attributes()]


@dataclass(frozen=True, slots=True)
class Side:
    """One side: objects (environment, system, kind, name, fingerprint), inventories (environment,
    system, digest, buckets, error) and definitions (fingerprint, kind, attributes as canonical
    JSON, and typed columns); a definition may be there several times."""

    objects: DataFrame
    inventories: DataFrame
    definitions: DataFrame


@contextmanager
def detect(desired: Side, observed: Side, *, unmanaged: bool = False) -> Iterator[DataFrame]:
    """One row a difference: environment, system, kind, name, drift, attribute, desired, observed,
    change. To be used inside `with`: what Spark keeps for it is given back at the end.

    drift: "missing" (desired, not there), "unexpected" (there; owned by the stack and not desired
    any more, or with `unmanaged` not desired at all, system objects apart), "changed" (one row an
    attribute). Systems with an error on either side are left out: what was not read is never drift.
    """
    with ExitStack() as kept:

        def keep(frame: DataFrame) -> DataFrame:
            kept.callback(frame.unpersist)
            return frame.persist()

        known = _system_pairs(desired.inventories, observed.inventories)
        pairs = keep(known.drop("want_buckets", "have_buckets"))
        places = keep(_differing_buckets(known))
        left = _first_of_each(desired.objects, pairs, "want")
        right = _first_of_each(observed.objects, pairs, "have")
        differing = keep(_differing_objects(left, right, places, unmanaged=unmanaged))
        differences = _absent(differing, unmanaged=unmanaged).unionByName(
            _changed(differing, desired.definitions, observed.definitions)
        )
        yield pairs.join(differences, ["want", "have"]).select(
            *_SYSTEM, "kind", "name", "drift", "attribute", "desired", "observed", "change"
        )


def _system_pairs(desired: DataFrame, observed: DataFrame) -> DataFrame:
    """Systems that both sides know, with the digests of what they want and have, and the digests
    of the buckets of both."""

    def known(side: DataFrame, digest: str) -> DataFrame:
        return side.where(F.col("error").isNull()).select(
            *_SYSTEM, F.col("digest").alias(digest), F.col("buckets").alias(f"{digest}_buckets")
        )

    both = known(desired, "want").join(known(observed, "have"), _SYSTEM)
    return both.where(F.col("want") != F.col("have"))


def _differing_buckets(pairs: DataFrame) -> DataFrame:
    """want, have, bucket: where the two inventories of a pair differ."""
    sides = ["want_buckets", "have_buckets"]
    groups = pairs.groupBy("want", "have").agg(*[F.first(side).alias(side) for side in sides])
    numbers = F.sequence(F.lit(0), F.lit(BUCKETS - 1))

    def differ(number: Column) -> Column:
        want, have = F.get("want_buckets", number), F.get("have_buckets", number)
        return ~want.eqNullSafe(have) | want.isNull()

    differing = F.filter(numbers, differ)
    return groups.select("want", "have", F.explode(differing).alias("bucket"))


def _first_of_each(objects: DataFrame, pairs: DataFrame, digest: str) -> DataFrame:
    """<digest>, bucket, kind, name, fingerprint: the objects of one system of each inventory."""
    first = pairs.groupBy(digest).agg(F.min(F.struct(*_SYSTEM)).alias("first"))
    few = first.select("first.environment").limit(_FEW + 1).collect()
    if len(few) <= _FEW:  # then Parquet need not read the others' rows at all
        objects = objects.where(F.col("environment").isin([row[0] for row in few]))
    chosen = F.broadcast(first.select(digest, "first.*"))
    place = F.crc32(F.concat_ws("\n", "kind", "name"))
    # Never null, and Spark knows it from coalesce: else it would look at this for every object
    # of the lake before the join.
    bucket = F.coalesce(F.pmod(place, F.lit(BUCKETS)).cast("int"), F.lit(0)).alias("bucket")
    return objects.join(chosen, _SYSTEM).select(digest, bucket, "kind", "name", "fingerprint")


def _differing_objects(
    left: DataFrame, right: DataFrame, places: DataFrame, *, unmanaged: bool
) -> DataFrame:
    """want, have, kind, name, wanted, had: objects that are not equal."""
    chosen = F.broadcast(places)

    def objects(side: DataFrame, digest: str, fingerprint: str) -> DataFrame:
        return side.join(chosen, [digest, "bucket"]).select(
            "want", "have", "kind", "name", F.col("fingerprint").alias(fingerprint)
        )

    how = "full" if unmanaged else "left"
    key = ["want", "have", "kind", "name"]
    both = objects(left, "want", "wanted").join(objects(right, "have", "had"), key, how)
    return both.where(~F.col("wanted").eqNullSafe(F.col("had")))


def _absent(differing: DataFrame, *, unmanaged: bool) -> DataFrame:
    owned = F.col("wanted") == F.lit(OWNED)
    missing = F.col("had").isNull() & ~owned
    unexpected = owned & F.col("had").isNotNull()
    if unmanaged:
        system = F.col("name").rlike("^(SYSTEM|AMQ)[.]")
        unexpected |= F.col("wanted").isNull() & ~system
    nothing = F.lit(None).cast("string")
    return differing.where(missing | unexpected).select(
        "want", "have", "kind", "name",
        F.when(missing, "missing").otherwise("unexpected").alias("drift"),
        F.lit("").alias("attribute"),
        nothing.alias("desired"), nothing.alias("observed"), nothing.alias("change"),
    )  # fmt: skip


def _changed(differing: DataFrame, desired: DataFrame, observed: DataFrame) -> DataFrame:
    both = differing.where(
        F.col("wanted").isNotNull() & F.col("had").isNotNull() & (F.col("wanted") != F.lit(OWNED))
    )
    distinct = both.select("kind", "wanted", "had").distinct()

    def texts(definitions: DataFrame, side: str) -> DataFrame:
        return definitions.select(
            F.col("fingerprint").alias(side), F.col("attributes").alias(f"{side}_json")
        )

    def present(side: str) -> Column:
        """Comparing nothing is not the same as finding nothing."""
        lost = F.raise_error(F.lit(_LOST)).cast("string")
        return F.coalesce(f"{side}_json", lost).alias(f"{side}_json")

    compared = (
        distinct.join(texts(desired, "wanted"), "wanted", "left")
        .join(texts(observed, "had"), "had", "left")
        .dropDuplicates(["wanted", "had"])
        .select("kind", "wanted", "had", present("wanted"), present("had"))
        .mapInArrow(
            _compare_batches,
            "wanted binary, had binary, attribute string, desired string, observed string, "
            "change string",
        )
    )
    return both.join(compared, ["wanted", "had"]).select(
        "want", "have", "kind", "name", F.lit("changed").alias("drift"),
        "attribute", "desired", "observed", "change",
    )  # fmt: skip


def _compare_batches(batches: Iterable["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
    """Runs in a worker: each row is one distinct pair of definitions."""
    import pyarrow as pa

    texts = ("attribute", "desired", "observed", "change")
    schema = pa.schema(
        [("wanted", pa.binary()), ("had", pa.binary()), *((name, pa.string()) for name in texts)]
    )
    for batch in batches:
        differences = [
            {"wanted": row["wanted"], "had": row["had"], **dict(zip(texts, values, strict=True))}
            for row in batch.to_pylist()
            for values in compare_pair(row["kind"], row["wanted_json"], row["had_json"])
        ]
        yield pa.RecordBatch.from_pylist(differences, schema)


def inconsistencies(observed: Side) -> DataFrame:
    """Rows of drift "inconsistent": one a system, cluster queue and attribute that disagrees.

    MQWQR says which fields of a queue a workload exit sees; instances of one queue on several queue
    managers of an environment that differ in these send messages on different terms.

    `observed` is JSON of what each queue manager has; `desired` is null: nothing says who is right.
    """

    def defined(condition: Column, *columns: str) -> DataFrame:
        """These definitions, each once."""
        rows = observed.definitions.where(condition).select("fingerprint", *columns)
        return rows.dropDuplicates(["fingerprint"])

    in_cluster = F.greatest(F.coalesce("cluster_name", F.lit("")), "cluster_namelist") != ""
    clustered = F.col("kind").isin(_CLUSTERED) & in_cluster
    clusters = ("cluster_name", "cluster_namelist")
    terms = F.broadcast(defined(clustered, *clusters, *CONSISTENT))
    queues = observed.objects.join(terms, "fingerprint")
    namelist = F.col("kind").isin(*kinds_of(Role.NAMELIST))
    named = observed.objects.where(namelist).join(defined(namelist, "names"), "fingerprint")
    lists = named.select(
        *_SYSTEM, F.col("name").alias("cluster_namelist"), F.explode("names").alias("cluster")
    )
    place = [*_SYSTEM, "kind", "name", "cluster"]
    direct = queues.where(F.col("cluster_name") != "").withColumn("cluster", F.col("cluster_name"))
    listed = queues.join(lists, [*_SYSTEM, "cluster_namelist"])
    texts = [F.col(name).cast("string").alias(name) for name in CONSISTENT]
    every = direct.select(*place, *texts).unionByName(listed.select(*place, *texts))
    values = every.unpivot(tuple(place), CONSISTENT, "attribute", "value")
    together = ["environment", "cluster", "name", "attribute"]
    disagreeing = (
        values.groupBy(*together)
        .agg(
            F.count_distinct("value").alias("different"),
            F.to_json(
                F.map_from_entries(F.array_sort(F.collect_set(F.struct("system", "value"))))
            ).alias("observed"),
        )
        .where(F.col("different") > 1)
    )
    nothing = F.lit(None).cast("string")
    return values.join(disagreeing, together).select(
        "environment", "system", "kind", "name", F.lit("inconsistent").alias("drift"),
        "attribute", nothing.alias("desired"), "observed", F.lit("in-place").alias("change"),
    ).distinct()  # fmt: skip
