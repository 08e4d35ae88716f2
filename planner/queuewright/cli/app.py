"""The `queuewright` application. Each module of a command adds itself to it.

Such a module imports what is slow (pulumi, the planner) inside its functions, so that
`queuewright schema` starts at once.
"""

import os
from inspect import cleandoc
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

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


class CommandGroup(TyperGroup):
    """A group whose list of commands has the whole line of each, wrapped where it is too long."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for command in self.commands.values():
            first, _, _ = cleandoc(command.help or "").partition("\n\n")
            command.short_help = command.short_help or " ".join(first.split())


def new_group(**settings: Any) -> typer.Typer:
    """A command that has commands of its own."""
    return typer.Typer(
        **{"cls": CommandGroup, "no_args_is_help": True, "rich_markup_mode": None, **settings}
    )


def new_app() -> typer.Typer:
    """The application without any command."""
    made = typer.Typer(
        cls=CommandGroup,
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
