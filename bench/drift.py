"""Detection beside DuckDB, Polars and DeepDiff, on the same data in the same run.

    python -m bench.drift [ENVIRONMENTS] [--objects N] [--every N] [--dumps N] [--queries]
        [--keep DIR]

Limits: no slower than DuckDB's and Polars' full attribute compare; 50 times faster than DeepDiff
an object; a fifth of the fleet takes at least a fifth of the time divided by 1.2; collecting on two
cores at least 1.7 times as fast as on one. Small by default; the first limit is one of 2,000
environments of 1,400 objects, with 6 GB for Spark, and is held against no smaller fleet: below some
thousand environments it is Spark's own start of a query that is measured. Environments without
drift hold the same, which is what our algorithm lives on; --every 1 is a fleet in which no two are
alike. On a machine that is busy with something else only the ratios say anything, and even these
little.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench.drift_data import RUN, Data, make
from bench.drift_peers import deepdiff_each, duckdb_ours, duckdb_wide, polars_wide, timed

__all__ = ["main"]

FLEET = 2_000  # environments, from which on the peers' full compare is a limit
DEEPDIFF, LINEAR, SCALING = 50.0, 1.2, 1.7
PEERS = {
    "duckdb": ("DuckDB, full compare of wide Parquet", duckdb_wide),
    "polars": ("Polars, full compare of wide Parquet", polars_wide),
    "duckdb-ours": ("DuckDB, our algorithm on the lake", duckdb_ours),
}
DUMP = Path(__file__).resolve().parents[2] / "shared" / "data" / "mqsc" / "ABKA.mqsc"


def main(argv: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.drift", description=__doc__)
    parser.add_argument("environments", nargs="?", type=int, default=500)
    parser.add_argument("--objects", type=int, default=1_400)
    parser.add_argument("--every", type=int, default=10, help="drift in each so many; 1: in all")
    parser.add_argument("--dumps", type=int, default=100, help="0: no collecting")
    parser.add_argument("--queries", action="store_true", help="print the peers' whole queries")
    parser.add_argument("--keep", type=Path, help="where data is made, and found again")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--peer", choices=list(PEERS), help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.worker:
        return _read_dumps(Path(arguments.worker))
    with tempfile.TemporaryDirectory(prefix="queuewright-bench-") as place:
        root = arguments.keep or Path(place)
        make_own = partial(make, root, objects=arguments.objects, every=arguments.every)
        data = make_own(arguments.environments)
        if arguments.peer:
            print(timed_peer(arguments.peer, data))
            return 0
        small = make_own(max(arguments.environments // 5, 10))
        missed = detection(root, data, small, arguments.queries)
        if arguments.dumps:
            missed += collecting(root, arguments.dumps)
    return 1 if missed else 0


def timed_peer(peer: str, data: Data) -> float:
    """Seconds, when what it finds is what was planted."""
    seconds, differences = timed(PEERS[peer][1](data)[1])
    assert differences == data.planted, (
        f"{peer} found {len(differences)}, planted {len(data.planted)}"
    )
    return seconds


def _apart(peer: str, root: Path, data: Data) -> float | None:
    """The same in a process of its own; None when it is killed, for want of memory."""
    command = [sys.executable, "-m", "bench.drift", str(data.environments), "--peer", peer]
    command += ["--objects", str(data.objects), "--every", str(data.every), "--keep", str(root)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode < 0:
        return None
    done.check_returncode()
    return float(done.stdout)


def detection(root: Path, data: Data, small: Data, queries: bool) -> int:
    environments, objects = data.environments, data.objects
    count = environments * objects
    print(f"detect: {environments} environments, {count} objects of {len(data.columns)} attributes")
    print(f"  load of the machine before: {os.getloadavg()[0]:.1f}")
    ours, fifth = _ours([data, small])
    print(f"  {'queuewright on Spark, warm':<40}{ours:>9.2f} s{count / ours / 1e6:>9.1f} M/s")
    missed = []
    for peer, (name, queried) in PEERS.items():
        seconds_apart = _apart(peer, root, data)
        if seconds_apart is None:
            print(f"  {name:<40} killed: not enough memory here")
        else:
            part = ours / seconds_apart
            print(f"  {name:<40}{seconds_apart:>9.2f} s   ours takes {part:.2f} of it")
            validated = environments >= FLEET and "full" in name
            missed += [name] * (validated and part > 1.0)
        query = queried(data)[0]
        print(f"      {query if queries else ' '.join(query.split())[:160] + ' ...'}")
    seconds, compared = deepdiff_each(data)
    ratio = (seconds / compared) / (ours / count)
    print(
        f"  {'DeepDiff, one object':<40}{seconds / compared * 1e6:>9.1f} us  {ratio:.0f} times ours"
    )
    print("      DeepDiff(desired, observed), one environment's objects by name")
    missed += ["DeepDiff"] * (ratio < DEEPDIFF)
    times = count / (small.environments * objects)
    growth = ours / fifth / times
    print(f"  {times:.0f} times the objects take {growth:.2f} of linear (at most {LINEAR})")
    missed += ["linear"] * (growth > LINEAR)
    print(f"  missed: {', '.join(missed) or 'nothing'}")
    return len(missed)


def _ours(fleets: Sequence[Data]) -> list[float]:
    from queuewright.drift.engines.session import spark_session
    from queuewright.drift.engines.spark import SparkEngine
    from queuewright.drift.job import JobOptions, compared
    from queuewright.drift.lake import Lake

    os.environ.setdefault("QUEUEWRIGHT_SPARK_MEMORY", "6g")
    best = []
    with spark_session(name="bench") as spark:
        for data in fleets:
            engine = SparkEngine(Lake(spark, str(data.lake)))

            def work(engine: Any = engine) -> set[tuple[str, str, str]]:
                _, differences = compared(engine, RUN, JobOptions())
                columns = ("environment", "name", "attribute")
                rows = differences.table()
                return set(zip(*(rows[name].to_pylist() for name in columns), strict=True))

            for _ in range(3):  # a warm session: Java has compiled what runs often
                work()
            seconds, differences = timed(work)
            assert differences == data.planted, (
                f"found {len(differences)}, planted {len(data.planted)}"
            )
            best.append(seconds)
    return best


def collecting(root: Path, dumps: int) -> int:
    if not DUMP.is_file():
        print(f"collect: skipped, {DUMP} is not there")
        return 0
    from examples.drift.seeded import Seeds, make_fleet

    fleet = root / f"dumps-{dumps}"
    if not fleet.is_dir():
        make_fleet(fleet, DUMP.read_text(encoding="latin-1"), Seeds(dumps))
    size = sum(file.stat().st_size for file in (fleet / "dumps").glob("env-*")) / 1e6
    print(f"collect: {dumps} dumps, {size:.0f} MB, load before {os.getloadavg()[0]:.1f}")
    seconds = {}
    for cores in (1, 2):
        done = subprocess.run(
            [sys.executable, "-m", "bench.drift", "--worker", str(fleet)],
            env={**os.environ, "MASTER": f"local[{cores}]"},
            stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        result = json.loads(done.stdout)
        seconds[cores] = result["seconds"]
        each = seconds[cores] * cores
        print(f"  {cores} cores{seconds[cores]:>9.2f} s{size / each:>9.1f} MB/s "
              f"and {result['rows'] / each:.0f} objects/s a core")  # fmt: skip
    scaling = seconds[1] / seconds[2]
    print(f"  two cores are {scaling:.2f} times one (at least {SCALING})")
    return int(scaling < SCALING)


def _read_dumps(fleet: Path) -> int:
    """On one core, Java and Python share it: with local[1] alone they would use two."""
    cores = int(os.environ["MASTER"].removeprefix("local[").removesuffix("]"))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    from queuewright.drift.engines.session import spark_session

    with spark_session(name="bench") as spark:
        frame = spark.read.format("queuewright").option("fleet", str(fleet / "fleet.yaml")).load()

        def work() -> None:
            frame.write.format("noop").mode("overwrite").save()

        rows = frame.where("kind IS NOT NULL").count()  # starts the workers too
        print(json.dumps({"seconds": timed(work, 2)[0], "rows": rows}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
