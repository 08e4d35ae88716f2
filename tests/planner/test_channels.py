"""Channels in every part of the product: plans, order, what runs, passwords, import, dialects."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from command_line import queuewright
from queuewright.api import Workspace
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.registry import dialect
from queuewright.diff.types import Verb
from queuewright.diff.write_only import DIGESTS, digest_of, is_of, write_only
from queuewright.engine.steps import Step
from queuewright.importer.project import write_project
from queuewright.importer.run import ImportOptions, import_sources, read_files
from queuewright.mq.client_channels import ClientConnectionChannelSpec, ServerConnectionChannelSpec
from queuewright.mq.message_channels import ReceiverChannelSpec, SenderChannelSpec
from queuewright.mq.queue_manager import QueueManagerSpec
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.loading import load
from queuewright.sandbox.system import SandboxSystem
from queuewright.script.commands import commands_of
from queuewright.script.dialect import ScriptDialect
from queuewright.script.text import script_text
from worlds import LOCAL, Rehearsed

SENDER, RECEIVER = SenderChannelSpec.kind, ReceiverChannelSpec.kind
SVRCONN, CLNTCONN = ServerConnectionChannelSpec.kind, ClientConnectionChannelSpec.kind
WAY = {"connection_name": "qm2(1414)", "xmit_queue_name": "QM2"}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def codes(step: Step) -> list[str]:
    return [problem.code for problem in step.decision.problems]


def channel(world: Rehearsed, **given: Any) -> Any:
    """A sender with its transmission queue."""
    world.declare(LOCAL, "QM2", usage="transmission")
    return world.declare(SENDER, "TO.QM2", **{**WAY, **given})


def test_a_sender_waits_for_its_queue_and_for_the_receiver(world: Rehearsed) -> None:
    channel(world)
    world.declare(RECEIVER, "TO.QM2", "QM2", resource="far end")
    names = [(step.key.kind, step.key.system) for step in world.plan().steps]
    assert names.index((LOCAL, "QM1")) < names.index((SENDER, "QM1"))
    assert names.index((RECEIVER, "QM2")) < names.index((SENDER, "QM1"))
    assert world.up().ok
    assert {step.verb for step in world.plan().steps} == {Verb.SAME}
    world.declared.clear()
    gone = [step.key.kind for step in world.plan().steps if step.key.system == "QM1"]
    assert gone.index(SENDER) < gone.index(LOCAL)
    assert world.up().ok


def test_the_other_end_comes_first_and_goes_last(world: Rehearsed) -> None:
    """Across systems: receiver and listener, then the sender; the other way round on delete."""
    channel(world, connection_name="host2(1415)")
    world.declare(RECEIVER, "TO.QM2", "QM2", resource="far end")
    world.declare("mq:Listener", "TCP", "QM2", transport_type="tcp", port=1415)

    def order() -> list[tuple[str, int]]:
        return [(step.key.kind, step.generation) for step in world.plan().steps]

    made = dict(order())
    assert made[RECEIVER] < made[SENDER]
    assert made["mq:Listener"] < made[SENDER]
    assert world.up().ok
    world.declared.clear()
    gone = dict(order())
    assert gone[SENDER] < gone[RECEIVER]
    assert gone[SENDER] < gone["mq:Listener"]
    assert world.up().ok


def test_a_change_and_drift_of_it(world: Rehearsed) -> None:
    sender = channel(world, batch_size=10, message_compression=["zlibfast", "rle"])
    world.up()
    assert {step.verb for step in world.plan().steps} == {Verb.SAME}
    world.machine.change(SENDER, "TO.QM2", {"batch_size": 99, "disconnect_interval": 5})
    changes = [(c.name, c.drifted) for c in world.step("TO.QM2").decision.changes]
    assert changes == [("batch_size", True)]
    world.again(sender, inputs={"send_exit": ["/opt/a(B)"]})
    world.up()
    [seen] = world.machine.observe([SENDER], ["TO.QM2"])
    assert seen.attributes["batch_size"] == 10
    assert seen.attributes["send_exit"] == ("/opt/a(B)",)
    assert seen.attributes["disconnect_interval"] == 5  # which nobody manages


def test_a_change_waits_for_the_next_start(world: Rehearsed) -> None:
    sender = channel(world)
    world.up()
    world.again(sender, inputs={"batch_size": 7, "connection_name": "other(1414)"})
    step = world.step("TO.QM2")
    assert codes(step) == []
    assert any("RESET CHANNEL" in reason for reason in step.decision.reasons)
    world.machine.channel_runs("TO.QM2")
    step = world.step("TO.QM2")
    [problem] = step.decision.problems
    assert (problem.code, problem.is_error) == ("waits-for-start", False)
    assert "RUNNING to qm2(1414)" in problem.text
    assert world.up().ok
    [seen] = world.machine.observe([SENDER], ["TO.QM2"], status=True)
    assert seen.status is not None
    assert [each.state for each in seen.status.running] == ["RUNNING"]


def test_a_description_waits_for_nothing(world: Rehearsed) -> None:
    sender = channel(world)
    world.up()
    world.machine.channel_runs("TO.QM2")
    world.again(sender, inputs={"channel_description": "new"})
    assert codes(world.step("TO.QM2")) == []


def test_what_runs_is_restarted_where_the_program_says_so(world: Rehearsed) -> None:
    sender = channel(world, restart="when-running")
    world.up()
    world.again(sender, inputs={"batch_size": 7})
    assert not world.step("TO.QM2").decision.with_restart
    world.machine.channel_runs("TO.QM2")
    step = world.step("TO.QM2")
    assert step.decision.with_restart
    assert codes(step) == []
    assert any("stopped (quiesce)" in reason for reason in step.decision.reasons)
    assert world.up().ok
    [seen] = world.machine.observe([SENDER], ["TO.QM2"], status=True)
    assert seen.attributes["batch_size"] == 7
    assert seen.status is not None
    assert seen.status.running


def test_one_that_somebody_stopped_stays_stopped(world: Rehearsed) -> None:
    """A person, or an update that was killed before it started the channel again."""
    sender = channel(world, restart="when-running")
    world.up()
    world.again(sender, inputs={"batch_size": 7})
    world.machine.channel_runs("TO.QM2", "STOPPED")
    assert not world.step("TO.QM2").decision.with_restart
    assert world.up().ok
    [seen] = world.machine.observe([SENDER], ["TO.QM2"], status=True)
    assert seen.attributes["batch_size"] == 7
    assert seen.status is not None
    assert [each.state for each in seen.status.instances or ()] == ["STOPPED"]


def test_channels_of_amqp_clients_run_as_others_do(world: Rehearsed) -> None:
    amqp = world.declare("mq:AmqpChannel", "JSON", port=5673)
    world.up()
    world.machine.channel_runs("JSON")
    amqp = world.again(amqp, inputs={"port": 5674})
    [problem] = world.step("JSON").decision.problems
    assert (problem.code, problem.is_error) == ("waits-for-start", False)
    world.again(amqp, inputs={"restart": "when-running"})
    assert world.step("JSON").decision.with_restart
    assert world.up().ok
    world.declared.clear()
    assert codes(world.step("JSON")) == ["running"]
    world.machine.channel_runs("JSON", "STOPPED")
    assert world.up().ok
    assert world.machine.observe(["mq:AmqpChannel"], ["JSON"]) == []


def test_a_script_stops_and_starts_it(world: Rehearsed) -> None:
    sender = channel(world, restart="when-running")
    world.up()
    world.again(sender, inputs={"batch_size": 7})
    world.machine.channel_runs("TO.QM2")
    plan = world.plan()
    sent = commands_of(plan, world.systems)
    text = script_text(plan, "QM1", sent, ScriptDialect.MQSC, Platform.LINUX)
    lines = [line for line in text.splitlines() if line and not line.startswith("*")]
    assert lines == [
        "STOP CHANNEL('TO.QM2') MODE(QUIESCE)",
        "ALTER CHANNEL('TO.QM2') CHLTYPE(SDR) BATCHSZ(7)",
        "START CHANNEL('TO.QM2')",
    ]
    assert all(answer.ok for answer in mqsc_commands.run(world.machine, text))
    assert set(world.verbs().values()) == {Verb.SAME}


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"status": "RUNNING"}, ["running"]),
        ({"status": "RETRYING", "in_doubt": True}, ["running", "in-doubt"]),
        ({"status": "", "in_doubt": True}, ["in-doubt"]),
        ({"status": "STOPPED"}, []),
    ],
)
def test_what_runs_or_is_in_doubt_is_not_deleted(
    world: Rehearsed, state: dict[str, Any], expected: list[str]
) -> None:
    channel(world)
    world.up()
    world.machine.channel_runs("TO.QM2", **state)
    world.declared.clear()
    assert [problem.code for problem in world.step("TO.QM2").blocked] == expected
    queue = world.step("QM2")
    assert [p.code for p in queue.blocked] == (["transmission-queue-in-use"] if expected else [])
    if not expected:
        assert world.up().ok


def test_where_nobody_tells_what_runs(world: Rehearsed, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who may not display the status of channels: the plan says what it does not know."""
    sender = channel(world, restart="when-running")
    world.up()
    observe = SandboxSystem.observe

    def stated(system: SandboxSystem, *args: Any, **options: Any) -> list[Observed]:
        found = observe(system, *args, **options)
        return [
            replace(each, status=replace(each.status, instances=None)) if each.status else each
            for each in found
        ]

    monkeypatch.setattr(SandboxSystem, "observe", stated)
    world.again(sender, inputs={"batch_size": 7})
    step = world.step("TO.QM2")
    assert [(p.code, p.is_error) for p in step.decision.problems] == [("waits-for-start", False)]
    assert "not known" in step.decision.problems[0].text
    world.declared.clear()
    step = world.step("TO.QM2")
    assert [(p.code, p.is_error) for p in step.decision.problems] == [("running-unknown", False)]


