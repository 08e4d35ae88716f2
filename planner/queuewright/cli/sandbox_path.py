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
    """As a preview has it: in a project the stack's own, whether there is a program yet or not.
    Raises ProjectError, StackError, and UsageProblem for a project without a stack."""
    from queuewright.host.project import is_in_project, load_project, select_stack, stack_names
    from queuewright.sandbox.system import ENVIRONMENT, sandbox_file
    from queuewright.systems.registry import project_directory

    base = project_directory(cwd)
    if os.environ.get(ENVIRONMENT) or (stack is None and not is_in_project(cwd)):
        return sandbox_file(base)
    project = load_project(base)
    if stack is None and not os.environ.get("PULUMI_STACK") and not stack_names(project):
        raise UsageProblem(
            f"{project.file}: the project has no stack, and each stack has a sandbox of its own; "
            "write a Pulumi.dev.yaml, or name a file with --file"
        )
    return sandbox_file(base, stack=select_stack(project, stack))
