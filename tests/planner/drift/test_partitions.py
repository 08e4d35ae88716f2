"""Libraries, output queues, job queues and private authorities that drift, over each way."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from drift_fleets import NOON
from ibmi_carriers import IBMI_CARRIERS, machine, mapepire_entry, ssh_entry
from queuewright.diff.types import Verb
from queuewright.drift.engines.local import LocalEngine
from queuewright.drift.fleet import load_fleet
from queuewright.drift.job import Job, JobOptions
from queuewright.drift.lake import Lake
from queuewright.drift.remediation import plan_remediation
from queuewright.sandbox.engine import EmbeddedSystem

ENTRY, USER = "ibmi:JobQueueEntry", "ibmi:ObjectAuthority"
LIBRARY, OUT, JOBS, DATA = "ibmi:Library", "ibmi:OutputQueue", "ibmi:JobQueue", "ibmi:DataQueue"
PROGRAM = """
from queuewright import ibmi

ibmi.Library("SHOP", system="AS1", text_description="Shop", private_authorities={"ANN": ["use"]})
ibmi.DataQueue("SPOOLED", system="AS1", library="SHOP", max_entry_length=128,
               owner="OPS", journal="SHOP/JRN", private_authorities={"ANN": ["change"]})
ibmi.OutputQueue("PRINT", system="AS1", library="SHOP", data_queue="SHOP/SPOOLED",
                 job_separators=1)
ibmi.JobQueue("NIGHT", system="AS1", library="SHOP", operator_controlled="no")
ibmi.JobQueueEntry("QSYS/QBATCH", system="AS1", job_queue="SHOP/NIGHT", sequence_number=20)
ibmi.ObjectAuthority("AMY", name="SHOP/NIGHT", object_type="jobq", user="AMY", system="AS1",
                     authorities=["use"])
"""
DECLARED: dict[tuple[str, str], dict[str, Any]] = {
    (LIBRARY, "SHOP"): {"text_description": "Shop", "private_authorities": {"ANN": ("use",)}},
    (DATA, "SHOP/SPOOLED"): {
        "max_entry_length": 128,
        "owner": "OPS",
        "journal": "SHOP/JRN",
        "private_authorities": {"ANN": ("change",)},
    },
    (OUT, "SHOP/PRINT"): {"data_queue": "SHOP/SPOOLED", "job_separators": 1},
    (JOBS, "SHOP/NIGHT"): {"operator_controlled": "no"},
    (ENTRY, "QSYS.QBATCH:SHOP.NIGHT"): {"sequence_number": 20},
    (USER, "SHOP.NIGHT:jobq:AMY"): {"authorities": ("use",)},
}


@dataclass
class Estate:
    """One environment with one partition, and what its drift jobs say."""

    folder: Path
    machine: EmbeddedSystem
    entry: dict[str, Any]
    runs: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        home = self.folder / "app"
        home.mkdir()
        (home / "Pulumi.yaml").write_text("name: app\nruntime: python\n")
        (home / "Pulumi.main.yaml").write_text("config: {}\n")
        (home / "__main__.py").write_text(PROGRAM)
        one = {"name": "one", "program": str(home), "stack": "main", "systems": {"AS1": self.entry}}
        (self.folder / "fleet.yaml").write_text(yaml.safe_dump({"environments": [one]}))

    def drift(self, *, unmanaged: bool = False) -> list[tuple[str, str, str, str]]:
        """Kind, name, drift and attribute of each difference; nothing may fail."""
        self.runs.append(f"run{len(self.runs)}")
        lake = Lake(None, str(self.folder / "lake"))
        job = Job(self.fleet, self.runs[-1], NOON, JobOptions(unmanaged=unmanaged))
        summary = job.make(LocalEngine(lake))
        assert summary.failures == []
        rows = lake.read("drift", self.runs[-1]).to_pylist()
        return sorted(
            (row["kind"], row["name"], row["drift"], row["attribute"] or "") for row in rows
        )

    @property
    def fleet(self) -> Any:
        return load_fleet(self.folder / "fleet.yaml")


@pytest.fixture(params=["sandbox", "mapepire", "ssh"])
def estate(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Estate]:
    own = tmp_path / "own"
    own.mkdir()
    with ExitStack() as stack:
        entry: dict[str, Any] = {"type": "sandbox", "path": str(own / "sandbox.db")}
        if request.param == "sandbox":
            there = machine(own, "AS1")
        else:
            reached = stack.enter_context(IBMI_CARRIERS[request.param](own, "AS1"))
            there = reached.machine
            port = int(reached.system._carrier.address.rpartition(":")[2])  # type: ignore[attr-defined]
            entry_of = {"mapepire": mapepire_entry, "ssh": ssh_entry}[request.param]
            entry = {**entry_of(tmp_path, port), "libraries": ["ORDERS"]}
        for (kind, name), values in DECLARED.items():
            there.create(kind, name, values)
        yield Estate(tmp_path, there, entry)


def test_nothing_has_drifted(estate: Estate) -> None:
    assert estate.drift() == []


def test_each_change_by_hand_is_found_and_mended(estate: Estate) -> None:
    by_hand: dict[tuple[str, str], dict[str, Any]] = {
        (LIBRARY, "SHOP"): {"text_description": "Mine", "private_authorities": {"BOB": ("all",)}},
        (DATA, "SHOP/SPOOLED"): {
            "private_authorities": {"ANN": ("use",)},
            "owner": "EVE",
            "journal": "none",
        },
        (OUT, "SHOP/PRINT"): {"data_queue": "none", "job_separators": "msg"},
        (JOBS, "SHOP/NIGHT"): {"operator_controlled": "yes", "text_description": "not declared"},
        (ENTRY, "QSYS.QBATCH:SHOP.NIGHT"): {"sequence_number": 30},
        (USER, "SHOP.NIGHT:jobq:AMY"): {"authorities": ("objopr", "read")},
    }
    for (kind, name), values in by_hand.items():
        if kind == JOBS:  # no command changes it
            estate.machine.delete(kind, name)
            estate.machine.create(kind, name, values)
        else:
            estate.machine.change(kind, name, values)
    expected = sorted(
        (kind, name, "changed", attribute)
        for (kind, name), values in by_hand.items()
        for attribute in set(values) & set(DECLARED[kind, name])
    )
    assert estate.drift() == expected
    plan, _ = plan_remediation(estate.fleet, estate.fleet.environments[0])
    verbs = {(step.key.kind, step.key.name): step.verb for step in plan.changes}
    assert verbs == {each: Verb.REPLACE if each[0] == JOBS else Verb.UPDATE for each in by_hand}


def test_each_that_was_deleted_is_found(estate: Estate) -> None:
    for kind, name in reversed([*DECLARED]):
        estate.machine.delete(kind, name)
    # No service has the entry of a job queue that is not there: it is not known.
    hidden = () if estate.entry["type"] == "sandbox" else (ENTRY,)
    missing = [(kind, name, "missing", "") for kind, name in DECLARED if kind not in hidden]
    assert estate.drift() == sorted(missing)
