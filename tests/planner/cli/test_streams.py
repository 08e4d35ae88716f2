"""Output that nobody reads any more, that nobody can write, or in few characters."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from queuewright.state.store import StackStore

from .conftest import Cli

FULL = Path("/dev/full")
MANY = """
from queuewright import mq
for n in range(300):
    mq.LocalQueue(f"Q{n}", system="QM1", queue_description="\u2603")
"""


def ran(folder: Path, *words: str, **how: object) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for name in ("PULUMI_STACK", "QUEUEWRIGHT_SANDBOX"):
        environment.pop(name, None)
    command = [sys.executable, "-m", "queuewright.cli.main", *words]
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.run(command, cwd=folder, env=environment, text=True, check=False, **how)  # type: ignore[call-overload,no-any-return]


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [("schema",), ("schema", "--json"), ("preview",), ("--version",)])
def test_a_full_disk_is_one_line(project: Path, words: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        done = ran(project, *words, stdout=full)
    assert done.returncode == 1
    assert done.stderr == (
        "error: standard output: No space left on device; not all of it is there\n"
    )


@pytest.mark.parametrize("words", [("preview",), ("preview", "--json"), ("preview", "--markdown")])
def test_few_characters_are_enough(project: Path, words: tuple[str, ...]) -> None:
    (project / "__main__.py").write_text(MANY, encoding="utf-8")
    done = ran(project, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Q299" in done.stdout
    if "--json" in words:
        assert json.loads(done.stdout)["steps"][0]["creates"]["queue_description"] == "\u2603"


def test_a_reader_that_goes_away_stops_no_update(project: Path) -> None:
    """`queuewright up 2>&1 | head`."""
    (project / "__main__.py").write_text(MANY, encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    done = ran(project, "up", "--yes", stdout=writing, stderr=writing)
    os.close(writing)
    assert done.returncode == 0
    again = ran(project, "preview", "--expect-no-changes")
    assert (again.returncode, again.stderr) == (0, "")
    assert "300 unchanged" in again.stdout


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_no_room_is_one_line(
    cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Wherever it is noticed: here, as the state is written."""

    def full(self: StackStore, *given: object, **more: object) -> None:
        raise OSError(number, os.strerror(number), "/there/dev.json")

    monkeypatch.setattr(StackStore, "save", full)
    ran = cli("up", "--yes")
    assert ran.code == 1
    assert "Traceback" not in ran.err
    (error,) = ran.errors
    assert error.startswith(f"error: /there/dev.json: {os.strerror(number)}")
