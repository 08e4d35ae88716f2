"""Servers that answer as GitHub, GitLab and Azure DevOps do of comments, on loopback."""

import asyncio
import contextlib
import json
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from queuewright.servers.serving import Address

TOKEN = "t0ken-that-nobody-sees"
PAGE = 3  # comments a page, whatever is asked: a server may give fewer
LONGEST = {"github": 65_536, "gitlab": 1_000_000, "azure": 150_000}


@dataclass
class Forge:
    """A pull request's comments, and what goes wrong next."""

    comments: list[dict[str, Any]] = field(default_factory=list)  # id, body, author
    faults: deque[tuple[int, dict[str, str], str]] = field(default_factory=deque)
    lost: bool = False  # the answer to the next comment, which is written
    longest: dict[str, int] = field(default_factory=lambda: dict(LONGEST))
    asked: list[str] = field(default_factory=list)
    myself: str | None = "robot"  # None: the token of a workflow, which may not ask
    url: str = ""

    def add(self, body: str, author: str = "ann") -> int:
        number = len(self.comments) + 1
        self.comments.append({"id": number, "body": body, "author": author})
        return number

    @property
    def bodies(self) -> list[str]:
        return [comment["body"] for comment in self.comments]

    # What every API does alike

    def fault(self, request: Request, token: str | None) -> Response | None:
        self.asked.append(f"{request.method} {request.url.path}")
        if self.faults and not request.url.path.endswith(("/user", "connectionData")):
            status, headers, message = self.faults.popleft()
            return JSONResponse({"message": message}, status, headers)
        if token != TOKEN:
            return JSONResponse({"message": "Bad credentials"}, 401)
        return None

    def written(self, body: str, which: str) -> Response | None:
        if len(body) > self.longest[which]:
            # As GitHub words it.
            text = f"body is too long (maximum is {self.longest[which]} characters)"
            errors = [{"resource": "IssueComment", "code": "custom", "message": text}]
            return JSONResponse({"message": "Validation Failed", "errors": errors}, 422)
        return None

    def found(self, number: str) -> dict[str, Any] | None:
        return next((c for c in self.comments if str(c["id"]) == number), None)

    def paged(self, request: Request, items: list[Any]) -> Response:
        page = int(request.query_params.get("page", "1"))
        part = items[(page - 1) * PAGE : page * PAGE]
        headers = {}
        if items[page * PAGE :]:
            following = request.url.include_query_params(page=page + 1)
            headers["Link"] = f'<{following}>; rel="next", <{following}>; rel="last"'
        return JSONResponse(part, headers=headers)

    # GitHub

    def _github_token(self, request: Request) -> str | None:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        return token if kind == "Bearer" else None

    async def github_user(self, request: Request) -> Response:
        fault = self.fault(request, self._github_token(request))
        if fault is not None:
            return fault
        if self.myself is None:
            return JSONResponse({"message": "Resource not accessible by integration"}, 403)
        return JSONResponse({"login": self.myself})

    def _github(self, comment: dict[str, Any]) -> dict[str, Any]:
        kind = "Bot" if comment["author"].endswith("[bot]") else "User"
        url = f"{self.url}/shop/queues/pull/12#issuecomment-{comment['id']}"
        user = {"login": comment["author"], "type": kind}
        return {"id": comment["id"], "body": comment["body"], "user": user, "html_url": url}

    async def github_comments(self, request: Request) -> Response:
        fault = self.fault(request, self._github_token(request))
        if fault is not None:
            return fault
        if request.method == "GET":
            return self.paged(request, [self._github(comment) for comment in self.comments])
        body = json.loads(await request.body())["body"]
        refused = self.written(body, "github")
        if refused is not None:
            return refused
        self.add(body, self.myself or "github-actions[bot]")
        if self.lost:
            self.lost = False
            return Response("<html>Bad gateway</html>", 502)
        return JSONResponse(self._github(self.comments[-1]), 201)

    async def github_comment(self, request: Request) -> Response:
        fault = self.fault(request, self._github_token(request))
        if fault is not None:
            return fault
        comment = self.found(request.path_params["id"])
        if comment is None:
            return JSONResponse({"message": "Not Found"}, 404)
        body = json.loads(await request.body())["body"]
        refused = self.written(body, "github")
        if refused is not None:
            return refused
        comment["body"] = body
        return JSONResponse(self._github(comment))

    # GitLab

    async def gitlab_user(self, request: Request) -> Response:
        fault = self.fault(request, request.headers.get("private-token"))
        return fault or JSONResponse({"username": self.myself})

    async def gitlab_notes(self, request: Request) -> Response:
        fault = self.fault(request, request.headers.get("private-token"))
        if fault is not None:
            return fault
        if request.method == "GET":
            return self.paged(request, [self._gitlab(comment) for comment in self.comments])
        body = json.loads(await request.body())["body"]
        refused = self.written(body, "gitlab")
        if refused is not None:
            return refused
        self.add(body, self.myself or "")
        return JSONResponse(self._gitlab(self.comments[-1]), 201)

    def _gitlab(self, comment: dict[str, Any]) -> dict[str, Any]:
        author = {"username": comment["author"]}
        return {"id": comment["id"], "body": comment["body"], "author": author, "system": False}

    async def gitlab_note(self, request: Request) -> Response:
        fault = self.fault(request, request.headers.get("private-token"))
        if fault is not None:
            return fault
        comment = self.found(request.path_params["id"])
        assert comment is not None
        assert comment["author"] == self.myself
        comment["body"] = json.loads(await request.body())["body"]
        return JSONResponse(self._gitlab(comment))

    # Azure DevOps

    async def azure_myself(self, request: Request) -> Response:
        fault = self.fault(request, self._github_token(request))
        return fault or JSONResponse({"authenticatedUser": {"id": self.myself}})

    async def azure_threads(self, request: Request) -> Response:
        fault = self.fault(request, self._github_token(request))
        if fault is not None:
            return fault
        assert request.query_params["api-version"] == "7.0"
        if request.method == "GET":
            return JSONResponse({"value": [self._azure(c) for c in self.comments]})
        thread = json.loads(await request.body())
        assert thread["status"] == "closed"
        self.add(thread["comments"][0]["content"], self.myself or "")
        return JSONResponse(self._azure(self.comments[-1]))

    def _azure(self, comment: dict[str, Any]) -> dict[str, Any]:
        own = {"id": 1, "content": comment["body"], "author": {"id": comment["author"]}}
        return {"id": comment["id"], "comments": [own], "isDeleted": False}

    async def azure_comment(self, request: Request) -> Response:
        fault = self.fault(request, self._github_token(request))
        if fault is not None:
            return fault
        assert request.path_params["id"] == "1"
        comment = self.found(request.path_params["thread"])
        assert comment is not None
        comment["body"] = json.loads(await request.body())["content"]
        return JSONResponse({})

    def application(self) -> Starlette:
        routes = []
        for base in ("", "/api/v3"):  # github.com's API, and an enterprise's
            one = f"{base}/repos/shop/queues/issues"
            routes += [
                Route(f"{base}/user", self.github_user),
                Route(f"{one}/12/comments", self.github_comments, methods=["GET", "POST"]),
                Route(f"{one}/comments/{{id}}", self.github_comment, methods=["PATCH"]),
            ]
        # By number as a pipeline says it, and by name as an address does (%2F in it).
        for project in ("77", "shop/ops/queues"):
            notes = f"/api/v4/projects/{project}/merge_requests/12/notes"
            routes += [
                Route(notes, self.gitlab_notes, methods=["GET", "POST"]),
                Route(f"{notes}/{{id}}", self.gitlab_note, methods=["PUT"]),
            ]
        threads = "/org/shop/_apis/git/repositories/queues/pullRequests/12/threads"
        routes += [
            Route("/api/v4/user", self.gitlab_user),
            Route("/org/_apis/connectionData", self.azure_myself),
            Route(threads, self.azure_threads, methods=["GET", "POST"]),
            Route(f"{threads}/{{thread}}/comments/{{id}}", self.azure_comment, methods=["PATCH"]),
        ]
        return Starlette(routes=routes)


@contextlib.contextmanager
def served() -> Iterator[Forge]:
    """A forge that answers at its `url`."""
    forge = Forge()
    with serving(forge.application()) as forge.url:
        yield forge


class _Server(uvicorn.Server):
    """One that sees at once that it is to end: uvicorn's looks every tenth of a second."""

    async def main_loop(self) -> None:
        while not self.should_exit:
            await asyncio.sleep(0.005)


@contextlib.contextmanager
def serving(application: Starlette) -> Iterator[str]:
    """The address at which an application answers, plain HTTP on loopback."""
    listening = Address("127.0.0.1", 0).listening()
    settings: dict[str, Any] = {"log_config": None, "access_log": False, "lifespan": "off"}
    server = _Server(uvicorn.Config(application, ws="none", **settings))
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the forge does not start"
        time.sleep(0.002)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        listening.close()
