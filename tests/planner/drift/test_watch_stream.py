"""The watch on Spark: a checkpoint says how far it is; the command may die at any time."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queuewright.dialects.pcf.events import QUEUE
from queuewright.drift.engines.session import SparkFailed
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

pytestmark = [pytest.mark.java, pytest.mark.deploy]

FLEET = """
defaults: {{program: {program}, stack: main}}
environments:
  - name: eu
    systems: {{QM1: {{type: sandbox, path: eu.db}}}}
  - name: us
    systems: {{QM1: {{type: sandbox, path: us.db}}}}
"""


@pytest.fixture
def machines(tmp_path: Path, program: Path) -> Iterator[dict[str, EmbeddedSystem]]:
    """Two queue managers that have what the program declares."""
    (tmp_path / "fleet.yaml").write_text(FLEET.format(program=program.name))
    made = {name: Sandbox(tmp_path / f"{name}.db").create_system("QM1") for name in ("eu", "us")}
    for each in made.values():
        for name in "ABC":
            each.create("mq:LocalQueue", name, {"max_queue_depth": 100})
        run(each, "ALTER QMGR CONFIGEV(ENABLED)")
        each.remove_events(QUEUE, [m.id for m in each.browse_events(QUEUE, 1000)])
    yield made
    for each in made.values():
        each.sandbox.close()


def run(machine: EmbeddedSystem, *commands: str) -> None:
    for answer in mqsc_commands.run(machine, "\n".join(commands)):
        assert answer.ok, answer.message


def left(machine: EmbeddedSystem) -> int:
    return len(machine.browse_events(QUEUE, 1000))


def test_a_batch_that_fails_is_handed_over_again(
    spark: Any, machines: dict[str, EmbeddedSystem], tmp_path: Path
) -> None:
    from queuewright.drift.fleet import load_fleet
    from queuewright.drift.watch.places import places
    from queuewright.drift.watch.source import EventSource
    from queuewright.drift.watch.stream import Stream

    given = {"fleet": str(tmp_path / "fleet.yaml")}
    batches: list[list[dict[str, Any]]] = []
    dies = [True]

    def apply(rows: Any) -> None:
        batches.append(list(rows))
        if rows and dies.pop():
            raise MemoryError("killed")

    def stream() -> Stream:
        return Stream(spark, given, str(tmp_path / "checkpoint"), apply)

    commit = EventSource(places(load_fleet(tmp_path / "fleet.yaml"))[0]).commit
    run(machines["eu"], "ALTER QLOCAL(A) MAXDEPTH(1)")
    run(machines["us"], "DELETE QLOCAL(B)")
    with pytest.raises(MemoryError):
        stream().drain(commit)
    assert left(machines["eu"]) == 2
    run(machines["eu"], "ALTER QLOCAL(C) MAXDEPTH(3)")
    dies[:] = [False, False, False]
    stream().drain(commit)
    first, again, *others = [batch for batch in batches if batch]
    assert again == first
    assert [(row["environment"], row["reason"], row["name"]) for row in first] == [
        ("eu", "change", "A"),
        ("us", "delete", "B"),
    ]
    assert [row["name"] for batch in others for row in batch] == ["C"]
    assert [left(machine) for machine in machines.values()] == [0, 0]
    batches.clear()
    stream().drain(commit)
    assert [batch for batch in batches if batch] == []


def test_a_checkpoint_that_cannot_be_written_is_one_line(
    spark: Any, machines: dict[str, EmbeddedSystem], tmp_path: Path
) -> None:
    from queuewright.drift.watch.stream import Stream

    (tmp_path / "checkpoint").write_text("")
    given = {"fleet": str(tmp_path / "fleet.yaml")}
    stream = Stream(spark, given, str(tmp_path / "checkpoint"), lambda rows: None)
    with pytest.raises(SparkFailed) as caught:
        stream.drain(lambda end: None)
    assert "\n" not in str(caught.value)


def test_it_is_found_by_name_and_needs_a_fleet(spark: Any) -> None:
    from pyspark.errors import PySparkException

    from pyspark_queuewright_events import DefaultSource

    spark.dataSource.register(DefaultSource)
    frame = spark.readStream.format("queuewright-events").option("fleet", "f.yaml").load()
    assert frame.columns[:3] == ["environment", "system", "place"]
    query = spark.readStream.format("queuewright-events").load().writeStream.format("noop").start()
    with pytest.raises(PySparkException, match=re.escape('add .option("fleet", PATH)')):
        query.awaitTermination()


def command(folder: Path, *options: str) -> list[str]:
    where = ["--fleet", str(folder / "fleet.yaml"), "--lake", str(folder / "lake")]
    return [sys.executable, "-m", "queuewright.cli.main", "drift", "watch", *where, *options]


def once(folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command(folder, "--once", *options),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.deploy
def test_one_that_is_killed_loses_nothing(
    machines: dict[str, EmbeddedSystem], tmp_path: Path
) -> None:
    """SIGKILL while it watches; what happens then and later is said by the next one."""
    log = (tmp_path / "log").open("w+")
    watching = subprocess.Popen(
        command(tmp_path, "--every", "1"), stdout=subprocess.PIPE, stderr=log, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        assert watching.stdout is not None
        run(machines["eu"], "ALTER QLOCAL(A) MAXDEPTH(1)")
        line = watching.stdout.readline()
        assert "eu QM1 mq:LocalQueue A max_queue_depth is 1, not 100" in line
        run(machines["us"], "ALTER QLOCAL(B) MAXDEPTH(2)")
    finally:
        os.killpg(watching.pid, signal.SIGKILL)
        rest = watching.communicate()[0]
        log.close()
    run(machines["eu"], "DELETE QLOCAL(C)", "ALTER QLOCAL(A) MAXDEPTH(100)")
    done = once(tmp_path)
    assert done.returncode == 2, done.stderr
    reported = rest + done.stdout
    for words in (
        "us QM1 mq:LocalQueue B max_queue_depth is 2, not 100",
        "eu QM1 mq:LocalQueue C is missing",
        "resolved",
    ):
        assert words in reported, reported
    assert [left(machine) for machine in machines.values()] == [0, 0]


@pytest.mark.deploy
def test_the_command(machines: dict[str, EmbeddedSystem], tmp_path: Path) -> None:
    done = once(tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert "queue managers that are watched: 2; for systems of the fleet: 2" in done.stderr
    run(machines["us"], "ALTER QLOCAL(B) MAXDEPTH(2)", "ALTER QMGR CONFIGEV(DISABLED)")
    done = once(tmp_path, "--json")
    assert done.returncode == 2, done.stderr
    [row] = [json.loads(line) for line in done.stdout.splitlines()]
    assert (row["status"], row["environment"], row["name"]) == ("new", "us", "B")
    assert "enable it with: ALTER QMGR CONFIGEV(ENABLED)" in done.stderr
