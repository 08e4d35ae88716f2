"""Which sandbox file, and which system in it, the commands of `queuewright sandbox` work on."""

import os
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

if TYPE_CHECKING:
    from queuewright.sandbox.engine import EmbeddedSystem, Sandbox

group = new_group(help=help_of("sandbox"))
app.add_typer(group, name="sandbox")


@dataclass(frozen=True)
class FileOptions:
    """Which sandbox a command works on."""

    file: Annotated[
        Path | None,
        typer.Option("--file", help="The sandbox file.", show_default="the stack's own"),
    ] = None
    cwd: CwdOption = field(default_factory=Path)
    stack: StackOption = None

    def sandbox(self, *, must_exist: bool = True) -> "Sandbox":
        from queuewright.sandbox.engine import Sandbox

        path = self.file if self.file is not None else self._of_the_stack()
        if must_exist and not path.exists():
            raise UsageProblem(
                f"there is no sandbox at {path}; create one with: queuewright sandbox create SYSTEM"
            )
        return Sandbox(path)

    def _of_the_stack(self) -> Path:
        from queuewright.host.project import ProjectError, load_project, select_stack, stack_names
        from queuewright.systems.registry import project_directory
        from queuewright.systems.sandbox import ENVIRONMENT, sandbox_file

        base = project_directory(self.cwd)
        if os.environ.get(ENVIRONMENT):
            return sandbox_file(base)
        try:
            project = load_project(base)
        except ProjectError:
            if self.stack is not None:
                raise
            return sandbox_file(base)
        if self.stack is None and not stack_names(project):
            return sandbox_file(base)
        return sandbox_file(base, stack=select_stack(project, self.stack))


@dataclass(frozen=True)
class SystemOptions(FileOptions):
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
