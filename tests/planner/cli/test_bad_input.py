"""What people get wrong: one line that names it and the way out, and nothing changed."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from queuewright.state.store import StackStore

from .conftest import PROGRAM, STACK, Cli

RUNNING = [("preview",), ("up", "--yes"), ("graph",)]
READING = [("refresh", "--yes"), ("destroy", "--yes")]
OF_STATE = [("stack",), ("stack", "export"), ("stack", "import", "--file", "good.json")]
EMPTY_STATE = json.dumps({"version": 3, "deployment": {"resources": []}})


def write(name: str, text: str) -> Callable[[Path], None]:
    def change(project: Path) -> None:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    return change


def remove(name: str) -> Callable[[Path], None]:
    return lambda project: (project / name).unlink()


def snapshot(project: Path) -> dict[str, bytes]:
    """Every file but the sandbox's own: opening a database may touch its side files."""
    return {
        str(path.relative_to(project)): path.read_bytes()
        for path in sorted(project.rglob("*"))
        if path.is_file() and "sandbox" not in path.name
    }


def refused(cli: Cli, project: Path, arguments: tuple[str, ...], *says: str) -> None:
    """It ends with 1, one line on standard error that says all of `says`, nothing on standard
    output, and every file as it was."""
    before = snapshot(project)
    ran = cli(*arguments)
    assert ran.code == 1, ran
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1, ran.err
    [line] = ran.errors
    for text in says:
        assert text in line, line
    assert snapshot(project) == before


# Ten times ten times ten ... values, of which one line a factor is written.
BOMB = "a0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)
PROJECT_FAULTS = [
    (remove("Pulumi.yaml"), ("no Pulumi.yaml", "-C DIR")),
    (write("Pulumi.yaml", "name: [\n"), ("Pulumi.yaml:2:1", "not YAML")),
    (write("Pulumi.yaml", "name: shop\nruntime: go\n"), ("Pulumi.yaml", "runtime: python")),
    (remove("Pulumi.dev.yaml"), ("no stack", "write a Pulumi.dev.yaml")),
    (write("Pulumi.prod.yaml", ""), ("dev, prod", "-s STACK")),
    (write("Pulumi.dev.yaml", "config: {a: ["), ("Pulumi.dev.yaml", "not YAML")),
    (write("Pulumi.dev.yaml", "config: 5"), ("Pulumi.dev.yaml", "config is 5")),
]
# Read by the same function for every command.
STRANGE_YAML = [
    (write("Pulumi.dev.yaml", f"{STACK}config: {{}}\n"), ("yaml:3:1", "'config' stands twice")),
    (write("Pulumi.dev.yaml", "a: &a [*a]"), ("Pulumi.dev.yaml", "it holds itself")),
    (write("Pulumi.dev.yaml", BOMB), ("Pulumi.dev.yaml", "aliases stand for more than")),
    (write("Pulumi.dev.yaml", "[" * 100_000), ("Pulumi.dev.yaml", "nested deeper")),
    (write("Pulumi.dev.yaml", "config: {n: 0b_}"), ("Pulumi.dev.yaml", "cannot be read")),
    (write("Pulumi.dev.yaml", f"config: {{n: {'9' * 10_000}}}"), ("yaml", "cannot be read")),
    (
        write("Pulumi.dev.yaml", "config: {queuewright:system: {}}"),
        ('"queuewright:system" is not known', "did you mean queuewright:systems?"),
    ),
    (
        write("Pulumi.yaml", "name: shop\nruntime: python\nconfig: {a: {type: {b: 1}}}"),
        ("type is", "use one of string"),
    ),
    (
        write("Pulumi.yaml", "name: shop\nruntime: {name: python, options: {virtualenv: no}}"),
        ("virtualenv is", "no such folder", "pulumi install"),
    ),
    (
        write("Pulumi.yaml", "name: shop\nruntime: {name: python, options: {virtualen: v}}"),
        ('"virtualen" is not known', "did you mean virtualenv?"),
    ),
    (
        write("Pulumi.yaml", "name: shop\nruntime: {name: python, options: 5}"),
        ("options is 5",),
    ),
]


