"""`queuewright import FILE...|--from-system NAME --out|--into DIR`: what there is, as a program."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import app
from .commands import help_of
from .common import UsageProblem, plain_console, print_json, system_of

if TYPE_CHECKING:
    from queuewright.importer.run import Report
    from queuewright.systems.protocol import System

_SHOWN = 20  # lines of one list, unless everything is asked for


@app.command("import", help=help_of("import"))
def import_(
    files: Annotated[
        list[Path] | None, typer.Argument(help="dmpmqcfg output or other scripts.")
    ] = None,
    system: Annotated[
        str | None, typer.Option("--system", help="What the program calls the system.")
    ] = None,
    from_system: Annotated[
        str | None,
        typer.Option("--from-system", help="In place of files: read this one of the project's."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="A new or empty folder.")] = None,
    into: Annotated[
        Path | None, typer.Option("--into", help="The folder of a project to add the system to.")
    ] = None,
    dialect: Annotated[str, typer.Option("--from", help="mqsc, cl or pcf.")] = "mqsc",
    stack: Annotated[
        str | None,
        typer.Option("--stack", "-s", help="The stack to write, and to read.", show_default="dev"),
    ] = None,
    all_attributes: Annotated[
        bool, typer.Option("--all-attributes", help="Keep what equals the system's defaults.")
    ] = False,
    system_objects: Annotated[
        bool, typer.Option("--system-objects", help="Take SYSTEM.* and AMQ.* objects too.")
    ] = False,
    platform: Annotated[
        str | None, typer.Option("--platform", help="Where the system runs, if no file says it.")
    ] = None,
    command_level: Annotated[
        int | None, typer.Option("--command-level", min=100, max=9999, help="Such as 930.")
    ] = None,
    ccsid: Annotated[int | None, typer.Option("--ccsid", help="Such as 1208.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Print every line of the report.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    from queuewright.catalogue.platform import Platform
    from queuewright.importer.into import write_into
    from queuewright.importer.project import write_project
    from queuewright.importer.run import CannotImport, Options, import_files, import_system

    if (from_system is None) == (not files):
        raise UsageProblem("give files, or --from-system NAME of a system of the project")
    name = system or from_system
    if name is None:
        raise UsageProblem("give --system NAME: what the program calls the system")
    if (out is None) == (into is None):
        raise UsageProblem("give --out for a new project, or --into for one that is there")
    try:
        where = Platform.parse(platform) if platform is not None else None
    except ValueError as error:
        raise CannotImport(f"--platform: {error}") from None
    live, entry, read_from = _live(from_system, stack)
    options = Options(
        name,
        stack or read_from or "dev",
        dialect,
        all_attributes,
        system_objects,
        where,
        command_level,
        ccsid,
        into,
        entry,
    )
    imported = import_files(files or [], options) if live is None else import_system(live, options)
    if out is not None:
        write_project(imported.files, out)
    elif into is not None:
        write_into(imported.files, into, imported.removed)
    if as_json:
        print_json(imported.report.as_json())
    else:
        _print(imported.report, out or into or Path(), None if full else _SHOWN)
    if imported.report.problems:
        raise typer.Exit(1)


def _live(
    name: str | None, stack: str | None
) -> "tuple[System | None, Mapping[str, Any] | None, str]":
    """The system of that name of the project's, how it is reached, and the stack that says so."""
    if name is None:
        return None, None, ""
    from queuewright import api

    workspace = api.Workspace(Path(), stack)
    return system_of(workspace, name), workspace.stack.systems[name], workspace.stack.name


def _print(report: "Report", out: Path, most: int | None) -> None:
    from queuewright.importer.folding import note_line
    from queuewright.render.table import print_table

    console = plain_console()
    say = console.print

    facts = report.facts
    count = sum(report.declared.values())
    say(f"{out}: {count} objects of {facts.name} in {len(report.files)} files", style="bold")
    say(f"{facts.platform.value}, command level {facts.command_level}, CCSID {facts.ccsid}")
    if report.assumed:
        say(f"assumed, because no file says it: {', '.join(report.assumed)}", style="yellow")
    console.print()
    rows = []
    for taken, counts in (
        ("yes", report.declared),
        *((f"no: {why}", kinds) for why, kinds in report.left_out.items()),
        ("no: not managed", report.not_taken),
        ("no: attribute is not managed", report.unmanaged),
    ):
        rows += [(words, number, taken) for words, number in counts.items()]
    print_table(("what", "objects", "in the program"), rows, console)
    for title, lines in (
        ("Not valid:", list(report.problems)),
        ("Look at:", [note_line(note) for note in report.notes]),
    ):
        if lines:
            say(f"{title} {len(lines)}", style="bold yellow")
        for line in lines[:most]:
            say(f"  {line}")
        if most is not None and len(lines) > most:
            say(f"  and {len(lines) - most} more; print them with --full")
