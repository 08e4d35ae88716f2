"""Applying a plan: order, failures, crashes at every point, and what the state says after."""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Status
from queuewright.diff.types import Verb
from queuewright.engine.apply import Event, Outcome, PlanBlocked, apply
from queuewright.engine.declared import Declared
from queuewright.engine.errors import PlanError
from queuewright.engine.steps import OptionChange
from queuewright.kinds import spec_of
from queuewright.state.deployment import SECRET_KEY, Deployment
from queuewright.state.errors import StackLocked
from worlds import ALIAS, LOCAL, STACK, World, key, urn


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def some(world: World) -> None:
    world.declare(ALIAS, "ORDERS", base_object_name="ORDERS.IN")
    world.declare(LOCAL, "ORDERS.IN", backout_requeue_name="ORDERS.BACKOUT", backout_threshold=3)
    world.declare(LOCAL, "ORDERS.BACKOUT")
    world.declare(LOCAL, "OTHER", system="QM2")


def test_what_is_needed_is_made_first_and_then_nothing_is_left_to_do(world: World) -> None:
    some(world)
    result = world.up()
    assert result.ok
    assert world.commands() == [
        "create ORDERS.BACKOUT",
        "create ORDERS.IN",
        "create ORDERS",
        "create OTHER",
    ]
    assert world.plan().is_empty
    assert world.up().ok
    assert world.commands() == []


def test_the_state_is_what_pulumi_would_have_written(world: World) -> None:
    world.declare(LOCAL, "A", max_queue_depth=5, opt_protect=True, opt_retain_on_delete=True)
    world.declare(
        ALIAS,
        "B",
        base_object_name="A",
        opt_dependencies=(urn(LOCAL, "A"),),
        opt_property_dependencies={"base_object_name": (urn(LOCAL, "A"),)},
        opt_ignore_changes=("queue_description",),
    )
    world.up(outputs={"name": "A", "password": "s3cret"}, secret_outputs=["password"])
    data = json.loads(world.store.path.read_text())
    assert data["version"] == 3
    root, provider, a, b = data["deployment"]["resources"]
    assert (root["type"], root["custom"]) == ("pulumi:pulumi:Stack", False)
    assert root["urn"] == "urn:pulumi:dev::orders::pulumi:pulumi:Stack::orders-dev"
    assert root["outputs"] == {"name": "A"}
    assert provider["urn"].endswith("pulumi:providers:pulumi-python::default")
    assert list(a) == [
        "urn", "custom", "id", "type", "inputs", "outputs", "parent", "protect", "provider",
        "propertyDependencies", "retainOnDelete", "created", "modified",
    ]  # fmt: skip
    assert a["id"] == "QM1/mq:LocalQueue/A"
    assert a["provider"] == f"{provider['urn']}::{provider['id']}"
    assert a["parent"] == root["urn"]
    assert a["inputs"].pop("__provider") == a["outputs"]["__provider"]
    assert a["inputs"] == {"max_queue_depth": 5, "name": "A", "system": "QM1"}
    assert a["outputs"]["shareability"] == "shareable"
    assert a["propertyDependencies"] == {
        "__provider": [],
        "max_queue_depth": [],
        "name": [],
        "system": [],
    }
    assert b["dependencies"] == [a["urn"]]
    assert b["propertyDependencies"]["base_object_name"] == [a["urn"]]
    assert b["ignoreChanges"] == ["queue_description"]
    assert Deployment.read(data).write() == data


def test_only_what_changed_is_written_anew(world: World) -> None:
    a, _ = world.declare(LOCAL, "A"), world.declare(LOCAL, "B")
    before = world.up().state.by_urn()
    world.again(a, protect=True)
    plan = world.plan()
    assert (plan.changes, plan.exit_code) == ((), 2)
    assert [(step.name, step.option_changes) for step in plan.with_option_changes] == [
        ("A", (OptionChange("protect", "false", "true"),))
    ]
    after = world.up().state.by_urn()
    assert after[urn(LOCAL, "B")] == before[urn(LOCAL, "B")]
    assert after[a.urn].protect
    assert after[a.urn].raw["created"] == before[a.urn].raw["created"]


