"""A kind of which a system has exactly one: `singleton.py FOLDER PART...`. Source: ALTER QMGR."""

from pathlib import Path
from typing import Annotated, ClassVar

from parts import run_parts

from queuewright import kinds
from queuewright.catalogue.attribute import Attribute
from queuewright.catalogue.commands import MqscCommands
from queuewright.catalogue.names import mq_name
from queuewright.catalogue.sources import CHANGE_QUEUE_MANAGER
from queuewright.catalogue.spec import Lifecycle, Spec

SOURCES = (CHANGE_QUEUE_MANAGER.at("DeadLetterQName"),)
NAME = Attribute(title="Queue manager", sources=SOURCES, max_length=48, syntax=mq_name)
DEAD_LETTER_QUEUE = Attribute(
    title="Dead-letter queue", sources=SOURCES, mqsc="DEADQ", max_length=48, syntax=mq_name
)


class SettingsSpec(Spec):
    """Some of what ALTER QMGR sets."""

    kind: ClassVar[str] = "mq:QueueManagerSettings"
    lifecycle: ClassVar[Lifecycle] = Lifecycle.SINGLETON
    mqsc: ClassVar[MqscCommands] = MqscCommands("QMGR")
    namespace: ClassVar[str] = "queue manager"
    module: ClassVar[tuple[str, str]] = ("queue_manager", "The queue manager")

    name: Annotated[str, NAME]
    dead_letter_queue: Annotated[str | None, DEAD_LETTER_QUEUE] = None


kinds.register(SettingsSpec)  # before anything else is imported

from queuewright.catalogue.key import Key  # noqa: E402
from queuewright.catalogue.observed import Observed  # noqa: E402
from queuewright.diff.types import Verb  # noqa: E402

KIND = SettingsSpec.kind


def dialects(folder: Path) -> None:
    import pytest

    from queuewright.catalogue.errors import QueuewrightError
    from queuewright.dialects.definition import Action, Definition
    from queuewright.dialects.registry import dialect

    for action in (Action.CREATE, Action.CHANGE):
        definition = Definition(KIND, "QM1", action, values={"dead_letter_queue": "DLQ"})
        assert dialect("mqsc").write(definition) == ["ALTER QMGR +\n   DEADQ('DLQ')"]
        assert '"name"' not in dialect("mqweb").write(definition)[0]
    with pytest.raises(QueuewrightError, match="MQSC has no delete"):
        dialect("mqsc").write(Definition(KIND, "QM1", Action.DELETE))


def plan(folder: Path) -> None:
    """It is there: adopted and altered, never replaced, and left alone when it is undeclared."""
    from worlds import World

    world = World(folder)
    key = Key("QM1", KIND, "QM1")
    world.qm1.objects[key] = Observed(key, {"dead_letter_queue": ""})
    declared = world.declare(KIND, "QM1", dead_letter_queue="DLQ", adopt="never")
    assert world.step("QM1").verb is Verb.ADOPT
    assert not world.step("QM1").blocked
    world.up()
    assert world.qm1.objects[key].attributes["dead_letter_queue"] == "DLQ"
    assert world.commands() == ["change QM1"]
    assert world.step("QM1").verb is Verb.SAME
    replaced = world.again(
        declared, inputs={"dead_letter_queue": "OTHER"}, replace_on_changes=("*",)
    )
    assert world.step("QM1").blocked
    assert "never-replaced" in [problem.code for problem in world.step("QM1").decision.problems]
    world.declared.remove(replaced)
    assert world.step("QM1").verb is Verb.DELETE
    assert world.step("QM1").decision.keep
    world.up()
    assert world.commands() == []
    assert world.qm1.objects[key].attributes["dead_letter_queue"] == "DLQ"


if __name__ == "__main__":
    run_parts(globals())
