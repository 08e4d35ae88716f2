"""A system as it was read once, for every check and diff of a preview.

A preview asks about each resource in turn, from four threads; reading the system once for all of
them makes it fast. What this process changes is noted, and what was read expires.
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

LIFETIME = 20.0  # seconds; a preview that takes longer reads again


class CachedSystem:
    """What is known of one system. Methods may be called from several threads."""

    def __init__(self, system: System, clock: Callable[[], float] = time.monotonic) -> None:
        self.system = system
        self._clock = clock
        self._lock = threading.RLock()
        self._caches: dict[Collection[str], _ObjectCache] = {}
        self._defaults: dict[str, Mapping[str, Value] | None] = {}

    def snapshot(self, kind: str) -> SystemSnapshot:
        """All objects of MQ or of IBM i, as the kind is, with status, and the open handles."""
        with self._lock:
            return self._cache(kind).snapshot()

    def find(self, key: Key) -> Observed | None:
        """The object as it was read last."""
        with self._lock:
            observed = self._cache(key.kind).objects.get((namespace(key.kind), key.name))
            return observed if observed is not None and observed.key.kind == key.kind else None

    def look(self, key: Key) -> Observed | None:
        """The object as it is now, with status."""
        observed = next(iter(self.system.observe([key.kind], [key.name], status=True)), None)
        with self._lock:
            if observed is None:
                self._forget(key)
            else:
                self.note(observed)
        return observed

    def look_at_handles(self, kind: str) -> None:
        """Read again who has what open."""
        handles = tuple(self.system.handles())
        with self._lock:
            cache = self._cache(kind)
            if handles != cache.handles:
                cache.handles = handles
                cache.changed()

    def defaults(self, kind: str) -> Mapping[str, Value] | None:
        """The attributes of the kind's default definition."""
        with self._lock:
            if kind not in self._defaults:
                default = self.system.defaults(kind)
                self._defaults[kind] = None if default is None else default.attributes
            return self._defaults[kind]

    def note(self, observed: Observed) -> None:
        """Something was created, changed or looked at."""
        with self._lock:
            cache = self._cache(observed.key.kind)
            place = namespace(observed.key.kind), observed.key.name
            before = cache.objects.get(place)
            if observed.status is None and before is not None:
                observed = replace(observed, status=before.status)
            if observed != before:
                cache.objects[place] = observed
                cache.changed()

    def forget(self, key: Key) -> None:
        """Something was deleted."""
        with self._lock:
            self._forget(key)

    def _forget(self, key: Key) -> None:
        cache = self._cache(key.kind)
        observed = cache.objects.get((namespace(key.kind), key.name))
        if observed is not None and observed.key.kind == key.kind:
            del cache.objects[namespace(key.kind), key.name]
            cache.changed()

    def _cache(self, kind: str) -> "_ObjectCache":
        kinds = MQ_KINDS if kind in MQ_KINDS else IBMI_KINDS
        cache = self._caches.get(kinds)
        if cache is None or self._clock() - cache.taken > LIFETIME:
            cache = _ObjectCache(self.system, kinds, self._clock())
            self._caches[kinds] = cache
        return cache


class _ObjectCache:
    def __init__(self, system: System, kinds: Collection[str], taken: float) -> None:
        self.taken = taken
        self.name = system.name
        self.objects = {
            (namespace(observed.key.kind), observed.key.name): observed
            for observed in system.observe(kinds, status=True)
        }  # fmt: skip
        self.handles: tuple[Handle, ...] = tuple(system.handles())
        self._default_transmission_queue = system.facts.default_transmission_queue
        self._snapshot: SystemSnapshot | None = None

    def changed(self) -> None:
        self._snapshot = None

    def snapshot(self) -> SystemSnapshot:
        # Of a copy: a snapshot indexes its objects when it is asked, and other threads write.
        if self._snapshot is None:
            self._snapshot = SystemSnapshot.of(
                list(self.objects.values()),
                self.handles,
                system=self.name,
                default_transmission_queue=self._default_transmission_queue,
            )
        return self._snapshot
