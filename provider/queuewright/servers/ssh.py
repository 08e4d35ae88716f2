"""A partition of the sandbox behind an ssh server, with the utilities of `shell`."""

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queuewright.sandbox.engine import EmbeddedSystem

from .mapepire import may_change
from .serving import Address
from .shell import Shell
from .users import Users

if TYPE_CHECKING:
    from asyncssh import SSHAcceptor, SSHServerConnection, SSHServerProcess

PORT = 8022  # 22 is the machine's own
_KEY = "ssh_host_ed25519_key"
_READS = re.compile(r"QZDFMDB2.*'-i'|\bdb2\b.*\s-i\b|\bqsh\s*$", re.IGNORECASE | re.DOTALL)


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

    key: the host's. authorized_keys: a file of public keys that may come in as any of the users,
    None for none.
    """

    def __init__(
        self,
        system: EmbeddedSystem,
        address: Address,
        users: Users,
        key: Path,
        authorized_keys: Path | None = None,
    ) -> None:
        self._system, self._address, self._users = system, address, users
        self._key, self._authorized_keys = key, authorized_keys
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
            server_factory=lambda: _door(self._users, self._authorized_keys, self._connections),
            process_factory=self._serve,
            encoding=None,
            sftp_factory=None,
        )
        return f"ssh: {self._system.name} at ssh://{self._address.host}:{self.port}"

    async def stop(self) -> None:
        if self._server is None:
            return
        self._server.close()
        for connection in list(self._connections):
            connection.abort()
            await connection.wait_closed()
        await self._server.wait_closed()

    async def _serve(self, process: "SSHServerProcess[bytes]") -> None:
        user = str(process.get_extra_info("username"))
        shell = Shell(self._system, may_change(self._users, user), user)
        if process.command is None:
            await _interactive(shell, process)
            return
        given = ""
        if _reads_input(process.command):
            given = (await process.stdin.read()).decode("utf-8", "replace")
        done = await asyncio.to_thread(shell.run, process.command, given)
        process.stdout.write(done.out.encode())
        process.stderr.write(done.err.encode())
        process.exit(done.code)


def _reads_input(command: str) -> bool:
    """Whether a command takes standard input: a client that keeps it open is not waited for."""
    return _READS.search(command) is not None


async def _interactive(shell: Shell, process: "SSHServerProcess[bytes]") -> None:
    """A shell that a person types into: a prompt, lines, `exit`."""
    code = 0
    terminal = process.get_terminal_type() is not None
    while True:
        if terminal:
            process.stdout.write(b"$ ")
        line = (await process.stdin.readline()).decode("utf-8", "replace")
        if not line:
            break
        done = await asyncio.to_thread(shell.run, line.strip(), code=code)
        process.stdout.write(done.out.encode())
        process.stderr.write(done.err.encode())
        code = done.code
        if done.ended:
            break
    process.exit(code)


def _door(
    users: Users, authorized_keys: Path | None, connections: set["SSHServerConnection"]
) -> Any:
    """Who may come in, by a password or a key, and who is in."""
    import asyncssh

    class Door(asyncssh.SSHServer):
        def connection_made(self, conn: "SSHServerConnection") -> None:
            self._connection = conn
            connections.add(conn)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.discard(self._connection)

        def begin_auth(self, username: str) -> bool:
            if authorized_keys is not None and users.named(username) is not None:
                self._connection.set_authorized_keys(str(authorized_keys))
            return True

        def password_auth_supported(self) -> bool:
            return True

        async def validate_password(self, username: str, password: str) -> bool:
            return await asyncio.to_thread(users.with_password, username, password) is not None

    return Door()
