"""`queuewright comment`: what a command says, on the pull request.

    queuewright comment --save said.json -s prod queuewright preview --markdown   # without a token
    queuewright comment --from said.json                                          # with it

Two jobs, because a program of the pull request can read what its own job is given.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.hiding import Hiding

from .app import app
from .commands import help_of
from .common import UsageProblem, say
from .options import CwdOption, StackOption

if TYPE_CHECKING:
    from queuewright.review.body import CommandOutput
    from queuewright.review.publishing import Published
    from queuewright.review.request import PipelineRun


@app.command(
    "comment",
    help=help_of("comment"),
    # The arguments behind the command's name are the command's.
    context_settings={"allow_interspersed_args": False},
)
def comment(
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND", help="A command that prints Markdown."),
    ] = None,
    cwd: CwdOption = Path(),
    stack: StackOption = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="The comment's name; default: PROJECT/STACK."),
    ] = None,
    pull_request: Annotated[
        str | None,
        typer.Option("--pull-request", help="Its address, where the pipeline does not give it."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="Run the command, write its output to this file."),
    ] = None,
    from_file: Annotated[
        Path | None,
        typer.Option("--from", help="Run nothing, comment what --save wrote to this file."),
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option("--plan", help="With --from: show this saved plan, not the printed output."),
    ] = None,
    with_token: Annotated[
        bool,
        typer.Option("--with-token", help="Run the command although it can read the token."),
    ] = False,
) -> None:
    """The command's exit code is this one's, whatever becomes of the comment."""
    from queuewright import log
    from queuewright.review.recorded import read_recorded, write_recorded
    from queuewright.review.request import run_of

    _check(command or [], save, from_file, plan)
    run = run_of(os.environ, pull_request or None)
    token = run.request.token if run.request else ""
    log.hide([token])
    if from_file is not None:
        recorded = read_recorded(from_file)
        output, title = recorded.output, name or recorded.name
        if plan is not None:
            output = replace(output, out=_page(plan))
    else:
        output = _output_of(command or [], cwd, stack, with_token=with_token)
        title = name or _name(cwd, stack)
    problem = None
    if save is not None:
        write_recorded(save, title, output)
    else:
        problem = _published(run, title, output)
    if problem is not None:
        say(f"warning: no comment: {problem}")
    _summarise(run, title, output, problem)
    raise typer.Exit(output.code)


def _summarise(
    run: "PipelineRun", title: str, output: "CommandOutput", problem: str | None
) -> None:
    """The same on the job's page, where there is one. problem: why there is no comment."""
    from queuewright.review.body import body

    if run.summary is None:
        return
    hidden = [run.request.token] if run.request else []
    note = "" if problem is None else f"\n> No comment: {_escaped(problem)}\n"
    _append(run.summary, f"{body(title, output, run, _SUMMARY, hidden=hidden)}{note}")


def _check(
    command: Sequence[str], save: Path | None, from_file: Path | None, plan: Path | None
) -> None:
    """Raises UsageProblem where the options do not go together."""
    if from_file is not None and save is not None:
        raise UsageProblem("--save and --from: one runs the command, the other comments; give one")
    if from_file is not None and command:
        raise UsageProblem("--from: nothing is run with it; leave the command out, or --from")
    if from_file is None and not command:
        raise UsageProblem("there is no command; give one that prints Markdown, or --from FILE")
    if plan is not None and from_file is None:
        raise UsageProblem("--plan belongs to --from FILE; add it, or leave --plan out")


def _page(file: Path) -> str:
    """A saved plan as Markdown."""
    from queuewright.render.markdown import plan_markdown

    from .saved import saved_of, shown_plan

    plan, outputs = shown_plan(saved_of(file, None), file)
    return plan_markdown(plan, outputs=outputs)


_SUMMARY = 900_000  # characters; GitHub takes 1 MiB of a step


_PATIENCE = 300.0  # seconds for all that is asked of a forge


