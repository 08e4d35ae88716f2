"""The whole drift job on real dumps: evaluate, read, compare, remember.

    python -m bench.drift_job [ENVIRONMENTS] [--drifted SHARE] [--keep DIR] [--memory 6g]

A fleet of dumps of one production queue manager, changed by a seed in some environments, and a
fifth of it; each in a process of its own with two cores and --memory for Spark's executor. What is
found must be what was planted. Printed: seconds of each stage, growth against linear (at most
1.2), and the most memory that Java and one Python worker held.
"""

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.drift import DUMP, LINEAR

__all__ = ["main"]


def main(argv: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.drift_job", description=__doc__)
    parser.add_argument("environments", nargs="?", type=int, default=500)
    parser.add_argument("--drifted", type=float, default=0.1, help="share of the environments")
    parser.add_argument("--memory", default="6g", help="of Spark's executor")
    parser.add_argument("--keep", type=Path, help="where fleets are made, and found again")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.worker:
        print(json.dumps(job(Path(arguments.worker))))
        return 0
    if not DUMP.is_file():
        print(f"job: skipped, {DUMP} is not there")
        return 0
    with tempfile.TemporaryDirectory(prefix="queuewright-bench-") as place:
        root = arguments.keep or Path(place)
        sizes = (max(arguments.environments // 5, 10), arguments.environments)
        results = [measured(root, size, arguments.drifted, arguments.memory) for size in sizes]
    growth = (
        results[1]["seconds"]
        / results[0]["seconds"]
        / (results[1]["objects"] / results[0]["objects"])
    )
    print(f"  {growth:.2f} of linear (at most {LINEAR})")
    return int(growth > LINEAR)


def measured(root: Path, environments: int, drifted: float, memory: str) -> dict[str, Any]:
    """Make the fleet where it is not there, and run the job on it."""
    from examples.drift.seeded import Seeds, make_fleet

    fleet = root / f"job-{environments}-{drifted}"
    if not (fleet / "planted").is_file():
        text = DUMP.read_text(encoding="latin-1")
        planted = make_fleet(fleet, text, Seeds(environments, drifted))
        (fleet / "planted").write_bytes(pickle.dumps({plant.row for plant in planted}))
    done = subprocess.run(
        [sys.executable, "-m", "bench.drift_job", "--worker", str(fleet)],
        env={**os.environ, "MASTER": "local[2]", "QUEUEWRIGHT_SPARK_MEMORY": memory},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    result: dict[str, Any] = json.loads(done.stdout)
    stages = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in result["stages"].items())
    objects, drifted, seconds = (result[name] for name in ("objects", "found", "seconds"))
    print(
        f"job: {environments} environments, {objects} objects, {drifted} drifted, found set is "
        f"planted set: {seconds:.1f} s ({stages})"
    )
    java, python, lake = (result[name] for name in ("java", "python", "lake"))
    print(f"  Java at most {java} MB (heap {memory}), a Python worker {python} MB, lake {lake} MB")
    return result


def job(fleet_directory: Path) -> dict[str, Any]:
    """Run it in this process."""
    from queuewright.drift.engines.session import spark_session
    from queuewright.drift.engines.spark import SparkEngine
    from queuewright.drift.fleet import load_fleet
    from queuewright.drift.job import Job, JobOptions
    from queuewright.drift.lake import Lake, lease
    from queuewright.drift.workers import Workers

    planted = pickle.loads((fleet_directory / "planted").read_bytes())
    fleet, now = load_fleet(fleet_directory / "fleet.yaml"), datetime(2026, 11, 21, tzinfo=UTC)
    made = Job(fleet, "r", now, JobOptions(unmanaged=True))
    stages: dict[str, float] = {}
    place = tempfile.TemporaryDirectory(prefix="queuewright-bench-lake-")
    with place as root, spark_session(name="bench") as spark, Workers() as pool:
        lake = Lake(spark, root)
        engine = SparkEngine(lake)
        held = lease(lake, "r")
        spark.range(10).count()  # the JVM's own start is not the job's
        started = stage_started = time.perf_counter()
        for name, work in (
            ("desired", lambda: made.export_desired(engine, held, pool)),
            ("collect", lambda: made.read_systems(engine, pool)),
            ("detect", lambda: made.detect(engine, held)),
        ):
            summary = work()
            stages[name] = time.perf_counter() - stage_started
            stage_started = time.perf_counter()
        seconds = stage_started - started
        columns = (
            "environment",
            "system",
            "kind",
            "name",
            "drift",
            "attribute",
            "desired",
            "observed",
        )
        rows = list(
            map(
                tuple,
                (row.values() for row in lake.read("drift", "r", columns=columns).to_pylist()),
            )
        )
        assert len(rows) == len(planted), f"found {len(rows)}, planted {len(planted)}"
        assert set(rows) == planted, "found set is not planted set"
        assert summary is not None
        memory = dict(_most_memory())
        return {
            "seconds": seconds,
            "stages": stages,
            "objects": summary.counts["objects"],
            "found": len(rows),
            "java": memory.get("java", 0),
            "python": memory.get("python", 0),
            "lake": sum(f.stat().st_size for f in Path(root).rglob("*") if f.is_file()) // 2**20,
        }


def _most_memory() -> Iterator[tuple[str, int]]:
    """The most that the largest Java and the largest Python process below this one held, in MB.
    Linux only; elsewhere nothing."""
    parents: dict[int, int] = {}
    peaks: dict[int, tuple[str, int]] = {}
    for file in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in file.read_text().splitlines())
        except (OSError, ValueError):
            continue
        process = int(lines["Pid"])
        parents[process] = int(lines["PPid"])
        most = int(lines.get("VmHWM", "0 kB").split()[0]) // 1024
        peaks[process] = ("java" if lines["Name"].startswith("java") else "python", most)
    largest: dict[str, int] = {}
    for process, (name, most) in peaks.items():
        above = parents[process]
        while above not in (0, os.getpid()):
            above = parents.get(above, 0)
        if above:
            largest[name] = max(largest.get(name, 0), most)
    yield from largest.items()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
