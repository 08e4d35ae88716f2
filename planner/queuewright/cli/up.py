"""`queuewright up`: preview, ask, apply, show what the stack has."""

from pathlib import Path

import typer

from .common import (
    CwdOption,
    DetailedOption,
    DiffOption,
    ExcludeOption,
    JsonOption,
    MarkdownOption,
    NoChangesOption,
    ParallelOption,
    RefreshOption,
    SamesOption,
    StackOption,
    TargetOption,
    YesOption,
    workspace,
)
from .planning import Choice, Look, carry_out, expect_none, make

__all__ = ["register"]

_HERE = Path()
_PLAIN = {2: 0, 3: 1}  # exit codes without --detailed-exitcode


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("up", help="Make the systems as the program declares; shows the plan and asks.")(up)


def up(
    cwd: CwdOption = _HERE,
    stack: StackOption = None,
    yes: YesOption = False,
    target: TargetOption = None,
    exclude: ExcludeOption = None,
    as_json: JsonOption = False,
    markdown: MarkdownOption = False,
    show_sames: SamesOption = False,
    diff: DiffOption = False,
    detailed_exitcode: DetailedOption = False,
    expect_no_changes: NoChangesOption = False,
    refresh: RefreshOption = True,
    parallel: ParallelOption = 16,
) -> None:
    """Nothing is sent while a step is blocked."""
    look = Look(as_json, markdown, show_sames, diff)
    space = workspace(cwd, stack)
    program = space.run()
    plan = make(space, program.declared, Choice(target or (), exclude or (), refresh, parallel))
    if expect_no_changes:
        expect_none(plan)
    code = carry_out(space, plan, look, program, yes=yes, parallel=parallel)
    raise typer.Exit(code if detailed_exitcode else _PLAIN.get(code, code))