def test_a_secret_is_neither_in_state_nor_journal_nor_plan(world: World) -> None:
    a = world.declare(
        LOCAL, "A", queue_description="hunter2", opt_secret_inputs={"queue_description"}
    )
    world.qm1.after = lambda verb, key: (_ for _ in ()).throw(SystemUnavailable("gone"))
    world.up()
    world.qm1.after = lambda verb, key: None
    assert world.qm1.objects[key("A")].attributes["queue_description"] == "hunter2"
    world.up()
    world.again(a, inputs={"queue_description": "correct horse"})
    plan = world.plan()
    assert "hunter2" not in repr([s.decision for s in plan.steps])
    assert "correct horse" not in repr([s.decision for s in plan.steps])
    assert plan.steps[0].decision.changes[0].after == "[secret]"
    world.up()
    assert world.qm1.objects[key("A")].attributes["queue_description"] == "correct horse"
    for path in world.store.path.parent.iterdir():
        assert "hunter2" not in path.read_text()
        assert "correct horse" not in path.read_text()
    assert world.plan().is_empty


def test_blocked_steps_stop_it_before_anything_is_sent(world: World) -> None:
    world.declare(LOCAL, "FINE")
    world.declare(LOCAL, "BAD", max_queue_depth=-1)
    world.declare(LOCAL, "WORSE", max_message_length=-5)
    with pytest.raises(PlanBlocked) as caught:
        world.up()
    lines = str(caught.value).splitlines()
    assert [("BAD" in line, "WORSE" in line) for line in lines] == [(True, False), (False, True)]
    assert world.commands() == []
    assert not world.store.exists()


def test_a_failure_ends_only_what_depends_on_it(world: World) -> None:
    some(world)

    def fail(verb: str, at: Key) -> None:
        if at.name == "ORDERS.IN":
            raise CommandFailed(f"{at}: no room; make some", reason=2192)

    world.qm1.fail = fail
    result = world.up()
    assert [(failure.step.key.name, failure.text) for failure in result.failed] == [
        ("ORDERS.IN", "QM1 mq:LocalQueue ORDERS.IN: no room; make some")
    ]
    assert [(failure.step.key.name, failure.text) for failure in result.skipped] == [
        ("ORDERS", "needs QM1 mq:LocalQueue ORDERS.IN, which failed")
    ]
    assert world.objects() == {"ORDERS.BACKOUT"}
    assert world.objects("QM2") == {"OTHER"}
    assert not result.state.pending
    world.qm1.fail = lambda verb, at: None
    assert world.verbs() == {
        "ORDERS.BACKOUT": Verb.SAME,
        "ORDERS.IN": Verb.CREATE,
        "ORDERS": Verb.CREATE,
        "OTHER": Verb.SAME,
    }
    assert world.up().ok


def test_deletes_come_last_and_in_reverse(world: World) -> None:
    some(world)
    world.up()
    world.commands()
    world.declared = [world.declared[3]]
    world.declare(LOCAL, "NEW")
    world.up()
    assert world.commands() == [
        "create NEW",
        "delete ORDERS",
        "delete ORDERS.IN",
        "delete ORDERS.BACKOUT",
    ]


RECEIVER = "mq:ClusterReceiverChannel"


def joined_by_others(world: World, channel: Declared) -> None:
    """Somebody makes the channel one of a cluster that the program has, too."""
    world.qm1.change(
        spec_of(RECEIVER).observed({"name": channel.name, "cluster_name": "CLUSTER"}), force=False
    )
    world.commands()


