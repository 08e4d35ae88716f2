"""`queuewright stack`: what a stack has; `ls`, `export` and `import`."""

import json
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.api import Workspace
from queuewright.private_files import open_private
from queuewright.render.table import print_table

from . import completion
from .app import app, new_group
from .commands import help_of
from .common import UsageProblem, confirmed, output_text, plain_console, print_json, say
from .options import JsonOption, StackOptions, YesOption, expanded

if TYPE_CHECKING:
    from queuewright.state.deployment import Deployment


group = new_group(invoke_without_command=True, no_args_is_help=False)
app.add_typer(group, name="stack", help=help_of("stack"))


@group.callback()
@expanded
def show(context: typer.Context, stack: StackOptions, as_json: JsonOption = False) -> None:
    """The contents of the stack: resources by type, and outputs."""
    from queuewright.render.outputs import stack_outputs

    context.obj = stack
    if context.invoked_subcommand is not None:
        return
    workspace = stack.workspace()
    deployment = workspace.store.load()
    counts = Counter(resource.type for resource in deployment.resources if resource.custom)
    outputs = stack_outputs(deployment)
    if as_json:
        print_json(
            {
                "project": workspace.project.name,
                "stack": workspace.stack.name,
                "resources": dict(sorted(counts.items())),
                "outputs": outputs,
                "pending": len(deployment.pending),
            }
        )
        return
    console = plain_console()
    console.print(f"Stack {workspace.stack.name} of {workspace.project.name}")
    if not counts:
        console.print("no resources yet; queuewright up makes them")
    else:
        print_table(("type", "resources"), sorted(counts.items()), console)
    for name, value in outputs.items():
        console.print(f"output {name}: {output_text(value)}")


@group.command("ls", help="List the stacks of the project.")
@partial(expanded, without=("stack",))
def ls(context: typer.Context, stack: StackOptions, as_json: JsonOption = False) -> None:
    """Stacks with a configuration file, and those that only have a state."""
    from queuewright.host.project import stack_names
    from queuewright.state.store import StackStore, stored_stacks

    project = _chosen(context, stack).project
    configured = stack_names(project)
    names = {*configured, *stored_stacks(project.directory, project.name)}
    rows = []
    for name in sorted(names):
        resources = StackStore(project.directory, project.name, name).load().resources
        count = sum(resource.custom for resource in resources)
        rows.append({"name": name, "resources": count, "configured": name in configured})
    if as_json:
        print_json(rows)
        return
    if not rows:
        say("no stacks; write a Pulumi.dev.yaml with the configuration of a stack named dev")
        return
    files = (f"Pulumi.{row['name']}.yaml" if row["configured"] else "none" for row in rows)
    listed = ((row["name"], row["resources"], file) for row, file in zip(rows, files, strict=True))
    print_table(("stack", "resources", "configuration"), listed)


@group.command("export", help="Print the state, as pulumi stack import reads it.")
@expanded
def export(
    context: typer.Context,
    stack: StackOptions,
    file: Annotated[
        Path | None, typer.Option("--file", help="Write to this file instead of standard output.")
    ] = None,
) -> None:
    """The state in Pulumi's format; give it to `pulumi stack import`."""
    workspace = _chosen(context, stack)
    text = json.dumps(workspace.store.load().write(), indent=4, ensure_ascii=False)
    if file is None:
        typer.echo(text)
        return
    try:
        with open_private(file) as written:
            written.write(f"{text}\n".encode())
    except OSError as error:
        raise UsageProblem(f"{file}: {error.strerror}; name a file that can be written") from None


@group.command("import", help="Replace the state by one that pulumi or queuewright exported.")
@expanded
def import_(
    context: typer.Context,
    stack: StackOptions,
    file: Annotated[
        Path | None, typer.Option("--file", help="Read from this file instead of standard input.")
    ] = None,
) -> None:
    """Nothing is changed when the state is malformed or of another stack."""
    workspace = _chosen(context, stack)
    try:
        text = sys.stdin.read() if file is None else file.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageProblem(f"{file}: {error.strerror}; name the file that was exported") from None
    except UnicodeDecodeError:
        raise UsageProblem(f"{file or '-'}: not UTF-8 text; give what was exported") from None
    deployment: Deployment = workspace.store.parse(text, str(file or "-"))
    shown = deployment.plain_secret()
    if shown:
        raise UsageProblem(
            f"{file or '-'}: {shown} has a secret in plain text; export it without --show-secrets"
        )
    with workspace.store.locked():
        workspace.store.save(deployment)
    count = sum(resource.custom for resource in deployment.resources)
    say(f"stack {workspace.stack.name} has {count} resources now")


@group.command("forget", help="Forget the stack's objects on a system that is gone.")
@expanded
def forget(
    context: typer.Context,
    stack: StackOptions,
    system: Annotated[
        str,
        typer.Argument(
            help="The system's name, as ids in the state have it.",
            autocompletion=completion.owned_systems,
        ),
    ],
    yes: YesOption = False,
) -> None:
    """Nothing is sent: the objects stay as they are, wherever they are."""
    from queuewright.state.store import without_system

    workspace = _chosen(context, stack)
    if system in workspace.systems:
        raise UsageProblem(
            f"system {system} is in queuewright:systems; take it out of {workspace.stack.file} "
            "first, or remove single resources with pulumi state delete"
        )
    with workspace.store.locked():
        state = workspace.store.load()
        kept = without_system(state, system)
        count = len(state.resources) - len(kept.resources)
        if not count:
            raise UsageProblem(f"stack {workspace.stack.name} has nothing on a system {system}")
        confirmed(f"Forget {count} resources on {system}?", yes=yes)
        workspace.store.save(kept)
    say(f"{count} resources on {system} forgotten; nothing was sent")


def _chosen(context: typer.Context, options: StackOptions) -> Workspace:
    """The options of the sub-command, else those given to `stack` itself."""
    above: StackOptions = context.obj
    cwd = above.cwd if options.cwd == Path() else options.cwd
    return StackOptions(cwd, options.stack or above.stack).workspace()
