"""The embedded sandbox as a `System`."""

from collections.abc import Callable, Collection

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.spec import Spec
from queuewright.sandbox.engine import Machine

from .protocol import SystemUnavailable

__all__ = ["SandboxSystem"]


class SandboxSystem:
    """A queue manager or partition of a sandbox file.

    prepare: called before the first command when the file has no such system; it creates it from
    the stack's configuration. None: the system must exist.
    """

    def __init__(self, machine: Machine, prepare: Callable[[], None] | None = None) -> None:
        self._machine = machine
        self._prepare = prepare
        self._known: SystemFacts | None = None

    @property
    def name(self) -> str:
        return self._machine.name

    @property
    def facts(self) -> SystemFacts:
        return self._ready_facts()

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> list[Observed]:
        """Objects of `kinds` in one view of the file; see `System.observe`."""
        return self._ready().observe(kinds, names, status=status)

    def handles(self) -> list[Handle]:
        """Every open handle."""
        return self._ready().handles()

    def defaults(self, kind: str) -> Observed | None:
        """The default definition of a kind."""
        return self._ready().defaults(kind)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        """Create, never replace. Raises CommandFailed."""
        return self._ready().create(spec.kind, spec.object_name, spec.managed(), like=like)

    def change(self, spec: Spec, *, force: bool = False) -> Observed:
        """Change what the spec gives. Raises CommandFailed."""
        return self._ready().change(spec.kind, spec.object_name, spec.managed(), force=force)

    def delete(self, key: Key, *, purge: bool = False, keep_authorities: bool = False) -> None:
        """Delete. Raises CommandFailed."""
        self._ready().delete(key.kind, key.name, purge=purge, keep_authorities=keep_authorities)

    def _ready(self) -> Machine:
        self._ready_facts()
        return self._machine

    def _ready_facts(self) -> SystemFacts:
        if self._known is None:
            try:
                self._known = self._machine.facts()
            except SystemUnavailable:
                if self._prepare is None:
                    raise
                self._prepare()
                self._known = self._machine.facts()
        return self._known
