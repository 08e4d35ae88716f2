"""Where puts go before and after a plan, from what the systems report."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from queuewright.diff.types import Verb
from queuewright.engine.steps import Plan
from queuewright.policy.configuration import PolicyRules
from queuewright.policy.judging import judged
from queuewright.render.document import plan_document
from queuewright.render.markdown import plan_markdown
from queuewright.render.page import plan_page
from queuewright.render.text import plan_text
from queuewright.render.words import rerouted_line
from queuewright.saved.reading import document_from, plan_of
from worlds import LOCAL, World

RECEIVER = "mq:ClusterReceiverChannel"
NOW = datetime(2026, 11, 22, tzinfo=UTC)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """ORDERS in cluster C on two queue managers, and a queue that is in none."""
    world = World(tmp_path)
    for system in ("QM1", "QM2"):
        world.declare(
            RECEIVER, f"C.{system}", system, resource=f"r-{system}", cluster_name="C",
            connection_name="host(1414)",
        )  # fmt: skip
        world.declare(LOCAL, "ORDERS", system, resource=f"o-{system}", cluster_name="C")
    world.declare(LOCAL, "OWN")
    assert world.up().ok
    return world


def change(world: World, resource: str, **inputs: Any) -> None:
    declared = next(each for each in world.declared if each.name == resource)
    world.again(declared, inputs=inputs)


def lines(plan: Plan) -> list[str]:
    return list(map(rerouted_line, plan.rerouted))


def test_inhibiting_one_instance_sends_puts_to_the_other(world: World) -> None:
    change(world, "o-QM1", inhibit_put="put_inhibited", max_queue_depth=7)
    plan = world.plan()
    bound = (
        "default_bind is bind_on_open: applications that have it open stay bound to QM1 "
        "until it is opened again"
    )
    line = (
        "puts to ORDERS in cluster C: QM1 50 %, QM2 50 % -> QM2 100 % "
        f"(QM1: put is inhibited, rule 5); {bound}"
    )
    own = (
        "puts to ORDERS in cluster C from QM1: QM1 100 % -> QM2 100 % (QM1: put is inhibited, "
        "rule 5)"
    )
    assert lines(plan) == [line, own]
    assert not any(each.lost for each in plan.rerouted)
    assert f"   {line}\n" in plan_text(plan).plain
    assert (
        "| ORDERS | C | others | QM1 | C\\.QM1 | 50 % | none | put is inhibited \\(rule 5\\) |"
        in (plan_markdown(plan))
    )
    assert "Where puts to queues of clusters go" in plan_page(plan)
    assert f"ORDERS in cluster C: {bound}" in plan_page(plan)
    document = plan_document(plan)
    assert lines(plan_of(document_from(document))) == [line, own], "as a saved plan shows it"
    reported, other = document["workload"]
    assert (reported["put_from"], other["put_from"]) == ("", "QM1")
    assert [(way["system"], way["rule"]) for way in reported["after"]] == [("QM1", 5), ("QM2", 0)]


def test_what_changes_nothing_for_puts_is_not_told(world: World) -> None:
    change(world, "o-QM1", max_queue_depth=7)
    change(world, "OWN", inhibit_put="put_inhibited")
    world.declare(LOCAL, "NEW", cluster_name="C")
    assert lines(world.plan()) == []


def test_rank_priority_and_weight_move_puts(world: World) -> None:
    change(world, "o-QM2", cluster_workload_queue_rank=1)
    assert "QM1: queue rank 0, and another one has 1, rule 4" in lines(world.plan())[0]
    change(world, "o-QM2", cluster_workload_queue_rank=0, cluster_workload_queue_priority=1)
    assert "QM1: queue priority 0, and another one has 1, rule 9" in lines(world.plan())[0]
    change(world, "o-QM2", cluster_workload_queue_priority=0)
    change(world, "r-QM2", cluster_workload_channel_weight=99)
    assert lines(world.plan())[0].endswith("QM1 50 %, QM2 50 % -> QM1 34 %, QM2 66 %")


def test_use_queue_changes_puts_where_the_instance_is(world: World) -> None:
    change(world, "o-QM1", cluster_workload_use_queue="useq_any")
    assert lines(world.plan()) == [
        "puts to ORDERS in cluster C from QM1: QM1 100 % -> QM1 50 %, QM2 50 %"
    ]


def test_a_channel_that_goes_takes_what_it_leads_to(world: World) -> None:
    world.declared = [each for each in world.declared if each.name != "r-QM1"]
    (line,) = lines(world.plan())
    assert "QM1 50 %, QM2 50 % -> QM2 100 % (QM1: gone)" in line


def test_a_new_namelist_that_names_nothing_makes_no_member(world: World) -> None:
    world.declare("mq:Namelist", "NONE")
    world.declare(
        RECEIVER, "BY.LIST", resource="by-list", cluster_namelist="NONE", connection_name="h(1)"
    )
    change(world, "o-QM1", inhibit_put="put_inhibited")
    assert lines(world.plan())[0].startswith("puts to ORDERS in cluster C: QM1 50 %, QM2 50 % ->")


def test_no_instance_left_is_blocked_with_the_way_out(world: World) -> None:
    change(world, "o-QM1", inhibit_put="put_inhibited")
    world.declared = [each for each in world.declared if each.name != "o-QM2"]
    plan = world.plan()
    assert plan.rerouted[0].lost
    (problem,) = judged(plan, PolicyRules(), NOW)
    assert str(problem) == (
        "ORDERS in cluster C: no instance is left that a put can go to: QM1: put is inhibited, "
        "rule 5; QM2: gone; applications get MQRC_CLUSTER_PUT_INHIBITED (2268); keep one in the "
        "cluster that puts are allowed to, or give --override workload [pyproject.toml: "
        "tool.queuewright.policy.workload]"
    )
    (overridden,) = judged(plan, PolicyRules(), NOW, ["workload"])
    assert not overridden.is_error
    assert judged(plan, PolicyRules(workload="allowed"), NOW) == ()


def test_the_last_instance_leaves_the_cluster(world: World) -> None:
    change(world, "o-QM1", cluster_name="")
    assert not world.plan().rerouted[0].lost
    change(world, "o-QM2", cluster_name="")
    plan = world.plan()
    assert plan.rerouted[0].lost
    assert {step.verb for step in plan.changes} == {Verb.UPDATE}


def test_destroy_says_itself_that_everything_goes(world: World) -> None:
    world.declared = []
    plan = world.plan(destroy=True)
    assert plan.rerouted[0].lost
    assert judged(plan, PolicyRules(), NOW) == ()


def test_where_there_was_no_way_before_nothing_is_lost(world: World) -> None:
    change(world, "o-QM1", inhibit_put="put_inhibited")
    change(world, "o-QM2", inhibit_put="put_inhibited")
    assert world.up().ok
    world.declared = [each for each in world.declared if each.name != "o-QM2"]
    assert not any(each.lost for each in world.plan().rerouted)
