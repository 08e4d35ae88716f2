"""From a configuration to its systems, once a process."""

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import CommandFailed, QueuewrightError, SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.diff.sharing import meant
from queuewright.diff.types import Decision
from queuewright.systems.registry import (
    CONFIGURATION,
    decrypted,
    project_directory,
    stack_of,
    systems_from,
)

from .cached_system import CachedSystem
from .declared_file import DeclaredFile
from .unfinished import Notes

_connected: dict[tuple[str, Path], "Connections"] = {}
_lock = threading.Lock()


class NotConfigured(QueuewrightError, ValueError):
    """`queuewright:systems` is missing or malformed."""


class UnknownSystem(QueuewrightError, LookupError):
    """A program names a system that the configuration does not have."""


class Connections:
    """The systems of a stack."""

    def __init__(self, systems: Mapping[str, CachedSystem], notes: Notes | None = None) -> None:
        self._systems = systems
        for system in systems.values():
            system.share(systems.values())
        self.notes = notes or Notes()
        self.program = DeclaredFile()
        # Decisions of this process by which authority records change.
        self.foreseen: dict[Key, Decision] = {}
        self.deciding = threading.Lock()

    def system(self, name: str) -> CachedSystem:
        """Raises UnknownSystem."""
        system = self._systems.get(name)
        if system is None:
            known = ", ".join(sorted(self._systems)) or "none"
            raise UnknownSystem(
                one_line(
                    f"system {name!r} is not in {CONFIGURATION} (there: {known}); add it to the "
                    "stack's configuration, or correct the name"
                )
            )
        return system

    def members(self, key: Key, group: str) -> tuple[dict[str, Observed | None], dict[str, str]]:
        """The live objects under the key's name on each queue manager of a group; and the systems
        that could not be read, and why."""
        found: dict[str, Observed | None] = {}
        unread: dict[str, str] = {}
        for name, cached in self._systems.items():
            try:
                if cached.system.facts.queue_sharing_group == group:
                    found[name] = meant(cached.find(key._replace(system=name)), None)
            except (CommandFailed, SystemUnavailable) as error:
                unread[name] = str(error)
        return found, unread


def connect(configured: Any, start: Path) -> Connections:
    """The systems of a configuration value, a mapping or its JSON text. Nothing is reached yet.

    start: where Pulumi.yaml is looked for, upwards. The same object for the same configuration:
    each kind has its own provider in the process. Raises NotConfigured, InvalidConfiguration.
    """
    if isinstance(configured, str):
        try:
            configured = json.loads(configured)
        except ValueError as error:
            raise NotConfigured(
                one_line(f"{CONFIGURATION} is not JSON ({error}); write it as a mapping of systems")
            ) from error
    if configured is None:
        raise NotConfigured(
            f"{CONFIGURATION} is not configured; give the stack's systems there, such as "
            "{QM1: {type: sandbox, platform: linux}}"
        )
    base = project_directory(start)
    place = json.dumps(configured, sort_keys=True, default=str), base
    with _lock:
        if place not in _connected:
            stack = stack_of(configured, base)
            systems = systems_from(decrypted(configured, base), base=base, stack=stack)
            _connected[place] = Connections(
                {name: CachedSystem(system) for name, system in systems.items()},
                Notes(base, stack or place[0]),  # of several alike, those with this configuration
            )
        return _connected[place]
