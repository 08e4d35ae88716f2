"""`queuewright sandbox runmqsc`: the sandbox as scripts know a queue manager."""

import os
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from .common import UsageProblem
from .options import expanded
from .sandbox_files import SandboxOptions, group, script_bytes


@group.command("runmqsc")
@expanded
def runmqsc(
    where: SandboxOptions,
    queue_manager: Annotated[
        str, typer.Argument(metavar="QMGR", help="The only one where left out.")
    ] = "",
    no_echo: Annotated[bool, typer.Option("-e", help="Do not repeat the commands.")] = False,
    script: Annotated[
        str, typer.Option("-f", metavar="FILE", help="In place of standard input.")
    ] = "-",
    verify: Annotated[bool, typer.Option("-v", help="Check the syntax, run nothing.")] = False,
    wait: Annotated[
        int | None,
        typer.Option("-w", min=1, max=999_999, help="Seconds to wait for a remote queue manager."),
    ] = None,
    gateway: Annotated[
        str, typer.Option("-m", metavar="QMGR", help="The queue manager to go through, with -w.")
    ] = "",
    user: Annotated[
        str | None, typer.Option("-u", help="Take a password from the first line.")
    ] = None,
    for_zos: Annotated[
        bool, typer.Option("-x", help="The remote one is on z/OS, with -w.")
    ] = False,
    check_authority: Annotated[
        bool,
        typer.Option("--check-authority", help="Refuse what records do not let the user of -u do."),
    ] = False,
    groups: Annotated[
        list[str] | None,
        typer.Option("--group", help="A group of the user, for --check-authority; repeat it."),
    ] = None,
    as_client: Annotated[bool, typer.Option("-c", help="Accepted, without effect.")] = False,
) -> None:
    """Behave as runmqsc does, from header to exit code: for scripts that are written for it."""
    from queuewright.sandbox.authorization import Operator
    from queuewright.sandbox.runmqsc import NOT_RUN, RunmqscSession, default_queue_manager

    sandbox = where.sandbox()
    name = queue_manager or default_queue_manager(sandbox)
    if (check_authority and user is None) or (groups and not check_authority):
        raise UsageProblem("--check-authority needs -u USER, and --group --check-authority")
    operator = Operator(user or "", tuple(groups or ())) if check_authority else None
    run = RunmqscSession(sandbox, name, _say, echo=not no_echo, verify=verify, operator=operator)
    lines = _script_lines(script, name)
    if user is not None:
        next(lines, None)
    if not run.start(gateway if wait is not None else ""):
        raise typer.Exit(NOT_RUN)
    sys.stdout.flush()
    for line in lines:
        run.feed(line)
        sys.stdout.flush()  # who writes a command may wait for its answer before the next
        if run.quit:
            break
    raise typer.Exit(run.end())


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _script_lines(source: str, queue_manager: str) -> Iterator[str]:
    """Line by line, as they are written; a terminal is asked with MQPROMPT."""
    from queuewright.dialects.mqsc import decoded

    if source != "-":
        yield from decoded(script_bytes(source)).splitlines()
        return
    prompt = os.environ.get("MQPROMPT", "").replace("+QMNAME+", queue_manager)
    asks = bool(prompt) and sys.stdin.isatty()
    while True:
        if asks:
            sys.stdout.write(prompt)
            sys.stdout.flush()
        line = sys.stdin.buffer.readline()
        if not line:
            return
        yield line.decode(errors="replace")
