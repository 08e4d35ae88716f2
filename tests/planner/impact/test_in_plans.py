"""The blast radius of a plan's steps: what is asked of systems for it, and what is not told."""

from pathlib import Path

import pytest

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import Handle, OpenFor
from queuewright.render.words import lines
from worlds import ALIAS, LOCAL, REMOTE, World, key


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A queue on QM2, a remote queue of it and an alias of that on QM1."""
    world = World(tmp_path)
    world.declare(LOCAL, "X", "QM2")
    world.declare(
        REMOTE, "TO.X", remote_queue_name="X", remote_queue_manager_name="QM2", xmit_queue_name="T"
    )
    world.declare(LOCAL, "T", usage="transmission")
    world.declare(ALIAS, "A", base_object_name="TO.X")
    assert world.up().ok
    world.again(world.declared[0], inputs={"max_queue_depth": 7})
    return world


def test_a_change_tells_of_other_queue_managers(world: World) -> None:
    world.qm1.open_handles = [Handle("A", "billing", "bob", frozenset({OpenFor.OUTPUT}))]
    plan = world.plan()
    (step,) = plan.changes
    reported = [line.text for line in lines(step, plan.impacts[step.key]) if line.topic == "impact"]
    assert reported == [
        "2 depend on it: QM1 mq:RemoteQueue TO.X (remote_queue_name), QM1 mq:AliasQueue A "
        '(base_object_name through TO.X); open: application "billing" (user bob) has A open for '
        "output through A on QM1, which leads here through TO.X"
    ]


def test_a_queue_manager_that_does_not_tell_stops_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> list[Handle]:
        raise CommandFailed("QM1: not authorized to DISPLAY CONN", reason=2035)

    monkeypatch.setattr(world.qm1, "handles", refuse)
    plan = world.plan()
    assert plan.unreachable == {}
    assert plan.impacts[key("X", system="QM2")].unknown == (
        "who has what open on QM1 is not known: QM1: not authorized to DISPLAY CONN",
    )


def test_creates_and_no_refresh_ask_nobody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world.qm1, "handles", lambda: pytest.fail("asked"))
    monkeypatch.setattr(world.qm2, "handles", lambda: pytest.fail("asked"))
    unread = world.plan(refresh=False).impacts[key("X", system="QM2")]
    assert unread.unknown[0].endswith("is not known: systems are not read with --no-refresh")
    world.again(world.declared[0], inputs={"max_queue_depth": 5000})
    world.declare(LOCAL, "NEW")
    assert len(world.plan().changes) == 1


def test_a_secret_name_tells_nothing(world: World) -> None:
    world.again(world.declared[3], secret_inputs=frozenset({"base_object_name"}))
    plan = world.plan()
    assert [each.key.name for each in plan.impacts[key("X", system="QM2")].dependents] == ["TO.X"]


def test_of_a_new_object_what_names_it_already_is_told(world: World) -> None:
    world.qm1.alter(key("A", ALIAS), base_object_name="NEW")
    world.declare(LOCAL, "NEW")
    world.declare(ALIAS, "NEW.ALIAS", base_object_name="NEW")
    plan = world.plan()
    step = next(step for step in plan.changes if step.key.name == "NEW")
    reported = [line.text for line in lines(step, plan.impacts[step.key]) if line.topic == "impact"]
    assert reported == ["1 depends on it: QM1 mq:AliasQueue A (base_object_name)"]
    assert len(plan.impacts[step.key].dependents) == 2
