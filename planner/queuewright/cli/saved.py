"""`queuewright show`: a saved plan for people and pipelines."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .app import app
from .commands import help_of
from .common import UsageProblem
from .options import OutputOptions, PlanOptions, VerifyOption, expanded
from .showing import print_plan

if TYPE_CHECKING:
    from queuewright import api
    from queuewright.saved.file import SavedPlan


@app.command("show", help=help_of("show"))
@expanded
def show_saved(
    file: Annotated[Path, typer.Argument(help="What preview --save-plan wrote.")],
    output: OutputOptions,
    verify: VerifyOption = None,
) -> None:
    from queuewright.saved.document import document_of
    from queuewright.saved.reading import outputs_of, plan_of

    saved = saved_of(file, verify)
    plan, outputs = plan_of(saved.plan), outputs_of(saved.plan)
    print_plan(plan, output, outputs, lambda: document_of(plan, outputs))


def saved_of(file: Path, key: Path | None) -> "SavedPlan":
    """The saved plan of a file, signed by the owner of the key where one is given."""
    from queuewright.saved.binding import check_consistent
    from queuewright.saved.file import read_saved

    saved = read_saved(file)
    if key is not None:
        saved.verify(key, file)
    check_consistent(saved, file)
    return saved


def options_of(saved: "SavedPlan", given: PlanOptions, file: Path) -> "api.PlanOptions":
    """What the saved plan was made with. Raises UsageProblem where an option is given again."""
    from queuewright import api

    for name in ("target", "exclude", "purge", "override"):
        if getattr(given, name):
            raise UsageProblem(
                f"--{name} and --plan: {file} says what is done; leave --{name} out, or make the "
                "plan again with it"
            )
    options = saved.options
    return api.PlanOptions(
        options.targets,
        options.excludes,
        options.refresh,
        given.parallel,
        options.purge,
        options.overrides,
        lint=True,
    )
