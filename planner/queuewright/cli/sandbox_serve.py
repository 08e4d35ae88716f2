"""`queuewright sandbox serve`: the sandbox over the wire, for clients that it does not know."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import UsageProblem, say
from .options import expanded
from .sandbox_files import SandboxOptions, group

if TYPE_CHECKING:
    from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
    from queuewright.servers.certificate import Authority, Certified
    from queuewright.servers.serving import Address, Server
    from queuewright.servers.users import Users

MQWEB_PORT, SSH_PORT, MAPEPIRE_PORT = 9443, 8022, 8076


@group.command("serve")
@expanded
def serve(
    where: SandboxOptions,
    mqweb: Annotated[
        str | None,
        typer.Option("--mqweb", metavar="ADDR", help="Its queue managers' REST API: [HOST:]PORT."),
    ] = None,
    ssh: Annotated[
        str | None,
        typer.Option("--ssh", metavar="ADDR", help="Its IBM i over ssh: [HOST:]PORT."),
    ] = None,
    mapepire: Annotated[
        str | None,
        typer.Option("--mapepire", metavar="ADDR", help="Its IBM i over Mapepire: [HOST:]PORT."),
    ] = None,
    partition: Annotated[
        str | None,
        typer.Option("--partition", metavar="NAME", help="The IBM i, where there are several."),
    ] = None,
    authorized_keys: Annotated[
        Path | None,
        typer.Option("--authorized-keys", metavar="FILE", help="Keys that come in over ssh."),
    ] = None,
    users: Annotated[
        Path | None,
        typer.Option("--users", metavar="FILE", help="Users who may log in; default: one is made."),
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="TLS with this one, PEM.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="Its key, where it is apart.")
    ] = None,
    tls: Annotated[
        bool, typer.Option("--tls/--no-tls", help="Without TLS: only on loopback addresses.")
    ] = True,
    check_authority: Annotated[
        bool,
        typer.Option(
            "--check-authority", help="Refuse MQWebUser what the user's authorities do not allow."
        ),
    ] = False,
    token_lifetime: Annotated[
        float, typer.Option("--token-lifetime", min=1, metavar="SECONDS", help="Of a login.")
    ] = 7200,
) -> None:
    """Serve the sandbox until Ctrl-C, on loopback addresses unless told otherwise."""
    from queuewright.servers import serving

    if mqweb is None and ssh is None and mapepire is None:
        raise UsageProblem(
            f"nothing is to be served; give --mqweb {MQWEB_PORT}, --ssh {SSH_PORT} or --mapepire"
            f" {MAPEPIRE_PORT}"
        )
    sandbox = where.sandbox()
    asked = {"mqweb": (mqweb, MQWEB_PORT), "ssh": (ssh, SSH_PORT)}
    asked["mapepire"] = (mapepire, MAPEPIRE_PORT)
    addresses = {
        name: serving.Address.parse(text, port)
        for name, (text, port) in asked.items()
        if text is not None
    }
    for name, address in addresses.items():
        if not address.is_loopback and (users is None or (name == "mqweb" and not tls)):
            without = ", and leave --no-tls out" if name == "mqweb" else ""
            raise UsageProblem(
                f"--{name} {address.host} is reached from other machines; give --users{without}"
            )
    if authorized_keys is not None and not authorized_keys.is_file():
        raise UsageProblem(f"--authorized-keys {authorized_keys} is not a file; give one of ssh")
    on_ibmi = addresses.keys() & {"ssh", "mapepire"}
    system = _partition(sandbox, partition) if on_ibmi else None
    who = _users(users)
    if (limited := who.limited()) and not check_authority:
        raise UsageProblem(
            f"user {limited} of {users} has the role MQWebUser, which works with the user's own "
            "authorities; give --check-authority, or another role"
        )
    if check_authority and not limited:
        raise UsageProblem(
            "--check-authority is about users with the role MQWebUser; give --users with one"
        )
    servers: list[Server] = []
    if "mqweb" in addresses:
        address = addresses["mqweb"]
        servers.append(_mqweb(sandbox, address, who, certificate, key, tls, token_lifetime))
    if system is not None and "mapepire" in addresses:
        servers.append(_mapepire(system, addresses["mapepire"], who, certificate, key))
    if system is not None and "ssh" in addresses:
        servers.append(_ssh(system, addresses["ssh"], who, authorized_keys))
    asyncio.run(serving.serve(servers, _announce))


def _announce(line: str) -> None:
    """On standard output, at once: who starts a server in a script waits for it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _users(file: Path | None) -> "Users":
    from queuewright.servers.users import Users

    if file is not None:
        return Users.read(file)
    users, password = Users.generated()
    say(f"user admin, password {password} (until it ends; --users FILE for lasting ones)")
    return users


