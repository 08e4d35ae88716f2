"""`queuewright drift plan`: the plan that brings an environment back, or what accepts it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from command_line import app
from drift_fleets import applied
from queuewright.drift import sources
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


def test_a_plan_reads_and_parses_a_dump_once(fleet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counting(module: Any, name: str) -> None:
        function = getattr(module, name)

        def counted(*arguments: Any, **options: Any) -> Any:
            calls.append(name)
            return function(*arguments, **options)

        monkeypatch.setattr(module, name, counted)

    counting(sources, "read_file")
    counting(sources, "read_dump")
    code, _, _ = plan(fleet, "dumped")
    assert code == 2
    assert calls == ["read_file", "read_dump"]


def test_one_that_cannot_be_planned_is_named_and_the_others_are(fleet: Path) -> None:
    code, documents, errors = plan(fleet, "gone", "clean")
    assert code == 4
    assert "no such sandbox file" in documents["gone"]["error"]
    assert errors.startswith("error: gone: QM1: ")
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
    from queuewright.catalogue.errors import SystemUnavailable
    from queuewright.drift.fleet import load_fleet
    from queuewright.drift.sources import systems_of

    environment = load_fleet(fleet).environments[2]
    system = systems_of(environment, fleet.parent)["QM1"]
    spec = spec_of("mq:LocalQueue").checked({"name": "A"})
    with pytest.raises(SystemUnavailable, match="cannot be changed"):
        system.create(spec)
    with pytest.raises(SystemUnavailable):
        system.change(spec)
    with pytest.raises(SystemUnavailable):
        system.delete(spec.key("QM1"))


LISTED = """
import pulumi
from queuewright import mq

config = pulumi.Config()
qm = mq.QueueManager("QM1")
limits = config.require_object("limits")
for one in config.require_object("queues"):
    mq.LocalQueue(one["name"], system=qm, max_queue_depth=limits["depth"],
                  queue_description=one.get("text", ""))
if config.get_bool("listed"):
    mq.Namelist("ALL", system=qm, names=config.require_object("members"))
