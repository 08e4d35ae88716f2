"""What a type checker says of programs: mypy over a good one and over bad ones."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

GOOD = """
import pulumi
from queuewright import ibmi, mq

manager = mq.QueueManager("QM1")
names: pulumi.Output[str] = pulumi.Output.from_input("text")
cluster = mq.Cluster("C", system=manager, full_repository="yes")
queue = mq.LocalQueue(
    "Q", system="QM1", name=names, max_queue_depth=5, usage="normal", max_queue_file_size="default",
    cluster_name=cluster, backout_requeue_name=names, force="when-needed",
    opts=pulumi.ResourceOptions(protect=True),
)
other = mq.LocalQueue("R", system=manager, max_queue_depth=queue.max_queue_depth,
                      max_queue_file_size=20, usage=queue.usage, like=queue)
mq.AliasQueue("A", system=manager, base_object_name=queue)
mq.Namelist("N", system=manager, names=[cluster, "D", names])
depth: pulumi.Output[int] = queue.max_queue_depth
name: pulumi.Output[str] = queue.name
held: pulumi.Output[list[str]] = mq.Namelist("M", system="QM1").names.apply(list)
partition = ibmi.System("PROD01")
far = ibmi.DataQueue("DQ", system=partition, library="LIB", max_entry_length=100)
ibmi.DdmDataQueue("DD", system=partition, remote_data_queue=far, remote_location="rdb")
ibmi.AuthorizationList("L", system="PROD01", users={"ANNA": ["use"]})
ibmi.MessageQueue("MQ", system="PROD01", max_increments="nomax", severity_code_filter=5)
mq.ClusterTopology("ORDERS", full_repositories={"QM1": "host(1414)"}, members={manager: "h(1)"})
"""

BAD = {
    'mq.LocalQueue("Q", system="QM1", max_depth=5)': "Unexpected keyword argument",
    'mq.LocalQueue("Q", system="QM1", max_queue_depth="5")': 'expected "int | Awaitable[int]',
    'mq.LocalQueue("Q", system="QM1", usage="transmision")': "usage",
    'mq.LocalQueue("Q", max_queue_depth=5)': 'Missing named argument "system"',
    'mq.LocalQueue("Q", system=5)': 'expected "str | QueueManager"',
    'mq.LocalQueue("Q", "QM1")': "Too many positional arguments",
    'mq.LocalQueue("Q", system="QM1", force="always")': "force",
    'mq.AliasQueue("A", system="QM1", base_object_name=mq.Cluster("C", system="QM1"))': "Cluster",
    'mq.AliasQueue("A", system="QM1", like=mq.LocalQueue("C", system="QM1"))': "LocalQueue",
    'mq.LocalQueue("Q", system=ibmi.System("P"))': "System",
    'ibmi.DataQueue("Q", system="P")': 'Missing named argument "max_entry_length"',
    'ibmi.DataQueue("Q", system="P", max_entry_length=1, sequence="lilo")': "sequence",
    'x: pulumi.Output[str] = mq.LocalQueue("Q", system="QM1").max_queue_depth': "Output[int]",
    "mq.Queue": "has no attribute",
}


@pytest.fixture(scope="module")
def mypy(tmp_path_factory: pytest.TempPathFactory) -> dict[int, list[str]]:
    """Messages of mypy --strict by line, of one file: the good program, then a bad line each."""
    folder = tmp_path_factory.mktemp("typing")
    lines = [*GOOD.strip().splitlines(), *BAD]
    program = folder / "program.py"
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"),
         "--cache-dir", str(ROOT / ".mypy_cache"), "--no-error-summary", str(program)],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert not run.stderr, run.stderr
    errors: dict[int, list[str]] = {}
    for line in run.stdout.splitlines():
        file, number, text = line.split(":", 2)
        assert file.endswith("program.py"), line
        if "error:" in text:
            errors.setdefault(int(number), []).append(text)
    return errors


@pytest.mark.slow
def test_a_good_program_has_no_error(mypy: dict[int, list[str]]) -> None:
    good = len(GOOD.strip().splitlines())
    assert {line: text for line, text in mypy.items() if line <= good} == {}


@pytest.mark.slow
@pytest.mark.parametrize("line", BAD)
def test_a_mistake_is_told(line: str, mypy: dict[int, list[str]]) -> None:
    number = len(GOOD.strip().splitlines()) + list(BAD).index(line) + 1
    assert BAD[line] in " ".join(mypy.get(number, ())), mypy.get(number)
