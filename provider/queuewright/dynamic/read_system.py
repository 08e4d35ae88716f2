"""A system as it was read: what plans, checks and diffs decide over."""

from collections.abc import Iterable, Mapping

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.diff.snapshot import SystemSnapshot
from queuewright.systems.protocol import System


class ReadSystem:
    """The objects of one system by key, who has what open, and both as a snapshot."""

    def __init__(self, system: System, objects: Iterable[Observed] = ()) -> None:
        self.system = system
        self.facts = system.facts
        self.objects = {observed.key: observed for observed in objects}
        self._handles: tuple[Handle, ...] = ()
        self._snapshot: SystemSnapshot | None = None
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
            )
        return self._snapshot

    def defaults(self, kind: str) -> Mapping[str, Value] | None:
        """The attributes of the kind's default definition, asked for once."""
        if kind not in self._defaults:
            default = self.system.defaults(kind)
            self._defaults[kind] = None if default is None else default.attributes
        return self._defaults[kind]

    def note(self, *objects: Observed) -> None:
        """Objects as they are now."""
        self.objects.update((observed.key, observed) for observed in objects)
        self._snapshot = None

    def forget(self, key: Key) -> None:
        """An object that is no more."""
        if self.objects.pop(key, None) is not None:
            self._snapshot = None

    def read_handles(self) -> None:
        """Read who has what open now."""
        handles = tuple(self.system.handles())
        if handles != self._handles:
            self._handles, self._snapshot = handles, None
