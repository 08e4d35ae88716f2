"""Jobs that run CSQUTIL: the commands of its function COMMAND."""

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.protocol import Script
from queuewright.dialects.recognising import dialect_of
from queuewright.dialects.registry import dialect

JOB = """\
//QUEUES   JOB (ACCT),'MQ',CLASS=A
//* queues of CSQ1 EXEC PGM=NONE
//STEP1    EXEC PGM=CSQUTIL,PARM='CSQ1'
//STEPLIB  DD DISP=SHR,DSN=CSQ.SCSQAUTH
//SYSIN    DD *
* two functions
COMMAND DDNAME(CMDINP)
SDEFS OBJECT(QUEUE)
/*
//CMDINP   DD DATA,DLM=$$
* of the shop
DEFINE QLOCAL('A.B') +
//DESCR('x')
DEFINE PSID(3) BUFFPOOL(1)
$$
//         DD DISP=SHR,DSN=MY.COMMANDS(MORE)
//STEP2    EXEC PGM=IEFBR14
//SYSIN    DD *
DEFINE QLOCAL(NOT.OURS)
//STEP3    EXEC PGM=CSQUTIL,PARM='CSQ1'
//CSQUCMD  DD DSN=MY.COMMANDS(USUAL),DISP=SHR
//SYSIN    DD *
COMMAND
"""


def read(text: str) -> Script:
    assert dialect_of("queues.jcl", text.encode()) == "mqsc"
    return dialect("mqsc").read(text.encode(), file="queues.jcl")


def test_the_commands_of_a_job() -> None:
    script = read(JOB.replace("//DESCR", "  DESCR"))
    assert [(e.line, e.words) for e in script.entries if e.words] == [
        (8, "CSQUTIL SDEFS"), (12, "DEFINE QLOCAL"), (14, "DEFINE PSID"),
    ]  # fmt: skip
    assert {d.name: d.values for d in script.definitions} == {
        "A.B": {"queue_description": "x"},
    }
    assert (script.facts.platform, script.headings[12]) == (Platform.ZOS, ["* of the shop"])


def test_what_is_elsewhere_is_named() -> None:
    problems = [(p.line, p.code, p.text) for e in read(JOB).entries for p in e.problems]
    found = [
        (line, text.split('"')[1]) for line, code, text in problems if code == "other-data-set"
    ]
    assert found == [(16, "MY.COMMANDS(MORE)"), (21, "MY.COMMANDS(USUAL)")]


@pytest.mark.parametrize("text", ["DEFINE QL(A)\n", "* EXEC PGM=CSQUTIL\nDEFINE QL(A)\n"])
def test_a_script_is_no_job(text: str) -> None:
    script = read(text)
    assert [d.name for d in script.definitions] == ["A"]
    assert script.facts.platform is None
