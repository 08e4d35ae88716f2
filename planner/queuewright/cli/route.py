"""`queuewright route`: the way of a message, hop by hop."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import shown

from . import completion
from .app import app
from .commands import help_of
from .common import UsageProblem, print_json, read_bytes, run_program, say, system_of
from .options import FormatOptions, StackOptions, expanded

if TYPE_CHECKING:
    from queuewright.route.model import Route
    from queuewright.world.world import World

_BREAKS = 2


@dataclass(frozen=True)
class RouteFormats(FormatOptions):
    """How a route is shown."""

    html: Annotated[bool, typer.Option("--html", help="Print one self-contained page.")] = False
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print a Mermaid diagram.")] = False

    @property
    def formats(self) -> dict[str, bool]:
        return {**super().formats, "--html": self.html, "--mermaid": self.mermaid}


@app.command("route", help=help_of("route"))
@expanded
def route(
    system: Annotated[
        str,
        typer.Argument(
            help="The queue manager that the application is connected to.",
            autocompletion=completion.systems,
        ),
    ],
    queue: Annotated[str, typer.Argument(help="The queue that it puts to.")],
    stack: StackOptions,
    output: RouteFormats,
    queue_manager: Annotated[
        str, typer.Option("--queue-manager", help="The queue manager that it opens the queue with.")
    ] = "",
    dump: Annotated[
        list[str] | None,
        typer.Option(
            "--dump",
            metavar="NAME=FILE",
            help="Take this queue manager from a dump or a script, and no stack; repeat it.",
        ),
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option("--host", metavar="HOST=SYSTEM", help="A system is on a host; repeat it."),
    ] = None,
    as_read: Annotated[
        bool, typer.Option("--as-read", help="As the systems are; the program is not run.")
    ] = False,
    length: Annotated[
        int | None, typer.Option("--length", min=0, help="Bytes of the message.")
    ] = None,
) -> None:
    """Every system of the stack is read; nothing is sent. Ends with 0, with 2 where the route
    breaks, with 1 for an error."""
    from queuewright.render import route as rendered
    from queuewright.route.model import Verdict

    hosts = _hosts(host or ())
    unread: Mapping[str, str] = {}
    if dump:
        if as_read:
            raise UsageProblem("--as-read and --dump: a dump is read as it is; leave one out")
        found = _of_dumps(dump, system, queue, queue_manager, hosts, length)
    else:
        workspace = stack.workspace()
        for name in (system, *_systems(hosts)):
            system_of(workspace, name)
        if not as_read:
            run_program(workspace)
        world = workspace.world(declared=not as_read)
        unread = world.unread
        require_queue_manager(system, world)
        found = workspace.route(
            system,
            queue,
            queue_manager,
            declared=not as_read,
            length=length,
            hosts=hosts,
            world=world,
        )
    code = 1 if unread else _BREAKS if found.verdict is Verdict.BREAKS else 0
    if output.as_json:
        print_json(rendered.route_json(found, unread, code))
    elif output.markdown:
        typer.echo(rendered.route_markdown(found), nl=False)
    elif output.html:
        typer.echo(rendered.route_page(found), nl=False)
    elif output.mermaid:
        typer.echo(rendered.route_mermaid(found), nl=False)
    else:
        typer.echo(rendered.route_text(found), nl=False)
    for line in unread.values():
        say(f"error: {line}")
    raise typer.Exit(code)


def _of_dumps(
    given: Iterable[str],
    system: str,
    queue: str,
    queue_manager: str,
    hosts: Mapping[str, frozenset[str]],
    length: int | None,
) -> "Route":
    """Raises UsageProblem."""
    from queuewright.dialects.protocol import Given
    from queuewright.lint.scripts import of_files
    from queuewright.route.network import Network
    from queuewright.route.tracing import Tracer
    from queuewright.world.world import World

    linted: dict[str, object] = {}
    worlds = []
    for text in given:
        name, equals, file = text.partition("=")
        if not name or not equals or not file:
            raise UsageProblem(f"--dump {shown(text)}: give NAME=FILE, such as QM1=QM1.mqsc")
        if name in linted:
            raise UsageProblem(f"--dump {name} is given twice; leave one out")
        data = read_bytes(Path(file))
        one = linted[name] = of_files([(file, data)], system=name)
        if name in one.systems and one.systems.keys() - {name}:  # a script for several
            one = linted[name] = of_files(
                [(file, data)], system=name, given=Given(queue_manager=name)
            )
        others = [each for each in one.systems if each != name]
        if others:
            raise UsageProblem(
                f"--dump {shown(text)}: it is a dump of {', '.join(sorted(others))}; correct NAME"
            )
        worlds.append(one.world)
    for name in (system, *_systems(hosts)):
        if name not in linted:
            known = ", ".join(linted)
            raise UsageProblem(f"{shown(name)} is not among the dumps (there: {known}); add it")
    network = Network(World.joined(worlds), hosts)
    return Tracer(network, length).route(system, queue, queue_manager)


def require_queue_manager(system: str, world: "World") -> None:
    """Raises UsageProblem for an IBM i that has no object of a queue manager."""
    from queuewright.catalogue.platform import Platform
    from queuewright.kinds import is_mq

    is_ibmi = world.facts(system).platform is Platform.IBMI and system not in world.unread
    if is_ibmi and not any(is_mq(key.kind) for key in world.keys if key.system == system):
        raise UsageProblem(
            f"{system} is an IBM i and has no objects of a queue manager: only messages of queue "
            "managers have a route; name one of them"
        )


def _systems(hosts: Mapping[str, frozenset[str]]) -> list[str]:
    """The systems that are on hosts."""
    return sorted({system for systems in hosts.values() for system in systems})


def _hosts(given: Iterable[str]) -> dict[str, frozenset[str]]:
    hosts: dict[str, frozenset[str]] = {}
    for text in given:
        name, equals, system = text.partition("=")
        if not name or not equals or not system:
            raise UsageProblem(f"--host {shown(text)}: give HOST=SYSTEM, such as host2=QM2")
        hosts[name.lower()] = hosts.get(name.lower(), frozenset()) | {system}
    return hosts
