"""A live IBM i as a source of drift: what it reports is compared, what nobody can read is not."""

from pathlib import Path

import pytest
import yaml

from drift_fleets import NOON
from ibmi_carriers import IBMI_CARRIERS, machine, mapepire_entry, ssh_entry
from queuewright.diff.types import Verb
from queuewright.drift.engines.local import LocalEngine
from queuewright.drift.fingerprint import canonical_json, compare_pair
from queuewright.drift.fleet import SourceConfig, load_fleet
from queuewright.drift.job import Job, JobOptions
from queuewright.drift.lake import Lake
from queuewright.drift.remediation import plan_remediation
from queuewright.drift.sources import SourceFailed, observe
from queuewright.drift.summary import Summary
from queuewright.render.drift.markdown import markdown

ENTRIES = {"mapepire": mapepire_entry, "ssh": ssh_entry}
DECLARED = {"delivery": "break", "severity_code_filter": 40, "text_description": "Night"}


@pytest.mark.parametrize("kind", list(ENTRIES))
def test_a_live_partition_is_compared(kind: str, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    with IBMI_CARRIERS[kind](own, "AS1") as reached:
        values = {**DECLARED, "severity_code_filter": 99, "text_description": "by hand"}
        reached.machine.create("ibmi:MessageQueue", "ORDERS/NIGHT", values)
        reached.machine.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 9})
        carrier = reached.system._carrier  # type: ignore[attr-defined]
        entry = dict(ENTRIES[kind](tmp_path, int(carrier.address.rpartition(":")[2])))
        found = {
            o.key.kind: o for o in observe("AS1", SourceConfig(**entry), str(tmp_path)).objects
        }
    seen = canonical_json(found["ibmi:MessageQueue"].attributes)
    differing = compare_pair("ibmi:MessageQueue", canonical_json(DECLARED), seen)
    assert [name for name, *_ in differing] == ["text_description"]
    data = canonical_json(found["ibmi:DataQueue"].attributes)
    wanted = canonical_json({"max_entry_length": 5})
    assert [name for name, *_ in compare_pair("ibmi:DataQueue", wanted, data)] == [
        "max_entry_length"
    ]


@pytest.mark.parametrize("kind", list(ENTRIES))
def test_a_partition_that_is_not_reached_is_one_line(kind: str, tmp_path: Path) -> None:
    machine(tmp_path, "AS1")
    entry = dict(ENTRIES[kind](tmp_path, 9))
    with pytest.raises(SourceFailed, match="it refuses connections") as caught:
        observe("AS1", SourceConfig(**entry), str(tmp_path))
    assert "\n" not in str(caught.value)


PROGRAM = """
from queuewright import ibmi

ibmi.DataQueue("OUT", system="AS1", library="QGPL", max_entry_length=10)
ibmi.MessageQueue("NIGHT", system="AS1", library="STOCK", text_description="Night")
ibmi.DdmDataQueue("FAR", system="AS1", library="STOCK", remote_data_queue="R",
                  remote_location="NYC")
"""


@pytest.mark.parametrize(
    ("kind", "libraries"), [("mapepire", ["ORDERS"]), ("ssh", ["QGPL", "STOCK"])]
)
def test_what_is_declared_in_other_libraries_is_read_there(
    kind: str, libraries: list[str], tmp_path: Path
) -> None:
    own, home = tmp_path / "own", tmp_path / "app"
    own.mkdir()
    home.mkdir()
    (home / "Pulumi.yaml").write_text("name: app\nruntime: python\n")
    (home / "Pulumi.main.yaml").write_text("config: {}\n")
    (home / "__main__.py").write_text(PROGRAM)
    with IBMI_CARRIERS[kind](own, "AS1") as reached:
        values = {"max_entry_length": 10}
        reached.machine.create("ibmi:DataQueue", "QGPL/OUT", values)
        reached.machine.create("ibmi:DataQueue", "QGPL/OTHERS", values)
        reached.machine.create("ibmi:MessageQueue", "STOCK/NIGHT", {"text_description": "Night"})
        far = {"remote_data_queue": "R", "remote_location": "NYC"}
        reached.machine.create("ibmi:DdmDataQueue", "STOCK/FAR", far)
        carrier = reached.system._carrier  # type: ignore[attr-defined]
        port = int(carrier.address.rpartition(":")[2])
        entry = {**ENTRIES[kind](tmp_path, port), "libraries": libraries}
        # One that lists both, and one that lists neither, desire the same.
        other = {**entry, "libraries": ["ORDERS", "QGPL", "STOCK"]}
        environments = [
            {"name": name, "program": str(home), "stack": "main", "systems": {"AS1": each}}
            for name, each in (("one", entry), ("two", other))
        ]
        fleet = tmp_path / "fleet.yaml"
        fleet.write_text(yaml.safe_dump({"environments": environments}))

        def found(run: str) -> list[tuple[str, str, str]]:
            lake = Lake(None, str(tmp_path / "lake"))
            options = JobOptions(workers=1)
            Job(load_fleet(fleet), run, NOON, options).make(LocalEngine(lake))
            rows = lake.read("drift", run).to_pylist()
            return sorted((row["environment"], row["name"], row["drift"]) for row in rows)

        assert found("first") == []
        summary = Summary.from_json(Lake(None, str(tmp_path / "lake")).summary("first"))
        for text in (markdown(summary, []).replace("\\", ""), "\n".join(summary.not_understood)):
            for name in ("one", "two"):
                assert f"{name} AS1: AS1 does not report allow_alerts" in text
        reached.machine.delete("ibmi:DataQueue", "QGPL/OUT")
        reached.machine.change("ibmi:MessageQueue", "STOCK/NIGHT", {"text_description": "mine"})
        assert [(e, n) for e, n, _ in found("second")] == [
            (environment, name)
            for environment in ("one", "two")
            for name in ("QGPL/OUT", "STOCK/NIGHT")
        ]
        plan, _ = plan_remediation(load_fleet(fleet), load_fleet(fleet).environments[0])
        assert {step.key.name: step.verb for step in plan.changes} == {
            "QGPL/OUT": Verb.CREATE,
            "STOCK/NIGHT": Verb.UPDATE,
        }


@pytest.mark.parametrize(
    ("wanted", "had", "differing"),
    [
        ({"authorization_list": "A"}, {"authorization_list": "B"}, ["authorization_list"]),
        ({"authorization_list": "A"}, {"authorization_list": "none"}, ["authorization_list"]),
        ({"authorization_list": "none"}, {"authorization_list": "B"}, ["authorization_list"]),
        ({"authority": "autl"}, {"authority": "exclude"}, ["authority"]),
        # Rows of a lake of an earlier release, on one side or on both.
        ({"authority": "A"}, {"authority": "A"}, []),
        ({"authority": "A"}, {"authority": "autl", "authorization_list": "A"}, []),
        ({"authority": "autl", "authorization_list": "A"}, {"authority": "A"}, []),
        ({"authority": "A"}, {"authority": "B"}, ["authorization_list"]),
        (
            {"authority": "A"},
            {"authority": "use", "authorization_list": "B"},
            ["authority", "authorization_list"],
        ),
    ],
)
def test_another_list_is_drift(
    wanted: dict[str, str], had: dict[str, str], differing: list[str]
) -> None:
    found = compare_pair("ibmi:DataQueue", canonical_json(wanted), canonical_json(had))
    assert [name for name, *_ in found] == differing
