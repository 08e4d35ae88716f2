"""z/OS: a group object and its copy have one name. Which of them a program declares decides which
is compared."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from drift_engines import Everywhere
from drift_fleets import NOON, local_job, small_fleet
from queuewright.drift.engines.local import LocalEngine
from queuewright.drift.fleet import load_fleet
from queuewright.drift.job import Job, JobOptions
from queuewright.drift.lake import Lake

PROGRAM = """
import pulumi
from queuewright import mq

qm, text = mq.QueueManager("QM1"), "of all"
of_group = {"queue_sharing_group_disposition": "group"}
for name in (pulumi.Config().get("group") or "").split():
    mq.LocalQueue(name, system=qm, queue_description=text, **of_group)
for name in (pulumi.Config().get("own") or "").split():
    mq.LocalQueue(name, system=qm, queue_description=text)
"""
HEAD = "* Queue manager name: QM1\n* Queue manager platform: z/OS\n"


def queue(name: str, disposition: str, text: str) -> str:
    return f"DEFINE QLOCAL('{name}') QSGDISP({disposition}) DESCR('{text}') REPLACE\n"


BOTH = HEAD + queue("A", "GROUP", "of all") + queue("A", "COPY", "of all")
DUMPS = {
    "clean": BOTH,
    "copies": HEAD + queue("A", "GROUP", "of all") + queue("A", "COPY", "another"),
    "groups": HEAD + queue("A", "GROUP", "another") + queue("A", "COPY", "of all"),
    "gone": HEAD + queue("A", "COPY", "of all"),
    "local": BOTH,
    "drifted": HEAD + queue("A", "GROUP", "of all") + queue("A", "COPY", "another"),
}
COPY_DECLARED = ("local", "drifted")
FOUND = [
    ("drifted", "A", "changed", "queue_description", '"another"'),
    # The copy that has its name is no object of the group's: a plan makes that one.
    ("gone", "A", "missing", "", None),
    ("groups", "A", "changed", "queue_description", '"another"'),
]


@pytest.fixture
def fleet(tmp_path: Path) -> Any:
    program = tmp_path / "program"
    program.mkdir()
    (program / "Pulumi.yaml").write_text("name: app\nruntime: python\n")
    (program / "Pulumi.main.yaml").write_text("config: {}\n")
    (program / "__main__.py").write_text(PROGRAM)
    entries = []
    for name, text in DUMPS.items():
        (tmp_path / f"{name}.mqsc").write_text(text)
        declared = "own" if name in COPY_DECLARED else "group"
        entries.append({"name": name, "config": {declared: "A"}})
    systems = {"QM1": {"type": "mqsc", "path": "{environment}.mqsc"}}
    defaults = {"program": str(program), "stack": "main", "systems": systems}
    file = tmp_path / "fleet.yaml"
    file.write_text(yaml.safe_dump({"defaults": defaults, "environments": entries}))
    return load_fleet(file)


def found(lake: Lake) -> list[tuple[Any, ...]]:
    names = ("environment", "name", "drift", "attribute", "observed")
    rows = lake.read("drift", "r").to_pylist()
    return sorted(tuple(row[name] for name in names) for row in rows)


def test_what_is_declared_is_compared(fleet: Any, tmp_path: Path) -> None:
    engine = LocalEngine(Lake(None, str(tmp_path / "lake")))
    summary = Job(fleet, "r", NOON, JobOptions(unmanaged=True)).make(engine)
    assert summary.failures == []
    assert found(engine.lake) == FOUND


@pytest.mark.deploy
def test_the_same_on_every_engine(fleet: Any, spark: Any, tmp_path: Path) -> None:
    everywhere = Everywhere.below(tmp_path, spark)
    everywhere.make(Job(fleet, "r", NOON, JobOptions(unmanaged=True)))
    assert found(everywhere.lake) == FOUND


def test_a_shared_queue_is_compared_beside_a_group_object_of_its_name(
    tmp_path: Path, program: Path
) -> None:
    (program / "__main__.py").write_text(SHARED_PROGRAM)
    shared = "DEFINE QLOCAL('S') QSGDISP(SHARED) CFSTRUCT('APP1') DESCR('{}') REPLACE\n"
    beside = queue("S", "GROUP", "the group")
    dumps = {name: HEAD + beside + shared.format(name) for name in ("of all", "another")}
    fleet = small_fleet(tmp_path, program, **dumps)
    assert local_job(tmp_path / "lake")(fleet, "r").failures == []
    assert found(Lake(None, str(tmp_path / "lake"))) == [
        ("another", "S", "changed", "queue_description", '"another"')
    ]


SHARED_PROGRAM = """
import pulumi
from queuewright import mq

mq.LocalQueue("S", system="QM1", queue_description="of all", coupling_facility_structure="APP1",
              queue_sharing_group_disposition="shared")
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [("of all", []), ("another", [("QM1", "S", "changed")]), ("", [("QM1", "S", "missing")])],
)
def test_a_shared_queue_is_compared_where_it_is_declared(
    tmp_path: Path, text: str, expected: list[Any]
) -> None:
    """Each queue manager of the group shows it: one declares it. One that nobody does is found."""
    (tmp_path / "Pulumi.yaml").write_text("name: app\nruntime: python\n")
    (tmp_path / "Pulumi.main.yaml").write_text("config: {}\n")
    (tmp_path / "__main__.py").write_text(SHARED_PROGRAM)
    others = "DEFINE QLOCAL(T) QSGDISP(SHARED) CFSTRUCT(APP1) REPLACE\n"
    shared = f"DEFINE QLOCAL(S) QSGDISP(SHARED) CFSTRUCT(APP1) DESCR('{text}') REPLACE\n"
    for name in ("QM1", "QM2"):
        dump = HEAD.replace("QM1", name) + others + (shared if text else "")
        (tmp_path / f"{name}.mqsc").write_text(dump)
    systems = {name: {"type": "mqsc", "path": f"{name}.mqsc"} for name in ("QM1", "QM2")}
    entry = {"name": "prod", "program": str(tmp_path), "stack": "main", "systems": systems}
    file = tmp_path / "fleet.yaml"
    file.write_text(yaml.safe_dump({"environments": [entry]}))
    engine = LocalEngine(Lake(None, str(tmp_path / "lake")))
    summary = Job(load_fleet(file), "r", NOON, JobOptions(unmanaged=True)).make(engine)
    assert summary.failures == []
    rows = engine.lake.read("drift", "r").to_pylist()
    named = sorted((row["system"], row["name"], row["drift"]) for row in rows)
    unexpected = [(name, "T", "unexpected") for name in ("QM1", "QM2")]
    assert named == sorted([*expected, *unexpected])
