"""What is new of a run, told to a chat or a program by a webhook: once each, at least.

The address is a credential: who has it can write there. It is read from a file or an environment
variable when it is needed, and is in no argument, log, error or state.

What was told is remembered, beside the lake, after the webhook took it. A job that is killed in
between, or a webhook that does not answer, makes the next run tell it again: at least once. Each
message has a key, of the differences that it is about, and the same message has the same key
(`Idempotency-Key`, and `key` of the JSON form), as each difference has its `id` and `first_seen`.

    told of                   what is told in this run
    nothing yet               what is new in it
    this run, made again      what is new in it and was not told
    an earlier run            what was first seen after that run and is still there

Sources: Slack, Sending messages using incoming webhooks; Formatting message text.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import blake2b
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from queuewright import __version__, log
from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError, SystemUnavailable
from queuewright.drift.identity import IDENTITY, identity_of
from queuewright.systems import sending
from queuewright.systems.credentials import Credential
from queuewright.systems.sending import AnswerLost, NotSent
from queuewright.whole_files import write_whole

if TYPE_CHECKING:
    import httpx2

    from queuewright.drift.summary import Summary

MEMORY = "_webhook.json"  # in the directory of a lake; Spark takes no file that begins with _
MOST = 10_000  # differences of a run that are told apart
_LISTED = 100  # differences that a message names
_IN_CHAT = 15
_TIMEOUT = 20.0  # seconds for one attempt
_MESSAGE = ("severity", *IDENTITY, "desired", "observed", "change", "first_seen")

Row = Mapping[str, Any]


class NotTold(QueuewrightError):
    """A webhook did not take what it was told; the run is what it is."""


class Form(StrEnum):
    """Whose form a message has."""

    SLACK = "slack"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Told:
    """The last run that a webhook was told of: its name, time, and the ids that it took."""

    run: str
    at: str
    ids: Sequence[str] = ()

    def leaves(self, rows: Sequence[Row], run: str) -> list[Row]:
        """Which of the rows it has not been told."""
        known = set(self.ids) if run == self.run else set()
        return [
            row
            for row in rows
            if identity_of(row) not in known
            and (row["first_seen"] > self.at or (run == self.run and row["status"] == "new"))
        ]


@dataclass(frozen=True, slots=True)
class Memory:
    """Which webhook was told what, in a small file. It names references, never addresses."""

    path: Path

    def of(self, webhook: str) -> Told | None:
        """Raises NotTold for a file that cannot be read."""
        known = self._read().get(webhook)
        return None if known is None else Told(known["run"], known["at"], known["ids"])

    def remember(self, webhook: str, told: Told) -> None:
        """Raises QueuewrightError."""
        known = {"run": told.run, "at": told.at, "ids": list(told.ids)}
        text = json.dumps({"told": {**self._read(), webhook: known}}, indent=1, ensure_ascii=False)
        write_whole(self.path, text + "\n")

    def _read(self) -> dict[str, Any]:
        try:
            loaded = json.loads(self.path.read_text(encoding="utf-8"))["told"]
            for each in loaded.values():
                Told(str(each["run"]), str(each["at"]), list(each["ids"]))
            return dict(loaded)
        except FileNotFoundError:
            return {}
        except OSError as error:
            why = error.strerror
        except (ValueError, KeyError, TypeError, AttributeError):
            why = "it is not what a webhook's memory looks like"
        raise NotTold(f"{self.path}: {why}; delete it: what is new in the next run is told then")


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where to, in which form, and where what was told is remembered."""

    reference: Credential
    form: Form
    memory: Memory
    attempts: int = sending.ATTEMPTS
    base: Path = field(default_factory=Path)
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    @property
    def name(self) -> str:
        """For people and the memory: its form and where its address is, never the address."""
        return f"{self.form} webhook of {self.reference}"

    def tell(self, summary: "Summary", first_seen_since: Callable[[str], Sequence[Row]]) -> int:
        """Tell what is new, where there is anything; gives how many differences that was.
        first_seen_since: what differs now and was first seen at a time or later, the worst `MOST`.
        Raises NotTold."""
        told = self.memory.of(self.name)
        now = self.clock().strftime("%Y-%m-%dT%H:%M:%SZ")
        # What a clock that ran fast has left would hide all that is new until that time has come.
        if told is None or told.at > max(now, summary.at):
            # A job that is killed before the webhook has answered must not forget where it began.
            told = Told("", _before(summary))
            self._remember(told)
        news = told.leaves(first_seen_since(told.at), summary.run)
        if news:
            self._send(summary, news)
        if summary.at >= told.at:
            again = told.ids if told.run == summary.run else ()
            self._remember(
                Told(summary.run, summary.at, [*again, *(identity_of(row) for row in news)])
            )
        return len(news)

    def _remember(self, told: Told) -> None:
        try:
            self.memory.remember(self.name, told)
        except NotTold:
            raise
        except QueuewrightError as error:
            raise NotTold(f"{self.name}: what it was told is not remembered: {error}") from None

    def _send(self, summary: "Summary", rows: Sequence[Row]) -> None:
        import httpx2

        try:
            address = _checked(self.reference.read("webhook", self.base))
            key = _key(rows)
            message = (slack if self.form is Form.SLACK else plain)(summary, rows, key)
            with httpx2.Client(timeout=_TIMEOUT, follow_redirects=False) as client, _unlogged():
                sending.read(lambda: _post(client, address, message, key), self.attempts)
        except SystemUnavailable as error:
            raise NotTold(
                one_line(
                    f"{self.name}: {error}; {len(rows)} differences are told with the next run"
                )
            ) from None


