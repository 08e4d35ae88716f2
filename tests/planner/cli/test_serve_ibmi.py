"""A program applied to an IBM i over ssh and over Mapepire, from the command line."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

import forked
from command_line import Ran, queuewright
from queuewright.kinds import IBMI_KINDS
from queuewright.sandbox.engine import Sandbox

PROGRAM = """
from queuewright import ibmi
ibmi.AuthorizationList("ORDAUT", system="AS1", authority="exclude", users={"BOB": ["use"]})
ibmi.DataQueue("IN", system="AS1", library="ORDERS", max_entry_length=100, authority="ORDAUT")
ibmi.MessageQueue("NIGHT", system="AS1", library="ORDERS", delivery="break",
                  severity_code_filter=%s, initial_storage_size=8, text_description="Night")
"""
NOT_COMPARED = (
    "not compared: AS1 does not report delivery, initial_storage_size, severity_code_filter of "
    "ibmi:MessageQueue (1 object)"
)
STACKS = {
    "mapepire": """\
config:
  queuewright:systems:
    AS1:
      type: mapepire
      host: 127.0.0.1
      port: {port}
      user: admin
      password: {{env: SANDBOX_PASSWORD}}
      ca: authority/ca.pem
""",
    "ssh": """\
config:
  queuewright:systems:
    AS1:
      type: ssh
      host: 127.0.0.1
      port: {port}
      user: admin
      password: {{env: SANDBOX_PASSWORD}}
      known_hosts: known_hosts
