"""One Spark session for all tests that need one, and fleets to read."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .tables_scenario import SMALL


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The session; tests/conftest.py groups the files whose tests take it, so that one JVM is
    enough. Skips where Java or pyspark is missing."""
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17, and there is none on the PATH")
    from pyspark.sql import SparkSession

    java = f"{SMALL['spark.driver.extraJavaOptions']} -Dderby.system.home="
    settings = {
        **SMALL,
        "spark.driver.extraJavaOptions": f"{java}{tmp_path_factory.mktemp('derby')}",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        builder = SparkSession.builder.appName("tests").master("local[2]")
        for name, value in settings.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        yield session
        session.stop()


PROGRAM = """
import pulumi
from queuewright import mq

config = pulumi.Config()
qm = mq.QueueManager("QM1")
for name in (config.get("queues") or "A B C").split():
    mq.LocalQueue(
        name,
        system=qm,
        max_queue_depth=config.get_int("depth") or 100,
        queue_description=config.get("text") or "",
    )
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program of three queues, with configuration for their depth and names."""
    directory = tmp_path / "program"
    directory.mkdir()
    (directory / "Pulumi.yaml").write_text("name: app\nruntime: python\n")
    (directory / "Pulumi.main.yaml").write_text('config: {"app:depth": 100}\n')
    (directory / "__main__.py").write_text(PROGRAM)
    return directory