def _mqweb(
    sandbox: "Sandbox",
    address: "Address",
    users: "Users",
    certificate: Path | None,
    key: Path | None,
    tls: bool,
    token_lifetime: float,
) -> "Server":
    from queuewright.servers.mqweb.server import MqwebServer
    from queuewright.servers.mqweb.sessions import Sessions

    sessions = Sessions(users, token_lifetime)
    if not tls:
        return MqwebServer(sandbox, sessions, address, tls=None)
    authority, chosen = _certified(sandbox, address, certificate, key)
    return MqwebServer(sandbox, sessions, address, tls=chosen, clients=authority.certificate)


def _certified(
    sandbox: "Sandbox", address: "Address", certificate: Path | None, key: Path | None
) -> "tuple[Authority, Certified]":
    """The sandbox's authority, and what a server shows."""
    from queuewright.servers.certificate import Authority, Certified

    # Beside the sandbox's file: who trusts the authority trusts it the next time too.
    authority = Authority(sandbox.path.parent / "authority")
    if certificate is not None:
        return authority, Certified(certificate, key or certificate)
    say(f"trust {authority.certificate} (ca: in a system's entry, --cacert of curl)")
    return authority, authority.server((address.host,))


def _partition(sandbox: "Sandbox", name: str | None) -> "EmbeddedSystem":
    """The IBM i that is served: the one that is named, or the only one."""
    from queuewright.catalogue.platform import Platform

    partitions = [
        sandbox.system(facts.name) for facts in sandbox.systems() if facts.platform is Platform.IBMI
    ]
    chosen = [system for system in partitions if name in (None, system.name)]
    if len(chosen) == 1:
        return chosen[0]
    there = ", ".join(system.name for system in partitions)
    if not partitions:
        text = f"{sandbox.path} has no IBM i"
        raise UsageProblem(f"{text}; make one: queuewright sandbox create NAME --platform ibmi")
    if name is None:
        raise UsageProblem(f"{sandbox.path} has several; give --partition, one of {there}")
    raise UsageProblem(f"--partition {name} is not an IBM i of {sandbox.path}; use one of {there}")


def _mapepire(
    system: "EmbeddedSystem",
    address: "Address",
    users: "Users",
    certificate: Path | None,
    key: Path | None,
) -> "Server":
    from queuewright.servers.mapepire import MapepireServer

    _, chosen = _certified(system.sandbox, address, certificate, key)
    return MapepireServer(system, address, users, chosen)


def _ssh(
    system: "EmbeddedSystem", address: "Address", users: "Users", authorized_keys: Path | None
) -> "Server":
    from queuewright.servers.ssh import SshServer, host_key

    key = host_key(system.sandbox.path.parent / "authority")
    say(f"trust {key.with_suffix('.pub')} (known_hosts: in a system's entry)")
    return SshServer(system, address, users, key, authorized_keys)


@group.command("password")
@expanded
def password() -> None:
    """Turn a password, read from standard input, into what a file of users holds."""
    from queuewright.servers.users import password_hash

    if sys.stdin.isatty():
        given = typer.prompt("password", hide_input=True, err=True)
    else:
        given = sys.stdin.readline().rstrip("\r\n")
    if not given:
        raise UsageProblem("the password is empty; give it as one line")
    typer.echo(password_hash(given))
