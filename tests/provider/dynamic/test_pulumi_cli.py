"""The pulumi command itself, where it is on the PATH, over a sandbox."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

pytestmark = [
    pytest.mark.pulumi_cli,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("pulumi") is None, reason="pulumi is not on the PATH"),
]

PROGRAM = """
import pulumi
from queuewright import ibmi, mq

manager = mq.QueueManager("QM1")
mq.AliasQueue("ORDERS.ALIAS", system=manager, base_object_name="ORDERS.IN")
orders = mq.LocalQueue(
    "ORDERS.IN", system=manager, max_queue_depth=5000, backout_requeue_name="ORDERS.BOQ"
)
mq.LocalQueue("ORDERS.BOQ", system=manager)
ibmi.DataQueue("ORDERS", system="PROD", library="ORDLIB", max_entry_length=100, authority="AUTL")
ibmi.AuthorizationList("AUTL", system="PROD", users={"ANNA": ["use"]})
pulumi.export("depth", orders.max_queue_depth)
pulumi.export("usage", orders.usage)
"""
SYSTEMS = {
    "QM1": {"type": "sandbox", "platform": "linux", "command_level": 930, "ccsid": 1208},
    "QM2": {"type": "sandbox", "platform": "linux", "command_level": 930, "ccsid": 1208},
    "PROD": {"type": "sandbox", "platform": "ibmi", "libraries": ["ORDLIB"]},
}


@dataclass
class Cli:
    """A project, its stack `dev` and the command."""

    folder: Path
    environment: dict[str, str]
    runtime: dict[str, Any]

    def write(self, program: str) -> None:
        (self.folder / "__main__.py").write_text(program, encoding="utf-8")

    def edit(self, before: str, after: str) -> None:
        program = (self.folder / "__main__.py").read_text(encoding="utf-8")
        assert before in program
        self.write(program.replace(before, after))

    def run(self, *arguments: str, fails: bool = False) -> str:
        done = subprocess.run(
            ["pulumi", *arguments, "--non-interactive", "--color", "never"],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (done.returncode != 0) is fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def up(self, *, fails: bool = False) -> str:
        return self.run("up", "--yes", "--skip-preview", fails=fails)

    def preview(self) -> list[tuple[str, str]]:
        """(operation, resource) of every step, in order, without those that change nothing."""
        output = self.run("preview", "--json")
        steps = json.loads(output[output.index("{") :]).get("steps", ())
        return [(step["op"], step["urn"].split("::")[-1]) for step in steps if step["op"] != "same"]

    def export(self) -> dict[str, dict[str, Any]]:
        resources = json.loads(self.run("stack", "export"))["deployment"].get("resources", ())
        return {resource["urn"].split("::")[-1]: resource for resource in resources}

    def machine(self, name: str = "QM1") -> EmbeddedSystem:
        return Sandbox(self.folder / ".queuewright" / "sandbox-dev.db").system(name)

    def names(self, kinds: Sequence[str] = ("mq:LocalQueue", "mq:AliasQueue")) -> set[str]:
        listed = {resource.key.name for resource in self.machine().observe(kinds)}
        return {name for name in listed if name.startswith("ORDERS")}


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    folder, state = tmp_path / "project", tmp_path / "state"
    folder.mkdir()
    state.mkdir()
    environment = {name: value for name, value in os.environ.items() if "QUEUEWRIGHT" not in name}
    environment |= {
        "PULUMI_HOME": str(tmp_path / "home"),
        "PULUMI_BACKEND_URL": state.as_uri(),
        "PULUMI_CONFIG_PASSPHRASE": "only a test",
        "PULUMI_SKIP_UPDATE_CHECK": "1",
    }
    runtime: dict[str, Any] = {"name": "python"}
    if sys.prefix != sys.base_prefix:
        runtime["options"] = {"virtualenv": sys.prefix}
    else:
        environment["PULUMI_PYTHON_CMD"] = sys.executable
    project = {
        "name": "orders",
        "runtime": runtime,
        "config": {"queuewright:systems": {"value": SYSTEMS}},
    }
    (folder / "Pulumi.yaml").write_text(yaml.safe_dump(project), encoding="utf-8")
    made = Cli(folder, environment, runtime)
    made.write(PROGRAM)
    made.run("stack", "init", "dev")
    return made


def test_a_topology_lives_under_the_real_engine(cli: Cli) -> None:
    steps = cli.preview()
    assert {operation for operation, _ in steps} == {"create"}
    order = [name for _, name in steps]
    assert order.index("ORDERS.BOQ") < order.index("ORDERS.IN") < order.index("ORDERS.ALIAS")
    assert order.index("AUTL") < order.index("ORDERS")
    assert cli.folder.joinpath("__main__.py").exists()

    cli.up()
    assert cli.names() == {"ORDERS.IN", "ORDERS.BOQ", "ORDERS.ALIAS"}
    assert json.loads(cli.run("stack", "output", "--json")) == {"depth": 5000, "usage": "normal"}
    assert cli.preview() == []
    cli.run("refresh", "--yes", "--skip-preview")
    assert cli.preview() == []

    state = cli.export()
    assert state["ORDERS.IN"]["id"] == "QM1/mq:LocalQueue/ORDERS.IN"
    assert len(state["ORDERS.IN"]["inputs"]["__provider"]) < 140
    assert "secret" not in json.dumps(state["ORDERS.IN"])

    cli.run("destroy", "--yes", "--skip-preview")
    assert cli.names() == set()
    assert cli.export() == {}


def test_explain_takes_what_the_command_prints(cli: Cli) -> None:
    """`pulumi preview --json | queuewright explain`, as people write it: the same steps, and what
    Pulumi does not say of them."""

    def explain(options: str = "", export: str = "") -> subprocess.CompletedProcess[str]:
        command = (
            f"pulumi preview --json {options}| {sys.executable} -m queuewright.cli.main explain"
        )
        return subprocess.run(
            f"{command} --detailed-exitcode --json {export}",
            shell=True, cwd=cli.folder, env=cli.environment, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip

    first = explain()
    assert first.returncode == 2, first.stderr
    steps = json.loads(first.stdout)["steps"]
    assert {each["verb"] for each in steps} == {"create"}
    values = next(each["creates"] for each in steps if each["name"] == "ORDERS.IN")
    assert values == {"max_queue_depth": 5000, "backout_requeue_name": "ORDERS.BOQ"}

    cli.up()
    cli.machine().put("ORDERS.BOQ", count=3)
    cli.machine().open("ORDERS.ALIAS", {OpenFor.OUTPUT}, application="billing", user="bob")
    cli.edit('mq.LocalQueue("ORDERS.BOQ", system=manager)\n', "")
    cli.edit("max_queue_depth=5000", "max_queue_depth=6000")
    state = cli.folder / "state.json"
    state.write_text(cli.run("stack", "export"), encoding="utf-8")
    reported = dict(cli.preview())
    assert reported == {"delete": "ORDERS.BOQ", "update": "ORDERS.IN"}, (
        "Pulumi has nothing against it"
    )
    listed, exported = explain("--show-sames "), explain("", "--stack-export state.json")
    assert (listed.returncode, exported.returncode) == (3, 3), listed.stderr + exported.stderr
    assert json.loads(listed.stdout) == json.loads(exported.stdout)
    document = json.loads(listed.stdout)
    assert document["summary"]["same"] == 3
    steps = {each["name"]: each for each in document["steps"]}
    assert {(each["verb"], name) for name, each in steps.items()} == set(reported.items())
    (loss,) = steps["ORDERS.BOQ"]["blocked"]
    assert loss["code"] == "data-loss"
    impact = steps["ORDERS.IN"]["impact"]
    assert [each["name"] for each in impact["dependents"]] == ["ORDERS.ALIAS"]
    assert [each["application"] for each in impact["opened"]] == ["billing"]
    assert steps["ORDERS.IN"]["place"] == "__main__.py:7"

    cli.edit('base_object_name="ORDERS.IN"', 'base_object_name="ORDERS.OTHER"')
    stopped = explain()
    assert (stopped.returncode, stopped.stdout) == (3, "")
    line = stopped.stderr.splitlines()[0]
    assert line.startswith("error: BLOCKED QM1 mq:AliasQueue ORDERS.ALIAS: base_object_name=")
    assert "needs FORCE: an application has alias ORDERS.ALIAS open" in line


def test_a_change_that_needs_force_is_blocked_in_the_preview(cli: Cli) -> None:
    cli.up()
    for application in ("billing", "audit"):
        cli.machine().open("ORDERS.ALIAS", [OpenFor.INPUT_SHARED], application=application)
    cli.edit("max_queue_depth=5000", "max_queue_depth=6000, shareability='not_shareable'")
    shown = cli.run("preview", fails=True)
    (line,) = {line.strip() for line in shown.splitlines() if line.strip().startswith("error: pul")}
    assert "needs FORCE" in line
    assert "billing" in line
    assert "through ORDERS.ALIAS" in line
    cli.up(fails=True)
    (queue,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.IN"])
    assert queue.attributes["max_queue_depth"] == 5000

    cli.edit("shareability='not_shareable'", "shareability='not_shareable', force='when-needed'")
    assert cli.preview() == [("update", "ORDERS.IN")]
    cli.up()
    (queue,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.IN"])
    assert queue.attributes["shareability"] == "not_shareable"
    assert cli.preview() == []


def test_a_replacement_deletes_first_and_never_loses_messages(cli: Cli) -> None:
    cli.up()
    machine = cli.machine("PROD")
    machine.put("ORDLIB/ORDERS", count=3)
    cli.edit("max_entry_length=100", "max_entry_length=200")
    assert "would lose 3 messages" in cli.run("preview", fails=True)
    cli.up(fails=True)
    machine.get("ORDLIB/ORDERS", count=3)
    assert ("replace", "ORDERS") in cli.preview()
    cli.up()
    (queue,) = machine.observe(["ibmi:DataQueue"], ["ORDLIB/ORDERS"])
    assert queue.attributes["max_entry_length"] == 200
    assert cli.preview() == []


def test_replace_on_changes_is_honoured(cli: Cli) -> None:
    cli.edit(
        "backout_requeue_name=",
        "opts=pulumi.ResourceOptions(replace_on_changes=['max_queue_depth']), "
        "backout_requeue_name=",
    )
    cli.up()
    assert cli.preview() == []
    cli.edit("max_queue_depth=5000", "max_queue_depth=6000")
    assert ("replace", "ORDERS.IN") in cli.preview()
    cli.up()
    assert cli.preview() == []


def test_what_others_changed_is_found_and_put_right(cli: Cli) -> None:
    cli.up()
    cli.machine().change("mq:LocalQueue", "ORDERS.IN", {"max_queue_depth": 1})
    cli.machine().delete("mq:AliasQueue", "ORDERS.ALIAS")
    assert set(cli.preview()) == {("update", "ORDERS.IN"), ("update", "ORDERS.ALIAS")}
    cli.run("refresh", "--yes", "--skip-preview")
    assert "ORDERS.ALIAS" not in cli.export()
    assert cli.export()["ORDERS.IN"]["outputs"]["max_queue_depth"] == 1
    assert set(cli.preview()) == {("update", "ORDERS.IN"), ("create", "ORDERS.ALIAS")}
    cli.up()
    (queue,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.IN"])
    assert queue.attributes["max_queue_depth"] == 5000
    assert cli.preview() == []


def test_outputs_are_as_declared_where_others_have_set_it_already(cli: Cli) -> None:
    cli.up()
    cli.machine().change("mq:LocalQueue", "ORDERS.IN", {"max_queue_depth": 7})
    cli.edit("max_queue_depth=5000", "max_queue_depth=7")
    assert cli.preview() == [("update", "ORDERS.IN")]
    cli.up()
    assert json.loads(cli.run("stack", "output", "--json"))["depth"] == 7
    assert cli.preview() == []


def test_a_vanished_object_is_made_again_without_a_refresh(cli: Cli) -> None:
    cli.up()
    cli.machine().delete("mq:AliasQueue", "ORDERS.ALIAS")
    cli.up()
    assert "ORDERS.ALIAS" in cli.names()
    assert cli.preview() == []


def test_state_can_be_moved(cli: Cli) -> None:
    cli.up()
    cli.run("stack", "export", "--file", "state.json")
    cli.run("stack", "rm", "--force", "--yes", "dev")
    cli.run("stack", "init", "dev")
    cli.run("stack", "import", "--file", "state.json")
    assert cli.preview() == []
    # Without the state, everything is there already, and identical: adopted.
    cli.run("stack", "rm", "--force", "--yes", "dev")
    cli.run("stack", "init", "dev")
    cli.up()
    assert cli.preview() == []


def test_what_only_pulumi_writes_moves_with_the_state_and_back(cli: Cli) -> None:
    def queuewright(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "queuewright.cli.main", *arguments, "-s", "dev"],
            cwd=cli.folder, env=cli.environment, capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    cli.write(
        "import pulumi\nfrom queuewright import mq\n"
        'base = mq.LocalQueue("A", system="QM1", name="ORDERS.A",'
        ' queue_description=pulumi.Output.secret("hush"))\n'
        'mq.AliasQueue("ORDERS.OUT", system="QM1", base_object_name=base,'
        ' opts=pulumi.ResourceOptions(hide_diffs=["custom"]))\n'
        'mq.LocalQueue("ORDERS.B", system="QM1", max_queue_depth=5)\n'
        'mq.LocalQueue.get("read", "QM1/mq:LocalQueue/SYSTEM.DEFAULT.LOCAL.QUEUE")\n'
        'pulumi.export("text", base.queue_description)\n'
        'pulumi.export("depth", base.max_queue_depth)\n'
    )
    cli.up()
    before = cli.export()
    assert before["read"]["external"]
    file = cli.folder / "state.json"
    file.write_text(cli.run("stack", "export"), encoding="utf-8")
    queuewright("stack", "import", "--file", str(file))
    cli.edit("max_queue_depth=5", "max_queue_depth=6")
    queuewright("up", "--yes")
    file.write_text(queuewright("stack", "export"), encoding="utf-8")
    cli.run("stack", "import", "--file", str(file))
    after = cli.export()
    assert after["orders-dev"]["outputs"]["text"].keys() >= {"ciphertext"}
    assert json.loads(cli.run("stack", "output", "--json", "--show-secrets"))["text"] == "hush"
    assert after["ORDERS.OUT"]["hideDiff"] == ["custom"]
    assert after["read"] == before["read"]
    of_provider = {"__listed_in", "__secret_inputs"}
    named = before["A"]["propertyDependencies"].keys() - of_provider
    assert after["A"]["propertyDependencies"].keys() == named >= {"queue_description"}
    (queue,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.B"])
    assert queue.attributes["max_queue_depth"] == 6
    assert cli.preview() == [("read", "read")]


def test_pulumis_own_options_are_honoured(cli: Cli) -> None:
    cli.edit(
        "backout_requeue_name=", "opts=pulumi.ResourceOptions(protect=True), backout_requeue_name="
    )
    cli.up()
    assert "protect" in cli.run("destroy", "--yes", "--skip-preview", fails=True)
    cli.edit("protect=True", "ignore_changes=['max_queue_depth']")
    cli.edit("max_queue_depth=5000", "max_queue_depth=6000")
    cli.up()
    (queue,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.IN"])
    assert queue.attributes["max_queue_depth"] == 5000
    # What others made of an attribute that is ignored stays, in an update of others too.
    cli.machine().change("mq:LocalQueue", "ORDERS.IN", {"max_queue_depth": 7})
    assert cli.preview() == []
    cli.edit("backout_requeue_name=", "queue_description='text', backout_requeue_name=")
    cli.up()
    (queue,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.IN"])
    assert queue.attributes["max_queue_depth"] == 7
    assert queue.attributes["queue_description"] == "text"
    cli.edit("ignore_changes=['max_queue_depth']", "ignore_changes=['*']")
    cli.edit("queue_description='text', ", "queue_description='other', ")
    assert cli.preview() == []
    cli.machine().change("mq:LocalQueue", "ORDERS.IN", {"max_queue_depth": 8})
    assert cli.preview() == []
    cli.edit("ignore_changes=['*']", "retain_on_delete=True")
    cli.up()
    cli.write("import pulumi\n")
    cli.up()
    assert cli.names() == {"ORDERS.IN"}


def test_an_alias_of_a_resource_keeps_the_object(cli: Cli) -> None:
    cli.up()
    cli.edit(
        'mq.LocalQueue("ORDERS.BOQ", system=manager)',
        'mq.LocalQueue("backout", name="ORDERS.BOQ", system=manager, '
        'opts=pulumi.ResourceOptions(aliases=[pulumi.Alias(name="ORDERS.BOQ")]))',
    )
    assert cli.preview() == []


def test_another_name_in_the_program_alone_keeps_the_object(cli: Cli) -> None:
    cli.up()
    cli.edit(
        'mq.LocalQueue("ORDERS.BOQ", system=manager)',
        'mq.LocalQueue("backout", name="ORDERS.BOQ", system=manager)',
    )
    cli.up()
    assert "ORDERS.BOQ" in cli.names()
    assert cli.preview() == []


def test_errors_are_one_line(cli: Cli) -> None:
    cli.write(
        "from queuewright import mq\n"
        'mq.LocalQueue("A", system="QM1", stream_queue="B")\n'
        'mq.LocalQueue("B", system="QM1", stream_queue="A")\n'
    )
    shown = cli.run("preview", fails=True)
    assert re.search(r"error: a cycle, so that none can be made first: QM1 mq:\w+ [AB]", shown)
    assert "Traceback" not in shown
    cli.write('from queuewright import mq\nmq.LocalQueue("B", system="QM7")\n')
    assert "system 'QM7' is not in queuewright:systems" in cli.run("preview", fails=True)


def test_nothing_is_made_by_a_program_that_fails(cli: Cli) -> None:
    """With `--skip-preview` no preview has failed before."""
    start = 'from queuewright import mq\nmq.LocalQueue("ORDERS.A", system="QM1")\n'
    cli.write(f'{start}mq.LocalQueue("B", system="QM1", max_queue_dept=5)\n')
    shown = cli.run("up", "--yes", "--skip-preview", fails=True)
    rule = "mq:LocalQueue 'B': there is no argument max_queue_dept; did you mean max_queue_depth?"
    assert f"error: __main__.py:3: {rule}" in shown
    assert "Traceback" not in shown
    assert "LocalQueue" not in cli.run("stack")
    cli.write(f"{start}def later():\n    return {{}}['no such key']\nlater()\n")
    shown = cli.run("up", "--yes", "--skip-preview", fails=True)
    assert re.search(r'__main__.py", line 4, in later\n.*\n(.*\^+\n)?\s*KeyError: .no such', shown)
    assert "LocalQueue" not in cli.run("stack")
    cli.write(f"{start}import sys; sys.exit(0)\n")
    cli.run("up", "--yes", "--skip-preview")
    assert cli.names() == {"ORDERS.A"}


def test_names_that_lead_nowhere_stop_the_preview(cli: Cli) -> None:
    """Nothing is done then; and the engine interrupts a program whose other resources wait."""
    cli.write(
        "from queuewright import ibmi, mq\n"
        'mq.LocalQueue("ORDERS.A", system="QM1", like="ORDERS.B")\n'
        'mq.LocalQueue("ORDERS.B", system="QM1", stream_queue="ORDERS.GONE")\n'
        'mq.AliasQueue("ORDERS.C", system="QM1", base_object_name="ORDERS.A")\n'
    )
    shown = cli.run("up", "--yes", fails=True)
    assert 'stream_queue="ORDERS.GONE": queue "ORDERS.GONE" is neither there nor declared' in shown
    assert "Traceback" not in shown
    assert "Updating" not in shown
    cli.edit(', stream_queue="ORDERS.GONE"', "")
    cli.up()
    assert cli.names() == {"ORDERS.A", "ORDERS.B", "ORDERS.C"}
    assert cli.preview() == []


@pytest.mark.parametrize("name", ["orders", "partition", "routes"])
def test_the_examples_live_under_the_real_engine(cli: Cli, name: str) -> None:
    repository = Path(__file__).parents[3]
    source = repository / "examples" / name
    shutil.copytree(source, cli.folder, dirs_exist_ok=True)
    places = [place for place in (source, repository) if (place / "Pulumi.yaml").exists()]
    project = yaml.safe_load((places[0] / "Pulumi.yaml").read_text())
    project["runtime"] = cli.runtime
    project.pop("main", None)
    (cli.folder / "Pulumi.yaml").write_text(yaml.safe_dump(project))
    cli.run("stack", "select", "--create", "dev")
    stack = cli.folder / "Pulumi.dev.yaml"
    given = (places[0] / "Pulumi.dev.yaml").read_text() if "config" not in project else "{}"
    salt = yaml.safe_load(stack.read_text()) if stack.exists() else {}
    stack.write_text(yaml.safe_dump({**salt, **yaml.safe_load(given)}))
    shown = cli.run("up", "--yes")
    assert "warning" not in shown
    assert cli.preview() == []
    cli.run("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    cli.run("destroy", "--yes")
    assert cli.export().keys() <= {f"{project['name']}-dev"}


CIRCLES = """
import pulumi
from queuewright import mq

