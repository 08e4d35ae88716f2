"""An IBM i over ssh, and its entry in `queuewright:systems`.

AS400:
  type: ssh
  host: as400.example.com
  port: 22
  user: QWADMIN
  key: ~/.ssh/as400             # else those of the agent and of ~/.ssh, as ssh takes them
  passphrase: {env: KEY_PASSPHRASE}     # of the key, where it has one
  password: {file: as400.password}      # instead of a key
  known_hosts: known_hosts      # else ~/.ssh/known_hosts; a host that is not there is refused
  libraries: [ORDERS, QGPL]     # that are read; all that users made, if left out
  views: {ibmi:MessageQueue: ADMIN.MSGQ_ATTRIBUTES}     # for what no SQL service tells
  queue_manager: QM1            # on that IBM i, if mq: kinds are to be reached as well
  timeout: 60                   # seconds that an answer may take

CL runs by PASE's `system` utility, which says the message identifiers of a command. SQL services
are read through the db2 utility: see `ibmi.db2_utility`.
"""

import asyncio
import shlex
import socket
import threading
import weakref
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import SystemUnavailable

from .credentials import Reference, UserName
from .ibmi import db2_utility
from .ibmi.carrier import IbmiReply, Query, QueryRefused, Row, messages_in
from .ibmi.command_processors import IN_PASE, PROGRAM, CommandProcessor, NoProcessor, last_words
from .ibmi.views import Views
from .protocol import System
from .registry import SystemContext, register
from .sending import AnswerLost, NotSent, unavailable
from .values import Host, OptionalFile, QueueManagerName, Seconds, Whole, file_of

if TYPE_CHECKING:
    from asyncssh import SSHClientConnection

Result = TypeVar("Result")
_OPEN = 20.0  # seconds until a connection is there
_SESSIONS = 8  # at once over one connection: OpenSSH takes 10 where nobody says otherwise
# The locale makes PASE speak UTF-8; the utility stands there whatever PATH says.
_LOCALE = "LC_ALL=EN_US.UTF-8"
_SYSTEM = f"{_LOCALE} /QOpenSys/usr/bin/system"
_NO_SUCH_COMMAND = (126, 127)


