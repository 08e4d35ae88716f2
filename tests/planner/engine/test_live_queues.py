"""A plan says what the messages on a queue, and its openers, will notice."""

from pathlib import Path
from typing import Any

import pytest

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.observed import OpenFor, Status
from rehearsal import ALIAS, LOCAL, Rehearsal, resource, step_of
from worlds import World, key


@pytest.fixture
def stack(tmp_path: Path) -> Rehearsal:
    return Rehearsal(tmp_path)


def test_what_is_known_of_the_live_queue_is_said_on_the_step(stack: Rehearsal) -> None:
    machine = stack.system()
    old = resource(LOCAL, "L", max_queue_depth=100, trigger_control="on", process_name="P",
                   initiation_queue_name="I")  # fmt: skip
    stack.up(resource(LOCAL, "Q"), resource(LOCAL, "I"), old)
    machine.put("L", count=50, size=2000)
    plan = stack.plan(resource(LOCAL, "Q"), resource(LOCAL, "I"),
                      resource(LOCAL, "L", max_queue_depth=10, max_message_length=1000,
                               trigger_control="off", process_name="P",
                               initiation_queue_name="I"))  # fmt: skip
    step = step_of(plan, "L")
    found = {problem.code: problem.text for problem in step.decision.warnings}
    assert found.keys() == {
        "full-at-once", "longer-message-there", "trigger-off-with-messages", "caution"
    }  # fmt: skip
    assert found["full-at-once"].startswith("max_queue_depth=10: 50 messages are on it now")
    assert found["longer-message-there"].startswith("max_message_length=1000: a message of 2000")
    assert not plan.blocked
    stack.apply(plan)


def test_openers_through_an_alias_count_for_both(stack: Rehearsal) -> None:
    machine = stack.system()
    alias = resource(ALIAS, "A", base_object_name="Q")
    stack.up(resource(LOCAL, "Q"), alias)
    machine.open("A", {OpenFor.OUTPUT}, application="webshop")
    closed = resource(LOCAL, "Q", inhibit_put="put_inhibited")
    for program, name in (
        ((closed, alias), "Q"),
        (
            (
                resource(LOCAL, "Q"),
                resource(ALIAS, "A", base_object_name="Q", inhibit_put="put_inhibited"),
            ),
            "A",
        ),
    ):
        step = step_of(stack.plan(*program), name)
        (problem,) = step.decision.warnings
        assert problem.code == "put-while-open"
        assert 'application "webshop" (user sandbox) has A open for output' in problem.reason


def test_status_is_asked_for_once_and_only_where_it_matters(tmp_path: Path) -> None:
    world = World(tmp_path)
    queues = [world.declare(LOCAL, f"Q{n}", max_queue_depth=100) for n in range(20)]
    world.up()
    world.qm1.set_status(key("Q3"), Status(depth=50))
    for queue in queues:
        world.again(queue, inputs={"max_queue_depth": 200})
    world.qm1.asked.clear()
    world.plan()
    assert [status for status, _ in world.qm1.asked] == [False]  # raised: nobody will notice
    for queue in queues:
        world.again(world.declared[queue.index], inputs={"max_queue_depth": 10})
    world.qm1.asked.clear()
    plan = world.plan()
    assert [status for status, _ in world.qm1.asked] == [False, True]
    assert [s.key.name for s in plan.steps if s.decision.warnings] == ["Q3"]


def test_nothing_is_invented_where_no_system_is_read(tmp_path: Path) -> None:
    world = World(tmp_path)
    queue = world.declare(LOCAL, "Q", max_queue_depth=100)
    world.up()
    world.again(queue, inputs={"max_queue_depth": 10})
    assert world.step("Q", refresh=False).decision.warnings == ()


def test_who_may_not_ask_for_status_may_still_change_it(tmp_path: Path) -> None:
    """What would only notice a change is nice to know, and no reason to leave a system out."""
    world = World(tmp_path)
    queue = world.declare(LOCAL, "Q", max_queue_depth=100)
    other = world.declare(LOCAL, "R", usage="normal")
    world.up()
    world.again(queue, inputs={"max_queue_depth": 10})
    observe = world.qm1.observe

    def refusing(*args: Any, status: bool = False) -> Any:
        if status:
            raise CommandFailed("QM1: not authorized (MQRC_NOT_AUTHORIZED, 2035)")
        return observe(*args, status=status)

    world.qm1.observe = refusing  # type: ignore[method-assign]
    plan = world.plan()
    assert [step.key.name for step in plan.changes] == ["Q"]
    assert not plan.unreachable
    # Where it decides whether FORCE is needed, it has to be known.
    world.again(other, inputs={"usage": "transmission"})
    with pytest.raises(SystemUnavailable):
        world.plan()
