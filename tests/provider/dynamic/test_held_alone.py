"""The provider under `pulumi up`, about names that only one object of a system can have."""

from typing import Any

from queuewright.catalogue.key import Key

from .conftest import program

TOPIC, LOCAL, ALIAS = "mq:Topic", "mq:LocalQueue", "mq:AliasQueue"
STRING = {"topic_string": "prices/eu"}


def topic(name: str, **given: Any) -> dict[str, Any]:
    return {"system": "QM1", "name": name, **STRING, **given}


def test_two_kinds_of_one_name(project: Any, start_plugin: Any) -> None:
    """Neither is made: the queue manager would refuse the second of them."""
    queue, alias = Key("QM1", LOCAL, "A"), Key("QM1", ALIAS, "A")
    listed = program(project.folder, {queue: {}, alias: {}, Key("QM2", ALIAS, "B"): {}})
    plugin, names = start_plugin(), {"system": "QM1", "name": "A"}
    for kind, other in ((LOCAL, ALIAS), (ALIAS, LOCAL)):
        given = {**names, "base_object_name": "B"} if kind == ALIAS else names
        [failure] = plugin.of(kind).check({**given, **listed})[1]
        assert f"the program declares {other} of this name too" in failure
        assert "give one of them another name" in failure
    assert plugin.of(LOCAL).check({"system": "QM1", "name": "B", **listed})[1] == []


def test_two_topics_of_one_string(project: Any, start_plugin: Any) -> None:
    first, second = Key("QM1", TOPIC, "T1"), Key("QM1", TOPIC, "T2")
    listed = program(project.folder, {first: STRING, second: STRING})
    plugin = start_plugin().of(TOPIC)
    [failure] = plugin.check({**topic("T1"), **listed})[1]
    assert 'topic_string="prices/eu": topic "T2" has this topic string too' in failure
    assert plugin.check({**topic("T3", topic_string="prices/us"), **listed})[1] == []
    elsewhere = program(project.folder, {first: STRING, second._replace(system="QM2"): STRING})
    assert plugin.check({**topic("T1"), **elsewhere})[1] == []


def test_a_topic_of_the_system_that_has_the_string(project: Any, start_plugin: Any) -> None:
    """The engine deletes last what the program no longer declares."""
    project.machine("QM1").create(TOPIC, "OLD", STRING)
    listed = program(project.folder, {Key("QM1", TOPIC, "NEW"): STRING})
    plugin = start_plugin().of(TOPIC)
    [failure] = plugin.check({**topic("NEW"), **listed})[1]
    assert 'topic "OLD" has this topic string too' in failure
    assert "delete it in an update of its own" in failure
    itself = program(project.folder, {Key("QM1", TOPIC, "OLD"): STRING})
    assert plugin.check({**topic("OLD"), **itself})[1] == []  # adopted
    # One that the program is to give another string is not counted.
    other = {**topic("OLD"), "topic_string": "prices/old"}
    both = {Key("QM1", TOPIC, "NEW"): STRING, Key("QM1", TOPIC, "OLD"): other}
    assert plugin.check({**topic("NEW"), **program(project.folder, both)})[1] == []


def test_a_topic_that_is_renamed(project: Any, start_plugin: Any) -> None:
    """The former goes first; where it is to stay, the preview says that it cannot."""
    machine = project.machine("QM1")
    first = start_plugin().of(TOPIC)
    id_, outs = first.create(first.check(topic("T1"))[0])
    listed = program(project.folder, {Key("QM1", TOPIC, "T2"): STRING})
    [failure] = (
        start_plugin().of(TOPIC).check({**topic("T2", on_delete="retain"), **listed}, outs)[1]
    )
    assert 'topic "T1" has this topic string too' in failure
    plugin = start_plugin().of(TOPIC)
    news, failures = plugin.check({**topic("T2"), **listed}, outs)
    assert failures == []
    assert plugin.diff(id_, outs, news).replaces == ["name"]
    plugin.delete(id_, outs)
    plugin.create(news)
    assert {topic.key.name for topic in machine.observe([TOPIC], ["T1", "T2"])} == {"T2"}