def _before(summary: "Summary") -> str:
    """The time of the run before: a webhook that is told for the first time is not told all that
    has been there for months."""
    return max((str(run["at"]) for run in summary.trend if run["at"] < summary.at), default="")


def _key(rows: Sequence[Row]) -> str:
    texts = sorted(f"{identity_of(row)} {row['first_seen']}" for row in rows)
    return blake2b("\n".join(texts).encode(), digest_size=16).hexdigest()


def plain(summary: "Summary", rows: Sequence[Row], key: str) -> dict[str, Any]:
    """The JSON form: the worst hundred, and how many there are."""
    listed = [{"id": identity_of(row), **{name: row[name] for name in _MESSAGE}} for row in rows]
    return {
        "event": "drift.new", "version": 1, "key": key, "run": summary.run, "at": summary.at,
        "count": len(rows), "differences": listed[:_LISTED],
        "counts": dict(summary.counts), "exit_code": summary.exit_code,
    }  # fmt: skip


def slack(summary: "Summary", rows: Sequence[Row], _: str) -> dict[str, Any]:
    """Slack's form, which others take, too: plain text, in which no name is markup or a mention."""
    from queuewright.render.drift.groups import grouped

    groups = grouped(rows)
    count = f"{len(rows)}{' or more' if len(rows) >= MOST else ''}"
    lines = [f"{count} new differences in {_environments(rows)}, run {summary.run}"]
    lines += [f"{group.severity}: {group.text}" for group in groups[:_IN_CHAT]]
    if len(groups) > _IN_CHAT:
        lines.append(f"and {len(groups) - _IN_CHAT} more lines; queuewright drift report has them")
    return {"text": "\n".join(map(_chat_text, lines)), "mrkdwn": False}


def _environments(rows: Sequence[Row]) -> str:
    names = {row["environment"] for row in rows}
    return min(names) if len(names) == 1 else f"{len(names)} environments"


def _chat_text(text: str) -> str:
    """`<` would begin a link or mention; a space without width keeps `@here` from being one."""
    text = one_line(text)
    for sign, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("@", "@\u200b")):
        text = text.replace(sign, written)
    return text


def _post(client: "httpx2.Client", address: str, message: Mapping[str, Any], key: str) -> None:
    import httpx2

    headers = {"Idempotency-Key": key, "User-Agent": f"queuewright/{__version__}"}
    try:
        answer = client.post(address, json=message, headers=headers)
    except httpx2.ConnectError as error:
        raise NotSent(f"no connection: {_reason(error)}") from None
    except httpx2.HTTPError as error:
        raise AnswerLost(f"no answer: {_reason(error)}") from None
    except (httpx2.InvalidURL, ValueError):
        raise SystemUnavailable("its address is none; correct it") from None
    status = answer.status_code
    log.debug("webhook", status=status)
    if answer.is_success:
        return
    if status == 429:
        raise NotSent("HTTP 429: too many messages", sending.retry_after(answer.headers))
    if status >= 500:
        raise AnswerLost(f"HTTP {status}")
    raise SystemUnavailable(f"HTTP {status}; does the webhook still exist?")


def _reason(error: Exception) -> str:
    """What happened, without what the library says: that may have the address."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.strerror:
            return f"{type(error).__name__}, {cause.strerror}"
        cause = cause.__cause__ or cause.__context__
    return type(error).__name__


def _checked(address: str) -> str:
    """Raises SystemUnavailable for an address that would send what is secret in the clear."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        parts, host = None, ""
    if parts is None or not host or parts.scheme not in ("https", "http"):
        raise SystemUnavailable("what is there is no address; write it as https://...")
    if parts.scheme == "http" and not _is_here(host):
        raise SystemUnavailable("its address is of http; give one of https")
    log.hide([part for part in (address, parts.path, parts.query) if len(part) > 1])
    return address


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def _unlogged() -> Iterator[None]:
    """The client logs addresses, which a notebook or scheduler may have asked it for."""
    logger = logging.getLogger("httpx2")
    before = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = before


def memory_of(lake: str | None, given: Path | None) -> Memory:
    """Where it is remembered: the file that was given, else in the directory of the lake. Raises
    NotTold."""
    if given is not None:
        return Memory(given)
    if lake is None or "://" in lake:
        where = "tables" if lake is None else shown(lake)
        raise NotTold(
            f"{where}: what a webhook was told cannot be remembered there; give --webhook-memory "
            "FILE that stays"
        )
    return Memory(Path(lake) / MEMORY)
