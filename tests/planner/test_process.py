"""mq:Process in every part of the product: plans, order, triggering, import, dialects, sandbox."""

from pathlib import Path

import pytest

from command_line import queuewright
from queuewright.api import Workspace
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.registry import dialect
from queuewright.diff.normalise import read_inputs
from queuewright.diff.types import Verb
from queuewright.dynamic.cached_system import CachedSystem
from queuewright.dynamic.connections import Connections
from queuewright.dynamic.objects import Objects
from queuewright.engine.steps import Plan
from queuewright.importer.project import write_project
from queuewright.importer.run import ImportOptions, import_sources, read_files
from queuewright.mq.process import ProcessSpec
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.loading import load
from queuewright.sandbox.system import SandboxSystem
from worlds import LOCAL, Rehearsed

KIND = ProcessSpec.kind
TRIGGER = {"trigger_control": "on", "initiation_queue_name": "INIT"}


def codes(plan: Plan) -> list[str]:
    found = [problem.code for step in plan.steps for problem in step.decision.problems]
    return [code for code in found if "process" in code]


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def test_a_process_that_the_program_declares_comes_before_its_queues(world: Rehearsed) -> None:
    """QW105 says nothing of it, and of another queue manager's it still does."""
    world.declare(LOCAL, "INIT")
    world.declare(LOCAL, "ORDERS", **TRIGGER, process_name="ORDERS.job")
    assert codes(world.plan()) == ["process-missing"]
    process = world.declare(KIND, "ORDERS.job", application_identifier="/opt/it's")
    plan = world.plan()
    assert codes(plan) == []
    names = [step.key.name for step in plan.steps]
    assert names.index("ORDERS.job") < names.index("ORDERS")
    world.up()
    assert codes(world.plan()) == []
    assert set(world.verbs().values()) == {Verb.SAME}
    world.declared.remove(process)
    world.declare(LOCAL, "ORDERS", "QM2", resource="other", **TRIGGER, process_name="ORDERS.job")
    plan = world.plan()
    assert codes(plan) == ["process-missing"]


def test_the_queue_goes_before_its_process(world: Rehearsed) -> None:
    world.declare(LOCAL, "INIT")
    world.declare(KIND, "JOB")
    world.declare(LOCAL, "ORDERS", **TRIGGER, process_name="JOB")
    world.up()
    world.declared.clear()
    names = [step.key.name for step in world.plan().steps if step.verb is Verb.DELETE]
    assert names.index("ORDERS") < names.index("JOB")
    assert world.up().failed == ()
    assert world.machine.observe([KIND], ["JOB"]) == []


def test_a_change_and_drift_of_it(world: Rehearsed) -> None:
    job = world.declare(KIND, "JOB", application_identifier="/bin/a", user_data="one")
    world.up()
    world.machine.change(KIND, "JOB", {"user_data": "by hand", "environment_data": "kept"})
    step = world.step("JOB")
    assert [(change.name, change.drifted) for change in step.decision.changes] == [
        ("user_data", True)
    ]
    world.again(job, inputs={"application_type": "default", "user_data": "two"})
    world.up()
    (seen,) = world.machine.observe([KIND], ["JOB"])
    assert seen.attributes["application_type"] == "unix"  # DEF on Linux
    assert seen.attributes["user_data"] == "two"
    assert seen.attributes["environment_data"] == "kept"  # which nobody manages
    assert world.step("JOB").verb is Verb.SAME


@pytest.mark.parametrize(
    ("platform", "stored"), [(Platform.WINDOWS, "windows_nt"), (Platform.AIX, "unix")]
)
def test_the_default_type_is_the_platforms(platform: Platform, stored: str) -> None:
    facts = SystemFacts("QM1", platform)
    values = {"application_type": "default", "user_data": "default"}
    assert ProcessSpec.resolved("JOB", values, facts) == {**values, "application_type": stored}


def test_one_that_is_open_is_not_deleted(world: Rehearsed) -> None:
    world.declare(KIND, "JOB")
    world.up()
    opened = world.machine.open("JOB", {OpenFor.INQUIRE}, application="monitor")
    world.declared.clear()
    (problem,) = world.step("JOB").blocked
    assert problem.code == "in-use"
    assert "monitor" in problem.text
    with pytest.raises(CommandFailed, match="monitor") as refusal:
        world.machine.delete(KIND, "JOB")
    assert refusal.value.reason == 4004
    world.machine.close_handle(opened.id)
    world.up()
    assert world.machine.observe([KIND], ["JOB"]) == []


def test_a_replacement_warns_of_its_authority_records(world: Rehearsed) -> None:
    """DELETE PROCESS has no AUTHREC."""
    world.declare(KIND, "JOB", user_data="a", opt_replace_on_changes=("*",))
    world.up()
    world.declared.clear()
    world.declare(KIND, "JOB", user_data="b", opt_replace_on_changes=("*",))
    step = world.step("JOB")
    assert step.verb is Verb.REPLACE
    assert [(p.code, p.is_error) for p in step.decision.problems] == [("authorities-lost", False)]
    deletion = Definition(KIND, "JOB", Action.DELETE, given={"AUTHREC": "NO"})
    assert dialect("mqsc").write(deletion) == ["DELETE PROCESS('JOB')"]
    assert "AuthRec" not in dialect("pcf").write(deletion)[0]
    world.up()
    (seen,) = world.machine.observe([KIND], ["JOB"])
    assert seen.attributes["user_data"] == "b"