def test_the_sandbox_refuses_too(world: Rehearsed) -> None:
    channel(world)
    world.up()
    world.machine.channel_runs("TO.QM2")
    with pytest.raises(CommandFailed, match="MQRCCF_CHANNEL_IN_USE"):
        world.machine.delete(SENDER, "TO.QM2")


def test_usage_of_the_queue_that_a_channel_sends_from(world: Rehearsed) -> None:
    channel(world)
    world.up()
    world.machine.channel_runs("TO.QM2", partner="there")
    world.declared[0] = world.again(world.declared[0], inputs={"usage": "normal"})
    assert "transmission-queue-in-use" in [p.code for p in world.step("QM2").blocked]
    world.again(world.declared[0], inputs={"usage": "transmission", "max_queue_depth": 9})
    assert world.step("QM2").blocked == ()


def test_one_name_space_and_one_apart(world: Rehearsed) -> None:
    world.machine.create(RECEIVER, "A", {})
    world.declare(SVRCONN, "A")
    [problem] = world.step("A").blocked
    assert (problem.code, RECEIVER in problem.text) == ("exists-as-other-kind", True)
    world.declared.clear()
    world.declare(SVRCONN, "APP")
    world.declare(CLNTCONN, "APP", resource="table", connection_name="qm1(1414)")
    assert world.up().ok
    assert {step.verb for step in world.plan().steps} == {Verb.SAME}
    world.declared.pop()
    assert world.up().ok
    assert [o.key.kind for o in world.machine.observe([SVRCONN, CLNTCONN], ["APP"])] == [SVRCONN]


