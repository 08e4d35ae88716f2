"""A kind without rules of its own takes one file, and is then in every part of the product.

`topic.py` is an ordinary one.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import Sandbox

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PARTS = ("schema", "dialects", "graph", "import_", "sandbox", "mqsc", "plan", "lint", "drift")
OF_SINGLETON = ("dialects", "plan")
Failures = Callable[..., Mapping[str, str]]


def run(script: str, folder: Path, *parts: str) -> dict[str, str]:
    """What each part of the script failed by. Apart, because kinds are registered before anything
    else is imported."""
    failures: dict[str, str] = json.loads(
        python([str(TESTS / "new_kind" / script), str(folder), *parts], TESTS)
    )
    assert failures.keys() == set(parts)
    return failures


@pytest.fixture(scope="module")
def failures(tmp_path_factory: pytest.TempPathFactory) -> Failures:
    """The same, each script once for all tests of its parts."""

    @cache
    def of(script: str, *parts: str) -> Mapping[str, str]:
        return run(script, tmp_path_factory.mktemp("parts"), *parts)

    return of


def python(arguments: Sequence[str], *path: Path, cwd: Path | None = None) -> str:
    """What it prints. path: what goes before everything else."""
    before = os.pathsep.join([*map(str, path), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": before},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("part", PARTS)
def test_one_file_is_enough_for(part: str, failures: Failures) -> None:
    assert failures("everywhere.py", *PARTS)[part] == ""


def test_a_sandbox_of_before_the_kind(tmp_path: Path) -> None:
    older = Sandbox(tmp_path / "older_file" / "sandbox.db").create_system("QM1")
    made = mqsc_commands.run(
        older,
        "DEFINE TOPIC(OLD) TOPICSTR('it''s/old') DESCR('d') DURSUB(NO)\n"
        "DEFINE LISTENER(TCP) TRPTYPE(TCP)",
    )
    assert all(answer.ok for answer in made)
    assert run("everywhere.py", tmp_path, "older_file") == {"older_file": ""}


def test_the_recipe(tmp_path: Path) -> None:
    """CONTRIBUTING, Add a kind: one file, one line in the registry, `make generate`."""
    resources = tmp_path / "resources"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "resources", resources, ignore=ignored)
    package = resources / "queuewright"
    shutil.copy(TESTS / "new_kind" / "topic.py", package / "mq" / "topic.py")
    registry = package / "kinds.py"
    text = registry.read_text()
    text = text.replace(
        "_ALL: tuple", "from queuewright.mq.topic import TopicSpec\n\n_ALL: tuple", 1
    )
    registry.write_text(text.replace("    ClusterSpec,\n", "    ClusterSpec,\n    TopicSpec,\n", 1))
    # The other two parts of the package are found on the path, as in this checkout.
    python(["-m", "queuewright.program.generate"], resources)
    facade = (package / "mq" / "__init__.py").read_text()
    assert '"Topic",' in facade
    assert "        Topic,\n" in facade  # for type checkers
    assert (
        'class Topic(QueueResource, kind="mq:Topic"):'
        in (package / "mq" / "resources.py").read_text()
    )
    script = tmp_path / "qm1.mqsc"
    script.write_text("DEFINE TOPIC(ORDERS) TOPICSTR('orders/in') REPLACE\n")
    program, command = tmp_path / "project", ["-m", "queuewright.cli.main"]
    given = ["import", str(script), "--platform", "linux", "--system", "QM1", "--out", str(program)]
    python([*command, *given], resources, cwd=tmp_path)
    python([*command, "up", "--yes"], resources, cwd=program)
    printed = python([*command, "sandbox", "dump", "QM1"], resources, cwd=program)
    assert "DEFINE TOPIC('ORDERS')" in printed
    assert "TOPICSTR('orders/in')" in printed


@pytest.mark.parametrize("part", OF_SINGLETON)
def test_of_which_a_system_has_exactly_one(part: str, failures: Failures) -> None:
    assert failures("singleton.py", *OF_SINGLETON)[part] == ""
