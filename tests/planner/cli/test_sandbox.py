"""`queuewright sandbox`: every command, and one line for every mistake."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from command_line import app, queuewright
from queuewright.catalogue.errors import QueuewrightError
from queuewright.sandbox.system import ENVIRONMENT


class Cli:
    """Runs `queuewright sandbox` on a file of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, *words: str, stdin: str | None = None) -> tuple[int, str]:
        """Exit code and standard output; a QueuewrightError is exit code 1, as in main()."""
        arguments = ["sandbox", *words, "--file", str(self.path)]
        result = CliRunner().invoke(app, arguments, input=stdin)
        if isinstance(result.exception, QueuewrightError):
            assert "\n" not in str(result.exception)
            return 1, str(result.exception)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.stdout

    def ok(self, *words: str, stdin: str | None = None) -> str:
        code, output = self.run(*words, stdin=stdin)
        assert code == 0, output
        return output

    def fails(self, *words: str, stdin: str | None = None) -> str:
        code, output = self.run(*words, stdin=stdin)
        assert code == 1
        return output

    def json(self, *words: str) -> Any:
        return json.loads(self.ok(*words, "--json"))


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path / "sandbox.db")


@pytest.fixture
def qm(cli: Cli) -> Cli:
    cli.ok("create", "QM1")
    cli.ok("exec", "QM1", stdin="DEF QL(ORDERS)\nDEF QA(A) TARGET(ORDERS)\n")
    return cli


def queue(cli: Cli) -> dict[str, Any]:
    [system] = cli.json("status", "QM1")["systems"]
    [queue] = system["queues"] or [{}]
    assert isinstance(queue, dict)
    return queue


def test_create_and_remove(cli: Cli) -> None:
    cli.ok("create", "QM1", "--platform", "aix", "--command-level", "750", "--ccsid", "819")
    words = ("--platform", "ibmi", "--library", "ORDERS", "--library", "PAYROLL")
    cli.ok("create", "PROD01", *words)
    systems = cli.json("status")["systems"]
    assert [(status["name"], status["platform"], status["ccsid"]) for status in systems] == [
        ("PROD01", "ibmi", 37),
        ("QM1", "aix", 819),
    ]
    assert "QM1: aix, command level 750" in cli.ok("status")
    assert "exists" in cli.fails("create", "QM1")
    cli.ok("remove", "QM1")
    assert "is not in sandbox" in cli.fails("remove", "QM1")


def test_exec_answers_one_line_of_json_a_command(qm: Cli) -> None:
    script = (
        "ALTER QL(ORDERS) MAXDEPTH(5)\nALTER QL(ORDERS) MAXDEPTH(-5)\nDIS QL(ORDERS) MAXDEPTH\n"
    )
    code, output = qm.run("exec", "QM1", "--json", stdin=script)
    assert code == 1
    answers = [json.loads(line) for line in output.splitlines()]
    assert [(answer["index"], answer["ok"], answer["completion"]) for answer in answers] == [
        (1, True, 0),
        (2, False, 2),
        (3, True, 0),
    ]
    assert answers[1]["reason_name"] == "MQRCCF_ATTR_VALUE_ERROR"
    assert answers[2]["objects"] == [{"QUEUE": "ORDERS", "TYPE": "QLOCAL", "MAXDEPTH": 5}]


def test_exec_for_people_and_from_a_file(qm: Cli, tmp_path: Path) -> None:
    script = tmp_path / "script.mqsc"
    script.write_text("DISPLAY QLOCAL(ORDERS) SHARE DESCR\n")
    output = qm.ok("exec", "QM1", str(script))
    assert output.splitlines()[1:] == [
        "   QUEUE(ORDERS)",
        "   TYPE(QLOCAL)",
        "   DESCR()",
        "   SHARE",
    ]


def test_put_get_commit_backout(qm: Cli) -> None:
    qm.ok("put", "QM1", "A", "--count", "3", "--size", "10")
    qm.ok("put", "QM1", "ORDERS", "--uncommitted")
    assert (queue(qm)["depth"], queue(qm)["uncommitted"]) == (4, 1)
    qm.ok("commit", "QM1")
    qm.ok("get", "QM1", "ORDERS", "--count", "2", "--uncommitted")
    assert (queue(qm)["depth"], queue(qm)["uncommitted"]) == (2, 2)
    qm.ok("backout", "QM1", "--queue", "ORDERS")
    assert (queue(qm)["depth"], queue(qm)["uncommitted"]) == (4, 0)
    assert "MQRC_NO_MSG_AVAILABLE" in qm.fails("get", "QM1", "ORDERS", "--count", "5")


