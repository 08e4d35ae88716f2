"""The whole of a queue manager: channels, records and attributes beside its queues.

Limits, in processor time: the public dump ABKA.mqsc (71,000 lines, 5,982 objects) is imported in at
most 3 s, and a preview of the program that comes of it, over the sandbox, takes at most 4 s. A plan
of 100,000 objects, a third of them authority records, takes at most 1.3 times as long as a plan of
queues and aliases only. Over mqweb, 10,000 queues, 1,000 channels and 30,000 authority records are
read in at most 6 s and 400 MB, by the clock. Its lint and `access`: see `bench.lint` and
`bench.access`.
Run: python -m bench.whole
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from queuewright.kinds import spec_of
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.sandbox.authority_records import grant
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.rows import Stored
from queuewright.systems.registry import systems_from

from .host import processor_time, run
from .lint import DUMP
from .mqweb import served
from .plan import measure_apart

__all__ = ["main"]

IMPORT, PREVIEW, RECORDS, READ, MEGABYTES = 3.0, 4.0, 1.3, 6.0, 400
QUEUES, CHANNELS, PROFILES, GROUPS = 10_000, 1_000, 10_000, 3
COUNT = 100_000
_RIGHTS = ("input", "inquire", "output")


def of_the_dump() -> Iterator[tuple[str, bool]]:
    """Import and preview of the public dump; nothing where it is not beside the checkout."""
    if not DUMP.is_file():
        return
    with tempfile.TemporaryDirectory(prefix="queuewright-bench-") as name:
        folder = Path(name)
        imported = processor_time(folder, "import", str(DUMP), "--system", "ABKA", "--out", "abka")
        yield _judged(f"import of {DUMP.name}", imported, IMPORT)
        run(folder / "abka", "sandbox", "load", str(DUMP))
        run(folder / "abka", "preview")  # so that everything is compiled
        seconds = processor_time(folder / "abka", "preview")
        yield _judged(f"preview of {DUMP.name}", seconds, PREVIEW)


def of_a_plan() -> Iterator[tuple[str, bool]]:
    """A third of the objects are authority records."""
    plain, mixed = (measure_apart(COUNT, mode).seconds for mode in ("mixed", "records"))
    text = f"plan of {COUNT} objects: {plain:.2f} s, a third of them records: {mixed:.2f} s"
    yield f"{text} ({mixed / plain:.2f} times, at most {RECORDS})", mixed <= RECORDS * plain


def of_a_reading() -> Iterator[tuple[str, bool]]:
    """Everything that a large queue manager has, over mqweb, in a process of its own."""
    command = [sys.executable, "-m", "bench.whole", "read"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, megabytes = done.stdout.split()
    text = f"reading of {QUEUES} queues, {CHANNELS} channels and {PROFILES * GROUPS} records"
    shown, kept = _judged(f"{text}, {megabytes} MB (at most {MEGABYTES})", float(seconds), READ)
    yield shown, kept and int(megabytes) <= MEGABYTES


def read() -> tuple[float, int]:
    """Seconds, and megabytes that this process has at most."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(Sandbox(folder / "sandbox.db").create_system("QM1"))
        with served(folder) as entry:
            system = systems_from({"QM1": entry}, base=folder)["QM1"]
            _ = system.facts
            started = time.perf_counter()
            kinds = ["mq:LocalQueue", "mq:ServerConnectionChannel", AuthorityRecordSpec.kind]
            found = sum(1 for _ in system.observe(kinds))
            seconds = time.perf_counter() - started
    assert found > QUEUES + CHANNELS + PROFILES * GROUPS, found
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def fill(embedded: EmbeddedSystem) -> None:
    """A queue manager with all of it, written at once."""
    facts = embedded.facts()
    with embedded.writing() as tx:
        for kind, name, count in (
            ("mq:LocalQueue", "ORDERS.{0:05}", QUEUES),
            ("mq:ServerConnectionChannel", "CLIENT.{0:04}", CHANNELS),
        ):
            shipped = dict(spec_of(kind).shipped(facts.platform, facts.command_level))
            for number in range(count):
                tx.put(Stored(kind, name.format(number), shipped))
        for number in range(PROFILES):
            for group in range(GROUPS):
                grant(tx, "q", f"ORDERS.{number:05}", f"group group{group}", _RIGHTS)


def _judged(title: str, seconds: float, limit: float) -> tuple[str, bool]:
    return f"{title}: {seconds:.2f} s (at most {limit:g})", seconds <= limit


def main() -> int:
    """Print what was measured; 1 when a limit is missed."""
    missed = 0
    for part in (of_the_dump, of_a_plan, of_a_reading):
        for text, kept in part():
            print(f"{'ok    ' if kept else 'MISSED'} whole: {text}")
            missed += not kept
    return int(missed > 0)


if __name__ == "__main__":
    if sys.argv[1:] == ["read"]:
        print(*read())
    else:
        raise SystemExit(main())
