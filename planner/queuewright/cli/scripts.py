"""`queuewright convert FILE --from mqsc|cl|pcf|mqweb --to mqsc|cl|pcf|mqweb|python`, and
`queuewright validate [FILE...|-] --from mqsc|cl|pcf|mqweb`: each command of a script by itself."""

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.names import system_name
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.sources import citation
from queuewright.dialects import python
from queuewright.dialects.cl import wrapped
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import Entry, Given, Script
from queuewright.dialects.registry import DIALECTS, OF_POLICIES
from queuewright.dialects.rules import ALTERS
from queuewright.dialects.scripts import (
    Dialect,
    pcf_bytes,
    read_apart,
    validate_entry,
    write,
)
from queuewright.interpreter import by_system, come_to, interpreted, resolved

from .app import app
from .commands import help_of
from .common import read_bytes, skipped_text
from .given import CcsidOption, SetOption, given_of, require_used

# Refusals that are the same on any system: the script itself made it so.
_CERTAIN = ("defined-twice", "other-type", "like-type", "user-listed")
_NOT_MANAGED = ("not-managed", "unknown-attribute")
_NOT_REACHED = "left out: the program does not come to it where no command fails"
_BY_NAME = "it names objects by library and name, which only CL does; convert into a program"
_NO_LIBRARIES = "made by the system's configuration (libraries:), not by a program of queues"


class _Target(StrEnum):
    MQSC, CL, PCF, MQWEB, CSQ0UTIL, PYTHON = *DIALECTS, OF_POLICIES, "python"


@app.command("convert", help=help_of("convert"))
def convert(
    file: Annotated[Path, typer.Argument(help="The script; - is standard input.")],
    source: Annotated[Dialect, typer.Option("--from", help="The dialect of the script.")],
    target: Annotated[_Target, typer.Option("--to", help="The dialect to write.")],
    system: Annotated[
        str | None,
        typer.Option(
            "--system",
            help="The system: of a script for several, else of Python and csq0util.",
            show_default="Python: QM1",
        ),
    ] = None,
    raw: Annotated[
        bool, typer.Option("--bytes", help="PCF: raw messages, not JSON lines; CCSID 1208.")
    ] = False,
    variables: SetOption = None,
    ccsid: CcsidOption = None,
) -> None:
    """Commands that cannot be converted are reported on standard error; the rest is written. Exit
    code 1 then."""
    if raw and target is not _Target.PCF:
        raise typer.BadParameter("only PCF has bytes; use it with --to pcf", param_hint="--bytes")
    given = given_of(variables, source, ccsid)
    script = _of_one(read_bytes(file), source, str(file), given, system)
    require_used([script])
    if target is _Target.PYTHON:
        texts, failed = _program(str(file), script, "QM1" if system is None else system)
        typer.echo(python.program(texts, title=f"Converted from {file.name}."), nl=False)
    else:
        named = (script.facts.queue_manager or system) if target is _Target.CSQ0UTIL else None
        texts, failed = _commands(str(file), script, Dialect(target.value), named or "")
        for text in texts:
            if raw:
                sys.stdout.buffer.write(pcf_bytes(text))
            else:
                typer.echo(wrapped(text) if target is _Target.CL else text)
    if script.skipped:
        print(f"{len(script.definitions)} commands{skipped_text(script.skipped)}", file=sys.stderr)
    if failed:
        raise typer.Exit(1)


def _of_one(data: bytes, source: Dialect, file: str, given: Given, system: str | None) -> Script:
    """A script, or what it has for that system where it has commands for several. Raises
    QueuewrightError where nobody says for which."""
    script, parts = read_apart(data, source, file=file, given=given)
    if "" in parts:
        return script
    if system is not None and system in parts:
        return replace(parts[system], unused=script.unused)
    named = ", ".join(map(shown, parts))
    text = f"{file}: it has commands for several queue managers, {named}; choose one, --system NAME"
    raise QueuewrightError(one_line(text))


