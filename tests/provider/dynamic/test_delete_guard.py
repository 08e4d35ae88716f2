"""The guard of deletes under the plan engine, which shows them as BLOCKED by itself."""

import json
from pathlib import Path

from command_line import queuewright

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
