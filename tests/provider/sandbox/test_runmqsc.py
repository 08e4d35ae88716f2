"""The sandbox's `runmqsc`: what scripts send it, and the answers that they parse."""

import subprocess
from pathlib import Path

import pytest

import forked
from queuewright.catalogue.observed import OpenFor
from queuewright.dialects.mqsc.report import read
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.runmqsc import RunmqscSession

HEADER = ["5724-H72 (C) Copyright IBM Corp. 1994, 2024.", "Starting MQSC for queue manager QM1."]
SYNTAX = "AMQ8405I: Syntax error detected at or near end of command segment below:-"


@pytest.fixture
def qm1(tmp_path: Path) -> EmbeddedSystem:
    return Sandbox(tmp_path / "sandbox.db").create_system("QM1")


def run(
    system: EmbeddedSystem, text: str, name: str = "QM1", **options: bool
) -> tuple[int, list[str]]:
    """Exit code and lines, without the header's."""
    reported: list[str] = []
    runs = RunmqscSession(system.sandbox, name, reported.append, **options)
    assert runs.start()
    for line in text.splitlines():
        runs.feed(line)
        if runs.quit:
            break
    code = runs.end()
    assert reported[:4] == [*HEADER, "", ""]
    return code, reported[4:]


def test_a_script_from_header_to_summary(qm1: EmbeddedSystem) -> None:
    script = (
        "* Orders\nDEFINE QLOCAL(A) +\n* inside\n   MAXDEPTH(10)\n\nDEF QL(A)\nEND\nDEF QL(B)\n"
    )
    assert run(qm1, script) == (
        10,
        [
            "       : * Orders",
            "     1 : DEFINE QLOCAL(A) +",
            "       : * inside",
            "       :    MAXDEPTH(10)",
            "AMQ8006I: IBM MQ queue created.",
            "       : ",
            "     2 : DEF QL(A)",
            "AMQ8150E: IBM MQ object already exists.",
            "     3 : END",
            "2 MQSC commands read.",
            "No commands have a syntax error.",
            "One valid MQSC command could not be processed.",
        ],
    )


def test_without_repeating_the_commands(qm1: EmbeddedSystem) -> None:
    code, lines = run(qm1, "DEFINE QLOCAL(A)\nPING QMGR\n", echo=False)
    assert code == 0
    assert lines == [
        "AMQ8006I: IBM MQ queue created.",
        "AMQ8415I: Ping IBM MQ Queue Manager command complete.",
        "2 MQSC commands read.",
        "No commands have a syntax error.",
        "All valid MQSC commands were processed.",
    ]


def test_only_verifying(qm1: EmbeddedSystem) -> None:
    code, lines = run(qm1, "DEFINE QLOCAL(A)\nDEF QL(\n", verify=True)
    assert code == 10
    assert lines[-2] == "One command has a syntax error."
    assert qm1.observe(["mq:LocalQueue"], ["A"]) == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("ALTER QLOCAL(Q) MAXDEPTH(9)", "AMQ8008I: IBM MQ queue changed."),
        ("DELETE QLOCAL(Q) PURGE", "AMQ8148E: IBM MQ object in use."),
        ("DELETE QLOCAL(FULL)", "AMQ8143E: IBM MQ queue not empty."),
        ("ALTER QLOCAL(Q) USAGE(XMITQ)", "AMQ8148E: IBM MQ object in use."),
        ("DELETE QLOCAL(NONE)", "AMQ8147E: IBM MQ object NONE not found."),
        ("CLEAR QLOCAL(FULL)", "AMQ8022I: IBM MQ queue cleared."),
        ("DELETE QLOCAL(EMPTY)", "AMQ8007I: IBM MQ queue deleted."),
        ("DEFINE NAMELIST(N) NAMES(A)", "AMQ8552I: IBM MQ namelist created."),
        ("ALTER QMGR DESCR('x')", "AMQ8005I: IBM MQ queue manager changed."),
        ("ALTER CHANNEL(C) CHLTYPE(CLUSRCVR) DESCR(X)",
         "AMQ8147E: IBM MQ object C not found."),
        ("DISPLAY CMDSERV", "CSQN011I: COMMAND SERVER STATUS IS RUNNING"),
        ("START CHANNEL(C)", "AMQ8227E: Channel C not found."),
        ("SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET)",
         "AMQ8862I: IBM MQ authority record set."),
        ("DIS QL(NONE)", "AMQ8147E: IBM MQ object NONE not found."),
        ("DISPLAY CHANNEL(NONE)", "AMQ8147E: IBM MQ object NONE not found."),
        ("NONSENSE QL(A)", SYNTAX),
        ("DIS QL(Q) NOSUCH", SYNTAX),
        ("DEFINE CFSTRUCT(T)", "AMQ8101S: IBM MQ error (8FA) has occurred."),
    ],
)  # fmt: skip
def test_what_is_said(qm1: EmbeddedSystem, command: str, message: str) -> None:
    for name in ("Q", "FULL", "EMPTY"):
        qm1.create("mq:LocalQueue", name, {})
    qm1.open("Q", {OpenFor.INPUT_SHARED}, application="app")
    qm1.put("FULL")
    _, lines = run(qm1, command)
    assert lines[0] == f"     1 : {command}"
    assert lines[1] == message


