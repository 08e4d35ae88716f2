"""The queue managers of a queue-sharing group, and the copies that they have of group objects."""

from collections.abc import Collection, Mapping

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.sharing import meant
from queuewright.systems.protocol import System
from queuewright.world.snapshot import Snapshot

from .system_reader import read_some


class Members:
    """The members of queue-sharing groups that are among the systems of a stack, as far as they can
    be read.

    readings: what was read already. unreachable: systems that do not answer, and why; each may be a
    member.
    """

    def __init__(
        self,
        systems: Mapping[str, System],
        readings: Mapping[str, Snapshot],
        unreachable: Mapping[str, str],
        parallel: int,
    ) -> None:
        self._systems, self._readings, self._parallel = systems, readings, parallel
        self._objects = {name: reading.objects for name, reading in readings.items()}
        self._unread = dict(unreachable)
        self._groups: dict[str, str] = {}

    def read(self, keys: Collection[Key]) -> None:
        """Read what the systems have under these keys' names."""
        found, unread = read_some(
            {n: s for n, s in self._systems.items() if n not in self._unread},
            {key.kind for key in keys},
            {key.name for key in keys},
            self._readings,
            self._parallel,
        )
        self._unread |= unread
        for name, (group, objects) in found.items():
            self._groups[name] = group
            self._objects.setdefault(name, {each.key: each for each in objects})

    def copies(self, key: Key, group: str) -> tuple[dict[str, Observed | None], Mapping[str, str]]:
        """The live objects under the key's name on each member of the group that was read; and the
        systems that were not, and why."""
        found = {
            name: meant(self._objects[name].get(key._replace(system=name)), None)
            for name, own in self._groups.items()
            if own == group
        }
        return found, self._unread
