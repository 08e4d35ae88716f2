"""Packages of others: what an installed one adds is there, and one that is wrong is named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
KIND = (TESTS / "new_kind" / "topic.py").read_text()
for ours in ('"mq:Topic"', '"TOPIC"', "DEFAULT.TOPIC"):
    KIND = KIND.replace(ours, ours.replace("Topic", "Bulletin").replace("TOPIC", "BULLETIN"))
SYSTEM = """
from fake_system import FakeSystem
from pydantic import BaseModel
from queuewright.catalogue.facts import SystemFacts
from queuewright.systems.registry import register


class Configuration(BaseModel):
    type: str
    size: int = 1


register("memory", Configuration, lambda name, *_: FakeSystem(SystemFacts(name)))
"""


def installed(folder: Path, entry_points: str, **modules: str) -> Path:
    """As pip leaves a package: its modules, and its metadata."""
    site = folder / "site"
    metadata = site / "shop_queues-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: shop-queues\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(entry_points)
    for name, text in modules.items():
        (site / f"{name}.py").write_text(text)
    return site


def python(code: str, site: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), str(TESTS), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=False, cwd=cwd,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip


def test_a_kind_and_a_system(tmp_path: Path) -> None:
    points = "[queuewright.kinds]\ntopic = shop_topic:TopicSpec\n"
    points += "[queuewright.systems]\nmemory = shop_memory\n"
    site = installed(tmp_path, points, shop_topic=KIND, shop_memory=SYSTEM)
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems:\n    QM1: {type: memory, size: 2}\n"
    )
    (tmp_path / "shop_resources.py").write_text(
        "from queuewright.program.resource import QueueResource\n\n\n"
        'class Topic(QueueResource, kind="mq:Bulletin"):\n    pass\n'
    )
    (tmp_path / "__main__.py").write_text(
        "from queuewright import mq\nfrom shop_resources import Topic\n\n"
        'Topic("NEWS", system=mq.QueueManager("QM1"), topic_string="news")\n'
    )
    code = (
        "from pathlib import Path\nfrom queuewright.api import Workspace\n"
        "workspace = Workspace(Path.cwd())\nplan = workspace.preview()\n"
        "print([(str(step.key), step.verb.value) for step in plan.steps])\n"
    )
    done = python(code, site, tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "[('QM1 mq:Bulletin NEWS', 'create')]"


@pytest.mark.parametrize(
    ("points", "module", "expected"),
    [
        ("[queuewright.kinds]\nx = missing:Spec\n", "", "No module named 'missing'"),
        ("[queuewright.kinds]\nx = shop:Spec\n", "Spec = 1\n", "must name a Spec with a kind"),
        (
            "[queuewright.kinds]\nx = shop:LocalQueueSpec\n",
            "from queuewright.mq.local_queue import LocalQueueSpec\n",
            "kind mq:LocalQueue is there already",
        ),
        ("[queuewright.systems]\nx = missing\n", "", "No module named 'missing'"),
    ],
)
def test_one_that_cannot_be_used_is_named(
    tmp_path: Path, points: str, module: str, expected: str
) -> None:
    site = installed(tmp_path, points, shop=module)
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems:\n    QM1: {type: x}\n"
    )
    (tmp_path / "__main__.py").write_text("")
    code = "import sys, runpy\nsys.argv = ['queuewright', 'system', 'check']\n"
    code += "runpy.run_module('queuewright.cli.main', run_name='__main__')\n"
    done = python(code, site, tmp_path)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert expected in done.stderr, done.stderr
    assert "(shop-queues)" in done.stderr
