"""`queuewright explain`: what a preview of Pulumi's own engine does not say."""

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import app
from .carrying_out import expect_none
from .commands import help_of
from .common import UsageProblem, print_error, read_bytes, say
from .options import ExitOptions, OutputOptions, PlanFlags, StackOptions, expanded
from .showing import print_plan, tell_unreachable

if TYPE_CHECKING:
    from queuewright.api import Workspace
    from queuewright.engine.steps import Plan
    from queuewright.explain.preview import PulumiPreview
    from queuewright.render.outputs import OutputChange
    from queuewright.state.deployment import Deployment


@app.command("explain", help=help_of("explain"))
@partial(expanded, without=("target", "exclude", "target_dependents"))
def explain(
    stack: StackOptions,
    plan: PlanFlags,
    output: OutputOptions,
    ends: ExitOptions,
    file: Annotated[
        Path, typer.Argument(help="The output of pulumi preview --json; - is standard input.")
    ] = Path("-"),
    stack_export: Annotated[
        Path | None,
        typer.Option("--stack-export", help="The stack's state, from pulumi stack export."),
    ] = None,
) -> None:
    """The program is not run and nothing is sent; the stack's systems are read. Ends as preview
    does."""
    from queuewright.explain.planned import differences
    from queuewright.explain.preview import PreviewUnusable, read_preview

    if str(file) == str(stack_export) == "-":
        raise UsageProblem("-: only one of the preview and --stack-export is standard input")
    try:
        preview = read_preview(read_bytes(file), _name(file))
    except PreviewUnusable as error:
        print_error(error)
        raise typer.Exit(ends.code(3 if error.blocked else 1)) from None
    workspace = _workspace(stack, preview, _name(file))
    if stack_export is not None:
        preview = preview.with_state(_export(stack_export, preview))
    steps = workspace.explain(preview, plan.options(lint=True))
    others = list(differences(steps, preview))
    outputs = _outputs(preview)
    print_plan(steps, output, outputs or (), lambda: _document(steps, output, others, outputs))
    for _, line in others:
        say(f"warning: {line}")
    if preview.unlisted:
        say(
            f"warning: {preview.unlisted} of what stays the same is not in it, and counts in no "
            "rule of the policy: give --stack-export, or preview with --show-sames"
        )
    tell_unreachable(steps)
    if ends.expect_no_changes:
        expect_none(steps)
    raise typer.Exit(ends.code(steps.exit_code))


def _name(file: Path) -> str:
    return "standard input" if str(file) == "-" else str(file)


def _workspace(stack: StackOptions, preview: "PulumiPreview", where: str) -> "Workspace":
    """The project and stack that the preview is of. Raises UsageProblem for another one."""
    from dataclasses import replace

    chosen = stack.stack
    if chosen is not None and chosen.rpartition("/")[2] != preview.stack:
        raise UsageProblem(
            f"{where}: is a preview of stack {preview.stack}, not of {chosen}; leave --stack out, "
            "or preview that one"
        )
    workspace = replace(stack, stack=chosen or preview.stack).workspace()
    if workspace.project.name != preview.project:
        raise UsageProblem(
            f"{where}: is a preview of project {preview.project}, and {workspace.project.file} is "
            f"project {workspace.project.name}; give the folder of {preview.project} with -C"
        )
    return workspace


def _export(file: Path, preview: "PulumiPreview") -> "Deployment":
    """The state that the preview was made from. Raises UsageProblem and StateError."""
    from queuewright.explain.preview import mixed_up
    from queuewright.state.deployment import Deployment

    where = _name(file)
    try:
        data = json.loads(read_bytes(file))
    except (ValueError, RecursionError) as error:
        raise UsageProblem(
            f"{where}: is not JSON ({error}); give what pulumi stack export prints"
        ) from None
    export = Deployment.read(data, where)
    wrong = list(mixed_up(preview, export, where))
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if wrong[1:] else ""
        raise UsageProblem(wrong[0] + more)
    return export


def _outputs(preview: "PulumiPreview") -> "list[OutputChange] | None":
    """The changes of the stack's outputs, None where Pulumi does not say."""
    from queuewright.catalogue.hiding import SECRET
    from queuewright.render.outputs import output_changes, stack_outputs, without_secrets

    if preview.outputs is None and not preview.destroy:
        return None
    given = {name: without_secrets(value) for name, value in (preview.outputs or {}).items()}
    after = {name: value for name, value in given.items() if value != SECRET}  # as in the state
    return list(output_changes(stack_outputs(preview.state), after))


def _document(
    plan: "Plan",
    output: OutputOptions,
    others: list[tuple[str, str]],
    outputs: "list[OutputChange] | None",
) -> dict[str, Any]:
    """The document of a preview; its messages say where Pulumi's says something else."""
    from queuewright.render.document import plan_document

    messages = [{"severity": "warning", "text": line, "urn": urn} for urn, line in others]
    document = {**plan_document(plan, show_sames=output.show_sames), "messages": messages}
    if outputs is not None:
        document["output_changes"] = list(map(asdict, outputs))
    return document
