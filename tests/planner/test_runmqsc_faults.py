"""A command processor that fails in every way, by a seed: the next run converges, nothing twice.

QUEUEWRIGHT_FAULT_SEEDS=N runs the first N seeds.
"""

import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from queuewright.api import Workspace
from queuewright.catalogue.errors import QueuewrightError
from queuewright.sandbox.engine import Sandbox

SEEDS = range(int(os.environ.get("QUEUEWRIGHT_FAULT_SEEDS", "2")))

# Runs the sandbox's runmqsc in its own process; what is lost is decided by the seed and by how many
# processes there were.
PROCESSOR = """
import os, random, sys, time
from pathlib import Path
from queuewright.sandbox.engine import Sandbox
from queuewright.sandbox.runmqsc import RunmqscSession

folder = Path(sys.argv[1])
calm = (folder / "calm").exists()
started = folder / "starts"
number = started.stat().st_size if started.exists() else 0
with started.open("a") as file:
    file.write("x")
chance = random.Random(f"{sys.argv[2]} {number}")
faults = ["", "cut", "die", "hang", "swallow", "garble", "repeat", "late"]
fault = "" if calm else chance.choice(faults)
left = chance.randrange(40, 4000)
log = (folder / "log").open("a")

def say(line):
    global left
    log.write(line + "\\n")
    log.flush()
    data = (line + "\\n").encode()
    if fault == "swallow" or (fault == "cut" and left <= 0):
        return
    if fault == "garble" and chance.random() < 0.05:
        data = bytes([chance.randrange(32, 127)]) + data[1:]
    if fault == "cut":
        data = data[:left]
    if fault == "repeat" and chance.random() < 0.05:
        data += data
    left -= len(data)
    os.write(1, data)
    if fault in ("cut", "die") and left <= 0:
        os._exit(255)
    if fault == "hang" and left <= 0:
        time.sleep(60)

if fault == "die" and chance.random() < 0.5:
    sys.exit(255)
if fault == "late":
    time.sleep(0.5)
run = RunmqscSession(Sandbox(folder / "live.db"), "QM1", say)
run.start()
for line in sys.stdin:
    run.feed(line)
    if run.quit:
        break
sys.exit(run.end())
"""
PROGRAM = """
from queuewright import mq
for number in range({count}):
    mq.LocalQueue(f"Q{{number}}", system="QM1", max_queue_depth={depth})
mq.AliasQueue("A", system="QM1", base_object_name="Q0")
mq.Namelist("NL", system="QM1", names=("Q0", "Q1"))
"""
CREATED = re.compile(r" : DEFINE \w+\('([^']+)'\)[^\n]*\nAMQ(?:8006|8552)I")


# seconds: short where processes hang, and long where none does, so that a busy machine's start of a
# process is not taken for a fault.
HANGS, CALM = 1.5, 60


def project(folder: Path, seed: int, timeout: float) -> None:
    (folder / "processor.py").write_text(PROCESSOR)
    (folder / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    command = f"[{sys.executable}, {folder}/processor.py, {folder}, '{seed}']"
    (folder / "Pulumi.dev.yaml").write_text(
        "config:\n  queuewright:systems:\n"
        f"    QM1: {{type: runmqsc, timeout: {timeout}, command: {command}}}\n"
    )


def up(folder: Path, count: int, depth: int) -> bool:
    """Whether everything was done."""
    (folder / "__main__.py").write_text(PROGRAM.format(count=count, depth=depth))
    workspace = Workspace(folder)
    try:
        plan = workspace.preview()
        return not plan.blocked and workspace.up(plan).ok
    except QueuewrightError:
        return False


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_run_converges(tmp_path: Path, seed: int) -> None:
    machine = Sandbox(tmp_path / "live.db").create_system("QM1")
    for depth, count in ((5, 6), (9, 4)):
        (tmp_path / "calm").unlink(missing_ok=True)
        project(tmp_path, seed, HANGS)
        for _ in range(2):
            up(tmp_path, count, depth)
        (tmp_path / "calm").touch()
        project(tmp_path, seed, CALM)
        assert up(tmp_path, count, depth)
        found = {o.key.name: o for o in machine.observe(["mq:LocalQueue"])}
        own = {name: o for name, o in found.items() if not name.startswith("SYSTEM.")}
        assert set(own) == {f"Q{number}" for number in range(count)}
        assert {o.attributes["max_queue_depth"] for o in own.values()} == {depth}
        (tmp_path / "__main__.py").write_text(PROGRAM.format(count=count, depth=depth))
        assert not Workspace(tmp_path).preview().changes
    log = (tmp_path / "log").read_text()
    created = Counter(match[1] for match in CREATED.finditer(log))
    assert set(created.values()) == {1}, created
