"""`queuewright destroy`: delete what the stack created or adopted, and nothing else."""

from pathlib import Path

import typer

from .common import (
    CwdOption,
    DetailedOption,
    ExcludeOption,
    JsonOption,
    MarkdownOption,
    ParallelOption,
    RefreshOption,
    StackOption,
    TargetOption,
    YesOption,
    workspace,
)
from .planning import Choice, Look, carry_out, make

__all__ = ["register"]

_HERE = Path()
_PLAIN = {2: 0, 3: 1}  # exit codes without --detailed-exitcode


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("destroy", help="Delete everything that the stack owns; shows the plan and asks.")(
        destroy
    )


def destroy(
    cwd: CwdOption = _HERE,
    stack: StackOption = None,
    yes: YesOption = False,
    target: TargetOption = None,
    exclude: ExcludeOption = None,
    as_json: JsonOption = False,
    markdown: MarkdownOption = False,
    detailed_exitcode: DetailedOption = False,
    refresh: RefreshOption = True,
    parallel: ParallelOption = 16,
) -> None:
    """The program is not run: the state says what there is."""
    look = Look(as_json, markdown)
    space = workspace(cwd, stack)
    plan = make(space, (), Choice(target or (), exclude or (), refresh, parallel, destroy=True))
    code = carry_out(space, plan, look, None, yes=yes, parallel=parallel)
    raise typer.Exit(code if detailed_exitcode else _PLAIN.get(code, code))
