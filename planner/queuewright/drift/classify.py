"""Give each difference its severity, its ignore rule and its history."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from .policy import Policy

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

__all__ = ["IDENTITY", "ROW", "resolved", "with_history", "with_severity"]

# What makes a difference the same one in two runs.
IDENTITY = ("environment", "system", "kind", "name", "drift", "attribute")
ROW = (*IDENTITY, "desired", "observed", "change")


def with_severity(
    found: "DataFrame", policy: Policy, labels: Mapping[str, Mapping[str, str]], today: date
) -> "DataFrame":
    """Adds `severity` and `ignored` (the owner and reason of the rule that hides it, else null).

    labels: of each environment. Runs in the workers, in Arrow batches.
    """

    def classify(batches: Iterable["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        import pyarrow as pa

        for batch in batches:
            severities, ignored = [], []
            for row in batch.to_pylist():
                own = labels.get(row["environment"], {})
                severities.append(policy.severity(row, own).value)
                rule = policy.ignored_by(row, own, today)
                ignored.append(None if rule is None else f"{rule.owner}: {rule.reason}")
            yield batch.append_column("severity", pa.array(severities, pa.string())).append_column(
                "ignored", pa.array(ignored, pa.string())
            )

    columns = ", ".join(f"{name} string" for name in (*ROW, "severity", "ignored"))
    return found.select(*ROW).mapInArrow(classify, columns)


def with_history(
    found: "DataFrame",
    previous: "DataFrame | None",
    read: "DataFrame",
    environments: Sequence[str],
    at: str,
    *,
    partly: "DataFrame",
) -> "DataFrame":
    """Adds `first_seen` (UTC, ISO 8601) and `status`: new or persisting.

    read: (environment, system) of what could be read this time. Differences of other systems of
    the fleet's environments are carried on with status "unread", so that what is found there
    later is not new; they count as nothing now. partly: (environment) of those that have a system
    which could not be read: whether its queue managers still disagree nobody knows.
    """
    from pyspark.sql import functions as F

    if previous is None:
        return found.withColumn("first_seen", F.lit(at)).withColumn("status", F.lit("new"))
    before = previous.select(*IDENTITY, F.col("first_seen").alias("before"))
    now = (
        found.join(before, list(IDENTITY), "left")
        # A clock that ran fast must not make something seen first in the future.
        .withColumn("first_seen", F.least(F.coalesce("before", F.lit(at)), F.lit(at)))
        .withColumn("status", F.when(F.col("before").isNull(), "new").otherwise("persisting"))
        .drop("before")
    )
    kept = previous.where(F.col("environment").isin(list(environments)))
    carried = kept.join(read, ["environment", "system"], "left_anti").unionByName(
        _doubtful(kept.join(read, ["environment", "system"], "left_semi"), partly).join(
            found.select(*IDENTITY), list(IDENTITY), "left_anti"
        )
    )
    return now.unionByName(carried.withColumn("status", F.lit("unread")).select(*now.columns))


def resolved(
    found: "DataFrame",
    previous: "DataFrame | None",
    read: "DataFrame",
    *,
    partly: "DataFrame",
    unexpected: bool = True,
) -> int:
    """How many differences of the run before are gone; those that nobody could read are not, nor
    are those that were hidden then by an ignore rule, nor (`unexpected` False) what nobody
    declared, where that was reported then and is not looked for now."""
    from pyspark.sql import functions as F

    if previous is None:
        return 0
    shown = previous.where(F.col("ignored").isNull())
    if not unexpected:
        shown = shown.where(F.col("drift") != "unexpected")
    gone = shown.join(found.select(*IDENTITY), list(IDENTITY), "left_anti")
    gone = gone.join(read, ["environment", "system"], "left_semi")
    return int(gone.count()) - int(_doubtful(gone, partly).count())


def _doubtful(rows: "DataFrame", partly: "DataFrame") -> "DataFrame":
    """Those that say that queue managers disagree, one of which could not be read."""
    from pyspark.sql import functions as F

    disagreeing = rows.where(F.col("drift") == "inconsistent")
    return disagreeing.join(F.broadcast(partly), "environment", "left_semi")
