"""A system as it is, and as commands would leave it that nobody has sent."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION, Handle, Observed, Status, with_groups
from queuewright.catalogue.platform import Platform
from queuewright.diff.sharing import GROUP, meant
from queuewright.kinds import spec_of
from queuewright.world.authority_records import RECORDS, records_by_object

from .protocol import System


class Overlay:
    """Reads a system, and what was put over it. known: objects as they were read already."""

    def __init__(self, system: System, known: Mapping[Key, Observed]) -> None:
        self.system = system
        self._known = known
        self._over: dict[Key, Observed | None] = {}
        self._changes: dict[Key, dict[str, Value]] = {}

    @cached_property
    def _records(self) -> Mapping[tuple[str, str, str], Collection[Key]]:
        """The authority records of each object."""
        return records_by_object(key for key in self._known if key.kind in RECORDS)

    @property
    def facts(self) -> SystemFacts:
        return self.system.facts

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        there = {one.key: one for one in self._read(kinds, names, status=status)}
        for key, values in self._changes.items():
            if key in there:
                attributes = {**there[key].attributes, **values}
                there[key] = replace(there[key], attributes=attributes)
        for key, one in self._over.items():
            if key.kind not in kinds or (names is not None and key.name not in names):
                continue
            if one is None:
                there.pop(key, None)
            else:
                there[key] = one
        return list(there.values())

    def _read(
        self, kinds: Collection[str], names: Collection[str] | None, *, status: bool
    ) -> Collection[Observed]:
        if names is None:
            return list(self.system.observe(kinds, status=status))
        asked = {Key(self.system.name, kind, name) for kind in kinds for name in names}
        if asked <= self._known.keys() | self._over.keys():
            return [self._known[key] for key in asked if key in self._known]
        return list(self.system.observe(kinds, names, status=status))

    def handles(self) -> list[Handle]:
        return list(self.system.handles())

    def defaults(self, kind: str) -> Observed | None:
        return self.system.defaults(kind)

    def find(self, key: Key) -> Observed | None:
        return next((one for one in self.observe([key.kind], [key.name]) if one.key == key), None)

    def made(self, key: Key, values: Mapping[str, Value], like: Key | None = None) -> None:
        """An object is created; the rest comes from the one that it is like, or the defaults."""
        source = None if like is None else self.find(like)
        source = source or self.defaults(key.kind)
        given = {} if source is None else source.attributes
        new = Observed(key, {**given, **values}, Status())
        there = self.find(key)
        if there is not None and there.in_repository is not new.in_repository:
            new = next(iter(with_groups((new, there))))
        self._over[key] = new

    def changed(self, key: Key, values: Mapping[str, Value]) -> None:
        made = self._over.get(key)
        if values.get(DISPOSITION) == GROUP:
            there = self.find(key)
            if there is not None and not there.in_repository:
                self._over[key] = replace(there, group={**(there.group or {}), **values})
                return
        if made is not None:
            self._over[key] = replace(made, attributes={**made.attributes, **values})
        else:
            self._changes[key] = {**self._changes.get(key, {}), **values}

    def gone(
        self, key: Key, disposition: str | None = None, *, keeps_authorities: bool = True
    ) -> None:
        """The other object of the name in a queue-sharing group stays."""
        if not keeps_authorities and self.facts.platform is not Platform.ZOS:
            self._over |= dict.fromkeys(
                self._records.get((key.system, spec_of(key.kind).namespace, key.name), ())
            )
        there, left = self.find(key), None
        if there is not None and there.group is not None:
            other = None if disposition == GROUP else GROUP
            left = meant(there, other)
            left = left and replace(left, group=None)
        self._over[key] = left
