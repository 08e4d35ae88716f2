"""The command line as a person meets it, in this process."""

import gc
import io
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import typer.main

from queuewright.cli.commands import whole_app
from queuewright.cli.main import main

app = whole_app()
# A command line is made of the application once; typer makes it for each run, as long as a run of
# most commands takes.
typer.main.get_command = cache(typer.main.get_command)


@dataclass(frozen=True)
class Ran:
    """What one command did."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The lines that say what was wrong."""
        return [line for line in self.err.splitlines() if line.startswith("error: ")]


def queuewright(
    folder: Path, *words: object, stdin: str = "", environment: Mapping[str, str] | None = None
) -> Ran:
    """`queuewright` with arguments, from a folder; `stdin` is all that anybody answers."""
    out, err = io.StringIO(), io.StringIO()
    threshold = gc.get_threshold()  # which a command raises for its own process
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(folder)
        for name in ("PULUMI_STACK", "QUEUEWRIGHT_SANDBOX"):
            patch.delenv(name, raising=False)
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["queuewright", *map(str, words)])
        patch.setattr(sys.modules["__main__"], "__package__", None)  # else it is python -m pytest
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            main()
    gc.set_threshold(*threshold)
    return Ran(int(ended.value.code or 0), out.getvalue(), err.getvalue())
