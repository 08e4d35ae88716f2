"""`queuewright up`: preview, ask, apply, show what the stack has."""

import typer

from .app import app
from .common import run_program
from .options import ExitOptions, OutputOptions, PlanOptions, StackOptions, YesOption, expanded
from .planning import carry_out, expect_none


@app.command("up", help="Make the systems as the program declares; shows the plan and asks.")
@expanded
def up(
    stack: StackOptions,
    plan: PlanOptions,
    output: OutputOptions,
    ends: ExitOptions,
    yes: YesOption = False,
) -> None:
    """Nothing is sent while a step is blocked."""
    workspace = stack.workspace()
    program = run_program(workspace)
    steps = workspace.preview(plan.options())
    if ends.expect_no_changes:
        expect_none(steps)
    code = carry_out(workspace, steps, output, program, yes=yes, parallel=plan.parallel)
    raise typer.Exit(ends.code(code))
