"""Every way of reaching a queue manager that the contract of `System` is tested over.

Each gives the system, and the sandbox's own queue manager behind it for what no command does.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.commanded import MqscCarrier

import forked
from command_server import InMemory
from queuewright.catalogue.platform import Platform
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.servers.certificate import Authority, Certified
from queuewright.servers.limits import Limits
from queuewright.servers.mqweb.server import MqwebServer
from queuewright.servers.mqweb.sessions import Sessions
from queuewright.servers.serving import Address, in_thread
from queuewright.servers.users import OWN, READ_ONLY, User, Users, password_hash
from queuewright.systems.mq.pcf_configuration import PcfConfiguration
from queuewright.systems.mq.system import MqSystem
from queuewright.systems.protocol import System
from queuewright.systems.registry import systems_from
from sandbox_files import sandbox_with


@dataclass(frozen=True)
class Reached:
    system: System
    machine: EmbeddedSystem


Reach = Callable[[Path, str, Platform], AbstractContextManager[Reached]]


def machine(folder: Path, name: str, platform: Platform) -> EmbeddedSystem:
    file = folder / "sandbox.db"
    if file.exists():
        return Sandbox(file).create_system(name, platform=platform, exist_ok=True)
    return sandbox_with(file, {name: {"platform": platform}}).system(name)


def embedded_system(folder: Path, embedded: EmbeddedSystem) -> Reached:
    """A machine of a sandbox as the stack's configuration reaches it."""
    config = {embedded.name: {"type": "sandbox", "path": str(embedded.sandbox.path)}}
    return Reached(systems_from(config, base=folder)[embedded.name], embedded)


@contextmanager
def in_process(folder: Path, name: str, platform: Platform) -> Iterator[Reached]:
    yield embedded_system(folder, machine(folder, name, platform))


SandboxCarrier = MqscCarrier


@contextmanager
def mqsc(folder: Path, name: str, platform: Platform) -> Iterator[Reached]:
    embedded = machine(folder, name, platform)
    yield Reached(MqSystem(name, SandboxCarrier(embedded), attempts=1), embedded)


@cache
def authority() -> Authority:
    folder = tempfile.mkdtemp(prefix="queuewright-authority-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Authority(Path(folder))


@cache
def tls() -> Certified:
    return authority().server(())


PASSWORD = "not a secret"


@cache
def users() -> Users:
    """One for all servers, which remembers what was verified: a password takes its time."""
    digest = "sha256:" + hashlib.sha256(PASSWORD.encode()).hexdigest()
    return Users(
        {
            "ann": User(password=password_hash(PASSWORD)),
            "reader": User(password=password_hash(PASSWORD), roles=[READ_ONLY]),
            "deploy": User(password=password_hash(PASSWORD), roles=[OWN], groups=["ops"]),
            "certified": User(),
            "bearer": User(token=digest),
        }
    )


# What a failed login takes is tried where it matters.
QUICK = Limits(failure=0.0)


@contextmanager
def served(sandbox: Sandbox, limits: Limits = QUICK, **settings: Any) -> Iterator[MqwebServer]:
    """The sandbox behind TLS on a free port of this machine."""
    sessions = Sessions(users(), **settings)
    ca = authority().certificate
    address = Address("127.0.0.1", 0)
    server = MqwebServer(sandbox, sessions, address, tls=tls(), clients=ca, limits=limits)
    with in_thread([server]):
        yield server


def mqweb_entry(url: str, **more: Any) -> dict[str, Any]:
    """What stands in the stack's configuration."""
    entry = {"type": "mqweb", "url": url, "ca": str(authority().certificate), **more}
    if not {"user", "token", "certificate"} & more.keys():
        os.environ["QUEUEWRIGHT_TEST_PASSWORD"] = PASSWORD
        entry |= {"user": "ann", "password": {"env": "QUEUEWRIGHT_TEST_PASSWORD"}}
    return entry


# Entries of the systems' configuration that reach the queue managers of a sandbox, by name.
Wire = Callable[[Sandbox, Collection[str]], AbstractContextManager[Mapping[str, Any]]]


@contextmanager
def over_mqweb(sandbox: Sandbox, names: Collection[str], **more: Any) -> Iterator[dict[str, Any]]:
    with served(sandbox) as server:
        yield {name: mqweb_entry(server.url, **more) for name in names}


@contextmanager
def by_runmqsc(sandbox: Sandbox, names: Collection[str]) -> Iterator[dict[str, Any]]:
    """The sandbox's own command processor, in processes of its own."""
    where = ("--file", str(sandbox.path))
    yield {
        name: {"type": "runmqsc", "command": forked.command("sandbox", "runmqsc", name, *where)}
        for name in names
    }


@contextmanager
def pcf_in_memory(sandbox: Sandbox, names: Collection[str]) -> Iterator[dict[str, Any]]:
    """PCF messages to the sandbox's command server: IBM's client alone has a stand-in, which finds
    the sandbox where the entry has the client's keys."""

    def connection(name: str, configuration: PcfConfiguration, password: object) -> InMemory:
        return InMemory(Sandbox(str(configuration.key_repository)).system(name))

    with patch("queuewright.systems.mq.ibmmq_connection.IbmmqConnection", connection):
        client = {"channel": "IN.MEMORY", "address": "localhost(1414)"}
        entry = {"type": "pcf", **client, "key_repository": str(sandbox.path)}
        yield dict.fromkeys(names, entry)


WIRES: dict[str, Wire] = {
    "mqweb": partial(over_mqweb, login="ltpa"),
    "runmqsc": by_runmqsc,
    "mqweb in text": partial(over_mqweb, commands="text"),
    "pcf": pcf_in_memory,
}


@contextmanager
def wired(wire: Wire, folder: Path, name: str, platform: Platform) -> Iterator[Reached]:
    embedded = machine(folder, name, platform)
    with wire(embedded.sandbox, [name]) as config:
        yield Reached(systems_from(config, base=folder)[name], embedded)


# Name -> how a queue manager is reached.
CARRIERS: dict[str, Reach] = {
    "sandbox": in_process,
    "mqsc": mqsc,
    **{name: partial(wired, wire) for name, wire in WIRES.items()},
}
