"""mq:Topic, mq:Subscription, listeners, services and authentication information: from a program to
a script and back, over the sandbox."""

from pathlib import Path
from typing import Any

import pytest

from queuewright.diff.types import Verb
from queuewright.importer.project import write_project
from queuewright.importer.run import ImportOptions, import_sources, read_files
from queuewright.render.text import plan_text
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.dumping import dump
from worlds import LOCAL, Rehearsed

TOPIC, SUB, LISTENER = "mq:Topic", "mq:Subscription", "mq:Listener"
DECLARED: dict[str, dict[str, Any]] = {
    TOPIC: {"topic_string": "orders/it's new", "publications": "pub_inhibited"},
    SUB: {"topic_string": "orders/#", "destination": "ORDERS", "publish_priority": 4},
    LISTENER: {"transport_type": "tcp", "port": 1415, "start_mode": "control_q_mgr"},
    "mq:Service": {"start_command": "/opt/start it", "service_type": "type_server"},
    "mq:OperatingSystemAuthentication": {"check_client_binding": "required", "failure_delay": 5},
    "mq:LdapAuthentication": {"connection_name": "ldap(389)", "authorization_method": "searchgrp"},
    "mq:CommunicationInformation": {"group_address": "239.1.2.3", "port": 1416},
}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsed:
    return Rehearsed(tmp_path)


def codes(world: Rehearsed) -> list[str]:
    return [problem.code for step in world.plan().steps for problem in step.blocked]


@pytest.mark.parametrize("kind", DECLARED)
def test_from_a_program_to_a_script_and_back(world: Rehearsed, kind: str, tmp_path: Path) -> None:
    values = DECLARED[kind]
    world.declare(LOCAL, "ORDERS")
    declared = world.declare(kind, "A.B", **values)
    assert world.verbs()["A.B"] is Verb.CREATE
    world.up()
    assert set(world.verbs().values()) == {Verb.SAME}
    (made,) = world.machine.observe([kind], ["A.B"])
    assert values.items() <= made.attributes.items()
    script = tmp_path / "qm1.mqsc"
    script.write_text("\n".join(dump(world.machine)))
    result = import_sources(read_files([script], "mqsc"), ImportOptions("QM1"))
    assert result.report.declared[kind] == 1
    program = "".join(result.files.values())
    assert '"A.B"' in program
    write_project(result.files, tmp_path / "out")
    world.declared.remove(declared)
    assert world.verbs()["A.B"] is Verb.DELETE
    world.up()
    assert not list(world.machine.observe([kind], ["A.B"]))


def test_a_topic_needs_its_string_and_keeps_it(world: Rehearsed) -> None:
    topic = world.declare(TOPIC, "T")
    assert codes(world) == ["topic-string-missing"]
    world.declared.remove(topic)
    topic = world.declare(TOPIC, "T", topic_string="a/b")
    world.up()
    world.declared.remove(topic)
    world.declare(TOPIC, "T", topic_string="a/c")
    # ALTER TOPIC does not take TOPICSTR.
    assert world.verbs()["T"] is Verb.REPLACE


def test_two_topics_have_no_string_in_common(world: Rehearsed) -> None:
    """MQRCCF_TOPICSTR_ALREADY_EXISTS."""
    world.declare(TOPIC, "T1", topic_string="a/b")
    second = world.declare(TOPIC, "T2", topic_string="a/b")
    assert codes(world) == ["topic-string-twice"] * 2
    world.declared.remove(second)
    world.up()
    world.declare(TOPIC, "T2", topic_string="a/b")
    world.declare(TOPIC, "T3", topic_string="a/c")
    assert codes(world) == ["topic-string-twice"]
    given = "DEFINE TOPIC(T2) TOPICSTR('a/b')"
    [answer] = mqsc_commands.run(world.machine, given)
    assert answer.reason_name == "MQRCCF_TOPICSTR_ALREADY_EXISTS"
    [answer] = mqsc_commands.run(world.machine, "DEFINE TOPIC(T1) TOPICSTR('a/b') REPLACE")
    assert answer.ok


def test_the_string_that_a_declared_topic_has_though_the_program_leaves_it_out(
    world: Rehearsed,
) -> None:
    system = "SYSTEM.BROKER.ADMIN.STREAM"
    world.declare(TOPIC, system, multicast="disabled")
    world.declare(TOPIC, "T1", like=system)
    assert [(step.key.name, p.code) for step in world.plan().steps for p in step.blocked] == [
        ("T1", "topic-string-twice")
    ]


def test_a_topic_that_is_made_like_another_needs_a_string_of_its_own(world: Rehearsed) -> None:
    """Copy Topic (PCF): TopicString is required."""
    world.declare(TOPIC, "T1", topic_string="a/b")
    copy = world.declare(TOPIC, "T2", like="T1")
    assert codes(world) == ["topic-string-twice"] * 2
    world.declared.remove(copy)
    world.up()
    copy = world.declare(TOPIC, "T2", like="T1")
    assert codes(world) == ["topic-string-twice"]
    world.again(copy, inputs={"topic_string": "a/c"})
    assert world.up().ok


def strings(world: Rehearsed) -> dict[str, Any]:
    names = ("T1", "T2", "T3")
    found = world.machine.observe([TOPIC], names)
    return {each.key.name: each.attributes["topic_string"] for each in found}


