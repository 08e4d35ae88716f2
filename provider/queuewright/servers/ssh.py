"""A partition of the sandbox behind an ssh server, with the utilities of `shell`."""

import re
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from queuewright.sandbox.engine import EmbeddedSystem

from . import authorized_keys as keys_of_users
from .limits import LIMITS, Limits
from .logins import Logins
from .pool import Pool, Stopped
from .serving import Address
from .shell import Shell, ShellOutcome
from .users import User, Users

if TYPE_CHECKING:
    from asyncssh import SSHAcceptor, SSHServerConnection, SSHServerProcess

PORT = 8022  # 22 is the machine's own
_KEY = "ssh_host_ed25519_key"
_READ = 64 << 10  # bytes at a time
_ATTEMPTS = 6  # passwords over one connection, as OpenSSH
_READS = re.compile(
    r"QZDFMDB2.*'-i'|\bdb2\b.*\s-i\b|\bqsh\s*$|RUNMQSC\.PGM", re.IGNORECASE | re.DOTALL
)


def host_key(folder: Path) -> Path:
    """The private key of the server, made where the folder has none; its public half beside it."""
    import asyncssh

    file = folder / _KEY
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = asyncssh.generate_private_key("ssh-ed25519", comment="queuewright sandbox")
        file.touch(mode=0o600)
        key.write_private_key(file)
        key.write_public_key(file.with_suffix(".pub"))
    return file


class SshServer:
    """A partition of the sandbox, for clients of ssh.

    key: the host's. authorized_keys: a file of public keys, each of the user that its comment
    names; None for none. Raises UsersError for a key of nobody.
    """

    def __init__(
        self,
        system: EmbeddedSystem,
        address: Address,
        users: Users,
        key: Path,
        authorized_keys: Path | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        if authorized_keys is not None:
            keys_of_users.check(authorized_keys, users)
        self._system, self._address, self._users = system, address, users
        self._key, self._authorized_keys, self._limits = key, authorized_keys, limits
        self._logins = Logins(users, limits)
        self._pool = Pool("ssh")
        self._server: SSHAcceptor | None = None
        self._connections: set[SSHServerConnection] = set()

    @property
    def port(self) -> int:
        """Where it listens; known when it was started."""
        assert self._server is not None
        return int(self._server.get_port())

    async def start(self) -> str:
        import asyncssh

        self._server = await asyncssh.listen(
            sock=self._address.listening(),
            server_host_keys=[str(self._key)],
            server_factory=lambda: _door(
                self._logins, self._authorized_keys, self._connections, self._limits
            ),
            process_factory=self._serve,
            encoding=None,
            sftp_factory=None,
            login_timeout=self._limits.hello,
            keepalive_interval=self._limits.stalled,
        )
        return f"ssh: {self._system.name} at ssh://{self._address.host}:{self.port}"

    async def stop(self) -> None:
        self._pool.stop()
        self._logins.stop()
        if self._server is None:
            return
        self._server.close()
        for connection in list(self._connections):
            connection.abort()
            await connection.wait_closed()
        await self._server.wait_closed()

    async def _serve(self, process: "SSHServerProcess[bytes]") -> None:
        user = str(process.get_extra_info("username"))
        try:
            if process.command is None:
                await self._interactive(user, process)
                return
            given = b""
            if _reads_input(process.command):
                given = await self._input(process)
            done = await self._ran(user, process.command, given)
            _say(process, done)
            process.exit(done.code)
        except Stopped:
            process.exit(255)

    async def _interactive(self, user: str, process: "SSHServerProcess[bytes]") -> None:
        """A shell that a person types into: a prompt, lines, `exit`."""
        code = 0
        terminal = process.get_terminal_type() is not None
        while True:
            if terminal:
                process.stdout.write(b"$ ")
            line = await process.stdin.readline()  # a part of one that fills asyncssh's buffer
            text = line.decode("utf-8", "replace").strip()
            if not line:
                break
            done = await self._ran(user, text, code=code)
            _say(process, done)
            code = done.code
            if done.ended:
                break
        process.exit(code)

    async def _ran(self, user: str, line: str, given: bytes = b"", code: int = 0) -> ShellOutcome:
        for text, most, what in (
            (line, self._limits.unknown, "command"),
            (given, self._limits.request, "input"),
        ):
            if len(text) > most:
                return ShellOutcome(err=f"sh: the {what} has more than {most} bytes\n", code=2)
        until = monotonic() + self._limits.query

        def is_over() -> bool:
            return self._pool.stopping.is_set() or monotonic() > until

        known = self._users.named(user) or User(roles=[])
        operator = known.operator(user, on_ibmi=True)
        system = self._system.sandbox.system(self._system.name, operator)
        shell = Shell(system, known.may_change, user, is_over)
        return await self._pool.run(shell.run, line, given.decode("utf-8", "replace"), code)

    async def _input(self, process: "SSHServerProcess[bytes]") -> bytes:
        """Standard input: all of it, or a little more than is taken."""
        given = bytearray()
        while len(given) <= self._limits.request:
            part = await process.stdin.read(_READ)
            if not part:
                break
            given += part
        return bytes(given)


def _say(process: "SSHServerProcess[bytes]", done: ShellOutcome) -> None:
    process.stdout.write(done.out.encode("utf-8", "replace"))
    process.stderr.write(done.err.encode("utf-8", "replace"))


def _reads_input(command: str) -> bool:
    """Whether a command takes standard input: a client that keeps it open is not waited for."""
    return _READS.search(command) is not None


def _door(
    logins: Logins,
    authorized_keys: Path | None,
    connections: set["SSHServerConnection"],
    limits: Limits,
) -> Any:
    """Who may come in, by a password or a key, and who is in."""
    import asyncssh

    class Door(asyncssh.SSHServer):
        def connection_made(self, conn: "SSHServerConnection") -> None:
            self._connection = conn
            self._attempts = 0
            if len(connections) >= limits.connections:
                conn.abort()
            connections.add(conn)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.discard(self._connection)

        def begin_auth(self, username: str) -> bool:
            own = keys_of_users.of(authorized_keys, username) if authorized_keys else ""
            if own:
                self._connection.set_authorized_keys(asyncssh.import_authorized_keys(own))
            return True

        def password_auth_supported(self) -> bool:
            return True

        async def validate_password(self, username: str, password: str) -> bool:
            address = str((self._connection.get_extra_info("peername") or ("",))[0])
            known = await logins.user(username, password, address) is not None
            self._attempts += 1
            if not known and self._attempts >= _ATTEMPTS:
                self._connection.abort()
            return known

    return Door()
