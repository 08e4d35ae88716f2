"""The shape of a large fleet: what grows with environments, and what does not.

    python -m bench.drift_shape [ENVIRONMENTS ...] [--engine local|spark] [--runs N] [--keep DIR]

Fleets of 1,000, 10,000 and 100,000 environments of few distinct definitions, all on this machine:
their dumps are links to a few files, and a tenth of them has drift. Each fleet has --runs runs,
every run in a process of its own. Printed of each: seconds of its stages, the most memory that the
driver's Python held, files and bytes of the run.

Limits: the driver's memory grows by at most 12 KB a system; a run writes as many files as any other
of its fleet, and at most one more for two million objects; the last run takes at most 1.2 times as
long as the second.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

__all__ = ["main"]

QUEUES, DISTINCT = 60, 20  # objects of a dump, and how many distinct dumps there are
MOST_MEMORY, SLOWER = 12_000, 1.2
ROWS_OF_A_FILE = 2_000_000
PROGRAM = """
from queuewright import mq

qm = mq.QueueManager("QM1")
for number in range({queues}):
    mq.LocalQueue(f"Q{{number:03}}", system=qm, max_queue_depth=5000 + number)
"""


def main(argv: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.drift_shape", description=__doc__)
    parser.add_argument("environments", nargs="*", type=int, default=[1_000, 10_000, 100_000])
    parser.add_argument("--engine", choices=("local", "spark"), default="local")
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--keep", type=Path, help="where fleets are made, and found again")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.worker:
        fleet, lake, number = arguments.worker
        print(json.dumps(run(arguments.engine, Path(fleet), Path(lake), int(number))))
        return 0
    with tempfile.TemporaryDirectory(prefix="queuewright-bench-") as place:
        root = arguments.keep or Path(place)
        results = {
            size: measured(root, size, arguments.engine, arguments.runs)
            for size in arguments.environments
        }
    missed = list(judged(results))
    print(f"missed: {', '.join(missed) or 'nothing'}")
    return int(bool(missed))


def measured(root: Path, size: int, engine: str, runs: int) -> list[dict[str, Any]]:
    """Each run of a fleet, which is made where it is not there."""
    fleet = root / f"shape-{size}"
    if not (fleet / "fleet.yaml").is_file():
        make(fleet, size)
    print(f"{size} environments, {size * QUEUES} objects, {engine}")
    results = []
    with tempfile.TemporaryDirectory(prefix="queuewright-bench-lake-") as lake:
        for number in range(runs):
            command = [sys.executable, "-m", "bench.drift_shape", "--engine", engine]
            done = subprocess.run(
                [*command, "--worker", str(fleet), lake, str(number)],
                env={**os.environ, "MASTER": "local[2]"},
                stdout=subprocess.PIPE, text=True, check=True,
            )  # fmt: skip
            result: dict[str, Any] = json.loads(done.stdout)
            results.append(result)
            stages = ", ".join(f"{name} {spent:.1f} s" for name, spent in result["stages"].items())
            print(
                f"  run {number}: {result['seconds']:.1f} s ({stages}); driver {result['memory']} "
                f"MB; {result['files']} files of {result['bytes'] / 1e6:.1f} MB"
            )
    return results


def judged(results: dict[int, list[dict[str, Any]]]) -> list[str]:
    """The limits that are missed."""
    missed = []
    sizes = sorted(results)
    small, large = sizes[0], sizes[-1]
    if large > small:
        more = results[large][-1]["memory"] - results[small][-1]["memory"]
        each = more * 2**20 / (large - small)
        print(f"the driver's memory grows by {each:.0f} bytes a system (at most {MOST_MEMORY})")
        missed += ["memory"] * (each > MOST_MEMORY)
    for size, runs in results.items():
        files = [run["files"] for run in runs[1:] or runs]
        most = min(files) + 3 * (size * QUEUES // ROWS_OF_A_FILE)
        missed += [f"files of {size}"] * (max(files) > most)
        if len(runs) > 2:
            ratio = runs[-1]["seconds"] / runs[1]["seconds"]
            print(f"{size}: the last run took {ratio:.2f} of the second (at most {SLOWER})")
            missed += [f"history of {size}"] * (ratio > SLOWER)
    return missed


def make(fleet: Path, size: int) -> None:
    """Environments whose dumps are links to a few files."""
    program, dumps = fleet / "program", fleet / "dumps"
    program.mkdir(parents=True)
    dumps.mkdir()
    (program / "Pulumi.yaml").write_text("name: shape\nruntime: python\n")
    (program / "Pulumi.main.yaml").write_text("config: {}\n")
    (program / "__main__.py").write_text(PROGRAM.format(queues=QUEUES))
    for number in range(DISTINCT):
        lines = [
            f"DEFINE QLOCAL('Q{n:03}') MAXDEPTH({5000 + n + (number if n < number else 0)})"
            for n in range(QUEUES)
        ]
        text = "\n".join(["* Queue manager name: QM1", *lines, ""])
        (dumps / f"{number}.mqsc").write_text(text)
    names = []
    for number in range(size):
        # A tenth has drift, and each sort of it many have.
        other = 1 + number // 10 % (DISTINCT - 1) if number % 10 == 0 else 0
        names.append(f'  - {{"name": "env-{number:06}", "labels": {{"dump": "{other}"}}}}')
    head = [
        "defaults:",
        "  program: program",
        "  stack: main",
        "  systems:",
        '    QM1: {type: mqsc, path: "dumps/{dump}.mqsc"}',
        "environments:",
    ]
    (fleet / "fleet.yaml").write_text("\n".join([*head, *names, ""]))


def run(engine: str, folder: Path, root: Path, number: int) -> dict[str, Any]:
    """One run in this process."""
    from queuewright.drift.fleet import load_fleet
    from queuewright.drift.job import Job, JobOptions
    from queuewright.drift.lake import lease
    from queuewright.drift.workers import Workers

    stages: dict[str, float] = {}
    before = {file for file in root.rglob("*") if file.is_file()}
    started = last = time.perf_counter()

    def lap(name: str) -> None:
        nonlocal last
        now = time.perf_counter()
        stages[name] = now - last
        last = now

    with opened(engine, root) as own:
        lap("start")
        at = datetime(2026, 11, 21, tzinfo=UTC) + timedelta(hours=number)
        job = Job(load_fleet(folder / "fleet.yaml"), f"r{number}", at, JobOptions())
        lap("fleet")
        with Workers() as pool:
            held = lease(own.lake, job.run)
            particulars = job.export_desired(own, held, pool)
            lap("desired")
            job.read_systems(own, pool, particulars)
            lap("read")
        summary = job.detect(own, held)
        lap("detect")
    assert summary.counts["drift"] > 0
    assert summary.counts["failed"] == 0
    new = [file for file in root.rglob("*") if file.is_file() and file not in before]
    return {
        "seconds": time.perf_counter() - started,
        "stages": stages,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "files": len([file for file in new if not file.name.startswith((".", "_"))]),
        "bytes": sum(file.stat().st_size for file in new),
    }


def opened(engine: str, root: Path) -> Any:
    """The engine, for a `with` block."""
    from contextlib import contextmanager

    from queuewright.drift.engines.local import LocalEngine
    from queuewright.drift.lake import Lake

    @contextmanager
    def on_spark() -> Any:
        from queuewright.drift.engines.session import spark_session
        from queuewright.drift.engines.spark import SparkEngine

        with spark_session(name="bench") as spark:
            yield SparkEngine(Lake(spark, str(root)))

    @contextmanager
    def here() -> Any:
        yield LocalEngine(Lake(None, str(root)))

    return here() if engine == "local" else on_spark()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
