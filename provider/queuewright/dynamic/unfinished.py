"""Notes of what an update under Pulumi's engine has begun and may not have ended.

The engine offers a provider no place for such a note: the state has a resource as it was until its
update has returned. So each object has a file of its own in `.queuewright/unfinished`, written
before STOP, or before a change or a creation that REFRESH SECURITY follows, with which declared
copies come, or that takes the place of another object, and removed when that is done. It holds the
object's id, and of one that is replaced what it has that nobody declares. Another checkout of the
project does not have it.
"""

import hashlib
import json
import os
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.key import Key
from queuewright.diff.normalise import canonical_values, json_value
from queuewright.private_files import open_private

_FOLDER = Path(".queuewright") / "unfinished"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """stopped: the object was stopped, because it ran. unrefreshed: types of REFRESH SECURITY.
    came: the update has made it, alone, before another one went, or as a copy of its group object,
    and the engine may not know. carried: attributes of the object that it was to replace, which
    nobody declares; None where it replaces nothing."""

    stopped: bool = False
    unrefreshed: frozenset[str] = frozenset()
    came: bool = False
    carried: Mapping[str, Value] | None = None

    def __bool__(self) -> bool:
        return bool(self.stopped or self.unrefreshed or self.came or self.carried is not None)


NOTHING = Unfinished()


class Notes:
    """Those of one stack of a project in `base`; without a folder there are none."""

    def __init__(self, base: Path | None = None, stack: str = "") -> None:
        self._folder = None if base is None else base / _FOLDER
        self._stack = stack
        self._names = self._found()

    def _found(self) -> set[str]:
        """The names of the notes: to look for one in the folder takes as long as a decision."""
        try:
            return {path.name for path in self._folder.iterdir()} if self._folder else set()
        except OSError:
            return set()

    def of(self, key: Key) -> Unfinished:
        """NOTHING where there is no note, or one that nobody can read."""
        path = self._path(key) if self._names else None
        if path is None or path.name not in self._names:
            return NOTHING
        try:
            known: Any = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return NOTHING
        if not isinstance(known, Mapping) or known.get("id") != key.id:
            return NOTHING
        types = known.get("unrefreshed")
        unrefreshed = frozenset(map(str, types)) if isinstance(types, list) else frozenset()
        came, carried = known.get("came") is True, known.get("carried")
        carried = canonical_values(key.kind, carried) if isinstance(carried, Mapping) else None
        return Unfinished(known.get("stopped") is True, unrefreshed, came, carried)

    def write(self, key: Key, unfinished: Unfinished) -> None:
        """Keep it, or that nothing is left. A note that cannot be written stops nothing."""
        path = self._path(key)
        if path is None:
            return
        try:
            if not unfinished:
                path.unlink(missing_ok=True)
                self._names.discard(path.name)
                return
            types = sorted(unfinished.unrefreshed)
            note = {"id": key.id, "stopped": unfinished.stopped, "unrefreshed": types}
            if unfinished.came:
                note["came"] = True
            if unfinished.carried is not None:
                note["carried"] = {n: json_value(v) for n, v in unfinished.carried.items()}
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_suffix(".new")
            with open_private(new) as file:
                file.write(json.dumps(note).encode())
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
            self._names.add(path.name)
        except OSError as error:
            text = f"{path}: cannot be written: {error.strerror}"
            remediation = "if this update is killed, the next one does not know what it had begun"
            print(one_line(f"warning: {text}; {remediation}"), file=sys.stderr, flush=True)

    @contextmanager
    def due(
        self, key: Key, types: Collection[str], carried: Mapping[str, Value] | None = None
    ) -> Iterator[None]:
        """Note these types of REFRESH SECURITY while a command is sent that they follow, and what
        is carried over from an object that it deletes. Where it is refused, what was noted before
        is left."""
        is_noted = bool(types) or carried is not None
        before = self.of(key) if is_noted else NOTHING
        if is_noted:
            unrefreshed = before.unrefreshed.union(types)
            self.write(key, replace(before, unrefreshed=unrefreshed, carried=carried))
        try:
            yield
        except CommandFailed:
            if is_noted:
                self.write(key, before)
            raise

    def returned(self, key: Key) -> None:
        """The engine has it in its state: what made it has returned."""
        if (left := self.of(key)).came:
            self.write(key, replace(left, came=False))

    @contextmanager
    def coming(self, copies: Collection[Key]) -> Iterator[None]:
        """Note the copies that come with a group object, which is made meanwhile; where that is
        refused, they do not."""
        for copy in copies:
            self.write(copy, Unfinished(came=True))
        try:
            yield
        except CommandFailed:
            for copy in copies:
                self.write(copy, NOTHING)
            raise

    def _path(self, key: Key) -> Path | None:
        if self._folder is None:
            return None
        name = hashlib.sha256(f"{self._stack}\n{key.id}".encode()).hexdigest()[:32]
        return self._folder / f"{name}.json"
