"""Planning and applying from Python, and the package's own name."""

import gc
from collections import Counter
from pathlib import Path

import pytest

import queuewright
from queuewright.api import PlanOptions, Workspace
from queuewright.diff.types import Verb
from queuewright.engine.apply import Event
from queuewright.engine.errors import PlanError

PROGRAM = """
import pulumi
from queuewright import mq

queue = mq.LocalQueue("IN", system="QM1", max_queue_depth=DEPTH)
mq.AliasQueue("OUT", system="QM1", base_object_name=queue)
pulumi.export("depth", queue.max_queue_depth)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
    )
    (tmp_path / "__main__.py").write_text(PROGRAM.replace("DEPTH", "100"))
    return tmp_path


def test_a_program_is_planned_applied_changed_and_destroyed(folder: Path) -> None:
    workspace = Workspace(folder, stack="dev")
    plan = workspace.preview()
    assert [(step.verb, step.key.name) for step in plan.changes] == [
        (Verb.CREATE, "IN"),
        (Verb.CREATE, "OUT"),
    ]
    events: list[Event] = []
    applied = workspace.up(plan, progress=events.append)
    assert applied.ok
    assert {event.step.key.name for event in events} == {"IN", "OUT"}
    stack = workspace.store.load().stack()
    assert stack is not None
    assert stack.outputs == {"depth": 100}

    (folder / "__main__.py").write_text(PROGRAM.replace("DEPTH", "200"))
    changed = Workspace(folder, stack="dev")
    (step,) = changed.preview().changes
    assert [(c.name, c.before, c.after) for c in step.decision.changes] == [
        ("max_queue_depth", 100, 200)
    ]
    assert not changed.preview(PlanOptions(targets=["OUT"])).changes

    removal = changed.preview_destroy()
    assert [step.verb for step in removal.steps] == [Verb.DELETE, Verb.DELETE]
    assert changed.up(removal).ok
    assert not list(changed.systems["QM1"].observe(["mq:AliasQueue"], ["OUT"]))


def test_nothing_of_an_earlier_plan_is_kept(folder: Path) -> None:
    """A service plans again and again: neither memory nor open files grow."""

    def there() -> Counter[str]:
        gc.collect()
        kept = ("Program", "Stack", "Workspace", "World", "Store")
        return Counter(name for each in gc.get_objects() if (name := type(each).__name__) in kept)

    def plan() -> None:
        assert Workspace(folder, stack="dev").preview(PlanOptions(lint=True)).changes

    plan()
    before = there()
    plan()
    plan()
    assert there() == before


def test_a_blocked_plan_is_refused(folder: Path) -> None:
    (folder / "__main__.py").write_text(PROGRAM.replace("DEPTH", "-5"))
    workspace = Workspace(folder)
    plan = workspace.preview()
    assert [step.key.name for step in plan.blocked] == ["IN"]
    with pytest.raises(PlanError, match="max_queue_depth=-5"):
        workspace.up(plan)


def test_the_version_is_that_of_the_installed_package() -> None:
    from importlib.metadata import version

    assert queuewright.__version__ == version("queuewright")
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(queuewright, "nothing")  # noqa: B009