def test_a_display_reads_back(qm1: EmbeddedSystem) -> None:
    """By our own reader, which knows nothing of the sandbox."""
    values = {"queue_description": "It's (2) of 3", "shareability": "not_shareable"}
    qm1.create("mq:LocalQueue", "ORDERS", values)
    qm1.create("mq:Namelist", "NL", {"names": ("A", "B")})
    qm1.put("ORDERS", count=3)
    qm1.open("ORDERS", {OpenFor.INPUT_SHARED, OpenFor.BROWSE}, application="app", user="joe")
    script = "DIS QL(ORDERS) ALL\nDIS NL(NL)\nDIS QS(ORDERS) ALL\nDIS CONN(*) TYPE(*) ALL\nDIS QMGR"
    answers = read("\n".join(run(qm1, script)[1])).answers
    queue, namelist, status, handle, manager = (answer.rows[0] for answer in answers)
    assert (queue["QUEUE"], queue["DESCR"], queue["NOSHARE"]) == ("ORDERS", "It's (2) of 3", "yes")
    assert namelist["NAMES"] == ["A", "B"]
    assert (status["CURDEPTH"], status["IPPROCS"]) == ("3", "1")
    assert (handle["APPLTAG"], handle["OPENOPTS"]) == ("app", "MQOO_INPUT_SHARED,MQOO_BROWSE")
    assert (manager["PLATFORM"], manager["CMDLEVEL"]) == ("UNIX", "930")


def test_a_generic_name_shows_names_alone(qm1: EmbeddedSystem) -> None:
    """Source: DISPLAY QUEUE, ALL: the default unless the name is generic."""
    qm1.create("mq:LocalQueue", "ORDERS.A", {})
    _, lines = run(qm1, "DIS QL(ORDERS.*)\nDIS QL(ORDERS.A)\nDIS QL(ORDERS.*) MAXDEPTH")
    several, one, depth = (answer.rows[0] for answer in read("\n".join(lines)).answers)
    assert several == {"QUEUE": "ORDERS.A", "TYPE": "QLOCAL"}
    assert len(one) > 30
    assert depth == {"QUEUE": "ORDERS.A", "TYPE": "QLOCAL", "MAXDEPTH": "5000"}
    qm1.create("mq:Namelist", "NL", {"names": ("A", "B")})
    [namelist] = read("\n".join(run(qm1, "DIS NL(N*)")[1])).answers[0].rows
    assert namelist == {"NAMELIST": "NL"}


def process(path: Path, *words: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    command = forked.command("sandbox", "runmqsc")
    return subprocess.run(
        [*command, *words, "--file", str(path)], input=stdin, capture_output=True, text=True
    )


def test_from_the_command_line(qm1: EmbeddedSystem, tmp_path: Path) -> None:
    """As scripts start it: options as runmqsc has them, and its exit codes."""
    path = qm1.sandbox.path
    script = tmp_path / "in.mqsc"
    script.write_text("DEFINE QLOCAL(A)\n")
    done = process(path, "-f", str(script), "QM1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[4:6] == [
        "     1 : DEFINE QLOCAL(A)",
        "AMQ8006I: IBM MQ queue created.",
    ]
    again = process(path, "-e", "-w", "30", "-m", "QM1", "QM1", stdin="DEFINE QLOCAL(A)\n")
    assert again.returncode == 10
    assert again.stdout.splitlines()[4] == "AMQ8150E: IBM MQ object already exists."
    only = process(path, "-u", "admin", stdin="password\nDIS QL(A) MAXDEPTH\n")
    assert "MAXDEPTH(5000)" in only.stdout
    assert "password" not in only.stdout
    for words in (("QM2",), ("-w", "9", "-m", "QM2", "QM1")):
        missing = process(path, *words, stdin="DIS QMGR\n")
        assert missing.returncode == 20
        assert "AMQ8118E: IBM MQ queue manager does not exist." in missing.stdout


def test_each_answer_comes_before_the_next_command(qm1: EmbeddedSystem) -> None:
    """A script that talks to it through pipes waits for what it asked."""
    command = forked.command("sandbox", "runmqsc", "QM1")
    with subprocess.Popen(
        [*command, "--file", str(qm1.sandbox.path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as running:  # fmt: skip
        assert running.stdin
        assert running.stdout
        for _ in range(4):
            running.stdout.readline()
        for name in ("A", "B"):
            running.stdin.write(f"DEFINE QLOCAL({name})\n")
            running.stdin.flush()
            assert f"DEFINE QLOCAL({name})" in running.stdout.readline()
            assert running.stdout.readline().startswith("AMQ8006I")
        running.stdin.write("END\n")
        running.stdin.flush()
        assert "2 MQSC commands read." in running.stdout.read()
