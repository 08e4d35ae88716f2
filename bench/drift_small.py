"""A small fleet, the whole command: Java's start, programs, reading, comparison, report.

    python -m bench.drift_small [ENVIRONMENTS ...] [--engine spark|local|both] [--keep DIR]

Fleets of dumps of 187 objects, a tenth of them with drift; what is found must be what was planted.
Beside it a script in DuckDB that compares the dumps with the definition line by line. Limits, in
seconds on two idle cores: 15, 20 and 30 on Spark, 3, 6 and 12 without it, for 20, 200 and 1,600
environments; other sizes have none.
"""

import argparse
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.drift_peers import duckdb_dumps

__all__ = ["main"]

LIMITS = {"spark": {20: 15.0, 200: 20.0, 1600: 30.0}, "local": {20: 3.0, 200: 6.0, 1600: 12.0}}
REGIONS = 62  # three objects each, and a transmission queue


def main(argv: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.drift_small", description=__doc__)
    parser.add_argument("environments", nargs="*", type=int, default=[20, 200, 1600])
    parser.add_argument("--engine", choices=("spark", "local", "both"), default="both")
    parser.add_argument("--keep", type=Path, help="where fleets are made, and found again")
    arguments = parser.parse_args(argv)
    engines = ("local", "spark") if arguments.engine == "both" else (arguments.engine,)
    missed = []
    with tempfile.TemporaryDirectory(prefix="queuewright-bench-") as place:
        root = arguments.keep or Path(place)
        for size in arguments.environments:
            fleet = made(root, size)
            peer = duckdb_dumps(fleet)
            print(f"{size} environments, {size * (3 * REGIONS + 1)} objects, load {load():.1f}")
            print(f"  {'DuckDB, line by line':<24}{peer:>7.2f} s")
            for engine in engines:
                seconds = run(fleet, engine)
                limit = LIMITS[engine].get(size)
                limit_text = "" if limit is None else f" (at most {limit:g})"
                print(f"  {'queuewright, ' + engine:<24}{seconds:>7.2f} s{limit_text}")
                if limit is not None and seconds > limit:
                    missed.append(f"{engine} {size}")
    print(f"missed: {', '.join(missed) or 'nothing'}")
    return int(bool(missed))


def load() -> float:
    return os.getloadavg()[0]


def made(root: Path, size: int) -> Path:
    """The fleet, made where it is not there, with what must be found in `planted`."""
    from examples.drift.seeded import Seeds, make_fleet

    fleet = root / f"small-{size}"
    if not (fleet / "planted").is_file():
        planted = make_fleet(fleet, definition(), Seeds(environments=size, drifted=0.1))
        (fleet / "planted").write_bytes(pickle.dumps({plant.row for plant in planted}))
    return fleet


def definition() -> str:
    """What all of them should be."""
    lines = ["* Queue manager name: QM1", "* Queue manager platform: UNIX"]
    for number in range(REGIONS):
        lines += [
            f"DEFINE QLOCAL('ORDERS.{number:02}.IN') DESCR('Orders of region {number}') "
            f"MAXDEPTH({5000 + number}) DEFPSIST(YES) SHARE",
            f"DEFINE QALIAS('ORDERS.{number:02}') TARGET('ORDERS.{number:02}.IN') DEFPRTY(4)",
            f"DEFINE QREMOTE('STOCK.{number:02}') RNAME('STOCK') RQMNAME('WORKS') "
            "XMITQ('WORKS.XMIT')",
        ]
    return "\n".join([*lines, "DEFINE QLOCAL('WORKS.XMIT') USAGE(XMITQ)"]) + "\n"


def run(fleet: Path, engine: str) -> float:
    """Seconds of the whole command, when what it finds is what was planted."""
    from queuewright.drift.lake import Lake

    with tempfile.TemporaryDirectory(prefix="queuewright-bench-lake-") as lake:
        command = [sys.executable, "-m", "queuewright.cli.main", "drift", "run", "--unmanaged"]
        command += ["--engine", engine, "--fleet", str(fleet / "fleet.yaml")]
        started = time.perf_counter()
        done = subprocess.run(
            [*command, "--lake", lake, "--run", "r"],
            env={**os.environ, "MASTER": "local[2]"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        seconds = time.perf_counter() - started
        assert done.returncode == 2, done.stderr
        names = ("environment", "system", "kind", "name", "drift", "attribute", "desired")
        rows = Lake(None, lake).read("drift", "r", columns=[*names, "observed"])
        found = {tuple(row.values()) for row in rows.to_pylist()}
        assert found == pickle.loads((fleet / "planted").read_bytes())
    return seconds


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
