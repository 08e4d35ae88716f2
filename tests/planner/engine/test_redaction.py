"""No value of a secret input is left in a decision."""

from pathlib import Path
from typing import Any

import pytest

from worlds import LOCAL, World, key


@pytest.mark.parametrize(
    ("kind", "attribute", "old", "new"),
    [
        (LOCAL, "queue_description", "hunter2", "swordfish"),
        (LOCAL, "max_queue_depth", 123457, 234561),
        ("mq:Namelist", "names", ["HUNTER", "TWO"], ["SWORD", "FISH", "X"]),
        (
            "ibmi:AuthorizationList",
            "users",
            {"HUNTER": ["use"]},
            {"SWORD": ["all"], "FISH": ["change"]},
        ),
    ],
)
def test_old_and_new_values_are_hidden(
    tmp_path: Path, kind: str, attribute: str, old: Any, new: Any
) -> None:
    world = World(tmp_path)
    system = "PROD01" if kind.startswith("ibmi") else "QM1"
    hidden = frozenset({attribute})
    world.declare(kind, "Q", system=system, **{attribute: old, "opt_secret_inputs": hidden})
    assert world.up().ok
    world.again(world.declared[0], inputs={attribute: new})
    decision = world.step("Q").decision
    assert [(c.name, c.before, c.after) for c in decision.changes] == [
        (attribute, "[secret]", "[secret]")
    ]
    shown = repr(decision)
    for value in (old, new):
        for text in value if not isinstance(value, str | int) else [str(value)]:
            assert str(text) not in shown
    assert world.up().ok
    assert world.plan().is_empty


def test_a_problem_with_a_secret_does_not_say_it(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.qm1.put(LOCAL, "Q", queue_description="hunter2")
    hidden = frozenset({"queue_description"})
    declared = world.declare(LOCAL, "Q", queue_description="swordfish", opt_secret_inputs=hidden)
    step = world.step("Q")
    assert [problem.code for problem in step.blocked] == ["exists-differently"]
    assert "hunter2" not in repr(step.decision)
    assert "swordfish" not in repr(step.decision)
    del world.qm1.objects[key("Q")]
    world.again(declared, inputs={"queue_description": "sword\nfish"})
    step = world.step("Q")
    assert step.blocked
    assert "fish" not in repr(step.decision)
