"""`queuewright schema [KIND] [--json]`: the catalogue of kinds and attributes."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from queuewright.catalogue.schema import kind_schema
from queuewright.catalogue.schema import schema as catalogue_schema
from queuewright.kinds import KINDS, spec_of

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("schema", help="Print the catalogue: every kind, attribute, range and spelling.")(
        schema
    )


def schema(
    kind: Annotated[str | None, typer.Argument(help="One kind, such as mq:LocalQueue.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print one kind, or all of them."""
    specs = list(KINDS.values()) if kind is None else [spec_of(kind)]
    if as_json:
        typer.echo(json.dumps(catalogue_schema(specs), indent=2, ensure_ascii=False))
        return
    console = Console()
    width = console.width if console.is_terminal else 160
    for spec in specs:
        Console(width=width).print(_table(kind_schema(spec)))


def _table(kind: dict[str, object]) -> Table:
    words = [str(kind[name]) for name in ("mqsc", "cl") if kind[name]]
    table = Table(title=f"{kind['kind']}  ({', '.join(words)})", title_justify="left")
    for heading in ("attribute", "value", "default", "MQSC", "PCF", "CL", "change", "source"):
        table.add_column(heading, overflow="fold")
    attributes = kind["attributes"]
    assert isinstance(attributes, list)
    for one in attributes:
        table.add_row(
            one["name"],
            _value(one),
            "" if one["default"] is None else json.dumps(one["default"]),
            one["mqsc"] or "",
            one["pcf"]["name"] if one["pcf"] else "",
            one["cl"]["keyword"] if one["cl"] else "",
            one["change"],
            "; ".join(f"{cited['document']}: {cited['section']}" for cited in one["sources"]),
        )
    return table


def _value(one: dict[str, object]) -> str:
    choices = one["choices"]
    assert isinstance(choices, list)
    words = [str(choice["value"]) for choice in choices]
    if one["maximum"] is not None:
        words.insert(0, f"{one['minimum']}-{one['maximum']} {one['quantity'] or ''}".strip())
    elif one["minimum"] is not None:
        words.insert(0, f"at least {one['minimum']} {one['quantity'] or ''}".strip())
    if one["max_length"] is not None:
        words.insert(0, f"{one['type']}, {one['max_length']} {one['length_unit']}")
    return " | ".join(words) or str(one["type"])
