"""The kind of topic.py in every part of the product: `everywhere.py PART FOLDER`."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from topic import TopicSpec

from queuewright import kinds

kinds.register(TopicSpec)  # before anything else is imported

from queuewright.catalogue.key import Key  # noqa: E402
from queuewright.catalogue.observed import Observed  # noqa: E402
from queuewright.dialects.definition import Action, Definition  # noqa: E402

KIND = TopicSpec.kind
VALUES: dict[str, Any] = {"topic_string": "orders/in", "cluster_name": "EUROPE"}
CREATION = Definition(KIND, "ORDERS", Action.CREATE, values=VALUES, kinds=(KIND,))


def schema(folder: Path) -> None:
    from queuewright.catalogue.schema import kind_schema

    described = kind_schema(kinds.KINDS[KIND])
    assert (described["kind"], described["mqsc"]) == (KIND, "TOPIC")
    names = [attribute["name"] for attribute in described["attributes"]]
    assert names == ["name", "topic_description", "topic_string", "cluster_name"]


def dialects(folder: Path) -> None:
    from queuewright.dialects.pcf.inquire import inquire
    from queuewright.dialects.pcf.observe import observed_of, observed_parameters
    from queuewright.dialects.registry import DIALECTS, dialect

    for name in DIALECTS:
        codec = dialect(name)
        text = "\n".join(codec.write(CREATION))
        read_back = [d for entry in codec.read(text.encode()).entries for d in entry.definitions]
        assert [(d.kind, d.name, dict(d.values)) for d in read_back] == [
            (KIND, "ORDERS", VALUES)
        ], (name, text, read_back)
    copied, deleted = (replace(CREATION, like="OLD"), Definition(KIND, "ORDERS", Action.DELETE))
    for command in (copied, deleted):
        (line,) = dialect("pcf").write(command)
        (entry,) = dialect("pcf").read(line.encode()).entries
        (definition,) = entry.definitions
        assert not definition.problems
        assert (definition.action, definition.name, definition.like) == (
            command.action, "ORDERS", command.like,
        )  # fmt: skip
    inquiry = (
        b'{"command": "MQCMD_INQUIRE_TOPIC", "parameters": {"TopicName": "*", "TopicAttrs": []}}'
    )
    (entry,) = dialect("pcf").read(inquiry).entries
    assert dialect("pcf").validate(entry, None) == []
    assert inquire(KIND, attributes=()) == entry.source.message
    observed = Observed(Key("QM1", KIND, "ORDERS"), VALUES)
    assert observed_of("TOPIC", observed_parameters(observed), "QM1") == observed


def graph(folder: Path) -> None:
    from queuewright.graph.references import edges
    from queuewright.mq.cluster import ClusterSpec

    topic, cluster = Key("QM1", KIND, "ORDERS"), Key("QM1", ClusterSpec.kind, "EUROPE")
    (edge,) = edges({topic: VALUES, cluster: {}})
    assert (edge.source, edge.target, edge.attribute) == (topic, cluster, "cluster_name")


def import_(folder: Path) -> None:
    from queuewright.catalogue.platform import Platform
    from queuewright.importer.run import Options, import_files

    script = folder / "qm1.mqsc"
    script.write_text("DEFINE TOPIC(ORDERS) TOPICSTR('orders/in') REPLACE\n")
    imported = import_files([script], Options("QM1", platform=Platform.LINUX))
    assert imported.report.declared == {KIND: 1}
    program = "".join(imported.files.values())
    assert 'mq.Topic("ORDERS", system=qm, topic_string="orders/in")' in program, program


def sandbox(folder: Path) -> None:
    from queuewright.sandbox.engine import Sandbox
    from queuewright.sandbox.loading import load

    store = Sandbox(folder / "sandbox.db")
    manager = store.create_system("QM1")
    manager.create(KIND, "ORDERS", {"topic_string": "orders/in"})
    manager.change(KIND, "ORDERS", {"topic_description": "new"})
    (topic,) = manager.observe([KIND], ["ORDERS"])
    assert topic.attributes["topic_string"] == "orders/in"
    assert topic.attributes["topic_description"] == "new"
    loaded = load(store, "DEFINE TOPIC(OTHER) TOPICSTR('other')", system="QM1")
    assert loaded.failed == []
    manager.delete(KIND, "ORDERS")
    names = {topic.key.name for topic in manager.observe([KIND])}
    assert names == {"OTHER", "SYSTEM.DEFAULT.TOPIC"}


def plan(folder: Path) -> None:
    from queuewright.diff.types import Verb
    from worlds import World

    world = World(folder)
    world.declare(KIND, "ORDERS", topic_string="orders/in")
    (step,) = world.plan().steps
    assert (step.verb, dict(step.desired)) == (Verb.CREATE, {"topic_string": "orders/in"})
    assert not step.blocked


def drift(folder: Path) -> None:
    from queuewright.drift.dump import read_dump
    from queuewright.drift.fingerprint import compare_pair

    dump = (
        "* Queue manager name: QM1\nDEFINE TOPIC('ORDERS') +\n   TOPICSTR('orders/in') +\nREPLACE\n"
    )
    (topic,) = [o for o in read_dump("QM1", dump).objects if o.key.kind == KIND]
    assert topic.attributes["topic_string"] == "orders/in"
    (change,) = compare_pair(KIND, '{"topic_string": "a"}', '{"topic_string": "b"}')
    assert change[0] == "topic_string"


if __name__ == "__main__":
    globals()[sys.argv[1]](Path(sys.argv[2]))
