"""Why a program failed, as Python shows it: with its own frames, not those of the SDK."""

import asyncio
import runpy
import sys
import traceback
from pathlib import Path
from typing import Any

import pulumi

import queuewright
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.program.refusal import ended_itself

from .loop import Deadlock
from .monitor import LogMessage
from .project import Project

# Folders whose frames are none of the program's: the SDK's, and every part of this package.
_MACHINERY = (
    str(Path(pulumi.__file__).parent),
    str(Path(asyncio.__file__).parent),
    *map(str, queuewright.__path__),
    "<frozen ",
)


class TimeIsUp(KeyboardInterrupt):
    """The program has run too long. Not an Exception, so that no `except Exception` hides it."""


class ProgramFailed(QueuewrightError):
    """The program did not end well. The text is one line a reason.

    `report` is the traceback of the program's own frames, "" when the text says it all;
    `messages` are what it had logged.
    """

    def __init__(self, text: str, report: str = "", messages: tuple[LogMessage, ...] = ()) -> None:
        super().__init__(text)
        self.report = report
        self.messages = messages


def explain(
    error: BaseException,
    project: Project,
    monitor: Any,
    messages: tuple[LogMessage, ...],
    timeout: float,
    longer: str,
) -> ProgramFailed:
    """The exception for what a program raised, secrets taken out. longer: as for `run`."""
    where = _place(error, project)
    report = ""
    if isinstance(error, TimeIsUp):
        text = (
            f"the program has not ended after {timeout:g} seconds; make it end, or give it longer "
            f"with {longer}"
        )
    elif isinstance(error, Deadlock):
        waiting = monitor.waiting()
        shown = ", ".join(waiting[:5]) + (f" and {len(waiting) - 5} more" if waiting[5:] else "")
        never_registered = f"; never registered: {shown}" if waiting else ""
        text = (
            "the program waits forever: it awaits Outputs that nothing "
            f"resolves{never_registered}; look for resources that depend on each other"
        )
    elif isinstance(error, SystemExit):
        text = ended_itself(error)
    elif isinstance(error, QueuewrightError):
        text = str(error)
    elif isinstance(error, pulumi.RunError):
        text = one_line(" ".join(str(error).split()))
    else:
        text = one_line(" ".join(traceback.format_exception_only(error)[-1].split()))
        if isinstance(error, ModuleNotFoundError):
            text += f"; the program runs in {sys.prefix}: install it there"
        own = traceback.TracebackException.from_exception(error)
        _keep_own_frames(own, set())
        report = "".join(own.format())
    text = "\n".join(f"{where}: {line}" for line in text.splitlines())
    return ProgramFailed(monitor.redact(text), monitor.redact(report), messages)


def _place(error: BaseException, project: Project) -> str:
    """`file:line` of the program's innermost frame, relative to the project where it can be."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if _is_machinery(frame.filename):
            continue
        path = Path(frame.filename)
        if path.is_relative_to(project.program_directory):
            return f"{_relative(path, project)}:{frame.lineno}"
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_relative(Path(error.filename), project)}:{error.lineno}"
    return _relative(project.program, project)


def _relative(path: Path, project: Project) -> str:
    if path.is_relative_to(project.directory) and path != project.directory:
        return str(path.relative_to(project.directory))
    return str(path)


def _is_machinery(filename: str) -> bool:
    return filename == runpy.__file__ or filename.startswith(_MACHINERY)


def _keep_own_frames(report: traceback.TracebackException, passed: set[int]) -> None:
    if id(report) in passed:
        return
    passed.add(id(report))
    report.stack[:] = [frame for frame in report.stack if not _is_machinery(frame.filename)]
    for other in (report.__cause__, report.__context__):
        if other is not None:
            _keep_own_frames(other, passed)
