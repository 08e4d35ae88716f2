"""Detection, on snapshots made by hand."""

from collections.abc import Mapping
from typing import Any

from queuewright.drift import inventories
from queuewright.drift.conditions import is_one_of
from queuewright.drift.detect import Side, detect
from queuewright.drift.fingerprint import (
    bucket_digests,
    canonical_json,
    fingerprint,
    inventory_digest,
)
from queuewright.drift.tables import ALLOWED, OWNED

KIND = "mq:LocalQueue"
Systems = Mapping[str, Mapping[str, int | None]]

MAY_BE = -1
# Of each system its queues and their depths; None: owned, and no longer declared; MAY_BE: it may be
# there or not.
DESIRED: Systems = {
    "same": {f"Q{n}": n for n in range(200)},
    "changed": {f"Q{n}": n for n in range(200)},
    "twin": {f"Q{n}": n for n in range(200)},
    "missing": {"A": 1, "B": 2},
    "more": {"A": 1},
    "owned": {"A": 1, "GONE": None, "LEFT": None},
    "empty": {"A": 1},
    "allowed": {"A": 1, "THERE": MAY_BE, "NOT": MAY_BE},
}
OBSERVED: Systems = {
    "same": DESIRED["same"],
    "changed": {**DESIRED["changed"], "Q7": 1000, "Q150": 1001},
    "twin": {**DESIRED["twin"], "Q7": 1000, "Q150": 1001},
    "missing": {"A": 1},
    "more": {"A": 1, "EXTRA": 5, "SYSTEM.EXTRA": 6},
    "owned": {"A": 2, "LEFT": 3},
    "empty": {},
    "allowed": {"A": 1, "THERE": 7},
}
MANAGED = {
    ("changed", "Q7", "changed", "7", "1000"),
    ("changed", "Q150", "changed", "150", "1001"),
    ("twin", "Q7", "changed", "7", "1000"),
    ("twin", "Q150", "changed", "150", "1001"),
    ("missing", "B", "missing", None, None),
    ("owned", "A", "changed", "1", "2"),
    ("owned", "LEFT", "unexpected", None, None),
    ("empty", "A", "missing", None, None),
}


def snapshot(spark: Any, systems: Systems) -> Side:
    objects, digested, definitions = [], [], {}
    for environment, queues in systems.items():
        own = []
        for name, depth in queues.items():
            text = canonical_json({"max_queue_depth": depth or 0})
            address = {None: OWNED, MAY_BE: ALLOWED}.get(depth, fingerprint(KIND, text))
            definitions[address] = text
            own.append((KIND, name, address))
            objects.append((environment, "QM1", KIND, name, address))
        digests = (inventory_digest(own), bucket_digests(own), None)
        digested.append((environment, "QM1", *digests))
    system = "environment string, system string, "
    return Side(
        spark.createDataFrame(objects, system + "kind string, name string, fingerprint binary"),
        spark.createDataFrame(
            digested, system + "digest binary, buckets array<long>, error string"
        ),
        spark.createDataFrame(
            [(address, KIND, text) for address, text in definitions.items()],
            "fingerprint binary, kind string, attributes string",
        ),
    )


def test_what_differs_is_found_and_nothing_else(spark: Any) -> None:
    desired, observed = snapshot(spark, DESIRED), snapshot(spark, OBSERVED)
    for unmanaged, more in ((False, set()), (True, {("more", "EXTRA", "unexpected", None, None)})):
        differences = detect(desired, observed, unmanaged=unmanaged)
        rows = differences.select("environment", "name", "drift", "desired", "observed").collect()
        assert {tuple(row) for row in rows} == MANAGED | more
        assert len(rows) == len(MANAGED | more)


def test_environments_that_are_too_many_to_name(spark: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(inventories, "_FEW", 0)
    differences = detect(snapshot(spark, DESIRED), snapshot(spark, OBSERVED))
    rows = differences.select("environment", "name", "drift", "desired", "observed").collect()
    assert {tuple(row) for row in rows} == MANAGED
    assert len(rows) == len(MANAGED)


def test_few_jobs_and_nothing_that_stays_in_the_session(spark: Any) -> None:
    """Each job costs the driver more than the work in it."""
    context = spark.sparkContext
    desired, observed = snapshot(spark, DESIRED), snapshot(spark, OBSERVED)
    kept, jobs = context._jsc.getPersistentRDDs().size(), _jobs(context)
    detect(desired, observed).collect()
    assert context._jsc.getPersistentRDDs().size() == kept
    assert _jobs(context) - jobs <= 12


def test_texts_are_found_whatever_is_in_them(spark: Any) -> None:
    texts = ["a", "it's", "a\\", "b') OR (1=1", "ä\u20ac\U0001f600", "", "line\nbreak", "`", "%"]
    frame = spark.createDataFrame([(text,) for text in texts], "`text` string")
    for text in texts:
        assert [row[0] for row in frame.where(is_one_of("text", [text])).collect()] == [text]
    assert frame.where(is_one_of("text", texts)).count() == len(texts)
    assert frame.where(is_one_of("text", [])).count() == 0


def _jobs(context: Any) -> int:
    return len(context.statusTracker().getJobIdsForGroup(None))
