"""Stream files of a session in /tmp, and Qshell with its input and output in them."""

from pathlib import Path

import pytest

from ibmi_carriers import machine
from queuewright.servers import ibmi_sql, stream_files
from queuewright.servers.ibmi_sql import SqlJob, written_file
from queuewright.servers.shell import Shell
from queuewright.servers.stream_files import StreamFiles, TooLarge

RUNMQSC = "/QSYS.LIB/QMQM.LIB/RUNMQSC.PGM"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(machine(tmp_path, "AS1"))


def run(shell: Shell, files: StreamFiles, command: str) -> tuple[bool, list[str]] | None:
    done = stream_files.run(shell.system, files, command, shell)
    return None if done is None else (done[0], [message.id for message in done[1]])


def test_qsh_reads_and_writes_files(shell: Shell) -> None:
    files = StreamFiles()
    files.write("/tmp/in", "DEFINE QLOCAL('it''s')\nDEFINE QLOCAL(A)\nEND\n")
    command = f"QSH CMD('{RUNMQSC} AS1 < /tmp/in > /tmp/out 2>&1')"
    assert run(shell, files, command) == (True, ["QSH0005"])
    printed = files.texts["/tmp/out"]
    assert "AMQ8006I: IBM MQ queue created." in printed
    assert shell.system.observe(["mq:LocalQueue"], ["A"])
    rows = [row for row in files.rows() if row["PATH_NAME"] == "/tmp/out"]
    assert [row["LINE"] for row in rows] == printed.splitlines()
    for file in ("/tmp/in", "/tmp/out"):
        assert run(shell, files, f"RMVLNK OBJLNK('{file}')") == (True, [])
    assert files.texts == {}
    assert run(shell, files, "RMVLNK OBJLNK('/tmp/in')") == (False, ["CPFA0A9"])


def test_a_program_or_file_that_is_not_there(shell: Shell) -> None:
    files = StreamFiles()
    run(shell, files, "QSH CMD('/no/such < /dev/null > /tmp/out 2>&1')")
    assert files.texts["/tmp/out"] == "qsh: 001-0055 Error found opening file /dev/null.\n"
    run(shell, files, "QSH CMD('/no/such > /tmp/out 2>&1')")
    assert "not found" in files.texts["/tmp/out"]
    assert run(shell, files, "CRTDTAQ DTAQ(ORDERS/Q) MAXLEN(5)") is None


@pytest.mark.parametrize("path", ["/etc/passwd", "/tmp/../etc/passwd", "/tmp/a/b", "", "tmp/a"])
def test_only_files_of_tmp_are_kept(path: str) -> None:
    with pytest.raises(FileNotFoundError):
        StreamFiles().write(path, "x")
    assert not Path("/tmp/queuewright-never").exists()


def test_a_session_keeps_little() -> None:
    files = StreamFiles()
    for number in range(16):
        files.write(f"/tmp/{number}", "x")
    files.write("/tmp/3", "y")  # which is there
    for path, text in (("/tmp/more", "x"), ("/tmp/3", "x" * (4 << 20) + "x")):
        with pytest.raises(TooLarge):
            files.write(path, text)
    assert files.texts["/tmp/3"] == "y"


@pytest.mark.parametrize(
    ("sql", "parameters", "expected"),
    [
        (
            "CALL QSYS2.IFS_WRITE_UTF8(PATH_NAME => ?, LINE => ?, OVERWRITE => 'REPLACE')",
            ["/tmp/a", "it's"],
            ("/tmp/a", "it's"),
        ),
        (
            "call qsys2.ifs_write_utf8(LINE => 'it''s', PATH_NAME => '/tmp/a');",
            [],
            ("/tmp/a", "it's"),
        ),
        ("CALL QSYS2.QCMDEXC('X')", [], None),
        ("SELECT 1 FROM SYSIBM.SYSDUMMY1", [], None),
    ],
)
def test_calls_that_write(
    sql: str, parameters: list[str], expected: tuple[str, str] | None
) -> None:
    assert written_file(sql, parameters) == expected


def test_lines_are_read_by_sql(shell: Shell) -> None:
    files = StreamFiles({"/tmp/a": "one\ntwo\n", "/tmp/b": "three"})
    sql = "SELECT LINE_NUMBER, LINE FROM TABLE(QSYS2.IFS_READ_UTF8(PATH_NAME => '/tmp/a')) AS F"
    job = SqlJob(lines=files.rows)
    assert ibmi_sql.select(shell.system, sql, job=job).rows == ((1, "one"), (2, "two"))
    assert ibmi_sql.select(shell.system, sql, job=SqlJob()).rows == ()


def test_who_may_only_read_runs_displays(tmp_path: Path) -> None:
    shell = Shell(machine(tmp_path, "AS1"), may_change=False)
    given = "DISPLAY QMGR QMNAME\nDEFINE QLOCAL(A)\nEND\n"
    printed = shell.run(f"qsh -c '{RUNMQSC} AS1'", given)
    assert "QMNAME(AS1)" in printed.out
    assert "AMQ8135E: Not authorized." in printed.out
    assert printed.code == 10
    assert not shell.system.observe(["mq:LocalQueue"], ["A"])
    assert shell.run(f"{RUNMQSC} AS1", given).code == 127  # an ILE program, in PASE