def _commands(
    file: str, script: Script, target: Dialect, system: str = ""
) -> tuple[list[str], int]:
    """Each command of a script in another dialect, and how many failed. system: where that names
    it, and the script does not."""
    failed = 0
    kept: list[Definition] = []
    libraries: dict[int, list[str]] = {}  # commands by library, before which of the others
    entries, stopped = come_to(script)
    if stopped is not None:
        _say(file, stopped.line, stopped.severity.value, stopped.text)
        return [], 1
    reached = {entry.index for entry in entries}
    for entry in script.entries:
        if entry.index not in reached:
            _say(file, entry.line, "warning", f"{entry.words}: {_NOT_REACHED}")
            continue
        usable, failures = _usable(file, entry, Dialect(script.dialect))
        kept += usable
        failed += failures
        of_library = not entry.definitions and bool(entry.library or entry.grants)
        is_by_library = of_library or entry.rearranged is not None
        if is_by_library and target is Dialect.CL:
            libraries.setdefault(len(kept), []).append(entry.text)
        elif entry.library and not entry.definitions:
            _say(file, entry.line, "warning", f"library {entry.library}: {_NO_LIBRARIES}")
        elif entry.rearranged:
            _say(file, entry.line, "error", f"{entry.words}: {_BY_NAME}")
            failed += 1
    texts: list[str] = []
    for number, definition in enumerate(resolved(kept)):
        texts += libraries.pop(number, [])
        if system and not definition.system:
            definition = replace(definition, system=system)
        try:
            texts += write(definition, target)
        except QueuewrightError as error:
            _say(file, definition.line, "error", str(error))
            failed += 1
    return [*texts, *chain.from_iterable(libraries.values())], failed


def _program(file: str, script: Script, system: str) -> tuple[list[str], int]:
    """A declaration of each object that a script leaves, and how many commands are not taken.
    system: where the script names none."""
    for rule, remediation in system_name(system):
        text = f"{shown(system)}: {rule}; {remediation}"
        raise typer.BadParameter(one_line(text), param_hint="--system")
    if script.facts.several:
        raise QueuewrightError(one_line(f"{file}: {script.facts.several}"))
    standing: list[Definition] = []
    failed = 0
    # A queue manager wrote a dump: a keyword that is not known is of a later release, no error.
    codes = _NOT_MANAGED if script.facts.queue_manager else _NOT_MANAGED[:1]
    for entry in script.entries:
        of_definitions = chain.from_iterable(d.problems for d in entry.definitions)
        left_out = (problem for problem in of_definitions if problem.code in codes)
        for problem in (*entry.problems, *left_out):
            if not problem.is_error and problem.code not in (
                "after-end",
                "ccsid-assumed",
                ALTERS.code,
            ):  # told below
                _say(file, problem.line or entry.line, "warning", problem.text)
    inquiries = sum(d.action is Action.INQUIRE for d in script.definitions)
    if inquiries:
        _say(file, 0, "warning", f"{inquiries} inquiries: a program declares, and asks nothing")
    for own_script in by_system(script):
        outcome = interpreted([(file, own_script)])
        standing += [known.definition for known in outcome.objects.values()]
        for problem in (*outcome.problems(), *outcome.notes):
            about = f"{problem.object}: " if problem.object else ""
            _say(file, problem.line, problem.severity.value, f"{about}{problem.text}")
            failed += problem.is_error
    texts: list[str] = []
    taken: set[tuple[str, str]] = set()
    for definition in standing:
        try:
            texts.append(python.declaration(definition, system=system, taken=taken))
        except QueuewrightError as error:
            _say(file, definition.line, "error", str(error))
            failed += 1
    return texts, failed


