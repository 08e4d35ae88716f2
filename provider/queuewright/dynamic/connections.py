"""From a stack's configuration to what is known of each system, once a process."""

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.systems.registry import project_directory, systems_from

from .cached_system import CachedSystem

CONFIGURATION = "queuewright:systems"

_connected: dict[tuple[str, Path], "Connections"] = {}
_lock = threading.Lock()


class NotConfigured(QueuewrightError, ValueError):
    """`queuewright:systems` is missing or malformed."""


class UnknownSystem(QueuewrightError, LookupError):
    """A program names a system that the configuration does not have."""


class Connections:
    """The systems of a stack."""

    def __init__(self, systems: Mapping[str, CachedSystem]) -> None:
        self._systems = systems

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
            systems = systems_from(configured, base=base)
            _connected[place] = Connections(
                {name: CachedSystem(system) for name, system in systems.items()}
            )
        return _connected[place]
