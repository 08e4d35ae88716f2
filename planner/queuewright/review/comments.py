"""The comments of a pull request, at each forge alike.

Sources: GitHub REST API, Issue comments; GitLab REST API, Notes; Azure DevOps Services REST API,
Pull Request Threads.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from .client import Api, ForgeRefused
from .request import Forge, PullRequest


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment. own: whether the token's owner wrote it; nobody else's is ever changed."""

    id: str
    body: str
    own: bool
    url: str = ""


class ForgeComments(Protocol):
    """The interface of a forge. limit: characters of a comment."""

    limit: int

    def __init__(self, api: Api, request: PullRequest) -> None: ...
    @staticmethod
    def headers(token: str) -> dict[str, str]: ...
    def all(self) -> Iterator[Comment]: ...
    def write(self, body: str) -> str: ...
    def change(self, comment: Comment, body: str) -> str: ...


@contextmanager
def comments_of(request: PullRequest) -> Iterator[ForgeComments]:
    """The comments of a pull request; `write` and `change` give the comment's address."""
    forges: dict[Forge, type[ForgeComments]] = {
        "GitHub": _GitHub,
        "GitLab": _GitLab,
        "Azure DevOps": _Azure,
    }
    made = forges[request.forge]
    with Api(request, made.headers(request.token)) as api:
        yield made(api, request)


class _GitHub:
    limit = 65_536

    def __init__(self, api: Api, request: PullRequest) -> None:
        self._api = api
        self._server = request.api.rpartition("/repos/")[0]
        self._path = f"issues/{request.number}/comments"

    @staticmethod
    def headers(token: str) -> dict[str, str]:
        return {
            "Authorization": f"Bearer {token}",
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": "2022-11-28",
        }

    def all(self) -> Iterator[Comment]:
        myself = self._myself()
        for comment in self._api.pages(f"{self._path}?per_page=100"):
            user = comment.get("user") or {}
            own = user.get("type") == "Bot" if myself is None else user.get("login") == myself
            yield Comment(str(comment["id"]), comment.get("body") or "", own)

    def _myself(self) -> str | None:
        """The user of the token; None for the one of a workflow or an app, which may not ask."""
        try:
            return str(self._api.ask("GET", f"{self._server}/user")["login"])
        except ForgeRefused as error:
            if error.status == 401:
                raise
            return None

    def write(self, body: str) -> str:
        return str(self._api.ask("POST", self._path, {"body": body}).get("html_url", ""))

    def change(self, comment: Comment, body: str) -> str:
        path = f"issues/comments/{comment.id}"
        return str(self._api.ask("PATCH", path, {"body": body}).get("html_url", ""))


class _GitLab:
    limit = 1_000_000

    def __init__(self, api: Api, request: PullRequest) -> None:
        self._api = api
        self._server = request.api.rpartition("/projects/")[0]
        self._path = f"merge_requests/{request.number}/notes"

    @staticmethod
    def headers(token: str) -> dict[str, str]:
        return {"PRIVATE-TOKEN": token}

    def all(self) -> Iterator[Comment]:
        myself = self._api.ask("GET", f"{self._server}/user")["username"]
        for note in self._api.pages(f"{self._path}?per_page=100&sort=asc&order_by=created_at"):
            own = not note.get("system") and (note.get("author") or {}).get("username") == myself
            yield Comment(str(note["id"]), note.get("body") or "", own)

    def write(self, body: str) -> str:
        self._api.ask("POST", self._path, {"body": _without_actions(body)})
        return ""

    def change(self, comment: Comment, body: str) -> str:
        self._api.ask("PUT", f"{self._path}/{comment.id}", {"body": _without_actions(body)})
        return ""


def _without_actions(body: str) -> str:
    """GitLab does what a line such as /close says, but in code."""
    lines, fence = [], ""
    for line in body.split("\n"):
        mark = fence_of(line)
        if fence:
            fence = "" if mark.startswith(fence) and line.strip() == mark else fence
        elif mark:
            fence = mark
        elif line.lstrip().startswith("/"):
            line = line.replace("/", "\\/", 1)
        lines.append(line)
    return "\n".join(lines)


def fence_of(line: str) -> str:
    """The backticks or tildes that open or close a block of code; "" where the line does not."""
    text = line.lstrip(" ")
    mark = text[: len(text) - len(text.lstrip(text[:1]))] if text[:1] in ("`", "~") else ""
    return mark if len(mark) > 2 else ""


class _Azure:
    limit = 150_000
    _VERSION = "api-version=7.0"

    def __init__(self, api: Api, request: PullRequest) -> None:
        self._api = api
        self._path = f"pullRequests/{request.number}/threads"
        # The project is the last part of the address before the API's.
        self._collection = request.api.partition("/_apis/")[0].rpartition("/")[0]

    @staticmethod
    def headers(token: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {token}", "Accept": "application/json"}

    def all(self) -> Iterator[Comment]:
        data = self._api.ask("GET", f"{self._collection}/_apis/connectionData")
        myself = data["authenticatedUser"]["id"]
        threads: Any = self._api.ask("GET", f"{self._path}?{self._VERSION}")["value"]
        for thread in threads:
            for comment in thread.get("comments") or ():
                own = (comment.get("author") or {}).get("id") == myself
                own = own and not comment.get("isDeleted") and not thread.get("isDeleted")
                id = f"{thread['id']}/comments/{comment['id']}"
                yield Comment(id, comment.get("content") or "", own)

    def write(self, body: str) -> str:
        comment = {"parentCommentId": 0, "content": body, "commentType": "text"}
        # Closed: one that is active can keep a pull request from being completed.
        thread = {"comments": [comment], "status": "closed"}
        self._api.ask("POST", f"{self._path}?{self._VERSION}", thread)
        return ""

    def change(self, comment: Comment, body: str) -> str:
        path = f"{self._path}/{comment.id}?{self._VERSION}"
        self._api.ask("PATCH", path, {"content": body})
        return ""
