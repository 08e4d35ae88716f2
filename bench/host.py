"""A program of many objects through the host and the sandbox: preview, first up, second preview.

Each command runs in a process of its own, so that what is measured is what a person waits for.
Run: python -m bench.host
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Measured", "main", "measure", "processor_time", "run"]

_PROGRAM = """
import pulumi
from queuewright import mq

count = pulumi.Config().require_int("count")
for number in range(count // 2):
    mq.LocalQueue(
        f"WORK.{number:05}",
        system="QM1",
        max_queue_depth=5000 + number,
        queue_description=f"Work of team {number}",
        default_persistence="persistent",
    )
    mq.AliasQueue(f"IN.{number:05}", system="QM1", base_object_name=f"WORK.{number:05}")
"""
# Seconds, for 1,000 objects.
_LIMITS = {"-h": 0.25, "preview": 1.2, "first up": 2.4, "second preview": 1.2}


@dataclass(frozen=True, slots=True)
class Measured:
    """One command: seconds, and the limit for 1,000 objects."""

    command: str
    objects: int
    seconds: float
    limit: float

    def __str__(self) -> str:
        return (
            f"host: {self.command} of {self.objects} objects: {self.seconds:.2f} s, "
            f"{self.seconds / self.limit:.0%} of the limit of {self.limit:g} s"
        )


def measure(objects: int = 1_000) -> list[Measured]:
    """Run the three commands. Raises RuntimeError, with its output, when one fails."""
    with tempfile.TemporaryDirectory(prefix="queuewright-bench-") as folder:
        directory = Path(folder)
        (directory / "Pulumi.yaml").write_text("name: bench\nruntime: python\n")
        (directory / "Pulumi.dev.yaml").write_text(
            f"config:\n  bench:count: {objects}\n"
            "  queuewright:systems: {QM1: {type: sandbox, platform: linux}}\n"
        )
        (directory / "__main__.py").write_text(_PROGRAM)
        run(directory, "preview")  # so that everything is compiled
        return [
            _timed("-h", objects, directory, "-h"),
            _timed("preview", objects, directory, "preview"),
            _timed("first up", objects, directory, "up", "--yes"),
            _timed("second preview", objects, directory, "preview", "--expect-no-changes"),
        ]


def _timed(command: str, objects: int, directory: Path, *arguments: str) -> Measured:
    started = time.perf_counter()
    run(directory, *arguments)
    seconds = time.perf_counter() - started
    return Measured(command, objects, seconds, _LIMITS[command] * objects / 1_000)


def run(directory: Path, *arguments: str) -> None:
    """A command, in a project's own sandbox. Raises RuntimeError, with its output, if it fails."""
    # As on a user's machine, where Python keeps what it has compiled.
    left_out = ("PULUMI_STACK", "QUEUEWRIGHT_SANDBOX", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    done = subprocess.run(
        [sys.executable, "-m", "queuewright.cli.main", *arguments],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"queuewright {' '.join(arguments)}: {done.stderr[-2000:]}")


def processor_time(directory: Path, *arguments: str) -> float:
    """Seconds that `run` takes of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(directory, *arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Print what was measured; 1 when a limit is missed."""
    measured = measure()
    for result in measured:
        print(result)
    return int(any(result.seconds > result.limit for result in measured))


if __name__ == "__main__":
    raise SystemExit(main())
