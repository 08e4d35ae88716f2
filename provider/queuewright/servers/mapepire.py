"""A partition of the sandbox behind Mapepire's protocol: JSON over a secure websocket.

Source: the Mapepire server (its requests, and what it answers to each), and its documentation of
the protocol. A user that is not let in gets a websocket, and the refusal on `connect`, as there.
"""

import asyncio
import base64
import binascii
import json
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from queuewright import log
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.sandbox.engine import EmbeddedSystem

from . import ibmi_cl, ibmi_sql, prepared, stream_files
from .certificate import Certified
from .ibmi_messages import JobMessage
from .ibmi_sql import SqlError, SqlJob
from .limits import LIMITS, Limits, RequestRefused, read_json
from .logins import Logins
from .pool import Pool, Stopped
from .serving import Address
from .shell import Shell
from .stream_files import StreamFiles
from .users import User, Users

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection
    from websockets.http11 import Request, Response

PORT = 8076  # where a Mapepire server listens
_PATH = "/db/"
_VERSION = {"version": "2.3.5", "build_date": "2026-01-01 00:00:00"}
_ROWS = 1000  # of a first answer, where the request does not say
_ENDS_OF_WORK = ("COMMIT", "ROLLBACK")  # clients send them; a command here is done when it ends
_CURSORS = 32  # kept of one session: clients do not close each
_ECHOED = 200  # characters of a request that is none
# Whether a user with this password may come in, from an address; what is known of it.
Admits = Callable[[str, str, str], Awaitable[bool]]
Named = Callable[[str], User | None]


async def serve(
    system: EmbeddedSystem,
    listening: socket.socket,
    *,
    tls: ssl.SSLContext,
    admits: Admits,
    named: Named = lambda user: User(),
    pool: Pool | None = None,
    limits: Limits = LIMITS,
) -> "Server":
    """Serve at a socket that listens; the caller closes it, and stops the pool."""
    from websockets.asyncio.server import serve as listen
    from websockets.exceptions import ConnectionClosed
    from websockets.frames import CloseCode

    threads = pool or Pool("mapepire")
    connections = 0

    async def handle(connection: "ServerConnection") -> None:
        nonlocal connections
        connections += 1
        try:
            with suppress(ConnectionClosed):  # whoever goes away in the middle of it is gone
                await converse(connection)
        except TimeoutError:
            await connection.close(CloseCode.POLICY_VIOLATION, "nobody logged in")
        except Stopped:
            await connection.close(CloseCode.GOING_AWAY)
        finally:
            connections -= 1

    async def converse(connection: "ServerConnection") -> None:
        user, password = _credentials(connection.request) or ("", "")
        files = StreamFiles()
        known = named(user) or User(roles=[])
        operator = known.operator(user, on_ibmi=True)
        stopped = threads.stopping.is_set
        job = SqlJob(user, known.may_change, stopped, limits, files.rows, operator)
        session = _Session(system.sandbox.system(system.name, operator), job, files=files)
        async with asyncio.timeout(limits.hello) as patience:
            async for text in connection:
                if not session.connected and len(text) > limits.unknown:
                    await connection.close(CloseCode.MESSAGE_TOO_BIG)
                    return
                if session.admitted is None:
                    address = str(connection.remote_address[0])
                    session.admitted = await admits(user, password, address)
                answer = await threads.run(session.answer, text)
                if session.connected:
                    patience.reschedule(None)
                await connection.send(json.dumps(answer) + "\n")
                if session.ended:
                    break

    def admitted(connection: "ServerConnection", request: "Request") -> "Response | None":
        if connections >= limits.connections:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections\n")
        return _admitted(connection, request)

    return await listen(
        handle,
        sock=listening,
        ssl=tls,
        process_request=admitted,
        open_timeout=limits.hello,
        max_size=limits.request,
        max_queue=2,
        compression=None,
        logger=_quiet(),
    )


def _quiet() -> logging.Logger:
    """A connection that is not a websocket (a scan, a client without TLS) is no news, and no
    traceback."""
    logger = logging.getLogger("queuewright.servers.mapepire")
    logger.setLevel(logging.CRITICAL)
    return logger


