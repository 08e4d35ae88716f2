"""`queuewright show`: a saved plan for people and pipelines."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .app import app
from .commands import help_of
from .common import UsageProblem
from .options import OutputOptions, PlanFlags, VerifyOption, expanded
from .showing import print_plan

if TYPE_CHECKING:
    from queuewright import api
    from queuewright.engine.steps import Plan
    from queuewright.render.outputs import OutputChange
    from queuewright.saved.file import SavedPlan


@app.command("show", help=help_of("show"))
@expanded
def show_saved(
    file: Annotated[Path, typer.Argument(help="The plan that preview --save-plan wrote.")],
    output: OutputOptions,
    verify: VerifyOption = None,
) -> None:
    from queuewright.saved.document import document_of

    plan, outputs = shown_plan(saved_of(file, verify), file)
    print_plan(plan, output, outputs, lambda: document_of(plan, outputs))


@app.command("sign", help=help_of("sign"))
def sign(
    file: Annotated[Path, typer.Argument(help="The plan that preview --save-plan wrote.")],
    key: Annotated[Path, typer.Option("--key", help="The Ed25519 private key (PEM).")],
) -> None:
    """In a job that runs no code of the pull request: who has the key decides what is applied."""
    saved = saved_of(file, None)
    shown_plan(saved, file)  # nobody signs what nobody could have read
    saved.signed(key).write(file)


def shown_plan(saved: "SavedPlan", file: Path) -> "tuple[Plan, tuple[OutputChange, ...]]":
    """The plan, to be shown, and what becomes of the outputs. Raises UsageProblem."""
    from queuewright.catalogue.errors import QueuewrightError
    from queuewright.saved.reading import document_from, plan_of

    try:
        is_whole = not saved.options.targets and not saved.options.excludes
        read = document_from(saved.plan)
        return replace(plan_of(read), is_whole=is_whole), read.output_changes
    except (KeyError, TypeError, ValueError, QueuewrightError) as error:
        raise UsageProblem(f"{file}: its plan cannot be read: {error}; make it again") from None


def saved_of(file: Path, key: Path | None) -> "SavedPlan":
    """The saved plan of a file, signed by the owner of the key where one is given."""
    from queuewright.saved.binding import check_consistent
    from queuewright.saved.file import read_saved

    saved = read_saved(file)
    if key is not None:
        saved.verify(key, file)
    check_consistent(saved, file)
    return saved


def options_of(saved: "SavedPlan", given: PlanFlags, file: Path) -> "api.PlanOptions":
    """The options that the saved plan was made with. Raises UsageProblem where an option is given
    again."""
    from queuewright import api

    for name in ("target", "target_dependents", "exclude", "purge", "override"):
        if getattr(given, name):
            option = f"--{name.replace('_', '-')}"
            raise UsageProblem(
                f"{option} and --plan: {file} says what is done; leave {option} out, or make the "
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
        target_dependents=options.target_dependents,
    )