def test_open_and_close(qm: Cli) -> None:
    words = ("--for", "input,output", "--for", "browse", "--application", "payroll")
    opened = qm.json("open", "QM1", "A", *words, "--user", "bob")
    [system] = qm.json("status", "QM1")["systems"]
    [handle] = system["handles"]
    assert (handle["handle"], handle["application"], handle["user"]) == (
        opened["handle"],
        "payroll",
        "bob",
    )
    assert handle["open_for"] == ["input-shared", "output", "browse"]
    assert [step["name"] for step in handle["resolved"]] == ["A", "ORDERS"]
    output = qm.ok("status", "QM1")
    assert "payroll" in output
    assert "A > ORDERS" in output
    code, answer = qm.run("exec", "QM1", "--json", stdin="ALTER QA(A) TARGET(X)")
    assert code == 1
    assert json.loads(answer)["reason"] == 4004
    qm.ok("close", "QM1", str(opened["handle"]))
    assert "MQRC_HOBJ_ERROR" in qm.fails("close", "QM1", str(opened["handle"]))
    qm.ok("open", "QM1", "A", "--for", "output", "--count", "2")
    qm.ok("close", "QM1", "--all")
    [system] = qm.json("status", "QM1")["systems"]
    assert system["handles"] == []


def test_load_says_what_no_queue_manager_takes(cli: Cli, tmp_path: Path) -> None:
    script = tmp_path / "script.mqsc"
    script.write_text("DEFINE QLOCAL(A)\nALTER QLOCAL(B) MAXDEPTH(5)\nDEFINE QALIAS(A) REPLACE\n")
    asked = cli.fails("load", str(script), "--system", "QM9")
    assert "--platform" in asked
    given = ("--system", "QM9", "--platform", "linux", "--json")
    code, output = cli.run("load", str(script), *given)
    assert code == 1
    loaded = json.loads(output)
    assert loaded["taken"] == {"mq:LocalQueue": 1}
    assert [failure.split(": ")[0][-4:] for failure in loaded["failed"]] == [":2:1", ":3:1"]
    assert "--platform: platform 'PDP11' is not known" in cli.fails(
        "load", str(script), "--system", "QM8", "--platform", "PDP11"
    )
    zos = tmp_path / "zos.mqsc"
    zos.write_text("".join(f"DEFINE QLOCAL(Z{n}) STGCLASS(FAST)\n" for n in range(216)))
    (failure,) = json.loads(cli.run("load", str(zos), *given)[1])["failed"]
    assert "216 objects are not taken" in failure
    fitting = ("--system", "CSQ1", "--platform", "zos", "--json")
    assert json.loads(cli.ok("load", str(zos), *fitting))["taken"] == {"mq:LocalQueue": 216}


def test_load_and_dump(cli: Cli, tmp_path: Path) -> None:
    source = tmp_path / "live.mqsc"
    source.write_text(
        "* Queue manager name: LIVE\n* Queue manager platform: UNIX\n"
        "* Queue manager command level: (930/930)\nDEFINE QLOCAL('Q') +\n*  CURDEPTH(2) +\n"
        "   REPLACE\nDEFINE TOPIC('T') TOPICSTR('t') REPLACE\nSTART TRACE\n"
    )
    loaded = cli.json("load", str(source))
    assert loaded["taken"] == {"mq:LocalQueue": 1, "mq:Topic": 1}
    assert loaded["messages"] == 2
    assert loaded["not_modelled"] == {"START TRACE": 1}
    assert loaded["kept"] == {}
    assert "START TRACE" in cli.ok("load", str(source), "--system", "LIVE")
    text = cli.ok("dump", "LIVE")
    assert "*  CURDEPTH(2) +" in text
    made = r"DEFINE TOPIC\('T'\) \+\n\*  ALTDATE\([0-9-]+\) \+\n\*  ALTTIME\([0-9.]+\) \+\n"
    assert re.search(made + r"   TYPE\(LOCAL\) \+\n   TOPICSTR\('t'\) \+\n", text)
    assert cli.run("load", "-", "--json", stdin=text)[0] == 0
    source.write_text("DEFINE QLOCAL('Q') MAXDEPTH(-1)\n")
    assert cli.run("load", str(source), "--system", "LIVE")[0] == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("status", "QM9"), "queuewright sandbox create QM9"),
        (("exec", "QM9"), "queuewright sandbox create QM9"),
        (("exec", "QM1", "absent.mqsc"), "absent.mqsc cannot be read"),
        (("exec", "QM1", "--from", "cobol"), "use one of mqsc"),
        (("load", "absent.mqsc"), "absent.mqsc cannot be read"),
        (("create", "QM2", "--platform", "vms"), "use one of aix"),
        (("create", "QM2", "--ccsid", "4"), "CCSID 4 is not known"),
        (("create", "QM2", "--library", "L"), "platform ibmi"),
        (("create", "A\nB"), "system name"),
        (("open", "QM1", "A", "--for", "reading"), "use one of input"),
        (("open", "QM1", "ABSENT", "--for", "output"), "MQRC_UNKNOWN_OBJECT_NAME"),
        (("open", "QM1", "A", "--for", "publish"), "topic A: there is no topic of this name"),
        (("open", "QM1", "A", "--for", "publish,subscribe"), "go with no other --for"),
        (("close", "QM1"), "--all"),
        (("close", "QM1", "1", "--all"), "--all"),
        (("put", "QM1", "ABSENT"), "MQRC_UNKNOWN_OBJECT_NAME"),
        (("dump", "QM9"), "queuewright sandbox create QM9"),
        (("remove", "QM9"), "queuewright sandbox create QM9"),
    ],
)
def test_mistakes_are_one_line(qm: Cli, words: tuple[str, ...], expected: str) -> None:
    assert expected in qm.fails(*words, stdin="")


