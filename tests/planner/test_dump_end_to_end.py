"""Public MQSC scripts through the command line: rehearse, import, adopt, change, take elsewhere."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from command_line import Ran, queuewright
from queuewright.kinds import MQ_KINDS
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

OPEN_QUEUE, OPEN_ALIAS = "ABKA.DEAD.QUEUE", "BDC.BMC.ACK_O"
FULL_QUEUE, QUIET_ALIAS = "MQABNY.MQABNY.BMC.BMC.CMS_CONF_M", "AMC.GSCX.TO.CMSFED.ACCP"


@dataclass(frozen=True)
class Rehearsal:
    """A folder with a sandbox file, and projects beside it."""

    folder: Path

    def run(self, *words: object, code: int = 0) -> Ran:
        """`queuewright` from the folder; nobody is there to answer."""
        sandbox = {"QUEUEWRIGHT_SANDBOX": str(self.folder / "sandbox.db")}
        ran = queuewright(self.folder, *words, environment=sandbox)
        assert "Traceback" not in ran.err
        assert ran.code == code, ran.out[-2000:] + ran.err[-2000:]
        return ran

    def machine(self, name: str) -> EmbeddedSystem:
        return Sandbox(self.folder / "sandbox.db").system(name)

    def dump(self, name: str) -> str:
        return self.run("sandbox", "dump", name).out

    def preview(self, project: str, code: int) -> dict[str, list[Any]]:
        """The steps of a preview by their verbs, those that stay the same left out."""
        ran = self.run("preview", "-C", project, "--json", "--detailed-exitcode", code=code)
        steps: dict[str, list[Any]] = {}
        for step in json.loads(ran.out)["steps"]:
            steps.setdefault(step["verb"], []).append(step)
        return steps


def change_program(project: Path, *changes: tuple[str, str, str]) -> None:
    """Give declarations (name) an argument (attribute, value), in the place of what they have."""
    given = {name: {attribute: value} for name, attribute, value in changes}
    main = project / "__main__.py"
    main.write_text(
        f"""import pulumi

CHANGES = {given!r}


def changed(one):
    props = {{**one.props, **CHANGES.get(one.name, {{}})}}
    return pulumi.ResourceTransformationResult(props, one.opts)


