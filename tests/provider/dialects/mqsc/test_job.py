"""Jobs that run CSQUTIL: the commands of its function COMMAND."""

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.protocol import Given, Script
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


SEVERAL = """\
//QUEUES   JOB (ACCT),'MQ',CLASS=A
//STEP1    EXEC PGM=CSQUTIL,PARM='CSQ1'
//CSQUCMD  DD *
DEFINE QLOCAL(ON1)
//SYSIN    DD *
COMMAND
//STEP2    EXEC PGM=CSQUTIL,REGION=0M,
//         PARM='CSQ2,QSG1,DSG1,DB01'
//CMDS     DD *
DEFINE QLOCAL(ON3)
//MORE     DD *
DEFINE QLOCAL(ON2)
//SYSIN    DD *
* two
COMMAND DDNAME(CMDS) +
  TGTQMGR(CSQ3)
COMMAND DDNAME(MORE)
//STEP3    EXEC PGM=CSQUTIL,PARM='&QMGR'
//CSQUCMD  DD *
DEFINE QLOCAL(NOWHERE)
//SYSIN    DD *
COMMAND
"""


def test_the_queue_managers_of_a_job() -> None:
    facts = read(SEVERAL).facts
    assert (facts.named, facts.is_job) == (("CSQ1", "CSQ3", "CSQ2"), True)
    of = {
        name: dialect("mqsc").read(SEVERAL.encode(), given=Given(queue_manager=name))
        for name in facts.named
    }
    assert {name: [d.name for d in script.definitions] for name, script in of.items()} == {
        "CSQ1": ["ON1"], "CSQ2": ["ON2"], "CSQ3": ["ON3"],
    }  # fmt: skip
    for name, script in of.items():
        assert script.facts.named == (name,)
        problems = [(p.line, p.code) for e in script.entries for p in e.problems]
        assert problems == [(20, "no-target-queue-manager")]


@pytest.mark.parametrize(
    ("statements", "parm", "named"),
    [
        ("//  SET QMGR=CSQ1", "&QMGR", ("CSQ1",)),
        ("//S SET A=CSQ,\n//  B='1'  of the test", "&A.&B.,QSG1,DSG1,DB01", ("CSQ1",)),
        ("//  SET A=CSQ1\n//  SET B=&A\n//  SET A=CSQ2", "&B", ("CSQ1",)),
        ("//  SET OTHER=CSQ1", "&QMGR", ()),
    ],
)
def test_a_symbol_has_the_value_that_the_job_sets(
    statements: str, parm: str, named: tuple[str, ...]
) -> None:
    job = (
        f"//J JOB\n{statements}\n//S EXEC PGM=CSQUTIL,PARM='{parm}'\n//CSQUCMD DD *\nDEFINE QL(A)\n"
    )
    assert read(job).facts.named == named


@pytest.mark.parametrize(
    ("parm", "named"),
    [
        ("PARM='CSQ1'", ("CSQ1",)),
        ("PARM=CSQ1,REGION=0M", ("CSQ1",)),
        ("REGION=0M,PARM=('csq1')", ("CSQ1",)),
        ("PARM='QSG1,DSG1,DB01'", ()),
        ("PARM='&SSID'", ()),
        ("REGION=0M", ()),
    ],
)
def test_the_queue_manager_of_a_step(parm: str, named: tuple[str, ...]) -> None:
    job = f"//S EXEC PGM=CSQUTIL,{parm}\n//CSQUCMD DD *\nDEF QL(A)\n//SYSIN DD *\nCOMMAND\n"
    script = read(job)
    assert (script.facts.named, [d.name for d in script.definitions]) == (named, ["A"])
