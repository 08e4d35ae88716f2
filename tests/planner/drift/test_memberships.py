"""A membership of a cluster that no declared channel makes: nothing while it is not there, and
compared where it is."""

from pathlib import Path

from drift_fleets import found, local_job, small_fleet

PROGRAM = """
from queuewright import mq

for name in ("ABSENT", "PART", "FULL"):
    mq.Cluster(name, system="QM1", full_repository="no")
"""
DUMP = """* Queue manager name: QM1
DEFINE NAMELIST('BOTH') NAMES('FULL','OTHER') REPLACE
ALTER QMGR REPOS(' ') REPOSNL('BOTH')
DEFINE CHANNEL('TO.QM1') CHLTYPE(CLUSRCVR) CLUSTER('PART') CONNAME('h(1414)') REPLACE
"""


def test_a_full_repository_of_others_differs_from_a_membership(
    tmp_path: Path, program: Path
) -> None:
    (program / "__main__.py").write_text(PROGRAM)
    job, lake = local_job(tmp_path / "lake"), tmp_path / "lake"
    summary = job(small_fleet(tmp_path, program, one=DUMP), "r1")
    assert summary.failures == []
    columns = ("kind", "name", "drift", "attribute", "desired", "observed")
    assert found(lake, "r1", *columns) == [
        ("mq:Cluster", "FULL", "changed", "full_repository", '"no"', '"yes"')
    ]
