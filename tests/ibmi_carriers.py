"""Every way of reaching an IBM i that the contract of `System` is tested over.

Each gives the system, and the sandbox's own partition behind it for what no command does.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Protocol

from bench.commanded import CommandCarrier

from carriers import QUICK, Reached, Wire, embedded_system
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.servers.certificate import Authority, Certified
from queuewright.servers.limits import Limits
from queuewright.servers.mapepire import MapepireServer
from queuewright.servers.serving import Address, in_thread
from queuewright.servers.ssh import SshServer, host_key
from queuewright.servers.users import OWN, READ_ONLY, User, Users, password_hash
from queuewright.systems.ibmi.system import IbmiSystem
from queuewright.systems.registry import systems_from
from sandbox_files import sandbox_with

PASSWORD = "s3cret word"


class Reach(Protocol):
    def __call__(self, folder: Path, name: str, /) -> AbstractContextManager[Reached]: ...


def machine(folder: Path, name: str) -> EmbeddedSystem:
    file = folder / "sandbox.db"
    given = {"platform": Platform.IBMI, "libraries": ("ORDERS", "STOCK")}
    if file.exists():
        return Sandbox(file).create_system(name, **given, exist_ok=True)  # type: ignore[arg-type]
    return sandbox_with(file, {name: given}).system(name)


@cache
def users() -> Users:
    """ann may do everything, ro only read, dev what its authorities and those of OPS let it."""
    return Users(
        {
            "ann": User(password=password_hash(PASSWORD)),
            "ro": User(password=password_hash(PASSWORD), roles=[READ_ONLY]),
            "dev": User(password=password_hash(PASSWORD), roles=[OWN], groups=["ops"]),
        }
    )


@cache
def authority() -> Authority:
    return Authority(Path(mkdtemp(prefix="queuewright-authority-")))


@cache
def certified() -> Certified:
    return authority().server(["localhost"])


def password(folder: Path, text: str = PASSWORD) -> dict[str, str]:
    """A reference to it."""
    file = folder / "password"
    file.write_text(f"{text}\n")
    return {"file": str(file)}


@contextmanager
def in_process(folder: Path, name: str) -> Iterator[Reached]:
    yield embedded_system(folder, machine(folder, name))


SandboxCarrier = CommandCarrier


@contextmanager
def direct(folder: Path, name: str) -> Iterator[Reached]:
    embedded = machine(folder, name)
    yield Reached(IbmiSystem(name, SandboxCarrier(embedded)), embedded)


def mapepire_entry(folder: Path, port: int, **more: Any) -> Mapping[str, Any]:
    entry = {"type": "mapepire", "host": "localhost", "port": port, "user": "ann", "timeout": 20}
    more["password"] = more.get("password") or password(folder)
    return {**entry, "ca": str(authority().certificate), **more}


@contextmanager
def over_mapepire(sandbox: Sandbox, names: Collection[str]) -> Iterator[Mapping[str, Any]]:
    """Entries of the systems' configuration that reach partitions of a sandbox."""
    servers = {name: mapepire_server(sandbox.system(name)) for name in names}
    with in_thread([*servers.values()]):
        folder = sandbox.path.parent
        yield {name: mapepire_entry(folder, server.port) for name, server in servers.items()}


@cache
def ssh_key() -> Path:
    """The host key of the sandbox's ssh server."""
    return host_key(authority().folder)


@cache
def ssh_user_key() -> Path:
    """A key that may come in as ann; `authorized_keys` is beside it."""
    folder = authority().folder / "user"
    file = host_key(folder)
    kind, key, *_ = file.with_suffix(".pub").read_text().split()
    (folder / "authorized_keys").write_text(f"# laptops\n\n{kind} {key} ann@laptop\n")
    return file


def ssh_server(
    embedded: EmbeddedSystem, limits: Limits = QUICK, keys: Path | None = None
) -> SshServer:
    keys = keys or ssh_user_key().parent / "authorized_keys"
    return SshServer(embedded, Address("127.0.0.1", 0), users(), ssh_key(), keys, limits)


def mapepire_server(embedded: EmbeddedSystem, limits: Limits = QUICK) -> MapepireServer:
    return MapepireServer(embedded, Address("127.0.0.1", 0), users(), certified(), limits)


def known_hosts(folder: Path, port: int, key: Path | None = None) -> str:
    """A file that knows the server, by `key` where another one is given."""
    file = folder / "known_hosts"
    public = (key or ssh_key()).with_suffix(".pub").read_text()
    file.write_text(f"[localhost]:{port},[127.0.0.1]:{port} {public}")
    return str(file)


def ssh_entry(folder: Path, port: int, **more: Any) -> Mapping[str, Any]:
    entry = {"type": "ssh", "host": "localhost", "port": port, "user": "ann", "timeout": 20}
    if "key" not in more:
        more["password"] = more.get("password") or password(folder)
    more["known_hosts"] = more.get("known_hosts") or known_hosts(folder, port)
    return {**entry, **more}


@contextmanager
def over_ssh(sandbox: Sandbox, names: Collection[str]) -> Iterator[Mapping[str, Any]]:
    """Entries of the systems' configuration that reach partitions of a sandbox."""
    servers = {name: ssh_server(sandbox.system(name)) for name in names}
    with in_thread([*servers.values()]):
        folder = sandbox.path.parent
        yield {name: ssh_entry(folder, server.port) for name, server in servers.items()}


IBMI_WIRES: dict[str, Wire] = {"mapepire": over_mapepire, "ssh": over_ssh}


@contextmanager
def wired(wire: Wire, folder: Path, name: str) -> Iterator[Reached]:
    embedded = machine(folder, name)
    with wire(embedded.sandbox, [name]) as config:
        yield Reached(systems_from(config, base=folder)[name], embedded)


# Name -> how an IBM i is reached; each carrier adds itself here.
IBMI_CARRIERS: dict[str, Reach] = {
    "sandbox": in_process,
    "direct": direct,
    **{name: partial(wired, wire) for name, wire in IBMI_WIRES.items()},
}


@contextmanager
def with_queue_managers(
    wire: Wire, sandbox: Sandbox, names: Collection[str]
) -> Iterator[Mapping[str, Any]]:
    """Entries that reach partitions, each with the queue manager of its name."""
    with wire(sandbox, names) as entries:
        yield {name: {**entry, "queue_manager": name} for name, entry in entries.items()}


MANAGER_WIRES: dict[str, Wire] = {
    f"{name} by CL": partial(with_queue_managers, wire) for name, wire in IBMI_WIRES.items()
}


@contextmanager
def managed(
    wire: Wire, folder: Path, name: str, platform: Platform = Platform.IBMI
) -> Iterator[Reached]:
    """A partition and its queue manager, whatever platform is asked for: only an IBM i is reached
    so."""
    with wired(wire, folder, name) as reached:
        yield reached


# Name -> how a queue manager on an IBM i is reached.
QUEUE_MANAGERS: dict[str, Callable[..., AbstractContextManager[Reached]]] = {
    name: partial(managed, wire) for name, wire in MANAGER_WIRES.items()
}
