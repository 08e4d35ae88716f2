"""`queuewright drift plan`: the plan that brings an environment back, or what accepts it."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from queuewright.cli.main import app
from queuewright.kinds import spec_of
from queuewright.systems.registry import systems_from


@pytest.fixture
def fleet(tmp_path: Path, program: Path) -> Path:
    """clean and drifted are sandboxes, dumped is a dump, gone has no file."""
    for name, depth, queues in (("clean", 100, "ABC"), ("drifted", 7, "AB")):
        entry = {"type": "sandbox", "platform": "linux", "path": f"{name}.db"}
        system = systems_from({"QM1": entry}, base=tmp_path)["QM1"]
        for queue in queues:
            spec = spec_of("mq:LocalQueue").checked({"name": queue, "max_queue_depth": depth})
            system.create(spec)
    (tmp_path / "dumped.mqsc").write_text(
        "* Queue manager name: QM1\n"
        + "".join(f"DEFINE QLOCAL('{name}') MAXDEPTH(9) DESCR('')\n" for name in "ABC")
    )
    dumped = {"name": "dumped", "systems": {"QM1": {"type": "mqsc", "path": "dumped.mqsc"}}}
    defaults = {"program": str(program), "stack": "main",
                "systems": {"QM1": {"type": "sandbox", "path": "{environment}.db"}}}  # fmt: skip
    file = tmp_path / "fleet.yaml"
    entries = [{"name": "clean"}, {"name": "drifted"}, dumped, {"name": "gone"}]
    file.write_text(yaml.safe_dump({"defaults": defaults, "environments": entries}))
    return file


def plan(fleet: Path, *arguments: str) -> tuple[int, Any, str]:
    command = ["drift", "plan", *arguments, "--fleet", str(fleet), "--json"]
    result = CliRunner().invoke(app, command)
    return result.exit_code, json.loads(result.stdout or "null"), result.stderr


def test_the_plan_puts_back_what_differs_and_what_is_missing(fleet: Path) -> None:
    code, documents, _ = plan(fleet, "drifted", "clean", "dumped")
    assert code == 2
    text = json.dumps(documents["drifted"])
    assert [step["verb"] for step in documents["drifted"]["steps"]] == [
        "update", "update", "create",
    ]  # fmt: skip
    assert "max_queue_depth" in text
    assert [step for step in documents["clean"]["steps"] if step["verb"] != "same"] == []
    assert [step["verb"] for step in documents["dumped"]["steps"]] == ["update"] * 3


def test_one_that_cannot_be_planned_is_named_and_the_others_are(fleet: Path) -> None:
    code, documents, told = plan(fleet, "gone", "clean")
    assert code == 4
    assert "no such sandbox file" in documents["gone"]["error"]
    assert told.startswith("error: gone: QM1: ")
    assert "steps" in documents["clean"]
    result = CliRunner().invoke(app, ["drift", "plan", "nobody", "--fleet", str(fleet)])
    assert "'nobody' is not in the fleet" in str(result.exception)


def test_accept_finds_the_configuration_and_says_what_it_cannot_find(fleet: Path) -> None:
    code, documents, _ = plan(fleet, "dumped", "drifted", "clean", "--accept")
    assert code == 2
    assert documents["dumped"] == {"config": {"app:depth": 9}, "left": [], "missing": []}
    assert documents["clean"] == {"config": {}, "left": [], "missing": []}
    # The depth is tried and taken; that C is gone no configuration value says.
    assert documents["drifted"] == {
        "config": {"app:depth": 7}, "left": [], "missing": ["QM1 mq:LocalQueue C"],
    }  # fmt: skip
    # With what was found in the fleet file nothing differs any more.
    content = yaml.safe_load(fleet.read_text())
    content["environments"][2]["config"] = documents["dumped"]["config"]
    fleet.write_text(yaml.safe_dump(content))
    code, documents, _ = plan(fleet, "dumped")
    assert code == 0


def test_a_dump_is_planned_for_and_never_changed(fleet: Path) -> None:
    from queuewright.drift.fleet import load_fleet
    from queuewright.drift.recorded import systems_of
    from queuewright.systems.protocol import SystemUnavailable

    environment = load_fleet(fleet).environments[2]
    system = systems_of(environment, fleet.parent)["QM1"]
    spec = spec_of("mq:LocalQueue").checked({"name": "A"})
    with pytest.raises(SystemUnavailable, match="cannot be changed"):
        system.create(spec)
    with pytest.raises(SystemUnavailable):
        system.change(spec)
    with pytest.raises(SystemUnavailable):
        system.delete(spec.key("QM1"))
