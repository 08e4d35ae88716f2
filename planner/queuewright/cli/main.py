"""The `queuewright` command: the modules of the commands, and errors as one line."""

import sys
from importlib import import_module

import typer

from queuewright import log
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

from .app import app
from .common import print_error

_REPORT = "run it again as queuewright --debug ..., and report what that prints"

# In the order of `queuewright --help`.
for _command in (
    "updating", "stack", "import_", "graph", "schema", "sandbox", "scripts", "desired", "drift",
    "drift_plan",
):  # fmt: skip
    import_module(f"queuewright.cli.{_command}")


def main() -> None:
    """Entry point. Exit codes: 0 done, 1 error, 2 and 3 as `--detailed-exitcode` says."""
    try:
        sys.exit(app(standalone_mode=False))
    except typer.TyperException as error:
        if error.format_message().startswith("Usage:"):  # no command was given
            print(error.format_message())
        else:
            context = getattr(error, "ctx", None)
            print_error(error, context.command_path if context else "queuewright")
    except QueuewrightError as error:
        print_error(error)
    except (typer.Abort, KeyboardInterrupt):
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
    except Exception as error:
        log.failure("bug", error)
        text = f"error: {type(error).__name__}: {error} (a bug; {_REPORT})"
        print(one_line(text), file=sys.stderr)
    sys.exit(1)


if __name__ == "__main__":
    main()
