"""The news of a run, sent to a chat or a program by a webhook: once each, at least.

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
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from queuewright import __version__, log
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError, SystemUnavailable
from queuewright.drift.identity import identity_of
from queuewright.systems import sending
from queuewright.systems.credentials import Credential
from queuewright.systems.sending import AnswerLost, NotSent

from .memory import Announced, Memory, NotRemembered
from .messages import MESSAGES, MessageForm, key_of

if TYPE_CHECKING:
    import httpx2

    from queuewright.drift.summary import Summary

_TIMEOUT = 20.0  # seconds for one attempt

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where to, in which form, and where what was told is remembered."""

    reference: Credential
    form: MessageForm
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
        Raises NotRemembered."""
        announced = self.memory.of(self.name)
        now = self.clock().strftime("%Y-%m-%dT%H:%M:%SZ")
        # Times that a fast clock has left would hide all that is new until that time has come.
        if announced is None or announced.at > max(now, summary.at):
            # A job that is killed before the webhook has answered must not forget where it began.
            announced = Announced("", _before(summary))
            self._remember(announced)
        news = announced.leaves(first_seen_since(announced.at), summary.run)
        if news:
            self._send(summary, news)
        if summary.at >= announced.at:
            again = announced.ids if announced.run == summary.run else ()
            self._remember(
                Announced(summary.run, summary.at, [*again, *(identity_of(row) for row in news)])
            )
        return len(news)

    def _remember(self, announced: Announced) -> None:
        try:
            self.memory.remember(self.name, announced)
        except NotRemembered:
            raise
        except QueuewrightError as error:
            raise NotRemembered(f"{self.name}: its messages are not remembered: {error}") from None

    def _send(self, summary: "Summary", rows: Sequence[Row]) -> None:
        import httpx2

        try:
            address = _checked(self.reference.read("webhook", self.base))
            key = key_of(rows)
            message = MESSAGES[self.form](summary, rows, key)
            with httpx2.Client(timeout=_TIMEOUT, follow_redirects=False) as client, _unlogged():
                sending.read(lambda: _post(client, address, message, key), self.attempts)
        except SystemUnavailable as error:
            raise NotRemembered(
                one_line(
                    f"{self.name}: {error}; {len(rows)} differences are reported with the next run"
                )
            ) from None


def _before(summary: "Summary") -> str:
    """The time of the run before: a webhook that is told for the first time is not told all that
    has been there for months."""
    return max((str(run["at"]) for run in summary.trend if run["at"] < summary.at), default="")


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
        raise SystemUnavailable("its address is not valid; correct it") from None
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
    """The error, without the library's text, which may have the address."""
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
