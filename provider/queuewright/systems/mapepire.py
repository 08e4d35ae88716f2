"""An IBM i through the Mapepire server, and its entry in `queuewright:systems`.

AS400:
  type: mapepire
  host: as400.example.com
  port: 8076                    # where Mapepire listens unless it is told otherwise
  user: QWADMIN
  password: {env: AS400_PASSWORD}
  ca: as400.pem                 # certificates that are trusted too, relative to the project
  libraries: [ORDERS, QGPL]     # that are read; all that users made, if left out
  views: {ibmi:MessageQueue: ADMIN.MSGQ_ATTRIBUTES}     # for what no SQL service tells
  queue_manager: QM1            # on that IBM i, if mq: kinds are to be reached as well
  connections: 4                # jobs that are started there at most
  timeout: 60                   # seconds that an answer may take
"""

import shlex
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import SystemUnavailable

from .credentials import Reference, UserName
from .ibmi.carrier import IbmiMessage, IbmiReply, Query, QueryRefused, Row
from .ibmi.command_processors import PROGRAM, CommandProcessor, NoProcessor
from .ibmi.views import Views
from .protocol import System
from .registry import SystemContext, register
from .sending import AnswerLost, NotSent, unavailable
from .values import Host, OptionalFile, QueueManagerName, Seconds, Whole, file_of

if TYPE_CHECKING:
    from mapepire_python.client.sql_job import SQLJob

_BLOCK = 1000  # rows of one answer
_OPEN = 10.0  # seconds until a connection is there
_ANSWER_OF_OTHERS = "the reply is not from a Mapepire server"


