"""The resources of the REST API: login, admin/qmgr and what is below it, admin/installation,
admin/action mqsc."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, unquote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.servers.limits import LIMITS, Limits, RequestRefused, read_json
from queuewright.servers.logins import Logins
from queuewright.servers.pool import Pool, Stopped
from queuewright.servers.users import ADMIN

from . import commands, managers, objects, problems
from .problems import MqwebProblem
from .sessions import Caller, Sessions, credentials

VERSIONS = ("v1", "v2", "v3")
OBJECTS_VERSION = "v1"  # the one that has queues and channels as resources
CSRF_HEADER = "ibm-mq-rest-csrf-token"
GATEWAY_HEADER = "ibm-mq-rest-gateway-qmgr"
_ROOT = "/ibmmq/rest/{version}"
_CHANGES = {"POST": "create", "PATCH": "alter", "DELETE": "delete"}

Handler = Callable[[Request], Awaitable[Response]]


class Application:
    """The REST API of the queue managers of a sandbox."""

    def __init__(self, sandbox: Sandbox, sessions: Sessions, limits: Limits = LIMITS) -> None:
        self.sandbox = sandbox
        self.sessions = sessions
        self._started = datetime.now(UTC)
        self._limits = limits
        self._logins = Logins(sessions.users, limits)
        self._pool = Pool("mqweb")

    def stop(self) -> None:
        """No more is begun."""
        self._logins.stop()
        self._pool.stop()

    def asgi(self) -> Starlette:
        routes = [
            Route(_ROOT + "/login", self._log_in, methods=["POST"]),
            Route(_ROOT + "/login", self._who, methods=["GET"]),
            Route(_ROOT + "/login", self._log_out, methods=["DELETE"]),
            Route(_ROOT + "/admin/qmgr", self._queue_managers, methods=["GET"]),
            Route(_ROOT + "/admin/qmgr/{name:path}", self._below, methods=[*_CHANGES, "GET"]),
            Route(_ROOT + "/admin/installation", self._installation, methods=["GET"]),
            Route(_ROOT + "/admin/installation/{name}", self._installation, methods=["GET"]),
            Route(_ROOT + "/admin/action/qmgr/{name:path}/mqsc", self._mqsc, methods=["POST"]),
        ]
        handlers: dict[Any, Any] = {
            MqwebProblem: _refuse,
            HTTPException: _refuse_route,
            Stopped: _refuse_at_the_end,
        }
        return Starlette(routes=routes, exception_handlers=handlers)

    async def _log_in(self, request: Request) -> Response:
        _require_version(request)
        body = await _json(request, self._limits.unknown)
        given = body if isinstance(body, dict) else {}
        name, password = given.get("username"), given.get("password")
        if not isinstance(name, str) or not isinstance(password, str):
            raise problems.bad_request("it needs username and password")
        await self._logins.user(name, password, _address(request))
        token = self.sessions.log_in(name, password, str(request.url))
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
        name = request.path_params.get("name", "")
        query = dict(request.query_params)
        return await self._inquiry(
            request, lambda: managers.queue_managers(self.sandbox, name, query, self._started)
        )

    async def _installation(self, request: Request) -> Response:
        name = request.path_params.get("name", "")
        query = dict(request.query_params)
        return await self._inquiry(
            request, lambda: managers.installations(self.sandbox, name, query)
        )

    async def _below(self, request: Request) -> Response:
        """A queue manager, its queues or channels, or one of these. A name that has a slash has it
        as %2F, which the path as it was sent still tells from one between two names."""
        sent = request.scope["raw_path"].decode("ascii", "replace").partition("?")[0]
        name, *rest = sent.split("/admin/qmgr/", 1)[-1].split("/")
        if not rest or rest[0] not in ("queue", "channel"):
            _require_method(request, "GET")
            return await self._queue_managers(request)
        request.path_params["name"] = unquote(name)
        one = request.path_params["object"] = unquote("/".join(rest[1:]))
        if rest[0] == "channel":
            _require_method(request, "GET")
            return await self._channels(request)
        _require_method(request, "GET", *(("PATCH", "DELETE") if one else ("POST",)))
        return await self._queues(request)

    async def _queues(self, request: Request) -> Response:
        name = request.path_params["object"]
        query = dict(request.query_params)
        method = request.method
        if method in ("GET", "HEAD"):
            return await self._inquiry(
                request, lambda: objects.queues(self._own(request), name, query)
            )
        caller = await self._caller(request)
        _require_csrf(request)
        body = await self._body(request) if method != "DELETE" else None

        def change() -> Response:
            system = self._own(request)
            if system.operator is None and ADMIN not in caller.user.roles:
                raise problems.not_authorized(f"{_CHANGES[method]} {name or 'queue'}")
            if method == "PATCH":
                objects.change_queue(system, name, query, body)
            elif method == "DELETE":
                objects.delete_queue(system, name, query)
            else:
                made = quote(objects.create_queue(system, query, body), safe="")
                return Response(
                    status_code=201, headers={"location": f"{_own_url(request)}/{made}"}
                )
            return Response(status_code=204)

        return await self._answered(request, change)

    async def _channels(self, request: Request) -> Response:
        name = request.path_params["object"]
        query = dict(request.query_params)
        return await self._inquiry(
            request, lambda: objects.channels(self._own(request), name, query)
        )

    async def _mqsc(self, request: Request) -> Response:
        caller = await self._caller(request)
        _require_csrf(request)
        body = await self._body(request)

        def run() -> Response:
            system = self._system(request)
            asked, as_text = commands.requested(body)
            may = ADMIN in caller.user.roles or asked.verb in commands.READING
            if system.operator is None and not may:
                raise problems.not_authorized(f"{asked.verb.lower()} {asked.object.lower()}")
            return _answer(commands.run(system, asked, as_text=as_text))

        return await self._answered(request, run)

    async def _inquiry(self, request: Request, read: Callable[[], Any]) -> Response:
        await self._caller(request)
        return await self._answered(request, lambda: _answer(read()))

    async def _answered(self, request: Request, answer: Callable[[], Response]) -> Response:
        """The result of `answer`, in a thread: the sandbox waits for its file."""
        try:
            response = await self._pool.run(answer)
        except QueuewrightError as error:
            raise problems.unexpected(str(error)) from error
        gateway = request.headers.get(GATEWAY_HEADER)
        if gateway is not None:
            response.headers[GATEWAY_HEADER] = gateway
        return response

    async def _body(self, request: Request) -> Any:
        return await _json(request, self._limits.request)

    def _own(self, request: Request) -> EmbeddedSystem:
        """The queue manager of a resource that is "available only in version 1"."""
        if request.path_params["version"] != OBJECTS_VERSION:
            raise problems.no_such_resource()
        return self._system(request)

    async def _caller(self, request: Request) -> Caller:
        _require_version(request)
        peer = str(getattr(request.state, "peer", ""))
        headers, url = request.headers, str(request.url)
        given = headers.get("authorization", "")
        if pair := credentials(given):
            # Not by the session: a password's hash takes its time, and a wrong one takes more.
            await self._logins.user(*pair, _address(request))
        elif given.lower().startswith("bearer"):
            await self._logins.token(given.partition(" ")[2].strip(), _address(request))
        caller = self.sessions.caller(headers, request.cookies, peer, url)
        # An administrator's commands run as the user that mqweb runs as, who has every authority.
        request.state.operator = caller.user.operator(caller.name)
        return caller

    def _system(self, request: Request) -> EmbeddedSystem:
        """The queue manager of the request, as its caller works with it."""
        name = request.path_params["name"]
        if not self.sandbox.has(name):
            raise problems.no_queue_manager(name)
        return self.sandbox.system(name, request.state.operator)

    def _set_cookie(self, answer: Response, request: Request, token: str) -> None:
        answer.set_cookie(
            self.sessions.cookie,
            token,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )


def _own_url(request: Request) -> str:
    """The address of the resource itself, as the client wrote it."""
    return str(request.url.replace(query="", fragment=""))


def _require_version(request: Request) -> None:
    if request.path_params["version"] not in VERSIONS:
        raise problems.no_such_resource()


def _require_method(request: Request, *methods: str) -> None:
    if request.method not in ("HEAD", *methods):
        raise problems.no_such_resource(405)


def _require_csrf(request: Request) -> None:
    if CSRF_HEADER not in request.headers:
        raise problems.no_csrf_header(CSRF_HEADER)


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


async def _json(request: Request, most: int) -> Any:
    """most: bytes of it. Raises MqwebProblem."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise problems.bad_request(f"it has more than {most} bytes")
    except ClientDisconnect:
        raise problems.bad_request("its body is cut off") from None
    try:
        return read_json(body)
    except RequestRefused as error:
        raise problems.bad_request(f"it is not valid JSON: {shown(str(error), 60)}") from None


def _answer(body: Any, status: int = 200) -> Response:
    text = json.dumps(body, ensure_ascii=False)
    return Response(text, status, media_type="application/json; charset=utf-8")


async def _refuse(request: Request, problem: MqwebProblem) -> Response:
    return _answer(problem.body(), problem.status)


async def _refuse_at_the_end(request: Request, stopped: Stopped) -> Response:
    return _answer(problems.unexpected("the server stops").body(), 503)


async def _refuse_route(request: Request, error: HTTPException) -> Response:
    problem = problems.no_such_resource(error.status_code)
    return _answer(problem.body(), problem.status)