pulumi.runtime.register_stack_transformation(changed)
{main.read_text()}"""
    )


@pytest.fixture(scope="module")
def production(shared_mqsc: Path, tmp_path_factory: pytest.TempPathFactory) -> Rehearsal:
    """ABKA.mqsc in a sandbox, imported to a program and adopted."""
    rehearsal = Rehearsal(tmp_path_factory.mktemp("abka"))
    source = shared_mqsc / "ABKA.mqsc"
    rehearsal.run("sandbox", "load", source)
    rehearsal.run("import", source, "--system", "ABKA", "--out", "abka")
    before = rehearsal.dump("ABKA")
    up = rehearsal.run("up", "-C", "abka", "--yes", "--json", "--detailed-exitcode", code=2)
    document = json.loads(up.out)
    assert [step["verb"] for step in document["steps"]] == ["adopt"] * 5982
    assert len(document["result"]["done"]) == 5982
    assert rehearsal.dump("ABKA") == before
    return rehearsal


@pytest.mark.thorough
def test_nothing_is_left_to_do(production: Rehearsal) -> None:
    assert production.preview("abka", code=0) == {}


@pytest.mark.thorough
def test_what_is_open_or_full_is_blocked_for_its_reason(
    production: Rehearsal, tmp_path: Path
) -> None:
    project = shutil.copytree(production.folder / "abka", tmp_path / "abka")
    change_program(
        project,
        (OPEN_ALIAS, "base_object_name", "ELSEWHERE"),
        (OPEN_QUEUE, "usage", "transmission"),
        (FULL_QUEUE, "usage", "transmission"),
        (QUIET_ALIAS, "queue_description", "changed"),
    )
    before = production.dump("ABKA")
    up = production.run("up", "-C", project, "--yes", "--json", code=1)
    assert "nothing was sent" in up.err
    steps = {step["name"]: step for step in json.loads(up.out)["steps"]}
    assert set(steps) == {OPEN_ALIAS, OPEN_QUEUE, FULL_QUEUE, QUIET_ALIAS}

    def why(name: str) -> str:
        [problem] = steps[name]["blocked"]
        assert problem["code"] == "force-needed"
        assert steps[name]["force"]["verdict"] == "needed"
        return str(problem["message"])

    alias = why(OPEN_ALIAS)
    assert 'base_object_name="ELSEWHERE": needs FORCE' in alias
    assert "MQABNY.MQABNY.BMC.BDC.ACK_O behind it is open" in alias
    assert 'set force="when-needed"' in alias
    assert f"{OPEN_QUEUE} is open (for input 1, for output 0)" in (
        why(OPEN_QUEUE)
    ) or f"has {OPEN_QUEUE} open" in why(OPEN_QUEUE)
    assert f"{FULL_QUEUE} holds 3593 messages, and its usage changes" in why(FULL_QUEUE)
    assert steps[QUIET_ALIAS]["blocked"] == []
    assert production.dump("ABKA") == before


@pytest.mark.thorough
def test_a_description_is_changed_while_the_queue_is_open(
    production: Rehearsal, tmp_path: Path
) -> None:
    rehearsal = Rehearsal(shutil.copytree(production.folder, tmp_path / "rehearsal"))
    names = (OPEN_ALIAS, OPEN_QUEUE, FULL_QUEUE)
    changes = ((name, "queue_description", "renamed") for name in names)
    change_program(rehearsal.folder / "abka", *changes)
    up = rehearsal.run("up", "-C", "abka", "--yes", "--detailed-exitcode", code=2)
    assert "3 updated" in up.out
    queues = rehearsal.machine("ABKA").observe(MQ_KINDS, names)
    assert [queue.attributes["queue_description"] for queue in queues] == ["renamed"] * 3


@pytest.mark.parametrize(
    ("script", "system", "words"),
    [
        pytest.param("ABKA.mqsc", "COPY", (), marks=pytest.mark.thorough),
        ("dev-config.mqsc", "DEV", ("--platform", "linux")),
        ("two-managers-qm1.mqsc", "ONE", ("--platform", "linux")),
        ("two-managers-qm2.mqsc", "TWO", ("--platform", "linux")),
        ("uniform-cluster.mqsc", "UNI", ("--platform", "linux")),
        ("sender.mqsc", "SENDER", ("--platform", "linux")),
        ("receiver.mqsc", "RECEIVER", ("--platform", "linux")),
    ],
)
def test_elsewhere(
    shared_mqsc: Path, tmp_path: Path, script: str, system: str, words: tuple[str, ...]
) -> None:
    """The same program makes the same objects in an empty sandbox of another name."""
    rehearsal = Rehearsal(tmp_path)
    source = shared_mqsc / script
    # One channel's name has an insert that only a queue manager can fill in: told, and left out.
    insert = script == "uniform-cluster.mqsc"
    asked = ("--system", system, "--out", "p", "--json", *words)
    report = json.loads(rehearsal.run("import", source, *asked, code=1 if insert else 0).out)
    assert len(report["problems"]) == insert
    declared = sum(report["declared"].values())
    assert declared > 0
    up = rehearsal.run("up", "-C", "p", "--yes", "--detailed-exitcode", code=2)
    adopted = report["declared"].get("mq:QueueManagerAttributes", 0)  # it is there
    assert f"{declared - adopted} created" in up.out
    assert rehearsal.preview("p", code=0) == {}
    if script == "ABKA.mqsc":
        return
    # What the script itself makes is what the program makes of it.
    rehearsal.run("sandbox", "create", "SCRIPT")
    load = rehearsal.run("sandbox", "load", source, "--system", "SCRIPT", code=1 if insert else 0)
    *reported, where = load.err.splitlines()
    assert where.startswith("the sandbox is ")
    assert [line for line in reported if "+QMNAME+" not in line] == []
    assert len(reported) == insert
    made = [contents(rehearsal.machine(name)) for name in (system, "SCRIPT")]
    assert made[0] == made[1]


def test_a_project_imported_from_cl_is_applied(tmp_path: Path) -> None:
    """Its libraries stand in the configuration, as do those that are added later."""
    rehearsal = Rehearsal(tmp_path)
    program = tmp_path / "setup.clp"
    program.write_text(
        "PGM\nCRTLIB ORDERS\nCRTDTAQ ORDERS/DQ MAXLEN(100)\nCRTMSGQ STOCK/MQ\n"
        "CRTMQMQ A.B *LCL MQMNAME(QM1)\nENDPGM\n"
    )
    rehearsal.run("import", program, "--from", "cl", "--system", "PROD", "--out", "p")
    rehearsal.run("up", "-C", "p", "--yes", "--detailed-exitcode", code=2)
    assert rehearsal.preview("p", code=0) == {}
    stack = tmp_path / "p" / "Pulumi.dev.yaml"
    stack.write_text(stack.read_text().replace("      - STOCK\n", "      - STOCK\n      - MORE\n"))
    main = tmp_path / "p" / "__main__.py"
    main.write_text(
        main.read_text() + 'ibmi.MessageQueue("LATER", system=system, library="MORE")\n'
    )
    rehearsal.run("up", "-C", "p", "--yes", "--detailed-exitcode", code=2)
    stack.write_text(stack.read_text().replace("ccsid: 37", "ccsid: 500"))
    refused = rehearsal.run("preview", "-C", "p", code=1)
    assert "ccsid is 37 there and 500 here" in refused.err


def contents(machine: EmbeddedSystem) -> dict[tuple[str, str], Any]:
    return {
        (observed.key.kind, observed.key.name): dict(observed.attributes)
        for observed in machine.observe(MQ_KINDS)
        if not observed.key.name.startswith("SYSTEM.")
    }