def test_attributes_of_another_type_are_refused_with_its_name(world: Rehearsed) -> None:
    world.declare(RECEIVER, "A", batch_interval=5)
    [problem] = world.step("A").blocked
    assert problem.code == "wrong-kind"
    assert SENDER in problem.text


@pytest.mark.parametrize("missing", WAY)
def test_a_sender_needs_an_address_and_a_queue(world: Rehearsed, missing: str) -> None:
    world.declare(LOCAL, "QM2", usage="transmission")
    world.declare(SENDER, "TO.QM2", **{n: v for n, v in WAY.items() if n != missing})
    [problem] = world.step("TO.QM2").blocked
    assert problem.attribute == missing
    code = {"xmit_queue_name": "transmission-queue-missing"}.get(missing, "connection-missing")
    assert problem.code == code


# Passwords: nobody reads them.


def test_a_digest_is_of_one_value_alone() -> None:
    one, other = digest_of("s3cret"), digest_of("s3cret")
    assert one != other
    assert is_of("s3cret", one)
    assert is_of("s3cret", other)
    assert not is_of("s3creT", one)
    assert not any(is_of("s3cret", damaged) for damaged in ("", "scrypt$zz$00", "md5$00$00"))
    assert "s3cret" not in one


def test_a_password_is_known_by_its_digest(world: Rehearsed) -> None:
    sender = channel(world, password="hush-hush", user_identifier="me")
    assert world.up().ok
    kept = json.dumps([dict(r.raw) for r in world.store.load().resources])
    assert "hush-hush" not in kept
    [entry] = [r for r in world.store.load().resources if r.outputs.get(DIGESTS)]
    digest = entry.outputs[DIGESTS]["password"]
    assert "password" not in entry.outputs
    assert "password" not in entry.inputs
    assert set(world.verbs().values()) == {Verb.SAME}
    sender = world.again(sender, inputs={"batch_size": 3})
    assert [c.name for c in world.step("TO.QM2").decision.changes] == ["batch_size"]
    world.up()
    [entry] = [r for r in world.store.load().resources if r.outputs.get(DIGESTS)]
    assert entry.outputs[DIGESTS]["password"] == digest  # the same value, the same digest
    world.again(sender, inputs={"password": "quiet"})
    step = world.step("TO.QM2")
    assert [(c.name, c.before, c.after) for c in step.decision.changes] == [
        ("password", "[secret]", "[secret]")
    ]
    assert "password: changed (write-only)" in step.decision.reasons
    assert world.up().ok
    assert set(world.verbs().values()) == {Verb.SAME}