b = mq.LocalQueue("ORDERS.B", system="QM1", backout_requeue_name="ORDERS.C")
mq.LocalQueue("ORDERS.C", system="QM1", backout_requeue_name="ORDERS.A")
mq.LocalQueue("ORDERS.A", system="QM1", backout_requeue_name=b, max_queue_depth=10)
mq.LocalQueue("ORDERS.SELF", system="QM1", backout_requeue_name="ORDERS.SELF")
mq.LocalQueue("ORDERS.COPY", system="QM1", stream_queue="ORDERS.TARGET")
mq.AliasQueue("ORDERS.TARGET", system="QM1", base_object_name="ORDERS.COPY")
"""


def planned_by_the_embedded_engine(cli: Cli) -> dict[str, list[str]]:
    """What each step of its plan waits for."""
    done = subprocess.run(
        [sys.executable, "-m", "queuewright.cli.main", "preview", "--json", "-s", "dev"],
        cwd=cli.folder,
        env=cli.environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return {
        step["name"]: [resource.split("/")[-1] for resource in step["depends"]]
        for step in json.loads(done.stdout)["steps"]
    }


def test_cycles_of_soft_references_live_and_go(cli: Cli) -> None:
    cli.write(CIRCLES)
    embedded = planned_by_the_embedded_engine(cli)
    order = [name for operation, name in cli.preview() if operation == "create"]
    assert order.index("ORDERS.A") < order.index("ORDERS.C") < order.index("ORDERS.B")
    assert order.index("ORDERS.TARGET") < order.index("ORDERS.COPY")
    cli.up()
    assert len(cli.names()) == 6
    assert cli.preview() == []
    state = cli.export()
    needs = {
        name: [urn.split("::")[-1] for urn in resource.get("dependencies") or ()]
        for name, resource in state.items()
        if name.startswith("ORDERS")
    }
    assert needs == embedded
    assert needs == {
        "ORDERS.A": [],
        "ORDERS.B": ["ORDERS.C"],
        "ORDERS.C": ["ORDERS.A"],
        "ORDERS.SELF": [],
        "ORDERS.TARGET": [],
        "ORDERS.COPY": ["ORDERS.TARGET"],
    }
    cli.edit("max_queue_depth=10", "max_queue_depth=20")
    assert cli.preview() == [("update", "ORDERS.A")]
    cli.edit('system="QM1", backout_requeue_name=b', 'system="QM1", stream_queue=b')
    order = [name for _, name in cli.preview()]
    assert order == ["ORDERS.A"]
    cli.up()
    assert cli.preview() == []
    cli.run("destroy", "--yes", "--skip-preview")
    assert cli.names() == set()


def test_an_object_in_use_stops_its_delete_with_one_line(cli: Cli) -> None:
    cli.up()
    cli.machine().open("ORDERS.BOQ", [OpenFor.OUTPUT], application="billing")
    shown = cli.run("destroy", "--yes", "--skip-preview", fails=True)
    assert "cannot be deleted while it is open" in shown
    assert "billing" in shown
    assert "Traceback" not in shown
    assert "ORDERS.BOQ" in cli.names()


REPLACED = """
import pulumi
from queuewright import ibmi

