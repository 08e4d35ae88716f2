"""The kind of topic.py in every part of the product: `everywhere.py FOLDER PART...`."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from parts import run_parts
from topic import TopicSpec

from queuewright import kinds

kinds.register(TopicSpec)  # before anything else is imported

from queuewright.catalogue.key import Key  # noqa: E402
from queuewright.catalogue.observed import Observed  # noqa: E402
from queuewright.catalogue.platform import Platform  # noqa: E402
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
    from queuewright.importer.run import ImportOptions, import_sources, read_files

    script = folder / "qm1.mqsc"
    script.write_text("DEFINE TOPIC(ORDERS) TOPICSTR('orders/in') REPLACE\n")
    imported = import_sources(
        read_files([script], "mqsc"), ImportOptions("QM1", platform=Platform.LINUX)
    )
    assert imported.report.declared == {KIND: 1}
    program = "".join(imported.files.values())
    assert 'mq.Topic("ORDERS", system=qm, topic_string="orders/in")' in program, program
    runs(imported.files, folder / "project")


def runs(files: Mapping[str, str], folder: Path) -> None:
    """The program that was written declares the object, makes it, and then finds it as declared."""
    from queuewright.api import Workspace
    from queuewright.diff.types import Verb
    from queuewright.importer.project import write_project

    write_project(files, folder)
    workspace = Workspace(folder)
    plan = workspace.preview()
    (step,) = plan.steps
    assert (step.key, step.verb) == (Key("QM1", KIND, "ORDERS"), Verb.CREATE)
    assert not step.blocked
    workspace.up(plan)
    again = Workspace(folder)
    assert [step.verb for step in again.preview().steps] == [Verb.SAME]
    (topic,) = again.systems["QM1"].observe([KIND], ["ORDERS"])
    assert topic.attributes["topic_string"] == "orders/in"


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


def mqsc(folder: Path) -> None:
    """One store, whoever makes an object: MQSC or a plan."""
    from queuewright.sandbox import mqsc_commands
    from queuewright.sandbox.dumping import dump
    from queuewright.sandbox.engine import Sandbox
    from queuewright.sandbox.loading import load

    store = Sandbox(folder / "sandbox.db")
    manager = store.create_system("QM1")

    def answers(script: str) -> list[Any]:
        return list(mqsc_commands.run(manager, script))

    made, shown = answers("DEFINE TOPIC(BY.SCRIPT) TOPICSTR('a/b') DURSUB(NO)\nDISPLAY TOPIC(BY.*)")
    assert made.ok, made
    assert "DURSUB" in made.message  # MQ has it, and the kind does not
    assert [row["TOPIC"] for row in shown.objects] == ["BY.SCRIPT"]
    (topic,) = manager.observe([KIND], ["BY.SCRIPT"])
    assert topic.attributes["topic_string"] == "a/b"
    manager.create(KIND, "BY.PLAN", {"topic_string": "c/d"})
    changed, again, shown = answers(
        "ALTER TOPIC(BY.PLAN) DESCR('x')\nDEFINE TOPIC(BY.PLAN) TOPICSTR('e')\n"
        "DISPLAY TOPIC(BY.PLAN)"
    )
    assert changed.ok, changed
    assert not again.ok
    assert shown.objects[0]["DESCR"] == "x"
    (topic,) = manager.observe([KIND], ["BY.PLAN"])
    assert dict(topic.attributes) == {
        "topic_string": "c/d",
        "topic_description": "x",
        "cluster_name": "",
    }
    text = "\n".join(dump(manager))
    assert text.count("DEFINE TOPIC('BY.PLAN')") == 1
    copied = load(store, text, system="QM2", platform=Platform.LINUX)
    assert copied.failed == []
    assert {t.key.name for t in store.system("QM2").observe([KIND])} == {
        "BY.PLAN", "BY.SCRIPT", "SYSTEM.DEFAULT.TOPIC",
    }  # fmt: skip
    (deleted,) = answers("DELETE TOPIC(BY.PLAN)")
    assert deleted.ok, deleted
    assert manager.observe([KIND], ["BY.PLAN"]) == []
    wrong, unknown = answers("DEFINE TOPIC(A) NOSUCH(1)\nDISPLAY TOPIC(A) NOSUCH")
    assert not wrong.ok
    assert not unknown.ok


def older_file(folder: Path) -> None:
    """A file of a version that had no such kind: older.py has made it."""
    from queuewright.sandbox import mqsc_commands
    from queuewright.sandbox.engine import Sandbox

    manager = Sandbox(folder / "sandbox.db").system("QM1")
    found = {o.key.name: dict(o.attributes) for o in manager.observe([KIND])}
    nothing = {"topic_description": "", "topic_string": "", "cluster_name": ""}
    assert found["OLD"] == {**nothing, "topic_string": "it's/old", "topic_description": "d"}
    assert found["SYSTEM.DEFAULT.TOPIC"] == nothing
    shipped = {"SYSTEM.DEFAULT.TOPIC", "SYSTEM.BASE.TOPIC"}
    shipped |= {
        f"SYSTEM.BROKER.{n}" for n in ("ADMIN.STREAM", "DEFAULT.STREAM", "DEFAULT.SUBPOINT")
    }
    assert found.keys() == {"OLD", *shipped}
    manager.delete(KIND, "OLD")
    assert {o.key.name for o in manager.observe([KIND])} == shipped
    (shown,) = mqsc_commands.run(manager, "DISPLAY LISTENER(TCP)")
    assert shown.ok  # which is not a kind, and stays where it is


def plan(folder: Path) -> None:
    from queuewright.diff.types import Verb
    from worlds import World

    world = World(folder)
    world.declare(KIND, "ORDERS", topic_string="orders/in")
    (step,) = world.plan().steps
    assert (step.verb, dict(step.desired)) == (Verb.CREATE, {"topic_string": "orders/in"})
    assert not step.blocked


def lint(folder: Path) -> None:
    """An alias of a topic looks for it among the objects, in a script and in a program."""
    from command_line import queuewright
    from queuewright.lint.references import dangling
    from queuewright.lint.subject import Subject
    from queuewright.world.snapshot import Snapshot
    from queuewright.world.world import World

    alias = {"base_object_name": "NEWS", "target_type": "topic"}
    subject = Subject(Key("QM1", "mq:AliasQueue", "NEWS.IN"), alias)
    there = Snapshot.of([Observed(Key("QM1", KIND, "NEWS"))])
    assert list(dangling(subject, World({}, {"QM1": there}))) == []
    (found,) = dangling(subject, World({}, {"QM1": there.without(Key("QM1", KIND, "NEWS"))}))
    assert (found.code, found.attribute) == ("dangling", "base_object_name")
    script = folder / "qm1.mqsc"
    for topic, is_found in (("NEWS", False), ("OLDS", True)):
        text = f"DEFINE TOPIC({topic}) TOPICSTR(news)"
        script.write_text(f"DEFINE QALIAS(NEWS.IN) TARGTYPE(TOPIC) TARGET(NEWS)\n{text}\n")
        ran = queuewright(folder, "lint", str(script))
        assert ('Topic "NEWS"' in ran.out) is is_found, (topic, ran.out)


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
    run_parts(globals())
