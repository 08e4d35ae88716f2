"""Which objects are about to be replaced: what the engine tells a provider only between the lines.

It checks a replacement as if it were new, while the old object is still there, and then deletes
and creates in two requests that look like any other. And a resource that was given another name in
the program is created under the new one, and then deleted under the old one: the same object.
"""

import threading

from queuewright.catalogue.key import Key
from queuewright.catalogue.options import ObjectOptions


class Replacing:
    """Notes of what was seen in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owned: set[Key] = set()
        self._made: set[Key] = set()
        self._replaced: dict[Key, tuple[Key, ObjectOptions]] = {}

    def owned(self, key: Key) -> None:
        """The stack has this object: it was checked with its old inputs."""
        with self._lock:
            self._owned.add(key)

    def expect(self, old: Key, new: Key, options: ObjectOptions) -> None:
        """A diff has said that `old` is to be replaced by `new`, which has `options`."""
        with self._lock:
            self._owned.add(old)
            self._replaced[old] = new, options

    def follows(self, key: Key) -> bool:
        """Whether a new object of this name takes the place of one that the stack has."""
        with self._lock:
            return key in self._owned

    def same_name(self, key: Key) -> bool:
        """Whether a delete of this object is half of a replacement under the same name."""
        with self._lock:
            return key in self._replaced and self._replaced[key][0] == key

    def options(self, key: Key) -> ObjectOptions | None:
        """What the program says now of an object that is to be replaced; None for others. The
        state has what it said before."""
        with self._lock:
            return self._replaced[key][1] if key in self._replaced else None

    def made(self, key: Key) -> None:
        """This object was created or adopted."""
        with self._lock:
            self._made.add(key)

    def was_made(self, key: Key) -> bool:
        """Whether this process has created or adopted the object. A delete that comes afterwards
        is that of a resource which stood for it before the program gave it another name."""
        with self._lock:
            return key in self._made
