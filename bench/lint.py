"""Lint of a large script. Run: python -m bench.lint

Limit: the public dump ABKA.mqsc, 1,400 objects in 71,000 lines, in at most 2 s of processor time;
tests/planner/lint/test_scripts.py compares what is found with a script of a few lines. Where the
dump is not beside the checkout, one is made.
"""

import time
from collections import Counter
from pathlib import Path

from queuewright.lint.run import lint
from queuewright.lint.scripts import of_files

SECONDS = 2.0
DUMP = Path(__file__).resolve().parents[2] / "shared" / "data" / "mqsc" / "ABKA.mqsc"


def main() -> int:
    name, data = "made.mqsc", _made(1_400)
    if DUMP.is_file():
        name, data = DUMP.name, DUMP.read_bytes()
    started = time.process_time()
    linted = of_files([(name, data)])
    found = lint(linted.subjects, linted.systems, world=linted.world, reported=linted.problems)
    seconds = time.process_time() - started
    counts = Counter(finding.code for finding in found)
    print(
        f"lint: {name}, {len(linted.subjects)} objects: {seconds:.2f} s (at most {SECONDS:g}); "
        f"{counts['QW101']} aliases that lead nowhere, {counts['QW102']} remote queues without "
        f"transmission queue, {counts.total()} findings"
    )
    return int(seconds > SECONDS)


def _made(count: int) -> bytes:
    """Local queues, and for each an alias; every tenth leads nowhere."""
    lines = []
    for number in range(count // 2):
        target = f"GONE.{number}" if number % 10 == 0 else f"WORK.{number}"
        lines.append(f"DEFINE QLOCAL(WORK.{number}) +\n   MAXDEPTH(5000) +\n   BOTHRESH(3)")
        lines.append(f"DEFINE QALIAS(IN.{number}) +\n   TARGET({target})")
    return "\n".join(lines).encode()


if __name__ == "__main__":
    raise SystemExit(main())