""",
}


@dataclass
class Project:
    folder: Path
    password: str

    def run(self, *words: str) -> Ran:
        done = queuewright(self.folder, *words, environment={"SANDBOX_PASSWORD": self.password})
        assert self.password not in done.out + done.err
        return done

    def sandbox(self, *words: str) -> Ran:
        return queuewright(self.folder, "sandbox", *words, "--file", "s.db")

    def declare(self, severity: int) -> None:
        (self.folder / "__main__.py").write_text(PROGRAM % severity)


@contextmanager
def served(folder: Path, option: str) -> Iterator[tuple[int, str]]:
    """The server's port and the password of its user."""
    words = ("sandbox", "serve", "--file", "s.db", f"--{option}", "0")
    server = subprocess.Popen(
        forked.command(*words),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        line = server.stdout.readline()
        port = re.search(r":(\d+)", line.partition("//")[2])
        reported = re.search(r"password (\S+)", server.stderr.readline())
        assert port, line
        assert reported, line
        yield int(port[1]), reported[1]
    finally:
        server.send_signal(signal.SIGINT)
        _, err = server.communicate(timeout=20)
    assert server.returncode == 0, err
    assert "Traceback" not in err


@pytest.fixture(params=list(STACKS))
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Project]:
    made = ("sandbox", "create", "AS1", "--platform", "ibmi", "--library", "ORDERS")
    assert queuewright(tmp_path, *made, "--file", "s.db").code == 0
    with served(tmp_path, request.param) as (port, password):
        (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
        (tmp_path / "Pulumi.dev.yaml").write_text(STACKS[request.param].format(port=port))
        public = tmp_path / "authority" / "ssh_host_ed25519_key.pub"
        if public.exists():
            (tmp_path / "known_hosts").write_text(f"[127.0.0.1]:{port} {public.read_text()}")
        yield Project(tmp_path, password)


def test_a_program_is_applied_and_then_agrees(project: Project) -> None:
    project.declare(40)
    done = project.run("up", "--yes")
    assert done.code == 0, done.err
    same = project.run("preview", "--detailed-exitcode")
    assert (same.code, same.err) == (0, ""), same.out
    assert "No changes: what the systems report is as declared." in same.out
    assert NOT_COMPARED in same.out
    assert project.run("refresh", "--yes").code == 0
    assert project.run("preview", "--detailed-exitcode").code == 0


def test_a_change_is_sent_and_what_nobody_can_read_is_no_drift(project: Project) -> None:
    project.declare(40)
    assert project.run("up", "--yes").code == 0
    (project.folder / "by_hand.clle").write_text(
        "CHGMSGQ MSGQ(ORDERS/NIGHT) SEV(99) TEXT('by hand')\n"
    )
    assert project.sandbox("exec", "AS1", "by_hand.clle", "--from", "cl").code == 0
    drifted = project.run("preview")
    assert "text_description" in drifted.out
    assert "severity_code_filter" not in drifted.out.replace(NOT_COMPARED, "")
    assert NOT_COMPARED in drifted.out
    project.declare(50)
    changed = project.run("up", "--yes")
    assert changed.code == 0, changed.err
    assert "severity_code_filter" in changed.out
    assert project.run("preview", "--detailed-exitcode").code == 0
    assert project.run("destroy", "--yes").code == 0


def test_a_live_partition_is_imported_and_copied(project: Project) -> None:
    project.declare(40)
    assert project.run("up", "--yes").code == 0
    stack = (project.folder / "Pulumi.dev.yaml").read_text()
    (project.folder / "Pulumi.dev.yaml").write_text(
        stack.replace("authority/ca.pem", str(project.folder / "authority" / "ca.pem")).replace(
            "known_hosts: known_hosts", f"known_hosts: {project.folder / 'known_hosts'}"
        )
    )
    done = project.run("import", "--from-system", "AS1", "--out", "made")
    assert done.code == 0, done.err
    assert "AS1 does not report allow_alerts" in done.out
    program = (project.folder / "made" / "__main__.py").read_text()
    assert "severity_code_filter" not in program
    assert 'text_description="Night"' in program
    preview = project.run("-C", "made", "preview")
    assert "adopted, no command is sent" in preview.out, preview.err
    assert "blocked" not in preview.out
    copied = project.run("sandbox", "load", "--from-system", "AS1", "--file", "copy.db")
    assert copied.code == 0, copied.err
    assert "delivery" in copied.err
    assert "the copy has what a new object gets" in copied.err
    copy = Sandbox(project.folder / "copy.db").system("AS1")
    found = {o.key.name for o in copy.observe(IBMI_KINDS)}
    assert found == {"ORDERS", "ORDAUT", "ORDERS/IN", "ORDERS/NIGHT"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--ssh", "0"), "has several; give --partition, one of AS1, AS2"),
        (("--mapepire", "0", "--partition", "AS3"), "--partition AS3 is not an IBM i of"),
        (("--mapepire", "0", "--partition", "QM1"), "use one of AS1, AS2"),
        (("--ssh", "0.0.0.0:0", "--partition", "AS1"), "give --users"),
        (("--ssh", "x:y"), "HOST:PORT"),
        (("--ssh", "0", "--authorized-keys", "nothing"), "--authorized-keys nothing is not a file"),
        (("--partition", "AS1"), "nothing is to be served"),
    ],
)
def test_what_cannot_be_served(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    for name in ("AS1", "AS2"):
        made = ("sandbox", "create", name, "--platform", "ibmi", "--file", "s.db")
        assert queuewright(tmp_path, *made).code == 0
    assert queuewright(tmp_path, "sandbox", "create", "QM1", "--file", "s.db").code == 0
    done = queuewright(tmp_path, "sandbox", "serve", "--file", "s.db", *words)
    assert done.code != 0
    [line] = done.errors
    assert says in line


def test_no_ibm_i_is_served_where_there_is_none(tmp_path: Path) -> None:
    assert queuewright(tmp_path, "sandbox", "create", "QM1", "--file", "s.db").code == 0
    done = queuewright(tmp_path, "sandbox", "serve", "--file", "s.db", "--ssh", "0")
    [line] = done.errors
    assert "has no IBM i; make one: queuewright sandbox create NAME --platform ibmi" in line


def test_partitions_that_are_down_do_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    away = "host: 127.0.0.1, port: 9, user: ann, password: {env: SANDBOX_PASSWORD}"
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems:\n    QM1: {type: sandbox, platform: linux}\n"
        f"    AS1: {{type: ssh, {away}}}\n    AS2: {{type: mapepire, {away}}}\n"
    )
    (tmp_path / "__main__.py").write_text(
        "from queuewright import ibmi, mq\n"
        'mq.LocalQueue("Q1", system="QM1")\n'
        'ibmi.DataQueue("A", system="AS1", library="ORDERS", max_entry_length=5)\n'
        'ibmi.DataQueue("B", system="AS2", library="ORDERS", max_entry_length=5)\n'
    )
    done = queuewright(tmp_path, "preview", environment={"SANDBOX_PASSWORD": "secret"})
    assert done.code == 1
    assert "+ QM1 mq:LocalQueue Q1 create" in done.out
    assert [line.split(":")[1].strip() for line in done.errors] == ["AS1", "AS2"]
    assert "secret" not in done.out + done.err
