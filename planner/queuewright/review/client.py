"""Requests to the API of a forge: what may be asked again is, and errors never have the token."""

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx2

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.hiding import Hiding
from queuewright.systems import sending
from queuewright.systems.sending import AnswerLost, NotSent, unavailable

from .request import TOKENS, NoComment, PullRequest

_TIMEOUT = 30.0  # seconds that an answer may take
_PATIENCE = 60.0  # seconds that a limit of the forge is waited for
_PAGES = 100  # of comments


class ForgeRefused(NoComment):
    """The forge understood, and does not do it. status: of HTTP."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


class TooLong(ForgeRefused):
    """The comment is longer than the forge takes."""


class Api:
    """The API of one forge, for one pull request."""

    def __init__(self, request: PullRequest, headers: Mapping[str, str]) -> None:
        self._request = request
        self._client = httpx2.Client(
            # Plain HTTP needs no certificates of authorities, and reading them takes its time.
            verify=urlsplit(request.api).scheme == "https",
            timeout=_TIMEOUT,
            headers={**headers, "User-Agent": "queuewright"},
        )

    def __enter__(self) -> "Api":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """The JSON of an answer. path: below the repository's address, or a whole address of the
        same server.

        Raises NotSent and AnswerLost for what may be asked again, Refused otherwise.
        """
        return self._content(self._answer(method, path, body))

    def pages(self, path: str) -> Iterator[Any]:
        """Every element of a list that comes in pages."""
        following: str | None = path
        for _ in range(_PAGES):
            if following is None:
                return
            answer = self._answer("GET", following, None)
            yield from self._content(answer)
            following = answer.links.get("next", {}).get("url")

    def _answer(self, method: str, path: str, body: Mapping[str, Any] | None) -> httpx2.Response:
        api = self._request.api
        address = path if "://" in path else f"{api}/{path}"
        if urlsplit(address)[:2] != urlsplit(api)[:2]:
            reason = f"it points to another server ({shown(address, 80)})"
            raise ForgeRefused(self._text(reason, "correct its configuration"), 0)
        try:
            answer = self._client.request(method, address, json=body)
        except httpx2.ConnectError as error:
            raise NotSent(
                self._text(f"no connection: {sending.reason_of(error)}", _AGAIN)
            ) from None
        except httpx2.HTTPError as error:
            raise AnswerLost(
                self._text(f"the connection broke: {sending.reason_of(error)}", _AGAIN)
            ) from None
        if not answer.is_success:
            raise self._refusal(answer)
        return answer

    def _content(self, answer: httpx2.Response) -> Any:
        try:
            return json.loads(answer.content)
        except (ValueError, RecursionError):
            reason = f"HTTP {answer.status_code} with a body that is not valid JSON"
            raise AnswerLost(self._text(reason, "is there a proxy in between?")) from None

    def _refusal(self, answer: httpx2.Response) -> Exception:
        status, status_text = answer.status_code, _message(answer)
        reason = f"HTTP {status}{f': {status_text}' if status_text else ''}"
        names = " or ".join(TOKENS[self._request.forge])
        wait = _wait(answer)
        if status == 429 or (
            status == 403 and (wait is not None or "rate limit" in status_text.lower())
        ):
            if wait is not None and wait > _PATIENCE:
                return ForgeRefused(
                    self._text(reason, f"its limit ends in {wait:.0f} seconds"), status
                )
            return NotSent(self._text(reason, _AGAIN), wait)
        if status >= 500:
            return AnswerLost(self._text(reason, _AGAIN))
        if status == 401:
            return ForgeRefused(
                self._text(reason, f"{names} is not valid, or over; give another"), status
            )
        if status == 403:
            return ForgeRefused(self._text(reason, _MAY[self._request.forge]), status)
        if status == 404:
            remediation = f"correct the address, or let {names} see the repository"
            return ForgeRefused(self._text(reason, remediation), status)
        if status in (400, 413, 422) and "too long" in status_text.lower():
            return TooLong(self._text(reason, "it is shortened"), status)
        return ForgeRefused(
            self._text(reason, "report it, with what queuewright --debug prints"), status
        )

    def _text(self, reason: str, remediation: str) -> str:
        text = unavailable(self._request.where, self._request.api, reason, remediation)
        return Hiding([self._request.token])(text)


_AGAIN = "run it again"
_MAY = {
    "GitHub": "give the job `permissions: pull-requests: write`; a fork's has none",
    "GitLab": "give GITLAB_TOKEN the scope api and the role Reporter or above",
    "Azure DevOps": "let the build service contribute to pull requests",
}


def _message(answer: httpx2.Response) -> str:
    """The forge's reason, in one short line."""
    try:
        data = json.loads(answer.content)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(data, dict):
        return ""
    message = data.get("message") or data.get("error") or ""
    details = data.get("errors") or ()
    texts = [message if isinstance(message, str) else json.dumps(message)]
    texts += [str(each.get("message", "")) for each in details if isinstance(each, dict)]
    return one_line("; ".join(filter(None, texts)))[:300]


def _wait(answer: httpx2.Response) -> float | None:
    """Seconds that the forge asks for."""
    seconds = sending.retry_after(answer.headers)
    if seconds is not None:
        return seconds
    until = answer.headers.get("x-ratelimit-reset", "")
    if answer.headers.get("x-ratelimit-remaining") == "0" and until.isdigit():
        return max(0.0, float(until) - time.time())
    return None
