"""A system whose commands and answers are logged, with how long each took."""

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from queuewright import log
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.spec import Spec

from .protocol import System

Answer = TypeVar("Answer")


def logged(system: System) -> System:
    """The system itself, or where something is logged, the same with a log of what it does."""
    return _LoggedSystem(system) if log.enabled() else system


@dataclass(frozen=True, slots=True)
class _LoggedSystem:
    system: System

    @property
    def name(self) -> str:
        return self.system.name

    @property
    def facts(self) -> SystemFacts:
        return self.system.facts

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        return self._timed(
            "observe",
            lambda: list(self.system.observe(kinds, names, status=status)),
            len,
            kinds=sorted(kinds),
            names=None if names is None else sorted(names),
            status=status,
        )

    def handles(self) -> Iterable[Handle]:
        return self._timed("handles", lambda: list(self.system.handles()), len)

    def defaults(self, kind: str) -> Observed | None:
        return self._timed("defaults", lambda: self.system.defaults(kind), _attributes, kind=kind)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        return self._timed(
            "create",
            lambda: self.system.create(spec, like=like),
            _attributes,
            **_object(spec),
            like=like,
        )

    def change(self, spec: Spec, *, force: bool = False) -> Observed:
        return self._timed(
            "change",
            lambda: self.system.change(spec, force=force),
            _attributes,
            **_object(spec),
            force=force,
        )

    def delete(self, key: Key, *, purge: bool = False, keep_authorities: bool = False) -> None:
        return self._timed(
            "delete",
            lambda: self.system.delete(key, purge=purge, keep_authorities=keep_authorities),
            lambda _: None,
            object=f"{key.kind} {key.name}",
            purge=purge,
            keep_authorities=keep_authorities,
        )

    def _timed(
        self,
        command: str,
        send: Callable[[], Answer],
        summary: Callable[[Any], Any],
        **fields: Any,
    ) -> Answer:
        started = time.perf_counter()
        try:
            answer = send()
        except QueuewrightError as error:
            seconds = round(time.perf_counter() - started, 6)
            log.debug(command, system=self.name, **fields, refused=str(error), seconds=seconds)
            raise
        seconds = round(time.perf_counter() - started, 6)
        log.debug(command, system=self.name, **fields, answer=summary(answer), seconds=seconds)
        return answer


def _object(spec: Spec) -> dict[str, Any]:
    return {"object": f"{spec.kind} {spec.object_name}", "attributes": dict(spec.managed())}


def _attributes(observed: Observed | None) -> Any:
    return None if observed is None else dict(observed.attributes)