class MapepireConfiguration(BaseModel):
    """The keys of an entry."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    where: ClassVar[tuple[str, ...]] = ("host", "port")

    type: str
    host: Host
    port: Whole = Field(default=8076, ge=1, le=65535)
    user: UserName
    password: Reference
    ca: OptionalFile = None
    libraries: list[str] = []
    views: Views = {}
    queue_manager: QueueManagerName = ""
    connections: Whole = Field(default=4, ge=1, le=32)
    timeout: Seconds = Field(default=60.0, gt=0)


class MapepireCarrier:
    """Jobs of one user, each over a websocket of its own; one command at a time in each."""

    def __init__(self, name: str, configuration: MapepireConfiguration, base: Path) -> None:
        self._name = name
        self._given = configuration
        self._base = base
        self._free: list[SQLJob] = []
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(configuration.connections)

    @property
    def address(self) -> str:
        return f"wss://{self._given.host}:{self._given.port}"

    @property
    def user(self) -> str:
        return self._given.user

    def run(self, command: str) -> IbmiReply:
        with self._job() as job:
            answer = self._asked(lambda: _command(job, command))
        messages = []
        for row in answer.data if isinstance(answer.data, list) else ():
            if isinstance(row, Mapping) and row.get("MESSAGE_ID"):
                text = str(row.get("MESSAGE_TEXT") or "")
                messages.append(IbmiMessage(str(row["MESSAGE_ID"]), text))
        error = str(answer.error or "")
        if not answer.success and str(answer.sql_state).startswith("08"):
            raise AnswerLost(self._text(f"the database let go: {error}", "run it again"))
        if not answer.success:
            # `[CPF2112] Object NIGHT in ORDERS ...`: what the job log was searched for.
            identifier, bracket, text = error.removeprefix("[").partition("] ")
            if bracket:
                messages.append(IbmiMessage(identifier, text))
        return IbmiReply(bool(answer.success), messages, error)

    def rows(self, query: Query) -> Sequence[Row]:
        with self._job() as job:
            answer: list[Row] = self._asked(lambda: list(_rows(job, query.named)))
            return answer

    def command_processors(self) -> Sequence[CommandProcessor]:
        """By QSH, with stream files for its input and output."""
        return (CommandProcessor("RUNMQSC by QSH", self._by_qsh),)

    def _by_qsh(self, queue_manager: str, commands: str) -> str:
        """All of it in one job. The files are of this exchange alone, and go with it."""
        place = f"/tmp/queuewright-{uuid4().hex}"
        given, printed = f"{place}.in", f"{place}.out"
        line = f"{shlex.join((PROGRAM, queue_manager))} < {given} > {printed} 2>&1"
        with self._job() as job:
            try:
                try:
                    # Written first, so that both are in UTF-8 whatever the job has.
                    self._asked(lambda: _written(job, given, commands))
                    self._asked(lambda: _written(job, printed, ""))
                except AnswerLost as error:
                    raise NotSent(str(error)) from None
                done = self._asked(lambda: _command(job, f"QSH CMD('{line}')"))
                if not done.success:
                    raise NoProcessor(one_line(str(done.error or "QSH failed"))[:160])
                rows: list[Row] = self._asked(lambda: list(_rows(job, _lines_of(printed))))
            except QueryRefused as error:
                raise NoProcessor(one_line(f"{error} (SQLSTATE {error.state})")) from None
            finally:
                for file in (given, printed):
                    with suppress(AnswerLost, QueryRefused):
                        self._asked(partial(_command, job, f"RMVLNK OBJLNK('{file}')"))
        ordered = sorted(rows, key=lambda row: int(row["LINE_NUMBER"] or 0))
        return "\n".join(str(row["LINE"] or "") for row in ordered)

    def _asked(self, ask: Callable[[], Any]) -> Any:
        """Raises AnswerLost for everything that is not an answer, QueryRefused."""
        try:
            return ask()
        except RuntimeError as error:
            answer = error.args[0] if error.args and isinstance(error.args[0], Mapping) else {}
            state, text = str(answer.get("sql_state", "")), str(answer.get("error") or error)
            if not answer or state.startswith("08"):
                reason = f"the database let go: {text}"
                raise AnswerLost(self._text(reason, "run it again")) from None
            raise QueryRefused(text, state) from None
        except TimeoutError:
            reason = f"no answer in {self._given.timeout:g} seconds"
            raise AnswerLost(
                self._text(reason, "look at the job, or give a longer timeout")
            ) from None
        except Exception as error:
            raise AnswerLost(
                self._text(_reason(error), "see the log of the Mapepire server")
            ) from None

    @contextmanager
    def _job(self) -> Iterator["SQLJob"]:
        """A job that nobody else uses; one that failed is not used again. Raises NotSent,
        SystemUnavailable."""
        with self._places:
            job = self._kept() or self._connected()
            try:
                yield job
            except QueryRefused:
                self._release(job)
                raise
            except BaseException:
                _closed(job)
                raise
            self._release(job)

    def _kept(self) -> "SQLJob | None":
        """A job that was used before, and whose connection still stands."""
        with self._lock:
            while self._free:
                job = self._free.pop()
                if job._socket is not None and job._socket.is_open:
                    return job
                _closed(job)
        return None

    def _release(self, job: "SQLJob") -> None:
        with self._lock:
            self._free.append(job)

    def _connected(self) -> "SQLJob":
        """Raises NotSent where it may come up yet, SystemUnavailable where it will not."""
        where = f"{self._name}.password"
        password = self._given.password.read(where, self._base)
        try:
            return self._connect(password)
        except _Rejected as rejected:
            fresh = self._given.password.read(where, self._base, again=True)
            if fresh == password:
                raise SystemUnavailable(self._text(*rejected.texts)) from None
        try:
            return self._connect(fresh)
        except _Rejected as rejected:
            raise SystemUnavailable(self._text(*rejected.texts)) from None

    def _connect(self, password: str) -> "SQLJob":
        from websockets.exceptions import InvalidStatus, WebSocketException

        job = _job_of(self._given, self._context, password)
        try:
            job.connect(job.creds)
            return job
        except ssl.SSLCertVerificationError as error:
            reason = f"its certificate is not trusted: {error.verify_message}"
            remediation = (
                "give the certificate of its authority as ca, and the name that it has as host"
            )
            raise SystemUnavailable(self._text(reason, remediation)) from None
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
            reason = "the connection ended while it was made"
            raise NotSent(self._text(reason, _REACH)) from None
        except ssl.SSLError as error:
            reason = f"no TLS there: {error.reason or error}"
            raise SystemUnavailable(self._text(reason, "correct the port")) from None
        except TimeoutError:
            raise NotSent(self._text(f"no answer in {_OPEN:g} seconds", _REACH)) from None
        except OSError as error:
            raise _unreached(self, error) from None
        except InvalidStatus as error:
            status = error.response.status_code
            reason = f"it answered HTTP {status} instead of a websocket"
            raise SystemUnavailable(self._text(reason, "correct host and port")) from None
        except WebSocketException as error:
            raise NotSent(self._text(_reason(error), "correct host and port")) from None
        except Exception as error:
            text = str(error)
            if text.startswith("Failed to parse"):
                reason = _ANSWER_OF_OTHERS
                raise SystemUnavailable(self._text(reason, "correct host and port")) from None
            raise _Rejected(text, self._given.user) from None
        finally:
            if job.id is None:
                _closed(job)

    @cached_property
    def _context(self) -> ssl.SSLContext:
        given = self._given.ca
        if given is None:
            return _trusting(None, 0)
        try:
            ca = file_of(self._base, given)
            return _trusting(ca, ca.stat().st_mtime_ns)
        except (OSError, RuntimeError) as error:
            cause = getattr(error, "strerror", None) or str(error)
            reason = f"ca {given} cannot be read: {cause}"
            raise SystemUnavailable(self._text(reason, "give a file of PEM certificates")) from None

    def _text(self, reason: object, remediation: str) -> str:
        return unavailable(self._name, self.address, reason, remediation)


@cache
def _trusting(ca: Path | None, written: int) -> ssl.SSLContext:
    """Shared by every system that trusts the same: reading the machine's authorities takes its
    time. written: when the file of `ca` was. Raises OSError."""
    context = ssl.create_default_context()
    if ca is not None:
        context.load_verify_locations(ca)
    return context


class _Rejected(Exception):
    """The user was not let in. texts: reason, and the way out."""

    def __init__(self, text: str, user: str) -> None:
        super().__init__(text)
        reason = one_line(f"user {user} is not let in: {text}")
        expired = "expired" in text.lower()
        remediation = "set a new password there" if expired else "correct user or password"
        self.texts = reason, remediation


_REACH = "see that the Mapepire server is up, and that no firewall is between"


def _unreached(carrier: MapepireCarrier, error: OSError) -> SystemUnavailable:
    import socket

    if isinstance(error, socket.gaierror):
        return SystemUnavailable(carrier._text("there is no such host", "correct host"))
    if isinstance(error, ConnectionRefusedError):
        remediation = "start the Mapepire server (sc start mapepire), or correct the port"
        return NotSent(carrier._text("it refuses connections", remediation))
    return NotSent(carrier._text(error.strerror or str(error), _REACH))


def _reason(error: Exception) -> str:
    """The error on the way, without text of an answer."""
    from websockets.exceptions import ConnectionClosed, InvalidHandshake

    if isinstance(error, ConnectionClosed):
        return "the connection ended before the answer"
    if isinstance(error, InvalidHandshake | ValueError | KeyError | TypeError | AttributeError):
        return _ANSWER_OF_OTHERS
    return str(error) or type(error).__name__


def _job_of(given: MapepireConfiguration, context: ssl.SSLContext, password: str) -> "SQLJob":
    """The client's job, over a connection whose certificate is verified: its own takes whatever
    certificate the server shows. An answer has its time, and any size."""
    from mapepire_python.client.sql_job import SQLJob
    from mapepire_python.data_types import DaemonServer
    from mapepire_python.websocket import BaseConnection
    from websockets.sync.client import connect

    class MapepireJob(SQLJob):
        def _get_channel(self, db2_server: DaemonServer) -> Any:
            plain = BaseConnection(db2_server)
            channel = connect(
                plain.uri,
                additional_headers=plain.headers,
                open_timeout=_OPEN,
                ssl=context,
                server_hostname=given.host,
                max_size=None,
            )
            return _Patient(channel.__enter__(), given.timeout)  # closed by the job

        def query(self, sql: str, opts: Any = None) -> Any:
            """Without descriptions of the columns: nobody here needs them, and the client takes
            longer to read them than all the rest of an answer."""
            query: Any = super().query(sql, opts)
            execute = query._execute_query

            def execute_undescribed(request: Any) -> Any:
                answer = execute(request)
                if isinstance(answer, dict):
                    answer.pop("metadata", None)
                return answer

            query._execute_query = execute_undescribed
            return query

    server = DaemonServer(given.host, given.user, password, given.port)
    return MapepireJob(server)


class _Patient:
    """A websocket that does not wait for ever."""

    def __init__(self, channel: Any, timeout: float) -> None:
        self._channel = channel
        self._timeout = timeout

    @property
    def is_open(self) -> bool:
        return bool(self._channel.protocol.state.name == "OPEN")

    def send(self, text: str) -> None:
        self._channel.send(text)

    def recv(self) -> Any:
        return self._channel.recv(timeout=self._timeout)

    def close(self) -> None:
        self._channel.close()


def _closed(job: "SQLJob") -> None:
    with suppress(Exception):  # it is given up, whatever state it is in
        job.close()


def _command(job: "SQLJob", command: str) -> Any:
    return job.query(command, {"isClCommand": True}).run()


def _written(job: "SQLJob", file: str, text: str) -> Any:
    """Source: IBM i, SQL services: IFS_WRITE_UTF8."""
    sql = (
        "CALL QSYS2.IFS_WRITE_UTF8(PATH_NAME => ?, LINE => ?, OVERWRITE => 'REPLACE', "
        "END_OF_LINE => 'NONE')"
    )
    return job.query(sql, {"parameters": [file, text]}).run()


def _lines_of(file: str) -> str:
    """Source: IBM i, SQL services: IFS_READ_UTF8, one row a line."""
    read = f"QSYS2.IFS_READ_UTF8(PATH_NAME => '{file}', END_OF_LINE => 'ANY')"
    return f"SELECT LINE_NUMBER, LINE FROM TABLE({read}) AS F"  # noqa: S608 - a name of our own


def _rows(job: "SQLJob", sql: str) -> Iterator[Row]:
    query = job.query(sql)
    answer: Any = query.run(rows_to_fetch=_BLOCK)
    yield from _checked(answer.data)
    while not answer.is_done:
        answer = query.fetch_more(rows_to_fetch=_BLOCK)
        yield from _checked(answer.data)


def _checked(data: Any) -> Iterator[Row]:
    for row in data:
        if not isinstance(row, Mapping):
            raise TypeError("a row must be an object")
        yield row


def _build(name: str, configuration: MapepireConfiguration, project: SystemContext) -> System:
    from .ibmi.entry import system_of

    carrier = MapepireCarrier(name, configuration, project.base)
    views, queue_manager = configuration.views, configuration.queue_manager
    return system_of(name, carrier, configuration.libraries, queue_manager, views)


register("mapepire", MapepireConfiguration, _build)
