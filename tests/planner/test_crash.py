"""An update that is killed, interrupted or started twice: nothing is lost, nothing done twice."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from command_line import queuewright
from queuewright.sandbox.engine import Sandbox
from queuewright.state.store import StackStore

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

COMMAND = [sys.executable, "-c", "from queuewright.cli.main import main; main()"]
MANY = 30
PROGRAM = f"""
from queuewright import mq

for number in range({MANY}):
    queue = mq.LocalQueue(f"Q{{number}}", system="QM1", max_queue_depth=100)
    mq.AliasQueue(f"A{{number}}", system="QM1", base_object_name=queue)
"""
SMALL = PROGRAM.replace(f"range({MANY})", "range(10)").replace("depth=100", "depth=200")


@dataclass(frozen=True)
class Project:
    folder: Path

    def start(self, *words: str) -> "subprocess.Popen[str]":
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        environment.pop("PULUMI_STACK", None)
        environment.pop("QUEUEWRIGHT_SANDBOX", None)
        return subprocess.Popen(
            [*COMMAND, *words],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A shell's background job ignores Ctrl-C, and what it starts does, too.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def run(self, *words: str) -> tuple[int, str, str]:
        ran = queuewright(self.folder, *words)
        return ran.code, ran.out, ran.err

    def stop_after(self, steps: int, how: signal.Signals) -> tuple[int, str]:
        """Start an update and send it a signal when it has told of so many steps."""
        process = self.start("up", "--yes", "--parallel", "4", "--override", "deletes")
        assert process.stderr is not None
        printed = ""
        for line in process.stderr:
            printed += line
            if line.startswith(f"[{steps}/"):
                process.send_signal(how)
                break
        else:
            process.communicate(timeout=120)
            raise AssertionError(f"it ended before: {printed}")
        _, rest = process.communicate(timeout=120)
        return process.returncode, printed + rest

    def objects(self) -> list[str]:
        machine = Sandbox(self.folder / ".queuewright" / "sandbox-dev.db").system("QM1")
        observed = machine.observe(("mq:LocalQueue", "mq:AliasQueue"))
        names = (each.key.name for each in observed)
        return sorted(name for name in names if not name.startswith("SYSTEM."))

    def state(self) -> list[str]:
        state = StackStore(self.folder, "many", "dev").load()
        return sorted(
            resource.inputs["name"] for resource in state.resources if "name" in resource.inputs
        )

    def converge(self, count: int) -> None:
        """The next update does the rest, and after it there is nothing to do."""
        code, out, err = self.run("up", "--yes", "--override", "deletes")
        assert code == 0, out + err
        expected = sorted([f"{kind}{number}" for kind in "QA" for number in range(count)])
        assert self.objects() == expected
        assert self.state() == expected
        code, out, _ = self.run("preview", "--detailed-exitcode")
        assert code == 0, out
        folder = self.folder / ".queuewright" / "stacks" / "many"
        assert {path.name for path in folder.iterdir() if path.suffix != ".bak"} == {
            "dev.json",
            "dev.lock",
        }


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "Pulumi.yaml").write_text("name: many\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
    )
    (tmp_path / "__main__.py").write_text(PROGRAM)
    return Project(tmp_path)


@pytest.mark.parametrize("steps", [1, MANY, 2 * MANY - 1])
def test_a_killed_update_is_made_good(project: Project, steps: int) -> None:
    code, _ = project.stop_after(steps, signal.SIGKILL)
    assert code in (-signal.SIGKILL, 0)  # at the last step it may be done before the signal
    assert len(project.objects()) >= steps
    # What was told as done is in the journal, whatever happened to the process.
    assert len(project.state()) >= steps
    project.converge(MANY)


@pytest.mark.thorough
def test_killed_again_and_again_while_it_changes_and_deletes(project: Project) -> None:
    project.stop_after(25, signal.SIGKILL)
    project.stop_after(2, signal.SIGKILL)
    project.converge(MANY)
    (project.folder / "__main__.py").write_text(SMALL)
    project.stop_after(15, signal.SIGKILL)
    project.stop_after(2, signal.SIGKILL)
    project.converge(10)


def test_ctrl_c_ends_in_order_and_the_next_update_goes_on(project: Project) -> None:
    more = 5 * MANY  # so that it cannot be done before the signal
    (project.folder / "__main__.py").write_text(PROGRAM.replace(f"({MANY})", f"({more})"))
    code, printed = project.stop_after(10, signal.SIGINT)
    assert code not in (0, -signal.SIGINT)
    assert "Traceback" not in printed
    assert 10 <= len(project.objects()) < 2 * more
    assert project.state() == project.objects()
    project.converge(more)


def test_a_second_update_is_refused_in_one_line(project: Project) -> None:
    sandbox = Sandbox(project.folder / ".queuewright" / "sandbox-dev.db")
    machine = sandbox.create_system("QM1")
    lock = project.folder / ".queuewright" / "stacks" / "many" / "dev.holder"
    with machine.writing():  # the first command of the update waits for this
        first = project.start("up", "--yes")
        for _ in range(600):
            if lock.exists():
                break
            time.sleep(0.1)
        for words in (("up", "--yes"), ("destroy", "--yes")):
            code, out, err = project.run(*words)
            assert code == 1, out
            assert len(err.splitlines()) == 1, err
            assert f"locked by process {first.pid}" in err
            assert "wait until it has ended, or stop it" in err
        assert project.run("preview")[0] == 0  # looking needs no lock
    out, err = first.communicate(timeout=120)
    assert first.returncode == 0, out + err
    project.converge(MANY)


def test_a_second_ctrl_c_waits_for_nothing(project: Project) -> None:
    sandbox = Sandbox(project.folder / ".queuewright" / "sandbox-dev.db")
    machine = sandbox.create_system("QM1")
    stacks = project.folder / ".queuewright" / "stacks" / "many"
    with machine.writing():  # the first command of the update waits for this
        update = project.start("up", "--yes")
        for _ in range(600):
            if (stacks / "dev.journal").exists():
                break
            time.sleep(0.1)
        update.send_signal(signal.SIGINT)
        assert update.stderr is not None
        reported = update.stderr.readline()
        assert reported == "Ctrl-C: waiting for what was sent; once more ends at once\n"
        update.send_signal(signal.SIGINT)
        _, err = update.communicate(timeout=20)
        assert update.returncode == 130
        assert err in (
            "interrupted\n",
            f"{reported}interrupted\n",
        )  # a line cut short is said again
    project.converge(MANY)
