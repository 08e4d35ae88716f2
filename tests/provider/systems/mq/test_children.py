"""Child processes end with the process that started them, and not before."""

import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from queuewright.systems.mq import children
from queuewright.systems.mq.children import started

# What hangs, whatever becomes of its pipes.
HANGS = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(120)"
ASKS = (
    "import sys; from queuewright.systems.mq.processes import Processes; "
    "Processes(sys.argv[1:], lambda: None, 120.0).ask(['DISPLAY QMGR'])"
)


def is_running(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("setpriv") is None, reason="needs util-linux's setpriv"
)
def test_a_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    parent = subprocess.Popen(
        [sys.executable, "-c", ASKS, sys.executable, "-c", HANGS, str(file)],
        start_new_session=True,
    )
    end = time.monotonic() + 30
    while not (file.exists() and file.read_text()):
        assert time.monotonic() < end
        time.sleep(0.02)
    child = int(file.read_text())
    assert is_running(child)
    parent.send_signal(signal.SIGKILL)
    parent.wait(10)
    while is_running(child):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_child_outlives_the_thread_that_asked_for_it(tmp_path: Path) -> None:
    made: list[subprocess.Popen[bytes]] = []
    thread = threading.Thread(target=lambda: made.append(started(["cat"])))
    thread.start()
    thread.join()
    with made[0] as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"still here\n")
        assert child.stdout.readline() == b"still here\n"
        child.stdin.close()
        assert child.wait(10) == 0


@pytest.mark.parametrize("with_setpriv", [True, False])
def test_what_cannot_be_started_is_an_error(
    tmp_path: Path, with_setpriv: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not with_setpriv:
        monkeypatch.setattr(children, "_setpriv", lambda: ())
    (tmp_path / "file").write_text("no program")
    with pytest.raises(FileNotFoundError):
        started([str(tmp_path / "none")])
    with pytest.raises(PermissionError):
        started([str(tmp_path / "file")])
