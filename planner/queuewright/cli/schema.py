"""`queuewright schema [KIND|plan|lint] [--json|--markdown]`: kinds, attributes, JSON Schemas of
plans and of lint."""

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from queuewright.catalogue.schema import documents_of, kind_schema
from queuewright.catalogue.schema import schema as catalogue_schema
from queuewright.kinds import KINDS, managed_spec_of

from . import completion
from .app import app
from .commands import help_of
from .common import plain_console, print_json
from .options import FormatOptions, MarkdownOption


@app.command("schema", help=help_of("schema"))
def schema(
    kind: Annotated[
        str | None,
        typer.Argument(
            help="One kind, such as mq:LocalQueue; plan, lint or access for the JSON Schema of "
            "what --json prints.",
            autocompletion=completion.kinds,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: MarkdownOption = False,
) -> None:
    FormatOptions(as_json, markdown)
    if kind in ("plan", "lint", "access"):
        from queuewright.render.access import AccessDocument
        from queuewright.render.document import LintDocument, PlanDocument, schema_of
        from queuewright.render.document_fields import JsonDocument

        documents: dict[str, type[JsonDocument]] = {
            "plan": PlanDocument,
            "lint": LintDocument,
            "access": AccessDocument,
        }
        print_json(schema_of(documents[kind]))
        return
    specs = list(KINDS.values()) if kind is None else [managed_spec_of(kind)]
    if as_json:
        print_json(catalogue_schema(specs))
        return
    if markdown:
        from queuewright.render.kind_page import kind_page

        typer.echo("\n".join(map(kind_page, specs)))
        return
    for spec in specs:
        _print(kind_schema(spec))
    typer.echo("Sources:")
    for document in documents_of(specs):
        version = f", {document.version}" if document.version else ""
        typer.echo(f"  {document.name}: {document.publisher}, {document.title}{version}")
        typer.echo(f"    {document.url}")


def _print(kind: dict[str, Any]) -> None:
    """On a terminal each attribute as a paragraph of its width; elsewhere a line each, which
    begins with the kind."""
    console = plain_console()
    words = [str(kind[name]) for name in ("mqsc", "cl") if kind[name]]
    title = f"{kind['kind']}  ({', '.join(words)})" if words else kind["kind"]
    console.print(title, style="bold")
    for attribute in kind["attributes"]:
        facts = list(_facts(attribute))
        if not console.is_terminal:
            console.print(f"{kind['kind']} {attribute['name']}: {'; '.join(facts)}")
            continue
        console.print(f"  {attribute['name']}", style="bold")
        for line in Text("; ".join(facts)).wrap(console, max(console.width - 6, 20)):
            console.print(Text("      ") + line)
    console.print()


def _facts(attribute: dict[str, Any]) -> Iterator[str]:
    """Its values, its default, its names, the cost of a change, and where that is
    written."""
    yield _value(attribute)
    if attribute["required"]:
        yield "required"
    elif attribute["shipped"] is not None:
        yield f"ships as {json.dumps(attribute['shipped'])}"
    elif attribute["default"] is not None:
        yield f"default {json.dumps(attribute['default'])}"
    if attribute["inherited"] is not None:
        yield f"inherited, and {json.dumps(attribute['inherited'])} where none above says otherwise"
    if attribute["mqsc"]:
        yield f"MQSC {attribute['mqsc']}"
    if attribute["pcf"]:
        yield f"PCF {attribute['pcf']['name']}"
    if attribute["cl"]:
        yield f"CL {attribute['cl']['keyword']}"
    if attribute["decided_by"]:
        yield f"not declared here: {attribute['decided_by']} decides it"
    yield f"change {attribute['change']}"
    for cited in attribute["sources"]:
        yield f"{cited['document']}: {cited['section']}"


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