class SshConfiguration(BaseModel):
    """The keys of an entry."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    where: ClassVar[tuple[str, ...]] = ("host", "port")

    type: str
    host: Host
    port: Whole = Field(default=22, ge=1, le=65535)
    user: UserName
    key: OptionalFile = None
    passphrase: Reference | None = None
    password: Reference | None = None
    known_hosts: OptionalFile = None
    libraries: list[str] = []
    views: Views = {}
    queue_manager: QueueManagerName = ""
    timeout: Seconds = Field(default=60.0, gt=0)


class SshCarrier:
    """One connection, several sessions at once; it is made again where it was lost."""

    def __init__(self, name: str, configuration: SshConfiguration, base: Path) -> None:
        self._name = name
        self._given = configuration
        self._base = base
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connecting: asyncio.Lock | None = None
        self._sessions: asyncio.Semaphore | None = None
        self._connection: SSHClientConnection | None = None
        self._made: list[SSHClientConnection] = []

    @property
    def address(self) -> str:
        return f"ssh://{self._given.host}:{self._given.port}"

    @property
    def user(self) -> str:
        return self._given.user

    def run(self, command: str) -> IbmiReply:
        code, out, err = self._wait(self._run(f"{_SYSTEM} {shlex.quote(command)}"))
        if code in _NO_SUCH_COMMAND:
            raise SystemUnavailable(self._no_utility(err))
        messages = [*messages_in(out), *messages_in(err)]
        return IbmiReply(code == 0, messages, err or out)

    def rows(self, query: Query) -> Sequence[Row]:
        command = f"{_SYSTEM} {shlex.quote(db2_utility.COMMAND)}"
        code, out, err = self._wait(self._run(command, db2_utility.statement(query)))
        if code in _NO_SUCH_COMMAND:
            raise SystemUnavailable(self._no_utility(err))
        try:
            return db2_utility.rows(query, out)
        except db2_utility.NotWhole as error:
            messages = [*messages_in(err)]
            if code and messages:
                message = IbmiReply(False, messages).failure
                raise QueryRefused(f"{message.text} ({message.id})") from None
            reason = f"the reply of the db2 utility is incomplete: {error}"
            remediation = "see that the login shell prints nothing of its own"
            raise AnswerLost(self._text(reason, remediation)) from None

    def command_processors(self) -> Sequence[CommandProcessor]:
        """By Qshell, where IBM MQ's own program runs; or what is on PASE's PATH."""
        return (
            CommandProcessor("RUNMQSC in Qshell", self._in_qshell),
            CommandProcessor("runmqsc in PASE", self._in_pase),
        )

    def _in_qshell(self, queue_manager: str, commands: str) -> str:
        line = shlex.join((PROGRAM, queue_manager))
        return self._printed(f"/QOpenSys/usr/bin/qsh -c {shlex.quote(line)}", commands)

    def _in_pase(self, queue_manager: str, commands: str) -> str:
        return self._printed(shlex.join((IN_PASE, queue_manager)), commands)

    def _printed(self, program: str, commands: str) -> str:
        code, out, err = self._wait(self._run(f"{_LOCALE} {program}", commands))
        if code in _NO_SUCH_COMMAND:
            raise NoProcessor(last_words(err or out))
        return out if out.strip() else err

    def _no_utility(self, output: str) -> str:
        reason = f"it has no utility `system`: {output.strip()[:100]}"
        return self._text(reason, "give the address of an IBM i, whose sshd runs in PASE")

    # In the thread of the connection

    def _wait(self, work: "Coroutine[Any, Any, Result]") -> Result:
        """Run it in the loop's thread. Raises NotSent, AnswerLost, SystemUnavailable."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                thread = threading.Thread(
                    target=_turn, args=(self._loop, self._made), name="queuewright-ssh", daemon=True
                )
                thread.start()
                weakref.finalize(self, _stop, self._loop, thread)
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _run(self, command: str, standard_input: str = "") -> tuple[int, str, str]:
        """Exit status, standard output and error of a command."""
        import asyncssh

        if self._sessions is None:
            self._sessions = asyncio.Semaphore(_SESSIONS)
        async with self._sessions:
            connection = await self._connected()
            try:
                async with asyncio.timeout(self._given.timeout):
                    process = await connection.create_process(
                        command, encoding="utf-8", errors="replace"
                    )
                    if standard_input:
                        # One that has ended without reading it prints the reason.
                        with suppress(BrokenPipeError):
                            process.stdin.write(standard_input)
                            process.stdin.write_eof()
                    done = await process.wait()
            except asyncssh.ChannelOpenError as error:
                if connection.is_closed():
                    raise NotSent(self._text("the connection was gone", _REACH)) from None
                reason = f"no session could be started: {error.reason}"
                raise NotSent(self._text(reason, "raise MaxSessions of its sshd")) from None
            except TimeoutError:
                reason = f"no answer in {self._given.timeout:g} seconds"
                remediation = "look at the job there, or give a longer timeout"
                raise AnswerLost(self._text(reason, remediation)) from None
            except (asyncssh.Error, OSError) as error:
                self._connection = None
                reason = f"the connection ended before the answer: {_reason(error)}"
                raise AnswerLost(self._text(reason, "run it again")) from None
        if done.exit_status is None:
            self._connection = None
            reason = "the connection ended before the answer"
            raise AnswerLost(self._text(reason, "run it again"))
        return done.exit_status, str(done.stdout or ""), str(done.stderr or "")

    async def _connected(self) -> "SSHClientConnection":
        if self._connecting is None:
            self._connecting = asyncio.Lock()
        async with self._connecting:
            if self._connection is None or self._connection.is_closed():
                self._connection = await self._connect()
                self._made[:] = [self._connection]
            return self._connection

    async def _connect(self) -> "SSHClientConnection":
        """Raises NotSent where it may come up yet, SystemUnavailable where it will not."""
        import asyncssh

        options = await asyncio.to_thread(self._credentials)
        try:
            return await self._opened(options)
        except asyncssh.PermissionDenied as error:
            denied = error
        fresh = await asyncio.to_thread(self._credentials, again=True)
        try:
            if fresh != options:  # a vault gave another one
                return await self._opened(fresh)
        except asyncssh.PermissionDenied as error:
            denied = error
        reason = f"user {self._given.user} is not let in: {denied.reason}"
        remediation = "correct user, key or password, or set a new one where it has expired there"
        raise SystemUnavailable(self._text(reason, remediation))

    async def _opened(self, options: dict[str, Any]) -> "SSHClientConnection":
        """Raises PermissionDenied, and what `_connect` does."""
        import asyncssh

        given = self._given
        try:
            return await asyncssh.connect(
                given.host,
                given.port,
                username=given.user,
                connect_timeout=_OPEN,
                login_timeout=_OPEN,
                keepalive_interval=30,
                compression_algs=["zlib@openssh.com", "none"],
                **options,
            )
        except asyncssh.HostKeyNotVerifiable as error:
            file = given.known_hosts or "~/.ssh/known_hosts"
            reason = f"its host key is not trusted: {error.reason}"
            remediation = f"compare its fingerprint with the owner's, and put the key into {file}"
            raise SystemUnavailable(self._text(reason, remediation)) from None
        except asyncssh.PermissionDenied:
            raise
        except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
            reason = f"key {given.key} cannot be used: {error}"
            raise SystemUnavailable(self._text(reason, "correct key or passphrase")) from None
        except socket.gaierror:
            raise SystemUnavailable(self._text("there is no such host", "correct host")) from None
        except ConnectionRefusedError:
            remediation = "start it there: STRTCPSVR SERVER(*SSHD), or correct the port"
            raise NotSent(self._text("it refuses connections", remediation)) from None
        except TimeoutError:
            raise NotSent(self._text(f"no answer in {_OPEN:g} seconds", _REACH)) from None
        except asyncssh.ConnectionLost:
            reason = "the connection ended while it was made"
            raise NotSent(self._text(reason, _REACH)) from None
        except asyncssh.Error as error:
            remediation = "correct host and port: an sshd has to be there"
            raise SystemUnavailable(self._text(_reason(error), remediation)) from None
        except OSError as error:
            raise NotSent(self._text(error.strerror or _reason(error), _REACH)) from None

    def _credentials(self, *, again: bool = False) -> dict[str, Any]:
        """As asyncssh takes them; what is not said is as OpenSSH's client has it. again: they were
        refused."""
        given, options = self._given, dict[str, Any]()
        if given.known_hosts is not None:
            file = self._path(given.known_hosts)
            if not file.is_file():
                reason = f"known_hosts {given.known_hosts} is not a file"
                raise SystemUnavailable(self._text(reason, "make it, with the host's key in it"))
            options["known_hosts"] = str(file)
        if given.key is not None:
            file = self._path(given.key)
            if not file.is_file():
                reason = f"key {given.key} is not a file"
                raise SystemUnavailable(self._text(reason, "give the file of a private key"))
            options |= {"client_keys": [str(file)], "agent_path": None}
            if given.passphrase is not None:
                where = f"{self._name}.passphrase"
                options["passphrase"] = given.passphrase.read(where, self._base, again=again)
        if given.password is not None:
            where = f"{self._name}.password"
            options["password"] = given.password.read(where, self._base, again=again)
            if given.key is None:
                options |= {"client_keys": None, "agent_path": None}
        return options

    def _path(self, name: str) -> Path:
        try:
            return file_of(self._base, name)
        except RuntimeError:
            reason = f"{name}: there is no such user"
            raise SystemUnavailable(self._text(reason, "write the path in full")) from None

    def _text(self, reason: object, remediation: str) -> str:
        return unavailable(self._name, self.address, reason, remediation)


_REACH = "see that it is up, and that no firewall is between"


def _reason(error: Exception) -> str:
    return one_line(str(getattr(error, "reason", "") or error or type(error).__name__))


def _turn(loop: asyncio.AbstractEventLoop, made: list["SSHClientConnection"]) -> None:
    """The thread of a connection: until it is stopped, and what was made is closed."""
    asyncio.set_event_loop(loop)
    loop.run_forever()
    for connection in made:
        connection.abort()
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*tasks, asyncio.sleep(0), return_exceptions=True))
    loop.close()


def _stop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(loop.stop)
        thread.join(2.0)


def _build(name: str, configuration: SshConfiguration, project: SystemContext) -> System:
    from .ibmi.entry import system_of

    carrier = SshCarrier(name, configuration, project.base)
    views, queue_manager = configuration.views, configuration.queue_manager
    return system_of(name, carrier, configuration.libraries, queue_manager, views)


register("ssh", SshConfiguration, _build)
