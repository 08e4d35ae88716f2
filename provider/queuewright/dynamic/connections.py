"""From a configuration to its systems, once a process, and to what is to be done with an object."""

import json
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import ObjectOptions
from queuewright.diff.decision import decide
from queuewright.diff.normalise import Inputs
from queuewright.diff.request import DecisionRequest
from queuewright.diff.types import Decision
from queuewright.ibmi.base import in_library
from queuewright.systems.registry import decrypted, project_directory, stack_of, systems_from

from .read_system import CachedSystem

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
            stack = stack_of(configured, base)
            systems = systems_from(decrypted(configured, base), base=base, stack=stack)
            _connected[place] = Connections(
                {name: CachedSystem(system) for name, system in systems.items()}
            )
        return _connected[place]


class Objects:
    """The objects of one kind on the systems of a stack.

    connections is None, and misconfigured says why, when the configuration cannot be used.
    """

    def __init__(
        self,
        kind: str,
        connections: Connections | None = None,
        misconfigured: QueuewrightError | None = None,
    ) -> None:
        self.kind = kind
        self._connections = connections
        self._misconfigured = misconfigured

    def place(self, key: Key) -> tuple[CachedSystem, Key]:
        """How the key's system is reached, and the key as that system says it.

        Raises NotConfigured, UnknownSystem, SystemUnavailable.
        """
        if self._connections is None:
            raise self._misconfigured or NotConfigured("the provider is not configured")
        cached = self._connections.system(key.system)
        return cached, in_library(key, cached.system.facts)

    def decide(
        self,
        cached: CachedSystem,
        key: Key,
        desired: Inputs | None,
        old: Inputs | None,
        observed: Observed | None,
        options: ObjectOptions | None = None,
    ) -> Decision:
        """As the plan engine decides. desired: None for an object of the stack that is no longer
        declared; old: None for what the stack does not have. options: `desired`'s when left out."""
        return decide(self._request(cached, key, desired, old, observed, options))

    def replaced(
        self, cached: CachedSystem, key: Key, desired: Inputs, observed: Observed
    ) -> Decision:
        """What a replacement does that the engine was told of: --replace, a taint, a trigger."""
        request = self._request(cached, key, desired, desired, observed, None)
        return decide(replace(request, replace_because="the engine was told to replace it"))

    def _request(
        self,
        cached: CachedSystem,
        key: Key,
        desired: Inputs | None,
        old: Inputs | None,
        observed: Observed | None,
        options: ObjectOptions | None,
    ) -> DecisionRequest:
        chosen = options or (ObjectOptions() if desired is None else desired.options)
        return DecisionRequest(
            key=key,
            desired=None if desired is None else desired.attributes,
            options=chosen,
            last=None if old is None else old.attributes,
            observed=observed,
            snapshot=cached.snapshot(self.kind),
            facts=cached.system.facts,
            defaults=None if desired is None else cached.defaults(self.kind),
            owned=desired is None or old is not None,
            replace_on=() if desired is None else desired.replace_on,
            ignore=() if desired is None else desired.ignore,
            determined={} if old is None else old.determined,
        )