@pytest.mark.parametrize("first", ["T1", "T2"])
def test_a_topic_string_is_handed_on(world: Rehearsed, first: str) -> None:
    """Whichever topic the program declares first, the one that gives its string up comes first."""
    declared = {"T1": "a", "T2": "b"}
    topics = {n: world.declare(TOPIC, n, topic_string=declared[n]) for n in sorted(declared)}
    assert world.up().ok
    world.declared.sort(key=lambda each: each.name != first)
    world.again(topics["T1"], inputs={"topic_string": "c"})
    world.again(topics["T2"], inputs={"topic_string": "a"})
    world.declare(TOPIC, "T3", topic_string="b")
    generations = {step.key.name: step.generation for step in world.plan().steps}
    assert generations["T1"] < generations["T2"] < generations["T3"]
    assert world.up(parallel=1).ok
    assert strings(world) == {"T1": "c", "T2": "a", "T3": "b"}


def test_subscriptions_stay_on_the_former_string(world: Rehearsed) -> None:
    topic = world.declare(TOPIC, "T1", topic_string="price")
    world.declare(LOCAL, "Q")
    world.declare(SUB, "S2", topic_object="T1", destination="Q")
    world.declare("mq:AliasQueue", "A", base_object_name="T1", target_type="topic")
    assert world.up().ok
    world.again(topic, inputs={"topic_string": "prices"})
    warnings = {each.code: each.reason for each in world.step("T1").decision.warnings}
    assert warnings["subscriptions-stay"].startswith('subscriptions S2 go on with "price"')
    assert warnings["dependents-meanwhile"] == (
        "while it is replaced, nothing is behind A (base_object_name)"
    )


def test_topics_that_take_each_others_strings_are_blocked(world: Rehearsed) -> None:
    topics = {n: world.declare(TOPIC, n, topic_string=n.lower()) for n in ("T1", "T2", "T3")}
    assert world.up().ok
    world.again(topics["T1"], inputs={"topic_string": "t2"})
    world.again(topics["T2"], inputs={"topic_string": "t1"})
    world.again(topics["T3"], inputs={"topic_string": "t4"})
    assert codes(world) == ["topic-strings-swapped"] * 2
    assert "T1, T2 take each other's topic strings" in plan_text(world.plan()).plain


def test_a_topic_takes_the_string_of_one_that_is_deleted(world: Rehearsed) -> None:
    old = world.declare(TOPIC, "OLD", topic_string="a/b")
    alias = world.declare("mq:AliasQueue", "A", base_object_name="OLD", target_type="topic")
    world.up()
    world.declared.remove(old)
    world.declared.remove(alias)
    world.declare(TOPIC, "NEW", topic_string="a/b")
    world.declare("mq:AliasQueue", "A", base_object_name="NEW", target_type="topic")
    world.up()
    [there] = mqsc_commands.run(world.machine, "DISPLAY TOPIC(NEW) TOPICSTR")
    [gone] = mqsc_commands.run(world.machine, "DELETE TOPIC(OLD)")
    assert (there.ok, gone.ok) == (True, False)


def test_a_subscription_needs_a_topic_and_a_destination(world: Rehearsed) -> None:
    subscription = world.declare(SUB, "S")
    assert sorted(codes(world)) == ["destination-missing", "topic-missing"]
    world.declared.remove(subscription)
    world.declare(SUB, "S", topic_string="a", destination_class="managed")
    assert codes(world) == []


def test_messages_of_a_managed_destination_are_not_lost_unasked(world: Rehearsed) -> None:
    declared = world.declare(SUB, "S", topic_string="a", destination_class="managed")
    world.up()
    world.declared.remove(declared)
    assert codes(world) == ["data-loss"]
    world.declare(SUB, "S", topic_string="a", destination_class="managed", on_delete="purge")
    world.up()
    world.declared.clear()
    assert codes(world) == []
    world.up()
    assert not list(world.machine.observe([SUB], ["S"]))


def test_a_subscription_that_is_replaced_misses_publications(world: Rehearsed) -> None:
    """There are no authority records of subscriptions."""
    world.declare(LOCAL, "Q")
    declared = world.declare(SUB, "S", topic_string="a", destination="Q")
    world.up()
    world.again(declared, inputs={"topic_string": "b", "on_delete": "purge"})
    [step] = world.plan().changes
    assert step.verb is Verb.REPLACE
    assert [problem.code for problem in step.decision.warnings] == ["publications-missed"]
    text = plan_text(world.plan())
    assert ("LOSS QW504" in text, "who may use" in text) == (True, False)


def test_a_subscription_comes_after_its_topic(world: Rehearsed) -> None:
    world.declare(SUB, "S", topic_object="T", destination="Q")
    world.declare(TOPIC, "T", topic_string="a")
    world.declare(LOCAL, "Q")
    names = [step.key.name for step in world.plan().steps]
    assert names.index("T") < names.index("S")
    world.up()
    assert set(world.verbs().values()) == {Verb.SAME}


def test_a_listener_is_one_of_tcp_unless_something_else_is_said(world: Rehearsed) -> None:
    world.declare(LISTENER, "L", port=1414)
    world.up()
    (made,) = world.machine.observe([LISTENER], ["L"])
    assert (made.attributes["transport_type"], made.attributes["port"]) == ("tcp", 1414)


def test_what_others_changed_is_seen(world: Rehearsed) -> None:
    world.declare(TOPIC, "T", topic_string="a", durable_subscriptions="durable_inhibited")
    world.up()
    [answer] = mqsc_commands.run(world.machine, "ALTER TOPIC(T) DURSUB(YES)")
    assert answer.ok
    assert world.verbs()["T"] is Verb.UPDATE
    world.up()
    (topic,) = world.machine.observe([TOPIC], ["T"])
    assert topic.attributes["durable_subscriptions"] == "durable_inhibited"
