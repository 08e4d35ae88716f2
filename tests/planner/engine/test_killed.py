"""An update whose process is killed, at any command: the next one makes it good."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import itertools, os, signal, sys
from pathlib import Path
from queuewright.engine.apply import apply
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.plan import make_plan
from queuewright.state.store import StackStore
from queuewright.systems.registry import systems_from

directory, at, when = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
systems = systems_from({"QM1": {"type": "sandbox", "platform": "linux"}}, base=directory)
count = itertools.count(1)

class Killing:
    def __init__(self, system):
        self.system = system

    def __getattr__(self, name):
        return getattr(self.system, name)

    def create(self, spec, *, like=None):
        mine = next(count)
        if mine == at and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        made = self.system.create(spec, like=like)
        if mine == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return made

declared = [
    Declared(
        urn=f"urn:pulumi:dev::p::{TYPE_PREFIX}mq:LocalQueue::Q{n}",
        type=TYPE_PREFIX + "mq:LocalQueue",
        name=f"Q{n}",
        # An object of others would be in the way: what was in_progress must be known as ours.
        inputs={"system": "QM1", "name": f"Q{n}", "max_queue_depth": 5 + n, "adopt": "never"},
        index=n,
    )
    for n in range(4)
]
store = StackStore(directory, "p", "dev")
plan = make_plan(declared, store.load(), systems, project="p", stack="dev")
verbs = {step.key.name: step.verb.value for step in plan.steps}
result = apply(plan, {"QM1": Killing(systems["QM1"])}, store, parallel=2)
again = make_plan(declared, store.load(), systems, project="p", stack="dev")
import json
failed = [one.text for one in result.failed]
print(json.dumps({"ok": result.ok, "verbs": verbs, "empty": again.is_empty, "failed": failed}))
"""


def run(directory: Path, at: int, when: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, str(directory), str(at), when],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


_THOROUGH = pytest.mark.thorough


@pytest.mark.parametrize(
    ("at", "when"),
    [
        (1, "before"),
        pytest.param(1, "after", marks=_THOROUGH),
        (3, "after"),
        pytest.param(4, "before", marks=_THOROUGH),
    ],
)
def test_the_next_update_makes_it_good(tmp_path: Path, at: int, when: str) -> None:
    killed = run(tmp_path, at, when)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    folder = tmp_path / ".queuewright" / "stacks" / "p"
    assert (folder / "dev.holder").exists()
    assert (folder / "dev.journal").exists()
    result = run(tmp_path, 0, "")
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    assert (document["ok"], document["empty"]) == (True, True), document
    if when == "after":
        assert "import" in document["verbs"].values()
    assert sorted(path.name for path in folder.iterdir()) == ["dev.json", "dev.lock"]
