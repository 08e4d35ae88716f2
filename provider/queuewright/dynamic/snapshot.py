"""One reading of a system, shared by every check and diff of a preview.

A preview asks about each resource in turn, from four threads; reading a system once for all of
them is what makes it quick. What this process changes is noted, and a reading grows old.
"""

import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.diff.snapshot import SystemSnapshot, namespace
from queuewright.kinds import IBMI_KINDS, MQ_KINDS
from queuewright.systems.protocol import System

__all__ = ["LIFETIME", "Reader"]

LIFETIME = 20.0  # seconds; a preview that takes longer reads again


class Reader:
    """What is known of one system. Methods may be called from several threads."""

    def __init__(self, system: System, clock: Callable[[], float] = time.monotonic) -> None:
        self.system = system
        self._clock = clock
        self._lock = threading.RLock()
        self._readings: dict[Collection[str], _Reading] = {}
        self._defaults: dict[str, Mapping[str, Value] | None] = {}

    def snapshot(self, kind: str) -> SystemSnapshot:
        """All objects of the kind's family of systems, with status, and the open handles."""
        with self._lock:
            return self._reading(kind).snapshot()

    def find(self, key: Key) -> Observed | None:
        """The object as it was read last."""
        with self._lock:
            found = self._reading(key.kind).objects.get((namespace(key.kind), key.name))
            return found if found is not None and found.key.kind == key.kind else None

    def look(self, key: Key) -> Observed | None:
        """The object as it is now, with status."""
        found = next(iter(self.system.observe([key.kind], [key.name], status=True)), None)
        with self._lock:
            if found is None:
                self._forget(key)
            else:
                self.note(found)
        return found

    def look_at_handles(self, kind: str) -> None:
        """Read again who has what open."""
        handles = tuple(self.system.handles())
        with self._lock:
            reading = self._reading(kind)
            if handles != reading.handles:
                reading.handles = handles
                reading.changed()

    def defaults(self, kind: str) -> Mapping[str, Value] | None:
        """The attributes of the kind's default definition."""
        with self._lock:
            if kind not in self._defaults:
                found = self.system.defaults(kind)
                self._defaults[kind] = None if found is None else found.attributes
            return self._defaults[kind]

    def note(self, observed: Observed) -> None:
        """Something was created, changed or looked at."""
        with self._lock:
            reading = self._reading(observed.key.kind)
            place = namespace(observed.key.kind), observed.key.name
            before = reading.objects.get(place)
            if observed.status is None and before is not None:
                observed = replace(observed, status=before.status)
            if observed != before:
                reading.objects[place] = observed
                reading.changed()

    def forget(self, key: Key) -> None:
        """Something was deleted."""
        with self._lock:
            self._forget(key)

    def _forget(self, key: Key) -> None:
        reading = self._reading(key.kind)
        found = reading.objects.get((namespace(key.kind), key.name))
        if found is not None and found.key.kind == key.kind:
            del reading.objects[namespace(key.kind), key.name]
            reading.changed()

    def _reading(self, kind: str) -> "_Reading":
        kinds = MQ_KINDS if kind in MQ_KINDS else IBMI_KINDS
        found = self._readings.get(kinds)
        if found is None or self._clock() - found.taken > LIFETIME:
            found = _Reading(self.system, kinds, self._clock())
            self._readings[kinds] = found
        return found


class _Reading:
    def __init__(self, system: System, kinds: Collection[str], taken: float) -> None:
        self.taken = taken
        self.name = system.name
        self.objects = {
            (namespace(one.key.kind), one.key.name): one
            for one in system.observe(kinds, status=True)
        }  # fmt: skip
        self.handles: tuple[Handle, ...] = tuple(system.handles())
        self._default_transmission_queue = system.facts.default_transmission_queue
        self._snapshot: SystemSnapshot | None = None

    def changed(self) -> None:
        self._snapshot = None

    def snapshot(self) -> SystemSnapshot:
        # Of a copy: an snapshot indexes its objects when it is asked, and others write meanwhile.
        if self._snapshot is None:
            self._snapshot = SystemSnapshot.of(
                list(self.objects.values()),
                self.handles,
                system=self.name,
                default_transmission_queue=self._default_transmission_queue,
            )
        return self._snapshot
