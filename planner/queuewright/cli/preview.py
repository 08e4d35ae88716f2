"""`queuewright preview`: what an up would do, and what stands in its way."""

import typer

from .app import app
from .common import run_program
from .options import ExitOptions, OutputOptions, PlanOptions, StackOptions, expanded
from .planning import expect_none, show


@app.command("preview", help="Show what up would do. Nothing is sent, nothing is changed.")
@expanded
def preview(
    stack: StackOptions, plan: PlanOptions, output: OutputOptions, ends: ExitOptions
) -> None:
    """Run the program, read the systems, show the plan."""
    workspace = stack.workspace()
    program = run_program(workspace)
    steps = workspace.preview(plan.options())
    show(steps, output, program)
    if ends.expect_no_changes:
        expect_none(steps)
    raise typer.Exit(ends.code(steps.exit_code))
