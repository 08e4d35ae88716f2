"""An object that runs is stopped, changed and started: what a cut between these leaves, and who
starts it then."""

from pathlib import Path
from typing import Any, NoReturn

import pytest

from crashing import Crash, crash, die
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.diff.types import Verb
from queuewright.engine.apply import apply
from queuewright.engine.refresh import refreshed
from queuewright.mq.message_channels import SenderChannelSpec
from queuewright.sandbox import running
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.script.commands import commands_of
from queuewright.systems.mq.commands import ControlCommand
from worlds import LOCAL, Rehearsed

SENDER = SenderChannelSpec.kind
WAY = {"connection_name": "qm2(1414)", "xmit_queue_name": "QM2", "restart": "when-running"}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    """A sender that runs, and is to be changed."""
    world = Rehearsed(tmp_path)
    world.declare(LOCAL, "QM2", usage="transmission")
    sender = world.declare(SENDER, "TO.QM2", **WAY)
    assert world.up().ok
    world.again(sender, inputs={"batch_size": 7})
    world.machine.channel_runs("TO.QM2")
    return world


def seen(world: Rehearsed) -> tuple[Any, list[str]]:
    [found] = world.machine.observe([SENDER], ["TO.QM2"], status=True)
    assert found.status is not None
    return found.attributes["batch_size"], [each.state for each in found.status.instances or ()]


def cut_off(world: Rehearsed, before: str) -> None:
    """The update is killed before STOP, ALTER or START."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "start", crash)
        if before != "START":
            patch.setattr(EmbeddedSystem, "change", crash)
        if before == "STOP":
            patch.setattr(running, "stop", crash)
        with pytest.raises(Crash):
            world.up(progress=die)


@pytest.mark.parametrize("before", ["STOP", "ALTER", "START"])
def test_what_was_cut_off_is_started_by_the_next_update(world: Rehearsed, before: str) -> None:
    cut_off(world, before)
    batch_size = 7 if before == "START" else 50
    assert seen(world) == (batch_size, ["RUNNING" if before == "STOP" else "STOPPED"])
    [pending] = world.store.load().pending
    assert pending["type"] == "updating"  # as Pulumi says it
    # A refresh sends nothing, and forgets nothing.
    assert refreshed(world.store.load(), world.systems).state.pending == (pending,)
    step = world.step("TO.QM2")
    assert step.verb is Verb.UPDATE
    assert step.decision.starts is (before != "STOP")
    assert step.blocked == ()
    started = ["an update that was cut off stopped it: it is started"]
    if before != "STOP":
        assert started == [r for r in step.decision.reasons if "cut off" in r]
        sent = [c for each in commands_of(world.plan(), world.systems) for c in each.commands]
        assert [each.verb for each in sent if isinstance(each, ControlCommand)] == ["START"]
    result = world.up()
    assert result.ok
    assert seen(world) == (7, ["RUNNING"])
    assert not result.state.pending
    assert world.plan().is_empty
    world.machine.channel_runs("TO.QM2", "STOPPED")  # by somebody, later
    assert world.plan().is_empty
    world.up()
    assert seen(world) == (7, ["STOPPED"])


def test_another_cut_a_narrow_update_and_a_blind_one_forget_nothing(world: Rehearsed) -> None:
    cut_off(world, "ALTER")
    sender = world.declared[1]
    world.declared[1] = world.again(sender, inputs={"restart": "never"})
    queue = world.declared[0].urn
    plan = world.plan(targets=[queue])
    assert apply(plan, world.systems, world.store).ok
    assert len(world.store.load().pending) == 1
    with pytest.MonkeyPatch.context() as patch:  # the change is made, and START is lost
        patch.setattr(running, "start", crash)
        with pytest.raises(Crash):
            world.up(progress=die)
    assert seen(world) == (7, ["STOPPED"])
    step = world.step("TO.QM2", refresh=False)
    assert step.decision.starts is None
    assert "left-stopped" in [problem.code for problem in step.decision.problems]
    assert apply(world.plan(refresh=False), world.systems, world.store).ok
    assert len(world.store.load().pending) == 1
    assert world.up().ok
    assert seen(world) == (7, ["RUNNING"])
    assert world.plan().is_empty


def test_a_start_that_fails_is_made_good_and_a_refused_change_leaves_nothing(
    world: Rehearsed,
) -> None:
    with pytest.MonkeyPatch.context() as patch:

        def lost(*_: object) -> NoReturn:
            raise SystemUnavailable("the connection broke")

        patch.setattr(running, "start", lost)
        assert [event.text for event in world.up().failed] == ["the connection broke"]
    assert len(world.store.load().pending) == 1
    assert world.up().ok
    assert seen(world) == (7, ["RUNNING"])
    world.again(world.declared[1], inputs={"batch_size": 8})
    plan = world.plan()
    world.machine.channel_runs("TO.QM2", "STOPPED")  # since the plan was made
    assert apply(plan, world.systems, world.store).ok
    assert seen(world) == (8, ["STOPPED"])
    assert not world.store.load().pending


def test_a_listener_and_a_service_that_run(world: Rehearsed) -> None:
    world.machine.channel_runs("TO.QM2", "")
    world.declared.clear()
    listener = world.declare("mq:Listener", "TCP", transport_type="tcp", port=1415)
    service = world.declare("mq:Service", "TRIGGER", service_type="type_server", start_command="a")
    assert world.up().ok
    world.again(listener, inputs={"port": 1416, "listener_description": "x"})
    world.again(service, inputs={"start_command": "b", "restart": "when-running"})
    assert [p.code for p in world.step("TCP").decision.problems] == []
    for key in (listener.key, service.key):
        assert key is not None
        world.systems["QM1"].start(key)
    [problem] = world.step("TCP").decision.problems
    assert (problem.code, problem.is_error) == ("waits-for-start", False)
    assert "port will work from its next start: now it runs, RUNNING" in problem.text
    step = world.step("TRIGGER")
    assert step.decision.with_restart
    assert "it runs, and is stopped, changed and started: RUNNING" in step.decision.reasons
    cut_off(world, "START")
    assert world.step("TRIGGER").decision.starts
    assert world.up().ok
    assert world.plan().is_empty
    found = world.machine.observe([listener.kind, service.kind], ["TCP", "TRIGGER"], status=True)
    assert all(each.status is not None and each.status.running for each in found)
    world.declared.clear()
    assert [p.code for p in world.step("TCP").blocked] == ["running"]


def test_a_channel_that_goes_is_not_started(world: Rehearsed) -> None:
    cut_off(world, "START")
    world.declared.pop()
    result = world.up()
    assert result.ok
    assert not result.state.pending
    assert not list(world.machine.observe([SENDER], ["TO.QM2"]))
