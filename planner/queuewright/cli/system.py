"""`queuewright system check [NAME...]`: whether the stack's systems can be worked with."""

from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated

import typer

from . import completion
from .app import app, new_group
from .commands import help_of
from .common import plain_console, print_json, system_of
from .options import JsonOption, StackOptions, expanded

if TYPE_CHECKING:
    from queuewright import api
    from queuewright.catalogue.key import Key
    from queuewright.systems.checking import CheckFinding

group = new_group(help=help_of("system"))
app.add_typer(group, name="system")
_AT_ONCE = 32


@group.command("check")
@expanded
def check(
    stack: StackOptions,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME", help="All where left out.", autocompletion=completion.systems
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Reachable, who we are, which authorities are missing, clock, version: one line a finding;
    exit code 1 if anything is wrong."""
    from queuewright.systems.checking import check as checked

    workspace = stack.workspace()
    systems = [system_of(workspace, name) for name in names or workspace.systems]
    declared, of_program = _declared(workspace)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        each = pool.map(lambda system: checked(system, declared.get(system.name, ())), systems)
        findings = [finding for found in each for finding in found]
    findings += of_program
    if as_json:
        print_json([finding.plain() for finding in findings])
    else:
        console = plain_console()
        for finding in findings:
            console.print(str(finding), style="red" if finding.ok is False else None)
    if any(finding.ok is False for finding in findings):
        raise typer.Exit(1)


def _declared(
    workspace: "api.Workspace",
) -> "tuple[Mapping[str, Collection[Key]], list[CheckFinding]]":
    """The declarations of the program, by system, and a message where it cannot be run."""
    from queuewright.catalogue.errors import QueuewrightError
    from queuewright.diff.normalise import read_inputs
    from queuewright.engine.declared import kind_of
    from queuewright.host.project import ProjectError, require_program
    from queuewright.kinds import spec_of
    from queuewright.systems.checking import CheckFinding

    name = workspace.project.name
    try:
        require_program(workspace.project)
    except ProjectError:
        text = "there is none yet: which authorities it needs is not checked"
        return {}, [CheckFinding(name, "program", None, text)]
    by_system: dict[str, list[Key]] = {}
    try:
        for each in workspace.program.declared:
            kind = kind_of(each.type)
            inputs = None if kind is None else read_inputs(kind, each.inputs)
            if kind is not None and inputs is not None and "name" in inputs.identity:
                key = spec_of(kind).key_of(inputs.identity, inputs.system)
                by_system.setdefault(inputs.system, []).append(key)
    except QueuewrightError as error:
        return {}, [CheckFinding(name, "program", False, str(error).splitlines()[0])]
    return by_system, []
