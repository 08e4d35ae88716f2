"""What a lake of tables has to do, whatever their format: `python tables_scenario.py FORMAT ...`.

Run in a process of its own where the format needs a session of its own (and maybe another Spark
than the tests have), in the tests' session for plain Parquet. It asserts; at the end it prints ok.
"""

import io
import json
import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

# The data of tests is small: what Spark does to be fast on much of it costs more than it saves.
# The code cache is as large as without TieredStopAtLevel: full, it would turn the compiler off.
JAVA = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC"
SMALL = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.extraJavaOptions": f"{JAVA} -Dlog4j2.level=off",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.log.level": "OFF",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.ui.enabled": "false",
}


def settings(kind: str, jars: str, place: Path) -> Mapping[str, str]:
    """The configuration that docs/drift.md gives."""
    if kind == "delta":
        return {
            "spark.jars": jars,
            "spark.databricks.delta.snapshotPartitions": "1",
            "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
            "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
            "spark.sql.sources.default": "delta",
            "spark.sql.warehouse.dir": f"{place}/warehouse",
        }
    return {
        "spark.jars": jars,
        "spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.lake.type": "hadoop",
        "spark.sql.catalog.lake.warehouse": f"{place}/warehouse",
        # One that wants its namespaces made, as Glue, Hive and REST catalogues do.
        "spark.sql.catalog.strict": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.strict.catalog-impl": "org.apache.iceberg.inmemory.InMemoryCatalog",
        "spark.sql.extensions": (
            "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
        ),
        "spark.sql.warehouse.dir": f"{place}/warehouse",
    }


def session(kind: str, jars: str, place: Path) -> Any:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.appName("tests").master("local[2]")
    for name, value in {**SMALL, **settings(kind, jars, place)}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


class Cut(Exception):
    """The job dies here."""


def command(*arguments: str) -> tuple[int, str]:
    """main(arguments) -> exit code, what it said on standard error."""
    from queuewright.cli.drift_job import main

    errors = io.StringIO()
    with redirect_stderr(errors), redirect_stdout(io.StringIO()):
        code = main(arguments)
    return code, errors.getvalue()


def dump(depths: Mapping[str, int]) -> str:
    lines = [
        f"DEFINE QLOCAL('{name}') MAXDEPTH({depth}) DESCR('')" for name, depth in depths.items()
    ]
    namelist = "DEFINE NAMELIST('N') NAMES('A','B')"
    return "\n".join(["* Queue manager name: QM1", *lines, namelist, ""])