@pytest.mark.parametrize("arguments", [*RUNNING, *READING, *OF_STATE], ids=" ".join)
@pytest.mark.parametrize(("fault", "says"), PROJECT_FAULTS)
def test_the_project_or_its_stack(
    cli: Cli,
    project: Path,
    fault: Callable[[Path], None],
    says: tuple[str, ...],
    arguments: tuple[str, ...],
) -> None:
    (project / "good.json").write_text(EMPTY_STATE)
    fault(project)
    refused(cli, project, arguments, *says)


@pytest.mark.parametrize("arguments", RUNNING, ids=" ".join)
def test_a_program_that_is_not_there(cli: Cli, project: Path, arguments: tuple[str, ...]) -> None:
    (project / "__main__.py").unlink()
    refused(cli, project, arguments, "no program", "__main__.py")


@pytest.mark.parametrize("arguments", [*READING, *OF_STATE], ids=" ".join)
def test_what_runs_no_program_needs_none(
    cli: Cli, project: Path, arguments: tuple[str, ...]
) -> None:
    (project / "good.json").write_text(EMPTY_STATE)
    (project / "__main__.py").unlink()
    assert cli(*arguments).code == 0


@pytest.mark.parametrize(("fault", "says"), STRANGE_YAML)
def test_what_only_yaml_can_say(
    cli: Cli, project: Path, fault: Callable[[Path], None], says: tuple[str, ...]
) -> None:
    fault(project)
    refused(cli, project, ("preview",), *says)


@pytest.mark.parametrize("arguments", [*RUNNING, *READING, *OF_STATE], ids=" ".join)
def test_a_stack_that_is_not_there(cli: Cli, project: Path, arguments: tuple[str, ...]) -> None:
    (project / "good.json").write_text(EMPTY_STATE)
    refused(cli, project, (*arguments, "-s", "other"), "stack other", "the stacks are dev")


@pytest.mark.parametrize("arguments", [*RUNNING, *READING, *OF_STATE], ids=" ".join)
def test_a_directory_that_is_not_there(cli: Cli, project: Path, arguments: tuple[str, ...]) -> None:
    refused(cli, project, (*arguments, "-C", "nowhere"), "nowhere", "no such directory")


SYSTEM_FAULTS = [
    ("config: {queuewright:systems: [QM1]}", ("queuewright:systems is",)),
    ("config: {queuewright:systems: {QM1: 5}}", ("QM1 is 5",)),
    ("config: {queuewright:systems: {QM1: {platform: linux}}}", ("QM1 has no type", "sandbox")),
    ("config: {queuewright:systems: {QM1: {type: telnet}}}", ('"telnet"', "sandbox")),
    ("config: {queuewright:systems: {QM1: {type: sandbox, platform: vms}}}", ("vms", "linux")),
    ("config: {queuewright:systems: {QM1: {type: sandbox, port: 1}}}", ('"port"', "platform")),
    ("config: {queuewright:systems: {secure: v1:x}}", ("encrypted", "write it in clear")),
    (
        "config: {queuewright:systems: {QM1: {type: sandbox, platform: linux, path: ~nobody9/x}}}",
        ("~nobody9/x", "no such user"),
    ),
]


@pytest.mark.parametrize("arguments", [*RUNNING, *READING], ids=" ".join)
@pytest.mark.parametrize(("text", "says"), SYSTEM_FAULTS)
def test_systems_of_the_configuration(
    cli: Cli, project: Path, text: str, says: tuple[str, ...], arguments: tuple[str, ...]
) -> None:
    (project / "Pulumi.dev.yaml").write_text(text)
    refused(cli, project, arguments, "Pulumi.dev.yaml", *says)


