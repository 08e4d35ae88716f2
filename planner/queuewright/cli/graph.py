"""`queuewright graph`: what the program declares, and what needs what."""

from enum import StrEnum
from typing import Annotated

import typer

from .app import app
from .commands import help_of
from .common import run_program
from .options import StackOptions, expanded


class Format(StrEnum):
    MERMAID = "mermaid"
    DOT = "dot"


@app.command("graph", help=help_of("graph"))
@expanded
def graph(
    stack: StackOptions,
    form: Annotated[
        Format, typer.Option("--format", help="Mermaid, or DOT for Graphviz.")
    ] = Format.MERMAID,
) -> None:
    """Run the program and draw its dependencies; no system is read."""
    from queuewright.engine.graph import build_graph, order_edges
    from queuewright.engine.matching import match
    from queuewright.render.diagram import FORMATS
    from queuewright.state.deployment import Deployment

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
    typer.echo(FORMATS[form](dependencies), nl=False)
