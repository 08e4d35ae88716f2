"""What is new is told once, at least, whatever happens; the address is nowhere."""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from drift_run import EVIL, clean, row
from forges import serving
from found_rows import FoundRows
from queuewright.drift.identity import identity_of
from queuewright.drift.summary import Summary
from queuewright.reporting import memory as module
from queuewright.reporting.memory import Memory, NotRemembered, memory_of
from queuewright.reporting.messages import MessageForm
from queuewright.reporting.webhook import Webhook
from queuewright.systems.credentials import Credential

SECRET = "T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"
NOW = datetime(2026, 12, 1, tzinfo=UTC)
DAYS = [f"2026-11-{day}T12:00:00Z" for day in range(20, 30)]


class Chat:
    """A server that takes messages, with an answer for each attempt (200 once there is none)."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.attempts = 0
        self.answers: list[int] = []

    async def take(self, request: Request) -> Response:
        self.attempts += 1
        status = self.answers.pop(0) if self.answers else 200
        if status == 200:
            self.messages.append(await request.json())
            self.keys.append(request.headers["idempotency-key"])
        return Response(status_code=status)

    @property
    def reported(self) -> list[list[str]]:
        """The names of the differences of each message."""
        return [[each["name"] for each in message["differences"]] for message in self.messages]


@pytest.fixture
def chat() -> Chat:
    return Chat()


@pytest.fixture
def address(chat: Chat) -> Iterator[str]:
    with serving(Starlette(routes=[Route("/{path:path}", chat.take, methods=["POST"])])) as url:
        yield f"{url}/services/{SECRET}"


@pytest.fixture
def hook(address: str, tmp_path: Path) -> Callable[..., Webhook]:
    """A webhook whose address is in a file; each call is a new process."""
    (tmp_path / "hook").write_text(f"{address}\n")

    def made(form: MessageForm = MessageForm.JSON) -> Webhook:
        reference = Credential(file=str(tmp_path / "hook"))
        return Webhook(reference, form, Memory(tmp_path / "memory"), clock=lambda: NOW)

    return made


def run_of(number: int, **other: Any) -> Summary:
    """The run of a day; the ones before it are its trend."""
    trend = [{"run": f"r{n}", "at": DAYS[n], "drift": 0, "failed": 0} for n in range(number + 1)]
    return clean(run=f"r{number}", at=DAYS[number], trend=trend, **other)


def seen(name: str, day: int, number: int) -> dict[str, Any]:
    """A difference of the run of a day, first seen on another."""
    status = "new" if day == number else "persisting"
    return row(1, name=name, first_seen=DAYS[day], status=status)


def tell(webhook: Webhook, number: int, *rows: dict[str, Any]) -> int:
    found = FoundRows(rows)
    return webhook.tell(run_of(number), lambda at: found.first_seen_since(at, 1000))


def test_what_is_new_is_told_once(hook: Callable[..., Webhook], chat: Chat) -> None:
    old = seen("OLD", 0, 3)
    assert tell(hook(), 3, old, seen("A", 3, 3)) == 1  # not what has been there for days
    assert tell(hook(), 3, old, seen("A", 3, 3)) == 0  # the same run made again
    assert tell(hook(), 3, old, seen("A", 3, 3), seen("B", 3, 3)) == 1  # it has found more
    assert tell(hook(), 4, old, seen("A", 3, 4), seen("B", 3, 4)) == 0  # a later run
    assert tell(hook(), 5, old, seen("C", 5, 5)) == 1
    assert tell(hook(), 6, old) == 0
    assert tell(hook(), 7, seen("C", 7, 7)) == 1  # resolved in between: it is new again
    assert tell(hook(), 2, seen("LATE", 2, 2)) == 0  # an older run made again is no news
    assert chat.reported == [["A"], ["B"], ["C"], ["C"]]
    assert len(set(chat.keys)) == 4


def test_a_run_that_was_made_again_later_does_not_tell_again(
    hook: Callable[..., Webhook], chat: Chat
) -> None:
    tell(hook(), 3, seen("A", 3, 3))
    again = row(1, name="A", first_seen=DAYS[4], status="new")  # of the same name, a day later
    found = FoundRows([again, row(2, name="B", first_seen=DAYS[4], status="new")])
    summary = clean(run="r3", at=DAYS[4])
    assert hook().tell(summary, lambda at: found.first_seen_since(at, 1000)) == 1
    assert chat.reported == [["A"], ["B"]]


def test_a_clock_that_ran_fast_hides_nothing(hook: Callable[..., Webhook], chat: Chat) -> None:
    fast = clean(run="fast", at="2031-01-01T00:00:00Z")
    found = FoundRows([row(1, name="A", first_seen=fast.at)])
    assert hook().tell(fast, lambda at: found.first_seen_since(at, 100)) == 1
    # Its time is nobody's past: the next run finds A new, and so it is told again.
    assert tell(hook(), 3, seen("A", 3, 3), seen("OLD", 0, 3)) == 1
    assert tell(hook(), 4, seen("A", 3, 4), seen("B", 4, 4)) == 1
    assert chat.reported == [["A"], ["A"], ["B"]]


def test_what_could_not_be_told_is_told_with_the_next_run(
    hook: Callable[..., Webhook], chat: Chat
) -> None:
    chat.answers = [500] * 3
    with pytest.raises(
        NotRemembered, match="HTTP 500; 1 differences are reported with the next run"
    ):
        tell(hook(), 3, seen("A", 3, 3), seen("OLD", 0, 3))
    assert chat.attempts == 3
    assert tell(hook(), 4, seen("A", 3, 4), seen("B", 4, 4), seen("OLD", 0, 4)) == 2
    chat.answers = [404]
    with pytest.raises(NotRemembered, match="HTTP 404; does the webhook still exist"):
        tell(hook(), 5, seen("C", 5, 5), seen("A", 3, 5))
    assert tell(hook(), 6, seen("A", 3, 6)) == 0  # C is over, and no news any more
    assert chat.reported == [["A", "B"]]


def test_an_attempt_that_fails_is_made_again(hook: Callable[..., Webhook], chat: Chat) -> None:
    chat.answers = [503, 429]
    assert tell(hook(), 3, seen("A", 3, 3)) == 1
    assert (chat.attempts, chat.reported) == (3, [["A"]])


def test_a_job_that_is_killed_before_it_remembers_tells_it_again_with_the_same_key(
    hook: Callable[..., Webhook], chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time, too, when nothing is remembered yet."""

    class Killed(BaseException):
        """As SIGKILL."""

    remembered: list[str] = []

    def killed(path: Path, text: str) -> None:
        remembered.append(text)
        if len(remembered) == 2:  # the first is where it began
            raise Killed
        path.write_text(text)

    monkeypatch.setattr(module, "write_whole", killed)
    with pytest.raises(Killed):
        tell(hook(), 3, seen("A", 3, 3), seen("OLD", 0, 3))
    monkeypatch.undo()
    assert tell(hook(), 4, seen("A", 3, 4), seen("OLD", 0, 4)) == 1
    assert chat.reported == [["A"], ["A"]]
    assert chat.keys[0] == chat.keys[1]
    assert chat.messages[0]["differences"][0]["id"] == identity_of(seen("A", 3, 3))


