"""`queuewright preview`: what an up would do, and what stands in its way."""

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
    workspace,
)
from .planning import Choice, Look, exit_code, expect_none, make, show

__all__ = ["register"]

_HERE = Path()


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("preview", help="Show what up would do. Nothing is sent, nothing is changed.")(
        preview
    )


def preview(
    cwd: CwdOption = _HERE,
    stack: StackOption = None,
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
    """Run the program, read the systems, show the plan."""
    look = Look(as_json, markdown, show_sames, diff)
    space = workspace(cwd, stack)
    program = space.run()
    plan = make(space, program.declared, Choice(target or (), exclude or (), refresh, parallel))
    show(plan, look, program)
    if expect_no_changes:
        expect_none(plan)
    raise typer.Exit(exit_code(plan, detailed=detailed_exitcode))
