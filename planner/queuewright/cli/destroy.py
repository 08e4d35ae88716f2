"""`queuewright destroy`: delete what the stack created or adopted, and nothing else."""

from functools import partial

import typer

from .app import app
from .options import ExitOptions, OutputOptions, PlanOptions, StackOptions, YesOption, expanded
from .planning import carry_out


@app.command("destroy", help="Delete everything that the stack owns; shows the plan and asks.")
@partial(expanded, without=("show_sames", "diff", "expect_no_changes"))
def destroy(
    stack: StackOptions,
    plan: PlanOptions,
    output: OutputOptions,
    ends: ExitOptions,
    yes: YesOption = False,
) -> None:
    """The program is not run: the state says what there is."""
    workspace = stack.workspace()
    steps = workspace.preview_destroy(plan.options())
    code = carry_out(workspace, steps, output, None, yes=yes, parallel=plan.parallel)
    raise typer.Exit(ends.code(code))
