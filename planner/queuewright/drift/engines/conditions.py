"""Conditions for Spark's rows."""

from collections.abc import Collection

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from queuewright.drift.tables import frame_of

_FEW = 1_000  # values that stand in the text of a query


def where_one_of(
    rows: DataFrame, column: str, values: Collection[str] | Collection[bytes]
) -> DataFrame:
    """The rows whose column is one of these. As `isin`, which asks Java once for each of them: half
    a second for a thousand.

    A few are written as their bytes, so that none of them can end the expression, and so that
    Parquet need not decode what has none of them; many are a table of their own.
    """
    if len(values) > _FEW:
        kind = pa.binary() if isinstance(next(iter(values)), bytes) else pa.string()
        chosen = pa.table({column: pa.array(list(values), kind)})
        return rows.join(F.broadcast(frame_of(rows.sparkSession, chosen)), column, "left_semi")
    quoted = [
        f"X'{value.hex()}'"
        if isinstance(value, bytes)
        else f"CAST(X'{value.encode().hex()}' AS STRING)"
        for value in values
    ]
    return rows.where(F.expr(f"`{column}` IN ({', '.join(quoted)})") if quoted else F.lit(False))