@pytest.mark.parametrize("command", ["status", "dump QM1", "exec QM1", "put QM1 Q", "remove QM1"])
def test_a_file_that_does_not_exist_is_not_created(cli: Cli, command: str) -> None:
    assert "there is no sandbox at" in cli.fails(*command.split(), stdin="")
    assert not cli.path.exists()


def test_a_file_that_is_none(cli: Cli) -> None:
    cli.path.write_text("something else entirely" * 100)
    assert "give another file" in cli.fails("status")


def made(folder: Path, *words: str) -> tuple[int, str, list[str]]:
    """Exit code and what is said of `sandbox create`, and the sandboxes that there are then."""
    ran = queuewright(folder, "sandbox", "create", "QM1", *words)
    files = sorted(str(file.relative_to(folder)) for file in folder.rglob("sandbox*.db"))
    return ran.code, " ".join((ran.out + ran.err).split()), files


@pytest.mark.parametrize("main", ["", "main: nowhere.py\n", "main: empty\n"])
@pytest.mark.parametrize("inner", [False, True])
def test_a_project_has_the_stacks_own_file_before_it_has_a_program(
    tmp_path: Path, main: str, inner: bool
) -> None:
    """The one that a preview looks at."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "empty").mkdir()
    project = tmp_path / "Pulumi.yaml"
    project.write_text(f"name: x\nruntime: python\n{main}")
    (tmp_path / "Pulumi.dev.yaml").write_text(
        "config: {'queuewright:systems': {QM1: {type: sandbox}}}\n"
    )
    words = ("-C", "inner") if inner else ()
    code, reported, files = made(tmp_path, *words)
    assert (code, files) == (0, [".queuewright/sandbox-dev.db"]), reported
    assert f"QM1 created in {tmp_path}/.queuewright/sandbox-dev.db" in reported
    project.write_text("name: x\nruntime: python\n")
    (tmp_path / "__main__.py").write_text(
        "from queuewright import mq\nmq.LocalQueue('A', system='QM1')\n"
    )
    ran = queuewright(tmp_path, "preview")
    assert ran.code == 0, ran.out + ran.err


@pytest.mark.parametrize(
    ("project", "stacks", "words", "says"),
    [
        ("name: x\nruntime: python\n", (), (), "the project has no stack"),
        ("name: x\nruntime: python\n", (), ("-s", "dev"), "no Pulumi.dev.yaml"),
        ("name: x\nruntime: python\n", ("a", "b"), (), "choose one with -s STACK"),
        ("name: x\nruntime: python\n", ("a", "b"), ("-s", "c"), "no Pulumi.c.yaml"),
        ("name: [\n", ("dev",), (), "not YAML"),
        ("name: x\nruntime: nodejs\n", ("dev",), (), 'runtime is "nodejs"'),
    ],
)
def test_a_project_that_does_not_say_which_file_gets_none(
    tmp_path: Path, project: str, stacks: Sequence[str], words: Sequence[str], says: str
) -> None:
    (tmp_path / "Pulumi.yaml").write_text(project)
    for stack in stacks:
        (tmp_path / f"Pulumi.{stack}.yaml").write_text("")
    code, reported, files = made(tmp_path, *words)
    assert (code, files) == (1, [])
    assert says in reported
    # A file that is named is taken.
    code, reported, files = made(tmp_path, "--file", "sandbox-own.db")
    assert (code, files) == (0, ["sandbox-own.db"]), reported


def test_outside_of_a_project_and_in_the_environment(tmp_path: Path) -> None:
    assert made(tmp_path)[::2] == (0, [".queuewright/sandbox.db"])
    (tmp_path / "Pulumi.yaml").write_text("name: x\nruntime: python\n")
    named = {ENVIRONMENT: str(tmp_path / "other.db")}
    ran = queuewright(tmp_path, "sandbox", "create", "QM2", environment=named)
    assert ran.code == 0, ran.err
    assert (tmp_path / "other.db").is_file()


def test_the_command_itself_has_no_traceback(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "queuewright.cli.main", "sandbox", "status", "--file"]
    result = subprocess.run(
        [*command, str(tmp_path)], capture_output=True, text=True, check=False, timeout=60
    )
    assert result.returncode == 1
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
