"""Detect: what differs between desired and observed, computed by Spark.

Work is done once for what is alike. Systems whose inventories (desired digest, observed digest)
are the same pair share one comparison. In it the objects fall into buckets by their names, and
only buckets whose digests differ are looked into: no join ever moves all objects, not even where
no two systems are alike. Objects whose definitions are the same pair of fingerprints share one
comparison of attributes. The results are joined back to every system that has the pair.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from queuewright.catalogue.references import Role
from queuewright.kinds import KINDS, QUEUE_KINDS, kinds_of
from queuewright.mq.workload_record import AGREED, CHOOSING

from .fingerprint import compare_pair
from .inventories import SYSTEM, SystemPairs
from .tables import ALLOWED, OWNED

_NO_DEFINITIONS = (OWNED, ALLOWED)
_LOST = (
    "the lake has lost definitions that this run refers to; collect it again, and delete nothing "
    "from the table definitions, which all runs share"
)
CONSISTENT = (*AGREED, *CHOOSING)
_CLUSTERED = [kind for kind in QUEUE_KINDS if "cluster_name" in KINDS[kind].attributes()]


@dataclass(frozen=True, slots=True)
class Side:
    """One side: objects (environment, system, kind, name, fingerprint), inventories (environment,
    system, digest, buckets, error) and definitions (fingerprint, kind, attributes as canonical
    JSON, and typed columns); a definition may be there several times."""

    objects: DataFrame
    inventories: DataFrame
    definitions: DataFrame


def detect(desired: Side, observed: Side, *, unmanaged: bool = False) -> DataFrame:
    """One row a difference: environment, system, kind, name, drift, attribute, desired, observed,
    change.

    drift: "missing" (desired, not there), "unexpected" (there; owned by the stack and not desired
    any more, or with `unmanaged` not desired at all, system objects apart), "changed" (one row an
    attribute). Systems with an error on either side are left out: what was not read is never drift.
    """
    pairs = SystemPairs.of(desired.inventories, observed.inventories)
    # Spark shuffles it once for both who read it.
    differing = _differing_objects(
        pairs.objects(desired.objects, wanted=True),
        pairs.objects(observed.objects, wanted=False),
        unmanaged=unmanaged,
    )
    differences = _absent(differing, unmanaged=unmanaged).unionByName(
        _changed(differing, desired.definitions, observed.definitions)
    )
    systems = F.broadcast(pairs.systems(desired.objects.sparkSession))
    return differences.join(systems, "pair").select(
        *SYSTEM, "kind", "name", "drift", "attribute", "desired", "observed", "change"
    )


def _differing_objects(left: DataFrame, right: DataFrame, *, unmanaged: bool) -> DataFrame:
    """pair, kind, name, wanted, had: objects that are not equal. One shuffle, where a join would
    have two."""
    place = ("pair", "kind", "name")
    fingerprint, none = F.col("fingerprint"), F.lit(None).cast("binary")
    sides = left.select(*place, fingerprint.alias("wanted"), none.alias("had")).unionAll(
        right.select(*place, none.alias("wanted"), fingerprint.alias("had"))
    )
    both = sides.groupBy(*place).agg(F.max("wanted").alias("wanted"), F.max("had").alias("had"))
    differ = ~F.col("wanted").eqNullSafe(F.col("had"))
    return both.where(differ if unmanaged else F.col("wanted").isNotNull() & differ)


def _absent(differing: DataFrame, *, unmanaged: bool) -> DataFrame:
    owned = F.col("wanted") == F.lit(OWNED)
    missing = F.col("had").isNull() & ~F.col("wanted").isin(*_NO_DEFINITIONS)
    unexpected = owned & F.col("had").isNotNull()
    if unmanaged:
        system = F.col("name").rlike("^(SYSTEM|AMQ)[.]")
        unexpected |= F.col("wanted").isNull() & ~system
    nothing = F.lit(None).cast("string")
    return differing.where(missing | unexpected).select(
        "pair", "kind", "name",
        F.when(missing, "missing").otherwise("unexpected").alias("drift"),
        F.lit("").alias("attribute"),
        nothing.alias("desired"), nothing.alias("observed"), nothing.alias("change"),
    )  # fmt: skip


def _changed(differing: DataFrame, desired: DataFrame, observed: DataFrame) -> DataFrame:
    both = differing.where(
        F.col("wanted").isNotNull()
        & F.col("had").isNotNull()
        & ~F.col("wanted").isin(*_NO_DEFINITIONS)
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
        .dropDuplicates(["kind", "wanted", "had"])  # where `distinct` has put them: no shuffle
        .select("kind", "wanted", "had", present("wanted"), present("had"))
        .mapInArrow(
            _compare_batches,
            "wanted binary, had binary, attribute string, desired string, observed string, "
            "change string",
        )
    )
    return both.join(compared, ["wanted", "had"]).select(
        "pair", "kind", "name", F.lit("changed").alias("drift"),
        "attribute", "desired", "observed", "change",
    )  # fmt: skip


def _compare_batches(batches: Iterable["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
    """Runs in a worker: each row is one distinct pair of definitions."""
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
        *SYSTEM, F.col("name").alias("cluster_namelist"), F.explode("names").alias("cluster")
    )
    place = [*SYSTEM, "kind", "name", "cluster"]
    direct = queues.where(F.col("cluster_name") != "").withColumn("cluster", F.col("cluster_name"))
    listed = queues.join(lists, [*SYSTEM, "cluster_namelist"])
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
