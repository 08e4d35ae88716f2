"""`queuewright validate [FILE|-] --from mqsc|cl|pcf`: each command of a script by itself."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from queuewright.catalogue.diagnostic import Diagnostic, one_line
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.sources import citation
from queuewright.dialects.protocol import Entry
from queuewright.dialects.scripts import Dialect, read_script, validate_entry

from .app import app
from .common import read_bytes, skipped_text


@app.command("validate", help="Validate each command of a script by the documents alone.")
def validate(
    file: Annotated[Path, typer.Argument(help="The script; - is standard input.")] = Path("-"),
    dialect: Annotated[
        Dialect, typer.Option("--from", help="What the script is written in.")
    ] = Dialect.MQSC,
    platform: Annotated[
        str | None, typer.Option("--platform", help="Where it shall run: linux, ibmi, zos, ...")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a command.")] = False,
) -> None:
    """No system is asked. Exit code 1 when any command is wrong."""
    try:
        where = Platform.parse(platform) if platform is not None else None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--platform") from None
    script = read_script(read_bytes(file), dialect, file=str(file))
    failed = warned = 0
    for entry in script.entries:
        problems = validate_entry(entry, dialect, where)
        errors = [problem for problem in problems if problem.is_error]
        warnings = [problem for problem in problems if not problem.is_error]
        failed += bool(errors)
        warned += bool(warnings)
        if as_json:
            typer.echo(json.dumps(_line(entry, errors, warnings), ensure_ascii=False))
        else:
            for problem in problems:
                typer.echo(_line_text(str(file), entry, problem))
    count = len(script.entries)
    print(
        f"{count} command{'' if count == 1 else 's'}, {failed} with errors, {warned} with warnings"
        + skipped_text(script.skipped),
        file=sys.stderr,
    )
    if failed:
        raise typer.Exit(1)


def _line(entry: Entry, errors: list[Diagnostic], warnings: list[Diagnostic]) -> dict[str, Any]:
    return {
        "index": entry.index,
        "line": entry.line,
        "text": entry.text,
        "ok": not errors,
        "errors": [_plain(problem) for problem in errors],
        "warnings": [_plain(problem) for problem in warnings],
    }


def _plain(problem: Diagnostic) -> dict[str, Any]:
    data: dict[str, Any] = {
        "code": problem.code,
        "attribute": problem.attribute,
        "message": problem.text,
        "sources": [citation(source) for source in problem.sources],
    }
    if problem.line:
        data |= {"line": problem.line, "column": problem.column}
    if problem.offset is not None:
        data["offset"] = problem.offset
    return data


def _line_text(file: str, entry: Entry, problem: Diagnostic) -> str:
    place = f"{file}:{problem.line or entry.line}:{problem.column or entry.column}"
    if problem.offset is not None:
        place = f"{file}: offset {problem.offset}"
    return one_line(f"{place}: {problem.severity.value}: {problem.message}")
