"""Processes that are forked of one that has imported the package end as those that are not."""

import os
import signal
import subprocess
import time
from pathlib import Path

import forked


def test_a_command_has_its_own_folder_environment_and_streams(tmp_path: Path) -> None:
    create = forked.command("sandbox", "create", "QM1", "--file", "here.db")
    assert subprocess.run(create, cwd=tmp_path, check=False).returncode == 0
    run = forked.command("sandbox", "runmqsc", "QM1")
    ran = subprocess.run(
        run,
        cwd=tmp_path,
        env={**os.environ, "QUEUEWRIGHT_SANDBOX": "here.db"},
        input="DEFINE QLOCAL(A)\nDEFINE QLOCAL(A)\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (10, "")
    assert "AMQ8006I: IBM MQ queue created." in ran.stdout
    refused = subprocess.run(forked.command("no"), capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout, refused.stderr[:7]) == (1, "", "error: ")


def test_it_is_interrupted_and_killed(tmp_path: Path) -> None:
    file = ("--file", str(tmp_path / "sandbox.db"))
    subprocess.run(forked.command("sandbox", "create", "QM1", *file), check=True)
    for number, code in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
        piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(forked.command("sandbox", "runmqsc", "QM1", *file), **piped) as ran:
            assert ran.stdout
            assert b"Copyright" in ran.stdout.readline()
            ran.send_signal(number)
            assert ran.wait(10) == code
            ran.stdout.read()  # it ends: nobody has it open


def test_the_server_ends_with_who_started_it(tmp_path: Path) -> None:
    script = "import forked, os; print(forked.command()[-1], flush=True); os.kill(os.getpid(), 9)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, forked.sys.path))}
    ran = subprocess.run(
        [forked.sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    address = ran.stdout.strip()
    for _ in range(500):
        found = [p for p in Path("/proc").glob("[0-9]*/cmdline") if address in _said(p)]
        if not found:
            return
        time.sleep(0.02)
    raise AssertionError(found)


def _said(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
