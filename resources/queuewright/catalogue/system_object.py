"""An object that a new queue manager has beside the default objects of its kinds."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .facts import SystemFacts
from .platform import Platform

_EVERYWHERE = frozenset(Platform)


class SystemObject(NamedTuple):
    """differing: attributes that are not as those of the default object. since: the command level
    that has it; platforms: those that have it. is_root: it has what others of the kind inherit."""

    name: str
    differing: Mapping[str, Any] = {}
    since: int = 0
    platforms: frozenset[Platform] = _EVERYWHERE
    is_root: bool = False

    def is_on(self, facts: SystemFacts) -> bool:
        """Whether such a queue manager has it when it is new."""
        return facts.command_level >= self.since and facts.platform in self.platforms

    def beside(self, default: Mapping[str, Any], platform: Platform) -> dict[str, Any]:
        """Its attributes there, where those of the default object are these."""
        values = dict(default)
        values.update((name, self.differing[name]) for name in self.differing if name in default)
        if platform is Platform.OTHER_UNIX and (longest := default.get("max_message_length")):
            # Change Queue (PCF) MaxMsgLength: no queue has more there.
            values["max_message_length"] = min(values["max_message_length"], longest)
        return values
