"""A system as it was read: what plans, checks and diffs decide over."""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.diff.sharing import meant
from queuewright.diff.snapshot import Naming, SystemSnapshot
from queuewright.ibmi.base import in_library
from queuewright.kinds import IBMI_KINDS, MQ_KINDS, spec_of
from queuewright.systems.protocol import System
from queuewright.systems.reading import left_out, observe_all

LIFETIME = 20.0  # seconds; a preview that takes longer reads again


class ReadSystem:
    """The objects of one system by key, who has what open, and both as a snapshot."""

    def __init__(self, system: System, objects: Iterable[Observed] = ()) -> None:
        self.system = system
        self.facts = system.facts
        self.objects = {observed.key: observed for observed in objects}
        self._handles: tuple[Handle, ...] = ()
        self.handles_read = False
        self._snapshot: SystemSnapshot | None = None
        self._naming: Naming | None = None
        self._defaults: dict[str, Mapping[str, Value] | None] = {}

    @property
    def snapshot(self) -> SystemSnapshot:
        # Of a copy: a snapshot indexes its objects when it is asked, and other threads write.
        if self._snapshot is None:
            self._snapshot = SystemSnapshot.of(
                list(self.objects.values()),
                self._handles,
                system=self.system.name,
                default_transmission_queue=self.facts.default_transmission_queue,
                naming=self._naming,
            )
            self._naming = self._snapshot.naming
        return self._snapshot

    @property
    def live(self) -> dict[Key, Observed]:
        """The objects that names mean: not those that are in a shared repository only."""
        return {key: found for key, found in self.objects.items() if not found.in_repository}

    def meant(self, key: Key, disposition: str | None) -> Observed | None:
        """The object that a declaration of this disposition means."""
        return meant(self.objects.get(key), disposition)

    def defaults(self, kind: str) -> Mapping[str, Value] | None:
        """The attributes of the kind's default definition: as it was read, else asked for once."""
        if kind not in self._defaults:
            name = spec_of(kind).default_object
            default = self.objects.get(Key(self.system.name, kind, name)) if name else None
            default = default or self.system.defaults(kind)
            self._defaults[kind] = None if default is None else default.attributes
        return self._defaults[kind]

    def note(self, *objects: Observed) -> None:
        """Objects as they are now."""
        for observed in objects:
            before = self.objects.get(observed.key)
            if before is None or before.attributes != observed.attributes:
                self._naming = None
            self.objects[observed.key] = observed
        self._snapshot = None

    def forget(self, key: Key) -> None:
        """An object that is no more."""
        if self.objects.pop(key, None) is not None:
            self._snapshot = self._naming = None

    def read_handles(self) -> None:
        """Read who has what open now."""
        handles = tuple(self.system.handles())
        self.handles_read = True
        if handles != self._handles:
            self._handles, self._snapshot = handles, None


class CachedSystem:
    """A system as it was read once, for every check and diff of a preview.

    A preview asks about each resource in turn, from four threads; reading the system once for all
    of them makes it fast. What this process changes is noted, and what was read expires. Methods
    may be called from several threads.
    """

    def __init__(self, system: System, clock: Callable[[], float] = time.monotonic) -> None:
        self.system = system
        self._clock = clock
        self._lock = threading.RLock()
        self._caches: dict[Collection[str], tuple[float, ReadSystem]] = {}
        self._named: set[Key] = set()  # read by name, in libraries that are not read whole

    def snapshot(self, kind: str) -> SystemSnapshot:
        """All objects of MQ or of IBM i, as the kind is, with status, and the open handles."""
        with self._lock:
            return self._cache(kind).snapshot

    def find(self, key: Key, beside: Collection[Key] = ()) -> Observed | None:
        """The object as it was read last. beside: others that will be asked for, which are read
        with it where a reading of everything leaves it out."""
        with self._lock:
            cache = self._cache(key.kind)
            if key not in self._named and left_out(cache.facts, key):
                self._look_elsewhere(cache, {key, *beside})
            found = cache.objects.get(key)
            if found is not None and found.in_repository:
                return found
            return cache.snapshot.get(key.kind, key.name)

    def _look_elsewhere(self, cache: ReadSystem, keys: Collection[Key]) -> None:
        """What a reading of everything leaves out, in one question."""
        keys = {in_library(key, cache.facts) for key in keys}
        new = {key for key in keys if left_out(cache.facts, key)} - self._named
        self._named |= new
        names = sorted({key.name for key in new})
        cache.note(*self.system.observe(IBMI_KINDS, names, status=True))

    def look(self, key: Key, *, status: bool = True) -> Observed | None:
        """The object as it is now. status: its status too, else that of the last reading of
        everything is good enough: the system itself refuses what stands in the way since."""
        observed = next(iter(self.system.observe([key.kind], [key.name], status=status)), None)
        with self._lock:
            self._named.add(key)
        if observed is None:
            self.forget(key)
            return None
        self.note(observed)
        return observed if status else self.find(key)

    def look_at_handles(self, kind: str) -> None:
        """Read again who has what open."""
        with self._lock:
            self._cache(kind).read_handles()

    def defaults(self, kind: str) -> Mapping[str, Value] | None:
        """The attributes of the kind's default definition."""
        with self._lock:
            return self._cache(kind).defaults(kind)

    def note(self, observed: Observed) -> None:
        """Something was created, changed or looked at."""
        with self._lock:
            cache = self._cache(observed.key.kind)
            before = cache.objects.get(observed.key)
            if observed.status is None and before is not None:
                observed = replace(observed, status=before.status)
            if observed != before:
                cache.forget(observed.key)  # the last of a name is the one that has it
                cache.note(observed)

    def forget(self, key: Key) -> None:
        """Something was deleted. What stays of its name is in the shared repository, or a copy."""
        with self._lock:
            cache = self._cache(key.kind)
            before = cache.objects.get(key)
            cache.forget(key)
            if before is not None and before.group is not None:
                cache.note(*self.system.observe([key.kind], [key.name], status=True))

    def _cache(self, kind: str) -> ReadSystem:
        kinds = MQ_KINDS if kind in MQ_KINDS else IBMI_KINDS
        taken, cache = self._caches.get(kinds, (0.0, None))
        if cache is None or self._clock() - taken > LIFETIME:
            taken = self._clock()
            cache = ReadSystem(
                self.system, observe_all(self.system, kinds, self._named, status=True)
            )
            cache.read_handles()
            self._caches[kinds] = taken, cache
        return cache