ibmi.DataQueue(
    "ORDERS", system="PROD", library="ORDLIB", max_entry_length=100, authority="libcrtaut"
)
"""


# Somebody deletes the list when the old queue has gone: that is known only when CRTDTAQ is sent.
MEANWHILE = """
CREATE TRIGGER meanwhile AFTER DELETE ON object WHEN OLD.name = 'ORDLIB/ORDERS'
BEGIN DELETE FROM object WHERE name = 'CLERKS'; END
"""


def execute(cli: Cli, statement: str) -> int:
    """Change the sandbox's file; how many rows that changed."""
    with closing(sqlite3.connect(cli.folder / ".queuewright" / "sandbox-dev.db")) as store, store:
        return store.execute(statement).rowcount


def test_a_replacement_keeps_what_is_not_managed_and_is_put_back_when_refused(cli: Cli) -> None:
    def queue() -> dict[str, Any]:
        observed = cli.machine("PROD").observe(["ibmi:DataQueue"], ["ORDLIB/ORDERS"])
        return dict(observed[0].attributes)

    cli.write(REPLACED)
    cli.up()
    cli.machine("PROD").change("ibmi:DataQueue", "ORDLIB/ORDERS", {"text_description": "theirs"})
    cli.edit("max_entry_length=100", "max_entry_length=200")
    cli.up()
    assert (queue()["max_entry_length"], queue()["text_description"]) == (200, "theirs")
    before = queue()
    cli.machine("PROD").create("ibmi:AuthorizationList", "CLERKS", {})
    cli.edit("max_entry_length=200", "max_entry_length=300")
    cli.edit('"libcrtaut"', '"CLERKS"')
    execute(cli, MEANWHILE)
    output = cli.up(fails=True)
    assert "it was put back as it was" in output
    assert queue() == before
    execute(cli, "DROP TRIGGER meanwhile")
    cli.edit('"CLERKS"', '"use"')
    cli.up()
    assert (queue()["max_entry_length"], queue()["text_description"]) == (300, "theirs")
    assert cli.preview() == []


