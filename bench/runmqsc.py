"""1,000 queues created by `runmqsc`, beside the same in this process, as `queuewright up` does it:
plan, journal and state included. The processor is the sandbox's own, which starts a Python."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COUNT = 1000
TIMES = 2.0  # as long as in this process, at most
ROUNDS = 3
PROGRAM = f"""
from queuewright import mq
for number in range({COUNT}):
    mq.LocalQueue(f"Q.{{number}}", system="QM1", max_queue_depth=number + 1)
"""
RUNMQSC = "[{python}, -m, queuewright.cli.main, sandbox, runmqsc, QM1, --file, {file}]"


def seconds(entry: str, folder: Path) -> float:
    """Of one `up`, which creates everything. entry: how QM1 is reached."""
    (folder / "Pulumi.yaml").write_text("name: bench\nruntime: python\n")
    (folder / "__main__.py").write_text(PROGRAM)
    (folder / "Pulumi.dev.yaml").write_text(f"config:\n  queuewright:systems:\n    QM1: {entry}\n")
    queuewright = [sys.executable, "-m", "queuewright.cli.main"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    create = ["sandbox", "create", "QM1", "--file", "live.db"]
    subprocess.run([*queuewright, *create], cwd=folder, check=True, capture_output=True)
    started = time.perf_counter()
    done = subprocess.run(
        [*queuewright, "up", "--yes"], cwd=folder, capture_output=True, text=True, env=environment
    )
    taken = time.perf_counter() - started
    if done.returncode or f"{COUNT} created" not in done.stdout:
        raise AssertionError(f"up ended with {done.returncode}: {done.stderr[-300:]}")
    return taken


def best(entry: str) -> float:
    figures = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            place = {"python": sys.executable, "file": folder / "live.db"}
            figures.append(seconds(entry.format(**place), folder))
    return min(figures)


def main() -> int:
    inside = best("{{type: sandbox, path: live.db}}")
    through = best("{{type: runmqsc, command: " + RUNMQSC + "}}")
    ratio = through / inside
    print(
        f"runmqsc: {COUNT} creates: {through:.2f} s, in this process {inside:.2f} s: "
        f"{ratio:.2f} times (at most {TIMES:g})"
    )
    return int(ratio > TIMES)


if __name__ == "__main__":
    raise SystemExit(main())
