"""The guard of deletes: under the plan engine, which shows them as BLOCKED by itself, and its hook
by itself."""

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pulumi
import pytest

from command_line import queuewright
from queuewright.catalogue.diagnostic import InvalidDeclaration
from queuewright.catalogue.key import Key
from queuewright.dynamic import connections, delete_guard
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.program.program import Program

from .conftest import SYSTEMS, Project

PROGRAM = """
from queuewright import mq
from queuewright.dynamic.delete_guard import guard_deletes

guard_deletes()
mq.LocalQueue("A", system="QM1")
"""
HOOKS = {"BeforeDelete": ["queuewright-deletes"]}


def test_the_plan_engine_takes_a_guarded_program_and_its_state(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    systems = "{QM1: {type: sandbox, platform: linux}}"
    (tmp_path / "Pulumi.dev.yaml").write_text(f"config: {{'queuewright:systems': {systems}}}\n")
    (tmp_path / "__main__.py").write_text(PROGRAM)
    assert queuewright(tmp_path, "up", "--yes").code == 0
    exported = queuewright(tmp_path, "stack", "export").out
    state = json.loads(exported)
    assert (state["version"], state["features"]) == (4, ["hooks"])
    assert [r.get("resourceHooks") for r in state["deployment"]["resources"][2:]] == [HOOKS]
    (tmp_path / "state.json").write_text(exported)
    assert queuewright(tmp_path, "stack", "import", "--file", "state.json").code == 0
    assert queuewright(tmp_path, "preview", "--detailed-exitcode").code == 0
    assert queuewright(tmp_path, "destroy", "--yes").code == 0


RECORD = AuthorityRecordSpec.kind
LATER = partial(pulumi.Output.from_input, ["connect"])
OWN: dict[str, Any] = {"system": "QM1", "name": "self", "object_type": "q_mgr"}


class Declaring:
    """A program that declares these records."""

    def __init__(self, **authorities: Any) -> None:
        self.records = {
            AuthorityRecordSpec.key_of({**OWN, "group": group}, "QM1"): words
            for group, words in authorities.items()
        }

    def declares(self, key: Key) -> bool:
        return key in self.records

    def declarations(self, kind: str, system: str) -> Iterator[tuple[Key, dict[str, Any]]]:
        assert (kind, system) == (RECORD, "QM1")
        for key, words in self.records.items():
            names = AuthorityRecordSpec.names_in(key.name)
            yield key, {"system": "QM1", **names, "authorities": words}


@pytest.mark.parametrize(
    ("authorities", "is_refused"),
    [
        ({"dev": ["connect"]}, False),
        ({"dev": ["inquire"]}, True),
        ({"app": ["connect"]}, False),  # a new one
        ({"dev": LATER}, True),  # nobody knows it yet
        ({"other": ["connect"]}, True),  # a group that she is not in
    ],
)
def test_a_record_goes_when_another_one_gives_the_right_to_connect(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    authorities: dict[str, Any],
    is_refused: bool,
) -> None:
    """As the update does it: records are set before others are deleted."""
    asyncio.set_event_loop(asyncio.new_event_loop())  # outputs are made for one
    known = {group: LATER() if words is LATER else words for group, words in authorities.items()}
    machine = project.machine("QM1")
    machine.create(RECORD, "self/q_mgr/ops/", {"authorities": ("connect",)})
    machine.create(RECORD, "self/q_mgr/dev/", {"authorities": ("inquire",)})
    entry = {**SYSTEMS["QM1"], "user": "ann", "groups": ["ops", "dev", "app"]}
    monkeypatch.setattr(Program, "current", lambda: Declaring(**known))
    monkeypatch.setattr(connections, "_connected", {})
    monkeypatch.setattr(pulumi.Config, "get", lambda *_: json.dumps({"QM1": entry}))
    monkeypatch.setattr(delete_guard, "register_stack_transformation", lambda _: None)
    monkeypatch.chdir(project.folder)
    hooks: list[Any] = []
    monkeypatch.setattr(pulumi, "ResourceHook", lambda _, hook, __: hooks.append(hook))
    delete_guard.guard_deletes()
    key = AuthorityRecordSpec.key_of({**OWN, "group": "ops"}, "QM1")
    outs = {**OWN, "group": "ops", "authorities": ["connect"]}
    asked = SimpleNamespace(id=key.id, old_outputs=outs)
    if is_refused:
        with pytest.raises(InvalidDeclaration, match="you would lose CONNECT"):
            hooks[0](asked)
    else:
        hooks[0](asked)
