"""`queuewright access`: who may do what on a queue manager, and whom a connection works as."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import one_line, shown

from . import completion
from .app import app
from .commands import help_of
from .common import (
    UsageProblem,
    check_of_channel,
    plain_console,
    print_json,
    read_bytes,
    say,
    system_of,
)
from .options import FormatOptions, StackOptions, expanded

if TYPE_CHECKING:
    from queuewright.access.report import Access, Question
    from queuewright.world.expected import Expected


@dataclass(frozen=True)
class PageFormats(FormatOptions):
    """The output format, a page among them."""

    html: Annotated[bool, typer.Option("--html", help="Print one self-contained page.")] = False

    @property
    def formats(self) -> dict[str, bool]:
        return {**super().formats, "--html": self.html}


@dataclass(frozen=True)
class AccessOptions:
    """Whom and what it is about."""

    user: Annotated[
        str,
        typer.Option("--user", help="A user; of a connection, the one that the client asserts."),
    ] = ""
    group: Annotated[
        list[str] | None,
        typer.Option("--group", help="A group; with a user, one that the user is in. Repeat it."),
    ] = None
    object: Annotated[str, typer.Option("--object", help="Only objects of this name.")] = ""
    channel: Annotated[
        str, typer.Option("--channel", help="The channel of an inbound connection.")
    ] = ""
    address: Annotated[str, typer.Option("--address", help="Where the connection comes from.")] = ""
    certificate: Annotated[
        str, typer.Option("--certificate", metavar="DN", help="The name in its certificate.")
    ] = ""
    issuer: Annotated[
        str, typer.Option("--issuer", metavar="DN", help="Who issued the certificate.")
    ] = ""
    queue_manager: Annotated[
        str, typer.Option("--queue-manager", help="The queue manager that calls.")
    ] = ""

    def question(self) -> "Question":
        """Raises UsageProblem for what is about a connection, without a channel."""
        from queuewright.access.connection import InboundCaller
        from queuewright.access.report import Question
        from queuewright.mq.connection_matching import is_address, names_host

        of_connection = {
            "address": self.address,
            "certificate": self.certificate,
            "issuer": self.issuer,
            "queue-manager": self.queue_manager,
        }
        check_of_channel(self.channel, of_connection)
        if self.address and not is_address(self.address) and not names_host(self.address):
            raise UsageProblem(
                f"--address {shown(self.address)}: give an IP address, or the name of a host"
            )
        groups = tuple(dict.fromkeys(self.group or ()))
        if not self.channel:
            return Question(self.user, groups, self.object)
        caller = InboundCaller(
            self.channel, self.address, self.certificate, self.user, self.queue_manager,
            self.issuer, groups,
        )  # fmt: skip
        return Question(groups=groups, object=self.object, caller=caller)


@app.command("access", help=help_of("access"))
@expanded
def access(
    stack: StackOptions,
    asked: AccessOptions,
    output: PageFormats,
    system: Annotated[
        str,
        typer.Argument(help="The queue manager.", autocompletion=completion.systems),
    ] = "",
    dump: Annotated[
        list[Path] | None,
        typer.Option(
            "--dump", help="Look at this dump or script; - is standard input. Repeat it for more."
        ),
    ] = None,
    declared: Annotated[
        bool,
        typer.Option("--declared", help="Look at the system as it is when up is through."),
    ] = False,
) -> None:
    """The system is read and nothing is sent. With --declared the program is run and planned; with
    --dump neither a project nor a system is needed."""
    from queuewright.access.connection import BadName
    from queuewright.access.report import access as answered
    from queuewright.access.report import unknown_object
    from queuewright.engine.garbage import without_collector
    from queuewright.mq.connection_matching import NAME_SYNTAX

    question = asked.question()
    if dump and declared:
        raise UsageProblem("--dump and --declared: choose one of them")
    if dump:
        system, world = _of_dumps(dump, system)
        source = f"dump {', '.join(map(str, dump))}"
    elif not system:
        raise UsageProblem("it needs the name of a system; give one, or --dump FILE")
    else:
        world = _of_stack(stack, system, declared)
        source = "as up leaves it" if declared else "as it is"
    try:
        with without_collector():
            answer = answered(world, system, question, source)
    except BadName as error:
        raise UsageProblem(
            f"{shown(str(error))} is not part of a distinguished name; {NAME_SYNTAX}"
        ) from None
    if unknown_object(answer):
        raise UsageProblem(
            f"--object {shown(question.object)}: nothing on {system} has this name; correct it"
        )
    _show(answer, output)
    raise typer.Exit(0 if answer.is_known else 1)


def _of_dumps(dumps: Sequence[Path], system: str) -> "tuple[str, Expected]":
    """The name of the queue manager, and its objects. Raises UsageProblem."""
    from queuewright.kinds import KINDS
    from queuewright.lint.scripts import of_files

    linted = of_files([(str(dump), read_bytes(dump)) for dump in dumps], system=system)
    for subject, problem in linted.problems:
        spec = KINDS.get(subject.key.kind)
        if spec is not None and (spec.grants or spec.admits):
            line = f"{subject.file}:{subject.line}: {subject.key.name}: {problem.text}"
            say(f"warning: {one_line(line)}; the answer is without it")
    known, dump = list(linted.systems), ", ".join(map(str, dumps))
    if not known:
        raise UsageProblem(f"{dump}: it defines nothing; give a dump or a script of MQSC")
    if system and system not in known:
        raise UsageProblem(f"{dump}: it is of {', '.join(known)}, not of {shown(system)}")
    if not system and known[1:]:
        raise UsageProblem(f"{dump}: it is of {', '.join(known)}; name one of them")
    return system or known[0], linted.world


def _of_stack(stack: StackOptions, system: str, declared: bool) -> "Expected":
    from queuewright.kinds import MQ_KINDS

    from .common import run_program

    workspace = stack.workspace()
    kinds = system_of(workspace, system).facts.kinds
    if kinds is not None and kinds.isdisjoint(MQ_KINDS):
        raise UsageProblem(
            f"{system} is not a queue manager, and has no authority records; name one that is"
        )
    if declared:
        run_program(workspace)
    return workspace.access_world(system, declared=declared)


def _show(answer: "Access", output: PageFormats) -> None:
    from queuewright.render import access as render

    if output.as_json:
        print_json(render.access_json(answer))
    elif output.markdown:
        typer.echo(render.access_markdown(answer), nl=False)
    elif output.html:
        typer.echo(render.access_page(answer), nl=False)
    else:
        from queuewright.render.table import print_table

        console = plain_console()
        console.print(render.heading(answer))
        if answer.connection is not None:
            for text in render.connection_lines(answer.connection):
                console.print(f"  {text}")
        print_table(render.COLUMNS, render.rows(answer), console)
        for text in render.remarks(answer):
            console.print(text)
    if not answer.is_known:
        say(f"error: authority records of {answer.system} cannot be read the way it is reached; "
            "reach it by mqweb, runmqsc or pcf")  # fmt: skip
