"""Consistency inside a cluster: instances of one cluster queue that disagree.

MQWQR says which fields of a queue a workload exit sees; instances of one queue on several
queue managers of an environment that differ in default bind, persistence, priority, put response,
workload rank or priority send messages on different terms.
"""

from typing import TYPE_CHECKING

from queuewright.catalogue.references import Role
from queuewright.kinds import KINDS, QUEUE_KINDS, kinds_of

from .detect import Side

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

CONSISTENT = (
    "default_bind",
    "default_persistence",
    "default_priority",
    "default_put_response",
    "cluster_workload_queue_rank",
    "cluster_workload_queue_priority",
)
_CLUSTERED = [kind for kind in QUEUE_KINDS if "cluster_name" in KINDS[kind].attributes()]


def inconsistencies(observed: Side) -> "DataFrame":
    """Rows of drift "inconsistent": one a system, cluster queue and attribute that disagrees.

    `observed` is JSON of what each queue manager has; `desired` is null: nothing says who is right.
    """
    from pyspark.sql import functions as F

    def defined(condition: "Column", *columns: str) -> "DataFrame":
        """These definitions, each once."""
        rows = observed.definitions.where(condition).select("fingerprint", *columns)
        return rows.dropDuplicates(["fingerprint"])

    in_cluster = F.greatest(F.coalesce("cluster_name", F.lit("")), "cluster_namelist") != ""
    clustered = F.col("kind").isin(_CLUSTERED) & in_cluster
    clusters = ("cluster_name", "cluster_namelist")
    queues = observed.objects.join(
        F.broadcast(defined(clustered, *clusters, *CONSISTENT)), "fingerprint"
    )
    namelist = F.col("kind").isin(*kinds_of(Role.NAMELIST))
    lists = (
        observed.objects.where(namelist)
        .join(defined(namelist, "names"), "fingerprint")
        .select(
            "environment", "system", F.col("name").alias("cluster_namelist"),
            F.explode("names").alias("cluster"),
        )
    )  # fmt: skip
    columns = ("environment", "system", "kind", "name", *CONSISTENT)
    direct = queues.where(F.col("cluster_name") != "").select(
        *columns, F.col("cluster_name").alias("cluster")
    )
    listed = queues.join(lists, ["environment", "system", "cluster_namelist"]).select(
        *columns, "cluster"
    )
    values = direct.unionByName(listed).select(
        "environment", "system", "kind", "name", "cluster",
        F.explode(
            F.map_from_arrays(
                F.array(*[F.lit(name) for name in CONSISTENT]),
                F.array(*[F.col(name).cast("string") for name in CONSISTENT]),
            )
        ).alias("attribute", "value"),
    )  # fmt: skip
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