@pytest.mark.parametrize("given", [{}, {"cluster_name": ""}], ids=["unmanaged", "drifted"])
def test_deletes_follow_what_the_objects_name_now(world: World, given: dict[str, Any]) -> None:
    world.declare("mq:Cluster", "CLUSTER")
    channel = world.declare(RECEIVER, "TO.QM1", connection_name="host(1414)", **given)
    assert world.up(parallel=1).ok
    joined_by_others(world, channel)
    world.declared.clear()
    assert world.up(parallel=1).ok
    assert world.commands() == ["delete TO.QM1", "delete CLUSTER"]


def test_what_others_made_name_an_object_is_changed_before_that_goes(world: World) -> None:
    cluster = world.declare("mq:Cluster", "CLUSTER")
    channel = world.declare(RECEIVER, "TO.QM1", connection_name="host(1414)", cluster_name="")
    assert world.up(parallel=1).ok
    joined_by_others(world, channel)
    world.declared.remove(cluster)
    assert key("TO.QM1", RECEIVER) in world.step("CLUSTER").depends
    world.qm1.fail = lambda verb, at: _refuse(at) if verb == "change" else None
    assert not world.up(parallel=1).ok
    assert world.commands() == []  # the channel is still in the cluster
    world.qm1.fail = lambda verb, at: None
    assert world.up(parallel=1).ok
    assert world.commands() == ["change TO.QM1", "delete CLUSTER"]


def test_a_name_is_freed_before_another_kind_takes_it(world: World) -> None:
    world.declare(LOCAL, "X")
    world.declare(ALIAS, "OLD", base_object_name="X")
    world.up()
    world.commands()
    world.declared = []
    world.declare(ALIAS, "X", base_object_name="Y")
    world.declare(LOCAL, "Y")
    assert world.up().ok
    assert world.commands() == ["create Y", "delete OLD", "delete X", "create X"] or (
        world.objects() == {"X", "Y"}
    )
    assert world.plan().is_empty


def test_two_resources_may_swap_their_objects(world: World) -> None:
    a = world.declare(LOCAL, "X", resource="a")
    b = world.declare(LOCAL, "Y", resource="b")
    world.up()
    world.commands()
    world.again(a, inputs={"name": "Y"})
    world.again(b, inputs={"name": "X"})
    assert world.verbs() == {"X": Verb.SAME, "Y": Verb.SAME}
    state = world.up().state
    assert world.commands() == []
    assert {
        resource.urn: resource.id
        for resource in state.resources
        if resource.custom and resource.inputs
    } == {
        a.urn: "QM1/mq:LocalQueue/Y",
        b.urn: "QM1/mq:LocalQueue/X",
    }
    assert world.plan().is_empty


def ids(state: Deployment) -> dict[str, str]:
    """The objects that the stack has, by resource."""
    return {r.name: r.id for r in state.resources if r.id.startswith("QM1/") and not r.deleting}


def refusing(world: World, verb: str) -> None:
    world.qm1.fail = lambda sent, at: _refuse(at) if sent == verb else None


def test_resources_that_swap_their_objects_have_both_where_one_fails(world: World) -> None:
    a = world.declare(LOCAL, "X", resource="a", max_queue_depth=5)
    b = world.declare(LOCAL, "Y", resource="b")
    world.up()
    before = {"a": "QM1/mq:LocalQueue/X", "b": "QM1/mq:LocalQueue/Y"}
    world.again(a, inputs={"name": "Y"})
    world.again(b, inputs={"name": "X"})
    assert world.verbs() == {"X": Verb.SAME, "Y": Verb.UPDATE}
    refusing(world, "change")
    result = world.up()
    assert not result.ok
    assert ids(result.state) == before
    assert world.verbs() == {"X": Verb.SAME, "Y": Verb.UPDATE}
    refusing(world, "nothing")
    assert ids(world.up().state) == {"a": before["b"], "b": before["a"]}
    assert world.plan().is_empty