"""
CONFIG = {
    "app:limits": {"depth": 100, "other": 100},
    "app:queues": [{"name": "A", "text": "Größe: 'x'"}, {"name": "B"}, {"name": "C"}],
    "app:listed": True,
    "app:members": ["A", "B"],
}


def recorded(tmp_path: Path, program: Path, *names: str, depth: int, members: str) -> Path:
    """A fleet of one environment, "one", read from a dump; its program takes nested values."""
    (program / "__main__.py").write_text(LISTED)
    (program / "Pulumi.main.yaml").write_text(yaml.safe_dump({"config": CONFIG}))
    lines = [
        f"DEFINE QLOCAL('{n}') MAXDEPTH({depth}) DESCR('{'Ж: #1' if n == 'A' else ''}')"
        for n in names
    ]
    (tmp_path / "one.mqsc").write_text(
        "\n".join(
            ["* Queue manager name: QM1", *lines, f"DEFINE NAMELIST(ALL) NAMES({members})", ""]
        )
    )
    entry = {"name": "one", "program": str(program), "stack": "main",
           "systems": {"QM1": {"type": "mqsc", "path": "one.mqsc"}}}  # fmt: skip
    file = tmp_path / "fleet.yaml"
    file.write_text(yaml.safe_dump({"environments": [entry]}))
    return file


def test_accept_reaches_into_nested_values_and_what_it_prints_can_be_pasted(
    tmp_path: Path, program: Path
) -> None:
    file = recorded(tmp_path, program, "A", "B", depth=9, members="'A','B','D'")
    code, documents, _ = plan(file, "one", "--accept")
    assert (code, documents["one"]["left"], documents["one"]["missing"]) == (2, [], [])
    assert documents["one"]["config"] == {
        "app:limits": {"depth": 9, "other": 100},
        "app:queues": [{"name": "A", "text": "Ж: #1"}, {"name": "B"}],
        "app:members": ["A", "B", "D"],
    }
    # As text below `config:` of the entry: it is read as it was meant, and nothing differs.
    printed = CliRunner().invoke(app, ["drift", "plan", "one", "--fleet", str(file), "--accept"])
    text = printed.stdout.split("defines what is there):\n", 1)[1]
    fleet = yaml.safe_load(file.read_text())
    entry = yaml.safe_dump(fleet["environments"][0])
    block = "config:\n" + "".join(f"{line}\n" for line in text.splitlines())
    assert yaml.safe_load(block)["config"] == documents["one"]["config"]
    fleet["environments"][0] = yaml.safe_load(entry + block)
    file.write_text(yaml.safe_dump(fleet))
    assert plan(file, "one")[0] == 0
    assert plan(file, "one", "--accept")[1]["one"] == {"config": {}, "left": [], "missing": []}


def test_accept_never_ends_a_difference_by_declaring_less(tmp_path: Path, program: Path) -> None:
    """Without `listed` nothing is said of the namelist that is there, which accepts nothing."""
    file = recorded(tmp_path, program, "A", "B", "C", depth=100, members="'A'")
    content = yaml.safe_load((program / "Pulumi.main.yaml").read_text())
    del content["config"]["app:members"]
    (program / "Pulumi.main.yaml").write_text(yaml.safe_dump(content))
    text = (program / "__main__.py").read_text()
    (program / "__main__.py").write_text(
        text.replace('config.require_object("members")', '["A", "B"]')
    )
    _, documents, _ = plan(file, "one", "--accept")
    assert set(documents["one"]["config"]) == {"app:queues"}  # the text of A
    assert [
        (difference["object"], difference["attribute"]) for difference in documents["one"]["left"]
    ] == [("QM1 mq:Namelist ALL", "names")]


def test_accept_says_which_system_the_fleet_lacks(tmp_path: Path, program: Path) -> None:
    file = recorded(tmp_path, program, "A", depth=1, members="'A'")
    (program / "__main__.py").write_text(
        "from queuewright import mq; mq.LocalQueue('A', system=mq.QueueManager('QM9'))"
    )
    code, documents, _ = plan(file, "one", "--accept")
    assert code == 4
    assert "declares system QM9, which the fleet does not list for one" in documents["one"]["error"]


def up(program: Path) -> None:
    command = [sys.executable, "-m", "queuewright.cli.main", "up", "--yes", "-C", str(program)]
    subprocess.run(command, check=True, capture_output=True)


def verbs(document: Any) -> dict[str, str]:
    return {step["name"]: step["verb"] for step in document["steps"] if step["verb"] != "same"}


def test_only_the_one_that_has_the_stack_to_itself_deletes_what_the_stack_created(
    tmp_path: Path, program: Path
) -> None:
    systems = {"QM1": {"type": "sandbox", "platform": "linux", "path": str(tmp_path / "one.db")}}
    stack: dict[str, dict[str, Any]] = {"config": {"queuewright:systems": systems}}
    (program / "Pulumi.main.yaml").write_text(yaml.safe_dump(stack))
    up(program)  # A B C
    stack["config"]["app:queues"] = "A B"
    (program / "Pulumi.main.yaml").write_text(yaml.safe_dump(stack))
    system = systems_from(systems, base=tmp_path)["QM1"]
    system.create(spec_of("mq:LocalQueue").checked({"name": "BY.HAND"}))
    shutil.copy(tmp_path / "one.db", tmp_path / "two.db")

    def planned(*entries: dict[str, Any], name: str = "one") -> dict[str, str]:
        own = {"QM1": {"type": "sandbox", "path": "{environment}.db"}}
        defaults = {"program": str(program), "stack": "main", "systems": own}
        file = tmp_path / "fleet.yaml"
        file.write_text(yaml.safe_dump({"defaults": defaults, "environments": list(entries)}))
        return verbs(plan(file, name)[1][name])

    first, second = {"name": "one"}, {"name": "two"}
    assert planned(first) == {"C": "delete"}
    # Configuration of its own says nothing of who owns the stack's state.
    assert planned({**first, "config": {"depth": 7}}) == {
        "A": "update",
        "B": "update",
        "C": "delete",
    }
    # Shared: nobody knows whether it was made here, so nothing goes, in either.
    assert planned(first, second) == {}
    assert planned(first, second, name="two") == {}
    # Unless the fleet says so.
    assert planned({**first, "owns": "state"}, second) == {"C": "delete"}
    assert planned({**first, "owns": "declared"}) == {}
    # What is desired is the state: C is, and nothing differs.
    assert planned({**first, "desired": "state"}) == {}
    system.change(spec_of("mq:LocalQueue").checked({"name": "C", "max_queue_depth": 3}))
    assert planned({**first, "desired": "state"}) == {"C": "update"}
    file = tmp_path / "fleet.yaml"
    code, documents, _ = plan(file, "one", "--accept")
    assert code == 4
    assert "queuewright refresh" in documents["one"]["error"]


def test_what_only_a_replacement_puts_right_is_not_deleted_where_nobody_knows_who_made_it(
    tmp_path: Path, program: Path
) -> None:
    (program / "__main__.py").write_text(
        "from queuewright import ibmi\n"
        "ibmi.DataQueue('Q', system=ibmi.System('I1'), library='ORDERS', max_entry_length=200)\n"
    )
    entry = {"type": "sandbox", "platform": "ibmi", "libraries": ["ORDERS"], "path": "i.db"}
    system = systems_from({"I1": entry}, base=tmp_path)["I1"]
    values = {"library": "ORDERS", "name": "Q", "max_entry_length": 100}
    system.create(spec_of("ibmi:DataQueue").checked(values))
    declared = {"name": "one", "program": str(program), "stack": "main",
           "systems": {"I1": {"type": "sandbox", "path": "i.db"}}}  # fmt: skip
    file = tmp_path / "fleet.yaml"
    file.write_text(yaml.safe_dump({"environments": [declared]}))
    code, documents, _ = plan(file, "one")
    assert code == 2
    assert "and no state says that this environment's stack created it" in json.dumps(documents)


@pytest.mark.parametrize("accept", [[], ["--accept"]])
def test_a_plan_waits_for_nothing_for_ever(
    accept: list[str], tmp_path: Path, program: Path
) -> None:
    os.mkfifo(tmp_path / "fifo.mqsc")
    (tmp_path / "good.mqsc").write_text(
        "* Queue manager name: QM1\n"
        + "".join(f"DEFINE QLOCAL('{name}') MAXDEPTH(100) DESCR('')\n" for name in "ABC")
    )
    endless = tmp_path / "endless"
    shutil.copytree(program, endless)
    (endless / "__main__.py").write_text("import time; time.sleep(600)")
    systems = {"QM1": {"type": "mqsc", "path": "{file}.mqsc"}}
    defaults = {"program": str(program), "stack": "main", "systems": systems}
    entries = [
        {"name": "fifo", "labels": {"file": "fifo"}},
        {"name": "endless", "labels": {"file": "good"}, "program": str(endless)},
        {"name": "good", "labels": {"file": "good"}},
    ]
    file = tmp_path / "fleet.yaml"
    file.write_text(yaml.safe_dump({"defaults": defaults, "environments": entries}))
    code, documents, errors = plan(file, "fifo", "endless", "good", "--timeout", "2", *accept)
    assert code == 4
    assert "no answer in 2 s" in documents["fifo"]["error"]
    assert "give it longer with --timeout SECONDS" in documents["endless"]["error"]
    assert "error" not in documents["good"]
    assert len(errors.splitlines()) == 2


def test_a_relative_fleet_is_read_while_a_program_runs_elsewhere(
    fleet: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that asks for what it does not manage makes its systems be read as it runs."""
    file = program / "__main__.py"
    more = """
other = mq.LocalQueue("OTHER", system="QM1")
mq.LocalQueue("LIKE.IT", system="QM1", usage=other.usage)
"""
    file.write_text(file.read_text() + more)
    monkeypatch.chdir(fleet.parent)
    code, documents, errors = plan(Path(fleet.name), "dumped")
    assert (code, errors) == (2, "")
    assert "OTHER" in json.dumps(documents["dumped"])


def test_a_state_says_what_its_program_leaves_to_others(tmp_path: Path, program: Path) -> None:
    """`ignore_changes` holds where the state is what is desired, too."""
    systems = {"QM1": {"type": "sandbox", "platform": "linux", "path": "one.db"}}
    text = (
        "import pulumi\nfrom queuewright import mq\n"
        "options = pulumi.ResourceOptions(ignore_changes=['max_queue_depth'])\n"
        "mq.LocalQueue('A', system='QM1', max_queue_depth=7, queue_description='x', opts=options)\n"
    )
    applied(program, systems, text)
    system = systems_from(systems, base=program)["QM1"]
    given = {"name": "A", "max_queue_depth": 9, "queue_description": "y"}
    system.change(spec_of("mq:LocalQueue").checked(given))
    file = tmp_path / "fleet.yaml"
    entry = {"name": "one", "desired": "state", "program": str(program), "stack": "main",
             "systems": {"QM1": {"type": "sandbox", "path": "program/one.db"}}}  # fmt: skip
    file.write_text(yaml.safe_dump({"environments": [entry]}))
    _, documents, _ = plan(file, "one")
    [step] = documents["one"]["steps"]
    assert [change["attribute"] for change in step["changes"]] == ["queue_description"]
