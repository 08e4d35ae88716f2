"""docs/systems.md from nothing: its files and commands as they stand, with the sandbox's servers.

Only addresses and users are the servers'; `runmqsc` and `ssh` are small programs on the PATH.
"""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

import forked
from carriers import PASSWORD, served
from command_line import queuewright
from ibmi_carriers import PASSWORD as IBMI_PASSWORD
from ibmi_carriers import certified, ssh_server, users
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.cl_commands import run as run_cl
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.mqsc_commands import run as run_mqsc
from queuewright.servers.mapepire import MapepireServer
from queuewright.servers.serving import Address, in_thread

PAGE = (Path(__file__).parents[1] / "docs" / "systems.md").read_text(encoding="utf-8")
_FENCE = re.compile(r"^ *```(?P<kind>\w+)\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)
ADOPTED = "adopted, no command is sent"
needs_tools = pytest.mark.skipif(
    not all(map(shutil.which, ("openssl", "ssh-keyscan", "sh"))), reason="needs openssl and ssh"
)


def blocks(heading: str, upto: str) -> list[tuple[str, str]]:
    """Kind and text of what is fenced between two headings, without its indentation."""
    section = PAGE.partition(f"{heading}\n")[2].partition(upto)[0]
    found = []
    for match in _FENCE.finditer(section):
        lines = match["text"].splitlines()
        margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        found.append((match["kind"], "\n".join(line[margin:] for line in lines) + "\n"))
    return found


def write(folder: Path, texts: list[tuple[str, str]], instead: Mapping[str, str]) -> None:
    """The files of the section: those whose first line is a name."""
    for kind, text in texts:
        name = text.partition("\n")[0].removeprefix("# ")
        if kind == "yaml" and name.endswith(".yaml"):
            (folder / name).write_text(replaced(text, instead), encoding="utf-8")


def replaced(text: str, instead: Mapping[str, str]) -> str:
    for old, new in instead.items():
        assert old in PAGE, old
        text = text.replace(old, new)
    return text


def do(
    folder: Path, commands: str, instead: Mapping[str, str], variable: str = "", password: str = ""
) -> list[str]:
    """Run the lines of a block; what queuewright printed, line by line."""
    reported: list[str] = []
    environment = {variable: password} if variable else {}
    for line in replaced(commands, instead).splitlines():
        if line.startswith("read "):
            assert variable in line
        elif line.startswith("queuewright "):
            ran = queuewright(folder, *shlex.split(line)[1:], environment=environment)
            assert ran.code == 0, (line, ran.out, ran.err)
            reported += ran.out.splitlines()
        else:
            subprocess.run(["sh", "-c", line], cwd=folder, check=True, capture_output=True)
    return reported


@pytest.fixture
def qm1(tmp_path: Path) -> EmbeddedSystem:
    machine = Sandbox(tmp_path / "there.db").create_system("QM1", platform=Platform.LINUX)
    assert all(answer.ok for answer in run_mqsc(machine, "DEFINE QLOCAL(ORDERS.IN) MAXDEPTH(7)"))
    return machine


@needs_tools
def test_a_queue_manager_by_mqweb(tmp_path: Path, qm1: EmbeddedSystem) -> None:
    texts = blocks("### From nothing to the first preview", "### The entry")
    folder = tmp_path / "shop"
    folder.mkdir()
    with served(qm1.sandbox) as server:
        there = server.url.removeprefix("https://").replace("127.0.0.1", "localhost")
        instead = {"mq1.example.com:9443": there, "user: deployer": "user: ann"}
        write(folder, texts, instead)
        reported = do(folder, texts[-1][1], instead, "MQ_PASSWORD", PASSWORD)
        before = PAGE.partition("## Before the first preview")[2].partition("\nIt reads,")[0]
        checks = "".join(f"{line.strip()}\n" for line in before.splitlines()[1:])
        assert '"about": "reachable"' in "".join(do(folder, checks, {}, "MQ_PASSWORD", PASSWORD))
    assert (folder / "mq-ca.pem").read_text().count("BEGIN CERTIFICATE") == 2
    assert "QM1: user: ok: ann, roles MQWebAdmin" in reported
    assert [line.strip() for line in reported].count(
        f"it exists and agrees with what is declared: {ADOPTED}"
    ) == 1
    assert not any("error" in line or "create" in line for line in reported)


@needs_tools
def test_a_queue_manager_by_runmqsc(
    tmp_path: Path, qm1: EmbeddedSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entries of the page; `ssh` runs what follows the host."""
    folder = tmp_path / "shop"
    folder.mkdir()
    machine = qm1.sandbox.create_system("QM2", platform=Platform.LINUX)
    assert all(answer.ok for answer in run_mqsc(machine, "DEFINE QLOCAL(ORDERS.IN) MAXDEPTH(8)"))
    programs = tmp_path / "bin"
    programs.mkdir()
    command = shlex.join(forked.command("sandbox", "runmqsc"))
    for name, text in {
        "runmqsc": f'exec {command} --file {shlex.quote(str(qm1.sandbox.path))} "$@"',
        "ssh": 'shift; exec "$@"',
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("QM5_PASSWORD", "x")
    texts = blocks("## A queue manager by `runmqsc`", "### What is sent")
    write(folder, texts, {})
    (folder / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    reported = do(folder, texts[-1][1], {})
    assert "QM2: reading: ok: 84 objects can be seen" in reported
    assert any(ADOPTED in line for line in reported)
    assert "max_queue_depth=8" in (folder / "live" / "__main__.py").read_text()


@needs_tools
@pytest.mark.parametrize("stack", ["dev", "ssh"])
def test_an_ibm_i(tmp_path: Path, stack: str) -> None:
    folder = tmp_path / "warehouse"
    folder.mkdir()
    own = Sandbox(tmp_path / "there.db").create_system("AS400", platform=Platform.IBMI)
    answers = list(run_cl(own, "CRTLIB LIB(ORDERS)\nCRTDTAQ DTAQ(ORDERS/PICK) MAXLEN(77)"))
    assert all(answer.ok for answer in answers)
    texts = blocks("\n## IBM i", "### A queue manager on IBM i")
    mapepire = MapepireServer(own, Address("127.0.0.1", 0), users(), certified())
    ssh = ssh_server(own)
    with in_thread([mapepire, ssh]):
        instead = {
            "port: 8076": f"port: {mapepire.port}",
            "as400.example.com:8076": f"localhost:{mapepire.port}",
            "port: 22": f"port: {ssh.port}",
            "-p 22 ": f"-p {ssh.port} ",
            "as400.example.com": "localhost",
            "user: QWADMIN": "user: ann",
            "-s dev": f"-s {stack}",
            "preview -C": f"preview -s {stack} -C",
        }
        write(folder, texts, instead)
        (folder / "Pulumi.yaml").write_text("name: warehouse\nruntime: python\n")
        reported = do(folder, texts[-1][1], instead, "AS400_PASSWORD", IBMI_PASSWORD)
    assert "AS400: user: ok: ANN" in reported
    assert "AS400: release: ok: IBM i 7.5" in reported
    assert any(ADOPTED in line for line in reported)
    assert not any(": error:" in line for line in reported)
