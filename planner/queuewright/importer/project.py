"""The files of a project, and how they come onto the disk: all of them or none."""

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}\Z")


class CannotWriteProject(QueuewrightError):
    """The project cannot be written there; one line that names the folder and the way out."""


def project_name(system: str) -> str:
    """A name that Pulumi accepts for the project of a system."""
    clean = re.sub(r"[^a-z0-9]+", "-", system.lower()).strip("-")
    return clean[:100] or "queues"


def project_files(
    facts: SystemFacts, stack: str, description: str, entry: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """Pulumi.yaml and Pulumi.<stack>.yaml. entry: how the system is reached, None for the sandbox.
    Raises CannotWriteProject for a name that no stack may have."""
    if not _NAME.match(stack):
        raise CannotWriteProject(
            f"stack {shown(stack)} must have 1 to 100 letters, digits, hyphens, underscores or "
            "periods; choose such a name"
        )
    name = project_name(facts.name)
    project = {"name": name, "description": description, "runtime": {"name": "python"}}
    reached = {facts.name: system_entry(facts) if entry is None else dict(entry)}
    stack_file = {"config": {"queuewright:systems": reached}}
    comment = "# How the system is reached: the embedded sandbox, until you change it.\n"
    if entry is not None:
        comment = "# How the system is reached, as it was for the import.\n"
    elif facts.platform is Platform.AIX:  # which is how Platform reads UNIX
        comment += "# A dump of any UNIX says no more than UNIX: correct the platform on Linux.\n"
    return {
        "Pulumi.yaml": _yaml(project),
        f"Pulumi.{stack}.yaml": comment + _yaml(stack_file),
        ".gitignore": ".queuewright/\n__pycache__/\n",
    }


def system_entry(facts: SystemFacts) -> dict[str, object]:
    """How a stack reaches the system: in the embedded sandbox."""
    entry: dict[str, object] = {
        "type": "sandbox",
        "platform": facts.platform.value,
        "command_level": facts.command_level,
        "ccsid": facts.ccsid,
    }
    if facts.queue_sharing_group:
        entry["queue_sharing_group"] = facts.queue_sharing_group
    if facts.libraries:
        entry["libraries"] = sorted(facts.libraries)
    return entry


def _yaml(data: object) -> str:
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100)


def write_project(files: Mapping[str, str], out: Path) -> None:
    """Write every file, or nothing: into a folder beside, which takes the place of `out` at once.

    Raises CannotWriteProject when `out` exists and is not an empty folder, or cannot be written.
    """
    try:
        shown_path = one_line(str(out))
        if out.is_symlink() or (out.exists() and not out.is_dir()):
            raise CannotWriteProject(f"{shown_path} is not a folder; give another --out")
        if out.is_dir() and any(out.iterdir()):
            raise CannotWriteProject(
                f"{shown_path} is not empty; give a folder that is, or a new one"
            )
        out.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
        try:
            for name, text in files.items():
                path = beside / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
            beside.chmod(0o755)
            if out.is_dir():
                out.rmdir()
            beside.rename(out)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotWriteProject(
            one_line(f"{out}: {reason}; give a folder that can be written")
        ) from None
