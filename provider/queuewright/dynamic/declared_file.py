"""The declarations of the program, from the file that it keeps while it runs."""

import json
from collections.abc import Collection
from pathlib import Path

from queuewright.catalogue.key import Key


class DeclaredFile:
    """The contents of the file, read again where the file has changed: a program that waits in the
    middle declares more later."""

    def __init__(self) -> None:
        self._stamp: tuple[str, int, int] | None = None
        self._keys: dict[tuple[str, str], list[Key]] = {}

    def read(self, path: str) -> None:
        """A file that cannot be read changes nothing."""
        if not path:
            return
        try:
            status = Path(path).stat()
            stamp = path, status.st_mtime_ns, status.st_size
            if stamp == self._stamp:
                return
            listed = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return
        self._stamp, self._keys = stamp, {}
        for each in listed if isinstance(listed, list) else ():
            key = Key.parse(str(each))
            if key is not None:
                self._keys.setdefault((key.kind, key.system), []).append(key)

    def of(self, kind: str, system: str) -> Collection[Key]:
        """The objects of a kind on a system."""
        return self._keys.get((kind, system), ())
