"""Helpers that commands share: how they ask and print. Imports of what is slow stay inside
functions."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError

from .streams import is_utf

if TYPE_CHECKING:
    from queuewright import api
    from queuewright.host.monitor import LogMessage
    from queuewright.host.run import ProgramRun
    from queuewright.systems.protocol import System

INTERRUPTED = 130  # the exit code that typer makes of KeyboardInterrupt, as shells do


class UsageProblem(QueuewrightError):
    """Options that do not go together, or an answer that nobody can give."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


def check_of_channel(channel: str, given: Mapping[str, object]) -> None:
    """Raises UsageProblem for options about a connection, without a channel that it comes over."""
    options = [f"--{option}" for option, value in given.items() if value]
    if options and not channel:
        raise UsageProblem(
            f"{' and '.join(options)}: a connection comes over a channel; add --channel"
        )


def run_program(workspace: "api.Workspace") -> "ProgramRun":
    """The program, run once; what it logs is printed on standard error."""
    with shown_failure():
        program = workspace.program
    show_messages(program.messages)
    return program


def system_of(workspace: "api.Workspace", name: str) -> "System":
    """One of the stack's systems. Raises UsageProblem, naming those that there are."""
    system = workspace.systems.get(name)
    if system is None:
        known = ", ".join(workspace.systems) or "none"
        raise UsageProblem(
            f"{shown(name)} is not a system of stack {workspace.stack.name} (there: {known}); add "
            "it to queuewright:systems, or correct the name"
        )
    return system


def read_bytes(file: Path) -> bytes:
    """The content of a file, or of standard input for `-`. Raises UsageProblem."""
    if str(file) == "-":
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise UsageProblem(f"{file}: {reason}; give a file that can be read, or -") from None


def skipped_text(skipped: Any) -> str:
    """`; other commands, passed over: MONMSG 3, PGM 1`."""
    if not skipped:
        return ""
    counts = ", ".join(f"{name} {count}" for name, count in sorted(skipped.items()))
    return f"; other commands, passed over: {counts}"


@contextmanager
def shown_failure() -> Iterator[None]:
    """The log of a program that fails, and the place of the failure, on standard error."""
    from queuewright.host.failure import ProgramFailed

    try:
        yield
    except ProgramFailed as error:
        show_messages(error.messages)
        if error.report:
            print(error.report.rstrip(), file=sys.stderr)
        raise


def show_messages(messages: "Iterable[LogMessage]") -> None:
    """The log of a program, on standard error."""
    console = plain_console(stderr=True)
    styles = {"warning": "yellow", "error": "red"}
    for message in messages:
        place = message.urn.split("::", 3)[-1] if message.urn else ""
        console.print(
            f"{message.severity}: {place + ': ' if place else ''}{message.text}",
            style=styles.get(message.severity),
        )


def confirmed(question: str, *, yes: bool) -> None:
    """Ask, unless `yes`. Raises UsageProblem on a no, and when nobody can answer."""
    if yes:
        return
    if not _is_interactive():
        raise UsageProblem("nobody is there to confirm; give --yes to do it without asking")
    if not typer.confirm(question, err=True):
        raise UsageProblem("declined; nothing was done")


def asked(question: str, otherwise: str, *, yes: bool) -> bool:
    """A person's answer. otherwise: what to give instead, where nobody is asked or can answer:
    raises UsageProblem with it."""
    if yes or not _is_interactive():
        raise UsageProblem(otherwise)
    return typer.confirm(question, err=True)


def _is_interactive() -> bool:
    return sys.stdin.isatty()


def plain_console(*, stderr: bool = False) -> Console:
    """For text that holds data: long lines are left whole, because people search them and pipelines
    match them, and nothing in them is markup."""
    return Console(stderr=stderr, soft_wrap=True, highlight=False, markup=False, emoji=False)


def print_json(data: Any) -> None:
    """One JSON document on standard output. It may be a log, whose pipeline takes ##vso[...] in it
    for a command."""
    text = json.dumps(data, indent=2, ensure_ascii=not is_utf(sys.stdout))
    typer.echo(text.replace("##", "#\\u0023"))


def say(text: str) -> None:
    """A line for people, on standard error so that standard output holds results only."""
    print(text, file=sys.stderr)


def print_error(error: "typer.TyperException | QueuewrightError", command: str = "") -> None:
    """A message to people, on standard error. command: whose --help says more."""
    if isinstance(error, QueuewrightError):
        lines = str(error).splitlines() or [type(error).__name__]
    else:
        # Lists of choices come a line each, and what a type says comes with its own prefix.
        text = " ".join(error.format_message().split()).replace(": Value error, ", ": ")
        lines = [f"{text.rstrip('.')}; see {f'{command} --help'.strip()}"]
    for line in lines:
        say(f"error: {line}")


def output_text(value: Any) -> str:
    """A stack output as it is shown: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
