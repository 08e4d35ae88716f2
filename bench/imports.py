"""Import of scripts of 100,000 and 1,000,000 lines, of three systems of 10,000 queues into one
project, and a chain of 2,000 aliases imported and planned: processor time, and memory at the
most. Each in a process of its own.
Run: python -m bench.imports
"""

import resource
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .host import processor_time

_APPLICATIONS = 97
_LINES = 15  # of an application's queue and its alias


@dataclass(frozen=True, slots=True)
class Limit:
    """What a measurement may take: seconds of processor time, megabytes at the most."""

    seconds: float
    megabytes: float = float("inf")


LIMITS = {
    "100,000 lines": Limit(4.0),
    "1,000,000 lines": Limit(45.0, 600.0),
    "three systems of 10,000 queues": Limit(9.0),
    "chain of 2,000 aliases: import": Limit(3.0),
    "chain of 2,000 aliases: preview": Limit(3.0),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """One command. megabytes: of the largest so far."""

    what: str
    seconds: float
    megabytes: float

    @property
    def is_within(self) -> bool:
        limit = LIMITS[self.what]
        return self.seconds <= limit.seconds and self.megabytes <= limit.megabytes

    def __str__(self) -> str:
        limit = LIMITS[self.what]
        text = (
            f"import: {self.what}: {self.seconds:.1f} s,"
            f" {self.seconds / limit.seconds:.0%} of {limit.seconds:g} s"
        )
        if limit.megabytes == float("inf"):
            return text
        part = f"{self.megabytes / limit.megabytes:.0%} of {limit.megabytes:g} MB"
        return f"{text}; {self.megabytes:.0f} MB, {part}"


def script(lines: int) -> Iterator[str]:
    """Queues of many applications, each with an alias, as a dump has them."""
    for number in range(lines // _LINES):
        application = f"APP{number % _APPLICATIONS:02}"
        queue = f"{application}.REQUEST.{number}"
        yield (
            f"DEFINE QLOCAL('{queue}') +\n"
            f"   DESCR('requests of {application}, number {number}') +\n"
            "   DEFPSIST(YES) +\n"
            f"   MAXDEPTH({(number % 5 + 1) * 1000}) +\n"
            "   MAXMSGL(4194304) +\n"
            "   GET(ENABLED) +\n"
            "   PUT(ENABLED) +\n"
            "*  CURDEPTH(0) +\n"
            "   USAGE(NORMAL) +\n"
            "   REPLACE\n"
            f"DEFINE QALIAS('{application}.IN.{number}') +\n"
            "   DESCR('way in') +\n"
            f"   TARGET('{queue}') +\n"
            "   DEFPSIST(YES) +\n"
            "   REPLACE\n"
        )


def system(number: int, queues: int = 10_000) -> Iterator[str]:
    """A script of one of several systems: a quarter of its queues has depths of its own."""
    for queue in range(queues):
        application = f"APP{queue % _APPLICATIONS:02}"
        depth = (queue % 5 + 1) * 1000 * (1 if queue % 4 else number)
        yield (
            f"DEFINE QLOCAL('{application}.REQUEST.{queue}') DEFPSIST(YES) MAXDEPTH({depth}) +\n"
            f"   DESCR('requests of {application}, number {queue}') REPLACE\n"
        )


def chain(aliases: int) -> Iterator[str]:
    """Each alias of the one before."""
    yield "DEFINE QLOCAL(ALIAS.0)\n"
    for number in range(1, aliases + 1):
        yield f"DEFINE QALIAS(ALIAS.{number}) TARGET(ALIAS.{number - 1}) DESCR('number {number}')\n"


def measure(*, most_lines: int = 1_000_000) -> list[Measured]:
    """Every measurement, of scripts up to so many lines. Raises RuntimeError when one fails."""
    measured = []
    with tempfile.TemporaryDirectory(prefix="queuewright-bench-") as name:
        folder = Path(name)
        for lines in (100_000, 1_000_000):
            if lines <= most_lines:
                measured.append(_imported(f"{lines:,} lines", folder, script(lines)))
        measured.append(_several("three systems of 10,000 queues", folder))
        measured.append(_imported("chain of 2,000 aliases: import", folder, chain(2_000)))
        project = folder / "chain of 2,000 aliases: import"
        measured.append(_timed("chain of 2,000 aliases: preview", project, "preview"))
    return measured


def _imported(what: str, folder: Path, commands: Iterator[str]) -> Measured:
    (folder / "bench.mqsc").write_text("".join(commands), encoding="utf-8")
    words = ("import", "bench.mqsc", "--system", "QM1", "--platform", "linux", "--out", what)
    return _timed(what, folder, *words)


def _several(what: str, folder: Path) -> Measured:
    for number in (1, 2, 3):
        (folder / f"QM{number}.mqsc").write_text("".join(system(number)), encoding="utf-8")
    named = [f"QM{number}=QM{number}.mqsc" for number in (1, 2, 3)]
    return _timed(what, folder, "import", *named, "--platform", "linux", "--out", what)


def _timed(what: str, folder: Path, *words: str) -> Measured:
    seconds = processor_time(folder, *words)
    return Measured(what, seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)


def main() -> int:
    """Print what was measured; 1 when a limit is missed."""
    measured = measure()
    for result in measured:
        print(result)
    return int(not all(result.is_within for result in measured))


if __name__ == "__main__":
    raise SystemExit(main())
