"""The command line as a person meets it: exit code, standard output, standard error."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from queuewright.cli.main import main


@dataclass(frozen=True)
class Ran:
    """What one command did."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The lines that say what was wrong."""
        return [line for line in self.err.splitlines() if line.startswith("error: ")]


Cli = Callable[..., Ran]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Runs `queuewright` with arguments, from the test's own folder; nobody is there to answer."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PULUMI_STACK", raising=False)
    monkeypatch.delenv("QUEUEWRIGHT_SANDBOX", raising=False)

    def run(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["queuewright", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return Ran(0 if code is None else int(code), captured.out, captured.err)

    return run


PROGRAM = """
import pulumi
from queuewright import mq

depth = pulumi.Config().get_int("depth") or 100
queue = mq.LocalQueue("IN", system="QM1", max_queue_depth=depth)
mq.AliasQueue("OUT", system="QM1", base_object_name=queue)
pulumi.export("depth", queue.max_queue_depth)
"""
STACK = "config:\n  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one stack, two queues and a sandbox of its own."""
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(STACK)
    (tmp_path / "__main__.py").write_text(PROGRAM)
    return tmp_path
