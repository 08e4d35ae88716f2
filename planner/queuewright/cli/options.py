"""Options that commands share, each declared once: a dataclass a group, `expanded` into options.

    @expanded
    def preview(stack: StackOptions, plan: PlanFlags) -> None: ...

has every field of both groups as an option of its own.
"""

import inspect
import os
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from queuewright import api
from queuewright.catalogue.diagnostic import shown

from . import completion
from .common import UsageProblem

CwdOption = Annotated[
    Path, typer.Option("--cwd", "-C", help="Run as if started in this directory.")
]
StackOption = Annotated[
    str | None,
    typer.Option(
        "--stack",
        "-s",
        help="The stack to work on.",
        show_default=False,
        autocompletion=completion.stacks,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print Markdown.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask, do it.")]
FleetOption = Annotated[Path, typer.Option("--fleet", help="The fleet file or table.")]
EnvironmentOption = Annotated[
    list[str] | None, typer.Option("--environment", "-e", help="Only this one; repeat it.")
]
VerifyOption = Annotated[
    Path | None,
    typer.Option("--verify", help="It must be signed by this Ed25519 public key (PEM)."),
]
_TIMEOUT = "QUEUEWRIGHT_PROGRAM_TIMEOUT"


@dataclass(frozen=True)
class StackOptions:
    """Which project and stack a command works on."""

    cwd: CwdOption = field(default_factory=Path)
    stack: StackOption = None

    def workspace(self) -> api.Workspace:
        """Raises ProjectError when there is no project."""
        return api.Workspace(self.cwd, self.stack, timeout=_timeout())


@dataclass(frozen=True)
class PlanFlags:
    """Which part of the stack a plan is about, and how it is made."""

    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            "-t",
            help="Only this URN, name or SYSTEM/KIND/NAME; repeat it.",
            autocompletion=completion.objects,
        ),
    ] = None
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude",
            "-x",
            help="All but this URN, name or SYSTEM/KIND/NAME; repeat it.",
            autocompletion=completion.objects,
        ),
    ] = None
    target_dependents: Annotated[
        bool,
        typer.Option("--target-dependents", help="Also what needs a target."),
    ] = False
    purge: Annotated[
        list[str] | None,
        typer.Option(
            "--purge",
            help="Let this SYSTEM/KIND/NAME lose its messages when deleted or replaced; repeat it.",
            autocompletion=completion.objects,
        ),
    ] = None
    override: Annotated[
        list[str] | None,
        typer.Option(
            "--override",
            help="A rule of the policy that does not hold now; repeat it.",
            autocompletion=completion.policy_rules,
        ),
    ] = None
    refresh: Annotated[
        bool,
        typer.Option(
            "--refresh/--no-refresh",
            "-r/ ",
            help="Read the systems, or take them to be as the state says.",
        ),
    ] = True
    parallel: Annotated[
        int, typer.Option("--parallel", min=1, max=256, help="Number of commands at a time.")
    ] = 16

    def options(self, *, lint: bool = False) -> api.PlanOptions:
        return api.PlanOptions(
            self.target or (),
            self.exclude or (),
            self.refresh,
            self.parallel,
            self.purge or (),
            self.override or (),
            lint,
            target_dependents=self.target_dependents,
        )


@dataclass(frozen=True)
class FormatOptions:
    """The output format. Raises UsageProblem for two formats at once."""

    as_json: JsonOption = False
    markdown: MarkdownOption = False

    @property
    def formats(self) -> dict[str, bool]:
        """Each option for a format, and whether it is given."""
        return {"--json": self.as_json, "--markdown": self.markdown}

    def __post_init__(self) -> None:
        given = [option for option, is_given in self.formats.items() if is_given]
        if given[1:]:
            raise UsageProblem(f"{' and '.join(given)}: choose one of them")


@dataclass(frozen=True)
class OutputOptions(FormatOptions):
    """How a plan is shown."""

    html: Annotated[bool, typer.Option("--html", help="Print one self-contained page.")] = False
    sarif: Annotated[bool, typer.Option("--sarif", help="Print SARIF for code scanning.")] = False
    junit: Annotated[bool, typer.Option("--junit", help="Print JUnit XML.")] = False
    show_sames: Annotated[
        bool, typer.Option("--show-sames", help="Show what stays the same too.")
    ] = False
    diff: Annotated[bool, typer.Option("--diff", help="Show every attribute, one a line.")] = False

    @property
    def formats(self) -> dict[str, bool]:
        more = {"--html": self.html, "--sarif": self.sarif, "--junit": self.junit}
        return {**super().formats, **more}


@dataclass(frozen=True)
class ExitOptions:
    """The exit code."""

    detailed_exitcode: Annotated[
        bool,
        typer.Option(
            "--detailed-exitcode",
            help="End with 0 for no changes, 2 changes, 3 blocked, 1 error.",
        ),
    ] = False
    expect_no_changes: Annotated[
        bool,
        typer.Option("--expect-no-changes", help="It is an error when anything would change."),
    ] = False

    def code(self, detailed: int) -> int:
        """The exit code: `detailed`, or 0 for changes and 1 for blocked."""
        return detailed if self.detailed_exitcode else {2: 0, 3: 1}.get(detailed, detailed)


def expanded(command: Callable[..., None], *, without: tuple[str, ...] = ()) -> Callable[..., None]:
    """The command with the fields of its dataclass parameters as options of their own.

    without: fields that this command does not have; they keep their default.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, type[Any]] = {}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        hint = hints[parameter.name]
        if not is_dataclass(hint):
            parameters.append(parameter.replace(annotation=hint))
            continue
        assert isinstance(hint, type)
        groups[parameter.name] = hint
        own_hints = get_type_hints(hint, include_extras=True)
        parameters += [
            inspect.Parameter(
                option.name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=_default(option),
                annotation=own_hints[option.name],
            )
            for option in fields(hint)
            if option.name not in without
        ]

    def run(**values: Any) -> None:
        arguments = {
            name: group(**{f.name: values.pop(f.name) for f in fields(group) if f.name in values})
            for name, group in groups.items()
        }
        command(**arguments, **values)

    # Options without a default come first in a signature, whatever their place in a group.
    parameters.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty)
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__, run.__name__ = command.__doc__, command.__name__
    return run


def _default(option: "Field[Any]") -> Any:
    if option.default_factory is not MISSING:
        return option.default_factory()
    return inspect.Parameter.empty if option.default is MISSING else option.default


def _timeout() -> float | None:
    text = os.environ.get(_TIMEOUT)
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1_000_000:
        raise UsageProblem(f"{_TIMEOUT}={shown(text)}: give a number of seconds above 0")
    return seconds
