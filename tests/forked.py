"""`queuewright` in processes of its own that begin at once: forks of one that has imported it.

`command("sandbox", "runmqsc", "QM1")` are the words of a program that any parent may start as it
would `queuewright`. The program hands its streams, folder and environment to a server, which forks:
the child is what runs the command. It ends with the child's exit code or signal, passes
SIGINT and SIGTERM on, and where it is killed, so is the child.

Importing the package takes most of a short command's time. What is tried of that start itself
(`python -m queuewright.cli.main`) starts it so.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

SERVER = Path(__file__).with_name("forked_server.py")
CLIENT = Path(__file__).with_name("forked_client.py")


def command(*words: str) -> list[str]:
    """What starts `queuewright` with these arguments."""
    return [sys.executable, "-I", "-S", str(CLIENT), str(_served(os.getpid())), *words]


@cache
def _served(pid: int) -> Path:
    """The server's socket; it serves the process with this id, and ends with it."""
    folder = Path(tempfile.mkdtemp(prefix="queuewright-forked-"))
    address = folder / "socket"
    server = subprocess.Popen(
        [sys.executable, str(SERVER), str(address)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert server.stdin
    assert server.stdout
    assert server.stdout.readline() == b"ready\n"
    server.stdout.close()

    def end() -> None:
        if os.getpid() == pid:
            server.stdin.close()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:  # a fork of this process holds the pipe
                server.kill()
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return address
