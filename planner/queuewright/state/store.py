"""Where the state of stacks is: `<project directory>/.queuewright/stacks/<project>/<stack>.json`.

Beside it, while an update runs or after one was cut off, its `.journal`, and the `.lock` of the
operating system with who holds it. The system frees the lock of a process that has ended, however
it ended, so none is ever left.
"""

import getpass
import json
import os
import re
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.key import Key
from queuewright.private_files import open_private

from .deployment import STACK_TYPE, Deployment, Resource
from .errors import StackLocked, StateError
from .journal import Journal, ordered, read_journal, replay, sync_directory

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
        # The digest of what was read or saved last, and what it says: others may write it too.
        self._known: tuple[str, Deployment] | None = None

    def exists(self) -> bool:
        return self.path.exists() or self.journal_path.exists()

    def load(self) -> Deployment:
        """The state, with what an unfinished update's journal says; empty before the first one.

        Raises StateError.
        """
        saved, state = Deployment(), ""
        try:
            content = self.path.read_bytes()
            state = sha256(content).hexdigest()
            if self._known is None or self._known[0] != state:
                self._known = state, self.parse(content.decode(), str(self.path))
            saved = self._known[1]
        except FileNotFoundError:
            pass
        except (OSError, UnicodeDecodeError) as error:
            raise StateError(f"{self.path}: cannot be read: {error}; give access to it") from None
        if not self.journal_path.exists():
            return saved
        return replay(saved, read_journal(self.journal_path, self._name, state))

    def parse(self, text: str, where: str) -> Deployment:
        """Read a state that is to be this stack's. Raises StateError."""
        try:
            data: Any = json.loads(text)
            if re.search(r"\\u[dD][89a-fA-F]", text):
                json.dumps(data, ensure_ascii=False).encode()  # half a pair is not a character
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
        written = deployment.write()
        content = to_json(written, indent=4) + b"\n"
        temporary = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            for left in self.path.parent.glob(f"{self.path.name}.*.new"):
                left.unlink()  # of a save that was killed: nobody else saves under the lock
            with open_private(temporary) as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            state = sha256(content).hexdigest()
            if self.journal_path.exists():
                journal = self.journal()
                journal.saved(state)
                journal.close()
            temporary.replace(self.path)
            sync_directory(self.path.parent)
            self.journal_path.unlink(missing_ok=True)
            self._known = state, Deployment.read(written, str(self.path))
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

    def lock_holder(self) -> str | None:
        """Who works on the stack just now, in words; None for nobody. Writes nothing."""
        return lock_holder(self.lock_path, f"stack {self._name}")


def without_system(deployment: Deployment, system: str) -> Deployment:
    """The state without every object of ours that it has on a system."""
    kept = [resource for resource in deployment.resources if not _is_on(resource, system)]
    pending = [
        entry for entry in deployment.pending if not _is_on(Resource(entry["resource"]), system)
    ]
    return replace(deployment, resources=ordered(kept), pending=tuple(pending))


def _is_on(resource: Resource, system: str) -> bool:
    key = Key.parse(resource.id) if resource.custom else None
    return key is not None and key.system == system and resource.type.endswith(f"/{key.kind}")


def stored_stacks(directory: Path, project: str) -> Iterator[str]:
    """Names of the stacks that have a state."""
    folder = directory / ".queuewright" / "stacks" / project
    files = folder.iterdir() if folder.is_dir() else ()
    yield from sorted({path.stem for path in files if path.suffix in (".json", ".journal")})


def digest(path: Path) -> str:
    """The contents of a file, in short; "" where there is none. Raises OSError."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return ""


@contextmanager
def locked(path: Path, what: str) -> Iterator[None]:
    """Hold the lock of a stack. `what`: the stack, for messages.

    Raises StackLocked, with who has it and the way out, and StateError where nothing can be locked.
    """
    from filelock import FileLock, Timeout

    holder_path = path.with_suffix(".holder")
    lock = FileLock(path, timeout=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise StackLocked(_locked_text(what, holder_path)) from None
    except (OSError, NotImplementedError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StateError(
            f"{path}: cannot lock the stack: {reason}; give access to its directory"
        ) from None
    try:
        with suppress(OSError):  # only for the message of others
            holder_path.write_text(json.dumps(_myself()), encoding="utf-8")
        yield
    finally:
        holder_path.unlink(missing_ok=True)
        lock.release()


def lock_holder(path: Path, what: str) -> str | None:
    """Who holds the lock of a stack, and since when; None where nobody does."""
    from filelock import FileLock, Timeout

    holder_path = path.with_suffix(".holder")
    if not (holder_path.exists() and path.exists()):
        return None
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return _held_text(what, holder_path)
    except (OSError, NotImplementedError):  # nobody can tell
        return None
    lock.release()  # whoever wrote the file was killed
    return None


def _myself() -> dict[str, object]:
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = "?"
    return {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "user": user,
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _locked_text(what: str, holder_path: Path) -> str:
    return f"{_held_text(what, holder_path)}; wait until it has ended, or stop it"


def _held_text(what: str, holder_path: Path) -> str:
    try:
        holder = json.loads(holder_path.read_text(encoding="utf-8"))
        who = f"process {holder['pid']} of {holder['user']} on {holder['host']}"
        return one_line(f"{what} is locked by {who} since {holder['time']}")
    except (OSError, ValueError, KeyError, TypeError):
        return one_line(f"{what} is locked by a process that does not say who it is")