def test_under_pulumis_own_engine_each_resource_is_asked_about_by_itself(tmp_path: Path) -> None:
    manager = Sandbox(tmp_path / "sandbox.db").create_system("QM1")
    manager.create(LOCAL, "INIT", {})
    cached = CachedSystem(SandboxSystem(manager))
    inputs = read_inputs(LOCAL, {"system": "QM1", "name": "Q", **TRIGGER, "process_name": "JOB"})
    key, process = Key("QM1", LOCAL, "Q"), Key("QM1", KIND, "JOB")
    for declared, expected in (((), ["process-missing"]), ((process,), [])):
        objects = Objects(
            LOCAL,
            Connections({"QM1": cached}),
            declared=lambda place, known=declared: [k for k in known if k.kind == place.kind],
        )
        decision = objects.decide(cached, key, inputs, None, None)
        assert [p.code for p in decision.problems if "process" in p.code] == expected


def test_lint_finds_it_in_a_script(tmp_path: Path) -> None:
    script = tmp_path / "qm1.mqsc"
    text = "DEFINE QLOCAL(Q) TRIGGER INITQ(I) PROCESS(JOB)\nDEFINE QLOCAL(I)\n"
    for process, found in (("JOB", False), ("JAB", True)):
        script.write_text(f"{text}DEFINE PROCESS({process}) APPLICID('x')\n")
        ran = queuewright(tmp_path, "lint", str(script))
        assert ("QW105" in ran.out) is found, (process, ran.out)


SCRIPT = """\
DEFINE PROCESS('Pay.job') APPLTYPE(UNIX) APPLICID('/opt/pay/it''s') USERDATA('a +
 b') DESCR('start; it') REPLACE
DEFINE QLOCAL(INIT)
DEFINE QLOCAL(PAY) TRIGGER TRIGTYPE(FIRST) INITQ(INIT) PROCESS('Pay.job')
"""


def test_what_import_writes_makes_it_and_finds_it_as_declared(tmp_path: Path) -> None:
    script = tmp_path / "qm1.mqsc"
    script.write_text(SCRIPT)
    imported = import_sources(
        read_files([script], "mqsc"), ImportOptions("QM1", platform=Platform.LINUX)
    )
    assert imported.report.declared == {KIND: 1, LOCAL: 2}
    write_project(imported.files, tmp_path / "project")
    workspace = Workspace(tmp_path / "project")
    plan = workspace.preview()
    assert {step.verb for step in plan.steps} == {Verb.CREATE}
    names = [step.key.name for step in plan.steps]
    assert names.index("Pay.job") < names.index("PAY")
    workspace.up(plan)
    again = Workspace(tmp_path / "project")
    assert {step.verb for step in again.preview().steps} == {Verb.SAME}
    (job,) = again.systems["QM1"].observe([KIND], ["Pay.job"])
    assert job.attributes["application_identifier"] == "/opt/pay/it's"
    assert job.attributes["user_data"] == "a b"


def test_mqsc_and_plans_share_one_store(tmp_path: Path) -> None:
    store = Sandbox(tmp_path / "sandbox.db")
    manager = store.create_system("QM1")
    made, shown = mqsc_commands.run(
        manager, "DEFINE PROCESS(BY.SCRIPT) APPLICID('x') APPLTYPE(DEF)\nDISPLAY PROCESS(BY.*) ALL"
    )
    assert made.ok
    assert shown.objects[0]["APPLTYPE"] == "UNIX"
    manager.create(KIND, "by.plan", {"application_type": 70_000})
    copied = load(store, "\n".join(dump(manager)), system="QM2", platform=Platform.LINUX)
    assert copied.failed == []
    found = {each.key.name: each.attributes for each in store.system("QM2").observe([KIND])}
    assert found.keys() == {"BY.SCRIPT", "by.plan", "SYSTEM.DEFAULT.PROCESS"}
    assert found["by.plan"]["application_type"] == 70_000


@pytest.mark.parametrize(
    ("command", "values"),
    [
        (
            "CRTMQMPRC PRCNAME('JOB') MQMNAME(QM1) TEXT('a job') APPTYPE(*OS400) "
            "APPID('it''s') USRDATA(*NONE) ENVDATA('E')",
            {
                "process_description": "a job",
                "application_type": "os400",
                "application_identifier": "it's",
                "user_data": "",
                "environment_data": "E",
            },
        ),
        ("CRTMQMPRC JOB QM1 *NO 'a job' 70000", {
            "process_description": "a job", "application_type": 70_000,
        }),
        ("CPYMQMPRC FROMPRC(OLD) TOPRC(JOB) APPTYPE(*DEF)", {"application_type": "default"}),
        ("CHGMQMPRC PRCNAME(JOB) TEXT(*BLANK) USRDATA(*SAME)", {"process_description": ""}),
    ],
)  # fmt: skip
def test_cl(command: str, values: dict[str, object]) -> None:
    """IBM's pages of CRTMQMPRC, CPYMQMPRC and CHGMQMPRC."""
    (entry,) = dialect("cl").read(command.encode()).entries
    (definition,) = entry.definitions
    assert not definition.errors
    assert (definition.kind, definition.name, dict(definition.values)) == (KIND, "JOB", values)
    (written,) = dialect("cl").write(definition)
    (again,) = dialect("cl").read(written.encode()).entries
    assert dict(again.definitions[0].values) == values


def test_cl_has_no_word_for_wlm() -> None:
    with pytest.raises(Exception, match="application_type"):
        dialect("cl").write(Definition(KIND, "JOB", values={"application_type": "wlm"}))
