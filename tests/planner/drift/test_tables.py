"""The lake as tables of a catalogue: plain Parquet, Delta Lake and Apache Iceberg.

Delta and Iceberg are made for a version of Spark each. Where the tests' own Spark is newer than
either knows, `make test-tables` tries them on one that both know.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from maven import jar
from queuewright.drift.lake import LakeError
from queuewright.drift.lake.spark_tables import LakeTables

from .tables_scenario import JAVA, SMALL, scenario

pytest.importorskip("pyspark")

DELTA = "4.4.0"
DELTA_PARTS = (
    f"io.delta:delta-storage:{DELTA}",
    f"io.delta:delta-kernel-api:{DELTA}",
    f"io.delta:delta-kernel-defaults:{DELTA}",
    f"io.delta:delta-kernel-unitycatalog:{DELTA}",
    "io.unitycatalog:unitycatalog-client:0.6.0",
    "io.unitycatalog:unitycatalog-hadoop:0.6.0",
)
# Format -> version of Spark -> what has to be on the class path.
JARS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "delta": {
        spark: (f"io.delta:delta-spark_{spark}_2.13:{DELTA}", *DELTA_PARTS)
        for spark in ("4.0", "4.1", "4.2")
    },
    "iceberg": {
        "4.0": ("org.apache.iceberg:iceberg-spark-runtime-4.0_2.13:1.11.0",),
        "4.1": ("org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.12.0",),
    },
}


def kept() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith(("SPARK", "PYSPARK"))}


@pytest.mark.deploy
def test_plain_parquet_tables(spark: Any, tmp_path: Path, program: Path) -> None:
    schema = f"s_{tmp_path.name.replace('-', '_')}"
    spark.sql(f"CREATE SCHEMA {schema}")
    try:
        scenario(
            spark, f"spark_catalog.{schema}.drift_", tmp_path, program, make="USING parquet",
            unknown={
                "spark_catalog.none.drift_": "CREATE SCHEMA `spark_catalog`.`none`",
                "other.db.drift_": "spark.sql.catalog.other",
            },
        )  # fmt: skip
    finally:
        spark.sql(f"DROP SCHEMA {schema} CASCADE")


@pytest.mark.java
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["delta", "iceberg"])
def test_tables_that_need_a_session_of_their_own(kind: str, tmp_path: Path, program: Path) -> None:
    import pyspark

    version = ".".join(pyspark.__version__.split(".")[:2])
    if version not in JARS[kind]:
        known = ", ".join(JARS[kind])
        pytest.skip(f"{kind} is made for Spark {known}, this is {version}; make test-tables")
    jars = ",".join(str(jar(artifact)) for artifact in JARS[kind][version])
    script = Path(__file__).with_name("tables_scenario.py")
    done = subprocess.run(
        [sys.executable, str(script), kind, jars, str(tmp_path), str(program)],
        capture_output=True, text=True, env=kept(), cwd=tmp_path, timeout=500, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-6000:]
    assert done.stdout.splitlines()[-1] == "ok"


@pytest.mark.parametrize(
    "prefix", ["", "a;b", "a`b", "a..b", "a.b'", 'a."b"', "a b", "-a", "a.-b", "a\n", "é.a"]
)
def test_a_name_that_could_add_a_command_is_no_prefix(prefix: str) -> None:
    with pytest.raises(LakeError, match=r"is not catalog\.schema\.prefix"):
        LakeTables(None, prefix)  # type: ignore[arg-type]  # it is refused before it is used


JOB = """
import sys
from queuewright.cli.drift_job import main

fleet, lake, *tables = sys.argv[1:]
print(main(["--fleet", fleet, "--lake", lake, "--run", "r1"]))
for prefix in tables:
    print(main(["--fleet", fleet, "--table", prefix, "--run", "r1"]))
"""


@pytest.mark.slow
@pytest.mark.deploy
def test_a_session_of_ours_leaves_nothing_behind(tmp_path: Path, program: Path) -> None:
    """No folder where the command was given; tables that would be gone with it are refused."""
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17, and there is none on the PATH")
    fleet = tmp_path / "fleet.yaml"
    entry = {"name": "one", "program": str(program), "stack": "main",
           "systems": {"QM1": {"type": "mqsc", "path": "one.mqsc"}}}  # fmt: skip
    fleet.write_text(yaml.safe_dump({"environments": [entry]}))
    queues = [f"DEFINE QLOCAL('{name}') MAXDEPTH(100) DESCR('')" for name in "ABC"]
    (tmp_path / "one.mqsc").write_text("\n".join(["* Queue manager name: QM1", *queues, ""]))
    here, temporary = tmp_path / "here", tmp_path / "temporary"
    here.mkdir()
    temporary.mkdir()
    # Where users configure their own Spark; here it does less to be fast on much data.
    quick = {k: v for k, v in SMALL.items() if k.startswith("spark.sql.") and "shuffle" not in k}
    conf = "".join(f"{name} {value}\n" for name, value in quick.items())
    (tmp_path / "spark-defaults.conf").write_text(f"# spark.sql.warehouse.dir x\n{conf}")
    done = subprocess.run(
        [sys.executable, "-c", JOB, str(fleet), str(tmp_path / "lake"), "drift_", "spark_catalog.d."
         "drift_"],
        capture_output=True, text=True, cwd=here, timeout=300, check=False,
        env={**kept(), "MASTER": "local[1]", "TMPDIR": str(temporary),
             "SPARK_CONF_DIR": str(tmp_path), "JAVA_TOOL_OPTIONS": JAVA},
    )  # fmt: skip
    codes = [line for line in done.stdout.splitlines() if not line.startswith("{")]
    assert codes == ["0", "1", "1"], done.stderr[-3000:]
    assert (tmp_path / "lake" / "runs" / "run=r1").is_dir()
    assert list(here.iterdir()) == []
    assert list(temporary.glob("queuewright-*")) == []
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert [line.partition(" would be gone")[0] for line in errors] == [
        "error: tables drift_*", "error: tables spark_catalog.d.drift_*",
    ]  # fmt: skip
