"""`queuewright convert FILE --from mqsc|cl|pcf|mqweb --to mqsc|cl|pcf|mqweb|python`."""

import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from queuewright.catalogue.diagnostic import Diagnostic, one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.dialects import python
from queuewright.dialects.cl import wrapped
from queuewright.dialects.definition import Definition
from queuewright.dialects.protocol import CannotWrite, Entry
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
    MQSC = "mqsc"
    CL = "cl"
    PCF = "pcf"
    MQWEB = "mqweb"
    PYTHON = "python"


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
    if target is _Target.PYTHON:
        left, refused = replayed(kept)
        for diagnostic in refused:
            text = f"{diagnostic.object}: {diagnostic.text}"
            _say(str(file), diagnostic.line, diagnostic.severity.value, text)
        failed += len(refused) + _python(str(file), left, system)
    else:
        for definition in kept:
            try:
                texts = write(definition, Dialect(target.value))
            except QueuewrightError as error:
                _say(str(file), definition.line, "error", str(error))
                failed += 1
                continue
            for text in texts:
                if raw:
                    sys.stdout.buffer.write(pcf_bytes(text))
                else:
                    typer.echo(wrapped(text) if target is _Target.CL else text)
    if script.skipped:
        print(f"{len(kept)} commands{skipped_text(script.skipped)}", file=sys.stderr)
    if failed:
        raise typer.Exit(1)


def _usable(file: str, entry: Entry, dialect: Dialect) -> tuple[list[Definition], int]:
    """The definitions of a command that can be used, and 1 when it cannot be read or is wrong."""
    problems: list[Diagnostic] = [*entry.problems]
    for definition in entry.definitions:
        problems += definition.problems
    errors = [problem for problem in validate_entry(entry, dialect) if problem.is_error]
    reported = {(problem.code, problem.attribute) for problem in errors}
    problems = [
        problem for problem in problems if (problem.code, problem.attribute) not in reported
    ] + errors
    for problem in problems:
        _say(file, problem.line or entry.line, problem.severity.value, problem.text)
    return ([], 1) if errors else (list(entry.definitions), 0)


def _python(file: str, definitions: Iterable[Definition], system: str) -> int:
    taken: set[tuple[str, str]] = set()
    declarations, failed = [], 0
    for definition in definitions:
        try:
            if definition.unknown:
                unknown = ", ".join(sorted(definition.unknown))
                raise CannotWrite(
                    f"{definition.kind} {definition.name}: {unknown} has no literal value; give one"
                )
            declarations.append(python.declaration(definition, system=system, taken=taken))
        except QueuewrightError as error:
            _say(file, definition.line, "error", str(error))
            failed += 1
    typer.echo(python.program(declarations, title=f"Converted from {Path(file).name}."), nl=False)
    return failed


def _say(file: str, line: int, severity: str, text: str) -> None:
    place = f"{file}:{line}" if line else file
    print(one_line(f"{place}: {severity}: {text}"), file=sys.stderr)
