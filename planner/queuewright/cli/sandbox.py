"""`queuewright sandbox`: queue managers and IBM i partitions in a file, to rehearse on."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.platform import Platform

from .common import CwdOption, JsonOption, print_json, say, table
from .sandbox_status import show_answer, show_status, system_status

if TYPE_CHECKING:
    from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

__all__ = ["register"]

_USES = {
    "input": OpenFor.INPUT_SHARED,
    **{use.value: use for use in OpenFor},
}
app = typer.Typer(
    help="Queue managers and IBM i partitions in a file, to rehearse changes on.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
FileOption = Annotated[
    Path | None,
    typer.Option("--file", help="The sandbox file.", show_default=".queuewright/sandbox.db"),
]
SystemArgument = Annotated[str, typer.Argument(metavar="SYSTEM", help="Its name.")]
QueueArgument = Annotated[str, typer.Argument(metavar="QUEUE", help="The name to open.")]
CountOption = Annotated[int, typer.Option("--count", min=1, help="How many.")]
UncommittedOption = Annotated[
    bool, typer.Option("--uncommitted", help="In a unit of work: see commit, backout.")
]


class SandboxUsage(QueuewrightError):
    """What was asked of the command cannot be; one line with the way out."""


def register(parent: typer.Typer) -> None:
    """Add the commands to the application."""
    parent.add_typer(app, name="sandbox")


def _sandbox(file: Path | None, cwd: Path, *, must_exist: bool = True) -> "Sandbox":
    from queuewright.sandbox.engine import Sandbox
    from queuewright.systems.registry import project_directory
    from queuewright.systems.sandbox import sandbox_file

    path = file if file is not None else sandbox_file(project_directory(cwd))
    if must_exist and not path.exists():
        text = f"there is no sandbox at {path}; create one with: queuewright sandbox create SYSTEM"
        raise SandboxUsage(one_line(text))
    return Sandbox(path)


def _machine(file: Path | None, cwd: Path, system: str) -> "EmbeddedSystem":
    return _sandbox(file, cwd).system(system)


def _bytes(source: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        text = f"{source} cannot be read: {error.strerror or error}; give another file"
        raise SandboxUsage(one_line(text)) from error


def _text(source: str) -> str:
    from queuewright.dialects.mqsc import decoded

    return decoded(_bytes(source))


@app.command("create")
def create(
    system: SystemArgument,
    platform: Annotated[
        str, typer.Option("--platform", help="aix, linux, windows, ibmi, zos, other-unix")
    ] = "linux",
    command_level: Annotated[int, typer.Option("--command-level", help="930 is 9.3.0.")] = 930,
    ccsid: Annotated[int | None, typer.Option("--ccsid", help="Its character set.")] = None,
    library: Annotated[
        list[str] | None, typer.Option("--library", help="A library (ibmi); repeat it for more.")
    ] = None,
    current_library: Annotated[str, typer.Option("--current-library")] = "QGPL",
    queue_sharing_group: Annotated[
        str, typer.Option("--queue-sharing-group", help="That it is in (zos).")
    ] = "",
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Create a queue manager, with --platform ibmi also a partition."""
    try:
        chosen = Platform.parse(platform)
    except ValueError as error:
        raise SandboxUsage(one_line(str(error))) from error
    sandbox = _sandbox(file, cwd, must_exist=False)
    sandbox.create_system(
        system,
        platform=chosen,
        command_level=command_level,
        ccsid=ccsid,
        libraries=tuple(library or ()),
        current_library=current_library,
        queue_sharing_group=queue_sharing_group,
    )
    say(f"{system} created in {sandbox.path}")


