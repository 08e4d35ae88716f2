"""Where the state of stacks is: `<project directory>/.queuewright/stacks/<project>/<stack>.json`.

Beside it, while an update runs or after one was cut off, its `.journal` and `.lock`.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from queuewright.catalogue.diagnostic import shown

from .deployment import STACK_TYPE, Deployment
from .errors import StateError
from .files import digest, sync_directory
from .journal import Journal, read_journal, replay
from .lock import locked

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}\Z")


class StackStore:
    """The state of one stack. Reading needs no lock; `save` and the journal do."""

    def __init__(self, directory: Path, project: str, stack: str) -> None:
        """Raises StateError when a name could lead out of the directory."""
        for name in (project, stack):
            if not _NAME.match(name) or name in (".", ".."):
                raise StateError(
                    f"{shown(name)} cannot name a project or stack; use letters, digits, - _ ."
                )
        self.project = project
        self.stack = stack
        folder = directory / ".queuewright" / "stacks" / project
        self.path = folder / f"{stack}.json"
        self.journal_path = folder / f"{stack}.journal"
        self.lock_path = folder / f"{stack}.lock"

    def exists(self) -> bool:
        return self.path.exists() or self.journal_path.exists()

    def load(self) -> Deployment:
        """The state, with what an unfinished update's journal says; empty before the first one.

        Raises StateError.
        """
        saved = Deployment()
        try:
            saved = self.parse(self.path.read_text(encoding="utf-8"), str(self.path))
        except FileNotFoundError:
            pass
        except (OSError, UnicodeDecodeError) as error:
            raise StateError(f"{self.path}: cannot be read: {error}; give access to it") from None
        if not self.journal_path.exists():
            return saved
        return replay(saved, read_journal(self.journal_path, self._name, digest(self.path)))

    def parse(self, text: str, where: str) -> Deployment:
        """Read a state that is to be this stack's. Raises StateError."""
        try:
            data: Any = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise StateError(
                f"{where}: is not JSON ({error}); give what stack export wrote, or restore it from "
                "a copy"
            ) from None
        deployment = Deployment.read(data, where)
        own = f"urn:pulumi:{self.stack}::{self.project}::"
        for resource in deployment.resources:
            if not resource.urn.startswith(own):
                raise StateError(
                    f"{where}: {resource.urn} belongs to another stack, not to {self.project}/"
                    f"{self.stack}; choose that stack with -s, or export the right one"
                )
            if resource.type == STACK_TYPE and resource.custom:
                raise StateError(
                    f"{where}: {resource.urn} is custom; a stack is not: export it again"
                )
        return deployment

    def save(self, deployment: Deployment) -> None:
        """Replace the state at once, then forget the journal, which it includes.

        Raises StateError; the state is then what it was.
        """
        text = json.dumps(deployment.write(), ensure_ascii=False, indent=4) + "\n"
        temporary = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            for left in self.path.parent.glob(f"{self.path.name}.*.new"):
                left.unlink()  # of a save that was killed: nobody else saves under the lock
            with temporary.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if self.journal_path.exists():
                journal = self.journal()
                journal.saved(digest(temporary))
                journal.close()
            temporary.replace(self.path)
            sync_directory(self.path.parent)
            self.journal_path.unlink(missing_ok=True)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise StateError(
                f"{self.path}: cannot be written: {error.strerror}; make room or give access, and "
                "run again"
            ) from None

    def remove(self) -> None:
        """Forget the stack: its state and journal."""
        self.journal_path.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)

    def journal(self) -> Journal:
        """The journal to append to. Its lock must be held."""
        return Journal(self.journal_path, self._name, digest(self.path))

    @property
    def _name(self) -> str:
        return f"{self.project}/{self.stack}"

    def locked(self) -> AbstractContextManager[None]:
        """Hold the stack's lock. Raises StackLocked."""
        return locked(self.lock_path, f"stack {self._name}")


def stored_stacks(directory: Path, project: str) -> Iterator[str]:
    """Names of the stacks that have a state."""
    folder = directory / ".queuewright" / "stacks" / project
    files = folder.iterdir() if folder.is_dir() else ()
    yield from sorted({path.stem for path in files if path.suffix in (".json", ".journal")})
