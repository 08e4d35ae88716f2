"""`queuewright graph`: what the program declares, and what needs what."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .common import CwdOption, StackOption, workspace

__all__ = ["register"]

_HERE = Path()


class Format(StrEnum):
    """A language of diagrams."""

    MERMAID = "mermaid"
    DOT = "dot"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("graph", help="Print the program's objects and what needs what.")(graph)


def graph(
    cwd: CwdOption = _HERE,
    stack: StackOption = None,
    form: Annotated[
        Format, typer.Option("--format", help="Mermaid, or DOT for Graphviz.")
    ] = Format.MERMAID,
) -> None:
    """Run the program and draw its dependencies; no system is read."""
    from queuewright.engine.graph import build_graph, order_edges
    from queuewright.engine.matching import match
    from queuewright.render.diagram import FORMATS
    from queuewright.state.deployment import Deployment

    space = workspace(cwd, stack)
    declared = space.run().declared
    items = match(declared, Deployment(), space.systems).declared
    inputs = {key: item.inputs for key, item in items.items() if item.inputs is not None}
    found = build_graph(
        {key: one.attributes for key, one in inputs.items()},
        {key: one.options.like for key, one in inputs.items() if one.options.like},
        order_edges(declared, {item.urn: key for key, item in items.items()}),
    )
    found.loosen()
    typer.echo(FORMATS[form](found), nl=False)
