"""Which objects are about to be replaced: what the engine tells a provider only between the lines.

It checks a replacement as if it were new, while the old object is still there, and then deletes
and creates in two requests that look like any other. And a resource that was given another name in
the program is created under the new one, and then deleted under the old one: the same object.
"""

import threading
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import ObjectOptions
from queuewright.diff.normalise import Inputs
from queuewright.diff.types import Decision
from queuewright.ibmi.private_authorities import PRIVATE

from .declared_file import DeclaredFile


@dataclass(frozen=True, slots=True)
class Replacement:
    """The replacement of an object. options: what the program says now. decision: under the same
    name, what the new object gets; None for another name. former: the object as it was when that
    was decided, and then when it was deleted. successor: what is declared under another name or on
    another system, which is made before the object is deleted; None where the program wants it
    deleted first. unrefreshed: types of REFRESH SECURITY that an update before has left to be
    sent. records: declared ones that the deletion took away."""

    key: Key
    options: ObjectOptions
    decision: Decision | None = None
    former: Observed | None = None
    successor: Inputs | None = None
    unrefreshed: frozenset[str] = frozenset()
    records: Sequence[Observed] = ()


class Replacing:
    """Notes of what was seen in this process. program: what is declared, which the providers of all
    kinds share: a provider that is asked only to delete does not get it."""

    def __init__(self, program: DeclaredFile | None = None) -> None:
        self._lock = threading.Lock()
        self._owned: set[Key] = set()
        self._made: set[Key] = set()
        self._made_first: set[Key] = set()
        self._replaced: dict[Key, Replacement] = {}
        self._anew: dict[Key, Inputs] = {}
        self._renamed: dict[Key, Key] = {}
        self._program = program or DeclaredFile()
        self._held: defaultdict[Key, threading.Lock] = defaultdict(threading.Lock)

    def alone(self, key: Key) -> AbstractContextManager[object]:
        """While one request creates, adopts or deletes an object, no other does: where names
        change hands, one resource deletes what another one takes over at the same time."""
        with self._lock:
            return self._held[key]

    def owned(self, key: Key) -> None:
        """The stack has this object: it was checked with its old inputs."""
        with self._lock:
            self._owned.add(key)

    def is_renamed_to(self, new: Key) -> bool:
        """Whether a resource that the stack has was checked which is this object now."""
        with self._lock:
            return new in self._renamed.values()

    def read_program(self, path: str) -> None:
        """The file that lists what the program declares; "" for none."""
        self._program.read(path)

    def declared(self, key: Key) -> Collection[Key]:
        """The declarations of this kind on this system, as far as is known."""
        return self._program.of(key.kind, key.system)

    def checked(self, key: Key, desired: Inputs) -> None:
        """Note what the engine has made of an object's declaration."""
        self._program.checked(key, desired.attributes)
        if PRIVATE not in desired.attributes and PRIVATE not in desired.unknown:
            self._program.ignores_users(key)

    def gives_users(self, key: Key) -> bool:
        """Whether the program gives all users of an object with it, as far as is known."""
        return self._program.gives_users(key)

    def keeps_authorities(self, key: Key) -> bool:
        """Whether the authority records of an object that is deleted stay: the program has made it
        anew under its name, or declares some of them."""
        return bool(self.records_of(key)) or self.same_name(key)

    def of_groups(self, key: Key) -> Collection[Key]:
        """The objects of its name and of a queue-sharing group that the program declares on other
        systems, as far as is known."""
        return self._program.of_groups(key)

    def group_objects(self, key: Key) -> Collection[Key]:
        """The group objects of its name and kind that the program declares on other systems, as far
        as is known."""
        return self._program.group_objects(key)

    def namesakes(self, key: Key) -> Collection[Key]:
        """The objects of its kind and name that the program declares on other systems, as far as
        is known."""
        return self._program.namesakes(key)

    def holders(self, key: Key, values: Mapping[str, Any]) -> Collection[Key]:
        """The other objects that the program gives the name, or the topic string, of this one, as
        far as is known. values: of the object."""
        return self._program.holders(key, values)

    def records_of(self, key: Key) -> Sequence[Key]:
        """The authority records of an object that the program declares, as far as is known."""
        return self._program.records_of(key)

    def renamed(self, old: Key, new: Key) -> None:
        """A resource that the stack has was checked: it was `old`, and is `new` now."""
        with self._lock:
            self._renamed[old] = new

    def now(self, old: Key) -> Key | None:
        """The later state of the resource that stood for this object; None where none is known."""
        with self._lock:
            return self._renamed.get(old)

    def declared_anew(self, key: Key, desired: Inputs) -> None:
        """A resource was checked without old inputs: new, or to be replaced."""
        with self._lock:
            self._anew[key] = desired

    def anew(self, key: Key) -> Inputs | None:
        """Objects that were checked so and not created since."""
        with self._lock:
            return None if key in self._made else self._anew.get(key)

    def expect(self, old: Key, replacement: Replacement) -> None:
        """A diff has said that `old` is to be replaced."""
        with self._lock:
            self._owned.add(old)
            self._replaced[old] = replacement

    def follows(self, key: Key) -> bool:
        """Whether a new object of this name takes the place of one that the stack has."""
        with self._lock:
            return key in self._owned

    def same_name(self, key: Key) -> bool:
        """Whether a delete of this object is half of a replacement under the same name."""
        replacement = self.of(key)
        return replacement is not None and replacement.key == key

    def moves(self, key: Key) -> bool:
        """Whether a diff has said that another object takes its place."""
        replacement = self.of(key)
        return replacement is not None and replacement.key != key

    def of(self, key: Key) -> Replacement | None:
        """The replacement of the object; None where it is not to be replaced."""
        with self._lock:
            return self._replaced.get(key)

    def made(self, key: Key) -> None:
        """This object was created or adopted."""
        with self._lock:
            self._made.add(key)

    def is_made(self, key: Key) -> bool:
        """Whether this process has created or adopted the object."""
        with self._lock:
            return key in self._made

    def made_first(self, key: Key) -> None:
        """This object was made before the one whose place it takes was deleted."""
        with self._lock:
            self._made.add(key)
            self._made_first.add(key)

    def is_made_first(self, key: Key) -> bool:
        """Whether the engine's request to create the object has been met already."""
        with self._lock:
            return key in self._made_first

    def is_kept(self, key: Key) -> bool:
        """Whether the program still declares the object, so that a delete is that of a resource
        which stood for it under another name: this process has created or adopted it, or has
        checked it for a resource that the stack has, and no diff said that it is replaced."""
        with self._lock:
            return key in self._made or (key in self._owned and key not in self._replaced)