def test_a_password_that_the_program_gives_up_is_left_alone(world: Rehearsed) -> None:
    channel(world, password="hush-hush")
    world.up()
    world.declared.pop()
    world.declare(SENDER, "TO.QM2", **WAY)
    decision = world.step("TO.QM2").decision
    assert decision.changes == ()
    assert decision.reasons == ("password is no longer managed and stays as it is",)
    world.up()
    assert not any(r.outputs.get(DIGESTS) for r in world.store.load().resources)
    assert world.step("TO.QM2").decision.reasons == ()


def test_a_channel_that_is_there_is_taken_over_with_any(world: Rehearsed) -> None:
    world.machine.create(LOCAL, "QM2", {"usage": "transmission"})
    world.machine.create(SENDER, "TO.QM2", {**WAY, "password": "old"})
    channel(world, password="hush-hush")
    assert [p.code for p in world.step("TO.QM2").blocked] == ["cannot-compare"]
    world.declared.clear()
    channel(world, password="hush-hush", adopt="any")
    assert world.up().ok
    assert set(world.verbs().values()) == {Verb.SAME}


def test_a_password_of_the_queue_manager_is_kept_alike(world: Rehearsed) -> None:
    """The mechanism is of every kind that has such an attribute."""
    kind, name = QueueManagerSpec.kind, "key_repository_password"
    assert name in write_only(kind)
    own = world.declare(kind, "QMGR", description="ours", **{name: "hush-hush"})
    assert world.up().ok
    assert set(world.verbs().values()) == {Verb.SAME}
    assert "hush-hush" not in json.dumps([dict(r.raw) for r in world.store.load().resources])
    world.again(own, inputs={name: "another"})
    assert [change.name for change in world.step("QMGR").decision.changes] == [name]
    assert world.up().ok
    assert set(world.verbs().values()) == {Verb.SAME}


def test_a_password_is_shown_nowhere(world: Rehearsed) -> None:
    channel(world, password="much too long a password")
    step = world.step("TO.QM2")
    assert [problem.attribute for problem in step.blocked] == ["password"]
    assert "too long a" not in repr(step.decision)


# Import, dialects, the sandbox.

SCRIPT = """\
DEFINE QLOCAL(QM2) USAGE(XMITQ)
DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('qm2(1414),standby(1414)') XMITQ(QM2) +
  SSLCIPH(ANY_TLS12_OR_HIGHER) COMPMSG(ZLIBFAST) USEDLQ(NO) USERID('me') PASSWORD('hush-hush')
DEFINE CHANNEL(TO.QM1) CHLTYPE(RCVR) MRRTY(3) MRTMR(10) DESCR('it''s from QM2')
DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MAXINST(50) MAXINSTC(5) SHARECNV(1) MCAUSER('app')
DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('qm1(1414)') QMNAME(QM1) DEFRECON(QMGR)
DEFINE CHANNEL(PULL) CHLTYPE(RQSTR) CONNAME('qm3')
DEFINE CHANNEL(PUSH) CHLTYPE(SVR) XMITQ(QM2) MSGEXIT('/opt/x(Y)','/opt/z(Y)')
DEFINE CHANNEL(JSON) CHLTYPE(AMQP) PORT(5673)
DEFINE CHANNEL(TO.C) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('qm1(1414)') COMPHDR(SYSTEM) MRRTY(4)
"""


