"""Which commands there are, in the order of `--help`, and the modules that make them.

A module of a command imports what it needs; only that of the command that was given is imported,
so that `queuewright -h` and a preview start at once.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

import typer

from .app import app, new_app
from .common import UsageProblem

COMMANDS: Mapping[str, tuple[str, str]] = {
    "preview": ("updating", "Show what up would do. Nothing is sent, nothing is changed."),
    "up": ("updating", "Make the systems as the program declares; shows the plan and asks."),
    "show": ("saved", "Show a plan that preview --save-plan wrote."),
    "sign": ("saved", "Sign a plan that preview --save-plan wrote, for up --verify."),
    "comment": ("comment", "Post a command's output as a comment on the pull request."),
    "explain": ("explain", "Show what pulumi preview --json leaves out of its steps."),
    "refresh": ("updating", "Update the state to match the systems; asks. Sends nothing."),
    "destroy": ("updating", "Delete everything that the stack owns; shows the plan and asks."),
    "stack": ("stack", "Show a stack; list, export and import stacks."),
    "import": ("import_", "Write a Pulumi project from existing definitions."),
    "lint": ("lint", "Look for mistakes in a program or in scripts; no system is needed."),
    "graph": ("graph", "Print the program's objects and their dependencies."),
    "impact": ("impact", "Show what depends on an object, and who has it open now."),
    "access": ("access", "Show who may do what on a queue manager, and through which record."),
    "workload": ("workload", "Show where puts to a queue of a cluster go today, and why."),
    "route": ("route", "Show the way of a message, hop by hop, and what breaks it."),
    "schema": ("schema", "Print the catalogue: every kind, attribute, range and spelling."),
    "sandbox": (
        "sandbox",
        "Queue managers and IBM i partitions in a file, to rehearse changes on.",
    ),
    "system": ("system", "Check the stack's systems: reachable, user, authorities, clock."),
    "convert": ("scripts", "Turn a script of one dialect into another."),
    "validate": ("scripts", "Validate each command of a script against IBM's documents only."),
    "desired": ("desired", "Export the objects that the programs of a fleet define."),
    "drift": ("drift_commands", "Compare a fleet with its definitions, on Spark."),
}


# Their names in other tools, which people type.
_ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("plan", "pre"), "preview"),
    "diff": "preview --diff",
    **dict.fromkeys(("apply", "deploy", "update", "sync", "run"), "up"),
    **dict.fromkeys(("delete", "down", "remove", "rm"), "destroy"),
    **dict.fromkeys(("state", "stacks"), "stack"),
    **dict.fromkeys(("ls", "export"), "stack"),
    **dict.fromkeys(("check", "doctor"), "system check"),
    **dict.fromkeys(("serve", "exec", "load"), "sandbox"),
    **dict.fromkeys(("init", "new"), "import"),
}


def help_of(command: str) -> str:
    """One line, for `--help`."""
    return COMMANDS[command][1]


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The application with the command that the arguments name; with every command where they name
    none that there is; for help alone only their names."""
    command = next(_words(arguments), None)
    completing = "_QUEUEWRIGHT_COMPLETE" in os.environ  # a shell asks, with no arguments
    if command is None and not completing:
        return _outline()
    if command is not None and command in _ELSEWHERE:
        meant = _ELSEWHERE[command]
        does = help_of(meant.partition(" ")[0]).partition(". ")[0].partition("; ")[0].rstrip(".")
        raise UsageProblem(
            f"there is no command {command}; use queuewright {meant}: {does[0].lower()}{does[1:]}"
        )
    if command is None or command not in COMMANDS:
        return whole_app()
    import_module(f"queuewright.cli.{COMMANDS[command][0]}")
    return app


def whole_app() -> typer.Typer:
    """The application with every command."""
    for module, _ in COMMANDS.values():
        import_module(f"queuewright.cli.{module}")
    return app


def _outline() -> typer.Typer:
    outline = new_app()
    for name, (_, help_line) in COMMANDS.items():
        outline.command(name, help=help_line)(_nothing)
    return outline


def _nothing() -> None:
    """In the place of a command whose name alone is wanted."""


def _words(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments without the options before the command."""
    rest = iter(arguments)
    for argument in rest:
        if argument in ("-C", "--cwd"):
            next(rest, None)
        elif not argument.startswith("-"):
            yield argument
