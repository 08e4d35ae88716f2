"""`queuewright sandbox serve`, from its start to Ctrl-C, and a program applied through it."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import forked
from command_line import queuewright

PROGRAM = """
from queuewright import mq
mq.LocalQueue("ORDERS.IN", system="QM1", max_queue_depth=500)
mq.AliasQueue("SHOP", system="QM1", base_object_name="ORDERS.IN")
"""
STACK = """\
config:
  queuewright:systems:
    QM1:
      type: mqweb
      url: {url}
      user: admin
      password: {{env: SANDBOX_PASSWORD}}
      login: ltpa
      ca: authority/ca.pem
"""


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[str, str]]:
    """The server's address and the password of its user."""
    words = ("sandbox", "serve", "--file", "s.db", "--mqweb", "0", *options)
    command = forked.command(*words)
    server = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        line = server.stdout.readline()
        reported = re.search(r"password (\S+)", server.stderr.readline())
        assert reported, line
        yield line.split()[1].removesuffix("/ibmmq/rest/v3"), reported[1]
    finally:
        server.send_signal(signal.SIGINT)
        _, err = server.communicate(timeout=20)
    assert server.returncode == 0, err
    assert "Traceback" not in err


def test_a_program_is_applied_through_a_server(tmp_path: Path) -> None:
    assert queuewright(tmp_path, "sandbox", "create", "QM1", "--file", "s.db").code == 0
    with serving(tmp_path) as (url, password):
        assert url.startswith("https://127.0.0.1:")
        (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
        (tmp_path / "Pulumi.dev.yaml").write_text(STACK.format(url=url))
        (tmp_path / "__main__.py").write_text(PROGRAM)
        environment = {"SANDBOX_PASSWORD": password}
        done = queuewright(tmp_path, "up", "--yes", environment=environment)
        assert done.code == 0, done.err
        same = ("preview", "--detailed-exitcode")
        again = queuewright(tmp_path, *same, environment=environment)
        assert (again.code, again.err) == (0, "")
        assert password not in done.out + done.err + again.out
        dump = queuewright(tmp_path, "sandbox", "dump", "QM1", "--file", "s.db").out
        assert "ORDERS.IN" in dump
    for file in (tmp_path / ".queuewright").rglob("*"):
        assert not file.is_file() or password.encode() not in file.read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "--mqweb"),
        (("--mqweb", "host:x"), "HOST:PORT"),
        (("--mqweb", "0.0.0.0:0"), "--users"),
        (("--mqweb", "0.0.0.0:0", "--no-tls"), "--users"),
        (("--mqweb", "0", "--users", "none.yaml"), "none.yaml cannot be read"),
        (("--mqweb", "0", "--certificate", "none.pem"), "none.pem"),
    ],
)
def test_what_cannot_be_served(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    queuewright(tmp_path, "sandbox", "create", "QM1", "--file", "s.db")
    ran = queuewright(tmp_path, "sandbox", "serve", "--file", "s.db", *words)
    assert ran.code == 1
    [line] = ran.errors
    assert says in line


def test_a_sandbox_that_is_not_there(tmp_path: Path) -> None:
    ran = queuewright(tmp_path, "sandbox", "serve", "--file", "s.db", "--mqweb", "0")
    assert ran.code == 1
    assert "there is no sandbox at s.db" in ran.err


def test_a_password_becomes_a_hash(tmp_path: Path) -> None:
    ran = queuewright(tmp_path, "sandbox", "password", stdin="s3cret\n")
    assert ran.code == 0
    assert ran.out.startswith("scrypt:")
    assert "s3cret" not in ran.out
    assert queuewright(tmp_path, "sandbox", "password", stdin="\n").code == 1