RENAMED = """
import pulumi
from queuewright import mq

mq.LocalQueue("{logical}", system="QM1", name="ORDERS.X", on_delete="purge")
"""


def test_two_resources_of_one_object_in_a_state_do_not_delete_it(cli: Cli) -> None:
    """As an update of a renamed resource leaves it that had targets, or failed half-way."""
    cli.write(RENAMED.format(logical="A"))
    cli.up()
    cli.machine().put("ORDERS.X")
    state = json.loads(cli.run("stack", "export"))
    (queue,) = [r for r in state["deployment"]["resources"] if r["urn"].endswith("::A")]
    state["deployment"]["resources"].append(
        {**queue, "urn": queue["urn"].removesuffix("A") + "again"}
    )
    file = cli.folder / "state.json"
    file.write_text(json.dumps(state), encoding="utf-8")
    cli.run("stack", "import", "--file", str(file))
    cli.write(RENAMED.format(logical="again"))
    cli.up()
    assert cli.names() == {"ORDERS.X"}
    (observed,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.X"], status=True)
    assert observed.status is not None
    assert observed.status.depth == 1
    assert set(cli.export()) >= {"again"}
    assert "A" not in cli.export()


def test_an_option_that_arms_something_is_an_update(cli: Cli) -> None:
    cli.write(RENAMED.format(logical="A").replace(', on_delete="purge"', ""))
    cli.up()
    cli.edit('name="ORDERS.X"', 'name="ORDERS.X", force="when-needed"')
    assert cli.preview() == [("update", "A")]
    cli.up()
    assert cli.preview() == []


def test_a_reviewer_sees_force_drift_adoption_and_what_has_gone(cli: Cli) -> None:
    cli.up()
    machine = cli.machine()
    for application in ("billing", "audit"):
        machine.open("ORDERS.IN", [OpenFor.INPUT_SHARED], application=application)
    machine.change("mq:LocalQueue", "ORDERS.BOQ", {"max_queue_depth": 1})
    machine.change("mq:LocalQueue", "ORDERS.IN", {"max_queue_depth": 2})
    machine.delete("mq:AliasQueue", "ORDERS.ALIAS")
    machine.create("mq:LocalQueue", "ORDERS.THEIRS", {"queue_description": "theirs"})
    cli.edit("max_queue_depth=5000", "force='when-needed', shareability='not_shareable'")
    cli.edit(
        'mq.LocalQueue("ORDERS.BOQ", system=manager)',
        'mq.LocalQueue("ORDERS.BOQ", system=manager, max_queue_depth=5)\n'
        'mq.LocalQueue("ORDERS.THEIRS", system=manager, adopt="any", queue_description="x")',
    )
    shown = cli.run("preview")
    for line in (
        "ORDERS.IN: FORCE is sent: 2 applications have ORDERS.IN open for input",
        "ORDERS.IN: drift: max_queue_depth differs from the value last applied",
        "ORDERS.ALIAS: it is gone from QM1 since it was last applied",
        "ORDERS.THEIRS: it exists: adopted and changed",
    ):
        assert shown.partition("Diagnostics:")[2].count(line) == 1, shown


TRIGGERED = """
import pulumi
from queuewright import mq

mq.LocalQueue(
    "A", system="QM1", name="ORDERS.A", max_queue_depth=5,
    opts=pulumi.ResourceOptions(replacement_trigger="first"),
)
"""


def put_down_as_old(cli: Cli, name: str) -> None:
    """As if the queue was made in 1970: what is made after that is seen."""
    assert execute(cli, f"UPDATE object SET created = 0 WHERE name = '{name}'") == 1


def is_new(cli: Cli, name: str) -> bool:
    with closing(sqlite3.connect(cli.folder / ".queuewright" / "sandbox-dev.db")) as store:
        ((created,),) = store.execute("SELECT created FROM object WHERE name = ?", (name,))
    return bool(created)


def test_a_replacement_that_the_engine_announces_happens(cli: Cli) -> None:
    """`--replace`, a taint and a replacement_trigger: no difference of ours asks for it."""
    cli.write(TRIGGERED)
    cli.up()
    machine = cli.machine()

    urn = "urn:pulumi:dev::orders::pulumi-python:dynamic/mq:LocalQueue::A"
    marks: tuple[Callable[[], Sequence[str]], ...] = (
        lambda: ("--replace", urn),
        lambda: cli.run("state", "taint", urn, "--yes") and (),
        lambda: cli.edit('"first"', '"second"') or (),
    )
    for number, mark in enumerate(marks):
        more = mark()
        put_down_as_old(cli, "ORDERS.A")
        machine.put("ORDERS.A")
        refused = cli.run("up", "--yes", "--skip-preview", *more, fails=True)
        assert "would lose 1 message" in refused
        machine.get("ORDERS.A")
        machine.change("mq:LocalQueue", "ORDERS.A", {"queue_description": f"theirs {number}"})
        reported = cli.run("preview", *more).partition("Diagnostics:")[2]
        assert reported.count("ORDERS.A: ") >= 1
        assert "was asked to replace it" in reported or "it is deleted and made again" in reported
        assert "the new object keeps queue_description of the old one" in reported
        assert not is_new(cli, "ORDERS.A")
        shown = cli.run("up", "--yes", "--skip-preview", *more)
        assert "1 replaced" in shown
        assert "ORDERS.A: the engine was asked to replace it" in shown
        assert is_new(cli, "ORDERS.A"), "it was deleted and made"
        (observed,) = machine.observe(["mq:LocalQueue"], ["ORDERS.A"])
        assert observed.attributes["queue_description"] == f"theirs {number}"
        assert cli.preview() == []


GUARDED = """
import pulumi
from queuewright import mq
from queuewright.dynamic.delete_guard import guard_deletes

guard_deletes()
mq.LocalQueue("A", system="QM1", name="ORDERS.A")
mq.LocalQueue("B", system="QM1", name="ORDERS.B", on_delete="purge")
"""


def test_a_delete_that_would_be_refused_is_shown_in_the_preview(cli: Cli) -> None:
    cli.write(GUARDED)
    cli.up()
    machine = cli.machine()
    machine.put("ORDERS.A", count=2)
    machine.put("ORDERS.B")
    cli.write(GUARDED.replace('"A", system', '"renamed", system'))
    assert {operation for operation, _ in cli.preview()} == {"create", "delete"}
    cli.write(GUARDED.partition("mq.LocalQueue")[0])
    refused = cli.run("preview", fails=True)
    assert "ORDERS.A: would lose 2 messages if it were deleted" in refused
    assert "ORDERS.B" not in refused.partition("Diagnostics:")[2]
    cli.up(fails=True)
    assert cli.names() >= {"ORDERS.A"}
    assert "would lose 2 messages" in cli.run("destroy", "--yes", "--run-program", fails=True)
    machine.get("ORDERS.A", count=2)
    # The plan engine reads and writes the same state, of format 4.
    state = json.loads(cli.run("stack", "export"))
    assert (state["version"], state["features"]) == (4, ["hooks"])
    cli.up()
    assert cli.names() == set()


def test_what_is_not_managed_is_no_secret_because_another_value_is(cli: Cli) -> None:
    cli.write(
        "import pulumi\nfrom queuewright import mq\n"
        'queue = mq.LocalQueue("A", system="QM1", name="ORDERS.A",'
        ' queue_description=pulumi.Output.secret("hush"))\n'
        'pulumi.export("depth", queue.max_queue_depth)\n'
        'pulumi.export("text", queue.queue_description)\n'
    )
    cli.up()
    outputs = json.loads(cli.run("stack", "output", "--json"))
    assert outputs == {"depth": 5000, "text": "[secret]"}
    (queue,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.A"])
    assert queue.attributes["queue_description"] == "hush"
    # Pulumi does not show it, and its provider has compared it.
    cli.edit('"hush"', '"other"')
    stated = cli.run("preview", "--json")
    explained = subprocess.run(
        [sys.executable, "-m", "queuewright.cli.main", "explain", "--detailed-exitcode"],
        input=stated[stated.index("{") :], cwd=cli.folder, env=cli.environment, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert explained.returncode == 2, explained.stdout + explained.stderr
    assert "QM1 mq:LocalQueue ORDERS.A (A) update" in explained.stdout


MOVED = """
import pulumi
from queuewright import ibmi, mq

queue = mq.LocalQueue("queue", system="QM1", name="ORDERS.A", max_queue_depth=5)
mq.AliasQueue("alias", system="QM1", name="ORDERS.ALIAS", base_object_name={base})
ibmi.DataQueue(
    "data", system="PROD", library="ORDLIB", name="ORDERS", max_entry_length=100, authority="use"
)
"""


def test_what_moves_is_made_before_the_old_one_goes(cli: Cli) -> None:
    def data_queues() -> set[str]:
        return {each.key.name for each in cli.machine("PROD").observe(["ibmi:DataQueue"])}

    cli.write(MOVED.format(base="queue"))
    cli.up()
    # A list that is not there is known only when the command is sent: the new one is refused.
    cli.edit('name="ORDERS", max_entry_length=100, authority="use"',
             'name="OTHER", max_entry_length=100, authority="NOLIST"')  # fmt: skip
    cli.machine("PROD").put("ORDLIB/ORDERS")
    assert "would lose 1 message" in cli.up(fails=True)
    cli.machine("PROD").get("ORDLIB/ORDERS")
    put_down_as_old(cli, "ORDLIB/ORDERS")
    assert "NOLIST" in cli.up(fails=True)
    assert data_queues() == {"ORDLIB/ORDERS"}
    assert not is_new(cli, "ORDLIB/ORDERS"), "it was not deleted, and put back"
    cli.edit('"NOLIST"', '"use"')
    cli.up()
    assert data_queues() == {"ORDLIB/OTHER"}
    assert cli.preview() == []
    # To another system; the alias keeps its name.
    cli.edit('system="QM1", name="ORDERS.A"', 'system="QM2", name="ORDERS.A"')
    cli.edit("base_object_name=queue", 'base_object_name="ORDERS.A"')
    cli.machine().open("ORDERS.A", [OpenFor.OUTPUT], application="billing")
    assert "cannot be deleted while it is open" in cli.up(fails=True)
    assert cli.names() == {"ORDERS.A", "ORDERS.ALIAS"}
    cli.machine().close_all()
    cli.up()
    assert cli.names() == {"ORDERS.ALIAS"}
    (queue,) = cli.machine("QM2").observe(["mq:LocalQueue"], ["ORDERS.A"])
    assert queue.attributes["max_queue_depth"] == 5
    assert cli.preview() == []


ADOPTED = """
import pulumi
from queuewright import mq

mq.LocalQueue("A", system="QM1", name="ORDERS.A", max_queue_depth=7)
mq.LocalQueue("B", system="QM1", name="ORDERS.B", max_queue_depth=8, adopt="never")
mq.LocalQueue("C", system="QM1", name="ORDERS.C", max_queue_depth=7)
"""


def test_what_is_there_already_is_adopted_as_the_program_says(cli: Cli) -> None:
    cli.write("from queuewright import mq\n")
    cli.up()
    file = cli.folder / ".queuewright" / "sandbox-dev.db"
    file.parent.mkdir(exist_ok=True)
    with closing(Sandbox(file)) as sandbox:
        machine = sandbox.create_system("QM1", platform=Platform.LINUX, command_level=930,
                                        ccsid=1208)  # fmt: skip
        for name in "ABC":
            text = {"queue_description": "theirs"}
            machine.create("mq:LocalQueue", f"ORDERS.{name}", {"max_queue_depth": 7, **text})
    cli.write(ADOPTED)
    never = 'ORDERS.B: exists already, and the stack does not own it (adopt="never")'
    assert never in cli.run("preview", fails=True)
    cli.edit('adopt="never"', "")
    differs = "ORDERS.B: exists already and differs: max_queue_depth is 7, not 8"
    assert differs in cli.run("preview", fails=True)
    cli.edit("max_queue_depth=8, ", 'max_queue_depth=8, adopt="any"')
    for name in "ABC":
        put_down_as_old(cli, f"ORDERS.{name}")
    shown = cli.run("preview")
    assert "ORDERS.A: it exists and agrees with what is declared: adopted" in shown
    assert "ORDERS.B: it exists: adopted and changed" in shown
    cli.up()
    assert not any(is_new(cli, f"ORDERS.{name}") for name in "ABC")
    depths = {
        each.key.name: (each.attributes["max_queue_depth"], each.attributes["queue_description"])
        for each in cli.machine().observe(["mq:LocalQueue"])
        if each.key.name.startswith("ORDERS.")
    }
    assert depths == {f"ORDERS.{n}": (8 if n == "B" else 7, "theirs") for n in "ABC"}
    assert cli.preview() == []
    outputs = [cli.export()[name]["outputs"] for name in "ABC"]
    assert [each["__adopted"] for each in outputs] == [True, True, True]
    cli.machine().put("ORDERS.A")
    assert "would lose 1 message" in cli.run("destroy", "--yes", "--skip-preview", fails=True)
    assert "ORDERS.A" in cli.names()


NAMED = """
from queuewright import mq

{lines}
"""


def named(**queues: str) -> str:
    """Resources by name, with the queue that each stands for and a depth of its own."""
    lines = (
        f'mq.LocalQueue("{resource}", system="QM1", name="ORDERS.{queue}", max_queue_depth={place})'
        for place, (resource, queue) in enumerate(queues.items(), 1)
    )
    return NAMED.format(lines="\n".join(lines))


def test_names_that_are_swapped_are_refused_before_anything_is_sent(cli: Cli) -> None:
    cli.write(named(first="A", second="B"))
    cli.up()
    cli.machine().put("ORDERS.A")
    cli.write(named(first="B", second="A"))
    reported = cli.run("preview", fails=True)
    assert "exists already and differs" in reported
    assert (
        "where another resource of the program has it until now, rename one at a time" in reported
    )
    cli.up(fails=True)
    depths = {
        queue.key.name: queue.attributes["max_queue_depth"]
        for queue in cli.machine().observe(["mq:LocalQueue"], ["ORDERS.A", "ORDERS.B"])
    }
    assert depths == {"ORDERS.A": 1, "ORDERS.B": 2}


def alike(**queues: str) -> str:
    """Resources by name, with the queue that each stands for; all of them look the same."""
    lines = (
        f'mq.LocalQueue("{resource}", system="QM1", name="ORDERS.{queue}")'
        for resource, queue in queues.items()
    )
    return NAMED.format(lines="\n".join(lines))


def test_a_name_that_changes_hands_keeps_its_queue(cli: Cli) -> None:
    """As in the plan engine: the queue that another resource takes over is not deleted, so that
    what nobody manages and its messages stay; the one that no resource is any more goes."""
    cli.write(alike(one="X", two="Y"))
    cli.up()
    machine = cli.machine()
    machine.change("mq:LocalQueue", "ORDERS.Y", {"max_message_length": 2222})
    machine.put("ORDERS.Y", count=2)
    cli.write(alike(one="Y", two="Z"))
    reported = cli.run("preview")
    assert "ORDERS.Y: it is not deleted: another resource of the program takes it over" in reported
    cli.up()
    assert cli.names() == {"ORDERS.Y", "ORDERS.Z"}
    (queue,) = machine.observe(["mq:LocalQueue"], ["ORDERS.Y"], status=True)
    assert queue.attributes["max_message_length"] == 2222
    assert queue.depth == 2
    assert cli.preview() == []
    cli.write(alike(one="Z", two="Y"))
    cli.up()
    assert cli.names() == {"ORDERS.Y", "ORDERS.Z"}
    assert cli.preview() == []


def test_names_are_swapped_one_at_a_time_as_the_message_says(cli: Cli) -> None:
    cli.write(named(first="A", second="B"))
    cli.up()
    for names in ({"first": "C", "second": "B"}, {"first": "C", "second": "A"}):
        cli.write(named(**names))
        cli.up()
    cli.write(named(first="B", second="A"))
    cli.up()
    depths = {
        queue.key.name: queue.attributes["max_queue_depth"]
        for queue in cli.machine().observe(["mq:LocalQueue"])
        if queue.key.name.startswith("ORDERS.")
    }
    assert depths == {"ORDERS.A": 2, "ORDERS.B": 1}


MADE_AGAIN = """
import pulumi
from queuewright import mq

anew = pulumi.ResourceOptions(replace_on_changes=["*"])
grouped = mq.LocalQueue(
    "GROUPED", system="QG1", queue_sharing_group_disposition="group", queue_description="first",
    opts=anew,
)
mq.LocalQueue("BESIDE", system="QG2")
mq.LocalQueue(
    "COPY", system="QG2", name="GROUPED", queue_sharing_group_disposition="copy",
    opts=pulumi.ResourceOptions(depends_on=[grouped]), adopt="any",
)
xmit = mq.LocalQueue("XMIT", system="QM1", usage="transmission")
mq.SenderChannel(
    "SENDER", system="QM1", xmit_queue_name=xmit, connection_name="h(1414)", batch_size=5,
    opts=anew,
)
"""


def test_what_is_replaced_is_made_again(cli: Cli) -> None:
    """A group object that this process has deleted, and a channel whose address is no longer
    said."""
    file = cli.folder / "Pulumi.yaml"
    project = yaml.safe_load(file.read_text(encoding="utf-8"))
    in_group = {"type": "sandbox", "platform": "zos", "queue_sharing_group": "NY03"}
    systems = {**SYSTEMS, "QG1": in_group, "QG2": in_group}
    project["config"]["queuewright:systems"]["value"] = systems
    file.write_text(yaml.safe_dump(project), encoding="utf-8")
    # One that its first command makes would join the group only then.
    for name in ("QG1", "QG2"):
        with closing(cli.machine(name).sandbox) as sandbox:
            sandbox.create_system(name, platform=Platform.ZOS, queue_sharing_group="NY03")
    cli.write(MADE_AGAIN)
    cli.up()
    assert cli.preview() == []
    cli.edit('"first"', '"second"')
    cli.edit(' connection_name="h(1414)", batch_size=5,', " batch_size=6,")
    cli.up()
    assert cli.preview() == []
    [channel] = cli.machine().observe(("mq:SenderChannel",), ("SENDER",))
    assert (channel.attributes["connection_name"], channel.attributes["batch_size"]) == (
        "h(1414)",
        6,
    )
    for name in ("QG1", "QG2"):
        [queue] = cli.machine(name).observe(("mq:LocalQueue",), ("GROUPED",))
        assert queue.attributes["queue_description"] == "second", name
        assert queue.group is not None
        assert queue.group["queue_description"] == "second"


def test_what_every_queue_manager_has_is_changed_and_stays(cli: Cli) -> None:
    """The default channel is hardened without `adopt`, and is still there when all is destroyed."""
    cli.write(
        "from queuewright import mq\n"
        'mq.ServerConnectionChannel("SYSTEM.DEF.SVRCONN", system="QM1",'
        ' mca_user_identifier="nobody")\n'
        'mq.LocalQueue("ORDERS.IN", system="QM1")\n'
        'mq.LocalQueue("SYSTEM.ADMIN.PERFM.EVENT", system="QM1", max_queue_depth=9)\n'
    )
    cli.up()
    assert cli.preview() == []

    def there() -> dict[str, dict[str, Any]]:
        kinds = ("mq:ServerConnectionChannel", "mq:LocalQueue")
        return {each.key.name: dict(each.attributes) for each in cli.machine().observe(kinds)}

    assert there()["SYSTEM.DEF.SVRCONN"]["mca_user_identifier"] == "nobody"
    cli.edit('mq.LocalQueue("SYSTEM.ADMIN.PERFM.EVENT", system="QM1", max_queue_depth=9)\n', "")
    cli.up()
    assert there()["SYSTEM.ADMIN.PERFM.EVENT"]["max_queue_depth"] == 9
    cli.run("destroy", "--yes", "--skip-preview")
    assert there()["SYSTEM.DEF.SVRCONN"]["mca_user_identifier"] == "nobody"
    assert "ORDERS.IN" not in there()


def test_a_default_rule_of_channel_authentication_goes_and_comes_back_no_more(cli: Cli) -> None:
    cli.write(
        "from queuewright import mq\n"
        'mq.ChannelAuthenticationRecordsExclusive("*", system="QM1", type="blockuser",'
        " matches=[])\n"
        'mq.LocalQueue("Q", system="QM1")\n'
        'mq.LocalQueue("SYSTEM.DEFAULT.LOCAL.QUEUE", system="QM1", max_queue_depth=7)\n'
    )
    machine, record = cli.machine(), "*/blockuser/////"

    def names() -> set[str]:
        found = machine.observe(["mq:ChannelAuthenticationRecord"])
        return {each.key.name for each in found}

    cli.up()
    assert record not in names()
    [queue] = machine.observe(["mq:LocalQueue"], ["Q"])
    assert queue.attributes["max_queue_depth"] == 7  # of the default, which came first
    assert cli.preview() == []
    machine.create("mq:ChannelAuthenticationRecord", record, {"user_list": ("*MQADMIN",)})
    assert cli.preview() != []
    cli.up()
    assert record not in names()
    machine.create("mq:ChannelAuthenticationRecord", record, {"user_list": ("*MQADMIN",)})
    cli.run("destroy", "--yes", "--skip-preview")
    assert record in names()  # others may have it from now on


def test_names_that_only_one_object_can_have(cli: Cli) -> None:
    """A preview refuses what the queue manager would; a topic takes its string to a new name."""
    cli.write(
        "from queuewright import mq\n"
        'mq.LocalQueue("LOCAL", name="A", system="QM1")\n'
        'mq.AliasQueue("ALIAS", name="A", system="QM1", base_object_name="B")\n'
    )
    assert "of this name too, and the two share one name space" in cli.run("preview", fails=True)
    cli.write(
        "from queuewright import mq\n"
        'mq.Topic("T1", system="QM1", topic_string="prices")\n'
        'mq.Topic("T2", system="QM1", topic_string="prices")\n'
    )
    assert "has this topic string too" in cli.run("preview", fails=True)
    named = 'from queuewright import mq\nmq.Topic("T", name="{}", system="QM1", topic_string="a")\n'
    for name in ("T1", "T2"):
        cli.write(named.format(name))
        cli.up()
        found = cli.machine().observe(["mq:Topic"], ["T1", "T2"])
        assert [topic.key.name for topic in found] == [name]


def test_a_secret_is_in_no_text(cli: Cli) -> None:
    cli.write(
        "import pulumi\n"
        "from queuewright import mq\n"
        'hidden = pulumi.Output.secret("SEKRIT" * 12)\n'
        'mq.LocalQueue("ORDERS.A", system="QM1", queue_description=hidden)\n'
        'gone = pulumi.Output.secret("SEKRIT.GONE")\n'
        'mq.AliasQueue("ORDERS.B", system="QM1", base_object_name=gone)\n'
    )
    shown = cli.run("preview", fails=True)
    assert 'queue_description="[secret]": must have at most 64 bytes' in shown
    cli.edit('"SEKRIT" * 12', '"SEKRIT"')
    shown += cli.up()
    assert cli.machine().observe(["mq:LocalQueue"], ["ORDERS.A"])[0].attributes[
        "queue_description"
    ] == "SEKRIT"  # fmt: skip
    assert "SEKRIT" not in shown + json.dumps(cli.export())


def test_an_update_that_fails_leaves_nothing_deleted(cli: Cli) -> None:
    """Pulumi's engine stops between the delete and the create of others when one resource fails."""
    queues = (
        "from queuewright import mq\nimport pulumi\n"
        "for n in range(12):\n"
        '    mq.LocalQueue(f"ORDERS.{n}", system="QM1", max_queue_depth=100,\n'
        '        opts=pulumi.ResourceOptions(replace_on_changes=["max_queue_depth"]))\n'
    )
    cli.write(queues)
    cli.up()
    every = {f"ORDERS.{n}" for n in range(12)}
    for name in every:
        cli.machine().change("mq:LocalQueue", name, {"max_message_length": 1234})
    cli.machine().put("ORDERS.7")
    cli.edit("100", "200")
    cli.run("up", "--yes", "--skip-preview", fails=True)
    assert cli.names() == every
    cli.machine().get("ORDERS.7")
    cli.up()
    found = cli.machine().observe(["mq:LocalQueue"], sorted(every))
    assert {each.attributes["max_message_length"] for each in found} == {1234}
    assert {each.attributes["max_queue_depth"] for each in found} == {200}
    assert cli.preview() == []


def test_names_can_be_outputs(cli: Cli) -> None:
    """Of what others name, too: the list of the program has no such name."""
    cli.write("""
import pulumi
from queuewright import ibmi, mq

inbox = mq.LocalQueue("IN", system="QM1", name=pulumi.Output.concat("ORDERS", ".IN"))
mq.LocalQueue("ORDERS.COPY", system="QM1", stream_queue=inbox.name)
mq.LocalQueue("ORDERS.LIKE", system="QM1", like=inbox)
mq.AuthorityRecord("app", system="QM1", name=inbox.name, object_type="q", group="app")
library = ibmi.Library("L", system="PROD", name=pulumi.Output.from_input("NEWLIB"))
users = ibmi.AuthorizationList("AUTL", system="PROD")
orders = ibmi.DataQueue(
    "ORDERS", system="PROD", library=library.name, max_entry_length=9, authority=users.name
)
about = {"object_type": "dtaq", "user": "ANNA", "authorities": ["use"]}
ibmi.ObjectAuthority("anna", system="PROD", name=orders.object_name, **about)
""")
    assert {operation for operation, _ in cli.preview()} == {"create"}
    cli.up()
    assert cli.names() == {"ORDERS.IN", "ORDERS.COPY", "ORDERS.LIKE"}
    assert cli.preview() == []


KEPT = """
import pulumi
from pulumi import ResourceOptions
from queuewright import ibmi, mq

def keeping(args):
    opts = ResourceOptions.merge(args.opts, ResourceOptions(retain_on_delete=True))
    return pulumi.ResourceTransformationResult(args.props, opts)

class Shop(pulumi.ComponentResource):
    def __init__(self, name, opts):
        super().__init__("shop:Shop", name, None, opts)
        data("THREE", LENGTH if CHANGED == "THREE" else 10, ResourceOptions(parent=self))

def data(name, length, opts):
    ibmi.DataQueue(name, system="PROD", library="ORDLIB", max_entry_length=length, opts=opts)

CHANGED, LENGTH = "", 20
data("ONE", LENGTH if CHANGED == "ONE" else 10, ResourceOptions(retain_on_delete=True))
data("TWO", LENGTH if CHANGED == "TWO" else 10, ResourceOptions(transformations=[keeping]))
Shop("shop", ResourceOptions(retain_on_delete=True))
"""


def test_what_is_retained_is_not_replaced(cli: Cli) -> None:
    """Pulumi asks for no delete, and then for the new object: it was deleted to make that."""
    cli.write(KEPT)
    cli.up()
    assert cli.preview() == []
    for name in ("ONE", "TWO", "THREE"):
        cli.write(KEPT.replace('CHANGED, LENGTH = ""', f'CHANGED, LENGTH = "{name}"'))
        for command in (["preview"], ["up", "--yes", "--skip-preview"]):
            assert f'ORDLIB/{name}: must be deleted to be replaced, and on_delete="retain"' in (
                cli.run(*command, fails=True)
            )
    cli.write(KEPT)
    assert cli.preview() == []
    assert "retain" not in json.dumps(cli.export()["ONE"]["inputs"])


def test_what_a_transformation_ignores_is_left_to_others(cli: Cli) -> None:
    cli.write("""
import pulumi
from queuewright import mq

def ignoring(args):
    more = pulumi.ResourceOptions(ignore_changes=["max_queue_depth"])
    opts = pulumi.ResourceOptions.merge(args.opts, more)
    return pulumi.ResourceTransformationResult(args.props, opts)

pulumi.runtime.register_stack_transformation(ignoring)
mq.LocalQueue("ORDERS.IN", system="QM1", max_queue_depth=5000)
""")
    cli.up()
    cli.machine().change("mq:LocalQueue", "ORDERS.IN", {"max_queue_depth": 7})
    assert cli.preview() == []
    cli.up()
    (queue,) = cli.machine().observe(["mq:LocalQueue"], ["ORDERS.IN"])
    assert queue.attributes["max_queue_depth"] == 7
