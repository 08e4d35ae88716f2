"""The command line as a person meets it: exit code, standard output, standard error."""

from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import Ran, queuewright

Cli = Callable[..., Ran]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """Runs `queuewright` with arguments, from the test's own folder; nobody is there to answer."""
    monkeypatch.chdir(tmp_path)
    return lambda *words, stdin="": queuewright(Path.cwd(), *words, stdin=stdin)


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
