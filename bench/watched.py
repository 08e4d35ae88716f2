"""A system that notes what is sent to it, and fails as it is told to."""

import threading
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from queuewright.catalogue.errors import CommandFailed, SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed
from queuewright.catalogue.spec import Spec
from queuewright.systems.protocol import System


class Sent(NamedTuple):
    """One command: verb "create", "change", "start" or "delete", and the option that arms it."""

    verb: str
    key: Key
    armed: bool


class Log:
    """What was sent to all systems of a world. fail: the number of a command, from 1, to how it
    fails: "refused" (it says no), "unreachable" (it did not get there), "answer lost" (it was done
    and nobody knows)."""

    def __init__(self, fail: dict[int, str] | None = None) -> None:
        self.sent: list[Sent] = []
        self._fail = fail or {}
        self._lock = threading.Lock()

    def send(self, sent: Sent, command: Callable[[], Observed | None]) -> Observed | None:
        with self._lock:
            self.sent.append(sent)
            how = self._fail.get(len(self.sent), "")
        if how == "refused":
            raise CommandFailed(f"{sent.key}: refused as told")
        if how == "unreachable":
            raise SystemUnavailable(f"{sent.key.system}: unreachable as told")
        answer = command()
        if how == "answer lost":
            raise SystemUnavailable(f"{sent.key.system}: the answer was lost as told")
        return answer


class Watched:
    """A `System`."""

    def __init__(self, system: System, log: Log) -> None:
        self._system, self._log = system, log

    @property
    def name(self) -> str:
        return self._system.name

    @property
    def facts(self) -> SystemFacts:
        return self._system.facts

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        return self._system.observe(kinds, names, status=status)

    def handles(self) -> Iterable[Handle]:
        return self._system.handles()

    def defaults(self, kind: str) -> Observed | None:
        return self._system.defaults(kind)

    def _key(self, spec: Spec) -> Key:
        return Key(self.name, spec.kind, spec.object_name)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        made = self._log.send(
            Sent("create", self._key(spec), False), lambda: self._system.create(spec, like=like)
        )
        assert made is not None
        return made

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        made = self._log.send(
            Sent("change", self._key(spec), force),
            lambda: self._system.change(spec, force=force, restart=restart),
        )
        assert made is not None
        return made

    def start(self, key: Key) -> None:
        self._log.send(Sent("start", key, False), lambda: self._system.start(key))

    def refresh_security(self, security: str) -> None:
        self._system.refresh_security(security)

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        def command() -> None:
            self._system.delete(
                key, purge=purge, keep_authorities=keep_authorities, disposition=disposition
            )

        self._log.send(Sent("delete", key, purge), command)


class Silent:
    """A `System` that does not answer."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def facts(self) -> SystemFacts:
        raise SystemUnavailable(f"{self.name}: no answer, as told")

    def _refuse(self, *_: object, **__: object) -> Any:
        raise SystemUnavailable(f"{self.name}: no answer, as told")

    observe = handles = defaults = create = change = delete = start = _refuse
    refresh_security = _refuse
