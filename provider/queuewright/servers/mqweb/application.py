"""The resources of the REST API: login, admin/qmgr, admin/installation, admin/action mqsc."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from queuewright import __version__
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.servers.users import ADMIN

from . import commands, problems
from .problems import Problem
from .sessions import Caller, Sessions

VERSIONS = ("v1", "v2", "v3")
CSRF_HEADER = "ibm-mq-rest-csrf-token"
GATEWAY_HEADER = "ibm-mq-rest-gateway-qmgr"
LARGEST = 1 << 20  # bytes of a request
_ROOT = "/ibmmq/rest/{version}"

Handler = Callable[[Request], Awaitable[Response]]


class Application:
    """The REST API of the queue managers of a sandbox."""

    def __init__(self, sandbox: Sandbox, sessions: Sessions) -> None:
        self.sandbox = sandbox
        self.sessions = sessions

    def asgi(self) -> Starlette:
        routes = [
            Route(_ROOT + "/login", self._log_in, methods=["POST"]),
            Route(_ROOT + "/login", self._who, methods=["GET"]),
            Route(_ROOT + "/login", self._log_out, methods=["DELETE"]),
            Route(_ROOT + "/admin/qmgr", self._queue_managers, methods=["GET"]),
            Route(_ROOT + "/admin/qmgr/{name:path}", self._queue_manager, methods=["GET"]),
            Route(_ROOT + "/admin/installation", self._installation, methods=["GET"]),
            Route(_ROOT + "/admin/action/qmgr/{name:path}/mqsc", self._mqsc, methods=["POST"]),
        ]
        handlers: dict[Any, Any] = {Problem: _refuse, HTTPException: _refuse_route}
        return Starlette(routes=routes, exception_handlers=handlers)

    async def _log_in(self, request: Request) -> Response:
        _require_version(request)
        body = await _json(request)
        given = body if isinstance(body, dict) else {}
        name, password = given.get("username"), given.get("password")
        if not isinstance(name, str) or not isinstance(password, str):
            raise problems.bad_request("it needs username and password")
        url = str(request.url)
        token = await run_in_threadpool(self.sessions.log_in, name, password, url)
        answer = Response(status_code=204)
        self._set_cookie(answer, request, token)
        return answer

    async def _who(self, request: Request) -> Response:
        caller = await self._caller(request)
        return _answer({"user": [{"name": caller.name, "role": caller.user.roles}]})

    async def _log_out(self, request: Request) -> Response:
        _require_csrf(request)
        await self._caller(request)
        self.sessions.log_out(request.cookies.get(self.sessions.cookie))
        answer = Response(status_code=204)
        answer.delete_cookie(self.sessions.cookie, path="/")
        return answer

    async def _queue_managers(self, request: Request) -> Response:
        await self._caller(request)
        systems = await run_in_threadpool(self.sandbox.systems)
        return _answer({"qmgr": [{"name": each.name, "state": "running"} for each in systems]})

    async def _queue_manager(self, request: Request) -> Response:
        await self._caller(request)
        system = await run_in_threadpool(self._system, request.path_params["name"])
        return _answer({"qmgr": [{"name": system.name, "state": "running"}]})

    async def _installation(self, request: Request) -> Response:
        await self._caller(request)
        installed = {"name": "queuewright-sandbox", "platform": "unix", "version": __version__}
        return _answer({"installation": [installed]})

    async def _mqsc(self, request: Request) -> Response:
        caller = await self._caller(request)
        _require_csrf(request)
        body = await _json(request)
        answer = await run_in_threadpool(self._run, request.path_params["name"], caller, body)
        gateway = request.headers.get(GATEWAY_HEADER)
        if gateway is not None:
            answer.headers[GATEWAY_HEADER] = gateway
        return answer

    def _run(self, name: str, caller: Caller, body: Any) -> Response:
        """One command, in a thread: the sandbox waits for its file."""
        system = self._system(name)
        asked, as_text = commands.requested(body)
        if ADMIN not in caller.user.roles and asked.verb not in commands.READING:
            raise problems.not_authorized(f"{asked.verb.lower()} {asked.object.lower()}")
        try:
            return _answer(commands.run(system, asked, as_text=as_text))
        except QueuewrightError as error:
            raise problems.unexpected(str(error)) from error

    async def _caller(self, request: Request) -> Caller:
        _require_version(request)
        peer = str(getattr(request.state, "peer", ""))
        headers, url = request.headers, str(request.url)
        if headers.get("authorization", "").lower().startswith("basic"):
            # A password's hash takes its time.
            find = self.sessions.caller
            return await run_in_threadpool(find, headers, request.cookies, peer, url)
        return self.sessions.caller(headers, request.cookies, peer, url)

    def _system(self, name: str) -> EmbeddedSystem:
        if not self.sandbox.has(name):
            raise problems.no_queue_manager(name)
        return self.sandbox.system(name)

    def _set_cookie(self, answer: Response, request: Request, token: str) -> None:
        answer.set_cookie(
            self.sessions.cookie,
            token,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )


def _require_version(request: Request) -> None:
    if request.path_params["version"] not in VERSIONS:
        raise problems.no_such_resource()


def _require_csrf(request: Request) -> None:
    if CSRF_HEADER not in request.headers:
        raise problems.no_csrf_header(CSRF_HEADER)


async def _json(request: Request) -> Any:
    """Raises Problem."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST:
                raise problems.bad_request(f"it has more than {LARGEST} bytes")
    except ClientDisconnect:
        raise problems.bad_request("its body is cut off") from None
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise problems.bad_request(f"it is no JSON: {shown(str(error), 60)}") from None


def _answer(body: Any, status: int = 200) -> Response:
    text = json.dumps(body, ensure_ascii=False)
    return Response(text, status, media_type="application/json; charset=utf-8")


async def _refuse(request: Request, problem: Problem) -> Response:
    return _answer(problem.body(), problem.status)


async def _refuse_route(request: Request, error: HTTPException) -> Response:
    problem = problems.no_such_resource(error.status_code)
    return _answer(problem.body(), problem.status)
