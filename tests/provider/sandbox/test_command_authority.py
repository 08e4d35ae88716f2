"""Commands of MQSC by a user whose own authorities count. The table is typed from IBM's
"Authorizations for MQSC commands in escape PCFs", and of policies from dspmqspl and setmqspl."""

from pathlib import Path

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.authorization import Operator
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

MANAGER = "OBJTYPE(QMGR) AUTHADD(CONNECT,DSP)"
# Command, and what besides CONNECT and DSP on the queue manager lets the user send it.
TABLE = (
    ("ALTER QLOCAL(A) DESCR('x')", "PROFILE(A) OBJTYPE(QUEUE) AUTHADD(CHG)"),
    ("CLEAR QLOCAL(A)", "PROFILE(A) OBJTYPE(QUEUE) AUTHADD(CLR)"),
    ("DEFINE QLOCAL(A) REPLACE",
     "PROFILE(A) OBJTYPE(QUEUE) AUTHADD(CHG); PROFILE(SYSTEM.DEFAULT.LOCAL.QUEUE) OBJTYPE(QUEUE) "
     "AUTHADD(DSP)"),
    ("DEFINE QLOCAL(B)",
     "PROFILE('@class') OBJTYPE(QUEUE) AUTHADD(CRT); PROFILE(SYSTEM.DEFAULT.LOCAL.QUEUE) "
     "OBJTYPE(QUEUE) AUTHADD(DSP)"),
    ("DEFINE QLOCAL(C) LIKE(A)",
     "PROFILE('@class') OBJTYPE(QUEUE) AUTHADD(CRT); PROFILE(A) OBJTYPE(QUEUE) AUTHADD(DSP)"),
    ("DEFINE CHANNEL(X) CHLTYPE(SVRCONN)",
     "PROFILE('@class') OBJTYPE(CHANNEL) AUTHADD(CRT); PROFILE(SYSTEM.DEF.SVRCONN) "
     "OBJTYPE(CHANNEL) AUTHADD(DSP)"),
    ("DISPLAY QLOCAL(A)", "PROFILE(A) OBJTYPE(QUEUE) AUTHADD(DSP)"),
    ("STOP CHANNEL(CH)", "PROFILE(CH) OBJTYPE(CHANNEL) AUTHADD(CTRL)"),
    ("RESET CHANNEL(CH)", "PROFILE(CH) OBJTYPE(CHANNEL) AUTHADD(CTRLX)"),
    ("ALTER QMGR DESCR('x')", "OBJTYPE(QMGR) AUTHADD(CHG)"),
    ("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)", "OBJTYPE(QMGR) AUTHADD(CHG)"),
    ("SET CHLAUTH(CH) TYPE(BLOCKUSER) USERLIST('x')", "OBJTYPE(QMGR) AUTHADD(CHG)"),
    ("REFRESH SECURITY TYPE(CONNAUTH)", "OBJTYPE(QMGR) AUTHADD(CHG)"),
    ("SET POLICY(A) SIGNALG(SHA256) ACTION(REPLACE)", "OBJTYPE(QMGR) AUTHADD(CHG,INQ)"),
    ("DISPLAY POLICY(A)", "OBJTYPE(QMGR) AUTHADD(CHG,INQ)"),
    ("DELETE QLOCAL(A)", "PROFILE(A) OBJTYPE(QUEUE) AUTHADD(DLT)"),
)  # fmt: skip


@pytest.fixture
def machine(tmp_path: Path) -> EmbeddedSystem:
    machine = Sandbox(tmp_path / "s.db").create_system("QM1", platform=Platform.LINUX)
    reported(machine, "DEFINE QLOCAL(A)")
    reported(machine, "DEFINE CHANNEL(CH) CHLTYPE(SDR) CONNAME('q') XMITQ(X)")
    machine.channel_runs("CH")
    return machine


def reported(machine: EmbeddedSystem, command: str) -> list[str]:
    """The reasons of its refusals."""
    answers = list(mqsc_commands.run(machine, command))
    return [answer.reason_name for answer in answers if not answer.ok]


def test_each_command_needs_what_the_table_says(machine: EmbeddedSystem) -> None:
    def granted(line: str, word: str = "AUTHADD") -> None:
        for number, each in enumerate(line.split("; ")):
            group = each.replace(" AUTHADD", f" GROUP('ops') {word}")
            assert reported(machine, f"SET AUTHREC {group}") == [], number

    ann = machine.sandbox.system("QM1", Operator("ann", ("ops",)))
    refused = ["MQRC_NOT_AUTHORIZED"]
    for command, needed in TABLE:
        assert reported(ann, command) == refused, command
        granted(needed)
        assert reported(ann, command) == refused, f"{command}, without CONNECT"
        granted(MANAGER)
        machine.channel_runs("CH", "STOPPED" if "RESET" in command else "RUNNING")
        assert reported(ann, command) == [], command
        granted(MANAGER, "AUTHRMV")
        granted(needed, "AUTHRMV")
        assert reported(machine, "DEFINE QLOCAL(A) REPLACE") == []


def test_several_are_shown_as_far_as_they_may_be_seen(machine: EmbeddedSystem) -> None:
    for line in (
        "OBJTYPE(QMGR) PRINCIPAL('ann') AUTHADD(CONNECT,DSP)",
        "PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('ann') AUTHADD(DSP)",
    ):
        assert reported(machine, f"SET AUTHREC {line}") == []
    reported(machine, "DEFINE QLOCAL(B)")
    ann = machine.sandbox.system("QM1", Operator("ann"))
    [answer] = mqsc_commands.run(ann, "DISPLAY QLOCAL(*)")
    assert [row["QUEUE"] for row in answer.objects] == ["A"]
    [answer] = mqsc_commands.run(ann, "DISPLAY CHANNEL(*)")
    assert not answer.objects
    # An object that is not there is not found, by whomever.
    assert reported(ann, "ALTER QLOCAL(NONE) DESCR('x')") == ["MQRC_UNKNOWN_OBJECT_NAME"]
    mqm = machine.sandbox.system("QM1", Operator("bob", ("mqm",)))
    assert reported(mqm, "DELETE QLOCAL(A)") == []