def test_a_resource_that_takes_an_object_over_keeps_its_own_where_that_stays(world: World) -> None:
    a = world.declare(LOCAL, "X", resource="a")
    b = world.declare(LOCAL, "Y", resource="b")
    before = ids(world.up().state)
    world.declared.remove(b)
    world.again(a, inputs={"name": "Y"})
    assert world.verbs() == {"X": Verb.DELETE, "Y": Verb.SAME}
    refusing(world, "delete")
    assert ids(world.up().state) == before
    assert world.verbs() == {"X": Verb.DELETE, "Y": Verb.SAME}
    refusing(world, "nothing")
    assert ids(world.up().state) == {"a": "QM1/mq:LocalQueue/Y"}
    assert (world.objects(), world.plan().is_empty) == ({"Y"}, True)


def test_a_swap_of_which_one_half_is_left_out_changes_nothing(world: World) -> None:
    a = world.declare(LOCAL, "X", resource="a", max_queue_depth=5)
    b = world.declare(LOCAL, "Y", resource="b")
    before = ids(world.up().state)
    world.again(a, inputs={"name": "Y"})
    world.again(b, inputs={"name": "X"})
    plan = world.plan(targets=["b"])
    assert ids(apply(plan, world.systems, world.store).state) == before


def test_a_resource_of_another_name_keeps_its_object(world: World) -> None:
    old = world.declare(LOCAL, "X", resource="old")
    world.up()
    world.commands()
    world.declared = []
    world.declare(LOCAL, "X", resource="new", max_queue_depth=7)
    assert world.verbs() == {"X": Verb.UPDATE}
    state = world.up().state
    assert world.commands() == ["change X"]
    assert old.urn not in state.by_urn()
    assert world.plan().is_empty


def test_a_new_name_replaces_the_object(world: World) -> None:
    declared = world.declare(LOCAL, "X", resource="r")
    world.up()
    world.commands()
    world.again(declared, inputs={"name": "Z"})
    assert world.verbs() == {"X": Verb.DELETE, "Z": Verb.CREATE}
    state = world.up().state
    assert world.commands() == ["create Z", "delete X"]
    assert state.by_urn()[declared.urn].id == "QM1/mq:LocalQueue/Z"
    assert world.plan().is_empty


def test_create_before_delete_where_the_program_says_so(world: World) -> None:
    declared = world.declare(LOCAL, "X", resource="r", opt_delete_before_replace=False)
    world.up()
    world.commands()
    world.again(declared, inputs={"name": "Z"})
    world.qm1.fail = lambda verb, at: _refuse(at) if verb == "delete" else None
    state = world.up().state
    assert [(r.id, r.deleting) for r in state.resources if r.urn == declared.urn] == [
        ("QM1/mq:LocalQueue/Z", False),
        ("QM1/mq:LocalQueue/X", True),
    ]
    world.qm1.fail = lambda verb, at: None
    assert world.verbs() == {"X": Verb.DELETE, "Z": Verb.SAME}
    assert world.up().ok
    assert world.plan().is_empty
    assert world.objects() == {"Z"}


def _refuse(at: Key) -> None:
    raise CommandFailed(f"{at}: not now; later", reason=2042)


def test_what_is_in_the_way_since_the_plan_was_made_is_seen(world: World) -> None:
    world.declare(LOCAL, "X")
    world.up()
    world.declared = []
    plan = world.plan()
    assert not plan.blocked
    world.qm1.set_status(key("X"), Status(depth=4))
    result = apply(plan, world.systems, world.store)
    assert "would lose 4 messages" in result.failed[0].text
    assert world.objects() == {"X"}
    assert "X" in world.verbs()


def test_a_plan_that_is_out_of_date_is_refused(world: World) -> None:
    world.declare(LOCAL, "X")
    plan = world.plan()
    world.up()
    with pytest.raises(PlanError, match="was updated by someone else since the plan was made"):
        apply(plan, world.systems, world.store)


def test_one_update_at_a_time(world: World) -> None:
    world.declare(LOCAL, "X")
    with world.store.locked(), pytest.raises(StackLocked, match=r"orders/dev is locked by process"):
        world.up()
    assert world.commands() == []
    assert world.up().ok


