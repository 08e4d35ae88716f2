"""A plan on standard output, in the format that was asked for."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from .common import plain_console, print_json
from .options import OutputOptions

if TYPE_CHECKING:
    from queuewright.engine.steps import Plan
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
