"""Rows that go to Spark, and what is looked for in them, whatever is in it."""

from typing import Any

import pyarrow as pa
import pytest

from queuewright.drift.lake import spark_files
from queuewright.drift.tables import frame_of, schema_of

TEXTS = ["a", "it's", "a\\", "b') OR (1=1", "ä\u20ac\U0001f600", "", "line\nbreak", "`", "%"]


@pytest.mark.deploy
@pytest.mark.parametrize("few", [1000, 0])
def test_values_are_found_whatever_is_in_them(spark: Any, monkeypatch: Any, few: int) -> None:
    monkeypatch.setattr(spark_files, "_FEW", few)
    frame = spark.createDataFrame([(t, t.encode()) for t in TEXTS], "`text` string, raw binary")
    every = spark_files.where_one_of(frame, "text", TEXTS)
    assert sorted(row[0] for row in every.collect()) == sorted(TEXTS)
    assert spark_files.where_one_of(frame, "text", []).count() == 0
    for text in TEXTS[1:4]:
        found = spark_files.where_one_of(frame, "text", [text]).collect()
        assert [row["text"] for row in found] == [text]
        found = spark_files.where_one_of(frame, "raw", {text.encode()}).collect()
        assert [row["text"] for row in found] == [text]


def test_no_row_is_lost_on_the_way_to_spark(spark: Any) -> None:
    """Tables that were put together have chunks without rows."""
    schema = schema_of("environment", "objects")
    parts = [
        pa.Table.from_pylist([{"environment": n, "objects": 1} for n in names], schema)
        for names in ("a", "", "b", "", "cd")
    ]
    every = pa.concat_tables(parts)
    assert every.column(0).num_chunks == len(parts)
    assert [row[0] for row in frame_of(spark, every).collect()] == ["a", "b", "c", "d"]
    assert frame_of(spark, parts[1]).collect() == []