class Crash(BaseException):
    """The process ends here, whatever it was doing."""


def crashing(at: int) -> Callable[[str, Key], None]:
    count = 0

    def crash(verb: str, key: Key) -> None:
        nonlocal count
        count += 1
        if count == at:
            raise Crash

    return crash


def changed_world(world: World) -> None:
    """A program that creates, changes, replaces, renames and deletes."""
    some(world)
    world.declare(LOCAL, "GOES")
    world.declare(LOCAL, "MOVES", resource="moves")
    world.declare("ibmi:DataQueue", "DQ", system="PROD01", library="L", max_entry_length=10)
    assert world.up().ok
    world.commands()
    world.declared = [d for d in world.declared if d.name not in ("GOES", "ORDERS")]
    by_name = {d.name: d for d in world.declared}
    world.again(by_name["moves"], inputs={"name": "MOVED"})
    world.again(by_name["DQ"], inputs={"max_entry_length": 20})
    world.again(by_name["OTHER"], inputs={"max_queue_depth": 9})
    world.declare(ALIAS, "NEW.ALIAS", base_object_name="NEW")
    world.declare(LOCAL, "NEW", backout_requeue_name="ORDERS.BACKOUT")


def test_the_changed_world_without_a_crash(world: World) -> None:
    changed_world(world)
    assert world.verbs() == {
        "ORDERS.BACKOUT": Verb.SAME, "ORDERS.IN": Verb.SAME, "OTHER": Verb.UPDATE,
        "MOVED": Verb.CREATE, "MOVES": Verb.DELETE, "L/DQ": Verb.REPLACE, "NEW": Verb.CREATE,
        "NEW.ALIAS": Verb.CREATE, "GOES": Verb.DELETE, "ORDERS": Verb.DELETE,
    }  # fmt: skip
    assert world.up().ok
    assert len(world.commands()) == 9


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, 10))
def test_a_crash_at_any_command_is_made_good(world: World, at: int, before: bool) -> None:
    """Cut off before or after the at-th command; what was saved is the journal alone."""
    changed_world(world)
    crash = crashing(at)
    for system in world.systems.values():
        if before:
            system.fail = crash
        else:
            system.after = crash

    def die(event: Event) -> None:
        if event.outcome is Outcome.FAILED:
            raise Crash

    with pytest.raises(Crash):
        world.up(parallel=1, progress=die)
    assert world.store.journal_path.exists() or at == 1
    for system in world.systems.values():
        system.fail = system.after = lambda verb, key: None
    result = world.up(parallel=1)
    assert result.ok
    assert not result.state.pending
    assert not world.store.journal_path.exists()
    assert world.objects() == {"ORDERS.BACKOUT", "ORDERS.IN", "MOVED", "NEW", "NEW.ALIAS"}
    assert (
        world.prod.objects[key("L/DQ", "ibmi:DataQueue", "PROD01")].attributes["max_entry_length"]
        == 20
    )
    assert world.qm2.objects[key("OTHER", system="QM2")].attributes["max_queue_depth"] == 9
    assert world.plan().is_empty
    world.declared = []
    assert apply(world.plan(destroy=True), world.systems, world.store).ok
    assert not any(system.objects for system in world.systems.values())
    assert world.store.load().resources == ()


def test_what_was_created_and_not_recorded_is_the_stacks_own(world: World) -> None:
    world.declare(LOCAL, "A", max_queue_depth=5, adopt="never")
    world.qm1.after = lambda verb, at: _lost()
    assert world.up().failed[0].text == "the connection broke"
    assert [entry["type"] for entry in world.store.load().pending] == ["creating"]
    world.qm1.after = lambda verb, at: None
    step = world.step("A")
    assert (step.verb, step.blocked) == (Verb.IMPORT, ())
    world.commands()
    assert world.up().ok
    assert world.commands() == []
    assert not world.store.load().pending
    assert world.plan().is_empty


