"""`queuewright convert`: the same definitions in every dialect, both ways."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from command_line import app
from queuewright.cli.common import UsageProblem
from queuewright.dialects.scripts import Dialect, read_script

PROGRAMS = Path(__file__).parents[2] / "provider" / "dialects" / "cl" / "programs"
ORDERS = """\
CRTMQMQ QNAME('Orders.In') QTYPE(*LCL) TEXT('it''s "1"; (+) -') MAXDEPTH(5) SHARE(*NO) USAGE(*TMQ)
CRTMQMQ QNAME(ORDERS) QTYPE(*ALS) TGTQNAME('Orders.In')
CRTMQMQ QNAME(FAR) QTYPE(*RMT) RMTQNAME(A) RMTMQMNAME(QM2)
CRTMQMQ QNAME(MODEL) QTYPE(*MDL) DFNTYPE(*PERMDYN)
CRTMQMNL NAMELIST(NL) NAMES(C1 'c2')
CRTMQMCHL CHLNAME(TO.QM1) CHLTYPE(*CLUSRCVR) CONNAME('h(1414)') CLUSTER(C1)
CPYMQMQ FROMQ('Orders.In') TOQ(COPY) QTYPE(*LCL) REPLACE(*YES)
CHGMQMQ QNAME(COPY) QTYPE(*LCL) FORCE(*YES) USAGE(*NORMAL)
DLTMQMNL NAMELIST(NL)
"""


def _run(*arguments: str, text: str | None = None) -> Any:
    return CliRunner().invoke(app, ["convert", *arguments], input=text)


def _meaning(text: str, dialect: str) -> list[tuple[Any, ...]]:
    script = read_script(text.encode(), Dialect(dialect))
    assert not [problem for entry in script.entries for problem in entry.problems]
    return [
        (
            definition.kind,
            definition.name,
            definition.action,
            definition.values,
            definition.like,
            definition.replace,
            definition.force,
        )
        for definition in script.definitions
    ]


@pytest.mark.parametrize("first", ["mqsc", "cl", "pcf", "mqweb"])
@pytest.mark.parametrize("second", ["mqsc", "cl", "pcf", "mqweb"])
def test_every_dialect_into_every_other(tmp_path: Path, first: str, second: str) -> None:
    source = tmp_path / "orders.txt"
    result = _run("-", "--from", "cl", "--to", first, text=ORDERS)
    assert (result.exit_code, result.stderr) == (0, "")
    source.write_text(result.stdout, encoding="utf-8")
    result = _run(str(source), "--from", first, "--to", second)
    assert (result.exit_code, result.stderr) == (0, "")
    assert _meaning(result.stdout, second) == _meaning(ORDERS, "cl")


def test_python_is_a_program_that_declares_the_same() -> None:
    text = (
        ORDERS.replace("DLTMQMNL NAMELIST(NL)\n", "")
        + "CRTMSGQ LIB1/Q TEXT('it''s') SIZE(3 1 5)\nCHGMSGQ LIB1/Q SEV(40)\nCRTMSGQ LIB2/Q\n"
        "CRTAUTL LIST\nADDAUTLE LIST (TOM ANN) (*ALL *AUTLMGT)\n"
    )
    result = _run("-", "--from", "cl", "--to", "python", "--system", "PROD", text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    assert 'mq.AliasQueue("ORDERS", system="PROD", base_object_name="Orders.In")' in result.stdout
    declared: list[tuple[str, str, dict[str, Any]]] = []

    class _Recorder:
        def __getattr__(self, kind: str) -> Any:
            return lambda resource, **values: declared.append((kind, resource, values))

    module = type(sys)("queuewright")
    module.mq = module.ibmi = _Recorder()  # type: ignore[attr-defined]
    code = compile(result.stdout, "converted", "exec")
    before = sys.modules["queuewright"]
    sys.modules["queuewright"] = module
    try:
        exec(code, {})
    finally:
        sys.modules["queuewright"] = before
    assert [(kind, name) for kind, name, _ in declared] == [
        ("LocalQueue", "Orders.In"), ("AliasQueue", "ORDERS"), ("RemoteQueue", "FAR"),
        ("ModelQueue", "MODEL"), ("Namelist", "NL"), ("ClusterReceiverChannel", "TO.QM1"),
        ("LocalQueue", "COPY"), ("MessageQueue", "Q"), ("MessageQueue", "Q-2"),
        ("AuthorizationList", "LIST"), ("Cluster", "C1"),
    ]  # fmt: skip
    by_name = {name: values for _, name, values in declared}
    assert by_name["Orders.In"]["queue_description"] == 'it\'s "1"; (+) -'
    assert by_name["COPY"] == {
        **by_name["Orders.In"], "usage": "normal", "adopt": "any",
    }  # fmt: skip
    assert by_name["Q"] == {
        "system": "PROD", "library": "LIB1", "text_description": "it's",
        "initial_storage_size": 3, "increment_storage_size": 1, "max_increments": 5,
        "severity_code_filter": 40,
    }  # fmt: skip
    assert by_name["Q-2"] == {"system": "PROD", "name": "Q", "library": "LIB2"}
    assert by_name["LIST"]["users"] == {
        "TOM": ["all", "autlmgt"], "ANN": ["all", "autlmgt"]
    }  # fmt: skip


MOCKED = """
import pulumi, runpy

