"""`queuewright lint`: what looks wrong in a program, or in scripts."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from queuewright.dialects.protocol import Given
from queuewright.dialects.registry import SOURCES

from . import completion
from .app import app
from .commands import help_of
from .common import UsageProblem, plain_console, print_json, read_bytes, say
from .given import CcsidOption, SetOption, given_of, require_none
from .options import FormatOptions, StackOptions, expanded

if TYPE_CHECKING:
    from queuewright.lint.linted import Report
    from queuewright.lint.rulebook import Rulebook


class _Dialect(StrEnum):
    MQSC, CL, PCF, MQWEB, SHELL, YAML, RUNMQSC, DMPMQAUT, CSQ0UTIL = SOURCES


class _FailOn(StrEnum):
    ERROR, WARNING, NOTE, NEVER = "error", "warning", "note", "never"


@dataclass(frozen=True)
class LintFormats(FormatOptions):
    """How findings are shown."""

    sarif: Annotated[bool, typer.Option("--sarif", help="Print SARIF for code scanning.")] = False
    junit: Annotated[bool, typer.Option("--junit", help="Print JUnit XML.")] = False

    @property
    def formats(self) -> dict[str, bool]:
        return {**super().formats, "--sarif": self.sarif, "--junit": self.junit}


@app.command("lint", help=help_of("lint"))
@expanded
def lint(
    stack: StackOptions,
    output: LintFormats,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PROGRAM|FILE",
            help="A project's folder or program, or scripts; - is standard input.",
            show_default=False,
        ),
    ] = None,
    dialect: Annotated[
        _Dialect | None,
        typer.Option(
            "--from", help="The dialect of the scripts.", show_default="what each file says"
        ),
    ] = None,
    system: Annotated[
        str,
        typer.Option(
            "--system",
            help="The system of scripts that do not say it.",
            autocompletion=completion.systems,
        ),
    ] = "",
    observed: Annotated[
        bool, typer.Option("--observed", help="Read the stack's systems: what they have is there.")
    ] = False,
    fail_on: Annotated[
        _FailOn, typer.Option("--fail-on", help="End with 2 for findings of this severity.")
    ] = _FailOn.WARNING,
    explain: Annotated[
        str | None,
        typer.Option(
            "--explain",
            help="Print what a code means.",
            metavar="CODE",
            autocompletion=completion.codes,
        ),
    ] = None,
    variables: SetOption = None,
    ccsid: CcsidOption = None,
    show_rules: Annotated[bool, typer.Option("--rules", help="List every code.")] = False,
) -> None:
    """Ends with 0, with 2 for findings as bad as --fail-on or worse, with 1 for an error."""
    from queuewright.catalogue.diagnostic import Severity
    from queuewright.lint.plugins import every_rule

    book = every_rule()
    if explain is not None:
        _explain(explain, book)
        return
    if show_rules:
        _list(book)
        return
    program = _program_of(paths or [])
    if program is None:
        given = given_of(variables, None if dialect is None else dialect.value, ccsid)
        report = _of_scripts(stack, paths or [], dialect, system, observed, book, given)
    elif dialect is not None or system or variables or ccsid is not None:
        options = "--from, --system, --set and --ccsid"
        raise UsageProblem(f"{options} are for scripts; name their files")
    else:
        report = _of_program(stack, program, observed, book)
    code = report.exit_code(None if fail_on is _FailOn.NEVER else Severity(fail_on.value))
    _show(report, output, code)
    raise typer.Exit(code)


def _program_of(paths: list[Path]) -> Path | None:
    """The folder of the program that is meant; None for scripts."""
    if not paths:
        return Path()
    of_programs = [path for path in paths if path.is_dir() or path.suffix == ".py"]
    if not of_programs:
        return None
    if paths[1:]:
        raise UsageProblem(
            f"{of_programs[0]}: lint one program at a time, and scripts by themselves"
        )
    return paths[0] if paths[0].is_dir() else paths[0].parent


def _of_program(stack: StackOptions, program: Path, observed: bool, book: "Rulebook") -> "Report":

    from .common import show_messages, shown_failure

    workspace = StackOptions(stack.cwd / program, stack.stack).workspace()
    with shown_failure():
        report = workspace.lint(observed=observed, book=book)
    show_messages(workspace.linted.messages if workspace.linted is not None else ())
    return report


def _of_scripts(
    stack: StackOptions,
    paths: list[Path],
    dialect: _Dialect | None,
    system: str,
    observed: bool,
    book: "Rulebook",
    given: Given,
) -> "Report":
    from datetime import UTC, datetime

    from queuewright.lint.scripts import of_files
    from queuewright.lint.settings import load_settings

    folder, name = stack.cwd, None if dialect is None else dialect.value
    files = [(str(p), read_bytes(p if str(p) == "-" else folder / p)) for p in paths]
    if observed:
        workspace = stack.workspace()
        linted = of_files(files, name, system, lambda named: workspace.read(named), given)
    else:
        linted = of_files(files, name, system, given=given)
    require_none(given.variables if linted.unused is None else linted.unused)
    return linted.report(load_settings(folder), book, datetime.now(UTC).date())


def _show(report: "Report", output: LintFormats, code: int) -> None:
    if output.as_json:
        from queuewright.render.document import lint_document

        print_json(lint_document(report, code))
    elif output.sarif:
        from queuewright.render.sarif import lint_sarif

        print_json(lint_sarif(report.findings))
    elif output.junit:
        from queuewright.render.junit import lint_junit

        typer.echo(lint_junit(report.findings), nl=False)
    else:
        from queuewright.render.lint import lint_markdown, lint_text, summary

        if output.markdown:
            typer.echo(lint_markdown(report), nl=False)
            return
        for line in lint_text(report):
            typer.echo(line)
        say(summary(report))


def _explain(code: str, book: "Rulebook") -> None:
    from queuewright.lint.pages import page_text
    from queuewright.lint.settings import InvalidLint, unknown_code

    page = book.pages.get(code.upper()) or book.pages.get(code)
    if page is None:
        raise InvalidLint(f"--explain: {unknown_code(code, book.pages)}")
    typer.echo(page_text(page), nl=False)


def _list(book: "Rulebook") -> None:
    from queuewright.render.table import print_table

    rows = [(page.code, page.severity.value, page.title) for page in book.pages.values()]
    print_table(("code", "severity", "what"), rows, plain_console())