def _published(run: "PipelineRun", title: str, output: "CommandOutput") -> str | None:
    """Why there is no comment; None where there is one. Whatever the forge answers, or whether it
    does, is no reason to end otherwise than the command."""
    from queuewright.review.publishing import Published, reason_against

    problem = reason_against(run)
    if problem is not None or run.request is None:
        return problem
    ended: list[Published | str] = []
    asking = threading.Thread(target=lambda: ended.append(_asked(run, title, output)), daemon=True)
    asking.start()
    asking.join(_PATIENCE)
    if not ended:
        return f"{run.request.where}: gave no answer in {_PATIENCE:g} seconds; run it again"
    if isinstance(ended[0], str):
        return ended[0]
    done = ended[0]
    say(f"comment {'updated' if done.updated else 'written'}: {done.url or run.request.where}")
    return None


def _asked(run: "PipelineRun", title: str, output: "CommandOutput") -> "Published | str":
    """The comment that was written, or why there is none."""
    from queuewright import log
    from queuewright.review.body import body, marker
    from queuewright.review.publishing import publish

    assert run.request is not None
    token = run.request.token
    try:
        return publish(
            run.request,
            marker(title),
            lambda limit: body(title, output, run, limit, hidden=[token]),
        )
    except QueuewrightError as error:
        return str(error)
    except Exception as error:
        log.failure("comment", error)
        reason = "its answer cannot be used, and nobody knows whether the comment is there"
        return one_line(
            f"{run.request.where}: {run.request.api}: {reason} ({type(error).__name__}: "
            f"{Hiding([token])(str(error))}); is there a proxy in between?"
        )


def _name(cwd: Path, stack: str | None) -> str:
    """PROJECT/STACK; what is known of them where the project cannot be read, which is then what
    the command says."""
    from queuewright.host.project import load_project, select_stack

    try:
        project = load_project(cwd)
        return f"{project.name}/{select_stack(project, stack)}"
    except QueuewrightError:
        return f"{cwd.absolute().name}/{stack or os.environ.get('PULUMI_STACK') or 'stack'}"


def _output_of(
    command: Sequence[str], cwd: Path, stack: str | None, *, with_token: bool
) -> "CommandOutput":
    """Run the command, and print what it prints. Raises UsageProblem where it could read a token:
    a process can look into those above it."""
    from queuewright.review.body import CommandOutput
    from queuewright.review.request import tokens_in, without_tokens

    tokens = ", ".join(tokens_in(os.environ))
    if tokens and not with_token:
        raise UsageProblem(
            f"{tokens}: code that the command runs can read it from this process; run the "
            "command where "
            "it is not set, with --save FILE, and comment with --from FILE in another job; or give "
            "--with-token where it runs no code of the pull request"
        )
    environment = without_tokens(os.environ)
    if stack is not None:
        environment["PULUMI_STACK"] = stack
    try:
        child = subprocess.Popen(
            list(command),
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        text = (
            f"{shown(command[0])}: cannot be run: {reason}; give a command, and its directory as -C"
        )
        raise UsageProblem(one_line(text)) from None
    out: list[str] = []
    err: list[str] = []
    reader = threading.Thread(target=_copied, args=(child.stderr, sys.stderr, err))
    reader.start()
    _copied(child.stdout, sys.stdout, out)
    reader.join()
    code = child.wait()
    return CommandOutput(command, 128 - code if code < 0 else code, "".join(out), "".join(err))


def _copied(source: "IO[str] | None", target: IO[str], lines: list[str]) -> None:
    """Each line as it comes, into the log too."""
    assert source is not None
    with source:
        for line in source:
            lines.append(line)
            target.write(line)
            target.flush()


def _append(file: Path, text: str) -> None:
    try:
        with file.open("a", encoding="utf-8") as summary:
            summary.write(f"{text}\n")
    except OSError as error:
        say(one_line(f"warning: {file}: cannot be written: {error.strerror or error}"))


def _escaped(text: str) -> str:
    from queuewright.render.escape import markdown_text

    return markdown_text(text)
