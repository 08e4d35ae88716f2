"""What commands share: their options, the project and stack they work on, how they print.

Imports of what is slow stay inside functions.
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError

if TYPE_CHECKING:
    from queuewright.host.project import Project, Stack
    from queuewright.host.run import Program
    from queuewright.state.store import StackStore
    from queuewright.systems.protocol import System

__all__ = [
    "SECRET",
    "CwdOption",
    "JsonOption",
    "MarkdownOption",
    "ParallelOption",
    "StackOption",
    "UsageProblem",
    "Workspace",
    "YesOption",
    "confirmed",
    "output_text",
    "print_json",
    "say",
    "table",
    "workspace",
]

SECRET = "[secret]"

CwdOption = Annotated[
    Path, typer.Option("--cwd", "-C", help="Run as if started in this directory.")
]
StackOption = Annotated[
    str | None, typer.Option("--stack", "-s", help="The stack to work on.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print Markdown.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask, do it.")]
ParallelOption = Annotated[
    int, typer.Option("--parallel", min=1, max=256, help="How many commands at a time.")
]
TargetOption = Annotated[
    list[str] | None,
    typer.Option("--target", "-t", help="Only this URN, name or SYSTEM/KIND/NAME; repeat it."),
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option("--exclude", "-x", help="All but this URN, name or SYSTEM/KIND/NAME; repeat it."),
]
DetailedOption = Annotated[
    bool,
    typer.Option(
        "--detailed-exitcode", help="End with 0 for no changes, 2 changes, 3 blocked, 1 error."
    ),
]
SamesOption = Annotated[bool, typer.Option("--show-sames", help="Show what stays the same too.")]
RefreshOption = Annotated[
    bool,
    typer.Option(
        "--refresh/--no-refresh",
        "-r/ ",
        help="Read the systems, or take them to be as the state says.",
    ),
]
NoChangesOption = Annotated[
    bool, typer.Option("--expect-no-changes", help="It is an error when anything would change.")
]
DiffOption = Annotated[bool, typer.Option("--diff", help="Show every attribute, one a line.")]
_TIMEOUT = "QUEUEWRIGHT_PROGRAM_TIMEOUT"


class UsageProblem(QueuewrightError):
    """Options that do not go together, or an answer that nobody can give."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


@dataclass
class Workspace:
    """A project and one of its stacks, read when they are first asked for."""

    cwd: Path
    stack_name: str | None

    @cached_property
    def project(self) -> "Project":
        from queuewright.host.project import load_project

        return load_project(self.cwd)

    @cached_property
    def stack(self) -> "Stack":
        from queuewright.host.project import load_stack

        return load_stack(self.project, self.stack_name)

    @cached_property
    def store(self) -> "StackStore":
        from queuewright.state.store import StackStore

        return StackStore(self.project.directory, self.project.name, self.stack.name)

    @cached_property
    def systems(self) -> "Mapping[str, System]":
        from queuewright.systems.registry import systems_from

        try:
            return systems_from(self.stack.systems, base=self.project.directory)
        except QueuewrightError as error:
            raise type(error)(f"{self.stack.file}: {error}") from None

    def run(self, *, preview: bool = True, outputs: Mapping[str, Any] | None = None) -> "Program":
        """Run the program once; what it logs is printed. `outputs`: as an update left them, by
        URN; without them the program sees objects as they are."""
        from queuewright.host.answers import from_state, from_systems
        from queuewright.host.failure import ProgramFailed
        from queuewright.host.run import run

        try:
            program = run(
                self.project,
                self.stack,
                answer=from_systems(self.systems) if outputs is None else from_state(outputs),
                preview=preview,
                stack_outputs=self._outputs_of,
                timeout=_timeout(),
            )
        except ProgramFailed as error:
            show_messages(error.messages)
            if error.report:
                print(error.report.rstrip(), file=sys.stderr)
            raise
        show_messages(program.messages)
        return program

    def keep_outputs(self, program: "Program") -> None:
        """Write the stack's outputs to the state. Secrets are left out, but for ciphertext that
        Pulumi wrote: nobody but its secrets manager can write them so that nobody reads them."""
        from queuewright.state.deployment import is_secret

        with self.store.locked():
            state = self.store.load()
            root = state.stack()
            if root is None:
                return
            hidden = program.secret_outputs | program.unknown_outputs
            kept = {n: v for n, v in root.outputs.items() if n in hidden and is_secret(v)}
            plain = {n: v for n, v in program.outputs.items() if n not in hidden}
            outputs = dict(sorted({**kept, **plain}.items()))
            if outputs != root.outputs:
                changed = root.but(outputs=outputs or None)
                others = [changed if one is root else one for one in state.resources]
                self.store.save(state.with_resources(others))

    def _outputs_of(self, name: str) -> Mapping[str, Any] | None:
        """The outputs of another stack that has its state here: "stack", or "org/project/stack"."""
        from queuewright.state.store import StackStore

        parts = name.split("/")
        project = parts[-2] if len(parts) > 1 else self.project.name
        store = StackStore(self.project.directory, project, parts[-1])
        if not store.exists():
            return None
        stack = store.load().stack()
        return stack.outputs if stack else {}


def workspace(cwd: Path, stack: str | None) -> Workspace:
    """The project and stack of the options. Raises ProjectError when there is no project."""
    found = Workspace(cwd, stack)
    _ = found.project
    return found


def show_messages(messages: Any) -> None:
    """What a program logged, on standard error."""
    console = Console(stderr=True, soft_wrap=True, highlight=False)
    styles = {"warning": "yellow", "error": "red"}
    for one in messages:
        place = one.urn.split("::", 3)[-1] if one.urn else ""
        console.print(
            f"{one.severity}: {place + ': ' if place else ''}{one.text}",
            style=styles.get(one.severity),
            markup=False,
        )


def confirmed(question: str, *, yes: bool) -> None:
    """Ask, unless `yes`. Raises UsageProblem on a no, and when nobody can answer."""
    if yes:
        return
    if not _somebody_is_there():
        raise UsageProblem("nobody is there to confirm; give --yes to do it without asking")
    if not typer.confirm(question, err=True):
        raise UsageProblem("declined; nothing was done")


def _somebody_is_there() -> bool:
    return sys.stdin.isatty()


def table(*columns: str) -> Table:
    """A table with lines on a terminal, plain columns elsewhere."""
    lines = box.ROUNDED if sys.stdout.isatty() else None
    return Table(*columns, box=lines, pad_edge=False, header_style="bold")


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def say(text: str) -> None:
    """A line for people, on standard error so that standard output holds results only."""
    print(text, file=sys.stderr)


def _timeout() -> float:
    from queuewright.host.run import DEFAULT_TIMEOUT

    given = os.environ.get(_TIMEOUT)
    if given is None:
        return DEFAULT_TIMEOUT
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1_000_000:
        raise UsageProblem(f"{_TIMEOUT}={shown(given)}: give a number of seconds above 0")
    return seconds


def output_text(value: Any) -> str:
    """A stack output as it is shown: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