def test_what_import_writes_makes_it_and_finds_it_as_declared(tmp_path: Path) -> None:
    script = tmp_path / "qm1.mqsc"
    script.write_text(SCRIPT)
    imported = import_sources(
        read_files([script], "mqsc"), ImportOptions("QM1", platform=Platform.LINUX)
    )
    assert imported.report.declared[SENDER] == 1
    notes = [str(each) for each in imported.report.notes]
    assert any(line.startswith("qm1.mqsc:2: password is left out") for line in notes), notes
    assert not any("hush" in line for line in notes)
    assert "secret-left-out" in [each.code for each in imported.report.notes]
    write_project(imported.files, tmp_path / "project")
    written = "".join(p.read_text() for p in (tmp_path / "project").rglob("*.py"))
    assert "hush" not in written
    workspace = Workspace(tmp_path / "project")
    plan = workspace.preview()
    assert plan.obstacles == ()
    workspace.up(plan)
    again = Workspace(tmp_path / "project")
    assert {step.verb for step in again.preview().steps} == {Verb.SAME}
    [pushes] = again.systems["QM1"].observe(["mq:ServerChannel"], ["PUSH"])
    assert pushes.attributes["message_exit"] == ("/opt/x(Y)", "/opt/z(Y)")


def test_dump_and_load_keep_them(tmp_path: Path) -> None:
    store = Sandbox(tmp_path / "sandbox.db")
    manager = store.create_system("QM1", platform=Platform.LINUX)
    assert all(answer.ok for answer in mqsc_commands.run(manager, SCRIPT))
    copied = load(store, "\n".join(dump(manager)), system="QM2", platform=Platform.LINUX)
    assert copied.failed == []
    kinds = (SENDER, RECEIVER, SVRCONN, CLNTCONN, "mq:AmqpChannel", "mq:ServerChannel")
    one, other = (
        {o.key.kind + o.key.name: {n: v for n, v in o.attributes.items() if n != "password"}
         for o in store.system(name).observe(kinds)}
        for name in ("QM1", "QM2")
    )  # fmt: skip
    assert one == other


def test_every_dialect_says_the_same(tmp_path: Path) -> None:
    values = {**WAY, "message_compression": ("zlibfast",), "keep_alive_interval": "auto",
              "use_dead_letter_queue": "no"}  # fmt: skip
    definition = Definition(SENDER, "TO.QM2", values=values)
    for name in ("mqsc", "pcf", "cl", "mqweb"):
        written = dialect(name).write(definition)
        text = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in written)
        [entry] = dialect(name).read(text.encode()).entries
        [read] = entry.definitions
        assert not read.errors, (name, read.errors)
        assert (read.kind, read.name, dict(read.values)) == (SENDER, "TO.QM2", values), name
    deletion = Definition(CLNTCONN, "APP", Action.DELETE)
    assert "CHLTABLE" in dialect("mqsc").write(deletion)[0]
    assert "MQCHTAB_CLNTCONN" in str(dialect("pcf").write(deletion)[0])
    assert "CHLTYPE(*CLTCN)" in dialect("cl").write(deletion)[0]


def test_validate_names_what_is_wrong(tmp_path: Path) -> None:
    script = tmp_path / "qm1.mqsc"
    script.write_text(
        "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) CONNAME('h')\nALTER CHANNEL(A) HBINT(1)\n"
    )
    ran = queuewright(tmp_path, "validate", str(script))
    assert ran.code
    assert "CONNAME" in ran.out + ran.err
    assert "CHLTYPE" in ran.out + ran.err


@pytest.mark.parametrize(
    ("queue", "found"),
    [("USAGE(XMITQ)", ()), ("USAGE(NORMAL)", ("QW201",)), (None, ("QW904",))],
)
def test_lint_looks_at_its_transmission_queue(
    tmp_path: Path, queue: str | None, found: tuple[str, ...]
) -> None:
    script = tmp_path / "qm1.mqsc"
    define = "" if queue is None else f"DEFINE QLOCAL(X) {queue}\n"
    script.write_text(f"{define}DEFINE CHANNEL(S) CHLTYPE(SDR) XMITQ(X) CONNAME('h(1)')\n")
    ran = queuewright(tmp_path, "lint", str(script))
    assert [code for code in ("QW102", "QW201", "QW904") if code in ran.out] == list(found)