@app.command("load")
def load(
    source: Annotated[str, typer.Argument(metavar="FILE", help="MQSC, or - for standard input.")],
    system: Annotated[
        str | None, typer.Option("--system", help="Load into this one, whatever the dump says.")
    ] = None,
    as_json: JsonOption = False,
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Load MQSC, such as production's dmpmqcfg output with its live counts."""
    from queuewright.sandbox.loading import load as load_script

    loaded = load_script(
        _sandbox(file, cwd, must_exist=False), _text(source), file=source, system=system
    )
    if as_json:
        print_json(loaded.plain())
    else:
        _show_loaded(loaded.plain())
    if loaded.failed:
        raise typer.Exit(1)


def _show_loaded(told: dict[str, Any]) -> None:
    from rich.console import Console

    verb = "created and loaded" if told["created"] else "loaded"
    typer.echo(f"{told['system']} {verb}")
    rows = table("taken", "objects")
    for kind, count in told["taken"].items():
        rows.add_row(kind, str(count))
    for name in ("authority_records", "messages", "openers"):
        rows.add_row(name.replace("_", " "), str(told[name]))
    Console().print(rows)
    if told["not_modelled"]:
        rows = table("not modelled by the sandbox", "commands")
        for words, count in told["not_modelled"].items():
            rows.add_row(words, str(count))
        Console().print(rows)
    if told["left_out"]:
        typer.echo(f"parameters left out: {', '.join(told['left_out'])}")
    for failure in told["failed"]:
        say(f"error: {failure}")


@app.command("exec")
def execute(
    system: SystemArgument,
    source: Annotated[str, typer.Argument(metavar="[FILE]", help="A script, - for input.")] = "-",
    dialect: Annotated[str, typer.Option("--from", help="mqsc, cl or pcf.")] = "mqsc",
    as_json: JsonOption = False,
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Run commands: one answer each, --json one line of JSON each; exit code 1 if one failed."""
    from queuewright.sandbox.command_servers import command_server, run_bytes

    command_server(dialect)  # told before anything is read
    failed = False
    for answer in run_bytes(_machine(file, cwd, system), dialect, _bytes(source), file=source):
        failed = failed or not answer.ok
        if as_json:
            typer.echo(json.dumps(answer.plain(), ensure_ascii=False))
        else:
            show_answer(answer)
    if failed:
        raise typer.Exit(1)


@app.command("status")
def status(
    system: Annotated[str | None, typer.Argument(metavar="[SYSTEM]", help="One of them.")] = None,
    as_json: JsonOption = False,
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """What there is: objects, messages, open handles."""
    sandbox = _sandbox(file, cwd)
    names = [system] if system is not None else [facts.name for facts in sandbox.systems()]
    told = [system_status(sandbox.system(name)) for name in names]
    if as_json:
        print_json({"file": str(sandbox.path), "systems": told})
        return
    for one in told:
        show_status(one, whole=system is not None)


@app.command("put")
def put(
    system: SystemArgument,
    queue: QueueArgument,
    count: CountOption = 1,
    size: Annotated[int, typer.Option("--size", min=0, help="Bytes of each message.")] = 100,
    uncommitted: UncommittedOption = False,
    queue_manager: Annotated[str, typer.Option("--queue-manager", help="MQOPEN's.")] = "",
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Put messages."""
    where = _machine(file, cwd, system).put(
        queue, count=count, size=size, uncommitted=uncommitted, queue_manager=queue_manager
    )
    say(f"{count} put on {where}" + (", uncommitted" if uncommitted else ""))


@app.command("get")
def get(
    system: SystemArgument,
    queue: QueueArgument,
    count: CountOption = 1,
    uncommitted: UncommittedOption = False,
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Get messages."""
    where = _machine(file, cwd, system).get(queue, count=count, uncommitted=uncommitted)
    say(f"{count} got from {where}" + (", uncommitted" if uncommitted else ""))


@app.command("commit")
def commit(
    system: SystemArgument,
    queue: Annotated[str | None, typer.Option("--queue", help="Only what is on it.")] = None,
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Commit every unit of work."""
    say(f"{_machine(file, cwd, system).commit(queue)} messages committed")


@app.command("backout")
def backout(
    system: SystemArgument,
    queue: Annotated[str | None, typer.Option("--queue", help="Only what is on it.")] = None,
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Back out every unit of work."""
    say(f"{_machine(file, cwd, system).backout(queue)} messages backed out")


@app.command("open")
def open_(
    system: SystemArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A queue or namelist.")],
    uses: Annotated[
        list[str],
        typer.Option("--for", help="input, input-exclusive, output, browse, inquire, set; repeat."),
    ],
    application: Annotated[str, typer.Option("--application")] = "queuewright",
    user: Annotated[str, typer.Option("--user")] = "sandbox",
    channel: Annotated[str, typer.Option("--channel")] = "",
    queue_manager: Annotated[
        str, typer.Option("--queue-manager", help="MQOPEN's ObjectQMgrName.")
    ] = "",
    dynamic_name: Annotated[
        str, typer.Option("--dynamic-name", help="Of the queue that a model queue makes.")
    ] = "AMQ.*",
    count: CountOption = 1,
    as_json: JsonOption = False,
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Open an object as an application does; the handle stays until it is closed."""
    handled = _machine(file, cwd, system).open(
        name,
        _uses(uses),
        application=application,
        user=user,
        channel=channel,
        queue_manager=queue_manager,
        dynamic_name=dynamic_name,
        count=count,
    )
    if as_json:
        print_json({"handle": handled.id, "object": handled.object_name})
    else:
        typer.echo(handled.id)
        close = f"queuewright sandbox close {system} {handled.id}"
        say(f"{handled.object_name} is open; end it with: {close}")


def _uses(words: list[str]) -> set[OpenFor]:
    found = set()
    for word in (part for one in words for part in one.split(",")):
        use = _USES.get(word.strip())
        if use is None:
            text = f"--for {shown(word)} is not known; use one of {', '.join(_USES)}"
            raise SandboxUsage(one_line(text))
        found.add(use)
    return found


@app.command("close")
def close(
    system: SystemArgument,
    handle: Annotated[int | None, typer.Argument(metavar="[HANDLE]", help="Its number.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every handle.")] = False,
    file: FileOption = None,
    cwd: CwdOption = Path(),
) -> None:
    """Close a handle, or all of them."""
    if (handle is None) != everything:
        text = "close needs the number of a handle, or --all; see queuewright sandbox status"
        raise SandboxUsage(text)
    machine = _machine(file, cwd, system)
    if handle is None:
        say(f"{machine.close_all()} closed")
    else:
        machine.close_handle(handle)
        say(f"handle {handle} closed")


@app.command("dump")
def dump(system: SystemArgument, file: FileOption = None, cwd: CwdOption = Path()) -> None:
    """Print a queue manager as MQSC, with its live counts as comments."""
    from queuewright.sandbox.dumping import dump as dump_machine

    for item in dump_machine(_machine(file, cwd, system)):
        typer.echo(item)


@app.command("remove")
def remove(system: SystemArgument, file: FileOption = None, cwd: CwdOption = Path()) -> None:
    """Take a system and everything on it out of the sandbox."""
    _sandbox(file, cwd).remove_system(system)
    say(f"{system} removed")
