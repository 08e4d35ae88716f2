"""`queuewright import [SYSTEM=]FILE...|--from-system NAME... --out|--into DIR`: what there is, as a
program."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from . import completion
from .app import app
from .commands import help_of
from .common import UsageProblem, plain_console, print_json, system_of
from .given import SetOption, variables_of

if TYPE_CHECKING:
    from queuewright.importer.run import Imported, ImportReport
    from queuewright.systems.protocol import System

_SHOWN = 20  # lines of one list, unless everything is asked for


@app.command("import", help=help_of("import"))
def import_(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SYSTEM=]FILE",
            help="dmpmqcfg output or other scripts, of one system or of several.",
        ),
    ] = None,
    system: Annotated[
        str | None,
        typer.Option(
            "--system",
            help="The system's name in the program.",
            show_default="the queue manager that a file names",
        ),
    ] = None,
    from_system: Annotated[
        list[str] | None,
        typer.Option(
            "--from-system",
            help="In place of files: read these of the project's.",
            autocompletion=completion.systems,
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="A new or empty folder.")] = None,
    into: Annotated[
        Path | None, typer.Option("--into", help="The folder of a project to add the system to.")
    ] = None,
    dialect: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="mqsc, cl, pcf, shell, yaml, runmqsc, dmpmqaut or csq0util.",
            show_default="what each file says",
        ),
    ] = None,
    stack: Annotated[
        str | None,
        typer.Option(
            "--stack",
            "-s",
            help="The stack to write, and to read.",
            show_default="dev",
            autocompletion=completion.stacks,
        ),
    ] = None,
    all_attributes: Annotated[
        bool,
        typer.Option(
            "--all-attributes",
            help="Keep what files give, and what differing SYSTEM.DEFAULT objects do.",
        ),
    ] = False,
    keep_explicit: Annotated[
        bool,
        typer.Option("--keep-explicit", help="Keep what files give, defaults too: managed."),
    ] = False,
    system_objects: Annotated[
        bool, typer.Option("--system-objects", help="Take SYSTEM.* and AMQ.* of dumps too.")
    ] = False,
    platform: Annotated[
        str | None, typer.Option("--platform", help="Where the system runs, if no file says it.")
    ] = None,
    command_level: Annotated[
        int | None, typer.Option("--command-level", min=100, max=9999, help="Such as 930.")
    ] = None,
    ccsid: Annotated[
        int | None, typer.Option("--ccsid", help="The system's, and EBCDIC files' (1208, 273).")
    ] = None,
    groups: Annotated[
        list[str] | None,
        typer.Option(
            "--queue-sharing-group",
            metavar="NAME[=SYSTEM,...]",
            help="The group that the files' queue managers are in (zos).",
        ),
    ] = None,
    variables: SetOption = None,
    full: Annotated[bool, typer.Option("--full", help="Print every line of the report.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    from queuewright.catalogue.platform import Platform
    from queuewright.dialects.protocol import Given
    from queuewright.engine.garbage import without_collector
    from queuewright.host.project import find_project
    from queuewright.importer.into import write_into
    from queuewright.importer.project import write_project
    from queuewright.importer.queue_sharing_groups import of_project
    from queuewright.importer.reading import CannotImport
    from queuewright.importer.run import ImportOptions, import_system
    from queuewright.importer.several import import_several, steps_of
    from queuewright.systems.registry import moved

    if (not from_system) == (not files):
        raise UsageProblem("give files, or --from-system NAME of a system of the project")
    if system == "":
        raise UsageProblem("--system NAME: the system's name in the program; give a name")
    if system is not None and from_system and len(from_system) > 1:
        raise UsageProblem("--system names one system; several keep the names that they have")
    if groups and from_system:
        raise UsageProblem("--queue-sharing-group is of files: a live system says its own")
    if (out is None) == (into is None):
        raise UsageProblem("give --out for a new project, or --into for one that is there")
    try:
        where = Platform.parse(platform) if platform is not None else None
    except ValueError as error:
        raise CannotImport(f"--platform: {error}") from None
    there = find_project(into).parent if into is not None else out or Path()
    lives = [_live(name, stack) for name in from_system or ()]
    options = ImportOptions(
        system or "",
        stack or (lives[0].stack if lives else "dev"),
        dialect,
        all_attributes,
        system_objects,
        where,
        command_level,
        ccsid,
        keep_explicit=keep_explicit,
        given=Given(variables_of(variables, dialect), ccsid),
    )

    of_groups = of_project(into, options.stack) if into is not None else {}

    def read_live(live: _Live) -> "Callable[[Path | None], Imported]":
        name = system or live.name
        renamed = live.name if name != live.name else ""
        entry = moved(live.entry, live.base, there.resolve(), stack=live.stack, renamed=renamed)
        return lambda folder: import_system(
            live.system, replace(options, system=name, into=folder, entry=entry), of_groups
        )

    with without_collector():
        steps = list(map(read_live, lives)) or steps_of(
            files or [], replace(options, into=into, of_groups=of_groups), groups or ()
        )
        imported = import_several(steps, into)
    if out is not None:
        write_project(imported.files, out)
    elif into is not None:
        write_into(imported.files, into, imported.removed)
    reports = imported.reports
    lines = {name: text.count("\n") for name, text in imported.files.items()}
    if as_json and len(reports) == 1:
        print_json(reports[0].as_json())
    elif as_json:
        print_json({"systems": [report.as_json(files=False) for report in reports], "files": lines})
    else:
        for report in reports:
            _print(replace(report, files=lines), out or into or Path(), None if full else _SHOWN)
    if any(report.problems for report in reports):
        raise typer.Exit(1)


class _Live(NamedTuple):
    """A system of the project's, how it is reached from the folder `base`, and the stack that says
    so."""

    name: str
    system: "System"
    entry: Mapping[str, Any]
    stack: str
    base: Path


def _live(name: str, stack: str | None) -> _Live:
    from queuewright import api

    workspace = api.Workspace(Path(), stack)
    system = system_of(workspace, name)
    stack_there, base = workspace.stack, workspace.project.directory
    return _Live(name, system, stack_there.systems[name], stack_there.name, base.resolve())


def _passed_over(commands: Mapping[str, int]) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Commands that nothing is declared for, each as what it is."""
    from queuewright.dialects.passed_over import what_it_does

    for words, count in commands.items():
        yield f"no: {what_it_does(words)}", {words: count}


def _print(report: "ImportReport", out: Path, most: int | None) -> None:
    from queuewright.dialects.passed_over import what_it_does
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
        *((f"no: {reason}", kinds) for reason, kinds in report.left_out.items()),
        *_passed_over(report.not_taken),
        ("no: attribute is not managed", report.unmanaged),
    ):
        rows += [(words, number, taken) for words, number in counts.items()]
    print_table(("what", "objects", "in the program"), rows, console)
    over = [
        f"{place}: {words}: {what_it_does(words)}"
        for words, places in report.not_taken_places.items()
        for place in places
    ]
    for title, lines in (
        ("Passed over:", [] if most is not None else over),
        ("Not valid:", list(report.problems)),
        ("Look at:", [note_line(note) for note in report.notes]),
    ):
        if lines:
            say(f"{title} {len(lines)}", style="bold yellow")
        for line in lines[:most]:
            say(f"  {line}")
        if most is not None and len(lines) > most:
            say(f"  and {len(lines) - most} more; print them with --full")
