"""Give each difference its severity, its ignore rule and its history."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from .policy import Policy

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

# What makes a difference the same one in two runs.
IDENTITY = ("environment", "system", "kind", "name", "drift", "attribute")
ROW = (*IDENTITY, "desired", "observed", "change")


def with_severity(
    differences: "DataFrame", policy: Policy, labels: Mapping[str, Mapping[str, str]], today: date
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
    return differences.select(*ROW).mapInArrow(classify, columns)


def with_history(
    differences: "DataFrame",
    previous: "DataFrame | None",
    compared: "DataFrame",
    environments: Sequence[str],
    at: str,
    *,
    incomplete: "DataFrame",
) -> "DataFrame":
    """Adds `first_seen` (UTC, ISO 8601) and `status`: new or persisting.

    compared: (environment, system) of those that were compared this time. Differences of other
    systems of the fleet's environments are carried on with status "unknown", so that what is found
    there later is not new; they count as nothing now. incomplete: (environment) of those with a
    system that was not compared: whether its queue managers still disagree is not known.
    """
    from pyspark.sql import functions as F

    if previous is None:
        return differences.withColumn("first_seen", F.lit(at)).withColumn("status", F.lit("new"))
    before = previous.select(*IDENTITY, F.col("first_seen").alias("before"))
    now = (
        differences.join(before, list(IDENTITY), "left")
        # A clock that ran fast must not make something seen first in the future.
        .withColumn("first_seen", F.least(F.coalesce("before", F.lit(at)), F.lit(at)))
        .withColumn("status", F.when(F.col("before").isNull(), "new").otherwise("persisting"))
        .drop("before")
    )
    kept = previous.where(F.col("environment").isin(list(environments)))
    doubtful = (
        kept.join(compared, ["environment", "system"], "left_semi")
        .join(_doubtful(incomplete), ["environment", "drift"], "left_semi")
        .join(differences.select(*IDENTITY), list(IDENTITY), "left_anti")
    )
    carried = kept.join(compared, ["environment", "system"], "left_anti").unionByName(doubtful)
    return now.unionByName(carried.withColumn("status", F.lit("unknown")).select(*now.columns))


def resolved(
    differences: "DataFrame",
    previous: "DataFrame | None",
    compared: "DataFrame",
    *,
    incomplete: "DataFrame",
    unexpected: bool = True,
) -> int:
    """How many differences of the run before are resolved. Not those of systems that were not
    compared, nor those that an ignore rule hid then, nor (`unexpected` False) what nobody declared,
    where that was reported then and is not looked for now."""
    from pyspark.sql import functions as F

    if previous is None:
        return 0
    shown = previous.where(F.col("ignored").isNull())
    if not unexpected:
        shown = shown.where(F.col("drift") != "unexpected")
    ended = (
        shown.join(differences.select(*IDENTITY), list(IDENTITY), "left_anti")
        .join(compared, ["environment", "system"], "left_semi")
        .join(_doubtful(incomplete), ["environment", "drift"], "left_anti")
    )
    return int(ended.count())


def _doubtful(incomplete: "DataFrame") -> "DataFrame":
    """(environment, drift): queue managers that disagree, one of which was not compared."""
    from pyspark.sql import functions as F

    return F.broadcast(incomplete.withColumn("drift", F.lit("inconsistent")))
