"""Give each difference its severity, its ignore rule and its history."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .conditions import is_one_of
from .identity import IDENTITY
from .policy import Policy

if TYPE_CHECKING:
    import pyarrow as pa

_SYSTEM = ["environment", "system"]
ROW = (*IDENTITY, "desired", "observed", "change")


def with_severity(
    differences: DataFrame, policy: Policy, labels: Mapping[str, Mapping[str, str]], today: date
) -> DataFrame:
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


@dataclass(frozen=True, slots=True)
class History:
    """What the run before found, None where there was none, and what can be said of it now.

    compared: (environment, system) of those that were compared this time. incomplete: (environment)
    of those with a system that was not: whether its queue managers still disagree is not known.
    """

    previous: DataFrame | None
    compared: DataFrame
    incomplete: DataFrame

    def continued(self, differences: DataFrame, environments: Sequence[str], at: str) -> DataFrame:
        """Adds `first_seen` (UTC, ISO 8601), `status` (new or persisting) and `observed_before`:
        what was observed in the run before, where that is another value now.

        Differences of systems of these environments that were not compared are carried on with
        status "unknown", so that what is found there later is not new; they count as nothing now.
        """
        if self.previous is None:
            new = differences.withColumn("first_seen", F.lit(at))
            nothing = F.lit(None).cast("string")
            return new.withColumn("status", F.lit("new")).withColumn("observed_before", nothing)
        before = self.previous.select(
            *IDENTITY, F.col("first_seen").alias("before"), F.col("observed").alias("then")
        )
        is_other = F.col("before").isNotNull() & ~F.col("then").eqNullSafe(F.col("observed"))
        now = (
            differences.join(before, list(IDENTITY), "left")
            # A clock that ran fast must not make something seen first in the future.
            .withColumn("first_seen", F.least(F.coalesce("before", F.lit(at)), F.lit(at)))
            .withColumn("status", F.when(F.col("before").isNull(), "new").otherwise("persisting"))
            .withColumn("observed_before", F.when(is_other, F.col("then")))
            .drop("before", "then")
        )
        kept = self.previous.where(is_one_of("environment", environments))
        doubtful = self._not_found(kept, differences, "left_semi")
        carried = kept.join(self.compared, _SYSTEM, "left_anti").unionByName(doubtful)
        return now.unionByName(carried.withColumn("status", F.lit("unknown")).select(*now.columns))

    def resolved(self, differences: DataFrame, *, unexpected: bool = True) -> int:
        """How many differences of the run before are resolved. Not those of systems that were not
        compared, nor those that an ignore rule hid then, nor (`unexpected` False) what nobody
        declared, where that was reported then and is not looked for now."""
        if self.previous is None:
            return 0
        shown = self.previous.where(F.col("ignored").isNull())
        if not unexpected:
            shown = shown.where(F.col("drift") != "unexpected")
        return int(self._not_found(shown, differences, "left_anti").count())

    def _not_found(self, rows: DataFrame, differences: DataFrame, doubtful: str) -> DataFrame:
        """Former rows of compared systems that are no difference now. doubtful: "left_semi" for
        queue managers that disagreed, one of which was not compared; "left_anti" for all others."""
        disagreeing = F.broadcast(self.incomplete.withColumn("drift", F.lit("inconsistent")))
        return (
            rows.join(self.compared, _SYSTEM, "left_semi")
            .join(disagreeing, ["environment", "drift"], doubtful)
            .join(differences.select(*IDENTITY), list(IDENTITY), "left_anti")
        )
