"""Which sandbox file, and which system in it, the commands of `queuewright sandbox` work on."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import completion
from .app import app, new_group
from .commands import help_of
from .common import UsageProblem
from .options import CwdOption, StackOption
from .sandbox_path import opened_sandbox

if TYPE_CHECKING:
    from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

group = new_group(help=help_of("sandbox"))
app.add_typer(group, name="sandbox")


@dataclass(frozen=True)
class SandboxOptions:
    """Which sandbox a command works on."""

    file: Annotated[
        Path | None,
        typer.Option("--file", help="The sandbox file.", show_default="the stack's own"),
    ] = None
    cwd: CwdOption = field(default_factory=Path)
    stack: StackOption = None

    def sandbox(self, *, must_exist: bool = True) -> "Sandbox":
        return opened_sandbox(self.file, self.cwd, self.stack, must_exist=must_exist)


@dataclass(frozen=True)
class SystemOptions(SandboxOptions):
    """Which system of which sandbox a command works on."""

    system: Annotated[
        str,
        typer.Argument(metavar="SYSTEM", help="Its name.", autocompletion=completion.sandboxed),
    ] = field(kw_only=True)

    def open(self) -> "EmbeddedSystem":
        return self.sandbox().system(self.system)


def script_bytes(source: str) -> bytes:
    """A file, - for standard input. Raises UsageProblem."""
    try:
        return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise UsageProblem(f"{source} cannot be read: {reason}; give another file") from error