def _usable(file: str, entry: Entry, dialect: Dialect) -> tuple[list[Definition], int]:
    """The definitions of a command that can be used, and 1 when it cannot be read or is wrong."""
    errors = [
        replace(problem, severity=Severity.ERROR)
        for problem in validate_entry(entry, dialect)
        if problem.is_error or problem.code == ALTERS.code
    ]
    reported = {(problem.code, problem.attribute) for problem in errors}
    own = chain(entry.problems, *(definition.problems for definition in entry.definitions))
    others = [problem for problem in own if (problem.code, problem.attribute) not in reported]
    for problem in (*others, *errors):
        _say(file, problem.line or entry.line, problem.severity.value, problem.text)
    return ([], 1) if errors else (list(entry.definitions), 0)


def _say(file: str, line: int, severity: str, text: str) -> None:
    place = f"{file}:{line}" if line else file
    print(one_line(f"{place}: {severity}: {text}"), file=sys.stderr)


@app.command("validate", help=help_of("validate"))
def validate(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="The scripts; - is standard input.")
    ] = None,
    dialect: Annotated[
        Dialect, typer.Option("--from", help="The dialect of the scripts.")
    ] = Dialect.MQSC,
    platform: Annotated[
        str | None, typer.Option("--platform", help="Target platform: linux, ibmi, zos, ...")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a command.")] = False,
    variables: SetOption = None,
    ccsid: CcsidOption = None,
) -> None:
    """No system is asked. Exit code 1 when any command is wrong."""
    try:
        where = Platform.parse(platform) if platform is not None else None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--platform") from None
    # Each is read before the first is told of: a file that is not there is no half an answer.
    given = given_of(variables, dialect, ccsid)
    scripts = {
        file: read_apart(read_bytes(file), dialect, file=str(file), given=given)
        for file in files or [Path("-")]
    }
    require_used(script for script, _ in scripts.values())
    # A message about a command names its file where there are several.
    names = {file: str(file) if len(scripts) > 1 else "" for file in scripts}
    if sum(
        _validated(file, names[file], script, parts.values(), dialect, where, as_json)
        for file, (script, parts) in scripts.items()
    ):
        raise typer.Exit(1)


def _validated(
    file: Path,
    name: str,
    script: Script,
    parts: Iterable[Script],
    dialect: Dialect,
    where: Platform | None,
    as_json: bool,
) -> int:
    """Tell what is wrong with each command of a script; how many are. name: "" for no need. parts:
    what it has for each queue manager."""
    failed = warned = 0
    in_order = _found_in_order(parts, where)
    for entry in script.entries:
        problems = validate_entry(entry, dialect, where)
        if not any(problem.is_error for problem in problems):
            problems += in_order.pop((entry.line, entry.column), [])
        errors = [problem for problem in problems if problem.is_error]
        warnings = [problem for problem in problems if not problem.is_error]
        failed += bool(errors)
        warned += bool(warnings)
        if as_json:
            own = {"file": name} if name else {}
            line = {**own, **_line(entry, errors, warnings)}
            typer.echo(json.dumps(line, ensure_ascii=False))
        else:
            for problem in problems:
                typer.echo(_line_text(str(file), entry, problem))
    count = len(script.entries)
    summary = f"{count} command{'s' * (count != 1)}, {failed} with errors, {warned} with warnings"
    place = f"{one_line(name)}: " if name else ""
    print(f"{place}{summary}{skipped_text(script.skipped)}", file=sys.stderr)
    return failed


def _found_in_order(
    scripts: Iterable[Script], platform: Platform | None
) -> dict[tuple[int, int], list[Diagnostic]]:
    """The effects of commands on each other, whatever the system has: line and column ->
    problems."""
    found: dict[tuple[int, int], list[Diagnostic]] = {}
    facts = None if platform is None else SystemFacts("this system", platform)
    for own in (each for script in scripts for each in by_system(script)):
        for problem in interpreted([("", own)], facts, lambda kind, name: None).refused:
            if problem.code in _CERTAIN and problem.is_error:
                place = problem.line, problem.column
                found.setdefault(place, []).append(replace(problem, object=""))
    return found


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
