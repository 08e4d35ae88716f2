"""A system in memory: as strict as tests of the planner need it, and able to fail where told."""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Handle, Observed, Status
from queuewright.catalogue.spec import Spec
from queuewright.ibmi.base import in_library
from queuewright.kinds import spec_of


class FakeSystem:
    """Implements `System`. `calls` has every command; `fail(verb, key)` may raise before it."""

    def __init__(self, facts: SystemFacts) -> None:
        self._facts = facts
        self.objects: dict[Key, Observed] = {}
        self.open_handles: list[Handle] = []
        self.calls: list[tuple[str, Key]] = []
        self.asked: list[tuple[bool, frozenset[str] | None]] = []
        self.fail: Callable[[str, Key], None] = lambda verb, key: None
        self.after: Callable[[str, Key], None] = lambda verb, key: None
        self._lock = threading.RLock()

    @property
    def name(self) -> str:
        return self._facts.name

    @property
    def facts(self) -> SystemFacts:
        return self._facts

    def observe(
        self, kinds: Collection[str], names: Collection[str] | None = None, *, status: bool = False
    ) -> Iterable[Observed]:
        with self._lock:
            self.asked.append((status, None if names is None else frozenset(names)))
            observed = [
                each
                for key, each in self.objects.items()
                if key.kind in kinds and (names is None or key.name in names)
            ]
        return observed if status else [replace(each, status=None) for each in observed]

    def handles(self) -> Iterable[Handle]:
        return list(self.open_handles)

    def defaults(self, kind: str) -> Observed | None:
        values = spec_of(kind).shipped(self._facts.platform, self._facts.command_level)
        return Observed(Key(self.name, kind, "DEFAULT"), values)

    def create(self, spec: Spec, *, like: str | None = None) -> Observed:
        key = self._key(spec)
        with self._lock:
            self._call("create", key)
            if key in self.objects:
                raise CommandFailed(f"{key}: exists already", reason=2100)
            base = self.defaults(key.kind)
            if like is not None:
                base = self.objects.get(Key(self.name, key.kind, like))
            if base is None:
                raise CommandFailed(f"{key}: {like} is not there", reason=2085)
            self.objects[key] = self._made(key, {**base.attributes, **spec.managed()})
            self.after("create", key)
            return self.objects[key]

    def change(self, spec: Spec, *, force: bool = False, restart: bool = False) -> Observed:
        key = self._key(spec)
        with self._lock:
            self._call("force" if force else "change", key)
            existing = self._existing(key)
            self.objects[key] = replace(
                existing, attributes={**existing.attributes, **spec.managed()}
            )
            self.after("change", key)
            return self.objects[key]

    def start(self, key: Key) -> None:
        self._call("start", key)

    def refresh_security(self, security: str) -> None:
        self._call("refresh_security", security)

    def delete(
        self,
        key: Key,
        *,
        purge: bool = False,
        keep_authorities: bool = False,
        disposition: str | None = None,
    ) -> None:
        with self._lock:
            self._call("purge" if purge else "delete", key)
            existing = self._existing(key)
            if existing.status is not None and existing.status.depth and not purge:
                raise CommandFailed(f"{key}: holds messages", reason=2055)
            if existing.status is not None and existing.status.in_use:
                raise CommandFailed(f"{key}: is open", reason=2042)
            del self.objects[key]
            self.after("delete", key)

    # What tests do by hand.

    def put(self, kind: str, name: str, status: Status | None = None, **values: Any) -> Key:
        """An object that somebody else made."""
        key = Key(self.name, kind, name)
        base = self.defaults(kind)
        assert base is not None
        self.objects[key] = self._made(key, {**base.attributes, **values})
        if status is not None:
            self.set_status(key, status)
        return key

    def set_status(self, key: Key, status: Status) -> None:
        self.objects[key] = replace(self.objects[key], status=status)

    def alter(self, key: Key, **values: Any) -> None:
        existing = self.objects[key]
        self.objects[key] = replace(existing, attributes={**existing.attributes, **values})

    def hide(self, key: Key, name: str) -> None:
        """The object no longer tells an attribute."""
        existing = self.objects[key]
        kept = {n: value for n, value in existing.attributes.items() if n != name}
        self.objects[key] = replace(existing, attributes=kept)

    def _made(self, key: Key, values: Mapping[str, Any]) -> Observed:
        return Observed(key, dict(values), Status(depth=0 if "LocalQueue" in key.kind else None))

    def _key(self, spec: Spec) -> Key:
        return in_library(spec.key(self.name), self._facts)

    def _call(self, verb: str, key: Key) -> None:
        self.fail(verb, key)
        self.calls.append((verb, key))

    def _existing(self, key: Key) -> Observed:
        if key not in self.objects:
            raise CommandFailed(f"{key}: is not there", reason=2085)
        return self.objects[key]
