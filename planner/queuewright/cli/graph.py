"""`queuewright graph`: what the program declares, and what needs what."""

from enum import StrEnum
from typing import Annotated

import typer

from . import completion
from .app import app
from .commands import help_of
from .common import UsageProblem, run_program
from .options import StackOptions, expanded


class Format(StrEnum):
    MERMAID = "mermaid"
    DOT = "dot"


@app.command("graph", help=help_of("graph"))
@expanded
def graph(
    stack: StackOptions,
    named: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="OBJECT",
            help="Only these, by URN, name or SYSTEM/KIND/NAME, with what they need and what needs "
            "them.",
            autocompletion=completion.objects,
        ),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option("--depth", min=0, help="Number of steps around them.", show_default="all"),
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", help="Mermaid, or DOT for Graphviz.")
    ] = Format.MERMAID,
) -> None:
    """Run the program and draw its dependencies; no system is read."""
    from queuewright.engine.graph import build_graph, order_edges
    from queuewright.engine.matching import match
    from queuewright.engine.selection import chosen
    from queuewright.render.diagram import FORMATS
    from queuewright.state.deployment import Deployment

    if depth is not None and not named:
        raise UsageProblem("--depth: it counts from an object; name one, such as QM1/*/ORDERS.IN")
    workspace = stack.workspace()
    declared = run_program(workspace).declared
    items = match(declared, Deployment(), workspace.systems).declared
    inputs = {key: item.inputs for key, item in items.items() if item.inputs is not None}
    dependencies = build_graph(
        {key: given.attributes for key, given in inputs.items()},
        {key: given.options.like for key, given in inputs.items() if given.options.like},
        order_edges(declared, {item.urn: key for key, item in items.items()}),
    )
    dependencies.loosen()
    if named:
        around = dependencies.around(chosen(named, items.values()), depth)
        dependencies.remove_nodes(set(dependencies) - around)
    typer.echo(FORMATS[form](dependencies), nl=False)
