"""What is looked for in Spark's rows, whatever is in it."""

from typing import Any

import pytest

from queuewright.drift.engines import conditions

TEXTS = ["a", "it's", "a\\", "b') OR (1=1", "ä\u20ac\U0001f600", "", "line\nbreak", "`", "%"]


@pytest.mark.parametrize("few", [1000, 0])
def test_values_are_found_whatever_is_in_them(spark: Any, monkeypatch: Any, few: int) -> None:
    monkeypatch.setattr(conditions, "_FEW", few)
    frame = spark.createDataFrame([(t, t.encode()) for t in TEXTS], "`text` string, raw binary")
    every = conditions.where_one_of(frame, "text", TEXTS)
    assert sorted(row[0] for row in every.collect()) == sorted(TEXTS)
    assert conditions.where_one_of(frame, "text", []).count() == 0
    for text in TEXTS[1:4]:
        found = conditions.where_one_of(frame, "text", [text]).collect()
        assert [row["text"] for row in found] == [text]
        found = conditions.where_one_of(frame, "raw", {text.encode()}).collect()
        assert [row["text"] for row in found] == [text]