def _lost() -> None:
    raise SystemUnavailable("the connection broke")


def test_ctrl_c_waits_for_what_runs_and_starts_no_more(world: World) -> None:
    some(world)

    def interrupt(event: Event) -> None:
        if event.outcome is Outcome.DONE and event.step.key.name == "ORDERS.BACKOUT":
            raise KeyboardInterrupt

    result = world.up(parallel=1, progress=interrupt)
    assert result.interrupted
    assert "ORDERS.BACKOUT" in {step.key.name for step in result.done}
    assert "ORDERS" in {failure.step.key.name for failure in result.skipped}
    assert "ORDERS" not in world.objects()
    assert world.up().ok
    assert world.plan().is_empty


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # files left open
def test_ctrl_c_at_any_line_loses_no_step(tmp_path: Path) -> None:
    """At every line of apply.py, again and again from the start, until it comes too late."""
    code = apply.__code__.co_filename
    at, interrupted = 0, True
    while interrupted:
        at += 1
        world = World(tmp_path / str(at))
        for number in range(3):
            world.declare(LOCAL, f"Q{number}")
        world.declare(ALIAS, "A", base_object_name="Q0")
        lines = 0

        def trace(frame: FrameType, what: str, _: object, at: int = at) -> Any:
            nonlocal lines
            if frame.f_code.co_filename != code:
                return None
            lines += what == "line"
            if lines == at:
                lines += 1
                os.kill(os.getpid(), signal.SIGINT)
            return trace

        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        plan = world.plan()
        sys.settrace(trace)
        try:
            result = apply(plan, world.systems, world.store, parallel=2)
            sys.settrace(None)
        except KeyboardInterrupt:  # before the first step or after the last one
            sys.settrace(None)
        else:
            interrupted = result.interrupted or lines > at
            reported = {each.key.name for each in result.done}
            assert reported == {name for name in world.objects() if not name.startswith("SYSTEM.")}
            assert len(reported) + len(result.skipped) == 4
        finally:
            sys.settrace(None)
            signal.signal(signal.SIGINT, before)
        world.commands()
        assert world.up().ok
        assert world.plan().is_empty
    assert at > 200


def test_steps_of_one_generation_run_at_once_up_to_the_limit(world: World) -> None:
    barrier = threading.Barrier(3, timeout=10)
    for number in range(3):
        world.declare(LOCAL, f"Q{number}", system=["QM1", "QM2", "QM2"][number])

    class Waiting:
        def __init__(self, system: Any) -> None:
            self._system = system

        def __getattr__(self, name: str) -> Any:
            return getattr(self._system, name)

        def create(self, spec: Any, *, like: str | None = None) -> Any:
            barrier.wait()
            return self._system.create(spec, like=like)

    plan = world.plan()
    systems = {name: Waiting(system) for name, system in world.systems.items()}
    assert apply(plan, systems, world.store, parallel=3).ok


