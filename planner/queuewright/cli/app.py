"""The `queuewright` application. Each module of a command adds itself to it.

Such a module imports what is slow (pulumi, the planner) inside its functions, so that
`queuewright schema` starts at once.
"""

import os
from pathlib import Path
from typing import Annotated

import typer

from queuewright import log


def _print_version(asked: bool) -> None:
    if asked:
        from queuewright import __version__

        typer.echo(__version__)
        raise typer.Exit


def _queuewright(
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Log commands, answers and tracebacks on standard error."),
    ] = False,
    cwd: Annotated[
        Path | None, typer.Option("--cwd", "-C", help="Run as if started in this directory.")
    ] = None,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it."),
    ] = False,
) -> None:
    """Preview and apply Pulumi programs of IBM MQ and IBM i queues."""
    log.configure(debug=debug)
    if cwd is not None:
        try:
            os.chdir(cwd)
        except OSError as error:
            from .common import UsageProblem

            raise UsageProblem(f"-C {cwd}: {error.strerror or error}; give a directory") from None


def new_app() -> typer.Typer:
    """The application without any command."""
    made = typer.Typer(
        name="queuewright",
        help="Preview and apply Pulumi programs of IBM MQ and IBM i queues.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_queuewright)
    return made


app = new_app()