class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        print(args.name)
        return args.name, dict(args.inputs)

    def call(self, args):
        return {}

pulumi.runtime.set_mocks(Mocks(), preview=True)
pulumi.runtime.test(lambda: runpy.run_path("program.py"))()
"""


def test_the_program_runs(tmp_path: Path) -> None:
    """With Pulumi's own mocks: the snippet is a program as it stands. In a process of its own,
    because the mocks leave event loops open."""
    text = "DEFINE QLOCAL(A) MAXDEPTH(5)\nDEFINE QALIAS(B) TARGET(A)\n"
    result = _run("-", "--from", "mqsc", "--to", "python", text=text)
    (tmp_path / "program.py").write_text(result.stdout, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", MOCKED], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split()) == ["A", "B"]


def test_what_cannot_be_said_is_told_and_the_rest_written() -> None:
    text = (
        "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(C) MAXDEPTH(5)\nDEFINE QLOCAL(D) MAXDEPTH(X)\n"
        "DEFINE CHANNEL(L) CHLTYPE(MQTT)\n"
    )
    result = _run("-", "--from", "mqsc", "--to", "cl", text=text)
    assert result.exit_code == 1
    assert result.stdout == "CRTMQMQ QNAME(C) QTYPE(*LCL) MAXDEPTH(5)\n"
    lines = result.stderr.splitlines()
    assert any("stream_queue" in each and each.startswith("-:1: error") for each in lines)
    assert any("MAXDEPTH" in each and each.startswith("-:3: error") for each in lines)
    assert any("MqttChannel L" in each and each.startswith("-:4: error") for each in lines)


@pytest.mark.parametrize(
    ("text", "target", "message"),
    [
        ("CRTMSGQ L/A", "mqsc", "MQSC has no such object"),
        ("CRTMSGQ L/A", "pcf", "PCF does not have it"),
        ("CRTMSGQ L/A", "mqweb", "no such object"),
        ("DLTMQMQ A", "mqsc", "may be any of"),
        ("CHGMQMQ A MAXDEPTH(5)", "pcf", "may be any of"),
        ("CRTMQMQ A *LCL TEXT(&X)", "cl", "no literal value"),
        ("CHGMQMQ A QTYPE(*LCL) MAXDEPTH(5)", "python", "no file defines"),
        ("CRTMQMQ A *LCL TEXT('x", "mqsc", "expected"),
    ],
)
def test_what_has_no_counterpart(text: str, target: str, message: str) -> None:
    result = _run("-", "--from", "cl", "--to", target, text=text)
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("dialect", "text", "message"),
    [
        ("cl", "CRTMQMQ A *LCL MAXDEPTH(-1)", "must be 0 to 999999999"),
        ("mqsc", "DEFINE QLOCAL(A) CLUSTER(C) CLUSNL(N)", "only one of"),
        ("mqsc", "DEFINE QLOCAL(A) MAXDEPHT(5)", "did you mean MAXDEPTH"),
    ],
)
def test_a_command_that_is_wrong_is_not_converted(dialect: str, text: str, message: str) -> None:
    result = _run("-", "--from", dialect, "--to", "pcf", text=text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr


def _python(text: str, dialect: str = "mqsc") -> tuple[int, list[str], str]:
    """Exit code, declarations, what is told."""
    result = _run("-", "--from", dialect, "--to", "python", text=text)
    lines = [line for line in result.stdout.splitlines() if line.startswith(("mq.", "ibmi."))]
    return result.exit_code, lines, result.stderr


def test_what_asks_and_what_makes_room_is_no_mistake_in_a_program() -> None:
    code, lines, stated = _python("DEFINE QLOCAL(A)\nDISPLAY QLOCAL(A)\nDIS QL(*) CURDEPTH\n")
    assert (code, lines) == (0, ['mq.LocalQueue("A", system="QM1")'])
    assert "2 inquiries" in stated
    code, lines, stated = _python(
        "DLTDTAQ L/D\nMONMSG CPF2105\nCRTLIB L\nCRTDTAQ L/D MAXLEN(5)\n", "cl"
    )
    declared = 'ibmi.DataQueue("D", system="QM1", library="L", max_entry_length=5)'
    assert (code, lines) == (0, ['ibmi.Library("L", system="QM1")', declared])
    assert "error" not in stated
    assert _python("DELETE QLOCAL(GONE)\nDEFINE QLOCAL(A)")[0] == 0


def test_a_program_has_what_an_import_has() -> None:
    code, lines, stated = _python(
        "ALTER QMGR REPOS(C1) REPOSNL(' ') MAXMSGL(70000) DEADQ(X)\nDEFINE QLOCAL(A) MAXDEPTH(1)\n"
        "DEFINE QLOCAL(B) LIKE(A)\nDEFINE QLOCAL(C) CLUSTER(X) CLUSNL(Y)\nEND\nDEFINE QLOCAL(D)\n"
    )
    assert code == 1
    assert lines[0] == "mq.QueueManagerAttributes("
    assert [line.partition("(")[2][:4] for line in lines[1:]] == ['"A",', '"B",', '"C1"']
    assert "max_queue_depth=1" in lines[2]
    assert "only one of" in stated
    assert stated.count("1 command, not read") == 1


DISPLAYS = """\
DISPLAY QUEUE('Q') MAXDEPTH CURDEPTH
DISPLAY QLOCAL('*') WHERE(CURDEPTH GT 0) ALL
DISPLAY QLOCAL('*') WHERE(USAGE EQ XMITQ)
DISPLAY QUEUE('*') WHERE(DESCR LK 'it''s *') DESCR
DISPLAY CHANNEL('C')
DISPLAY CHANNEL('C') TYPE(CLUSSDR) WHERE(CONNAME LK 'h*') CONNAME
DISPLAY NAMELIST('*') WHERE(NAMES CT A) NAMES
DISPLAY QUEUE('*') CLUSINFO ALL
"""


@pytest.mark.parametrize("through", ["mqsc", "pcf", "mqweb"])
def test_an_inquiry_keeps_its_filter_and_attributes(through: str) -> None:
    there = _run("-", "--from", "mqsc", "--to", through, text=DISPLAYS)
    assert (there.exit_code, there.stderr) == (0, "")
    back = _run("-", "--from", through, "--to", "mqsc", text=there.stdout)
    assert (back.exit_code, back.stderr) == (0, "")
    assert back.stdout == DISPLAYS


def test_an_inquiry_for_what_nobody_has_is_an_error() -> None:
    result = _run("-", "--from", "mqsc", "--to", "mqsc", text="DIS QL(X) BOGUS\nDIS QL(X) WHERE(A)")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "BOGUS is not an attribute of mq:LocalQueue" in result.stderr
    assert "WHERE takes an attribute" in result.stderr


def test_types_that_a_command_does_not_say_come_from_the_creation() -> None:
    result = _run("-", "--from", "cl", "--to", "mqsc", text="CRTMQMQ A *ALS TGTQNAME(B)\nDLTMQMQ A")
    assert result.exit_code == 0, result.stderr
    assert "DELETE QALIAS('A')" in result.stdout


def test_what_says_nothing_in_cl_is_left_out() -> None:
    text = (
        "DEFINE QLOCAL(A) SCOPE(QMGR) QSGDISP(QMGR) MAXDEPTH(5)\n"
        "ALTER QLOCAL(A) QSGDISP(QMGR) MAXDEPTH(6)\nDEFINE QLOCAL(B) SCOPE(CELL)\n"
        "DEFINE QLOCAL(C) QSGDISP(SHARED)\nDEFINE QLOCAL(D) STREAMQ(A)\n"
    )
    result = _run("-", "--from", "mqsc", "--to", "cl", text=text)
    assert result.stdout == (
        "CRTMQMQ QNAME(A) QTYPE(*LCL) MAXDEPTH(5)\nCHGMQMQ QNAME(A) QTYPE(*LCL) MAXDEPTH(6)\n"
    )
    assert result.exit_code == 1
    stated = sorted(line[:4] for line in result.stderr.splitlines())
    assert stated == ["-:3:", "-:4:", "-:5:"]


def test_libraries_stay_in_cl() -> None:
    text = "CRTLIB LIB(L) TEXT('x')\nCRTDTAQ L/D MAXLEN(5)"
    result = _run("-", "--from", "cl", "--to", "cl", text=text)
    assert result.stdout == "CRTLIB LIB(L) TEXT('x')\nCRTDTAQ DTAQ(L/D) MAXLEN(5)\n"
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_real_program_keeps_what_it_creates() -> None:
    result = _run(str(PROGRAMS / "setup.clle"), "--from", "cl", "--to", "mqsc")
    assert result.exit_code == 1  # message and data queues are not MQ's
    assert "DESCR('Order system''s dead letters')" in result.stdout
    assert "MONMSG" not in result.stderr


def test_pcf_lines_have_the_documents_names() -> None:
    text = "CRTMQMQ A *LCL MAXDEPTH(5)"
    result = _run("-", "--from", "cl", "--to", "pcf", text=text)
    assert json.loads(result.stdout) == {
        "command": "MQCMD_CREATE_Q",
        "parameters": {"QName": "A", "QType": "MQQT_LOCAL", "MaxQDepth": 5},
    }


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = _run(str(tmp_path / "none.mqsc"), "--from", "mqsc", "--to", "cl")
    assert result.exit_code == 1
    assert "No such file" in str(result.exception)


def test_pcf_in_bytes_and_back(tmp_path: Path) -> None:
    arguments = ["convert", "-", "--from", "cl", "--to", "pcf", "--bytes"]
    result = CliRunner().invoke(app, arguments, input=ORDERS)
    assert result.exit_code == 0
    data = result.stdout_bytes
    assert data[:8] == b"\x00\x00\x00\x01\x00\x00\x00\x24"  # MQCFT_COMMAND, MQCFH's length
    file = tmp_path / "orders.pcf"
    file.write_bytes(data)
    back = _run(str(file), "--from", "pcf", "--to", "mqsc")
    assert (back.exit_code, back.stderr) == (0, "")
    assert _meaning(back.stdout, "mqsc") == _meaning(ORDERS, "cl")
    refused = CliRunner().invoke(app, ["convert", "-", "--from", "cl", "--to", "cl", "--bytes"])
    assert refused.exit_code != 0


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("DELETE QLOCAL(A) PURGE", "DLTMQMQ has no keyword for PURGE;"),
        ("DELETE QLOCAL(A) AUTHREC(NO)", "DLTMQMQ has no keyword for AUTHREC(NO);"),
        ("DELETE QALIAS(A) AUTHREC(YES)", ""),
        ("DELETE QLOCAL(A) NOPURGE", ""),
        ("DEFINE QLOCAL(A) CMDSCOPE(' ')", ""),
        ("DEFINE QLOCAL(A) CMDSCOPE('*')", 'CL has no keyword for command_scope="*"'),
    ],
)
def test_what_cl_has_no_word_for_is_never_dropped(command: str, text: str) -> None:
    result = _run("-", "--from", "mqsc", "--to", "cl", text=command)
    assert result.exit_code == bool(text)
    assert text in result.stderr
    assert bool(result.stdout) is not bool(text)


def test_an_unknown_keyword_is_told_once() -> None:
    result = _run("-", "--from", "mqsc", "--to", "python", text="DEFINE QLOCAL(A) BOGUS(1)")
    assert result.exit_code == 1
    assert result.stderr.count("BOGUS") == 1


def test_a_program_is_for_a_system_that_can_be() -> None:
    source = ("-", "--from", "mqsc", "--to", "python")
    result = _run(*source, "--system", "bad name!", text="DEFINE QLOCAL(A)")
    assert result.exit_code == 2
    assert "a system's name has only" in result.stderr


def test_dumps_of_several_queue_managers_make_no_program() -> None:
    text = "".join(f"* Queue manager name: {n}\nDEFINE QLOCAL({n})\n" for n in ("QM1", "QM2"))
    result = _run("-", "--from", "mqsc", "--to", "python", text=text)
    assert result.exit_code == 1
    assert result.stdout == ""


_PROGRAM = (
    "PGM PARM(&LIB)\nDCL &LIB *CHAR 10\nMONMSG CPF0000 EXEC(GOTO ERR)\n"
    "CRTDTAQ DTAQ(&LIB/PICK) MAXLEN(100)\nRETURN\nERR: DLTDTAQ DTAQ(&LIB/PICK)\nENDPGM\n"
)


@pytest.mark.parametrize("target", ["cl", "python"])
def test_a_program_is_followed(target: str) -> None:
    given = ("-", "--from", "cl", "--to", target, "--set", "LIB=ORDERS")
    result = _run(*given, text=_PROGRAM)
    assert result.exit_code == 0
    assert "PICK" in result.stdout
    assert "DLTDTAQ" not in result.stdout
    if target == "cl":
        assert "-:6: warning: DLTDTAQ: left out: the program does not come to it" in result.stderr
    unknown = _PROGRAM.replace("RETURN", "IF (&LIB *EQ 'X') THEN(RETURN)")
    result = _run(*given[:-2], text=unknown)
    assert (result.exit_code, "PICK" in result.stdout) == (1, False)
    assert "-:5: error: RETURN: it depends on &LIB, a parameter of the program;" in result.stderr


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        ("LIB", "give NAME=VALUE, such as LIB=ORDERS"),
        ("0=X", "give NAME=VALUE"),
        ("LIBB=X", "no script has a variable LIBB"),
    ],
)
def test_a_variable_that_cannot_be_set(given: str, reported: str) -> None:
    result = _run("-", "--from", "cl", "--to", "cl", "--set", given, text=_PROGRAM)
    assert isinstance(result.exception, UsageProblem)
    assert reported in str(result.exception)
    result = _run("-", "--from", "pcf", "--to", "cl", "--set", "A=B", text="")
    assert "only CL, MQSC, shell scripts and YAML have variables" in str(result.exception)


def test_policies_for_csq0util() -> None:
    policy = "SET POLICY(Q) SIGNALG(SHA256) SIGNER('CN=a b,O=c')\nDEFINE QLOCAL(Q)\n"
    words = ("-", "--from", "mqsc", "--to", "csq0util")
    result = _run(*words, "--system", "CSQ9", text=policy)
    assert result.stdout == 'setmqspl -m CSQ9 -s SHA256 -p "Q" -a "CN=a b,O=c"\n'
    assert result.exit_code == 1
    assert "-:2: error: mq:LocalQueue Q: CSQ0UTIL sets security policies" in result.stderr
    assert "names the queue manager; give --system" in _run(*words, text=policy).stderr
    back = _run("-", "--from", "csq0util", "--to", "mqsc", text=result.stdout)
    assert back.stdout == (
        "SET POLICY('Q') +\n   SIGNALG(SHA256) +\n   SIGNER('CN=a b,O=c') +\n   ACTION(REPLACE)\n"
    )
