"""Who may do what on a large queue manager. Run: python -m bench.access

Limits, in processor time: all groups of the public dump ABKA.mqsc (4,536 authority records), from
what was read, in at most 1 s; ten times as many records under generic profiles in at most 14 times
as long: they are found by what they begin with, not each of them tried. Where the dump is not
beside the checkout, one is made.
"""

import time

from bench.lint import DUMP
from queuewright.access.report import Access, Question, access
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.engine.garbage import without_collector
from queuewright.lint.scripts import of_files
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.local_queue import LocalQueueSpec
from queuewright.render.access import rows
from queuewright.world.snapshot import Snapshot
from queuewright.world.world import World

SECONDS = 1.0
GROWTH = 14.0


def main() -> int:
    name, world, system = "made", made(450), "QM1"
    if DUMP.is_file():
        linted = of_files([(DUMP.name, DUMP.read_bytes())])
        name, world, system = DUMP.name, linted.world, next(iter(linted.systems))
    seconds, answer = _measured(world, system)
    tries = [_measured(made(400, f"S{number}"), "QM1") for number in range(3)]
    small, few = min(tries, key=lambda each: each[0])
    large, many = _measured(made(4_000, "L"), "QM1")
    growth = large / small
    print(
        f"access: {name}, {answer.records} records, {len(answer.rights)} rights: {seconds:.2f} s "
        f"(at most {SECONDS:g}); {few.records} and {many.records} records, half of them generic: "
        f"{small:.2f} and {large:.2f} s, {growth:.1f} times (at most {GROWTH:g})"
    )
    return int(seconds > SECONDS or growth > GROWTH)


def _measured(world: World, system: str) -> tuple[float, Access]:
    started = time.process_time()
    with without_collector():
        answer = access(world, system, Question(), "bench")
        rows(answer)
    return time.process_time() - started, answer


def made(applications: int, of: str = "APP") -> World:
    """For each application five queues, a generic profile for two groups, and a record of its own
    of two queues. of: names begin with it; those of others are not known from before."""
    found = []
    for number in range(applications):
        prefix = f"{of}{number:05}"
        for queue in range(5):
            key = Key("QM1", LocalQueueSpec.kind, f"{prefix}.Q{queue}")
            found.append(Observed(key, {}))
        for profile in (f"{prefix}.**", f"{prefix}.Q?", f"{prefix}.Q1", f"{prefix}.Q2"):
            for group in ("app", "ops"):
                names = {"name": profile, "object_type": "q", "group": group}
                words = ("input", "output") if group == "app" else ("browse",)
                key = AuthorityRecordSpec.key_of(names, "QM1")
                found.append(Observed(key, {"authorities": words}))
    return World({}, {"QM1": Snapshot.of(found, None, SystemFacts("QM1"))})


if __name__ == "__main__":
    raise SystemExit(main())
