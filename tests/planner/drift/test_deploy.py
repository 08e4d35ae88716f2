"""The job where it is deployed: a standalone cluster with a packed environment, Spark Connect.

Slow: several JVMs each. They have a group of their own, beside that of the tests' own session.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from .tables_scenario import JAVA, SMALL

pytest.importorskip("pyspark")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.deploy,
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java 17 on the PATH"),
]
# In small steps, as in the session of the other tests; where it runs is what is tested here.
SETTINGS = [
    part
    for name, value in SMALL.items()
    if name.startswith(("spark.sql", "spark.ui", "spark.driver.host", "spark.driver.bind"))
    for part in ("--conf", f"{name}={value}")
]
EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "drift"


def spark_bin(name: str) -> str:
    import pyspark

    return str(Path(pyspark.__file__).parent / "bin" / name)


def environment(**other: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK", "PYSPARK"))}
    # For every JVM that is started: the launcher's, the master's, the workers', the executors'.
    return {**kept, "SPARK_LOCAL_IP": "127.0.0.1", "JAVA_TOOL_OPTIONS": JAVA, **other}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def running(log: Path, *command: str, port: int | None = None, **env: str) -> Iterator[None]:
    """A server for as long as the block lasts; with `port`, begins when something listens."""
    with log.open("w") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env=environment(**env), cwd=log.parent
        )
    try:
        end = time.monotonic() + 120
        while port is not None:
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, log.read_text()[-3000:]
            assert time.monotonic() < end, log.read_text()[-3000:]
            time.sleep(0.3)
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture
def fleet(tmp_path: Path, program: Path) -> Path:
    """Four environments: two clean, one drifted, one that cannot be read."""

    def dump(*queues: tuple[str, int]) -> str:
        lines = [f"DEFINE QLOCAL('{name}') MAXDEPTH({depth}) DESCR('')" for name, depth in queues]
        return "\n".join(["* Queue manager name: QM1", *lines, ""])

    good = dump(("A", 100), ("B", 100), ("C", 100))
    for name in ("one", "two"):
        (tmp_path / f"{name}.mqsc").write_text(good)
    (tmp_path / "bad.mqsc").write_text(dump(("A", 7), ("B", 100)))
    systems = {"QM1": {"type": "mqsc", "path": "{environment}.mqsc"}}
    defaults = {"program": str(program), "stack": "main", "systems": systems}
    entries = [{"name": name} for name in ("one", "two", "bad", "gone")]
    file = tmp_path / "fleet.yaml"
    file.write_text(yaml.safe_dump({"defaults": defaults, "environments": entries}))
    return file


def check(done: "subprocess.CompletedProcess[str]", report: Path) -> None:
    lines = [line for line in done.stderr.splitlines() if " INFO " not in line]
    assert done.returncode == 4, "\n".join([*lines, done.stdout])[-6000:]
    summary: dict[str, Any] = json.loads(report.read_text())
    assert summary["counts"]["drift"] == 2
    assert summary["by_drift"] == {"changed": 1, "missing": 1}
    assert [failure["environment"] for failure in summary["failures"]] == ["gone"]
    assert summary["counts"]["objects"] == 8


def check_healthy(command: list[str], folder: Path, **env: str) -> None:
    """Two environments of which nothing is to be said: no difference, no failure."""
    report = folder / "healthy.json"
    chosen = ["--environment", "one", "--environment", "two", "--lake", str(folder / "healthy")]
    done = subprocess.run(
        [*command, *chosen, "--json", str(report)],
        capture_output=True, text=True, env=environment(**env), timeout=400, cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    counts = json.loads(report.read_text())["counts"]
    assert (counts["environments"], counts["drift"], counts["failed"]) == (2, 0, 0)


def test_spark_submit_on_a_cluster_with_two_workers(fleet: Path, tmp_path: Path) -> None:
    archive = tmp_path / "env.tar.gz"
    pack = [sys.executable, str(EXAMPLES / "pack_environment.py"), str(archive)]
    subprocess.run(pack, check=True, capture_output=True)
    # A master and two workers in the driver's process, each executor in one of its own. Workers
    # keep their executors' folders below SPARK_HOME.
    home = tmp_path / "spark"
    home.mkdir()
    for entry in Path(spark_bin("spark-submit")).parents[1].iterdir():
        (home / entry.name).symlink_to(entry)
    report = tmp_path / "report.json"
    submit = [
        str(home / "bin" / "spark-submit"), "--master", "local-cluster[2,1,512]",
        "--archives", f"{archive}#env",
        "--conf", "spark.pyspark.python=./env/bin/python",
        "--conf", f"spark.pyspark.driver.python={sys.executable}",
        "--conf", "spark.executor.memory=512m", *SETTINGS,
        str(EXAMPLES / "job.py"), "--fleet", str(fleet), "--partitions", "2",
    ]  # fmt: skip
    done = subprocess.run(
        [*submit, "--lake", str(tmp_path / "lake"), "--json", str(report)],
        capture_output=True, text=True, env=environment(SPARK_HOME=str(home)), timeout=400,
        cwd=tmp_path,
    )  # fmt: skip
    check(done, report)
    # Both workers had executors, and these ran the packed interpreter.
    assert len(list((home / "work").glob("app-*/*/stderr"))) == 2
    assert len(list((home / "work").glob("app-*/*/env/bin/python"))) == 2


def test_spark_connect_with_server_and_client_in_separate_processes(
    fleet: Path, tmp_path: Path
) -> None:
    pytest.importorskip("grpc_status")
    port = free_port()
    server = (
        spark_bin("spark-submit"), "--master", "local[2]",
        "--conf", f"spark.connect.grpc.binding.port={port}",
        "--conf", "spark.connect.grpc.binding.address=127.0.0.1",
        *SETTINGS,
        "--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal",
    )  # fmt: skip
    report = tmp_path / "report.json"
    job = [
        sys.executable, "-m", "queuewright.cli.drift_job", "--fleet", str(fleet),
        "--remote", f"sc://127.0.0.1:{port}",
    ]  # fmt: skip
    with running(tmp_path / "server.log", *server, port=port, PYSPARK_PYTHON=sys.executable):
        check_healthy(job, tmp_path)
        done = subprocess.run(
            [
                *job, "--lake", str(tmp_path / "lake"),
                "--json", str(report), "--html", str(tmp_path / "report.html"),
            ],
            capture_output=True, text=True, env=environment(), timeout=400,
        )  # fmt: skip
    check(done, report)
    assert json.loads(done.stdout)["failed"] == 1  # counts, and nothing else
    assert (tmp_path / "report.html").read_text().count("<tr>") >= 2