def test_a_memory_that_cannot_be_written_is_said_before_anything_is_sent(
    hook: Callable[..., Webhook], chat: Chat, tmp_path: Path
) -> None:
    (tmp_path / "memory").mkdir()
    with pytest.raises(NotRemembered, match="memory"):
        tell(hook(), 3, seen("A", 3, 3))
    assert chat.attempts == 0


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"told": {"x": 1}}', '{"told": []}'])
def test_a_damaged_memory_is_named_with_the_way_out(
    text: str, hook: Callable[..., Webhook], chat: Chat, tmp_path: Path
) -> None:
    (tmp_path / "memory").write_text(text)
    with pytest.raises(NotRemembered, match="delete it: the next run then reports what is new"):
        tell(hook(), 3, seen("A", 3, 3))
    assert chat.attempts == 0


def test_two_webhooks_of_one_lake_are_told_each(hook: Callable[..., Webhook], chat: Chat) -> None:
    assert tell(hook(MessageForm.JSON), 3, seen("A", 3, 3)) == 1
    assert tell(hook(MessageForm.SLACK), 3, seen("A", 3, 3)) == 1
    assert tell(hook(MessageForm.JSON), 3, seen("A", 3, 3)) == 0
    assert set(chat.messages[1]) == {"text", "mrkdwn"}


