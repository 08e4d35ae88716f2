"""What a shell proposes, and a help that is never cut."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer

from command_line import app, queuewright
from queuewright.cli.commands import COMMANDS
from queuewright.kinds import KINDS
from queuewright.policy.judging import RULES

STACK = "config:\n  queuewright:systems:\n    {name}: {{type: sandbox, platform: linux}}\n"
PROGRAM = 'from queuewright import mq\nmq.LocalQueue("IN", system="QM1")\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    for stack, system in (("dev", "QM1"), ("prod", "QM7")):
        (tmp_path / f"Pulumi.{stack}.yaml").write_text(STACK.format(name=system))
    (tmp_path / "__main__.py").write_text(PROGRAM)
    assert queuewright(tmp_path, "up", "-s", "dev", "--yes").code == 0
    return tmp_path


def proposed(folder: Path, line: str) -> list[str]:
    """As fish asks it: what is typed, and behind a tab what it is."""
    environment = {
        "_QUEUEWRIGHT_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    ran = queuewright(folder, environment=environment)
    assert not ran.err
    return [each.partition("\t")[0] for each in ran.out.splitlines() if each]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("preview -s ", ["dev", "prod"]),
        ("stack export --stack p", ["prod"]),
        ("sandbox status -s d", ["dev"]),
        ("system check ", ["QM1", "QM7"]),
        ("system check -s prod ", ["QM7"]),
        ("import --from-system ", ["QM1", "QM7"]),
        ("stack forget -s dev ", ["QM1"]),
        ("sandbox open -s dev ", ["QM1"]),
        ("preview -s dev --target ", ["QM1/mq:LocalQueue/IN"]),
        ("impact -s dev QM1/", ["QM1/mq:LocalQueue/IN"]),
        ("graph -s dev ", ["QM1/mq:LocalQueue/IN"]),
        ("up --override ", list(RULES)),
        ("schema ibmi:", [kind for kind in KINDS if kind.startswith("ibmi:")]),
        ("lint --explain QW50", ["QW501", "QW502", "QW503", "QW504"]),
        ("com", ["comment"]),
    ],
)
def test_what_a_shell_proposes(line: str, words: list[str], project: Path) -> None:
    assert proposed(project, f"queuewright {line}") == words


@pytest.mark.parametrize(
    "line", ["preview -s ", "system check ", "up --target ", "sandbox open ", "stack forget "]
)
def test_nothing_is_proposed_where_nothing_is_known(line: str, tmp_path: Path) -> None:
    assert proposed(tmp_path, f"queuewright {line}") == []
    (tmp_path / "Pulumi.yaml").write_text("{{{")
    (tmp_path / "Pulumi.dev.yaml").write_text("config: 5")
    assert proposed(tmp_path, f"queuewright {line}") == []


def test_another_directory_is_looked_at(project: Path, tmp_path: Path) -> None:
    folder = tmp_path.parent
    assert proposed(folder, f"queuewright -C {project} preview -s ") == ["dev", "prod"]
    assert proposed(folder, f"queuewright preview -C {project} -s ") == ["dev", "prod"]


# Help


def every_command() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    def below(
        words: tuple[str, ...], command: click.Command
    ) -> Iterator[tuple[tuple[str, ...], click.Command]]:
        yield words, command
        for name, each in sorted(getattr(command, "commands", {}).items()):
            yield from below((*words, name), each)

    return below((), typer.main.get_command(app))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("width", [30, 80])
def test_help_is_never_cut(width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    whole = squeezed(queuewright(tmp_path, "--help").out)
    for name, (_, line) in COMMANDS.items():
        assert squeezed(f"{name} {line}") in whole
    for words, command in every_command():
        shown = queuewright(tmp_path, *words, "--help").out
        assert not re.search(r"\[\[[A-Z|]+\]", shown)
        for part in (*command.params, *getattr(command, "commands", {}).values()):
            reported = (getattr(part, "help", None) or "").partition("\n\n")[0]
            if not getattr(part, "hidden", False):
                assert squeezed(reported) in squeezed(shown), (words, part.name)