def _admitted(connection: "ServerConnection", request: "Request") -> "Response | None":
    if request.path.rstrip("/") != _PATH.rstrip("/"):
        return connection.respond(HTTPStatus.NOT_FOUND, "Not Found\n")
    if request.headers.get("Authorization") is None:
        return connection.respond(HTTPStatus.FORBIDDEN, "Authorization header missing\n")
    if _credentials(request) is None:
        return connection.respond(HTTPStatus.FORBIDDEN, "Invalid Authorization header\n")
    return None


def _credentials(request: "Request | None") -> tuple[str, str] | None:
    """User and password of a Basic header."""
    if request is None:
        return None
    scheme, _, coded = (request.headers.get("Authorization") or "").partition(" ")
    try:
        user, colon, password = base64.b64decode(coded, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return (user, password) if scheme == "Basic" and colon else None


class _Refused(Exception):
    """An error of the server itself, without an SQLCODE."""


@dataclass
class _Cursor:
    rows: list[Any]

    def next(self, count: int) -> tuple[list[Any], bool]:
        """The next rows, and whether there are none after them."""
        taken, self.rows = self.rows[:count], self.rows[count:]
        # As there: it is done when a row more was asked for than there was.
        return taken, len(taken) < count


@dataclass
class _Session:
    """One websocket: a job, once it is connected. Requests come one after the other. admitted:
    whether its user is let in, None until somebody asked."""

    system: EmbeddedSystem
    job: SqlJob
    admitted: bool | None = None
    connected: bool = False
    ended: bool = False
    cursors: dict[str, _Cursor] = field(default_factory=dict)
    prepared: dict[str, str] = field(default_factory=dict)
    files: StreamFiles = field(default_factory=StreamFiles)

    def answer(self, text: str | bytes) -> dict[str, Any]:
        try:
            request = read_json(text)
        except RequestRefused:
            request = None
        if not isinstance(request, dict):
            shown = (text if isinstance(text, str) else repr(text))[:_ECHOED]
            error = f"Non-parseable request: '{shown}'"
            return {"id": "unparseable_1", "unparseable": shown, "error": error, "success": False}
        if len(str(request.get("id"))) > _ECHOED:
            return {"id": None, "error": "The id is too long", "success": False}
        if request.get("id") is None or request.get("type") is None:
            return {"id": request.get("id"), "error": "Incomplete request", "success": False}
        reply: dict[str, Any] = {"id": str(request["id"])}
        try:
            self._do(str(request["type"]), request, reply)
            reply["success"] = True
        except SqlError as error:
            # An error that the driver finds has no message of Db2's.
            identifier = "" if error.message_id == "SQL99999" else f"[{error.message_id}] "
            reply |= {"error": f"{identifier}{error}", "success": False}
            reply |= {"sql_state": error.state, "sql_rc": error.code}
        except (_Refused, SystemUnavailable) as error:
            reply |= {"error": str(error), "success": False}
        except Exception as error:  # as there: no request is left without an answer
            log.failure("mapepire", error)
            reply |= {"error": f"Internal Error: {type(error).__name__}", "success": False}
        return reply

    @property
    def _job(self) -> str:
        return f"{id(self) % 1_000_000:06}/QUSER/QZDASOINIT"

    def _do(self, kind: str, request: Mapping[str, Any], reply: dict[str, Any]) -> None:
        if kind == "connect":
            self._connect(reply)
        elif kind == "ping":
            reply |= {"alive": True, "db_alive": self.connected}
        elif kind == "getversion":
            reply |= _VERSION
        elif kind == "exit":
            self.ended = True
        elif kind == "setconfig":
            reply |= {"tracedest": "IN_MEM", "tracelevel": "OFF"}
        elif kind == "gettracedata":
            reply["tracedata"] = ""
        elif kind in ("sqlmore", "sqlclose"):
            self._continued(kind, request, reply)
        elif kind in ("sql", "prepare_sql", "prepare_sql_execute", "execute", "cl", "getdbjob"):
            if not self.connected:
                self._connect({})
            self._on_the_database(kind, request, reply)
        else:
            raise _Refused(f"Unknown request type: {kind}")

    def _connect(self, reply: dict[str, Any]) -> None:
        if not self.admitted:
            text = "The application server rejected the connection. (Password is incorrect.)"
            raise SqlError(text, -99999, "08004", "PWS0090")
        self.connected = True
        reply["job"] = self._job

    def _on_the_database(
        self, kind: str, request: Mapping[str, Any], reply: dict[str, Any]
    ) -> None:
        if kind == "getdbjob":
            reply["job"] = self._job
        elif kind == "cl":
            self._command(prepared.text_of(request.get("cmd")), reply)
        elif kind == "execute":
            sql = self.prepared.get(str(request.get("cont_id")))
            if sql is None:
                raise _Refused("invalid correlation ID")
            self._execute(sql, request, reply)
        else:
            sql = prepared.text_of(request.get("sql"))
            if kind == "sql" and "parameters" not in request:
                self._statement(sql, [], request, reply)
                return
            if kind in ("prepare_sql", "prepare_sql_execute"):
                self._prepare(sql, reply)
            if kind != "prepare_sql":
                self._execute(sql, request, reply)

    def _prepare(self, sql: str, reply: dict[str, Any]) -> None:
        """The parameters and results of a statement. Raises SqlError."""
        count = prepared.markers(sql)
        of_command = _is_called(sql, count)
        self.prepared[reply["id"]] = sql
        _without_the_oldest(self.prepared)
        reply["parameter_count"] = count
        reply["metadata"] = {"parameters": prepared.described(count, of_command=of_command)}
        if not of_command and not _ends_work(sql):
            reply["metadata"] |= self._metadata(self._select(sql, [None] * count))

    def _execute(self, sql: str, request: Mapping[str, Any], reply: dict[str, Any]) -> None:
        rows, is_batch = prepared.rows_of(request.get("parameters"), sql)
        of_command = _is_called(sql, len(rows[0]))
        if is_batch:
            reply["batch_added"] = len(rows)
        for row in rows if of_command else [prepared.no_batch(rows)]:
            self._statement(sql, row, request, reply)
        reply["output_parms"] = prepared.output_parameters(len(rows[0]), of_command=of_command)

    def _statement(
        self, sql: str, given: Sequence[Any], request: Mapping[str, Any], reply: dict[str, Any]
    ) -> None:
        command = ibmi_sql.command_of(sql, given)
        if command is not None:
            done = self._run(command)
            if not done.ok:
                message = done.messages[-1]
                raise SqlError(message.text, -443, "38501", message.id)
        written = ibmi_sql.written_file(sql, given)
        if written is not None:
            self._write(*written)
        if command is not None or written is not None or _ends_work(sql):
            self.cursors[reply["id"]] = _Cursor([])
            reply |= {"has_results": False, "update_count": 0, "data": [], "is_done": True}
            return
        result = self._select(sql, given)
        cursor = self.cursors[reply["id"]] = _Cursor(_rows(result, request))
        _without_the_oldest(self.cursors)
        data, is_done = cursor.next(_count(request))
        known = reply.get("metadata", {})
        reply |= {"has_results": True, "update_count": -1}
        reply |= {"metadata": known | self._metadata(result), "data": data, "is_done": is_done}

    def _run(self, command: str) -> ibmi_cl.Done:
        shell = Shell(self.system, self.job.may_change, self.job.user, self.job.stopped)
        try:
            by_files = stream_files.run(self.system, self.files, command, shell)
        except (FileNotFoundError, stream_files.TooLarge) as error:
            raise _refused_file(error) from None
        if by_files is not None:
            return ibmi_cl.Done(*by_files)
        return ibmi_cl.run(self.system, command, may_change=self.job.may_change, user=self.job.user)

    def _write(self, path: str, text: str) -> None:
        try:
            self.files.write(path, text)
        except (FileNotFoundError, stream_files.TooLarge) as error:
            raise _refused_file(error) from None

    def _select(self, sql: str, given: Sequence[Any]) -> ibmi_sql.Result:
        return ibmi_sql.select(self.system, sql, given, self.job)

    def _metadata(self, result: ibmi_sql.Result) -> dict[str, Any]:
        columns = []
        for place, name in enumerate(result.columns):
            values = [row[place] for row in result.rows if row[place] is not None]
            is_number = bool(values) and all(isinstance(value, int) for value in values)
            size = max((len(str(value)) for value in values), default=1)
            kind = "INTEGER" if is_number else "VARCHAR"
            described = {"name": name, "type": kind, "display_size": size, "label": name}
            columns.append({**described, "precision": size, "scale": 0})
        return {"column_count": len(columns), "job": self._job, "columns": columns}

    def _continued(self, kind: str, request: Mapping[str, Any], reply: dict[str, Any]) -> None:
        cursor = self.cursors.get(str(request.get("cont_id")))
        if cursor is None:
            raise _Refused("invalid correlation ID")
        if kind == "sqlclose":
            del self.cursors[str(request["cont_id"])]
            self.prepared.pop(str(request["cont_id"]), None)
            return
        reply["data"], reply["is_done"] = cursor.next(_count(request))

    def _command(self, command: str, reply: dict[str, Any]) -> None:
        """QSYS2.QCMDEXC, and what it left in the job log."""
        done = self._run(command)
        messages: Sequence[JobMessage] = done.messages
        reply["data"] = [
            {
                "SUMMARY": f"{message.id} [{message.type[:4]}]: {message.text}",
                "SEVERITY": 0 if message.type == "COMPLETION" else 40,
                "MESSAGE_SECOND_LEVEL_TEXT": message.second or None,
                "MESSAGE_ID": message.id,
                "MESSAGE_TYPE": message.type,
                "MESSAGE_TEXT": message.text,
            }
            for message in messages
        ]
        reply["is_done"] = True
        if not done.ok:
            last = messages[-1]
            raise SqlError(last.text, -443, "38501", last.id)


def _is_called(sql: str, count: int) -> bool:
    """Whether a statement is a CALL that answers with no rows. count: of parameter markers."""
    given = [""] * count
    called = ibmi_sql.command_of(sql, given) is not None
    return called or ibmi_sql.written_file(sql, given) is not None


def _refused_file(error: Exception) -> SqlError:
    text = f"File {error} cannot be written: only files of /tmp, and few of them, are kept here"
    return SqlError(text, -443, "38501", "CPFA0D4")


def _ends_work(sql: str) -> bool:
    return sql.strip().rstrip(";").upper() in _ENDS_OF_WORK


def _without_the_oldest(kept: dict[str, Any]) -> None:
    """A client that closes nothing keeps what it asked for last."""
    while len(kept) > _CURSORS:
        del kept[next(iter(kept))]


def _count(request: Mapping[str, Any]) -> int:
    rows = request.get("rows")
    return rows if isinstance(rows, int) and not isinstance(rows, bool) and rows > 0 else _ROWS


def _rows(result: ibmi_sql.Result, request: Mapping[str, Any]) -> list[Any]:
    if request.get("terse"):
        return [list(row) for row in result.rows]
    return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


class MapepireServer:
    """A partition of the sandbox, for Mapepire's clients."""

    def __init__(
        self,
        system: EmbeddedSystem,
        address: Address,
        users: Users,
        certified: Certified,
        limits: Limits = LIMITS,
    ) -> None:
        self._system, self._address, self._users = system, address, users
        self._limits = limits
        self._logins = Logins(users, limits)
        self._pool = Pool("mapepire")
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(certified.certificate, certified.key)
        # A ticket would come while a client that reads in one thread writes in another, which
        # OpenSSL's objects do not bear: about one connection in a thousand stood still.
        self._tls.num_tickets = 0
        self._server: Server | None = None

    @property
    def port(self) -> int:
        """Where it listens; known when it was started."""
        assert self._server is not None
        return int(next(iter(self._server.sockets)).getsockname()[1])

    async def start(self) -> str:
        self._server = await serve(
            self._system,
            self._address.listening(),
            tls=self._tls,
            admits=self._admits,
            named=self._users.named,
            pool=self._pool,
            limits=self._limits,
        )
        return f"mapepire: {self._system.name} at wss://{self._address.host}:{self.port}/db/"

    async def _admits(self, user: str, password: str, address: str) -> bool:
        return await self._logins.user(user, password, address) is not None

    async def stop(self) -> None:
        self._pool.stop()
        self._logins.stop()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
