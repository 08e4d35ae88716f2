"""The routes that a plan breaks or mends, in every form of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from queuewright.engine.risks import RiskKind, risks_of
from queuewright.engine.steps import Plan
from queuewright.mq.listener import ListenerSpec
from queuewright.mq.message_channels import ReceiverChannelSpec, SenderChannelSpec
from queuewright.render.document import plan_document
from queuewright.render.markdown import plan_markdown
from queuewright.render.page import plan_page
from queuewright.render.text import plan_text
from queuewright.saved.comparing import route_differences
from queuewright.saved.reading import document_from, plan_of
from worlds import LOCAL, REMOTE, Rehearsed

SENDER, RECEIVER, LISTENER = SenderChannelSpec.kind, ReceiverChannelSpec.kind, ListenerSpec.kind
BREAKS = (
    "route ORDERS at QM1: not known -> breaks (QM2 mq:LocalQueue ORDERS.IN: "
    'inhibit_put="put_inhibited": put is inhibited: MQRC_PUT_INHIBITED; set '
    'inhibit_put="put_allowed")'
)


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    """ORDERS of QM1 leads to ORDERS.IN of QM2."""
    world = Rehearsed(tmp_path)
    world.declare(LOCAL, "QM2", usage="transmission", trigger_control="on",
                  initiation_queue_name="SYSTEM.CHANNEL.INITQ")  # fmt: skip
    world.declare(REMOTE, "ORDERS", remote_queue_name="ORDERS.IN", remote_queue_manager_name="QM2")
    world.declare(SENDER, "QM1.QM2", connection_name="host2(1415)", xmit_queue_name="QM2")
    world.declare(RECEIVER, "QM1.QM2", "QM2", resource="far end")
    world.declare(LISTENER, "TCP", "QM2", port=1415, transport_type="tcp")
    return world


def target(world: Rehearsed, **given: Any) -> Any:
    return world.declare(LOCAL, "ORDERS.IN", "QM2", **given)


def routes(plan: Plan) -> list[tuple[str, str, str]]:
    return [(each.queue, each.before, each.after) for each in plan.routes]


def test_a_new_route_that_works_is_not_told(world: Rehearsed) -> None:
    target(world)
    assert routes(world.plan()) == []
    assert world.up().ok
    assert routes(world.plan()) == []


def test_a_new_route_that_breaks(world: Rehearsed) -> None:
    plan = world.plan()
    assert routes(plan) == [("ORDERS", "", "breaks")]
    assert str(plan.routes[0]).startswith("route ORDERS at QM1: new -> breaks (QM2 queue ORDERS.IN")
    assert "MQRC_UNKNOWN_OBJECT_NAME" in plan.routes[0].reasons[0]


def test_a_plan_breaks_a_route_and_mends_it(world: Rehearsed) -> None:
    queue = target(world)
    assert world.up().ok
    closed = world.again(queue, inputs={"inhibit_put": "put_inhibited"})
    plan = world.plan()
    own = BREAKS.replace("ORDERS at QM1: not known", "ORDERS.IN at QM2: arrives")
    assert [str(each) for each in plan.routes] == [BREAKS, own]
    assert plan.routes[0].end.startswith("nowhere: the channel stops")
    assert world.up().ok
    assert routes(world.plan()) == []  # it was broken before
    world.again(closed, inputs={"inhibit_put": "put_allowed"})
    plan = world.plan()
    assert routes(plan) == [("ORDERS", "breaks", "not known"), ("ORDERS.IN", "breaks", "arrives")]
    assert "put is inhibited" in plan.routes[0].reasons[0]
    assert not any(risk.kind is RiskKind.ROUTES for risk in risks_of(plan))


@pytest.mark.parametrize("name", ["QM1.QM2", "TCP", "far end"])
def test_what_else_breaks_it(world: Rehearsed, name: str) -> None:
    target(world)
    assert world.up().ok
    world.declared = [each for each in world.declared if each.name != name]
    if name == "TCP":
        world.declare(LISTENER, "OTHER", "QM2", port=1499, transport_type="tcp")
    assert routes(world.plan()) == [("ORDERS", "not known", "breaks")]


def test_a_topic_that_takes_no_publications_any_more(world: Rehearsed) -> None:
    topic = world.declare("mq:Topic", "PRICES", "QM2", topic_string="shop/prices")
    world.declare("mq:AliasQueue", "ORDERS.IN", "QM2", base_object_name="PRICES",
                  target_type="topic")  # fmt: skip
    assert world.up().ok
    closed = {"topic_string": "shop/prices", "publications": "pub_inhibited"}
    world.again(topic, inputs=closed)
    assert routes(world.plan()) == [("ORDERS", "not known", "breaks")]


def test_a_change_that_has_no_part_in_it(world: Rehearsed) -> None:
    target(world)
    assert world.up().ok
    world.declare(LOCAL, "OTHER", inhibit_put="put_inhibited")
    world.declared = [each for each in world.declared if each.name != "ORDERS"]
    assert routes(world.plan()) == []  # the name is gone: its step says so


def test_a_program_without_remote_queues(tmp_path: Path) -> None:
    world = Rehearsed(tmp_path)
    world.declare(LOCAL, "A")
    assert routes(world.plan()) == []
    assert routes(world.plan(refresh=False)) == []


def test_every_form_says_it(world: Rehearsed) -> None:
    queue = target(world)
    assert world.up().ok
    world.again(queue, inputs={"inhibit_put": "put_inhibited"})
    plan = world.plan()
    assert f"   {BREAKS}\n" in plan_text(plan).plain
    assert "2 routes break: " in plan_text(plan).plain, plan_text(plan).plain
    markdown = plan_markdown(plan)
    assert "Routes that break or are mended" in markdown
    assert "| QM1 | ORDERS | not known | breaks |" in markdown
    page = plan_page(plan)
    assert "<td>ORDERS</td><td>not known</td><td>breaks</td>" in page
    document = plan_document(plan)
    reported, _ = document["routes"]
    assert reported["reasons"] == list(plan.routes[0].reasons)
    assert reported["after"] == "breaks"
    again = plan_of(document_from(json.loads(json.dumps(document))))
    assert again.routes == plan.routes
    assert list(route_differences([], document["routes"])) == [
        "route ORDERS at QM1: breaks by it now, which the plan does not say",
        "route ORDERS.IN at QM2: breaks by it now, which the plan does not say",
    ]
    assert list(route_differences(document["routes"], document["routes"])) == []


def test_a_secret_is_not_in_it(world: Rehearsed) -> None:
    target(world)
    for each in list(world.declared):
        if each.inputs.get("connection_name"):
            secret = frozenset({"connection_name"})
            changed = world.again(each, inputs={"connection_name": "hush-host(1499)"})
            world.again(changed, secret_inputs=secret)
    plan = world.plan()
    assert routes(plan) == [("ORDERS", "", "breaks")]
    assert "hush-host" not in json.dumps(plan_document(plan))
    assert "hush-host" not in plan_text(plan).plain


def test_it_begins_at_queues_that_change_and_at_what_stands_for_them(tmp_path: Path) -> None:
    """Aliases, and queue managers that put to a queue of a cluster, without a remote queue."""
    world = Rehearsed(tmp_path)
    for number, name in enumerate(("QM1", "QM2")):
        world.declare("mq:Cluster", "C", name, resource=f"C {name}", full_repository="yes")
        world.declare("mq:ClusterReceiverChannel", f"TO.{name}", name, cluster_name="C",
                      connection_name=f"host{number}(1414)")  # fmt: skip
        world.declare(LISTENER, "TCP", name, resource=f"TCP {name}", port=1414,
                      transport_type="tcp")  # fmt: skip
    queue = world.declare(LOCAL, "SHARED", "QM2", cluster_name="C")
    world.declare("mq:AliasQueue", "ALIAS", "QM2", base_object_name="SHARED")
    world.declare(LOCAL, "OTHER", "QM2")
    assert world.up().ok
    queue = world.again(queue, inputs={"max_queue_depth": 9})
    assert routes(world.plan()) == []
    world.again(queue, inputs={"inhibit_put": "put_inhibited"})
    found = [(each.system, each.queue, each.after) for each in world.plan().routes]
    assert ("QM2", "ALIAS", "breaks") in found
    assert ("QM2", "SHARED", "breaks") in found
    assert ("QM1", "SHARED", "breaks") in found
    assert len(found) == 3


def test_an_alias_breaks_where_its_queue_becomes_an_alias(tmp_path: Path) -> None:
    world = Rehearsed(tmp_path)
    base = world.declare(LOCAL, "BASE")
    world.declare(LOCAL, "OTHER")
    world.declare("mq:AliasQueue", "A", base_object_name="BASE")
    assert world.up().ok
    world.declared.remove(base)
    world.declare("mq:AliasQueue", "BASE", resource="again", base_object_name="OTHER")
    found = [(each.queue, each.before, each.after) for each in world.plan().routes]
    assert found == [("A", "arrives", "breaks")]