def test_other_providers_resources_and_components_stay(world: World) -> None:
    provider = {
        "urn": "urn:pulumi:dev::orders::pulumi:providers:random::default_4",
        "custom": True, "id": "04da6b54", "type": "pulumi:providers:random",
    }  # fmt: skip
    secret = {SECRET_KEY: "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "v1:abc"}
    foreign = {
        "urn": "urn:pulumi:dev::orders::random:index:Password::p", "custom": True, "id": "none",
        "type": "random:index:Password", "inputs": {"length": 8.5}, "outputs": {"result": secret},
        "provider": f"{provider['urn']}::04da6b54", "somethingNew": [1, {"a": None}],
    }  # fmt: skip
    state = Deployment.read({"version": 3, "deployment": {"resources": [provider, foreign]}})
    world.store.save(state)
    world.declare(LOCAL, "A")
    after = world.up().state.by_urn()
    assert after[foreign["urn"]].raw == foreign
    assert after[provider["urn"]].raw == provider
    world.declared = []
    assert apply(world.plan(destroy=True), world.systems, world.store).ok
    assert [r.type for r in world.store.load().resources] == [
        "pulumi:pulumi:Stack", "pulumi:providers:random", "random:index:Password",
    ]  # fmt: skip


def component(name: str, **fields: Any) -> Declared:
    return Declared(
        urn=f"urn:pulumi:dev::orders::my:Comp::{name}",
        type="my:Comp",
        name=name,
        custom=False,
        parent=STACK,
        index=-1,
        **fields,
    )


def test_components_come_and_go_with_what_they_hold(world: World) -> None:
    outer = component("outer")
    world.declared.append(outer)
    declared = world.declare(LOCAL, "A", opt_parent=outer.urn)
    state = world.up().state.by_urn()
    assert state[declared.urn].parent == outer.urn
    assert state[outer.urn].raw["parent"] == STACK
    assert "id" not in state[outer.urn].raw
    before = state[outer.urn]
    assert world.up().state.by_urn()[outer.urn] == before
    renamed = component("renamed", aliases=(outer.urn,))
    world.declared[0] = renamed
    world.again(declared, parent=renamed.urn)
    state = world.up().state.by_urn()
    assert outer.urn not in state
    assert state[renamed.urn].raw["created"] == before.raw["created"]
    world.declared = []
    assert renamed.urn not in world.up().state.by_urn()


def test_the_state_holds_the_configuration_for_pulumi(world: World) -> None:
    world.declare(LOCAL, "A")
    state = world.up(configuration={"b:x": "1", "a:y": "2"}).state
    provider = next(resource for resource in state.resources if "providers" in resource.type)
    assert list(provider.inputs.items()) == [("a:y", "2"), ("b:x", "1")]
    assert provider.outputs == provider.inputs
    cipher = {SECRET_KEY: "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "v1:x"}
    changed = [
        resource.but(inputs={**resource.inputs, "c:z": cipher})
        if resource is provider
        else resource
        for resource in state.resources
    ]
    world.store.save(world.store.load().with_resources(changed))
    again = world.up(configuration={"b:x": "3"}).state.by_urn()[provider.urn]
    assert again.inputs == {"b:x": "3", "c:z": cipher}
    assert again.id == provider.id
    world.declared = []
    assert apply(world.plan(destroy=True), world.systems, world.store).ok
    assert world.store.load().resources == ()


def test_an_error_that_nobody_foresaw_is_that_steps_alone(world: World) -> None:
    world.declare(LOCAL, "A")
    world.declare(LOCAL, "B")

    def fail(verb: str, at: Key) -> None:
        if at.name == "A":
            raise RuntimeError("odd\nthing")

    world.qm1.fail = fail
    result = world.up()
    assert [failure.text for failure in result.failed] == [
        "QM1 mq:LocalQueue A: RuntimeError: odd\\nthing"
    ]
    assert world.objects() == {"B"}


def test_what_is_gone_when_it_is_to_be_deleted_is_no_failure(world: World) -> None:
    world.declare(LOCAL, "A")
    world.declare(LOCAL, "B")
    world.up()
    world.declared = []
    plan = world.plan()
    del world.qm1.objects[key("A")]
    world.qm1.fail = lambda verb, at: world.qm1.objects.pop(at, None) and _refuse(at)
    assert apply(plan, world.systems, world.store).ok
    assert world.store.load().by_urn().keys() == {STACK}


def test_progress_tells_every_step_once_it_starts_and_ends(world: World) -> None:
    some(world)
    events: list[tuple[str, Outcome]] = []
    world.up(progress=lambda event: events.append((event.step.key.name, event.outcome)))
    for name in ("ORDERS", "ORDERS.IN", "ORDERS.BACKOUT", "OTHER"):
        assert [outcome for at, outcome in events if at == name] == [Outcome.STARTED, Outcome.DONE]
