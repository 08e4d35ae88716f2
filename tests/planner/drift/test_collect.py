"""Collecting a bucket of environments, without Spark."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.drift import collect as module
from queuewright.drift.collect import CollectOptions, CollectTarget, collect
from queuewright.drift.fingerprint import fingerprint, inventory_digest
from queuewright.drift.sources import Inventory
from queuewright.drift.tables import collected_schema

VALUES = {"max_queue_depth": 7, "queue_description": "a"}


def rows(targets: list[CollectTarget], **options: Any) -> list[dict[str, Any]]:
    batches = list(collect(targets, CollectOptions(**options)))
    assert all(batch.schema == collected_schema() for batch in batches)
    return [row for batch in batches for row in batch.to_pylist()]


def answering(monkeypatch: pytest.MonkeyPatch, answers: dict[str, Any]) -> None:
    def observe(system: str, source: Any, base: str, *_: Any) -> Inventory:
        answer = answers[source.options["answer"]]
        if callable(answer):
            answer()
        names = answer if isinstance(answer, list) else []
        return Inventory([Observed(Key(system, "mq:LocalQueue", n), dict(VALUES)) for n in names])

    monkeypatch.setattr(module, "observe", observe)


def target(environment: str, answer: str) -> CollectTarget:
    return CollectTarget(environment, "QM1", {"type": "test", "answer": answer})


def test_a_definition_travels_once_a_partition(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, {"two": ["A", "B"]})
    collected = rows([target("e1", "two"), target("e2", "two")])
    objects = [row for row in collected if row["kind"]]
    assert sorted((row["environment"], row["name"]) for row in objects) == [
        ("e1", "A"), ("e1", "B"), ("e2", "A"), ("e2", "B"),
    ]  # fmt: skip
    carrying = [row for row in objects if row["attributes"] is not None]
    assert len(carrying) == 1
    assert json.loads(carrying[0]["attributes"]) == VALUES
    expected = fingerprint("mq:LocalQueue", carrying[0]["attributes"])
    assert {row["fingerprint"] for row in objects} == {expected}
    systems = [row for row in collected if not row["kind"]]
    digest = inventory_digest([("mq:LocalQueue", "B", expected), ("mq:LocalQueue", "A", expected)])
    assert [(row["digest"], row["objects"]) for row in systems] == [(digest, 2)] * 2


def test_one_that_hangs_is_left_behind_and_the_others_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answering(monkeypatch, {"one": ["A"], "hangs": lambda: time.sleep(5)})
    started = time.monotonic()
    targets = [target("e0", "hangs"), *(target(f"e{n}", "one") for n in range(1, 6))]
    collected = rows(targets, timeout=0.3, connections=2)
    assert time.monotonic() - started < 3
    failed = [row for row in collected if row["error"]]
    assert [row["environment"] for row in failed] == ["e0"]
    assert "no answer in 0.3 s" in failed[0]["error"]
    assert len([row for row in collected if row["kind"]]) == 5


def test_a_defect_of_ours_costs_one_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("no\nway")

    answering(monkeypatch, {"one": ["A"], "broken": broken})
    collected = rows([target("e0", "broken"), target("e1", "one")])
    assert [row["error"] for row in collected if row["error"]] == ["QM1: RuntimeError: no\\nway"]
    assert [row["name"] for row in collected if row["kind"]] == ["A"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"type": "mqsc"}, "has no path"),
        ({"type": "mqsc", "path": "gone.mqsc"}, "No such file"),
        ({"type": "sandbox", "path": "gone.db"}, "no such sandbox file"),
        ({"type": "mqweb-json", "path": "bad.json"}, "not JSON, or cut off"),
        ({"type": "pigeon"}, "pigeon"),
        ({"path": "x"}, "type"),
        ({"type": "mqsc", "path": "bad.json", "encoding": "klingon"}, "klingon"),
    ],
)
def test_sources_that_cannot_be_read(source: dict[str, Any], message: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    collected = rows([CollectTarget("e", "QM1", source)], base=str(tmp_path))
    assert len(collected) == 1
    assert message in collected[0]["error"]
    assert not (tmp_path / "gone.db").exists()


def test_the_object_of_the_disposition_that_is_desired_is_compared(tmp_path: Path) -> None:
    """z/OS: a clean environment is clean, and a changed group object is found."""
    kind = "mq:LocalQueue"
    (tmp_path / "qm1.mqsc").write_text(
        "* Queue manager name: QM1\n* Queue manager platform: z/OS\n"
        "DEFINE QLOCAL('A') QSGDISP(GROUP) DESCR('of all') REPLACE\n"
        "DEFINE QLOCAL('A') QSGDISP(COPY) DESCR('local') REPLACE\n"
        "DEFINE QLOCAL('B') QSGDISP(GROUP) REPLACE\n"
    )
    dump = {"type": "mqsc", "path": "qm1.mqsc"}
    desired: dict[tuple[str, str], str] = {(kind, "A"): "group"}
    for of_group, described in (({}, "local"), (desired, "of all")):
        one = CollectTarget("e1", "QM1", dump, of_group=of_group)
        found = [row for row in rows([one], base=str(tmp_path)) if row["kind"]]
        described_as = [json.loads(row["attributes"])["queue_description"] for row in found]
        assert ([row["name"] for row in found], described_as) == (["A"], [described])