def scenario(
    spark: Any,
    prefix: str,
    place: Path,
    program: Path,
    *,
    make: str,
    unknown: Mapping[str, str],
) -> None:
    """prefix: where the tables go; its schema is there and empty. make: CREATE TABLE's USING
    clause. unknown: prefix of tables that nobody can write -> what is said of it."""
    from queuewright.drift.fingerprint import decode
    from queuewright.drift.lake import Lake, LakeError
    from queuewright.drift.lake.spark_tables import LakeTables
    from queuewright.drift.tables import LAKE, SCHEMAS, attribute_columns, typed_values

    good = {"A": 100, "B": 100, "C": 100}
    systems = {"QM1": {"type": "mqsc", "path": "{environment}.mqsc"}}
    defaults = {"program": str(program), "stack": "main", "systems": systems}
    fleet = place / "fleet.json.yaml"  # JSON is YAML
    fleet.write_text(
        json.dumps({"defaults": defaults, "environments": [{"name": "one"}, {"name": "two"}]})
    )
    (place / "one.mqsc").write_text(dump({"A": 1, "B": 100}))
    (place / "two.mqsc").write_text(dump(good))
    report = place / "report.json"

    def job(run: str, hour: int, to: str = prefix) -> tuple[int, str]:
        return command(
            "--fleet", str(fleet), "--table", to, "--run", run, "--json", str(report),
            "--now", f"2026-11-21T{hour}:00:00Z", "--partitions", "1",
        )  # fmt: skip

    def summary() -> Any:
        return json.loads(report.read_text())

    def counts(*names: str) -> list[int]:
        return [summary()["counts"][name] for name in names]

    def rows(run: str) -> list[tuple[Any, ...]]:
        names = ("environment", "name", "attribute", "status", "first_seen")
        return sorted(
            tuple(row[n] for n in names)
            for row in lake.read("drift", run).to_pylist()
            if row["status"] != "resolved"
        )

    lake = Lake(spark, table_prefix=prefix)
    quoted = ".".join(f"`{part}`" for part in prefix.split("."))[:-1]

    # A table as an older Queuewright made it: fewer columns. And one of a newer one: more.
    spark.sql(
        f"CREATE TABLE {quoted}definitions` (attributes string, kind string, fingerprint binary, "
        f"run string) {make} PARTITIONED BY (run)"
    )
    spark.sql(f"CREATE TABLE {quoted}drift` (later int, {LAKE['drift']}, run string) {make} "
              "PARTITIONED BY (run)")  # fmt: skip

    # The first run: into tables that are not there, all but two.
    code, errors = job("r1", 12)
    assert code == 2, errors
    assert counts("drift", "new", "persisting", "objects") == [2, 2, 0, 7]
    first = "2026-11-21T12:00:00Z"
    assert rows("r1") == [
        ("one", "A", "max_queue_depth", "new", first), ("one", "C", "", "new", first),
    ]  # fmt: skip
    kept = lake.read("definitions", "r1").to_pylist()
    assert len(kept) == 3, kept  # queues differ in their depth alone, and there is one namelist
    for row in kept:
        typed = typed_values(decode(row["attributes"]))
        assert {name: row[name] for name in attribute_columns() if row[name] is not None} == typed
    assert [row["names"] for row in kept if row["kind"] == "mq:Namelist"] == [["A", "B"]]

    # Columns of every type go in and come out.
    shown: dict[str, Any] = {
        **dict.fromkeys(attribute_columns()),
        "names": ["A", ""], "max_queue_depth": 2**40, "users": [("ANN", ["*use", "*add"])],
    }  # fmt: skip
    names = [column.split(" ")[0] for column in LAKE["definitions"].split(", ")]
    fixed = {"kind": "x", "fingerprint": bytes(range(16)), "attributes": "{}"}
    values = {name: {**shown, **fixed}[name] for name in names}
    lake.write("definitions", "types", pa.Table.from_pylist([values], SCHEMAS["definitions"]))
    assert lake.read("definitions", "types").to_pylist() == [values]
    lake.write("definitions", "types", SCHEMAS["definitions"].empty_table())
    assert lake.read("definitions", "types").num_rows == 0

    # The second run is made again and dies where its old rows are gone and the new ones not there
    # yet.
    lake.write("observations", "r2", lake.read("observations", "r1"))
    lake.finish("r2", "2026-11-21T13:00:00Z", 0, 0, "{}")
    write = LakeTables.write

    def cut(self: LakeTables, table: str, run: str, rows: Any, *, add: bool = False) -> None:
        if table == "observations":
            write(self, table, run, SCHEMAS[table].empty_table())
            raise Cut
        write(self, table, run, rows, add=add)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LakeTables, "write", cut)
        with pytest.raises(Cut):
            job("r2", 13)
    assert [row["run"] for row in lake.runs()] == ["r1"]
    assert lake.read("observations", "r2").num_rows == 0
    assert lake.started() == ["r1", "r2"]
    # Another that was cut off before, and one of which nothing is known.
    lake.write("inventories", "cut", lake.read("inventories", "r1"))
    for run in ("cut", "none"):
        with pytest.raises(LakeError, match=f"of run {run}; run queuewright drift collect"):
            lake.require(run)
    # Made again, it counts: one is put right in part, two has changed.
    (place / "one.mqsc").write_text(dump({"A": 1, "B": 100, "C": 100}))
    (place / "two.mqsc").write_text(dump({**good, "B": 7}))
    code, errors = job("r2", 13)
    assert code == 2, errors
    assert counts("drift", "new", "persisting", "resolved") == [2, 1, 1, 1]
    assert rows("r2") == [
        ("one", "A", "max_queue_depth", "persisting", first),
        ("two", "B", "max_queue_depth", "new", "2026-11-21T13:00:00Z"),
    ]
    assert summary()["unfinished"] == ["cut"]
    assert [point["run"] for point in summary()["trend"]] == ["r1", "r2"]
    for table, expected in (("leases", 1), ("runs", 1), ("observations", 8),
                            ("inventories", 2), ("desired", 6)):  # fmt: skip
        assert lake.read(table, "r2").num_rows == expected, table
    assert "later" in spark.table(f"{quoted}drift`").columns

    # A newer Queuewright's lake is left alone.
    newer = {"format": 99, "at": "", "drift": 0, "failed": 0, "summary": ""}
    lake.write("runs", "r9", pa.Table.from_pylist([newer], SCHEMAS["runs"]))
    code, errors = job("r3", 14)
    assert code == 1
    assert "has run r9 of format 99" in errors
    assert lake.read("leases", "r3").num_rows == 0
    for where, reason in unknown.items():
        code, errors = job("r1", 12, where)
        errors = [line for line in errors.splitlines() if line.startswith("error: ")]
        assert code == 1, errors
        assert len(errors) == 1, errors
        assert reason in errors[0], errors


def main(kind: str, jars: str, place: Path, program: Path) -> None:
    spark = session(kind, jars, place)
    try:
        if kind == "delta":
            spark.sql("CREATE SCHEMA db")
            scenario(
                spark, "spark_catalog.db.drift_", place, program, make="USING delta",
                unknown={
                    "spark_catalog.none.drift_": "CREATE SCHEMA `spark_catalog`.`none`",
                    "other.db.drift_": "spark.sql.catalog.other",
                },
            )  # fmt: skip
            history = spark.sql("DESCRIBE HISTORY db.drift_observations").count()
        else:
            spark.sql("CREATE NAMESPACE lake.`my-db`")
            scenario(
                spark, "lake.my-db.drift_", place, program, make="",
                unknown={
                    "strict.none.drift_": "Namespace does not exist",
                    "other.db.drift_": "spark.sql.catalog.other",
                },
            )  # fmt: skip
            history = spark.table("lake.`my-db`.drift_observations.snapshots").count()
        # Made, r1, r2 by hand, r2 emptied by the cut, r2: each is one commit.
        assert history == 5, history
    finally:
        spark.stop()
    print("ok")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
