"""Deletes wait for what still needs the object: moves, copies, and what replacements carry over."""

from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.diff.types import Verb
from queuewright.engine.apply import Applied, apply
from worlds import ALIAS, LOCAL, REMOTE, Rehearsed, World, key

CLUSTER, RECEIVER, NAMELIST = "mq:Cluster", "mq:ClusterReceiverChannel", "mq:Namelist"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture
def rehearsed(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def texts(applied: Applied) -> list[str]:
    return [event.text for event in (*applied.failed, *applied.skipped)]


# Moves


def test_a_move_creates_first_and_deletes_then(world: World) -> None:
    queue = world.declare(LOCAL, "ORDERS")
    world.up()
    world.commands()
    world.again(queue, inputs={"system": "QM2"})
    assert world.up().ok
    assert world.commands() == ["delete ORDERS", "create ORDERS"]  # of QM1, of QM2
    steps = {step.key.system: step for step in world.plan().steps}
    assert set(steps) == {"QM2"}


def test_where_the_new_place_refuses_a_move_the_object_stays(world: World) -> None:
    queue = world.declare(LOCAL, "ORDERS")
    world.up()
    world.again(queue, inputs={"system": "QM2"})

    def refuse(verb: str, _: Key) -> None:
        raise CommandFailed("QM2 says no")

    world.qm2.fail = refuse
    applied = world.up()
    assert not applied.ok
    assert world.objects("QM1") == {"ORDERS"}
    assert [step.key for step in world.plan().changes] == [
        key("ORDERS", system="QM2"),
        key("ORDERS"),
    ]


def test_a_renamed_queue_is_made_before_the_old_one_goes(world: World) -> None:
    queue = world.declare(LOCAL, "ORDERS")
    world.up()
    world.again(queue, inputs={"name": "ORDERS.NEW"})
    world.commands()
    assert world.up().ok
    assert world.commands() == ["create ORDERS.NEW", "delete ORDERS"]


def test_a_program_may_say_that_the_old_one_goes_first(world: World) -> None:
    queue = world.declare(LOCAL, "ORDERS")
    world.up()
    world.again(queue, inputs={"name": "ORDERS.NEW"}, delete_before_replace=True)
    world.commands()
    assert world.up().ok
    assert world.commands() == ["delete ORDERS", "create ORDERS.NEW"]


def unreachable(verb: str = "", _: object = None) -> None:
    raise SystemUnavailable("QM2: no route to host")


@pytest.mark.parametrize("resource", ["", "another"])
@pytest.mark.parametrize("unread", ["QM1", "QM2"])
def test_the_unread_half_of_a_move_takes_the_other_with_it(
    world: World, monkeypatch: pytest.MonkeyPatch, unread: str, resource: str
) -> None:
    """Under another resource name, too: the same queue, declared anew on another system."""
    queue = world.declare(LOCAL, "ORDERS")
    world.declare(LOCAL, "STAYS")
    world.declare(LOCAL, "STAYS", "QM2", resource="stays2")
    world.up()
    world.commands()
    world.declared.remove(queue)
    world.declare(LOCAL, "ORDERS", "QM2", resource=resource)
    with monkeypatch.context() as patched:
        patched.setattr(world.systems[unread], "observe", lambda *_, **__: unreachable())
        plan = world.plan()
        assert not plan.changes
        assert plan.unreachable
        assert {queue.urn, world.declared[-1].urn} <= plan.unread
        assert world.up().ok
    assert world.commands() == []
    assert world.objects("QM1") == {"ORDERS", "STAYS"}
    assert world.up().ok
    assert world.objects("QM1") == {"STAYS"}
    assert world.objects("QM2") == {"ORDERS", "STAYS"}
    assert world.plan().is_empty


def test_a_queue_declared_anew_elsewhere_is_made_before_the_old_one_goes(world: World) -> None:
    queue = world.declare(LOCAL, "ORDERS")
    world.up()
    world.declared.remove(queue)
    world.declare(LOCAL, "ORDERS", "QM2", resource="another")
    world.qm2.fail = unreachable
    assert not world.up().ok
    assert world.objects("QM1") == {"ORDERS"}


# What replacements carry over


def test_what_a_replacement_carries_over_is_there_until_it_is_replaced(
    rehearsed: Rehearsed,
) -> None:
    rehearsed.declare(LOCAL, "COPY")
    orders = rehearsed.declare(
        LOCAL, "ORDERS", stream_queue="COPY", max_queue_depth=3, opt_replace_on_changes=("*",)
    )
    assert rehearsed.up().ok
    rehearsed.declared.clear()
    rehearsed.declare(LOCAL, "ORDERS", max_queue_depth=1, opt_replace_on_changes=("*",))
    rehearsed.declare(ALIAS, "COPY", base_object_name="ORDERS", resource="copy")
    assert orders.urn == rehearsed.declared[0].urn
    applied = rehearsed.up()
    assert applied.ok, texts(applied)
    (observed,) = rehearsed.machine.observe((LOCAL,), ("ORDERS",))
    assert observed.attributes["stream_queue"] == "COPY"


def test_where_a_replacement_cannot_be_put_back_the_next_run_carries_on(world: World) -> None:
    queue = world.declare(LOCAL, "ORDERS", queue_description="one", opt_replace_on_changes=("*",))
    world.up()
    world.qm1.alter(key("ORDERS"), max_queue_depth=777)
    world.again(queue, inputs={"queue_description": "two"})

    def refuse(verb: str, _: Key) -> None:
        if verb == "create":
            raise CommandFailed("QM1 says no")

    world.qm1.fail = refuse
    assert not world.up().ok
    assert world.objects() == set()
    world.qm1.fail = lambda verb, key: None
    step = world.step("ORDERS")
    assert (step.verb, step.decision.creates["max_queue_depth"]) == (Verb.CREATE, 777)
    assert world.up().ok
    assert world.qm1.objects[key("ORDERS")].attributes["max_queue_depth"] == 777
    assert world.store.load().pending == ()


# Copies


def test_a_copy_of_a_copy_whose_source_goes(world: World) -> None:
    """A, made like D, stays; D goes; B is new, and like A."""
    source = world.declare(LOCAL, "D")
    world.declare(LOCAL, "A", like="D")
    world.up()
    world.declared.remove(source)
    world.declare(LOCAL, "B", like="A")
    world.again(world.declared[0], inputs={"max_queue_depth": 4})
    assert world.up().ok
    assert world.objects() == {"A", "B"}
    assert world.plan().is_empty


def test_a_copy_of_a_new_copy_is_judged_by_what_it_gets(rehearsed: Rehearsed) -> None:
    rehearsed.declare(LOCAL, "A", cluster_name="C2")
    rehearsed.declare(LOCAL, "B", like="A")
    rehearsed.declare(LOCAL, "C", like="B", usage="transmission")
    (blocked,) = rehearsed.plan().blocked
    assert blocked.key == key("C")
    assert "cluster_name" in str(blocked.blocked[0])


def test_the_source_of_a_copy_goes_after_it(rehearsed: Rehearsed) -> None:
    """S goes early, because it names Q, whose name another kind takes."""
    rehearsed.declare(LOCAL, "Q")
    rehearsed.declare(ALIAS, "S", base_object_name="Q")
    rehearsed.up()
    rehearsed.declared.clear()
    remote = {"remote_queue_name": "X", "remote_queue_manager_name": "QM9"}
    rehearsed.declare(REMOTE, "Q", **remote)
    rehearsed.declare(ALIAS, "T", like="S")
    applied = rehearsed.up()
    assert applied.ok, texts(applied)
    assert rehearsed.names() == {"Q", "T"}
    (copy,) = rehearsed.machine.observe((ALIAS,), ("T",))
    assert copy.attributes["base_object_name"] == "Q"


def test_where_a_copy_is_refused_its_source_stays(world: World) -> None:
    world.declare(LOCAL, "Q")
    world.declare(ALIAS, "S", base_object_name="Q")
    world.up()
    world.declared.clear()
    world.declare(REMOTE, "Q", remote_queue_name="X", remote_queue_manager_name="QM9")
    world.declare(ALIAS, "T", like="S")

    def refuse(verb: str, at: Key) -> None:
        if at.name == "T":
            raise CommandFailed("QM1 says no")

    world.qm1.fail = refuse
    assert not world.up().ok
    assert {key("Q"), key("S", ALIAS)} <= set(world.qm1.objects)


def test_where_an_early_delete_fails_what_waits_for_it_stays(world: World) -> None:
    """BASE is named by A, which makes room for another kind: A is not deleted, BASE stays."""
    world.declare(LOCAL, "BASE")
    world.declare(ALIAS, "A", base_object_name="BASE")
    world.up()
    world.declared.clear()
    world.declare(LOCAL, "A")

    def refuse(verb: str, at: Key) -> None:
        if verb == "delete" and at.kind == ALIAS:
            raise CommandFailed("QM1 says no")

    world.qm1.fail = refuse
    assert not world.up().ok
    assert {at.name for at in world.qm1.objects} == {"A", "BASE"}


# Clusters and the channels that make their members


@pytest.mark.parametrize("channel_goes", [False, True])
def test_a_cluster_whose_channel_leaves_it(rehearsed: Rehearsed, channel_goes: bool) -> None:
    rehearsed.declare(CLUSTER, "C2")
    channel = rehearsed.declare(RECEIVER, "TO.ME", connection_name="h(1414)", cluster_name="C2")
    assert rehearsed.up().ok
    if channel_goes:
        rehearsed.declared.remove(channel)
    else:
        rehearsed.again(channel, inputs={"cluster_name": ""})
    for parallel in (1, 16):
        applied = rehearsed.up(parallel=parallel)
        assert applied.ok, texts(applied)
    assert rehearsed.plan().is_empty


def test_a_cluster_goes_after_the_channel_that_leaves_it(rehearsed: Rehearsed) -> None:
    cluster = rehearsed.declare(CLUSTER, "C2")
    channel = rehearsed.declare(RECEIVER, "TO.ME", connection_name="h(1414)", cluster_name="C2")
    assert rehearsed.up().ok
    rehearsed.declared.remove(cluster)
    rehearsed.again(channel, inputs={"cluster_name": ""})
    applied = rehearsed.up(parallel=1)
    assert applied.ok, texts(applied)
    assert rehearsed.plan().is_empty


# What others change meanwhile


def test_a_replacement_carries_over_what_the_object_has_when_it_is_deleted(world: World) -> None:
    queue = world.declare(
        LOCAL, "ORDERS", queue_description="one", usage="normal",
        opt_replace_on_changes=("*",), opt_ignore_changes=("usage",),
    )  # fmt: skip
    world.up()
    world.qm1.alter(key("ORDERS"), max_queue_depth=777, inhibit_put="put_inhibited")
    world.again(queue, inputs={"queue_description": "two"})
    plan = world.plan()
    world.qm1.alter(
        key("ORDERS"), max_queue_depth=5000, inhibit_get="get_inhibited", usage="transmission",
        queue_description="theirs",
    )  # fmt: skip
    assert apply(plan, world.systems, world.store).ok
    now = world.qm1.objects[key("ORDERS")].attributes
    assert now["queue_description"] == "two"
    assert (now["inhibit_get"], now["inhibit_put"]) == ("get_inhibited", "put_inhibited")
    assert (now["max_queue_depth"], now["usage"]) == (5000, "transmission")
