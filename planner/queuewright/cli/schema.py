"""`queuewright schema [KIND] [--json]`: the catalogue of kinds and attributes."""

import json
from typing import Annotated

import typer
from rich.table import Table

from queuewright.catalogue.schema import documents_of, kind_schema
from queuewright.catalogue.schema import schema as catalogue_schema
from queuewright.kinds import KINDS, spec_of

from .app import app
from .common import print_json, wide_console


@app.command("schema", help="Print the catalogue: every kind, attribute, range and spelling.")
def schema(
    kind: Annotated[str | None, typer.Argument(help="One kind, such as mq:LocalQueue.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    specs = list(KINDS.values()) if kind is None else [spec_of(kind)]
    if as_json:
        print_json(catalogue_schema(specs))
        return
    for spec in specs:
        wide_console().print(_table(kind_schema(spec)))
    typer.echo("Sources:")
    for document in documents_of(specs):
        version = f", {document.version}" if document.version else ""
        typer.echo(f"  {document.name}: {document.publisher}, {document.title}{version}")
        typer.echo(f"    {document.url}")


def _table(kind: dict[str, object]) -> Table:
    words = [str(kind[name]) for name in ("mqsc", "cl") if kind[name]]
    table = Table(title=f"{kind['kind']}  ({', '.join(words)})", title_justify="left")
    for heading in ("attribute", "value", "default", "MQSC", "PCF", "CL", "change", "source"):
        table.add_column(heading, overflow="fold")
    attributes = kind["attributes"]
    assert isinstance(attributes, list)
    for attribute in attributes:
        table.add_row(
            attribute["name"],
            _value(attribute),
            "" if attribute["default"] is None else json.dumps(attribute["default"]),
            attribute["mqsc"] or "",
            attribute["pcf"]["name"] if attribute["pcf"] else "",
            attribute["cl"]["keyword"] if attribute["cl"] else "",
            attribute["change"],
            "; ".join(f"{cited['document']}: {cited['section']}" for cited in attribute["sources"]),
        )
    return table


def _value(attribute: dict[str, object]) -> str:
    choices = attribute["choices"]
    assert isinstance(choices, list)
    words = [str(choice["value"]) for choice in choices]
    least, most = attribute["minimum"], attribute["maximum"]
    if least is not None or most is not None:
        limits = f"{least}-{most}" if most is not None else f"at least {least}"
        words.insert(0, f"{limits} {attribute['quantity'] or ''}".strip())
    if attribute["max_length"] is not None:
        words.insert(
            0, f"{attribute['type']}, {attribute['max_length']} {attribute['length_unit']}"
        )
    return " | ".join(words) or str(attribute["type"])
