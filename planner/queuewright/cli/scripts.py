"""`queuewright convert FILE --from mqsc|cl|pcf|mqweb --to mqsc|cl|pcf|mqweb|python`, and
`queuewright validate [FILE|-] --from mqsc|cl|pcf|mqweb`: each command of a script by itself."""

import json
import sys
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from queuewright.catalogue.diagnostic import Diagnostic, one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.sources import citation
from queuewright.dialects import python
from queuewright.dialects.cl import wrapped
from queuewright.dialects.definition import Definition
from queuewright.dialects.protocol import CannotWrite, Entry
from queuewright.dialects.registry import DIALECTS
from queuewright.dialects.replay import replayed
from queuewright.dialects.scripts import (
    Dialect,
    pcf_bytes,
    read_script,
    validate_entry,
    write,
)

from .app import app
from .common import read_bytes, skipped_text


class _Target(StrEnum):
    MQSC, CL, PCF, MQWEB, PYTHON = *DIALECTS, "python"


@app.command("convert", help="Turn a script of one dialect into another.")
def convert(
    file: Annotated[Path, typer.Argument(help="The script; - is standard input.")],
    source: Annotated[Dialect, typer.Option("--from", help="What the script is written in.")],
    target: Annotated[_Target, typer.Option("--to", help="What to write.")],
    system: Annotated[
        str, typer.Option("--system", help="Python: the system, where the script names none.")
    ] = "QM1",
    raw: Annotated[
        bool, typer.Option("--bytes", help="PCF: raw messages, not JSON lines; CCSID 1208.")
    ] = False,
) -> None:
    """What cannot be converted is told on standard error; the rest is written. Exit code 1 then."""
    if raw and target is not _Target.PCF:
        raise typer.BadParameter("only PCF has bytes; use it with --to pcf", param_hint="--bytes")
    script = read_script(read_bytes(file), source, file=str(file))
    failed = 0
    kept: list[Definition] = []
    for entry in script.entries:
        usable, failures = _usable(str(file), entry, source)
        kept += usable
        failed += failures
    left = kept
    if target is _Target.PYTHON:
        left, refused = replayed(kept)
        for diagnostic in refused:
            text = f"{diagnostic.object}: {diagnostic.text}"
            _say(str(file), diagnostic.line, diagnostic.severity.value, text)
        failed += len(refused)
    declarations: list[str] = []
    taken: set[tuple[str, str]] = set()
    for definition in left:
        texts: list[str] = []
        try:
            if target is not _Target.PYTHON:
                texts = write(definition, Dialect(target.value))
            elif definition.unknown:
                unknown = ", ".join(sorted(definition.unknown))
                raise CannotWrite(
                    f"{definition.kind} {definition.name}: {unknown} has no literal value; give one"
                )
            else:
                declarations.append(python.declaration(definition, system=system, taken=taken))
        except QueuewrightError as error:
            _say(str(file), definition.line, "error", str(error))
            failed += 1
        for text in texts:
            if raw:
                sys.stdout.buffer.write(pcf_bytes(text))
            else:
                typer.echo(wrapped(text) if target is _Target.CL else text)
    if target is _Target.PYTHON:
        title = f"Converted from {file.name}."
        typer.echo(python.program(declarations, title=title), nl=False)
    if script.skipped:
        print(f"{len(kept)} commands{skipped_text(script.skipped)}", file=sys.stderr)
    if failed:
        raise typer.Exit(1)


def _usable(file: str, entry: Entry, dialect: Dialect) -> tuple[list[Definition], int]:
    """The definitions of a command that can be used, and 1 when it cannot be read or is wrong."""
    errors = [problem for problem in validate_entry(entry, dialect) if problem.is_error]
    reported = {(problem.code, problem.attribute) for problem in errors}
    own = chain(entry.problems, *(definition.problems for definition in entry.definitions))
    others = [problem for problem in own if (problem.code, problem.attribute) not in reported]
    for problem in (*others, *errors):
        _say(file, problem.line or entry.line, problem.severity.value, problem.text)
    return ([], 1) if errors else (list(entry.definitions), 0)


def _say(file: str, line: int, severity: str, text: str) -> None:
    place = f"{file}:{line}" if line else file
    print(one_line(f"{place}: {severity}: {text}"), file=sys.stderr)


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