def test_start_stop_reset_and_resolve(tmp_path: Path) -> None:
    manager = Sandbox(tmp_path / "sandbox.db").create_system("QM1", platform=Platform.LINUX)
    list(mqsc_commands.run(manager, SCRIPT))

    def ran(text: str) -> Any:
        [answer] = mqsc_commands.run(manager, text)
        return answer

    assert not ran("DISPLAY CHSTATUS(*)").ok
    assert ran("START CHANNEL(TO.QM2)").ok
    assert not ran("START CHANNEL(TO.QM2)").ok
    [row] = ran("DISPLAY CHSTATUS(*)").objects
    assert (row["CHANNEL"], row["STATUS"]) == ("TO.QM2", "RUNNING")
    assert not ran("RESET CHANNEL(TO.QM2) SEQNUM(1)").ok
    assert ran("STOP CHANNEL(TO.QM2) MODE(QUIESCE)").ok
    assert ran("RESET CHANNEL(TO.QM2) SEQNUM(1)").ok
    manager.channel_runs("TO.QM2", "", in_doubt=True)
    [row] = ran("DISPLAY CHSTATUS(*) SAVED INDOUBT").objects
    assert row["INDOUBT"] == "YES"
    assert not ran("RESOLVE CHANNEL(TO.QM2)").ok
    assert ran("RESOLVE CHANNEL(TO.QM2) ACTION(COMMIT)").ok
    assert not ran("DISPLAY CHSTATUS(*) SAVED").ok


PROGRAM = """\
import queuewright.mq as mq

qm1 = mq.QueueManager("QM1")
queue = mq.LocalQueue("QM2", system=qm1, usage="transmission")
mq.SenderChannel(
    "TO.QM2", system=qm1, connection_name="qm2(1414)", xmit_queue_name=queue, password="PASSWORD"
)
"""


def test_a_password_of_a_program_reaches_only_the_queue_manager(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own text, plans in every form, a saved one, the state, the log; and drift."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (folder / "Pulumi.dev.yaml").write_text(
        'config:\n  queuewright:systems: {"QM1": {"type": "sandbox", "platform": "linux"}}\n'
    )
    program = folder / "__main__.py"
    monkeypatch.setenv("QUEUEWRIGHT_LOG", "text")
    reported = []

    def run(*words: str) -> Any:
        ran = queuewright(folder, *words)
        reported.append(ran.out + ran.err)
        return ran

    program.write_text(PROGRAM.replace("PASSWORD", "hush-hush"))
    for form in ((), ("--json",), ("--diff",)):
        run("preview", *form)
    assert run("preview", "--save-plan", "plan.json").code == 0
    assert run("up", "--plan", "plan.json", "--yes").code == 0
    assert run("preview", "--detailed-exitcode").code == 0
    program.write_text(PROGRAM.replace("PASSWORD", "other-one"))
    changed = run("preview")
    assert "password: changed (write-only)" in changed.out
    assert run("preview", "--save-plan", "again.json").code == 0
    program.write_text(PROGRAM.replace("PASSWORD", "third-one"))
    refused = run("up", "--plan", "again.json", "--yes")
    assert refused.code
    program.write_text(PROGRAM.replace("PASSWORD", "other-one"))
    assert run("up", "--plan", "again.json", "--yes").code == 0
    assert run("refresh", "--yes").code == 0
    assert run("preview", "--detailed-exitcode").code == 0
    kept = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file() and p != program)
    out, err = capfd.readouterr()
    everything = "".join(reported) + out + err
    for secret in ("hush-hush", "other-one", "third-one"):
        assert secret not in everything
        assert secret.encode() not in kept


def test_a_saved_plan_restarts_too(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        'config:\n  queuewright:systems: {"QM1": {"type": "sandbox", "platform": "linux",'
        ' "path": "qm.db"}}\n'
    )
    program = tmp_path / "__main__.py"
    program.write_text(PROGRAM.replace("PASSWORD", "hush-hush"))
    assert queuewright(tmp_path, "up", "--yes").code == 0
    machine = Sandbox(tmp_path / "qm.db").system("QM1")
    machine.channel_runs("TO.QM2")
    more = 'password="hush-hush", batch_size=7, restart="when-running"'
    program.write_text(PROGRAM.replace('password="PASSWORD"', more))
    ran = queuewright(tmp_path, "preview", "--save-plan", "plan.json")
    assert "stopped (quiesce), changed and started: RUNNING to qm2(1414)" in ran.out
    assert queuewright(tmp_path, "up", "--plan", "plan.json", "--yes").code == 0
    [seen] = machine.observe([SENDER], ["TO.QM2"], status=True)
    assert seen.attributes["batch_size"] == 7
    assert seen.status is not None
    assert seen.status.running
    assert queuewright(tmp_path, "preview", "--detailed-exitcode").code == 0
