"""--debug and QUEUEWRIGHT_LOG: what is sent and answered, and the traceback of a bug."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from queuewright import log
from queuewright.cli import schema

from .conftest import PROGRAM, Cli


@pytest.fixture(autouse=True)
def _off_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield
    monkeypatch.delenv(log.VARIABLE, raising=False)
    log.configure()


def test_commands_and_answers_are_logged(
    cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUEUEWRIGHT_LOG", "json")
    ran = cli("up", "--yes")
    assert ran.code == 0
    events = [json.loads(line) for line in ran.err.splitlines() if line.startswith("{")]
    created = [event for event in events if event["event"] == "create"]
    assert created
    assert created[0]["system"] == "QM1"
    assert created[0]["object"].startswith("mq:")
    assert isinstance(created[0]["answer"], dict)
    assert created[0]["seconds"] >= 0
    assert any(event["event"] == "observe" for event in events)


def test_secrets_are_not_logged(cli: Cli, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEUEWRIGHT_LOG", "json")
    program = project / "__main__.py"
    program.write_text(
        PROGRAM + "mq.LocalQueue('S', system='QM1', queue_description=pulumi.Output.secret('hush'))"
    )
    ran = cli("up", "--yes")
    assert ran.code == 0
    assert "hush" not in ran.out + ran.err
    assert '"queue_description": "[secret]"' in ran.err


def test_nothing_is_logged_unless_asked_for(cli: Cli, project: Path) -> None:
    assert "observe" not in cli("preview").err


def test_a_bug_is_one_line_and_with_debug_a_traceback(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(kind: str) -> None:
        raise KeyError("x")

    monkeypatch.setattr(schema, "managed_spec_of", broken)
    ran = cli("schema", "mq:LocalQueue")
    assert ran.code == 1
    assert ran.errors == [
        "error: KeyError: 'x' (a bug; run it again as queuewright --debug ..., and report what "
        "that prints)"
    ]
    debugged = cli("--debug", "schema", "mq:LocalQueue")
    assert debugged.code == 1
    assert "Traceback (most recent call last)" in debugged.err
    assert 'raise KeyError("x")' in debugged.err


def test_the_version(cli: Cli) -> None:
    from importlib.metadata import version

    assert cli("--version").out.strip() == version("queuewright")
