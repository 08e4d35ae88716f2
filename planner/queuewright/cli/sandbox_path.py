"""Which sandbox file a command works on."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from .common import UsageProblem

if TYPE_CHECKING:
    from queuewright.sandbox.engine import Sandbox


def opened_sandbox(
    file: Path | None, cwd: Path, stack: str | None, *, must_exist: bool = True
) -> "Sandbox":
    """file: the one that is named; without it, the stack's own. Raises UsageProblem where it is not
    there and must be."""
    from queuewright.sandbox.engine import Sandbox

    path = file if file is not None else _of_the_stack(cwd, stack)
    if must_exist and not path.exists():
        raise UsageProblem(
            f"there is no sandbox at {path}; create one with: queuewright sandbox create SYSTEM"
        )
    return Sandbox(path)


def _of_the_stack(cwd: Path, stack: str | None) -> Path:
    from queuewright.host.project import ProjectError, load_project, select_stack, stack_names
    from queuewright.systems.registry import project_directory
    from queuewright.systems.sandbox import ENVIRONMENT, sandbox_file

    base = project_directory(cwd)
    if os.environ.get(ENVIRONMENT):
        return sandbox_file(base)
    try:
        project = load_project(base)
    except ProjectError:
        if stack is not None:
            raise
        return sandbox_file(base)
    if stack is None and not stack_names(project):
        return sandbox_file(base)
    return sandbox_file(base, stack=select_stack(project, stack))