def test_slacks_form_has_no_markup_no_mention_and_an_end(
    hook: Callable[..., Webhook], chat: Chat
) -> None:
    rows = [
        row(n, name=f"Q{n:02} <!channel> @here {EVIL}", desired=str(n), first_seen=DAYS[3],
            observed_before=None)
        for n in range(40)
    ]  # fmt: skip
    assert tell(hook(MessageForm.SLACK), 3, *rows) == 40
    (message,) = chat.messages
    assert message["mrkdwn"] is False
    lines = message["text"].splitlines()
    assert lines[0] == "40 new differences in 40 environments, run r3"
    assert lines[1].startswith("medium: mq:LocalQueue Q00 &lt;!channel&gt; @\u200bhere")
    assert lines[-1] == "and 25 more lines; queuewright drift report has them"
    assert len(lines) == 17
    assert "<" not in message["text"]
    assert "@h" not in message["text"]


def test_the_json_form_has_all_of_a_difference(hook: Callable[..., Webhook], chat: Chat) -> None:
    rows = [row(n, first_seen=DAYS[3]) for n in range(120)]
    assert tell(hook(), 3, *rows) == 120
    (message,) = chat.messages
    assert (message["event"], message["version"], message["count"]) == ("drift.new", 1, 120)
    assert message["key"] == chat.keys[0]
    assert len(message["differences"]) == 100
    first = message["differences"][0]
    one = next(each for each in rows if identity_of(each) == first["id"])
    assert all(one[name] == value for name, value in first.items() if name != "id")


def test_the_address_is_in_no_log_no_error_and_no_memory(
    hook: Callable[..., Webhook],
    chat: Chat,
    address: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    chat.answers = [400]
    with pytest.raises(NotRemembered) as caught:
        tell(hook(), 3, seen("A", 3, 3))
    assert tell(hook(), 3, seen("A", 3, 3)) == 1
    everything = [
        str(caught.value), repr(caught.value), repr(hook()), (tmp_path / "memory").read_text(),
        *(each.getMessage() for each in caplog.records if "uvicorn" not in each.name),
    ]  # fmt: skip
    for part in (address, SECRET, SECRET.rpartition("/")[2]):
        assert not [text for text in everything if part in text]
    assert caught.value.__cause__ is None
    assert not logging.getLogger("httpx2").disabled


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; give it a value"),
        ("secret-word", "what is there is no address; write it as https://..."),
        ("ftp://secret-word/x", "no address"),
        ("http://chat.example.com/secret-word", "its address is of http; give one of https"),
        ("https://[secret-word", "no address"),
        ("https:///secret-word", "no address"),
        ("http://127.0.0.1:1/secret-word", "no connection: ConnectError"),
        ("http://localhost:99999/secret-word", "differences are reported with the next run"),
    ],
)
def test_what_is_no_address_is_one_line_without_it(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOOK", text)
    webhook = Webhook(
        Credential(env="HOOK"), MessageForm.SLACK, Memory(tmp_path / "memory"), attempts=1
    )
    with pytest.raises(NotRemembered) as caught:
        tell(webhook, 3, seen("A", 3, 3))
    assert message in str(caught.value)
    assert 'webhook of environment variable "HOOK"' in str(caught.value)
    assert "secret-word" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_reference_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    reference = Credential(file=str(tmp_path / "none"))
    webhook = Webhook(reference, MessageForm.JSON, Memory(tmp_path / "memory"))
    with pytest.raises(NotRemembered, match="cannot be read: No such file"):
        tell(webhook, 3, seen("A", 3, 3))
    assert tell(webhook, 4) == 0  # where there is nothing to tell nobody reads it


def test_a_lake_that_keeps_no_small_file_needs_one_elsewhere(tmp_path: Path) -> None:
    assert memory_of("lake", None) == Memory(Path("lake/_webhook.json"))
    assert memory_of(None, tmp_path / "m") == Memory(tmp_path / "m")
    for lake in (None, "s3://bucket/lake"):
        with pytest.raises(NotRemembered, match="give --webhook-memory FILE that stays"):
            memory_of(lake, None)


def test_rows_are_asked_for_from_the_last_run_that_was_told(
    hook: Callable[..., Webhook],
) -> None:
    asked: list[str] = []

    def none(at: str) -> Sequence[dict[str, Any]]:
        asked.append(at)
        return []

    for number in (3, 4):
        hook().tell(run_of(number), none)
    assert asked == [DAYS[2], DAYS[3]]
