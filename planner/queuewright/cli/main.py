"""The `queuewright` command: registers one module a command and turns errors into one line.

A command module has `register(app: typer.Typer) -> None`. It imports what is slow (pulumi, the
planner) inside its functions, so that `queuewright schema` starts at once.
"""

import sys
from importlib import import_module
from typing import Annotated

import typer

from queuewright import log
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

# In the order of `queuewright --help`.
_COMMANDS = (
    "preview",
    "up",
    "refresh",
    "destroy",
    "stack",
    "import_",
    "graph",
    "schema",
    "sandbox",
    "convert",
    "validate",
    "desired",
    "drift",
)

_REPORT = "run it again as queuewright --debug ..., and report what that prints"

app = typer.Typer(
    name="queuewright",
    help="Preview and apply Pulumi programs of IBM MQ and IBM i queues.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        from queuewright import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _queuewright(
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Log commands, answers and tracebacks on standard error."),
    ] = False,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it."),
    ] = False,
) -> None:
    """Preview and apply Pulumi programs of IBM MQ and IBM i queues."""
    log.configure(debug=debug)


def _register() -> None:
    for name in _COMMANDS:
        try:
            module = import_module(f"queuewright.cli.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"queuewright.cli.{name}":
                raise
            continue
        module.register(app)


_register()


def main() -> None:
    """Entry point. Exit codes: 0 done, 1 error, 2 and 3 as `--detailed-exitcode` says."""
    try:
        sys.exit(app(standalone_mode=False))
    except typer.TyperException as error:
        if error.format_message().startswith("Usage:"):  # no command was given
            print(error.format_message())
            sys.exit(1)
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "queuewright"
        # Lists of choices come a line each, and what a type says comes with its own prefix.
        text = " ".join(error.format_message().split()).replace(": Value error, ", ": ")
        print(f"error: {text.rstrip('.')}; see {command} --help", file=sys.stderr)
        sys.exit(1)
    except typer.Abort:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except QueuewrightError as error:
        for line in str(error).splitlines() or [type(error).__name__]:
            print(f"error: {line}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except Exception as error:
        log.failure("bug", error)
        text = f"error: {type(error).__name__}: {error} (a bug; {_REPORT})"
        print(one_line(text), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
