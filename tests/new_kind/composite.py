"""The kind of authority_record.py in parts of the product: `composite.py FOLDER PART...`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from authority_record import AuthorityRecordSpec
from parts import run_parts

from queuewright import kinds

kinds.register(AuthorityRecordSpec)  # before anything else is imported

from queuewright.catalogue.attribute import Attribute  # noqa: E402
from queuewright.catalogue.errors import CommandFailed, QueuewrightError  # noqa: E402
from queuewright.catalogue.key import Key  # noqa: E402
from queuewright.dialects.definition import Action, Definition  # noqa: E402

KIND = AuthorityRecordSpec.kind
NAMES = {"name": "ORDERS/%.**", "object_type": "queue", "group": "app 1/2"}
NAME = "ORDERS%2F%25.**/queue/app 1%2F2"
VALUES: dict[str, Any] = {"authorities": ("put", "get")}


def identity(folder: Path) -> None:
    key = AuthorityRecordSpec.checked({**NAMES, **VALUES}).key("QM1")
    assert key == Key("QM1", KIND, NAME)
    assert Key.parse(key.id) == key
    assert AuthorityRecordSpec.names_in(key.name) == NAMES


def refused(folder: Path) -> None:
    """Never written as if one name named it, where a dialect has no words for the fields."""
    from queuewright.dialects.registry import dialect

    for action in (Action.CREATE, Action.CHANGE, Action.DELETE):
        definition = Definition(KIND, NAME, action, values=VALUES, kinds=(KIND,))
        for name in ("pcf", "cl"):
            with pytest.raises(QueuewrightError) as refusal:
                dialect(name).write(definition)
            assert "name it together" in str(refusal.value), (name, action)
    for command in ("DEFINE AUTHREC(A)", "ALTER AUTHREC(A)"):
        (entry,) = dialect("mqsc").read(command.encode()).entries
        assert entry.definitions == ()


def dialects(folder: Path) -> None:
    """MQSC and mqweb set it, and name it by parameters; what they write reads back."""
    from queuewright.dialects.registry import dialect

    made = Definition(KIND, NAME, values=VALUES)
    less = Definition(KIND, NAME, Action.CHANGE, removed={"authorities": ("put",)})
    gone = Definition(KIND, NAME, Action.DELETE)
    mqsc, names = dialect("mqsc"), "PROFILE('ORDERS/%.**') OBJTYPE(QUEUE) GROUP('app 1/2')"
    written = [" ".join(mqsc.write(each)[0].replace(" +\n  ", "").split()) for each in (made, less)]
    assert written == [
        f"SET AUTHREC {names} AUTHADD(PUT,GET)", f"SET AUTHREC {names} AUTHRMV(PUT)",
    ]  # fmt: skip
    for codec in (mqsc, dialect("mqweb")):
        for definition in (made, less, gone):
            text = "\n".join(codec.write(definition))
            (entry,) = codec.read(text.encode()).entries
            (back,) = entry.definitions
            assert (back.kind, back.name, back.errors) == (KIND, NAME, ()), text
            assert dict(back.values) == dict(definition.values)
            assert dict(back.removed) == dict(definition.removed)
            assert (back.action is Action.DELETE) is (definition is gone)


def sandbox(folder: Path) -> None:
    from queuewright.sandbox.engine import Sandbox

    manager = Sandbox(folder / "sandbox.db").create_system("QM1")
    manager.create(KIND, NAME, VALUES)
    manager.create(KIND, "ORDERS/queue/", {})
    manager.change(KIND, NAME, {"authorities": ("put",)})
    found = {each.key.name: each.attributes.get("authorities") for each in manager.observe([KIND])}
    assert found == {NAME: ("put",), "ORDERS/queue/": None}
    manager.delete(KIND, NAME)
    bad = {
        "A B/queue/app": 'the name "A B" is not well formed',
        f"{'A' * 49}/queue/app": "the name has more than 48 bytes",
        "A/channel/app": 'the object_type "channel" must be one of queue, topic',
        "A//app": "the object_type is blank",
        "A": "the object_type is blank",
        f"A/queue/{'g' * 1025}": "the group has more than 1024 bytes",
    }
    for name, why in bad.items():
        with pytest.raises(CommandFailed, match=why):
            manager.create(KIND, name, {})


def plan(folder: Path) -> None:
    from queuewright.diff.types import Verb
    from worlds import Rehearsed

    world = Rehearsed(folder)
    names = {name: text for name, text in NAMES.items() if name != "name"}
    world.declare(KIND, NAMES["name"], **names, authorities=["put"])
    world.declare(KIND, NAMES["name"], resource="of-topics", object_type="topic")
    created, other = world.plan().steps
    assert {created.key.name, other.key.name} == {NAME, "ORDERS%2F%25.**/topic/"}
    world.up()
    assert set(world.verbs().values()) == {Verb.SAME}


def systems(folder: Path) -> None:
    """A queue manager by MQSC: a record is set, whether it is there or not; a change says only what
    is added and what is taken away."""
    from queuewright.catalogue.platform import Platform
    from queuewright.dialects.mqsc.render import render
    from queuewright.systems.mq.carrier import MqReply
    from queuewright.systems.mq.commands import Command, Display
    from queuewright.systems.mq.system import MqSystem

    class Carrier:
        address = "in this process"
        sent: list[str] = []
        row: dict[str, Any] = {}

        def reads(self, attribute: Attribute) -> bool:
            return True

        def send(self, commands: Sequence[Command]) -> list[MqReply]:
            return [self.reply(command) for command in commands]

        def reply(self, command: Command) -> MqReply:
            if isinstance(command, Definition):
                self.sent.append(render(command, single_line=True))
                self.row = {"PROFILE": "ORDERS/%.**", "OBJTYPE": "QUEUE", "GROUP": "app 1/2"}
                self.row["AUTHADD"] = ["PUT", "GET"]
            is_asked = isinstance(command, Display) and command.object == "AUTHREC"
            rows = [self.row] if self.row and is_asked else []
            manager = {"PLATFORM": Platform.LINUX.name, "CMDLEVEL": 930}
            return MqReply(rows=[manager] if not is_asked else rows)

    carrier = Carrier()
    system = MqSystem("QM1", carrier)
    spec = AuthorityRecordSpec.checked({**NAMES, **VALUES})
    made = system.create(spec)
    assert (made.key, made.attributes) == (spec.key("QM1"), VALUES)
    system.change(AuthorityRecordSpec.checked({**NAMES, "authorities": ("get", "browse")}))
    names = "PROFILE('ORDERS/%.**') OBJTYPE(QUEUE) GROUP('app 1/2')"
    assert carrier.sent == [
        f"SET AUTHREC {names} AUTHADD(PUT,GET)",
        f"SET AUTHREC {names} AUTHADD(BROWSE) AUTHRMV(PUT)",
    ]


def program(folder: Path) -> None:
    from queuewright.dialects.python import declaration

    definition = Definition(KIND, NAME, Action.CREATE, values=VALUES, kinds=(KIND,))
    text = declaration(definition, system="QM1", taken=set())
    called = """mq.AuthorityRecord( "ORDERS/%.**", system="QM1", object_type="queue", """
    called += """group="app 1/2", authorities=["put", "get"], )"""
    assert " ".join(text.split()) == called


if __name__ == "__main__":
    run_parts(globals())
