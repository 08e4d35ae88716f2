"""From `queuewright:systems` to systems: what works, and one line for everything else."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.platform import Platform
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.system import ENVIRONMENT, sandbox_file
from queuewright.systems.protocol import System
from queuewright.systems.registry import (
    InvalidConfiguration,
    project_directory,
    stack_of,
    systems_from,
)

QM1 = {"type": "sandbox", "platform": "linux", "command_level": 930, "ccsid": 1208}


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENVIRONMENT, raising=False)


def make_something(system: System, name: str = "Q") -> None:
    system.create(LocalQueueSpec.checked({"name": name}))


def test_a_type_is_imported_when_a_system_has_it() -> None:
    """And stands in the module of its name."""
    code = (
        "import sys; from pathlib import Path; from queuewright.systems import registry as r;"
        "r.systems_from({'QM1': {'type': 'sandbox'}}, base=Path('none'));"
        "others = {'httpx2', 'queuewright.systems.mq', 'queuewright.systems.ibmi'};"
        "assert not others & sys.modules.keys(), 'imported';"
        "print(*r.system_types())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["mapepire", "mqweb", "pcf", "runmqsc", "sandbox", "ssh"]


def test_a_system_is_created_when_something_is_changed_on_it(tmp_path: Path) -> None:
    """Not to be read: a preview writes nothing."""
    systems = systems_from({"QM1": QM1}, base=tmp_path)
    facts = systems["QM1"].facts
    assert (facts.name, facts.platform, facts.command_level) == ("QM1", Platform.LINUX, 930)
    before = systems["QM1"].observe(["mq:LocalQueue"], status=True)
    assert "SYSTEM.DEFAULT.LOCAL.QUEUE" in {observed.key.name for observed in before}
    assert systems["QM1"].handles() == []
    assert not any(tmp_path.iterdir())
    make_something(systems["QM1"])
    assert (tmp_path / ".queuewright" / "sandbox.db").is_file()
    again = systems_from({"QM1": QM1}, base=tmp_path)["QM1"]
    assert again.facts == systems["QM1"].facts == facts
    names = [[o.key.name for o in s.observe(["mq:LocalQueue"])] for s in (again, systems["QM1"])]
    assert names[0] == names[1]
    assert {*names[0]} == {"Q", *(observed.key.name for observed in before)}


def test_a_stack_has_a_sandbox_of_its_own(tmp_path: Path) -> None:
    for stack in ("dev", "prod"):
        make_something(systems_from({"QM1": QM1}, base=tmp_path, stack=stack)["QM1"], stack.upper())
    for stack in ("dev", "prod"):
        system = systems_from({"QM1": QM1}, base=tmp_path, stack=stack)["QM1"]
        made = {o.key.name for o in system.observe(["mq:LocalQueue"], ["DEV", "PROD"])}
        assert made == {stack.upper()}


def stack_file(folder: Path, name: str, systems: object) -> None:
    text = yaml.safe_dump({"config": {"queuewright:systems": systems}})
    (folder / f"Pulumi.{name}.yaml").write_text(text, encoding="utf-8")


def test_the_stack_that_a_provider_is_not_told(tmp_path: Path) -> None:
    assert stack_of({"QM1": QM1}, tmp_path) == ""
    stack_file(tmp_path, "dev", {"QM1": QM1})
    assert stack_of({"QM1": QM1}, tmp_path) == "dev"
    stack_file(tmp_path, "prod", {"QM1": {**QM1, "ccsid": 819}})
    assert stack_of({"QM1": {**QM1, "ccsid": 819}}, tmp_path) == "prod"
    stack_file(tmp_path, "prod", {"QM1": QM1})
    with pytest.raises(InvalidConfiguration, match="same in the stacks dev, prod"):
        stack_of({"QM1": QM1}, tmp_path)
    own = {"QM1": {**QM1, "path": "own.db"}}
    stack_file(tmp_path, "dev", own)
    stack_file(tmp_path, "prod", own)
    assert stack_of(own, tmp_path) == ""


def test_an_existing_system_is_what_it_is(tmp_path: Path) -> None:
    Sandbox(sandbox_file(tmp_path)).create_system("QM1", platform=Platform.AIX, command_level=750)
    entry = {"type": "sandbox", "platform": "aix"}
    facts = systems_from({"QM1": entry}, base=tmp_path)["QM1"].facts
    assert (facts.platform, facts.command_level) == (Platform.AIX, 750)
    with pytest.raises(SystemUnavailable, match="command_level is 750 there and 930 here"):
        _ = systems_from({"QM1": QM1}, base=tmp_path)["QM1"].facts


def test_without_a_platform_the_system_must_exist(tmp_path: Path) -> None:
    systems = systems_from({"QM1": {"type": "sandbox"}}, base=tmp_path)
    with pytest.raises(SystemUnavailable, match="queuewright sandbox create QM1"):
        _ = systems["QM1"].facts
    Sandbox(sandbox_file(tmp_path)).create_system("QM1")
    assert systems["QM1"].facts.name == "QM1"


def test_numbers_as_pulumi_hands_them_over(tmp_path: Path) -> None:
    entry = {**QM1, "command_level": 920.0, "ccsid": "819"}
    facts = systems_from({"QM1": entry}, base=tmp_path)["QM1"].facts
    assert (facts.command_level, facts.ccsid) == (920, 819)


def test_an_ibmi_partition_has_its_libraries(tmp_path: Path) -> None:
    entry = {
        "type": "sandbox",
        "platform": "ibmi",
        "libraries": ["ORDERS"],
        "current_library": "MINE",
    }
    system = systems_from({"PROD01": entry}, base=tmp_path)["PROD01"]
    assert (system.facts.ccsid, system.facts.current_library) == (37, "MINE")
    make_something(system)
    with Sandbox(sandbox_file(tmp_path)).system("PROD01").reading() as tx:
        assert set(tx.libraries()) == {"QSYS", "QGPL", "QTEMP", "ORDERS", "MINE"}


def test_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sandbox_file(tmp_path) == tmp_path / ".queuewright" / "sandbox.db"
    assert sandbox_file(tmp_path, stack="a") == tmp_path / ".queuewright" / "sandbox-a.db"
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "env.db"))
    assert sandbox_file(tmp_path) == tmp_path / "env.db"
    assert sandbox_file(tmp_path, "own.db") == tmp_path / "own.db"
    make_something(systems_from({"QM1": {**QM1, "path": "own.db"}}, base=tmp_path)["QM1"])
    assert (tmp_path / "own.db").is_file()


def test_the_project_directory_is_the_nearest_with_a_pulumi_yaml(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert project_directory(inner) == inner
    (tmp_path / "Pulumi.yaml").write_text("name: x\n")
    assert project_directory(inner) == tmp_path


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ([], "NAME: {type: sandbox"),
        ("QM1", "NAME: {type: sandbox"),
        ({"QM1": "sandbox"}, "QM1"),
        ({"QM1": {}}, "has no type"),
        ({"QM1": {"type": "mqtt"}}, "use one of mapepire"),
        ({"QM1": {"type": 3}}, "use one of mapepire"),
        ({"QM1": {**QM1, "host": "x"}}, "unknown key"),
        ({"QM1": {**QM1, "platform": "vms"}}, "use one of aix"),
        ({"QM1": {**QM1, "platform": 1}}, "QM1.platform"),
        ({"QM1": {**QM1, "command_level": "new"}}, "QM1.command_level"),
        ({"QM1": {**QM1, "ccsid": True}}, "QM1.ccsid"),
        ({"QM1": {**QM1, "ccsid": 1.5}}, "QM1.ccsid"),
        ({"QM1": {**QM1, "libraries": [1]}}, "QM1.libraries has 1 in it; give a list of names"),
        ({"QM1": {**QM1, "libraries": {"password": "x"}}}, "is not of the right form; give a list"),
        ({"Q\nM": {}}, "has no type"),
    ],
)
def test_a_configuration_that_cannot_be_used(tmp_path: Path, config: Any, words: str) -> None:
    with pytest.raises(InvalidConfiguration) as caught:
        systems_from(config, base=tmp_path)
    assert words in str(caught.value)
    assert str(caught.value).startswith("queuewright:systems")
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []
