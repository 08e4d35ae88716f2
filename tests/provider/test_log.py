"""Logging: silent unless asked for, one event a line, never a secret."""

import json
from collections.abc import Iterator

import pytest

from queuewright import log


@pytest.fixture(autouse=True)
def _off_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(log, "_secrets", set())
    yield
    monkeypatch.delenv(log.VARIABLE, raising=False)
    log.configure()


def test_nothing_is_logged_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    log.configure()
    log.debug("create", system="QM1")
    assert not log.enabled()
    assert capsys.readouterr() == ("", "")


def test_json_is_one_event_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(log.VARIABLE, "json")
    log.configure()
    log.debug("create", system="QM1", attributes={"max_queue_depth": 5, "names": ("A", "B")})
    captured = capsys.readouterr()
    assert captured.out == ""
    event = json.loads(captured.err)
    assert event.pop("timestamp").startswith("20")
    assert event == {
        "event": "create",
        "level": "debug",
        "system": "QM1",
        "attributes": {"max_queue_depth": 5, "names": ["A", "B"]},
    }


def test_debug_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    log.configure(debug=True)
    log.debug("delete", system="QM1", object="mq:LocalQueue A")
    assert "delete" in capsys.readouterr().err


def test_a_secret_is_written_nowhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(log.VARIABLE, "json")
    log.configure()
    log.hide([{"password": "s3cret"}, ["deep", 4711], None])
    try:
        raise ValueError("login as s3cret")
    except ValueError as error:
        log.failure(
            "a bug", error, attributes={"text": "my s3cret text", "depth": 4711, "names": ["deep"]}
        )
    captured = capsys.readouterr().err
    assert "s3cret" not in captured
    assert "4711" not in captured
    event = json.loads(captured)
    assert event["attributes"] == {
        "text": "my [secret] text",
        "depth": "[secret]",
        "names": ["[secret]"],
    }
    assert "ValueError: login as [secret]" in event["exception"]


def test_an_unknown_format_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(log.VARIABLE, "xml\n")
    with pytest.raises(log.InvalidLogging, match=r'QUEUEWRIGHT_LOG="xml\\n": use text or json'):
        log.configure()
