"""A plan on standard output, in the format that was asked for, with the outputs of the stack."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from .common import plain_console, print_json, say
from .options import OutputOptions

if TYPE_CHECKING:
    from queuewright.engine.steps import Plan
    from queuewright.host.run import ProgramRun
    from queuewright.render.outputs import OutputChange


def print_plan(
    plan: "Plan",
    output: OutputOptions,
    outputs: "Sequence[OutputChange]",
    document: Callable[[], Mapping[str, Any]],
) -> None:
    """outputs: what becomes of the stack's. document: for --json."""
    sames = output.show_sames
    if output.as_json:
        print_json(document())
    elif output.markdown:
        from queuewright.render.markdown import plan_markdown

        typer.echo(plan_markdown(plan, show_sames=sames, outputs=outputs), nl=False)
    elif output.html:
        from queuewright.render.page import plan_page

        typer.echo(plan_page(plan, outputs=outputs), nl=False)
    elif output.sarif:
        from queuewright.render.sarif import plan_sarif

        print_json(plan_sarif(plan))
    elif output.junit:
        from queuewright.render.junit import plan_junit

        typer.echo(plan_junit(plan), nl=False)
    else:
        _print_text(plan, output, outputs)


def _print_text(plan: "Plan", output: OutputOptions, outputs: "Sequence[OutputChange]") -> None:
    from queuewright.render.text import plan_text

    console = plain_console()
    text = plan_text(
        plan,
        show_sames=output.show_sames,
        diff=output.diff,
        outputs=outputs,
        width=console.width if console.is_terminal else None,
    )
    if console.is_terminal:
        console.print(text)
    else:
        typer.echo(text.plain)


def show(plan: "Plan", output: OutputOptions, program: "ProgramRun | None") -> None:
    """Print the plan on standard output; `program` None for a destroy."""
    outputs = changes_of_outputs(plan, program)
    print_plan(plan, output, outputs, lambda: document(plan, output, program))


def changes_of_outputs(plan: "Plan", program: "ProgramRun | None") -> "list[OutputChange]":
    """The stack's outputs after an update; nothing for a destroy."""
    from queuewright.render.outputs import output_changes, stack_outputs

    if program is None:
        return []
    return list(output_changes(stack_outputs(plan.state), shown_outputs(program)))


def document(plan: "Plan", output: OutputOptions, program: "ProgramRun | None") -> dict[str, Any]:
    """The plan as JSON, with what the program exports and logged."""
    from queuewright.render.document import plan_document

    aside: dict[str, Any] = {}
    if program is not None:
        aside = {
            "outputs": shown_outputs(program),
            "output_changes": changes_of_outputs(plan, program),
            "messages": program.messages,
        }
    return plan_document(plan, show_sames=output.show_sames, **aside)


def shown_outputs(program: "ProgramRun") -> dict[str, Any]:
    """The stack's outputs for people, in the program's order: secrets and what is not known yet as
    such."""
    from queuewright.catalogue.hiding import SECRET
    from queuewright.render.outputs import UNKNOWN

    outputs = dict(program.outputs)
    outputs.update(dict.fromkeys(program.secret_outputs, SECRET))
    outputs.update(dict.fromkeys(program.unknown_outputs - program.secret_outputs, UNKNOWN))
    return outputs


def tell_unreachable(plan: "Plan") -> None:
    """One line for each system that could not be read: what is on it is not in the plan."""
    for line in plan.unreachable.values():
        say(f"error: {line}")
