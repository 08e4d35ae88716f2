"""Limits: which records of another kind there may be, and no others (`Lifecycle.LIMIT`).

No command makes one, and nothing on a system is called so: it is seen in the records that there
are, and is kept by removing others.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import ClassVar

from .attribute import Value
from .diagnostic import Diagnostic
from .key import Key
from .observed import Observed
from .platform import Platform
from .spec import Lifecycle, Spec

Changes = Iterable[tuple[str, Value | None, Value | None]]
"""The changes of a limit: attribute, value before, value after."""


class LimitSpec(Spec):
    """A spec whose attributes are sets of those that may have a record, or of what records may
    match. `limits` is the kind of the records."""

    lifecycle: ClassVar[Lifecycle] = Lifecycle.LIMIT

    @classmethod
    def seen_in(cls, records: Iterable[Observed], platform: Platform) -> Iterator[Observed]:
        """The limits that there are where a system has these records: what each would have to
        allow for all of them to stay."""
        raise NotImplementedError

    @classmethod
    def limit_of(cls, record: str) -> str:
        """The name of the limit that a record of this name is under; "" for none."""
        raise NotImplementedError

    @classmethod
    def removed(cls, key: Key, changes: Changes) -> Iterator[Key]:
        """The records that go where the limit `key` changes so."""
        raise NotImplementedError

    @classmethod
    def excluded(
        cls, key: Key, allowed: Mapping[str, Value], declared: Collection[Key]
    ) -> Iterator[Diagnostic]:
        """Records that a program declares under the limit `key`, which does not allow them."""
        raise NotImplementedError

    @classmethod
    def under(
        cls, key: Key, declared: Collection[Key], records: type[Spec]
    ) -> Iterator[Mapping[str, str]]:
        """The name fields of each declared record that the limit `key` is about. records: their
        spec."""
        names = cls.names_in(key.name)
        for record in declared:
            if record.kind == records.kind and record.system == key.system:
                fields = records.names_in(record.name)
                if all(fields.get(name) == names[name] for name in names):
                    yield fields

    @classmethod
    def lost_with(cls, record: Key, values: Mapping[str, Value]) -> str:
        """A record that goes, and what it says, in a few words. values: nothing where the record
        was not read."""
        raise NotImplementedError


def within(had: Value | None, allowed: Value | None) -> Value | None:
    """Those of the items there that are allowed."""
    if not isinstance(had, tuple) or not isinstance(allowed, tuple | list):
        return had
    return tuple(item for item in had if item in allowed)


def taken_away(changes: Changes) -> Iterator[tuple[str, str]]:
    """Each item that the changes leave out, with its attribute."""
    for attribute, before, after in changes:
        for item in before if isinstance(before, tuple) else ():
            if item not in (after if isinstance(after, tuple) else ()):
                yield attribute, item