@pytest.mark.parametrize("arguments", RUNNING, ids=" ".join)
def test_a_system_that_the_configuration_lacks(
    cli: Cli, project: Path, arguments: tuple[str, ...]
) -> None:
    (project / "Pulumi.dev.yaml").write_text(STACK.replace("QM1", "QM2"))
    refused(cli, project, arguments, "QM1", "queuewright:systems")


@pytest.mark.parametrize("arguments", [*RUNNING[:2], *READING], ids=" ".join)
def test_a_system_that_cannot_be_used(cli: Cli, project: Path, arguments: tuple[str, ...]) -> None:
    assert cli("up", "--yes").code == 0
    for path in (project / ".queuewright").glob("sandbox-dev.db*"):
        path.unlink()
    (project / ".queuewright" / "sandbox-dev.db").write_bytes(b"this is not a database" * 100)
    refused(cli, project, arguments, "sandbox-dev.db")


STATE_FAULTS = [
    ("{", ("dev.json", "not JSON")),
    ("[]", ("dev.json", "not an object")),
    ('{"version": 9}', ("dev.json", "newer")),
    ('{"version": 3, "deployment": {"resources": [1]}}', ("dev.json", "resource 0")),
    ('{"version": 3, "deployment": {"manifest": 5}}', ("dev.json", "manifest is not an object")),
    ('{"version": 3, "deployment": {"metadata": "\\ud800"}}', ("dev.json", "surrogates")),
    ("[" * 100_000, ("dev.json", "not JSON")),
]


@pytest.mark.parametrize("arguments", [*RUNNING[:2], *READING, *OF_STATE[:2]], ids=" ".join)
@pytest.mark.parametrize(("text", "says"), STATE_FAULTS)
def test_the_state(
    cli: Cli, project: Path, text: str, says: tuple[str, ...], arguments: tuple[str, ...]
) -> None:
    write(".queuewright/stacks/shop/dev.json", text)(project)
    refused(cli, project, arguments, *says)


@pytest.mark.parametrize(
    "arguments", [("up", "--yes"), ("destroy", "--yes"), OF_STATE[2]], ids=" ".join
)
def test_a_locked_stack(cli: Cli, project: Path, arguments: tuple[str, ...]) -> None:
    assert cli("up", "--yes").code == 0
    (project / "good.json").write_text(EMPTY_STATE)
    (project / "__main__.py").write_text(PROGRAM.replace("100", "200"))
    before = snapshot(project)
    with StackStore(project, "shop", "dev").locked():
        ran = cli(*arguments)
    assert ran.code == 1
    [line] = ran.errors
    assert f"is locked by process {os.getpid()} of" in line
    assert snapshot(project) == before


PROGRAM_FAULTS = [
    ("import pulumi\npulumi.Config().require('size')\n", "shop:size", False),
    ("from queuewright import mq\nmq.LocalQueue('A', system='')\n", "__main__.py:2", True),
    ("raise KeyError('x')\n", "__main__.py:1: KeyError: 'x'", True),
    ("x = (\n", "__main__.py:1: SyntaxError", True),
    ("import nowhere\n", "install it there", True),
    ("import sys\nsys.exit('no')\n", "sys.exit('no')", False),
]


@pytest.mark.parametrize("arguments", RUNNING, ids=" ".join)
@pytest.mark.parametrize(("text", "says", "traceback"), PROGRAM_FAULTS)
def test_the_program(
    cli: Cli, project: Path, text: str, says: str, traceback: bool, arguments: tuple[str, ...]
) -> None:
    (project / "__main__.py").write_text(text)
    before = snapshot(project)
    ran = cli(*arguments)
    assert ran.code == 1
    assert ran.out == ""
    [line] = ran.errors
    assert says in line
    rest = [other_line for other_line in ran.err.splitlines() if other_line != line]
    if not traceback:
        assert rest == []
    for other_line in rest:
        if other_line.strip().startswith("File "):
            assert str(project) in other_line or "queuewright/program" in other_line, other_line
    assert snapshot(project) == before


