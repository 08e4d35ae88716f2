"""Where the objects of a kind are, and what is to be done with one: shared by every request."""

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.options import ObjectOptions
from queuewright.diff.decision import DecisionRequest, decide
from queuewright.diff.normalise import Inputs
from queuewright.diff.types import Decision
from queuewright.ibmi.base import in_library

from .cached_system import CachedSystem
from .connections import Connections, NotConfigured


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
        desired: Inputs,
        old: Inputs | None,
        observed: Observed | None,
    ) -> Decision:
        """As the plan engine decides; old: None for what the stack does not have."""
        return decide(
            DecisionRequest(
                key=key,
                desired=desired.attributes,
                options=desired.options,
                last=old.attributes if old is not None else None,
                observed=observed,
                snapshot=cached.snapshot(self.kind),
                facts=cached.system.facts,
                defaults=cached.defaults(self.kind),
                owned=old is not None,
                replace_on=desired.replace_on,
            )
        )

    def removal(
        self, cached: CachedSystem, key: Key, options: ObjectOptions, observed: Observed | None
    ) -> Decision:
        """What is to be done with an object of the stack that is no longer declared."""
        return decide(
            DecisionRequest(
                key=key,
                desired=None,
                options=options,
                observed=observed,
                snapshot=cached.snapshot(self.kind),
                facts=cached.system.facts,
                owned=True,
            )
        )
