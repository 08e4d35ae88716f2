"""`queuewright sandbox serve`: the sandbox over the wire, for clients that it does not know."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import UsageProblem, say
from .options import expanded
from .sandbox_files import FileOptions, group

if TYPE_CHECKING:
    from queuewright.sandbox.engine import Sandbox
    from queuewright.servers.serving import Address, Server
    from queuewright.servers.users import Users

MQWEB_PORT = 9443


@group.command("serve")
@expanded
def serve(
    where: FileOptions,
    mqweb: Annotated[
        str | None,
        typer.Option("--mqweb", metavar="ADDR", help="Its queue managers' REST API: [HOST:]PORT."),
    ] = None,
    users: Annotated[
        Path | None,
        typer.Option("--users", metavar="FILE", help="Who may; one user is made where left out."),
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="TLS with this one, PEM.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="Its key, where it is apart.")
    ] = None,
    tls: Annotated[
        bool, typer.Option("--tls/--no-tls", help="Without TLS: loopback addresses alone.")
    ] = True,
    token_lifetime: Annotated[
        float, typer.Option("--token-lifetime", min=1, metavar="SECONDS", help="Of a login.")
    ] = 7200,
) -> None:
    """Serve the sandbox until Ctrl-C, on loopback addresses unless told otherwise."""
    from queuewright.servers import serving

    if mqweb is None:
        raise UsageProblem(f"nothing is to be served; give --mqweb {MQWEB_PORT}")
    sandbox = where.sandbox()
    address = serving.Address.parse(mqweb, MQWEB_PORT)
    if not address.is_loopback and (users is None or not tls):
        raise UsageProblem(
            f"--mqweb {address.host} is reached from other machines; give --users, and leave"
            " --no-tls out"
        )
    servers = [_mqweb(sandbox, address, _users(users), certificate, key, tls, token_lifetime)]
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
    from queuewright.servers.certificate import Authority, Certified
    from queuewright.servers.mqweb.server import MqwebServer
    from queuewright.servers.mqweb.sessions import Sessions

    sessions = Sessions(users, token_lifetime)
    if not tls:
        return MqwebServer(sandbox, sessions, address, tls=None)
    # Beside the sandbox's file: who trusts the authority trusts it the next time too.
    authority = Authority(sandbox.path.parent / "authority")
    if certificate is not None:
        chosen = Certified(certificate, key or certificate)
    else:
        chosen = authority.server((address.host,))
        say(f"trust {authority.certificate} (ca: in a system's entry, --cacert of curl)")
    return MqwebServer(sandbox, sessions, address, tls=chosen, clients=authority.certificate)


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