@pytest.mark.parametrize("arguments", [("preview",), ("up",), ("destroy",)], ids=" ".join)
def test_options_that_do_not_go_together(
    cli: Cli, project: Path, arguments: tuple[str, ...]
) -> None:
    refused(cli, project, (*arguments, "--json", "--markdown"), "--json and --markdown")
    refused(cli, project, (*arguments, "--parallel", "0"), "--parallel")
    refused(cli, project, (*arguments, "--nonsense"), "--nonsense")


@pytest.mark.parametrize("arguments", [("up",), ("destroy",)], ids=" ".join)
def test_nobody_is_there_to_confirm(cli: Cli, project: Path, arguments: tuple[str, ...]) -> None:
    if arguments == ("destroy",):
        assert cli("up", "--yes").code == 0
    before = snapshot(project)
    ran = cli(*arguments)
    assert ran.code == 1
    [line] = ran.errors
    assert "--yes" in line
    assert snapshot(project) == before


@pytest.mark.parametrize("option", ["--target", "--exclude"])
@pytest.mark.parametrize("arguments", [("preview",), ("up", "--yes")], ids=" ".join)
def test_a_pattern_that_matches_nothing(
    cli: Cli, project: Path, option: str, arguments: tuple[str, ...]
) -> None:
    refused(cli, project, (*arguments, option, "NOWHERE*"), option, "NOWHERE*")


@pytest.mark.parametrize("given", ["soon", "-1", "0", "nan", "inf"])
def test_a_strange_time_limit(
    cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("QUEUEWRIGHT_PROGRAM_TIMEOUT", given)
    refused(cli, project, ("preview",), "QUEUEWRIGHT_PROGRAM_TIMEOUT", "seconds")


def test_declarations_that_break_rules_are_shown_at_once(cli: Cli, project: Path) -> None:
    (project / "__main__.py").write_text(
        "from queuewright import mq\n"
        "mq.LocalQueue('A', system='QM1', max_queue_depth=-1)\n"
        "mq.LocalQueue('B B', system='QM1')\n"
        "mq.AliasQueue('C', system='QM1', base_object_name='x' * 49)\n"
    )
    before = snapshot(project)
    ran = cli("up", "--yes")
    assert ran.code == 1
    assert ran.out.count("BLOCKED") >= 3
    assert "nothing was sent" in ran.errors[0]
    assert {k: v for k, v in snapshot(project).items() if "stacks" in k} == {
        k: v for k, v in before.items() if "stacks" in k
    }
    assert cli("preview").code == 1
    assert cli("preview", "--detailed-exitcode").code == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("convert", "x.mqsc"), ("Missing option '--from'", "mqsc, cl, pcf, mqweb")),
        (
            ("convert", "x.mqsc", "--from", "mqsc", "--to", "json"),
            ("Invalid value for '--to': 'json' is not one of", "convert --help"),
        ),
        (("nonsense",), ("No such command 'nonsense'", "--help")),
        (("plan",), ("there is no command plan; use queuewright preview: show what up would do",)),
        (("-C", ".", "diff"), ("no command diff; use queuewright preview --diff: show what up",)),
        (("apply", "--yes"), ("no command apply; use queuewright up: make the systems as the",)),
        (("check",), ("no command check; use queuewright system check: check the stack's",)),
    ],
)
def test_wrong_arguments_are_one_line(
    cli: Cli, project: Path, arguments: tuple[str, ...], says: tuple[str, ...]
) -> None:
    refused(cli, project, arguments, *says)


def test_a_problem_names_file_and_line(cli: Cli, project: Path) -> None:
    (project / "__main__.py").write_text("import more\n")
    (project / "more.py").write_text(
        'from queuewright import mq\n\nmq.LocalQueue("A", system="QM1", max_queue_depth=-1)\n'
    )
    assert "(more.py:3)" in cli("preview").out
    (step,) = json.loads(cli("preview", "--json").out)["steps"]
    assert step["place"] == "more.py:3"
    assert "\\(more\\.py\\:3\\)" in cli("preview", "--markdown").out
