"""A system whose commands and answers are logged, with how long each took."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
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


def unlogged(system: System) -> System:
    """The system itself, whether or not it is logged."""
    return system.system if isinstance(system, _LoggedSystem) else system


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
        asked = None if names is None else sorted(names)
        fields = {"kinds": sorted(kinds), "names": asked, "status": status}
        send = partial(self.system.observe, kinds, names, status=status)
        return self._timed("observe", lambda: list(send()), fields)

    def handles(self) -> Iterable[Handle]:
        return self._timed("handles", lambda: list(self.system.handles()), {})

    def defaults(self, kind: str) -> Observed | None:
        return self._timed("defaults", partial(self.system.defaults, kind), {"kind": kind})

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        send = partial(self.system.create, spec, like=like)
        return self._timed("create", send, {**_object(spec), "like": like})

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        send = partial(self.system.change, spec, force=force, restart=restart)
        return self._timed("change", send, {**_object(spec), "force": force, "restart": restart})

    def start(self, key: Key) -> None:
        self._timed("start", partial(self.system.start, key), {"object": f"{key.kind} {key.name}"})

    def refresh_security(self, security: str) -> None:
        send = partial(self.system.refresh_security, security)
        self._timed("refresh security", send, {"type": security})

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        send = partial(
            self.system.delete,
            key,
            purge=purge,
            keep_authorities=keep_authorities,
            disposition=disposition,
        )
        options: dict[str, Any] = {"purge": purge, "keep_authorities": keep_authorities}
        if disposition is not None:
            options["disposition"] = disposition
        return self._timed("delete", send, {"object": f"{key.kind} {key.name}", **options})

    def _timed(self, command: str, send: Callable[[], Answer], fields: Mapping[str, Any]) -> Answer:
        started = time.perf_counter()
        outcome: dict[str, Any] = {}
        try:
            answer = send()
            outcome["answer"] = _summary(answer)
            return answer
        except QueuewrightError as error:
            outcome["refused"] = str(error)
            raise
        finally:
            seconds = round(time.perf_counter() - started, 6)
            log.debug(command, system=self.name, **fields, **outcome, seconds=seconds)


def _object(spec: Spec) -> dict[str, Any]:
    return {"object": f"{spec.kind} {spec.object_name}", "attributes": dict(spec.managed())}


def _summary(answer: object) -> Any:
    """How many there are, or the attributes of one object."""
    if isinstance(answer, list):
        return len(answer)
    return dict(answer.attributes) if isinstance(answer, Observed) else None
