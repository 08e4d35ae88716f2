"""The session: Java and pyspark missing are one line, and nothing else needs either."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from queuewright.drift.engines.session import (
    _OF_FEW,
    SparkUnavailable,
    _set_where_nobody_did,
    collector,
    compiler,
    reason_of,
    require_java,
    spark_session,
)


def java(directory: Path, version: str) -> None:
    (directory / "bin").mkdir()
    script = directory / "bin" / "java"
    script.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
    script.chmod(0o755)


@pytest.mark.parametrize(("version", "enough"), [("11.0.2", False), ("17.0.1", True), ("?", False)])
def test_java_17_is_needed(
    version: str, enough: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    java(tmp_path, version)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    if enough:
        require_java()
        return
    with pytest.raises(SparkUnavailable, match="needs Java 17 or newer, found"):
        require_java()


def test_no_java_and_no_pyspark_are_one_line_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(SparkUnavailable, match="none was found; install Java 17"):
        require_java()
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(SparkUnavailable, match=r"pip install 'queuewright\[drift\]'"), \
            spark_session():  # fmt: skip
        pass


def test_the_commands_that_plan_and_apply_do_not_import_spark() -> None:
    program = (
        "import sys, queuewright.cli.main, queuewright.cli.updating, queuewright.engine.apply\n"
        "print([m for m in ('pyspark', 'pyarrow', 'pandas', 'py4j') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    fleet = tmp_path / "fleet.yaml"
    fleet.write_text("environments: [{name: one, systems: {QM1: {type: mqsc, path: x}}}]\n")
    command = [sys.executable, "-m", "queuewright.cli.main", "drift", "run", "--lake", "x"]
    command += ["--fleet", str(fleet)]
    environment = {"JAVA_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "reading the fleet",
        "starting Spark",
        "error: Spark needs Java 17 or newer, and none was found; install Java 17 or newer and put "
        "it on the PATH or in JAVA_HOME, or give --engine local",
    ]


def test_a_jar_for_another_spark_is_told_as_that() -> None:
    text = (
        "An error occurred while calling o1.x.\n: java.lang.NoSuchMethodError: 'void A.b()'\n\tat C"
    )
    assert reason_of(Exception(text)) == (
        "a jar on the class path is made for another version of Spark: "
        "java.lang.NoSuchMethodError: 'void A.b()'"
    )
    worker = "[ERROR] Traceback (most recent call last):\n  File x\nOSError: gone\n\tat C"
    assert reason_of(Exception(worker)) == "OSError: gone"


def test_another_thread_uses_the_same_session_and_leaves_it(spark: Any) -> None:
    def other() -> Any:
        with spark_session() as session:
            return session

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(other).result() is spark
    assert spark.range(3).count() == 3


def test_a_garbage_collector_that_the_user_chose_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Java would not start with two."""
    for name in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "SPARK_SUBMIT_OPTS"):
        monkeypatch.delenv(name, raising=False)
    assert collector() == "-XX:+UseParallelGC "
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xss2m -XX:+UseG1GC")
    assert collector() == ""
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:+UseStringDeduplication")
    assert collector() == "-XX:+UseParallelGC "


class Conf:
    """The settings of a session."""

    def __init__(self, chosen: dict[str, str]) -> None:
        self.getAll = chosen

    def set(self, key: str, value: str) -> None:
        self.getAll[key] = value


def test_what_somebody_chose_for_a_session_stays() -> None:
    session: Any = SimpleNamespace(conf=Conf({"spark.sql.shuffle.partitions": "64"}))
    _set_where_nobody_did(session, _OF_FEW)
    assert session.conf.getAll == {**_OF_FEW, "spark.sql.shuffle.partitions": "64"}


def test_a_compiler_that_the_user_set_up_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "SPARK_SUBMIT_OPTS"):
        monkeypatch.delenv(name, raising=False)
    assert "-XX:TieredStopAtLevel=1 " in compiler()
    for chosen in ("-XX:TieredStopAtLevel=4", "-XX:ReservedCodeCacheSize=64m"):
        monkeypatch.setenv("JAVA_TOOL_OPTIONS", chosen)
        assert compiler() == ""
