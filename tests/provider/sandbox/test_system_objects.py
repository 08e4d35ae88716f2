"""The system objects of a new queue manager."""

from pathlib import Path

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc import decoded
from queuewright.kinds import EVERY
from queuewright.sandbox.authority_records import granted
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.loading import load
from queuewright.world.shipped import shipped_objects

# Each release words descriptions anew, and migration from an earlier one left MCAST.
ALTERED = {
    "channel_description",
    "namelist_description",
    "queue_description",
    "topic_description",
    "multicast",
}
# An administrator has changed it on the queue manager of the dump.
BY_HAND = {("SYSTEM.ADMIN.STATISTICS.QUEUE", "queue_depth_high_event")}


def test_each_is_in_the_production_dump_with_the_same_values(
    sandbox: Sandbox, shared_mqsc: Path
) -> None:
    load(sandbox, decoded((shared_mqsc / "ABKA.mqsc").read_bytes()), file="ABKA.mqsc")
    machine = sandbox.system("ABKA")
    new = {
        (kind, each.name)
        for kind, spec in EVERY.items()
        for each in spec.system_objects
        if each.is_on(machine.facts())
    }
    ships = {(kind, name): values for kind, name, values in shipped_objects(machine.facts())}
    assert len(new) > 50
    observed = {(o.key.kind, o.key.name): o for o in machine.observe({kind for kind, _ in new})}
    dumped = (shared_mqsc / "ABKA.mqsc").read_text(encoding="latin-1")
    for kind, name in new:
        assert f"('{name}')" in dumped
        found = observed[kind, name].attributes
        differing = {each for each, value in ships[kind, name].items() if found.get(each) != value}
        assert {each for each in differing - ALTERED if (name, each) not in BY_HAND} == set(), name


@pytest.mark.parametrize("platform", Platform)
@pytest.mark.parametrize("level", [600, 700, 930])
def test_values_are_valid_on_every_platform_and_level(platform: Platform, level: int) -> None:
    facts = SystemFacts("QM1", platform, level)
    for kind, name, values in shipped_objects(facts):
        spec = EVERY[kind]
        if any(each.name == name for each in spec.system_objects):
            known = {each: value for each, value in values.items() if value is not None}
            _, findings = spec.validate_values(known | {"name": name}, facts)
            assert [each.text for each in findings if each.is_error] == []


def test_topics_inherit_from_the_base_topic_and_scripts_alter_it(sandbox: Sandbox) -> None:
    machine = sandbox.create_system("QM1", platform=Platform.LINUX)
    script = """\
ALTER TOPIC(SYSTEM.BASE.TOPIC) PUB(DISABLED)
ALTER QLOCAL(SYSTEM.ADMIN.STATISTICS.QUEUE) MAXDEPTH(50000)
ALTER NAMELIST(SYSTEM.QPUBSUB.QUEUE.NAMELIST) +
  NAMES(SYSTEM.BROKER.DEFAULT.STREAM, SYSTEM.BROKER.ADMIN.STREAM, ORDERS.STREAM)
SET AUTHREC PROFILE('SYSTEM.BASE.TOPIC') OBJTYPE(TOPIC) GROUP('app') AUTHADD(SUB)
DEFINE SUB(S) TOPICOBJ(SYSTEM.BASE.TOPIC) TOPICSTR('orders') DEST(SYSTEM.DEFAULT.LOCAL.QUEUE)
"""
    assert load(sandbox, script, system="QM1").failed == []
    (base,) = machine.observe(["mq:Topic"], ["SYSTEM.BASE.TOPIC"])
    assert base.attributes["publications"] == "pub_inhibited"
    assert base.attributes["default_persistence"] == "not_persistent"
    (queue,) = machine.observe(["mq:LocalQueue"], ["SYSTEM.ADMIN.STATISTICS.QUEUE"])
    assert queue.attributes["max_queue_depth"] == 50_000
    with machine.reading() as tx:
        assert granted(tx, "topic", "SYSTEM.BASE.TOPIC")
