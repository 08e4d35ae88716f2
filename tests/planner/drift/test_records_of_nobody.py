"""`--unmanaged` finds what was given on system objects, and not what administrators have."""

from pathlib import Path

from drift_fleets import found, local_job, small_fleet

PROGRAM = """
from queuewright import mq

mq.LocalQueue("A", system="QM1", max_queue_depth=100)
"""
DUMP = """* Queue manager name: QM1
DEFINE QLOCAL('A') MAXDEPTH(100) REPLACE
DEFINE QLOCAL('SYSTEM.ADMIN.COMMAND.QUEUE') REPLACE
SET AUTHREC PROFILE('A') OBJTYPE(QUEUE) GROUP('mqm') AUTHADD(ALL)
SET AUTHREC PROFILE('A') OBJTYPE(QUEUE) GROUP('staff') AUTHADD(GET)
SET AUTHREC PROFILE('SYSTEM.ADMIN.COMMAND.QUEUE') OBJTYPE(QUEUE) GROUP('mqm') AUTHADD(ALL)
SET AUTHREC PROFILE('SYSTEM.ADMIN.COMMAND.QUEUE') OBJTYPE(QUEUE) PRINCIPAL('bob') AUTHADD(PUT)
SET AUTHREC PROFILE('SYSTEM.**') OBJTYPE(QUEUE) GROUP('staff') AUTHADD(PUT)
SET CHLAUTH('SYSTEM.ADMIN.SVRCONN') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)
SET CHLAUTH('SYSTEM.ADMIN.SVRCONN') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(CHANNEL)
SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)
SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('*MQADMIN')
"""


def test_records_that_nobody_declared(tmp_path: Path, program: Path) -> None:
    (program / "__main__.py").write_text(PROGRAM)
    job, lake = local_job(tmp_path / "lake"), tmp_path / "lake"
    assert job(small_fleet(tmp_path, program, one=DUMP), "r1", unmanaged=True).failures == []
    assert found(lake, "r1", "name", "drift") == [
        ("A/q/staff/", "unexpected"),
        ("SYSTEM.**/q/staff/", "unexpected"),
        ("SYSTEM.ADMIN.COMMAND.QUEUE/q//bob", "unexpected"),
        ("SYSTEM.ADMIN.SVRCONN/addressmap///10.*//", "unexpected"),
    ]


def test_an_environment_that_declares_nothing_is_named(tmp_path: Path, program: Path) -> None:
    (program / "__main__.py").write_text("import queuewright")
    summary = local_job(tmp_path / "lake")(small_fleet(tmp_path, program, one=DUMP), "r1")
    assert summary.counts["drift"] == 0
    reason = "nothing is declared on any system of the environment"
    assert summary.warnings == [{"environment": "one", "system": "QM1", "warning": reason}]


LIMITED = """
from queuewright import mq

mq.LocalQueue("A", system="QM1", max_queue_depth=100)
mq.AuthorityRecordsExclusive(
    "of-a", name="A", system="QM1", object_type="q", groups=["staff"], principals=[]
)
mq.ChannelAuthenticationRecordsExclusive(
    "of-svrconn", name="SYSTEM.ADMIN.SVRCONN", system="QM1", type="addressmap", matches=["10.*"]
)
"""


def test_records_that_a_limit_lets_stay_are_no_drift(tmp_path: Path, program: Path) -> None:
    (program / "__main__.py").write_text(LIMITED)
    others = "SET AUTHREC PROFILE('A') OBJTYPE(QUEUE) PRINCIPAL('bob') AUTHADD(GET)\n"
    job, lake = local_job(tmp_path / "lake"), tmp_path / "lake"
    assert job(small_fleet(tmp_path, program, one=DUMP + others), "r1").failures == []
    assert found(lake, "r1", "name", "drift") == [
        ("A/q//bob", "unexpected"),
        ("SYSTEM.ADMIN.SVRCONN/addressmap///*//", "unexpected"),
    ]
